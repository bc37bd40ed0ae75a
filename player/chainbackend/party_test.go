package chainbackend_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/chainbackend"
	"github.com/battleship-chain/battleship/player/party"
	"github.com/battleship-chain/battleship/player/playertest"
	"github.com/battleship-chain/battleship/player/tui"
	"github.com/battleship-chain/battleship/testutil/chain"
)

// atParty are three players at their screens, in a party that is complete.
func atParty(w *playertest.World) (tables []*chainbackend.Backend) {
	w.Helper()
	for i, name := range []string{alice, bob, chain.Carol} {
		tables = append(tables, backendOf(w, name))
		id, players := uint64(1), 0
		if i == 0 {
			id, players = 0, 3
		}
		require.NoError(w, tables[i].Party(w.Context(), id, players))
	}
	w.Node.Advance(1)
	for _, b := range tables {
		mustShow(w.T, b, func(s tui.Snapshot) bool { return s.Lobby.Party != nil && len(s.Lobby.Party.Table) > 0 })
	}
	return tables
}

// enter enters the game that a party has for a player.
func enter(w *playertest.World, b *chainbackend.Backend) (id uint64) {
	w.Helper()
	s := mustShow(w.T, b, func(s tui.Snapshot) bool { return s.Lobby.Party.Enter != nil })
	_, err := b.Quote(w.Context(), *s.Lobby.Party.Enter)
	require.NoError(w, err)
	id, err = b.Enter(w.Context(), *s.Lobby.Party.Enter, playertest.FleetOf(w.T, game.Classic()))
	require.NoError(w, err)
	w.Node.Advance(1)
	return id
}

func TestTheScreensPlayARoundOfAParty(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	tables := atParty(w)
	first := party.Rounds(3)[0][0]
	creator, joiner := tables[first.Creator], tables[first.Joiner]
	id := enter(w, creator)
	require.Equal(t, id, enter(w, joiner))
	for _, b := range []*chainbackend.Backend{creator, joiner} {
		mustShow(t, b, func(s tui.Snapshot) bool { return s.Lobby.Party.Game == id })
		b.Focus(id)
	}
	mustShow(t, joiner, func(s tui.Snapshot) bool { return s.Game != nil && s.Duel().State.Phase == game.PhasePlay })
	require.NoError(t, joiner.Do(t.Context(), id, tui.Concede{}))
	w.Node.Advance(1)
	s := mustShow(t, creator, func(s tui.Snapshot) bool { return s.Game != nil && s.Duel().State.Phase == game.PhaseOver })
	require.False(t, s.Duel().CanRematch, "a rematch is no game of the party")
	for _, b := range tables {
		s := mustShow(t, b, func(s tui.Snapshot) bool {
			w.Node.Advance(1)
			return strings.Contains(s.Lobby.Party.Table[1], "     1     1     0            -")
		})
		require.Contains(t, s.Lobby.Party.Table[3], "     1     0     1            -", "above it is one without a game")
		require.Empty(t, s.Lobby.Open)
	}
	third := tables[3-first.Creator-first.Joiner]
	s = mustShow(t, third, func(s tui.Snapshot) bool { return len(s.Lobby.Party.Sentences) == 1 })
	require.Contains(t, s.Lobby.Party.Sentences[0], "Round 2: you play ")
}

func TestScreensThatEndLeaveAPartyThatIsNotComplete(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	b, host := backendOf(w, bob), backendOf(w, alice)
	require.NoError(t, host.Party(t.Context(), 0, 3))
	require.NoError(t, b.Party(t.Context(), 1, 0))
	s := mustShow(t, b, func(s tui.Snapshot) bool { return s.Lobby.Party != nil })
	require.Contains(t, s.Lobby.Party.Sentences[0], "2 of 3 players: you and ")
	require.Contains(t, s.Lobby.Party.Sentences[2], "--party "+s.Lobby.Party.Code)
	_, err := b.Withdraw(t.Context())
	require.NoError(t, err)
	p, err := party.Look(t.Context(), w.Client(alice), party.Party{ID: 1})
	require.NoError(t, err)
	require.Len(t, p.Players, 1)
}

func TestTheLobbyListsNoTableOfAParty(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	id, err := party.Open(t.Context(), w.Player(alice), 3)
	require.NoError(t, err)
	b := backendOf(w, bob)
	s := mustShow(t, b, func(tui.Snapshot) bool { return true })
	require.Empty(t, s.Lobby.Open)
	require.ErrorContains(t, b.Party(t.Context(), id+1, 0), "is no party")
	require.Nil(t, mustShow(t, b, func(tui.Snapshot) bool { return true }).Lobby.Party)
}
