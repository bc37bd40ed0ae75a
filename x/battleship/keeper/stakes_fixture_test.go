package keeper_test

import (
	"github.com/stretchr/testify/require"

	"cosmossdk.io/math"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// stakeDenom is a coin that can be staked in tests, besides those of the default params.
const stakeDenom = "ubeer"

// beers are so many of the base unit of it.
func beers(amount int64) sdk.Coin { return sdk.NewInt64Coin(stakeDenom, amount) }

// allowBeer lets it be staked.
func allowBeer(p *types.Params) {
	p.StakeDenoms = []string{types.DefaultFeeDenom, stakeDenom, types.RewardDenom}
}

// public are the params of a public network whose limits are so wide that a test meets only the one that it sets.
func public(p *types.Params) {
	clock := [...]int64{p.TurnBlocksMin, p.TurnBlocksDefault, p.OpenBlocks, p.ClaimBlocks}
	*p = types.DefaultParams()
	p.TurnBlocksMin, p.TurnBlocksDefault, p.OpenBlocks, p.ClaimBlocks = clock[0], clock[1], clock[2], clock[3]
	allowBeer(p)
	p.MaxOpenGames = types.MaxOpenGames
	p.OpenDeposit.Amount = math.NewInt(openDeposit)
	p.RewardMinShots, p.PairCooldownBlocks = 1, 1
	p.PlayerRewards, p.ChainRewards = types.MaxPlayerRewards, types.MaxChainRewards
}

const (
	// openDeposit is what an open game costs in tests on a public network until it is joined.
	openDeposit = 1_000
	// fee is what each player pays for the first reward by the default params: half of 42 and 0.42 SHIP, an ANCHOR each.
	fee = (fullReward + loserReward) / 2
)

// fundCast gives alice and bob enough of everything.
func (f *fixture) fundCast() {
	f.Helper()
	for _, p := range []player{alice, bob} {
		f.fund(p, anchors(1_000_000_000_000), beers(1_000_000))
	}
}

// set changes the params as governance does.
func (f *fixture) set(change func(*types.Params)) {
	f.Helper()
	p := f.params()
	change(&p)
	f.deliver(&types.MsgUpdateParams{Authority: f.authority, Params: p})
}

// newDuelFor is newDuel with a creation of the test's choice.
func (f *fixture) newDuelFor(change func(*types.MsgCreateGame)) *duel {
	f.Helper()
	r := game.Classic()
	d := &duel{fixture: f, boards: [...]board{
		f.newBoard(alice, r, classicFleet), f.newBoard(bob, r, classicFleet),
	}}
	create := createMsg(d.boards[game.Creator])
	change(create)
	d.id = f.open(create)
	join := joinMsg(d.id, d.boards[game.Joiner])
	join.Toss = d.tossFor(game.Creator)
	f.deliver(join)
	return d
}

// stakedDuel is newDuel for a stake.
func (f *fixture) stakedDuel(stake sdk.Coin) *duel {
	f.Helper()
	return f.newDuelFor(func(m *types.MsgCreateGame) { m.Stake = &stake })
}

// exchange has both players shoot until each has that many answers.
func (d *duel) exchange(shots int) {
	d.Helper()
	for s := d.now(); min(s.Sides[0].Answered.Len(), s.Sides[1].Answered.Len()) < shots; s = d.now() {
		d.deliver(d.next())
	}
}

// fortune is what somebody has of each coin.
type fortune map[string]math.Int

// fortune returns what an account has.
func (f *fixture) fortune(addr sdk.AccAddress) fortune {
	has := make(fortune)
	for _, coin := range f.bank.GetAllBalances(f.ctx, addr) {
		has[coin.Denom] = coin.Amount
	}
	return has
}

// gained returns how much more of a coin an account has than it had.
func (f *fixture) gained(addr sdk.AccAddress, had fortune, denom string) int64 {
	before, ok := had[denom]
	if !ok {
		before = math.ZeroInt()
	}
	return f.bank.GetBalance(f.ctx, addr, denom).Amount.Sub(before).Int64()
}

// held returns how much of a coin is in escrow.
func (f *fixture) held(denom string) int64 {
	f.Helper()
	amount, err := f.keeper.Records().Escrow.Get(f.ctx, denom)
	if err != nil {
		return 0
	}
	return amount.Int64()
}

// requireBooks makes sure that the escrow is what unfinished games hold and what waits for accounts, and that the
// module's account has it.
func (f *fixture) requireBooks() {
	f.Helper()
	want := sdk.NewCoins()
	require.NoError(f, f.keeper.Records().Games.Walk(f.ctx, nil, func(_ uint64, g types.Game) (bool, error) {
		want = want.Add(g.Hold()...)
		return false, nil
	}))
	require.NoError(f, f.keeper.Records().Unpaid.Walk(f.ctx, nil, func(_ sdk.AccAddress, c types.Unpaid) (bool, error) {
		require.True(f, c.Coins.IsValid() && !c.Coins.IsZero(), "a unpaid of %s", c.Coins)
		want = want.Add(c.Coins...)
		return false, nil
	}))
	got := sdk.NewCoins()
	require.NoError(f, f.keeper.Records().Escrow.Walk(f.ctx, nil, func(denom string, amount math.Int) (bool, error) {
		require.True(f, amount.IsPositive(), "%s%s in escrow", amount, denom)
		got = got.Add(sdk.NewCoin(denom, amount))
		return false, nil
	}))
	require.Equal(f, want.String(), got.String(), "escrow")
	has := f.bank.GetAllBalances(f.ctx, moduleAddress)
	require.True(f, has.IsAllGTE(got), "expected at least %s in the module's account, got %s", got, has)
	f.requirePromises()
}

// requirePromises compares what the chain says is promised and not settled with what waits for a proof.
func (f *fixture) requirePromises() {
	f.Helper()
	waiting, promised := uint64(0), uint64(0)
	require.NoError(f, f.keeper.Records().Awards.Walk(f.ctx, nil, func(_ uint64, a types.Award) (bool, error) {
		waiting += a.Total()
		return false, nil
	}))
	require.NoError(f, f.keeper.Records().Promised.Walk(f.ctx, nil, func(_ int64, uship uint64) (bool, error) {
		require.Greater(f, uship, promised)
		promised = uship
		return false, nil
	}))
	require.Equal(f, waiting, promised-f.rewards().Settled, "what is promised and not settled")
}
