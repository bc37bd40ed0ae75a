package channel_test

import (
	"testing"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel/channeltest"
	at "github.com/battleship-chain/battleship/player/channel"
)

// BenchmarkGame plays whole games by updates, both sides on one core: each update is signed, written down, made bytes
// of, read, verified with all that it opens, and written down by the other side.
func BenchmarkGame(b *testing.B) {
	for _, r := range []*game.Ruleset{game.Classic(), game.Xaya()} {
		quick := channeltest.New(r, channeltest.Options{})
		signed := channeltest.New(r, channeltest.Options{Scheme: channeltest.Secp256k1{}})
		b.Run(r.Name+"/no signatures", func(b *testing.B) { playGames(b, quick, inMemory(quick)) })
		b.Run(r.Name+"/memory", func(b *testing.B) { playGames(b, signed, inMemory(signed)) })
		b.Run(r.Name+"/fsync", func(b *testing.B) { playGames(b, signed, onDisk(b, signed)) })
	}
}

func inMemory(g *channeltest.Game) func(game.Seat) *at.Log {
	return func(seat game.Seat) *at.Log { return must(at.OpenDisk(newDisk(key(g, seat)), name(g, seat))) }
}

func onDisk(b *testing.B, g *channeltest.Game) func(game.Seat) *at.Log {
	b.Helper()
	return func(seat game.Seat) *at.Log {
		dir := b.TempDir()
		if err := at.Prepare(dir, key(g, seat)); err != nil {
			b.Fatal(err)
		}
		return must(at.OpenLog(dir, name(g, seat)))
	}
}

// playGames plays games between two tables with logs of their own.
func playGames(b *testing.B, g *channeltest.Game, log func(game.Seat) *at.Log) {
	b.Helper()
	moves := 0
	// What the players choose and open takes no part in the time: it is made before.
	turns := g.Play(channeltest.InOrder)
	for b.Loop() {
		var tables [2]*at.Table
		for seat := range tables {
			sign := func(message []byte) ([]byte, error) { return g.Scheme.Sign(g.Secrets[seat], message), nil }
			tables[seat] = must(at.NewTable(g.Channel, game.Seat(seat), sign, log(game.Seat(seat))))
		}
		for _, turn := range turns {
			mover := turn.Base.Actor
			update, _, err := tables[mover].Move(turn.Move)
			if err != nil {
				b.Fatal(err)
			}
			read, err := at.ParseUpdate(at.MarshalUpdate(update))
			if err != nil {
				b.Fatal(err)
			}
			if news, _, err := tables[mover.Other()].Receive(read); !news || err != nil {
				b.Fatal(news, err)
			}
			moves++
		}
		for _, table := range tables {
			if err := table.Close(); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(moves)/b.Elapsed().Seconds(), "moves/s")
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
}
