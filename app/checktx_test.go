package app_test

import (
	"flag"
	"math/rand"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"
	sdkerrors "github.com/cosmos/cosmos-sdk/types/errors"
	"github.com/cosmos/cosmos-sdk/x/authz"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/testutil/chain"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

var rawTxs = flag.Int("raw.txs", 2000, "try at least this many mutated transactions")

// group is the name of a multisig account.
const group = "group"

// transactions returns valid transactions of mallory's and of a multisig account's, in which messages are nested as
// deeply as they may be and deeper, to mutate.
func transactions(c *chain.Chain) (all [][]byte) {
	mallory, several := c.Account(chain.Mallory), c.Account(group)
	concede := &types.MsgConcede{Sender: mallory.String(), GameId: 1}
	for _, depth := range []int{0, 1, 5, 40} {
		var msg sdk.Msg = concede
		for range depth {
			exec := authz.NewMsgExec(mallory.Address, []sdk.Msg{msg})
			msg = &exec
		}
		all = append(all, c.SignTx(chain.Tx{Msgs: []sdk.Msg{msg}}, mallory))
	}
	return append(all,
		c.SignTx(chain.Tx{Msgs: append(selfPayment(several), selfPayment(mallory)...)}, several, mallory),
		c.SignUnordered(c.Time().Add(time.Minute), selfPayment(mallory), mallory),
	)
}

// mutated returns the bytes of a transaction with some changes.
func mutated(dice *rand.Rand, all [][]byte) []byte {
	tx := slices.Clone(oneOf(dice, all))
	for range 1 + dice.Intn(3) {
		other := oneOf(dice, all)
		from, at := dice.Intn(len(other)), dice.Intn(len(tx)+1)
		part := other[from : from+dice.Intn(min(len(other)-from, 200))]
		switch {
		case at == len(tx):
			tx = append(tx, part...)
		case dice.Intn(4) == 0:
			tx = tx[:at]
		case dice.Intn(3) == 0:
			tx = slices.Insert(tx, at, part...)
		case dice.Intn(2) == 0:
			tx[at] = byte(dice.Intn(256))
		default:
			tx[at] ^= 1 << dice.Intn(8)
		}
	}
	return tx
}

// requireNoPanic checks the code of a transaction that was checked or executed.
func requireNoPanic(t *testing.T, codespace string, code uint32, tx []byte) {
	t.Helper()
	if codespace == sdkerrors.RootCodespace && code == sdkerrors.ErrPanic.ABCICode() {
		require.Fail(t, "a panic", "%x", tx)
	}
}

// A node decodes and checks what strangers send, before anybody has paid for it.
func TestAttackBytesThatAreNoTransactionPanicNoNode(t *testing.T) {
	t.Parallel()
	const perBlock = 50
	c := chain.New(t, chain.WithAccounts(chain.NewGroup(group)))
	alice, mallory := c.Account(chain.Alice), c.Account(chain.Mallory)
	honest, rich := c.Balance(alice.Address, app.BondDenom), c.Balance(mallory.Address, app.BondDenom)
	dice, accepted := rand.New(rand.NewSource(1)), 0
	for tried := 0; tried < *rawTxs; tried += perBlock {
		all := transactions(c)
		block := make([][]byte, perBlock)
		for i := range block {
			block[i] = mutated(dice, all)
			res := c.Check(block[i])
			requireNoPanic(t, res.Codespace, res.Code, block[i])
			if res.IsOK() {
				accepted++
			}
		}
		for i, res := range c.Block(block...).TxResults {
			requireNoPanic(t, res.Codespace, res.Code, block[i])
		}
	}
	require.Less(t, accepted, *rawTxs/20, "hardly any change leaves a signature valid")
	require.Equal(t, honest, c.Balance(alice.Address, app.BondDenom))
	require.True(t, c.Balance(mallory.Address, app.BondDenom).LTE(rich))
	tx := c.Sign(chain.DefaultGas, selfPayment(alice), alice)
	require.True(t, c.Check(tx).IsOK(), "the node still takes transactions")
	require.True(t, c.Block(tx).TxResults[0].IsOK())
}
