package channel

// Disk is what a log is written to.
type Disk = disk

// OpenDisk returns the log on a disk, which Format has made.
func OpenDisk(d Disk, n Name) (*Log, error) { return load(d, n, origin{}, false) }

// Format returns what Prepare writes.
func Format(key []byte) []byte { return newFile(key, origin{}) }

// SetMachineFiles has the machine's id read from another file.
func SetMachineFiles(t interface{ Cleanup(func()) }, paths ...string) {
	before := machineFiles
	machineFiles = paths
	t.Cleanup(func() { machineFiles = before })
}

// Sign writes a state down as signed.
func (l *Log) Sign(progress int, state, update []byte) error { return l.sign(progress, state, update) }
