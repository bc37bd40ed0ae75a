package devnet

import (
	"errors"
	"fmt"
	"os"

	"golang.org/x/sys/unix"

	"github.com/cosmos/cosmos-sdk/client/flags"
)

// lock holds a home directory for this process. It locks the directory itself, so it leaves no file behind, the system
// lets go of it when the process dies, and it survives a rename of the directory.
type lock struct{ dir *os.File }

// errInUse is returned for a database that another process has locked.
var errInUse = errors.New("another process uses it; stop that one first")

// acquire locks a directory, or fails at once if another devnet has locked it.
func acquire(path string) (*lock, error) {
	dir, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	if err := unix.Flock(int(dir.Fd()), unix.LOCK_EX|unix.LOCK_NB); err != nil {
		err = fmt.Errorf("lock %s: %w", path, err)
		if errors.Is(err, unix.EWOULDBLOCK) {
			err = fmt.Errorf("a devnet runs in %s already, and answers at port %d: use it, or start another one with "+
				"--%s and --%s", path, portsOf(layout{path}).RPC, flags.FlagHome, flagPortBase)
		}
		return nil, errors.Join(err, dir.Close())
	}
	return &lock{dir: dir}, nil
}

// release lets go of the directory.
func (l *lock) release() error { return l.dir.Close() }
