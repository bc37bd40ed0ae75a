package party

import (
	"cmp"
	"slices"
)

// Score is a player's line of the table.
type Score struct {
	// Seat is the player. Place counts from 1; players with equal scores have the same.
	Seat, Place       int
	Played, Won, Lost int
	// Sunk is the number of fleets that the player has sunk, with that number of Shots in all.
	Sunk, Shots int
}

// Scores returns the table, the first place first. Games that were left out count for neither player, so that absence
// wins nothing. More games won are better, and then fewer shots for each sunk fleet.
func Scores(players int, games map[Pair]Game) []Score {
	table := make([]Score, players)
	for i := range table {
		table[i].Seat = i
	}
	for p, g := range games {
		if g.Ended == 0 {
			continue
		}
		for _, seat := range []int{p.Creator, p.Joiner} {
			s := &table[seat]
			s.Played++
			switch {
			case !g.Won:
			case g.Winner != seat:
				s.Lost++
			case g.Sunk:
				s.Sunk++
				s.Shots += g.Shots
				fallthrough
			default:
				s.Won++
			}
		}
	}
	slices.SortStableFunc(table, better)
	for i := range table {
		table[i].Place = i + 1
		if i > 0 && better(table[i-1], table[i]) == 0 {
			table[i].Place = table[i-1].Place
		}
	}
	return table
}

// better compares two scores.
func better(a, b Score) int {
	if a.Sunk == 0 || b.Sunk == 0 { // a score without a sunk fleet comes last
		return cmp.Or(cmp.Compare(b.Won, a.Won), cmp.Compare(min(b.Sunk, 1), min(a.Sunk, 1)))
	}
	return cmp.Or(cmp.Compare(b.Won, a.Won), cmp.Compare(a.Shots*b.Sunk, b.Shots*a.Sunk))
}
