package session_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/playertest"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/session/duel"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/testutil/chain"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Whatever keeps a bot from moving, it tries until its deadline and hears how the game ends.
func TestABotTriesUntilItsDeadline(t *testing.T) {
	t.Parallel()
	for name, keepOut := range map[string]func(n *playertest.Node, isBots func(raw []byte) bool){
		"the node takes no transactions": func(n *playertest.Node, isBots func([]byte) bool) {
			n.Closed = func(raw []byte) error {
				if isBots(raw) {
					return errCatchingUp
				}
				return nil
			}
		},
		"no block takes its transaction": func(n *playertest.Node, isBots func([]byte) bool) { n.KeptOut = isBots },
	} {
		t.Run(name, func(t *testing.T) {
			w := playertest.New(t)
			id, silent, winner := w.Begun(game.Classic())
			v, err := w.Open(silent, id).Look(t.Context())
			require.NoError(t, err)
			w.Node.MakeBlocksWhenAsked()
			address := chain.NewAccount(silent).String()
			keepOut(w.Node, func(raw []byte) bool { return senderOf(w, raw) == address })

			var told []string
			group, ctx := errgroup.WithContext(t.Context())
			results := map[string]*types.Result{silent: {}, winner: {}}
			for name, result := range results {
				player, observer := w.Open(name, id), session.Observer{}
				if name == silent {
					observer.Trouble = func(err error) { told = append(told, err.Error()) }
				}
				group.Go(func() (err error) {
					*result, err = player.Run(ctx, playertest.Random(1), observer)
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
		w := playertest.New(t)
		id := w.Joined(game.Xaya())
		failed := 0
		group, ctx := errgroup.WithContext(t.Context())
		for i, name := range []string{alice, bob} {
			player := w.Open(name, id)
			group.Go(func() error {
				_, err := player.Run(ctx, playertest.Random(uint64(i)), session.Observer{Acted: func(session.Done) {
					if i == 0 {
						w.Node.Spoil(1)
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
		w := playertest.New(t)
		id, first, _ := w.Begun(game.Classic())
		v, err := w.Open(first, id).Look(t.Context())
		require.NoError(t, err)
		w.Node.MakeBlocksWhenAsked()
		w.Node.Spoil(1000)
		var paused []*session.PausedError
		result, err := w.Open(first, id).Run(t.Context(), playertest.Random(1), session.Observer{
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
		attempts := 1000 - w.Node.Spoiled
		require.Greater(t, attempts, 5)
		require.Less(t, attempts, 20, "each costs its fee")
		require.Len(t, paused, attempts-1, "each pause is told")
	})
}

// A bot that is ended says why, and not what the node made of it.
func TestAnEndedBotReportsTheReason(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	id, _, waiting := w.Begun(game.Classic())
	cause := errors.New("the player wants to go on by hand")
	ctx, cancel := context.WithCancelCause(t.Context())
	w.Node.Silent = func(path string) bool {
		if strings.HasSuffix(path, "Query/Game") {
			cancel(cause)
			return true
		}
		return false
	}
	_, err := w.Open(waiting, id).Run(ctx, playertest.Random(1), session.Observer{})
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
	w := playertest.New(t)
	id, first, _ := w.Begun(game.Classic())
	cause := errors.New("the player wants to go on by hand")
	ctx, cancel := context.WithCancelCause(t.Context())
	_, err := w.Open(first, id).Run(ctx, giveUp(func() { cancel(cause) }), session.Observer{})
	require.ErrorIs(t, err, cause)
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
	w := playertest.New(t)
	id, first, _ := w.Begun(game.Classic())
	w.Node.MakeBlocksWhenAsked() // the third attempt waits for a block
	w.Node.Spoil(3)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var shot *game.Tile
	_, err := w.Open(first, id).Run(ctx, fickle{calls: new(int)}, session.Observer{Acted: func(d session.Done) {
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
	w := playertest.New(t)
	id, winner, _ := w.Won(game.Classic())
	v, err := w.Open(winner, id).Look(t.Context())
	require.NoError(t, err)
	require.Equal(t, game.OwesClaim, v.State.Owes)
	w.Node.Advance(v.State.Deadline - w.Node.Chain.Height()) // the next block is too late
	simulations, height := w.Node.Simulations, w.Node.Chain.Height()

	_, err = w.Open(winner, id).Claim(t.Context())
	require.ErrorIs(t, err, game.ErrLate)
	require.Equal(t, simulations, w.Node.Simulations, "nothing was shown")
	require.Equal(t, height, w.Node.Chain.Height(), "nothing was sent")
}

func TestABotDoesNotActAfterItsDeadline(t *testing.T) {
	t.Parallel()
	for name, prepare := range map[string]func(w *playertest.World) (uint64, string){
		"a shot": func(w *playertest.World) (uint64, string) {
			id, first, _ := w.Begun(game.Classic())
			return id, first
		},
		"the opening of the toss": func(w *playertest.World) (uint64, string) { return w.Joined(game.Classic()), alice },
		"a claim": func(w *playertest.World) (uint64, string) {
			id, winner, _ := w.Won(game.Xaya())
			return id, winner
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := playertest.New(t)
			id, actor := prepare(w)
			v, err := w.Open(actor, id).Look(t.Context())
			require.NoError(t, err)
			w.Node.Advance(v.State.Deadline - w.Node.Chain.Height())
			simulations, height := w.Node.Simulations, w.Node.Chain.Height()
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			looks := 0
			w.Node.Silent = func(path string) bool {
				if strings.HasSuffix(path, "Query/Game") {
					if looks++; looks == 5 {
						cancel()
					}
				}
				return false
			}
			_, err = w.Open(actor, id).Run(ctx, playertest.Random(1), session.Observer{})
			require.ErrorIs(t, err, context.Canceled)
			require.Equal(t, simulations, w.Node.Simulations, "nothing was shown")
			require.Equal(t, height, w.Node.Chain.Height(), "nothing was sent")
		})
	}
}

// The player pays for the gas that its node names.
func TestANodeThatNamesTooMuchGasIsNotPaid(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	id, first, second := w.Begun(game.Classic())
	w.Node.Lied = 49_999_999
	height := w.Node.Chain.Height()
	for what, act := range map[string]func() error{
		"a move":    func() error { return shoot("A1")(t.Context(), w.Open(first, id)) },
		"a payment": func() error { _, err := w.Client(alice).Send(t.Context(), pay(1)); return err },
		"another game": func() error {
			_, _, err := duel.Match(t.Context(), w.Player(second), duel.Wish{
				Ruleset: game.Classic(), Fleet: playertest.FleetOf(t, game.Classic()), Another: true,
			})
			return err
		},
		"a bot": func() error {
			_, err := w.Open(first, id).Run(t.Context(), playertest.Random(1), session.Observer{})
			return err
		},
	} {
		err := act()
		require.ErrorContains(t, err, "nothing was sent: expected at most ", what)
		require.ErrorContains(t, err, "says 49999999", what)
	}
	require.Equal(t, height, w.Node.Chain.Height())
	w.Node.Lied = 0
	require.NoError(t, shoot("A1")(t.Context(), w.Open(first, id)))
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
			w := playertest.New(t)
			id, winner, loser := w.Begun(game.Classic())
			_, err := w.Open(loser, id).Concede(t.Context())
			require.NoError(t, err)
			v, err := w.Open(winner, id).Look(t.Context())
			require.NoError(t, err)
			w.Node.Advance(v.State.Deadline - w.Node.Chain.Height() + 1)
			done, err := w.Open(loser, id).Claim(t.Context())
			require.NoError(t, err)
			require.Nil(t, session.ResultOf[text.Claimed](done).Account, "the game goes on")
			require.Greater(t, session.ResultOf[text.Claimed](done).Until, w.Node.Chain.Height())
			player := winner
			if !tc.firstComesBack {
				player = loser
				w.Node.Advance(session.ResultOf[text.Claimed](done).Until - w.Node.Chain.Height() + 1)
			}
			result, err := w.Open(player, id).Run(t.Context(), playertest.Random(1), session.Observer{})
			require.NoError(t, err)
			require.Equal(t, tc.reason, result.Reason)
			winner, _ = result.WinnerAddress()
			require.Equal(t, chain.NewAccount(player).String(), winner)
		})
	}
}

// senderOf is who has signed a transaction.
func senderOf(w *playertest.World, raw []byte) string {
	w.Helper()
	decoded, err := w.ClientCtx.TxConfig.TxDecoder()(raw)
	require.NoError(w, err)
	signed, ok := decoded.(sdk.FeeTx)
	require.True(w, ok)
	return sdk.AccAddress(signed.FeePayer()).String()
}
