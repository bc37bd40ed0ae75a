package channel

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/battleship-chain/battleship/game"
)

// Name is which game of a player a log belongs to.
type Name struct {
	// Game is the game's number on its chain.
	Game uint64
	// Channel is the channel's id, which no other game of any chain has.
	Channel [32]byte
	// Seat is the player's.
	Seat game.Seat
	// Key is the compressed public key that signs for the player, of this game alone.
	Key []byte
}

// Log holds the signatures and states of a player in one off-chain game, and those of the opponent. A signed state is
// on the disk before it may leave the process, and of two states that compete with each other only one is ever signed:
// across crashes, restarts and processes. A log that cannot guarantee that has a Refusal and signs nothing any more.
//
// Log is not safe for use by several goroutines at once. No two processes have the same log open.
type Log struct {
	name Name
	disk Disk // nil if nothing is written

	records []Record
	signed  map[int][]byte // the state that was signed at each progress
	made    Record         // the newest state that was signed or submitted
	refusal error

	marks    marks
	slot     int    // which of the two marks was written last
	settled  bool   // and it is on the disk
	end      int64  // where the next record goes
	sum      uint32 // checksum of the last one
	torn     bool   // something stands after end, or may
	doubted  bool   // records after those in marks may not reach the disk, though the system shows them
	unmarked bool   // marks are to be written

	proofPath string // where the newest proof is kept; empty for nowhere
}

// Disk is a file as far as a log needs it.
type Disk interface {
	io.ReaderAt
	io.WriterAt
	Truncate(size int64) error
	Sync() error
	Close() error
}

// LostLog returns a log for a player that must not sign, because of an error of OpenLog: it takes updates over in
// memory.
func LostLog(n Name, reason error) *Log {
	return &Log{name: n, signed: make(map[int][]byte), refusal: reason}
}

// Format returns the log of a channel key with which nothing is signed, as it is on a Disk.
func Format(key []byte) []byte { return newFile(key, origin{}) }

// OpenDisk returns the log on a Disk that no other machine has.
func OpenDisk(d Disk, n Name) (*Log, error) { return load(d, n, origin{}, false) }

// load reads a log and mends the end of one that may sign. The error is one of the disk; a fault of the log itself is
// its refusal.
func load(d Disk, n Name, here origin, readOnly bool) (*Log, error) {
	raw, err := io.ReadAll(io.NewSectionReader(d, 0, 1<<40))
	if err != nil {
		return nil, err
	}
	l := LostLog(n, nil)
	l.disk = d
	rest, err := l.read(raw, here)
	if readOnly {
		err = errors.Join(ErrReadOnly, err, l.closed())
	}
	if err != nil {
		// It is left as it was found.
		l.refusal, l.disk = err, nil
		return l, d.Close()
	}
	l.refusal = l.closed()
	l.torn = len(rest) > 0
	if err := l.mend(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnwritten, err)
	}
	return l, nil
}

// closed returns why a log with its marks signs nothing more, or nil.
func (l *Log) closed() error {
	switch l.marks.closed {
	case closedOnChain:
		return ErrOnChain
	case closedElsewhere:
		return ErrElsewhere
	case closedNot:
	}
	return nil
}

// read loads the content of a file, and returns the bytes after the last complete record.
func (l *Log) read(raw []byte, here origin) (rest []byte, err error) {
	key, from, err := parseHead(raw)
	if err != nil {
		return nil, err
	}
	if l.marks, l.slot, err = parseMarks(raw); err != nil {
		return nil, err
	}
	rest, l.end = raw[firstAt:], int64(firstAt)
	for len(rest) > 0 {
		r, after, sum, err := cutRecord(rest, l.sum)
		if err != nil {
			break
		}
		if err := l.take(r); err != nil {
			return nil, err
		}
		l.end, l.sum, rest = l.end+int64(len(rest)-len(after)), sum, after
	}
	if whole := uint32(len(l.records)); whole < l.marks.synced {
		return nil, fmt.Errorf("%w: %d of %d records are whole", ErrDamaged, whole, l.marks.synced)
	}
	if !bytes.Equal(key, l.name.Key) {
		return nil, fmt.Errorf("%w: it belongs to another key", ErrDamaged)
	}
	if !from.same(here) {
		return nil, fmt.Errorf("%w: written to %s, read from %s", ErrCopy, from, here)
	}
	return rest, nil
}

// take takes a record of a file over.
func (l *Log) take(r Record) error {
	if len(l.records) == 0 {
		if err := r.check(l.name); err != nil {
			return err
		}
	} else if r.Kind == KindBound {
		return fmt.Errorf("%w: it belongs to two games", ErrDamaged)
	}
	if r.own() {
		if err := l.competes(r); err != nil {
			return fmt.Errorf("%w: %w", ErrDamaged, err)
		}
	}
	l.keep(r)
	return nil
}

// keep remembers a record.
func (l *Log) keep(r Record) {
	l.records = append(l.records, r)
	if r.own() {
		l.made = r
	}
	if r.Kind == KindSigned {
		l.signed[r.Progress] = r.State
	}
}

// mend removes an incomplete record at the end, and rewrites data that may be in the system's memory alone, after a
// failed sync of an earlier process.
func (l *Log) mend() error {
	if len(l.records) == 0 {
		return l.append(boundTo(l.name), true)
	}
	l.doubted, l.unmarked = true, true
	if err := l.clean(); err != nil {
		return err
	}
	if err := l.sync(); err != nil {
		return err
	}
	l.marked()
	return nil
}

// sync flushes the file to the disk. If it fails, none of the data may ever get there.
func (l *Log) sync() error {
	if err := l.disk.Sync(); err != nil {
		l.doubted, l.unmarked, l.settled = len(l.records) > 0, true, false
		return err
	}
	l.settled = !l.unmarked
	return nil
}

// clean removes the remains of a failed append, and rewrites data that a failed sync may have lost: the system
// considers it written.
func (l *Log) clean() error {
	if l.torn {
		if err := l.disk.Truncate(l.end); err != nil {
			return err
		}
		l.torn = false
	}
	if l.doubted {
		if err := l.rewrite(min(int(l.marks.synced), len(l.records)-1)); err != nil {
			return err
		}
		l.doubted = false
	}
	if l.unmarked {
		return l.mark(l.marks)
	}
	return nil
}

// rewrite writes the records from one on once more.
func (l *Log) rewrite(from int) error {
	var b []byte
	sum, at := uint32(0), int64(firstAt)
	for i, r := range l.records {
		if i == from {
			at, b = at+int64(len(b)), nil
		}
		b, sum = r.append(b, sum)
	}
	_, err := l.disk.WriteAt(b, at)
	return err
}

// append adds a record, and if it is to be synced returns once it is on the disk. If it fails nothing has changed,
// and it may be tried again.
func (l *Log) append(r Record, synced bool) error {
	if l.disk == nil {
		l.keep(r)
		return nil
	}
	if err := l.clean(); err != nil {
		return err
	}
	b, sum := r.append(nil, l.sum)
	l.torn = true
	if _, err := l.disk.WriteAt(b, l.end); err != nil {
		return err
	}
	if synced {
		if err := l.sync(); err != nil {
			return err
		}
	}
	l.torn = false
	l.end, l.sum = l.end+int64(len(b)), sum
	l.keep(r)
	if synced {
		l.marked()
	}
	return nil
}

// marked writes down that all records are on the disk. If that fails it is tried again before the next record: until
// then the marks promise less than there is.
func (l *Log) marked() {
	m := l.marks
	m.synced = uint32(len(l.records))
	l.unmarked = l.mark(m) != nil
	l.marks = m
}

// mark writes the marks. It does not wait for the disk.
func (l *Log) mark(m marks) error {
	if l.settled {
		l.slot = 1 - l.slot
	}
	l.settled = false
	if _, err := l.disk.WriteAt(m.append(nil), int64(headSize+l.slot*markSize)); err != nil {
		return err
	}
	l.marks, l.unmarked = m, false
	return nil
}

// Name is the game that the log belongs to.
func (l *Log) Name() Name { return l.name }

// Records are the records of the log, the oldest first. The caller must not change them.
func (l *Log) Records() []Record { return slices.Clone(l.records) }

// Refusal returns the reason why the log signs nothing any more: ErrMissing, ErrCopy, ErrDamaged, ErrElsewhere,
// ErrOnChain or ErrReadOnly. It returns nil if the log signs.
func (l *Log) Refusal() error { return l.refusal }

// Signed returns the bytes of the state that was signed at a progress.
func (l *Log) Signed(progress int) ([]byte, bool) {
	state, ok := l.signed[progress]
	return state, ok
}

// sign records a state that is about to be signed, or that was signed and has not left this process. It returns once
// the record is on the disk.
func (l *Log) sign(progress int, state, update []byte) error {
	if l.refusal != nil {
		return l.refusal
	}
	r := Record{Kind: KindSigned, Progress: progress, State: state, Update: update}
	if err := l.competes(r); err != nil {
		return err
	}
	if err := l.append(r, true); err != nil {
		return fmt.Errorf("nothing was signed: %w: %w", ErrUnwritten, err)
	}
	return nil
}

// submit records a move that is about to be submitted to the chain without a signature of the channel key. It works
// also after the log has stopped signing, unless earlier signatures are unknown.
func (l *Log) submit(progress int, state, update []byte) error {
	if l.refusal != nil && !errors.Is(l.refusal, ErrOnChain) {
		return l.refusal
	}
	r := Record{Kind: KindSubmitted, Progress: progress, State: state, Update: update}
	if err := l.competes(r); err != nil {
		return err
	}
	if err := l.append(r, true); err != nil {
		return fmt.Errorf("nothing was sent: %w: %w", ErrUnwritten, err)
	}
	return nil
}

// competes returns ErrSigned for a state that is not newer than all signed or submitted ones, unless it is the last.
func (l *Log) competes(r Record) error {
	if l.made.own() && r.Progress <= l.made.Progress && !bytes.Equal(l.made.State, r.State) {
		return fmt.Errorf("%w: progress %d, after %d", ErrSigned, r.Progress, l.made.Progress)
	}
	return nil
}

// receive keeps an update of the opponent's. One that ends the game is on the disk when receive returns; any other is
// when the answer to it is signed, and until then the opponent sends it again.
func (l *Log) receive(progress int, state, update []byte, last bool) error {
	r := Record{Kind: KindReceived, Progress: progress, State: state, Update: update}
	if err := l.append(r, last); err != nil {
		return fmt.Errorf("the newest update: %w: %w", ErrUnwritten, err)
	}
	return nil
}

// shut has nothing signed any more, in this process and any later one. Also if it fails nothing is signed in this one.
func (l *Log) shut(why closing) error {
	if l.refusal == nil {
		l.refusal = ErrOnChain
		if why == closedElsewhere {
			l.refusal = ErrElsewhere
		}
	}
	m := l.marks
	m.closed = max(m.closed, why) // a log that does not know all that was signed never will
	if l.disk == nil || m == l.marks && !l.unmarked {
		return nil
	}
	l.marks, l.unmarked = m, true
	err := l.mark(m)
	if err == nil {
		err = l.sync()
	}
	if err != nil {
		return fmt.Errorf("%w: %w", ErrUnwritten, err)
	}
	return nil
}

// markDamaged makes the log read-only and leaves the file as it is.
func (l *Log) markDamaged(err error) {
	l.refusal = fmt.Errorf("%w: %w", ErrDamaged, err)
	if l.disk != nil {
		l.refusal = errors.Join(l.refusal, l.disk.Close())
		l.disk, l.proofPath = nil, ""
	}
}

// Close gives the log back to other processes.
func (l *Log) Close() error {
	if l.disk == nil {
		return nil
	}
	d := l.disk
	l.disk, l.refusal = nil, errors.Join(errClosed, l.refusal)
	return d.Close()
}

var errClosed = errors.New("the log is closed")
