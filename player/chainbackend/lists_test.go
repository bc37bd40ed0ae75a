package chainbackend_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/name"
	"github.com/battleship-chain/battleship/player/playertest"
	"github.com/battleship-chain/battleship/player/tui"
)

func TestListsShowPlayersAndTheirGames(t *testing.T) {
	t.Parallel()
	w := playertest.NewWithShortClaims(t)
	w.Ended(2)
	running, _, _ := w.Begun(game.Classic())
	table := backendOf(w, mallory)
	list := func(l tui.List) tui.Page {
		page, err := table.List(t.Context(), l)
		require.NoError(t, err)
		return page
	}
	address := func(name string) string { return w.Player(name).Chain.Key().Address.String() }

	shown := func(player string) string { return name.Generated(address(player)) }

	ladder := list(tui.List{Of: tui.ListLadder})
	require.Len(t, ladder.Rows, 2)
	require.Equal(t, address(alice), ladder.Rows[0].Player)
	require.Equal(t, []string{"1", shown(alice), "1220 (provisional)", "1", "1", "0"}, ladder.Rows[0].Cells)
	require.False(t, ladder.Rows[0].Own)

	profile := list(tui.List{Of: tui.ListProfile, Player: address(bob)})
	require.Equal(t, "Profile of "+shown(bob), profile.Title)
	require.Contains(t, profile.Facts, [2]string{"address", address(bob)})
	require.Contains(t, profile.Facts, [2]string{"rank", "2"})
	require.Contains(t, profile.Facts, [2]string{"lost", "1"})
	require.Len(t, profile.Rows, 2)
	require.Equal(t, tui.PageRow{
		Cells: []string{"#1", "classic", "lost", "surrender", shown(alice), "+0.42 SHIP"},
		Game:  1, Over: true, Player: address(alice),
	}, profile.Rows[1])
	require.Equal(t, profile.Rows, list(tui.List{Of: tui.ListHistory, Player: address(bob)}).Rows)
	require.Empty(t, list(tui.List{Of: tui.ListHistory}).Rows, "the player at the screens has none")
	require.Equal(t, "Profile of mallory", list(tui.List{Of: tui.ListProfile}).Title)

	games := list(tui.List{Of: tui.ListRunning})
	require.Len(t, games.Rows, 1)
	require.Equal(t, running, games.Rows[0].Game)
	require.Contains(t, games.Rows[0].Cells[3], "turn: the shot")
	own, err := backendOf(w, alice).List(t.Context(), tui.List{Of: tui.ListRunning})
	require.NoError(t, err)
	require.Empty(t, own.Rows, "own games are in the lobby")

	table.Focus(1)
	over := mustShow(t, table, func(s tui.Snapshot) bool {
		return s.Duel() != nil && s.Duel().State.Phase == game.PhaseOver
	})
	require.Equal(t, "1200", over.Duel().Standings[0].Before)
	require.Equal(t, "1220", over.Duel().Standings[0].Rating)
}

// A melee in a list is shown as one, by a program that has not seen it before.
func TestAMeleeOfAListIsShown(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	s := sitDown(w, alice, bob, "carol")
	id := s.begun("")
	s.shows(0, id, func(m tui.Melee) bool { return m.State.Round == 1 })
	table := backendOf(w, mallory)
	page, err := table.List(t.Context(), tui.List{Of: tui.ListRunning})
	require.NoError(t, err)
	require.Len(t, page.Rows, 1)
	require.Equal(t, "round 1, 3 of 3 afloat", page.Rows[0].Cells[3])
	table.Focus(id)
	mustShow(t, table, func(s tui.Snapshot) bool { return s.Melee() != nil && s.Melee().Watching })
}
