package chainbackend_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/invite"
	"github.com/battleship-chain/battleship/player/playertest"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/tui"
)

// The code that an open game shows leads another player to it, and nowhere else.
func TestAnInviteCodeLeadsToItsGame(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	hers, his := backendOf(w, alice), backendOf(w, bob)
	wish := tui.Wish{Kind: tui.WishCreate, Ruleset: game.Classic(), Casual: true}
	_, err := hers.Quote(t.Context(), wish)
	require.NoError(t, err)
	id, err := hers.Enter(t.Context(), wish, playertest.FleetOf(t, game.Classic()))
	require.NoError(t, err)
	hers.Focus(id)
	code := mustShow(t, hers, func(s tui.Snapshot) bool { return s.Duel() != nil && s.Duel().Invite != "" }).Duel().Invite
	i, err := invite.Decode(code)
	require.NoError(t, err)
	require.Equal(t, invite.Invite{Chain: w.Player(alice).Chain.ChainID(), Node: "the-test:26657", Game: id}, i)

	join := func(code string) tui.Wish { return tui.Wish{Kind: tui.WishJoin, Code: code} }
	want := tui.Wish{Kind: tui.WishJoin, ID: id, Ruleset: game.Classic()}
	for _, typed := range []string{code, "1"} {
		q, err := his.Quote(t.Context(), join(typed))
		require.NoError(t, err)
		require.Equal(t, &want, q.Instead)
	}
	_, err = hers.Quote(t.Context(), join(code))
	require.EqualError(t, err, "game 1 cannot be joined: it is yours, or has begun")
	_, err = his.Quote(t.Context(), join("otter"))
	require.EqualError(t, err, `"otter" is neither the number of a game nor an invite code`)
	_, err = his.Quote(t.Context(), join(code[:len(code)-1]+"?"))
	require.Error(t, err)
	elsewhere, err := invite.Encode(invite.Invite{Chain: "battleship-9", Game: id})
	require.NoError(t, err)
	_, err = his.Quote(t.Context(), join(elsewhere))
	require.EqualError(t, err, "this invite is to a game on battleship-9: battleshipd join takes it")

	_, err = his.Enter(t.Context(), want, playertest.FleetOf(t, game.Classic()))
	require.NoError(t, err)
	mustShow(t, hers, func(s tui.Snapshot) bool { return s.Duel().State.Phase != game.PhaseOpen && s.Duel().Invite == "" })
}

// A melee has a kind of its own.
func TestAnInviteCodeLeadsToAMelee(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	s := sitDown(w, alice, bob, "carol")
	id := s.opened("")
	q, err := s.tables[1].Quote(t.Context(), tui.Wish{Kind: tui.WishJoin, Code: w.Player(alice).Chain.InviteTo(id)})
	require.NoError(t, err)
	require.Equal(t, text.Melee, q.Instead.Of)
	require.Equal(t, id, q.Instead.ID)
}
