package player_test

import (
	"bytes"
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/cosmos/gogoproto/proto"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"cosmossdk.io/math"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/player/bot"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/watch"
	"github.com/battleship-chain/battleship/testutil/chain"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

func TestTwoBotsPlayAGameUnderASpectator(t *testing.T) {
	t.Parallel()
	for _, r := range hashed() {
		t.Run(r.Name, func(t *testing.T) {
			w := newWorld(t)
			ctx := t.Context()
			from := w.node.chain.Height() + 1
			s, created, err := session.Create(ctx, w.player(alice), session.Wish{Ruleset: r, Fleet: fleetOf(t, r)})
			require.NoError(t, err)
			joined := w.open(bob, s.GameID())
			_, err = joined.Join(ctx, "", choose(t))
			require.NoError(t, err)

			var (
				results [2]types.Result
				acts    [2]int
			)
			group, groupCtx := errgroup.WithContext(ctx)
			for i, player := range []*session.Session{s, joined} {
				group.Go(func() (err error) {
					hunt := bot.NewHunt(rand.New(rand.NewPCG(1, uint64(i))).IntN)
					results[i], err = player.Run(groupCtx, hunt, session.Observer{
						Acted: func(session.Done) { acts[i]++ },
					})
					return err
				})
			}
			require.NoError(t, group.Wait())
			require.Equal(t, results[0], results[1])

			result := results[0]
			require.Equal(t, types.REASON_SUNK, result.Reason)
			seat, err := result.Winner.Parse()
			require.NoError(t, err)
			winner, loser := result.Players[seat], result.Players[seat.Other()]
			for address, want := range map[string]int64{winner: 42_000_000, loser: 420_000} {
				balance, err := w.client(alice).Balance(ctx, address, types.RewardDenom)
				require.NoError(t, err)
				require.Equal(t, math.NewInt(want), balance.Amount)
			}

			// The spectator has seen the same game, and every transaction of it.
			watcher := watch.New(w.node, w.cctx.TxConfig.TxDecoder(), from, 0)
			replay, txs, bytes := follow(t, watcher, w.node.chain.Height())
			require.Equal(t, game.PhaseOver, replay.State().Phase)
			require.Equal(t, 2+acts[0]+acts[1], txs)
			require.Greater(t, bytes, txs*created.Bytes/10)
		})
	}
}

// follow replays a game from the blocks up to a height.
func follow(t *testing.T, watcher *watch.Watcher, last int64) (replay *types.Replay, txs, bytes int) {
	t.Helper()
	for {
		block, err := watcher.Next(t.Context())
		require.NoError(t, err)
		events := block.Events
		for _, tx := range block.Txs {
			require.Zero(t, tx.Code)
			require.Len(t, tx.Kinds, 1)
			require.Positive(t, tx.GasUsed)
			txs, bytes = txs+1, bytes+tx.Bytes
			events = append(events, tx.Events...)
		}
		for _, event := range events {
			if created, ok := event.(*types.EventGameCreated); ok {
				replay, err = types.NewReplay(created, block.Height)
				require.NoError(t, err)
				continue
			}
			require.NoError(t, replay.Apply(event, block.Height), "%T", event)
		}
		if block.Height == last {
			return replay, txs, bytes
		}
	}
}

// won restarts both players before each act, so this is a game that nobody remembers anything of between two acts.
func TestAGameSurvivesARestartBeforeEveryAct(t *testing.T) {
	t.Parallel()
	for _, r := range hashed() {
		t.Run(r.Name, func(t *testing.T) {
			w := newWorld(t)
			id, winner, loser := w.won(r)

			_, err := w.open(loser, id).Claim(t.Context())
			require.ErrorIs(t, err, game.ErrTurn)
			done, err := w.open(winner, id).Claim(t.Context())
			require.NoError(t, err)
			require.Equal(t, "42000000uship", session.ResultOf[text.Claimed](done).Reward.String())
			require.Equal(t, "420000uship", session.ResultOf[text.Claimed](done).LoserReward.String())

			var ended *session.EndedError
			_, err = w.open(winner, id).Claim(t.Context())
			require.ErrorAs(t, err, &ended, "second claim")
			require.Equal(t, id, ended.Result.GameId)
		})
	}
}

func TestRunResumesAGameInAnyPhase(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id, first, second := w.begun(game.Classic())
	_, err := w.open(first, id).Shoot(t.Context(), "J10")
	require.NoError(t, err)

	group, ctx := errgroup.WithContext(t.Context())
	for i, name := range []string{first, second} {
		player := w.open(name, id)
		group.Go(func() error {
			_, err := player.Run(ctx, bot.NewHunt(rand.New(rand.NewPCG(2, uint64(i))).IntN), session.Observer{})
			return err
		})
	}
	require.NoError(t, group.Wait())
}

func TestRunEndsWithItsContext(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.created(game.Classic()) // nobody ever joins
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := w.open(alice, id).Run(ctx, bot.NewRandom(rand.New(rand.NewPCG(1, 1)).IntN), session.Observer{})
	require.ErrorIs(t, err, context.Canceled)
}

func TestRunEndsWhenTheGameIsCancelled(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.created(game.Classic())
	done, err := w.open(alice, id).Cancel(t.Context())
	require.NoError(t, err)
	require.Greater(t, session.ResultOf[text.Returned](done).Until, w.node.chain.Height(), "a join may be on its way")
	w.node.advance(session.ResultOf[text.Returned](done).Until - w.node.chain.Height() + 1)
	_, err = w.open(alice, id).Run(t.Context(), bot.NewRandom(rand.New(rand.NewPCG(1, 1)).IntN), session.Observer{})
	require.ErrorIs(t, err, session.ErrGone)
}

// Behind one address there can be several nodes, and one of them can be behind the block with the game.
func TestRunOutlastsANodeThatDoesNotKnowTheGameYet(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id, first, second := w.begun(game.Classic())
	_, err := w.open(first, id).Concede(t.Context())
	require.NoError(t, err)
	for _, name := range []string{second, first} { // the winner, and who only hears the result
		w.node.unknown = 5
		result, err := w.open(name, id).Run(t.Context(), bot.NewRandom(rand.New(rand.NewPCG(1, 1)).IntN), session.Observer{})
		require.NoError(t, err)
		require.Equal(t, types.REASON_CONCEDED, result.Reason)
		require.Zero(t, w.node.unknown)
	}
}

// A node tells of a block before its simulations build on it.
func TestAnActOutlastsSimulationsThatLagBehind(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id, first, _ := w.begun(game.Classic())
	w.node.lagging = 20
	_, err := w.open(first, id).Concede(t.Context())
	require.NoError(t, err)
	require.Zero(t, w.node.lagging)
}

func TestRunClaimsWhenTheOpponentFallsSilent(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id, first, second := w.begun(game.Classic())
	v, err := w.open(first, id).Look(t.Context())
	require.NoError(t, err)
	w.node.advance(v.State.Deadline - w.node.chain.Height() + 2)

	result, err := w.open(second, id).Run(t.Context(), bot.NewRandom(rand.New(rand.NewPCG(1, 1)).IntN), session.Observer{})
	require.NoError(t, err)
	require.Equal(t, types.REASON_TIMEOUT, result.Reason)
	require.EqualValues(t, 4_200_000, result.Reward)
}

func TestAShotMeetsTheObligationFirst(t *testing.T) {
	t.Parallel()
	t.Run("the toss is opened, and the shot fired if it was won", func(t *testing.T) {
		w := newWorld(t)
		id := w.joined(game.Classic())
		done, err := w.open(alice, id).Shoot(t.Context(), "B7")
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
		w := newWorld(t)
		id, first, second := w.begun(game.Classic())
		_, err := w.open(first, id).Shoot(t.Context(), "J10")
		require.NoError(t, err)
		before := w.node.chain.Height()
		done, err := w.open(second, id).Shoot(t.Context(), "B7")
		require.NoError(t, err)
		require.Equal(t, before+1, w.node.chain.Height(), "one transaction, one block")
		require.False(t, done.Moved().Answer.Hit)
		require.Equal(t, "B7", done.Ruleset.TileName(*done.Moved().Shot))
	})
	t.Run("where a hit shoots again, the victim answers and says that it did not shoot", func(t *testing.T) {
		w := newWorld(t)
		id, first, second := w.begun(game.Xaya())
		_, err := w.open(first, id).Shoot(t.Context(), "A1")
		require.NoError(t, err)
		done, err := w.open(second, id).Shoot(t.Context(), "H8")
		require.NoError(t, err)
		require.True(t, done.Moved().Answer.Hit)
		require.Nil(t, done.Moved().Answer.Sunk, "xaya announces no sunk ships")
		require.Nil(t, done.Moved().Shot)
		require.Equal(t, "H8", done.Ruleset.TileName(*done.Moved().NotFired))
	})
	t.Run("the shot that sinks a ship is answered with the ship", func(t *testing.T) {
		w := newWorld(t)
		id, first, second := w.begun(game.Classic())
		var last session.Done
		for _, shots := range [][2]string{{"A9", "J10"}, {"B9", "J9"}} {
			_, err := w.open(first, id).Shoot(t.Context(), shots[0])
			require.NoError(t, err)
			last, err = w.open(second, id).Shoot(t.Context(), shots[1])
			require.NoError(t, err)
		}
		require.Equal(t, "hit, destroyer A9h sunk", text.Verdict(last.Ruleset, *last.Moved().Answer))
	})
}

func TestTheSessionRefusesIllegalMoves(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		// prepare brings a game about and returns its id and who acts.
		prepare func(w *world) (id uint64, name string)
		act     func(ctx context.Context, s *session.Session) error
		want    error
		says    string
	}{
		"a shot before anybody has joined": {
			prepare: func(w *world) (uint64, string) { return w.created(game.Classic()), alice },
			act:     shoot("A1"), want: game.ErrPhase, says: "the game was not joined yet; waiting for an opponent",
		},
		"a shot when it is the opponent's turn": {
			prepare: func(w *world) (uint64, string) {
				id, _, second := w.begun(game.Classic())
				return id, second
			},
			act: shoot("A1"), want: game.ErrTurn, says: "turn: the shot, by block",
		},
		"a shot by somebody else": {
			prepare: func(w *world) (uint64, string) { return w.joined(game.Classic()), mallory },
			act:     shoot("A1"), want: text.ErrNotInGame, says: "got ship1",
		},
		"a shot in a game that never was": {
			prepare: func(*world) (uint64, string) { return 99, alice },
			act:     shoot("A1"), says: "99",
		},
		"a shot off the board": {
			prepare: func(w *world) (uint64, string) {
				id, first, _ := w.begun(game.Classic())
				return id, first
			},
			act: shoot("K1"), want: game.ErrTile, says: `"K1"`,
		},
		"a shot at a tile that was shot at before": {
			prepare: func(w *world) (uint64, string) {
				id, first, second := w.begun(game.Classic())
				_, err := w.open(first, id).Shoot(context.Background(), "B7")
				require.NoError(w, err)
				_, err = w.open(second, id).Shoot(context.Background(), "B7")
				require.NoError(w, err)
				return id, first
			},
			act: shoot("B7"), want: game.ErrTileTaken, says: "B7",
		},
		"an answer when a shot is owed": {
			prepare: func(w *world) (uint64, string) {
				id, first, _ := w.begun(game.Classic())
				return id, first
			},
			act: do((*session.Session).Answer), want: game.ErrTurn, says: "turn: the shot",
		},
		"a concession before anybody has joined": {
			prepare: func(w *world) (uint64, string) { return w.created(game.Classic()), alice },
			act:     do((*session.Session).Concede), want: game.ErrPhase,
			says: ": the game was not joined yet, and cancel takes it back",
		},
		"a challenge by somebody else": {
			prepare: func(w *world) (uint64, string) { return w.joined(game.Classic()), mallory },
			act:     do((*session.Session).Challenge), want: text.ErrNotInGame,
		},
		"a claim before the end": {
			prepare: func(w *world) (uint64, string) { return w.joined(game.Classic()), alice },
			act:     do((*session.Session).Claim), want: game.ErrPhase, says: "there is nothing to claim yet",
		},
		"a claim by the player who conceded": {
			prepare: func(w *world) (uint64, string) {
				id := w.joined(game.Classic())
				_, err := w.open(bob, id).Concede(context.Background())
				require.NoError(w, err)
				return id, bob
			},
			act: do((*session.Session).Claim), want: game.ErrTurn,
		},
		"cancelling a game that has begun": {
			prepare: func(w *world) (uint64, string) { return w.joined(game.Classic()), alice },
			act:     do((*session.Session).Cancel), want: game.ErrPhase,
			says: ": the game has begun, and concede gives it up",
		},
		"cancelling somebody else's game": {
			prepare: func(w *world) (uint64, string) { return w.created(game.Classic()), bob },
			act:     do((*session.Session).Cancel), want: text.ErrNotInGame,
		},
		"joining your own game": {
			prepare: func(w *world) (uint64, string) { return w.created(game.Classic()), alice },
			act:     join(classicFleet), want: session.ErrOwnGame,
		},
		"joining a game that is full": {
			prepare: func(w *world) (uint64, string) { return w.joined(game.Classic()), mallory },
			act:     join(classicFleet), want: game.ErrPhase,
			says: ": the game has begun",
		},
		"joining with a fleet that lacks a ship": {
			prepare: func(w *world) (uint64, string) { return w.created(game.Classic()), bob },
			act:     join("A1h,A3h,A5h,A7h"), want: game.ErrFleet,
		},
		"joining with ships that touch where they may not": {
			prepare: func(w *world) (uint64, string) { return w.created(game.Xaya()), bob },
			act:     join("A1h,A2h,E3h,A5h,D5h,A7h,D7h"), want: game.ErrFleetTouch,
		},
		"joining with a ship that wraps over the edge": {
			prepare: func(w *world) (uint64, string) { return w.created(game.Classic()), bob },
			act:     join("H1h,A3h,A5h,A7h,A9h"), want: game.ErrFleet,
		},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			id, actor := tc.prepare(w)
			before := w.node.chain.Height()
			err := tc.act(t.Context(), w.open(actor, id))
			require.Error(t, err)
			if tc.want != nil {
				require.ErrorIs(t, err, tc.want)
			}
			require.ErrorContains(t, err, tc.says)
			require.Equal(t, before, w.node.chain.Height(), "nothing was sent")
		})
	}
}

func shoot(tile string) func(context.Context, *session.Session) error {
	return func(ctx context.Context, s *session.Session) error {
		_, err := s.Shoot(ctx, tile)
		return err
	}
}

func join(fleet string) func(context.Context, *session.Session) error {
	return func(ctx context.Context, s *session.Session) error {
		_, err := s.Join(ctx, "", func(r *game.Ruleset) (game.Fleet, error) { return r.ParseFleet(fleet) })
		return err
	}
}

func do(
	act func(*session.Session, context.Context) (session.Done, error),
) func(context.Context, *session.Session) error {
	return func(ctx context.Context, s *session.Session) error {
		_, err := act(s, ctx)
		return err
	}
}

// A player who entered with another program may have put anything into its recovery field.
func TestAnUnrecoverableBoardIsReportedBeforeSending(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		// recovery is what the entering message carries, given what it should.
		recovery func(w *world, b commitment.Binding, honest []byte) []byte
		want     error
	}{
		"the fleet in it is another one": {
			recovery: func(w *world, b commitment.Binding, _ []byte) []byte {
				other, err := b.Ruleset.ParseFleet("A2h,A4h,A6h,A8h,A10h")
				require.NoError(w, err)
				sealed, err := w.player(alice).Vault.Seal(alice, b, other)
				require.NoError(w, err)
				return sealed.Recovery
			},
			want: text.ErrWrongBoard,
		},
		"it was altered": {
			recovery: func(_ *world, _ commitment.Binding, honest []byte) []byte {
				altered := bytes.Clone(honest)
				altered[len(altered)-1] ^= 1
				return altered
			},
		},
		"it is empty": {
			recovery: func(*world, commitment.Binding, []byte) []byte { return nil },
		},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			r := game.Classic()
			owner := w.client(alice)
			b := commitment.Binding{ChainID: owner.ChainID(), Player: owner.Key().Address, Ruleset: r}
			board, err := w.player(alice).Vault.Seal(alice, b, fleetOf(t, r))
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
			_, err = w.open(bob, created.GameId).Join(t.Context(), "", choose(t))
			require.NoError(t, err)

			before := w.node.chain.Height()
			_, err = w.open(alice, created.GameId).Answer(t.Context())
			require.Error(t, err)
			if tc.want != nil {
				require.ErrorIs(t, err, tc.want)
			}
			require.Equal(t, before, w.node.chain.Height(), "nothing was sent")
		})
	}
}

func TestNothingIsSentThatIsNotConfirmed(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id, first, _ := w.begun(game.Classic())
	p := w.player(first)
	var asked []string
	p.Confirm = func(i text.Intent) error {
		asked = append(asked, text.Voice{}.Question(i))
		return context.Canceled
	}
	before := w.node.chain.Height()
	_, err := session.Open(p, id).Shoot(t.Context(), "B7")
	require.ErrorIs(t, err, context.Canceled)
	require.Equal(t, []string{"shoot at B7 in game 1"}, asked)
	require.Equal(t, before, w.node.chain.Height())
}

// What a spectator reads must be typed events of the module, whole.
func TestTheSpectatorReadsTypedEvents(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	from := w.node.chain.Height() + 1
	id := w.created(game.Classic())
	block, err := watch.New(w.node, w.cctx.TxConfig.TxDecoder(), from, 0).Next(t.Context())
	require.NoError(t, err)
	require.Len(t, block.Txs, 1)
	require.Equal(t, []string{"MsgCreateGame"}, block.Txs[0].Kinds)
	require.Len(t, block.Txs[0].Events, 1)
	created, ok := block.Txs[0].Events[0].(*types.EventGameCreated)
	require.True(t, ok)
	require.Equal(t, id, created.GameId)
	require.Equal(t, chain.NewAccount(alice).String(), created.Creator)
	require.NotEmpty(t, proto.MessageName(created))
}

// hashed are the rulesets whose boards are not proven.
func hashed() []*game.Ruleset {
	return slices.DeleteFunc(game.Rulesets(), func(r *game.Ruleset) bool { return r.Proven })
}
