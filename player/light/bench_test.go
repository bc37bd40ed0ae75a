package light_test

import (
	"fmt"
	"testing"

	cmttypes "github.com/cometbft/cometbft/types"
	gogogrpc "github.com/cosmos/gogoproto/grpc"
	"github.com/stretchr/testify/require"

	sdkclient "github.com/cosmos/cosmos-sdk/client"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/light"
	"github.com/battleship-chain/battleship/player/light/proof"
	"github.com/battleship-chain/battleship/player/playertest"
	"github.com/battleship-chain/battleship/testutil/chain"
	"github.com/battleship-chain/battleship/testutil/headers"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// BenchmarkLook measures a look at a game over a node in the same process: plain, with proofs when there is a new block
// each time, and with proofs when there is none. "x-plain" is how many times a plain look it takes, "calls" how many
// questions to the node.
func BenchmarkLook(b *testing.B) {
	n := &playertest.SignedNode{Node: playertest.NewNode(b), Signed: make(map[int64]*cmttypes.LightBlock)}
	who := n.Chain.Account(chain.Alice)
	fleet, err := game.Classic().ParseFleet(playertest.ClassicFleet)
	require.NoError(b, err)
	binding := commitment.Binding{ChainID: n.Chain.ID(), Player: who.Address, Ruleset: game.Classic()}
	board, err := commitment.Commit(binding, fleet, make([]byte, 32))
	require.NoError(b, err)
	n.Chain.MustDeliver(who, &types.MsgCreateGame{
		Sender: who.String(), RulesetId: game.Classic().ID, Casual: true,
		Entry: types.Entry{Board: types.NewBoardCommitment(0, board), Recovery: make([]byte, types.MaxRecoveryBytes)},
	})
	n.Roots[n.Chain.Height()] = n.Chain.App.LastCommitID().Hash
	n.Advance(2)
	cctx := sdkclient.Context{}.WithCodec(n.Chain.App.AppCodec()).
		WithInterfaceRegistry(n.Chain.App.InterfaceRegistry()).WithClient(n)
	look := func(b *testing.B, over func(gogogrpc.ClientConn) gogogrpc.ClientConn, blocks int64) {
		b.Helper()
		q := types.NewQueryClient(over(client.LinkTo(cctx).Conn))
		one := func() {
			_, err := q.Game(b.Context(), &types.QueryGameRequest{GameId: 1})
			require.NoError(b, err)
		}
		one()
		n.Calls.Store(0)
		for b.Loop() {
			if blocks > 0 {
				b.StopTimer()
				n.Advance(blocks)
				n.Header(b, n.Chain.Height()) // what signing takes is not the player's
				b.StartTimer()
			}
			one()
		}
		b.ReportMetric(float64(n.Calls.Load())/float64(b.N), "calls")
	}
	var plain float64
	b.Run("plain", func(b *testing.B) {
		look(b, func(c gogogrpc.ClientConn) gogogrpc.ClientConn { return c }, 0)
		plain = float64(b.Elapsed()) / float64(b.N)
	})
	for _, validators := range []int{1, 4, 100} {
		n.Signers = headers.Named(validators)
		clear(n.Signed)
		for name, blocks := range map[string]int64{"new block": 1, "same block": 0} {
			b.Run(fmt.Sprintf("proven, %s, %d validators", name, validators), func(b *testing.B) {
				root := proof.Trust(n.Header(b, n.Chain.Height()-1))
				c := light.New(light.Options{Node: n, Root: root, Now: n.Now})
				look(b, func(over gogogrpc.ClientConn) gogogrpc.ClientConn { return light.NewConn(over, c) }, blocks)
				b.ReportMetric(float64(b.Elapsed())/float64(b.N)/plain, "x-plain")
			})
		}
	}
}
