package channel

import (
	"errors"
	"os"
)

// keepProof replaces the newest proof beside the log, whole or not at all. It does not wait for the disk: no signature
// depends on it, and a watchtower that finds an older one is given the next.
func (l *Log) keepProof(update []byte) error {
	if l.proofPath == "" {
		return nil
	}
	next := l.proofPath + ".tmp"
	if err := os.WriteFile(next, update, fileMode); err != nil {
		return errors.Join(err, os.Remove(next))
	}
	return os.Rename(next, l.proofPath)
}
