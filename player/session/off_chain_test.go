package session_test

import (
	"context"
	"errors"
	"math/rand/v2"
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
	"github.com/battleship-chain/battleship/player/playertest"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/session/duel"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

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
			h := playertest.NewOffChain(t)
			id := h.Started(r)
			began := time.Now()
			all, result := h.Bots(id, h.ChannelPlayer(alice), h.ChannelPlayer(bob))
			updates, onChain := kinds(all)
			t.Logf("%d updates in %s", updates, time.Since(began))
			require.Equal(t, []text.Act{text.ActClaim}, onChain)
			require.Equal(t, 3, h.Transactions(), "create, join and close")
			require.Equal(t, types.REASON_SUNK, result.Reason)
			require.Greater(t, updates, r.ShipTiles())

			// What little there is on-chain is a record that anybody can verify, with the boards at the end.
			_, recorded, err := h.RecordOf(id)
			require.NoError(t, err)
			require.Equal(t, 3, recorded.Txs)
			require.Equal(t, game.ReasonSunk, recorded.State().Reason)
		})
	}
}

// Where boards are proven nobody shows one: the winner submits the state in which all is sunk.
func TestAProvenOffChainGameIsClosedWithoutAnAudit(t *testing.T) {
	t.Parallel()
	h := playertest.NewOffChain(t)
	r := game.XayaZK()
	id := h.Started(r)
	ships, err := r.FleetTiles(playertest.FleetOf(t, r))
	require.NoError(t, err)
	var acts [2][]session.Done
	group, ctx := errgroup.WithContext(t.Context())
	for i, name := range []string{alice, bob} {
		group.Go(func() error {
			_, err := duel.Open(h.ChannelPlayer(name), id).Run(ctx, sniper{ships}, session.Observer{
				Acted: func(d session.Done) { acts[i] = append(acts[i], d) },
			})
			return err
		})
	}
	require.NoError(t, group.Wait())
	updates, onChain := kinds(append(acts[0], acts[1]...))
	require.Equal(t, []text.Act{text.ActSubmit}, onChain)
	require.Equal(t, 3, h.Transactions())
	require.GreaterOrEqual(t, updates, r.ShipTiles())
}

// Whoever waits for an opponent that is silent off-chain goes on on-chain.
func TestASilentOpponentLeadsOnChain(t *testing.T) {
	t.Parallel()
	h := playertest.NewOffChain(t)
	id := h.Started(game.Xaya())
	impatient := h.ChannelPlayer(bob) // the creator opens the toss, and does not
	impatient.Patience = 50 * time.Millisecond
	onChain := make(chan struct{})
	results := make(chan error, 1)
	go func() {
		_, err := h.Bot(t.Context(), impatient, id, session.Observer{Acted: func(d session.Done) {
			if d.Act == text.ActSubmit {
				close(onChain)
			}
		}})
		results <- err
	}()
	<-onChain
	v, err := h.Open(alice, id).Look(t.Context())
	require.NoError(t, err)
	require.False(t, v.OffChain)
	_, err = h.Bot(t.Context(), h.ChannelPlayer(alice), id, session.Observer{})
	require.NoError(t, err)
	require.NoError(t, <-results)
}

// The relay goes away in the middle of the game, for good or for a while.
func TestAGameContinuesWithoutItsRelay(t *testing.T) {
	t.Parallel()
	for name, back := range map[string]bool{"for good": false, "for a while": true} {
		t.Run(name, func(t *testing.T) {
			h := playertest.NewOffChain(t)
			id := h.Started(game.Xaya())
			var updates [2]int
			var once sync.Once
			group, ctx := errgroup.WithContext(t.Context())
			for i, name := range []string{alice, bob} {
				p := h.ChannelPlayer(name)
				if !back {
					p.Patience = 200 * time.Millisecond
				}
				group.Go(func() error {
					_, err := h.Bot(ctx, p, id, session.Observer{Acted: func(d session.Done) {
						if updates[i]++; updates[i] == 7 {
							once.Do(func() {
								h.Stop()
								if back {
									h.StartRelay()
								}
							})
						}
					}})
					return err
				})
			}
			require.NoError(t, group.Wait())
			if back {
				require.Equal(t, 3, h.Transactions())
			} else {
				require.Greater(t, h.Transactions(), 4)
			}
		})
	}
}

// Both players' programs end after each single act, and new ones go on from what is on the disk.
func TestAnOffChainGameSurvivesARestartAfterEveryAct(t *testing.T) {
	t.Parallel()
	h := playertest.NewOffChain(t)
	id := h.Started(game.Xaya())
	var restarts atomic.Int64
	group, ctx := errgroup.WithContext(t.Context())
	for _, name := range []string{alice, bob} {
		group.Go(func() error {
			for {
				life, kill := context.WithCancel(ctx)
				_, err := h.Bot(life, h.ChannelPlayer(name), id, session.Observer{Acted: func(session.Done) { kill() }})
				kill()
				if err == nil || ctx.Err() != nil || !errors.Is(err, context.Canceled) {
					return err
				}
				restarts.Add(1)
			}
		})
	}
	require.NoError(t, group.Wait())
	require.Equal(t, 3, h.Transactions())
	require.Greater(t, restarts.Load(), int64(30))
}

// An opponent that submits the beginning of a game that it is losing gains nothing: what is newer is submitted first.
func TestAStaleStateIsAnsweredWithTheNewest(t *testing.T) {
	t.Parallel()
	h := playertest.NewOffChain(t)
	id := h.Started(game.Xaya())
	liar, honest := h.Play(id, 30)
	before := h.View(honest, id).State.Progress()
	_, err := h.Client(liar).Send(t.Context(), &types.MsgSubmitState{
		Sender: h.Client(liar).Key().Address.String(), GameId: id,
	})
	require.NoError(t, err)
	s := duel.Open(h.ChannelPlayer(honest), id)
	_, done, acted, err := s.Advance(t.Context(), nil)
	require.NoError(t, err)
	require.True(t, acted)
	require.Equal(t, text.ActSubmit, done.Act)
	v, err := s.Look(t.Context())
	require.NoError(t, err)
	require.False(t, v.OffChain)
	require.Equal(t, before, v.ChainState.State.Progress())
	require.NoError(t, s.Close())
	_, result := h.Bots(id, h.ChannelPlayer(alice), h.ChannelPlayer(bob))
	require.Equal(t, types.REASON_SUNK, result.Reason)
	_, recorded, err := h.RecordOf(id)
	require.NoError(t, err)
	require.Equal(t, game.ReasonSunk, recorded.State().Reason)
}

// Without its log a player signs nothing, and goes on on-chain with what the opponent has.
func TestAPlayerWithoutItsLogContinuesOnChain(t *testing.T) {
	t.Parallel()
	h := playertest.NewOffChain(t)
	id := h.Started(game.Xaya())
	_, loser := h.Play(id, 20)
	other := map[string]string{alice: bob, bob: alice}[loser]
	address := h.Client(loser).Key().Address.String()
	require.NoError(t, os.RemoveAll(filepath.Join(h.ClientCtx.HomeDir, "channels", "chain-"+h.ClientCtx.ChainID, address)))

	var lost *duel.LogLostError
	_, err := h.Bot(t.Context(), h.ChannelPlayer(loser), id, session.Observer{})
	require.ErrorAs(t, err, &lost)
	require.ErrorContains(t, err, "battleshipd channel recover 1")
	require.Equal(t, 2, h.Transactions())

	peer := duel.Open(h.ChannelPlayer(other), id)
	peers, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_, _ = peer.AwaitUpdate(peers, time.Minute) // and sends its newest update
	}()
	done, err := duel.Open(h.ChannelPlayer(loser), id).Recover(t.Context(), nil, 2*time.Second)
	stop()
	<-ended
	require.NoError(t, err)
	require.Equal(t, text.Submitted{WasOffChain: true}, done.Result)
	require.NoError(t, peer.Close())
	v, err := h.Open(alice, id).Look(t.Context())
	require.NoError(t, err)
	require.Greater(t, v.State.Progress(), 10)
	h.KeepMakingBlocks() // what the opponent may know is waited for in blocks
	h.Bots(id, h.ChannelPlayer(alice), h.ChannelPlayer(bob))
}

// A program without the log does not open what an older state owes at once: another program of the player's may have
// a newer one.
func TestAttackAProgramWithoutTheLogLeavesAnOlderState(t *testing.T) {
	t.Parallel()
	h := playertest.NewOffChain(t)
	id := h.Started(game.Xaya())
	h.Play(id, 20)
	logs := filepath.Join(h.ClientCtx.HomeDir, "channels", "chain-"+h.ClientCtx.ChainID)
	require.NoError(t, os.RemoveAll(filepath.Join(logs, h.Client(alice).Key().Address.String())))
	_, err := h.Client(bob).Send(t.Context(), &types.MsgSubmitState{
		Sender: h.Client(bob).Key().Address.String(), GameId: id,
	})
	require.NoError(t, err)

	s := duel.Open(h.ChannelPlayer(alice), id)
	defer func() { require.NoError(t, s.Close()) }()
	_, _, acted, err := s.Advance(t.Context(), nil)
	require.NoError(t, err)
	require.False(t, acted)
	v := h.View(alice, id)
	require.Equal(t, game.Creator, v.State.Actor, "the creator owes the toss in the state of the join")

	half := v.State.Deadline - v.Game.TurnBlocks/2
	h.Node.Advance(half - 1 - v.Height)
	_, _, acted, err = s.Advance(t.Context(), nil)
	require.NoError(t, err)
	require.False(t, acted, "one block before half of the time")
	h.Node.Advance(1)
	_, _, acted, err = s.Advance(t.Context(), nil)
	require.NoError(t, err)
	require.True(t, acted)
}

func TestTwoProgramsDoNotSignInOneGame(t *testing.T) {
	t.Parallel()
	h := playertest.NewOffChain(t)
	id := h.Started(game.Xaya())
	first := duel.Open(h.ChannelPlayer(alice), id)
	_, err := first.AwaitUpdate(t.Context(), time.Millisecond)
	require.NoError(t, err)
	second := duel.Open(h.ChannelPlayer(alice), id)
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
			h := playertest.NewOffChain(t)
			id := h.Started(r)
			loser, winner := alice, bob
			s := duel.Open(h.ChannelPlayer(loser), id)
			done, err := s.Concede(t.Context())
			require.NoError(t, err)
			require.True(t, done.OffChain)
			require.Equal(t, text.ActConcede, done.Act)
			require.NoError(t, s.Close())
			_, result := h.Bots(id, h.ChannelPlayer(winner), h.ChannelPlayer(loser))
			require.Equal(t, types.REASON_CONCEDED, result.Reason)
			require.True(t, result.Won(game.Joiner))
			require.Equal(t, 3, h.Transactions())
		})
	}
}

// A player who gave up to an absent opponent brought the game on-chain with the state before that, and then could not
// move there: its clock ran out.
func TestRegressionAConcessionToAnAbsentOpponentLeavesThePlayerItsMoves(t *testing.T) {
	t.Parallel()
	h := playertest.NewOffChain(t)
	id := h.Started(game.Xaya())
	p := h.ChannelPlayer(alice)
	p.Patience = 50 * time.Millisecond
	s := duel.Open(p, id)
	_, err := s.Concede(t.Context())
	require.NoError(t, err)
	require.NoError(t, s.Close())
	var mu sync.Mutex
	var acts []text.Act
	moved := make(chan struct{})
	results := make(chan error, 1)
	go func() {
		_, err := h.Bot(t.Context(), p, id, session.Observer{Acted: func(d session.Done) {
			mu.Lock()
			defer mu.Unlock()
			if acts = append(acts, d.Act); len(acts) == 2 {
				close(moved)
			}
		}})
		results <- err
	}()
	select {
	case <-moved:
		require.Equal(t, []text.Act{text.ActSubmit, text.ActMove}, acts[:2])
	case err := <-results:
		t.Fatalf("the game has ended: %v", err)
	}
	v, err := h.Open(bob, id).Look(t.Context())
	require.NoError(t, err)
	require.False(t, v.OffChain)
	_, err = h.Bot(t.Context(), h.ChannelPlayer(bob), id, session.Observer{})
	require.NoError(t, err)
	require.NoError(t, <-results)
}

// A player who declined to bring a game on-chain could not continue it off-chain.
func TestRegressionADeclinedSubmissionLeavesTheGameOffChain(t *testing.T) {
	t.Parallel()
	h := playertest.NewOffChain(t)
	id := h.Started(game.Xaya())
	declined := errors.New("declined")
	p := h.ChannelPlayer(alice)
	p.Confirm = func(i text.Intent) error {
		if i.Act == text.ActSubmit {
			return declined
		}
		return nil
	}
	s := duel.Open(p, id)
	_, err := s.Submit(t.Context())
	require.ErrorIs(t, err, declined)
	require.NoError(t, s.Close())
	all, _ := h.Bots(id, h.ChannelPlayer(alice), h.ChannelPlayer(bob))
	_, onChain := kinds(all)
	require.Equal(t, []text.Act{text.ActClaim}, onChain)
}

// A delegate plays off-chain as its player does, and pays for what goes on-chain.
func TestADelegatePlaysOffChain(t *testing.T) {
	t.Parallel()
	h := playertest.NewOffChain(t)
	own := func(name string) session.Player {
		p := h.ChannelPlayer(name)
		p.OwnDelegate = true
		return p
	}
	s, _, err := duel.Create(t.Context(), own(alice), duel.Wish{
		Ruleset: game.Xaya(), Fleet: playertest.FleetOf(t, game.Xaya()), Channel: true, Relay: h.URL,
	})
	require.NoError(t, err)
	id := s.GameID()
	_, err = duel.Open(own(bob), id).Join(t.Context(), "", playertest.Choose(t))
	require.NoError(t, err)
	group, ctx := errgroup.WithContext(t.Context())
	for i, name := range []string{alice, bob} {
		delegate, err := duel.Open(own(name), id).AsDelegate(t.Context())
		require.NoError(t, err)
		group.Go(func() error {
			_, err := delegate.Run(ctx, bot.NewHunt(rand.New(rand.NewPCG(3, uint64(i))).IntN), session.Observer{})
			return err
		})
	}
	require.NoError(t, group.Wait())
	require.Equal(t, 3, h.Transactions())
}

// An allowance for moves, concessions and claims alone once left an off-chain game that only the wallet could bring on
// chain.
func TestRegressionADelegatesAllowanceDoesNotPayForASubmittedState(t *testing.T) {
	t.Parallel()
	h := playertest.NewOffChain(t)
	p := h.ChannelPlayer(alice)
	p.OwnDelegate = true
	s, _, err := duel.Create(t.Context(), p, duel.Wish{
		Ruleset: game.Xaya(), Fleet: playertest.FleetOf(t, game.Xaya()), Channel: true, Relay: h.URL,
	})
	require.NoError(t, err)
	_, err = duel.Open(h.ChannelPlayer(bob), s.GameID()).Join(t.Context(), "", playertest.Choose(t))
	require.NoError(t, err)
	delegate, err := s.AsDelegate(t.Context())
	require.NoError(t, err)
	done, err := delegate.Submit(t.Context())
	require.NoError(t, err)
	require.Equal(t, text.ActSubmit, done.Act)
	v, err := delegate.Look(t.Context())
	require.NoError(t, err)
	require.False(t, v.OffChain)

	// The record of the game has that the delegate has submitted it for its player.
	loser := duel.Open(h.ChannelPlayer(bob), s.GameID())
	defer func() { require.NoError(t, loser.Close()) }()
	_, err = loser.Concede(t.Context())
	require.NoError(t, err)
	_, err = delegate.Claim(t.Context())
	require.NoError(t, err)
	_, recorded, err := h.RecordOf(s.GameID())
	require.NoError(t, err)
	require.Equal(t, game.ReasonConceded, recorded.State().Reason)
}
