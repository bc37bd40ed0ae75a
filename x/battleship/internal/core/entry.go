package core

import (
	"context"

	"cosmossdk.io/collections"
	"cosmossdk.io/errors"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/play"
	"github.com/battleship-chain/battleship/x/battleship/internal/account"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Entrant is a player who may enter a game, with the records to write when it does.
type Entrant struct {
	Account     account.Account
	Participant types.Participant
	Player      types.Player

	recovery []byte
	// rules are those of the game, and proof is what shows that the board is legal under them, if that is proven.
	rules *game.Ruleset
	proof []byte
}

// Admit checks a player's entry into a game, except for its opponent and the proof, and writes nothing.
func (k *Core) Admit(ctx context.Context, who account.Account, e types.Entry, r *game.Ruleset) (Entrant, error) {
	if k.Bank.BlockedAddr(who.Address) {
		return Entrant{}, errors.Wrapf(types.ErrBlockedAddress,
			"%s cannot be paid: play with another account", who.Text)
	}
	if len(e.Recovery) > types.MaxRecoveryBytes {
		return Entrant{}, errors.Wrapf(types.ErrInvalidRecovery, "expected at most %d bytes, got %d",
			types.MaxRecoveryBytes, len(e.Recovery))
	}
	if err := e.Board.Validate(r); err != nil {
		return Entrant{}, err
	}
	delegate, err := k.ParseDelegate(who.Text, e.Delegate)
	if err != nil {
		return Entrant{}, err
	}
	if err := e.Channel.Validate(); err != nil {
		return Entrant{}, err
	}
	player, err := k.Player(ctx, who.Address)
	if err != nil {
		return Entrant{}, err
	}
	// The nonce makes every board new: nothing that was shown of an earlier one is worth anything in this game.
	if e.Board.Nonce != player.BoardNonce {
		return Entrant{}, errors.Wrapf(types.ErrNonce, "expected %d, got %d", player.BoardNonce, e.Board.Nonce)
	}
	player.BoardNonce++
	return Entrant{
		Account:     who,
		Participant: types.Participant{Address: who.Text, Delegate: delegate, Board: e.Board, Channel: e.Channel},
		Player:      player,
		recovery:    e.Recovery,
		rules:       r,
		proof:       e.Proof,
	}, nil
}

// CheckProof returns an error unless an entrant has proven that its board is legal, where the ruleset demands that. It
// is dear, so it comes after all other checks.
func (k *Core) CheckProof(ctx sdk.Context, e Entrant) error {
	board, err := k.BoardOf(ctx, e.Participant, e.rules)
	if err != nil {
		return err
	}
	WorkMeter(ctx)(board.EntryWork())
	if err := board.VerifyEntry(e.proof); err != nil {
		return types.RuleError(err)
	}
	return nil
}

// ParseDelegate returns the canonical text of a player's delegate, empty if it names none.
func (k *Core) ParseDelegate(player, text string) (string, error) {
	if text == "" {
		return "", nil
	}
	delegate, err := k.Addresses.Parse(text)
	if err != nil {
		return "", errors.Wrap(err, "delegate")
	}
	if delegate.Text == player {
		return "", errors.Wrapf(types.ErrInvalidDelegate,
			"%s is the player itself: name another address, or none", delegate.Text)
	}
	return delegate.Text, nil
}

// Enter stores the player record, the game index entry and the sealed fleet of a player who takes a seat.
func (k *Core) Enter(ctx context.Context, id uint64, seat int, e Entrant) error {
	if err := k.SetPlayer(ctx, e.Account.Address, e.Player); err != nil {
		return err
	}
	if err := k.IndexGame(ctx, e.Account.Address, id); err != nil {
		return err
	}
	if len(e.recovery) == 0 {
		return nil
	}
	return k.SetRecovery(ctx, id, seat, e.recovery)
}

// IndexGame adds an unfinished game to the index of a player's games.
func (k *Core) IndexGame(ctx context.Context, who sdk.AccAddress, id uint64) error {
	return k.playerGames.Set(ctx, collections.Join(who, id))
}

// SetRecovery stores the sealed fleet of a seat.
func (k *Core) SetRecovery(ctx context.Context, id uint64, seat int, recovery []byte) error {
	return k.recoveries.Set(ctx, RecoveryKey(id, seat), recovery)
}

// Exit removes the game index entry and the sealed fleet of a player.
func (k *Core) Exit(ctx context.Context, id uint64, seat int, who sdk.AccAddress) error {
	if err := k.playerGames.Remove(ctx, collections.Join(who, id)); err != nil {
		return err
	}
	return k.recoveries.Remove(ctx, RecoveryKey(id, seat))
}

// SeatKeyCodec encodes keys of a game id and a number of a seat.
var SeatKeyCodec = collections.PairKeyCodec(collections.Uint64Key, collections.Uint32Key)

// RecoveryKey returns the key of a seat's sealed fleet, in which seats count from 1.
func RecoveryKey(id uint64, seat int) collections.Pair[uint64, uint32] {
	return collections.Join(id, uint32(seat)+1) //nolint:gosec // seats have small numbers
}

// CanonicalCreator returns the creator's address of accepted terms in its canonical form.
func (k *Core) CanonicalCreator(text string) (string, error) {
	creator, err := k.Addresses.Parse(text)
	return creator.Text, errors.Wrap(err, "terms: creator")
}

// CheckTerms returns an error unless games of these terms can be joined: governance may have found out something about
// a ruleset or a coin since the game was opened.
func (k *Core) CheckTerms(ctx context.Context, r *game.Ruleset, t types.Terms) error {
	params, err := k.Params(ctx)
	if err != nil {
		return err
	}
	if err := params.CheckJoin(r, t); err != nil || t.Stake == nil {
		return err
	}
	return params.CheckStake(*t.Stake)
}

// InvitationError explains why an invited player can never play the creator, or returns an empty text.
func (k *Core) InvitationError(ctx context.Context, creator, invited account.Account) string {
	_, isModule := k.Accounts.GetAccount(ctx, invited.Address).(sdk.ModuleAccountI)
	switch {
	case invited.Text == creator.Text:
		return invited.Text + " cannot play against itself: name another player"
	case k.Bank.BlockedAddr(invited.Address):
		return invited.Text + " cannot be paid: name another player"
	case isModule:
		return invited.Text + " is a module account: name a player"
	}
	return ""
}

// BoardOf returns the hidden board of a player.
func (k *Core) BoardOf(ctx sdk.Context, p types.Participant, r *game.Ruleset) (play.Board, error) {
	player, err := k.Addresses.Parse(p.Address)
	if err != nil {
		return nil, errors.Wrapf(types.ErrCorrupt, "player: %s", err)
	}
	return p.Board.Bind(ctx.ChainID(), player.Address, r)
}
