package keeper

import (
	"context"
	"slices"

	"cosmossdk.io/errors"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/x/battleship/internal/account"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// JoinGame enters an open game with a committed board. From then on the creator owes the opening of its toss.
func (k *Keeper) JoinGame(ctx context.Context, msg *types.MsgJoinGame) error {
	return chargeAtLeast(ctx, entryGas(msg.Entry), "settlement", func() error {
		return k.enterGame(ctx, msg)
	})
}

// enterGame is JoinGame without its least gas.
func (k *Keeper) enterGame(ctx context.Context, msg *types.MsgJoinGame) error {
	joiner, err := k.addresses.Parse(msg.Sender)
	if err != nil {
		return errors.Wrap(err, "sender")
	}
	if err := commitment.ValidateTossBytes(msg.Toss); err != nil {
		return types.RuleError(err)
	}
	terms := msg.Terms
	if terms.Creator, err = k.canonicalCreator(terms.Creator); err != nil {
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

// canonicalCreator returns the creator's address of accepted terms in its canonical form.
func (k *Keeper) canonicalCreator(text string) (string, error) {
	creator, err := k.addresses.Parse(text)
	return creator.Text, errors.Wrap(err, "terms: creator")
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
	entrant, err := k.admit(ctx, joiner, a.entry, before.State.Ruleset)
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
	entrant.participant.Channel = entrant.participant.Channel.WithoutRelay()
	started.Participants = append(slices.Clip(started.Participants), entrant.participant)
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
	if err := k.escrow.Check(ctx, joiner, cost); err != nil {
		return err
	}
	if err := k.checkProof(ctx, entrant); err != nil {
		return err
	}
	if err := k.escrow.Hold(ctx, joiner, cost); err != nil {
		return err
	}
	entrant.player.Games++
	if err := k.start(ctx, started, before, after, entrant); err != nil {
		return err
	}
	if err := k.closeOffer(ctx, g, func(p *types.Player) { p.Games++ }, sdk.NewCoins()); err != nil {
		return err
	}
	if dropped {
		if err := emit(ctx, delegateSet(started, game.Creator)); err != nil {
			return err
		}
	}
	return k.emitEvents(ctx, started, before.State.Ruleset, events)
}

// mixToss returns the joiner's half of the toss as it counts. Only a block that is executed has a hash of its own; what
// is made of another one while a transaction is checked or simulated is thrown away.
func mixToss(ctx sdk.Context, id uint64, joiner account.Account, half []byte) []byte {
	ctx.GasMeter().ConsumeGas(gasOf(commitment.MixHashes), "toss hashes")
	return commitment.MixToss(half, commitment.Join{BlockHash: ctx.HeaderHash(), GameID: id, Player: joiner.Address})
}

// checkOffer returns an error unless the game is open to a player.
func (k *Keeper) checkOffer(ctx context.Context, g types.Game, r *game.Ruleset, e entrant) error {
	if only := g.Offer.Opponent; only != "" && only != e.account.Text {
		return errors.Wrapf(types.ErrUnauthorized, "game %d is offered to one player alone: expected %s, got %s",
			g.Id, only, e.account.Text)
	}
	mine, theirs, most := e.player.Standing().Rating, g.Offer.Rating, g.Offer.RatingRange
	if most > 0 && types.RatingDistance(mine, theirs) > most {
		return errors.Wrapf(types.ErrRatingRange, "game %d: expected a rating of %d to %d, got %d",
			g.Id, theirs-min(most, theirs), theirs+most, mine)
	}
	return k.checkTerms(ctx, r, g.Terms)
}

// checkTerms returns an error unless games of these terms can be joined: governance may have found out something about
// a ruleset or a coin since the game was opened.
func (k *Keeper) checkTerms(ctx context.Context, r *game.Ruleset, t types.Terms) error {
	params, err := k.params.Get(ctx)
	if err != nil {
		return err
	}
	if err := params.CheckJoin(r, t); err != nil || t.Stake == nil {
		return err
	}
	return params.CheckStake(*t.Stake)
}

// start writes a game that was joined.
func (k *Keeper) start(ctx context.Context, g types.Game, before, after channel.ChainState, joiner entrant) error {
	if err := k.games.Set(ctx, g.Id, g); err != nil {
		return err
	}
	if err := k.save(ctx, g.Id, before, after); err != nil {
		return err
	}
	return k.enter(ctx, g.Id, game.Joiner, joiner)
}

// countClosed counts one open game less of a player, makes another change of its record, and returns its account.
func (k *Keeper) countClosed(ctx context.Context, creator string, change func(*types.Player)) (account.Account, error) {
	counted := false
	who, err := k.updatePlayer(ctx, creator, func(p *types.Player) {
		if counted = p.OpenGames > 0; counted {
			p.OpenGames--
		}
		change(p)
	})
	if err != nil {
		return account.Account{}, err
	}
	if !counted {
		return account.Account{}, errors.Wrapf(types.ErrCorrupt, "open games of %s: expected at least 1, got 0", who.Text)
	}
	return who, nil
}

// closeOffer removes a game from the index of open games, and returns to its creator the deposit and other refunds.
func (k *Keeper) closeOffer(ctx context.Context, g types.Game, change func(*types.Player), back sdk.Coins) error {
	if err := k.unlist(ctx, g); err != nil {
		return err
	}
	creator, err := k.countClosed(ctx, g.Participants[game.Creator].Address, change)
	if err != nil {
		return err
	}
	return k.payOut(ctx, g.Id, creator, g.Offer.DepositCoins().Add(back...), sdk.NewCoins())
}
