package channel

// SetMachineFiles has the machine's id read from another file.
func SetMachineFiles(t interface{ Cleanup(func()) }, paths ...string) {
	before := machineFiles
	machineFiles = paths
	t.Cleanup(func() { machineFiles = before })
}

// Reborn changes the time at which a file of a log was made, as its head has it.
func Reborn(file []byte) []byte {
	key, from, err := parseHead(file)
	if err != nil {
		panic(err)
	}
	from.born++
	return append(appendHead(nil, key, from), file[headSize:]...)
}

// Sign writes a state down as signed.
func (l *Log) Sign(progress int, state, update []byte) error { return l.sign(progress, state, update) }
