package keeper_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cosmossdk.io/collections"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// fillProven has so many more games with proven boards begun that are like one, each by two players of its own, by
// writing what messages would have written.
func (d *duel) fillProven(more int) {
	d.Helper()
	k, g, m := d.records, d.game(d.id), types.ProgressOf(d.now())
	entry := g.Terms.Entry()
	for i := range more {
		g.Id = d.id + uint64(i) + 1
		players := [...]player{newPlayer(fmt.Sprint("creator ", i)), newPlayer(fmt.Sprint("joiner ", i))}
		g.Participants = []types.Participant{g.Participants[0], g.Participants[1]}
		for seat, p := range players {
			g.Participants[seat].Address = p.text()
			require.NoError(d, k.Players.Set(d.ctx, p.addr, types.Player{BoardNonce: 1, Games: 1}))
			require.NoError(d, k.PlayerGames.Set(d.ctx, collections.Join(p.addr, g.Id)))
		}
		require.NoError(d, k.Games.Set(d.ctx, g.Id, g))
		require.NoError(d, k.Progress.Set(d.ctx, g.Id, m))
		require.NoError(d, k.Queue.Put(d.ctx, g.Id, m.Deadline))
	}
	require.NoError(d, k.NextGameID.Set(d.ctx, d.id+uint64(more)+1))
	d.holdMore(entry, more*types.PlayersPerGame)
	d.commit()
}

// A block that settles as many games as a block may, each of which ends by that and pays its pot, mints its reward,
// burns its fees and moves two ratings; against one that opens the claim in as many games of the other kind.
func BenchmarkSettlingProvenGames(b *testing.B) {
	most := int(types.DefaultParams().MaxExpiriesPerBlock)
	for _, claims := range []bool{false, true} {
		b.Run(fmt.Sprintf("claims=%t", claims), func(b *testing.B) {
			var least time.Duration
			var work count
			for range b.N {
				f := newFixture(b, withParams(public), withParams(func(p *types.Params) { p.ProvenClaims = claims }))
				f.fundCast()
				d := f.payoffDuel(game.ClassicZK(), game.Joiner, false, false)
				d.almostSink(game.Joiner)
				d.fillProven(most - 1)
				f.replays = nil
				// A block is executed on a cache of the stores.
				f.ctx, _ = f.ctx.WithBlockHeight(d.now().Deadline + 1).CacheContext()
				began := time.Now()
				done := f.settle()
				if took := time.Since(began); least == 0 || took < least {
					least, work = took, done
				}
				if !claims {
					for id := range uint64(most) {
						require.Equal(b, types.REASON_TIMEOUT, f.result(d.id+id).Reason)
						require.Positive(b, f.result(d.id+id).Reward)
					}
				}
			}
			b.ReportMetric(float64(least.Milliseconds()), "ms/block")
			b.ReportMetric(float64(least.Microseconds())/float64(most), "us/game")
			b.ReportMetric(float64(work.reads)/float64(most), "reads/game")
			b.ReportMetric(float64(work.writes+work.deletes)/float64(most), "writes/game")
			b.ReportMetric(0, "ns/op")
		})
	}
}
