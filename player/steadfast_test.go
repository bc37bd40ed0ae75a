package player_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	coretypes "github.com/cometbft/cometbft/rpc/core/types"
	rpctypes "github.com/cometbft/cometbft/rpc/jsonrpc/types"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	sdk "github.com/cosmos/cosmos-sdk/types"
	sdkerrors "github.com/cosmos/cosmos-sdk/types/errors"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/bot"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/testutil/chain"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// errCatchingUp is what CometBFT says to a transaction until it has caught up with the chain.
var errCatchingUp = &rpctypes.RPCError{
	Code: -32603, Message: "Internal error", Data: "endpoint is closed while node is catching up",
}

// patient is a client that waits for as long as it takes.
func (w *world) patient(name string) *client.Client {
	w.Helper()
	o := client.Options{From: name, Poll: time.Millisecond, Patience: time.Minute}
	c, err := client.New(context.Background(), client.LinkTo(w.cctx), o)
	require.NoError(w, err)
	return c
}

func random(seed uint64) bot.Strategy { return bot.NewRandom(rand.New(rand.NewPCG(seed, 1)).IntN) }

// passing makes a block each time that somebody asks how the chain or a game stands.
func (n *node) passing() {
	n.asked = func() { n.block() }
	n.silent = func(path string) bool {
		if strings.HasSuffix(path, "Query/Game") {
			n.block()
		}
		return false
	}
}

// A node that was started again takes no transactions for a while. The player must send the one that it has signed.
func TestASignedTransactionIsResentUnchanged(t *testing.T) {
	t.Parallel()
	for name, err := range map[string]error{"a node that catches up": errCatchingUp, "a node that is away": errAway} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			var tried []string
			w.node.closed = func(raw []byte) error {
				if tried = append(tried, hashOf(raw)); len(tried) < 12 {
					return err
				}
				return nil
			}
			receipt, err := w.patient(alice).Send(t.Context(), pay(1))
			require.NoError(t, err)
			require.Len(t, tried, 12)
			for _, hash := range tried {
				require.Equal(t, receipt.Hash, hash)
			}
		})
	}
}

func TestAFullMempoolIsOutlastedWithTheSameBytes(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	var tried []string
	w.node.check = func(raw []byte) *coretypes.ResultBroadcastTx {
		if tried = append(tried, hashOf(raw)); len(tried) < 12 {
			return refused(sdkerrors.ErrMempoolIsFull.Codespace(), sdkerrors.ErrMempoolIsFull.ABCICode(), "full")
		}
		return nil
	}
	receipt, err := w.patient(alice).Send(t.Context(), pay(1))
	require.NoError(t, err)
	for _, hash := range tried {
		require.Equal(t, receipt.Hash, hash)
	}
}

// Whatever keeps a bot from moving, it tries until its deadline and hears how the game ends.
func TestABotTriesUntilItsDeadline(t *testing.T) {
	t.Parallel()
	for name, keepOut := range map[string]func(n *node, isBots func(raw []byte) bool){
		"the node takes no transactions": func(n *node, isBots func([]byte) bool) {
			n.closed = func(raw []byte) error {
				if isBots(raw) {
					return errCatchingUp
				}
				return nil
			}
		},
		"no block takes its transaction": func(n *node, isBots func([]byte) bool) { n.keptOut = isBots },
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			id, silent, winner := w.begun(game.Classic())
			v, err := w.open(silent, id).Look(t.Context())
			require.NoError(t, err)
			w.node.passing()
			address := chain.NewAccount(silent).String()
			keepOut(w.node, func(raw []byte) bool { return w.senderOf(raw) == address })

			var told []string
			group, ctx := errgroup.WithContext(t.Context())
			results := map[string]*types.Result{silent: {}, winner: {}}
			for name, result := range results {
				player, observer := w.open(name, id), session.Observer{}
				if name == silent {
					observer.Trouble = func(err error) { told = append(told, err.Error()) }
				}
				group.Go(func() (err error) {
					*result, err = player.Run(ctx, random(1), observer)
					return err
				})
			}
			require.NoError(t, group.Wait())
			require.Equal(t, types.REASON_TIMEOUT, results[silent].Reason)
			require.Equal(t, results[winner], results[silent])
			require.NotEmpty(t, told)
			require.Greater(t, results[silent].EndedHeight, v.State.Deadline)
		})
	}
}

// Failures in a row slow a bot down, for each has cost a fee, and never end it; failures that lie between successes are
// not a row.
func TestABotCountsFailuresInARow(t *testing.T) {
	t.Parallel()
	t.Run("between successes", func(t *testing.T) {
		w := newWorld(t)
		id := w.joined(game.Xaya())
		failed := 0
		group, ctx := errgroup.WithContext(t.Context())
		for i, name := range []string{alice, bob} {
			player := w.open(name, id)
			group.Go(func() error {
				_, err := player.Run(ctx, random(uint64(i)), session.Observer{Acted: func(session.Done) {
					if i == 0 {
						w.node.spoil(1)
						failed++
					}
				}})
				return err
			})
		}
		require.NoError(t, group.Wait())
		require.Greater(t, failed, 20)
	})
	t.Run("in a row", func(t *testing.T) {
		w := newWorld(t)
		id, first, _ := w.begun(game.Classic())
		v, err := w.open(first, id).Look(t.Context())
		require.NoError(t, err)
		w.node.passing()
		w.node.spoil(1000)
		var paused []*session.PausedError
		result, err := w.open(first, id).Run(t.Context(), random(1), session.Observer{
			Acted: func(session.Done) { t.Error("nothing gets through") },
			Trouble: func(err error) {
				var p *session.PausedError
				if errors.As(err, &p) {
					paused = append(paused, p)
				}
			},
		})
		require.NoError(t, err, "five failures in blocks once ended a bot for good")
		require.Greater(t, result.EndedHeight, v.State.Deadline)
		attempts := 1000 - w.node.spoiled
		require.Greater(t, attempts, 5)
		require.Less(t, attempts, 20, "each costs its fee")
		require.Len(t, paused, attempts-1, "each pause is told")
	})
}

// A bot that is ended says why, and not what the node made of it.
func TestAnEndedBotReportsTheReason(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id, _, waiting := w.begun(game.Classic())
	cause := errors.New("the player wants to go on by hand")
	ctx, cancel := context.WithCancelCause(t.Context())
	w.node.silent = func(path string) bool {
		if strings.HasSuffix(path, "Query/Game") {
			cancel(cause)
			return true
		}
		return false
	}
	_, err := w.open(waiting, id).Run(ctx, random(1), session.Observer{})
	require.ErrorIs(t, err, cause)
}

// giveUp is a strategy that ends the bot, and then fails.
type giveUp func()

func (g giveUp) Next(game.State, game.Seat) (game.Tile, error) {
	g()
	return 0, errors.New("no tile is good enough")
}

// The reason counts whatever else has gone wrong by then.
func TestABotEndedDuringAFailureReportsTheReason(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id, first, _ := w.begun(game.Classic())
	cause := errors.New("the player wants to go on by hand")
	ctx, cancel := context.WithCancelCause(t.Context())
	_, err := w.open(first, id).Run(ctx, giveUp(func() { cancel(cause) }), session.Observer{})
	require.ErrorIs(t, err, cause)
}

// It has cost its fee, and would cost it again.
func TestATransactionThatFailedInABlockIsNotResent(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.node.spoil(1)
	_, err := w.patient(alice).Send(t.Context(), pay(1))
	var refused *client.RefusedError
	require.ErrorAs(t, err, &refused)
	require.Equal(t, w.node.chain.Height(), refused.Height, "there is no other block")
}

// fickle never chooses the same tile twice.
type fickle struct{ calls *int }

func (f fickle) Next(game.State, game.Seat) (game.Tile, error) {
	*f.calls++
	return game.Tile(*f.calls), nil
}

// The first attempt may have arrived: another target would be another move.
func TestARetryShootsAtTheSameTile(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id, first, _ := w.begun(game.Classic())
	w.node.passing() // the third attempt waits for a block
	w.node.spoil(3)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var shot *game.Tile
	_, err := w.open(first, id).Run(ctx, fickle{calls: new(int)}, session.Observer{Acted: func(d session.Done) {
		shot = d.Moved().Shot
		cancel()
	}})
	require.ErrorIs(t, err, context.Canceled)
	require.NotNil(t, shot)
	require.EqualValues(t, 1, *shot)
}

// A claim holds the secret of the whole board. One that the rules refuse must not be sent, nor shown to a node.
func TestARefusedClaimKeepsTheSecret(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id, winner, _ := w.won(game.Classic())
	v, err := w.open(winner, id).Look(t.Context())
	require.NoError(t, err)
	require.Equal(t, game.OwesClaim, v.State.Owes)
	w.node.advance(v.State.Deadline - w.node.chain.Height()) // the next block is too late
	simulations, height := w.node.simulations, w.node.chain.Height()

	_, err = w.open(winner, id).Claim(t.Context())
	require.ErrorIs(t, err, game.ErrLate)
	require.Equal(t, simulations, w.node.simulations, "nothing was shown")
	require.Equal(t, height, w.node.chain.Height(), "nothing was sent")
}

func TestABotDoesNotActAfterItsDeadline(t *testing.T) {
	t.Parallel()
	for name, prepare := range map[string]func(w *world) (uint64, string){
		"a shot": func(w *world) (uint64, string) {
			id, first, _ := w.begun(game.Classic())
			return id, first
		},
		"the opening of the toss": func(w *world) (uint64, string) { return w.joined(game.Classic()), alice },
		"a claim": func(w *world) (uint64, string) {
			id, winner, _ := w.won(game.Xaya())
			return id, winner
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			id, actor := prepare(w)
			v, err := w.open(actor, id).Look(t.Context())
			require.NoError(t, err)
			w.node.advance(v.State.Deadline - w.node.chain.Height())
			simulations, height := w.node.simulations, w.node.chain.Height()
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			looks := 0
			w.node.silent = func(path string) bool {
				if strings.HasSuffix(path, "Query/Game") {
					if looks++; looks == 5 {
						cancel()
					}
				}
				return false
			}
			_, err = w.open(actor, id).Run(ctx, random(1), session.Observer{})
			require.ErrorIs(t, err, context.Canceled)
			require.Equal(t, simulations, w.node.simulations, "nothing was shown")
			require.Equal(t, height, w.node.chain.Height(), "nothing was sent")
		})
	}
}

func TestTheGasLimitIsTheSimulationsTimesTheAdjustment(t *testing.T) {
	t.Parallel()
	for adjustment, want := range map[float64]float64{0: client.DefaultGasAdjustment, 1: 1, 1.7: 1.7} {
		w := newWorld(t)
		c, err := client.New(t.Context(), client.LinkTo(w.cctx), client.Options{From: alice, GasAdjustment: adjustment})
		require.NoError(t, err)
		receipt, err := c.Send(t.Context(), pay(1))
		require.NoError(t, err)
		require.EqualValues(t, uint64(float64(w.node.simulated)*want), receipt.GasWanted)
	}
}

// The player pays for the gas that its node names.
func TestANodeThatNamesTooMuchGasIsNotPaid(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id, first, second := w.begun(game.Classic())
	w.node.lied = 49_999_999
	height := w.node.chain.Height()
	for what, act := range map[string]func() error{
		"a move":    func() error { return shoot("A1")(t.Context(), w.open(first, id)) },
		"a payment": func() error { _, err := w.client(alice).Send(t.Context(), pay(1)); return err },
		"another game": func() error {
			_, _, err := session.Match(t.Context(), w.player(second), session.Wish{
				Ruleset: game.Classic(), Fleet: fleetOf(t, game.Classic()), Another: true,
			})
			return err
		},
		"a bot": func() error {
			_, err := w.open(first, id).Run(t.Context(), random(1), session.Observer{})
			return err
		},
	} {
		err := act()
		require.ErrorContains(t, err, "nothing was sent: expected at most ", what)
		require.ErrorContains(t, err, "says 49999999", what)
	}
	require.Equal(t, height, w.node.chain.Height())
	w.node.lied = 0
	require.NoError(t, shoot("A1")(t.Context(), w.open(first, id)))
}

// A node that is behind the chain does not know what the chain knows.
func TestANodeThatCatchesUpIsNotBelievedThatThereIsNoGame(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.node.syncing = true
	_, stderr, err := w.run("query battleship game 9")
	require.ErrorContains(t, err, "is not ready: it is still catching up with the chain, so what it does not know may be "+
		"there all the same")
	require.Regexp(t, `The node is still catching up with the chain, at block \d+: what it shows is old`, stderr)
	_, err = w.client(pauper).Send(t.Context(), pay(1))
	require.NotContains(t, err.Error(), "send it some coins")

	id := w.created(game.Classic())
	w.node.unknown = 1_000
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	_, err = w.open(alice, id).Run(ctx, random(1), session.Observer{Trouble: func(error) { cancel() }})
	require.ErrorIs(t, err, context.Canceled)
	require.NotErrorIs(t, err, session.ErrGone)
}

// A winner that was away for its first window comes first in the second one too, and whoever proves its board there
// waits for the end of it.
func TestABotClaimsWheneverItMay(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		firstComesBack bool
		reason         types.Reason
	}{
		"the first claimant comes back": {firstComesBack: true, reason: types.REASON_CONCEDED},
		"the first claimant stays away": {reason: types.REASON_UNPROVEN},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			id, winner, loser := w.begun(game.Classic())
			_, err := w.open(loser, id).Concede(t.Context())
			require.NoError(t, err)
			v, err := w.open(winner, id).Look(t.Context())
			require.NoError(t, err)
			w.node.advance(v.State.Deadline - w.node.chain.Height() + 1)
			done, err := w.open(loser, id).Claim(t.Context())
			require.NoError(t, err)
			require.Nil(t, session.ResultOf[text.Claimed](done).Account, "the game goes on")
			require.Greater(t, session.ResultOf[text.Claimed](done).Until, w.node.chain.Height())
			player := winner
			if !tc.firstComesBack {
				player = loser
				w.node.advance(session.ResultOf[text.Claimed](done).Until - w.node.chain.Height() + 1)
			}
			result, err := w.open(player, id).Run(t.Context(), random(1), session.Observer{})
			require.NoError(t, err)
			require.Equal(t, tc.reason, result.Reason)
			winner, _ = result.WinnerAddress()
			require.Equal(t, chain.NewAccount(player).String(), winner)
		})
	}
}

// senderOf is who has signed a transaction.
func (w *world) senderOf(raw []byte) string {
	w.Helper()
	decoded, err := w.cctx.TxConfig.TxDecoder()(raw)
	require.NoError(w, err)
	signed, ok := decoded.(sdk.FeeTx)
	require.True(w, ok)
	return sdk.AccAddress(signed.FeePayer()).String()
}
