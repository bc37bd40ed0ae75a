package devnet

import (
	"errors"
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// lock holds a home directory for this process. It locks the directory itself, so it leaves no file behind, the system
// lets go of it when the process dies, and it survives a rename of the directory.
type lock struct{ dir *os.File }

// errInUse is returned for a home directory, or a database in it, that another process has locked.
var errInUse = errors.New("another process uses it; stop that one first")

// acquire locks a directory, or fails with errInUse at once.
func acquire(path string) (*lock, error) {
	dir, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	if err := unix.Flock(int(dir.Fd()), unix.LOCK_EX|unix.LOCK_NB); err != nil {
		closeErr := dir.Close()
		if errors.Is(err, unix.EWOULDBLOCK) {
			err = errInUse
		}
		return nil, errors.Join(fmt.Errorf("lock %s: %w", path, err), closeErr)
	}
	return &lock{dir: dir}, nil
}

// release lets go of the directory.
func (l *lock) release() error { return l.dir.Close() }
