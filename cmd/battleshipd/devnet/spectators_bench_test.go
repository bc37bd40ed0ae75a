package devnet_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	clienttx "github.com/cosmos/cosmos-sdk/client/tx"
	sdk "github.com/cosmos/cosmos-sdk/types"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"

	"github.com/battleship-chain/battleship/cmd/battleshipd/devnet"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/session/duel"
)

const (
	// spectators watch one game.
	spectators = 500
	// measuredBlocks are how many blocks each figure is the mean of.
	measuredBlocks = 40
	// paymentsPerBlock are made while that is measured.
	paymentsPerBlock = 10
	// clockTick is the unit in which Linux tells how long a process has worked.
	clockTick = 10 * time.Millisecond
)

// BenchmarkSpectators measures how long a node, which serves the page, too, works on a block: without spectators, with
// five hundred who are told of blocks, with five hundred who look at their game after each block, as their pages do if
// something has happened in it, and with payments, each a transaction with one bank send. The node is a process of its
// own, at a block every half a second; figures are of the processor and not of a clock on the wall.
func BenchmarkSpectators(b *testing.B) {
	if _, err := os.Stat("/proc/self/stat"); err != nil {
		b.Skip("how long another process has worked is read as Linux tells it")
	}
	home := filepath.Join(b.TempDir(), "home")
	id := gameToWatch(b, home)
	node := spawn(b, "--home", home, "--block-time", "500ms", "--no-bot")
	node.waitUntilReady()
	b.Cleanup(func() { _ = node.cmd.Process.Kill() })
	for b.Loop() {
		alone := node.work(b, func() {})
		told, leave := watching(b, node.web, "")
		listening := node.work(b, told)
		leave()
		told, leave = watching(b, node.web, fmt.Sprintf("%s/battleship/v1/games/%d", node.web, id))
		looking := node.work(b, told)
		leave()
		txs := payments(b, home, node.rpc)
		paying := node.work(b, func() {
			for _, tx := range txs[:paymentsPerBlock] {
				handIn(b, node.web, tx)
			}
			txs = txs[paymentsPerBlock:]
		})
		send := (paying - alone) / paymentsPerBlock
		b.ReportMetric(float64(alone.Microseconds())/1000, "ms/block-alone")
		b.ReportMetric(float64(listening.Microseconds())/1000, "ms/block-told")
		b.ReportMetric(float64(looking.Microseconds())/1000, "ms/block-looking")
		b.ReportMetric(float64(send.Microseconds())/1000, "ms/send")
		b.ReportMetric(float64(looking)/float64(alone), "looking/alone")
		b.ReportMetric(float64(looking-alone)/float64(send), "sends/block-looking")
	}
}

// gameToWatch makes a home whose chain has a game in play, and returns the game's id.
func gameToWatch(b *testing.B, home string) uint64 {
	b.Helper()
	d := start(b, home)
	s := offer(b, d, playerOf(b, clientOf(b, home, d.RPC()), client.Options{From: devnet.Alice}), func(*duel.Wish) {})
	untilJoined(b, s)
	require.NoError(b, d.Stop())
	return s.GameID()
}

// work returns how long the node works on a block while something is done for each.
func (c *child) work(b *testing.B, each func()) time.Duration {
	b.Helper()
	lines := streamOf(b.Context(), b, c.web)
	require.True(b, nextBlock(lines))
	began := c.worked(b)
	for range measuredBlocks {
		require.True(b, nextBlock(lines), "the stream has ended")
		each()
	}
	return (c.worked(b) - began) / measuredBlocks
}

// worked returns how long the process has worked.
func (c *child) worked(b *testing.B) time.Duration {
	b.Helper()
	bz, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", c.cmd.Process.Pid))
	require.NoError(b, err)
	_, after, _ := strings.Cut(string(bz), ") ") // the name may hold anything
	fields := strings.Fields(after)
	var ticks int
	for _, field := range fields[11:13] { // utime and stime
		n, err := strconv.Atoi(field)
		require.NoError(b, err)
		ticks += n
	}
	return time.Duration(ticks) * clockTick
}

// watching has spectators watch until they leave. After each block they look at an address, if there is one; the
// function that it returns waits until all have.
func watching(b *testing.B, web, address string) (told, leave func()) {
	b.Helper()
	ctx, cancel := context.WithCancel(b.Context())
	looked := make(chan error, spectators)
	for range spectators {
		lines := streamOf(ctx, b, web)
		go func() {
			for nextBlock(lines) {
				select {
				case looked <- look(ctx, address):
				case <-ctx.Done():
				}
			}
		}()
	}
	told = func() {
		for range spectators {
			require.NoError(b, <-looked)
		}
	}
	return told, cancel
}

// look reads an address.
func look(ctx context.Context, address string) error {
	if address == "" {
		return nil
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, http.NoBody)
	if err != nil {
		return err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %s", address, response.Status)
	}
	_, err = io.Copy(io.Discard, response.Body)
	return err
}

// payments are as many as are measured, signed, of alice to herself. Each may come before any other.
func payments(b *testing.B, home, rpc string) (txs [][]byte) {
	b.Helper()
	cctx := clientOf(b, home, rpc)
	record, err := cctx.Keyring.Key(devnet.Alice)
	require.NoError(b, err)
	who, err := record.GetAddress()
	require.NoError(b, err)
	account, err := authtypes.NewQueryClient(cctx).AccountInfo(b.Context(),
		&authtypes.QueryAccountInfoRequest{Address: who.String()})
	require.NoError(b, err)
	until := time.Now().Add(5 * time.Minute).UTC()
	for i := range measuredBlocks * paymentsPerBlock {
		factory := clienttx.Factory{}.WithTxConfig(cctx.TxConfig).WithKeybase(cctx.Keyring).WithChainID(devnet.ChainID).
			WithAccountNumber(account.Info.AccountNumber).WithUnordered(true).
			WithTimeoutTimestamp(until.Add(time.Duration(i) * time.Millisecond)).
			WithGas(200_000).WithFees(sdk.NewInt64Coin(denom, 1_000).String())
		tx, err := factory.BuildUnsignedTx(banktypes.NewMsgSend(who, who, sdk.NewCoins(sdk.NewInt64Coin(denom, 1))))
		require.NoError(b, err)
		require.NoError(b, clienttx.Sign(b.Context(), factory, devnet.Alice, tx, true))
		raw, err := cctx.TxConfig.TxEncoder()(tx.GetTx())
		require.NoError(b, err)
		txs = append(txs, raw)
	}
	return txs
}

// handIn gives a transaction to the node, by the server of the page.
func handIn(b *testing.B, web string, tx []byte) {
	b.Helper()
	body, err := json.Marshal(map[string]any{"tx_bytes": tx, "mode": "BROADCAST_MODE_SYNC"})
	require.NoError(b, err)
	request, err := http.NewRequestWithContext(b.Context(), http.MethodPost, web+"/cosmos/tx/v1beta1/txs",
		bytes.NewReader(body))
	require.NoError(b, err)
	response, err := http.DefaultClient.Do(request)
	require.NoError(b, err)
	answer, err := io.ReadAll(response.Body)
	require.NoError(b, err)
	require.NoError(b, response.Body.Close())
	require.Contains(b, string(answer), `"code":0`)
}

// streamOf opens the stream of blocks.
func streamOf(ctx context.Context, b *testing.B, web string) *bufio.Scanner {
	b.Helper()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, web+"/web/live", http.NoBody)
	require.NoError(b, err)
	response, err := http.DefaultClient.Do(request)
	require.NoError(b, err)
	b.Cleanup(func() { _ = response.Body.Close() })
	require.Equal(b, http.StatusOK, response.StatusCode)
	return bufio.NewScanner(response.Body)
}

// nextBlock reads until the next block, and reports whether there was one.
func nextBlock(lines *bufio.Scanner) bool {
	for lines.Scan() {
		if strings.HasPrefix(lines.Text(), "data: ") {
			return true
		}
	}
	return false
}
