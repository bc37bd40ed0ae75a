package program_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/tui"
	"github.com/battleship-chain/battleship/player/tui/program"
)

// partyWish is the game of a party that can be entered.
var partyWish = tui.Wish{Kind: tui.WishJoin, ID: 12, Ruleset: game.Classic()}

// partyRound is a party in its second round.
func partyRound(t testing.TB) tui.Snapshot {
	snap := empty(t)
	snap.Lobby.Party = &tui.Party{
		Code: "G0G4-ZMER", Enter: &partyWish,
		Sentences: []string{text.Voice{}.PartyNext(text.PartyEnter, 2, "bob", "")},
		Table: text.PartyTable([]text.PartyScore{
			{Place: 1, Name: "bob", Played: 1, Won: 1, Sunk: 1, Shots: 41},
			{Place: 2, Name: "a player with a name that is too long", Played: 1, Won: 1},
			{Place: 3, Name: "alice", Played: 1, Lost: 1},
			{Place: 3, Name: "carol", Played: 1, Lost: 1},
		}),
	}
	return snap
}

func atParty(t *testing.T) *stage {
	return newStage(t, &backend{
		snap: partyRound(t), fleet: fleetOf(t, game.Classic(), classicFleet), quote: quote(), id: 12,
	}, 80, 24, program.Options{Party: true})
}

func TestTheNextGameOfAPartyIsEnteredByAKey(t *testing.T) {
	s := atParty(t)
	s.sees("Party G0G4-ZMER", "Round 2: bob is ready to play you. Place your ships.", "enter place your ships")
	s.press("enter enter y")
	require.Equal(t, []tui.Wish{partyWish}, s.backend.entered)
	require.Equal(t, uint64(12), s.backend.focus)
	s.press("esc")
	s.sees("shots to win")
	s.seesNot("Your games")
	s.press("q")
	require.True(t, s.quit)
}

func TestARunningGameOfAPartyIsContinued(t *testing.T) {
	s := atParty(t)
	s.show(func(snap *tui.Snapshot) {
		snap.Lobby.Party = &tui.Party{Game: 14, Sentences: []string{text.Voice{}.PartyNext(text.PartyPlay, 2, "bob", "")}}
	})
	s.press("enter")
	require.Equal(t, uint64(14), s.backend.focus)
	require.Empty(t, s.backend.wishes)
}

func TestAPlayerWhoWaitsHasNoGameToEnter(t *testing.T) {
	s := atParty(t)
	s.show(func(snap *tui.Snapshot) {
		snap.Lobby.Party = &tui.Party{Sentences: []string{text.Voice{}.PartyNext(text.PartyWait, 2, "bob", "carol")}}
	})
	s.sees("Round 2: you play bob next, after the game between bob and carol.")
	s.seesNot("enter place")
	s.press("enter")
	require.Empty(t, s.backend.wishes)
}

// A player who still looks at the end of the last game would miss the next one.
func TestThePlayerIsCalledToTheNextGameOfAParty(t *testing.T) {
	snap := won(t)
	snap.Lobby.Party = &tui.Party{Sentences: []string{text.Voice{}.PartyNext(text.PartyFinish, 0, "", "")}}
	s := newStage(t, &backend{snap: snap}, 80, 24, program.Options{Party: true, Game: 12})
	s.seesNot("Round 2")
	s.show(func(snap *tui.Snapshot) { snap.Lobby.Party = partyRound(t).Lobby.Party })
	s.sees("Round 2: bob is ready to play you. Place your ships.")
}

func TestAPlayerWhoLeavesAPartyFindsItAgain(t *testing.T) {
	s := atParty(t)
	require.Equal(t, "The party continues: battleshipd play --party G0G4-ZMER takes you back.", s.model.Farewell())
	s.show(func(snap *tui.Snapshot) { snap.Lobby.Party = &tui.Party{Code: "G0G4-ZMER"} })
	require.Contains(t, s.model.Farewell(), "You have left the party.")
	s.show(func(snap *tui.Snapshot) { snap.Lobby.Party = &tui.Party{Code: "G0G4-ZMER", Over: true} })
	require.Empty(t, s.model.Farewell())
}
