package session_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/session/duel"
	"github.com/battleship-chain/battleship/player/session/melee"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// What came back is not what was won: a returned fee was once told as a prize.
func TestAnAccountSeparatesReturnsFromWinnings(t *testing.T) {
	anchor := func(n int64) *sdk.Coin {
		c := sdk.NewInt64Coin("uanchor", n*1_000_000)
		return &c
	}
	ship := sdk.NewInt64Coin("uship", 3_000_000)
	shipPot := sdk.NewInt64Coin("uship", 5_400_000)
	tests := map[string]struct {
		over          types.EventGameOver
		winner, loser string
	}{
		"a fee that comes back": {
			over: types.EventGameOver{
				Terms: types.Terms{Fee: anchor(21)}, Withheld: types.WITHHELD_SHOTS,
				Shares: []types.Share{{FeeBack: anchor(21)}, {FeeBack: anchor(21)}},
			},
			winner: "fee of 21 ANCHOR back; no reward: too few shots were fired; net nothing",
			loser:  "fee of 21 ANCHOR back; net nothing",
		},
		"stakes, a reward and fees that pay for it": {
			over: types.EventGameOver{
				Terms: types.Terms{Stake: &ship, Fee: anchor(21), HouseShareBps: 1_000},
				Shares: []types.Share{
					{Pot: &shipPot, FeeBurned: anchor(21), Reward: 42_000_000},
					{FeeBurned: anchor(21), Reward: 420_000},
				},
			},
			winner: "won the pot of 5.4 SHIP, with your stake of 3 SHIP; reward 42 SHIP; " +
				"fee of 21 ANCHOR burned; net -21 ANCHOR and +44.4 SHIP",
			loser: "stake of 3 SHIP lost; reward 0.42 SHIP; fee of 21 ANCHOR burned; " +
				"net -21 ANCHOR and -2.58 SHIP",
		},
		"stake and fee in one coin, and a fee that the opponent gets a part of": {
			over: types.EventGameOver{
				Terms: types.Terms{Stake: anchor(5), Fee: anchor(21)},
				Shares: []types.Share{
					{Pot: anchor(10), FeeBack: anchor(21), ForfeitWon: anchor(4)},
					{FeeBack: anchor(15), FeeBurned: anchor(2), ForfeitLost: anchor(4)},
				},
			},
			winner: "won the pot of 10 ANCHOR, with your stake of 5 ANCHOR; fee of 21 ANCHOR back; " +
				"4 ANCHOR of the opponent's fee won; net +9 ANCHOR",
			loser: "stake of 5 ANCHOR lost; fee of 15 ANCHOR back; fee of 2 ANCHOR burned; " +
				"4 ANCHOR of the fee lost to the opponent; net -11 ANCHOR",
		},
		"a second claim, whose stake and fee in one coin are more than the pot": {
			over: types.EventGameOver{
				Terms: types.Terms{Stake: anchor(5), Fee: anchor(21)}, Withheld: types.WITHHELD_SECOND,
				Shares: []types.Share{
					{StakeBack: anchor(5), FeeBack: anchor(21)},
					{StakePooled: anchor(5), FeeBurned: anchor(21)},
				},
			},
			winner: "stake of 5 ANCHOR back; fee of 21 ANCHOR back; " +
				"no reward: a second claim returns only what was paid; net nothing",
			loser: "stake of 5 ANCHOR lost to the community pool; fee of 21 ANCHOR burned; " +
				"net -26 ANCHOR",
		},
		"nobody won": {
			over: types.EventGameOver{
				Terms:  types.Terms{Stake: anchor(5)},
				Shares: []types.Share{{StakeBack: anchor(5)}, {StakeBack: anchor(5)}},
			},
			loser: "stake of 5 ANCHOR back; net nothing",
		},
		"a game for nothing": {
			winner: "nothing",
			loser:  "nothing",
		},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			if tc.winner != "" {
				tc.over.Result.Winner = 1
				require.Equal(t, tc.winner, duel.AccountOf(&tc.over, game.Creator).String())
			}
			if tc.loser != "" {
				require.Equal(t, tc.loser, duel.AccountOf(&tc.over, game.Joiner).String())
			}
		})
	}
}

// A player who left before the first round of a melee had its stake back then, and is no opponent in it.
func TestAnAccountOfAMeleeIsOfItsPlayersAlone(t *testing.T) {
	stake, pot := sdk.NewInt64Coin("uanchor", 5_000_000), sdk.NewInt64Coin("uanchor", 10_000_000)
	over := &types.EventMeleeOver{
		GameId: 7, Terms: types.Terms{Stake: &stake}, Shares: []types.Share{{}, {Pot: &pot}, {}},
		Result: types.MeleeResult{GameId: 7, Winners: 1 << 1, Places: []types.MeleePlace{
			{Player: "ship1alice"}, {Player: "ship1bob", Rank: 1}, {Player: "ship1carol", Rank: 2},
		}},
	}
	require.Equal(t, text.Account{}, melee.AccountOf(over, 0))
	require.Equal(t, "stake of 5 ANCHOR lost; net -5 ANCHOR", melee.AccountOf(over, 2).String())
	_, ok := melee.Finished(types.FinishedGame{Melee: over}, "ship1alice")
	require.False(t, ok)
	f, ok := melee.Finished(types.FinishedGame{Melee: over}, "ship1bob")
	require.True(t, ok)
	require.Equal(t, []string{"ship1carol"}, f.Against)
}
