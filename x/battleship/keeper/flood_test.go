package keeper_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	storetypes "github.com/cosmos/cosmos-sdk/store/v2/types"
	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// blockGas is how much gas a block of a new network has room for.
func blockGas() uint64 {
	return uint64(app.DefaultConsensusParams().Block.MaxGas)
}

// spend hands a message to its handler and returns the gas that this has used. The gas of the transaction around it is
// left out, so that an attacker has more room in a test than in a block.
func (f *fixture) spend(msg sdk.Msg) uint64 {
	f.Helper()
	f.passJoin(msg)
	ctx := f.ctx
	meter := storetypes.NewInfiniteGasMeter()
	f.ctx = ctx.WithGasMeter(meter).WithEventManager(sdk.NewEventManager())
	require.NoError(f, f.handle(msg))
	f.ctx = ctx
	return meter.GasConsumed()
}

// settleAll ends blocks until nothing is left to settle, each as soon as something is late, and returns in how many of
// them something was done, and how many deadlines they have settled.
func (f *fixture) settleAll() (busy, settled int) {
	f.Helper()
	for idle := 0; idle < 4; {
		f.ctx = f.ctx.WithBlockHeight(f.height() + 1).WithEventManager(sdk.NewEventManager())
		if done := f.store.during(func() { require.NoError(f, f.keeper.EndBlock(f.ctx)) }); done.writes+done.deletes == 0 {
			f.ctx = f.ctx.WithBlockHeight(f.height() + types.MaxClockBlocks)
			idle++
			continue
		}
		busy++
		for _, event := range f.events() {
			switch event.(type) {
			case *types.EventDeadlinePassed, *types.EventGameCancelled:
				settled++
			}
		}
	}
	return busy, settled
}

// Whatever is done with the gas of a whole block, one later block works it off: no flood of deadlines, of games that go
// on or that have ended, grows faster than it is settled.
func TestRegressionABlockFillsTheQueueFasterThanItEmpties(t *testing.T) {
	t.Parallel()
	for name, script := range map[string]func(f *fixture, i int) uint64{
		"open games": func(f *fixture, i int) uint64 {
			return f.spend(createMsg(f.newBoard(host(i), game.Xaya(), xayaFleet)))
		},
		"matches that nobody answers": func(f *fixture, i int) uint64 {
			msg := f.matchMsg(host(i), game.Xaya())
			msg.TurnBlocks = 10 + int64(i)
			return f.spend(msg)
		},
		"games that are joined": func(f *fixture, i int) uint64 {
			used, _ := f.beginFor(i)
			return used
		},
		"games that are joined and conceded": func(f *fixture, i int) uint64 {
			used, d := f.beginFor(i)
			return used + f.spend(d.concede(game.Creator))
		},
		"games that are joined and challenged": func(f *fixture, i int) uint64 {
			used, d := f.beginFor(i)
			return used + f.spend(d.challenge(game.Creator))
		},
		"games that are withdrawn": func(f *fixture, i int) uint64 {
			used := f.spend(createMsg(f.newBoard(host(i), game.Xaya(), xayaFleet)))
			return used + f.spend(&types.MsgCancelGame{Sender: host(i).text(), GameId: f.lastID()})
		},
		"games that are played to their end": func(f *fixture, i int) uint64 {
			used, d := f.beginFor(i)
			used += f.spend(d.concede(game.Joiner))
			return used + f.spend(d.claim(game.Creator))
		},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t, withParams(func(p *types.Params) {
				public := types.DefaultParams()
				p.OpenBlocks, p.ClaimBlocks, p.TurnBlocksDefault = public.OpenBlocks, public.ClaimBlocks, public.TurnBlocksDefault
				p.MaxExpiriesPerBlock = public.MaxExpiriesPerBlock
			}))
			games := 0
			for used := uint64(0); used < blockGas(); games++ {
				used += script(f, games)
			}
			busy, settled := f.settleAll()
			t.Logf("%d games by the gas of a block: %d settlements, in %d blocks", games, settled, busy)
			require.LessOrEqual(t, settled, int(f.params().MaxExpiriesPerBlock))
		})
	}
}

// beginFor has two hosts of no name begin a game, and returns the gas that this has used.
func (f *fixture) beginFor(i int) (uint64, *duel) {
	f.Helper()
	d := &duel{fixture: f, boards: [...]board{
		f.newBoard(host(2*i), game.Xaya(), xayaFleet), f.newBoard(host(2*i+1), game.Xaya(), xayaFleet),
	}}
	used := f.spend(createMsg(d.boards[game.Creator]))
	d.id = f.lastID()
	return used + f.spend(joinMsg(d.id, d.boards[game.Joiner])), d
}

// deadlinesLeft returns how many deadlines can still pass in a game: those that pass if nobody does anything any more.
func deadlinesLeft(t require.TestingT, s game.State) int {
	passed := 0
	for ; !s.Phase.Ended(); passed++ {
		next, _, err := game.Step(s, game.Expire{}, s.Deadline+1)
		require.NoError(t, err)
		s = next
	}
	return passed
}

// What a block has to settle is paid for when it is caused: a message after which one more deadline can pass than
// before costs as much gas as a block has for each deadline that it can settle. No other message adds one.
func TestADeadlineIsPaidForByTheMessageThatCausesIt(t *testing.T) {
	t.Parallel()
	least := blockGas() / uint64(types.DefaultParams().MaxExpiriesPerBlock)
	f := newFixture(t)
	opened := func(msg sdk.Msg) uint64 {
		require.GreaterOrEqual(t, f.spend(msg), least, "%T", msg)
		id := f.lastID()
		require.LessOrEqual(t, deadlinesLeft(t, f.state(id)), 1)
		return id
	}
	match := f.matchMsg(mallory, game.Classic())
	match.TurnBlocks = 99
	opened(match)
	opened(createMsg(f.newBoard(mallory, game.Classic(), classicFleet)))
	for _, r := range []*game.Ruleset{game.Classic(), game.Xaya()} {
		d := &duel{fixture: f, boards: [...]board{
			f.newBoard(alice, r, fleetOf(r)), f.newBoard(bob, r, fleetOf(r)),
		}}
		d.id = opened(createMsg(d.boards[0]))
		require.GreaterOrEqual(t, f.spend(joinMsg(d.id, d.boards[1])), least)
		left := deadlinesLeft(t, d.now())
		require.LessOrEqual(t, left, 2)
		for d.now().Phase != game.PhaseClaim {
			for _, msg := range []sdk.Msg{d.concede(game.Creator), d.challenge(game.Joiner)} {
				outer := f.ctx
				f.ctx, _ = outer.CacheContext()
				require.NoError(t, f.handle(msg))
				require.LessOrEqual(t, deadlinesLeft(t, d.now()), left, "%T", msg)
				f.ctx = outer
			}
			msg := d.next()
			// A move can make an entry come up early once more, and a block looks at many of those.
			require.GreaterOrEqual(t, f.spend(msg), least/16, "%T", msg)
			require.LessOrEqual(t, deadlinesLeft(t, d.now()), left, "%T", msg)
			left = deadlinesLeft(t, d.now())
		}
		f.deliver(d.claim(d.now().Actor))
	}
}

// queueOf returns the entries of the expiry queue as text.
func (f *fixture) queueOf() []string {
	f.Helper()
	queue, err := f.keeper.Records().Expiries.Iterate(f.ctx, nil)
	require.NoError(f, err)
	keys, err := queue.Keys()
	require.NoError(f, err)
	entries := make([]string, len(keys))
	for i, key := range keys {
		entries[i] = fmt.Sprintf("game %d at %d", key.K2(), key.K1())
	}
	return entries
}

// An ended game takes its entry with it, so that it costs nobody its place.
func TestRegressionEntriesOfEndedGamesTakePlaces(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(f *fixture){
		"won": func(f *fixture) { f.win() },
		"conceded and won": func(f *fixture) {
			d := f.play(game.Classic())
			f.deliver(d.concede(game.Joiner))
			f.deliver(d.claim(game.Creator))
		},
		"conceded before the toss": func(f *fixture) {
			d := f.newDuel(game.Classic())
			f.deliver(d.concede(game.Creator))
			f.deliver(d.claim(game.Joiner))
		},
		"declined": func(f *fixture) {
			d := f.propose(alice, bob, func(msg *types.MsgCreateGame) { msg.Opponent = bob.text() })
			f.deliver(d.decline(bob))
		},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t)
			end(f)
			require.Empty(t, f.queueOf())
		})
	}
}

// Deadlines that were overdue before others are settled before them, and so many at once that blocks do nothing else
// for a while delay the others by just these blocks.
func TestAFloodDelaysASettlementByTheBlocksThatItFills(t *testing.T) {
	t.Parallel()
	const share = 20
	for _, flood := range []int{0, share - 1, share, 5 * share} {
		t.Run(fmt.Sprintf("%d games expire first", flood), func(t *testing.T) {
			f := newFixture(t, withParams(func(p *types.Params) {
				p.MaxExpiriesPerBlock, p.TurnBlocksDefault, p.OpenBlocks = share, openBlocks, openBlocks
			}))
			f.openGames(flood)
			d := f.propose(bob, carol, nil)
			d.joinFor(game.Creator)
			late := d.now().Deadline + 1
			f.ctx = f.ctx.WithBlockHeight(late)
			for d.now().Phase == game.PhaseToss {
				require.NoError(t, f.keeper.EndBlock(f.ctx))
				f.ctx = f.ctx.WithBlockHeight(f.height() + 1)
			}
			require.Equal(t, int64(flood/share)+1, f.height()-late, "blocks until it was settled")
		})
	}
}

// Games that are played keep nobody waiting whose deadline has passed, though their entries come up first.
func TestEntriesThatComeUpEarlyTakeNoPlaces(t *testing.T) {
	t.Parallel()
	const share = 4
	f := newFixture(t, withParams(func(p *types.Params) { p.MaxExpiriesPerBlock = share }))
	var played []*duel
	silent := []*duel{f.newDuel(game.Xaya())}
	for range 3 * share {
		played = append(played, f.newDuel(game.Xaya()))
	}
	silent = append(silent, f.newDuel(game.Xaya()))
	late := silent[1].now().Deadline + 1
	f.ctx = f.ctx.WithBlockHeight(late - 1)
	for _, d := range played {
		require.NoError(t, f.handle(d.reveal(game.Creator, "A1")))
	}
	f.ctx = f.ctx.WithBlockHeight(late)
	require.NoError(t, f.keeper.EndBlock(f.ctx))
	for i, d := range silent {
		require.Equal(t, game.PhaseClaim, d.now().Phase, "the silent game %d", i+1)
	}
	for _, d := range played {
		require.Contains(t, f.queueOf(), fmt.Sprintf("game %d at %d", d.id, d.now().Deadline))
	}
}
