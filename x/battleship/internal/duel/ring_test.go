package duel_test

import (
	"fmt"
	"math/big"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"cosmossdk.io/math"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/internal/kit"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// ring is a farmer: many accounts of one owner, which play each other. Its books are kept by looking at what the bank
// has, not by what the module says.
type ring struct {
	*kit.Fixture

	ring []kit.Player
	// first are the params with which it began.
	first types.Params
	// paired and won are where rewarded wins happened, as the ring remembers them.
	paired map[[2]string]int64
	won    map[string][]int64
	all    []int64
	// staking is whether the ring's games are played for a stake.
	staking bool

	games, rewarded int
	// worth is what was minted at the price of the params of the time, burned what was burned for it.
	worth, burned math.Int
}

// newRing gives each account more of every coin than it can lose.
func newRing(t *testing.T, p types.Params) *ring {
	f := kit.New(t)
	require.NoError(t, f.Records.Params.Set(f.Ctx, p))
	require.NoError(t, f.Records.Rewards.Set(f.Ctx, types.DefaultRewards(p)))
	r := &ring{
		Fixture: f, first: p, paired: make(map[[2]string]int64), won: make(map[string][]int64),
		worth: math.ZeroInt(), burned: math.ZeroInt(),
	}
	much := math.NewIntFromBigInt(new(big.Int).Lsh(big.NewInt(1), 120))
	for i := range ringSize {
		member := kit.NewPlayer(fmt.Sprintf("member %d of the ring", i))
		r.ring = append(r.ring, member)
		f.Fund(member, sdk.NewCoin(types.DefaultFeeDenom, much), sdk.NewCoin("uother", much))
		if p.RewardPrice.Denom == types.RewardDenom {
			f.Fund(member, sdk.NewInt64Coin(types.RewardDenom, 5_000_000_000))
		}
	}
	return r
}

// send hands a message to its handler without the fixture's own checks, which would take too long.
func (r *ring) send(msg sdk.Msg) {
	r.Helper()
	r.Ctx = r.Ctx.WithEventManager(sdk.NewEventManager())
	require.NoError(r, r.Handle(msg))
}

// wait lets blocks pass: time costs a farmer nothing.
func (r *ring) wait(blocks int64) { r.Ctx = r.Ctx.WithBlockHeight(r.Height() + blocks) }

// jump goes on to a height and ends blocks there until something has happened.
func (r *ring) jump(height int64, happened func() bool) {
	r.Helper()
	r.Ctx = r.Ctx.WithBlockHeight(max(height, r.Height()))
	for range 10_000 {
		if happened() {
			return
		}
		require.NoError(r, r.Keeper.EndBlock(r.Ctx))
		r.wait(1)
	}
	require.FailNow(r, "waited in vain")
}

// pair returns a winner and a loser whose game would be rewarded. It waits if there are none.
func (r *ring) pair() (winner, loser kit.Player) {
	r.Helper()
	p := r.Params()
	for range 10_000 {
		if p.ChainRewards == 0 || r.since(r.all) < int(p.ChainRewards) {
			for i := range r.ring {
				// Winners take turns, and so do their partners.
				w := r.ring[(r.games+i)%len(r.ring)]
				if p.PlayerRewards > 0 && r.since(r.won[w.Name]) >= int(p.PlayerRewards) {
					continue
				}
				for j := 1; j < len(r.ring); j++ {
					l := r.ring[(r.games+i+j)%len(r.ring)]
					if at, ok := r.paired[pairName(w, l)]; !ok || r.Height() >= at+p.PairCooldownBlocks {
						return w, l
					}
				}
			}
		}
		r.wait(max(1, min(p.RewardPeriodBlocks, p.PairCooldownBlocks)/2))
	}
	require.FailNow(r, "no pair can ever be rewarded")
	return kit.Player{}, kit.Player{}
}

// since counts the heights within the period.
func (r *ring) since(heights []int64) int {
	n, from := 0, r.Height()-r.Params().RewardPeriodBlocks
	for _, h := range heights {
		if h > from {
			n++
		}
	}
	return n
}

func pairName(a, b kit.Player) [2]string { return [2]string{min(a.Name, b.Name), max(a.Name, b.Name)} }

// start begins a game of the winner-to-be.
func (r *ring) start(w, l kit.Player, casual bool) *kit.Duel {
	r.Helper()
	d := r.meet(w, l, casual)
	r.wait(1)
	r.send(d.Reveal(game.Creator, ""))
	return d
}

// meet opens a game of the winner-to-be that its opponent joins.
func (r *ring) meet(w, l kit.Player, casual bool) *kit.Duel {
	r.Helper()
	id, err := r.Keeper.NextGameID(r.Ctx)
	require.NoError(r, err)
	d := &kit.Duel{Fixture: r.Fixture, ID: id, Boards: [...]kit.Board{
		r.NewBoard(w, game.Classic(), kit.ClassicFleet), r.NewBoard(l, game.Classic(), kit.ClassicFleet),
	}}
	create := kit.CreateMsg(d.Boards[game.Creator])
	create.Opponent, create.Stake, create.Casual = l.Text(), r.stake(), casual
	r.send(create)
	join := kit.JoinMsg(id, d.Boards[game.Joiner])
	join.Toss = d.TossFor(game.Creator)
	r.send(join)
	r.games++
	return d
}

// stake returns what the ring stakes now.
func (r *ring) stake() *sdk.Coin {
	if !r.staking {
		return nil
	}
	stake := sdk.NewInt64Coin(types.DefaultFeeDenom, 1_000_003)
	return &stake
}

// sharing does something with stakes.
func (r *ring) sharing(do func()) {
	r.staking = true
	do()
	r.staking = false
}

// shots plays until each side has that many answers.
func (r *ring) shots(d *kit.Duel, n int) {
	r.Helper()
	for s := d.Now(); min(s.Sides[0].Answered.Len(), s.Sides[1].Answered.Len()) < n; s = d.Now() {
		r.send(d.Next())
	}
}

// script ends a game that has been played long enough; its creator is to win.
type script func(r *ring, d *kit.Duel)

func conceded(r *ring, d *kit.Duel) {
	r.send(d.Concede(game.Joiner))
	r.claim(d, game.Creator)
}

func challenged(r *ring, d *kit.Duel) {
	r.send(d.Challenge(game.Joiner))
	r.claim(d, game.Creator)
}

func sunk(r *ring, d *kit.Duel) {
	for d.Now().Phase == game.PhasePlay {
		r.send(d.Next())
	}
	r.claim(d, d.Now().Actor)
}

// silent lets somebody not move.
func silent(r *ring, d *kit.Duel) {
	s := d.Now()
	r.jump(s.Deadline+1, func() bool { return d.Now().Phase == game.PhaseClaim })
	r.claim(d, s.Actor.Other())
}

// unproven lets the winner not claim.
func unproven(r *ring, d *kit.Duel) {
	r.send(d.Concede(game.Creator))
	r.jump(d.Now().Deadline+1, func() bool { return d.Now().Actor == game.Creator })
	r.claim(d, game.Creator)
}

// void lets nobody claim.
func void(r *ring, d *kit.Duel) {
	r.send(d.Concede(game.Joiner))
	r.jump(d.Now().Deadline+1, func() bool { return d.Now().Actor == game.Joiner })
	r.jump(d.Now().Deadline+1, func() bool { return !r.Has(d.ID) })
}

// reward plays a game for the reward that it brings, by a script.
func (r *ring) reward(end script) {
	r.Helper()
	w, l := r.pair()
	r.check(func() {
		d := r.start(w, l, false)
		r.shots(d, int(r.Params().RewardMinShots))
		end(r, d)
	})
}

// claim ends a game, and makes sure that what it mints is worth no more than what it burns.
func (r *ring) claim(d *kit.Duel, by game.Seat) {
	r.Helper()
	price := r.Params().RewardPrice
	minted, burned := r.Rewards().Minted, r.supply(price.Denom)
	r.send(d.Claim(by))
	minted = r.Rewards().Minted.Sub(minted)
	burned = burned.Sub(r.supply(price.Denom))
	if price.Denom == types.RewardDenom {
		burned = burned.Add(minted)
	}
	worth := worthOf(minted, price)
	if price.IsPositive() {
		require.True(r, worth.LTE(burned), "minted %suship worth %s, burned %s%s", minted, worth, burned, price.Denom)
	}
	r.worth, r.burned = r.worth.Add(worth), r.burned.Add(burned)
	if !minted.IsPositive() {
		return
	}
	r.rewarded++
	w, l := d.Player(by), d.Player(by.Other())
	r.paired[pairName(w, l)] = r.Height()
	r.won[w.Name] = append(r.won[w.Name], r.Height())
	r.all = append(r.all, r.Height())
}

// worthOf returns what an amount of uship is worth, rounded up.
func worthOf(uship math.Int, price sdk.Coin) math.Int {
	return uship.Mul(price.Amount).AddRaw(types.BasePerReward - 1).QuoRaw(types.BasePerReward)
}

func (r *ring) supply(denom string) math.Int { return r.Bank.GetSupply(r.Ctx, denom).Amount }

// total returns what the ring has of a coin, and what is held for it.
func (r *ring) total(denom string) math.Int {
	sum := math.ZeroInt()
	for _, member := range r.ring {
		sum = sum.Add(r.Bank.GetBalance(r.Ctx, member.Addr, denom).Amount)
	}
	if held, err := r.Keeper.Records().Escrow.Get(r.Ctx, denom); err == nil {
		sum = sum.Add(held)
	}
	return sum
}

// check makes sure that the ring is not richer after it has done something: neither in all that it has at the price of
// the params, nor in any coin besides.
func (r *ring) check(do func()) {
	r.Helper()
	price := r.Params().RewardPrice
	before := r.wealth(price)
	do()
	for denom, after := range r.wealth(price) {
		require.True(r, after.LTE(before[denom]), "the ring has become richer in %s: from %s to %s, price %s",
			denom, before[denom], after, price)
	}
}

// wealth returns what the ring has, by coin, in millionths of its unit. Its Shipcoin counts as what it is worth in the
// coin of the price.
func (r *ring) wealth(price sdk.Coin) map[string]math.Int {
	all := make(map[string]math.Int)
	for _, denom := range []string{types.DefaultFeeDenom, "uother"} {
		all[denom] = r.total(denom).MulRaw(types.BasePerReward)
	}
	if price.Denom == types.RewardDenom {
		all[price.Denom] = r.total(price.Denom).MulRaw(types.BasePerReward)
	} else {
		all[price.Denom] = all[price.Denom].Add(r.total(types.RewardDenom).Mul(price.Amount))
	}
	return all
}

// randomPublicParams returns any params of a public network that can be farmed in reasonable time.
func randomPublicParams(dice *rand.Rand) types.Params {
	// upTo is even over the orders of magnitude, so that the extremes occur.
	upTo := func(most int64) int64 {
		return max(1, dice.Int63n(max(2, int64(1)<<dice.Intn(63)))%(most+1))
	}
	bps := func() uint32 { return uint32(dice.Intn(types.BasisPoints + 1)) }
	p := types.DefaultParams()
	p.TurnBlocksMin = types.MinClockBlocks + dice.Int63n(20)
	p.TurnBlocksDefault = p.TurnBlocksMin + dice.Int63n(1000)
	p.TurnBlocksMax = p.TurnBlocksDefault + 300_000
	p.OpenBlocks, p.ClaimBlocks = types.MinClockBlocks+upTo(10_000), types.MinClockBlocks+upTo(10_000)
	p.MaxExpiriesPerBlock = uint32(upTo(types.MaxExpiriesPerBlock))
	p.HouseShareBps = uint32(dice.Intn(types.MaxHouseShareBps + 1))
	p.OpenDeposit = sdk.NewInt64Coin([]string{types.DefaultFeeDenom, "uother"}[dice.Intn(2)], upTo(1<<60))
	p.RewardPeriodBlocks, p.PairCooldownBlocks = upTo(types.MaxClockBlocks), upTo(types.MaxClockBlocks)
	p.RewardMinShots = uint32(1 + dice.Intn(12))
	p.PlayerRewards = uint32(upTo(types.MaxPlayerRewards))
	p.ChainRewards = p.PlayerRewards + uint32(upTo(1000))
	p.PairRatedGames = uint32(upTo(types.MaxPairRatedGames))
	p.RewardCap = math.NewInt(types.MaxRewardCap/10 + dice.Int63n(types.MaxRewardCap*9/10))
	p.LoserShareBps, p.TimeoutShareBps = bps(), bps()
	switch dice.Intn(3) {
	case 0:
		// Paid for in itself, with what the ring was given: neither so scarce nor so dear that it runs out.
		p.RewardPrice = sdk.NewInt64Coin(types.RewardDenom, types.BasePerReward+dice.Int63n(types.BasePerReward))
		p.RewardInitial = math.NewInt(dice.Int63n(kit.FullReward))
		p.RewardGrowthPpm = uint32(dice.Intn(10_000))
		p.RewardCap = math.NewInt(types.MaxRewardCap)
	default:
		denom := []string{types.DefaultFeeDenom, "uother"}[dice.Intn(2)]
		p.RewardPrice = sdk.NewInt64Coin(denom, types.BasePerReward+upTo(1<<61))
		p.RewardInitial = math.NewInt(upTo(types.MaxRewardCap / 100))
		p.RewardGrowthPpm = uint32(upTo(types.PartsPerMillion / 10))
	}
	return p
}
