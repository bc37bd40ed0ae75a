package duel_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"cosmossdk.io/collections"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/internal/kit"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

func TestEveryEndIsCounted(t *testing.T) {
	t.Parallel()
	type player = types.Player
	expire := func(d *kit.Duel) { d.SkipTo(d.Now().Deadline + 2) }
	for name, c := range map[string]struct {
		end        func(d *kit.Duel)
		alice, bob player
	}{
		"conceded": {kit.ConcedeAndClaim, player{Won: 1, Streak: 1, BestStreak: 1}, player{Lost: 1, Conceded: 1}},
		"challenged, wrongly": {func(d *kit.Duel) {
			d.Deliver(d.Challenge(game.Joiner))
			d.Deliver(d.Claim(game.Creator))
		}, player{Won: 1, Streak: 1, BestStreak: 1}, player{Lost: 1, ChallengesWrong: 1}},
		"challenged, rightly": {func(d *kit.Duel) {
			d.Deliver(d.Challenge(game.Creator))
			expire(d)
			d.Deliver(d.Claim(game.Creator))
			expire(d)
		}, player{Won: 1, Streak: 1, BestStreak: 1, ChallengesRight: 1}, player{Lost: 1}},
		"challenged, wrongly, and proven late": {func(d *kit.Duel) {
			d.Deliver(d.Challenge(game.Joiner))
			expire(d)
			d.Deliver(d.Claim(game.Creator))
		}, player{Won: 1, Streak: 1, BestStreak: 1}, player{Lost: 1, ChallengesWrong: 1}},
		"timed out": {func(d *kit.Duel) {
			expire(d)
			d.Deliver(d.Claim(game.Creator))
		}, player{Won: 1, Streak: 1, BestStreak: 1}, player{Lost: 1, TimedOut: 1}},
		"conceded, then unproven": {func(d *kit.Duel) {
			d.Deliver(d.Concede(game.Creator))
			expire(d)
			d.Deliver(d.Claim(game.Creator))
			expire(d)
		}, player{Won: 1, Streak: 1, BestStreak: 1, Conceded: 1}, player{Lost: 1}},
		"void after a timeout": {func(d *kit.Duel) {
			expire(d)
			expire(d)
		}, player{}, player{TimedOut: 1}},
		"void after a challenge": {func(d *kit.Duel) {
			d.Deliver(d.Challenge(game.Creator))
			expire(d)
			expire(d)
		}, player{ChallengesRight: 1}, player{}},
		"void after a challenge by the joiner": {func(d *kit.Duel) {
			d.Deliver(d.Challenge(game.Joiner))
			expire(d)
			expire(d)
		}, player{}, player{ChallengesRight: 1}},
	} {
		t.Run(name, func(t *testing.T) {
			f := kit.New(t)
			d := f.Play(game.Classic())
			// Alice hits with her first shot; bob shoots at the same tile and hits, too.
			d.Exchange(1)
			c.end(d)
			for _, p := range []*player{&c.alice, &c.bob} {
				p.Games, p.BoardNonce, p.Shots, p.Hits = 1, 1, 1, 1
			}
			got := [...]player{f.Record(kit.Alice), f.Record(kit.Bob)}
			for i := range got {
				got[i].Rating, got[i].RatedGames, got[i].Rewarded = 0, 0, 0
			}
			require.Equal(t, [...]player{c.alice, c.bob}, got)
		})
	}
}

func TestAGameThatIsPlayedOutIsCounted(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	d := f.Play(game.Classic())
	d.PlayOut(game.PhaseClaim)
	last := d.Now()
	f.Deliver(d.Claim(last.Actor))
	ships := uint64(game.Classic().ShipTiles())
	for i, p := range []kit.Player{kit.Alice, kit.Bob} {
		got, opposite := f.Record(p), last.Sides[game.Seat(i).Other()]
		require.Equal(t, uint64(opposite.Answered.Len()), got.Shots, p.Name)
		require.Equal(t, uint64(opposite.Hits.Len()), got.Hits, p.Name)
		require.Zero(t, got.Conceded+got.TimedOut+got.ChallengesRight+got.ChallengesWrong, p.Name)
		require.Equal(t, uint64(1), got.RatedGames, p.Name)
		require.Equal(t, game.Seat(i) == last.Actor, got.Won == 1, p.Name)
		require.Equal(t, game.Seat(i) == last.Actor, got.Hits == ships, p.Name)
	}
}

func TestAnExpiredOfferIsNotCounted(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(d *kit.Duel){
		"cancelled": func(d *kit.Duel) { d.Withdraw(kit.Alice, d.ID) },
		"expired":   func(d *kit.Duel) { d.SkipTo(d.Now().Deadline + 2) },
		"declined": func(d *kit.Duel) {
			d.Deliver(&types.MsgDeclineGame{Sender: kit.Bob.Text(), GameId: d.ID})
		},
	} {
		t.Run(name, func(t *testing.T) {
			f := kit.New(t)
			msg := kit.CreateMsg(f.NewBoard(kit.Alice, game.Classic(), kit.ClassicFleet))
			msg.Opponent = kit.Bob.Text()
			f.Deliver(msg)
			require.Equal(t, types.Player{BoardNonce: 1, OpenGames: 1}, f.Record(kit.Alice))
			end(&kit.Duel{Fixture: f, ID: lastGame(f)})
			require.Equal(t, types.Player{BoardNonce: 1}, f.Record(kit.Alice))
			has, err := f.Keeper.Records().Players.Has(f.Ctx, kit.Bob.Addr)
			require.NoError(t, err)
			require.False(t, has, "who has only declined is no player yet")
		})
	}
}

func TestStreaksAreOfWinsInARow(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	height := int64(200)
	play := func(winner, loser kit.Player) {
		height++
		wonBy(f, winner, loser, height)
	}
	play(kit.Alice, kit.Bob)
	play(kit.Alice, kit.Bob)
	play(kit.Alice, kit.Carol)
	play(kit.Bob, kit.Alice)
	play(kit.Alice, kit.Bob)
	a, b := f.Record(kit.Alice), f.Record(kit.Bob)
	require.Equal(t, [2]uint64{1, 3}, [2]uint64{a.Streak, a.BestStreak})
	require.Equal(t, [2]uint64{0, 1}, [2]uint64{b.Streak, b.BestStreak})
}

func TestWhichGamesAreRated(t *testing.T) {
	t.Parallel()
	f := kit.New(t, kit.WithParams(func(p *types.Params) { p.PairRatedGames, p.RewardPeriodBlocks = 2, 50 }))
	casual := f.NewDuel(game.Classic(), func(m *types.MsgCreateGame) { m.Casual = true })
	f.Deliver(casual.Reveal(game.Creator, ""))
	casual.Exchange(1)
	kit.ConcedeAndClaim(casual)
	require.Zero(t, f.Record(kit.Alice).RatedGames, "a casual game is not")
	kit.ConcedeAndClaim(f.Play(game.Classic()))
	require.Equal(t, uint64(1), f.Record(kit.Bob).RatedGames, "who leaves before the first shot has lost as well")

	f = kit.New(t, kit.WithParams(func(p *types.Params) { p.PairRatedGames, p.RewardPeriodBlocks = 2, 50 }))
	rated := func(height int64) []uint32 {
		wonBy(f, kit.Alice, kit.Bob, height)
		return f.Over(lastGame(f)).Ratings
	}
	require.Equal(t, []uint32{1220, 1180}, rated(200))
	require.Len(t, rated(210), 2)
	require.Empty(t, rated(249), "two of the period were")
	require.Len(t, rated(250), 2, "the first has left the period")
	require.Empty(t, rated(259))
	require.Equal(t, uint64(3), f.Record(kit.Alice).RatedGames)
	require.True(t, f.Record(kit.Alice).Standing().Provisional())
}

// A pair is kept for its rated games alone if none of them has brought a reward.
func TestRegressionRatedGamesOfAPairThatWasNeverRewardedAreNotCounted(t *testing.T) {
	t.Parallel()
	f := kit.New(t, kit.WithParams(func(p *types.Params) {
		p.PairRatedGames, p.RewardPeriodBlocks, p.RewardMinShots = 2, 50, 1
	}))
	rated := func(height int64) []uint32 {
		f.Ctx = f.Ctx.WithBlockHeight(height - 1)
		d := f.Play(game.Classic())
		kit.ConcedeAndClaim(d)
		require.Zero(t, f.Result(d.ID).Reward)
		return f.Over(d.ID).Ratings
	}
	require.Len(t, rated(200), 2)
	pair, err := f.Keeper.Records().Pairs.Get(f.Ctx, pairKeyOf(kit.Alice, kit.Bob))
	require.NoError(t, err)
	require.Equal(t, types.Pair{RatedHeights: []int64{200}}, pair)
	require.Len(t, rated(210), 2)
	require.Empty(t, rated(249), "two of the period were")
	require.Len(t, rated(250), 2, "the first has left the period")
	require.Equal(t, uint64(3), f.Record(kit.Alice).RatedGames)
}

// pairKeyOf returns where two players are kept.
func pairKeyOf(a, b kit.Player) collections.Pair[sdk.AccAddress, sdk.AccAddress] {
	if bytes.Compare(a.Addr, b.Addr) > 0 {
		a, b = b, a
	}
	return collections.Join(a.Addr, b.Addr)
}

// lastGame returns the id of the game that was created last.
func lastGame(f *kit.Fixture) uint64 {
	f.Helper()
	id, err := f.Keeper.NextGameID(f.Ctx)
	require.NoError(f, err)
	return id - 1
}
