package channelpolicy_test

import (
	"io"
	"slices"

	at "github.com/battleship-chain/battleship/player/channel"
)

// memory is a disk in memory, for the log of one game: it outlives the process that a test plays.
type memory struct {
	data []byte
	// synced is the data that survive a loss of power.
	synced []byte
}

// Open returns the log that is on the disk, or a new one.
func (m *memory) Open(n at.Name) (*at.Log, error) {
	if len(m.data) == 0 {
		m.data = at.Format(n.Key)
		m.synced = slices.Clone(m.data)
	}
	return at.OpenDisk(m, n)
}

// PowerCut discards unsynced data.
func (m *memory) PowerCut() { m.data = slices.Clone(m.synced) }

// ReadAt implements io.ReaderAt.
func (m *memory) ReadAt(p []byte, off int64) (int, error) {
	if off >= int64(len(m.data)) {
		return 0, io.EOF
	}
	n := copy(p, m.data[off:])
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

// WriteAt implements io.WriterAt.
func (m *memory) WriteAt(p []byte, off int64) (int, error) {
	if end := off + int64(len(p)); end > int64(len(m.data)) {
		m.data = append(m.data, make([]byte, end-int64(len(m.data)))...)
	}
	return copy(m.data[off:], p), nil
}

// Truncate makes the disk as short as that.
func (m *memory) Truncate(size int64) error {
	m.data = m.data[:min(int64(len(m.data)), size)]
	return nil
}

// Sync makes the data survive a loss of power.
func (m *memory) Sync() error {
	m.synced = append(m.synced[:0], m.data...)
	return nil
}

// Close does nothing: the disk stays.
func (m *memory) Close() error { return nil }
