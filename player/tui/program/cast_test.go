package program_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/tui"
)

// The fleets of the stories.
const (
	classicFleet = "B3h,C4h,I6v,H5v,J9v"
	bobsFleet    = "A1h,A3h,A5h,A7h,A9h"
	xayaFleet    = "A1h,F1h,A3h,E3h,A5h,D5h,G5h"
)

func fleetOf(t testing.TB, r *game.Ruleset, text string) game.Fleet {
	t.Helper()
	f, err := r.ParseFleet(text)
	require.NoError(t, err)
	require.NoError(t, r.CheckFleet(f))
	return f
}

// story is a game that is told by the steps in it, seen by alice, who plays bob.
type story struct {
	t      testing.TB
	fleets [2]game.Fleet
	tui.Game
}

// newStory opens a game of alice's at block 100, with a clock of 60 blocks of a second.
func newStory(t testing.TB, r *game.Ruleset, mine, bobs string) *story {
	state, err := game.NewState(r, game.Clock{OpenBlocks: 600, TurnBlocks: 60, ClaimBlocks: 120}, 100)
	require.NoError(t, err)
	s := &story{t: t, fleets: [2]game.Fleet{fleetOf(t, r, mine), fleetOf(t, r, bobs)}}
	s.Game = tui.Game{
		ID: 12, Me: game.Creator, Names: [2]string{"alice", ""}, State: state, Height: 100, BlockMillis: 1000,
		Fleets: [2]game.Fleet{s.fleets[0], nil}, Stakes: "stake 5 SHIP each, fee 21.21 ANCHOR",
		Risks: tui.Risks{
			tui.Concede{}: "You would lose the game, 5 SHIP and 21.21 ANCHOR (before the first shot only three tenths of the " +
				"fee), unless bob fails to prove the board in 120 blocks (about 2m).",
			tui.Challenge{}: "If the board of bob is honest, you would lose the game, 5 SHIP and 21.21 ANCHOR, else you win " +
				"by proving yours; the proof is due in 120 blocks (about 2m).",
			tui.Claim{}:  "Everybody sees where your ships are.",
			tui.Cancel{}: "Your deposit comes back. Whoever is on the way can still join for 5 blocks.",
		},
	}
	return s
}

// do takes steps in the next block.
func (s *story) do(actions ...game.Action) *story {
	s.t.Helper()
	s.Height++
	for _, action := range actions {
		state, events, err := game.Step(s.State, action, s.Height)
		require.NoError(s.t, err)
		s.State = state
		for _, event := range events {
			s.Log = append(s.Log, tui.Entry{Height: s.Height, Event: event})
		}
	}
	return s
}

// join lets bob join, and alice shoot first.
func (s *story) join() *story {
	s.Names[game.Joiner] = "bob"
	return s.do(game.Join{}).do(game.RevealToss{By: game.Creator, First: game.Creator})
}

// shots are shots in turn, each answered in the next block.
func (s *story) shots(tiles ...string) *story {
	s.t.Helper()
	for _, name := range tiles {
		s.fire(name)
		answer, err := s.State.TrueAnswer(s.fleets[s.State.Actor])
		require.NoError(s.t, err)
		s.do(answer)
	}
	return s
}

// fire is a shot that waits for its answer.
func (s *story) fire(name string) *story {
	s.t.Helper()
	tile, err := s.State.Ruleset.ParseTile(name)
	require.NoError(s.t, err)
	return s.do(game.Shoot{By: s.State.Actor, Tile: tile})
}

// claim lets who must show its board do so.
func (s *story) claim() *story {
	by := s.State.Actor
	s.do(game.Claim{By: by, Fleet: s.fleets[by]})
	s.Proven[by], s.Fleets[by] = true, s.fleets[by]
	return s
}

// shown is the snapshot that shows the game.
func (s *story) shown() tui.Snapshot {
	g := s.Game
	return tui.Snapshot{
		Version: 1, Game: &g, Lobby: lobby(),
		Connection: tui.Connection{
			Line: tui.LineUp, Player: "alice", Balance: "99.2 ANCHOR", Chain: "battleship-devnet-1", Height: g.Height,
		},
	}
}

// lobby is a lobby with something of everything.
func lobby() tui.Lobby {
	classic, xaya := game.Classic(), game.Xaya()
	return tui.Lobby{
		Matching: true,
		Fast:     true,
		Bot:      true,
		Lists:    true,
		Stakes:   []string{"none", "1 SHIP", "5 SHIP"},
		Clocks:   []string{"1m", "10m", "3d"},
		Running: []tui.RunningGame{
			{ID: 12, Ruleset: classic, Opponent: "bob", Turn: true, Next: "you shoot by block 171 (57s)", Stake: "5 SHIP"},
			{ID: 14, Ruleset: xaya, Opponent: "ship1q0x...7ps4", Next: "it shoots by block 190 (1m 16s)", Stake: "none"},
			{
				ID: 17, Ruleset: classic, Opponent: "dave", Open: true, Next: "waits until block 700 (9m)", Stake: "none",
			},
		},
		Invitations: []tui.OpenGame{
			{
				ID: 15, Ruleset: xaya, Creator: "carol", Rating: "1520", Stake: "1 SHIP", Fee: "21.21 ANCHOR", Clock: "10m a move",
				Left: "59m",
			},
		},
		Open: []tui.OpenGame{
			{
				ID: 9, Ruleset: classic, Creator: "ship1zzz...k3aq", Rating: "1200?", Stake: "none", Fee: "none",
				Clock: "1m a move", Left: "12m",
			},
			{
				ID: 11, Ruleset: xaya, Creator: "ship1yyy...d0c2", Rating: "1733", Stake: "5 SHIP", Fee: "21.21 ANCHOR",
				Clock: "1m a move", Left: "48m",
			},
		},
	}
}

// quote is what a game of a stake means.
func quote() tui.Quote {
	return tui.Quote{
		Title: "Join game 11 of ship1yyy...d0c2, 1m a move",
		Payments: []tui.Payment{
			{What: "stake", Amount: "5 SHIP", Fate: "held; the winner takes both"},
			{What: "fee", Amount: "21.21 ANCHOR", Fate: "held; burned if the game is rewarded, and back if nobody wins"},
		},
		Notes: []string{
			"a win brings 42 SHIP and both stakes; who loses and stays gets 0.42 SHIP",
			"whoever is late for a move by more than its clock loses",
		},
	}
}
