package player_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/bot"
	"github.com/battleship-chain/battleship/player/chainbackend"
	"github.com/battleship-chain/battleship/player/relay"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/tui"
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
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = relay.NewServer(relay.Options{}).Serve(ctx, listener)
	}()
	h.url = relay.URLOf(listener.Addr())
	h.stop = func() {
		stop()
		<-ended
	}
	h.Cleanup(h.stop)
}

// channelPlayer is a player of whom nothing is left from before but its wallet and its home.
func (h *harbour) channelPlayer(name string) session.Player {
	h.Helper()
	p := h.player(name)
	p.Patience = time.Hour
	return p
}

// afloat is a game between alice and bob off-chain.
func (h *harbour) afloat(r *game.Ruleset) uint64 {
	h.Helper()
	s, _, err := session.Create(context.Background(), h.channelPlayer(alice), session.Wish{
		Ruleset: r, Fleet: fleetOf(h.T, r), Channel: true, Relay: h.url,
	})
	require.NoError(h, err)
	_, err = session.Open(h.channelPlayer(bob), s.GameID()).Join(context.Background(), "", choose(h.T))
	require.NoError(h, err)
	return s.GameID()
}

// run lets a bot play a game for a player.
func (h *harbour) bot(ctx context.Context, p session.Player, id uint64, o session.Observer) (types.Result, error) {
	seed := uint64(len(p.Chain.Key().Name))
	return session.Open(p, id).Run(ctx, bot.NewHunt(rand.New(rand.NewPCG(1, seed)).IntN), o)
}

// sniper is a strategy that knows where the ships are.
type sniper struct{ ships game.Set }

// Next implements bot.Strategy.
func (s sniper) Next(st game.State, me game.Seat) (game.Tile, error) {
	for tile := range s.ships.All() {
		if !st.Sides[me.Other()].Answered.Has(tile) {
			return tile, nil
		}
	}
	return 0, errors.New("all ships are sunk")
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

// keepGoing makes a block now and then until the test ends.
func (h *harbour) keepGoing() {
	var group sync.WaitGroup
	ctx, stop := context.WithCancel(context.Background())
	group.Go(func() {
		for pace := time.NewTicker(5 * time.Millisecond); ctx.Err() == nil; <-pace.C {
			h.node.advance(1)
		}
	})
	h.Cleanup(func() {
		stop()
		group.Wait()
	})
}

// kinds counts what was done.
func kinds(all []session.Done) (updates int, onChain []text.Act) {
	for _, d := range all {
		if d.OffChain {
			updates++
		} else {
			onChain = append(onChain, d.Act)
		}
	}
	return updates, onChain
}

func TestAnOffChainGameTakesThreeTransactions(t *testing.T) {
	t.Parallel()
	for _, r := range hashed() {
		t.Run(r.Name, func(t *testing.T) {
			h := newHarbour(t)
			id := h.afloat(r)
			began := time.Now()
			all, result := h.bots(id, h.channelPlayer(alice), h.channelPlayer(bob))
			updates, onChain := kinds(all)
			t.Logf("%d updates in %s", updates, time.Since(began))
			require.Equal(t, []text.Act{text.ActClaim}, onChain)
			require.Equal(t, 3, h.sent(), "create, join and close")
			require.Equal(t, types.REASON_SUNK, result.Reason)
			require.Greater(t, updates, r.ShipTiles())

			// What little there is on-chain is a record that anybody can verify, with the boards at the end.
			_, recorded, err := h.recordOf(id)
			require.NoError(t, err)
			require.Equal(t, 3, recorded.Txs)
			require.Equal(t, game.ReasonSunk, recorded.State().Reason)
		})
	}
}

// Where boards are proven nobody shows one: the winner submits the state in which all is sunk.
func TestAProvenOffChainGameIsClosedWithoutAnAudit(t *testing.T) {
	t.Parallel()
	h := newHarbour(t)
	r := game.XayaZK()
	id := h.afloat(r)
	ships, err := r.FleetTiles(fleetOf(t, r))
	require.NoError(t, err)
	var acts [2][]session.Done
	group, ctx := errgroup.WithContext(t.Context())
	for i, name := range []string{alice, bob} {
		group.Go(func() error {
			_, err := session.Open(h.channelPlayer(name), id).Run(ctx, sniper{ships}, session.Observer{
				Acted: func(d session.Done) { acts[i] = append(acts[i], d) },
			})
			return err
		})
	}
	require.NoError(t, group.Wait())
	updates, onChain := kinds(append(acts[0], acts[1]...))
	require.Equal(t, []text.Act{text.ActSubmit}, onChain)
	require.Equal(t, 3, h.sent())
	require.GreaterOrEqual(t, updates, r.ShipTiles())
}

// Whoever waits for an opponent that is silent off-chain goes on on-chain.
func TestASilentOpponentLeadsOnChain(t *testing.T) {
	t.Parallel()
	h := newHarbour(t)
	id := h.afloat(game.Xaya())
	impatient := h.channelPlayer(bob) // the creator opens the toss, and does not
	impatient.Patience = 50 * time.Millisecond
	onChain := make(chan struct{})
	results := make(chan error, 1)
	go func() {
		_, err := h.bot(t.Context(), impatient, id, session.Observer{Acted: func(d session.Done) {
			if d.Act == text.ActSubmit {
				close(onChain)
			}
		}})
		results <- err
	}()
	<-onChain
	v, err := h.open(alice, id).Look(t.Context())
	require.NoError(t, err)
	require.False(t, v.OffChain)
	_, err = h.bot(t.Context(), h.channelPlayer(alice), id, session.Observer{})
	require.NoError(t, err)
	require.NoError(t, <-results)
}

// The relay goes away in the middle of the game, for good or for a while.
func TestAGameContinuesWithoutItsRelay(t *testing.T) {
	t.Parallel()
	for name, back := range map[string]bool{"for good": false, "for a while": true} {
		t.Run(name, func(t *testing.T) {
			h := newHarbour(t)
			id := h.afloat(game.Xaya())
			address := h.url[len("ws://"):]
			var updates [2]int
			var once sync.Once
			group, ctx := errgroup.WithContext(t.Context())
			for i, name := range []string{alice, bob} {
				p := h.channelPlayer(name)
				if !back {
					p.Patience = 200 * time.Millisecond
				}
				group.Go(func() error {
					_, err := h.bot(ctx, p, id, session.Observer{Acted: func(d session.Done) {
						if updates[i]++; updates[i] == 7 {
							once.Do(func() {
								h.stop()
								if back {
									h.start(address)
								}
							})
						}
					}})
					return err
				})
			}
			require.NoError(t, group.Wait())
			if back {
				require.Equal(t, 3, h.sent())
			} else {
				require.Greater(t, h.sent(), 4)
			}
		})
	}
}

// Both players' programs end after each single act, and new ones go on from what is on the disk.
func TestAnOffChainGameSurvivesARestartAfterEveryAct(t *testing.T) {
	t.Parallel()
	h := newHarbour(t)
	id := h.afloat(game.Xaya())
	var restarts atomic.Int64
	group, ctx := errgroup.WithContext(t.Context())
	for _, name := range []string{alice, bob} {
		group.Go(func() error {
			for {
				life, kill := context.WithCancel(ctx)
				_, err := h.bot(life, h.channelPlayer(name), id, session.Observer{Acted: func(session.Done) { kill() }})
				kill()
				if err == nil || ctx.Err() != nil || !errors.Is(err, context.Canceled) {
					return err
				}
				restarts.Add(1)
			}
		})
	}
	require.NoError(t, group.Wait())
	require.Equal(t, 3, h.sent())
	require.Greater(t, restarts.Load(), int64(30))
}

// play plays so many updates of an off-chain game, and returns whose turn it is then.
func (h *harbour) play(id uint64, updates int) (turn, other string) {
	h.Helper()
	ctx, stop := context.WithCancel(h.Context())
	defer stop()
	var sent atomic.Int64
	var group errgroup.Group
	for _, name := range []string{alice, bob} {
		group.Go(func() error {
			_, err := h.bot(ctx, h.channelPlayer(name), id, session.Observer{Acted: func(session.Done) {
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
		v := h.written(name, id)
		if p := v.State.Progress(); p >= newest {
			newest, at = p, names[v.State.Actor]
		}
	}
	if at == alice {
		return alice, bob
	}
	return bob, alice
}

// written is a game as a player has it on its disk.
func (h *harbour) written(name string, id uint64) session.View {
	h.Helper()
	s := h.open(name, id)
	v, err := s.Look(h.Context())
	require.NoError(h, err)
	return s.AsWritten(v)
}

// An opponent that submits the beginning of a game that it is losing gains nothing: what is newer is submitted first.
func TestAStaleStateIsAnsweredWithTheNewest(t *testing.T) {
	t.Parallel()
	h := newHarbour(t)
	id := h.afloat(game.Xaya())
	liar, honest := h.play(id, 30)
	before := h.written(honest, id).State.Progress()
	_, err := h.client(liar).Send(t.Context(), &types.MsgSubmitState{
		Sender: h.client(liar).Key().Address.String(), GameId: id,
	})
	require.NoError(t, err)
	require.Contains(t, h.must("board 1 --from "+honest), "Continue with: battleshipd channel submit 1\n")
	s := session.Open(h.channelPlayer(honest), id)
	_, done, acted, err := s.Advance(t.Context(), nil)
	require.NoError(t, err)
	require.True(t, acted)
	require.Equal(t, text.ActSubmit, done.Act)
	v, err := s.Look(t.Context())
	require.NoError(t, err)
	require.False(t, v.OffChain)
	require.Equal(t, before, v.ChainState.State.Progress())
	require.NoError(t, s.Close())
	_, result := h.bots(id, h.channelPlayer(alice), h.channelPlayer(bob))
	require.Equal(t, types.REASON_SUNK, result.Reason)
	_, recorded, err := h.recordOf(id)
	require.NoError(t, err)
	require.Equal(t, game.ReasonSunk, recorded.State().Reason)
}

// Without its log a player signs nothing, and goes on on-chain with what the opponent has.
func TestAPlayerWithoutItsLogContinuesOnChain(t *testing.T) {
	t.Parallel()
	h := newHarbour(t)
	id := h.afloat(game.Xaya())
	_, loser := h.play(id, 20)
	other := map[string]string{alice: bob, bob: alice}[loser]
	address := h.client(loser).Key().Address.String()
	require.NoError(t, os.RemoveAll(filepath.Join(h.cctx.HomeDir, "channels", "chain-"+h.cctx.ChainID, address)))

	var lost *session.LogLostError
	_, err := h.bot(t.Context(), h.channelPlayer(loser), id, session.Observer{})
	require.ErrorAs(t, err, &lost)
	require.ErrorContains(t, err, "battleshipd channel recover 1")
	require.Equal(t, 2, h.sent())
	require.Contains(t, h.must("board 1 --from "+loser), "Continue with: battleshipd channel recover 1\n")

	peer := session.Open(h.channelPlayer(other), id)
	peers, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_, _ = peer.AwaitUpdate(peers, time.Minute) // and sends its newest update
	}()
	done, err := session.Open(h.channelPlayer(loser), id).Recover(t.Context(), nil, 2*time.Second)
	stop()
	<-ended
	require.NoError(t, err)
	require.Equal(t, text.Submitted{WasOffChain: true}, done.Result)
	require.NoError(t, peer.Close())
	v, err := h.open(alice, id).Look(t.Context())
	require.NoError(t, err)
	require.Greater(t, v.State.Progress(), 10)
	h.keepGoing() // what the opponent may know is waited for in blocks
	h.bots(id, h.channelPlayer(alice), h.channelPlayer(bob))
}

func TestTwoProgramsDoNotSignInOneGame(t *testing.T) {
	t.Parallel()
	h := newHarbour(t)
	id := h.afloat(game.Xaya())
	first := session.Open(h.channelPlayer(alice), id)
	_, err := first.AwaitUpdate(t.Context(), time.Millisecond)
	require.NoError(t, err)
	second := session.Open(h.channelPlayer(alice), id)
	_, err = second.Shoot(t.Context(), "A1")
	require.EqualError(t, err, "game 1: another program plays this game on this machine: end it first")
	require.NoError(t, first.Close())
	done, err := second.Shoot(t.Context(), "A1")
	require.NoError(t, err)
	require.True(t, done.OffChain)
	require.NoError(t, second.Close())
}

// A player gives up off-chain in an update, and its opponent closes the game with that.
func TestAConcessionOffChainIsClosedByTheWinner(t *testing.T) {
	t.Parallel()
	for _, r := range []*game.Ruleset{game.Classic(), game.XayaZK()} {
		t.Run(r.Name, func(t *testing.T) {
			h := newHarbour(t)
			id := h.afloat(r)
			loser, winner := alice, bob
			s := session.Open(h.channelPlayer(loser), id)
			done, err := s.Concede(t.Context())
			require.NoError(t, err)
			require.True(t, done.OffChain)
			require.Equal(t, text.ActConcede, done.Act)
			require.NoError(t, s.Close())
			_, result := h.bots(id, h.channelPlayer(winner), h.channelPlayer(loser))
			require.Equal(t, types.REASON_CONCEDED, result.Reason)
			require.True(t, result.Won(game.Joiner))
			require.Equal(t, 3, h.sent())
		})
	}
}

// A delegate plays off-chain as its player does, and pays for what goes on-chain.
func TestADelegatePlaysOffChain(t *testing.T) {
	t.Parallel()
	h := newHarbour(t)
	own := func(name string) session.Player {
		p := h.channelPlayer(name)
		p.OwnDelegate = true
		return p
	}
	s, _, err := session.Create(t.Context(), own(alice), session.Wish{
		Ruleset: game.Xaya(), Fleet: fleetOf(t, game.Xaya()), Channel: true, Relay: h.url,
	})
	require.NoError(t, err)
	id := s.GameID()
	_, err = session.Open(own(bob), id).Join(t.Context(), "", choose(t))
	require.NoError(t, err)
	group, ctx := errgroup.WithContext(t.Context())
	for i, name := range []string{alice, bob} {
		delegate, err := session.Open(own(name), id).AsDelegate(t.Context())
		require.NoError(t, err)
		group.Go(func() error {
			_, err := delegate.Run(ctx, bot.NewHunt(rand.New(rand.NewPCG(3, uint64(i))).IntN), session.Observer{})
			return err
		})
	}
	require.NoError(t, group.Wait())
	require.Equal(t, 3, h.sent())
}

// An allowance for moves, concessions and claims alone once left an off-chain game that only the wallet could bring on
// chain.
func TestRegressionADelegatesAllowanceDoesNotPayForASubmittedState(t *testing.T) {
	t.Parallel()
	h := newHarbour(t)
	p := h.channelPlayer(alice)
	p.OwnDelegate = true
	s, _, err := session.Create(t.Context(), p, session.Wish{
		Ruleset: game.Xaya(), Fleet: fleetOf(t, game.Xaya()), Channel: true, Relay: h.url,
	})
	require.NoError(t, err)
	_, err = session.Open(h.channelPlayer(bob), s.GameID()).Join(t.Context(), "", choose(t))
	require.NoError(t, err)
	delegate, err := s.AsDelegate(t.Context())
	require.NoError(t, err)
	done, err := delegate.Submit(t.Context())
	require.NoError(t, err)
	require.Equal(t, text.ActSubmit, done.Act)
	v, err := delegate.Look(t.Context())
	require.NoError(t, err)
	require.False(t, v.OffChain)
}

// On the screens an off-chain game shows what its updates have said, and a shot brings the answer with it.
func TestAnOffChainGameOnTheScreens(t *testing.T) {
	t.Parallel()
	h := newHarbour(t)
	h.node.asked = func() { h.node.block() }
	o := h.tableOptions(alice)
	o.Channel, o.Relay, o.Patience = true, h.url, time.Hour
	table, err := chainbackend.New(t.Context(), o)
	require.NoError(t, err)
	t.Cleanup(table.Close)
	wish := tui.Wish{Kind: tui.WishCreate, Ruleset: game.Classic(), Casual: true, Clock: "100000"}
	q, err := table.Quote(t.Context(), wish)
	require.NoError(t, err)
	require.Contains(t, q.Notes, "Played off-chain, by updates; on the clock once one of you brings it on-chain.")
	id, err := table.Enter(t.Context(), wish, fleetOf(t, game.Classic()))
	require.NoError(t, err)
	_, err = session.Open(h.channelPlayer(bob), id).Join(t.Context(), "", choose(t))
	require.NoError(t, err)
	bobs, stop := context.WithCancel(t.Context())
	var group errgroup.Group
	group.Go(func() error {
		_, err := h.bot(bobs, h.channelPlayer(bob), id, session.Observer{})
		return err
	})
	table.Focus(id)
	mine := func(s tui.Snapshot) bool {
		g := s.Game
		return g != nil && g.OffChain && g.State.Owes == game.OwesShot && g.State.Actor == g.Me && !g.State.HasPending
	}
	for shots := range 5 {
		mustShow(t, table, mine)
		tile := game.Tile(99 - shots)
		require.NoError(t, table.Do(t.Context(), id, tui.Shoot{Tile: tile}))
		snap := mustShow(t, table, func(s tui.Snapshot) bool {
			return s.Game.State.Sides[s.Game.Me.Other()].Answered.Has(tile)
		})
		require.True(t, snap.Game.OffChain)
	}
	snap := mustShow(t, table, mine)
	require.GreaterOrEqual(t, len(snap.Game.Log), 20, "what was said off-chain is told")
	require.NoError(t, table.Do(t.Context(), id, tui.Concede{}))
	mustShow(t, table, func(s tui.Snapshot) bool { return s.Game.State.Phase == game.PhaseOver })
	require.NoError(t, group.Wait())
	stop()
	res, err := types.NewQueryClient(h.client(bob).Conn()).Result(t.Context(), &types.QueryResultRequest{GameId: id})
	require.NoError(t, err)
	require.Equal(t, types.REASON_CONCEDED, res.Result.Reason)
}
