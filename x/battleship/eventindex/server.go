package eventindex

import (
	"context"
	"encoding/hex"
	stderrors "errors"
	"fmt"
	"math"
	"strings"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	codectypes "github.com/cosmos/cosmos-sdk/codec/types"
	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/x/battleship/types"
)

// server answers from a store. It reads no further than the state of a query goes.
type server struct {
	store  *Store
	decode sdk.TxDecoder
	gate   *Gate
}

var _ types.HistoryServer = server{}

// atOnce is how many requests are answered at once.
const atOnce = 8

// NewServer returns the service over a store, nil for a node that keeps none.
func NewServer(store *Store, decode sdk.TxDecoder) types.HistoryServer {
	return server{store: store, decode: decode, gate: NewGate(atOnce, "the history of games")}
}

// enter takes a place at the gate. A query over ABCI, whose context never ends, does not wait for one: its client
// cannot leave, and it can hold a lock of the node meanwhile.
func (s server) enter(ctx context.Context) (leave func(), err error) {
	if ctx.Done() == nil {
		return s.gate.TryEnter()
	}
	return s.gate.Enter(ctx)
}

// Log implements types.HistoryServer.
func (s server) Log(ctx context.Context, req *types.QueryLogRequest) (*types.QueryLogResponse, error) {
	switch {
	case req == nil:
		return nil, errNoRequest
	case req.FromHeight < 0:
		return nil, status.Errorf(codes.InvalidArgument, "from_height: expected a height, got %d", req.FromHeight)
	case s.store == nil:
		return nil, errNoHistory
	}
	from, until := position{height: req.FromHeight}, stateEnd(ctx)
	key, err := parseKey(req.Key)
	switch {
	case err != nil:
		return nil, err
	case req.Reverse && key != nil:
		from, until = position{}, earlier(until, key.next())
	case req.Reverse && req.FromHeight > 0 && req.FromHeight < math.MaxInt64:
		from, until = position{}, earlier(until, position{height: req.FromHeight + 1})
	case req.Reverse:
		from = position{}
	case key != nil:
		from = *key
	}
	leave, err := s.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	found, err := s.store.read(ctx, logKey(req.GameId), from, until, req.Reverse, limited(req.Limit))
	if err != nil {
		return nil, serviceError(err)
	}
	if req.FromHeight == 0 && key == nil && len(found.items) == 0 {
		return nil, status.Errorf(codes.NotFound,
			"game %d is not in the history of this node: it was never opened, or before that begins", req.GameId)
	}
	answer, err := s.log(ctx, req, found)
	if err != nil {
		return nil, serviceError(err)
	}
	return answer, nil
}

// log returns the answer for a page of a log.
func (s server) log(ctx context.Context, req *types.QueryLogRequest, found page) (*types.QueryLogResponse, error) {
	answer := new(types.QueryLogResponse)
	size := 0
	for i, one := range found.items {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		entry, err := s.entry(req, one)
		if err != nil {
			return nil, fmt.Errorf("game %d in block %d: %w", req.GameId, one.height, err)
		}
		if size += entry.Size(); i > 0 && size > maxPageBytes {
			found.next = &one.position
			break
		}
		answer.Entries = append(answer.Entries, entry)
	}
	if found.next != nil {
		answer.NextKey = found.next.append(nil)
	}
	return answer, nil
}

// entry returns the entry of a record. It reads the transaction if the answer has a part of it.
func (s server) entry(req *types.QueryLogRequest, one item) (types.LogEntry, error) {
	at := time.Unix(0, one.time).UTC()
	entry := types.LogEntry{Height: one.height, Time: &at, TxHash: hexOf(one.hash)}
	events, err := Typed(one.events)
	if err != nil {
		return types.LogEntry{}, err
	}
	for _, event := range events {
		packed, err := codectypes.NewAnyWithValue(event)
		if err != nil {
			return types.LogEntry{}, err
		}
		entry.Events = append(entry.Events, packed)
	}
	if entry.TxHash == "" {
		return entry, nil
	}
	entry.Shown = shownBy(events)
	if len(entry.Shown) == 0 && !req.Txs {
		return entry, nil
	}
	tx, err := s.store.tx(one.position)
	if err != nil {
		return types.LogEntry{}, err
	}
	if len(entry.Shown) > 0 {
		if err := addSecrets(entry.Shown, s.decode, tx, req.GameId); err != nil {
			return types.LogEntry{}, err
		}
	}
	if req.Txs {
		entry.Tx = tx
	}
	return entry, nil
}

// Finished implements types.HistoryServer.
func (s server) Finished(
	ctx context.Context, req *types.QueryFinishedRequest,
) (*types.QueryFinishedResponse, error) {
	if req == nil {
		return nil, errNoRequest
	}
	who, err := sdk.AccAddressFromBech32(req.Address)
	switch {
	case err != nil:
		return nil, status.Errorf(codes.InvalidArgument, "address: %s", err)
	case req.BeforeHeight < 0:
		return nil, status.Errorf(codes.InvalidArgument, "before_height: expected a height, got %d", req.BeforeHeight)
	case s.store == nil:
		return nil, errNoHistory
	}
	until := stateEnd(ctx)
	key, err := parseKey(req.Key)
	switch {
	case err != nil:
		return nil, err
	case key != nil:
		until = earlier(until, key.next())
	case req.BeforeHeight > 0:
		until = earlier(until, position{height: req.BeforeHeight})
	}
	leave, err := s.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	found, err := s.store.read(ctx, finishedKey(who.String()), position{}, until, true, limited(req.Limit))
	if err != nil {
		return nil, serviceError(err)
	}
	answer := new(types.QueryFinishedResponse)
	for _, one := range found.items {
		game, err := finished(one)
		if err != nil {
			return nil, serviceError(fmt.Errorf("finished game in block %d: %w", one.height, err))
		}
		answer.Games = append(answer.Games, game)
	}
	if found.next != nil {
		answer.NextKey = found.next.append(nil)
	}
	return answer, nil
}

// finished returns the finished game of a record.
func finished(one item) (types.FinishedGame, error) {
	game := types.FinishedGame{Height: one.height, TxHash: hexOf(one.hash)}
	events, err := Typed(one.events)
	if err != nil {
		return types.FinishedGame{}, err
	}
	for _, event := range events {
		switch over := event.(type) {
		case *types.EventGameOver:
			game.Duel = over
		case *types.EventMeleeOver:
			game.Melee = over
		}
	}
	return game, nil
}

// stateEnd returns the position after the last block of the state that a query sees.
func stateEnd(ctx context.Context) position {
	return position{height: sdk.UnwrapSDKContext(ctx).BlockHeight() + 1}
}

// earlier returns the lower one of two positions.
func earlier(a, b position) position {
	if a.height < b.height || a.height == b.height && a.index < b.index {
		return a
	}
	return b
}

// parseKey reads the key of a page. It returns nil if there is none.
func parseKey(key []byte) (*position, error) {
	if len(key) == 0 {
		return nil, nil //nolint:nilnil // the first page has no key
	}
	at, err := parsePosition(key)
	if err != nil || len(key) != positionBytes {
		return nil, status.Error(codes.InvalidArgument, "key: expected the next_key of the page before")
	}
	return &at, nil
}

// limited returns how many items a page has at most.
func limited(limit uint32) int {
	if limit == 0 || limit > types.MaxPageItems {
		return types.MaxPageItems
	}
	return int(limit)
}

// hexOf writes a hash as nodes do.
func hexOf(hash []byte) string { return strings.ToUpper(hex.EncodeToString(hash)) }

var (
	errNoRequest = status.Error(codes.InvalidArgument, "expected a request, got none")
	errNoHistory = status.Error(codes.Unimplemented,
		`this node keeps no history of games: expected indexer = "kv" in its config.toml`)
)

// serviceError returns an error with the status under which the service reports it.
func serviceError(err error) error {
	if stderrors.Is(err, context.Canceled) || stderrors.Is(err, context.DeadlineExceeded) {
		return status.FromContextError(err).Err()
	}
	return status.Error(codes.Internal, err.Error())
}
