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

// PartyHere writes the players that have come to a party, and how the others do.
func (v Voice) PartyHere(players []string, seats int, code string) []string {
	return []string{
		fmt.Sprintf("%d of %d players: %s.", len(players), seats, v.List(players)),
		"The others come with",
		"  battleshipd play --party " + code + " --from NAME",
	}
}

// The next steps of a player in a party. {name} is the opponent, {round} the round.
const (
	partyGather = "The first round begins when all are here."
	partyOffer  = "Round {round}: you play {name}. Place your ships."
	partyEnter  = "Round {round}: {name} is ready to play you. Place your ships."
	partyPlay   = "Round {round}: you play {name} now."
	partyWait   = "Round {round}: you play {name}, whose ships are being placed."
	partyBusy   = "Round {round}: you play {name} next, after the game between {name} and {busy}."
	partyFinish = "You have played all your games. Others still play."
)

// PartyStep is the next step of a player in a party.
type PartyStep uint8

// The next steps.
const (
	// PartyGather means to wait for the other players.
	PartyGather PartyStep = iota
	// PartyWait means to wait for the opponent, which has another game or has yet to offer this one.
	PartyWait
	// PartyOffer means to offer the opponent a game.
	PartyOffer
	// PartyEnter means to join the game of the opponent.
	PartyEnter
	// PartyPlay means that the game with the opponent runs, or waits for it.
	PartyPlay
	// PartyFinish means that the player has no further game, while others have.
	PartyFinish
	// PartyOver means that all games are over.
	PartyOver
)

// PartyNext writes the next step of a player, against an opponent in a round. Busy is the player that the opponent
// plays first. It is empty if there is none.
func (v Voice) PartyNext(s PartyStep, round int, opponent, busy string) string {
	words := [...]string{
		PartyGather: partyGather, PartyWait: partyWait, PartyOffer: partyOffer, PartyEnter: partyEnter,
		PartyPlay: partyPlay, PartyFinish: partyFinish, PartyOver: "",
	}[s]
	if s == PartyWait && busy != "" {
		words = partyBusy
	}
	return fill(words, "{round}", fmt.Sprint(round), "{name}", v.Called(opponent), "{busy}", v.Called(busy))
}

// PartyWon writes the end of a party, by its first players and the number of games that were left out.
func (v Voice) PartyWon(first []string, leftOut int) string {
	verb := "win"
	if len(first) == 1 {
		verb = v.verb(first[0], "win", "wins")
	}
	words := fmt.Sprintf("The party is over: %s %s.", v.List(first), verb)
	if leftOut > 0 {
		words += fmt.Sprintf(" Not begun in time: %s.", Count(leftOut, "game"))
	}
	return words
}

// Farewells of a player who leaves the screens of a party.
const (
	PartyLeft      = "You have left the party. As long as it has a free seat, battleshipd play --party %s takes you back."
	PartyContinues = "The party continues: battleshipd play --party %s takes you back."
)

// PartyScore is a line of the table of a party.
type PartyScore struct {
	Place int `json:"place"`
	// Name is the player's.
	Name   string `json:"player"`
	Played int    `json:"played"`
	Won    int    `json:"won"`
	Lost   int    `json:"lost"`
	// Sunk is the number of fleets that the player has sunk, with that number of Shots in all.
	Sunk  int `json:"sunk"`
	Shots int `json:"shots"`
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
