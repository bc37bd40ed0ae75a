package keeper

import (
	"context"
	stderrors "errors"

	"cosmossdk.io/collections"
	"cosmossdk.io/errors"

	"github.com/cosmos/cosmos-sdk/codec"

	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/x/battleship/internal/account"
	"github.com/battleship-chain/battleship/x/battleship/internal/core"
	"github.com/battleship-chain/battleship/x/battleship/internal/duel"
	"github.com/battleship-chain/battleship/x/battleship/internal/kind"
	"github.com/battleship-chain/battleship/x/battleship/internal/melee"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// kinds are the kinds of games.
type kinds struct {
	duels  *duel.Keeper
	melees *melee.Keeper
}

// newKinds returns the kinds of games, and lists them in the order in which they are asked for a game. The order is
// gas: it never changes, and a new kind comes last.
func newKinds(sb *collections.SchemaBuilder, cdc codec.BinaryCodec, c *core.Core) kinds {
	all := kinds{duels: duel.New(sb, cdc, c), melees: melee.New(sb, cdc, c)}
	c.Kinds = kind.List{all.duels, all.melees}
	return all
}

// Names under which the parts of the kinds are embedded.
type (
	duelMessages  = duel.MsgServer
	meleeMessages = melee.MsgServer
	duelQueries   = duel.QueryServer
	meleeQueries  = melee.QueryServer
	duelRecords   = duel.Records
	meleeRecords  = melee.Records
)

// messagesOfKinds answers the messages that concern one kind alone.
type messagesOfKinds struct {
	duelMessages
	meleeMessages
}

func (k kinds) messages() messagesOfKinds {
	return messagesOfKinds{duel.NewMsgServer(k.duels), melee.NewMsgServer(k.melees)}
}

// queriesOfKinds answers the queries that concern one kind alone.
type queriesOfKinds struct {
	duelQueries
	meleeQueries
}

func (k kinds) queries() queriesOfKinds {
	return queriesOfKinds{duel.NewQueryServer(k.duels), melee.NewQueryServer(k.melees)}
}

// recordsOfKinds are the records of games.
type recordsOfKinds struct {
	duelRecords
	meleeRecords
}

func (k kinds) records() recordsOfKinds { return recordsOfKinds{k.duels.Records(), k.melees.Records()} }

// each asks the first kind, and the kind that has the game if that is another one. It returns an OtherError if the game
// has ended.
func (k *Keeper) each(do func(kind.Kind) error) error {
	err := do(k.core.Kinds[0])
	if other := (*kind.OtherError)(nil); stderrors.As(err, &other) && other.Unfinished() {
		return do(other.Kind)
	}
	return err
}

// Concede gives up a game that has begun.
func (k *Keeper) Concede(ctx context.Context, msg *types.MsgConcede) error {
	return k.each(func(of kind.Kind) error { return of.Concede(ctx, msg) })
}

// ClaimWin proves that a player has committed to an honest board and played it honestly. It ends the game and pays what
// it was played for, unless another player still comes first. A claim that fails changes nothing; it can be sent again
// until the deadline.
func (k *Keeper) ClaimWin(ctx context.Context, msg *types.MsgClaimWin) (res *types.MsgClaimWinResponse, err error) {
	if len(msg.BoardSecret) != commitment.SecretSize {
		return nil, errors.Wrapf(types.ErrClaim, "board secret: expected %d bytes, got %d",
			commitment.SecretSize, len(msg.BoardSecret))
	}
	err = k.each(func(of kind.Kind) (err error) {
		res, err = of.Claim(ctx, msg)
		return err
	})
	return res, err
}

// DeclineGame refuses a game to which the sender is invited.
func (k *Keeper) DeclineGame(ctx context.Context, msg *types.MsgDeclineGame) error {
	return k.each(func(of kind.Kind) error { return of.Decline(ctx, msg) })
}

// SetDelegate sets or removes the account that may act for the sender in one game.
func (k *Keeper) SetDelegate(ctx context.Context, msg *types.MsgSetDelegate) error {
	return k.each(func(of kind.Kind) error { return of.SetDelegate(ctx, msg) })
}

// mentionGames adds a player's unfinished games to the answer about it, as many as fit on a page.
func (k *Keeper) mentionGames(ctx context.Context, who account.Account, res *types.QueryPlayerResponse) error {
	games, err := k.core.FirstGames(ctx, who)
	if err != nil {
		return err
	}
	for _, id := range games {
		of := k.core.Kinds[0]
		if err := k.core.Kinds.Find(ctx, id); err != nil {
			found := (*kind.OtherError)(nil)
			if !stderrors.As(err, &found) {
				return err
			}
			of = found.Kind
		}
		of.Mention(res, id)
	}
	return nil
}
