package keeper_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"cosmossdk.io/collections"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

func TestEveryEndIsCounted(t *testing.T) {
	t.Parallel()
	type player = types.Player
	expire := func(d *duel) { d.skipTo(d.now().Deadline + 2) }
	for name, c := range map[string]struct {
		end        func(d *duel)
		alice, bob player
	}{
		"conceded": {concedeAndClaim, player{Won: 1, Streak: 1, BestStreak: 1}, player{Lost: 1, Conceded: 1}},
		"challenged, wrongly": {func(d *duel) {
			d.deliver(d.challenge(game.Joiner))
			d.deliver(d.claim(game.Creator))
		}, player{Won: 1, Streak: 1, BestStreak: 1}, player{Lost: 1, ChallengesWrong: 1}},
		"challenged, rightly": {func(d *duel) {
			d.deliver(d.challenge(game.Creator))
			expire(d)
			d.deliver(d.claim(game.Creator))
			expire(d)
		}, player{Won: 1, Streak: 1, BestStreak: 1, ChallengesRight: 1}, player{Lost: 1}},
		"challenged, wrongly, and proven late": {func(d *duel) {
			d.deliver(d.challenge(game.Joiner))
			expire(d)
			d.deliver(d.claim(game.Creator))
		}, player{Won: 1, Streak: 1, BestStreak: 1}, player{Lost: 1, ChallengesWrong: 1}},
		"timed out": {func(d *duel) {
			expire(d)
			d.deliver(d.claim(game.Creator))
		}, player{Won: 1, Streak: 1, BestStreak: 1}, player{Lost: 1, TimedOut: 1}},
		"conceded, then unproven": {func(d *duel) {
			d.deliver(d.concede(game.Creator))
			expire(d)
			d.deliver(d.claim(game.Creator))
			expire(d)
		}, player{Won: 1, Streak: 1, BestStreak: 1, Conceded: 1}, player{Lost: 1}},
		"void after a timeout": {func(d *duel) {
			expire(d)
			expire(d)
		}, player{}, player{TimedOut: 1}},
		"void after a challenge": {func(d *duel) {
			d.deliver(d.challenge(game.Creator))
			expire(d)
			expire(d)
		}, player{ChallengesRight: 1}, player{}},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t)
			d := f.play(game.Classic())
			// Alice hits with her first shot; bob shoots at the same tile and hits, too.
			d.exchange(1)
			c.end(d)
			for _, p := range []*player{&c.alice, &c.bob} {
				p.Games, p.BoardNonce, p.Shots, p.Hits = 1, 1, 1, 1
			}
			got := [...]player{f.record(alice), f.record(bob)}
			for i := range got {
				got[i].Rating, got[i].RatedGames, got[i].Rewarded = 0, 0, 0
			}
			require.Equal(t, [...]player{c.alice, c.bob}, got)
		})
	}
}

func TestAGameThatIsPlayedOutIsCounted(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	d := f.play(game.Classic())
	d.playOut(game.PhaseClaim)
	last := d.now()
	f.deliver(d.claim(last.Actor))
	ships := uint64(game.Classic().ShipTiles())
	for i, p := range []player{alice, bob} {
		got, opposite := f.record(p), last.Sides[game.Seat(i).Other()]
		require.Equal(t, uint64(opposite.Answered.Len()), got.Shots, p.name)
		require.Equal(t, uint64(opposite.Hits.Len()), got.Hits, p.name)
		require.Zero(t, got.Conceded+got.TimedOut+got.ChallengesRight+got.ChallengesWrong, p.name)
		require.Equal(t, uint64(1), got.RatedGames, p.name)
		require.Equal(t, game.Seat(i) == last.Actor, got.Won == 1, p.name)
		require.Equal(t, game.Seat(i) == last.Actor, got.Hits == ships, p.name)
	}
}

func TestAnExpiredOfferIsNotCounted(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(d *duel){
		"cancelled": func(d *duel) { d.withdraw(alice, d.id) },
		"expired":   func(d *duel) { d.skipTo(d.now().Deadline + 2) },
		"declined": func(d *duel) {
			d.deliver(&types.MsgDeclineGame{Sender: bob.text(), GameId: d.id})
		},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t)
			msg := createMsg(f.newBoard(alice, game.Classic(), classicFleet))
			msg.Opponent = bob.text()
			f.deliver(msg)
			require.Equal(t, types.Player{BoardNonce: 1, OpenGames: 1}, f.record(alice))
			end(&duel{fixture: f, id: f.lastGame()})
			require.Equal(t, types.Player{BoardNonce: 1}, f.record(alice))
			has, err := f.keeper.Records().Players.Has(f.ctx, bob.addr)
			require.NoError(t, err)
			require.False(t, has, "who has only declined is no player yet")
		})
	}
}

func TestStreaksAreOfWinsInARow(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	height := int64(200)
	play := func(winner, loser player) {
		height++
		f.wonBy(winner, loser, height)
	}
	play(alice, bob)
	play(alice, bob)
	play(alice, carol)
	play(bob, alice)
	play(alice, bob)
	a, b := f.record(alice), f.record(bob)
	require.Equal(t, [2]uint64{1, 3}, [2]uint64{a.Streak, a.BestStreak})
	require.Equal(t, [2]uint64{0, 1}, [2]uint64{b.Streak, b.BestStreak})
}

func TestWhichGamesAreRated(t *testing.T) {
	t.Parallel()
	f := newFixture(t, withParams(func(p *types.Params) { p.PairRatedGames, p.RewardPeriodBlocks = 2, 50 }))
	casual := f.newDuelFor(func(m *types.MsgCreateGame) { m.Casual = true })
	f.deliver(casual.reveal(game.Creator, ""))
	casual.exchange(1)
	concedeAndClaim(casual)
	require.Zero(t, f.record(alice).RatedGames, "a casual game is not")
	concedeAndClaim(f.play(game.Classic()))
	require.Equal(t, uint64(1), f.record(bob).RatedGames, "who leaves before the first shot has lost as well")

	f = newFixture(t, withParams(func(p *types.Params) { p.PairRatedGames, p.RewardPeriodBlocks = 2, 50 }))
	rated := func(height int64) []uint32 {
		f.wonBy(alice, bob, height)
		return f.over(f.lastGame()).Ratings
	}
	require.Equal(t, []uint32{1220, 1180}, rated(200))
	require.Len(t, rated(210), 2)
	require.Empty(t, rated(249), "two of the period were")
	require.Len(t, rated(250), 2, "the first has left the period")
	require.Empty(t, rated(259))
	require.Equal(t, uint64(3), f.record(alice).RatedGames)
	require.True(t, f.record(alice).Standing().Provisional())
}

// A pair is kept for its rated games alone if none of them has brought a reward.
func TestRegressionRatedGamesOfAPairThatWasNeverRewardedAreNotCounted(t *testing.T) {
	t.Parallel()
	f := newFixture(t, withParams(func(p *types.Params) {
		p.PairRatedGames, p.RewardPeriodBlocks, p.RewardMinShots = 2, 50, 1
	}))
	rated := func(height int64) []uint32 {
		f.ctx = f.ctx.WithBlockHeight(height - 1)
		d := f.play(game.Classic())
		concedeAndClaim(d)
		require.Zero(t, f.result(d.id).Reward)
		return f.over(d.id).Ratings
	}
	require.Len(t, rated(200), 2)
	pair, err := f.keeper.Records().Pairs.Get(f.ctx, pairKeyOf(alice, bob))
	require.NoError(t, err)
	require.Equal(t, types.Pair{RatedHeights: []int64{200}}, pair)
	require.Len(t, rated(210), 2)
	require.Empty(t, rated(249), "two of the period were")
	require.Len(t, rated(250), 2, "the first has left the period")
	require.Equal(t, uint64(3), f.record(alice).RatedGames)
}

// pairKeyOf returns where two players are kept.
func pairKeyOf(a, b player) collections.Pair[sdk.AccAddress, sdk.AccAddress] {
	if bytes.Compare(a.addr, b.addr) > 0 {
		a, b = b, a
	}
	return collections.Join(a.addr, b.addr)
}

// lastGame returns the id of the game that was created last.
func (f *fixture) lastGame() uint64 {
	f.Helper()
	id, err := f.keeper.NextGameID(f.ctx)
	require.NoError(f, err)
	return id - 1
}
