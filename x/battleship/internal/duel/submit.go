package duel

import (
	"context"

	"cosmossdk.io/errors"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel"
	"github.com/battleship-chain/battleship/game/play"
	"github.com/battleship-chain/battleship/x/battleship/internal/core"
	"github.com/battleship-chain/battleship/x/battleship/internal/payoff"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// SubmitState brings a state of an off-chain game to the chain, from which the game then continues. Package channel
// judges it: off-chain a player or its delegate may submit any proven state, on-chain anyone a newer one while the game
// is in play.
func (k *Keeper) SubmitState(ctx context.Context, msg *types.MsgSubmitState) error {
	g, before, err := k.load(ctx, msg.GameId)
	if err != nil {
		return err
	}
	sdkCtx := sdk.UnwrapSDKContext(ctx)
	c, err := channelOf(sdkCtx, g)
	if err != nil {
		return err
	}
	of, err := k.senderOf(g, before, msg, msg.Sender)
	if err != nil {
		return err
	}
	paid := core.Prepay(sdkCtx, SubmitGas, "state")
	after, events, err := c.Submit(before, of, msg.Proof.Parse(), sdkCtx.BlockHeight(), core.WorkMeter(sdkCtx))
	if err != nil {
		return types.RuleError(err)
	}
	if err := core.Emit(paid, stateSubmitted(g, msg.Sender, of, after)); err != nil {
		return err
	}
	return k.apply(paid, g, before, after, events)
}

// submitted is the state submitted with a claim, before the claim is judged.
type submitted struct {
	// after is the state of the game after the submission.
	after channel.ChainState
	// endsPlay reports whether the submitted state has ended play.
	endsPlay bool
	events   []game.Event
	// sender has submitted the state, and may act for the player in the seat of.
	sender string
	of     *game.Seat
}

// submitForClaim verifies the state proof of a claim. It writes nothing, because the claim is not verified yet.
func (k *Keeper) submitForClaim(
	ctx sdk.Context, g types.Game, before channel.ChainState, msg *types.MsgClaimWin,
) (submitted, error) {
	if msg.Proof == nil {
		return submitted{after: before}, types.RuleError(before.CheckMove())
	}
	c, err := channelOf(ctx, g)
	if err != nil {
		return submitted{}, err
	}
	by, err := k.seatOf(g, msg, msg.Sender)
	if err != nil {
		return submitted{}, errors.Wrap(err, "proof")
	}
	proof := msg.Proof.Parse()
	after, events, err := c.SubmitForClaim(before, by, &proof, ctx.BlockHeight(), core.WorkMeter(ctx))
	if err != nil {
		return submitted{}, types.RuleError(err)
	}
	return submitted{after: after, endsPlay: len(events) > 0, events: events, sender: msg.Sender, of: &by}, nil
}

// close ends a game whose last state was submitted with the accepted claim.
func (k *Keeper) close(
	ctx sdk.Context, g types.Game, p submitted, after game.State, events []game.Event, fleet game.Fleet,
) (payoff.Settlement, error) {
	if !after.Phase.Ended() {
		return payoff.Settlement{}, errors.Wrapf(types.ErrCorrupt,
			"game %d: expected its first claim to end it, got phase %s", g.Id, after.Phase)
	}
	if err := k.recordStats(ctx, g, p.events); err != nil {
		return payoff.Settlement{}, err
	}
	// A signed state that ends play has no pending shot.
	d := decision{keep: closeAward}
	if err := k.decideOnce(ctx, g, p.after.State, p.after.State, &d); err != nil {
		return payoff.Settlement{}, err
	}
	e, err := k.ending(ctx, g, p.after.State, after, d)
	if err != nil {
		return payoff.Settlement{}, err
	}
	if err := core.Emit(ctx, stateSubmitted(g, p.sender, p.of, p.after)); err != nil {
		return payoff.Settlement{}, err
	}
	return k.conclude(ctx, e, append(p.events, events...), fleet)
}

// channelHashes is what computing the id of a channel takes, in hashes of a commitment: it is one of more bytes.
const channelHashes = 10

// channelOf returns the rule of a channel game.
func channelOf(ctx sdk.Context, g types.Game) (*channel.Channel, error) {
	core.WorkMeter(ctx)(play.Work{For: "channel", Hashes: channelHashes})
	return g.Channel(ctx.ChainID())
}

// openChannel returns the state of a channel game at its join, where it is off-chain.
func openChannel(ctx sdk.Context, g types.Game) (channel.ChainState, error) {
	c, err := channelOf(ctx, g)
	if err != nil {
		return channel.ChainState{}, err
	}
	x, err := c.Open(g.ChannelTimeoutBlocks)
	return x, types.RuleError(err)
}

// timedOut returns the state of a game after its channel timeout.
func timedOut(ctx sdk.Context, g types.Game, before channel.ChainState) (channel.ChainState, error) {
	c, err := channelOf(ctx, g)
	if err != nil {
		return channel.ChainState{}, err
	}
	x, err := c.TimedOut(before, ctx.BlockHeight())
	return x, types.RuleError(err)
}

// moved returns the state of a game after a player has moved on-chain. The record of responses concerns channel games
// alone.
func moved(g types.Game, before channel.ChainState, by game.Seat, after game.State) channel.ChainState {
	if g.IsChannel() {
		return before.Moved(by, after)
	}
	before.State = after
	return before
}

// checkGiveUp returns an error unless a player of a game may concede or challenge.
func checkGiveUp(g types.Game, x channel.ChainState, by game.Seat) error {
	if !g.IsChannel() {
		return nil
	}
	return types.RuleError(x.CheckGiveUp(by))
}
