package client

import (
	"context"
	"fmt"
	"time"

	sdkclient "github.com/cosmos/cosmos-sdk/client"
	cryptotypes "github.com/cosmos/cosmos-sdk/crypto/types"
	"github.com/cosmos/cosmos-sdk/crypto/types/multisig"
	sdk "github.com/cosmos/cosmos-sdk/types"
	"github.com/cosmos/cosmos-sdk/types/tx/signing"
	authsigning "github.com/cosmos/cosmos-sdk/x/auth/signing"
)

// publicKey is the public key in the transaction. It is nil if the chain has it from an earlier one, which saves a
// sixth of a move's bytes. A node with a mempool of its own may need the key to sort by sender; such a node gets it.
func (c *Client) publicKey() cryptotypes.PubKey {
	if c.account.hasKey && !c.alwaysSendPubKey {
		return nil
	}
	return c.key.public
}

// buildForSimulation is a transaction without a signature; the node supplies one. It pays the least fee, since paying
// takes gas too: a transaction that pays nothing would be simulated too low.
func (c *Client) buildForSimulation(msgs []sdk.Msg, until time.Time) ([]byte, error) {
	builder, err := c.unsigned(msgs)
	if err != nil {
		return nil, err
	}
	builder.SetFeeAmount(fees(c.prices, 1))
	signature := c.signature(nil, c.placeInLine(builder, until))
	if several, ok := c.key.public.(multisig.PubKey); ok {
		signature.Data = signaturesOf(several, signature.Data)
	}
	if err := builder.SetSignatures(signature); err != nil {
		return nil, fmt.Errorf("build the transaction: %w", err)
	}
	return c.encode(builder)
}

// signaturesOf are as many signatures as a key of several people takes.
func signaturesOf(key multisig.PubKey, one signing.SignatureData) signing.SignatureData {
	all := multisig.NewMultisig(len(key.GetPubKeys()))
	for i := range int(key.GetThreshold()) {
		multisig.AddSignature(all, one, i)
	}
	return all
}

// envelope is the part of a transaction beside its messages.
type envelope struct {
	gas uint64
	fee sdk.Coins
	// until makes the transaction an unordered one, valid up to that time. It is zero for one in sequence.
	until time.Time
}

// build is a signed transaction.
func (c *Client) build(ctx context.Context, msgs []sdk.Msg, v envelope) ([]byte, error) {
	builder, err := c.unsigned(msgs)
	if err != nil {
		return nil, err
	}
	builder.SetGasLimit(v.gas)
	builder.SetFeeAmount(v.fee)
	sequence := c.placeInLine(builder, v.until)
	// The signed bytes hold the signer's sequence and mode, so they are set before there is a signature.
	if err := builder.SetSignatures(c.signature(nil, sequence)); err != nil {
		return nil, fmt.Errorf("build the transaction: %w", err)
	}
	signer := authsigning.SignerData{
		Address:       c.key.Address.String(),
		ChainID:       c.chainID,
		AccountNumber: c.account.number,
		Sequence:      sequence,
		PubKey:        c.key.public,
	}
	mode := c.key.signMode()
	toSign, err := authsigning.GetSignBytesAdapter(ctx, c.txConfig.SignModeHandler(), mode, signer, builder.GetTx())
	if err != nil {
		return nil, fmt.Errorf("build the transaction: %w", err)
	}
	signature, _, err := c.keyring.Sign(c.key.Name, toSign, mode)
	if err != nil {
		return nil, fmt.Errorf("sign with key %s: %w", c.key.Name, err)
	}
	if err := builder.SetSignatures(c.signature(signature, sequence)); err != nil {
		return nil, fmt.Errorf("build the transaction: %w", err)
	}
	return c.encode(builder)
}

// placeInLine returns the sequence that a transaction is signed with: the account's, or none and a time for one that is
// unordered.
func (c *Client) placeInLine(builder sdkclient.TxBuilder, until time.Time) uint64 {
	if until.IsZero() {
		return c.account.sequence
	}
	builder.SetUnordered(true)
	builder.SetTimeoutTimestamp(until)
	return 0
}

func (c *Client) unsigned(msgs []sdk.Msg) (sdkclient.TxBuilder, error) {
	builder := c.txConfig.NewTxBuilder()
	if err := builder.SetMsgs(msgs...); err != nil {
		return nil, fmt.Errorf("build the transaction: %w", err)
	}
	builder.SetFeeGranter(c.granter)
	builder.SetMemo(c.options.Note)
	return builder, nil
}

func (c *Client) signature(bytes []byte, sequence uint64) signing.SignatureV2 {
	return signing.SignatureV2{
		PubKey:   c.publicKey(),
		Data:     &signing.SingleSignatureData{SignMode: c.key.signMode(), Signature: bytes},
		Sequence: sequence,
	}
}

func (c *Client) encode(builder sdkclient.TxBuilder) ([]byte, error) {
	raw, err := c.txConfig.TxEncoder()(builder.GetTx())
	if err != nil {
		return nil, fmt.Errorf("encode the transaction: %w", err)
	}
	return raw, nil
}
