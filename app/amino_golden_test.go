package app_test

import (
	"encoding/hex"
	"encoding/json"
	"flag"
	"os"
	"testing"
	"time"

	gogoproto "github.com/cosmos/gogoproto/proto"
	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/dynamicpb"

	sdk "github.com/cosmos/cosmos-sdk/types"
	"github.com/cosmos/cosmos-sdk/types/tx/signing"
	authsigning "github.com/cosmos/cosmos-sdk/x/auth/signing"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"
	"github.com/cosmos/cosmos-sdk/x/feegrant"

	"github.com/battleship-chain/battleship/testutil/chain"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

const goldenPath = "testdata/sign_documents.json"

var recordGolden = flag.Bool("record-sign-documents", false,
	"record "+goldenPath+" anew; commit only what you understand")

// The documents that keys sign, as they stand in JSON. Bytes are hex.
type (
	goldenFile struct {
		Format        string       `json:"format"`
		ChainID       string       `json:"chain_id"`
		AccountNumber uint64       `json:"account_number"`
		Sequence      uint64       `json:"sequence"`
		PrivateKey    string       `json:"private_key"`
		Cases         []goldenCase `json:"cases"`
	}
	goldenCase struct {
		Name     string          `json:"name"`
		Messages []goldenMessage `json:"messages"`
		Fee      sdk.Coins       `json:"fee"`
		Gas      uint64          `json:"gas"`
		Granter  string          `json:"granter,omitempty"`
		Memo     string          `json:"memo,omitempty"`
		Timeout  uint64          `json:"timeout_height,omitempty"`
		Until    string          `json:"until,omitempty"`
		Amino    string          `json:"amino"`
		Direct   string          `json:"direct"`
		// Signatures are those of the private key, which RFC 6979 leaves no choice.
		AminoSignature  string `json:"amino_signature"`
		DirectSignature string `json:"direct_signature"`
	}
	goldenMessage struct {
		TypeURL string `json:"type_url"`
		Value   string `json:"value"`
	}
)

// Clients that sign by themselves, such as the page in web/, compare what they sign with these documents: each message
// with its signer alone, with every field set, and with all parts there but empty; and transactions as they send them.
// What is signed is what a hardware wallet of any release signs, so a recorded change keeps those from signing.
func TestSignDocumentsAreTheRecordedOnes(t *testing.T) {
	t.Parallel()
	c := chain.New(t)
	alice, bob := c.Account(chain.Alice), c.Account(chain.Bob)
	file := goldenFile{
		Format: "what a key that everybody knows signs: SIGN_MODE_LEGACY_AMINO_JSON as text, SIGN_MODE_DIRECT as hex",
		// a number and a sequence that are neither zero nor the same
		ChainID: c.ID(), AccountNumber: 7, Sequence: 1 << 60, PrivateKey: hex.EncodeToString(alice.Key.Bytes()),
	}
	usual := goldenCase{Gas: 200_000, Fee: sdk.NewCoins(sdk.NewInt64Coin("uanchor", 200))}
	add := func(like goldenCase, name string, msgs ...sdk.Msg) {
		like.Name = name
		file.Cases = append(file.Cases, signGolden(t, c, alice, file, like, msgs))
	}
	for _, descriptor := range messages(t) {
		name := string(descriptor.Name())
		add(usual, name+", its signer alone", concrete(t, c, signedBy(t, descriptor, alice.String())))
		add(usual, name+", full", concrete(t, c, full(t, descriptor, alice.String(), 0)))
		add(usual, name+", hollow", concrete(t, c, hollow(t, descriptor, alice.String())))
	}
	concede := &types.MsgConcede{Sender: alice.String(), GameId: 1<<64 - 1}
	add(goldenCase{Gas: 1 << 60, Memo: "<b>&\u00e9\u2028\"", Timeout: 1 << 40}, "no fee, a memo, a last block", concede)
	add(goldenCase{Gas: 1, Fee: usual.Fee, Granter: bob.String()}, "a granter pays", concede)
	add(goldenCase{Gas: 1, Fee: usual.Fee, Until: "2026-02-03T04:05:06.07Z"}, "unordered", concede)
	add(goldenCase{Gas: 1, Fee: usual.Fee, Until: "2026-02-03T04:05:06Z"}, "unordered, on the second", concede)

	expiry := time.Date(2026, 2, 3, 4, 5, 6, 0, time.UTC)
	for name, basic := range map[string]*feegrant.BasicAllowance{
		"an allowance": {SpendLimit: usual.Fee, Expiration: &expiry}, "an allowance without end": {},
	} {
		allowed, err := feegrant.NewAllowedMsgAllowance(basic, []string{sdk.MsgTypeURL(concede)})
		require.NoError(t, err)
		grant, err := feegrant.NewMsgGrantAllowance(allowed, alice.Address, bob.Address)
		require.NoError(t, err)
		add(usual, name, concede, grant)
	}
	revoke := feegrant.NewMsgRevokeAllowance(alice.Address, bob.Address)
	add(usual, "a revocation and a payment", &revoke, banktypes.NewMsgSend(alice.Address, bob.Address, usual.Fee))
	add(usual, "a payment of nothing", banktypes.NewMsgSend(alice.Address, bob.Address, nil))
	sortGolden(file.Cases)

	bz, err := json.MarshalIndent(file, "", " ")
	require.NoError(t, err)
	bz = append(bz, '\n')
	if *recordGolden {
		require.NoError(t, os.WriteFile(goldenPath, bz, 0o644))
	}
	recorded, err := os.ReadFile(goldenPath)
	require.NoError(t, err)
	require.Equal(t, string(recorded), string(bz), "-record-sign-documents records it anew")
}

// sortGolden puts cases in the order of their names.
func sortGolden(cases []goldenCase) {
	for i := range cases {
		for j := i; j > 0 && cases[j].Name < cases[j-1].Name; j-- {
			cases[j], cases[j-1] = cases[j-1], cases[j]
		}
	}
}

// hollow returns a message in which every message and list is there, and nothing in them.
func hollow(t *testing.T, descriptor protoreflect.MessageDescriptor, address string) *dynamicpb.Message {
	t.Helper()
	message := signedBy(t, descriptor, address)
	fields := descriptor.Fields()
	for i := range fields.Len() {
		switch field := fields.Get(i); {
		case field.IsList():
			list := message.NewField(field).List()
			list.Append(list.NewElement())
			message.Set(field, protoreflect.ValueOfList(list))
		case field.Message() != nil:
			message.Set(field, protoreflect.ValueOfMessage(dynamicpb.NewMessage(field.Message())))
		}
	}
	return message
}

// signGolden signs messages in both modes.
func signGolden(
	t *testing.T, c *chain.Chain, signer chain.Account, file goldenFile, like goldenCase, msgs []sdk.Msg,
) goldenCase {
	t.Helper()
	builder := c.App.TxConfig().NewTxBuilder()
	require.NoError(t, builder.SetMsgs(msgs...))
	builder.SetGasLimit(like.Gas)
	builder.SetFeeAmount(like.Fee)
	builder.SetMemo(like.Memo)
	builder.SetTimeoutHeight(like.Timeout)
	if like.Granter != "" {
		builder.SetFeeGranter(sdk.MustAccAddressFromBech32(like.Granter))
	}
	sequence := file.Sequence
	if like.Until != "" {
		until, err := time.Parse(time.RFC3339Nano, like.Until)
		require.NoError(t, err)
		builder.SetUnordered(true)
		builder.SetTimeoutTimestamp(until)
		sequence = 0
	}
	for _, msg := range msgs {
		bz, err := gogoproto.Marshal(msg)
		require.NoError(t, err)
		like.Messages = append(like.Messages, goldenMessage{sdk.MsgTypeURL(msg), hex.EncodeToString(bz)})
	}
	data := authsigning.SignerData{
		Address: signer.String(), ChainID: file.ChainID, AccountNumber: file.AccountNumber, Sequence: sequence,
		PubKey: signer.Key.PubKey(),
	}
	sign := func(mode signing.SignMode) (document, signature []byte) {
		require.NoError(t, builder.SetSignatures(signing.SignatureV2{
			PubKey: signer.Key.PubKey(), Data: &signing.SingleSignatureData{SignMode: mode}, Sequence: sequence,
		}))
		document, err := authsigning.GetSignBytesAdapter(
			c.Context(), c.App.TxConfig().SignModeHandler(), mode, data, builder.GetTx())
		require.NoError(t, err)
		signature, err = signer.Key.Sign(document)
		require.NoError(t, err)
		return document, signature
	}
	amino, aminoSignature := sign(signing.SignMode_SIGN_MODE_LEGACY_AMINO_JSON)
	direct, directSignature := sign(signing.SignMode_SIGN_MODE_DIRECT)
	like.Amino, like.Direct = string(amino), hex.EncodeToString(direct)
	like.AminoSignature, like.DirectSignature = hex.EncodeToString(aminoSignature), hex.EncodeToString(directSignature)
	return like
}
