package cli_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/player/playertest"
	"github.com/battleship-chain/battleship/player/session/duel"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// A node that hid the stake of a game made the joiner pay it: the message named the game alone.
func TestAttackANodeThatHidesAStakeHasTheJoinerPayIt(t *testing.T) {
	w := playertest.New(t)
	id := w.Staked()
	n := playertest.Lie(w.Node, "Game", func(g *types.QueryGameResponse) { g.Game.Terms.Stake = nil })
	w.ClientCtx = w.ClientCtx.WithClient(n)
	had, sent := w.Balance(bob), len(w.Node.Received)
	p := w.Player(bob)
	var shown text.Intent
	p.Confirm = func(i text.Intent) error {
		shown = i
		return nil
	}
	_, err := duel.Open(p, id).Join(t.Context(), "", playertest.Choose(t))
	requireTerms(t, err)
	require.Nil(t, shown.Terms.Stake)
	w.RequireUnpaid(bob, had, sent)

	_, note, err := run(w, "join 1 --from bob --yes")
	require.Error(t, err)
	require.Contains(t, note+err.Error(), "it costs or is something else than you were shown")
	w.RequireUnpaid(bob, had, sent)

	// The other lies that cost: a clock that nobody keeps, and somebody else as the opponent.
	for _, lie := range map[string]func(*types.QueryGameResponse){
		"clock":    func(g *types.QueryGameResponse) { g.Game.TurnBlocks = 2 * g.Game.TurnBlocks },
		"opponent": func(g *types.QueryGameResponse) { g.Game.Participants[0].Address = w.Address(mallory) },
		"first":    func(g *types.QueryGameResponse) { g.Game.First = types.SEAT_JOINER },
		"casual":   func(g *types.QueryGameResponse) { g.Game.Terms.Casual = true },
	} {
		n.Lie = lie
		_, err := w.Open(bob, id).Join(t.Context(), "", playertest.Choose(t))
		requireTerms(t, err)
		w.RequireUnpaid(bob, had, sent)
	}
	n.Lie = nil
	_, err = w.Open(bob, id).Join(t.Context(), "", playertest.Choose(t))
	require.NoError(t, err)
}
