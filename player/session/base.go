package session

import (
	"bytes"
	"cmp"
	"context"
	"fmt"

	"github.com/cosmos/gogoproto/proto"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/vault"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Base holds the keys, board, signed moves and spending of one player in one game of any kind. It can be dropped
// without loss.
type Base struct {
	Player Player
	ID     uint64
	// own is the player's board once it has been recovered and checked; it cannot change while the game lasts.
	Own *OwnBoard
	// params are the chain's, once they were asked for.
	params *types.Params
	// signed are the signed moves of this game. They are nil until they are loaded. SentIn is the position of the last one
	// that was sent from here, seenIn the last one seen by OnItsWay, and seenAt the height at which it first was.
	signed         *vault.Moves
	sentIn, seenIn string
	seenAt         int64
	// spending is the record of signatures for the messages that the player owed, by message.
	spending map[string]*client.Spending
	// pauses slow down acts of Run that fail in blocks.
	pauses Pauses
	// seatedAt is the last block in which the player is known to have had a seat.
	seatedAt int64
}

// Position is a position of a game in which a player has an obligation.
type Position struct {
	// Key identifies it: equal keys mean the same position, and none recurs.
	Key string
	// Deadline is the last height for the obligation.
	Deadline int64
	// Height is the last committed block.
	Height int64
}

// GameID is the id of the game.
func (k *Base) GameID() uint64 { return k.ID }

// Done is an act of the player of a seat in a transaction.
func (k *Base) Done(in client.Receipt, act text.Act, r *game.Ruleset, seat game.Seat, result text.Result) Done {
	return Done{Receipt: in, GameID: k.ID, Act: act, Ruleset: r, Seat: seat, Result: result}
}

// AsksOwner reports whether the session's key asks its owner before each signature, as one on a device does.
func (k *Base) AsksOwner() bool { return k.Player.Chain.Key().AsksOwner() }

// Query returns a client of the module's queries.
func (k *Base) Query() types.QueryClient { return types.NewQueryClient(k.Player.Chain.Conn()) }

// Address is the player's, for any signer.
func (k *Base) Address() sdk.AccAddress { return k.Player.Key().Address }

// Sender returns the address that signs the messages.
func (k *Base) Sender() string { return k.Player.sender() }

// ChainParams are the chain's params; they are asked for once, for they rarely change.
func (k *Base) ChainParams(ctx context.Context) (types.Params, error) {
	if k.params == nil {
		params, err := k.Player.Params(ctx)
		if err != nil {
			return types.Params{}, err
		}
		k.params = &params
	}
	return *k.params, nil
}

// CheckDelegate returns an ErrNotDelegate if the key acts for a player who has named another delegate.
func (k *Base) CheckDelegate(named string) error {
	if k.Player.Principal.IsZero() || named == k.Sender() {
		return nil
	}
	return fmt.Errorf("game %d: %w: expected %s, got %s", k.ID, text.ErrNotDelegate, cmp.Or(named, "none"),
		k.Sender())
}

// Delegated returns the Base of the board's delegate in the same game, whose fees the player's allowance pays.
func (k *Base) Delegated(own *OwnBoard) Base {
	p := k.Player
	p.Principal = k.Player.Key()
	p.Chain = k.Player.Chain.As(delegateName, own.delegate, p.Principal.Address)
	return Base{Player: p, ID: k.ID, Own: own, params: k.params}
}

// newOwnBoard returns the board that a vault has made or found.
func (k *Base) newOwnBoard(b commitment.Binding, board vault.Board) (*OwnBoard, error) {
	own := &OwnBoard{
		Binding: b, Fleet: board.Fleet, Secret: board.Secret,
		delegate: board.Delegate, Bot: board.Bot, Channel: board.Channel,
	}
	var err error
	if own.Scheme, err = k.Player.schemeOf(own); err != nil {
		return nil, err
	}
	own.Committed, err = own.Scheme.commit()
	return own, err
}

// Unseal opens the player's own board, and makes sure that it is the one committed to.
func (k *Base) Unseal(r *game.Ruleset, committed types.BoardCommitment, recovery []byte) (*OwnBoard, error) {
	key := k.Player.Key()
	if key.Name == "" {
		return nil, fmt.Errorf("%w: expected the key of %s in the keyring, got its address alone", text.ErrNoWallet,
			key.Address)
	}
	b := k.binding(r, committed.Nonce)
	board, err := k.Player.Vault.Open(key.Name, b, recovery)
	if err != nil {
		return nil, fmt.Errorf("recover your board of game %d: %w", k.ID, err)
	}
	own, err := k.newOwnBoard(b, board)
	if err != nil {
		return nil, fmt.Errorf("recover your board of game %d: %w", k.ID, err)
	}
	if !SameCommitment(own.Committed, committed) {
		return nil, fmt.Errorf("%w: game %d, key %s: it was entered by another program, or the node shows a false game",
			text.ErrWrongBoard, k.ID, key.Name)
	}
	k.Own = own
	return own, nil
}

// binding names the player's board with a nonce on this chain.
func (k *Base) binding(r *game.Ruleset, nonce uint64) commitment.Binding {
	return commitment.Binding{ChainID: k.Player.Chain.ChainID(), Player: k.Address(), Nonce: nonce, Ruleset: r}
}

// SameCommitment reports whether two commitments are one.
func SameCommitment(a, b types.BoardCommitment) bool {
	one, err := a.Marshal()
	other, otherErr := b.Marshal()
	return err == nil && otherErr == nil && bytes.Equal(one, other)
}

// Moves are those that were signed in this game on this machine.
func (k *Base) Moves() *vault.Moves {
	if k.signed == nil && k.Player.Vault != nil {
		k.signed = k.Player.Vault.Moves(vault.Game{
			ChainID: k.Player.Chain.ChainID(), Player: k.Address().String(), ID: k.ID,
		})
	}
	if k.signed == nil {
		k.signed = vault.NewMoves()
	}
	return k.signed
}

// Sign writes down that a move is about to be sent in a position, and remembers that it was sent from here.
func (k *Base) Sign(position, move string) error {
	if err := k.Moves().Sign(position, move); err != nil {
		return err
	}
	k.sentIn = position
	return nil
}

// OnItsWay reports whether the move that is owed may be in the next block because an earlier program has signed it:
// then a second transaction would cost its fee for nothing. One block is waited for, if the deadline leaves time for
// that.
func (k *Base) OnItsWay(m Position) (bool, error) {
	if k.sentIn == m.Key {
		return false, nil
	}
	if k.seenIn != m.Key {
		k.seenIn, k.seenAt = m.Key, m.Height
	}
	if m.Height > k.seenAt || game.Late(m.Deadline, m.Height+2) {
		return false, nil
	}
	_, signed, err := k.Moves().In(m.Key)
	return signed, err
}

// spendingFor returns the record of signatures for a message in this session. The message, not the deadline, identifies
// an obligation: a node could name another deadline each time.
func (k *Base) spendingFor(msg sdk.Msg) *client.Spending {
	key := sdk.MsgTypeURL(msg)
	if raw, err := proto.Marshal(msg); err == nil {
		key += string(raw)
	}
	spending, ok := k.spending[key]
	if !ok {
		spending = new(client.Spending)
		if k.spending == nil {
			k.spending = make(map[string]*client.Spending)
		}
		k.spending[key] = spending
	}
	return spending
}

// OwedBy is the delivery of a message that meets the obligation of a game of those terms.
func (k *Base) OwedBy(ctx context.Context, m Position, r *game.Ruleset, t types.Terms, msg sdk.Msg) Delivery {
	d := Delivery{
		deadline: m.Deadline, maxFee: leastMaxFee(r), patience: patience, spending: k.spendingFor(msg),
	}
	params, err := k.ChainParams(ctx)
	if err != nil {
		return d // without the params it is only bid less
	}
	d.patience += clockSlack * params.Duration(m.Deadline-m.Height)
	d.maxFee = MaxFeeOf(r, t, params)
	return d
}
