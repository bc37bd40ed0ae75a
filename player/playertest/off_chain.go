package playertest

import (
	"context"
	"math/rand/v2"
	"net"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/internal/freeport"
	"github.com/battleship-chain/battleship/player/bot"
	"github.com/battleship-chain/battleship/player/relay"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/session/duel"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// OffChain is a world with a relay, for games that are played off-chain.
type OffChain struct {
	*World
	// URL is that of the relay that new games use.
	URL string
	// Stop ends the relay that was started last.
	Stop context.CancelFunc

	relayAddress string // host:port of the first relay
}

// NewOffChain starts a chain and a relay.
func NewOffChain(t *testing.T) *OffChain {
	t.Helper()
	h := &OffChain{World: New(t)}
	h.StartRelay()
	return h
}

// StartRelay starts a relay on a free port of loopback, or, if another was stopped, on the port of that one.
func (h *OffChain) StartRelay() {
	h.Helper()
	var listener net.Listener
	var err error
	if h.relayAddress == "" {
		listener, err = freeport.Listen("127.0.0.1")
	} else {
		listener, err = net.Listen("tcp", h.relayAddress)
	}
	require.NoError(h, err)
	h.relayAddress = listener.Addr().String()
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = relay.NewServer(relay.Options{}).Serve(ctx, listener)
	}()
	h.URL = relay.URLOf(listener.Addr())
	h.Stop = func() {
		stop()
		<-ended
	}
	h.Cleanup(h.Stop)
}

// ChannelPlayer returns a player as after a restart, who waits for an hour for updates.
func (h *OffChain) ChannelPlayer(name string) session.Player {
	h.Helper()
	p := h.Player(name)
	p.Patience = time.Hour
	return p
}

// Started begins an off-chain game between Alice and Bob.
func (h *OffChain) Started(r *game.Ruleset) uint64 {
	h.Helper()
	s, _, err := duel.Create(context.Background(), h.ChannelPlayer(alice), duel.Wish{
		Ruleset: r, Fleet: FleetOf(h.T, r), Channel: true, Relay: h.URL,
	})
	require.NoError(h, err)
	_, err = duel.Open(h.ChannelPlayer(bob), s.GameID()).Join(context.Background(), "", Choose(h.T))
	require.NoError(h, err)
	return s.GameID()
}

// Bot lets a bot play a game for a player.
func (h *OffChain) Bot(ctx context.Context, p session.Player, id uint64, o session.Observer) (types.Result, error) {
	seed := uint64(len(p.Chain.Key().Name))
	return duel.Open(p, id).Run(ctx, bot.NewHunt(rand.New(rand.NewPCG(1, seed)).IntN), o)
}

// Bots lets bots play a game to its end, and returns their acts and the result.
func (h *OffChain) Bots(id uint64, players ...session.Player) ([]session.Done, types.Result) {
	h.Helper()
	var (
		results = make([]types.Result, len(players))
		acts    = make([][]session.Done, len(players))
	)
	group, ctx := errgroup.WithContext(h.Context())
	for i, p := range players {
		group.Go(func() (err error) {
			results[i], err = h.Bot(ctx, p, id, session.Observer{
				Acted:   func(d session.Done) { acts[i] = append(acts[i], d) },
				Trouble: func(err error) { h.Logf("%s: %s", p.Chain.Key().Name, err) },
			})
			return err
		})
	}
	require.NoError(h, group.Wait())
	var all []session.Done
	for i, some := range acts {
		all = append(all, some...)
		require.Equal(h, results[0], results[i])
	}
	return all, results[0]
}

// Transactions returns the number of transactions that the node received.
func (h *OffChain) Transactions() (n int) {
	h.Node.Change(func() { n = len(h.Node.Received) })
	return n
}

// KeepMakingBlocks makes a block every 5 ms until the test ends.
func (h *OffChain) KeepMakingBlocks() {
	var group sync.WaitGroup
	ctx, stop := context.WithCancel(context.Background())
	group.Go(func() {
		for pace := time.NewTicker(5 * time.Millisecond); ctx.Err() == nil; <-pace.C {
			h.Node.Advance(1)
		}
	})
	h.Cleanup(func() {
		stop()
		group.Wait()
	})
}

// Play plays a number of updates of an off-chain game, and returns the name of the player whose turn it is then.
func (h *OffChain) Play(id uint64, updates int) (turn, other string) {
	h.Helper()
	ctx, stop := context.WithCancel(h.Context())
	defer stop()
	var sent atomic.Int64
	var group errgroup.Group
	for _, name := range []string{alice, bob} {
		group.Go(func() error {
			_, err := h.Bot(ctx, h.ChannelPlayer(name), id, session.Observer{Acted: func(session.Done) {
				if sent.Add(1) >= int64(updates) {
					stop()
				}
			}})
			return err
		})
	}
	require.ErrorIs(h, group.Wait(), context.Canceled)
	names := []string{alice, bob}
	newest, at := 0, ""
	for _, name := range names {
		v := h.View(name, id)
		if p := v.State.Progress(); p >= newest {
			newest, at = p, names[v.State.Actor]
		}
	}
	if at == alice {
		return alice, bob
	}
	return bob, alice
}

// View returns a game as a player has it on its disk.
func (h *OffChain) View(name string, id uint64) duel.View {
	h.Helper()
	s := h.Open(name, id)
	v, err := s.Look(h.Context())
	require.NoError(h, err)
	return s.AsWritten(v)
}
