package duel

import (
	"context"
	"slices"

	"cosmossdk.io/errors"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/x/battleship/internal/account"
	"github.com/battleship-chain/battleship/x/battleship/internal/core"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// JoinGame enters an open game with a committed board. From then on the creator owes the opening of its toss.
func (k *Keeper) JoinGame(ctx context.Context, msg *types.MsgJoinGame) error {
	return core.ChargeAtLeast(ctx, entryGas(msg.Entry), "settlement", func() error {
		return k.enterGame(ctx, msg)
	})
}

// enterGame is JoinGame without its least gas.
func (k *Keeper) enterGame(ctx context.Context, msg *types.MsgJoinGame) error {
	joiner, err := k.Addresses.Parse(msg.Sender)
	if err != nil {
		return errors.Wrap(err, "sender")
	}
	if err := commitment.ValidateTossBytes(msg.Toss); err != nil {
		return types.RuleError(err)
	}
	terms := msg.Terms
	if terms.Creator, err = k.CanonicalCreator(terms.Creator); err != nil {
		return err
	}
	g, before, err := k.load(ctx, msg.GameId)
	if err != nil {
		return err
	}
	return k.join(sdk.UnwrapSDKContext(ctx), g, before, joiner, arrival{entry: msg.Entry, toss: msg.Toss, terms: terms})
}

// arrival is what a joiner brings into a game.
type arrival struct {
	entry types.Entry
	toss  []byte
	// terms are those that it accepts.
	terms types.AcceptedTerms
}

// join enters a player into a game, after checking that the two may meet.
func (k *Keeper) join(
	ctx sdk.Context, g types.Game, before channel.ChainState, joiner account.Account, a arrival,
) error {
	after, events, err := step(ctx, before, game.Join{})
	if err != nil {
		return err
	}
	if err := a.terms.Check(g); err != nil {
		return err
	}
	entrant, err := k.Admit(ctx, joiner, a.entry, before.State.Ruleset)
	if err != nil {
		return err
	}
	if err := k.checkOffer(ctx, g, before.State.Ruleset, entrant); err != nil {
		return err
	}
	started := g
	// A creator must not keep a player from joining by naming it as its delegate.
	dropped := g.Participants[game.Creator].Delegate == joiner.Text
	if dropped {
		started = withDelegate(g, game.Creator, "")
	}
	entrant.Participant.Channel = entrant.Participant.Channel.WithoutRelay()
	started.Participants = append(slices.Clip(started.Participants), entrant.Participant)
	started.Toss, started.JoinedHeight, started.Offer = mixToss(ctx, g.Id, joiner, a.toss), ctx.BlockHeight(), nil
	if err := started.CheckSeats(); err != nil {
		return err
	}
	if started.IsChannel() {
		if after, err = openChannel(ctx, started); err != nil {
			return err
		}
	}
	cost := g.Terms.Entry()
	if err := k.Escrow.Check(ctx, joiner, cost); err != nil {
		return err
	}
	if err := k.CheckProof(ctx, entrant); err != nil {
		return err
	}
	if err := k.Escrow.Hold(ctx, joiner, cost); err != nil {
		return err
	}
	entrant.Player.Games++
	if err := k.start(ctx, started, before, after, entrant); err != nil {
		return err
	}
	if err := k.closeOffer(ctx, g, func(p *types.Player) { p.Games++ }, sdk.NewCoins()); err != nil {
		return err
	}
	if dropped {
		if err := core.Emit(ctx, delegateSet(started, game.Creator)); err != nil {
			return err
		}
	}
	return k.emitEvents(ctx, started, before.State.Ruleset, events)
}

// mixToss returns the joiner's half of the toss as it counts. Only a block that is executed has a hash of its own; what
// is made of another one while a transaction is checked or simulated is thrown away.
func mixToss(ctx sdk.Context, id uint64, joiner account.Account, half []byte) []byte {
	ctx.GasMeter().ConsumeGas(core.GasOf(commitment.MixHashes), "toss hashes")
	return commitment.MixToss(half, commitment.Join{BlockHash: ctx.HeaderHash(), GameID: id, Player: joiner.Address})
}

// checkOffer returns an error unless the game is open to a player.
func (k *Keeper) checkOffer(ctx context.Context, g types.Game, r *game.Ruleset, e core.Entrant) error {
	if only := g.Offer.Opponent; only != "" && only != e.Account.Text {
		return errors.Wrapf(types.ErrUnauthorized, "game %d is offered to one player alone: expected %s, got %s",
			g.Id, only, e.Account.Text)
	}
	mine, theirs, most := e.Player.Standing().Rating, g.Offer.Rating, g.Offer.RatingRange
	if most > 0 && types.RatingDistance(mine, theirs) > most {
		return errors.Wrapf(types.ErrRatingRange, "game %d: expected a rating of %d to %d, got %d",
			g.Id, theirs-min(most, theirs), theirs+most, mine)
	}
	return k.CheckTerms(ctx, r, g.Terms)
}

// start writes a game that was joined.
func (k *Keeper) start(ctx context.Context, g types.Game, before, after channel.ChainState, joiner core.Entrant) error {
	if err := k.games.Set(ctx, g.Id, g); err != nil {
		return err
	}
	if err := k.save(ctx, g.Id, before, after); err != nil {
		return err
	}
	return k.Enter(ctx, g.Id, int(game.Joiner), joiner)
}

// closeOffer removes a game from the index of open games, and returns to its creator the deposit and other refunds.
func (k *Keeper) closeOffer(ctx context.Context, g types.Game, change func(*types.Player), back sdk.Coins) error {
	if err := k.unlist(ctx, g); err != nil {
		return err
	}
	creator, err := k.CountClosed(ctx, g.Participants[game.Creator].Address, change)
	if err != nil {
		return err
	}
	return k.PayOut(ctx, g.Id, creator, g.Offer.DepositCoins().Add(back...), sdk.NewCoins())
}
