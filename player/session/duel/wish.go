package duel

import (
	"cmp"
	"context"
	"fmt"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/relay"
	"github.com/battleship-chain/battleship/player/session"
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
	// OrOnChain lets a match of an off-chain game also join a game on-chain, if none off-chain waits.
	OrOnChain bool
}

// QuoteOf returns the cost of opening the game of a wish, without its fleet, and refuses a game that the chain would
// refuse.
func QuoteOf(ctx context.Context, p session.Player, w Wish) (session.Quote, error) {
	params, err := p.Params(ctx)
	if err != nil {
		return session.Quote{}, err
	}
	if err := params.CheckOpen(w.Ruleset); err != nil {
		return session.Quote{}, session.Untraced(err)
	}
	q := session.Quote{Params: params, Deposit: sdk.NewCoins(params.OpenDeposit), Terms: types.Terms{
		Stake: w.Stake, Casual: w.Casual, ProvenClaims: w.Ruleset.Proven && params.ProvenClaims,
	}}
	if q.TurnBlocks, err = q.Params.TurnBlocks(w.TurnBlocks); err != nil {
		return session.Quote{}, session.Untraced(err)
	}
	if err := types.CheckRatingRange(w.RatingRange); err != nil {
		return session.Quote{}, session.Untraced(err)
	}
	if w.Stake != nil {
		if err := session.CheckStake(q.Params, *w.Stake); err != nil {
			return session.Quote{}, err
		}
		q.Terms.HouseShareBps = params.HouseShareBps
	}
	if w.Casual {
		return q, nil
	}
	rewards, err := types.NewQueryClient(p.Chain.Conn()).Rewards(ctx, &types.QueryRewardsRequest{})
	if err != nil {
		return session.Quote{}, fmt.Errorf("look up the fee: %w", err)
	}
	if rewards.Fee.IsPositive() {
		q.Terms.Fee = &rewards.Fee
	}
	return q, nil
}

// withRelay is the wish with the relay that the player's own program will use, so that both players sit at the same.
func (w Wish) withRelay(p session.Player) Wish {
	w.Relay = cmp.Or(p.Relay, w.Relay, relay.DefaultURL)
	return w
}

// intent returns the act of entering the game of a wish.
func (w Wish) intent(act text.Act, q session.Quote) text.Intent {
	i := text.Intent{Act: act, Ruleset: w.Ruleset, Params: q.Params, TurnBlocks: q.TurnBlocks, Terms: q.Terms}
	i.MaxFee = q.MaxFee()
	if w.Channel {
		i.Relay = w.Relay
	}
	return i
}
