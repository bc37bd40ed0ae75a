package melee_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cosmossdk.io/collections"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/x/battleship/internal/account"
	"github.com/battleship-chain/battleship/x/battleship/internal/kit"
)

// dueMelees are ways in which many melees of 16 with a stake can be due at one height.
var dueMelees = map[string]func(b *kit.Brawl){
	"a strike each": func(b *kit.Brawl) {
		for seat := range b.Now().Owes.Without(3).All() {
			b.Deliver(b.Aim(seat, "J10"))
		}
	},
	"a second clock each": func(*kit.Brawl) {},
	"16 payees each": func(b *kit.Brawl) {
		for b.Now().Stage != melee.StageSecond {
			b.Pass()
		}
	},
	"16 payees each, one of whom cannot be paid": func(b *kit.Brawl) {
		for b.Now().Stage != melee.StageSecond {
			b.Pass()
		}
		b.Payments.Unpaid = b.Boards[5].Player.Addr
	},
}

// copies makes so many melees of one, which all stand where it does.
func copies(b *kit.Brawl, n int) {
	b.Helper()
	c := b.Records
	m, s := b.Melee(b.ID), b.Now()
	rich := kit.NewPlayer("a rich player")
	for i := range n {
		id := b.ID + 1 + uint64(i)
		hold := m.Hold(s)
		b.Fund(rich, hold...)
		require.NoError(b, c.Escrow.Hold(b.Ctx, account.Account{Address: rich.Addr, Text: rich.Text()}, hold))
		m.Id = id
		require.NoError(b, c.Melees.Set(b.Ctx, id, m))
		require.NoError(b, c.MeleeProgress.Set(b.Ctx, id, s.AppendProgress(nil)))
		require.NoError(b, c.Queue.Put(b.Ctx, id, s.Deadline))
		for seat, board := range b.Boards {
			require.NoError(b, c.MeleeBoards.Set(b.Ctx, collections.Join(id, uint32(seat)), board.Entry().Board))
			require.NoError(b, c.PlayerGames.Set(b.Ctx, collections.Join(board.Player.Addr, id)))
			if s.Aimed().Has(melee.Seat(seat)) {
				require.NoError(b, c.Aims.Set(b.Ctx, collections.Join(id, uint32(seat)), make([]byte, 32)))
			}
		}
	}
}

// due returns how many games have a deadline that has passed and is not settled.
func due(b *kit.Brawl) int {
	b.Helper()
	ids, err := b.Records.Queue.Due(b.Ctx, b.Height(), 1<<20)
	require.NoError(b, err)
	return len(ids)
}

// A thousand melees of 16 are due at one height.
func BenchmarkMeleesDueAtOneHeight(b *testing.B) {
	const melees = 1_000
	for name, setUp := range dueMelees {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				b.StopTimer()
				f := kit.New(b)
				table := f.NewGathering(16, nil)
				setUp(table)
				copies(table, melees-1)
				f.Ctx = f.Ctx.WithBlockHeight(table.Now().Deadline + 1).WithEventManager(sdk.NewEventManager())
				require.Equal(b, melees, due(table))
				blocks, longest, all := 0, time.Duration(0), time.Duration(0)
				for due(table) > 0 {
					cached, write := f.Ctx.CacheContext()
					b.StartTimer()
					began := time.Now()
					require.NoError(b, f.Keeper.EndBlock(cached))
					took := time.Since(began)
					b.StopTimer()
					write()
					blocks, longest, all = blocks+1, max(longest, took), all+took
					f.Ctx = f.Ctx.WithBlockHeight(f.Height() + 1).WithEventManager(sdk.NewEventManager())
				}
				b.ReportMetric(float64(blocks), "blocks")
				b.ReportMetric(float64(longest.Milliseconds()), "ms/longest")
				b.ReportMetric(float64(all.Microseconds())/melees, "us/melee")
				b.StartTimer()
			}
		})
	}
}

// A block counts seats: of a melee that goes on those that were late, of one that ends all.
func TestABlockCountsTheSeatsOfMelees(t *testing.T) {
	t.Parallel()
	const blockSeats = 2 * 20
	for name, each := range map[string]int{"a strike each": 1, "a second clock each": 16, "16 payees each": 16} {
		t.Run(name, func(t *testing.T) {
			params := kit.WithMeleeDeposit
			f := kit.New(t, kit.WithParams(params))
			b := f.NewGathering(16, nil)
			dueMelees[name](b)
			copies(b, 2*blockSeats/each+1)
			p, err := f.Keeper.Params(f.Ctx)
			require.NoError(t, err)
			p.MaxExpiriesPerBlock = blockSeats / 2
			require.NoError(t, f.Records.Params.Set(f.Ctx, p))
			f.Ctx = f.Ctx.WithBlockHeight(b.Now().Deadline + 1)
			before := due(b)
			require.NoError(t, f.Keeper.EndBlock(f.Ctx))
			settled := before - due(b)
			require.Equal(t, (blockSeats+each-1)/each, settled, fmt.Sprint("of ", before))
		})
	}
}
