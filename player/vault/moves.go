package vault

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/sys/unix"
)

// Game names one game of one player.
type Game struct {
	ChainID string
	// Player is the address of the player for whom moves are signed.
	Player string
	ID     uint64
}

// Moves are the moves that were signed in one game. Of the moves that are possible in a position one alone is ever
// signed: whatever became of it, a node may have kept it. So it is written down before any node gets it, and this
// program, the next one and one beside it find it there and send that one again.
//
// A position and a move are texts of the caller's, of one line and without a tab. Moves are safe for use by several
// goroutines and processes at once.
type Moves struct {
	// path is the file of the moves. If empty, they are kept in signed alone.
	path string
	// flush puts the file on the disk.
	flush func(*os.File) error

	mu     sync.Mutex
	signed map[string]string
	// flushed are the positions whose moves were put on the disk by this program. A line that is only read may be in the
	// memory of the system alone, after a disk has refused it.
	flushed map[string]bool
}

// OtherMoveError means that another move was signed in the same position.
type OtherMoveError struct {
	// Signed is the move that was.
	Signed string
}

// Error implements error.
func (e *OtherMoveError) Error() string {
	return fmt.Sprintf("another move was signed in this position before, %s, and may still count", e.Signed)
}

// Moves returns the signed moves of a game. A vault without a home keeps them in memory; any other only in their file.
func (v *Vault) Moves(g Game) *Moves {
	if v.home != "" {
		m := NewMoves()
		m.path = filepath.Join(v.home, "moves", "chain-"+url.PathEscape(g.ChainID), g.Player, strconv.FormatUint(g.ID, 10))
		return m
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if m, ok := v.moves[g]; ok {
		return m
	}
	m := NewMoves()
	if v.moves == nil {
		v.moves = make(map[Game]*Moves)
	}
	v.moves[g] = m
	return m
}

// NewMoves returns moves of a game in which none was signed, which are in memory alone.
func NewMoves() *Moves {
	return &Moves{flush: (*os.File).Sync, signed: make(map[string]string), flushed: make(map[string]bool)}
}

// In returns the move that was signed in a position, if one was.
func (m *Moves) In(position string) (move string, ok bool, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if move, ok = m.signed[position]; ok || m.path == "" {
		return move, ok, nil
	}
	file, err := os.Open(m.path)
	if errors.Is(err, fs.ErrNotExist) {
		return "", false, nil
	}
	if err == nil {
		err = errors.Join(m.read(file), file.Close())
	}
	if err != nil {
		return "", false, fmt.Errorf("moves that were signed: %w", err)
	}
	move, ok = m.signed[position]
	return move, ok, nil
}

// ErrUnwritten means that the disk has failed, or is full, so that a move was not sent. It may be tried again.
var ErrUnwritten = errors.New("nothing was sent, for the move cannot be written down")

// Sign writes down that a move is signed in a position. The error is an *OtherMoveError if it is another one than was
// signed there before, and an ErrUnwritten if it cannot be written down. Then the move must not be sent.
func (m *Moves) Sign(position, move string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if before, ok := m.signed[position]; ok {
		if err := same(before, move); err != nil || m.path == "" || m.flushed[position] {
			return err
		}
	}
	if m.path != "" {
		before, err := m.write(position, move)
		if err != nil {
			return fmt.Errorf("%w: %w", ErrUnwritten, err)
		}
		if err := same(before, move); err != nil {
			return err
		}
		m.flushed[position] = true
	}
	m.signed[position] = move
	return nil
}

func same(before, move string) error {
	if before != move {
		return &OtherMoveError{Signed: before}
	}
	return nil
}

// write writes a move down unless there is another one for its position, and returns the one that holds. The same one
// is written again, since a second flush does not put on the disk the data of a first one that has failed.
func (m *Moves) write(position, move string) (holds string, err error) {
	if err := os.MkdirAll(filepath.Dir(m.path), keyFileDirMode); err != nil {
		return "", err
	}
	file, err := os.OpenFile(m.path, os.O_RDWR|os.O_CREATE|os.O_APPEND, keyFileMode)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, file.Close()) }() // which gives the lock back
	if err := unix.Flock(int(file.Fd()), unix.LOCK_EX); err != nil {
		return "", err
	}
	if err := m.read(file); err != nil {
		return "", err
	}
	if before, ok := m.signed[position]; ok && before != move {
		return before, nil
	}
	// An incomplete last line is ended first: its move was not sent.
	line := "\n" + position + "\t" + move + lineEnd
	if _, err := file.WriteString(line); err != nil {
		return "", err
	}
	return move, errors.Join(m.flush(file), syncDir(filepath.Dir(m.path)))
}

// lineEnd ends a line, and marks it as complete.
const lineEnd = "\t.\n"

// read reads a file: a position and its move in each line. It skips incomplete lines.
func (m *Moves) read(file io.Reader) error {
	raw, err := io.ReadAll(file)
	if err != nil {
		return err
	}
	for line := range strings.Lines(string(raw)) {
		whole, ok := strings.CutSuffix(line, lineEnd)
		position, move, isMove := strings.Cut(whole, "\t")
		if _, known := m.signed[position]; ok && isMove && !known {
			m.signed[position] = move
		}
	}
	return nil
}
