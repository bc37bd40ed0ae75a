package channel_test

import (
	"testing"

	"github.com/cosmos/cosmos-sdk/crypto/keys/secp256k1"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel/channeltest"
	"github.com/battleship-chain/battleship/player/channel"
)

// chainScheme is how a player's program and the chain sign and verify: in C, with the tag libsecp256k1_sdk.
type chainScheme struct{}

func (chainScheme) Key(secret [32]byte) []byte {
	return (&secp256k1.PrivKey{Key: secret[:]}).PubKey().Bytes()
}

func (chainScheme) Sign(secret [32]byte, message []byte) []byte {
	signature, err := (&secp256k1.PrivKey{Key: secret[:]}).Sign(message)
	if err != nil {
		panic(err)
	}
	return signature
}

func (chainScheme) Verify(key, message, signature []byte) bool {
	return (&secp256k1.PubKey{Key: key}).VerifySignature(message, signature)
}

// BenchmarkMovesOffChain plays whole games by updates, both sides on one core, with the signatures of the chain.
// Package player/channel has the same with those of its tests.
func BenchmarkMovesOffChain(b *testing.B) {
	g := channeltest.New(game.Classic(), channeltest.Options{Scheme: chainScheme{}})
	turns := g.Play(channeltest.InOrder)
	for log, open := range map[string]func(channel.Name) (*channel.Log, error){
		"memory": func(n channel.Name) (*channel.Log, error) { return channel.LostLog(n, nil), nil },
		"fsync": func(n channel.Name) (*channel.Log, error) {
			dir := b.TempDir()
			if err := channel.Prepare(dir, n.Key); err != nil {
				return nil, err
			}
			return channel.OpenLog(dir, n)
		},
	} {
		b.Run(log, func(b *testing.B) {
			for b.Loop() {
				var tables [2]*channel.Table
				for seat := range tables {
					by := game.Seat(seat)
					n := channel.Name{Game: 1, Channel: g.ID(), Seat: by, Key: g.Params.Seats[seat].Key}
					l, err := open(n)
					if err != nil {
						b.Fatal(err)
					}
					sign := func(message []byte) ([]byte, error) { return g.Scheme.Sign(g.Secrets[seat], message), nil }
					if tables[seat], err = channel.NewTable(g.Channel, by, sign, l); err != nil {
						b.Fatal(err)
					}
				}
				for _, turn := range turns {
					update, _, err := tables[turn.Base.Actor].Move(turn.Move)
					if err != nil {
						b.Fatal(err)
					}
					if update, err = channel.ParseUpdate(channel.MarshalUpdate(update)); err != nil {
						b.Fatal(err)
					}
					if news, _, err := tables[turn.Base.Actor.Other()].Receive(update); !news || err != nil {
						b.Fatal(news, err)
					}
				}
				for _, table := range tables {
					if err := table.Close(); err != nil {
						b.Fatal(err)
					}
				}
			}
			b.ReportMetric(float64(b.N*len(turns))/b.Elapsed().Seconds(), "moves/s")
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
		})
	}
}
