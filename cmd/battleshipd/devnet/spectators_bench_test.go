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
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/require"

	clienttx "github.com/cosmos/cosmos-sdk/client/tx"
	sdk "github.com/cosmos/cosmos-sdk/types"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"

	"github.com/battleship-chain/battleship/cmd/battleshipd/devnet"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/session/duel"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

const (
	// spectators watch one game.
	spectators = 500
	// measuredBlocks are how many blocks each figure is the mean of.
	measuredBlocks = 40
	// paymentsPerBlock are made while that is measured.
	paymentsPerBlock = 10
	// clockTick is the unit in which Linux counts the time of a process.
	clockTick = 10 * time.Millisecond
)

// BenchmarkSpectators measures the processor time that a node, which serves the page, too, takes for a block with a
// message of one game: without spectators, with five hundred who receive blocks alone, with five hundred who receive
// the game with them, as pages do, with five hundred who request it after each block, as pages without a stream do, and
// with payments beside it, each a transaction with one bank send. It also measures the time from a block until the last
// spectator has the game, and counts spectators that were refused, and blocks that came without the game. The node is a
// process of its own, at a block every half a second.
func BenchmarkSpectators(b *testing.B) {
	if _, err := os.Stat("/proc/self/stat"); err != nil {
		b.Skip("the time of another process is read from Linux")
	}
	home := filepath.Join(b.TempDir(), "home")
	id := gameToWatch(b, home)
	node := spawn(b, "--home", home, "--block-time", "500ms", "--no-bot")
	node.waitUntilReady()
	b.Cleanup(func() { _ = node.cmd.Process.Kill() })
	blocks := blocksOf(b, node.rpc)
	path := fmt.Sprintf("/battleship/v1/games/%d", id)
	for b.Loop() {
		work := func(who *audience, txs ...[]byte) float64 {
			return node.work(b, blocks, who, renamings(b, home, node.rpc, id), txs)
		}
		notified := &audience{stream: node.web + "/web/live"}
		watching := &audience{stream: fmt.Sprintf("%s/web/live?view=games/%d", node.web, id), with: fmt.Sprintf("%q:", path)}
		requesting := &audience{stream: node.web + "/web/live", address: node.web + path}
		alone := work(&audience{})
		b.ReportMetric(alone, "ms/block-alone")
		b.ReportMetric(work(notified), "ms/block-notified")
		withGame, withRequests := work(watching), work(requesting)
		b.ReportMetric(withGame, "ms/block-watching")
		b.ReportMetric(withRequests, "ms/block-requesting")
		b.ReportMetric(withGame/alone, "watching/alone")
		b.ReportMetric(withRequests/alone, "requesting/alone")
		b.ReportMetric(watching.last(0.5), "ms-to-last-p50")
		b.ReportMetric(watching.last(0.95), "ms-to-last-p95")
		b.ReportMetric(requesting.last(0.95), "ms-to-last-requesting-p95")
		b.ReportMetric(float64(notified.refused+watching.refused+requesting.refused), "refused")
		send := (work(&audience{}, payments(b, home, node.rpc)...) - alone) / paymentsPerBlock
		b.ReportMetric(send, "ms/send")
		b.ReportMetric((withGame-alone)/send, "sends/block-watching")
	}
}

// gameToWatch makes a home whose chain has a game of alice in play, and returns the game's id.
func gameToWatch(b *testing.B, home string) uint64 {
	b.Helper()
	d := start(b, home)
	s := offer(b, d, playerOf(b, clientOf(b, home, d.RPC()), client.Options{From: devnet.Alice}), func(*duel.Wish) {})
	untilJoined(b, s)
	require.NoError(b, d.Stop())
	return s.GameID()
}

// arrival is a block, at a spectator with the game in it or without.
type arrival struct {
	height  string
	at      time.Time
	without bool
}

// work returns how many milliseconds the node works on a block, each with a message of the game and an equal part of
// the other transactions.
func (c *child) work(b *testing.B, blocks <-chan arrival, who *audience, messages, txs [][]byte) float64 {
	b.Helper()
	leave := who.enter(b)
	defer leave()
	for len(blocks) > 0 {
		<-blocks // one that came meanwhile
	}
	each := len(txs) / measuredBlocks
	var began time.Duration
	for i := 0; ; i++ {
		block, ok := <-blocks
		require.True(b, ok, "the node has ended")
		if i > 0 {
			who.receive(b, block)
		}
		switch i {
		case 1:
			began = c.worked(b)
		case 1 + measuredBlocks:
			return (c.worked(b) - began).Seconds() * 1000 / measuredBlocks
		}
		handIn(b, c.web, messages[i])
		for ; i > 0 && len(txs) > each*(measuredBlocks-i); txs = txs[1:] {
			handIn(b, c.web, txs[0])
		}
	}
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

// audience is five hundred spectators, or nobody without a stream.
type audience struct {
	// stream is the address of their stream. With is what a block contains that has the game, and address is where the
	// game is requested after a block; both are empty for spectators that need no more than the block.
	stream, with, address string

	came    int // those that were not refused
	refused int
	arrived chan arrival
	counted map[string]int       // spectators that have the game in a block
	latest  map[string]time.Time // when the last of them had it
	delays  []time.Duration
}

// enter opens the streams of all spectators, which read until they leave.
func (a *audience) enter(b *testing.B) (leave func()) {
	b.Helper()
	ctx, cancel := context.WithCancel(b.Context())
	a.arrived = make(chan arrival, spectators)
	a.counted, a.latest = make(map[string]int), make(map[string]time.Time)
	for range spectators {
		if a.stream == "" {
			break
		}
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, a.stream, http.NoBody)
		require.NoError(b, err)
		response, err := http.DefaultClient.Do(request)
		require.NoError(b, err)
		b.Cleanup(func() { _ = response.Body.Close() })
		if response.StatusCode != http.StatusOK {
			a.refused++
			continue
		}
		a.came++
		go a.follow(ctx, bufio.NewScanner(response.Body))
	}
	return cancel
}

// follow reads a stream to its end.
func (a *audience) follow(ctx context.Context, lines *bufio.Scanner) {
	for lines.Scan() {
		_, rest, found := bytes.Cut(lines.Bytes(), []byte(`"height":"`))
		if !found {
			continue
		}
		height, rest, _ := bytes.Cut(rest, []byte(`"`))
		without := !bytes.Contains(rest, []byte(a.with)) || a.address != "" && look(ctx, a.address) != nil
		select {
		case a.arrived <- arrival{string(height), time.Now(), without}:
		case <-ctx.Done():
			return
		}
	}
}

// receive waits until all spectators have the game in a block.
func (a *audience) receive(b *testing.B, block arrival) {
	b.Helper()
	for a.counted[block.height] < a.came {
		select {
		case one := <-a.arrived:
			if one.without && one.height == block.height {
				a.refused++
			}
			a.counted[one.height]++
			if one.at.After(a.latest[one.height]) {
				a.latest[one.height] = one.at
			}
		case <-time.After(patience):
			b.Fatalf("%d of %d spectators have block %s", a.counted[block.height], a.came, block.height)
		}
	}
	a.delays = append(a.delays, a.latest[block.height].Sub(block.at))
}

// last returns how many milliseconds after a block, in that part of all blocks, the last spectator has the game.
func (a *audience) last(part float64) float64 {
	slices.Sort(a.delays)
	return a.delays[int(part*float64(len(a.delays)-1))].Seconds() * 1000
}

// blocksOf subscribes to the blocks of a node.
func blocksOf(b *testing.B, rpc string) <-chan arrival {
	b.Helper()
	//nolint:bodyclose // the library closes it
	conn, _, err := websocket.Dial(b.Context(), strings.Replace(rpc, "tcp", "ws", 1)+"/websocket", nil)
	require.NoError(b, err)
	b.Cleanup(func() { _ = conn.CloseNow() })
	const ask = `{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"query":"tm.event='NewBlockHeader'"}}`
	require.NoError(b, conn.Write(b.Context(), websocket.MessageText, []byte(ask)))
	blocks := make(chan arrival, 10_000)
	go func() {
		defer close(blocks)
		for {
			_, text, err := conn.Read(b.Context())
			at := time.Now()
			if err != nil {
				return
			}
			if _, rest, found := strings.Cut(string(text), `"height":"`); found {
				height, _, _ := strings.Cut(rest, `"`)
				blocks <- arrival{height: height, at: at}
			}
		}
	}()
	return blocks
}

// asking keeps the connection of each spectator.
var asking = http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: spectators}}

// look reads an address.
func look(ctx context.Context, address string) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, http.NoBody)
	if err != nil {
		return err
	}
	response, err := asking.Do(request)
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

// renamings are messages of a game that cost less than a move and can be sent in any number: alice names one delegate
// and then another.
func renamings(b *testing.B, home, rpc string, id uint64) [][]byte {
	b.Helper()
	record, err := clientOf(b, home, rpc).Keyring.Key(devnet.Bob)
	require.NoError(b, err)
	bob, err := record.GetAddress()
	require.NoError(b, err)
	return signed(b, home, rpc, measuredBlocks+1, func(i int, alice sdk.AccAddress) sdk.Msg {
		return &types.MsgSetDelegate{Sender: alice.String(), GameId: id, Delegate: []string{bob.String(), ""}[i%2]}
	})
}

// payments are as many as are measured, of alice to herself.
func payments(b *testing.B, home, rpc string) [][]byte {
	b.Helper()
	return signed(b, home, rpc, measuredBlocks*paymentsPerBlock, func(_ int, alice sdk.AccAddress) sdk.Msg {
		return banktypes.NewMsgSend(alice, alice, sdk.NewCoins(sdk.NewInt64Coin(denom, 1)))
	})
}

// signed returns transactions with a message of alice each. Each may come before any other.
func signed(b *testing.B, home, rpc string, n int, msg func(i int, alice sdk.AccAddress) sdk.Msg) (txs [][]byte) {
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
	for i := range n {
		factory := clienttx.Factory{}.WithTxConfig(cctx.TxConfig).WithKeybase(cctx.Keyring).WithChainID(devnet.ChainID).
			WithAccountNumber(account.Info.AccountNumber).WithUnordered(true).
			WithTimeoutTimestamp(until.Add(time.Duration(i) * time.Millisecond)).
			WithGas(200_000).WithFees(sdk.NewInt64Coin(denom, 1_000).String())
		tx, err := factory.BuildUnsignedTx(msg(i, who))
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
