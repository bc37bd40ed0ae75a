package record_test

import (
	"encoding/hex"
	"encoding/json"
	"os"
	"testing"

	cmtversion "github.com/cometbft/cometbft/proto/tendermint/version"
	cmttypes "github.com/cometbft/cometbft/types"
	"github.com/cosmos/gogoproto/proto"
	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"
	"github.com/cosmos/cosmos-sdk/x/authz"

	"github.com/battleship-chain/battleship/player/record"
	"github.com/battleship-chain/battleship/testutil/chain"
)

// recorded is the record of a devnet.
func recorded(f *testing.F) (text []byte, r record.Record) {
	f.Helper()
	text, err := os.ReadFile("testdata/sunk.json")
	require.NoError(f, err)
	r, err = record.Decode(text)
	require.NoError(f, err)
	return text, r
}

// short is a record of some of its blocks.
func short(f *testing.F, r record.Record, blocks ...record.Block) []byte {
	f.Helper()
	r.Blocks = blocks
	text, err := r.Encode()
	require.NoError(f, err)
	return text
}

// FuzzDecode reads any text, and the record of any text in its one form. A record that is read has exactly that text.
func FuzzDecode(f *testing.F) {
	_, r := recorded(f)
	last := r.Blocks[len(r.Blocks)-1]
	f.Add(short(f, r))
	f.Add(short(f, r, r.Blocks[0], last))
	last.Expired, last.Txs = true, nil
	f.Add(short(f, r, last))
	f.Add([]byte(`{"format":"battleship-record/1","game_id":"07","blocks":null,"sha256":"00"}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		checkDecoded(t, text)
		var r record.Record
		if json.Unmarshal(text, &r) != nil {
			return
		}
		r.Format = record.Format
		text, err := r.Encode()
		require.NoError(t, err)
		require.True(t, checkDecoded(t, text), "%s", text)
		require.False(t, checkDecoded(t, append(text, ' ')))
	})
}

// checkDecoded reads a text, and reports whether it is a record.
func checkDecoded(t *testing.T, text []byte) bool {
	t.Helper()
	r, err := record.Decode(text)
	if err != nil {
		require.ErrorIs(t, err, record.ErrRecord)
		require.Equal(t, record.Record{}, r)
		return false
	}
	again, err := r.Encode()
	require.NoError(t, err)
	require.Equal(t, string(text), string(again))
	return true
}

// FuzzTransaction reads any bytes as a transaction, and verifies a record with one block that holds it. What is read
// has one form, and has at most so many messages, none of them one with messages inside.
func FuzzTransaction(f *testing.F) {
	c := chain.New(f)
	codec := record.Codec{TxConfig: c.App.TxConfig(), Registry: c.App.InterfaceRegistry()}
	_, r := recorded(f)
	for _, b := range r.Blocks[:5] {
		for _, tx := range b.Txs {
			f.Add(tx.Raw, tx.Signers[0].PubKey, tx.Signers[0].AccountNumber)
		}
	}
	own := c.Account(alice)
	granted := authz.NewMsgExec(own.Address, []sdk.Msg{&authz.MsgExec{Grantee: own.Address.String()}})
	f.Add(c.Sign(chain.DefaultGas, []sdk.Msg{&granted}, own), []byte(nil), uint64(1))
	f.Fuzz(func(t *testing.T, raw, key []byte, number uint64) {
		tx, signers, signatures, err := codec.Decode(raw)
		if tx == nil {
			require.Error(t, err)
			return
		}
		canonical, encodeErr := codec.TxConfig.TxEncoder()(tx)
		require.NoError(t, encodeErr)
		same, _, _, sameErr := codec.Decode(canonical)
		require.Equal(t, err == nil, sameErr == nil, sameErr)
		again, encodeErr := codec.TxConfig.TxEncoder()(same)
		require.NoError(t, encodeErr)
		require.Equal(t, canonical, again)
		if err != nil {
			return
		}
		require.Len(t, signatures, len(signers))
		if msgs, err := record.Messages(tx.GetMsgs()); err == nil {
			require.LessOrEqual(t, len(msgs), 256)
			for _, msg := range msgs {
				require.NotContains(t, sdk.MsgTypeURL(msg), "authz.v1beta1.MsgExec")
			}
		}
		one := record.Tx{Raw: raw, Total: 1, Messages: []int{0}}
		for _, signer := range signers {
			one.Signers = append(one.Signers, record.Signer{
				Address: sdk.AccAddress(signer).String(), AccountNumber: number, PubKey: key,
			})
		}
		forged := record.Record{ChainID: r.ChainID, GameID: r.GameID, Terms: r.Terms}
		forged.Blocks = []record.Block{holding(t, r.ChainID, r.Blocks[0].Height, one)}
		_, err = forged.Verify(t.Context(), codec)
		require.ErrorIs(t, err, record.ErrRecord)
	})
}

// holding returns a block of a chain that holds one transaction.
func holding(t *testing.T, chainID string, height int64, tx record.Tx) record.Block {
	t.Helper()
	header := cmttypes.Header{
		Version: cmtversion.Consensus{Block: 11}, ChainID: chainID, Height: height,
		DataHash: cmttypes.ToTxs([][]byte{tx.Raw}).Hash(), ValidatorsHash: make([]byte, 32),
		NextValidatorsHash: make([]byte, 32), ConsensusHash: make([]byte, 32), ProposerAddress: make([]byte, 20),
	}
	bz, err := proto.Marshal(header.ToProto())
	require.NoError(t, err)
	return record.Block{Height: height, Hash: hex.EncodeToString(header.Hash()), Header: bz, Txs: []record.Tx{tx}}
}
