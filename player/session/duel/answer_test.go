package duel_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/playertest"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/session/duel"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/testutil/chain"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// person is a player at an off-chain game that chooses its shots later.
type person struct {
	*duel.Session
	seat   game.Seat
	events []game.Event
}

// meet returns the players of an off-chain game in which the creator shoots first, and its toss is known to both, and a
// context that bounds the test.
func meet(t *testing.T, r *game.Ruleset) (ctx context.Context, h *playertest.OffChain, creator, joiner *person) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	t.Cleanup(cancel)
	h = playertest.NewOffChain(t)
	for {
		id := h.Started(r)
		creator = &person{Session: duel.Open(h.ChannelPlayer(chain.Alice), id), seat: game.Creator}
		joiner = &person{Session: duel.Open(h.ChannelPlayer(chain.Bob), id), seat: game.Joiner}
		for _, p := range []*person{creator, joiner} {
			t.Cleanup(func() { require.NoError(t, p.Close()) })
		}
		joiner.acts(ctx, t) // and has a line to the relay
		if creator.acts(ctx, t).Actor == game.Creator {
			joiner.sees(ctx, t, func(s game.State) bool { return s.Phase == game.PhasePlay }, creator)
			return ctx, h, creator, joiner
		}
	}
}

// acts lets the player do all that needs no choice, and returns the game as the player knows it.
func (p *person) acts(ctx context.Context, t *testing.T) game.State {
	t.Helper()
	_, _, _, err := p.Advance(ctx, nil)
	require.NoError(t, err)
	v, err := p.Look(ctx)
	require.NoError(t, err)
	p.events = append(p.events, p.Events()...)
	return v.State
}

// sees lets both players act until the player sees something.
func (p *person) sees(ctx context.Context, t *testing.T, what func(game.State) bool, other *person) game.State {
	t.Helper()
	for {
		if s := p.acts(ctx, t); what(s) {
			return s
		}
		other.acts(ctx, t)
		require.NoError(t, p.Sleep(ctx))
	}
}

// shoots lets the player shoot.
func (p *person) shoots(ctx context.Context, t *testing.T, tile game.Tile) {
	t.Helper()
	status, err := p.Status(ctx)
	require.NoError(t, err)
	_, done, acted, err := p.Advance(ctx, &session.Aim{Tile: tile, Turn: status.Turn})
	require.NoError(t, err)
	require.True(t, acted)
	require.NotNil(t, done.Moved().Shot)
}

// fires lets the player shoot at a tile, and both act until it sees the other's answer.
func (p *person) fires(ctx context.Context, t *testing.T, tile game.Tile, other *person) game.State {
	t.Helper()
	p.shoots(ctx, t, tile)
	return p.sees(ctx, t, answered(other.seat, tile), other)
}

func answered(seat game.Seat, tile game.Tile) func(game.State) bool {
	return func(s game.State) bool { return s.Sides[seat].Answered.Has(tile) }
}

// Between two people a result once waited for the opponent's next shot.
func TestAnAnswerGoesAheadOfTheShot(t *testing.T) {
	t.Parallel()
	for _, r := range []*game.Ruleset{game.Classic(), game.ClassicZK()} {
		t.Run(r.Name, func(t *testing.T) {
			t.Parallel()
			ctx, h, creator, joiner := meet(t, r)
			sent := h.Transactions()
			state := creator.fires(ctx, t, 7, joiner)
			require.Equal(t, game.OwesShot, state.Owes)
			require.Equal(t, game.Joiner, state.Actor)

			// A new program of the joiner's continues from the answer.
			require.NoError(t, joiner.Close())
			joiner.Session = duel.Open(h.ChannelPlayer(chain.Bob), joiner.GameID())
			joiner.events = nil
			require.Equal(t, state, joiner.acts(ctx, t))
			joiner.events = append(joiner.PastEvents(), joiner.events...)
			joiner.fires(ctx, t, 9, creator)
			creator.shoots(ctx, t, 8)
			joiner.sees(ctx, t, answered(game.Joiner, 8), creator)
			creator.sees(ctx, t, answered(game.Joiner, 8), joiner)
			require.Equal(t, sent, h.Transactions())

			for _, p := range []*person{creator, joiner} {
				p.events = append(p.events, p.Events()...)
				var tiles []game.Tile
				tosses := 0
				for _, event := range p.events {
					switch e := event.(type) {
					case game.TossOpened:
						tosses++
					case game.ShotAnswered:
						tiles = append(tiles, e.Tile)
					}
				}
				require.Equal(t, []game.Tile{7, 9, 8}, tiles, "each answer once, for the %s", p.seat)
				require.Equal(t, 1, tosses, "the toss once, for the %s", p.seat)
			}
		})
	}
}

// Two programs whose players think once answered the same update for ever.
func TestAttackUpdatesThatBothHaveAreAnswered(t *testing.T) {
	t.Parallel()
	ctx, _, creator, joiner := meet(t, game.Classic())
	creator.shoots(ctx, t, 7)
	shot, owed := creator.Newest(), creator.OwedSince()
	creator.sees(ctx, t, answered(game.Joiner, 7), joiner)
	require.Equal(t, owed, creator.OwedSince(), "an answer ahead of the shot gives no time")
	require.Equal(t, joiner.Newest(), creator.Newest())
	require.False(t, creator.Answers(creator.Newest()))
	require.False(t, joiner.Answers(joiner.Newest()))
	require.True(t, joiner.Answers(shot))
}

// A player that has lost its log after it has answered gets its answer back from an opponent that waits for its shot.
func TestAnAnswerIsRecovered(t *testing.T) {
	t.Parallel()
	ctx, h, creator, joiner := meet(t, game.Classic())
	creator.fires(ctx, t, 7, joiner)
	v, err := joiner.Look(ctx)
	require.NoError(t, err)
	known, err := joiner.ChannelStatus(v)
	require.NoError(t, err)
	require.NoError(t, joiner.Close())
	require.NoError(t, os.RemoveAll(filepath.Dir(known.Log)))

	waiting, stop := context.WithCancel(ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_, _ = creator.AwaitUpdate(waiting, time.Minute)
	}()
	joiner.Session = duel.Open(h.ChannelPlayer(chain.Bob), joiner.GameID())
	done, err := joiner.Recover(ctx, nil, 2*time.Second)
	stop()
	<-ended
	require.NoError(t, err)
	require.Equal(t, text.Submitted{WasOffChain: true}, done.Result)
	v, err = joiner.Look(ctx)
	require.NoError(t, err)
	require.True(t, v.ChainState.State.Sides[game.Joiner].Answered.Has(7))
}

// A player that has seen an answer brings the state before its shot on-chain, and shoots elsewhere there.
func TestAttackAShotIsNotTakenBackAfterItsAnswer(t *testing.T) {
	t.Parallel()
	ctx, h, liar, honest := meet(t, game.Classic())
	v, err := liar.Look(ctx)
	require.NoError(t, err)
	before, err := liar.ChannelStatus(v)
	require.NoError(t, err)
	liar.fires(ctx, t, 7, honest)

	c := h.Client(chain.Alice)
	_, err = c.Send(ctx, &types.MsgSubmitState{
		Sender: c.Key().Address.String(), GameId: liar.GameID(), Proof: types.NewStateProof(before.Proof),
	}, &types.MsgShootAndReveal{Sender: c.Key().Address.String(), GameId: liar.GameID(), Target: "A1"})
	require.NoError(t, err)
	h.Node.Advance(1)
	for v.OffChain || v.ChainState.State.HasPending {
		honest.acts(ctx, t)
		require.NoError(t, honest.Sleep(ctx))
		v, err = honest.Look(ctx)
		require.NoError(t, err)
	}
	side := v.ChainState.State.Sides[game.Joiner]
	require.True(t, side.Answered.Has(7))
	require.Equal(t, 1, side.Answered.Len())
	require.Equal(t, game.Joiner, v.ChainState.State.Actor)
}

// A player that gives up off-chain brings the state before that on-chain, until its opponent has responded there.
func TestAConcessionIsNotSubmittedBeforeTheOpponentResponds(t *testing.T) {
	t.Parallel()
	ctx, h, creator, joiner := meet(t, game.Classic())
	creator.shoots(ctx, t, 7)
	before, err := creator.Look(ctx)
	require.NoError(t, err)
	_, err = joiner.Concede(ctx)
	require.NoError(t, err)
	c := h.Client(chain.Bob)
	_, err = c.Send(ctx, &types.MsgSubmitState{Sender: c.Key().Address.String(), GameId: joiner.GameID()})
	require.NoError(t, err)
	_, err = joiner.Submit(ctx)
	require.NoError(t, err)
	v, err := joiner.Look(ctx)
	require.NoError(t, err)
	require.Equal(t, before.State.Progress(), v.ChainState.State.Progress())
}

// A player that gives up when its last ship is hit sends the answer to that: it has lost by it.
func TestTheLastAnswerIsSentInPlaceOfAConcession(t *testing.T) {
	t.Parallel()
	r := game.Xaya()
	ctx, _, creator, joiner := meet(t, r)
	ships, err := r.FleetTiles(playertest.FleetOf(t, r))
	require.NoError(t, err)
	tiles := slices.Collect(ships.All())
	for _, tile := range tiles[1:] {
		creator.fires(ctx, t, tile, joiner)
	}
	creator.shoots(ctx, t, tiles[0])
	done, err := joiner.Concede(ctx)
	require.NoError(t, err)
	require.True(t, done.OffChain)
	require.Equal(t, text.ActMove, done.Act)
	v, err := joiner.Look(ctx)
	require.NoError(t, err)
	require.Equal(t, game.PhaseClaim, v.State.Phase)
	require.Equal(t, game.ReasonSunk, v.State.Reason)
}
