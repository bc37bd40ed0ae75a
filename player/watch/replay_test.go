package watch_test

import (
	"math/rand/v2"
	"testing"

	"github.com/cosmos/gogoproto/proto"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"cosmossdk.io/math"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/bot"
	"github.com/battleship-chain/battleship/player/playertest"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/session/duel"
	"github.com/battleship-chain/battleship/player/watch"
	"github.com/battleship-chain/battleship/testutil/chain"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

func TestTwoBotsPlayAGameUnderASpectator(t *testing.T) {
	t.Parallel()
	for _, r := range hashed() {
		t.Run(r.Name, func(t *testing.T) {
			w := playertest.New(t)
			ctx := t.Context()
			from := w.Node.Chain.Height() + 1
			s, created, err := duel.Create(ctx, w.Player(alice), duel.Wish{Ruleset: r, Fleet: playertest.FleetOf(t, r)})
			require.NoError(t, err)
			joined := w.Open(bob, s.GameID())
			_, err = joined.Join(ctx, "", playertest.Choose(t))
			require.NoError(t, err)

			var (
				results [2]types.Result
				acts    [2]int
			)
			group, groupCtx := errgroup.WithContext(ctx)
			for i, player := range []*duel.Session{s, joined} {
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
				balance, err := w.Client(alice).Balance(ctx, address, types.RewardDenom)
				require.NoError(t, err)
				require.Equal(t, math.NewInt(want), balance.Amount)
			}

			// The spectator has seen the same game, and every transaction of it.
			watcher := watch.New(w.Node, w.ClientCtx.TxConfig.TxDecoder(), from, 0)
			replay, txs, bytes := follow(t, watcher, w.Node.Chain.Height())
			require.Equal(t, game.PhaseOver, replay.State().Phase)
			require.Equal(t, 2+acts[0]+acts[1], txs)
			require.Greater(t, bytes, txs*created.Bytes/10)
		})
	}
}

// What a spectator reads must be typed events of the module, whole.
func TestTheSpectatorReadsTypedEvents(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	from := w.Node.Chain.Height() + 1
	id := w.Created(game.Classic())
	block, err := watch.New(w.Node, w.ClientCtx.TxConfig.TxDecoder(), from, 0).Next(t.Context())
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
