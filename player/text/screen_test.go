package text_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// atDuel are the voices of screens that show a duel.
func atDuel() []text.Voice {
	both := [2]string{"alice", "bob"}
	return []text.Voice{
		text.AtDuel(both, game.Creator, false, false), text.AtDuel(both, game.Joiner, false, true),
		text.AtDuel(both, game.Creator, true, false), text.AtDuel([2]string{}, game.Creator, false, false),
		text.AtDuel([2]string{}, game.Creator, true, false),
	}
}

// atTable are the voices of screens that show a melee of three.
func atTable() []text.Voice {
	all := []string{"alice", "bob", ""}
	voices := []text.Voice{text.AtTable(all, 0, false), text.AtTable(all, 2, false), text.AtTable(all, 0, true)}
	voices[1].Most = 1
	return voices
}

// TestEveryEventOfADuelHasWords walks the events, for each reader.
func TestEveryEventOfADuelHasWords(t *testing.T) {
	r := game.Classic()
	for _, v := range atDuel() {
		for seat := range game.Seat(2) {
			events := []game.Event{
				game.Joined{},
				game.TossOpened{First: seat},
				game.ShotFired{By: seat},
				game.ShotAnswered{By: seat},
				game.ShotAnswered{By: seat, Hit: true},
				game.ShotAnswered{By: seat, Hit: true, Sunk: &game.Ship{}},
				game.Conceded{By: seat},
				game.Challenged{By: seat},
				game.DeadlinePassed{By: seat},
				game.ClaimOpened{Claimant: seat},
				game.ClaimProven{By: seat},
				game.Withdrawn{},
				game.Over{Winner: seat, HasWinner: true},
				game.Over{},
				game.Cancelled{Cause: game.CancelExpired},
			}
			for _, short := range []bool{true, false} {
				v.Short = short
				for _, e := range events {
					requireText(t, v.Event(r, e), fmt.Sprintf("%T", e))
				}
			}
		}
		for proven := range 4 {
			requireText(t, v.Boards([2]bool{proven&1 == 1, proven&2 == 2}, [2]bool{true, proven == 0}), "boards")
		}
	}
}

// TestEveryPhaseOfADuelHasWords walks what a screen shows above the boards.
func TestEveryPhaseOfADuelHasWords(t *testing.T) {
	for _, v := range atDuel() {
		for phase := game.PhaseOpen; phase <= game.PhaseCancelled; phase++ {
			for reason := range types.Reason_name {
				for owes := range types.Obligation_name {
					for second := range types.SecondClaim_name {
						for seat := range game.Seat(2) {
							s := game.State{
								Ruleset: game.Classic(), Phase: phase, Actor: seat, Owes: game.Obligation(owes), HasPending: true,
								Reason: game.Reason(reason), Second: game.SecondClaim(second), Deadline: 90,
							}
							for _, offChain := range []bool{true, false} {
								n := text.Next(s, offChain, "carol", types.DefaultParams(), 60)
								requireText(t, v.Duel(s, n, game.CancelDeclined), fmt.Sprint(phase, s.Reason, s.Owes, s.Second))
								requireText(t, v.Continues(4, n), fmt.Sprint(phase))
								requireText(t, v.DuelTitle(s, seat, offChain), fmt.Sprint(phase))
							}
						}
					}
				}
			}
		}
	}
}

// TestEveryEventOfAMeleeHasWords walks the events, for each reader.
func TestEveryEventOfAMeleeHasWords(t *testing.T) {
	hits := game.Set{}.With(3).With(9)
	for _, v := range atTable() {
		for seat := range melee.Seat(3) {
			events := []melee.Event{
				melee.Joined{By: seat},
				melee.Declined{Place: seat},
				melee.Left{By: seat},
				melee.Withdrawn{By: seat, Deadline: 9},
				melee.Confirmed{By: seat},
				melee.StageExtended{Deadline: 9},
				melee.Reported{By: seat, Hits: hits},
				melee.Strike{By: seat},
				melee.Forfeited{Kept: melee.Fraction{Num: 1, Den: 3}},
				melee.PlayEnded{},
				melee.PlayEnded{Emptied: true},
				melee.Proven{By: seat},
				melee.Over{},
				melee.Over{Winners: melee.SeatsOf(seat)},
				melee.Over{Winners: melee.SeatsOf(0, 1, 2)},
				melee.Cancelled{Cause: melee.CancelAbsent},
			}
			for how := range types.SeatStanding_name {
				events = append(events, melee.Lost{By: seat, Round: 3, How: melee.Standing(how)})
			}
			for _, player := range []string{"", "dave"} {
				log := text.MeleeLog{Voice: v, Ruleset: melee.Ruleset()}
				for _, e := range events {
					requireText(t, log.Line(e, player), fmt.Sprintf("%T", e))
				}
			}
		}
	}
}

// TestTheBombsOfARoundAreOneLine writes them once all are known, and those that never fell not at all.
func TestTheBombsOfARoundAreOneLine(t *testing.T) {
	log := text.MeleeLog{Voice: text.AtTable([]string{"alice", "bob", "carol"}, 1, false), Ruleset: melee.Ruleset()}
	round := func(n int, reported bool) string {
		require.Empty(t, log.Line(melee.StageBegan{Stage: melee.StageAim, Round: n}, ""))
		require.Empty(t, log.Line(melee.Aimed{}, ""))
		for seat, tile := range []game.Tile{11, 2, 11} {
			require.Empty(t, log.Line(melee.Fired{By: melee.Seat(seat), Tile: tile}, ""))
		}
		if reported {
			return log.Line(melee.StageBegan{Stage: melee.StageReport, Round: n}, "")
		}
		return log.Line(melee.PlayEnded{}, "")
	}
	require.Equal(t, "1: alice and carol B2, you C1", round(1, true))
	log.Short = false
	require.Equal(t, "round 2: alice and carol B2, you C1", round(2, true))
	require.Equal(t, "play ended", round(3, false))
	require.Empty(t, log.Line(melee.Reported{}, ""), "no hit")
}

// TestEveryStageOfAMeleeHasWordsOnAScreen walks what a screen shows of a melee beside the boards.
func TestEveryStageOfAMeleeHasWordsOnAScreen(t *testing.T) {
	aimed := &text.Aimed{Round: 3, OwnShip: true}
	for _, v := range atTable() {
		for stage := melee.StageOpen; stage <= melee.StageCancelled; stage++ {
			for standing := range types.SeatStanding_name {
				for _, owes := range []melee.Seats{melee.SeatsOf(1), melee.SeatsOf(0, 2)} {
					for _, proven := range []melee.Seats{0, melee.SeatsOf(1), melee.SeatsOf(0, 2)} {
						s := melee.State{
							Ruleset: melee.Ruleset(), Stage: stage, Round: 3, Owes: owes, Proven: proven, Struck: owes, Emptied: true,
							Extended: true, Kept: melee.Fraction{Num: 1, Den: 3}, Players: make([]melee.Player, 3),
						}
						for seat := range s.Players {
							s.Players[seat].Standing = melee.Afloat
						}
						s.Players[2] = melee.Player{Standing: melee.Standing(standing), Round: 2}
						of := fmt.Sprint(stage, melee.Standing(standing), owes, proven)
						n := text.MeleeNext(s, []string{"dave"}, types.DefaultParams(), 60)
						requireText(t, v.Melee(s, n, melee.CancelAbsent), of)
						requireText(t, text.MeleeTitle(s), of)
						for _, aim := range []*text.Aimed{nil, aimed} {
							requireText(t, v.Concern(s, 2, aim, true), of)
							require.NotContains(t, v.Concern(s, 2, aim, false), "pot", of)
						}
						for seat := range melee.Seat(3) {
							long, short := text.InStage(s, seat)
							for _, words := range append([]string{long, short}, fmt.Sprint(text.Outcome(s, seat))) {
								requireText(t, words, of)
							}
						}
					}
				}
			}
		}
	}
}

// TestEveryStageOfATransactionHasWords walks the stages.
func TestEveryStageOfATransactionHasWords(t *testing.T) {
	tx := text.Transaction{What: "shot at C7", Height: 812, Bids: 2, Fee: "0.01 ANCHOR", Why: "the node is away"}
	for stage, want := range map[text.Stage]string{
		text.StageNone:     "",
		text.StageSigning:  "shot at C7: signing",
		text.StageSent:     "shot at C7: sent, waiting for a block",
		text.StageBidding:  "shot at C7: sent again for a higher fee (2 bids), waiting for a block",
		text.StageRetrying: "shot at C7: not in a block yet, trying again: the node is away",
		text.StageIncluded: "shot at C7: in block 812, fee 0.01 ANCHOR",
		text.StageFailed:   "shot at C7: failed: the node is away",
	} {
		tx.Stage = stage
		require.Equal(t, want, tx.String())
	}
}

// TestEverySettingIsExplained walks the settings and the rulesets.
func TestEverySettingIsExplained(t *testing.T) {
	for _, s := range text.Settings() {
		for _, value := range []string{"", text.Casual, text.Rated} {
			requireText(t, s.Help(value), string(s))
		}
	}
	for _, r := range append(game.Rulesets(), melee.Ruleset()) {
		requireText(t, text.Rules(r), r.Name)
	}
	requireText(t, text.Clash("carrier", "cruiser", "B7", true), "clash")
	requireText(t, text.Clash("carrier", "cruiser", "B7", false), "clash")
	requireText(t, text.BotFees("u", "0.06 ANCHOR"), "fees")
}

// TestAListNamesAsManyAsThereIsRoomFor counts the others.
func TestAListNamesAsManyAsThereIsRoomFor(t *testing.T) {
	v := text.Voice{You: carol, Names: names, Most: 1}
	require.Equal(t, "you and alice", v.List([]string{alice, carol}))
	require.Equal(t, "you and 2 others", v.List([]string{alice, bob, carol}))
	v.Most = 0
	require.Equal(t, "you, alice and bob", v.List([]string{alice, bob, carol}))
}
