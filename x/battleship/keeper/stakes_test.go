package keeper_test

import (
	"math/big"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cosmossdk.io/math"

	sdk "github.com/cosmos/cosmos-sdk/types"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"
	vestingtypes "github.com/cosmos/cosmos-sdk/x/auth/vesting/types"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

var (
	moduleAddress = authtypes.NewModuleAddress(types.ModuleName)
	feeCollector  = authtypes.NewModuleAddress(authtypes.FeeCollectorName)
)

func TestStakesThatAreRefused(t *testing.T) {
	t.Parallel()
	f := newFixture(t, withParams(allowBeer))
	f.fundCast()
	for name, stake := range map[string]sdk.Coin{
		"nothing of a coin":                 {Denom: stakeDenom, Amount: math.ZeroInt()},
		"less than nothing":                 {Denom: stakeDenom, Amount: math.NewInt(-1)},
		"no amount":                         {Denom: stakeDenom},
		"no coin":                           {},
		"an amount of no coin":              {Amount: math.OneInt()},
		"a coin that is not on the list":    {Denom: "uwine", Amount: math.OneInt()},
		"a coin in capitals":                {Denom: "UBEER", Amount: math.OneInt()},
		"a coin with a space":               {Denom: stakeDenom + " ", Amount: math.OneInt()},
		"the beginning of a coin":           {Denom: "ubee", Amount: math.OneInt()},
		"no denom at all":                   {Denom: "\x00\xff", Amount: math.OneInt()},
		"a denom of a megabyte":             {Denom: strings.Repeat("u", 1<<20), Amount: math.OneInt()},
		"more than can be doubled":          {Denom: stakeDenom, Amount: powerOfTwo(types.MaxStakeBits)},
		"about as much as an amount can be": {Denom: stakeDenom, Amount: powerOfTwo(255)},
		"less than nothing by as much":      {Denom: stakeDenom, Amount: powerOfTwo(255).Neg()},
		"a negative amount off the list":    {Denom: "uwine", Amount: math.NewInt(-1)},
		"no amount of a coin off the list":  {Denom: "uwine"},
		"a capital letter of a coin":        {Denom: "Ubeer", Amount: math.OneInt()},
		"the display denom of an own coin":  {Denom: types.RewardDisplayDenom, Amount: math.OneInt()},
	} {
		t.Run(name, func(t *testing.T) {
			f.TB = t
			create := createMsg(f.newBoard(alice, game.Classic(), classicFleet))
			create.Stake = &stake
			f.refuse(types.ErrInvalidStake, create)
			match := f.matchMsg(alice, game.Classic())
			match.Stake = &stake
			f.refuse(types.ErrInvalidStake, match)
			require.Less(t, len(f.try(create).Error()), 1_000, "an error quotes no more than it must")
		})
	}
}

func powerOfTwo(bits uint) math.Int {
	return math.NewIntFromBigInt(new(big.Int).Lsh(big.NewInt(1), bits))
}

func TestTheLargestStakeCanBePlayedFor(t *testing.T) {
	t.Parallel()
	f := newFixture(t, withParams(allowBeer))
	most := sdk.NewCoin(stakeDenom, powerOfTwo(types.MaxStakeBits).SubRaw(1))
	f.fund(alice, most)
	f.fund(bob, most)
	d := f.stakedDuel(most)
	f.deliver(d.concede(game.Joiner))
	f.deliver(d.claim(game.Creator))
	require.Equal(t, most.Add(most).String(), f.bank.GetBalance(f.ctx, alice.addr, stakeDenom).String())
}

func TestAStakeMustBeOwnedAndFree(t *testing.T) {
	t.Parallel()
	stake := beers(100)
	for name, c := range map[string]struct {
		// before makes it impossible for a player to pay.
		before func(t *testing.T, f *fixture, p player)
	}{
		"it owns none": {func(*testing.T, *fixture, player) {}},
		"it owns one too few": {func(_ *testing.T, f *fixture, p player) {
			f.fund(p, beers(99))
		}},
		"it has spent it meanwhile": {func(t *testing.T, f *fixture, p player) {
			f.fund(p, stake)
			require.NoError(t, f.bank.SendCoins(f.ctx, p.addr, mallory.addr, sdk.NewCoins(beers(1))))
		}},
		"it is locked by vesting": {func(t *testing.T, f *fixture, p player) {
			f.fund(p, stake)
			f.vest(p, sdk.NewCoins(beers(1)))
		}},
		"the bank lets nobody send the coin": {func(_ *testing.T, f *fixture, p player) {
			f.fund(p, stake)
			f.bank.SetSendEnabled(f.ctx, stakeDenom, false)
		}},
		"the bank restricts sending it": {func(_ *testing.T, f *fixture, p player) {
			f.fund(p, stake)
			f.restrict().closed[stakeDenom] = true
		}},
		"it owns another coin": {func(_ *testing.T, f *fixture, p player) {
			f.fund(p, anchors(1_000))
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Run("who creates", func(t *testing.T) {
				f := newFixture(t, withParams(allowBeer))
				c.before(t, f, alice)
				create := createMsg(f.newBoard(alice, game.Classic(), classicFleet))
				create.Stake = &stake
				f.refuse(types.ErrInsufficientFunds, create)
				match := f.matchMsg(alice, game.Classic())
				match.Stake = &stake
				f.refuse(types.ErrInsufficientFunds, match)
			})
			t.Run("who joins", func(t *testing.T) {
				f := newFixture(t, withParams(allowBeer))
				f.fund(alice, stake)
				create := createMsg(f.newBoard(alice, game.Classic(), classicFleet))
				create.Stake = &stake
				id := f.open(create)
				c.before(t, f, bob)
				f.refuse(types.ErrInsufficientFunds, joinMsg(id, f.newBoard(bob, game.Classic(), classicFleet)))
				require.True(t, f.has(id), "the game stays open for others")
				require.Equal(t, int64(100), f.held(stakeDenom))
			})
		})
	}
}

// vest locks coins of an account, which it has, for a day.
func (f *fixture) vest(p player, coins sdk.Coins) {
	f.Helper()
	now := time.Unix(1_700_000_000, 0)
	f.ctx = f.ctx.WithBlockTime(now)
	locked, err := vestingtypes.NewDelayedVestingAccount(
		authtypes.NewBaseAccountWithAddress(p.addr), coins, now.Add(24*time.Hour).Unix())
	require.NoError(f, err)
	f.accounts.SetAccount(f.ctx, f.accounts.NewAccount(f.ctx, locked))
}

func TestAVestingAccountStakesSpendableCoinsAndIsPaid(t *testing.T) {
	t.Parallel()
	f := newFixture(t, withParams(allowBeer))
	for _, p := range []player{alice, bob} {
		f.fund(p, beers(100))
		f.vest(p, sdk.NewCoins(beers(60)))
	}
	d := f.stakedDuel(beers(40))
	f.deliver(d.concede(game.Joiner))
	f.deliver(d.claim(game.Creator))
	require.Equal(t, [2]int64{140, 60}, [2]int64{
		f.gained(alice.addr, fortune{}, stakeDenom), f.gained(bob.addr, fortune{}, stakeDenom),
	})
	require.Equal(t, beers(80), f.bank.SpendableCoin(f.ctx, alice.addr, stakeDenom))
}

// The module looks at what is locked itself, and does not leave it to the bank to refuse.
func TestLockedCoinsAreNotAskedFor(t *testing.T) {
	t.Parallel()
	f := newFixture(t, withParams(allowBeer))
	f.fund(alice, beers(100))
	f.fund(bob, beers(100))
	f.vest(bob, sdk.NewCoins(beers(61)))
	stake := beers(40)
	create := createMsg(f.newBoard(alice, game.Classic(), classicFleet))
	create.Stake = &stake
	id := f.open(create)
	f.payments.taken = 0
	create = createMsg(f.newBoard(bob, game.Classic(), classicFleet))
	create.Stake = &stake
	for _, msg := range []sdk.Msg{create, joinMsg(id, f.newBoard(bob, game.Classic(), classicFleet))} {
		err := f.try(msg)
		require.ErrorIs(t, err, types.ErrInsufficientFunds)
		require.ErrorContains(t, err, "expected at least 40ubeer to spend, got 39ubeer")
		require.Zero(t, f.payments.taken, "the bank was asked for coins that are locked")
	}
}

// An account that has delegated locked coins and was slashed has less than is locked, for which the bank's own way to
// tell what it can spend panics.
func TestAnAccountThatHasLessThanIsLockedIsRefused(t *testing.T) {
	t.Parallel()
	f := newFixture(t, withParams(allowBeer))
	f.fund(alice, beers(10))
	f.vest(alice, sdk.NewCoins(beers(60)))
	b := f.newBoard(alice, game.Classic(), classicFleet)
	create, stake := createMsg(b), beers(1)
	create.Stake = &stake
	f.refuse(types.ErrInsufficientFunds, create)
	create.Stake = nil
	f.open(create)
}

func TestAnUnwinnableRewardReturnsItsExactFee(t *testing.T) {
	t.Parallel()
	const stake = 101
	offer := func(f *fixture) *duel {
		d := &duel{fixture: f, boards: [...]board{
			f.newBoard(alice, game.Classic(), classicFleet), f.newBoard(bob, game.Classic(), classicFleet),
		}}
		create, coin := createMsg(d.boards[game.Creator]), beers(stake)
		create.Stake, create.Opponent = &coin, bob.text()
		d.id = f.open(create)
		return d
	}
	for name, end := range map[string]func(f *fixture){
		"cancelled": func(f *fixture) { f.withdraw(alice, offer(f).id) },
		"declined":  func(f *fixture) { f.deliver(offer(f).decline(bob)) },
		"expired":   func(f *fixture) { d := offer(f); f.skipTo(d.now().Deadline + 2) },
		"void": func(f *fixture) {
			d := f.stakedDuel(beers(stake))
			f.deliver(d.challenge(game.Joiner))
			f.skipTo(d.now().Deadline + 2)
			f.skipTo(d.now().Deadline + 2)
			require.Equal(f, types.REASON_VOID, f.result(d.id).Reason)
		},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t, withParams(public), withParams(func(p *types.Params) { p.HouseShareBps = 2_500 }))
			f.fundCast()
			had := [...]fortune{f.fortune(alice.addr), f.fortune(bob.addr), f.fortune(feeCollector)}
			end(f)
			require.Equal(t, had, [...]fortune{f.fortune(alice.addr), f.fortune(bob.addr), f.fortune(feeCollector)})
			f.requireBooks()
			require.Zero(t, f.held(stakeDenom)+f.held(types.DefaultFeeDenom))
		})
	}
}

func TestTheDepositGoesBackAsSoonAsSomebodyJoins(t *testing.T) {
	t.Parallel()
	f := newFixture(t, withParams(public))
	f.fundCast()
	had := f.fortune(alice.addr)
	create := createMsg(f.newBoard(alice, game.Classic(), classicFleet))
	id := f.open(create)
	require.Equal(t, int64(-openDeposit-fee), f.gained(alice.addr, had, types.DefaultFeeDenom))
	require.Equal(t, int64(openDeposit+fee), f.held(types.DefaultFeeDenom))
	f.deliver(joinMsg(id, f.newBoard(bob, game.Classic(), classicFleet)))
	require.Equal(t, int64(-fee), f.gained(alice.addr, had, types.DefaultFeeDenom))
	require.Equal(t, int64(2*fee), f.held(types.DefaultFeeDenom))
	f.requireBooks()
}

func TestTheWinnerTakesThePotLessTheHousesShare(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		stake      int64
		bps        uint32
		won, house int64
	}{
		"no share":            {100, 0, 200, 0},
		"a quarter, the most": {100, 2_500, 150, 50},
		"a hundredth of a per cent of little is nothing": {4_999, 1, 9_998, 0},
		"a hundredth of a per cent of enough is one":     {5_000, 1, 9_999, 1},
		"rounded in the winner's favour":                 {3, 2_500, 5, 1},
		"the smallest stake":                             {1, 2_500, 2, 0},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t, withParams(allowBeer), withParams(func(p *types.Params) { p.HouseShareBps = c.bps }))
			f.fundCast()
			d := f.stakedDuel(beers(c.stake))
			had := [...]fortune{f.fortune(alice.addr), f.fortune(bob.addr)}
			// The share is that of when the game was opened.
			f.set(func(p *types.Params) { p.HouseShareBps = 1_234 })
			f.deliver(d.concede(game.Creator))
			res, err := f.msgs.ClaimWin(f.ctx, d.claim(game.Joiner))
			require.NoError(t, err)
			require.Equal(t, sdk.NewCoins(beers(c.won)).String(), res.Shares[game.Joiner].FromEscrow().String())
			require.Zero(t, f.gained(alice.addr, had[0], stakeDenom))
			require.Equal(t, c.won, f.gained(bob.addr, had[1], stakeDenom))
			require.Equal(t, c.house, f.gained(feeCollector, fortune{}, stakeDenom))
			f.requireBooks()
		})
	}
}

func TestACoinIsTakenOffTheListWhileGamesRun(t *testing.T) {
	t.Parallel()
	f := newFixture(t, withParams(allowBeer))
	f.fundCast()
	had := [...]fortune{f.fortune(alice.addr), f.fortune(bob.addr)}
	running, staked := f.stakedDuel(beers(100)), beers(10)
	open := func() uint64 {
		create := createMsg(f.newBoard(alice, game.Classic(), classicFleet))
		create.Stake = &staked
		return f.open(create)
	}
	cancelled, expired := open(), open()
	f.set(func(p *types.Params) { p.StakeDenoms = []string{types.DefaultFeeDenom} })

	for _, id := range []uint64{cancelled, expired} {
		f.refuse(types.ErrInvalidStake, joinMsg(id, f.newBoard(bob, game.Classic(), classicFleet)))
	}
	match := f.matchMsg(bob, game.Classic())
	match.Stake = &staked
	f.refuse(types.ErrInvalidStake, match)

	f.withdraw(alice, cancelled)
	f.deliver(running.reveal(game.Creator, ""))
	f.deliver(running.concede(game.Joiner))
	f.deliver(running.claim(game.Creator))
	f.skipTo(f.height() + openBlocks + 2)
	require.False(t, f.has(expired))
	require.Equal(t, int64(100), f.gained(alice.addr, had[0], stakeDenom))
	require.Equal(t, int64(-100), f.gained(bob.addr, had[1], stakeDenom))
	f.requireBooks()
	require.Zero(t, f.held(stakeDenom))
}

func TestGamesForStakesKeepTheirSendDisabledCoins(t *testing.T) {
	t.Parallel()
	f := newFixture(t, withParams(allowBeer))
	f.fundCast()
	d := f.stakedDuel(beers(100))
	had := f.fortune(alice.addr)
	f.bank.SetAllSendEnabled(f.ctx, []*banktypes.SendEnabled{{Denom: stakeDenom}})
	f.deliver(d.concede(game.Joiner))
	f.deliver(d.claim(game.Creator))
	require.Equal(t, int64(200), f.gained(alice.addr, had, stakeDenom), "what users may not send, the module may")
}
