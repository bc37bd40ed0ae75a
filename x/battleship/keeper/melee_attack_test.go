package keeper_test

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// An aim names its player: a copy of another's can be sent, and never opened. Its sender has no bomb and is out.
func TestAnAimCopiedFromAnotherPlayer(t *testing.T) {
	t.Parallel()
	b := newFixture(t).newBrawl(3)
	first := b.aim(0, "J10")
	b.deliver(first)
	b.deliver(&types.MsgAim{Sender: b.text(1), GameId: b.id, Aim: first.Aim, Round: 1})
	b.deliver(b.aim(2, "I10"))
	shown := b.fire(0)
	b.deliver(shown)
	b.refuse(types.ErrWrongOpening, &types.MsgFire{
		Sender: b.text(1), GameId: b.id, Target: shown.Target, Salt: shown.Salt,
	})
	b.deliver(b.fire(2))
	b.pass()
	require.Equal(t, melee.SeatsOf(1), b.now().Seats(melee.Scuttled))
	require.Equal(t, melee.StageReport, b.now().Stage)
	require.False(t, b.aimKept(1))
}

// What was signed in one round and gets in in the next one counts in neither: an aim names its round, the salt that
// opens it is the round's, and a report opens the tiles of its round. A late aim stood for one of the next round, in
// which nobody could open it.
func TestNothingOfARoundCountsInTheNextOne(t *testing.T) {
	t.Parallel()
	b := newFixture(t).newBrawl(2)
	late := b.aim(0, "J10")
	b.deliver(b.aim(0, "A10"))
	b.deliver(b.aim(1, "B10"))
	fire := b.fire(0)
	b.deliver(fire)
	b.deliver(b.fire(1))
	report := b.report(0)
	b.deliver(report)
	b.deliver(b.report(1))

	b.refuse(types.ErrPhase, late)
	require.ErrorContains(t, b.try(late), "expected an aim for round 2, which is on, got one for round 1")
	for _, round := range []uint32{0, 3, math.MaxUint32} {
		late.Round = round
		b.refuse(types.ErrPhase, late)
	}
	b.deliver(b.aim(0, "C10"))
	b.deliver(b.aim(1, "D10"))
	b.refuse(types.ErrTile, fire)
	fire.Target = "C10"
	b.refuse(types.ErrWrongOpening, fire)
	b.deliver(b.fire(0))
	b.deliver(b.fire(1))
	b.refuse(types.ErrWrongOpening, report)
	b.deliver(b.report(0))
	b.deliver(b.report(1))
	require.Equal(t, melee.SeatsOf(0, 1), b.now().Owes)
}

func TestAnAimOpenedToAnotherTile(t *testing.T) {
	t.Parallel()
	b := newFixture(t).newBrawl(2)
	b.deliver(b.aim(0, "A10"))
	b.deliver(b.aim(1, "B10"))
	for name, change := range map[string]func(msg *types.MsgFire){
		"another tile":   func(msg *types.MsgFire) { msg.Target = "C10" },
		"another salt":   func(msg *types.MsgFire) { msg.Salt[0]++ },
		"a short salt":   func(msg *types.MsgFire) { msg.Salt = msg.Salt[1:] },
		"another's salt": func(msg *types.MsgFire) { msg.Salt = b.fire(1).Salt },
		"the salt of another round": func(msg *types.MsgFire) {
			salt, err := commitment.AimSalt(b.boards[0].Secret, 2)
			require.NoError(t, err)
			msg.Salt = salt
		},
	} {
		t.Run(name, func(t *testing.T) {
			msg := b.fire(0)
			change(msg)
			b.refuse(types.ErrWrongOpening, msg)
		})
	}
	for _, target := range []string{"", "K1", "A0", "a10", "A010"} {
		msg := b.fire(0)
		msg.Target = target
		b.refuse(types.ErrTile, msg)
	}
	b.deliver(b.fire(0))
}

// Whoever sees the others' bombs and keeps its own back is out, though it has sunk by its own report for nobody.
func TestAFireThatIsWithheldAfterSeeingTheOthers(t *testing.T) {
	t.Parallel()
	b := newFixture(t, withParams(withMeleeDeposit)).newPot(3)
	for seat, target := range []string{"A10", "B10", "C10"} {
		b.deliver(b.aim(melee.Seat(seat), target))
	}
	b.deliver(b.fire(0))
	b.deliver(b.fire(1))
	b.pass()
	require.Equal(t, melee.SeatsOf(2), b.now().Seats(melee.Scuttled))
	require.False(t, b.now().Volley().Has(b.tile("C10")))
	b.reportAll()
	b.deliver(b.concede(1))
	b.deliver(b.claimMsg(0))
	b.requireEnd(melee.SeatsOf(0), 0, 193, -100, -100)
}

// A tile that was bombed in an earlier round cannot be fired at. Whoever has aimed at one has no bomb, and is out.
func TestAStaleTile(t *testing.T) {
	t.Parallel()
	b := newFixture(t).newBrawl(3)
	b.round("A10", "B10", "C10")
	b.deliver(b.aim(0, "B10"))
	b.deliver(b.aim(1, "D10"))
	b.deliver(b.aim(2, "D10"))
	b.refuse(types.ErrTile, b.fire(0))
	b.deliver(b.fire(1))
	b.deliver(b.fire(2)) // several may fire at one tile
	b.pass()
	require.Equal(t, melee.SeatsOf(0), b.now().Seats(melee.Scuttled))
	require.Equal(t, []string{"D10"}, types.TileNames(b.Ruleset(), b.now().Volley()))
}

// An aim of an earlier round cannot be opened in a later one.
func TestAnAimOfAnotherRound(t *testing.T) {
	t.Parallel()
	b := newFixture(t).newBrawl(2)
	old := b.aim(0, "D10")
	b.round("A10", "B10")
	old.Round = 2
	b.deliver(old)
	b.deliver(b.aim(1, "E10"))
	b.targets[0] = "D10"
	b.refuse(types.ErrWrongOpening, b.fire(0))
}

// A report opens the whole volley, in order, on the board that was committed to.
func TestReportsThatAreNotTheVolley(t *testing.T) {
	t.Parallel()
	b := newFixture(t).newBrawl(3)
	b.volley("A1", "A2", "J10")
	good := b.report(0)
	require.Len(t, good.Openings, 3)
	for name, c := range map[string]struct {
		change func(msg *types.MsgReport)
		want   error
	}{
		"nothing":           {func(msg *types.MsgReport) { msg.Openings = nil }, types.ErrInvalidMove},
		"a tile left out":   {func(msg *types.MsgReport) { msg.Openings = msg.Openings[1:] }, types.ErrInvalidMove},
		"the last left out": {func(msg *types.MsgReport) { msg.Openings = msg.Openings[:2] }, types.ErrInvalidMove},
		"one tile too many": {
			func(msg *types.MsgReport) { msg.Openings = append(msg.Openings, *b.boards[0].open(5)) }, types.ErrInvalidMove,
		},
		"a tile twice": {func(msg *types.MsgReport) { msg.Openings[1] = msg.Openings[0] }, types.ErrWrongOpening},
		"a tile twice, more": {
			func(msg *types.MsgReport) { msg.Openings = append(msg.Openings, msg.Openings[2]) }, types.ErrInvalidMove,
		},
		"another order": {func(msg *types.MsgReport) { slices.Reverse(msg.Openings) }, types.ErrWrongOpening},
		"another tile":  {func(msg *types.MsgReport) { msg.Openings[2] = *b.boards[0].open(50) }, types.ErrWrongOpening},
		"another board": {func(msg *types.MsgReport) { msg.Openings = b.report(1).Openings }, types.ErrWrongOpening},
		"a hit that is hidden": {
			func(msg *types.MsgReport) { msg.Openings[0].Content = types.CONTENT_WATER }, types.ErrWrongOpening,
		},
		"a hit that is none": {
			func(msg *types.MsgReport) { msg.Openings[2].Content = types.CONTENT_SHIP }, types.ErrWrongOpening,
		},
		"the toss":   {func(msg *types.MsgReport) { msg.Openings[2] = *b.boards[0].openToss() }, types.ErrWrongOpening},
		"no content": {func(msg *types.MsgReport) { msg.Openings[1].Content = 77 }, types.ErrInvalidMove},
		"a proof":    {func(msg *types.MsgReport) { msg.Openings[1].Proof = []byte{1} }, types.ErrInvalidMove},
	} {
		t.Run(name, func(t *testing.T) {
			msg := b.report(0)
			c.change(msg)
			b.refuse(c.want, msg)
		})
	}
	b.deliver(b.report(0))
	b.deliver(b.report(2))
	b.deliver(b.report(1))
	require.Equal(t, []string{"A1"}, types.TileNames(b.Ruleset(), b.now().Players[0].Hits))
	require.Equal(t, []string{"A2"}, types.TileNames(b.Ruleset(), b.now().Players[1].Hits))
}

// Boards are bound to their players, so a copied board is taken, and can never be reported: whoever brings one is out
// with the first report.
func TestACopiedBoardCanNeverBeReported(t *testing.T) {
	t.Parallel()
	b := newFixture(t).newTable(3, nil)
	b.deliver(b.join(1))
	join := b.join(2)
	join.Entry.Board = b.boards[0].entry().Board
	b.deliver(join)
	b.begin()
	b.volley("A1", "B1", "C1")
	b.deliver(b.report(0))
	b.deliver(b.report(1))
	b.refuse(types.ErrWrongOpening, b.report(2))
	msg := b.report(0)
	msg.Sender = b.text(2)
	b.refuse(types.ErrWrongOpening, msg)
	b.pass()
	require.Equal(t, melee.SeatsOf(2), b.now().Seats(melee.Scuttled))
}

// silentStages bring a melee of n in its second round to each stage of it, with nobody having done what it asks for.
var silentStages = map[melee.Stage]func(b *brawl){
	melee.StageAim: func(*brawl) {},
	melee.StageFire: func(b *brawl) {
		for seat := range b.now().Owes.All() {
			b.deliver(b.aim(seat, b.fresh()))
		}
	},
	melee.StageReport: func(b *brawl) {
		target := b.fresh()
		for seat := range b.now().Owes.All() {
			b.deliver(b.aim(seat, target))
		}
		for seat := range b.now().Owes.All() {
			b.deliver(b.fire(seat))
		}
	},
}

// act has a seat do what the stage asks for.
func (b *brawl) act(seat melee.Seat) {
	b.Helper()
	switch b.now().Stage {
	case melee.StageAim:
		b.deliver(b.aim(seat, b.fresh()))
	case melee.StageFire:
		b.deliver(b.fire(seat))
	case melee.StageReport:
		b.deliver(b.report(seat))
	default:
		b.deliver(b.claimMsg(seat))
	}
}

// Everybody falls silent, in each stage: two clocks, then whoever proves a board. The seat that has sunk before gets
// nothing, and neither does one that kept the others out.
func TestEverybodyIsSilent(t *testing.T) {
	t.Parallel()
	for stage, lead := range silentStages {
		t.Run(stage.String(), func(t *testing.T) {
			b := newFixture(t, withParams(withMeleeDeposit)).newPot(4)
			b.sink(3)
			lead(b)
			require.Equal(t, stage, b.now().Stage)
			b.pass()
			require.True(t, b.now().Extended)
			require.Equal(t, melee.SeatsOf(3), b.now().Seats(melee.Sunk))
			b.pass()
			require.Equal(t, melee.StageClaim, b.now().Stage)
			require.True(t, b.now().Emptied)
			require.Equal(t, melee.SeatsOf(0, 1, 2), b.now().Owes)
			b.refuse(types.ErrTurn, b.claimMsg(3))
			b.deliver(b.claimMsg(1))
			b.deliver(b.claimMsg(2))
			b.pass()
			// 400 less 10, less 1 for the one that was sunk.
			b.requireEnd(melee.SeatsOf(1, 2), 0, -100, 95, 94, -99)
		})
	}
}

// Everybody falls silent for good: those who were afloat get their stakes back, whoever had sunk before nothing.
func TestEverybodyIsSilentForEver(t *testing.T) {
	t.Parallel()
	for stage, lead := range silentStages {
		t.Run(stage.String(), func(t *testing.T) {
			b := newFixture(t, withParams(withMeleeDeposit)).newPot(3)
			b.sink(2)
			lead(b)
			blocks := 0
			for !b.gone() {
				b.endBlock()
				blocks++
			}
			b.requireEnd(0, 100, 0, 0, -100)
			require.LessOrEqual(t, blocks, 2*(turnBlocks+2)+2*(claimBlocks+2))
		})
	}
}

// Everybody but one falls silent, in each stage. That one is left with its own share of the pot, the others' go to the
// community pool: who has kept them out has not won them.
func TestEverybodyButOneIsSilent(t *testing.T) {
	t.Parallel()
	for stage, lead := range silentStages {
		t.Run(stage.String(), func(t *testing.T) {
			b := newFixture(t, withParams(withMeleeDeposit)).newPot(4)
			lead(b)
			require.Equal(t, stage, b.now().Stage)
			b.act(1)
			b.pass()
			require.True(t, b.now().Extended)
			b.pass()
			require.Equal(t, melee.StageClaim, b.now().Stage)
			require.Equal(t, melee.SeatsOf(0, 2, 3), b.now().Seats(melee.Scuttled))
			b.deliver(b.claimMsg(1))
			// A quarter of 400, less 2 for the house.
			b.requireEnd(melee.SeatsOf(1), 300, -100, -2, -100, -100)
		})
	}
}

// A seat that is sunk keeps everybody else's messages out, for one clock or for two, in each stage: it gets no more
// than it would have got.
func TestADeadSeatThatEmptiesAStageGetsNothing(t *testing.T) {
	t.Parallel()
	for stage, lead := range silentStages {
		for clocks := 1; clocks <= 2; clocks++ {
			t.Run(stage.String(), func(t *testing.T) {
				b := newFixture(t, withParams(withMeleeDeposit)).newPot(4)
				b.sink(3)
				lead(b)
				for range clocks {
					b.pass()
				}
				for b.now().Stage != melee.StageClaim {
					for seat := range b.now().Owes.All() {
						b.act(seat)
					}
					for _, loser := range []melee.Seat{1, 2} {
						if b.now().Players[loser].Standing == melee.Afloat {
							b.deliver(b.concede(loser))
						}
					}
				}
				b.refuse(types.ErrTurn, b.claimMsg(3))
				for seat := range b.now().Owes.All() {
					b.deliver(b.claimMsg(seat))
				}
				require.True(t, b.gone())
				require.EqualValues(t, -99, b.won()[3])
			})
		}
	}
}

// Half of a table is kept out of a stage for one clock: it is scuttled, as a duel is lost. That is not stopped, and the
// specification says so. More than half need two clocks, and bring no more than equal shares.
func TestHalfOfATableIsKeptOutOfAStage(t *testing.T) {
	t.Parallel()
	b := newFixture(t, withParams(withMeleeDeposit)).newPot(4)
	b.volley("G10", "H10", "I10", "J10")
	b.deliver(b.report(0))
	b.deliver(b.report(1))
	b.pass()
	require.Equal(t, melee.SeatsOf(2, 3), b.now().Seats(melee.Scuttled), "half of a table")

	b = newFixture(t, withParams(withMeleeDeposit)).newPot(4)
	b.volley("G10", "H10", "I10", "J10")
	b.deliver(b.report(0))
	b.pass()
	require.Zero(t, b.now().Seats(melee.Scuttled))
	require.True(t, b.now().Extended)
	b.deliver(b.report(1))
	b.deliver(b.report(2))
	b.deliver(b.report(3))
	require.Equal(t, 2, b.now().Round, "nobody has lost anything by one clock")
}

// A strike is for an aim that was missed once: it costs the bomb of the round. The second is the end.
func TestASecondMissedAimIsTheEnd(t *testing.T) {
	t.Parallel()
	b := newFixture(t).newBrawl(4)
	aim := func() {
		for seat := range b.now().Owes.Without(3).All() {
			b.deliver(b.aim(seat, b.fresh()))
		}
		b.pass()
		require.Equal(t, melee.StageFire, b.now().Stage)
	}
	aim()
	require.Equal(t, melee.SeatsOf(3), b.now().Struck)
	require.Equal(t, melee.SeatsOf(0, 1, 2), b.now().Owes)
	b.targets[3] = "J10"
	b.refuse(types.ErrTurn, b.fire(3))
	for seat := range b.now().Owes.All() {
		b.deliver(b.fire(seat))
	}
	b.reportAll()
	require.Equal(t, melee.SeatsOf(0, 1, 2, 3), b.now().Owes, "it plays on")
	aim()
	require.Equal(t, melee.SeatsOf(3), b.now().Seats(melee.Scuttled))
}

// Two seats of one owner may bring the same fleet, for boards of different players have different hashes. What that
// gains them the specification says; a stake needs a list because of it.
func TestTwoSeatsOfOneOwnerWithTheSameFleet(t *testing.T) {
	t.Parallel()
	f := newFixture(t, withParams(withMeleeDeposit))
	b := f.newInvited(4)
	b.boards[3] = b.newBrawler(b.boards[3].player, fleetNumber(2))
	b.fill()
	b.begin()
	// They spare each other, and are hit together.
	b.sink(0)
	b.sink(1)
	require.Equal(t, melee.StageAim, b.now().Stage)
	b.deliver(b.concede(3))
	b.deliver(b.claimMsg(2))
	b.requireEnd(melee.SeatsOf(2), 0, -99, -99, 288, -100)
}

// Leaving at each stage: before the first round the stake comes back, after it a player can only concede, and the
// others play on.
func TestLeavingAtEachStage(t *testing.T) {
	t.Parallel()
	leads := map[melee.Stage]func(b *brawl){
		melee.StageOpen:  func(b *brawl) { b.deliver(b.join(1)) },
		melee.StageReady: (*brawl).fill,
	}
	for stage, lead := range leads {
		b := newFixture(t, withParams(withMeleeDeposit)).newInvited(3)
		lead(b)
		require.Equal(t, stage, b.now().Stage)
		b.deliver(b.leave(1))
		require.EqualValues(t, 1_000, b.coins(1), "stage %s", stage)
	}
	for stage, lead := range silentStages {
		b := newFixture(t, withParams(withMeleeDeposit)).newPot(3)
		lead(b)
		require.Equal(t, stage, b.now().Stage)
		b.refuse(types.ErrPhase, b.leave(1))
		b.deliver(b.concede(1))
		require.Equal(t, stage, b.now().Stage, "the others play on")
		require.False(t, b.aimKept(1))
		b.act(0)
		b.act(2)
		require.NotEqual(t, stage, b.now().Stage)
		b.deliver(b.concede(2))
		for b.now().Stage != melee.StageClaim {
			b.act(0)
		}
		b.deliver(b.claimMsg(0))
		b.requireEnd(melee.SeatsOf(0), 0, 193, -100, -100)
	}
}
