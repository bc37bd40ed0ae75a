package session_test

import (
	"bytes"
	"context"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/player/bot"
	"github.com/battleship-chain/battleship/player/playertest"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/session/duel"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// won restarts both players before each act, so this is a game that nobody remembers anything of between two acts.
func TestAGameSurvivesARestartBeforeEveryAct(t *testing.T) {
	t.Parallel()
	for _, r := range hashed() {
		t.Run(r.Name, func(t *testing.T) {
			w := playertest.New(t)
			id, winner, loser := w.Won(r)

			_, err := w.Open(loser, id).Claim(t.Context())
			require.ErrorIs(t, err, game.ErrTurn)
			done, err := w.Open(winner, id).Claim(t.Context())
			require.NoError(t, err)
			require.Equal(t, "42000000uship", session.ResultOf[text.Claimed](done).Reward.String())
			require.Equal(t, "420000uship", session.ResultOf[text.Claimed](done).LoserReward.String())

			var ended *duel.EndedError
			_, err = w.Open(winner, id).Claim(t.Context())
			require.ErrorAs(t, err, &ended, "second claim")
			require.Equal(t, id, ended.Result.GameId)
		})
	}
}

func TestRunResumesAGameInAnyPhase(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	id, first, second := w.Begun(game.Classic())
	_, err := w.Open(first, id).Shoot(t.Context(), "J10")
	require.NoError(t, err)

	group, ctx := errgroup.WithContext(t.Context())
	for i, name := range []string{first, second} {
		player := w.Open(name, id)
		group.Go(func() error {
			_, err := player.Run(ctx, bot.NewHunt(rand.New(rand.NewPCG(2, uint64(i))).IntN), session.Observer{})
			return err
		})
	}
	require.NoError(t, group.Wait())
}

func TestRunEndsWithItsContext(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	id := w.Created(game.Classic()) // nobody ever joins
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := w.Open(alice, id).Run(ctx, bot.NewRandom(rand.New(rand.NewPCG(1, 1)).IntN), session.Observer{})
	require.ErrorIs(t, err, context.Canceled)
}

func TestRunEndsWhenTheGameIsCancelled(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	id := w.Created(game.Classic())
	done, err := w.Open(alice, id).Cancel(t.Context())
	require.NoError(t, err)
	require.Greater(t, session.ResultOf[text.Returned](done).Until, w.Node.Chain.Height(), "a join may be on its way")
	w.Node.Advance(session.ResultOf[text.Returned](done).Until - w.Node.Chain.Height() + 1)
	_, err = w.Open(alice, id).Run(t.Context(), bot.NewRandom(rand.New(rand.NewPCG(1, 1)).IntN), session.Observer{})
	require.ErrorIs(t, err, session.ErrGone)
}

// Behind one address there can be several nodes, and one of them can be behind the block with the game.
func TestRunOutlastsANodeThatDoesNotKnowTheGameYet(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	id, first, second := w.Begun(game.Classic())
	_, err := w.Open(first, id).Concede(t.Context())
	require.NoError(t, err)
	for _, name := range []string{second, first} { // the winner, and who only hears the result
		w.Node.Unknown = 5
		result, err := w.Open(name, id).Run(t.Context(), bot.NewRandom(rand.New(rand.NewPCG(1, 1)).IntN), session.Observer{})
		require.NoError(t, err)
		require.Equal(t, types.REASON_CONCEDED, result.Reason)
		require.Zero(t, w.Node.Unknown)
	}
}

// A node tells of a block before its simulations build on it.
func TestAnActOutlastsSimulationsThatLagBehind(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	id, first, _ := w.Begun(game.Classic())
	w.Node.Lagging = 20
	_, err := w.Open(first, id).Concede(t.Context())
	require.NoError(t, err)
	require.Zero(t, w.Node.Lagging)
}

func TestRunClaimsWhenTheOpponentFallsSilent(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	id, first, second := w.Begun(game.Classic())
	v, err := w.Open(first, id).Look(t.Context())
	require.NoError(t, err)
	w.Node.Advance(v.State.Deadline - w.Node.Chain.Height() + 2)

	result, err := w.Open(second, id).Run(t.Context(), bot.NewRandom(rand.New(rand.NewPCG(1, 1)).IntN), session.Observer{})
	require.NoError(t, err)
	require.Equal(t, types.REASON_TIMEOUT, result.Reason)
	require.EqualValues(t, 4_200_000, result.Reward)
}

func TestAShotMeetsTheObligationFirst(t *testing.T) {
	t.Parallel()
	t.Run("the toss is opened, and the shot fired if it was won", func(t *testing.T) {
		w := playertest.New(t)
		id := w.Joined(game.Classic())
		done, err := w.Open(alice, id).Shoot(t.Context(), "B7")
		require.NoError(t, err)
		require.NotNil(t, done.Moved().First)
		if *done.Moved().First == game.Creator {
			require.NotNil(t, done.Moved().Shot)
			require.Nil(t, done.Moved().NotFired)
		} else {
			require.Nil(t, done.Moved().Shot)
			require.NotNil(t, done.Moved().NotFired)
		}
	})
	t.Run("a shot is answered and returned in one transaction", func(t *testing.T) {
		w := playertest.New(t)
		id, first, second := w.Begun(game.Classic())
		_, err := w.Open(first, id).Shoot(t.Context(), "J10")
		require.NoError(t, err)
		before := w.Node.Chain.Height()
		done, err := w.Open(second, id).Shoot(t.Context(), "B7")
		require.NoError(t, err)
		require.Equal(t, before+1, w.Node.Chain.Height(), "one transaction, one block")
		require.False(t, done.Moved().Answer.Hit)
		require.Equal(t, "B7", done.Ruleset.TileName(*done.Moved().Shot))
	})
	t.Run("where a hit shoots again, the victim answers and says that it did not shoot", func(t *testing.T) {
		w := playertest.New(t)
		id, first, second := w.Begun(game.Xaya())
		_, err := w.Open(first, id).Shoot(t.Context(), "A1")
		require.NoError(t, err)
		done, err := w.Open(second, id).Shoot(t.Context(), "H8")
		require.NoError(t, err)
		require.True(t, done.Moved().Answer.Hit)
		require.Nil(t, done.Moved().Answer.Sunk, "xaya announces no sunk ships")
		require.Nil(t, done.Moved().Shot)
		require.Equal(t, "H8", done.Ruleset.TileName(*done.Moved().NotFired))
	})
	t.Run("the shot that sinks a ship is answered with the ship", func(t *testing.T) {
		w := playertest.New(t)
		id, first, second := w.Begun(game.Classic())
		var last session.Done
		for _, shots := range [][2]string{{"A9", "J10"}, {"B9", "J9"}} {
			_, err := w.Open(first, id).Shoot(t.Context(), shots[0])
			require.NoError(t, err)
			last, err = w.Open(second, id).Shoot(t.Context(), shots[1])
			require.NoError(t, err)
		}
		require.Equal(t, "hit, destroyer sunk (A9 across)", text.Verdict(last.Ruleset, *last.Moved().Answer))
	})
}

func TestTheSessionRefusesIllegalMoves(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		// prepare brings a game about and returns its id and who acts.
		prepare func(w *playertest.World) (id uint64, name string)
		act     func(ctx context.Context, s *duel.Session) error
		want    error
		says    string
	}{
		"a shot before anybody has joined": {
			prepare: func(w *playertest.World) (uint64, string) { return w.Created(game.Classic()), alice },
			act:     shoot("A1"), want: game.ErrPhase, says: "no opponent has joined yet; waiting for an opponent",
		},
		"a shot when it is the opponent's turn": {
			prepare: func(w *playertest.World) (uint64, string) {
				id, _, second := w.Begun(game.Classic())
				return id, second
			},
			act: shoot("A1"), want: game.ErrTurn, says: "turn: the shot, by block",
		},
		"a shot by somebody else": {
			prepare: func(w *playertest.World) (uint64, string) { return w.Joined(game.Classic()), mallory },
			act:     shoot("A1"), want: text.ErrNotInGame, says: "got ship1",
		},
		"a shot in a game that never was": {
			prepare: func(*playertest.World) (uint64, string) { return 99, alice },
			act:     shoot("A1"), says: "99",
		},
		"a shot off the board": {
			prepare: func(w *playertest.World) (uint64, string) {
				id, first, _ := w.Begun(game.Classic())
				return id, first
			},
			act: shoot("K1"), want: game.ErrTile, says: `"K1"`,
		},
		"a shot at a tile that was shot at before": {
			prepare: func(w *playertest.World) (uint64, string) {
				id, first, second := w.Begun(game.Classic())
				_, err := w.Open(first, id).Shoot(context.Background(), "B7")
				require.NoError(w, err)
				_, err = w.Open(second, id).Shoot(context.Background(), "B7")
				require.NoError(w, err)
				return id, first
			},
			act: shoot("B7"), want: game.ErrTileTaken, says: "B7",
		},
		"an answer when a shot is owed": {
			prepare: func(w *playertest.World) (uint64, string) {
				id, first, _ := w.Begun(game.Classic())
				return id, first
			},
			act: do((*duel.Session).Answer), want: game.ErrTurn, says: "turn: the shot",
		},
		"a concession before anybody has joined": {
			prepare: func(w *playertest.World) (uint64, string) { return w.Created(game.Classic()), alice },
			act:     do((*duel.Session).Concede), want: game.ErrPhase,
			says: ": no opponent has joined yet: cancel it instead",
		},
		"a challenge by somebody else": {
			prepare: func(w *playertest.World) (uint64, string) { return w.Joined(game.Classic()), mallory },
			act:     do((*duel.Session).Challenge), want: text.ErrNotInGame,
		},
		"a claim before the end": {
			prepare: func(w *playertest.World) (uint64, string) { return w.Joined(game.Classic()), alice },
			act:     do((*duel.Session).Claim), want: game.ErrPhase, says: "there is nothing to claim yet",
		},
		"a claim by the player who conceded": {
			prepare: func(w *playertest.World) (uint64, string) {
				id := w.Joined(game.Classic())
				_, err := w.Open(bob, id).Concede(context.Background())
				require.NoError(w, err)
				return id, bob
			},
			act: do((*duel.Session).Claim), want: game.ErrTurn,
		},
		"cancelling a game that has begun": {
			prepare: func(w *playertest.World) (uint64, string) { return w.Joined(game.Classic()), alice },
			act:     do((*duel.Session).Cancel), want: game.ErrPhase,
			says: ": the game has begun, and concede gives it up",
		},
		"cancelling somebody else's game": {
			prepare: func(w *playertest.World) (uint64, string) { return w.Created(game.Classic()), bob },
			act:     do((*duel.Session).Cancel), want: text.ErrNotInGame,
		},
		"joining your own game": {
			prepare: func(w *playertest.World) (uint64, string) { return w.Created(game.Classic()), alice },
			act:     join(playertest.ClassicFleet), want: duel.ErrOwnGame,
		},
		"joining a game that is full": {
			prepare: func(w *playertest.World) (uint64, string) { return w.Joined(game.Classic()), mallory },
			act:     join(playertest.ClassicFleet), want: game.ErrPhase,
			says: ": the game has begun",
		},
		"joining with a fleet that lacks a ship": {
			prepare: func(w *playertest.World) (uint64, string) { return w.Created(game.Classic()), bob },
			act:     join("A1h,A3h,A5h,A7h"), want: game.ErrFleet,
		},
		"joining with ships that touch where they may not": {
			prepare: func(w *playertest.World) (uint64, string) { return w.Created(game.Xaya()), bob },
			act:     join("A1h,A2h,E3h,A5h,D5h,A7h,D7h"), want: game.ErrFleetTouch,
		},
		"joining with a ship that wraps over the edge": {
			prepare: func(w *playertest.World) (uint64, string) { return w.Created(game.Classic()), bob },
			act:     join("H1h,A3h,A5h,A7h,A9h"), want: game.ErrFleet,
		},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			w := playertest.New(t)
			id, actor := tc.prepare(w)
			before := w.Node.Chain.Height()
			err := tc.act(t.Context(), w.Open(actor, id))
			require.Error(t, err)
			if tc.want != nil {
				require.ErrorIs(t, err, tc.want)
			}
			require.ErrorContains(t, err, tc.says)
			require.Equal(t, before, w.Node.Chain.Height(), "nothing was sent")
		})
	}
}

func shoot(tile string) func(context.Context, *duel.Session) error {
	return func(ctx context.Context, s *duel.Session) error {
		_, err := s.Shoot(ctx, tile)
		return err
	}
}

func join(fleet string) func(context.Context, *duel.Session) error {
	return func(ctx context.Context, s *duel.Session) error {
		_, err := s.Join(ctx, "", func(r *game.Ruleset) (game.Fleet, error) { return r.ParseFleet(fleet) })
		return err
	}
}

// A player who entered with another program may have put anything into its recovery field.
func TestAnUnrecoverableBoardIsReportedBeforeSending(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		// recovery is what the entering message carries, given what it should.
		recovery func(w *playertest.World, b commitment.Binding, honest []byte) []byte
		want     error
	}{
		"the fleet in it is another one": {
			recovery: func(w *playertest.World, b commitment.Binding, _ []byte) []byte {
				other, err := b.Ruleset.ParseFleet("A2h,A4h,A6h,A8h,A10h")
				require.NoError(w, err)
				sealed, err := w.Player(alice).Vault.Seal(alice, b, other)
				require.NoError(w, err)
				return sealed.Recovery
			},
			want: text.ErrWrongBoard,
		},
		"it was altered": {
			recovery: func(_ *playertest.World, _ commitment.Binding, honest []byte) []byte {
				altered := bytes.Clone(honest)
				altered[len(altered)-1] ^= 1
				return altered
			},
		},
		"it is empty": {
			recovery: func(*playertest.World, commitment.Binding, []byte) []byte { return nil },
		},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			w := playertest.New(t)
			r := game.Classic()
			owner := w.Client(alice)
			b := commitment.Binding{ChainID: owner.ChainID(), Player: owner.Key().Address, Ruleset: r}
			board, err := w.Player(alice).Vault.Seal(alice, b, playertest.FleetOf(t, r))
			require.NoError(t, err)
			public, err := commitment.Commit(b, board.Fleet, board.Secret)
			require.NoError(t, err)
			receipt, err := owner.Send(t.Context(), &types.MsgCreateGame{
				Sender: owner.Key().Address.String(), RulesetId: r.ID,
				Entry: types.Entry{
					Board:    types.NewBoardCommitment(b.Nonce, public),
					Recovery: tc.recovery(w, b, board.Recovery),
				},
			})
			require.NoError(t, err)
			var created types.MsgCreateGameResponse
			require.NoError(t, receipt.Response(&created))
			_, err = w.Open(bob, created.GameId).Join(t.Context(), "", playertest.Choose(t))
			require.NoError(t, err)

			before := w.Node.Chain.Height()
			_, err = w.Open(alice, created.GameId).Answer(t.Context())
			require.Error(t, err)
			if tc.want != nil {
				require.ErrorIs(t, err, tc.want)
			}
			require.Equal(t, before, w.Node.Chain.Height(), "nothing was sent")
		})
	}
}

func TestNothingIsSentThatIsNotConfirmed(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	id, first, _ := w.Begun(game.Classic())
	p := w.Player(first)
	var asked []string
	p.Confirm = func(i text.Intent) error {
		asked = append(asked, text.Voice{}.Question(i))
		return context.Canceled
	}
	before := w.Node.Chain.Height()
	_, err := duel.Open(p, id).Shoot(t.Context(), "B7")
	require.ErrorIs(t, err, context.Canceled)
	require.Equal(t, []string{"shoot at B7 in game 1"}, asked)
	require.Equal(t, before, w.Node.Chain.Height())
}
