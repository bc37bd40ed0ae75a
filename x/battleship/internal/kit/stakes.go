package kit

import (
	"math/big"

	"github.com/stretchr/testify/require"

	"cosmossdk.io/math"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// StakeDenom is a coin that can be staked in tests, besides those of the default params.
const StakeDenom = "ubeer"

// Beers returns that amount of it, in base units.
func Beers(amount int64) sdk.Coin { return sdk.NewInt64Coin(StakeDenom, amount) }

// AllowBeer lets it be staked.
func AllowBeer(p *types.Params) {
	p.StakeDenoms = []string{types.DefaultFeeDenom, StakeDenom, types.RewardDenom}
}

// Public are the params of a public network whose limits are so wide that a test meets only the one that it sets.
func Public(p *types.Params) {
	clock := [...]int64{p.TurnBlocksMin, p.TurnBlocksDefault, p.OpenBlocks, p.ClaimBlocks}
	*p = types.DefaultParams()
	p.TurnBlocksMin, p.TurnBlocksDefault, p.OpenBlocks, p.ClaimBlocks = clock[0], clock[1], clock[2], clock[3]
	AllowBeer(p)
	p.MaxOpenGames = types.MaxOpenGames
	p.OpenDeposit.Amount = math.NewInt(OpenDeposit)
	p.RewardMinShots, p.PairCooldownBlocks = 1, 1
	p.PlayerRewards, p.ChainRewards = types.MaxPlayerRewards, types.MaxChainRewards
}

const (
	// OpenDeposit is the deposit of an open game under the params of Public.
	OpenDeposit = 1_000
	// Fee is each player's fee for the first reward under the default params: half of 42.42 SHIP, at one ANCHOR each.
	Fee = (FullReward + LoserReward) / 2
)

// FundCast gives alice and bob enough of everything.
func (f *Fixture) FundCast() {
	f.Helper()
	for _, p := range []Player{Alice, Bob} {
		f.Fund(p, Anchors(1_000_000_000_000), Beers(1_000_000))
	}
}

// SetParams changes the params as governance does.
func (f *Fixture) SetParams(change func(*types.Params)) {
	f.Helper()
	p := f.Params()
	change(&p)
	f.Deliver(&types.MsgUpdateParams{Authority: f.Authority, Params: p})
}

// StakedDuel is NewDuel for a stake.
func (f *Fixture) StakedDuel(stake sdk.Coin) *Duel {
	f.Helper()
	return f.NewDuel(game.Classic(), func(m *types.MsgCreateGame) { m.Stake = &stake })
}

// Exchange has both players shoot until each has that number of answers.
func (d *Duel) Exchange(shots int) {
	d.Helper()
	for s := d.Now(); min(s.Sides[0].Answered.Len(), s.Sides[1].Answered.Len()) < shots; s = d.Now() {
		d.Deliver(d.Next())
	}
}

// Fortune is the amount of each coin in an account.
type Fortune map[string]math.Int

// Fortune returns the balances of an account.
func (f *Fixture) Fortune(addr sdk.AccAddress) Fortune {
	has := make(Fortune)
	for _, coin := range f.Bank.GetAllBalances(f.Ctx, addr) {
		has[coin.Denom] = coin.Amount
	}
	return has
}

// Gained returns how much more of a coin an account has than it had.
func (f *Fixture) Gained(addr sdk.AccAddress, had Fortune, denom string) int64 {
	before, ok := had[denom]
	if !ok {
		before = math.ZeroInt()
	}
	return f.Bank.GetBalance(f.Ctx, addr, denom).Amount.Sub(before).Int64()
}

// Held returns how much of a coin is in escrow.
func (f *Fixture) Held(denom string) int64 {
	f.Helper()
	amount, err := f.Keeper.Records().Escrow.Get(f.Ctx, denom)
	if err != nil {
		return 0
	}
	return amount.Int64()
}

// RequireBooks makes sure that the escrow is the sum of the holdings of unfinished games and of unpaid coins, and that
// the module's account has it.
func (f *Fixture) RequireBooks() {
	f.Helper()
	want := sdk.NewCoins()
	require.NoError(f, f.Keeper.Records().Games.Walk(f.Ctx, nil, func(_ uint64, g types.Game) (bool, error) {
		want = want.Add(g.Hold()...)
		return false, nil
	}))
	require.NoError(f, f.Keeper.Records().Unpaid.Walk(f.Ctx, nil, func(_ sdk.AccAddress, c types.Unpaid) (bool, error) {
		require.True(f, c.Coins.IsValid() && !c.Coins.IsZero(), "a unpaid of %s", c.Coins)
		want = want.Add(c.Coins...)
		return false, nil
	}))
	got := sdk.NewCoins()
	require.NoError(f, f.Keeper.Records().Escrow.Walk(f.Ctx, nil, func(denom string, amount math.Int) (bool, error) {
		require.True(f, amount.IsPositive(), "%s%s in escrow", amount, denom)
		got = got.Add(sdk.NewCoin(denom, amount))
		return false, nil
	}))
	require.Equal(f, want.String(), got.String(), "escrow")
	has := f.Bank.GetAllBalances(f.Ctx, ModuleAddress)
	require.True(f, has.IsAllGTE(got), "expected at least %s in the module's account, got %s", got, has)
	f.RequirePromises()
}

// RequirePromises compares the sum of the promised rewards with the awards that wait for a proof.
func (f *Fixture) RequirePromises() {
	f.Helper()
	waiting, promised := uint64(0), uint64(0)
	require.NoError(f, f.Keeper.Records().Awards.Walk(f.Ctx, nil, func(_ uint64, a types.Award) (bool, error) {
		waiting += a.Total()
		return false, nil
	}))
	require.NoError(f, f.Keeper.Records().Promised.Walk(f.Ctx, nil, func(_ int64, uship uint64) (bool, error) {
		require.Greater(f, uship, promised)
		promised = uship
		return false, nil
	}))
	require.Equal(f, waiting, promised-f.Rewards().Settled, "what is promised and not settled")
}

// PowerOfTwo returns 1 << bits.
func PowerOfTwo(bits uint) math.Int {
	return math.NewIntFromBigInt(new(big.Int).Lsh(big.NewInt(1), bits))
}

// Rewards of a won game under the default params, in uship: of the winner, of the loser, and after a timeout.
const (
	FullReward    = 42_000_000
	LoserReward   = 420_000
	TimeoutReward = 4_200_000
	// GrownReward is the second full reward: 0.1 % more than the first.
	GrownReward = 42_042_000
)

// Deposit is the deposit of WithDeposit, in anchors.
const Deposit = 10

// WithDeposit has every open game take a deposit.
func WithDeposit(p *types.Params) { p.OpenDeposit = Anchors(Deposit) }

// AnchorsOf returns how many uanchor a player has.
func (f *Fixture) AnchorsOf(p Player) int64 {
	return f.Bank.GetBalance(f.Ctx, p.Addr, types.DefaultFeeDenom).Amount.Int64()
}

// Uship returns that amount of Shipcoin, in base units.
func Uship(amount int64) sdk.Coins {
	return sdk.Coins{sdk.NewInt64Coin(types.RewardDenom, amount)}
}

// PublicWithShare are the params of a public network that takes a share of the pots.
func PublicWithShare(p *types.Params) {
	Public(p)
	p.HouseShareBps = 250
}
