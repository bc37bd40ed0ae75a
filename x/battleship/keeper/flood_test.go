package keeper_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	storetypes "github.com/cosmos/cosmos-sdk/store/v2/types"
	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/internal/kit"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// blockGas is how much gas a block of a new network has room for.
func blockGas() uint64 {
	return uint64(app.DefaultConsensusParams().Block.MaxGas)
}

// spend hands a message to its handler and returns the gas that this has used. The gas of the transaction around it is
// left out, so that an attacker has more room in a test than in a block.
func spend(f *kit.Fixture, msg sdk.Msg) uint64 {
	f.Helper()
	f.PassJoin(msg)
	ctx := f.Ctx
	meter := storetypes.NewInfiniteGasMeter()
	f.Ctx = ctx.WithGasMeter(meter).WithEventManager(sdk.NewEventManager())
	require.NoError(f, f.Handle(msg))
	f.Ctx = ctx
	return meter.GasConsumed()
}

// settleAll ends blocks until nothing is left to settle, each as soon as something is late, and returns in how many of
// them something was done, and how many deadlines they have settled.
func settleAll(f *kit.Fixture) (busy, settled int) {
	f.Helper()
	for idle := 0; idle < 4; {
		f.Ctx = f.Ctx.WithBlockHeight(f.Height() + 1).WithEventManager(sdk.NewEventManager())
		if done := f.Store.During(func() { require.NoError(f, f.Keeper.EndBlock(f.Ctx)) }); done.Writes+done.Deletes == 0 {
			f.Ctx = f.Ctx.WithBlockHeight(f.Height() + types.MaxClockBlocks)
			idle++
			continue
		}
		busy++
		for _, event := range f.Events() {
			switch event.(type) {
			case *types.EventDeadlinePassed, *types.EventGameCancelled:
				settled++
			}
		}
	}
	return busy, settled
}

// One later block settles all that messages with the gas of a whole block can cause: no flood of deadlines, of games
// that continue or that have ended, grows faster than it is settled. Gas and settlements are both linear in the number
// of games, so a part of a block stands for it.
func TestRegressionABlockFillsTheQueueFasterThanItEmpties(t *testing.T) {
	t.Parallel()
	const part = 5
	for name, script := range map[string]func(f *kit.Fixture, i int) uint64{
		"open games": func(f *kit.Fixture, i int) uint64 {
			return spend(f, kit.CreateMsg(f.NewBoard(kit.Host(i), game.Xaya(), kit.XayaFleet)))
		},
		"matches that nobody answers": func(f *kit.Fixture, i int) uint64 {
			msg := f.MatchMsg(kit.Host(i), game.Xaya())
			msg.TurnBlocks = 10 + int64(i)
			return spend(f, msg)
		},
		"games that are joined": func(f *kit.Fixture, i int) uint64 {
			used, _ := beginFor(f, i)
			return used
		},
		"games that are joined and conceded": func(f *kit.Fixture, i int) uint64 {
			used, d := beginFor(f, i)
			return used + spend(f, d.Concede(game.Creator))
		},
		"games that are joined and challenged": func(f *kit.Fixture, i int) uint64 {
			used, d := beginFor(f, i)
			return used + spend(f, d.Challenge(game.Creator))
		},
		"games that are withdrawn": func(f *kit.Fixture, i int) uint64 {
			used := spend(f, kit.CreateMsg(f.NewBoard(kit.Host(i), game.Xaya(), kit.XayaFleet)))
			return used + spend(f, &types.MsgCancelGame{Sender: kit.Host(i).Text(), GameId: f.LastID()})
		},
		"games that are played to their end": func(f *kit.Fixture, i int) uint64 {
			used, d := beginFor(f, i)
			used += spend(f, d.Concede(game.Joiner))
			return used + spend(f, d.Claim(game.Creator))
		},
	} {
		t.Run(name, func(t *testing.T) {
			f := kit.New(t, kit.WithParams(func(p *types.Params) {
				public := types.DefaultParams()
				p.OpenBlocks, p.ClaimBlocks, p.TurnBlocksDefault = public.OpenBlocks, public.ClaimBlocks, public.TurnBlocksDefault
				p.MaxExpiriesPerBlock = public.MaxExpiriesPerBlock / part
			}))
			games := 0
			for used := uint64(0); used < blockGas()/part; games++ {
				used += script(f, games)
			}
			busy, settled := settleAll(f)
			t.Logf("%d games by the gas of a block's part: %d settlements, in %d blocks", games, settled, busy)
			require.LessOrEqual(t, settled, int(f.Params().MaxExpiriesPerBlock))
		})
	}
}

// beginFor has two hosts of no name begin a game, and returns the gas that this has used.
func beginFor(f *kit.Fixture, i int) (uint64, *kit.Duel) {
	f.Helper()
	d := &kit.Duel{Fixture: f, Boards: [...]kit.Board{
		f.NewBoard(kit.Host(2*i), game.Xaya(), kit.XayaFleet), f.NewBoard(kit.Host(2*i+1), game.Xaya(), kit.XayaFleet),
	}}
	used := spend(f, kit.CreateMsg(d.Boards[game.Creator]))
	d.ID = f.LastID()
	return used + spend(f, kit.JoinMsg(d.ID, d.Boards[game.Joiner])), d
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
	f := kit.New(t)
	opened := func(msg sdk.Msg) uint64 {
		require.GreaterOrEqual(t, spend(f, msg), least, "%T", msg)
		id := f.LastID()
		require.LessOrEqual(t, deadlinesLeft(t, f.State(id)), 1)
		return id
	}
	match := f.MatchMsg(kit.Mallory, game.Classic())
	match.TurnBlocks = 99
	opened(match)
	opened(kit.CreateMsg(f.NewBoard(kit.Mallory, game.Classic(), kit.ClassicFleet)))
	for _, r := range []*game.Ruleset{game.Classic(), game.Xaya()} {
		d := &kit.Duel{Fixture: f, Boards: [...]kit.Board{
			f.NewBoard(kit.Alice, r, kit.FleetOf(r)), f.NewBoard(kit.Bob, r, kit.FleetOf(r)),
		}}
		d.ID = opened(kit.CreateMsg(d.Boards[0]))
		require.GreaterOrEqual(t, spend(f, kit.JoinMsg(d.ID, d.Boards[1])), least)
		left := deadlinesLeft(t, d.Now())
		require.LessOrEqual(t, left, 2)
		for d.Now().Phase != game.PhaseClaim {
			for _, msg := range []sdk.Msg{d.Concede(game.Creator), d.Challenge(game.Joiner)} {
				outer := f.Ctx
				f.Ctx, _ = outer.CacheContext()
				require.NoError(t, f.Handle(msg))
				require.LessOrEqual(t, deadlinesLeft(t, d.Now()), left, "%T", msg)
				f.Ctx = outer
			}
			msg := d.Next()
			// A move can make an entry come up early once more, and a block looks at many of those.
			require.GreaterOrEqual(t, spend(f, msg), least/16, "%T", msg)
			require.LessOrEqual(t, deadlinesLeft(t, d.Now()), left, "%T", msg)
			left = deadlinesLeft(t, d.Now())
		}
		f.Deliver(d.Claim(d.Now().Actor))
	}
}

// queueOf returns the entries of the expiry queue as text.
func queueOf(f *kit.Fixture) []string {
	f.Helper()
	queue, err := f.Keeper.Records().Expiries.Iterate(f.Ctx, nil)
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
	for name, end := range map[string]func(f *kit.Fixture){
		"won": func(f *kit.Fixture) { f.Win() },
		"conceded and won": func(f *kit.Fixture) {
			d := f.Play(game.Classic())
			f.Deliver(d.Concede(game.Joiner))
			f.Deliver(d.Claim(game.Creator))
		},
		"conceded before the toss": func(f *kit.Fixture) {
			d := f.NewDuel(game.Classic())
			f.Deliver(d.Concede(game.Creator))
			f.Deliver(d.Claim(game.Joiner))
		},
		"declined": func(f *kit.Fixture) {
			d := propose(f, kit.Alice, kit.Bob, func(msg *types.MsgCreateGame) { msg.Opponent = kit.Bob.Text() })
			f.Deliver(d.Decline(kit.Bob))
		},
	} {
		t.Run(name, func(t *testing.T) {
			f := kit.New(t)
			end(f)
			require.Empty(t, queueOf(f))
		})
	}
}

// Deadlines that were overdue before others are settled before them, and so many at once that blocks do nothing else
// for a while delay the others by just these blocks.
func TestAttackAFloodDelaysASettlementByTheBlocksThatItFills(t *testing.T) {
	t.Parallel()
	const share = 20
	for _, flood := range []int{0, share - 1, share, 5 * share} {
		t.Run(fmt.Sprintf("%d games expire first", flood), func(t *testing.T) {
			f := kit.New(t, kit.WithParams(func(p *types.Params) {
				p.MaxExpiriesPerBlock, p.TurnBlocksDefault, p.OpenBlocks = share, kit.OpenBlocks, kit.OpenBlocks
			}))
			f.OpenGames(flood)
			d := propose(f, kit.Bob, kit.Carol, nil)
			d.JoinFor(game.Creator)
			late := d.Now().Deadline + 1
			f.Ctx = f.Ctx.WithBlockHeight(late)
			for d.Now().Phase == game.PhaseToss {
				require.NoError(t, f.Keeper.EndBlock(f.Ctx))
				f.Ctx = f.Ctx.WithBlockHeight(f.Height() + 1)
			}
			require.Equal(t, int64(flood/share)+1, f.Height()-late, "blocks until it was settled")
		})
	}
}

// Games that are played keep nobody waiting whose deadline has passed, though their entries come up first.
func TestEntriesThatComeUpEarlyTakeNoPlaces(t *testing.T) {
	t.Parallel()
	const share = 4
	f := kit.New(t, kit.WithParams(func(p *types.Params) { p.MaxExpiriesPerBlock = share }))
	var played []*kit.Duel
	silent := []*kit.Duel{f.NewDuel(game.Xaya())}
	for range 3 * share {
		played = append(played, f.NewDuel(game.Xaya()))
	}
	silent = append(silent, f.NewDuel(game.Xaya()))
	late := silent[1].Now().Deadline + 1
	f.Ctx = f.Ctx.WithBlockHeight(late - 1)
	for _, d := range played {
		require.NoError(t, f.Handle(d.Reveal(game.Creator, "A1")))
	}
	f.Ctx = f.Ctx.WithBlockHeight(late)
	require.NoError(t, f.Keeper.EndBlock(f.Ctx))
	for i, d := range silent {
		require.Equal(t, game.PhaseClaim, d.Now().Phase, "the silent game %d", i+1)
	}
	for _, d := range played {
		require.Contains(t, queueOf(f), fmt.Sprintf("game %d at %d", d.ID, d.Now().Deadline))
	}
}
