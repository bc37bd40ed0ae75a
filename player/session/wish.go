package session

import (
	"cmp"
	"context"
	"fmt"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/relay"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Wish is a player's order for a game. Only Ruleset and Fleet are required.
type Wish struct {
	Ruleset *game.Ruleset
	Fleet   game.Fleet
	// TurnBlocks is the clock, 0 for the chain's default.
	TurnBlocks int64
	// Stake is each player's stake. It is nil for none.
	Stake *sdk.Coin
	// Casual games are played without fee, reward and rating.
	Casual bool
	// RatingRange is the largest distance of the opponent's rating. It is 0 for any distance.
	RatingRange uint32
	// Opponent is the only player who may join. It is empty if any player may. A match has none.
	Opponent string
	// OwnBot opens a game that only the bot may join whose key the vault finds with the board, and that plays with an
	// allowance of the player's: OwnBot then brings its session. It pays nothing into the game.
	OwnBot bool
	// RematchOf is an ended game that is to be played again. It is 0 for none. A match has none.
	RematchOf uint64
	// Another asks for a match although the player has an unfinished game of that kind.
	Another bool
	// Delegate may act for the player. It is empty for none.
	Delegate string
	// Channel has the off-chain game, by updates over a relay. Relay is the relay's URL, empty for that of the
	// player, else of this machine. A game to join says itself which it is.
	Channel bool
	Relay   string
}

// Quote is what entering a game comes to on the chain as it is now.
type Quote struct {
	Params types.Params
	// TurnBlocks is the clock.
	TurnBlocks int64
	Terms      types.Terms
	// Deposit is what opening the game takes beside; it comes back when the game is no longer open.
	Deposit sdk.Coins
}

// QuoteOf returns the cost of opening the game of a wish, without its fleet, and refuses a game that the chain would
// refuse.
func QuoteOf(ctx context.Context, p Player, w Wish) (Quote, error) {
	params, err := p.params(ctx)
	if err != nil {
		return Quote{}, err
	}
	if err := params.CheckOpen(w.Ruleset); err != nil {
		return Quote{}, withoutTrace{err}
	}
	q := Quote{Params: params, Deposit: sdk.NewCoins(params.OpenDeposit), Terms: types.Terms{
		Stake: w.Stake, Casual: w.Casual, ProvenClaims: w.Ruleset.Proven && params.ProvenClaims,
	}}
	if q.TurnBlocks, err = q.Params.TurnBlocks(w.TurnBlocks); err != nil {
		return Quote{}, withoutTrace{err}
	}
	if err := types.CheckRatingRange(w.RatingRange); err != nil {
		return Quote{}, withoutTrace{err}
	}
	if w.Stake != nil {
		if err := checkStake(q.Params, *w.Stake); err != nil {
			return Quote{}, err
		}
		q.Terms.HouseShareBps = params.HouseShareBps
	}
	if w.Casual {
		return q, nil
	}
	rewards, err := types.NewQueryClient(p.Chain.Conn()).Rewards(ctx, &types.QueryRewardsRequest{})
	if err != nil {
		return Quote{}, fmt.Errorf("look up the fee: %w", err)
	}
	if rewards.Fee.IsPositive() {
		q.Terms.Fee = &rewards.Fee
	}
	return q, nil
}

// feeMargin is the part of a fee by which it may have grown when the message arrives: each win that is paid in full
// makes the next reward dearer.
const feeMargin = 100

// MaxFee returns the largest fee that a player accepts who opens the game or asks for a match, or nil for none.
func (q Quote) MaxFee() *sdk.Coin {
	if q.Terms.Fee == nil {
		return nil
	}
	most := q.Terms.Fee.AddAmount(q.Terms.Fee.Amount.QuoRaw(feeMargin))
	return &most
}

// params are the chain's.
func (p Player) params(ctx context.Context) (types.Params, error) {
	res, err := types.NewQueryClient(p.Chain.Conn()).Params(ctx, &types.QueryParamsRequest{})
	if err != nil {
		return types.Params{}, fmt.Errorf("look up the params: %w", err)
	}
	return res.Params, nil
}

// Afford returns a *FundsError unless the player has what entering a game takes.
func (p Player) Afford(ctx context.Context, entry sdk.Coins) error {
	for _, need := range entry {
		have, err := p.Chain.Balance(ctx, p.sender(), need.Denom)
		if err != nil {
			return err
		}
		if have.IsLT(need) {
			return &FundsError{Name: p.Chain.Key().Name, Need: need, Have: have}
		}
	}
	return nil
}

// opening is what opening the game takes: the entry and the deposit.
func (q Quote) opening() sdk.Coins { return q.Terms.Entry().Add(q.Deposit...) }

// withRelay is the wish with the relay that the player's own program will use, so that both players sit at the same.
func (w Wish) withRelay(p Player) Wish {
	w.Relay = cmp.Or(p.Relay, w.Relay, relay.DefaultURL)
	return w
}

// intent returns the act of entering the game of a wish.
func (w Wish) intent(act text.Act, q Quote) text.Intent {
	i := text.Intent{Act: act, Ruleset: w.Ruleset, Params: q.Params, TurnBlocks: q.TurnBlocks, Terms: q.Terms}
	i.MaxFee = q.MaxFee()
	if w.Channel {
		i.Relay = w.Relay
	}
	return i
}
