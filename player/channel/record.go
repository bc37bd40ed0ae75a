package channel

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"slices"

	"github.com/battleship-chain/battleship/game"
)

// Kind is the kind of a record of a log. The numbers are stored in files and frozen.
type Kind uint8

// The kinds of records.
const (
	// KindBound names the game that the log belongs to. It is the first record, and the only one of its kind.
	KindBound Kind = 1
	// KindSigned is an update with a signature of this player's on its state.
	KindSigned Kind = 2
	// KindReceived is an update of the opponent's that was verified.
	KindReceived Kind = 3
	// KindSubmitted is a move of this player's that was sent to the chain, with no signature of the channel key on its
	// state.
	KindSubmitted Kind = 4
)

// Record is one entry of a log.
type Record struct {
	Kind Kind
	// Progress is that of the state which the update leads to.
	Progress int
	// State are the canonical bytes of that state; for KindBound the channel id.
	State []byte
	// Update are the bytes of the update; for KindBound the seat.
	Update []byte
}

// own reports whether the record is of a state that this player endorses.
func (r Record) own() bool { return r.Kind == KindSigned || r.Kind == KindSubmitted }

// closing is the reason why a log signs nothing any more. The numbers are stored in files and frozen.
type closing uint8

const (
	closedNot       closing = 0
	closedOnChain   closing = 1
	closedElsewhere closing = 2
)

// The form of a file; see the package documentation.
const (
	magic      = "battleship/channel-log/v1\n"
	keySize    = 33
	headSize   = len(magic) + keySize + originSize + 4
	markSize   = 12
	firstAt    = headSize + 2*markSize
	maxUpdate  = MaxUpdate
	maxState   = 1 << 10
	recordHead = 8
	bodyHead   = 1 + 4 + 2
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// appendHead appends the head of a file, which is never written again.
func appendHead(b, key []byte, o origin) []byte {
	start := len(b)
	b = append(b, magic...)
	b = append(b, key...)
	b = o.append(b)
	return binary.BigEndian.AppendUint32(b, crc32.Checksum(b[start:], castagnoli))
}

// parseHead is the inverse of appendHead.
func parseHead(b []byte) (key []byte, o origin, err error) {
	if len(b) < firstAt {
		return nil, origin{}, fmt.Errorf("%w: expected at least %d bytes, got %d", ErrDamaged, firstAt, len(b))
	}
	if !bytes.HasPrefix(b, []byte(magic)) {
		return nil, origin{}, fmt.Errorf("%w: it does not begin with %q", ErrDamaged, magic)
	}
	sum := binary.BigEndian.Uint32(b[headSize-4:])
	if crc32.Checksum(b[:headSize-4], castagnoli) != sum {
		return nil, origin{}, fmt.Errorf("%w: its head was changed", ErrDamaged)
	}
	b = b[len(magic):]
	return b[:keySize], parseOrigin(b[keySize:]), nil
}

// marks are rewritten in place: the number of records known to be on the disk, and whether the log is closed. They are
// stored twice and written in turn, so that one of them is complete whenever the machine loses power.
type marks struct {
	synced uint32
	closed closing
}

func (m marks) append(b []byte) []byte {
	start := len(b)
	b = append(binary.BigEndian.AppendUint32(b, m.synced), byte(m.closed), 0, 0, 0)
	return binary.BigEndian.AppendUint32(b, crc32.Checksum(b[start:], castagnoli))
}

// newFile returns the first bytes of a log.
func newFile(key []byte, o origin) []byte {
	b := appendHead(nil, key, o)
	return marks{}.append(marks{}.append(b))
}

// parseMarks reads the marks of a file that parseHead has accepted, and returns which of the two was written last:
// the one that is not whole, or the greater.
func parseMarks(b []byte) (m marks, last int, err error) {
	broken := 0
	for i := range 2 {
		slot := b[headSize+i*markSize:][:markSize]
		read := marks{synced: binary.BigEndian.Uint32(slot), closed: closing(slot[4])}
		switch {
		case !bytes.Equal(slot, read.append(nil)) || read.closed > closedElsewhere:
			broken++
			last = i
		case broken == 0 && (read.synced > m.synced || read.closed > m.closed):
			last = i
			fallthrough
		default:
			m = marks{synced: max(m.synced, read.synced), closed: max(m.closed, read.closed)}
		}
	}
	if broken == 2 {
		return marks{}, 0, fmt.Errorf("%w: its marks were changed", ErrDamaged)
	}
	return m, last, nil
}

// append appends a record that follows one with that checksum, and returns its own. Each checksum covers the one
// before, so no record can be left out, added or moved.
func (r Record) append(b []byte, before uint32) ([]byte, uint32) {
	start := len(b)
	b = append(b, make([]byte, recordHead)...)
	b = append(b, byte(r.Kind))
	b = binary.BigEndian.AppendUint32(b, uint32(r.Progress))
	b = binary.BigEndian.AppendUint16(b, uint16(len(r.State)))
	b = append(b, r.State...)
	b = append(b, r.Update...)
	body := b[start+recordHead:]
	sum := crc32.Update(before, castagnoli, body)
	binary.BigEndian.PutUint32(b[start:], uint32(len(body)))
	binary.BigEndian.PutUint32(b[start+4:], sum)
	return b, sum
}

var errNoRecord = errors.New("no whole record")

// cutRecord cuts the first record off the bytes that follow one with that checksum.
func cutRecord(b []byte, before uint32) (r Record, rest []byte, sum uint32, err error) {
	if len(b) < recordHead {
		return Record{}, nil, 0, errNoRecord
	}
	size, sum := int64(binary.BigEndian.Uint32(b)), binary.BigEndian.Uint32(b[4:])
	b = b[recordHead:]
	if size < bodyHead || size > bodyHead+maxState+maxUpdate || size > int64(len(b)) {
		return Record{}, nil, 0, errNoRecord
	}
	body, rest := b[:size], b[size:]
	if crc32.Update(before, castagnoli, body) != sum {
		return Record{}, nil, 0, errNoRecord
	}
	r = Record{Kind: Kind(body[0]), Progress: int(binary.BigEndian.Uint32(body[1:]))}
	state := int(binary.BigEndian.Uint16(body[5:]))
	body = body[bodyHead:]
	if state > len(body) || r.Kind < KindBound || r.Kind > KindSubmitted {
		return Record{}, nil, 0, errNoRecord
	}
	r.State, r.Update = slices.Clone(body[:state]), slices.Clone(body[state:])
	return r, rest, sum, nil
}

// boundTo is the first record of a log.
func boundTo(n Name) Record {
	return Record{Kind: KindBound, State: n.Channel[:], Update: []byte{byte(n.Seat)}}
}

// check returns ErrDamaged unless the record is the first of that game's log.
func (r Record) check(n Name) error {
	if r.Kind != KindBound || !bytes.Equal(r.State, n.Channel[:]) || len(r.Update) != 1 ||
		game.Seat(r.Update[0]) != n.Seat {
		return fmt.Errorf("%w: it belongs to another game", ErrDamaged)
	}
	return nil
}
