package channel

// SetMachineFiles has the machine's id read from another file.
func SetMachineFiles(t interface{ Cleanup(func()) }, paths ...string) {
	before := machineFiles
	machineFiles = paths
	t.Cleanup(func() { machineFiles = before })
}

// Sign writes a state down as signed.
func (l *Log) Sign(progress int, state, update []byte) error { return l.sign(progress, state, update) }
