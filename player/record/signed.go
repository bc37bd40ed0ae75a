package record

import (
	"bytes"
	"context"
	"fmt"

	"google.golang.org/protobuf/types/known/anypb"

	codectypes "github.com/cosmos/cosmos-sdk/codec/types"
	cryptotypes "github.com/cosmos/cosmos-sdk/crypto/types"
	sdk "github.com/cosmos/cosmos-sdk/types"
	"github.com/cosmos/cosmos-sdk/types/tx/signing"
	authsigning "github.com/cosmos/cosmos-sdk/x/auth/signing"
	"github.com/cosmos/cosmos-sdk/x/authz"
	txsigning "github.com/cosmos/cosmos-sdk/x/tx/signing"
)

// message is one message of a transaction.
type message struct {
	msg sdk.Msg
	// granted reports whether an authorized account signed it in place of its sender.
	granted bool
}

// Messages returns the messages of a transaction, those inside of an authz.MsgExec in its place.
func Messages(msgs []sdk.Msg) ([]sdk.Msg, error) {
	all, err := flatten(nil, msgs, false)
	if err != nil {
		return nil, err
	}
	out := make([]sdk.Msg, len(all))
	for i, m := range all {
		out[i] = m.msg
	}
	return out, nil
}

func flatten(out []message, msgs []sdk.Msg, granted bool) ([]message, error) {
	for _, msg := range msgs {
		if len(out) >= maxMessages {
			return nil, fmt.Errorf("expected at most %d messages", maxMessages)
		}
		exec, ok := msg.(*authz.MsgExec)
		if !ok {
			out = append(out, message{msg, granted})
			continue
		}
		inner, err := exec.GetMessages()
		if err != nil {
			return nil, err
		}
		if out, err = flatten(out, inner, true); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// Decode returns a transaction, the addresses of its signers and as many signatures.
func (c Codec) Decode(raw []byte) (tx sdk.Tx, signers [][]byte, signatures []signing.SignatureV2, err error) {
	defer func() { err = refuseBroken(recover(), err) }()
	if tx, err = c.TxConfig.TxDecoder()(raw); err != nil {
		return nil, nil, nil, fmt.Errorf("expected a transaction: %w", err)
	}
	signed, ok := tx.(authsigning.Tx)
	if !ok {
		return nil, nil, nil, fmt.Errorf("expected a signed transaction, got %T", tx)
	}
	if signers, err = signed.GetSigners(); err == nil {
		signatures, err = signed.GetSignaturesV2()
	}
	if err == nil && len(signers) != len(signatures) {
		err = fmt.Errorf("expected %d signatures, got %d", len(signers), len(signatures))
	}
	return tx, signers, signatures, err
}

// refuseBroken returns the error for the value of a panic, or err if there was none: the SDK expects that a transaction
// was checked before, and panics at one without a fee, the mode of a signature or a whole public key.
func refuseBroken(panicked any, err error) error {
	if panicked != nil {
		return fmt.Errorf("expected a transaction that a block can hold, got a broken one: %v", panicked)
	}
	return err
}

// signed decodes a transaction and checks its signatures.
func (c Codec) signed(ctx context.Context, chainID string, tx Tx) (messages []message, err error) {
	defer func() { err = refuseBroken(recover(), err) }()
	decoded, signers, signatures, err := c.Decode(tx.Raw)
	if err != nil {
		return nil, err
	}
	if len(signers) != len(tx.Signers) || len(signers) > maxSigners {
		return nil, fmt.Errorf("expected %d signers, at most %d, got %d", len(signers), maxSigners, len(tx.Signers))
	}
	for i, signature := range signatures {
		if err := c.signature(ctx, chainID, decoded, signers[i], signature, tx.Signers[i]); err != nil {
			return nil, fmt.Errorf("signature of %s: %w", sdk.AccAddress(signers[i]), err)
		}
	}
	return flatten(nil, decoded.GetMsgs(), false)
}

// signature checks one signature.
func (c Codec) signature(
	ctx context.Context, chainID string, tx sdk.Tx, address sdk.AccAddress, s signing.SignatureV2, by Signer,
) error {
	if by.Address != address.String() {
		return fmt.Errorf("expected its address, got %.100q", by.Address)
	}
	key, err := c.key(s.PubKey, by)
	if err != nil {
		return err
	}
	if !address.Equals(sdk.AccAddress(key.Address())) {
		return fmt.Errorf("expected its public key, got that of %s", sdk.AccAddress(key.Address()))
	}
	adaptable, ok := tx.(authsigning.V2AdaptableTx)
	if !ok {
		return fmt.Errorf("expected a transaction that can be signed, got %T", tx)
	}
	packed, err := codectypes.NewAnyWithValue(key)
	if err != nil {
		return err
	}
	data := txsigning.SignerData{
		Address:       by.Address,
		ChainID:       chainID,
		AccountNumber: by.AccountNumber,
		Sequence:      s.Sequence,
		PubKey:        &anypb.Any{TypeUrl: packed.TypeUrl, Value: packed.Value},
	}
	err = authsigning.VerifySignature(
		ctx, key, data, s.Data, c.TxConfig.SignModeHandler(), adaptable.GetSigningTxData())
	if err != nil {
		return fmt.Errorf("it does not sign this transaction for chain %s, account %d: %w", chainID, by.AccountNumber, err)
	}
	return nil
}

// key is the public key of a signer: the transaction's, else the record's.
func (c Codec) key(inTx cryptotypes.PubKey, by Signer) (cryptotypes.PubKey, error) {
	if inTx != nil {
		if len(by.PubKey) > 0 {
			return nil, fmt.Errorf("there is a second public key beside the transaction's")
		}
		return inTx, nil
	}
	var packed codectypes.Any
	if err := packed.Unmarshal(by.PubKey); err != nil {
		return nil, fmt.Errorf("public key: %w", err)
	}
	if again, err := packed.Marshal(); err != nil || !bytes.Equal(again, by.PubKey) {
		return nil, fmt.Errorf("the bytes of the public key are not canonical")
	}
	var key cryptotypes.PubKey
	if err := c.Registry.UnpackAny(&packed, &key); err != nil {
		return nil, fmt.Errorf("public key: %w", err)
	}
	if key == nil {
		return nil, fmt.Errorf("there is no public key")
	}
	return key, nil
}
