package watch

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	coretypes "github.com/cometbft/cometbft/rpc/core/types"
	cmttypes "github.com/cometbft/cometbft/types"
	"github.com/cosmos/gogoproto/proto"

	sdkclient "github.com/cosmos/cosmos-sdk/client"
	sdk "github.com/cosmos/cosmos-sdk/types"
	"github.com/cosmos/cosmos-sdk/types/tx/signing"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/record"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

var (
	// ErrUnknownGame means that the index of a node knows no such game.
	ErrUnknownGame = errors.New("the node's index knows no such game: it was never opened, or before the index begins")
	// ErrNotOver means that a game is not over, so that there is no record of it yet.
	ErrNotOver = errors.New("the game is not over yet")
	// ErrNoRecord means that a game was moved in a way that a record cannot hold.
	ErrNoRecord = errors.New("the game has no record")
)

// Archive is a node's RPC for finished games.
type Archive interface {
	Index
	Block(ctx context.Context, height *int64) (*coretypes.ResultBlock, error)
}

var _ Archive = sdkclient.CometRPC(nil)

// Accounts returns the number of an account and its public key as protobuf Any, which is nil if the chain has none.
type Accounts func(ctx context.Context, address string) (number uint64, pubKey []byte, err error)

// scene is the events of a game in one block.
type scene struct {
	// txs are the events of transactions, by their index in the block; block are the block's own events after them.
	txs   map[uint32][]proto.Message
	block []proto.Message
}

// scenes are those of a game, by height.
type scenes map[int64]*scene

func (s scenes) at(height int64) *scene {
	if s[height] == nil {
		s[height] = &scene{txs: make(map[uint32][]proto.Message)}
	}
	return s[height]
}

// heights are those at which something happened, in order.
func (s scenes) heights() []int64 { return slices.Sorted(maps.Keys(s)) }

// opens reports whether a game was opened by an event of that type, or its opening is not known.
func opens[E proto.Message](found scenes) bool {
	for _, scene := range found {
		for _, events := range scene.txs {
			for _, event := range events {
				if _, ok := event.(E); isOpening(event) {
					return ok
				}
			}
		}
	}
	return true
}

// scenesOf looks all events of a game up in the index of a node. It returns ErrNoIndex if the node keeps none.
func scenesOf(ctx context.Context, node Index, gameID uint64) (scenes, error) {
	found := make(scenes)
	if err := Search(ctx, node, gameID, Span{}, func(height int64, tx *coretypes.ResultTx, events []proto.Message) {
		if tx == nil {
			found.at(height).block = events
		} else {
			found.at(height).txs[tx.Index] = events
		}
	}); err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("game %d: %w", gameID, ErrUnknownGame)
	}
	return found, nil
}

// RecordOf puts a game that is over on record, from the blocks of a node and its index of events, and verifies the
// record. It returns ErrNoIndex, ErrUnknownGame, ErrKind, ErrNotOver and ErrNoRecord.
func RecordOf(
	ctx context.Context, node Archive, accounts Accounts, c record.Codec, chainID string, gameID uint64,
) (record.Record, record.Game, error) {
	found, err := scenesOf(ctx, node, gameID)
	if err != nil {
		return record.Record{}, record.Game{}, err
	}
	a := archivist{node: node, accounts: accounts, codec: c, record: record.Record{
		Format: record.Format, ChainID: chainID, GameID: gameID,
	}}
	if !opens[*types.EventGameCreated](found) {
		return record.Record{}, record.Game{}, fmt.Errorf("game %d: %w", gameID, ErrKind)
	}
	for _, height := range found.heights() {
		if err := a.block(ctx, height, found[height]); err != nil {
			return record.Record{}, record.Game{}, fmt.Errorf("game %d, block %d: %w", gameID, height, err)
		}
	}
	r := a.record
	switch {
	case !a.opened:
		return r, record.Game{}, fmt.Errorf("game %d: %w", gameID, ErrUnknownGame)
	case !a.ended:
		return r, record.Game{}, fmt.Errorf("game %d: %w", gameID, ErrNotOver)
	}
	if r.Ending, err = r.EndingOf(ctx, c); err != nil {
		return r, record.Game{}, fmt.Errorf("game %d: %w", gameID, err)
	}
	if a.result != nil && game.Reason(a.result.Reason).String() != r.Ending.Reason {
		return r, record.Game{}, fmt.Errorf("game %d: expected it to end by %s, as the node says, got %s from its blocks",
			gameID, game.Reason(a.result.Reason), r.Ending.Reason)
	}
	text, err := r.Encode()
	if err != nil {
		return r, record.Game{}, err
	}
	if r, err = record.Decode(text); err != nil {
		return r, record.Game{}, err
	}
	verified, err := r.Verify(ctx, c)
	return r, verified, err
}

// archivist puts blocks on record.
type archivist struct {
	node     Archive
	accounts Accounts
	codec    record.Codec
	record   record.Record

	opened, ended bool
	result        *types.Result
}

// block adds a block.
func (a *archivist) block(ctx context.Context, height int64, s *scene) error {
	res, err := a.node.Block(ctx, &height)
	if err != nil {
		return err
	}
	header, err := proto.Marshal(res.Block.Header.ToProto())
	if err != nil {
		return err
	}
	b := record.Block{Height: height, Hash: hex.EncodeToString(res.Block.Hash()), Header: header}
	for _, index := range slices.Sorted(maps.Keys(s.txs)) {
		if err := a.events(s.txs[index], height); err != nil {
			return err
		}
		if int(index) >= len(res.Block.Txs) {
			return fmt.Errorf("expected more than %d transactions, got %d", index, len(res.Block.Txs))
		}
		tx, err := a.tx(ctx, res.Block.Txs, int(index), s.txs[index])
		if err != nil {
			return fmt.Errorf("transaction %d: %w", index, err)
		}
		b.Txs = append(b.Txs, tx)
	}
	if err := a.events(s.block, height); err != nil {
		return err
	}
	for _, event := range s.block {
		switch e := event.(type) {
		case *types.EventDeadlinePassed, *types.EventGameCancelled, *types.EventGameOver:
			b.Expired = true
		case *types.EventStateSubmitted: // by nobody, as the channel timeout has passed
			b.Expired = e.Sender == ""
		}
	}
	if len(b.Txs) > 0 || b.Expired {
		a.record.Blocks = append(a.record.Blocks, b)
	}
	return nil
}

// events notes what no transaction says.
func (a *archivist) events(events []proto.Message, height int64) error {
	for _, event := range events {
		switch e := event.(type) {
		case *types.EventGameCreated:
			a.opened = true
			a.record.Terms = record.Terms{
				OpenBlocks: e.Deadline - height, TurnBlocks: e.TurnBlocks, ClaimBlocks: e.ClaimBlocks, First: e.First,
				ProvenClaims: e.Terms.ProvenClaims, ChannelTimeoutBlocks: e.ChannelTimeoutBlocks,
			}
		case *types.EventGameOver:
			a.ended, a.result = true, &e.Result
		case *types.EventGameCancelled:
			a.ended = true
		case *types.EventGameReleased:
			return fmt.Errorf("%w: the chain has repaired it by hand", ErrNoRecord)
		}
	}
	return nil
}

// tx puts a transaction on record.
func (a *archivist) tx(ctx context.Context, all cmttypes.Txs, index int, events []proto.Message) (record.Tx, error) {
	proof := all.Proof(index).Proof
	out := record.Tx{Raw: all[index], Index: proof.Index, Total: proof.Total, Aunts: proof.Aunts}
	decoded, signers, signatures, err := a.codec.Decode(all[index])
	if err != nil {
		return out, err
	}
	messages, err := record.Messages(decoded.GetMsgs())
	if err != nil {
		return out, err
	}
	for i, msg := range messages {
		if a.concerns(msg, events) {
			out.Messages = append(out.Messages, i)
		}
	}
	if len(out.Messages) == 0 {
		return out, fmt.Errorf("%w: a message that moved it is not the transaction's own, but another chain's or "+
			"governance's", ErrNoRecord)
	}
	out.Signers, err = a.signers(ctx, signers, signatures)
	return out, err
}

// concerns reports whether a message is about the game.
func (a *archivist) concerns(msg sdk.Msg, events []proto.Message) bool {
	entered := func(sender string, entry types.Entry) bool {
		for _, event := range events {
			var participant types.Participant
			switch e := event.(type) {
			case *types.EventGameCreated:
				participant = e.Participant
			case *types.EventGameJoined:
				participant = e.Participant
			default:
				continue
			}
			if strings.EqualFold(participant.Address, sender) && participant.Board.Nonce == entry.Board.Nonce {
				return true
			}
		}
		return false
	}
	switch m := msg.(type) {
	case *types.MsgCreateGame:
		return entered(m.Sender, m.Entry)
	case *types.MsgMatchGame:
		return entered(m.Sender, m.Entry)
	}
	of, ok := msg.(interface{ GetGameId() uint64 })
	return ok && of.GetGameId() == a.record.GameID
}

// signers returns the data of a transaction's signers that it does not contain.
func (a *archivist) signers(
	ctx context.Context, addresses [][]byte, signatures []signing.SignatureV2,
) ([]record.Signer, error) {
	var out []record.Signer
	for i, address := range addresses {
		s := record.Signer{Address: sdk.AccAddress(address).String()}
		number, key, err := a.accounts(ctx, s.Address)
		if err != nil {
			return nil, fmt.Errorf("account of %s: %w", s.Address, err)
		}
		s.AccountNumber = number
		if signatures[i].PubKey == nil {
			s.PubKey = key
		}
		out = append(out, s)
	}
	return out, nil
}
