package program_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/tui"
	"github.com/battleship-chain/battleship/player/tui/program"
)

// otter is the address of a player in the lists.
const otter = "ship1otter"

// listed is a backend with something in every list.
func listed(t testing.TB) *backend {
	past := []tui.PageRow{
		{Cells: []string{"#12", "classic", "won", "sunk", "bob", "+47 SHIP"}, Game: 12, Over: true, Player: otter},
		{Cells: []string{"#30", "melee", "lost", "sunk in 3", "bob, carol", "0"}, Game: 30, Kind: text.Melee, Over: true},
	}
	columns := []string{"", "", "result", "reason", "against", "coins"}
	var ranks []tui.PageRow
	for i := range 40 {
		ranks = append(ranks, tui.PageRow{
			Cells: []string{fmt.Sprint(i + 1), fmt.Sprintf("player-%d", i+1), "1520", "12", "8", "4"}, Own: i == 30,
			Player: fmt.Sprintf("ship1%d", i+1),
		})
	}
	snap := won(t)
	snap.Lobby.Open[0].CreatorAddress = otter
	facts := [][2]string{
		{"address", "ship1m5mx4tn48x84jmfvlqr92w2rx9rdu57sgvj8k6"},
		{"rating", "1536, rated games: 20, provisional"},
		{"rank", "3"},
		{"games", "24"},
		{"won", "16"},
		{"lost", "8"},
		{"streak", "3, at best 5"},
	}
	rank := []string{"rank", "player", "rating", "rated games", "won", "lost"}
	return &backend{snap: snap, pages: map[tui.List]tui.Page{
		{Of: tui.ListProfile}: {Title: "Profile of alice", Facts: facts, Columns: columns, Rows: past},
		{Of: tui.ListProfile, Player: otter}: {
			Title: "Profile of otter", Facts: [][2]string{{"rating", "1199, rated games: 3, provisional"}}, Columns: columns,
		},
		{Of: tui.ListHistory}: {Title: "Past games of alice", Columns: columns, Rows: past},
		{Of: tui.ListLadder}: {
			Title: "Ladder", Columns: rank, Rows: ranks, Next: "key",
		},
		{Of: tui.ListLadder, After: "key"}: {
			Title: "Ladder", Columns: rank, Rows: []tui.PageRow{{Cells: []string{"41", "the-last", "900", "1", "0", "1"}}},
		},
		{Of: tui.ListRunning}: {
			Title: "Games to watch", Columns: []string{"", "", "players", "next step", "stake"},
			Rows: []tui.PageRow{
				{
					Cells: []string{"#30", "melee", "bob, carol and dave", "round 5, 3 of 4 afloat", "none"},
					Game:  30, Kind: text.Melee,
				},
				{Cells: []string{"#12", "classic", "bob and carol", "carol's turn: the shot", "5 SHIP"}, Game: 12},
			},
		},
	}}
}

func TestKeysOfTheLobbyLeadToLists(t *testing.T) {
	for _, size := range [][2]int{{80, 22}, {140, 40}} {
		s := newStage(t, listed(t), size[0], size[1], program.Options{})
		s.sees("p profile, l ladder, h past games, w watch others, i join by an invite code")
		s.press("p")
		s.sees("Profile of alice", "address     ship1m5mx4tn48x84jmfvlqr92w2rx9rdu57sgvj8k6",
			"rating      1536, rated games: 20, provisional",
			"won         16", "streak      3, at best 5", "#12  classic  won",
			"enter replay  o profile of the player  esc back")
		s.press("down")
		s.sees("enter its end")
		s.press("esc l")
		s.sees("Ladder", "rank  player", "›", "31    player-31", "enter profile  n more")
		s.press("n")
		require.Equal(t, tui.List{Of: tui.ListLadder, After: "key"}, s.backend.listed[len(s.backend.listed)-1])
		for range 12 {
			s.press("down")
		}
		s.sees("41    the-last")
		s.seesNot("n more")
		s.press("q w")
		s.sees("Games to watch", "round 5, 3 of 4 afloat", "carol's turn: the shot", "enter watch")
		s.press("esc")
		s.sees("Your games")
	}
}

// The way leads back through the lists, and from a game to its list.
func TestListsLeadToGamesAndPlayersAndBack(t *testing.T) {
	s := newStage(t, listed(t), 80, 24, program.Options{})
	s.press("h enter")
	require.Equal(t, uint64(12), s.backend.focus)
	s.sees("Replay, shot 0 of 33.")
	s.press("esc")
	s.sees("Story")
	s.press("esc")
	s.sees("Past games of alice")
	require.Zero(t, s.backend.focus)
	s.press("o")
	s.sees("Profile of otter", "Nothing to list yet.")
	s.press("esc")
	s.sees("Past games of alice")
	s.press("down enter")
	require.Equal(t, uint64(30), s.backend.focus, "a melee is shown")
	s.press("esc esc")
	s.sees("Your games")

	s.press("w down enter")
	require.Equal(t, uint64(12), s.backend.focus)
	s.press("esc esc")
	s.press("down down down down o")
	s.sees("Profile of otter")
}

func TestAListThatDoesNotComeSaysWhy(t *testing.T) {
	b := listed(t)
	b.err = errors.New("no node answers at tcp://localhost:26657")
	s := newStage(t, b, 80, 24, program.Options{})
	s.press("h")
	s.sees("No node answers at tcp://localhost:26657.")
	s.press("esc")
	s.sees("Your games")

	b.err, s.hold = nil, true
	s.press("h")
	s.sees("Looking up the list.")
	s.press("esc")
	s.release()
	s.sees("Your games")

	s = atLobby(t)
	s.show(func(snap *tui.Snapshot) { snap.Lobby.Lists = false })
	s.press("h l p w o")
	s.sees("Your games")
	require.Empty(t, s.backend.listed, "a backend without lists is not asked")
}

// An invite code is typed in the lobby, and leads to the fleet for its game.
func TestAnInviteCodeIsJoined(t *testing.T) {
	b := listed(t)
	b.snap.Connection.Address, b.quote, b.id = otter, quote(), 13
	b.fleet = fleetOf(t, game.Classic(), classicFleet)
	b.quote.Instead = &tui.Wish{Kind: tui.WishJoin, ID: 13, Ruleset: game.Classic()}
	s := newStage(t, b, 80, 24, program.Options{})
	s.press("i")
	s.sees("Invite code, or the number of a game: _", "enter look it up")
	s.write("g0g3?")
	s.press("backspace backspace 2 - b 9 k 0 esc")
	s.sees("Your games")
	require.Empty(t, b.wishes)
	s.press("i g enter")
	require.Equal(t, []tui.Wish{{Kind: tui.WishJoin, Code: "g"}}, b.wishes)
	s.sees("Place your fleet")
	s.press("enter y")
	require.Equal(t, []tui.Wish{*b.quote.Instead}, b.entered)

	b = listed(t)
	b.snap.Connection.Address, b.err = otter, errors.New("no such code")
	s = newStage(t, b, 80, 24, program.Options{})
	s.press("i g enter")
	s.sees("No such code.", "Your games")
	newStage(t, &backend{snap: waiting(t)}, 80, 22, program.Options{Game: 12}).
		sees("Waiting for an opponent.", "Invite code: G0G2-B9K0 (for battleshipd join, or i in the lobby).")
}
