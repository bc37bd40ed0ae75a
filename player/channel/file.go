package channel

import (
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// Modes of new files and directories: a log is readable for its player alone.
const (
	dirMode  = 0o700
	fileMode = 0o600
)

// Ends of names of files.
const (
	logEnd      = ".log"
	proofEnd    = ".proof"
	preparedEnd = ".key"
)

var errKey = fmt.Errorf("expected a key of %d bytes", keySize)

// Dir returns the directory of the logs of one player on one chain, below a home.
func Dir(home, chainID, player string) string {
	return filepath.Join(home, "channels", "chain-"+url.PathEscape(chainID), player)
}

// Prepare makes the log of a game that is about to be entered with a channel key, before the transaction is sent. So
// OpenLog can distinguish a game without signatures from one whose log is lost or on another machine. An existing log
// is left unchanged.
func Prepare(dir string, key []byte) (err error) {
	if len(key) != keySize {
		return fmt.Errorf("%w, got %d", errKey, len(key))
	}
	path := preparedPath(dir, key)
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := makeDir(dir); err != nil {
		return err
	}
	f, err := os.CreateTemp(dir, "*"+preparedEnd+".tmp")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	here, err := originOf(f)
	if err == nil {
		_, err = f.Write(newFile(key, here))
	}
	if err == nil {
		err = f.Sync()
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return syncDir(dir)
}

// OpenLog opens the log of a game, which Prepare has made, for this process alone. The error is an ErrMissing, an
// ErrInUse, or one of the file system. A log that was found and must not be signed for is returned with a Refusal.
func OpenLog(dir string, n Name) (*Log, error) {
	path := n.path(dir, logEnd)
	f, err := openLocked(path)
	if errors.Is(err, fs.ErrNotExist) && len(n.Key) == keySize {
		f, err = n.takePrepared(dir, path)
		if errors.Is(err, fs.ErrNotExist) {
			f, err = openLocked(path) // another program may just have taken it
		}
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, n.wrap(ErrMissing)
	case err != nil:
		return nil, n.wrap(err)
	}
	l, err := loadFile(f, n, false)
	if err != nil {
		return nil, err
	}
	if l.disk != nil {
		l.proofPath = n.path(dir, proofEnd)
	}
	return l, nil
}

// ReadLog reads the log of a game for display; another process may have it open. Its Refusal is an ErrReadOnly.
func ReadLog(dir string, n Name) (*Log, error) {
	f, err := os.Open(n.path(dir, logEnd))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, n.wrap(ErrMissing)
	}
	if err != nil {
		return nil, n.wrap(err)
	}
	return loadFile(f, n, true)
}

// ProofPath is the file that holds the newest proof of a game beside its log, for a watchtower.
func ProofPath(dir string, n Name) string { return n.path(dir, proofEnd) }

// LogPath is the file of a game's log.
func LogPath(dir string, n Name) string { return n.path(dir, logEnd) }

// IsPrepared reports whether there is a log of the game without any signature.
func IsPrepared(dir string, key []byte) bool {
	_, err := os.Lstat(preparedPath(dir, key))
	return err == nil
}

func loadFile(f *os.File, n Name, readOnly bool) (*Log, error) {
	here, err := originOf(f)
	if err != nil {
		return nil, n.wrap(errors.Join(err, f.Close()))
	}
	l, err := load(f, n, here, readOnly)
	if err != nil {
		return nil, n.wrap(errors.Join(err, f.Close()))
	}
	return l, nil
}

// takePrepared gives the log that was prepared for the game's key the name of the game.
func (n Name) takePrepared(dir, path string) (*os.File, error) {
	prepared := preparedPath(dir, n.Key)
	f, err := openLocked(prepared)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(os.Rename(prepared, path), syncDir(dir)); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// openLocked opens a file for this process alone.
func openLocked(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return nil, err
	}
	if err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB); err != nil {
		if errors.Is(err, unix.EWOULDBLOCK) {
			err = ErrInUse
		}
		return nil, errors.Join(err, f.Close())
	}
	// Between opening and locking, another file may have come in its place.
	held, err := f.Stat()
	if err == nil {
		var there fs.FileInfo
		if there, err = os.Stat(path); err == nil && !os.SameFile(held, there) {
			err = ErrInUse
		}
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// path is a file of the game.
func (n Name) path(dir, end string) string {
	return filepath.Join(dir, fmt.Sprintf("%d-%s%s", n.Game, hex.EncodeToString(n.Channel[:8]), end))
}

// wrap adds the game to an error.
func (n Name) wrap(err error) error { return fmt.Errorf("game %d: %w", n.Game, err) }

func preparedPath(dir string, key []byte) string {
	return filepath.Join(dir, hex.EncodeToString(key)+preparedEnd)
}

// makeDir makes a directory and those above it that are missing, each known to the disk.
func makeDir(path string) error {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return nil
	}
	if above := filepath.Dir(path); above != path {
		if err := makeDir(above); err != nil {
			return err
		}
	}
	if err := os.Mkdir(path, dirMode); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return syncDir(filepath.Dir(path))
}

func syncDir(path string) error {
	dir, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(dir.Sync(), dir.Close())
}
