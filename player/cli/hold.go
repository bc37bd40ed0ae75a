package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// lobby stands for the lobby in the place of a game's id.
const lobby uint64 = 0

// holds are the marks of one player's games on this machine: a bot has its game for itself, the screens of play share
// theirs, and a hand at the prompt looks. The system lets go of a mark when its process ends, however that ends.
type holds struct {
	dir string
	// player is what the player is called.
	player string
}

// holdsOf returns the marks of a player on a chain.
func holdsOf(home, chainID, address, name string) holds {
	return holds{dir: filepath.Join(home, "bots", chainID, address), player: name}
}

// holds are those of the user.
func (e *env) holds() holds {
	return holdsOf(e.cctx.HomeDir, e.chain.ChainID(), e.me, e.out.named(e.me))
}

// hold is a game, or the lobby, that is marked.
type hold struct{ file *os.File }

// release takes the mark away. The file stays: who has it open already could mark it while another makes it anew.
func (h *hold) release() { _ = h.Close() }

// Close implements io.Closer.
func (h *hold) Close() error { return h.file.Close() }

// heldError says that another program of the player is there already.
type heldError struct {
	game   uint64
	player string
	// process is the bot that is there; empty for the screens.
	process string
}

// Error implements error.
func (e *heldError) Error() string {
	switch {
	case e.game == lobby:
		return fmt.Sprintf("a bot of %s looks for games already on this machine (process %s): end it first, or let it go on",
			e.player, e.process)
	case e.process == "":
		return fmt.Sprintf("the screens of battleshipd play have game %d of %s open on this machine, and answer by "+
			"themselves: close them first", e.game, e.player)
	default:
		return fmt.Sprintf("a bot of %s plays game %d already on this machine (process %s): end it first, or let it go on",
			e.player, e.game, e.process)
	}
}

// take marks a game as a bot's. The error is a *heldError if another program has it.
func (h holds) take(id uint64) (*hold, error) {
	f, err := h.open(id)
	if err != nil {
		return nil, err
	}
	if err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB); err != nil {
		return nil, errors.Join(h.refusal(f, id, err), f.Close())
	}
	if err = f.Truncate(0); err == nil {
		_, err = f.WriteAt([]byte(strconv.Itoa(os.Getpid())), 0)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("mark game %d as a bot's: %w", id, err), f.Close())
	}
	return &hold{f}, nil
}

// share marks a game as one on screens. The error is a *heldError if a bot has it.
func (h holds) share(id uint64) (io.Closer, error) {
	f, err := h.open(id)
	if err != nil {
		return nil, err
	}
	if err := unix.Flock(int(f.Fd()), unix.LOCK_SH|unix.LOCK_NB); err != nil {
		return nil, errors.Join(h.refusal(f, id, err), f.Close())
	}
	return &hold{f}, nil
}

// look returns a *heldError if a bot has a game.
func (h holds) look(id uint64) error {
	f, err := os.Open(h.path(id))
	if err != nil {
		return nil // nobody has marked it ever
	}
	defer func() { _ = f.Close() }()
	if err := unix.Flock(int(f.Fd()), unix.LOCK_SH|unix.LOCK_NB); err != nil {
		return h.refusal(f, id, err)
	}
	return nil
}

// path is the file that is locked for a game.
func (h holds) path(id uint64) string {
	name := "lobby"
	if id != lobby {
		name = strconv.FormatUint(id, 10)
	}
	return filepath.Join(h.dir, name+".lock")
}

func (h holds) open(id uint64) (*os.File, error) {
	if err := os.MkdirAll(h.dir, 0o700); err != nil {
		return nil, fmt.Errorf("mark game %d as played: %w", id, err)
	}
	f, err := os.OpenFile(h.path(id), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("mark game %d as played: %w", id, err)
	}
	return f, nil
}

// refusal is the error of a lock that was not given.
func (h holds) refusal(f *os.File, id uint64, err error) error {
	if !errors.Is(err, unix.EWOULDBLOCK) {
		return fmt.Errorf("mark game %d as played: %w", id, err)
	}
	held := &heldError{game: id, player: h.player}
	if unix.Flock(int(f.Fd()), unix.LOCK_SH|unix.LOCK_NB) == nil {
		return held // it can be shared, so screens have it
	}
	process := make([]byte, 20)
	n, _ := f.ReadAt(process, 0)
	held.process = strings.TrimSpace(string(process[:n]))
	return held
}
