package game

// Classic is the game as most people know it: five ships on 10x10 tiles, players take turns, a ship that sinks is
// announced. Ships may touch.
func Classic() *Ruleset {
	return &Ruleset{
		ID:     1,
		Name:   "classic",
		Width:  10,
		Height: 10,
		Classes: []ShipClass{
			{Name: "carrier", Length: 5, Count: 1},
			{Name: "battleship", Length: 4, Count: 1},
			{Name: "cruiser", Length: 3, Count: 1},
			{Name: "submarine", Length: 3, Count: 1},
			{Name: "destroyer", Length: 2, Count: 1},
		},
		Touch:          true,
		HitShootsAgain: false,
		AnnounceSunk:   true,
	}
}

// ClassicZK is Classic with boards and answers that are proven. Sunk ships are not announced: an answer shows one tile.
func ClassicZK() *Ruleset {
	r := Classic()
	r.ID, r.Name, r.Proven, r.AnnounceSunk = 3, "classic-zk", true, false
	return r
}
