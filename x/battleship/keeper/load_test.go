package keeper_test

import (
	"bytes"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cosmossdk.io/collections"
	"cosmossdk.io/math"

	storetypes "github.com/cosmos/cosmos-sdk/store/v2/types"
	sdk "github.com/cosmos/cosmos-sdk/types"
	minttypes "github.com/cosmos/cosmos-sdk/x/mint/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// fill opens so many games that are all alike, the first by a message and the others by writing what it has written,
// under other ids, for as many hosts as the limit of open games makes necessary.
func (f *fixture) fill(n int, like asking) {
	f.Helper()
	first := f.lastID() + 1
	begin := (int(first) + types.MaxOpenGames - 2) / types.MaxOpenGames
	owner := func(i int) player { return host(begin + i/types.MaxOpenGames) }
	f.fund(owner(0), f.params().OpenDeposit)
	require.NoError(f, f.handle(like.create(f, owner(0))))
	g, m, record := f.game(first), types.ProgressOf(f.state(first)), f.record(owner(0))
	recovery, err := f.keeper.Records().Recoveries.Get(f.ctx, collections.Join(first, uint32(types.SEAT_CREATOR)))
	require.NoError(f, err)
	for i := 1; i < n; i++ {
		host := owner(i)
		g.Id, g.Participants[game.Creator].Address = first+uint64(i), host.text()
		listing := types.Listing{Creator: host.text(), RatingRange: like.within, Deadline: m.Deadline}
		for _, err := range []error{
			f.records.Games.Set(f.ctx, g.Id, g),
			f.records.Progress.Set(f.ctx, g.Id, m),
			f.records.Recoveries.Set(f.ctx, collections.Join(g.Id, uint32(types.SEAT_CREATOR)), recovery),
			f.records.Queue.Put(f.ctx, g.Id, m.Deadline),
			f.records.PlayerGames.Set(f.ctx, collections.Join(host.addr, g.Id)),
			f.records.Lobby.List(f.ctx, g.OpenKey(), listing, false),
		} {
			require.NoError(f, err)
		}
		if host.name != owner(i-1).name {
			record.OpenGames = 0
		}
		record.OpenGames++
		record.BoardNonce = uint64(record.OpenGames)
		require.NoError(f, f.records.Players.Set(f.ctx, host.addr, record))
	}
	require.NoError(f, f.records.NextGameID.Set(f.ctx, first+uint64(n)))
	f.holdMore(g.Offer.DepositCoins(), n-1)
	f.commit()
}

// commit saves the stores, as the end of a block does. What is not saved yet makes iterators slow, which measures the
// test and not the module.
func (f *fixture) commit() {
	f.Helper()
	stores, ok := f.ctx.MultiStore().(storetypes.CommitMultiStore)
	require.True(f, ok)
	stores.Commit()
}

// holdMore puts coins into escrow so many times.
func (f *fixture) holdMore(coins sdk.Coins, times int) {
	f.Helper()
	for _, coin := range coins {
		coin.Amount = coin.Amount.MulRaw(int64(times))
		all := sdk.NewCoins(coin)
		require.NoError(f, f.bank.MintCoins(f.ctx, minttypes.ModuleName, all))
		require.NoError(f, f.bank.SendCoinsFromModuleToModule(f.ctx, minttypes.ModuleName, types.ModuleName, all))
		require.NoError(f, f.records.Escrow.Import(f.ctx, all, nil))
	}
}

// lastID returns the id of the game that was opened last.
func (f *fixture) lastID() uint64 {
	f.Helper()
	next, err := f.keeper.NextGameID(f.ctx)
	require.NoError(f, err)
	return next - 1
}

// What fill writes is what messages write.
func TestFilledGamesAreLikeOpenedOnes(t *testing.T) {
	t.Parallel()
	like := asking{rating: 1251, within: 50}
	filled, opened := newFixture(t, withParams(withDeposit)), newFixture(t, withParams(withDeposit))
	filled.fill(150, like)
	for i := range 150 {
		owner := host(i / types.MaxOpenGames)
		opened.fund(owner, anchors(deposit))
		require.NoError(t, opened.handle(like.create(opened, owner)))
	}
	want, got := opened.snapshot(), filled.snapshot()
	require.Len(t, got, len(want))
	for key := range want {
		require.Contains(t, got, key)
	}
	for _, f := range []*fixture{filled, opened} {
		f.requireEscrow(150 * deposit)
		require.Equal(t, uint32(50), f.record(host(1)).OpenGames)
		ids, _ := f.openPages(types.QueryOpenGamesRequest{}, 0)
		require.Len(t, ids, 150)
		f.skipTo(f.height() + openBlocks + 4)
		f.requireEscrow(0)
		require.Zero(t, f.record(host(1)).OpenGames)
	}
}

// crowded returns a chain with so many open games that nobody can join. They are as near as can be to players of the
// rating that everybody starts with, half of them on each side, in the pool of those who ask for nothing special, or
// in another.
func crowded(t testing.TB, games int, elsewhere bool) *fixture {
	t.Helper()
	f := newFixture(t, withParams(withDeposit))
	f.fill(games/2, asking{rating: 1251, within: 50, xaya: elsewhere})
	f.fill(games-games/2, asking{rating: 1149, within: 50, xaya: elsewhere})
	return f
}

// honest are the messages that are measured, in the order in which they are sent.
var honest = []string{"match that opens", "match that joins", "create", "join", "move", "claim", "cancel"}

// costs plays honestly among whatever is open and returns what each message has cost.
func (f *fixture) costs() map[string]cost {
	f.Helper()
	cast := []player{alice, bob, carol, mallory}
	for _, p := range cast {
		f.fund(p, anchors(10*deposit))
	}
	classic := game.Classic()
	var boards [4]board
	for i, p := range cast {
		boards[i] = f.newBoard(p, classic, classicFleet)
	}
	all := make(map[string]cost)
	d := &duel{fixture: f, id: f.lastID() + 1, boards: [...]board{boards[0], boards[1]}}
	all["match that opens"] = f.measure(f.matchMsg(alice, classic))
	join := f.matchMsg(bob, classic)
	join.Toss = d.tossFor(game.Creator)
	all["match that joins"] = f.measure(join)
	require.Equal(f, game.PhaseToss, d.now().Phase, "the two have met")
	all["create"] = f.measure(createMsg(boards[2]))
	all["join"] = f.measure(joinMsg(f.lastID(), boards[3]))

	f.deliver(d.reveal(game.Creator, "A1"))
	all["move"] = f.measure(d.reveal(game.Joiner, "A1"))
	f.deliver(d.concede(game.Joiner))
	all["claim"] = f.measure(d.claim(game.Creator))
	id := f.create(f.newBoard(alice, classic, classicFleet))
	all["cancel"] = f.measure(&types.MsgCancelGame{Sender: alice.text(), GameId: id})
	return all
}

// What somebody else has open does not change what an honest message costs.
func TestOpenGamesOfOthersCostNothing(t *testing.T) {
	t.Parallel()
	for name, elsewhere := range map[string]bool{"in the same pool": false, "in another": true} {
		t.Run(name, func(t *testing.T) {
			few, many := crowded(t, 10, elsewhere).costs(), crowded(t, 1_000, elsewhere).costs()
			for _, msg := range honest {
				was, is := few[msg], many[msg]
				t.Logf("%-16s 10: %+v; 1,000: %+v", msg, was, is)
				require.LessOrEqual(t, is.store.steps, 3+2*types.MaxMatchReads, "entries looked at by %s", msg)
				require.InEpsilon(t, was.gas, is.gas, 0.05, "gas of %s", msg)
				for _, c := range []*count{&was.store, &is.store} {
					// Ids of more digits make longer records.
					c.steps, c.bytesRead, c.bytesWritten = 0, 0, 0
				}
				require.Equal(t, was.store, is.store, "work of %s", msg)
			}
		})
	}
}

// BenchmarkWithOpenGames reports what honest messages cost while somebody else has that many games open.
func BenchmarkWithOpenGames(b *testing.B) {
	for _, games := range []int{10, 1_000, 100_000} {
		for name, elsewhere := range map[string]bool{"same": false, "other": true} {
			b.Run(fmt.Sprintf("%d/%s", games, name), func(b *testing.B) {
				all := crowded(b, games, elsewhere).costs()
				for _, msg := range honest {
					c := all[msg]
					b.Logf("%6d open games, %s pool: %-16s %6d gas, %2d reads, %2d writes, %d deletes, %d iterators over %2d, %s",
						games, name, msg, c.gas, c.store.reads, c.store.writes, c.store.deletes, c.store.iterators, c.store.steps,
						c.took)
				}
			})
		}
	}
}

// overdue has that many games, whose deadline is one height, and returns what every block does until all are settled.
func overdue(t testing.TB, games int, endBlock func(f *fixture) count) (settled [][]uint64, work []count) {
	t.Helper()
	f := newFixture(t, withParams(withDeposit))
	f.fill(games, asking{})
	f.requireEscrow(int64(games) * deposit)
	f.ctx = f.ctx.WithBlockHeight(firstHeight + openBlocks + 1)
	for range games {
		work = append(work, endBlock(f))
		settled = append(settled, f.cancelled())
		f.commit()
		f.ctx = f.ctx.WithBlockHeight(f.height() + 1)
		if len(settled[len(settled)-1]) == 0 {
			break
		}
	}
	f.requireEscrow(0)
	for i := range (games + types.MaxOpenGames - 1) / types.MaxOpenGames {
		owned := int64(min(games-i*types.MaxOpenGames, types.MaxOpenGames))
		require.Equal(t, owned*deposit, f.anchorsOf(host(i)), "deposits that came back to host %d", i)
		require.Zero(t, f.record(host(i)).OpenGames)
	}
	f.requirePruned(1)
	return settled, work
}

// settle ends a block and returns what that has done.
func (f *fixture) settle() count {
	f.Helper()
	f.ctx = f.ctx.WithEventManager(sdk.NewEventManager())
	return f.store.during(func() { require.NoError(f, f.keeper.EndBlock(f.ctx)) })
}

func TestManyGamesThatExpireAtOnceAreSettledInOrderAShareInEachBlock(t *testing.T) {
	t.Parallel()
	const games, share = 3_234, 1_300
	settled, work := overdue(t, games, (*fixture).settle)
	require.Len(t, settled, games/share+2, "blocks, the last of which has nothing to do")
	next := uint64(1)
	for i, ids := range settled {
		require.Len(t, ids, max(0, min(share, games-i*share)), "settled in block %d", i)
		for _, id := range ids {
			require.Equal(t, next, id, "in the order in which they were opened")
			next++
		}
		require.LessOrEqual(t, work[i].writes+work[i].deletes, share*12, "written in block %d", i)
	}
	t.Logf("a block that settles %d games: %+v", share, work[1])
}

// BenchmarkExpiry settles games that all expire at one height.
func BenchmarkExpiry(b *testing.B) {
	const games = 50_000
	for b.Loop() {
		var all, longest time.Duration
		settled, _ := overdue(b, games, func(f *fixture) count {
			begun := time.Now()
			work := f.settle()
			took := time.Since(begun)
			all, longest = all+took, max(longest, took)
			return work
		})
		most := 0
		for _, ids := range settled {
			most = max(most, len(ids))
		}
		blocks := len(settled) - 1
		b.ReportMetric(float64(blocks), "blocks")
		b.ReportMetric(float64(most), "settled/block")
		b.ReportMetric(float64(all.Nanoseconds())/float64(blocks), "ns/block")
		b.ReportMetric(float64(longest.Nanoseconds()), "ns/longest")
	}
}

// ibcDenom is the longest denom of a coin from another chain.
const ibcDenom = "ibc/27394FB092D2ECCD56123C74F36E4C1F926001CEADA9CA97EA622B25F41E5EB2"

// A client leaves as much gas for a match as it would cost now, and somebody can come before it. On a public network,
// among as many open games as a match looks at, joining costs what opening costs, whatever a player brings.
func TestTheGasOfAMatchIsIndependentOfTheResult(t *testing.T) {
	t.Parallel()
	for name, stake := range map[string]*sdk.Coin{"without a stake": nil, "with one": {
		Denom: types.DefaultFeeDenom, Amount: math.NewInt(1 << 60),
	}} {
		for _, games := range []int{0, 2 * types.MaxMatchReads} {
			t.Run(fmt.Sprintf("%s, among %d games", name, games), func(t *testing.T) {
				f := newPublicFixture(t)
				f.lobby(games, stake)
				opens := f.measure(f.longMatch(alice, 1_200, 0, stake))
				joins := f.measure(f.longMatch(bob, 1_201, 0, stake))
				require.Equal(t, opens.gas, joins.gas, "opening %+v, joining %+v", opens, joins)
			})
		}
	}
}

// With the most that can ever wait as well, and a stake with a long name, joining costs a little more.
func TestTheDearestMatchCostsLittleMoreThanItsOpening(t *testing.T) {
	t.Parallel()
	f := newPublicFixture(t)
	stake := sdk.NewInt64Coin(ibcDenom, 1<<60)
	for i := range uint32(77) {
		if rating := 100 + i*(types.MinRatingRange+1); rating < 1_150 || rating > 1_250 {
			_, joined := f.match(f.longMatch(host(int(i)), rating, types.MinRatingRange, &stake))
			require.False(t, joined)
		}
	}
	f.lobby(2*types.MaxMatchReads, &stake)
	opens := f.measure(f.longMatch(alice, 1_200, 0, &stake))
	joins := f.measure(f.longMatch(bob, 1_201, 0, &stake))
	t.Logf("opens: %+v; joins: %+v", opens, joins)
	require.LessOrEqual(t, joins.gas*100, opens.gas*120, "clients multiply what they estimate by 1.2")
}

// newPublicFixture starts with the params of a public network, after many years.
func newPublicFixture(t *testing.T) *fixture {
	t.Helper()
	f := newFixture(t, withParams(func(p *types.Params) {
		*p = types.DefaultParams()
		p.StakeDenoms = append([]string{ibcDenom}, p.StakeDenoms...)
	}))
	f.ctx = f.ctx.WithBlockHeight(1 << 33)
	return f
}

// longMatch asks for a match by correspondence with an entry that is as long as can be.
func (f *fixture) longMatch(p player, rating, within uint32, stake *sdk.Coin) *types.MsgMatchGame {
	f.Helper()
	f.rate(p, rating)
	f.fund(p, anchors(1<<61))
	if stake != nil {
		f.fund(p, *stake)
	}
	msg := f.matchMsg(p, game.Classic())
	msg.Stake, msg.RatingRange, msg.TurnBlocks = stake, within, 604_800
	msg.Entry.Recovery = make([]byte, types.MaxRecoveryBytes)
	msg.Entry.Delegate = textOf(append(bytes.Clone(p.addr), make([]byte, types.MaxAddressBytes-len(p.addr))...))
	return msg
}

// lobby has hosts create so many games that players of ratings from 1,200 to 1,201 cannot join, as near as can be.
func (f *fixture) lobby(games int, stake *sdk.Coin) {
	f.Helper()
	for i := range games {
		p := host(100 + i)
		f.fund(p, anchors(1<<61))
		if stake != nil {
			f.fund(p, *stake)
		}
		asked := asking{rating: []uint32{1_149, 1_252}[i%2], within: types.MinRatingRange, clock: 604_800}
		msg := asked.create(f, p)
		msg.Stake = stake
		f.deliver(msg)
	}
}
