package playertest

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
	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment/commitmenttest"
	"github.com/battleship-chain/battleship/player/bot"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/session/duel"
	"github.com/battleship-chain/battleship/player/vault"
	"github.com/battleship-chain/battleship/testutil/chain"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Pauper is the name of a player who has a key and no coin.
const Pauper = "pauper"

// ClassicFleet is the fleet of every player of a classic game, with water at E5.
const ClassicFleet = "A1h,A3h,A5h,A7h,A9h"

// xayaFleet is the fleet of every player of a xaya game.
const xayaFleet = "A1h,A3h,E3h,A5h,D5h,A7h,D7h"

// World is a chain in this process, a node of it, and the keys of Alice, Bob, Carol, Mallory and Pauper.
type World struct {
	*testing.T
	// Node is the node of every player.
	Node *Node
	// ClientCtx is the context of the players' commands and clients. It holds their keys.
	ClientCtx sdkclient.Context
	// Over, if not nil, replaces the connection of the clients that Client returns.
	Over func(client.Link) client.Link
}

// New starts a chain with the params of a network on one machine, unless opts set others.
func New(t *testing.T, opts ...chain.Option) *World {
	t.Helper()
	n := NewNode(t, append([]chain.Option{chain.WithParams(types.LocalParams())}, opts...)...)
	keys := keyring.NewInMemory(n.Chain.App.AppCodec())
	for _, name := range []string{alice, bob, carol, mallory, Pauper} {
		key := hex.EncodeToString(chain.NewAccount(name).Key.Bytes())
		require.NoError(t, keys.ImportPrivKeyHex(name, key, string(hd.Secp256k1Type)))
	}
	return &World{
		T: t, Node: n, ClientCtx: sdkclient.Context{}.
			WithCodec(n.Chain.App.AppCodec()).
			WithInterfaceRegistry(n.Chain.App.InterfaceRegistry()).
			WithTxConfig(n.Chain.App.TxConfig()).
			WithKeyring(keys).
			WithHomeDir(t.TempDir()).
			WithClient(n).
			WithNodeURI("tcp://the-test:26657").
			WithChainID(n.Chain.ID()),
	}
}

// Client returns a new client of a player.
func (w *World) Client(name string) *client.Client {
	w.Helper()
	o := client.Options{From: name, Poll: time.Millisecond, Patience: 100 * time.Millisecond}
	link := client.LinkTo(w.ClientCtx)
	if w.Over != nil {
		link = w.Over(link)
	}
	c, err := client.New(context.Background(), link, o)
	require.NoError(w, err)
	return c
}

// Player returns a player as after a restart: only its key and its home are left.
func (w *World) Player(name string) session.Player {
	w.Helper()
	addresses := w.ClientCtx.InterfaceRegistry.SigningContext().AddressCodec()
	return session.Player{
		Chain:  w.Client(name),
		Vault:  vault.New(w.ClientCtx.Keyring, w.ClientCtx.HomeDir, addresses, nil),
		Random: bytes.NewReader(bytes.Repeat([]byte(name), 32)),
	}
}

// Open returns a player's session of a game, as after a restart.
func (w *World) Open(name string, gameID uint64) *duel.Session {
	w.Helper()
	return duel.Open(w.Player(name), gameID)
}

// Created opens a game of Alice's.
func (w *World) Created(r *game.Ruleset) uint64 {
	w.Helper()
	_, done, err := duel.Create(context.Background(), w.Player(alice), duel.Wish{Ruleset: r, Fleet: FleetOf(w.T, r)})
	require.NoError(w, err)
	return done.GameID
}

// Joined begins a game between Alice and Bob, before the toss.
func (w *World) Joined(r *game.Ruleset) uint64 {
	w.Helper()
	id := w.Created(r)
	_, err := w.Open(bob, id).Join(context.Background(), "", Choose(w.T))
	require.NoError(w, err)
	return id
}

// Begun begins a game between Alice and Bob after the toss. It returns the names in the order of their first shots.
func (w *World) Begun(r *game.Ruleset) (id uint64, first, second string) {
	w.Helper()
	id = w.Joined(r)
	done, err := w.Open(alice, id).Answer(context.Background())
	require.NoError(w, err)
	if *done.Moved().First == game.Creator {
		return id, alice, bob
	}
	return id, bob, alice
}

// Won plays a game between Alice and Bob until a fleet is sunk, with a restart before each act.
func (w *World) Won(r *game.Ruleset) (id uint64, winner, loser string) {
	w.Helper()
	id = w.Joined(r)
	seats := []string{alice, bob}
	for range 4 * r.Tiles() {
		v, err := w.Open(alice, id).Look(context.Background())
		require.NoError(w, err)
		actor := v.State.Actor
		if v.State.Phase == game.PhaseClaim {
			return id, seats[actor], seats[actor.Other()]
		}
		target, err := bot.NewRandom(rand.New(rand.NewPCG(uint64(v.Height), 1)).IntN).Next(v.State, actor)
		require.NoError(w, err)
		_, err = w.Open(seats[actor], id).Shoot(context.Background(), r.TileName(target))
		require.NoError(w, err, "height %d", v.Height)
	}
	require.Fail(w, "the game does not end")
	return 0, "", ""
}

// FleetOf returns the fleet of every player under a ruleset.
func FleetOf(t *testing.T, r *game.Ruleset) game.Fleet {
	t.Helper()
	f, err := Choose(t)(r)
	require.NoError(t, err)
	return f
}

// Choose returns the function by which a player chooses the fleet of FleetOf.
func Choose(t *testing.T) func(*game.Ruleset) (game.Fleet, error) {
	t.Helper()
	return func(r *game.Ruleset) (game.Fleet, error) {
		switch r.Name {
		case "classic", "classic-zk":
			return r.ParseFleet(ClassicFleet)
		case "xaya", "xaya-zk":
			return r.ParseFleet(xayaFleet)
		default:
			return r.ParseFleet(commitmenttest.Fleet(r))
		}
	}
}

// SlowClock is the clock of Slow, in blocks.
const SlowClock = 100_000

// Slow begins a casual game between Alice and Bob with a clock that no test reaches.
func (w *World) Slow(stake *sdk.Coin) uint64 {
	w.Helper()
	_, done, err := duel.Create(w.Context(), w.Player(alice), duel.Wish{
		Ruleset: game.Xaya(), Fleet: FleetOf(w.T, game.Xaya()), TurnBlocks: SlowClock, Stake: stake, Casual: true,
	})
	require.NoError(w, err)
	_, err = w.Open(bob, done.GameID).Join(w.Context(), "", Choose(w.T))
	require.NoError(w, err)
	return done.GameID
}

// Balance returns the uanchor of a player.
func (w *World) Balance(name string) int64 {
	w.Helper()
	coin, err := w.Client(name).Balance(w.Context(), chain.NewAccount(name).String(), client.GasDenom)
	require.NoError(w, err)
	return coin.Amount.Int64()
}

// Address returns the address of a player.
func (w *World) Address(name string) string { return w.Client(name).Key().Address.String() }

// PatientClient returns a client that waits for an hour, where that of Client gives up after 100 ms.
func (w *World) PatientClient(name string) *client.Client {
	w.Helper()
	o := client.Options{From: name, Poll: time.Millisecond, Patience: time.Hour}
	c, err := client.New(context.Background(), client.LinkTo(w.ClientCtx), o)
	require.NoError(w, err)
	return c
}

// Random returns a bot that shoots at random tiles.
func Random(seed uint64) bot.Strategy { return bot.NewRandom(rand.New(rand.NewPCG(seed, 1)).IntN) }

// Staked opens a game of Alice's for 90 ANCHOR.
func (w *World) Staked() uint64 {
	w.Helper()
	stake := sdk.NewInt64Coin(types.DefaultFeeDenom, 90_000_000)
	_, done, err := duel.Create(w.Context(), w.Player(alice), duel.Wish{
		Ruleset: game.Classic(), Fleet: FleetOf(w.T, game.Classic()), Stake: &stake,
	})
	require.NoError(w, err)
	return done.GameID
}

// RequireUnpaid asserts that a player still has its coins, and that the node received no more than sent transactions.
func (w *World) RequireUnpaid(name string, had int64, sent int) {
	w.Helper()
	require.Equal(w, had, w.Balance(name))
	require.Len(w, w.Node.Received, sent)
}

// The names of the players whose coins pay fees.
const (
	alice   = chain.Alice
	bob     = chain.Bob
	carol   = chain.Carol
	mallory = chain.Mallory
)
