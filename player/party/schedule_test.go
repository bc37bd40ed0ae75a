package party_test

import (
	"fmt"
	"maps"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/player/party"
)

func TestEachPairMeetsOnceAndNoPlayerPlaysTwiceInARound(t *testing.T) {
	for players := party.MinPlayers; players <= party.MaxPlayers; players++ {
		t.Run(fmt.Sprint(players), func(t *testing.T) {
			rounds, met, created := party.Rounds(players), make(map[[2]int]int), make([]int, players)
			require.Len(t, rounds, players-1+players%2)
			for _, round := range rounds {
				require.Len(t, round, players/2, "one player at most sits out")
				plays := make(map[int]bool)
				for _, p := range round {
					for _, seat := range []int{p.Creator, p.Joiner} {
						require.False(t, plays[seat], "%v", round)
						require.True(t, seat >= 0 && seat < players)
						plays[seat] = true
					}
					met[[2]int{min(p.Creator, p.Joiner), max(p.Creator, p.Joiner)}]++
					created[p.Creator]++
				}
			}
			require.Len(t, met, players*(players-1)/2)
			for pair, times := range met {
				require.Equal(t, 1, times, "%v", pair)
			}
			for seat, games := range created {
				require.InDelta(t, float64(players-1)/2, games, 1, "seat %d offers half of its games", seat)
			}
		})
	}
}

// clock is that of a party that was complete at block 100.
func clock(height int64) party.Clock { return party.Clock{Start: 100, Wait: 10, Height: height} }

func TestAPartyOfAnyNumberEndsRoundByRound(t *testing.T) {
	for players := party.MinPlayers; players <= party.MaxPlayers; players++ {
		games, height := make(map[party.Pair]party.Game), int64(100)
		for _, round := range party.Rounds(players) {
			for _, p := range round {
				require.Equal(t, party.Now, party.States(players, clock(height), games)[p])
				games[p] = party.Game{Begun: true}
			}
			height += 1000 // a game in play is waited for
			for _, p := range round {
				require.Equal(t, party.Now, party.States(players, clock(height), games)[p])
				games[p] = party.Game{Ended: height}
			}
		}
		for p, state := range party.States(players, clock(height), games) {
			require.Equal(t, party.Played, state, "%v", p)
		}
	}
}

func TestNoPlayerHasTwoGamesAtATime(t *testing.T) {
	for players := party.MinPlayers; players <= party.MaxPlayers; players++ {
		games := make(map[party.Pair]party.Game)
		for step := range int64(1000) {
			height := 100 + step
			states := party.States(players, clock(height), games)
			busy := make(map[int]party.Pair)
			for _, round := range party.Rounds(players) {
				for i, p := range round {
					if states[p] != party.Now {
						continue
					}
					require.NotContains(t, busy, p.Creator)
					require.NotContains(t, busy, p.Joiner)
					busy[p.Creator], busy[p.Joiner] = p, p
					switch took := step % int64(7+i); { // games of unequal length
					case took == 0:
						games[p] = party.Game{Begun: true}
					case games[p].Begun && took == 5:
						games[p] = party.Game{Ended: height}
					}
				}
			}
			if len(busy) == 0 {
				break
			}
		}
		for p, state := range party.States(players, clock(2000), games) {
			require.Equal(t, party.Played, state, "%d players, %v", players, p)
		}
	}
}

func TestAnAbsentPlayerDelaysEachOpponentByOneWait(t *testing.T) {
	for players := party.MinPlayers; players <= party.MaxPlayers; players++ {
		for absent := range players {
			games, height := make(map[party.Pair]party.Game), int64(100)
			for range party.Rounds(players) {
				for range party.Rounds(players) { // the others play as far as they can
					for p, state := range party.States(players, clock(height), games) {
						if state == party.Now && p.Creator != absent && p.Joiner != absent {
							games[p] = party.Game{Ended: height}
						}
					}
				}
				height += 11
			}
			for p, state := range party.States(players, clock(height), games) {
				want := party.Played
				if p.Creator == absent || p.Joiner == absent {
					want = party.LeftOut
				}
				require.Equal(t, want, state, "%d players without %d, %v", players, absent, p)
			}
			require.Len(t, games, (players-1)*(players-2)/2)
		}
	}
}

func TestAnOfferIsWaitedForUntilTheChainEndsIt(t *testing.T) {
	first := party.Rounds(4)[0][0]
	for _, c := range []struct {
		name   string
		height int64
		game   party.Game
		want   party.State
	}{
		{"in time", 110, party.Game{}, party.Now},
		{"not offered", 111, party.Game{}, party.LeftOut},
		{"offered", 500, party.Game{ID: 7, Offered: 110}, party.Now},
		{"offered late", 500, party.Game{ID: 7, Offered: 111}, party.LeftOut},
		{"begun late", 500, party.Game{ID: 7, Begun: true}, party.Now},
		{"ended late", 500, party.Game{ID: 7, Ended: 499}, party.Played},
	} {
		states := party.States(4, clock(c.height), map[party.Pair]party.Game{first: c.game})
		require.Equal(t, c.want, states[first], c.name)
	}
}

// An offer after its time made a game that was in play wait for a later round, in which it was lost by the clock.
func TestRegressionALateOfferStopsNoGame(t *testing.T) {
	rounds := party.Rounds(3)
	late, playing := rounds[0][0], rounds[1][0]
	for _, offered := range []int64{110, 111} {
		games := map[party.Pair]party.Game{
			late: {ID: 9, Offered: offered}, playing: {ID: 8, Begun: true},
		}
		require.Equal(t, party.Now, party.States(3, clock(130), games)[playing], "offered at %d", offered)
	}
}

func TestTheTableCountsWhatTheChainHasCounted(t *testing.T) {
	rounds := party.Rounds(4)
	games := map[party.Pair]party.Game{
		rounds[0][0]: {Ended: 200, Won: true, Winner: rounds[0][0].Creator, Sunk: true, Shots: 40},
		rounds[0][1]: {Ended: 210, Won: true, Winner: rounds[0][1].Joiner, Sunk: true, Shots: 39},
		rounds[1][0]: {Ended: 300},                                                    // void
		rounds[1][1]: {Ended: 310, Won: true, Winner: rounds[1][1].Joiner, Shots: 12}, // the other let a deadline pass
		rounds[2][0]: {Begun: true},
	}
	table := party.Scores(4, games)
	of := make(map[int]party.Score)
	played := 0
	for i, s := range table {
		require.GreaterOrEqual(t, s.Place, 1)
		require.True(t, i == 0 || s.Place >= table[i-1].Place)
		of[s.Seat] = s
		played += s.Played
	}
	require.Len(t, of, 4)
	require.Equal(t, 8, played)
	require.Equal(t, 40, of[rounds[0][0].Creator].Shots)
	require.Equal(t, 1, of[rounds[0][1].Creator].Lost)
	require.Zero(t, of[rounds[0][1].Creator].Won)
	won := 0
	for _, s := range of {
		won += s.Won
	}
	require.Equal(t, 3, won)
}

func TestWinsComeBeforeShots(t *testing.T) {
	pairs := party.Rounds(3)
	a, b, c := pairs[0][0], pairs[1][0], pairs[2][0]
	win := func(p party.Pair, seat, shots int) party.Game {
		require.Contains(t, []int{p.Creator, p.Joiner}, seat)
		return party.Game{Ended: 1, Won: true, Winner: seat, Sunk: shots > 0, Shots: shots}
	}
	// A circle, in which each player wins once: the fewest shots are first, and a win without a sunk fleet is last.
	seats := map[party.Pair]int{a: a.Creator, b: b.Creator, c: c.Creator}
	if len(slicesOf(seats)) < 3 {
		seats = map[party.Pair]int{a: a.Joiner, b: b.Joiner, c: c.Joiner}
	}
	if len(slicesOf(seats)) < 3 {
		t.Fatalf("no circle of %v", pairs)
	}
	games := map[party.Pair]party.Game{a: win(a, seats[a], 50), b: win(b, seats[b], 30), c: win(c, seats[c], 0)}
	table := party.Scores(3, games)
	require.Equal(t, []int{seats[b], seats[a], seats[c]}, []int{table[0].Seat, table[1].Seat, table[2].Seat})
	require.Equal(t, []int{1, 2, 3}, []int{table[0].Place, table[1].Place, table[2].Place})

	require.Equal(t, []int{1, 1, 1}, placesOf(party.Scores(3, nil)), "equal scores have equal places")
}

func placesOf(table []party.Score) (places []int) {
	for _, s := range table {
		places = append(places, s.Place)
	}
	return places
}

// slicesOf returns the winners, each once.
func slicesOf(seats map[party.Pair]int) map[int]bool {
	all := make(map[int]bool)
	for seat := range maps.Values(seats) {
		all[seat] = true
	}
	return all
}
