package session_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/playertest"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/session/duel"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/testutil/chain"
)

// In a rematch the toss is opened all the same, and it has no say: whoever trusts it would shoot out of turn.
func TestTheFirstShotAlternatesInARematch(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	ctx := t.Context()
	creator, joiner := alice, bob
	id := w.Joined(game.Classic())
	last := ""
	for range 6 {
		done, err := w.Open(creator, id).Shoot(ctx, "J10")
		require.NoError(t, err)
		first := map[game.Seat]string{game.Creator: creator, game.Joiner: joiner}[*done.Moved().First]
		require.NotEqual(t, last, first)
		require.Equal(t, first == creator, done.Moved().Shot != nil)
		last = first

		_, err = w.Open(joiner, id).Concede(ctx)
		require.NoError(t, err)
		_, err = w.Open(creator, id).Claim(ctx)
		require.NoError(t, err)
		creator, joiner = joiner, creator
		_, offered, err := duel.Rematch(ctx, w.Player(creator), id, duel.Wish{}, playertest.Choose(t))
		require.NoError(t, err)
		id = offered.GameID
		_, err = w.Open(joiner, id).Join(ctx, "", playertest.Choose(t))
		require.NoError(t, err)
	}
}

func TestADelegateMaySendAllDelegableMessages(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	id := w.Joined(game.Classic())
	_, err := w.Open(alice, id).SetDelegate(t.Context(), chain.NewAccount(mallory).String())
	require.NoError(t, err)
	delegate := func(principal client.Key) session.Player {
		p := w.Player(mallory)
		p.Principal = principal
		return p
	}
	known := delegate(w.Client(alice).Key())
	_, err = duel.Open(known, id).Challenge(t.Context())
	require.ErrorIs(t, err, session.ErrNotForDelegates)
	r := game.Classic()
	_, _, err = duel.Create(t.Context(), known, duel.Wish{Ruleset: r, Fleet: playertest.FleetOf(t, r)})
	require.ErrorIs(t, err, session.ErrNotForDelegates)
	_, err = duel.Open(delegate(w.Client(bob).Key()), id).Concede(t.Context())
	require.ErrorIs(t, err, text.ErrNotDelegate)

	// Whoever has only the player's address cannot open its board, but can give up.
	distant := delegate(client.Key{Address: chain.NewAccount(alice).Address})
	_, err = duel.Open(distant, id).Answer(t.Context())
	require.ErrorIs(t, err, text.ErrNoWallet)
	_, err = duel.Open(known, id).Answer(t.Context())
	require.NoError(t, err)
	_, err = duel.Open(distant, id).Concede(t.Context())
	require.NoError(t, err)
}
