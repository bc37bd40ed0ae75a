package devnet_test

import (
	"context"
	"crypto/rand"
	"errors"
	mathrand "math/rand/v2"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	dbm "github.com/cosmos/cosmos-db"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"cosmossdk.io/log/v2"

	sdkclient "github.com/cosmos/cosmos-sdk/client"
	"github.com/cosmos/cosmos-sdk/crypto/keyring"
	simtestutil "github.com/cosmos/cosmos-sdk/testutil/sims"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/cmd/battleshipd/devnet"
	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/bot"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/session/duel"
	"github.com/battleship-chain/battleship/player/vault"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// players returns what a player in this process needs to play over a devnet in another.
func players(t *testing.T, home, rpc string) func(name string) session.Player {
	t.Helper()
	cctx := clientOf(t, home, rpc)
	return func(name string) session.Player { return playerOf(t, cctx, client.Options{From: name}) }
}

// clientOf returns what a client needs that has the keys of a home and asks a node.
func clientOf(t testing.TB, home, rpc string) sdkclient.Context {
	t.Helper()
	template := app.New(log.NewNopLogger(), dbm.NewMemDB(), false, simtestutil.NewAppOptionsWithFlagHome(t.TempDir()))
	t.Cleanup(func() { require.NoError(t, template.Close()) })
	keys, err := keyring.New(app.Name, keyring.BackendTest, home, nil, template.AppCodec())
	require.NoError(t, err)
	node, err := sdkclient.NewClientFromNode(rpc)
	require.NoError(t, err)
	return sdkclient.Context{}.
		WithCodec(template.AppCodec()).
		WithInterfaceRegistry(template.InterfaceRegistry()).
		WithTxConfig(template.TxConfig()).
		WithKeyring(keys).
		WithClient(node).
		WithNodeURI(rpc)
}

// playerOf returns a player with a wallet of its own, who asks often.
func playerOf(t testing.TB, cctx sdkclient.Context, o client.Options) session.Player {
	t.Helper()
	o.Poll = 10 * time.Millisecond
	chain, err := client.New(within(t), client.LinkTo(cctx), o)
	require.NoError(t, err)
	return session.Player{
		Chain:  chain,
		Vault:  vault.New(cctx.Keyring, t.TempDir(), cctx.InterfaceRegistry.SigningContext().AddressCodec(), nil),
		Random: rand.Reader,
	}
}

// replaced is the RPC of an address at which one node takes the place of another.
type replaced struct{ sdkclient.CometRPC }

// A node that starts without a state answers nothing before its first block, and one that is behind the chain takes no
// transactions. A bot waits for as long as that lasts.
func TestBotsOutlastANodeThatCatchesUp(t *testing.T) {
	t.Parallel()
	home := filepath.Join(t.TempDir(), "home")
	// A follower is told of a block in several parts, a tenth of a second each: it could not keep up with a faster one.
	d, err := devnet.Start(within(t), devnet.Options{Home: home, BlockTime: 10 * blockTime, Log: testWriter{t}})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, d.Stop()) })
	f, err := devnet.NewFollower(d, t.TempDir())
	require.NoError(t, err)
	require.NoError(t, f.Start(within(t)))
	t.Cleanup(func() { require.NoError(t, f.Stop()) })

	cctx := clientOf(t, home, d.RPC())
	at := &replaced{cctx.Client}
	// why is what keeps the bot from acting; each is told once.
	var why []string
	hear := func(err error) {
		var notReady *client.NotReadyError
		if !errors.As(err, &notReady) {
			return
		}
		why = append(why, notReady.Why)
		if len(why) == 1 {
			require.NoError(t, f.Follow(d))
		}
	}
	alice := playerOf(t, cctx.WithClient(at), client.Options{
		From:     devnet.Alice,
		Progress: func(p client.Progress) { hear(p.Err) },
	})
	// Two games in which alice owes her toss.
	r := game.Xaya()
	choose := func(r *game.Ruleset) (game.Fleet, error) { return game.RandomFleet(r, mathrand.IntN) }
	bob := playerOf(t, cctx, client.Options{From: devnet.Bob})
	var games []*duel.Session
	for range 2 {
		fleet, err := choose(r)
		require.NoError(t, err)
		s, created, err := duel.Create(within(t), alice, duel.Wish{
			Ruleset: r, Fleet: fleet, Casual: true, TurnBlocks: 10_000, Another: true,
		})
		require.NoError(t, err)
		_, err = duel.Open(bob, created.GameID).Join(within(t), "", choose)
		require.NoError(t, err)
		games = append(games, s)
	}

	// A node in this process goes on to serve the connections that it has when it is stopped.
	connect := func() {
		t.Helper()
		at.CometRPC, err = sdkclient.NewClientFromNode(f.RPC())
		require.NoError(t, err)
	}
	connect()
	act := func(s *duel.Session) {
		t.Helper()
		why = nil
		ctx, cancel := context.WithCancel(within(t))
		defer cancel()
		var done session.Done
		_, err := s.Run(ctx, bot.NewHunt(mathrand.IntN), session.Observer{
			Acted:   func(d session.Done) { done = d; cancel() },
			Trouble: hear,
		})
		require.ErrorIs(t, err, context.Canceled)
		require.NotNil(t, done.Moved().First, "the toss is open")
	}
	act(games[0])
	require.Equal(t, "it waits for its first block", why[0])

	require.NoError(t, f.Stop())
	require.NoError(t, f.Start(within(t)))
	connect()
	act(games[1])
	require.Equal(t, "it waits for its first block", why[0], "since its start: it has a state, and takes no transactions")
}

// Every bot once died when its node was started again: it was away, then not ready, and had lost what was in no block.
func TestBotsOutlastRestartsOfTheirNode(t *testing.T) {
	t.Parallel()
	home := filepath.Join(t.TempDir(), "home")
	args := []string{"--home", home, "--block-time", blockTime.String(), "--port-base", portBase(t)}
	c := spawn(t, args...)
	c.waitUntilReady()
	player := players(t, home, c.rpc)

	r := game.Xaya()
	choose := func(r *game.Ruleset) (game.Fleet, error) { return game.RandomFleet(r, mathrand.IntN) }
	fleet, err := choose(r)
	require.NoError(t, err)
	alice, created, err := duel.Create(within(t), player(devnet.Names()[0]), duel.Wish{
		Ruleset: r, Fleet: fleet, Casual: true, TurnBlocks: 10_000,
	})
	require.NoError(t, err)
	bob := duel.Open(player(devnet.Names()[1]), created.GameID)
	_, err = bob.Join(within(t), "", choose)
	require.NoError(t, err)

	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	acts := make(chan struct{}, 1000)
	group, ctx := errgroup.WithContext(ctx)
	results := make([]types.Result, 2)
	for i, s := range []*duel.Session{alice, bob} {
		group.Go(func() (err error) {
			hunt := bot.NewHunt(mathrand.New(mathrand.NewPCG(1, uint64(i))).IntN)
			results[i], err = s.Run(ctx, hunt, session.Observer{
				Acted:   func(session.Done) { acts <- struct{}{} },
				Trouble: func(err error) { t.Logf("player %d: %v", i, err) },
			})
			return err
		})
	}
	for range 3 {
		for range 8 { // some way into the game
			select {
			case <-acts:
			case <-ctx.Done():
				require.NoError(t, group.Wait())
			}
		}
		require.Error(t, c.end(syscall.SIGKILL))
		c = spawn(t, args...)
		c.waitUntilReady()
	}
	require.NoError(t, group.Wait())
	require.Equal(t, results[0], results[1])
	require.Equal(t, types.REASON_SUNK, results[0].Reason)
	require.NoError(t, c.end(syscall.SIGTERM))
}
