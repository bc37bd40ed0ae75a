package melee_test

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/x/battleship/internal/kit"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// An aim names its player: a copy of another's can be sent, and never opened. Its sender has no bomb and is out.
func TestAttackAnAimCopiedFromAnotherPlayer(t *testing.T) {
	t.Parallel()
	b := kit.New(t).NewBrawl(3)
	first := b.Aim(0, "J10")
	b.Deliver(first)
	b.Deliver(&types.MsgAim{Sender: b.Text(1), GameId: b.ID, Aim: first.Aim, Round: 1})
	b.Deliver(b.Aim(2, "I10"))
	shown := b.Fire(0)
	b.Deliver(shown)
	b.Refuse(types.ErrWrongOpening, &types.MsgFire{
		Sender: b.Text(1), GameId: b.ID, Target: shown.Target, Salt: shown.Salt,
	})
	b.Deliver(b.Fire(2))
	b.Pass()
	require.Equal(t, melee.SeatsOf(1), b.Now().Seats(melee.Scuttled))
	require.Equal(t, melee.StageReport, b.Now().Stage)
	require.False(t, b.AimKept(1))
}

// What was signed in one round and gets in in the next one counts in neither: an aim names its round, the salt that
// opens it is the round's, and a report opens the tiles of its round. A late aim stood for one of the next round, in
// which nobody could open it.
func TestNothingOfARoundCountsInTheNextOne(t *testing.T) {
	t.Parallel()
	b := kit.New(t).NewBrawl(2)
	late := b.Aim(0, "J10")
	b.Deliver(b.Aim(0, "A10"))
	b.Deliver(b.Aim(1, "B10"))
	fire := b.Fire(0)
	b.Deliver(fire)
	b.Deliver(b.Fire(1))
	report := b.Report(0)
	b.Deliver(report)
	b.Deliver(b.Report(1))

	b.Refuse(types.ErrPhase, late)
	require.ErrorContains(t, b.Try(late), "expected an aim for round 2, which is on, got one for round 1")
	for _, round := range []uint32{0, 3, math.MaxUint32} {
		late.Round = round
		b.Refuse(types.ErrPhase, late)
	}
	b.Deliver(b.Aim(0, "C10"))
	b.Deliver(b.Aim(1, "D10"))
	b.Refuse(types.ErrTile, fire)
	fire.Target = "C10"
	b.Refuse(types.ErrWrongOpening, fire)
	b.Deliver(b.Fire(0))
	b.Deliver(b.Fire(1))
	b.Refuse(types.ErrWrongOpening, report)
	b.Deliver(b.Report(0))
	b.Deliver(b.Report(1))
	require.Equal(t, melee.SeatsOf(0, 1), b.Now().Owes)
}

func TestAttackAnAimOpenedToAnotherTile(t *testing.T) {
	t.Parallel()
	b := kit.New(t).NewBrawl(2)
	b.Deliver(b.Aim(0, "A10"))
	b.Deliver(b.Aim(1, "B10"))
	for name, change := range map[string]func(msg *types.MsgFire){
		"another tile":   func(msg *types.MsgFire) { msg.Target = "C10" },
		"another salt":   func(msg *types.MsgFire) { msg.Salt[0]++ },
		"a short salt":   func(msg *types.MsgFire) { msg.Salt = msg.Salt[1:] },
		"another's salt": func(msg *types.MsgFire) { msg.Salt = b.Fire(1).Salt },
		"the salt of another round": func(msg *types.MsgFire) {
			salt, err := commitment.AimSalt(b.Boards[0].Secret, 2)
			require.NoError(t, err)
			msg.Salt = salt
		},
	} {
		t.Run(name, func(t *testing.T) {
			msg := b.Fire(0)
			change(msg)
			b.Refuse(types.ErrWrongOpening, msg)
		})
	}
	for _, target := range []string{"", "K1", "A0", "a10", "A010"} {
		msg := b.Fire(0)
		msg.Target = target
		b.Refuse(types.ErrTile, msg)
	}
	b.Deliver(b.Fire(0))
	b.Deliver(b.Fire(1))
	require.Equal(t, []string{"A10", "B10"}, types.TileNames(b.Ruleset(), b.Now().Volley()))
	require.Equal(t, melee.SeatsOf(0, 1), b.Now().Seats(melee.Afloat))
}

// Whoever sees the others' bombs and keeps its own back is out, though it has sunk by its own report for nobody.
func TestAttackAFireThatIsWithheldAfterSeeingTheOthers(t *testing.T) {
	t.Parallel()
	b := newPot(kit.New(t, kit.WithParams(kit.WithMeleeDeposit)), 3)
	for seat, target := range []string{"A10", "B10", "C10"} {
		b.Deliver(b.Aim(melee.Seat(seat), target))
	}
	b.Deliver(b.Fire(0))
	b.Deliver(b.Fire(1))
	b.Pass()
	require.Equal(t, melee.SeatsOf(2), b.Now().Seats(melee.Scuttled))
	require.False(t, b.Now().Volley().Has(b.Tile("C10")))
	b.ReportAll()
	b.Deliver(b.Concede(1))
	b.Deliver(b.ClaimMsg(0))
	requireEnd(b, melee.SeatsOf(0), 0, 193, -100, -100)
}

// A tile that was bombed in an earlier round cannot be fired at. Whoever has aimed at one has no bomb, and is out.
func TestAStaleTile(t *testing.T) {
	t.Parallel()
	b := kit.New(t).NewBrawl(3)
	b.Round("A10", "B10", "C10")
	b.Deliver(b.Aim(0, "B10"))
	b.Deliver(b.Aim(1, "D10"))
	b.Deliver(b.Aim(2, "D10"))
	b.Refuse(types.ErrTile, b.Fire(0))
	b.Deliver(b.Fire(1))
	b.Deliver(b.Fire(2)) // several may fire at one tile
	b.Pass()
	require.Equal(t, melee.SeatsOf(0), b.Now().Seats(melee.Scuttled))
	require.Equal(t, []string{"D10"}, types.TileNames(b.Ruleset(), b.Now().Volley()))
}

// An aim of an earlier round cannot be opened in a later one.
func TestAnAimOfAnotherRound(t *testing.T) {
	t.Parallel()
	b := kit.New(t).NewBrawl(2)
	old := b.Aim(0, "D10")
	b.Round("A10", "B10")
	old.Round = 2
	b.Deliver(old)
	b.Deliver(b.Aim(1, "E10"))
	b.Targets[0] = "D10"
	b.Refuse(types.ErrWrongOpening, b.Fire(0))
}

// A report opens the whole volley, in order, on the board that was committed to.
func TestAttackReportsThatAreNotTheVolley(t *testing.T) {
	t.Parallel()
	b := kit.New(t).NewBrawl(3)
	b.Volley("A1", "A2", "J10")
	good := b.Report(0)
	require.Len(t, good.Openings, 3)
	for name, c := range map[string]struct {
		change func(msg *types.MsgReport)
		want   error
	}{
		"nothing":           {func(msg *types.MsgReport) { msg.Openings = nil }, types.ErrInvalidMove},
		"a tile left out":   {func(msg *types.MsgReport) { msg.Openings = msg.Openings[1:] }, types.ErrInvalidMove},
		"the last left out": {func(msg *types.MsgReport) { msg.Openings = msg.Openings[:2] }, types.ErrInvalidMove},
		"one tile too many": {
			func(msg *types.MsgReport) { msg.Openings = append(msg.Openings, *b.Boards[0].Opening(5)) }, types.ErrInvalidMove,
		},
		"a tile twice": {func(msg *types.MsgReport) { msg.Openings[1] = msg.Openings[0] }, types.ErrWrongOpening},
		"a tile twice, more": {
			func(msg *types.MsgReport) { msg.Openings = append(msg.Openings, msg.Openings[2]) }, types.ErrInvalidMove,
		},
		"another order": {func(msg *types.MsgReport) { slices.Reverse(msg.Openings) }, types.ErrWrongOpening},
		"another tile":  {func(msg *types.MsgReport) { msg.Openings[2] = *b.Boards[0].Opening(50) }, types.ErrWrongOpening},
		"another board": {func(msg *types.MsgReport) { msg.Openings = b.Report(1).Openings }, types.ErrWrongOpening},
		"a hit that is hidden": {
			func(msg *types.MsgReport) { msg.Openings[0].Content = types.CONTENT_WATER }, types.ErrWrongOpening,
		},
		"a hit that is none": {
			func(msg *types.MsgReport) { msg.Openings[2].Content = types.CONTENT_SHIP }, types.ErrWrongOpening,
		},
		"the toss":   {func(msg *types.MsgReport) { msg.Openings[2] = *b.Boards[0].TossOpening() }, types.ErrWrongOpening},
		"no content": {func(msg *types.MsgReport) { msg.Openings[1].Content = 77 }, types.ErrInvalidMove},
		"a proof":    {func(msg *types.MsgReport) { msg.Openings[1].Proof = []byte{1} }, types.ErrInvalidMove},
	} {
		t.Run(name, func(t *testing.T) {
			msg := b.Report(0)
			c.change(msg)
			b.Refuse(c.want, msg)
		})
	}
	b.Deliver(b.Report(0))
	b.Deliver(b.Report(2))
	b.Deliver(b.Report(1))
	require.Equal(t, []string{"A1"}, types.TileNames(b.Ruleset(), b.Now().Players[0].Hits))
	require.Equal(t, []string{"A2"}, types.TileNames(b.Ruleset(), b.Now().Players[1].Hits))
}

// Boards are bound to their players, so a copied board is taken, and can never be reported: whoever brings one is out
// with the first report.
func TestAttackACopiedBoardCanNeverBeReported(t *testing.T) {
	t.Parallel()
	b := kit.New(t).NewTable(3, nil)
	b.Deliver(b.Join(1))
	join := b.Join(2)
	join.Entry.Board = b.Boards[0].Entry().Board
	b.Deliver(join)
	b.Begin()
	b.Volley("A1", "B1", "C1")
	b.Deliver(b.Report(0))
	b.Deliver(b.Report(1))
	b.Refuse(types.ErrWrongOpening, b.Report(2))
	msg := b.Report(0)
	msg.Sender = b.Text(2)
	b.Refuse(types.ErrWrongOpening, msg)
	b.Pass()
	require.Equal(t, melee.SeatsOf(2), b.Now().Seats(melee.Scuttled))
}

// silentStages bring a melee of n in its second round to each stage of it, with nobody having done what it asks for.
var silentStages = map[melee.Stage]func(b *kit.Brawl){
	melee.StageAim: func(*kit.Brawl) {},
	melee.StageFire: func(b *kit.Brawl) {
		for seat := range b.Now().Owes.All() {
			b.Deliver(b.Aim(seat, fresh(b)))
		}
	},
	melee.StageReport: func(b *kit.Brawl) {
		target := fresh(b)
		for seat := range b.Now().Owes.All() {
			b.Deliver(b.Aim(seat, target))
		}
		for seat := range b.Now().Owes.All() {
			b.Deliver(b.Fire(seat))
		}
	},
}

// act has a seat do what the stage asks for.
func act(b *kit.Brawl, seat melee.Seat) {
	b.Helper()
	switch b.Now().Stage {
	case melee.StageAim:
		b.Deliver(b.Aim(seat, fresh(b)))
	case melee.StageFire:
		b.Deliver(b.Fire(seat))
	case melee.StageReport:
		b.Deliver(b.Report(seat))
	default:
		b.Deliver(b.ClaimMsg(seat))
	}
}

// Everybody falls silent, in each stage: two clocks, then whoever proves a board. The seat that has sunk before gets
// nothing, and neither does one that kept the others out.
func TestEverybodyIsSilent(t *testing.T) {
	t.Parallel()
	for stage, lead := range silentStages {
		t.Run(stage.String(), func(t *testing.T) {
			b := newPot(kit.New(t, kit.WithParams(kit.WithMeleeDeposit)), 4)
			b.Sink(3)
			lead(b)
			require.Equal(t, stage, b.Now().Stage)
			b.Pass()
			require.True(t, b.Now().Extended)
			require.Equal(t, melee.SeatsOf(3), b.Now().Seats(melee.Sunk))
			b.Pass()
			require.Equal(t, melee.StageClaim, b.Now().Stage)
			require.True(t, b.Now().Emptied)
			require.Equal(t, melee.SeatsOf(0, 1, 2), b.Now().Owes)
			b.Refuse(types.ErrTurn, b.ClaimMsg(3))
			b.Deliver(b.ClaimMsg(1))
			b.Deliver(b.ClaimMsg(2))
			b.Pass()
			// 400 less 10, less 1 for the one that was sunk.
			requireEnd(b, melee.SeatsOf(1, 2), 0, -100, 95, 94, -99)
		})
	}
}

// Everybody falls silent for good: those who were afloat get their stakes back, whoever had sunk before nothing.
func TestAttackEverybodyIsSilentForEver(t *testing.T) {
	t.Parallel()
	for stage, lead := range silentStages {
		t.Run(stage.String(), func(t *testing.T) {
			b := newPot(kit.New(t, kit.WithParams(kit.WithMeleeDeposit)), 3)
			b.Sink(2)
			lead(b)
			blocks := 0
			for !b.Gone() {
				b.EndBlock()
				blocks++
			}
			requireEnd(b, 0, 100, 0, 0, -100)
			require.LessOrEqual(t, blocks, 2*(kit.TurnBlocks+2)+2*(kit.ClaimBlocks+2))
		})
	}
}

// Everybody but one falls silent, in each stage. That one is left with its own share of the pot, the others' go to the
// community pool: who has kept them out has not won them.
func TestEverybodyButOneIsSilent(t *testing.T) {
	t.Parallel()
	for stage, lead := range silentStages {
		t.Run(stage.String(), func(t *testing.T) {
			b := newPot(kit.New(t, kit.WithParams(kit.WithMeleeDeposit)), 4)
			lead(b)
			require.Equal(t, stage, b.Now().Stage)
			act(b, 1)
			b.Pass()
			require.True(t, b.Now().Extended)
			b.Pass()
			require.Equal(t, melee.StageClaim, b.Now().Stage)
			require.Equal(t, melee.SeatsOf(0, 2, 3), b.Now().Seats(melee.Scuttled))
			b.Deliver(b.ClaimMsg(1))
			// A quarter of 400, less 2 for the house.
			requireEnd(b, melee.SeatsOf(1), 300, -100, -2, -100, -100)
		})
	}
}

// A seat that is sunk keeps everybody else's messages out, for one clock or for two, in each stage: it gets no more
// than it would have got.
func TestAttackADeadSeatThatEmptiesAStageGetsNothing(t *testing.T) {
	t.Parallel()
	for stage, lead := range silentStages {
		for clocks := 1; clocks <= 2; clocks++ {
			t.Run(stage.String(), func(t *testing.T) {
				b := newPot(kit.New(t, kit.WithParams(kit.WithMeleeDeposit)), 4)
				b.Sink(3)
				lead(b)
				for range clocks {
					b.Pass()
				}
				for b.Now().Stage != melee.StageClaim {
					for seat := range b.Now().Owes.All() {
						act(b, seat)
					}
					for _, loser := range []melee.Seat{1, 2} {
						if b.Now().Players[loser].Standing == melee.Afloat {
							b.Deliver(b.Concede(loser))
						}
					}
				}
				b.Refuse(types.ErrTurn, b.ClaimMsg(3))
				for seat := range b.Now().Owes.All() {
					b.Deliver(b.ClaimMsg(seat))
				}
				require.True(t, b.Gone())
				require.EqualValues(t, -99, winnings(b)[3])
			})
		}
	}
}

// Half of a table is kept out of a stage for one clock: it is scuttled, as a duel is lost. That is not stopped, and the
// specification says so. More than half need two clocks, and bring no more than equal shares.
func TestAttackHalfOfATableIsKeptOutOfAStage(t *testing.T) {
	t.Parallel()
	b := newPot(kit.New(t, kit.WithParams(kit.WithMeleeDeposit)), 4)
	b.Volley("G10", "H10", "I10", "J10")
	b.Deliver(b.Report(0))
	b.Deliver(b.Report(1))
	b.Pass()
	require.Equal(t, melee.SeatsOf(2, 3), b.Now().Seats(melee.Scuttled), "half of a table")

	b = newPot(kit.New(t, kit.WithParams(kit.WithMeleeDeposit)), 4)
	b.Volley("G10", "H10", "I10", "J10")
	b.Deliver(b.Report(0))
	b.Pass()
	require.Zero(t, b.Now().Seats(melee.Scuttled))
	require.True(t, b.Now().Extended)
	b.Deliver(b.Report(1))
	b.Deliver(b.Report(2))
	b.Deliver(b.Report(3))
	require.Equal(t, 2, b.Now().Round, "nobody has lost anything by one clock")
}

// A strike is for an aim that was missed once: it costs the bomb of the round. The second is the end.
func TestASecondMissedAimIsTheEnd(t *testing.T) {
	t.Parallel()
	b := kit.New(t).NewBrawl(4)
	aim := func() {
		for seat := range b.Now().Owes.Without(3).All() {
			b.Deliver(b.Aim(seat, fresh(b)))
		}
		b.Pass()
		require.Equal(t, melee.StageFire, b.Now().Stage)
	}
	aim()
	require.Equal(t, melee.SeatsOf(3), b.Now().Struck)
	require.Equal(t, melee.SeatsOf(0, 1, 2), b.Now().Owes)
	b.Targets[3] = "J10"
	b.Refuse(types.ErrTurn, b.Fire(3))
	for seat := range b.Now().Owes.All() {
		b.Deliver(b.Fire(seat))
	}
	b.ReportAll()
	require.Equal(t, melee.SeatsOf(0, 1, 2, 3), b.Now().Owes, "it plays on")
	aim()
	require.Equal(t, melee.SeatsOf(3), b.Now().Seats(melee.Scuttled))
}

// Two seats of one owner may bring the same fleet, for boards of different players have different hashes. What that
// gains them the specification says; a stake needs a list because of it.
func TestTwoSeatsOfOneOwnerWithTheSameFleet(t *testing.T) {
	t.Parallel()
	f := kit.New(t, kit.WithParams(kit.WithMeleeDeposit))
	b := f.NewInvited(4)
	b.Boards[3] = b.NewBrawler(b.Boards[3].Player, kit.FleetNumber(2))
	b.Fill()
	b.Begin()
	// They spare each other, and are hit together.
	b.Sink(0)
	b.Sink(1)
	require.Equal(t, melee.StageAim, b.Now().Stage)
	b.Deliver(b.Concede(3))
	b.Deliver(b.ClaimMsg(2))
	requireEnd(b, melee.SeatsOf(2), 0, -99, -99, 288, -100)
}

// Leaving at each stage: before the first round the stake comes back, after it a player can only concede, and the
// others play on.
func TestLeavingAtEachStage(t *testing.T) {
	t.Parallel()
	leads := map[melee.Stage]func(b *kit.Brawl){
		melee.StageOpen:  func(b *kit.Brawl) { b.Deliver(b.Join(1)) },
		melee.StageReady: (*kit.Brawl).Fill,
	}
	for stage, lead := range leads {
		b := kit.New(t, kit.WithParams(kit.WithMeleeDeposit)).NewInvited(3)
		lead(b)
		require.Equal(t, stage, b.Now().Stage)
		b.Deliver(b.Leave(1))
		require.EqualValues(t, 1_000, b.Coins(1), "stage %s", stage)
	}
	for stage, lead := range silentStages {
		b := newPot(kit.New(t, kit.WithParams(kit.WithMeleeDeposit)), 3)
		lead(b)
		require.Equal(t, stage, b.Now().Stage)
		b.Refuse(types.ErrPhase, b.Leave(1))
		b.Deliver(b.Concede(1))
		require.Equal(t, stage, b.Now().Stage, "the others play on")
		require.False(t, b.AimKept(1))
		act(b, 0)
		act(b, 2)
		require.NotEqual(t, stage, b.Now().Stage)
		b.Deliver(b.Concede(2))
		for b.Now().Stage != melee.StageClaim {
			act(b, 0)
		}
		b.Deliver(b.ClaimMsg(0))
		requireEnd(b, melee.SeatsOf(0), 0, 193, -100, -100)
	}
}
