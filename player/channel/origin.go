package channel

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// origin is which file on which machine a log is: a copy of the file has another one.
type origin struct {
	device, volume, inode uint64
	// born is when the file was made, in nanoseconds, where the system knows it: numbers of inodes are used again.
	born    uint64
	machine [machineSize]byte
}

const (
	machineSize = 16
	originSize  = 4*8 + machineSize
)

func (o origin) append(b []byte) []byte {
	for _, n := range []uint64{o.device, o.volume, o.inode, o.born} {
		b = binary.BigEndian.AppendUint64(b, n)
	}
	return append(b, o.machine[:]...)
}

// parseOrigin reads an origin from bytes that are long enough.
func parseOrigin(b []byte) origin {
	o := origin{
		device: binary.BigEndian.Uint64(b), volume: binary.BigEndian.Uint64(b[8:]),
		inode: binary.BigEndian.Uint64(b[16:]), born: binary.BigEndian.Uint64(b[24:]),
	}
	copy(o.machine[:], b[32:])
	return o
}

// same reports whether both are the same file. The number of a device, and on some systems that of a volume, changes
// when a machine starts again, so one of them is enough.
func (o origin) same(as origin) bool {
	return o.inode == as.inode && o.born == as.born && o.machine == as.machine &&
		(o.device == as.device || o.volume == as.volume)
}

// String describes the file for people.
func (o origin) String() string {
	return fmt.Sprintf("file %d of volume %x on machine %x", o.inode, o.volume, o.machine[:4])
}

// originOf returns the origin of an open file.
func originOf(f *os.File) (origin, error) {
	var file unix.Stat_t
	if err := unix.Fstat(int(f.Fd()), &file); err != nil {
		return origin{}, err
	}
	var volume unix.Statfs_t
	if err := unix.Fstatfs(int(f.Fd()), &volume); err != nil {
		return origin{}, err
	}
	born, err := bornAt(f)
	if err != nil {
		return origin{}, err
	}
	return origin{
		born:    born,
		device:  uint64(file.Dev), //nolint:unconvert // of another type on other systems
		volume:  uint64(uint32(volume.Fsid.Val[0]))<<32 | uint64(uint32(volume.Fsid.Val[1])),
		inode:   file.Ino,
		machine: machineID(),
	}, nil
}

// machineFiles are where systems keep a number of the machine; the first that there is counts.
var machineFiles = []string{"/etc/machine-id", "/var/lib/dbus/machine-id"}

// machineID returns a number of this machine that nothing else is called by, or zeros where there is none.
func machineID() (id [machineSize]byte) {
	for _, path := range machineFiles {
		raw, err := os.ReadFile(path)
		if raw = bytes.TrimSpace(raw); err != nil || len(raw) == 0 {
			continue
		}
		sum := sha256.Sum256(append([]byte(magic), raw...))
		copy(id[:], sum[:])
		break
	}
	return id
}
