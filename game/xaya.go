package game

// Xaya is the variant of Xaya Ships: seven ships on 8x8 tiles that may not touch, not even at a corner. A hit shoots
// again, and sinking is not announced.
func Xaya() *Ruleset {
	return &Ruleset{
		ID:     2,
		Name:   "xaya",
		Width:  8,
		Height: 8,
		Classes: []ShipClass{
			{Name: "battleship", Length: 4, Count: 1},
			{Name: "cruiser", Length: 3, Count: 2},
			{Name: "destroyer", Length: 2, Count: 4},
		},
		Touch:          false,
		HitShootsAgain: true,
		AnnounceSunk:   false,
	}
}

// XayaZK is Xaya with boards and answers that are proven.
func XayaZK() *Ruleset {
	r := Xaya()
	r.ID, r.Name, r.Proven = 4, "xaya-zk", true
	return r
}
