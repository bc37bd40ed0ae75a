package app_test

import (
	"bytes"
	"testing"

	abci "github.com/cometbft/cometbft/abci/types"
	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/testutil/chain"
	battleshiptypes "github.com/battleship-chain/battleship/x/battleship/types"
)

// A toss depends on the hash of the block that holds the join, and not on how a node has come to execute it: at a
// replay, ahead of the decision, or ahead of it and with another proposal before.
func TestATossIsMixedWithTheSameBlockHoweverItIsExecuted(t *testing.T) {
	ways := map[string]func(c *chain.Chain, join *abci.RequestFinalizeBlock){
		"as a replay": func(*chain.Chain, *abci.RequestFinalizeBlock) {},
		"ahead of the decision": func(c *chain.Chain, join *abci.RequestFinalizeBlock) {
			process(t, c, join, join.Hash)
		},
		"ahead, as another proposal": func(c *chain.Chain, join *abci.RequestFinalizeBlock) {
			process(t, c, join, bytes.Repeat([]byte{1}, 32))
		},
		"ahead, after another proposal": func(c *chain.Chain, join *abci.RequestFinalizeBlock) {
			process(t, c, join, bytes.Repeat([]byte{1}, 32))
			process(t, c, join, join.Hash)
		},
	}
	hashes := make(map[string]string)
	for name, before := range ways {
		t.Run(name, func(t *testing.T) {
			c := chain.New(t, chain.WithGenesis(onOneMachine))
			alice, bob := newSailor(t, chain.Alice), newSailor(t, chain.Bob)
			c.MustDeliver(alice.Account, alice.create(t))
			msg := &battleshiptypes.MsgJoinGame{
				Sender: bob.String(), GameId: 1, Entry: bob.entry(t), Toss: bytes.Repeat([]byte{7}, commitment.TossSize),
			}
			require.NotZero(t, c.Simulate(bob.Account, msg))
			tx := c.Sign(chain.DefaultGas, []sdk.Msg{msg}, bob.Account)
			require.Zero(t, c.Check(tx).Code)
			block := c.NextBlock(tx)
			before(c, block)
			res := c.Block(tx)
			require.Zero(t, res.TxResults[0].Code, res.TxResults[0].Log)
			g, err := c.App.BattleshipKeeper.Games.Get(c.Context(), 1)
			require.NoError(t, err)
			require.EqualValues(t, commitment.MixToss(msg.Toss, commitment.Join{
				BlockHash: block.Hash, GameID: 1, Player: bob.Address,
			}), g.Toss)
			hashes[string(res.AppHash)] = name
		})
	}
	require.Len(t, hashes, 1, "app hashes")
}

// process hands a proposal to a validator, which begins to execute it.
func process(t *testing.T, c *chain.Chain, block *abci.RequestFinalizeBlock, hash []byte) {
	t.Helper()
	res, err := c.App.ProcessProposal(&abci.RequestProcessProposal{
		Txs:                block.Txs,
		Height:             block.Height,
		Time:               block.Time,
		Hash:               hash,
		ProposerAddress:    block.ProposerAddress,
		ProposedLastCommit: block.DecidedLastCommit,
	})
	require.NoError(t, err)
	require.Equal(t, abci.ResponseProcessProposal_ACCEPT, res.Status)
}
