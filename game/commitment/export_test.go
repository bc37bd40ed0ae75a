package commitment

// Leaf gives tests the bytes of a leaf.
func (b Binding) Leaf(index uint16, c Content, salt []byte) []byte { return b.leaf(index, c, salt) }

// Tags gives tests every domain tag by its name.
func Tags() map[string]string {
	return map[string]string{
		"aim": aimTag, "aim-salt": aimSaltTag,
		"fleet": fleetTag, "leaf": leafTag, "salt": saltTag, "toss": tossTag, "toss-mix": tossMixTag,
	}
}
