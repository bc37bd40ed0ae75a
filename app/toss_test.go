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
	t.Parallel()
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
			alice, bob := newPlayer(chain.Alice), newPlayer(chain.Bob)
			c.MustDeliver(alice.Account, alice.create())
			msg := &battleshiptypes.MsgJoinGame{
				Sender: bob.String(), GameId: 1, Entry: bob.entry(), Toss: bytes.Repeat([]byte{7}, commitment.TossSize),
			}
			require.NotZero(t, c.Simulate(bob.Account, msg))
			tx := c.Sign(chain.DefaultGas, []sdk.Msg{msg}, bob.Account)
			require.Zero(t, c.Check(tx).Code)
			block := c.NextBlock(tx)
			before(c, block)
			res := c.Block(tx)
			require.Zero(t, res.TxResults[0].Code, res.TxResults[0].Log)
			g, err := c.App.BattleshipKeeper.Records().Games.Get(c.Context(), 1)
			require.NoError(t, err)
			require.EqualValues(t, commitment.MixToss(msg.Toss, commitment.Join{
				BlockHash: block.Hash, GameID: 1, Player: bob.Address,
			}), g.Toss)
			hashes[string(res.AppHash)] = name
		})
	}
	require.Len(t, hashes, 1, "app hashes")
}

// A proposer tries a transaction before the block has a hash. One that joins, opens the toss and empties its account
// only if it shoots first must come to the same there as in the block; and a client that simulates the opening just
// after the join gets the gas, not that it has to wait.
func TestRegressionATossOpenedInTheBlockOfTheJoinIsTriedWithAnother(t *testing.T) {
	t.Parallel()
	c := chain.New(t, chain.WithGenesis(onOneMachine))
	alice, bob := newPlayer(chain.Alice), newPlayer(chain.Bob)
	c.MustDeliver(alice.Account, alice.create())
	join := &battleshiptypes.MsgJoinGame{
		Sender: bob.String(), GameId: 1, Entry: bob.entry(), Toss: bytes.Repeat([]byte{7}, commitment.TossSize),
	}
	toss := alice.OpenToss()
	opening := &battleshiptypes.MsgShootAndReveal{
		Sender: alice.String(), GameId: 1, Opening: battleshiptypes.NewOpening(toss),
	}
	requireRefused := func(code uint32, log string) {
		t.Helper()
		require.Equal(t, battleshiptypes.ErrTurn.ABCICode(), code, log)
		require.Contains(t, log, "expected the toss to be opened in a later one")
	}

	// In one transaction, as a simulation and in a block.
	both := c.Sign(chain.DefaultGas, []sdk.Msg{join, opening}, bob.Account, alice.Account)
	_, _, err := c.App.Simulate(both)
	require.ErrorIs(t, err, battleshiptypes.ErrTurn)
	res := c.Block(both)
	requireRefused(res.TxResults[0].Code, res.TxResults[0].Log)

	// In two of one block.
	res = c.Block(
		c.Sign(chain.DefaultGas, []sdk.Msg{join}, bob.Account), c.Sign(chain.DefaultGas, []sdk.Msg{opening}, alice.Account))
	require.Zero(t, res.TxResults[0].Code, res.TxResults[0].Log)
	requireRefused(res.TxResults[1].Code, res.TxResults[1].Log)

	// The join's block is the last one now.
	require.NotZero(t, c.Simulate(alice.Account, opening))
	c.MustDeliver(alice.Account, opening)
}

// A simulation of a message that would be late in the next block says so, though it were in time in the last one.
func TestRegressionASimulationIsJudgedInTheLastBlock(t *testing.T) {
	t.Parallel()
	c := chain.New(t, chain.WithGenesis(onOneMachine))
	alice, bob := newPlayer(chain.Alice), newPlayer(chain.Bob)
	c.MustDeliver(alice.Account, alice.create())
	c.MustDeliver(bob.Account, &battleshiptypes.MsgJoinGame{
		Sender: bob.String(), GameId: 1, Entry: bob.entry(), Toss: bytes.Repeat([]byte{7}, commitment.TossSize),
	})
	toss := alice.OpenToss()
	opening := &battleshiptypes.MsgShootAndReveal{
		Sender: alice.String(), GameId: 1, Opening: battleshiptypes.NewOpening(toss),
	}
	match, err := c.App.BattleshipKeeper.Records().Progress.Get(c.Context(), 1)
	require.NoError(t, err)
	for c.Height() < match.Deadline-1 {
		c.Block()
	}
	require.NotZero(t, c.Simulate(alice.Account, opening))
	c.Block()
	_, _, err = c.App.Simulate(c.Sign(chain.DefaultGas, []sdk.Msg{opening}, alice.Account))
	require.ErrorIs(t, err, battleshiptypes.ErrLate)
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
