package types_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel"
	"github.com/battleship-chain/battleship/game/channel/channeltest"
	"github.com/battleship-chain/battleship/game/play"
	player "github.com/battleship-chain/battleship/player/channel"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// TestLettersAreStateProofs: a player's program writes and reads letters without this package, and to the byte as it
// does.
func TestLettersAreStateProofs(t *testing.T) {
	same := func(p channel.Proof) {
		t.Helper()
		b, err := types.NewStateProof(p).Marshal()
		require.NoError(t, err)
		require.Equal(t, b, player.MarshalLetter(p))
		var message types.StateProof
		require.NoError(t, message.Unmarshal(b))
		read, err := player.ParseLetter(b)
		require.NoError(t, err)
		require.Equal(t, b, player.MarshalLetter(message.Parse()))
		again, err := types.NewStateProof(read).Marshal()
		require.NoError(t, err)
		require.Equal(t, b, again)
	}
	for _, r := range game.Rulesets() {
		for _, turn := range channeltest.New(r, channeltest.Options{}).Play(channeltest.InOrder) {
			same(turn.Letter)
		}
	}
	random := rand.New(rand.NewPCG(1, 2))
	some := func() []byte {
		if random.IntN(3) == 0 {
			return nil
		}
		b := make([]byte, random.IntN(200))
		for i := range b {
			b[i] = byte('A' + random.IntN(26))
		}
		return b
	}
	for range 2000 {
		p := channel.Proof{State: some(), Signatures: [2][]byte{some(), some()}}
		if random.IntN(4) > 0 {
			p.Move = &channel.Move{Move: play.Move{Target: string(some())}, Concede: random.IntN(2) == 0}
		}
		if p.Move != nil && random.IntN(2) == 0 {
			p.Move.Sunk = &play.Ship{Class: string(some()), Placement: string(some())}
		}
		if p.Move != nil && random.IntN(2) == 0 {
			p.Move.Opening = &play.Opening{Content: int(int32(random.Uint32())) >> random.IntN(32), Salt: some(), Proof: some()}
			for range random.IntN(5) {
				p.Move.Opening.Path = append(p.Move.Opening.Path, some())
			}
		}
		same(p)
	}
}

// FuzzLetter: what a player's program reads as a letter, the generated code reads alike.
func FuzzLetter(f *testing.F) {
	for _, turn := range channeltest.New(game.Classic(), channeltest.Options{}).Play(channeltest.InOrder)[:4] {
		f.Add(player.MarshalLetter(turn.Letter))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		letter, err := player.ParseLetter(b)
		if err != nil {
			return
		}
		var message types.StateProof
		require.NoError(t, message.Unmarshal(b))
		require.Equal(t, player.MarshalLetter(letter), player.MarshalLetter(message.Parse()))
		written, err := message.Marshal()
		require.NoError(t, err)
		require.Equal(t, b, written)
	})
}
