package name

// Words returns both lists of words.
func Words() [2][]string { return [2][]string{first, second} }

// Reserved returns the reserved names.
func Reserved() []string { return reserved }
