package keeper_test

import (
	"errors"
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cosmossdk.io/collections"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// openGames has so many games opened in this block: by alice, and by hosts of no name once she has as many as the
// params allow anybody. They are many, so they are not replayed.
func (f *fixture) openGames(n int) {
	f.Helper()
	for i := range n {
		host := alice
		if i >= types.MaxOpenGames {
			host = newPlayer(fmt.Sprintf("host %d", i/types.MaxOpenGames))
		}
		require.NoError(f, f.handle(createMsg(f.newBoard(host, game.Xaya(), xayaFleet))))
	}
}

// cancelled returns the games that have expired in the last block, in the order in which that was told.
func (f *fixture) cancelled() []uint64 {
	f.Helper()
	var ids []uint64
	for _, event := range f.events() {
		if e, ok := event.(*types.EventGameCancelled); ok && e.Cause == types.CANCEL_CAUSE_EXPIRED {
			ids = append(ids, e.GameId)
		}
	}
	return ids
}

func TestABlockSettlesNoMoreThanItsShareTheLongestOverdueFirst(t *testing.T) {
	t.Parallel()
	f := newFixture(t, withParams(func(p *types.Params) { p.MaxExpiriesPerBlock = 4 }))
	f.openGames(3)
	f.endBlock()
	f.openGames(7)
	f.skipTo(firstHeight + openBlocks + 1)
	for _, want := range [][]uint64{{1, 2, 3}, {4, 5, 6, 7}, {8, 9, 10}, nil} {
		f.endBlock()
		require.Equal(t, want, f.cancelled(), "before block %d", f.height())
	}
}

func TestExpiryWorkDependsOnTheExpiredGames(t *testing.T) {
	t.Parallel()
	cost := func(games int) (quiet, busy count) {
		f := newFixture(t)
		f.create(f.newBoard(bob, game.Xaya(), xayaFleet))
		f.endBlock()
		f.openGames(games)
		quiet = f.store.during(func() { require.NoError(t, f.keeper.EndBlock(f.ctx)) })
		f.ctx = f.ctx.WithBlockHeight(firstHeight + openBlocks + 1)
		busy = f.store.during(func() { require.NoError(t, f.keeper.EndBlock(f.ctx)) })
		require.False(t, f.has(1))
		return quiet, busy
	}
	quietFew, busyFew := cost(1)
	quietMany, busyMany := cost(300)
	require.Equal(t, count{iterators: 1}, quietFew, "a block in which nothing is due")
	require.Equal(t, quietFew, quietMany)
	require.Equal(t, busyFew, busyMany)
	t.Logf("one game expires: %+v", busyFew)
}

// A move leaves the queue alone. The entry that it has left behind is found when its height has passed, and moved to
// where the deadline is by then; so a game has one entry however many moves it takes.
func TestAnEntryFoundEarlyMovesToTheDeadline(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	d := f.play(game.Classic())
	entries := func() []collections.Pair[int64, uint64] {
		queue, err := f.keeper.Records().Expiries.Iterate(f.ctx, nil)
		require.NoError(t, err)
		keys, err := queue.Keys()
		require.NoError(t, err)
		return keys
	}
	joined := f.game(d.id).JoinedHeight
	require.Equal(t, []collections.Pair[int64, uint64]{collections.Join(joined+turnBlocks, d.id)}, entries())
	for range 5 * turnBlocks {
		f.deliver(d.next())
		f.endBlock()
		require.Len(t, entries(), 1)
		require.LessOrEqual(t, entries()[0].K1(), d.now().Deadline, "the entry must not be behind the deadline")
	}
	require.Equal(t, game.PhasePlay, d.now().Phase)
	last := d.now().Deadline
	f.skipTo(last + 1)
	require.Equal(t, game.PhasePlay, d.now().Phase, "not settled before its deadline has passed")
	f.endBlock()
	require.Equal(t, game.PhaseClaim, d.now().Phase)
	require.Equal(t, last+1+claimBlocks, d.now().Deadline)
}

// The wait for a claim can end before the entry that a game has in the queue.
func TestAClaimThatEndsBeforeTheTurnWouldHaveIsSettledInTime(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	d := f.play(game.Classic())
	d.clock(1000, 3)
	f.deliver(d.concede(game.Creator))
	f.skipTo(f.height() + 3)
	require.Equal(t, game.Joiner, d.now().Actor)
	f.skipTo(f.height() + 2)
	require.Equal(t, game.Creator, d.now().Actor, "the second claimant")
	f.skipTo(f.height() + 4)
	require.Equal(t, types.REASON_VOID, f.result(d.id).Reason)
}

// settlements are a game of each kind whose deadline passes next.
var settlements = map[string]func(f *fixture) *duel{
	"of an open game": func(f *fixture) *duel {
		d := &duel{fixture: f}
		d.newOpen()
		return d
	},
	"of a game in play": func(f *fixture) *duel { return f.play(game.Classic()) },
	"of a claim that ends the game": func(f *fixture) *duel {
		d := f.play(game.Classic())
		f.skipTo(d.now().Deadline + 2)
		return d
	},
}

// What a store does wrong it does on one node alone. A node that went on without the settlement, as if the rules had
// failed, would part from the others; so it stops, whatever access fails and however it does.
func TestRegressionAFailingStoreForksItsNode(t *testing.T) {
	t.Parallel()
	failures := map[string]func() error{
		"an error":        func() error { return errInjected },
		"a panic":         func() error { panic(errInjected) },
		"a runtime error": func() error { var none []int; return errors.New(string(rune(none[0]))) },
	}
	for settlement, given := range settlements {
		for failure, fail := range failures {
			for access, spoil := range map[string]func(*watchedStore, func([]byte) error){
				"read":  func(s *watchedStore, fail func([]byte) error) { s.spoilRead = fail },
				"write": func(s *watchedStore, fail func([]byte) error) { s.spoil = fail },
			} {
				t.Run(fmt.Sprintf("%s at a %s in the settlement %s", failure, access, settlement), func(t *testing.T) {
					f := newFixture(t)
					d := given(f)
					f.ctx = f.ctx.WithBlockHeight(d.now().Deadline + 1)
					begin := f.ctx
					accesses := 0
					for failed := true; failed; accesses++ {
						left := accesses
						spoil(f.store, func([]byte) error {
							if left--; left >= 0 {
								return nil
							}
							spoil(f.store, nil)
							return fail()
						})
						f.ctx, _ = begin.CacheContext()
						var err error
						panicked := true
						func() {
							defer func() { _ = recover() }()
							err = f.keeper.EndBlock(f.ctx)
							panicked = false
						}()
						// Whoever has not come across the failure has come to the end.
						failed = left < 0
						spoil(f.store, nil)
						require.Equal(t, failed, panicked || err != nil, "access %d: a node that goes on", accesses+1)
						require.Empty(t, f.quarantined())
					}
					require.Greater(t, accesses, 3)
				})
			}
		}
	}
}

// A settlement that the rules refuse, on every node alike, is as if it had not been tried. The block ends, the other
// games are settled, and the failed one is put aside and settled later.
func TestASettlementThatFailsIsTriedAgain(t *testing.T) {
	t.Parallel()
	for settlement, given := range settlements {
		t.Run(settlement, func(t *testing.T) {
			f := newFixture(t)
			d := given(f)
			other := f.create(f.newBoard(carol, game.Xaya(), xayaFleet))
			f.ctx = f.ctx.WithBlockHeight(max(d.now().Deadline, f.state(other).Deadline) + 1)
			before := d.now()
			repair := f.damage(d.id)
			f.ctx = f.ctx.WithEventManager(sdk.NewEventManager())
			require.NoError(t, f.keeper.EndBlock(f.ctx))
			repair()
			require.False(t, f.has(other), "the other game is settled")
			require.Equal(t, before, d.now(), "the failed game is as it was")
			want := types.Quarantine{GameId: d.id, Error: "corrupt record", RetryHeight: f.height() + claimBlocks}
			require.Equal(t, []types.Quarantine{want}, f.quarantined())
			require.ElementsMatch(t, []string{
				types.EventTypeGame, "battleship.v1.EventGameQuarantined",
				types.EventTypeGame, "battleship.v1.EventGameCancelled",
			}, eventTypes(f.ctx), "events of the failed settlement are dropped")

			// While it is put aside it is late for every message, and is not tried again before its time.
			f.ctx = f.ctx.WithBlockHeight(want.RetryHeight).WithEventManager(sdk.NewEventManager())
			require.NoError(t, f.keeper.EndBlock(f.ctx))
			require.Equal(t, before, d.now())
			f.ctx = f.ctx.WithBlockHeight(want.RetryHeight + 1).WithEventManager(sdk.NewEventManager())
			require.NoError(t, f.keeper.EndBlock(f.ctx))
			require.Contains(t, eventTypes(f.ctx), "battleship.v1.EventGameReleased")
			require.Empty(t, f.quarantined())
			if f.has(d.id) {
				require.NotEqual(t, before, d.now(), "settled at last")
			}
		})
	}
}

// What a settlement has written before it fails is taken back: nothing changes but where the game is in the queue.
func TestASettlementThatFailsMidwayHasWrittenNothing(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.openGames(1)
	good, err := f.keeper.Records().Players.Get(f.ctx, alice.addr)
	require.NoError(t, err)
	bad := good
	bad.OpenGames = 0
	require.NoError(t, f.records.Players.Set(f.ctx, alice.addr, bad))
	outsideOfTheQueue := func() map[string]string {
		all := f.snapshot()
		for _, prefix := range []collections.Prefix{
			types.ExpiriesPrefix, types.ExpiryHeightsPrefix, types.QuarantinedPrefix,
		} {
			maps.DeleteFunc(all, func(key, _ string) bool {
				return strings.HasPrefix(key, f.key.Name()+"/"+string(prefix.Bytes()))
			})
		}
		return all
	}
	before := outsideOfTheQueue()
	f.ctx = f.ctx.WithBlockHeight(firstHeight + openBlocks + 1)
	require.NoError(t, f.keeper.EndBlock(f.ctx))
	require.Len(t, f.quarantined(), 1)
	require.Equal(t, before, outsideOfTheQueue())

	require.NoError(t, f.records.Players.Set(f.ctx, alice.addr, good))
	f.skipTo(f.height() + claimBlocks + 2)
	require.False(t, f.has(1), "settled once its creator's record is right")
}

// A settlement that fails is work, too: no more of them are tried in a block than may be settled in one.
func TestSettlementsThatFailTakeTheirShareOfABlock(t *testing.T) {
	t.Parallel()
	f := newFixture(t, withParams(func(p *types.Params) { p.MaxExpiriesPerBlock = 2 }))
	f.openGames(5)
	for id := range uint64(5) {
		f.damage(id + 1)
	}
	f.ctx = f.ctx.WithBlockHeight(firstHeight + openBlocks + 1)
	for _, want := range []int{2, 4, 5} {
		require.NoError(t, f.keeper.EndBlock(f.ctx))
		quarantined, err := f.keeper.Records().Quarantined.Iterate(f.ctx, nil)
		require.NoError(t, err)
		aside, err := quarantined.Keys()
		require.NoError(t, err)
		require.Len(t, aside, want)
		f.ctx = f.ctx.WithBlockHeight(f.height() + 1)
	}
}

// damage makes the record of a game one that the rules refuse, and returns what repairs it.
func (f *fixture) damage(id uint64) (repair func()) {
	f.Helper()
	good, err := f.keeper.Records().Progress.Get(f.ctx, id)
	require.NoError(f, err)
	bad := good
	bad.Phase = 77
	require.NoError(f, f.records.Progress.Set(f.ctx, id, bad))
	return func() { require.NoError(f, f.records.Progress.Set(f.ctx, id, good)) }
}

// eventTypes returns the types of the module's events, in order.
func eventTypes(ctx sdk.Context) []string {
	var names []string
	for _, event := range ctx.EventManager().Events() {
		names = append(names, event.Type)
	}
	return names
}

func TestADamagedGameDoesNotDelayOthers(t *testing.T) {
	t.Parallel()
	for name, damage := range map[string]func(f *fixture, id uint64) error{
		"progress is gone": func(f *fixture, id uint64) error { return f.records.Progress.Remove(f.ctx, id) },
		"progress is of another ruleset": func(f *fixture, id uint64) error {
			m, err := f.keeper.Records().Progress.Get(f.ctx, id)
			require.NoError(f, err)
			m.Sides[0].Answered = append(m.Sides[0].Answered, 0)
			return f.records.Progress.Set(f.ctx, id, m)
		},
		"progress is in no phase": func(f *fixture, id uint64) error {
			m, err := f.keeper.Records().Progress.Get(f.ctx, id)
			require.NoError(f, err)
			m.Phase = 77
			return f.records.Progress.Set(f.ctx, id, m)
		},
		"actor has no seat": func(f *fixture, id uint64) error {
			m, err := f.keeper.Records().Progress.Get(f.ctx, id)
			require.NoError(f, err)
			m.Actor = 3
			return f.records.Progress.Set(f.ctx, id, m)
		},
		"progress is no protobuf": func(f *fixture, id uint64) error {
			raw, err := collections.EncodeKeyWithPrefix(types.ProgressPrefix, collections.Uint64Key, id)
			require.NoError(f, err)
			return f.store.OpenKVStore(f.ctx).Set(raw, []byte{0xff, 0xff})
		},
		"game is no protobuf": func(f *fixture, id uint64) error {
			raw, err := collections.EncodeKeyWithPrefix(types.GamesPrefix, collections.Uint64Key, id)
			require.NoError(f, err)
			return f.store.OpenKVStore(f.ctx).Set(raw, []byte{0xff, 0xff})
		},
		"ruleset is unknown": func(f *fixture, id uint64) error {
			g, err := f.keeper.Records().Games.Get(f.ctx, id)
			require.NoError(f, err)
			g.RulesetId = 99
			return f.records.Games.Set(f.ctx, id, g)
		},
		"player is no address": func(f *fixture, id uint64) error {
			g, err := f.keeper.Records().Games.Get(f.ctx, id)
			require.NoError(f, err)
			g.Participants[0].Address = "nobody"
			return f.records.Games.Set(f.ctx, id, g)
		},
		"nobody sits in it": func(f *fixture, id uint64) error {
			g, err := f.keeper.Records().Games.Get(f.ctx, id)
			require.NoError(f, err)
			g.Participants = nil
			return f.records.Games.Set(f.ctx, id, g)
		},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t)
			f.openGames(3)
			require.NoError(t, damage(f, 2))
			f.ctx = f.ctx.WithBlockHeight(firstHeight + openBlocks + 1)
			for range 3 {
				require.NoError(t, f.keeper.EndBlock(f.ctx))
				f.ctx = f.ctx.WithBlockHeight(f.height() + claimBlocks + 1)
				q, err := f.keeper.Records().Quarantined.Get(f.ctx, 2)
				require.NoError(t, err)
				require.Contains(t, []string{"corrupt record", "panic", "invalid address"}, q.Error)
			}
			require.False(t, f.has(1))
			require.False(t, f.has(3))
			f.openGames(1)
			res, err := f.queries.Games(f.ctx, &types.QueryGamesRequest{})
			require.NoError(t, err, "a damaged game does not hide the others")
			require.Contains(t, summaryIDs(res.Games), uint64(4))
			_, err = f.queries.Player(f.ctx, &types.QueryPlayerRequest{Address: alice.text()})
			require.NoError(t, err)
		})
	}
}

func summaryIDs(games []types.GameSummary) []uint64 {
	ids := make([]uint64, 0, len(games))
	for _, g := range games {
		ids = append(ids, g.Id)
	}
	return ids
}

// Amounts that are too large to be multiplied, or that are not there: what a record holds is the same on every node, so
// a settlement that cannot compute with it must put the game aside, and the block must end.
func TestRegressionMoneyThatCannotBeComputedHaltsTheChain(t *testing.T) {
	t.Parallel()
	const tooLarge = 255
	fees := func(f *fixture, id uint64) {
		g, err := f.keeper.Records().Games.Get(f.ctx, id)
		require.NoError(f, err)
		fee := sdk.NewCoin(types.DefaultFeeDenom, powerOfTwo(tooLarge))
		g.Terms.Fee = &fee
		require.NoError(f, f.records.Games.Set(f.ctx, id, g))
	}
	for name, c := range map[string]struct {
		given  func(d *duel)
		damage func(f *fixture, id uint64)
	}{
		"what leaving play forfeits": {func(*duel) {}, fees},
		"what the fees back": {func(d *duel) {
			d.exchange(1)
			d.deliver(d.concede(game.Joiner))
			d.skipTo(d.now().Deadline + 2)
			d.deliver(d.claim(game.Joiner))
		}, fees},
		"how a pot is divided": {func(d *duel) {
			d.deliver(d.challenge(game.Joiner))
			d.skipTo(d.now().Deadline + 2)
			d.deliver(d.claim(game.Joiner))
		}, func(f *fixture, id uint64) {
			g, err := f.keeper.Records().Games.Get(f.ctx, id)
			require.NoError(f, err)
			stake := sdk.NewCoin(stakeDenom, powerOfTwo(tooLarge))
			g.Terms.Stake = &stake
			require.NoError(f, f.records.Games.Set(f.ctx, id, g))
		}},
		"what the reward costs": {func(d *duel) {
			d.exchange(1)
			d.deliver(d.challenge(game.Joiner))
			d.skipTo(d.now().Deadline + 2)
			d.deliver(d.claim(game.Joiner))
		}, func(f *fixture, id uint64) {
			a, err := f.keeper.Records().Awards.Get(f.ctx, id)
			require.NoError(f, err)
			a.Cost = powerOfTwo(tooLarge)
			require.NoError(f, f.records.Awards.Set(f.ctx, id, a))
		}},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t, withParams(public))
			f.fundCast()
			d, other := f.play(game.Classic()), f.create(f.newBoard(bob, game.Classic(), classicFleet))
			c.given(d)
			c.damage(f, d.id)
			before := d.now()
			f.ctx = f.ctx.WithBlockHeight(max(d.now().Deadline, f.state(other).Deadline) + 1)
			require.NoError(t, f.keeper.EndBlock(f.ctx))
			require.False(t, f.has(other), "the other game is settled")
			require.Equal(t, before, d.now(), "the failed game is as it was")
			want := types.Quarantine{GameId: d.id, Error: "panic", RetryHeight: f.height() + claimBlocks}
			require.Equal(t, []types.Quarantine{want}, f.quarantined())
		})
	}
}
