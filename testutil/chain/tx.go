package chain

import (
	"fmt"
	"testing"
	"time"

	abci "github.com/cometbft/cometbft/abci/types"
	"github.com/cosmos/gogoproto/proto"
	"github.com/stretchr/testify/require"

	"github.com/cosmos/cosmos-sdk/client"
	clienttx "github.com/cosmos/cosmos-sdk/client/tx"
	cryptotypes "github.com/cosmos/cosmos-sdk/crypto/types"
	"github.com/cosmos/cosmos-sdk/crypto/types/multisig"
	sdk "github.com/cosmos/cosmos-sdk/types"
	"github.com/cosmos/cosmos-sdk/types/tx/signing"
	authsigning "github.com/cosmos/cosmos-sdk/x/auth/signing"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/testutil/accept"
)

const (
	// DefaultGas is the gas limit of a transaction that was not given another.
	DefaultGas = 1_000_000
	// gasPerFeeUnit makes fees those of a node that asks 0.001uanchor for a unit of gas.
	gasPerFeeUnit = 1000
)

// Fee returns the fee that transactions with a gas limit pay.
func Fee(gas uint64) sdk.Coins {
	return sdk.NewCoins(sdk.NewInt64Coin(app.BondDenom, int64(gas/gasPerFeeUnit)))
}

// Result is what became of a transaction.
type Result struct {
	*abci.ExecTxResult
	// Height is the block that holds it.
	Height int64
	// Size is its size in bytes.
	Size int
}

// Err returns why the chain refused the transaction, nil if it did not.
func (r Result) Err() error {
	if r.IsOK() {
		return nil
	}
	return fmt.Errorf("%s (codespace %s, code %d)", r.Log, r.Codespace, r.Code)
}

// Response decodes the response of the transaction's message number i into res.
func (r Result) Response(i int, res proto.Message) error {
	var data sdk.TxMsgData
	if err := proto.Unmarshal(r.Data, &data); err != nil {
		return err
	}
	if i >= len(data.MsgResponses) {
		return fmt.Errorf("expected a response to message %d, got %d responses", i, len(data.MsgResponses))
	}
	return proto.Unmarshal(data.MsgResponses[i].Value, res)
}

// TypedEvents returns the typed events of the transaction, in order; events of the SDK's older kind are left out.
func (r Result) TypedEvents() []proto.Message {
	var typed []proto.Message
	for _, event := range r.Events {
		if msg, err := sdk.ParseTypedEvent(event); err == nil {
			typed = append(typed, msg)
		}
	}
	return typed
}

// Deliver signs a transaction of messages that are all the signer's, commits it in a block of its own, and returns what
// became of it.
func (c *Chain) Deliver(signer Account, msgs ...sdk.Msg) Result {
	c.tb.Helper()
	bz := c.Sign(DefaultGas, msgs, signer)
	block := c.Block(bz)
	require.Len(c.tb, block.TxResults, 1)
	return Result{ExecTxResult: block.TxResults[0], Height: c.height, Size: len(bz)}
}

// MustDeliver is Deliver for a transaction that the chain must not refuse.
func (c *Chain) MustDeliver(signer Account, msgs ...sdk.Msg) Result {
	c.tb.Helper()
	res := c.Deliver(signer, msgs...)
	require.NoError(c.tb, res.Err())
	return res
}

// Sign returns a transaction with a gas limit, signed by all signers in the order in which the messages ask for them.
// The first pays the fee. Signing twice without a block in between gives both the same sequence.
func (c *Chain) Sign(gas uint64, msgs []sdk.Msg, signers ...Account) []byte {
	c.tb.Helper()
	return c.SignWith(signing.SignMode_SIGN_MODE_DIRECT, gas, msgs, signers...)
}

// SignWith is Sign in another sign mode, such as that of hardware wallets.
func (c *Chain) SignWith(mode signing.SignMode, gas uint64, msgs []sdk.Msg, signers ...Account) []byte {
	c.tb.Helper()
	builder := c.build(gas, msgs)
	return c.sign(mode, builder, true, signers)
}

// SignUnordered returns a transaction that may come in any order with others of its signers, until a time.
func (c *Chain) SignUnordered(until time.Time, msgs []sdk.Msg, signers ...Account) []byte {
	c.tb.Helper()
	builder := c.build(DefaultGas, msgs)
	builder.SetUnordered(true)
	builder.SetTimeoutTimestamp(until)
	return c.sign(signing.SignMode_SIGN_MODE_DIRECT, builder, false, signers)
}

// Tx is a transaction that differs from what Sign makes. A zero field is as there.
type Tx struct {
	// Gas is the gas limit, DefaultGas if it is 0.
	Gas uint64
	// Fee is its fee, or Fee(Gas) if it is empty.
	Fee sdk.Coins
	// Free makes it pay nothing.
	Free bool
	// Granter pays the fee.
	Granter sdk.AccAddress
	// Ahead is how many transactions of its signers come before it.
	Ahead uint64
	// Until makes it an unordered transaction that times out then.
	Until time.Time
	// TimeoutHeight is the last block that may hold it.
	TimeoutHeight uint64
	// Msgs are its messages.
	Msgs []sdk.Msg
}

// SignTx signs a transaction.
func (c *Chain) SignTx(tx Tx, signers ...Account) []byte {
	c.tb.Helper()
	if tx.Gas == 0 {
		tx.Gas = DefaultGas
	}
	builder := c.build(tx.Gas, tx.Msgs)
	if tx.Free || !tx.Fee.IsZero() {
		builder.SetFeeAmount(tx.Fee)
	}
	builder.SetFeeGranter(tx.Granter)
	builder.SetTimeoutHeight(tx.TimeoutHeight)
	ordered := tx.Until.IsZero()
	if !ordered {
		builder.SetUnordered(true)
		builder.SetTimeoutTimestamp(tx.Until)
	}
	return c.signAhead(signing.SignMode_SIGN_MODE_DIRECT, builder, ordered, tx.Ahead, signers)
}

// Simulate returns the gas that a transaction takes, as clients ask for it before they know the fee: without one, and
// without signatures.
func (c *Chain) Simulate(signer Account, msgs ...sdk.Msg) uint64 {
	c.tb.Helper()
	builder := c.App.TxConfig().NewTxBuilder()
	require.NoError(c.tb, builder.SetMsgs(c.accepting(msgs)...))
	data := c.signerData(signer)
	require.NoError(c.tb, builder.SetSignatures(
		signature(signer.Key.PubKey(), signing.SignMode_SIGN_MODE_DIRECT, data.Sequence),
	))
	bz, err := c.App.TxConfig().TxEncoder()(builder.GetTx())
	require.NoError(c.tb, err)
	gas, _, err := c.App.Simulate(bz)
	require.NoError(c.tb, err)
	return gas.GasUsed
}

// build returns a transaction without signatures.
func (c *Chain) build(gas uint64, msgs []sdk.Msg) client.TxBuilder {
	c.tb.Helper()
	builder := c.App.TxConfig().NewTxBuilder()
	require.NoError(c.tb, builder.SetMsgs(c.accepting(msgs)...))
	builder.SetGasLimit(gas)
	builder.SetFeeAmount(Fee(gas))
	return builder
}

// accepting returns messages that accept the terms that the chain has, if they enter a game and name none.
func (c *Chain) accepting(msgs []sdk.Msg) []sdk.Msg {
	accepting := make([]sdk.Msg, len(msgs))
	for i, msg := range msgs {
		accepting[i] = accept.Terms(c.Context(), c.App.BattleshipKeeper, msg)
	}
	return accepting
}

// sign signs a transaction, with the signers' sequences if it is an ordered one, and returns its bytes.
func (c *Chain) sign(mode signing.SignMode, builder client.TxBuilder, ordered bool, signers []Account) []byte {
	c.tb.Helper()
	return c.signAhead(mode, builder, ordered, 0, signers)
}

// signAhead is sign with sequences that come some later.
func (c *Chain) signAhead(
	mode signing.SignMode, builder client.TxBuilder, ordered bool, ahead uint64, signers []Account,
) []byte {
	c.tb.Helper()
	config := c.App.TxConfig()
	// Every signature signs who the signers are, so all are set once without a signature first.
	signatures := make([]signing.SignatureV2, len(signers))
	data := make([]authsigning.SignerData, len(signers))
	for i, signer := range signers {
		data[i] = c.signerData(signer)
		data[i].Sequence += ahead
		if !ordered {
			data[i].Sequence = 0
		}
		signatures[i] = signature(signer.Key.PubKey(), mode, data[i].Sequence)
		if g, ok := signer.Key.(group); ok {
			signatures[i].Data = g.join(c.tb, func(cryptotypes.PrivKey) signing.SignatureV2 {
				return signature(nil, mode, 0)
			})
		}
	}
	require.NoError(c.tb, builder.SetSignatures(signatures...))
	for i, signer := range signers {
		sign := func(key cryptotypes.PrivKey) signing.SignatureV2 {
			signed, err := clienttx.SignWithPrivKey(c.Context(), mode, data[i], builder, key, config, data[i].Sequence)
			require.NoError(c.tb, err)
			return signed
		}
		if g, ok := signer.Key.(group); ok {
			signatures[i].Data = g.join(c.tb, sign)
		} else {
			signatures[i] = sign(signer.Key)
		}
	}
	require.NoError(c.tb, builder.SetSignatures(signatures...))

	bz, err := config.TxEncoder()(builder.GetTx())
	require.NoError(c.tb, err)
	return bz
}

// join returns the signature of a multisig account, of which each signing member makes its part.
func (g group) join(tb testing.TB, part func(cryptotypes.PrivKey) signing.SignatureV2) signing.SignatureData {
	tb.Helper()
	members := g.public.GetPubKeys()
	joined := multisig.NewMultisig(len(members))
	for _, signer := range g.signers {
		require.NoError(tb, multisig.AddSignatureFromPubKey(joined, part(signer).Data, signer.PubKey(), members))
	}
	return joined
}

// signerData returns the chain's data of a signer, which its signature must contain.
func (c *Chain) signerData(signer Account) authsigning.SignerData {
	c.tb.Helper()
	account := c.App.AccountKeeper.GetAccount(c.Context(), signer.Address)
	require.NotNil(c.tb, account, "the chain has no account for %s", signer.Name)
	return authsigning.SignerData{
		Address:       signer.Address.String(),
		ChainID:       c.chainID,
		AccountNumber: account.GetAccountNumber(),
		Sequence:      account.GetSequence(),
		PubKey:        signer.Key.PubKey(),
	}
}

// signature returns a signature without its bytes.
func signature(key cryptotypes.PubKey, mode signing.SignMode, sequence uint64) signing.SignatureV2 {
	return signing.SignatureV2{
		PubKey:   key,
		Data:     &signing.SingleSignatureData{SignMode: mode},
		Sequence: sequence,
	}
}
