package env

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

// Lobby is the id of the lobby in place of a game.
const Lobby uint64 = 0

// GameLocks are the locks of one player's games on this machine: a bot locks its game exclusively, the screens of play
// share a lock, and a command at the prompt only checks it. The system releases a lock when its process ends.
type GameLocks struct {
	dir string
	// player is the player's name.
	player string
}

// LocksOf returns the locks of a player on a chain.
func LocksOf(home, chainID, address, name string) GameLocks {
	return GameLocks{dir: filepath.Join(home, "bots", chainID, address), player: name}
}

// Locks are those of the user.
func (e *Env) Locks() GameLocks {
	return LocksOf(e.Client.HomeDir, e.Chain.ChainID(), e.Me, e.Out.Named(e.Me))
}

// GameLock is a held lock of a game or of the lobby.
type GameLock struct{ file *os.File }

// Release releases the lock. The file stays: a process that has it open could lock it while another creates it anew.
func (h *GameLock) Release() { _ = h.Close() }

// Close implements io.Closer.
func (h *GameLock) Close() error { return h.file.Close() }

// LockedError means that another program of the player holds the lock.
type LockedError struct {
	game   uint64
	player string
	// process is that of the bot that holds it. It is empty for the screens.
	process string
}

// Error implements error.
func (e *LockedError) Error() string {
	switch {
	case e.game == Lobby:
		return fmt.Sprintf(text.BotSearches, e.player, e.process)
	case e.process == "":
		return fmt.Sprintf(text.ScreensOpen, e.game, e.player)
	default:
		return fmt.Sprintf(text.BotRuns, e.player, e.game, e.process)
	}
}

// Take locks a game for a bot. The error is a *LockedError if another program has it.
func (h GameLocks) Take(id uint64) (*GameLock, error) {
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
	return &GameLock{f}, nil
}

// Share locks a game for the screens. The error is a *LockedError if a bot has it.
func (h GameLocks) Share(id uint64) (io.Closer, error) {
	f, err := h.lock(id, unix.LOCK_SH)
	if err != nil {
		return nil, err
	}
	return &GameLock{f}, nil
}

// Look returns a *LockedError if a bot has a game.
func (h GameLocks) Look(id uint64) error {
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
func (h GameLocks) path(id uint64) string {
	name := "lobby"
	if id != Lobby {
		name = strconv.FormatUint(id, 10)
	}
	return filepath.Join(h.dir, name+".lock")
}

// lock opens the file of a game and locks it, exclusively or shared.
func (h GameLocks) lock(id uint64, how int) (*os.File, error) {
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
func (h GameLocks) refusal(f *os.File, id uint64, err error) error {
	if !errors.Is(err, unix.EWOULDBLOCK) {
		return fmt.Errorf("lock game %d: %w", id, err)
	}
	held := &LockedError{game: id, player: h.player}
	if unix.Flock(int(f.Fd()), unix.LOCK_SH|unix.LOCK_NB) == nil {
		return held // it can be shared, so screens have it
	}
	process := make([]byte, 20)
	n, _ := f.ReadAt(process, 0)
	held.process = strings.TrimSpace(string(process[:n]))
	return held
}
