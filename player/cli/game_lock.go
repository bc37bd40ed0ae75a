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

	"github.com/battleship-chain/battleship/player/text"
)

// lobby is the id of the lobby in place of a game.
const lobby uint64 = 0

// gameLocks are the locks of one player's games on this machine: a bot locks its game exclusively, the screens of play
// share a lock, and a command at the prompt only checks it. The system releases a lock when its process ends.
type gameLocks struct {
	dir string
	// player is the player's name.
	player string
}

// locksOf returns the locks of a player on a chain.
func locksOf(home, chainID, address, name string) gameLocks {
	return gameLocks{dir: filepath.Join(home, "bots", chainID, address), player: name}
}

// locks are those of the user.
func (e *env) locks() gameLocks {
	return locksOf(e.cctx.HomeDir, e.chain.ChainID(), e.me, e.out.named(e.me))
}

// gameLock is a held lock of a game or of the lobby.
type gameLock struct{ file *os.File }

// release releases the lock. The file stays: a process that has it open could lock it while another creates it anew.
func (h *gameLock) release() { _ = h.Close() }

// Close implements io.Closer.
func (h *gameLock) Close() error { return h.file.Close() }

// lockedError means that another program of the player holds the lock.
type lockedError struct {
	game   uint64
	player string
	// process is that of the bot that holds it. It is empty for the screens.
	process string
}

// Error implements error.
func (e *lockedError) Error() string {
	switch {
	case e.game == lobby:
		return fmt.Sprintf(text.BotSearches, e.player, e.process)
	case e.process == "":
		return fmt.Sprintf(text.ScreensOpen, e.game, e.player)
	default:
		return fmt.Sprintf(text.BotRuns, e.player, e.game, e.process)
	}
}

// take locks a game for a bot. The error is a *lockedError if another program has it.
func (h gameLocks) take(id uint64) (*gameLock, error) {
	f, err := h.lock(id, unix.LOCK_EX)
	if err != nil {
		return nil, err
	}
	if err = f.Truncate(0); err == nil {
		_, err = f.WriteAt([]byte(strconv.Itoa(os.Getpid())), 0)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("lock game %d for a bot: %w", id, err), f.Close())
	}
	return &gameLock{f}, nil
}

// share locks a game for the screens. The error is a *lockedError if a bot has it.
func (h gameLocks) share(id uint64) (io.Closer, error) {
	f, err := h.lock(id, unix.LOCK_SH)
	if err != nil {
		return nil, err
	}
	return &gameLock{f}, nil
}

// look returns a *lockedError if a bot has a game.
func (h gameLocks) look(id uint64) error {
	f, err := os.Open(h.path(id))
	if err != nil {
		return nil // it was never locked
	}
	defer func() { _ = f.Close() }()
	if err := unix.Flock(int(f.Fd()), unix.LOCK_SH|unix.LOCK_NB); err != nil {
		return h.refusal(f, id, err)
	}
	return nil
}

// path is the file that is locked for a game.
func (h gameLocks) path(id uint64) string {
	name := "lobby"
	if id != lobby {
		name = strconv.FormatUint(id, 10)
	}
	return filepath.Join(h.dir, name+".lock")
}

// lock opens the file of a game and locks it, exclusively or shared.
func (h gameLocks) lock(id uint64, how int) (*os.File, error) {
	if err := os.MkdirAll(h.dir, 0o700); err != nil {
		return nil, fmt.Errorf("lock game %d: %w", id, err)
	}
	f, err := os.OpenFile(h.path(id), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("lock game %d: %w", id, err)
	}
	if err := unix.Flock(int(f.Fd()), how|unix.LOCK_NB); err != nil {
		return nil, errors.Join(h.refusal(f, id, err), f.Close())
	}
	return f, nil
}

// refusal returns the error of a lock that was not given.
func (h gameLocks) refusal(f *os.File, id uint64, err error) error {
	if !errors.Is(err, unix.EWOULDBLOCK) {
		return fmt.Errorf("lock game %d: %w", id, err)
	}
	held := &lockedError{game: id, player: h.player}
	if unix.Flock(int(f.Fd()), unix.LOCK_SH|unix.LOCK_NB) == nil {
		return held // it can be shared, so screens have it
	}
	process := make([]byte, 20)
	n, _ := f.ReadAt(process, 0)
	held.process = strings.TrimSpace(string(process[:n]))
	return held
}
