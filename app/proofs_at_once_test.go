package app_test

import (
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/testutil/chain"
	battleshiptypes "github.com/battleship-chain/battleship/x/battleship/types"
)

// Two nodes make the same of the same true and false proofs, one of which verifies the same proofs for others all the
// while: whoever simulates a transaction while a block is executed shares the keys with it.
func TestProofsAreJudgedAlikeWhileOthersAreSimulated(t *testing.T) {
	t.Parallel()
	nodes := [...]*recorder{newRecorder(t, battleshiptypes.LocalParams()), newRecorder(t, battleshiptypes.LocalParams())}
	quiet, busy := nodes[0], nodes[1]
	good := &battleshiptypes.MsgCreateGame{
		Sender: busy.player(chain.Alice).String(), RulesetId: game.ClassicZK().ID,
		Entry: busy.entry(busy.player(chain.Alice), game.ClassicZK()),
	}
	bad := *good
	bad.Entry.Proof = slices.Clone(good.Entry.Proof)
	copy(bad.Entry.Proof[576:624], good.Entry.Proof) // only the pairing tells
	var txs [2][]byte
	for i, msg := range []sdk.Msg{good, &bad} {
		txs[i] = busy.Sign(chain.DefaultGas, []sdk.Msg{msg}, busy.Account(chain.Alice))
	}

	var stop atomic.Bool
	var simulated [2]atomic.Int64
	var group sync.WaitGroup
	for i, tx := range txs {
		group.Go(func() {
			for !stop.Load() {
				_, _, err := busy.App.Simulate(tx)
				if i == 1 && err == nil {
					t.Error("a false proof is accepted")
				}
				simulated[i].Add(1)
			}
		})
	}
	for simulated[0].Load() == 0 || simulated[1].Load() == 0 {
		_, _, err := busy.App.Simulate(txs[0])
		require.NoError(t, err)
	}
	for _, node := range nodes {
		alice, bob := node.player(chain.Alice), node.player(chain.Bob)
		lie := bad
		node.deliver(alice, &lie, battleshiptypes.ErrInvalidProof.ABCICode())
		id := node.enter(alice, bob, game.ClassicZK(), func(*battleshiptypes.MsgCreateGame) {})
		node.lie(id)
		node.move(id, 6)
		node.deliver(bob, &battleshiptypes.MsgConcede{Sender: bob.String(), GameId: id}, 0)
	}
	stop.Store(true)
	group.Wait()
	require.Equal(t, quiet.blocks, busy.blocks)
	t.Logf("simulated beside: %d true and %d false proofs", simulated[0].Load(), simulated[1].Load())
}
