package text

import "fmt"

// Refusals of parties.
const (
	PartySize     = "a party is for %d to %d players, got %d"
	PartyComplete = "this party has its %d players, and you are none of them: open another one with --party N"
	// NoParty is about a code whose table is gone, or never was one of a party.
	NoParty = "game %d is no party, or one that is over: ask for a new code, or open a party with --party N"
	// IsParty is about a table that is entered in another way.
	IsParty = "game %d is a party: enter it with battleshipd play --party CODE"
)

// PartyScore is a line of the table of a party.
type PartyScore struct {
	Place int
	// Name is the player's.
	Name              string
	Played, Won, Lost int
	// Sunk is the number of fleets that the player has sunk, with that number of Shots in all.
	Sunk, Shots int
}

// PartyTable writes the table of a party, with its head.
func PartyTable(scores []PartyScore) []string {
	const name = 20
	line := func(cells ...any) string { return fmt.Sprintf("%-6v%-*.*s%8v%6v%6v%13v", cells...) }
	lines := []string{line("place", name, name, "player", "games", "won", "lost", "shots to win")}
	for _, s := range scores {
		shots := "-"
		if s.Sunk > 0 {
			shots = fmt.Sprintf("%.1f", float64(s.Shots)/float64(s.Sunk))
		}
		lines = append(lines, line(fmt.Sprintf("%d.", s.Place), name, name, s.Name, s.Played, s.Won, s.Lost, shots))
	}
	return lines
}
