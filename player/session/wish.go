package session

import (
	"cmp"
	"context"
	"fmt"
	"strconv"
	"strings"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/relay"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Wish is the game that a player asks for. Ruleset and Fleet are all that it takes.
type Wish struct {
	Ruleset *game.Ruleset
	Fleet   game.Fleet
	// TurnBlocks is the clock, 0 for the chain's default.
	TurnBlocks int64
	// Stake is what each player puts into the pot; nil for nothing.
	Stake *sdk.Coin
	// Casual games are played without fee, reward and rating.
	Casual bool
	// RatingRange is how far the opponent's rating may be away; 0 for any distance.
	RatingRange uint32
	// Opponent is the only player who may join; empty for anybody. A match has none.
	Opponent string
	// OwnBot opens a game that only the bot may join whose key the vault finds with the board, and that plays with an
	// allowance of the player's: OwnBot then brings its session. It pays nothing into the game.
	OwnBot bool
	// RematchOf is an ended game that is to be played again; 0 for none. A match has none.
	RematchOf uint64
	// Another asks for a match although the player has an unfinished game of that kind.
	Another bool
	// Delegate may act for the player; empty for nobody.
	Delegate string
	// Channel has the game played at sea, by letters over a relay. Relay is the relay's URL, empty for that of the
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

// QuoteOf asks the chain what opening the game of a wish costs, without its fleet, and refuses what the chain would
// refuse.
func QuoteOf(ctx context.Context, p Player, w Wish) (Quote, error) {
	q, err := p.quote(ctx, w)
	if err != nil {
		return Quote{}, err
	}
	return Quote{
		Params: q.params, TurnBlocks: q.turnBlocks, Terms: q.terms, Deposit: sdk.NewCoins(q.params.OpenDeposit),
	}, nil
}

// quote is what a wish comes to on the chain as it is now.
type quote struct {
	params     types.Params
	turnBlocks int64
	terms      types.Terms
}

// quote asks the chain what a wish costs, and refuses what the chain would refuse.
func (p Player) quote(ctx context.Context, w Wish) (quote, error) {
	params, err := p.params(ctx)
	if err != nil {
		return quote{}, err
	}
	if err := params.CheckOpen(w.Ruleset); err != nil {
		return quote{}, saidPlainly{err}
	}
	q := quote{params: params, terms: types.Terms{
		Stake: w.Stake, Casual: w.Casual, ProvenClaims: w.Ruleset.Proven && params.ProvenClaims,
	}}
	if q.turnBlocks, err = q.params.TurnBlocks(w.TurnBlocks); err != nil {
		return quote{}, saidPlainly{err}
	}
	if err := types.CheckRatingRange(w.RatingRange); err != nil {
		return quote{}, saidPlainly{err}
	}
	if w.Stake != nil {
		if err := checkStake(q.params, *w.Stake); err != nil {
			return quote{}, err
		}
	}
	if w.Casual {
		return q, nil
	}
	rewards, err := types.NewQueryClient(p.Chain.Conn()).Rewards(ctx, &types.QueryRewardsRequest{})
	if err != nil {
		return quote{}, fmt.Errorf("look up the fee: %w", err)
	}
	if rewards.Fee.IsPositive() {
		q.terms.Fee = &rewards.Fee
	}
	return q, nil
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

// clock says how long each move may take.
func (q quote) clock() string { return Clock(q.params, q.turnBlocks) + " a move" }

// opening is what opening the game takes: the entry and the deposit.
func (q quote) opening() sdk.Coins {
	return q.terms.Entry().Add(sdk.NewCoins(q.params.OpenDeposit)...)
}

// withRelay is the wish with the relay that the player's own program will use, so that both players sit at the same.
func (w Wish) withRelay(p Player) Wish {
	w.Relay = cmp.Or(p.Relay, w.Relay, relay.DefaultURL)
	return w
}

// where says how the game is played, if not on chain.
func (w Wish) where() string {
	if !w.Channel {
		return ""
	}
	url := w.Relay
	if relay.CheckURL(url) != nil { // an opponent can have named anything
		url = strconv.QuoteToASCII(url)
	}
	return "; played at sea, by letters over " + url
}

// price says what opening the game takes, part by part.
func (q quote) price() string {
	parts := terms(q.terms)
	if q.params.OpenDeposit.IsPositive() {
		parts = append(parts, "deposit "+Coin(q.params.OpenDeposit))
	}
	return strings.Join(parts, ", ")
}

// Clock says how long that many blocks are, such as 120 blocks (about 1m).
func Clock(p types.Params, blocks int64) string {
	return fmt.Sprintf("%d blocks (about %s)", blocks, types.FormatDuration(p.Duration(blocks)))
}

// Terms says what each player of a game pays to enter it, such as "stake 5.000000 SHIP, fee 21.210000 ANCHOR".
func Terms(t types.Terms) string { return strings.Join(terms(t), ", ") }

func terms(t types.Terms) []string {
	stake := "no stake"
	if t.Stake != nil {
		stake = "stake " + Coin(*t.Stake)
	}
	parts := []string{stake}
	switch {
	case t.Casual:
		parts = append(parts, "casual")
	case t.Fee != nil:
		parts = append(parts, "fee "+Coin(*t.Fee))
	default:
		parts = append(parts, "no fee")
	}
	return parts
}
