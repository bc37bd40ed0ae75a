package keeper

import (
	"context"

	"cosmossdk.io/collections"
	"cosmossdk.io/errors"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/internal/account"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// entrant is a player who may enter a game, with the records to write when it does.
type entrant struct {
	account     account.Account
	participant types.Participant
	player      types.Player
	recovery    []byte
	// rules are those of the game, and proof is what shows that the board is legal under them, if that is proven.
	rules *game.Ruleset
	proof []byte
}

// admit checks a player's entry into a game, except for its opponent and the proof, and writes nothing.
func (k *Keeper) admit(ctx context.Context, who account.Account, e types.Entry, r *game.Ruleset) (entrant, error) {
	if k.bank.BlockedAddr(who.Address) {
		return entrant{}, errors.Wrapf(types.ErrBlockedAddress,
			"%s cannot be paid: play with another account", who.Text)
	}
	if len(e.Recovery) > types.MaxRecoveryBytes {
		return entrant{}, errors.Wrapf(types.ErrInvalidRecovery, "expected at most %d bytes, got %d",
			types.MaxRecoveryBytes, len(e.Recovery))
	}
	if err := e.Board.Validate(r); err != nil {
		return entrant{}, err
	}
	delegate, err := k.parseDelegate(who.Text, e.Delegate)
	if err != nil {
		return entrant{}, err
	}
	if err := e.Channel.Validate(); err != nil {
		return entrant{}, err
	}
	player, err := k.player(ctx, who.Address)
	if err != nil {
		return entrant{}, err
	}
	// The nonce makes every board new: nothing that was shown of an earlier one is worth anything in this game.
	if e.Board.Nonce != player.BoardNonce {
		return entrant{}, errors.Wrapf(types.ErrNonce, "expected %d, got %d", player.BoardNonce, e.Board.Nonce)
	}
	player.BoardNonce++
	return entrant{
		account:     who,
		participant: types.Participant{Address: who.Text, Delegate: delegate, Board: e.Board, Channel: e.Channel},
		player:      player,
		recovery:    e.Recovery,
		rules:       r,
		proof:       e.Proof,
	}, nil
}

// checkProof returns an error unless an entrant has proven that its board is legal, where the ruleset demands that. It
// is dear, so it comes after all other checks.
func (k *Keeper) checkProof(ctx sdk.Context, e entrant) error {
	board, err := k.boardOf(ctx, e.participant, e.rules)
	if err != nil {
		return err
	}
	workMeter(ctx)(board.EntryWork())
	if err := board.VerifyEntry(e.proof); err != nil {
		return types.RuleError(err)
	}
	return nil
}

// parseDelegate returns the canonical text of a player's delegate, empty if it names none.
func (k *Keeper) parseDelegate(player, text string) (string, error) {
	if text == "" {
		return "", nil
	}
	delegate, err := k.addresses.Parse(text)
	if err != nil {
		return "", errors.Wrap(err, "delegate")
	}
	if delegate.Text == player {
		return "", errors.Wrapf(types.ErrInvalidDelegate,
			"%s is the player itself: name another address, or none", delegate.Text)
	}
	return delegate.Text, nil
}

// enter stores the player record, the game index entry and the sealed fleet.
func (k *Keeper) enter(ctx context.Context, id uint64, seat game.Seat, e entrant) error {
	if err := k.players.Set(ctx, e.account.Address, e.player); err != nil {
		return err
	}
	if err := k.playerGames.Set(ctx, collections.Join(e.account.Address, id)); err != nil {
		return err
	}
	if len(e.recovery) == 0 {
		return nil
	}
	return k.recoveries.Set(ctx, recoveryKey(id, seat), e.recovery)
}

// recoveryKey returns where the sealed fleet of a seat is kept.
func recoveryKey(id uint64, seat game.Seat) collections.Pair[uint64, uint32] {
	return collections.Join(id, uint32(types.SeatOf(seat))) //nolint:gosec // a seat is 1 or 2
}
