package eventindex

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	abci "github.com/cometbft/cometbft/abci/types"
	cmttypes "github.com/cometbft/cometbft/types"
	dbm "github.com/cosmos/cosmos-db"

	storetypes "github.com/cosmos/cosmos-sdk/store/v2/types"

	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Store is a node's record of the events of games. Its keys are ordered as the pages of the service are, so that a page
// is one range of them. Numbers are big-endian:
//
//	0x01 | game | height | index    → a record of the game's events in a transaction, or of the block's own
//	0x02 | player | 0x00 | height | index → a record of the event with which a game of the player ended
//	0x03 | height | index           → the transaction as it was signed
//	0x04 | height                   → the keys that the block wrote
//
// The index of a transaction is its position in the block, and that of the block's own events the number of its
// transactions. The index of a finished game counts the games that the block ended.
type Store struct{ db dbm.DB }

var _ storetypes.ABCIListener = (*Store)(nil)

const (
	logPrefix byte = iota + 1
	finishedPrefix
	txPrefix
	blockPrefix
)

// NewStore returns the store in a database.
func NewStore(db dbm.DB) *Store { return &Store{db: db} }

// position is a place in the order of a log, or of a player's finished games.
type position struct {
	height int64
	index  uint32
}

// positionBytes is the size of a position in a key.
const positionBytes = 12

func (p position) append(bz []byte) []byte {
	bz = binary.BigEndian.AppendUint64(bz, uint64(max(p.height, 0)))
	return binary.BigEndian.AppendUint32(bz, p.index)
}

// parsePosition reads a position. Of a longer text it reads the end.
func parsePosition(bz []byte) (position, error) {
	if len(bz) < positionBytes {
		return position{}, fmt.Errorf("expected %d bytes, got %d", positionBytes, len(bz))
	}
	bz = bz[len(bz)-positionBytes:]
	height := binary.BigEndian.Uint64(bz)
	if height>>63 != 0 {
		return position{}, fmt.Errorf("expected a height, got %d", height)
	}
	return position{height: int64(height), index: binary.BigEndian.Uint32(bz[8:])}, nil
}

// next returns the position after p, or p if it is the last one, at which there is nothing.
func (p position) next() position {
	switch {
	case p.index < math.MaxUint32:
		p.index++
	case p.height < math.MaxInt64:
		p.height, p.index = p.height+1, 0
	}
	return p
}

func logKey(gameID uint64) []byte {
	return binary.BigEndian.AppendUint64([]byte{logPrefix}, gameID)
}

func finishedKey(player string) []byte {
	return append(append([]byte{finishedPrefix}, player...), 0)
}

func txKey(at position) []byte { return at.append([]byte{txPrefix}) }

// ListenCommit implements storetypes.ABCIListener. There is nothing to do: ListenFinalizeBlock has written the block.
func (*Store) ListenCommit(context.Context, abci.ResponseCommit, []*storetypes.StoreKVPair) error {
	return nil
}

// ListenFinalizeBlock implements storetypes.ABCIListener: it records a block. A block that is executed again, as after
// a crash or a rollback, replaces the earlier record of its height.
func (s *Store) ListenFinalizeBlock(
	_ context.Context, req abci.RequestFinalizeBlock, res abci.ResponseFinalizeBlock,
) (err error) {
	b := &block{batch: s.db.NewBatch(), time: req.Time.UnixNano()}
	defer func() { err = errors.Join(err, b.batch.Close()) }()
	if err := s.forget(b, req.Height); err != nil {
		return fmt.Errorf("record block %d: %w", req.Height, err)
	}
	for i, result := range res.TxResults {
		if i >= len(req.Txs) || !result.IsOK() {
			continue
		}
		if err := b.add(position{req.Height, uint32(i)}, req.Txs[i], result.Events); err != nil {
			return fmt.Errorf("record transaction %d of block %d: %w", i, req.Height, err)
		}
	}
	own := position{req.Height, uint32(len(req.Txs))} //nolint:gosec // few
	if err := b.add(own, nil, res.Events); err != nil {
		return fmt.Errorf("record block %d: %w", req.Height, err)
	}
	if len(b.keys) > 0 {
		if err := b.batch.Set(blockKey(req.Height), b.keys); err != nil {
			return fmt.Errorf("record block %d: %w", req.Height, err)
		}
	}
	return b.batch.Write()
}

func blockKey(height int64) []byte {
	return binary.BigEndian.AppendUint64([]byte{blockPrefix}, uint64(height)) //nolint:gosec // not negative
}

// forget removes the record of a height.
func (s *Store) forget(b *block, height int64) error {
	keys, err := s.db.Get(blockKey(height))
	if err != nil || keys == nil {
		return err
	}
	for len(keys) > 1 {
		size := int(binary.BigEndian.Uint16(keys))
		if keys = keys[2:]; size > len(keys) {
			return errors.New("the list of its keys is damaged")
		}
		if err := b.batch.Delete(keys[:size]); err != nil {
			return err
		}
		keys = keys[size:]
	}
	return b.batch.Delete(blockKey(height))
}

// block collects the records of a block.
type block struct {
	batch dbm.Batch
	time  int64
	// keys are those that were written, each after its size.
	keys []byte
	// ended counts the games that have ended.
	ended uint32
}

func (b *block) set(key, value []byte) error {
	b.keys = binary.BigEndian.AppendUint16(b.keys, uint16(len(key))) //nolint:gosec // an address is short
	b.keys = append(b.keys, key...)
	return b.batch.Set(key, value)
}

// add records the events of a transaction, or with a nil one those of the block.
func (b *block) add(at position, tx []byte, events []abci.Event) error {
	r := record{time: b.time}
	if tx != nil {
		r.hash = cmttypes.Tx(tx).Hash()
	}
	var games []uint64 // in the order of their first events
	of := make(map[uint64][]abci.Event)
	for _, event := range events {
		gameID, ok := gameOf(event)
		if !ok {
			continue
		}
		if of[gameID] == nil {
			games = append(games, gameID)
		}
		of[gameID] = append(of[gameID], event)
	}
	for _, gameID := range games {
		r.events = of[gameID]
		bz, err := r.marshal()
		if err != nil {
			return err
		}
		if err := b.set(at.append(logKey(gameID)), bz); err != nil {
			return err
		}
	}
	for _, event := range events {
		if err := b.end(at.height, r, event, of); err != nil {
			return err
		}
	}
	if tx == nil || len(games) == 0 {
		return nil
	}
	return b.set(txKey(at), tx)
}

// end records, for each player that a game event names as one who has finished, the event with which the game ended.
func (b *block) end(height int64, r record, event abci.Event, of map[uint64][]abci.Event) error {
	if event.Type != types.EventTypeGame {
		return nil
	}
	var players []string
	var gameID uint64
	for _, a := range event.Attributes {
		switch a.Key {
		case types.AttributeKeyGameID:
			gameID, _ = strconv.ParseUint(a.Value, 10, 64) // of 0 there is no event
		case types.AttributeKeyFinished:
			players = append(players, a.Value)
		}
	}
	i := slices.IndexFunc(of[gameID], func(e abci.Event) bool { return slices.Contains(overEvents, e.Type) })
	if len(players) == 0 || i < 0 {
		return nil
	}
	r.events = of[gameID][i : i+1]
	bz, err := r.marshal()
	if err != nil {
		return err
	}
	for _, player := range players {
		if err := b.set(position{height, b.ended}.append(finishedKey(player)), bz); err != nil {
			return err
		}
	}
	b.ended++
	return nil
}

// gameOf returns the game of a typed event of the module, and whether it has one.
func gameOf(event abci.Event) (uint64, bool) {
	if !strings.HasPrefix(event.Type, eventPrefix) {
		return 0, false
	}
	for _, a := range event.Attributes {
		if a.Key == types.AttributeKeyGameID {
			// JSON has a number of 64 bits as a string.
			gameID, err := strconv.ParseUint(strings.Trim(a.Value, `"`), 10, 64)
			return gameID, err == nil && gameID > 0
		}
	}
	return 0, false
}

// record is the value of a log's entry, and of a finished game.
type record struct {
	time int64 // of the block, in nanoseconds since 1970
	// hash is the transaction's. It is empty for the block's own events.
	hash   []byte
	events []abci.Event
}

// marshal returns time, size of the hash, hash and the events in protobuf.
func (r record) marshal() ([]byte, error) {
	events, err := (&abci.ExecTxResult{Events: r.events}).Marshal()
	if err != nil {
		return nil, err
	}
	bz := binary.BigEndian.AppendUint64(nil, uint64(r.time)) //nolint:gosec // back again in unmarshal
	bz = append(bz, byte(len(r.hash)))                       //nolint:gosec // a SHA-256 hash
	return slices.Concat(bz, r.hash, events), nil
}

func (r *record) unmarshal(bz []byte) error {
	const head = 9
	if len(bz) < head || len(bz) < head+int(bz[head-1]) {
		return errors.New("a record is damaged")
	}
	r.time = int64(binary.BigEndian.Uint64(bz)) //nolint:gosec // as marshal wrote it
	end := head + int(bz[head-1])
	r.hash = bz[head:end]
	var events abci.ExecTxResult
	if err := events.Unmarshal(bz[end:]); err != nil {
		return fmt.Errorf("a record is damaged: %w", err)
	}
	r.events = events.Events
	return nil
}

// page is one page of a range of keys.
type page struct {
	items []item
	// next is the position of the first item of the next page, or nil.
	next *position
}

// item is a record with its position.
type item struct {
	position
	record
}

// maxPageBytes is how many bytes of records and transactions a page has at most, unless its first item alone has more.
const maxPageBytes = 1 << 20

// read returns a page of the records of a prefix from one position up to, but without, another, or back. It reads at
// most one record more than it returns, and stops when the context ends.
func (s *Store) read(
	ctx context.Context, prefix []byte, from, until position, reverse bool, limit int,
) (p page, err error) {
	if from.height > until.height || from == until {
		return page{}, ctx.Err()
	}
	start, end := from.append(slices.Clone(prefix)), until.append(slices.Clone(prefix))
	iterate := s.db.Iterator
	if reverse {
		iterate = s.db.ReverseIterator
	}
	it, err := iterate(start, end)
	if err != nil {
		return page{}, err
	}
	defer func() { err = errors.Join(err, it.Close()) }()
	for size := 0; it.Valid(); it.Next() {
		if err := ctx.Err(); err != nil {
			return page{}, err
		}
		at, err := parsePosition(it.Key())
		if err != nil {
			return page{}, err
		}
		if len(p.items) == limit {
			p.next = &at
			break
		}
		value := it.Value()
		if size += len(value); len(p.items) > 0 && size > maxPageBytes {
			p.next = &at
			break
		}
		one := item{position: at}
		if err := one.unmarshal(slices.Clone(value)); err != nil {
			return page{}, err
		}
		p.items = append(p.items, one)
	}
	return p, it.Error()
}

// tx returns the signed transaction at a position, or nil.
func (s *Store) tx(at position) ([]byte, error) { return s.db.Get(txKey(at)) }
