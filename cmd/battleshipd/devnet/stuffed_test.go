package devnet_test

import (
	"fmt"
	mathrand "math/rand/v2"
	"path/filepath"
	"testing"
	"time"

	rpchttp "github.com/cometbft/cometbft/rpc/client/http"
	"github.com/stretchr/testify/require"

	clienttx "github.com/cosmos/cosmos-sdk/client/tx"
	"github.com/cosmos/cosmos-sdk/crypto/hd"
	"github.com/cosmos/cosmos-sdk/crypto/keyring"
	sdk "github.com/cosmos/cosmos-sdk/types"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/cmd/battleshipd/devnet"
	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/session/duel"
)

const (
	// stuffPayers is how many accounts stuff blocks.
	stuffPayers = 16
	// stuffPerPayer is how many transactions one account may have waiting.
	stuffPerPayer = 16
	// stuffPerBlock is how many of the largest transactions fill a block.
	stuffPerBlock = 8
)

// payers returns names of new accounts with coins from the faucet.
func payers(t *testing.T, d *devnet.Devnet, player session.Player) []string {
	t.Helper()
	faucet, names := addressOf(t, d, devnet.Faucet), make([]string, stuffPayers)
	var msgs []sdk.Msg
	for i := range names {
		names[i] = fmt.Sprint("payer-", i)
		_, _, err := d.Keyring.NewMnemonic(names[i], keyring.English, sdk.FullFundraiserPath, "", hd.Secp256k1)
		require.NoError(t, err)
		coins := sdk.NewCoins(sdk.NewInt64Coin(denom, 1_000_000))
		msgs = append(msgs, banktypes.NewMsgSend(faucet, addressOf(t, d, names[i]), coins))
	}
	_, err := player.Chain.Send(within(t), msgs...)
	require.NoError(t, err)
	return names
}

// stuffing returns signed payments of an account to itself at one and a half of the least price, each of which wants as
// much gas as it may.
func stuffing(t *testing.T, d *devnet.Devnet, name string) [][]byte {
	t.Helper()
	cctx := d.ClientContext()
	who := addressOf(t, d, name)
	account, err := authtypes.NewQueryClient(cctx).AccountInfo(within(t),
		&authtypes.QueryAccountInfoRequest{Address: who.String()})
	require.NoError(t, err)
	gas := app.DefaultConsensusParams().Block.MaxGas / stuffPerBlock
	until := time.Now().Add(5 * time.Minute)
	signed := make([][]byte, stuffPerPayer)
	for i := range signed {
		factory := clienttx.Factory{}.WithTxConfig(cctx.TxConfig).WithKeybase(d.Keyring).WithChainID(devnet.ChainID).
			WithAccountNumber(account.Info.AccountNumber).WithUnordered(true).
			WithTimeoutTimestamp(until.Add(time.Duration(i) * time.Millisecond).UTC()).
			WithGas(uint64(gas)).WithFees(sdk.NewInt64Coin(denom, gas*3/2_000).String())
		tx, err := factory.BuildUnsignedTx(banktypes.NewMsgSend(who, who, sdk.NewCoins(sdk.NewInt64Coin(denom, 1))))
		require.NoError(t, err)
		require.NoError(t, clienttx.Sign(within(t), factory, name, tx, true))
		signed[i], err = cctx.TxConfig.TxEncoder()(tx.GetTx())
		require.NoError(t, err)
	}
	return signed
}

// Payments that together wanted a block's gas for each of many blocks once kept an honest answer out for as many. A
// player who owes a message outbids them by itself, without being told to.
func TestRegressionFullBlocksKeepAnAnswerOut(t *testing.T) {
	t.Parallel()
	home := filepath.Join(t.TempDir(), "home")
	// The payments fill blocks for 16 s, which is longer than a busy machine takes to send them.
	d, err := devnet.Start(within(t), devnet.Options{Home: home, BlockTime: 500 * time.Millisecond, Log: testWriter{t}})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, d.Stop()) })
	player := players(t, home, d.RPC())

	choose := func(r *game.Ruleset) (game.Fleet, error) { return game.RandomFleet(r, mathrand.IntN) }
	fleet, err := choose(game.Classic())
	require.NoError(t, err)
	alice, created, err := duel.Create(within(t), player(devnet.Alice), duel.Wish{
		Ruleset: game.Classic(), Fleet: fleet, Casual: true, TurnBlocks: 10_000,
	})
	require.NoError(t, err)
	_, err = duel.Open(player(devnet.Names()[1]), created.GameID).Join(within(t), "", choose)
	require.NoError(t, err)

	rpc, err := rpchttp.New(d.RPC(), "/websocket")
	require.NoError(t, err)
	var signed [][]byte // ahead, so that the first payments still wait when the last are sent
	for _, name := range payers(t, d, player(devnet.Faucet)) {
		signed = append(signed, stuffing(t, d, name)...)
	}
	before, err := rpc.ABCIInfo(within(t))
	require.NoError(t, err)
	for _, raw := range signed {
		res, err := d.ClientContext().BroadcastTxSync(raw)
		require.NoError(t, err)
		require.Zero(t, res.Code, res.RawLog)
	}
	done, err := alice.Answer(within(t))
	require.NoError(t, err)

	require.Positive(t, done.Bids, "the blocks were full")
	waiting := len(signed)
	for height := before.Response.LastBlockHeight + 1; height <= done.Height; height++ {
		block, err := rpc.Block(within(t), &height)
		require.NoError(t, err)
		waiting -= len(block.Block.Txs)
	}
	require.Greater(t, waiting, len(signed)/8, "payments that came before the answer still waited")
	require.True(t, done.Fees.IsAllLTE(sdk.NewCoins(sdk.NewInt64Coin(denom, session.MinMaxFee))), "fees of %s", done.Fees)
	t.Logf("answered in block %d after %d dearer transactions, for %s; %d payments still waited",
		done.Height, done.Bids, done.Fees, waiting)
}
