package duel

import (
	"context"

	"cosmossdk.io/errors"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/x/battleship/internal/core"
	"github.com/battleship-chain/battleship/x/battleship/internal/lobby"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// matchGas is the least gas of a match, above that of its transaction. Joining costs more than opening. A client that
// simulates and finds nothing would leave too little gas to join a game opened before it in the same block, and the two
// players would miss each other; so a match costs the same whether it joins or opens, and no less than entering an
// off-chain game.
const matchGas = 160_000

// MatchGame joins the open game that fits best: same rules, stake, clock and kind, a fee and a share of the network of
// no more than those of a game opened now, the nearest rating within both ranges, the first opened among equals. If
// none fits, it opens one. Of two players who ask for a match that would fit, the second one always finds the first:
// waiting games have an index of their own, which other players cannot fill.
func (k *Keeper) MatchGame(ctx context.Context, msg *types.MsgMatchGame) (*types.MsgMatchGameResponse, error) {
	var found *types.MsgMatchGameResponse
	err := core.ChargeAtLeast(ctx, matchGas, "match", func() (err error) {
		found, err = k.match(ctx, msg)
		return err
	})
	return found, err
}

// match is MatchGame without its least gas.
func (k *Keeper) match(ctx context.Context, msg *types.MsgMatchGame) (*types.MsgMatchGameResponse, error) {
	who, err := k.Addresses.Parse(msg.Sender)
	if err != nil {
		return nil, errors.Wrap(err, "sender")
	}
	if err := commitment.ValidateTossBytes(msg.Toss); err != nil {
		return nil, types.RuleError(err)
	}
	w, err := k.newRequest(ctx, msg.RulesetId, msg.TurnBlocks, msg.Stake, msg.Casual, msg.RatingRange)
	if err != nil {
		return nil, err
	}
	if err := w.terms.CheckLimits(msg.MaxFee, msg.MaxHouseShareBps); err != nil {
		return nil, err
	}
	w.matching = true
	entrant, err := k.Admit(ctx, who, msg.Entry, w.rules)
	if err != nil {
		return nil, err
	}
	id, found, err := k.bestFit(sdk.UnwrapSDKContext(ctx), w, entrant)
	if err != nil {
		return nil, err
	}
	if !found {
		if id, err = k.open(ctx, w, entrant); err != nil {
			return nil, err
		}
		return &types.MsgMatchGameResponse{GameId: id, Delegate: entrant.Participant.Delegate}, nil
	}
	g, before, err := k.load(ctx, id)
	if err != nil {
		return nil, err
	}
	a := arrival{entry: msg.Entry, toss: msg.Toss, terms: g.Accepted()}
	a.entry.Delegate = freeDelegate(g, entrant)
	if err := k.join(sdk.UnwrapSDKContext(ctx), g, before, who, a); err != nil {
		return nil, err
	}
	return &types.MsgMatchGameResponse{
		GameId: id, Joined: true, Delegate: a.entry.Delegate, Rating: g.Offer.Rating,
	}, nil
}

// freeDelegate returns the delegate of a player who is matched with a game, unless it acts for the other side already.
// A creator can name any account as its delegate; that must keep no player with the same delegate from being matched.
// The creator keeps its own: otherwise the joiner could remove it, and win by the silence of a player that is away.
func freeDelegate(g types.Game, e core.Entrant) string {
	creator, delegate := g.Participants[game.Creator], e.Participant.Delegate
	if delegate == creator.Address || delegate == creator.Delegate {
		return ""
	}
	return e.Participant.Delegate
}

// bestFit returns the id of the open game that fits best, if there is one.
func (k *Keeper) bestFit(ctx sdk.Context, w gameRequest, e core.Entrant) (uint64, bool, error) {
	found, err := k.Lobby.Search(ctx, lobby.Seeker{
		Player: e.Account.Text, Rating: e.Player.Standing().Rating,
		Pool:        types.NewPool(w.rules.ID, w.terms, w.clock.TurnBlocks, e.Participant.Channel != nil),
		RatingRange: w.ratingRange, Fee: w.terms.Fee, HouseShareBps: w.terms.HouseShareBps, Height: ctx.BlockHeight(),
	})
	if err != nil {
		return 0, false, err
	}
	if found.Own > 0 {
		return 0, false, errors.Wrapf(types.ErrAlreadyWaiting,
			"%s waits for such a game in game %d: cancel it first", e.Account.Text, found.Own)
	}
	return found.Best.ID, found.Fits, nil
}
