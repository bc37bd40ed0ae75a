package duel_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cosmossdk.io/collections"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/internal/kit"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// fillProven has so many more games with proven boards begun that are like one, each by two players of its own, by
// writing what messages would have written.
func fillProven(d *kit.Duel, more int) {
	d.Helper()
	k, g, m := d.Records, d.Game(d.ID), types.ProgressOf(d.Now())
	entry := g.Terms.Entry()
	for i := range more {
		g.Id = d.ID + uint64(i) + 1
		players := [...]kit.Player{kit.NewPlayer(fmt.Sprint("creator ", i)), kit.NewPlayer(fmt.Sprint("joiner ", i))}
		g.Participants = []types.Participant{g.Participants[0], g.Participants[1]}
		for seat, p := range players {
			g.Participants[seat].Address = p.Text()
			require.NoError(d, k.Players.Set(d.Ctx, p.Addr, types.Player{BoardNonce: 1, Games: 1}))
			require.NoError(d, k.PlayerGames.Set(d.Ctx, collections.Join(p.Addr, g.Id)))
		}
		require.NoError(d, k.Games.Set(d.Ctx, g.Id, g))
		require.NoError(d, k.Progress.Set(d.Ctx, g.Id, m))
		require.NoError(d, k.Queue.Put(d.Ctx, g.Id, m.Deadline))
	}
	require.NoError(d, k.NextGameID.Set(d.Ctx, d.ID+uint64(more)+1))
	holdMore(d.Fixture, entry, more*types.PlayersPerGame)
	d.Commit()
}

// A block that settles as many games as a block may, each of which ends by that and pays its pot, mints its reward,
// burns its fees and moves two ratings; against one that opens the claim in as many games of the other kind.
func BenchmarkSettlingProvenGames(b *testing.B) {
	most := int(types.DefaultParams().MaxExpiriesPerBlock)
	for _, claims := range []bool{false, true} {
		b.Run(fmt.Sprintf("claims=%t", claims), func(b *testing.B) {
			var least time.Duration
			var work kit.Count
			for range b.N {
				f := kit.New(b, kit.WithParams(kit.Public), kit.WithParams(func(p *types.Params) { p.ProvenClaims = claims }))
				f.FundCast()
				d := payoffDuel(f, game.ClassicZK(), game.Joiner, false, false)
				almostSink(d, game.Joiner)
				fillProven(d, most-1)
				f.Replays = nil
				// A block is executed on a cache of the stores.
				f.Ctx, _ = f.Ctx.WithBlockHeight(d.Now().Deadline + 1).CacheContext()
				began := time.Now()
				done := settle(f)
				if took := time.Since(began); least == 0 || took < least {
					least, work = took, done
				}
				if !claims {
					for id := range uint64(most) {
						require.Equal(b, types.REASON_TIMEOUT, f.Result(d.ID+id).Reason)
						require.Positive(b, f.Result(d.ID+id).Reward)
					}
				}
			}
			b.ReportMetric(float64(least.Milliseconds()), "ms/block")
			b.ReportMetric(float64(least.Microseconds())/float64(most), "us/game")
			b.ReportMetric(float64(work.Reads)/float64(most), "reads/game")
			b.ReportMetric(float64(work.Writes+work.Deletes)/float64(most), "writes/game")
			b.ReportMetric(0, "ns/op")
		})
	}
}
