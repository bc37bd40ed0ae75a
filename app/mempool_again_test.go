package app_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cosmos/cosmos-sdk/crypto/keys/secp256r1"
	sdk "github.com/cosmos/cosmos-sdk/types"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"
	govtypes "github.com/cosmos/cosmos-sdk/x/gov/types"

	"github.com/battleship-chain/battleship/testutil/chain"
)

// Validators reject a proposal with a transaction that wants too little gas, by the params of the block before.
func TestATransactionThatWantsTooLittleByNewParamsLeavesThePool(t *testing.T) {
	t.Parallel()
	// The SDK charges half of the param for a signature of this kind, so that no other check finds it.
	key, err := secp256r1.GenPrivKey()
	require.NoError(t, err)
	phone := chain.Account{Name: "phone", Key: key, Address: sdk.AccAddress(key.PubKey().Address())}
	c := chain.New(t, chain.WithGenesis(voteWithin(4*chain.BlockTime)), chain.WithAccounts(phone))
	tx := c.SignTx(chain.Tx{Gas: 240_000, Msgs: selfPayment(phone)}, phone)
	require.Zero(t, c.Check(tx).Code)

	params := c.App.AccountKeeper.GetParams(c.Context())
	params.SigVerifyCostSecp256k1 = 250_000
	pass(t, c, &authtypes.MsgUpdateParams{
		Authority: authtypes.NewModuleAddress(govtypes.ModuleName).String(), Params: params,
	})
	require.Equal(t, params, c.App.AccountKeeper.GetParams(c.Context()))
	require.False(t, c.Process(tx))
	require.Zero(t, c.App.Mempool().CountTx())
	require.Empty(t, c.Prepare(math.MaxInt64))
	require.Zero(t, c.Block(tx).TxResults[0].Code, "no other check finds it")
}

func TestATransactionThatWaitsMayBeSentAgain(t *testing.T) {
	t.Parallel()
	c := chain.New(t)
	alice := c.Account(chain.Alice)
	tx := c.SignTx(chain.Tx{Msgs: selfPayment(alice)}, alice)
	for range 2 {
		res := c.Check(tx)
		require.Zero(t, res.Code, res.Log)
		require.Equal(t, 1, c.App.Mempool().CountTx())
	}
}

// What a block did not take is not lost when the block is not committed.
func TestABlockThatIsNotCommittedLosesNoTransaction(t *testing.T) {
	t.Parallel()
	c := chain.New(t)
	alice := c.Account(chain.Alice)
	tx := c.SignTx(chain.Tx{Msgs: selfPayment(alice)}, alice)
	require.Zero(t, c.Check(tx).Code)
	require.True(t, c.Process(tx), "which begins to execute it")
	require.Equal(t, [][]byte{tx}, c.Prepare(math.MaxInt64))
	require.True(t, c.Process())
	c.Block()
	require.Zero(t, c.Recheck(tx).Code)
	txs, block := c.Propose()
	require.Equal(t, [][]byte{tx}, txs)
	require.Zero(t, block.TxResults[0].Code)
}

// BenchmarkRecheck measures an empty block while the pool is full: what checking again takes.
func BenchmarkRecheck(b *testing.B) {
	attackers := stuffers(5000)
	for _, pool := range []struct {
		name  string
		count int
		tx    func(c *chain.Chain, from chain.Account) []byte
	}{
		{"the smallest", len(attackers), func(c *chain.Chain, from chain.Account) []byte {
			return c.SignTx(chain.Tx{Gas: least, Msgs: selfPayment(from)}, from)
		}},
		{"the largest", 555, manyPayments},
	} {
		b.Run(pool.name, func(b *testing.B) {
			c := chain.New(b, chain.WithAccounts(attackers[:pool.count]...))
			for _, attacker := range attackers[:pool.count] {
				res := c.Check(pool.tx(c, attacker))
				require.Zero(b, res.Code, res.Log)
			}
			for b.Loop() {
				c.Block()
			}
			require.Equal(b, pool.count, c.App.Mempool().CountTx())
		})
	}
}
