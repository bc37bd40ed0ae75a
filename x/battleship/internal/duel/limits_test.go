package duel_test

import (
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"cosmossdk.io/collections"
	"cosmossdk.io/math"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/internal/kit"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// wonBy has a player win a game that was joined in the block before, after a shot by each side. It returns why the win
// was not rewarded; so does the event, and so did the query beforehand.
func wonBy(f *kit.Fixture, winner, loser kit.Player, height int64) types.Withheld {
	f.Helper()
	r := game.Classic()
	d := &kit.Duel{Fixture: f, Boards: [...]kit.Board{
		f.NewBoard(winner, r, kit.ClassicFleet), f.NewBoard(loser, r, kit.ClassicFleet),
	}}
	f.Ctx = f.Ctx.WithBlockHeight(height - 1)
	d.ID = f.Create(d.Boards[game.Creator])
	join := kit.JoinMsg(d.ID, d.Boards[game.Joiner])
	join.Toss = d.TossFor(game.Creator)
	f.Deliver(join)
	f.Ctx = f.Ctx.WithBlockHeight(height)
	f.Deliver(d.Reveal(game.Creator, ""))
	d.Exchange(1)
	// A query answers for the next block.
	before := f.Ctx
	f.Ctx = f.Ctx.WithBlockHeight(height - 1)
	foreseen := withheldOf(f, d.ID)
	f.Ctx = before.WithEventManager(sdk.NewEventManager())
	f.Deliver(d.Concede(game.Joiner))
	require.Equal(f, foreseen, withheldOf(f, d.ID), "what was foreseen is decided")
	f.Ctx = f.Ctx.WithEventManager(sdk.NewEventManager())
	res, err := f.Msgs.ClaimWin(f.Ctx, d.Claim(game.Creator))
	require.NoError(f, err)
	f.Replay()
	require.Equal(f, res.Withheld, f.Over(d.ID).Withheld)
	require.Equal(f, res.Withheld, foreseen)
	require.Equal(f, res.Withheld == types.WITHHELD_NONE, res.Shares[0].Reward+res.Shares[1].Reward > 0)
	return res.Withheld
}

func TestAttackAPairCoolsDown(t *testing.T) {
	t.Parallel()
	const cooldown = 20
	f := kit.New(t, kit.WithParams(func(p *types.Params) { p.PairCooldownBlocks = cooldown }))
	require.Equal(t, types.WITHHELD_NONE, wonBy(f, kit.Alice, kit.Bob, 200))
	require.Equal(t, types.WITHHELD_PAIR, wonBy(f, kit.Alice, kit.Bob, 200), "in the same block")
	require.Equal(t, types.WITHHELD_PAIR, wonBy(f, kit.Bob, kit.Alice, 200+cooldown-1), "whoever wins")
	require.Equal(t, types.WITHHELD_NONE, wonBy(f, kit.Alice, kit.Carol, 200+cooldown-1), "others do not wait")
	require.Equal(t, types.WITHHELD_NONE, wonBy(f, kit.Bob, kit.Alice, 200+cooldown),
		"a win without reward does not count")
	require.Equal(t, types.WITHHELD_PAIR, wonBy(f, kit.Alice, kit.Bob, 200+2*cooldown-1))
	f.SetParams(func(p *types.Params) { p.PairCooldownBlocks = cooldown - 1 })
	require.Equal(t, types.WITHHELD_NONE, wonBy(f, kit.Alice, kit.Bob, 200+2*cooldown-1), "the params of the end count")
}

func TestBothSidesMustHaveShot(t *testing.T) {
	t.Parallel()
	for shots, want := range map[int]types.Withheld{2: types.WITHHELD_SHOTS, 3: types.WITHHELD_NONE} {
		f := kit.New(t, kit.WithParams(func(p *types.Params) { p.RewardMinShots = 3 }))
		d := f.Play(game.Classic())
		d.Exchange(shots)
		require.Equal(t, types.WITHHELD_NONE, withheldOf(f, d.ID), "shots are not foreseen: more may follow")
		kit.ConcedeAndClaim(d)
		require.Equal(t, want, f.Over(d.ID).Withheld, "%d shots", shots)
	}
	f := kit.New(t, kit.WithParams(func(p *types.Params) { p.RewardMinShots = 1 }))
	d := f.Play(game.Classic())
	d.Fire(game.Creator, "A1")
	kit.ConcedeAndClaim(d)
	require.Equal(t, types.WITHHELD_SHOTS, f.Over(d.ID).Withheld, "the loser has not shot")
}

func TestACasualGameBringsNoReward(t *testing.T) {
	t.Parallel()
	f := kit.New(t, kit.WithParams(kit.Public))
	f.FundCast()
	d := f.NewDuel(game.Classic(), func(m *types.MsgCreateGame) { m.Casual = true })
	require.Zero(t, f.Held(types.DefaultFeeDenom), "it takes no fee")
	f.Deliver(d.Reveal(game.Creator, ""))
	d.Exchange(1)
	require.Equal(t, types.WITHHELD_CASUAL, withheldOf(f, d.ID))
	kit.ConcedeAndClaim(d)
	require.Equal(t, types.WITHHELD_CASUAL, f.Over(d.ID).Withheld)
	require.Zero(t, f.Balance(kit.Alice.Addr))
}

// The limits of players and of the chain against a list that is counted through, at random heights and with limits that
// change.
func TestLimitsRollExactly(t *testing.T) {
	t.Parallel()
	for seed := range int64(3) {
		dice := rand.New(rand.NewSource(seed))
		f := kit.New(t, kit.WithParams(func(p *types.Params) { p.RewardPeriodBlocks = 30 }))
		cast := []kit.Player{kit.Alice, kit.Bob, kit.Mallory, kit.Carol}
		var all []int64
		won := make(map[string][]int64)
		height := int64(200)
		reached := func(wins []int64, limit uint32) bool {
			n := uint32(0)
			for _, h := range wins {
				if h > height-30 {
					n++
				}
			}
			return limit > 0 && n >= limit
		}
		seen := make(map[types.Withheld]int)
		for i := range 150 {
			if i%25 == 24 {
				f.SetParams(func(p *types.Params) {
					p.ChainRewards = uint32(dice.Intn(12))
					p.PlayerRewards = uint32(dice.Intn(5))
					if p.ChainRewards > 0 {
						p.PlayerRewards = min(p.PlayerRewards, p.ChainRewards)
					}
				})
			}
			height += dice.Int63n(6)
			p := f.Params()
			w := dice.Intn(len(cast))
			l := (w + 1 + dice.Intn(len(cast)-1)) % len(cast)
			want := types.WITHHELD_NONE
			switch {
			case reached(won[cast[w].Name], p.PlayerRewards):
				want = types.WITHHELD_PLAYER
			case reached(all, p.ChainRewards):
				want = types.WITHHELD_CHAIN
			}
			// The query cannot know who will win, so it is left out here.
			d := &kit.Duel{Fixture: f, Boards: [...]kit.Board{
				f.NewBoard(cast[w], game.Xaya(), kit.XayaFleet), f.NewBoard(cast[l], game.Xaya(), kit.XayaFleet),
			}}
			f.Ctx = f.Ctx.WithBlockHeight(height).WithEventManager(sdk.NewEventManager())
			id, err := f.Keeper.NextGameID(f.Ctx)
			require.NoError(t, err)
			d.ID = id
			require.NoError(t, f.Handle(kit.CreateMsg(d.Boards[0])))
			require.NoError(t, f.Handle(kit.JoinMsg(id, d.Boards[1])))
			require.NoError(t, f.Handle(d.Concede(game.Joiner)))
			res, err := f.Msgs.ClaimWin(f.Ctx, d.Claim(game.Creator))
			require.NoError(t, err)
			require.Equal(t, want, res.Withheld, "seed %d, game %d in block %d", seed, i, height)
			seen[want]++
			if want == types.WITHHELD_NONE {
				won[cast[w].Name], all = append(won[cast[w].Name], height), append(all, height)
			}
		}
		require.Positive(t, seen[types.WITHHELD_NONE])
		require.Positive(t, seen[types.WITHHELD_PLAYER]+seen[types.WITHHELD_CHAIN], "seed %d: %v", seed, seen)
	}
}

// Of a player's wins the last 32 are kept, no more and no others: with the limit at its highest the oldest of them
// decides.
func TestRegressionTheWrongOldWinOfAPlayerIsRemoved(t *testing.T) {
	t.Parallel()
	const wins = types.MaxPlayerRewards + 3
	f := kit.New(t)
	heights := make(map[uint64]int64)
	for i := range uint64(wins) {
		height := 200 + 10*int64(i)
		require.Equal(t, types.WITHHELD_NONE, wonBy(f, kit.Alice, kit.Bob, height))
		heights[i] = height
		if i >= types.MaxPlayerRewards {
			delete(heights, i-types.MaxPlayerRewards)
		}
		kept := make(map[uint64]int64)
		of := collections.NewPrefixedPairRange[sdk.AccAddress, uint64](kit.Alice.Addr)
		require.NoError(t, f.Keeper.Records().Places.Walk(f.Ctx, of,
			func(key collections.Pair[sdk.AccAddress, uint64], height int64) (bool, error) {
				kept[key.K2()] = height
				return false, nil
			}))
		require.Equal(t, heights, kept, "after %d wins", i+1)
	}
	oldest, last := heights[wins-types.MaxPlayerRewards], heights[wins-1]
	f.SetParams(func(p *types.Params) {
		p.PlayerRewards, p.RewardPeriodBlocks = types.MaxPlayerRewards, last-oldest+10
	})
	require.Equal(t, types.WITHHELD_PLAYER, wonBy(f, kit.Alice, kit.Bob, last+9), "the oldest that is kept still counts")
	require.Equal(t, types.WITHHELD_NONE, wonBy(f, kit.Alice, kit.Bob, last+10), "it has left the period")
}

// With the limit at its highest, the 33rd reward of a player in one period is withheld until the first has left it.
func TestThe33rdRewardOfAPeriodIsWithheld(t *testing.T) {
	t.Parallel()
	const period, first = 1_000, 200
	f := kit.New(t, kit.WithParams(func(p *types.Params) {
		p.PlayerRewards, p.RewardPeriodBlocks = types.MaxPlayerRewards, period
	}))
	for i := range int64(types.MaxPlayerRewards) {
		require.Equal(t, types.WITHHELD_NONE, wonBy(f, kit.Alice, kit.Bob, first+i), "win %d", i+1)
	}
	require.Equal(t, types.WITHHELD_PLAYER, wonBy(f, kit.Alice, kit.Bob, first+types.MaxPlayerRewards))
	require.Equal(t, types.WITHHELD_PLAYER, wonBy(f, kit.Alice, kit.Bob, first+period-1), "the first still counts")
	for i := range int64(2) {
		require.Equal(t, types.WITHHELD_NONE, wonBy(f, kit.Alice, kit.Bob, first+period+i), "win %d has left the period", i+1)
		require.Equal(t, types.WITHHELD_PLAYER, wonBy(f, kit.Alice, kit.Bob, first+period+i),
			"one reward left the period, not two")
	}
}

func TestTheEndOfPlayCostsTheSameHoweverManyWinsThereWere(t *testing.T) {
	t.Parallel()
	cost := func(limit uint32, wins int) (ends, claims kit.Count) {
		f := kit.New(t, kit.WithParams(func(p *types.Params) {
			p.PlayerRewards, p.ChainRewards = types.MaxPlayerRewards, limit
		}))
		for i := range wins {
			require.Equal(t, types.WITHHELD_NONE, wonBy(f, kit.Alice, kit.Bob, 200+int64(i)*90_000))
		}
		d := f.Play(game.Classic())
		d.Exchange(1)
		ends = f.Store.During(func() { require.NoError(t, f.Handle(d.Concede(game.Joiner))) })
		claims = f.Store.During(func() { require.NoError(t, f.Handle(d.Claim(game.Creator))) })
		for _, c := range []*kit.Count{&ends, &claims} {
			c.BytesRead, c.BytesWritten = 0, 0
		}
		return ends, claims
	}
	end, claim := cost(types.MaxPlayerRewards, types.MaxPlayerRewards+2)
	for name, c := range map[string]struct {
		limit uint32
		wins  int
	}{
		"more wins":      {types.MaxPlayerRewards, types.MaxPlayerRewards + 8},
		"a higher limit": {types.MaxChainRewards, types.MaxPlayerRewards + 8},
	} {
		ends, claims := cost(c.limit, c.wins)
		require.Equal(t, end, ends, name)
		require.Equal(t, claim, claims, name)
	}
}

func TestParamsThatContradictEachOther(t *testing.T) {
	t.Parallel()
	require.NoError(t, types.DefaultParams().Validate())
	require.NoError(t, types.LocalParams().Validate())
	type params = *types.Params
	for name, change := range map[string]func(params){
		"more rewards for a player than for all":   func(p params) { p.PlayerRewards, p.ChainRewards = 11, 10 },
		"a public network without shots":           func(p params) { p.RewardMinShots = 0 },
		"a public network without a cool-down":     func(p params) { p.PairCooldownBlocks = 0 },
		"a public network without players' limits": func(p params) { p.PlayerRewards = 0 },
		"a public network without a chain's limit": func(p params) { p.ChainRewards = 0 },
		"a public network without a deposit":       func(p params) { p.OpenDeposit.Amount = math.ZeroInt() },
		"a public network without a price":         func(p params) { p.RewardPrice.Amount = math.ZeroInt() },
		"Shipcoin for less than itself":            func(p params) { p.RewardPrice = sdk.NewInt64Coin("uship", 999_999) },
		"a price that no fee can be": func(p params) {
			p.RewardPrice.Amount = kit.PowerOfTwo(types.MaxPriceBits)
		},
		"a negative price":                        func(p params) { p.RewardPrice.Amount = math.NewInt(-1) },
		"no price at all":                         func(p params) { p.RewardPrice = sdk.Coin{} },
		"no deposit at all":                       func(p params) { p.OpenDeposit = sdk.Coin{} },
		"stakes out of order":                     func(p params) { p.StakeDenoms = []string{"uship", "uanchor"} },
		"the same stake twice":                    func(p params) { p.StakeDenoms = []string{"uship", "uship"} },
		"a stake that is no coin":                 func(p params) { p.StakeDenoms = []string{"?"} },
		"more stakes than a list has room for":    func(p params) { p.StakeDenoms = make([]string, types.MaxStakeDenoms+1) },
		"more for the house than the bound":       func(p params) { p.HouseShareBps = types.MaxHouseShareBps + 1 },
		"correspondence faster than the fastest":  func(p params) { p.TurnBlocksCorrespondence = p.TurnBlocksMin - 1 },
		"correspondence slower than the slowest":  func(p params) { p.TurnBlocksCorrespondence = p.TurnBlocksMax + 1 },
		"blocks that take no time":                func(p params) { p.BlockMillis = 0 },
		"blocks that take more than an hour":      func(p params) { p.BlockMillis = types.MaxBlockMillis + 1 },
		"no open games":                           func(p params) { p.MaxOpenGames = 0 },
		"too many open games":                     func(p params) { p.MaxOpenGames = types.MaxOpenGames + 1 },
		"a period of no blocks":                   func(p params) { p.RewardPeriodBlocks = 0 },
		"more shots than the bound":               func(p params) { p.RewardMinShots = types.MaxRewardMinShots + 1 },
		"more rated games than a pair remembers":  func(p params) { p.PairRatedGames = types.MaxPairRatedGames + 1 },
		"more rewards than are remembered of one": func(p params) { p.PlayerRewards = types.MaxPlayerRewards + 1 },
		"more rewards than are remembered of all": func(p params) { p.ChainRewards = types.MaxChainRewards + 1 },
	} {
		t.Run(name, func(t *testing.T) {
			p := types.DefaultParams()
			change(&p)
			err := p.Validate()
			require.ErrorIs(t, err, types.ErrInvalidParams)
			require.Regexp(t, "expected .*got ", err.Error())
		})
	}
}

// The sums that no period can begin after any more are forgotten, at most two in a block, and a genesis file may have
// forgotten them. The last of them stays: it is what a period that begins there is measured from.
func TestOldSumsOfPromisesAreForgotten(t *testing.T) {
	t.Parallel()
	f := kit.New(t, kit.WithParams(func(p *types.Params) { p.RewardGrowthPpm = 0 }))
	heights := func() (kept []int64) {
		for _, p := range f.Exported().Promised {
			kept = append(kept, p.Height)
		}
		return kept
	}
	wins := func(heights ...int64) {
		for _, height := range heights {
			require.Equal(t, types.WITHHELD_NONE, wonBy(f, kit.Alice, kit.Bob, height))
		}
	}
	const last = types.MaxClockBlocks + 203
	wins(200, 201, 202, 203, 204)
	require.Equal(t, []int64{200, 201, 202, 203, 204}, heights())
	wins(last)
	require.Equal(t, []int64{202, 203, 204, last}, heights(), "two at most")
	wins(last, last)
	require.Equal(t, []int64{203, 204, last}, heights(), "the last before any period stays")
	f.SetParams(func(p *types.Params) {
		p.RewardPeriodBlocks, p.PlayerRewards, p.ChainRewards = types.MaxClockBlocks, 1, 4
	})
	require.Equal(t, types.WITHHELD_CHAIN, wonBy(f, kit.Carol, kit.Bob, last), "one at 204 and three at the last")
	require.Equal(t, types.WITHHELD_NONE, wonBy(f, kit.Carol, kit.Bob, last+1), "the one at 204 has left the period")
	gs := f.Exported()
	require.NoError(t, gs.Validate(f.Keeper.AddressCodec()))
	g := f.Successor()
	require.NoError(t, g.Keeper.InitGenesis(g.Ctx, gs))
	require.Equal(t, gs, g.Exported())
}
