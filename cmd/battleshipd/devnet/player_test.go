package devnet_test

import (
	"context"
	"crypto/rand"
	mathrand "math/rand/v2"
	"path/filepath"
	"strconv"
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
	"github.com/battleship-chain/battleship/player/vault"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// players returns what a player in this process needs to play over a devnet in another.
func players(t *testing.T, home, rpc string) func(name string) session.Player {
	t.Helper()
	template := app.New(log.NewNopLogger(), dbm.NewMemDB(), true, simtestutil.NewAppOptionsWithFlagHome(t.TempDir()))
	t.Cleanup(func() { require.NoError(t, template.Close()) })
	keys, err := keyring.New(app.Name, keyring.BackendTest, home, nil, template.AppCodec())
	require.NoError(t, err)
	node, err := sdkclient.NewClientFromNode(rpc)
	require.NoError(t, err)
	cctx := sdkclient.Context{}.
		WithCodec(template.AppCodec()).
		WithInterfaceRegistry(template.InterfaceRegistry()).
		WithTxConfig(template.TxConfig()).
		WithKeyring(keys).
		WithClient(node).
		WithNodeURI(rpc)
	return func(name string) session.Player {
		chain, err := client.New(within(t), client.LinkTo(cctx), client.Options{From: name, Poll: 10 * time.Millisecond})
		require.NoError(t, err)
		return session.Player{
			Chain:  chain,
			Vault:  vault.New(keys, t.TempDir(), cctx.InterfaceRegistry.SigningContext().AddressCodec(), nil),
			Random: rand.Reader,
		}
	}
}

// Every bot once died when its node was started again: it was away, then not ready, and had lost what was in no block.
func TestBotsOutlastRestartsOfTheirNode(t *testing.T) {
	home := filepath.Join(t.TempDir(), "home")
	args := []string{"--home", home, "--block-time", blockTime.String(), "--port-base", strconv.Itoa(freeBase(t))}
	c := spawn(t, args...)
	c.waitUntilReady()
	player := players(t, home, c.rpc)

	r := game.Xaya()
	choose := func(r *game.Ruleset) (game.Fleet, error) { return game.RandomFleet(r, mathrand.IntN) }
	fleet, err := choose(r)
	require.NoError(t, err)
	alice, created, err := session.Create(within(t), player(devnet.Names()[0]), session.Wish{
		Ruleset: r, Fleet: fleet, Casual: true, TurnBlocks: 10_000,
	})
	require.NoError(t, err)
	bob := session.Open(player(devnet.Names()[1]), created.GameID)
	_, err = bob.Join(within(t), "", choose)
	require.NoError(t, err)

	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	acts := make(chan struct{}, 1000)
	group, ctx := errgroup.WithContext(ctx)
	results := make([]types.Result, 2)
	for i, s := range []*session.Session{alice, bob} {
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
