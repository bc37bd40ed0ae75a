package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// hold is a game, or the lobby, that a bot on this machine plays in for a player. The system lets go of it when the
// process ends, however it ends.
type hold struct{ file *os.File }

// lobby stands for the lobby in the place of a game's id.
const lobby uint64 = 0

// heldError says that a bot of the player is there already.
type heldError struct {
	game    uint64
	player  string
	process string
}

// Error implements error.
func (e *heldError) Error() string {
	where := fmt.Sprintf("plays game %d", e.game)
	if e.game == lobby {
		where = "looks for games"
	}
	return fmt.Sprintf("a bot of %s %s already on this machine (process %s): end it first, or let it go on", e.player, where,
		e.process)
}

// holdPath is the file that is locked for a game.
func (e *env) holdPath(id uint64) string {
	name := "lobby"
	if id != lobby {
		name = strconv.FormatUint(id, 10)
	}
	return filepath.Join(e.cctx.HomeDir, "bots", e.chain.ChainID(), e.me, name+".lock")
}

// hold takes a game for a bot of the player. The error is a *heldError if another bot has it.
func (e *env) hold(id uint64) (*hold, error) {
	path := e.holdPath(id)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, fmt.Errorf("mark game %d as a bot's: %w", id, err)
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("mark game %d as a bot's: %w", id, err)
	}
	if err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB); err != nil {
		held := e.heldBy(f, id, err)
		return nil, errors.Join(held, f.Close())
	}
	if err := f.Truncate(0); err == nil {
		_, err = f.WriteAt([]byte(strconv.Itoa(os.Getpid())), 0)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("mark game %d as a bot's: %w", id, err), f.Close())
	}
	return &hold{f}, nil
}

// release lets go of the game. The file stays: who has it open already could hold it while another makes it anew.
func (h *hold) release() { _ = h.file.Close() }

// heldBy is the error of a lock that was not given.
func (e *env) heldBy(f *os.File, id uint64, err error) error {
	if !errors.Is(err, unix.EWOULDBLOCK) {
		return fmt.Errorf("mark game %d as a bot's: %w", id, err)
	}
	process := make([]byte, 20)
	n, _ := f.ReadAt(process, 0)
	return &heldError{game: id, player: e.out.named(e.me), process: strings.TrimSpace(string(process[:n]))}
}

// refuseBeside refuses a move by hand in a game that a bot on this machine plays for the player.
func (e *env) refuseBeside(id uint64) error {
	f, err := os.Open(e.holdPath(id))
	if err != nil {
		return nil //nolint:nilerr // nobody has marked the game
	}
	defer func() { _ = f.Close() }()
	if err := unix.Flock(int(f.Fd()), unix.LOCK_SH|unix.LOCK_NB); err != nil {
		return e.heldBy(f, id, err)
	}
	return nil
}
