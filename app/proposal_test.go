package app_test

import (
	"math"
	"strings"
	"testing"
	"time"

	abci "github.com/cometbft/cometbft/abci/types"
	"github.com/stretchr/testify/require"

	"github.com/cosmos/cosmos-sdk/baseapp"
	sdk "github.com/cosmos/cosmos-sdk/types"
	sdkerrors "github.com/cosmos/cosmos-sdk/types/errors"
	sdkmempool "github.com/cosmos/cosmos-sdk/types/mempool"
	txtypes "github.com/cosmos/cosmos-sdk/types/tx"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"
	stakingtypes "github.com/cosmos/cosmos-sdk/x/staking/types"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/testutil/chain"
)

const (
	// gasLimit is the block gas limit of a test chain.
	gasLimit = 130_000_000
	// least is a gas limit that pays for a small transaction.
	least = 80_000
)

func TestProcessProposalEnforcesTheBlockGasLimit(t *testing.T) {
	t.Parallel()
	c := chain.New(t)
	for name, test := range map[string]struct {
		txs  [][]byte
		want bool
	}{
		"an empty block":                  {nil, true},
		"one transaction at the limit":    {txsWanting(c, gasLimit), true},
		"one transaction over the limit":  {txsWanting(c, gasLimit+1), false},
		"many that reach the limit":       {txsWanting(c, gasLimit/2, gasLimit/4, gasLimit/4), true},
		"many that pass the limit by one": {txsWanting(c, gasLimit/2, gasLimit/4, gasLimit/4+1), false},
		"a sum that wraps":                {txsWanting(c, least, math.MaxUint64-least+1), false},
		"a sum that wraps to little":      {txsWanting(c, least, math.MaxUint64), false},
		"the greatest first":              {txsWanting(c, math.MaxUint64, least), false},
		"bytes that are no transaction":   {[][]byte{txsWanting(c, least)[0], []byte("torpedo")}, false},
	} {
		t.Run(name, func(t *testing.T) { require.Equal(t, test.want, c.Process(test.txs...)) })
	}
}

// A limit of -1 in the consensus params means none, and is no great number either.
func TestAChainWithoutBlockGasLimitTakesAnyGas(t *testing.T) {
	t.Parallel()
	c := chain.New(t, chain.WithMaxGas(-1))
	require.True(t, c.Process(txsWanting(c, math.MaxUint64, math.MaxUint64, least)...))
	var txs [][]byte
	for i, name := range []string{chain.Alice, chain.Bob, chain.Carol} {
		tx := c.SignTx(chain.Tx{
			Gas: math.MaxInt64, Fee: anchors(int64(100 - i)), Msgs: selfPayment(c.Account(name)),
		}, c.Account(name))
		require.Zero(t, c.Check(tx).Code)
		txs = append(txs, tx)
	}
	require.Equal(t, txs, c.Prepare(math.MaxInt64))
	require.Equal(t, txs[:1], c.Prepare(int64(len(txs[0])+len(txs[1]))), "bytes bound a block all the same")
}

// The sum of the declared gas alone let blocks of any size pass that wanted no gas at all.
func TestAttackAProposalOfTransactionsThatWantNoGasIsRefusedAtItsFirst(t *testing.T) {
	t.Parallel()
	c := chain.New(t)
	small := txsWanting(c, least)[0]
	needs := 20_000 + 10*uint64(len(small)) + 1000
	require.True(t, c.Process(txsWanting(c, needs)...))
	for _, gas := range []uint64{0, 1, needs - 1} {
		short := txsWanting(c, gas)[0]
		require.False(t, c.Process(short), "gas %d", gas)
		require.False(t, c.Process(short, []byte("never reached")))
		res := c.Check(short)
		require.NotZero(t, res.Code)
		require.Contains(t, res.Log, "gas limit: expected at least")
	}
}

func TestEachSignatureOfAProposalWantsGas(t *testing.T) {
	t.Parallel()
	c := chain.New(t)
	alice, bob := c.Account(chain.Alice), c.Account(chain.Bob)
	both := func(gas uint64) []byte {
		return c.Sign(gas, append(selfPayment(alice), selfPayment(bob)...), alice, bob)
	}
	needs := 20_000 + 10*uint64(len(both(least))) + 2*1000
	require.True(t, c.Process(both(needs)))
	require.False(t, c.Process(both(needs-1)))
}

func TestAttackALargeTransactionIsRefusedBeforeItIsDecoded(t *testing.T) {
	t.Parallel()
	c := chain.New(t)
	fits, large := txOfSize(c, 16<<10), txOfSize(c, 16<<10+1)
	require.True(t, c.Process(fits))
	require.Zero(t, c.Check(fits).Code)

	res := c.Check(large)
	require.Equal(t, sdkerrors.ErrTxTooLarge.ABCICode(), res.Code, res.Log)
	require.False(t, c.Process(large))
	garbage := c.Check(make([]byte, 16<<10+1))
	require.Equal(t, sdkerrors.ErrTxTooLarge.ABCICode(), garbage.Code, "not even looked at")
	_, err := c.App.TxDecode(large)
	require.ErrorIs(t, err, sdkerrors.ErrTxTooLarge)
}

func TestBytesBeyondAThousandCostMoreGas(t *testing.T) {
	t.Parallel()
	c := chain.New(t)
	c.Block(txsWanting(c, least)...)
	size := 1 << 10
	small, large := c.Block(txOfSize(c, size)).TxResults[0], c.Block(txOfSize(c, 2*size)).TxResults[0]
	require.InDelta(t, 50*size, large.GasUsed-small.GasUsed, 1000, "gas of the second thousand bytes")
	require.GreaterOrEqual(t, app.DefaultConsensusParams().Block.MaxBytes*40, int64(gasLimit),
		"a block is full of gas before it is full of bytes")
}

// Without a fee the SDK panics when it is asked for the gas limit, and then proposes everything unchecked.
func TestAttackATransactionWithoutAFeePanicsInNoHandler(t *testing.T) {
	t.Parallel()
	c := chain.New(t)
	var raw txtypes.TxRaw
	require.NoError(t, raw.Unmarshal(txsWanting(c, least)[0]))
	var info txtypes.AuthInfo
	require.NoError(t, info.Unmarshal(raw.AuthInfoBytes))
	info.Fee = nil
	var err error
	raw.AuthInfoBytes, err = info.Marshal()
	require.NoError(t, err)
	bare, err := raw.Marshal()
	require.NoError(t, err)

	honest := txsWanting(c, least)[0]
	require.Zero(t, c.Check(honest).Code)
	require.Equal(t, sdkerrors.ErrTxDecode.ABCICode(), c.Check(bare).Code)
	require.False(t, c.Process(bare))
	res, err := c.App.PrepareProposal(&abci.RequestPrepareProposal{
		Txs: [][]byte{bare, honest}, MaxTxBytes: math.MaxInt64, Height: c.Height() + 1, Time: c.NextBlock().Time,
	})
	require.NoError(t, err)
	require.Equal(t, [][]byte{honest}, res.Txs)
	_, _, err = c.App.Simulate(bare)
	require.ErrorIs(t, err, sdkerrors.ErrTxDecode)
	require.Equal(t, sdkerrors.ErrTxDecode.ABCICode(), c.Block(bare).TxResults[0].Code)
}

// A node or a proposer could give a transaction another hash, by which its sender does not find it.
func TestAttackATransactionHasOneHash(t *testing.T) {
	t.Parallel()
	c := chain.New(t)
	own := c.Account(alice)
	signed := c.Sign(chain.DefaultGas, selfPayment(own), own)
	other := append([]byte{0x0a, 0}, signed...) // a body before its body, which counts
	require.Equal(t, sdkerrors.ErrTxDecode.ABCICode(), c.Check(other).Code)
	require.False(t, c.Process(other))
	require.Equal(t, sdkerrors.ErrTxDecode.ABCICode(), c.Block(other).TxResults[0].Code)
	require.Zero(t, c.Check(signed).Code)
	require.Zero(t, c.Block(signed).TxResults[0].Code, "its sequence is not used")
}

// A beginning of the block that fails or panics once would have left everything proposed unchecked.
func TestAProposalWhoseBeginningFailsTakesTheDearest(t *testing.T) {
	t.Parallel()
	for name, votes := range map[string][]abci.ExtendedVoteInfo{
		"it fails":  {{Validator: abci.Validator{Address: make([]byte, 20), Power: 1}}},
		"it panics": {{Validator: abci.Validator{Address: make([]byte, 300), Power: 1}}},
	} {
		t.Run(name, func(t *testing.T) {
			c := chain.New(t)
			alice, bob := c.Account(chain.Alice), c.Account(chain.Bob)
			whole := fill(c, bob, 1)
			dear := c.SignTx(chain.Tx{Gas: least, Fee: anchors(least), Msgs: selfPayment(alice)}, alice)
			require.Zero(t, c.Check(dear).Code)
			// It would fit, but the one of the same account before it does not.
			after := c.SignTx(chain.Tx{Gas: least, Msgs: selfPayment(bob)}, bob)
			require.Zero(t, c.Check(after).Code)
			block := c.NextBlock()
			res, err := c.App.PrepareProposal(&abci.RequestPrepareProposal{
				Txs: append(whole, dear), MaxTxBytes: math.MaxInt64, Height: block.Height, Time: block.Time,
				ProposerAddress: block.ProposerAddress, LocalLastCommit: abci.ExtendedCommitInfo{Votes: votes},
			})
			require.NoError(t, err)
			require.Equal(t, append([][]byte{dear}, whole[:fillers-1]...), res.Txs)
		})
	}
}

func TestABlockIsFilledByPricePerGas(t *testing.T) {
	t.Parallel()
	c := chain.New(t)
	tx := func(name string, gas uint64, fee int64) []byte {
		account := c.Account(name)
		bz := c.SignTx(chain.Tx{Gas: gas, Fee: anchors(fee), Msgs: selfPayment(account)}, account)
		res := c.Check(bz)
		require.Zero(t, res.Code, res.Log)
		return bz
	}
	// Prices: 1, 3, 2, 2 (behind the one of 2) and 1 parts of a thousand.
	large := tx(chain.Alice, gasLimit/fillers, gasLimit/fillers/1000)
	whole := fill(c, c.Account(chain.Bob), 3)
	small := tx(chain.Carol, least, least/1000*2)
	second := tx(chain.Carol, least, least/1000*3)
	cheap := tx(chain.Mallory, least, least/1000)

	for _, want := range [][][]byte{whole, {small, second, large, cheap}, nil} {
		txs, block := c.Propose()
		require.Equal(t, want, txs)
		for _, result := range block.TxResults {
			require.Zero(t, result.Code, result.Log)
		}
	}
}

func TestATransactionThatDoesNotFitIsPassedOverWithItsSignersLaterOnes(t *testing.T) {
	t.Parallel()
	c := chain.New(t)
	alice, bob := c.Account(chain.Alice), c.Account(chain.Bob)
	filling := fill(c, c.Account(chain.Carol), 9)
	first := c.SignTx(chain.Tx{Gas: least, Fee: anchors(800), Msgs: selfPayment(alice)}, alice)
	wide := c.SignTx(chain.Tx{Gas: gasLimit / 8, Fee: anchors(130_000), Ahead: 1, Msgs: selfPayment(alice)}, alice)
	after := c.SignTx(chain.Tx{Gas: least, Fee: anchors(600), Ahead: 2, Msgs: selfPayment(alice)}, alice)
	until := c.Time().Add(chain.BlockTime * 60)
	free := c.SignTx(chain.Tx{Gas: least, Fee: anchors(500), Until: until, Msgs: selfPayment(alice)}, alice)
	small := c.SignTx(chain.Tx{Gas: least, Fee: anchors(400), Msgs: selfPayment(bob)}, bob)
	for _, tx := range [][]byte{first, wide, after, free, small} {
		require.Zero(t, c.Check(tx).Code)
	}
	txs, _ := c.Propose()
	require.Equal(t, append(append([][]byte{first}, filling[:fillers-1]...), free, small), txs)
	txs, block := c.Propose()
	require.Equal(t, [][]byte{filling[fillers-1], wide, after}, txs)
	for _, result := range block.TxResults {
		require.Zero(t, result.Code, result.Log)
	}
}

// Where not all fit, each transaction sees the sequences, the fees and the messages of those before it, and of messages
// that fail nothing.
func TestAFullBlockHoldsTransactionsThatPayAfterThoseBefore(t *testing.T) {
	t.Parallel()
	const fee = 10_000
	for name, test := range map[string]struct {
		// has is what mallory has, sends what it pays to bob in its first transaction.
		has   int64
		sends []int64
		// ordered gives the second one a sequence.
		ordered bool
		// gas is the first one's, 0 for enough.
		gas  uint64
		want int
	}{
		"the next sequence":                      {3 * fee, []int64{fee}, true, 0, 2},
		"a fee that a message has left":          {3 * fee, []int64{fee}, false, 0, 2},
		"a fee that a message has taken":         {3*fee - 1, []int64{fee}, false, 0, 1},
		"a fee that a failing message has taken": {3*fee - 1, []int64{fee, fee}, false, 0, 2},
		// It panics, and has paid for it.
		"a fee that a message has taken that runs out of gas": {3*fee - 1, []int64{fee}, true, 50_000, 2},
	} {
		t.Run(name, func(t *testing.T) {
			c := chain.New(t)
			alice, bob, mallory := c.Account(chain.Alice), c.Account(chain.Bob), c.Account(chain.Mallory)
			rest := c.Balance(mallory.Address, app.BondDenom).Sub(chain.Fee(chain.DefaultGas)[0].Amount).SubRaw(test.has)
			c.MustDeliver(mallory, banktypes.NewMsgSend(
				mallory.Address, bob.Address, sdk.NewCoins(sdk.NewCoin(app.BondDenom, rest))))
			first := chain.Tx{Gas: test.gas, Fee: anchors(fee)}
			for _, amount := range test.sends {
				first.Msgs = append(first.Msgs, banktypes.NewMsgSend(mallory.Address, bob.Address, anchors(amount)))
			}
			second := chain.Tx{Fee: anchors(fee), Ahead: 1, Msgs: selfPayment(mallory)}
			if !test.ordered {
				second.Ahead, second.Until = 0, c.Time().Add(time.Minute)
			}
			txs := [][]byte{c.SignTx(first, mallory), c.SignTx(second, mallory)}
			for _, tx := range txs {
				res := c.Check(tx)
				require.Zero(t, res.Code, res.Log)
			}
			filling := fill(c, alice, 1)[:fillers-1]
			require.Equal(t, append(txs[:test.want], filling...), c.Prepare(math.MaxInt64))
			block := c.Block(txs[:test.want]...)
			require.Equal(t, test.gas > 0, block.TxResults[0].Code == sdkerrors.ErrOutOfGas.ABCICode())
			require.EqualValues(t, fee, feeOf(t, block.TxResults[0]))
			require.EqualValues(t, fee, feeOf(t, block.TxResults[test.want-1]))
		})
	}
}

// feeOf returns what a transaction has paid.
func feeOf(t *testing.T, result *abci.ExecTxResult) int64 {
	t.Helper()
	for _, event := range result.Events {
		for _, attribute := range event.Attributes {
			if event.Type == sdk.EventTypeTx && attribute.Key == sdk.AttributeKeyFee {
				paid, err := sdk.ParseCoinsNormalized(attribute.Value)
				require.NoError(t, err)
				return paid.AmountOf(app.BondDenom).Int64()
			}
		}
	}
	return 0
}

// The option mempool.max-txs of app.toml makes the SDK's server choose a mempool.
func TestNoOptionOfTheServerTakesTheMempoolAway(t *testing.T) {
	t.Parallel()
	for name, pool := range map[string]sdkmempool.Mempool{
		"none": sdkmempool.NoOpMempool{}, "by sequence": sdkmempool.NewSenderNonceMempool(),
	} {
		t.Run(name, func(t *testing.T) {
			c := chain.New(t, chain.WithBaseApp(baseapp.SetMempool(pool)))
			alice, bob := c.Account(chain.Alice), c.Account(chain.Bob)
			cheap := c.SignTx(chain.Tx{Fee: anchors(1000), Msgs: selfPayment(alice)}, alice)
			dear := c.SignTx(chain.Tx{Fee: anchors(1001), Msgs: selfPayment(bob)}, bob)
			require.Zero(t, c.Check(cheap).Code)
			require.Zero(t, c.Check(dear).Code)
			require.Equal(t, [][]byte{dear, cheap}, c.Prepare(math.MaxInt64))
			require.Equal(t, 2, c.App.Mempool().CountTx())
		})
	}
}

// txsWanting returns a transaction for each gas limit.
func txsWanting(c *chain.Chain, gas ...uint64) [][]byte {
	alice := c.Account(chain.Alice)
	txs := make([][]byte, 0, len(gas))
	for _, limit := range gas {
		txs = append(txs, c.Sign(limit, selfPayment(alice), alice))
	}
	return txs
}

// txOfSize returns a transaction of about so many bytes, whose message fails.
func txOfSize(c *chain.Chain, size int) []byte {
	alice := c.Account(chain.Alice)
	var title string
	for {
		tx := c.SignTx(chain.Tx{Gas: 2_000_000, Fee: anchors(2000), Msgs: []sdk.Msg{
			&stakingtypes.MsgEditValidator{
				Description:      stakingtypes.Description{Details: title},
				ValidatorAddress: sdk.ValAddress(alice.Address).String(),
			},
		}}, alice)
		if len(tx) >= size {
			return tx
		}
		title += strings.Repeat("x", max(size-len(tx)-16, 1))
	}
}

// selfPayment returns a message that changes nothing.
func selfPayment(account chain.Account) []sdk.Msg {
	return []sdk.Msg{banktypes.NewMsgSend(account.Address, account.Address, anchors(1))}
}

// anchors returns base units of the coin of fees.
func anchors(amount int64) sdk.Coins { return sdk.NewCoins(sdk.NewInt64Coin(app.BondDenom, amount)) }
