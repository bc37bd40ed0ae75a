package devnet_test

import (
	mathrand "math/rand/v2"
	"path/filepath"
	"testing"
	"time"

	rpchttp "github.com/cometbft/cometbft/rpc/client/http"
	"github.com/stretchr/testify/require"

	clienttx "github.com/cosmos/cosmos-sdk/client/tx"
	sdk "github.com/cosmos/cosmos-sdk/types"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/cmd/battleshipd/devnet"
	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/session"
)

// stuffPerPayer is how many transactions one account may have waiting.
const stuffPerPayer = 16

// stuff sends a node payments of an account to itself at one and a half of the least price, each of which wants a whole
// block.
func stuff(t *testing.T, d *devnet.Devnet, name string) {
	t.Helper()
	cctx := d.ClientContext()
	who := addressOf(t, d, name)
	account, err := authtypes.NewQueryClient(cctx).AccountInfo(within(t),
		&authtypes.QueryAccountInfoRequest{Address: who.String()})
	require.NoError(t, err)
	gas := app.DefaultConsensusParams().Block.MaxGas
	until := time.Now().Add(5 * time.Minute)
	for i := range stuffPerPayer {
		factory := clienttx.Factory{}.WithTxConfig(cctx.TxConfig).WithKeybase(d.Keyring).WithChainID(devnet.ChainID).
			WithAccountNumber(account.Info.AccountNumber).WithUnordered(true).
			WithTimeoutTimestamp(until.Add(time.Duration(i) * time.Millisecond).UTC()).
			WithGas(uint64(gas)).WithFees(sdk.NewInt64Coin(denom, gas*3/2_000).String())
		tx, err := factory.BuildUnsignedTx(banktypes.NewMsgSend(who, who, sdk.NewCoins(sdk.NewInt64Coin(denom, 1))))
		require.NoError(t, err)
		require.NoError(t, clienttx.Sign(within(t), factory, name, tx, true))
		raw, err := cctx.TxConfig.TxEncoder()(tx.GetTx())
		require.NoError(t, err)
		res, err := cctx.BroadcastTxSync(raw)
		require.NoError(t, err)
		require.Zero(t, res.Code, res.RawLog)
	}
}

// Payments that each wanted a whole block once kept an honest answer out for as many blocks. A player who owes a
// message outbids them by itself, without being told to.
func TestRegressionFullBlocksKeepAnAnswerOut(t *testing.T) {
	home := filepath.Join(t.TempDir(), "home")
	d, err := devnet.Start(within(t), devnet.Options{Home: home, BlockTime: 250 * time.Millisecond, Log: testWriter{t}})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, d.Stop()) })
	player := players(t, home, d.RPC())

	choose := func(r *game.Ruleset) (game.Fleet, error) { return game.RandomFleet(r, mathrand.IntN) }
	fleet, err := choose(game.Classic())
	require.NoError(t, err)
	alice, created, err := session.Create(within(t), player(devnet.Alice), session.Wish{
		Ruleset: game.Classic(), Fleet: fleet, Casual: true, TurnBlocks: 10_000,
	})
	require.NoError(t, err)
	_, err = session.Open(player(devnet.Names()[1]), created.GameID).Join(within(t), "", choose)
	require.NoError(t, err)

	stuff(t, d, devnet.Faucet)
	stuff(t, d, devnet.Names()[2])
	done, err := alice.Answer(within(t))
	require.NoError(t, err)

	require.Positive(t, done.Bids, "the blocks were full")
	rpc, err := rpchttp.New(d.RPC(), "/websocket")
	require.NoError(t, err)
	waiting, err := rpc.NumUnconfirmedTxs(within(t))
	require.NoError(t, err)
	require.Greater(t, waiting.Total, stuffPerPayer, "more than half of the payments still wait")
	require.True(t, done.Fees.IsAllLTE(sdk.NewCoins(sdk.NewInt64Coin(denom, session.MinMaxFee))), "fees of %s", done.Fees)
	t.Logf("answered in block %d after %d dearer transactions, for %s; %d payments still waited",
		done.Height, done.Bids, done.Fees, waiting.Total)
}
