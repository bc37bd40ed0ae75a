package duel_test

import (
	"bytes"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cosmossdk.io/collections"
	"cosmossdk.io/math"

	sdk "github.com/cosmos/cosmos-sdk/types"
	minttypes "github.com/cosmos/cosmos-sdk/x/mint/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/internal/kit"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// fill opens so many games that are all alike, the first by a message and the others by writing what it has written,
// under other ids, for as many hosts as the limit of open games makes necessary.
func fill(f *kit.Fixture, n int, like asking) {
	f.Helper()
	first := f.LastID() + 1
	begin := (int(first) + types.MaxOpenGames - 2) / types.MaxOpenGames
	owner := func(i int) kit.Player { return kit.Host(begin + i/types.MaxOpenGames) }
	f.Fund(owner(0), f.Params().OpenDeposit)
	require.NoError(f, f.Handle(like.create(f, owner(0))))
	g, m, record := f.Game(first), types.ProgressOf(f.State(first)), f.Record(owner(0))
	recovery, err := f.Keeper.Records().Recoveries.Get(f.Ctx, collections.Join(first, uint32(types.SEAT_CREATOR)))
	require.NoError(f, err)
	for i := 1; i < n; i++ {
		host := owner(i)
		g.Id, g.Participants[game.Creator].Address = first+uint64(i), host.Text()
		listing := types.Listing{Creator: host.Text(), RatingRange: like.within, Deadline: m.Deadline}
		for _, err := range []error{
			f.Records.Games.Set(f.Ctx, g.Id, g),
			f.Records.Progress.Set(f.Ctx, g.Id, m),
			f.Records.Recoveries.Set(f.Ctx, collections.Join(g.Id, uint32(types.SEAT_CREATOR)), recovery),
			f.Records.Queue.Put(f.Ctx, g.Id, m.Deadline),
			f.Records.PlayerGames.Set(f.Ctx, collections.Join(host.Addr, g.Id)),
			f.Records.Lobby.List(f.Ctx, g.OpenKey(), listing, false),
		} {
			require.NoError(f, err)
		}
		if host.Name != owner(i-1).Name {
			record.OpenGames = 0
		}
		record.OpenGames++
		record.BoardNonce = uint64(record.OpenGames)
		require.NoError(f, f.Records.Players.Set(f.Ctx, host.Addr, record))
	}
	require.NoError(f, f.Records.NextGameID.Set(f.Ctx, first+uint64(n)))
	holdMore(f, g.Offer.DepositCoins(), n-1)
	f.Commit()
}

// holdMore puts coins into escrow so many times.
func holdMore(f *kit.Fixture, coins sdk.Coins, times int) {
	f.Helper()
	for _, coin := range coins {
		coin.Amount = coin.Amount.MulRaw(int64(times))
		all := sdk.NewCoins(coin)
		require.NoError(f, f.Bank.MintCoins(f.Ctx, minttypes.ModuleName, all))
		require.NoError(f, f.Bank.SendCoinsFromModuleToModule(f.Ctx, minttypes.ModuleName, types.ModuleName, all))
		require.NoError(f, f.Records.Escrow.Import(f.Ctx, all, nil))
	}
}

// What fill writes is what messages write.
func TestFilledGamesAreLikeOpenedOnes(t *testing.T) {
	t.Parallel()
	like := asking{rating: 1251, within: 50}
	filled, opened := kit.New(t, kit.WithParams(kit.WithDeposit)), kit.New(t, kit.WithParams(kit.WithDeposit))
	fill(filled, 150, like)
	for i := range 150 {
		owner := kit.Host(i / types.MaxOpenGames)
		opened.Fund(owner, kit.Anchors(kit.Deposit))
		require.NoError(t, opened.Handle(like.create(opened, owner)))
	}
	want, got := opened.Snapshot(), filled.Snapshot()
	require.Len(t, got, len(want))
	for key := range want {
		require.Contains(t, got, key)
	}
	for _, f := range []*kit.Fixture{filled, opened} {
		requireEscrow(f, 150*kit.Deposit)
		require.Equal(t, uint32(50), f.Record(kit.Host(1)).OpenGames)
		ids, _ := openPages(f, types.QueryOpenGamesRequest{}, 0)
		require.Len(t, ids, 150)
		f.SkipTo(f.Height() + kit.OpenBlocks + 4)
		requireEscrow(f, 0)
		require.Zero(t, f.Record(kit.Host(1)).OpenGames)
	}
}

// crowded returns a chain with so many open games that nobody can join. They are as near as can be to players of the
// rating that everybody starts with, half of them on each side, in the pool of those who ask for nothing special, or
// in another.
func crowded(t testing.TB, games int, elsewhere bool) *kit.Fixture {
	t.Helper()
	f := kit.New(t, kit.WithParams(kit.WithDeposit))
	fill(f, games/2, asking{rating: 1251, within: 50, xaya: elsewhere})
	fill(f, games-games/2, asking{rating: 1149, within: 50, xaya: elsewhere})
	return f
}

// honest are the messages that are measured, in the order in which they are sent.
var honest = []string{"match that opens", "match that joins", "create", "join", "move", "claim", "cancel"}

// costs plays honestly among whatever is open and returns what each message has cost.
func costs(f *kit.Fixture) map[string]kit.Cost {
	f.Helper()
	cast := []kit.Player{kit.Alice, kit.Bob, kit.Carol, kit.Mallory}
	for _, p := range cast {
		f.Fund(p, kit.Anchors(10*kit.Deposit))
	}
	classic := game.Classic()
	var boards [4]kit.Board
	for i, p := range cast {
		boards[i] = f.NewBoard(p, classic, kit.ClassicFleet)
	}
	all := make(map[string]kit.Cost)
	d := &kit.Duel{Fixture: f, ID: f.LastID() + 1, Boards: [...]kit.Board{boards[0], boards[1]}}
	all["match that opens"] = f.Measure(f.MatchMsg(kit.Alice, classic))
	join := f.MatchMsg(kit.Bob, classic)
	join.Toss = d.TossFor(game.Creator)
	all["match that joins"] = f.Measure(join)
	require.Equal(f, game.PhaseToss, d.Now().Phase, "the two have met")
	all["create"] = f.Measure(kit.CreateMsg(boards[2]))
	all["join"] = f.Measure(kit.JoinMsg(f.LastID(), boards[3]))

	f.Deliver(d.Reveal(game.Creator, "A1"))
	all["move"] = f.Measure(d.Reveal(game.Joiner, "A1"))
	f.Deliver(d.Concede(game.Joiner))
	all["claim"] = f.Measure(d.Claim(game.Creator))
	id := f.Create(f.NewBoard(kit.Alice, classic, kit.ClassicFleet))
	all["cancel"] = f.Measure(&types.MsgCancelGame{Sender: kit.Alice.Text(), GameId: id})
	return all
}

// What somebody else has open does not change what an honest message costs.
func TestAttackOpenGamesOfOthersCostNothing(t *testing.T) {
	t.Parallel()
	for name, elsewhere := range map[string]bool{"in the same pool": false, "in another": true} {
		t.Run(name, func(t *testing.T) {
			few, many := costs(crowded(t, 10, elsewhere)), costs(crowded(t, 1_000, elsewhere))
			for _, msg := range honest {
				was, is := few[msg], many[msg]
				t.Logf("%-16s 10: %+v; 1,000: %+v", msg, was, is)
				require.LessOrEqual(t, is.Store.Steps, 3+2*types.MaxMatchReads, "entries looked at by %s", msg)
				require.InEpsilon(t, was.Gas, is.Gas, 0.05, "gas of %s", msg)
				for _, c := range []*kit.Count{&was.Store, &is.Store} {
					// Ids of more digits make longer records.
					c.Steps, c.BytesRead, c.BytesWritten = 0, 0, 0
				}
				require.Equal(t, was.Store, is.Store, "work of %s", msg)
			}
		})
	}
}

// BenchmarkWithOpenGames reports what honest messages cost while somebody else has that many games open.
func BenchmarkWithOpenGames(b *testing.B) {
	for _, games := range []int{10, 1_000, 100_000} {
		for name, elsewhere := range map[string]bool{"same": false, "other": true} {
			b.Run(fmt.Sprintf("%d/%s", games, name), func(b *testing.B) {
				all := costs(crowded(b, games, elsewhere))
				for _, msg := range honest {
					c := all[msg]
					b.Logf("%6d open games, %s pool: %-16s %6d gas, %2d reads, %2d writes, %d deletes, %d iterators over %2d, %s",
						games, name, msg, c.Gas, c.Store.Reads, c.Store.Writes, c.Store.Deletes, c.Store.Iterators, c.Store.Steps,
						c.Took)
				}
			})
		}
	}
}

// overdue has that many games, whose deadline is one height, and returns what every block does until all are settled.
func overdue(t testing.TB, games int, endBlock func(f *kit.Fixture) kit.Count) (settled [][]uint64, work []kit.Count) {
	t.Helper()
	f := kit.New(t, kit.WithParams(kit.WithDeposit))
	fill(f, games, asking{})
	requireEscrow(f, int64(games)*kit.Deposit)
	f.Ctx = f.Ctx.WithBlockHeight(kit.FirstHeight + kit.OpenBlocks + 1)
	for range games {
		work = append(work, endBlock(f))
		settled = append(settled, f.Cancelled())
		f.Commit()
		f.Ctx = f.Ctx.WithBlockHeight(f.Height() + 1)
		if len(settled[len(settled)-1]) == 0 {
			break
		}
	}
	requireEscrow(f, 0)
	for i := range (games + types.MaxOpenGames - 1) / types.MaxOpenGames {
		owned := int64(min(games-i*types.MaxOpenGames, types.MaxOpenGames))
		require.Equal(t, owned*kit.Deposit, f.AnchorsOf(kit.Host(i)), "deposits that came back to host %d", i)
		require.Zero(t, f.Record(kit.Host(i)).OpenGames)
	}
	requirePruned(f, 1)
	return settled, work
}

// settle ends a block and returns what that has done.
func settle(f *kit.Fixture) kit.Count {
	f.Helper()
	f.Ctx = f.Ctx.WithEventManager(sdk.NewEventManager())
	return f.Store.During(func() { require.NoError(f, f.Keeper.EndBlock(f.Ctx)) })
}

func TestManyGamesThatExpireAtOnceAreSettledInOrderAShareInEachBlock(t *testing.T) {
	t.Parallel()
	const games, share = 3_234, 1_300
	settled, work := overdue(t, games, settle)
	require.Len(t, settled, games/share+2, "blocks, the last of which has nothing to do")
	next := uint64(1)
	for i, ids := range settled {
		require.Len(t, ids, max(0, min(share, games-i*share)), "settled in block %d", i)
		for _, id := range ids {
			require.Equal(t, next, id, "in the order in which they were opened")
			next++
		}
		require.LessOrEqual(t, work[i].Writes+work[i].Deletes, share*12, "written in block %d", i)
	}
	t.Logf("a block that settles %d games: %+v", share, work[1])
}

// BenchmarkExpiry settles games that all expire at one height.
func BenchmarkExpiry(b *testing.B) {
	const games = 50_000
	for b.Loop() {
		var all, longest time.Duration
		settled, _ := overdue(b, games, func(f *kit.Fixture) kit.Count {
			begun := time.Now()
			work := settle(f)
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
				lobby(f, games, stake)
				opens := f.Measure(longMatch(f, kit.Alice, 1_200, 0, stake))
				joins := f.Measure(longMatch(f, kit.Bob, 1_201, 0, stake))
				require.Equal(t, opens.Gas, joins.Gas, "opening %+v, joining %+v", opens, joins)
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
			_, joined := f.Match(longMatch(f, kit.Host(int(i)), rating, types.MinRatingRange, &stake))
			require.False(t, joined)
		}
	}
	lobby(f, 2*types.MaxMatchReads, &stake)
	opens := f.Measure(longMatch(f, kit.Alice, 1_200, 0, &stake))
	joins := f.Measure(longMatch(f, kit.Bob, 1_201, 0, &stake))
	t.Logf("opens: %+v; joins: %+v", opens, joins)
	require.LessOrEqual(t, joins.Gas*100, opens.Gas*120, "clients multiply what they estimate by 1.2")
}

// newPublicFixture starts with the params of a public network, after many years.
func newPublicFixture(t *testing.T) *kit.Fixture {
	t.Helper()
	f := kit.New(t, kit.WithParams(func(p *types.Params) {
		*p = types.DefaultParams()
		p.StakeDenoms = append([]string{ibcDenom}, p.StakeDenoms...)
	}))
	f.Ctx = f.Ctx.WithBlockHeight(1 << 33)
	return f
}

// longMatch asks for a match by correspondence with an entry that is as long as can be.
func longMatch(f *kit.Fixture, p kit.Player, rating, within uint32, stake *sdk.Coin) *types.MsgMatchGame {
	f.Helper()
	rate(f, p, rating)
	f.Fund(p, kit.Anchors(1<<61))
	if stake != nil {
		f.Fund(p, *stake)
	}
	msg := f.MatchMsg(p, game.Classic())
	msg.Stake, msg.RatingRange, msg.TurnBlocks = stake, within, 604_800
	msg.Entry.Recovery = make([]byte, types.MaxRecoveryBytes)
	msg.Entry.Delegate = kit.TextOf(append(bytes.Clone(p.Addr), make([]byte, types.MaxAddressBytes-len(p.Addr))...))
	return msg
}

// lobby has hosts create so many games that players of ratings from 1,200 to 1,201 cannot join, as near as can be.
func lobby(f *kit.Fixture, games int, stake *sdk.Coin) {
	f.Helper()
	for i := range games {
		p := kit.Host(100 + i)
		f.Fund(p, kit.Anchors(1<<61))
		if stake != nil {
			f.Fund(p, *stake)
		}
		asked := asking{rating: []uint32{1_149, 1_252}[i%2], within: types.MinRatingRange, clock: 604_800}
		msg := asked.create(f, p)
		msg.Stake = stake
		f.Deliver(msg)
	}
}
