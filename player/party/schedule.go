package party

import "cmp"

// The numbers of players of a party.
const (
	MinPlayers = 3
	MaxPlayers = 8
)

// Pair is a game of a party, by the seats of its players.
type Pair struct {
	// Creator offers the game, which Joiner joins.
	Creator, Joiner int
}

// Rounds returns the games of a party in rounds, by the circle method: each pair of players once, and each player in
// one game of a round at most. With an odd number of players one of them sits out in each round.
func Rounds(players int) [][]Pair {
	circle := players - 1 + players%2 // an absent player makes an odd number even
	rounds := make([][]Pair, circle)
	for r := range rounds {
		for i := range (circle + 1) / 2 {
			p := Pair{Creator: (r + i) % circle, Joiner: (r + circle - i) % circle}
			if i == 0 { // the player in the middle of the circle
				p.Joiner = circle
			}
			if i == 0 && r%2 == 1 {
				p.Creator, p.Joiner = p.Joiner, p.Creator
			}
			if max(p.Creator, p.Joiner) < players {
				rounds[r] = append(rounds[r], p)
			}
		}
	}
	return rounds
}

// Game is a game of a pair, as the chain shows it. The zero Game is one that was not offered, or that was cancelled.
type Game struct {
	ID uint64
	// Offered is the block since which it waits for its joiner, or 0. Begun reports whether it is in play.
	Offered int64
	Begun   bool
	// Ended is the block of its end, or 0.
	Ended int64
	// Won reports whether it has a winner, which is the seat Winner.
	Won    bool
	Winner int
	// Sunk reports whether the winner has sunk the fleet, with that number of Shots.
	Sunk  bool
	Shots int
}

// State is the state of a pair.
type State uint8

// The states of a pair.
const (
	// Later means that one of the players has an earlier game to play.
	Later State = iota
	// Now means that the game is played now, or is to begin.
	Now
	// Played means that the game has ended.
	Played
	// LeftOut means that the game was not offered or not joined in time. A later offer does not count.
	LeftOut
)

// Clock decides which games are left out.
type Clock struct {
	// Start is the block in which the party became complete, and Height the last one.
	Start, Height int64
	// Wait is the number of blocks after which a game is left out that was not offered.
	Wait int64
}

// States returns the states of all pairs of a party. A player who is away delays each of its opponents by Wait at most,
// because all heights are those of the chain: no state depends on when a client was started.
func States(players int, c Clock, games map[Pair]Game) map[Pair]State {
	states := make(map[Pair]State)
	free := make([]int64, players) // the block from which a player can play its next game
	busy := make([]bool, players)
	for i := range free {
		free[i] = c.Start
	}
	for _, round := range Rounds(players) {
		for _, p := range round {
			g, begins := games[p], max(free[p.Creator], free[p.Joiner])
			ends := cmp.Or(g.Ended, begins+c.Wait)
			switch {
			case g.Ended > 0:
				states[p] = Played
			case g.Begun: // whatever was offered since
				states[p] = Now
				busy[p.Creator], busy[p.Joiner] = true, true
				continue
			case busy[p.Creator] || busy[p.Joiner]:
				busy[p.Creator], busy[p.Joiner] = true, true
				continue
			case g.Offered > 0 && g.Offered <= ends || c.Height <= ends:
				states[p] = Now
				busy[p.Creator], busy[p.Joiner] = true, true
				continue
			default:
				states[p] = LeftOut
			}
			free[p.Creator], free[p.Joiner] = max(free[p.Creator], ends), max(free[p.Joiner], ends)
		}
	}
	return states
}
