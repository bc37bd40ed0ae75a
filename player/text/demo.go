package text

// GROUP.
const (
	IBCHeld = "\nAll of it held."
)
