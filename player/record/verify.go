package record

import (
	"bytes"
	"context"
	"encoding/hex"
	"fmt"
	"slices"
	"time"

	"github.com/cometbft/cometbft/crypto/merkle"
	cmtproto "github.com/cometbft/cometbft/proto/tendermint/types"
	cmttypes "github.com/cometbft/cometbft/types"
	"github.com/cosmos/gogoproto/proto"

	sdkclient "github.com/cosmos/cosmos-sdk/client"
	codectypes "github.com/cosmos/cosmos-sdk/codec/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel"
)

// Codec decodes and checks transactions.
type Codec struct {
	TxConfig sdkclient.TxConfig
	// Registry knows public keys.
	Registry codectypes.InterfaceRegistry
}

// Game is the content proven by a record.
type Game struct {
	ID      uint64
	ChainID string
	Ruleset *game.Ruleset
	// Players are the addresses by seat, the creator's alone if there was no joiner.
	Players []string
	// Fleets are the shown fleets, by seat. A hidden one is nil.
	Fleets []game.Fleet
	// Moves are the events, in order.
	Moves []Move
	// Txs is how many signed transactions there are.
	Txs int
	// Granted is how many messages came with a leave (authz) which the record does not prove.
	Granted int
}

// Move is one thing that happened, and the game after it.
type Move struct {
	Height int64
	Time   time.Time
	Event  game.Event
	State  game.State
}

// State is the game at its end.
func (g Game) State() game.State { return g.Moves[len(g.Moves)-1].State }

// Verify plays the game of the record again and returns it. The error is an ErrRecord that names the first thing that
// does not hold, by its block and transaction.
func (r Record) Verify(ctx context.Context, c Codec) (Game, error) {
	v, err := r.play(ctx, c)
	if err != nil {
		return Game{}, err
	}
	got, said := v.out.Ending(), r.Ending
	if got.Phase != said.Phase || got.Reason != said.Reason || got.Winner != said.Winner ||
		!slices.Equal(got.Shots, said.Shots) {
		return Game{}, fmt.Errorf("%w: ending: expected %+v from the blocks, got %+v", ErrRecord, got, said)
	}
	return v.out, nil
}

// EndingOf verifies all of a record but its ending, and returns that. The error is an ErrRecord.
func (r Record) EndingOf(ctx context.Context, c Codec) (Ending, error) {
	v, err := r.play(ctx, c)
	if err != nil {
		return Ending{}, err
	}
	return v.out.Ending(), nil
}

// play plays all blocks of the record, to the end of its game.
func (r Record) play(ctx context.Context, c Codec) (*verifier, error) {
	v := &verifier{record: r, codec: c, out: Game{ID: r.GameID, ChainID: r.ChainID}}
	last := int64(0)
	for _, b := range r.Blocks {
		if b.Height <= last {
			return nil, fmt.Errorf("%w: expected a block above %d, got %d", ErrRecord, last, b.Height)
		}
		last = b.Height
		if err := v.block(ctx, b); err != nil {
			return nil, fmt.Errorf("%w: block %d: %w", ErrRecord, b.Height, err)
		}
	}
	if v.state.Ruleset == nil {
		return nil, fmt.Errorf("%w: it holds no game", ErrRecord)
	}
	if !v.state.Phase.Ended() {
		return nil, fmt.Errorf("%w: the game does not end: blocks up to %d leave it in phase %s",
			ErrRecord, last, v.state.Phase)
	}
	return v, nil
}

// verifier plays a record.
type verifier struct {
	record Record
	codec  Codec
	out    Game

	// header is that of the block being read.
	header cmttypes.Header
	// state is the game; its ruleset is nil until the game is opened.
	state game.State
	seats []seat
	// opponent is the only player who may join. It is empty if any player may.
	opponent string
	joined   int64
	toss     []byte
	// channel has the rules of a game that was off-chain, nil of any other; chainState is the chain's state of it, but for
	// state.
	channel    *channel.Channel
	chainState channel.ChainState
}

// block reads one block.
func (v *verifier) block(ctx context.Context, b Block) error {
	if err := v.readHeader(b); err != nil {
		return err
	}
	if len(b.Txs) == 0 && !b.Expired {
		return fmt.Errorf("nothing of it happened in the game")
	}
	last := int64(-1)
	for _, tx := range b.Txs {
		if tx.Index <= last {
			return fmt.Errorf("expected a transaction after number %d, got %d", last, tx.Index)
		}
		last = tx.Index
		if err := v.tx(ctx, tx); err != nil {
			return fmt.Errorf("transaction %d: %w", tx.Index, err)
		}
	}
	if !b.Expired {
		return nil
	}
	if err := v.expire(); err != nil {
		return fmt.Errorf("the deadline: %w", err)
	}
	return nil
}

// readHeader checks a header against its hash.
func (v *verifier) readHeader(b Block) error {
	var raw cmtproto.Header
	if err := proto.Unmarshal(b.Header, &raw); err != nil {
		return fmt.Errorf("header: %w", err)
	}
	again, err := proto.Marshal(&raw)
	if err != nil || !bytes.Equal(again, b.Header) {
		return fmt.Errorf("the bytes of the header are not canonical")
	}
	h, err := cmttypes.HeaderFromProto(&raw)
	if err != nil {
		return fmt.Errorf("header: %w", err)
	}
	switch hash := hex.EncodeToString(h.Hash()); {
	case hash != b.Hash:
		return fmt.Errorf("hash: expected %s of its header, got %.64q", hash, b.Hash)
	case h.Height != b.Height:
		return fmt.Errorf("height: expected %d of its header, got %d", h.Height, b.Height)
	case h.ChainID != v.record.ChainID:
		return fmt.Errorf("chain id: expected %s, got a block of %s", v.record.ChainID, h.ChainID)
	}
	v.header = h
	return nil
}

// inBlock checks that the block holds a transaction.
func (v *verifier) inBlock(tx Tx) error {
	leaf := cmttypes.Tx(tx.Raw).Hash()
	proof := merkle.Proof{Total: tx.Total, Index: tx.Index, LeafHash: merkleLeaf(leaf), Aunts: tx.Aunts}
	if err := proof.ValidateBasic(); err != nil {
		return fmt.Errorf("proof that the block holds it: %w", err)
	}
	if err := proof.Verify(v.header.DataHash, leaf); err != nil {
		return fmt.Errorf("the block does not hold the transaction: %w", err)
	}
	return nil
}

// merkleLeaf is the hash of one leaf of a tree.
func merkleLeaf(leaf []byte) []byte { return merkle.HashFromByteSlices([][]byte{leaf}) }

// tx reads one transaction.
func (v *verifier) tx(ctx context.Context, tx Tx) error {
	if err := v.inBlock(tx); err != nil {
		return err
	}
	messages, err := v.codec.signed(ctx, v.record.ChainID, tx)
	if err != nil {
		return err
	}
	v.out.Txs++
	if len(tx.Messages) == 0 {
		return fmt.Errorf("expected a message about game %d, got none", v.record.GameID)
	}
	for i, m := range messages {
		listed := slices.Contains(tx.Messages, i)
		if id, ok := gameOf(m.msg); ok && (id == v.record.GameID) != listed {
			return fmt.Errorf("message %d: expected it to be listed if it is about game %d, got one about game %d",
				i, v.record.GameID, id)
		}
		if !listed {
			continue
		}
		if m.granted {
			v.out.Granted++
		}
		if err := v.message(m.msg); err != nil {
			return fmt.Errorf("message %d: %w", i, err)
		}
	}
	for i, index := range tx.Messages {
		if index < 0 || index >= len(messages) || i > 0 && index <= tx.Messages[i-1] {
			return fmt.Errorf("messages: expected rising indices below %d, got %v", len(messages), tx.Messages)
		}
	}
	return nil
}

// step does one thing by the rules.
func (v *verifier) step(a game.Action) error {
	if v.state.Ruleset == nil {
		return fmt.Errorf("expected the opening of the game first, got %T", a)
	}
	return v.take(game.Step(v.state, a, v.header.Height))
}

// take continues with the next state and its events, unless there is an error.
func (v *verifier) take(next game.State, events []game.Event, err error) error {
	if err != nil {
		return err
	}
	v.state = next
	for _, event := range events {
		v.out.Moves = append(v.out.Moves, Move{Height: v.header.Height, Time: v.header.Time, Event: event, State: next})
	}
	return nil
}

// Ending is how the game ended.
func (g Game) Ending() Ending {
	s := g.State()
	e := Ending{Phase: s.Phase.String(), Reason: s.Reason.String()}
	if winner, ok := s.Winner(); ok {
		e.Winner = g.Players[winner]
	}
	for seat := range s.Sides {
		e.Shots = append(e.Shots, s.Sides[game.Seat(seat).Other()].Answered.Len())
	}
	return e
}
