package channel

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// bornAt returns when a file was made, or 0 where its file system does not keep that.
func bornAt(f *os.File) (uint64, error) {
	var x unix.Statx_t
	err := unix.Statx(int(f.Fd()), "", unix.AT_EMPTY_PATH, unix.STATX_BTIME, &x)
	if errors.Is(err, unix.ENOSYS) || err == nil && x.Mask&unix.STATX_BTIME == 0 {
		return 0, nil
	}
	return uint64(x.Btime.Sec)*1e9 + uint64(x.Btime.Nsec), err
}
