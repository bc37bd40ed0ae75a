package record_test

import (
	"encoding/hex"
	"slices"
	"testing"

	cmttypes "github.com/cometbft/cometbft/types"
	"github.com/cosmos/gogoproto/proto"
	"github.com/stretchr/testify/require"

	codectypes "github.com/cosmos/cosmos-sdk/codec/types"
	"github.com/cosmos/cosmos-sdk/crypto/keys/multisig"
	"github.com/cosmos/cosmos-sdk/crypto/keys/secp256k1"
	cryptotypes "github.com/cosmos/cosmos-sdk/crypto/types"
	sdk "github.com/cosmos/cosmos-sdk/types"
	"github.com/cosmos/cosmos-sdk/types/tx"
	"github.com/cosmos/cosmos-sdk/types/tx/signing"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/playertest"
	"github.com/battleship-chain/battleship/player/record"
	"github.com/battleship-chain/battleship/testutil/chain"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// forgery is a record in which the last message of a type was changed, and signed again in a block of the cheat's own.
type forgery struct {
	// of is the type of the message, change changes it, and signer signs it.
	of     sdk.Msg
	change func(msg sdk.Msg)
	signer func() chain.Account
	// damage, if any, changes the signed transaction.
	damage func(raw *tx.TxRaw, info *tx.AuthInfo)
	// chainID, if any, is that of the block.
	chainID string
	// want is the reason of the refusal. It is empty for a record that holds.
	want string
}

// make returns the forged record.
func (f forgery) make(t *testing.T, w *playertest.World, honest record.Record) record.Record {
	t.Helper()
	forged := clone(t, honest)
	for i := range slices.Backward(forged.Blocks) {
		b := &forged.Blocks[i]
		if len(b.Txs) != 1 {
			continue
		}
		decoded, err := w.ClientCtx.TxConfig.TxDecoder()(b.Txs[0].Raw)
		require.NoError(t, err)
		msg := decoded.GetMsgs()[0]
		if sdk.MsgTypeURL(msg) != sdk.MsgTypeURL(f.of) {
			continue
		}
		signer := f.signer()
		if f.change != nil {
			f.change(msg)
		}
		raw := w.Node.Chain.SignWith(signing.SignMode_SIGN_MODE_DIRECT, chain.DefaultGas, []sdk.Msg{msg}, signer)
		if f.damage != nil {
			raw = damaged(t, raw, f.damage)
		}
		header := w.Node.Blocks[b.Height].Block.Header
		header.DataHash = cmttypes.ToTxs([][]byte{raw}).Hash()
		if f.chainID != "" {
			header.ChainID = f.chainID
		}
		bz, err := proto.Marshal(header.ToProto())
		require.NoError(t, err)
		b.Header, b.Hash, b.Txs[0].Raw = bz, hex.EncodeToString(header.Hash()), raw
		number := w.Node.Chain.App.AccountKeeper.GetAccount(w.Node.Chain.Context(), signer.Address).GetAccountNumber()
		b.Txs[0].Signers[0] = record.Signer{Address: signer.Address.String(), AccountNumber: number}
		return forged
	}
	require.Fail(t, "no such message", "%T", f.of)
	return forged
}

// damaged returns a transaction that was changed after it was signed.
func damaged(t *testing.T, bz []byte, damage func(raw *tx.TxRaw, info *tx.AuthInfo)) []byte {
	t.Helper()
	var (
		raw  tx.TxRaw
		info tx.AuthInfo
	)
	require.NoError(t, raw.Unmarshal(bz))
	require.NoError(t, info.Unmarshal(raw.AuthInfoBytes))
	damage(&raw, &info)
	var err error
	raw.AuthInfoBytes, err = info.Marshal()
	require.NoError(t, err)
	bz, err = raw.Marshal()
	require.NoError(t, err)
	return bz
}

// A cheat can make blocks, and sign with keys of its own. What that cannot change is refused for its own reason.
func TestARecordIsHeldToItsPlayersAndItsChain(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	ctx := t.Context()
	id, first, second := w.Begun(game.Xaya())
	delegate := w.Address(chain.Carol)
	for _, name := range []string{delegate, ""} {
		_, err := w.Open(first, id).SetDelegate(ctx, name)
		require.NoError(t, err)
	}
	_, err := w.Open(first, id).Shoot(ctx, "H8")
	require.NoError(t, err)
	_, err = w.Open(second, id).Concede(ctx)
	require.NoError(t, err)
	_, err = w.Open(first, id).Claim(ctx)
	require.NoError(t, err)
	honest, _, err := w.RecordOf(id)
	require.NoError(t, err)

	account := func(name string) func() chain.Account {
		return func() chain.Account { return w.Node.Chain.Account(name) }
	}
	with := func(name, key string) func() chain.Account {
		return func() chain.Account {
			a := w.Node.Chain.Account(name)
			a.Key = chain.NewAccount(key).Key
			return a
		}
	}
	for name, f := range map[string]forgery{
		"the same": {of: &types.MsgConcede{}, signer: account(second)},
		"a key of the cheat's": {
			of: &types.MsgConcede{}, signer: with(second, mallory), want: "expected its public key, got that of",
		},
		"a block of another chain": {
			of: &types.MsgConcede{}, signer: account(second), chainID: "other-1", want: "chain id: expected",
		},
		"an opponent who was not invited": {
			of: &types.MsgCreateGame{}, signer: account(alice), want: "expected the invited player",
			change: func(msg sdk.Msg) {
				if m, ok := msg.(*types.MsgCreateGame); ok {
					m.Opponent = w.Address(mallory)
				}
			},
		},
		"a delegate who was removed": {
			of: &types.MsgConcede{}, signer: account(chain.Carol), want: "expected a player of the game",
			change: func(msg sdk.Msg) {
				if m, ok := msg.(*types.MsgConcede); ok {
					m.Sender = delegate
				}
			},
		},
		"a delegate who names another": {
			of: &types.MsgSetDelegate{}, signer: account(chain.Carol), want: "expected a player of the game",
			change: func(msg sdk.Msg) {
				if m, ok := msg.(*types.MsgSetDelegate); ok {
					m.Sender, m.Delegate = delegate, w.Address(mallory)
				}
			},
		},
	} {
		_, err := decoded(f.make(t, w, honest), w)
		if f.want == "" {
			require.NoError(t, err, name)
			continue
		}
		require.ErrorIs(t, err, record.ErrRecord, name)
		require.ErrorContains(t, err, f.want, name)
	}
	for i := range honest.Blocks { // also one that would change nothing, such as a delegate that is named again
		forged := clone(t, honest)
		b := &forged.Blocks[i]
		b.Txs = append(b.Txs, b.Txs...)
		_, err := decoded(forged, w)
		require.ErrorIs(t, err, record.ErrRecord)
		require.ErrorContains(t, err, "expected a transaction after number", "block %d", b.Height)
	}
}

// A delegate gives up for its player, and does not challenge.
func TestAChallengeOfADelegateIsNotRecorded(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	ctx := t.Context()
	id, first, second := w.Begun(game.Classic())
	_, err := w.Open(first, id).SetDelegate(ctx, w.Address(chain.Carol))
	require.NoError(t, err)
	_, err = w.Open(first, id).Challenge(ctx)
	require.NoError(t, err)
	_, err = w.Open(second, id).Claim(ctx)
	require.NoError(t, err)
	honest, _, err := w.RecordOf(id)
	require.NoError(t, err)
	forged := forgery{
		of: &types.MsgChallenge{}, signer: func() chain.Account { return w.Node.Chain.Account(chain.Carol) },
		change: func(msg sdk.Msg) {
			if m, ok := msg.(*types.MsgChallenge); ok {
				m.Sender = w.Address(chain.Carol)
			}
		},
	}.make(t, w, honest)
	_, err = decoded(forged, w)
	require.ErrorIs(t, err, record.ErrRecord)
	require.ErrorContains(t, err, "expected a player of the game")
}

// A reader once ended with a panic at a transaction that no chain accepts: the SDK reads one without its checks.
func TestRegressionARecordWithABrokenTransactionIsRefused(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	id := w.Created(game.Classic())
	_, err := w.Open(alice, id).Cancel(t.Context())
	require.NoError(t, err)
	w.Node.Advance(100)
	honest, _, err := w.RecordOf(id)
	require.NoError(t, err)
	key := func(key cryptotypes.PubKey) *codectypes.Any {
		packed, err := codectypes.NewAnyWithValue(key)
		require.NoError(t, err)
		return packed
	}
	for name, damage := range map[string]func(raw *tx.TxRaw, info *tx.AuthInfo){
		"no signer and no fee": func(raw *tx.TxRaw, info *tx.AuthInfo) { *info, raw.Signatures = tx.AuthInfo{}, nil },
		"no fee":               func(_ *tx.TxRaw, info *tx.AuthInfo) { info.Fee = nil },
		"no mode":              func(_ *tx.TxRaw, info *tx.AuthInfo) { info.SignerInfos[0].ModeInfo = &tx.ModeInfo{} },
		"no mode of one of several signatures": func(raw *tx.TxRaw, info *tx.AuthInfo) {
			info.SignerInfos[0].ModeInfo = &tx.ModeInfo{Sum: &tx.ModeInfo_Multi_{
				Multi: &tx.ModeInfo_Multi{ModeInfos: []*tx.ModeInfo{{}}},
			}}
			several := cryptotypes.MultiSignature{Signatures: raw.Signatures}
			bz, err := several.Marshal()
			require.NoError(t, err)
			raw.Signatures[0] = bz
		},
		"a short key": func(_ *tx.TxRaw, info *tx.AuthInfo) {
			info.SignerInfos[0].PublicKey = key(&secp256k1.PubKey{Key: []byte{2}})
		},
		"a key of several without one": func(_ *tx.TxRaw, info *tx.AuthInfo) {
			info.SignerInfos[0].PublicKey = key(&multisig.LegacyAminoPubKey{Threshold: 1, PubKeys: []*codectypes.Any{{}}})
		},
	} {
		forged := forgery{
			of: &types.MsgCancelGame{}, signer: func() chain.Account { return w.Node.Chain.Account(alice) }, damage: damage,
		}.make(t, w, honest)
		require.NotPanics(t, func() {
			_, err := decoded(forged, w)
			require.ErrorIs(t, err, record.ErrRecord, name)
			require.ErrorContains(t, err, "transaction 0: ", name)
		}, name)
	}
}
