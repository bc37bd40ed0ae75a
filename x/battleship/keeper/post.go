package keeper

import (
	"context"

	"cosmossdk.io/errors"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel"
	"github.com/battleship-chain/battleship/game/play"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// PostState brings a state of a game at sea to the chain, on which the game then goes on. Package channel judges it: at
// sea a player or its delegate may post any state that is proven, ashore anybody a newer one while the game is in play.
func (k *Keeper) PostState(ctx context.Context, msg *types.MsgPostState) error {
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
	after, events, err := c.Post(before, of, msg.Proof.Parse(), sdkCtx.BlockHeight(), workMeter(sdkCtx))
	if err != nil {
		return types.RuleError(err)
	}
	if err := emit(ctx, statePosted(g, msg.Sender, of, after)); err != nil {
		return err
	}
	return k.apply(ctx, g, before, after, events)
}

// posted is what a claim has brought to the chain before it is judged.
type posted struct {
	// after is where the game stands then.
	after channel.Stand
	// news tells that this is not where it stood before: the claim's proof has ended play.
	news   bool
	events []game.Event
	// sender has posted it, who may act for a player.
	sender string
	of     *game.Seat
}

// postForClaim judges the proof of a claim. It writes nothing: that is done once the claim has been judged.
func (k *Keeper) postForClaim(
	ctx sdk.Context, g types.Game, before channel.Stand, msg *types.MsgClaimWin,
) (posted, error) {
	if msg.Proof == nil {
		return posted{after: before}, types.RuleError(before.CheckMove())
	}
	c, err := channelOf(ctx, g)
	if err != nil {
		return posted{}, err
	}
	by, err := k.seatOf(g, msg, msg.Sender)
	if err != nil {
		return posted{}, errors.Wrap(err, "proof")
	}
	proof := msg.Proof.Parse()
	after, events, err := c.PostForClaim(before, by, &proof, ctx.BlockHeight(), workMeter(ctx))
	if err != nil {
		return posted{}, types.RuleError(err)
	}
	return posted{after: after, news: len(events) > 0, events: events, sender: msg.Sender, of: &by}, nil
}

// close ends a game whose end was brought to the chain by the claim that has proven it.
func (k *Keeper) close(
	ctx sdk.Context, g types.Game, p posted, after game.State, events []game.Event, fleet game.Fleet,
) (types.Settlement, error) {
	if !after.Phase.Ended() {
		return types.Settlement{}, errors.Wrapf(types.ErrCorrupt, "game %d: expected its first claim to end it, got phase %s",
			g.Id, after.Phase)
	}
	if err := k.tally(ctx, g, p.events); err != nil {
		return types.Settlement{}, err
	}
	d := decision{keep: closeAward}
	if err := k.decideOnce(ctx, g, p.after.State, &d); err != nil {
		return types.Settlement{}, err
	}
	e, err := k.ending(ctx, g, p.after.State, after, d)
	if err != nil {
		return types.Settlement{}, err
	}
	if err := emit(ctx, statePosted(g, p.sender, p.of, p.after)); err != nil {
		return types.Settlement{}, err
	}
	return k.conclude(ctx, e, append(p.events, events...), fleet)
}

// channelHashes is what computing the id of a channel takes, in hashes of a commitment: it is one of more bytes.
const channelHashes = 10

// channelOf returns the rule of a channel game.
func channelOf(ctx sdk.Context, g types.Game) (*channel.Channel, error) {
	workMeter(ctx)(play.Work{For: "channel", Hashes: channelHashes})
	return g.Channel(ctx.ChainID())
}

// setOut returns where a channel game stands that is being joined: at sea.
func setOut(ctx sdk.Context, g types.Game) (channel.Stand, error) {
	c, err := channelOf(ctx, g)
	if err != nil {
		return channel.Stand{}, err
	}
	x, err := c.SetOut(g.LeaseBlocks)
	return x, types.RuleError(err)
}

// leasePassed returns where a game stands that nobody has brought ashore in time.
func leasePassed(ctx sdk.Context, g types.Game, before channel.Stand) (channel.Stand, error) {
	c, err := channelOf(ctx, g)
	if err != nil {
		return channel.Stand{}, err
	}
	x, err := c.LeasePassed(before, ctx.BlockHeight())
	return x, types.RuleError(err)
}

// moved returns where a game stands after a player has moved on chain. Whom the chain has heard counts in channel games
// alone.
func moved(g types.Game, before channel.Stand, by game.Seat, after game.State) channel.Stand {
	if g.IsChannel() {
		return before.Moved(by, after)
	}
	before.State = after
	return before
}

// mayGiveUp returns an error unless a player of a game may concede or challenge.
func mayGiveUp(g types.Game, x channel.Stand, by game.Seat) error {
	if !g.IsChannel() {
		return nil
	}
	return types.RuleError(x.CheckGiveUp(by))
}
