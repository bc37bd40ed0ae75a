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
	player Player
	gameID uint64
	// own is the player's board once it has been recovered and checked; it cannot change while the game lasts.
	own *ownBoard
	// params are the chain's, once they were asked for.
	params *types.Params
	// signed are the signed moves of this game. They are nil until they are loaded. SentIn is the position of the last one
	// that was sent from here, seenIn the last one seen by onItsWay, and seenAt the height at which it first was.
	signed         *vault.Moves
	sentIn, seenIn string
	seenAt         int64
	// spending is the record of signatures for the messages that the player owed, by message.
	spending map[string]*client.Spending
	// pauses slow down acts of Run that fail in blocks.
	pauses Pauses
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
func (k *Base) GameID() uint64 { return k.gameID }

// done is an act of the player of a seat in a transaction.
func (k *Base) done(in client.Receipt, act text.Act, r *game.Ruleset, seat game.Seat, result text.Result) Done {
	return Done{Receipt: in, GameID: k.gameID, Act: act, Ruleset: r, Seat: seat, Result: result}
}

// AsksOwner reports whether the session's key asks its owner before each signature, as one on a device does.
func (k *Base) AsksOwner() bool { return k.player.Chain.Key().AsksOwner() }

func (k *Base) query() types.QueryClient { return types.NewQueryClient(k.player.Chain.Conn()) }

// address is the player's, for any signer.
func (k *Base) address() sdk.AccAddress { return k.player.key().Address }

func (k *Base) sender() string { return k.player.sender() }

// chainParams are the chain's params; they are asked for once, for they rarely change.
func (k *Base) chainParams(ctx context.Context) (types.Params, error) {
	if k.params == nil {
		params, err := k.player.params(ctx)
		if err != nil {
			return types.Params{}, err
		}
		k.params = &params
	}
	return *k.params, nil
}

// checkDelegate returns an ErrNotDelegate if the key acts for a player who has named another delegate.
func (k *Base) checkDelegate(named string) error {
	if k.player.Principal.IsZero() || named == k.sender() {
		return nil
	}
	return fmt.Errorf("game %d: %w: expected %s, got %s", k.gameID, text.ErrNotDelegate, cmp.Or(named, "nobody"),
		k.sender())
}

// asDelegate returns the Base of the board's delegate in the same game, whose fees the player's allowance pays.
func (k *Base) asDelegate(own *ownBoard) Base {
	p := k.player
	p.Principal = k.player.key()
	p.Chain = k.player.Chain.As(delegateName, own.delegate, p.Principal.Address)
	return Base{player: p, gameID: k.gameID, own: own, params: k.params}
}

// newOwnBoard returns the board that a vault has made or found.
func (k *Base) newOwnBoard(b commitment.Binding, board vault.Board) (*ownBoard, error) {
	own := &ownBoard{
		binding: b, fleet: board.Fleet, secret: board.Secret,
		delegate: board.Delegate, bot: board.Bot, channel: board.Channel,
	}
	var err error
	if own.scheme, err = k.player.schemeOf(own); err != nil {
		return nil, err
	}
	own.committed, err = own.scheme.commit()
	return own, err
}

// unseal opens the player's own board, and makes sure that it is the one committed to.
func (k *Base) unseal(r *game.Ruleset, committed types.BoardCommitment, recovery []byte) (*ownBoard, error) {
	key := k.player.key()
	if key.Name == "" {
		return nil, fmt.Errorf("%w: expected the key of %s in the keyring, got its address alone", text.ErrNoWallet,
			key.Address)
	}
	b := k.binding(r, committed.Nonce)
	board, err := k.player.Vault.Open(key.Name, b, recovery)
	if err != nil {
		return nil, fmt.Errorf("recover your board of game %d: %w", k.gameID, err)
	}
	own, err := k.newOwnBoard(b, board)
	if err != nil {
		return nil, fmt.Errorf("recover your board of game %d: %w", k.gameID, err)
	}
	if !equal(own.committed, committed) {
		return nil, fmt.Errorf("%w: game %d, key %s: it was entered by another program, or the node shows a false game",
			text.ErrWrongBoard, k.gameID, key.Name)
	}
	k.own = own
	return own, nil
}

// binding names the player's board with a nonce on this chain.
func (k *Base) binding(r *game.Ruleset, nonce uint64) commitment.Binding {
	return commitment.Binding{ChainID: k.player.Chain.ChainID(), Player: k.address(), Nonce: nonce, Ruleset: r}
}

// equal reports whether two commitments are one.
func equal(a, b types.BoardCommitment) bool {
	one, err := a.Marshal()
	other, otherErr := b.Marshal()
	return err == nil && otherErr == nil && bytes.Equal(one, other)
}

// moves are those that were signed in this game on this machine.
func (k *Base) moves() *vault.Moves {
	if k.signed == nil && k.player.Vault != nil {
		k.signed = k.player.Vault.Moves(vault.Game{
			ChainID: k.player.Chain.ChainID(), Player: k.address().String(), ID: k.gameID,
		})
	}
	if k.signed == nil {
		k.signed = vault.NewMoves()
	}
	return k.signed
}

// sign writes down that a move is about to be sent in a position, and remembers that it was sent from here.
func (k *Base) sign(position, move string) error {
	if err := k.moves().Sign(position, move); err != nil {
		return err
	}
	k.sentIn = position
	return nil
}

// onItsWay reports whether the move that is owed may be in the next block because an earlier program has signed it:
// then a second transaction would cost its fee for nothing. One block is waited for, if the deadline leaves time for
// that.
func (k *Base) onItsWay(m Position) (bool, error) {
	if k.sentIn == m.Key {
		return false, nil
	}
	if k.seenIn != m.Key {
		k.seenIn, k.seenAt = m.Key, m.Height
	}
	if m.Height > k.seenAt || game.Late(m.Deadline, m.Height+2) {
		return false, nil
	}
	_, signed, err := k.moves().In(m.Key)
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

// owedBy is the delivery of a message that meets the obligation of a game of those terms.
func (k *Base) owedBy(ctx context.Context, m Position, r *game.Ruleset, t types.Terms, msg sdk.Msg) delivery {
	d := delivery{
		deadline: m.Deadline, maxFee: leastMaxFee(r), patience: patience, spending: k.spendingFor(msg),
	}
	params, err := k.chainParams(ctx)
	if err != nil {
		return d // without the params it is only bid less
	}
	d.patience += clockSlack * params.Duration(m.Deadline-m.Height)
	d.maxFee = maxFee(r, t, params)
	return d
}
