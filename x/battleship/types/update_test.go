package types_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cosmos/cosmos-sdk/types/bech32"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel"
	"github.com/battleship-chain/battleship/game/channel/channeltest"
	"github.com/battleship-chain/battleship/game/play"
	player "github.com/battleship-chain/battleship/player/channel"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// TestUpdatesAreStateProofs: a player's program writes and reads updates without this package, and to the byte as it
// does.
func TestUpdatesAreStateProofs(t *testing.T) {
	same := func(p channel.Proof) {
		t.Helper()
		b, err := types.NewStateProof(p).Marshal()
		require.NoError(t, err)
		require.Equal(t, b, player.MarshalUpdate(p))
		var message types.StateProof
		require.NoError(t, message.Unmarshal(b))
		read, err := player.ParseUpdate(b)
		require.NoError(t, err)
		require.Equal(t, b, player.MarshalUpdate(message.Parse()))
		again, err := types.NewStateProof(read).Marshal()
		require.NoError(t, err)
		require.Equal(t, b, again)
	}
	for _, r := range game.Rulesets() {
		for _, turn := range channeltest.New(r, channeltest.Options{}).Play(channeltest.InOrder) {
			same(turn.Update)
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

// TestUpdatesAreForTheWholeCommitment: a signature is for the rows and the toss of both boards. The id of a stored
// game's channel is that of the rule with these boards.
func TestUpdatesAreForTheWholeCommitment(t *testing.T) {
	for _, r := range []*game.Ruleset{game.Classic(), game.Xaya()} {
		want := channeltest.New(r, channeltest.Options{})
		p := want.Params.Game
		g := types.Game{
			Id: want.Params.GameID, RulesetId: r.ID, JoinedHeight: p.JoinedHeight, Toss: p.Toss,
			TurnBlocks: p.State.Clock.TurnBlocks, ClaimBlocks: p.State.Clock.ClaimBlocks,
		}
		for seat, b := range want.Boards {
			address, err := bech32.ConvertAndEncode("ship", b.Binding.Player)
			require.NoError(t, err)
			g.Participants = append(g.Participants, types.Participant{
				Address: address, Board: types.NewBoardCommitment(b.Binding.Nonce, b.Commit()),
				Channel: &types.Channel{Key: want.Params.Seats[seat].Key},
			})
		}
		got, err := g.Channel(channeltest.ChainID)
		require.NoError(t, err)
		require.Equal(t, want.ID(), got.ID(), r.Name)
	}
}

// FuzzUpdate: what a player's program reads as an update, the generated code reads alike.
func FuzzUpdate(f *testing.F) {
	for _, turn := range channeltest.New(game.Classic(), channeltest.Options{}).Play(channeltest.InOrder)[:4] {
		f.Add(player.MarshalUpdate(turn.Update))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		update, err := player.ParseUpdate(b)
		if err != nil {
			return
		}
		var message types.StateProof
		require.NoError(t, message.Unmarshal(b))
		require.Equal(t, player.MarshalUpdate(update), player.MarshalUpdate(message.Parse()))
		written, err := message.Marshal()
		require.NoError(t, err)
		require.Equal(t, b, written)
	})
}
