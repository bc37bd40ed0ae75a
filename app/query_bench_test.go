package app_test

import (
	"testing"
	"time"

	abci "github.com/cometbft/cometbft/abci/types"
	dbm "github.com/cosmos/cosmos-db"
	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"

	"github.com/battleship-chain/battleship/testutil/against"
	"github.com/battleship-chain/battleship/testutil/chain"
)

// BenchmarkQueryAgainstTheRootStore queries a balance on two nodes, turn by turn. The second answers from the root
// store, as an application of the SDK does by default.
func BenchmarkQueryAgainstTheRootStore(b *testing.B) {
	const queries, rounds = 500, 20
	node := func() *chain.Chain {
		db, err := dbm.NewGoLevelDB("application", b.TempDir(), nil)
		require.NoError(b, err)
		b.Cleanup(func() { require.NoError(b, db.Close()) })
		c := chain.New(b, chain.WithDB(db))
		c.Advance(10)
		return c
	}
	query := func(c *chain.Chain) time.Duration {
		raw, err := banktypes.NewQueryBalanceRequest(c.Account("alice").Address, sdk.DefaultBondDenom).Marshal()
		require.NoError(b, err)
		began := time.Now()
		for range queries {
			res, err := c.App.Query(b.Context(), &abci.RequestQuery{Path: "/cosmos.bank.v1beta1.Query/Balance", Data: raw})
			require.NoError(b, err)
			require.Zero(b, res.Code, res.Log)
		}
		return time.Since(began)
	}
	for b.Loop() {
		own, root := node(), node()
		root.App.SetQueryMultiStore(root.App.CommitMultiStore())
		var r against.Rounds
		for range rounds {
			base := query(root)
			r.Add(query(own), base)
		}
		r.Report(b, "query", "root", queries)
	}
}
