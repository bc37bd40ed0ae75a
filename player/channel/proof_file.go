package channel

import (
	"errors"
	"fmt"
	"os"
)

// keepProof replaces the newest proof beside the log, whole or not at all. It does not wait for the disk: no signature
// depends on it, a watchtower that finds an older one is given the next, and NewTable keeps the newest once more.
func (l *Log) keepProof(update []byte) error {
	if l.proofPath == "" {
		return nil
	}
	next := l.proofPath + ".tmp"
	err := os.WriteFile(next, update, fileMode)
	if err == nil {
		err = os.Rename(next, l.proofPath)
	}
	if err != nil {
		return fmt.Errorf("the proof for a watchtower is not the newest: %w", errors.Join(err, os.Remove(next)))
	}
	return nil
}
