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
	"github.com/battleship-chain/battleship/x/battleship/internal/kit"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

func TestAttackABlockSettlesNoMoreThanItsShareTheLongestOverdueFirst(t *testing.T) {
	t.Parallel()
	f := kit.New(t, kit.WithParams(func(p *types.Params) { p.MaxExpiriesPerBlock = 4 }))
	f.OpenGames(3)
	f.EndBlock()
	f.OpenGames(7)
	f.SkipTo(kit.FirstHeight + kit.OpenBlocks + 1)
	for _, want := range [][]uint64{{1, 2, 3}, {4, 5, 6, 7}, {8, 9, 10}, nil} {
		f.EndBlock()
		require.Equal(t, want, f.Cancelled(), "before block %d", f.Height())
	}
}

func TestExpiryWorkDependsOnTheExpiredGames(t *testing.T) {
	t.Parallel()
	cost := func(games int) (quiet, busy kit.Count) {
		f := kit.New(t)
		f.Create(f.NewBoard(kit.Bob, game.Xaya(), kit.XayaFleet))
		f.EndBlock()
		f.OpenGames(games)
		quiet = f.Store.During(func() { require.NoError(t, f.Keeper.EndBlock(f.Ctx)) })
		f.Ctx = f.Ctx.WithBlockHeight(kit.FirstHeight + kit.OpenBlocks + 1)
		busy = f.Store.During(func() { require.NoError(t, f.Keeper.EndBlock(f.Ctx)) })
		require.False(t, f.Has(1))
		return quiet, busy
	}
	quietFew, busyFew := cost(1)
	quietMany, busyMany := cost(300)
	require.Equal(t, kit.Count{Iterators: 1}, quietFew, "a block in which nothing is due")
	require.Equal(t, quietFew, quietMany)
	require.Equal(t, busyFew, busyMany)
	t.Logf("one game expires: %+v", busyFew)
}

// A move leaves the queue alone. The entry that it has left behind is found when its height has passed, and moved to
// where the deadline is by then; so a game has one entry however many moves it takes.
func TestAnEntryFoundEarlyMovesToTheDeadline(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	d := f.Play(game.Classic())
	entries := func() []collections.Pair[int64, uint64] {
		queue, err := f.Keeper.Records().Expiries.Iterate(f.Ctx, nil)
		require.NoError(t, err)
		keys, err := queue.Keys()
		require.NoError(t, err)
		return keys
	}
	joined := f.Game(d.ID).JoinedHeight
	require.Equal(t, []collections.Pair[int64, uint64]{collections.Join(joined+kit.TurnBlocks, d.ID)}, entries())
	for range 5 * kit.TurnBlocks {
		f.Deliver(d.Next())
		f.EndBlock()
		require.Len(t, entries(), 1)
		require.LessOrEqual(t, entries()[0].K1(), d.Now().Deadline, "the entry must not be behind the deadline")
	}
	require.Equal(t, game.PhasePlay, d.Now().Phase)
	last := d.Now().Deadline
	f.SkipTo(last + 1)
	require.Equal(t, game.PhasePlay, d.Now().Phase, "not settled before its deadline has passed")
	f.EndBlock()
	require.Equal(t, game.PhaseClaim, d.Now().Phase)
	require.Equal(t, last+1+kit.ClaimBlocks, d.Now().Deadline)
}

// The wait for a claim can end before the entry that a game has in the queue.
func TestAClaimThatEndsBeforeTheTurnWouldHaveIsSettledInTime(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	d := f.Play(game.Classic())
	d.Clock(1000, 3)
	f.Deliver(d.Concede(game.Creator))
	f.SkipTo(f.Height() + 3)
	require.Equal(t, game.Joiner, d.Now().Actor)
	f.SkipTo(f.Height() + 2)
	require.Equal(t, game.Creator, d.Now().Actor, "the second claimant")
	f.SkipTo(f.Height() + 4)
	require.Equal(t, types.REASON_VOID, f.Result(d.ID).Reason)
}

// settlements are a game of each kind whose deadline passes next.
var settlements = map[string]func(f *kit.Fixture) *kit.Duel{
	"of an open game": func(f *kit.Fixture) *kit.Duel {
		d := &kit.Duel{Fixture: f}
		d.NewOpen()
		return d
	},
	"of a game in play": func(f *kit.Fixture) *kit.Duel { return f.Play(game.Classic()) },
	"of a claim that ends the game": func(f *kit.Fixture) *kit.Duel {
		d := f.Play(game.Classic())
		f.SkipTo(d.Now().Deadline + 2)
		return d
	},
}

// What a store does wrong it does on one node alone. A node that went on without the settlement, as if the rules had
// failed, would part from the others; so it stops, whatever access fails and however it does.
func TestAttackAFailingStoreForksItsNode(t *testing.T) {
	t.Parallel()
	failures := map[string]func() error{
		"an error":        func() error { return kit.ErrInjected },
		"a panic":         func() error { panic(kit.ErrInjected) },
		"a runtime error": func() error { var none []int; return errors.New(string(rune(none[0]))) },
	}
	for settlement, given := range settlements {
		for failure, fail := range failures {
			for access, spoil := range map[string]func(*kit.WatchedStore, func([]byte) error){
				"read":  func(s *kit.WatchedStore, fail func([]byte) error) { s.SpoilRead = fail },
				"write": func(s *kit.WatchedStore, fail func([]byte) error) { s.Spoil = fail },
			} {
				t.Run(fmt.Sprintf("%s at a %s in the settlement %s", failure, access, settlement), func(t *testing.T) {
					f := kit.New(t)
					d := given(f)
					f.Ctx = f.Ctx.WithBlockHeight(d.Now().Deadline + 1)
					begin := f.Ctx
					accesses := 0
					for failed := true; failed; accesses++ {
						left := accesses
						spoil(f.Store, func([]byte) error {
							if left--; left >= 0 {
								return nil
							}
							spoil(f.Store, nil)
							return fail()
						})
						f.Ctx, _ = begin.CacheContext()
						var err error
						panicked := true
						func() {
							defer func() { _ = recover() }()
							err = f.Keeper.EndBlock(f.Ctx)
							panicked = false
						}()
						// Whoever has not come across the failure has come to the end.
						failed = left < 0
						spoil(f.Store, nil)
						require.Equal(t, failed, panicked || err != nil, "access %d: a node that goes on", accesses+1)
						require.Empty(t, quarantines(f))
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
			f := kit.New(t)
			d := given(f)
			other := f.Create(f.NewBoard(kit.Carol, game.Xaya(), kit.XayaFleet))
			f.Ctx = f.Ctx.WithBlockHeight(max(d.Now().Deadline, f.State(other).Deadline) + 1)
			before := d.Now()
			repair := damage(f, d.ID)
			f.Ctx = f.Ctx.WithEventManager(sdk.NewEventManager())
			require.NoError(t, f.Keeper.EndBlock(f.Ctx))
			repair()
			require.False(t, f.Has(other), "the other game is settled")
			require.Equal(t, before, d.Now(), "the failed game is as it was")
			want := types.Quarantine{GameId: d.ID, Error: "corrupt record", RetryHeight: f.Height() + kit.ClaimBlocks}
			require.Equal(t, []types.Quarantine{want}, quarantines(f))
			require.ElementsMatch(t, []string{
				types.EventTypeGame, "battleship.v1.EventGameQuarantined",
				types.EventTypeGame, "battleship.v1.EventGameCancelled",
			}, eventTypes(f.Ctx), "events of the failed settlement are dropped")

			// While it is put aside it is late for every message, and is not tried again before its time.
			f.Ctx = f.Ctx.WithBlockHeight(want.RetryHeight).WithEventManager(sdk.NewEventManager())
			require.NoError(t, f.Keeper.EndBlock(f.Ctx))
			require.Equal(t, before, d.Now())
			f.Ctx = f.Ctx.WithBlockHeight(want.RetryHeight + 1).WithEventManager(sdk.NewEventManager())
			require.NoError(t, f.Keeper.EndBlock(f.Ctx))
			require.Contains(t, eventTypes(f.Ctx), "battleship.v1.EventGameReleased")
			require.Empty(t, quarantines(f))
			if f.Has(d.ID) {
				require.NotEqual(t, before, d.Now(), "settled at last")
			}
		})
	}
}

// What a settlement has written before it fails is taken back: nothing changes but where the game is in the queue.
func TestAttackASettlementThatFailsMidwayHasWrittenNothing(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	f.OpenGames(1)
	good, err := f.Keeper.Records().Players.Get(f.Ctx, kit.Alice.Addr)
	require.NoError(t, err)
	bad := good
	bad.OpenGames = 0
	require.NoError(t, f.Records.Players.Set(f.Ctx, kit.Alice.Addr, bad))
	outsideOfTheQueue := func() map[string]string {
		all := f.Snapshot()
		for _, prefix := range []collections.Prefix{
			types.ExpiriesPrefix, types.ExpiryHeightsPrefix, types.QuarantinedPrefix,
		} {
			maps.DeleteFunc(all, func(key, _ string) bool {
				return strings.HasPrefix(key, f.Key.Name()+"/"+string(prefix.Bytes()))
			})
		}
		return all
	}
	before := outsideOfTheQueue()
	f.Ctx = f.Ctx.WithBlockHeight(kit.FirstHeight + kit.OpenBlocks + 1).WithEventManager(sdk.NewEventManager())
	require.NoError(t, f.Keeper.EndBlock(f.Ctx))
	require.Len(t, quarantines(f), 1)
	require.Equal(t, before, outsideOfTheQueue())
	require.Len(t, f.Events(), 1, "and the events of the settlement are discarded")
	require.IsType(t, &types.EventGameQuarantined{}, f.Events()[0])

	require.NoError(t, f.Records.Players.Set(f.Ctx, kit.Alice.Addr, good))
	f.SkipTo(f.Height() + kit.ClaimBlocks + 2)
	require.False(t, f.Has(1), "settled once its creator's record is right")
}

// A settlement that fails is work, too: no more of them are tried in a block than may be settled in one. A melee that
// cannot be read counts as two seats.
func TestSettlementsThatFailTakeTheirShareOfABlock(t *testing.T) {
	t.Parallel()
	const games = 5
	for name, given := range map[string]func(f *kit.Fixture){
		"duels": func(f *kit.Fixture) {
			f.OpenGames(games)
			for id := range uint64(games) {
				damage(f, id+1)
			}
		},
		"melees": func(f *kit.Fixture) {
			for range games {
				f.NewTable(3, nil)
			}
			for id := range uint64(games) {
				require.NoError(f, f.Records.MeleeProgress.Set(f.Ctx, id+1, nil))
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			f := kit.New(t, kit.WithParams(func(p *types.Params) { p.MaxExpiriesPerBlock = 2 }))
			given(f)
			f.Ctx = f.Ctx.WithBlockHeight(kit.FirstHeight + kit.OpenBlocks + 1)
			for _, want := range []int{2, 4, games} {
				require.NoError(t, f.Keeper.EndBlock(f.Ctx))
				quarantined, err := f.Keeper.Records().Quarantined.Iterate(f.Ctx, nil)
				require.NoError(t, err)
				aside, err := quarantined.Keys()
				require.NoError(t, err)
				require.Len(t, aside, want)
				f.Ctx = f.Ctx.WithBlockHeight(f.Height() + 1)
			}
		})
	}
}

// damage makes the record of a game one that the rules refuse, and returns what repairs it.
func damage(f *kit.Fixture, id uint64) (repair func()) {
	f.Helper()
	good, err := f.Keeper.Records().Progress.Get(f.Ctx, id)
	require.NoError(f, err)
	bad := good
	bad.Phase = 77
	require.NoError(f, f.Records.Progress.Set(f.Ctx, id, bad))
	return func() { require.NoError(f, f.Records.Progress.Set(f.Ctx, id, good)) }
}

// eventTypes returns the types of the module's events, in order.
func eventTypes(ctx sdk.Context) []string {
	var names []string
	for _, event := range ctx.EventManager().Events() {
		names = append(names, event.Type)
	}
	return names
}

func TestAttackADamagedGameDoesNotDelayOthers(t *testing.T) {
	t.Parallel()
	for name, damage := range map[string]func(f *kit.Fixture, id uint64) error{
		"progress is gone": func(f *kit.Fixture, id uint64) error { return f.Records.Progress.Remove(f.Ctx, id) },
		"progress is of another ruleset": func(f *kit.Fixture, id uint64) error {
			m, err := f.Keeper.Records().Progress.Get(f.Ctx, id)
			require.NoError(f, err)
			m.Sides[0].Answered = append(m.Sides[0].Answered, 0)
			return f.Records.Progress.Set(f.Ctx, id, m)
		},
		"progress is in no phase": func(f *kit.Fixture, id uint64) error {
			m, err := f.Keeper.Records().Progress.Get(f.Ctx, id)
			require.NoError(f, err)
			m.Phase = 77
			return f.Records.Progress.Set(f.Ctx, id, m)
		},
		"actor has no seat": func(f *kit.Fixture, id uint64) error {
			m, err := f.Keeper.Records().Progress.Get(f.Ctx, id)
			require.NoError(f, err)
			m.Actor = 3
			return f.Records.Progress.Set(f.Ctx, id, m)
		},
		"progress is no protobuf": func(f *kit.Fixture, id uint64) error {
			raw, err := collections.EncodeKeyWithPrefix(types.ProgressPrefix, collections.Uint64Key, id)
			require.NoError(f, err)
			return f.Store.OpenKVStore(f.Ctx).Set(raw, []byte{0xff, 0xff})
		},
		"game is no protobuf": func(f *kit.Fixture, id uint64) error {
			raw, err := collections.EncodeKeyWithPrefix(types.GamesPrefix, collections.Uint64Key, id)
			require.NoError(f, err)
			return f.Store.OpenKVStore(f.Ctx).Set(raw, []byte{0xff, 0xff})
		},
		"ruleset is unknown": func(f *kit.Fixture, id uint64) error {
			g, err := f.Keeper.Records().Games.Get(f.Ctx, id)
			require.NoError(f, err)
			g.RulesetId = 99
			return f.Records.Games.Set(f.Ctx, id, g)
		},
		"player is no address": func(f *kit.Fixture, id uint64) error {
			g, err := f.Keeper.Records().Games.Get(f.Ctx, id)
			require.NoError(f, err)
			g.Participants[0].Address = "nobody"
			return f.Records.Games.Set(f.Ctx, id, g)
		},
		"nobody sits in it": func(f *kit.Fixture, id uint64) error {
			g, err := f.Keeper.Records().Games.Get(f.Ctx, id)
			require.NoError(f, err)
			g.Participants = nil
			return f.Records.Games.Set(f.Ctx, id, g)
		},
	} {
		t.Run(name, func(t *testing.T) {
			f := kit.New(t)
			f.OpenGames(3)
			require.NoError(t, damage(f, 2))
			f.Ctx = f.Ctx.WithBlockHeight(kit.FirstHeight + kit.OpenBlocks + 1)
			for range 3 {
				require.NoError(t, f.Keeper.EndBlock(f.Ctx))
				f.Ctx = f.Ctx.WithBlockHeight(f.Height() + kit.ClaimBlocks + 1)
				q, err := f.Keeper.Records().Quarantined.Get(f.Ctx, 2)
				require.NoError(t, err)
				require.Contains(t, []string{"corrupt record", "panic", "invalid address"}, q.Error)
			}
			require.False(t, f.Has(1))
			require.False(t, f.Has(3))
			f.OpenGames(1)
			res, err := f.Queries.Games(f.Ctx, &types.QueryGamesRequest{})
			require.NoError(t, err, "a damaged game does not hide the others")
			require.Contains(t, kit.SummaryIDs(res.Games), uint64(4))
			_, err = f.Queries.Player(f.Ctx, &types.QueryPlayerRequest{Address: kit.Alice.Text()})
			require.NoError(t, err)
		})
	}
}

// Amounts that are too large to be multiplied, or that are not there: what a record holds is the same on every node, so
// a settlement that cannot compute with it must put the game aside, and the block must end.
func TestAttackMoneyThatCannotBeComputedHaltsTheChain(t *testing.T) {
	t.Parallel()
	const tooLarge = 255
	fees := func(f *kit.Fixture, id uint64) {
		g, err := f.Keeper.Records().Games.Get(f.Ctx, id)
		require.NoError(f, err)
		fee := sdk.NewCoin(types.DefaultFeeDenom, kit.PowerOfTwo(tooLarge))
		g.Terms.Fee = &fee
		require.NoError(f, f.Records.Games.Set(f.Ctx, id, g))
	}
	for name, c := range map[string]struct {
		given  func(d *kit.Duel)
		damage func(f *kit.Fixture, id uint64)
	}{
		"what leaving play forfeits": {func(*kit.Duel) {}, fees},
		"what the fees back": {func(d *kit.Duel) {
			d.Exchange(1)
			d.Deliver(d.Concede(game.Joiner))
			d.SkipTo(d.Now().Deadline + 2)
			d.Deliver(d.Claim(game.Joiner))
		}, fees},
		"how a pot is divided": {func(d *kit.Duel) {
			d.Deliver(d.Challenge(game.Joiner))
			d.SkipTo(d.Now().Deadline + 2)
			d.Deliver(d.Claim(game.Joiner))
		}, func(f *kit.Fixture, id uint64) {
			g, err := f.Keeper.Records().Games.Get(f.Ctx, id)
			require.NoError(f, err)
			stake := sdk.NewCoin(kit.StakeDenom, kit.PowerOfTwo(tooLarge))
			g.Terms.Stake = &stake
			require.NoError(f, f.Records.Games.Set(f.Ctx, id, g))
		}},
		"what the reward costs": {func(d *kit.Duel) {
			d.Exchange(1)
			d.Deliver(d.Challenge(game.Joiner))
			d.SkipTo(d.Now().Deadline + 2)
			d.Deliver(d.Claim(game.Joiner))
		}, func(f *kit.Fixture, id uint64) {
			a, err := f.Keeper.Records().Awards.Get(f.Ctx, id)
			require.NoError(f, err)
			a.Cost = kit.PowerOfTwo(tooLarge)
			require.NoError(f, f.Records.Awards.Set(f.Ctx, id, a))
		}},
	} {
		t.Run(name, func(t *testing.T) {
			f := kit.New(t, kit.WithParams(kit.Public))
			f.FundCast()
			d, other := f.Play(game.Classic()), f.Create(f.NewBoard(kit.Bob, game.Classic(), kit.ClassicFleet))
			c.given(d)
			c.damage(f, d.ID)
			before := d.Now()
			f.Ctx = f.Ctx.WithBlockHeight(max(d.Now().Deadline, f.State(other).Deadline) + 1)
			require.NoError(t, f.Keeper.EndBlock(f.Ctx))
			require.False(t, f.Has(other), "the other game is settled")
			require.Equal(t, before, d.Now(), "the failed game is as it was")
			want := types.Quarantine{GameId: d.ID, Error: "panic", RetryHeight: f.Height() + kit.ClaimBlocks}
			require.Equal(t, []types.Quarantine{want}, quarantines(f))
		})
	}
}
