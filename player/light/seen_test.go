package light_test

import (
	"fmt"
	"testing"
	"time"

	cmttypes "github.com/cometbft/cometbft/types"
	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/interchain/storeproof"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/light"
	"github.com/battleship-chain/battleship/player/light/proof"
	"github.com/battleship-chain/battleship/player/playertest"
	"github.com/battleship-chain/battleship/player/session/duel"
	"github.com/battleship-chain/battleship/testutil/headers"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// What one program of a home has seen in a block holds for those that run beside it, and for those that come later.
func TestProgramsOfOneHomeShareTheirHeight(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	n := w.Prove()
	n.Advance(5)
	home, root := t.TempDir(), proof.Trust(n.Header(t, 2))
	program := func() *light.Chain {
		memory, err := light.Open(home, w.ClientCtx.ChainID)
		require.NoError(t, err)
		return light.New(light.Options{
			Node: n, Address: "x", Root: memory.From(root), Now: w.Node.Now, Keeper: memory, Patience: time.Nanosecond,
		})
	}
	one, beside := program(), program()
	_, _, err := beside.Read(t.Context(), types.ParamsPrefix)
	require.NoError(t, err)
	last := w.Node.Chain.Height()
	require.NoError(t, one.Seen(t.Context(), last))
	for _, c := range []*light.Chain{beside, program()} {
		_, _, err = c.Read(t.Context(), types.ParamsPrefix)
		require.ErrorContains(t, err, fmt.Sprintf("block %d, which proves the one before, has not come yet", last+1))
	}
	// A block that nobody has made is not remembered, or all would wait for it for ever.
	var unproven *light.UnprovenError
	others := headers.New("mallory")
	n.Forge = func(h *cmttypes.Header) *headers.Validators {
		h.Height = last + 1_000
		return &others
	}
	require.ErrorAs(t, one.Seen(t.Context(), last+1_000), &unproven)
	n.Forge = nil
	n.Advance(1)
	for _, c := range []*light.Chain{one, beside, program()} {
		_, height, err := c.Read(t.Context(), types.ParamsPrefix)
		require.NoError(t, err)
		require.Equal(t, last, height)
	}
	// Whoever begins anew, as with a devnet of the same name, has seen nothing there.
	memory, err := light.Open(home, w.ClientCtx.ChainID)
	require.NoError(t, err)
	require.Equal(t, last, memory.Seen())
	memory.From(proof.Trust(n.Header(t, 3)))
	require.Zero(t, memory.Seen())
}

// The fee that a player pays for a game is read with a proof.
func TestALieAboutTheFeeOfAGameIsRefusedOverProofs(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	n := w.Prove()
	n.Record = func(key, value []byte) []byte {
		if key[0] != types.RewardsPrefix[0] {
			return value
		}
		var r types.Rewards
		require.NoError(t, r.Unmarshal(value))
		r.Payout = r.Payout.MulRaw(2)
		raw, err := r.Marshal()
		require.NoError(t, err)
		return raw
	}
	_, _, err := duel.Create(t.Context(), w.Player(alice), duel.Wish{
		Ruleset: game.Classic(), Fleet: playertest.FleetOf(t, game.Classic()),
	})
	require.ErrorIs(t, err, storeproof.ErrValue)
	require.Nil(t, w.Node.SimulatedTx)
}

// A second node shows what the first one hides: that the chain's validators have signed another block.
func TestAttackAWitnessMustShowTheSameHeaders(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	n := w.Prove()
	n.Advance(5)
	root := proof.Trust(n.Header(t, 2))
	beside := func(other *playertest.Node) *playertest.SignedNode {
		return &playertest.SignedNode{Node: other, Signers: n.Signers, Signed: make(map[int64]*cmttypes.LightBlock)}
	}
	witness := beside(w.Node)
	read := func() error {
		c := light.New(light.Options{
			Node: n, Address: "tcp://one:26657", Root: root, Now: w.Node.Now, Patience: time.Nanosecond,
			Witnesses: []light.Witness{{Node: witness, Address: "tcp://two:26657"}},
		})
		_, _, err := c.Read(t.Context(), types.ParamsPrefix)
		return err
	}
	require.NoError(t, read())

	// A witness that is behind is waited for.
	witness = beside(playertest.New(t).Node)
	err := read()
	require.ErrorContains(t, err, "it is at block")
	require.ErrorContains(t, err, "--trust-witness")
	require.True(t, client.MayPass(err))
	witness = beside(w.Node)

	// Both headers are signed by the chain's validators: one of the two nodes takes part in a deceit, or is deceived.
	witness.Forge = func(h *cmttypes.Header) *headers.Validators {
		h.AppHash = make([]byte, 32)
		return nil
	}
	var fork *light.ForkError
	require.ErrorAs(t, read(), &fork)
	require.Equal(t, w.Node.Chain.Height(), fork.Height)
	require.ErrorContains(t, read(), "two blocks of height")
	require.False(t, client.MayPass(fork))

	// A witness that shows what nobody has signed proves nothing against the node, and nothing for it.
	others := headers.New("mallory")
	witness.Forge = func(*cmttypes.Header) *headers.Validators { return &others }
	err = read()
	var failed *light.WitnessError
	require.ErrorAs(t, err, &failed)
	require.ErrorIs(t, err, proof.ErrSignatures)
	require.ErrorContains(t, err, "the witness at tcp://two:26657 does not confirm")

	// It is remembered with the header that it has confirmed, and with no other.
	home := t.TempDir()
	witness.Forge = nil
	memory, err := light.Open(home, w.ClientCtx.ChainID)
	require.NoError(t, err)
	memory.SetWitnesses([]string{"tcp://two:26657"})
	memory.Remember(memory.From(root))
	memory, err = light.Open(home, w.ClientCtx.ChainID)
	require.NoError(t, err)
	require.Equal(t, []string{"tcp://two:26657"}, memory.Witnesses())
}

// A program that ran beside once wrote its own list of witnesses over one that was named since, and a witness that was
// named by a program behind another one was not written down.
func TestRegressionAWitnessThatWasNamedIsNotForgotten(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	n := w.Prove()
	n.Advance(5)
	home := t.TempDir()
	program := func() *light.Memory {
		memory, err := light.Open(home, w.ClientCtx.ChainID)
		require.NoError(t, err)
		return memory
	}
	header := func(height int64) proof.Trusted { return proof.Trust(n.Header(t, height)) }
	first := program()
	first.Remember(first.From(header(2)))
	beside, behind, one := program(), program(), program()

	one.SetWitnesses([]string{"tcp://two:26657"})
	one.Remember(header(2))
	beside.Remember(header(4))
	require.Equal(t, []string{"tcp://two:26657"}, program().Witnesses())

	behind.SetWitnesses([]string{"tcp://three:26657"})
	behind.Remember(header(3))
	require.Equal(t, []string{"tcp://three:26657"}, program().Witnesses())
	newest, known := program().Newest()
	require.True(t, known)
	require.Equal(t, header(4).Height, newest.Height)
}

// keeper keeps what a chain has verified in memory.
type keeper struct {
	headers []proof.Trusted
	seen    int64
}

// Remember implements light.Keeper.
func (k *keeper) Remember(t proof.Trusted) { k.headers = append(k.headers, t) }

// Saw implements light.Keeper.
func (k *keeper) Saw(height int64) { k.seen = height }

// Seen implements light.Keeper.
func (k *keeper) Seen() int64 { return k.seen }
