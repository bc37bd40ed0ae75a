package session_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/player/playertest"
	"github.com/battleship-chain/battleship/player/session/duel"
	meleesession "github.com/battleship-chain/battleship/player/session/melee"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/testutil/chain"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// The same for melees.
func TestRegressionANodeThatHidesTheStakeOfAMelee(t *testing.T) {
	w := playertest.New(t)
	stake := sdk.NewInt64Coin(types.DefaultFeeDenom, 90_000_000)
	_, done, err := meleesession.Create(t.Context(), w.Player(alice), meleesession.Wish{
		Ruleset: melee.Ruleset(), Fleet: playertest.FleetOf(t, melee.Ruleset()), Players: 2, Stake: &stake,
		Invited: []string{w.Address(bob)},
	})
	require.NoError(t, err)
	n := playertest.Lie(w.Node, "Melee", func(m *types.QueryMeleeResponse) { m.Melee.Terms.Stake = nil })
	w.ClientCtx = w.ClientCtx.WithClient(n)
	had, sent := w.Balance(bob), len(w.Node.Received)
	_, err = w.OpenMelee(bob, done.GameID).Join(t.Context(), "", playertest.Choose(t))
	requireTerms(t, err)
	w.RequireUnpaid(bob, had, sent)
	n.Lie = nil
	_, err = w.OpenMelee(bob, done.GameID).Join(t.Context(), "", playertest.Choose(t))
	require.NoError(t, err)
}

// A node that shows a lower fee than the chain's gets no game opened and no match found. A fee that has grown by a win
// since it was shown is paid.
func TestAFeeIsPaidUpToTheLargestThatWasShown(t *testing.T) {
	w := playertest.New(t, chain.WithParams(types.DefaultParams()))
	n := playertest.Lie[types.QueryRewardsResponse](w.Node, "Rewards", nil)
	w.ClientCtx = w.ClientCtx.WithClient(n)
	wish := duel.Wish{Ruleset: game.Classic(), Fleet: playertest.FleetOf(t, game.Classic())}
	shows := func(bps int64) {
		n.Lie = func(r *types.QueryRewardsResponse) { r.Fee.Amount = r.Fee.Amount.MulRaw(bps).QuoRaw(10_000) }
	}
	had, sent := w.Balance(alice), len(w.Node.Received)
	shows(9_800)
	_, _, err := duel.Create(t.Context(), w.Player(alice), wish)
	requireTerms(t, err)
	_, _, err = duel.Match(t.Context(), w.Player(alice), wish)
	requireTerms(t, err)
	w.RequireUnpaid(alice, had, sent)

	shows(9_990)
	p := w.Player(alice)
	var shown text.Intent
	p.Confirm = func(i text.Intent) error {
		shown = i
		return nil
	}
	_, done, err := duel.Match(t.Context(), p, wish)
	require.NoError(t, err)
	g, err := w.Node.Chain.App.BattleshipKeeper.Records().Games.Get(w.Node.Chain.Context(), done.GameID)
	require.NoError(t, err)
	require.Equal(t, 1, g.Terms.Fee.Amount.BigInt().Cmp(shown.Terms.Fee.Amount.BigInt()))
	require.True(t, g.Terms.Fee.IsLTE(*shown.MaxFee))
}
