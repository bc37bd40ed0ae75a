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
	"github.com/battleship-chain/battleship/player/vault"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// hand is what a player needs to act in one game, whatever is played: who it is, its board, what it has signed and what
// that has cost. Nothing of it would be lost with it.
type hand struct {
	player Player
	gameID uint64
	// own is the player's board once it has been recovered and checked; it cannot change while the game lasts.
	own *ownBoard
	// params are the chain's, once they were asked for.
	params *types.Params
	// signed are the moves that were signed in this game; nil until they are asked for. SentIn is the position of the last
	// one that this hand has sent, seenIn the one that onItsWay has seen last, and seenAt the height at which it first
	// did.
	signed         *vault.Moves
	sentIn, seenIn string
	seenAt         int64
	// spending is what was signed for the messages that the player owed, by message.
	spending map[string]*client.Spending
}

// Moment is a moment of a game in which something is owed.
type Moment struct {
	// Position names it: the same text means the same moment, and none comes again.
	Position string
	// Deadline is the last height at which what is owed counts.
	Deadline int64
	// Height is the last committed block.
	Height int64
}

// GameID is the id of the game.
func (h *hand) GameID() uint64 { return h.gameID }

// AsksOwner reports whether the session's key asks its owner before each signature, as one on a device does.
func (h *hand) AsksOwner() bool { return h.player.Chain.Key().AsksOwner() }

func (h *hand) query() types.QueryClient { return types.NewQueryClient(h.player.Chain.Conn()) }

// address is the player's, for whoever signs.
func (h *hand) address() sdk.AccAddress { return h.player.key().Address }

func (h *hand) sender() string { return h.player.sender() }

// chainParams are the chain's params; they are asked for once, for they rarely change.
func (h *hand) chainParams(ctx context.Context) (types.Params, error) {
	if h.params == nil {
		params, err := h.player.params(ctx)
		if err != nil {
			return types.Params{}, err
		}
		h.params = &params
	}
	return *h.params, nil
}

// checkDelegate returns an ErrNotDelegate if the key acts for a player who has named another delegate.
func (h *hand) checkDelegate(named string) error {
	if h.player.Principal.IsZero() || named == h.sender() {
		return nil
	}
	return fmt.Errorf("game %d: %w: expected %s, got %s", h.gameID, ErrNotDelegate, cmp.Or(named, "nobody"), h.sender())
}

// asDelegate is the hand in the same game of the delegate that a board brings, whose fees the player's allowance pays.
func (h *hand) asDelegate(own *ownBoard) hand {
	p := h.player
	p.Principal = h.player.key()
	p.Chain = h.player.Chain.As(delegateName, own.delegate, p.Principal.Address)
	return hand{player: p, gameID: h.gameID, own: own, params: h.params}
}

// newOwnBoard returns the board that a vault has made or found.
func (h *hand) newOwnBoard(b commitment.Binding, board vault.Board) (*ownBoard, error) {
	own := &ownBoard{
		binding: b, fleet: board.Fleet, secret: board.Secret,
		delegate: board.Delegate, bot: board.Bot, channel: board.Channel,
	}
	var err error
	if own.scheme, err = h.player.schemeOf(own); err != nil {
		return nil, err
	}
	own.committed, err = own.scheme.commit()
	return own, err
}

// unseal opens the player's own board, and makes sure that it is the one committed to.
func (h *hand) unseal(r *game.Ruleset, committed types.BoardCommitment, recovery []byte) (*ownBoard, error) {
	key := h.player.key()
	if key.Name == "" {
		return nil, fmt.Errorf("%w: expected the key of %s in the keyring, got its address alone", ErrNoWallet, key.Address)
	}
	b := h.binding(r, committed.Nonce)
	board, err := h.player.Vault.Open(key.Name, b, recovery)
	if err != nil {
		return nil, fmt.Errorf("recover your board of game %d: %w", h.gameID, err)
	}
	own, err := h.newOwnBoard(b, board)
	if err != nil {
		return nil, fmt.Errorf("recover your board of game %d: %w", h.gameID, err)
	}
	if !equal(own.committed, committed) {
		return nil, fmt.Errorf("%w: game %d, key %s: it was entered by another program, or the node shows a false game",
			ErrWrongBoard, h.gameID, key.Name)
	}
	h.own = own
	return own, nil
}

// binding names the player's board with a nonce on this chain.
func (h *hand) binding(r *game.Ruleset, nonce uint64) commitment.Binding {
	return commitment.Binding{ChainID: h.player.Chain.ChainID(), Player: h.address(), Nonce: nonce, Ruleset: r}
}

// equal reports whether two commitments are one.
func equal(a, b types.BoardCommitment) bool {
	one, err := a.Marshal()
	other, otherErr := b.Marshal()
	return err == nil && otherErr == nil && bytes.Equal(one, other)
}

// moves are those that were signed in this game on this machine.
func (h *hand) moves() *vault.Moves {
	if h.signed == nil && h.player.Vault != nil {
		h.signed = h.player.Vault.Moves(vault.Game{
			ChainID: h.player.Chain.ChainID(), Player: h.address().String(), ID: h.gameID,
		})
	}
	if h.signed == nil {
		h.signed = vault.NewMoves()
	}
	return h.signed
}

// sign writes down that a move is about to be sent in a position, and remembers that this hand has sent it.
func (h *hand) sign(position, move string) error {
	if err := h.moves().Sign(position, move); err != nil {
		return err
	}
	h.sentIn = position
	return nil
}

// onItsWay reports whether the move that is owed may be in the next block because an earlier program has signed it:
// then a second transaction would cost its fee for nothing. One block is waited for, if the deadline leaves time for
// that.
func (h *hand) onItsWay(m Moment) (bool, error) {
	if h.sentIn == m.Position {
		return false, nil
	}
	if h.seenIn != m.Position {
		h.seenIn, h.seenAt = m.Position, m.Height
	}
	if m.Height > h.seenAt || game.Late(m.Deadline, m.Height+2) {
		return false, nil
	}
	_, signed, err := h.moves().In(m.Position)
	return signed, err
}

// spendingFor returns what was signed for a message in this session. It is the message and not the deadline that tells
// obligations apart: a node could name another deadline each time.
func (h *hand) spendingFor(msg sdk.Msg) *client.Spending {
	key := sdk.MsgTypeURL(msg)
	if raw, err := proto.Marshal(msg); err == nil {
		key += string(raw)
	}
	spending, ok := h.spending[key]
	if !ok {
		spending = new(client.Spending)
		if h.spending == nil {
			h.spending = make(map[string]*client.Spending)
		}
		h.spending[key] = spending
	}
	return spending
}

// owedBy is the delivery of a message that meets what a game of those terms waits for.
func (h *hand) owedBy(ctx context.Context, m Moment, r *game.Ruleset, t types.Terms, msg sdk.Msg) delivery {
	d := delivery{
		deadline: m.Deadline, maxFee: leastMaxFee(r), patience: patience, spending: h.spendingFor(msg),
	}
	params, err := h.chainParams(ctx)
	if err != nil {
		return d // without the params it is only bid less
	}
	d.patience += clockSlack * params.Duration(m.Deadline-m.Height)
	d.maxFee = maxFee(r, t, params)
	return d
}
