package keeper_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cosmossdk.io/collections"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/x/battleship/internal/account"
)

// dueMelees are ways in which many melees of 16 with a stake can be due at one height.
var dueMelees = map[string]func(b *brawl){
	"a strike each": func(b *brawl) {
		for seat := range b.now().Owes.Without(3).All() {
			b.deliver(b.aim(seat, "J10"))
		}
	},
	"a second clock each": func(*brawl) {},
	"16 payees each": func(b *brawl) {
		for b.now().Stage != melee.StageSecond {
			b.pass()
		}
	},
	"16 payees each, one of whom cannot be paid": func(b *brawl) {
		for b.now().Stage != melee.StageSecond {
			b.pass()
		}
		b.payments.unpaid = b.boards[5].player.addr
	},
}

// copies makes so many melees of one, which all stand where it does.
func (b *brawl) copies(n int) {
	b.Helper()
	c := b.records
	m, s := b.melee(b.id), b.now()
	rich := newPlayer("a rich player")
	for i := range n {
		id := b.id + 1 + uint64(i)
		hold := m.Hold(s)
		b.fund(rich, hold...)
		require.NoError(b, c.Escrow.Hold(b.ctx, account.Account{Address: rich.addr, Text: rich.text()}, hold))
		m.Id = id
		require.NoError(b, c.Melees.Set(b.ctx, id, m))
		require.NoError(b, c.MeleeProgress.Set(b.ctx, id, s.AppendProgress(nil)))
		require.NoError(b, c.Queue.Put(b.ctx, id, s.Deadline))
		for seat, board := range b.boards {
			require.NoError(b, c.MeleeBoards.Set(b.ctx, collections.Join(id, uint32(seat)), board.entry().Board))
			require.NoError(b, c.PlayerGames.Set(b.ctx, collections.Join(board.player.addr, id)))
			if s.Aimed().Has(melee.Seat(seat)) {
				require.NoError(b, c.Aims.Set(b.ctx, collections.Join(id, uint32(seat)), make([]byte, 32)))
			}
		}
	}
}

// due returns how many games have a deadline that has passed and is not settled.
func (b *brawl) due() int {
	b.Helper()
	ids, err := b.records.Queue.Due(b.ctx, b.height(), 1<<20)
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
				f := newFixture(b)
				table := f.newGathering(16, nil)
				setUp(table)
				table.copies(melees - 1)
				f.ctx = f.ctx.WithBlockHeight(table.now().Deadline + 1).WithEventManager(sdk.NewEventManager())
				require.Equal(b, melees, table.due())
				blocks, longest, all := 0, time.Duration(0), time.Duration(0)
				for table.due() > 0 {
					cached, write := f.ctx.CacheContext()
					b.StartTimer()
					began := time.Now()
					require.NoError(b, f.keeper.EndBlock(cached))
					took := time.Since(began)
					b.StopTimer()
					write()
					blocks, longest, all = blocks+1, max(longest, took), all+took
					f.ctx = f.ctx.WithBlockHeight(f.height() + 1).WithEventManager(sdk.NewEventManager())
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
			params := withMeleeDeposit
			f := newFixture(t, withParams(params))
			b := f.newGathering(16, nil)
			dueMelees[name](b)
			b.copies(2*blockSeats/each + 1)
			p, err := f.keeper.Params(f.ctx)
			require.NoError(t, err)
			p.MaxExpiriesPerBlock = blockSeats / 2
			require.NoError(t, f.records.Params.Set(f.ctx, p))
			f.ctx = f.ctx.WithBlockHeight(b.now().Deadline + 1)
			before := b.due()
			require.NoError(t, f.keeper.EndBlock(f.ctx))
			settled := before - b.due()
			require.Equal(t, (blockSeats+each-1)/each, settled, fmt.Sprint("of ", before))
		})
	}
}
