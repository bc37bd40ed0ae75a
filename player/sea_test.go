package player_test

import (
	"context"
	"math/rand/v2"
	"net"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/bot"
	"github.com/battleship-chain/battleship/player/relay"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// harbour is a world with a relay.
type harbour struct {
	*world
	url  string
	stop context.CancelFunc
}

func newHarbour(t *testing.T) *harbour {
	t.Helper()
	h := &harbour{world: newWorld(t)}
	h.start("127.0.0.1:0")
	return h
}

// start starts the relay on an address.
func (h *harbour) start(address string) {
	h.Helper()
	listener, err := net.Listen("tcp", address)
	require.NoError(h, err)
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- relay.NewServer(relay.Options{}).Serve(ctx, listener) }()
	h.url = relay.URLOf(listener.Addr())
	h.stop = func() {
		stop()
		<-ended
	}
	h.Cleanup(h.stop)
}

// sailor is a player of whom nothing is left from before but its wallet and its home.
func (h *harbour) sailor(name string) session.Player {
	h.Helper()
	p := h.player(name)
	p.Patience = time.Hour
	return p
}

// afloat is a game between alice and bob at sea.
func (h *harbour) afloat(r *game.Ruleset) uint64 {
	h.Helper()
	s, _, err := session.Create(context.Background(), h.sailor(alice), session.Wish{
		Ruleset: r, Fleet: fleetOf(h.T, r), Channel: true, Relay: h.url,
	})
	require.NoError(h, err)
	_, err = session.Open(h.sailor(bob), s.GameID()).Join(context.Background(), "", choose(h.T))
	require.NoError(h, err)
	return s.GameID()
}

// run lets a bot play a game for a player.
func (h *harbour) bot(ctx context.Context, p session.Player, id uint64, o session.Observer) (types.Result, error) {
	seed := uint64(len(p.Chain.Key().Name))
	return session.Open(p, id).Run(ctx, bot.NewHunt(rand.New(rand.NewPCG(1, seed)).IntN), o)
}

// bots lets bots play a game for both to its end, and returns what they did and how it ended.
func (h *harbour) bots(id uint64, players ...session.Player) ([]session.Done, types.Result) {
	h.Helper()
	var (
		results = make([]types.Result, len(players))
		acts    = make([][]session.Done, len(players))
	)
	group, ctx := errgroup.WithContext(h.Context())
	for i, p := range players {
		group.Go(func() (err error) {
			results[i], err = h.bot(ctx, p, id, session.Observer{
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

// sent is how many transactions the chain has taken.
func (h *harbour) sent() (n int) {
	h.node.change(func() { n = len(h.node.received) })
	return n
}

// kinds counts what was done.
func kinds(all []session.Done) (letters int, onChain []session.Act) {
	for _, d := range all {
		if d.AtSea {
			letters++
		} else {
			onChain = append(onChain, d.Act)
		}
	}
	return letters, onChain
}

func TestAGameAtSeaTakesThreeTransactions(t *testing.T) {
	for _, r := range append(hashed(), game.XayaZK()) {
		t.Run(r.Name, func(t *testing.T) {
			h := newHarbour(t)
			id := h.afloat(r)
			began := time.Now()
			all, result := h.bots(id, h.sailor(alice), h.sailor(bob))
			letters, onChain := kinds(all)
			t.Logf("%d letters in %s", letters, time.Since(began))
			closing := session.ActClaim
			if r.Proven {
				closing = session.ActPost
			}
			require.Equal(t, []session.Act{closing}, onChain)
			require.Equal(t, 3, h.sent(), "create, join and close")
			require.Equal(t, types.REASON_SUNK, result.Reason)
			require.Greater(t, letters, r.ShipTiles())
		})
	}
}
