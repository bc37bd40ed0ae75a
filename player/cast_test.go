package player_test

import (
	"bytes"
	"context"
	"encoding/hex"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	sdkclient "github.com/cosmos/cosmos-sdk/client"
	"github.com/cosmos/cosmos-sdk/crypto/hd"
	"github.com/cosmos/cosmos-sdk/crypto/keyring"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment/commitmenttest"
	"github.com/battleship-chain/battleship/player/bot"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/vault"
	"github.com/battleship-chain/battleship/testutil/chain"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// The cast that plays here. Each has coins for fees, but pauper, who has a key and nothing else.
const (
	alice   = chain.Alice
	bob     = chain.Bob
	mallory = chain.Mallory
	pauper  = "pauper"
)

// The fleets of the tests, and a tile of water and one of the first ship on each.
const (
	classicFleet = "A1h,A3h,A5h,A7h,A9h"
	xayaFleet    = "A1h,A3h,E3h,A5h,D5h,A7h,D7h"
)

// world is a chain with a node and the players' keys. Its params are those of a network on one machine unless the test
// asks for others.
type world struct {
	*testing.T
	node *node
	cctx sdkclient.Context
	// over, if not nil, is what carries the players' queries in the place of the context.
	over func(client.Link) client.Link
}

func newWorld(t *testing.T, opts ...chain.Option) *world {
	t.Helper()
	n := newNode(t, append([]chain.Option{chain.WithParams(types.LocalParams())}, opts...)...)
	keys := keyring.NewInMemory(n.chain.App.AppCodec())
	for _, name := range []string{alice, bob, mallory, pauper} {
		key := hex.EncodeToString(chain.NewAccount(name).Key.Bytes())
		require.NoError(t, keys.ImportPrivKeyHex(name, key, string(hd.Secp256k1Type)))
	}
	return &world{
		T: t, node: n, cctx: sdkclient.Context{}.
			WithCodec(n.chain.App.AppCodec()).
			WithInterfaceRegistry(n.chain.App.InterfaceRegistry()).
			WithTxConfig(n.chain.App.TxConfig()).
			WithKeyring(keys).
			WithHomeDir(t.TempDir()).
			WithClient(n).
			WithNodeURI("tcp://the-test:26657").
			WithChainID(n.chain.ID()),
	}
}

// client is a new client of a player.
func (w *world) client(name string) *client.Client {
	w.Helper()
	o := client.Options{From: name, Poll: time.Millisecond, Patience: 100 * time.Millisecond}
	link := client.LinkTo(w.cctx)
	if w.over != nil {
		link = w.over(link)
	}
	c, err := client.New(context.Background(), link, o)
	require.NoError(w, err)
	return c
}

// player is a player as after a restart: nothing is left from before but the key.
func (w *world) player(name string) session.Player {
	w.Helper()
	addresses := w.cctx.InterfaceRegistry.SigningContext().AddressCodec()
	return session.Player{
		Chain:  w.client(name),
		Vault:  vault.New(w.cctx.Keyring, w.cctx.HomeDir, addresses, nil),
		Random: bytes.NewReader(bytes.Repeat([]byte(name), 32)),
	}
}

// open is a player's session of a game, as after a restart.
func (w *world) open(name string, gameID uint64) *session.Session {
	w.Helper()
	return session.Open(w.player(name), gameID)
}

// created is a game that alice has opened.
func (w *world) created(r *game.Ruleset) uint64 {
	w.Helper()
	_, done, err := session.Create(context.Background(), w.player(alice), session.Wish{Ruleset: r, Fleet: fleetOf(w.T, r)})
	require.NoError(w, err)
	return done.GameID
}

// joined is a game between alice and bob.
func (w *world) joined(r *game.Ruleset) uint64 {
	w.Helper()
	id := w.created(r)
	_, err := w.open(bob, id).Join(context.Background(), "", choose(w.T))
	require.NoError(w, err)
	return id
}

// begun is a game between alice and bob after the toss, and the names of who shoots first and second.
func (w *world) begun(r *game.Ruleset) (id uint64, first, second string) {
	w.Helper()
	id = w.joined(r)
	done, err := w.open(alice, id).Answer(context.Background())
	require.NoError(w, err)
	if *done.Moved().First == game.Creator {
		return id, alice, bob
	}
	return id, bob, alice
}

// won is a game between alice and bob whose last ship is sunk, and the name of the winner.
func (w *world) won(r *game.Ruleset) (id uint64, winner, loser string) {
	w.Helper()
	id = w.joined(r)
	seats := []string{alice, bob}
	for range 4 * r.Tiles() {
		v, err := w.open(alice, id).Look(context.Background())
		require.NoError(w, err)
		actor := v.State.Actor
		if v.State.Phase == game.PhaseClaim {
			return id, seats[actor], seats[actor.Other()]
		}
		target, err := bot.NewRandom(rand.New(rand.NewPCG(uint64(v.Height), 1)).IntN).Next(v.State, actor)
		require.NoError(w, err)
		_, err = w.open(seats[actor], id).Shoot(context.Background(), r.TileName(target))
		require.NoError(w, err, "height %d", v.Height)
	}
	require.Fail(w, "the game does not end")
	return 0, "", ""
}

func fleetOf(t *testing.T, r *game.Ruleset) game.Fleet {
	t.Helper()
	f, err := choose(t)(r)
	require.NoError(t, err)
	return f
}

// choose is how a player of the tests chooses its fleet.
func choose(t *testing.T) func(*game.Ruleset) (game.Fleet, error) {
	t.Helper()
	return func(r *game.Ruleset) (game.Fleet, error) {
		switch r.Name {
		case "classic", "classic-zk":
			return r.ParseFleet(classicFleet)
		case "xaya", "xaya-zk":
			return r.ParseFleet(xayaFleet)
		default:
			return r.ParseFleet(commitmenttest.Fleet(r))
		}
	}
}
