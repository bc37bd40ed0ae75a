package duel_test

import (
	"flag"
	"fmt"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"cosmossdk.io/math"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/internal/kit"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// ringSize is how many accounts a farmer has.
const ringSize = 50

// Longer runs are for nights: go test ./x/battleship/internal/duel -run Farmer -farm.sets 1000 -farm.seed 4.
var (
	farmSets = flag.Int("farm.sets", 4, "how many sets of random params the farmer tries")
	farmSeed = flag.Int64("farm.seed", 3, "the seed of the random params that the farmer tries")
)

// A farmer with 50 accounts that play each other by every script of which we know gains no more than it burns, with
// any params of a public network. Each claim is checked by itself: what is minted is worth no more, at the price of the
// params, than what is burned in the same message; and after each script the ring as a whole has not become richer.
func TestAttackTheFarmerGainsNoMoreThanItBurns(t *testing.T) {
	if testing.Short() {
		t.Skip("random campaigns take seconds")
	}
	t.Parallel()
	dice := rand.New(rand.NewSource(*farmSeed))
	sets := []struct {
		name   string
		params types.Params
	}{{"default", types.DefaultParams()}}
	for i := range *farmSets {
		sets = append(sets, struct {
			name   string
			params types.Params
		}{fmt.Sprintf("random %d", i), randomPublicParams(dice)})
	}
	t.Logf("%-10s %6s %9s %24s %24s %7s  %s",
		"params", "games", "rewarded", "minted, at the price", "burned", "ratio", "price")
	rewarded := 0
	for _, set := range sets {
		t.Run(set.name, func(t *testing.T) {
			require.NoError(t, set.params.Validate())
			require.False(t, set.params.LocalNetwork)
			r := newRing(t, set.params)
			r.farm(40)
			rewarded += r.rewarded
			r.report(set.name)
		})
	}
	require.Greater(t, rewarded, 10*len(sets), "a ring that is hardly ever rewarded shows nothing")
}

// With the same scripts a ring does gain where rewards cost nothing: if it could not, the test above would show
// nothing.
func TestTheFarmerGainsWhereRewardsCostNothing(t *testing.T) {
	t.Parallel()
	local := types.LocalParams()
	unpriced := types.DefaultParams()
	unpriced.RewardPrice.Amount = math.ZeroInt()
	for name, p := range map[string]types.Params{
		"on a local network": local,
		"on a public network without a price, which Validate refuses": unpriced,
	} {
		t.Run(name, func(t *testing.T) {
			r := newRing(t, p)
			before := r.total(types.RewardDenom)
			for range 10 {
				r.reward(conceded)
			}
			gained := r.total(types.RewardDenom).Sub(before)
			require.Equal(t, 10, r.rewarded)
			require.True(t, gained.GT(math.NewInt(10*kit.FullReward)),
				"expected more than %d, got %s", 10*kit.FullReward, gained)
			require.True(t, r.burned.IsZero())
		})
	}
	require.ErrorIs(t, unpriced.Validate(), types.ErrInvalidParams)
}

// farm plays every script, the one that brings most so many times.
func (r *ring) farm(games int) {
	for range games {
		r.reward(conceded)
	}
	for range 2 {
		r.reward(challenged)
		r.reward(silent)
		r.reward(unproven)
		r.sharing(func() { r.reward(conceded) })
	}
	r.reward(sunk)
	r.reward(void)
	r.check(r.tooShort)
	r.check(r.tooSoon)
	r.check(r.unplayed)
	r.check(r.growing)
	// What was begun before the params change is settled after it.
	r.acrossChange(func(p *types.Params) { p.RewardPrice.Amount = p.RewardPrice.Amount.MulRaw(3) })
	r.acrossChange(func(p *types.Params) {
		p.RewardPrice.Amount = math.MaxInt(p.RewardPrice.Amount.QuoRaw(3), math.NewInt(types.BasePerReward))
		if p.RewardPrice.Denom == types.RewardDenom {
			p.RewardPrice.Amount = math.NewInt(types.BasePerReward)
		}
	})
	r.acrossChange(func(p *types.Params) {
		if p.RewardPrice.Denom == "uother" {
			p.RewardPrice.Denom = types.DefaultFeeDenom
		} else {
			p.RewardPrice.Denom = "uother"
		}
	})
	r.acrossChange(func(p *types.Params) { p.RewardInitial = p.RewardCap })
	r.acrossChange(func(p *types.Params) { p.LoserShareBps, p.TimeoutShareBps = types.BasisPoints, types.BasisPoints })
	r.acrossChange(func(p *types.Params) {
		p.RewardMinShots, p.PairCooldownBlocks, p.RewardPeriodBlocks = 1, 1, 1
		p.PlayerRewards, p.ChainRewards = types.MaxPlayerRewards, types.MaxChainRewards
	})
	require.True(r, r.worth.LTE(r.burned), "minted for %s, burned %s", r.worth, r.burned)
	escrow, err := r.Queries.Escrow(r.Ctx, &types.QueryEscrowRequest{})
	require.NoError(r, err)
	require.Empty(r, escrow.Held, "all games have ended")
}

func (r *ring) report(name string) {
	ratio := "-"
	if r.burned.IsPositive() {
		ratio = fmt.Sprintf("%.4f", float64(r.worth.MulRaw(10_000).Quo(r.burned).Int64())/10_000)
	}
	r.Logf("%-10s %6d %9d %24s %24s %7s  %s", name, r.games, r.rewarded, r.worth, r.burned, ratio, r.first.RewardPrice)
}

// tooShort ends a game one shot before it would be rewarded, and a casual one.
func (r *ring) tooShort() {
	w, l := r.pair()
	d := r.start(w, l, false)
	r.shots(d, int(r.Params().RewardMinShots)-1)
	conceded(r, d)
	d = r.start(w, l, true)
	r.shots(d, int(r.Params().RewardMinShots))
	conceded(r, d)
}

// tooSoon lets the same two play again at once, the other way around.
func (r *ring) tooSoon() {
	w, l := r.pair()
	for _, pair := range [][2]kit.Player{{w, l}, {l, w}} {
		d := r.start(pair[0], pair[1], false)
		r.shots(d, int(r.Params().RewardMinShots))
		conceded(r, d)
	}
}

// unplayed opens games and takes them back, declines them and lets them expire.
func (r *ring) unplayed() {
	for range 3 {
		w, l := r.ring[0], r.ring[1]
		id, err := r.Keeper.NextGameID(r.Ctx)
		require.NoError(r, err)
		msg := kit.CreateMsg(r.NewBoard(w, game.Classic(), kit.ClassicFleet))
		msg.Opponent, msg.Stake = l.Text(), r.stake()
		r.send(msg)
		switch id % 3 {
		case 0:
			r.send(&types.MsgCancelGame{Sender: w.Text(), GameId: id})
		case 1:
			r.send(&types.MsgDeclineGame{Sender: l.Text(), GameId: id})
		default:
			r.jump(r.State(id).Deadline+1, func() bool { return !r.Has(id) })
		}
	}
}

// growing begins many games at the present reward and ends them one after the other, while the reward grows.
func (r *ring) growing() {
	for _, d := range r.begin(6) {
		conceded(r, d)
	}
}

// begin plays games up to where they can be ended for a reward, all at the same time.
func (r *ring) begin(games int) []*kit.Duel {
	p := r.Params()
	r.wait(p.PairCooldownBlocks + p.RewardPeriodBlocks)
	begun := make([]*kit.Duel, 0, games)
	for i := range games {
		begun = append(begun, r.meet(r.ring[2*i], r.ring[2*i+1], false))
	}
	r.wait(1)
	for _, d := range begun {
		r.send(d.Reveal(game.Creator, ""))
		r.shots(d, int(r.Params().RewardMinShots))
	}
	return begun
}

// acrossChange begins games, waits for governance, and ends them.
func (r *ring) acrossChange(change func(*types.Params)) {
	begun := r.begin(3)
	before := r.Params()
	after := before
	change(&after)
	require.NoError(r, after.Validate())
	r.send(&types.MsgUpdateParams{Authority: r.Authority, Params: after})
	conceded(r, begun[0])
	challenged(r, begun[1])
	silent(r, begun[2])
	r.send(&types.MsgUpdateParams{Authority: r.Authority, Params: before})
}
