package text_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Every notice is a text for players, of both kinds of games.
func TestNotices(t *testing.T) {
	const problem = "out of gas"
	all := []string{
		text.DeviceFindsBoard, text.DeviceAllowsKey, text.BotAllowanceUsedUp, text.BotNotRunning, text.OtherProgram,
		text.NodeSilent,
		text.EventsUnknown(problem), text.GamesUnfinished, text.StillEntering, text.TargetReplaced, text.AimTooLate,
		text.NodeAway, text.FleetHidden(text.DeviceNotAsked), text.MovesUnknown(7), text.Failures(2, 9, true, problem),
		text.BotFailed(problem), text.BotRetries(problem), text.BotFailures(2, 9, problem), text.NodeFailed(problem),
		text.CatchingUp(7), text.NoBlocks(time.Minute), text.WrongClock(time.Hour), text.WrongClock(-time.Hour),
		text.NothingForFees("alice"), text.Spent("0.3 ANCHOR", 5), text.SpentByBot("0.3 ANCHOR", "0.1 ANCHOR"),
		text.TermsUnknown(7), text.NoOpponent, text.PlayOver, text.OffBoard, text.BoardNeeded, text.ClaimRisk,
		text.ConfirmRisk(nil), text.ConfirmRisk(&stake), text.WithdrawRisk(sdk.NewCoins(stake), nil, true),
		text.WithdrawRisk(nil, sdk.NewCoins(stake), false),
	}
	for _, kind := range []text.Kind{text.Duel, text.Melee} {
		all = append(all, kind.BoardMissing(problem), kind.AimSent("B7"), kind.AllowanceUsedUp(), kind.Missing(7),
			kind.Gone(7),
			kind.IsOver(), kind.EndUnknown(), kind.EntryUnknown())
	}
	for _, notice := range all {
		requireText(t, notice, notice)
	}
	require.Contains(t, text.WrongClock(-time.Hour), "behind")
}

// A quote names each payment once, and no quote is without a remark about the clock.
func TestQuotes(t *testing.T) {
	duel := text.Intent{
		Act: text.ActCreate, Ruleset: game.Classic(), Terms: paid, TurnBlocks: 60, Fees: sdk.NewCoins(fee),
		Params: types.DefaultParams(),
	}
	table := duel
	table.Act, table.Kind, table.Seats = text.ActCreateMelee, text.Melee, 4
	bot := duel
	bot.OwnBot, bot.Terms = true, types.Terms{Casual: true}
	channel := duel
	channel.Act, channel.RematchOf, channel.Channel = text.ActRematch, 7, true
	for name, i := range map[string]text.Intent{"duel": duel, "melee": table, "bot": bot, "off-chain": channel} {
		title := text.Voice{}.Title(i)
		requireText(t, title, name)
		var payments []string
		for _, p := range text.Payments(i) {
			requireText(t, strings.Join([]string{p.What, p.Amount, p.Fate}, " "), name)
			require.NotContains(t, payments, p.What, name)
			payments = append(payments, p.What)
		}
		require.NotEmpty(t, payments, name)
		notes := text.Notes(i, &types.QueryRewardsResponse{WinnerReward: stake, LoserReward: fee})
		for _, note := range notes {
			requireText(t, note, name)
		}
		require.Contains(t, strings.Join(notes, " "), text.Duration(i.Params.Duration(60)), name)
	}
}

// A list writes the next step of a melee at every stage, and each end.
func TestTheLobbyOfMelees(t *testing.T) {
	s := melee.State{Ruleset: game.Classic(), Players: make([]melee.Player, 3), Deadline: 9, Owes: 3}
	for stage := melee.StageOpen; stage <= melee.StageSecond; stage++ {
		s.Stage = stage
		for _, owes := range []bool{false, true} {
			requireText(t, text.MeleeTurn(types.DefaultParams(), s, owes, 5), stage.String())
		}
	}
	requireText(t, text.MeleeSeats(s), "seats")
	for _, stage := range []melee.Stage{melee.StageOver, melee.StageCancelled} {
		s.Stage = stage
		requireText(t, text.MeleeEnded(s, 0), stage.String())
	}
	for _, phase := range []game.Phase{game.PhaseOver, game.PhaseCancelled} {
		requireText(t, text.DuelEnded(game.State{Phase: phase}, game.Creator), phase.String())
	}
}
