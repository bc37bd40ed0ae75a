package program_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/tui"
	"github.com/battleship-chain/battleship/player/tui/program"
)

// begunAt begins with a game on a terminal of a size.
func begunAt(t *testing.T, snap tui.Snapshot, width, height int, o program.Options) *stage {
	t.Helper()
	o.Game = 12
	b := &backend{snap: snap, fleet: fleetOf(t, game.Classic(), bobsFleet), quote: quote(), id: 13}
	return newStage(t, b, width, height, o)
}

// What decides the game stays on the smallest screen beside its story.
func TestTheEndOfADuelHasItsStory(t *testing.T) {
	for _, size := range [][2]int{{80, 22}, {80, 24}, {140, 40}} {
		s := begunAt(t, won(t), size[0], size[1], program.Options{})
		s.sees("Story         you     bob", "Shots          17      16", "Hits     17, 100%   0, 0%",
			"Best run       17       0", "Rating       1536    1183", "before       1520    1199",
			"You took the lead for good", "A1,", "shot 1.",
			"You won: bob's fleet is sunk.", "Your board     ", "Bob's board   ", "Net    +47 SHIP, -21.21 ANCHOR", "you won",
			"enter, r again  w replay")
	}
	snap := won(t)
	snap.Duel().LogNote = "moves before block 160 are not known to this node"
	s := begunAt(t, snap, 80, 24, program.Options{})
	s.seesNot("Story", "replay")
	s.press("w")
	s.sees("You won")
	begunAt(t, middle(t), 80, 24, program.Options{}).seesNot("Story", "replay")
}

// The records of both players are in the line of the terms, before them.
func TestTheRecordsOfThePlayersAreShown(t *testing.T) {
	begunAt(t, middle(t), 80, 24, program.Options{}).sees("─ you 1520, streak 3 · bob 1199? · ")
	begunAt(t, middle(t), 140, 40, program.Options{}).sees("bob 1199? · stake 5 SHIP each, fee 21.21 ANCHOR ─")
	begunAt(t, won(t), 80, 24, program.Options{}).sees("─ stake 5 SHIP each, fee 21.21 ANCHOR ─")
}

func TestAReplayIsSteppedAndPlays(t *testing.T) {
	beats := 0
	s := begunAt(t, won(t), 80, 24, program.Options{Wait: func(context.Context, tui.Pause) { beats++ }})
	s.press("w")
	s.sees("Replay, shot 0 of 33.", "right next shot", "space play or pause", "Your board     0/17", "Bob's board    0/17")
	s.press("left")
	s.sees("Replay, shot 0 of 33.")
	s.press("right right right")
	s.sees("Replay, shot 3 of 33.", "You fired at B1: hit.", "Your board     0/17", "Bob's board    2/17",
		" 1(○)· ·", " 1 ✕(✕)·")
	s.seesNot("Story", "Net  ")
	s.press("left")
	s.sees("Replay, shot 2 of 33.", "Bob fired at A1: miss.", "Bob's board    1/17")
	s.press("end")
	s.sees("Replay, shot 33 of 33.", "You fired at B9: hit, destroyer sunk.", "Bob's board   17/17")
	s.press("home")
	s.sees("Replay, shot 0 of 33.")

	s.press("space")
	require.Equal(t, 33, beats)
	s.sees("Replay, shot 33 of 33.")

	s.hold = true
	s.press("space space right")
	s.release()
	require.Equal(t, 34, beats, "the beat on its way comes, and is not followed by another")
	s.sees("Replay, shot 1 of 33.")
	s.press("esc")
	s.sees("Story", "w replay")
	s.press("esc")
	s.sees("Lobby")

	begunAt(t, won(t), 80, 24, program.Options{}).seesNot("play or pause")
}

// The rematch is played with the same fleet unless the opponent has seen it.
func TestARematchBeginsWithTheLastFleet(t *testing.T) {
	s := begunAt(t, lost(t), 80, 24, program.Options{})
	s.press("enter enter y")
	require.Equal(t, []game.Fleet{fleetOf(t, game.Classic(), classicFleet)}, s.backend.fleets)

	s = begunAt(t, lost(t), 80, 24, program.Options{})
	s.press("enter s enter y")
	require.Equal(t, []game.Fleet{fleetOf(t, game.Classic(), bobsFleet)}, s.backend.fleets)

	s = begunAt(t, won(t), 80, 24, program.Options{})
	s.press("enter")
	s.sees("Your last fleet was shown, so this one is new: f takes the last one.", "f last fleet")
	s.press("enter y")
	require.Equal(t, []game.Fleet{fleetOf(t, game.Classic(), bobsFleet)}, s.backend.fleets)

	s = begunAt(t, won(t), 80, 24, program.Options{})
	s.press("enter f enter y")
	require.Equal(t, []game.Fleet{fleetOf(t, game.Classic(), classicFleet)}, s.backend.fleets)

	s = atLobby(t)
	s.press("c enter")
	s.seesNot("last fleet")
}

// A move shows its result; what it cost, and how far it is, is behind a key.
func TestTransactionsAreShownOnlyWhereAskedFor(t *testing.T) {
	told := func(tx text.Transaction) *stage {
		snap := middle(t)
		snap.Duel().Sending = tx
		return begunAt(t, snap, 80, 24, program.Options{})
	}
	for _, stage := range []text.Stage{text.StageSigning, text.StageSent, text.StageIncluded} {
		s := told(text.Transaction{Stage: stage, What: "shot at F6", Height: 121, Fee: "0.01 ANCHOR", Hash: "AB12"})
		s.seesNot("Shot at F6")
		s.press("z")
		s.sees(map[text.Stage]string{
			text.StageSigning:  "Shot at F6: signing.",
			text.StageSent:     "Shot at F6: sent, waiting for a block.",
			text.StageIncluded: "Shot at F6: in block 121, fee 0.01 ANCHOR, transaction AB12.",
		}[stage])
		s.press("z")
		s.seesNot("Shot at F6")
	}
	trouble := text.Transaction{Stage: text.StageRetrying, What: "shot at F6", Why: "no node answers"}
	told(trouble).sees("Shot at F6: not in a block yet, trying again: no node answers.")
	trouble.Stage = text.StageFailed
	told(trouble).sees("Shot at F6: failed: no node answers.")

	s := told(text.Transaction{Stage: text.StageSent, What: "give up"})
	s.hold = true
	s.press("x y")
	s.sees("Give up: sent, waiting for a block.")
}
