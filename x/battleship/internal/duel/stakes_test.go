package duel_test

import (
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
	"github.com/battleship-chain/battleship/x/battleship/internal/kit"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

func TestStakesThatAreRefused(t *testing.T) {
	t.Parallel()
	f := kit.New(t, kit.WithParams(kit.AllowBeer))
	f.FundCast()
	for name, stake := range map[string]sdk.Coin{
		"nothing of a coin":                 {Denom: kit.StakeDenom, Amount: math.ZeroInt()},
		"less than nothing":                 {Denom: kit.StakeDenom, Amount: math.NewInt(-1)},
		"no amount":                         {Denom: kit.StakeDenom},
		"no coin":                           {},
		"an amount of no coin":              {Amount: math.OneInt()},
		"a coin that is not on the list":    {Denom: "uwine", Amount: math.OneInt()},
		"a coin in capitals":                {Denom: "UBEER", Amount: math.OneInt()},
		"a coin with a space":               {Denom: kit.StakeDenom + " ", Amount: math.OneInt()},
		"the beginning of a coin":           {Denom: "ubee", Amount: math.OneInt()},
		"no denom at all":                   {Denom: "\x00\xff", Amount: math.OneInt()},
		"a denom of a megabyte":             {Denom: strings.Repeat("u", 1<<20), Amount: math.OneInt()},
		"more than can be doubled":          {Denom: kit.StakeDenom, Amount: kit.PowerOfTwo(types.MaxStakeBits)},
		"about as much as an amount can be": {Denom: kit.StakeDenom, Amount: kit.PowerOfTwo(255)},
		"less than nothing by as much":      {Denom: kit.StakeDenom, Amount: kit.PowerOfTwo(255).Neg()},
		"a negative amount off the list":    {Denom: "uwine", Amount: math.NewInt(-1)},
		"no amount of a coin off the list":  {Denom: "uwine"},
		"a capital letter of a coin":        {Denom: "Ubeer", Amount: math.OneInt()},
		"the display denom of an own coin":  {Denom: types.RewardDisplayDenom, Amount: math.OneInt()},
	} {
		t.Run(name, func(t *testing.T) {
			f.TB = t
			create := kit.CreateMsg(f.NewBoard(kit.Alice, game.Classic(), kit.ClassicFleet))
			create.Stake = &stake
			f.Refuse(types.ErrInvalidStake, create)
			match := f.MatchMsg(kit.Alice, game.Classic())
			match.Stake = &stake
			f.Refuse(types.ErrInvalidStake, match)
			require.Less(t, len(f.Try(create).Error()), 1_000, "an error quotes no more than it must")
		})
	}
}

func TestTheLargestStakeCanBePlayedFor(t *testing.T) {
	t.Parallel()
	f := kit.New(t, kit.WithParams(kit.AllowBeer))
	most := sdk.NewCoin(kit.StakeDenom, kit.PowerOfTwo(types.MaxStakeBits).SubRaw(1))
	f.Fund(kit.Alice, most)
	f.Fund(kit.Bob, most)
	d := f.StakedDuel(most)
	f.Deliver(d.Concede(game.Joiner))
	f.Deliver(d.Claim(game.Creator))
	require.Equal(t, most.Add(most).String(), f.Bank.GetBalance(f.Ctx, kit.Alice.Addr, kit.StakeDenom).String())
}

func TestAStakeMustBeOwnedAndFree(t *testing.T) {
	t.Parallel()
	stake := kit.Beers(100)
	for name, c := range map[string]struct {
		// before makes it impossible for a player to pay.
		before func(t *testing.T, f *kit.Fixture, p kit.Player)
	}{
		"it owns none": {func(*testing.T, *kit.Fixture, kit.Player) {}},
		"it owns one too few": {func(_ *testing.T, f *kit.Fixture, p kit.Player) {
			f.Fund(p, kit.Beers(99))
		}},
		"it has spent it meanwhile": {func(t *testing.T, f *kit.Fixture, p kit.Player) {
			f.Fund(p, stake)
			require.NoError(t, f.Bank.SendCoins(f.Ctx, p.Addr, kit.Mallory.Addr, sdk.NewCoins(kit.Beers(1))))
		}},
		"it is locked by vesting": {func(t *testing.T, f *kit.Fixture, p kit.Player) {
			f.Fund(p, stake)
			vest(f, p, sdk.NewCoins(kit.Beers(1)))
		}},
		"the bank lets nobody send the coin": {func(_ *testing.T, f *kit.Fixture, p kit.Player) {
			f.Fund(p, stake)
			f.Bank.SetSendEnabled(f.Ctx, kit.StakeDenom, false)
		}},
		"the bank restricts sending it": {func(_ *testing.T, f *kit.Fixture, p kit.Player) {
			f.Fund(p, stake)
			f.Restrict().Closed[kit.StakeDenom] = true
		}},
		"it owns another coin": {func(_ *testing.T, f *kit.Fixture, p kit.Player) {
			f.Fund(p, kit.Anchors(1_000))
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Run("who creates", func(t *testing.T) {
				f := kit.New(t, kit.WithParams(kit.AllowBeer))
				c.before(t, f, kit.Alice)
				create := kit.CreateMsg(f.NewBoard(kit.Alice, game.Classic(), kit.ClassicFleet))
				create.Stake = &stake
				f.Refuse(types.ErrInsufficientFunds, create)
				match := f.MatchMsg(kit.Alice, game.Classic())
				match.Stake = &stake
				f.Refuse(types.ErrInsufficientFunds, match)
			})
			t.Run("who joins", func(t *testing.T) {
				f := kit.New(t, kit.WithParams(kit.AllowBeer))
				f.Fund(kit.Alice, stake)
				create := kit.CreateMsg(f.NewBoard(kit.Alice, game.Classic(), kit.ClassicFleet))
				create.Stake = &stake
				id := f.Open(create)
				c.before(t, f, kit.Bob)
				f.Refuse(types.ErrInsufficientFunds, kit.JoinMsg(id, f.NewBoard(kit.Bob, game.Classic(), kit.ClassicFleet)))
				require.True(t, f.Has(id), "the game stays open for others")
				require.Equal(t, int64(100), f.Held(kit.StakeDenom))
			})
		})
	}
}

// vest locks coins of an account, which it has, for a day.
func vest(f *kit.Fixture, p kit.Player, coins sdk.Coins) {
	f.Helper()
	now := time.Unix(1_700_000_000, 0)
	f.Ctx = f.Ctx.WithBlockTime(now)
	locked, err := vestingtypes.NewDelayedVestingAccount(
		authtypes.NewBaseAccountWithAddress(p.Addr), coins, now.Add(24*time.Hour).Unix())
	require.NoError(f, err)
	f.Accounts.SetAccount(f.Ctx, f.Accounts.NewAccount(f.Ctx, locked))
}

func TestAttackAVestingAccountStakesSpendableCoinsAndIsPaid(t *testing.T) {
	t.Parallel()
	f := kit.New(t, kit.WithParams(kit.AllowBeer))
	for _, p := range []kit.Player{kit.Alice, kit.Bob} {
		f.Fund(p, kit.Beers(100))
		vest(f, p, sdk.NewCoins(kit.Beers(60)))
	}
	d := f.StakedDuel(kit.Beers(40))
	f.Deliver(d.Concede(game.Joiner))
	f.Deliver(d.Claim(game.Creator))
	require.Equal(t, [2]int64{140, 60}, [2]int64{
		f.Gained(kit.Alice.Addr, kit.Fortune{}, kit.StakeDenom), f.Gained(kit.Bob.Addr, kit.Fortune{}, kit.StakeDenom),
	})
	require.Equal(t, kit.Beers(80), f.Bank.SpendableCoin(f.Ctx, kit.Alice.Addr, kit.StakeDenom))
}

// The module looks at what is locked itself, and does not leave it to the bank to refuse.
func TestLockedCoinsAreNotAskedFor(t *testing.T) {
	t.Parallel()
	f := kit.New(t, kit.WithParams(kit.AllowBeer))
	f.Fund(kit.Alice, kit.Beers(100))
	f.Fund(kit.Bob, kit.Beers(100))
	vest(f, kit.Bob, sdk.NewCoins(kit.Beers(61)))
	stake := kit.Beers(40)
	create := kit.CreateMsg(f.NewBoard(kit.Alice, game.Classic(), kit.ClassicFleet))
	create.Stake = &stake
	id := f.Open(create)
	f.Payments.Taken = 0
	create = kit.CreateMsg(f.NewBoard(kit.Bob, game.Classic(), kit.ClassicFleet))
	create.Stake = &stake
	for _, msg := range []sdk.Msg{create, kit.JoinMsg(id, f.NewBoard(kit.Bob, game.Classic(), kit.ClassicFleet))} {
		err := f.Try(msg)
		require.ErrorIs(t, err, types.ErrInsufficientFunds)
		require.ErrorContains(t, err, "expected at least 40ubeer to spend, got 39ubeer")
		require.Zero(t, f.Payments.Taken, "the bank was asked for coins that are locked")
	}
}

// An account that has delegated locked coins and was slashed has less than is locked, for which the bank's own way to
// tell what it can spend panics.
func TestAnAccountThatHasLessThanIsLockedIsRefused(t *testing.T) {
	t.Parallel()
	f := kit.New(t, kit.WithParams(kit.AllowBeer))
	f.Fund(kit.Alice, kit.Beers(10))
	vest(f, kit.Alice, sdk.NewCoins(kit.Beers(60)))
	b := f.NewBoard(kit.Alice, game.Classic(), kit.ClassicFleet)
	create, stake := kit.CreateMsg(b), kit.Beers(1)
	create.Stake = &stake
	f.Refuse(types.ErrInsufficientFunds, create)
	create.Stake = nil
	f.Open(create)
}

func TestAnUnwinnableRewardReturnsItsExactFee(t *testing.T) {
	t.Parallel()
	const stake = 101
	offer := func(f *kit.Fixture) *kit.Duel {
		d := &kit.Duel{Fixture: f, Boards: [...]kit.Board{
			f.NewBoard(kit.Alice, game.Classic(), kit.ClassicFleet), f.NewBoard(kit.Bob, game.Classic(), kit.ClassicFleet),
		}}
		create, coin := kit.CreateMsg(d.Boards[game.Creator]), kit.Beers(stake)
		create.Stake, create.Opponent = &coin, kit.Bob.Text()
		d.ID = f.Open(create)
		return d
	}
	for name, end := range map[string]func(f *kit.Fixture){
		"cancelled": func(f *kit.Fixture) { f.Withdraw(kit.Alice, offer(f).ID) },
		"declined":  func(f *kit.Fixture) { f.Deliver(offer(f).Decline(kit.Bob)) },
		"expired":   func(f *kit.Fixture) { d := offer(f); f.SkipTo(d.Now().Deadline + 2) },
		"void": func(f *kit.Fixture) {
			d := f.StakedDuel(kit.Beers(stake))
			f.Deliver(d.Challenge(game.Joiner))
			f.SkipTo(d.Now().Deadline + 2)
			f.SkipTo(d.Now().Deadline + 2)
			require.Equal(f, types.REASON_VOID, f.Result(d.ID).Reason)
		},
	} {
		t.Run(name, func(t *testing.T) {
			f := kit.New(t, kit.WithParams(kit.Public), kit.WithParams(func(p *types.Params) { p.HouseShareBps = 2_500 }))
			f.FundCast()
			had := [...]kit.Fortune{f.Fortune(kit.Alice.Addr), f.Fortune(kit.Bob.Addr), f.Fortune(kit.FeeCollector)}
			end(f)
			require.Equal(t, had, [...]kit.Fortune{
				f.Fortune(kit.Alice.Addr), f.Fortune(kit.Bob.Addr),
				f.Fortune(kit.FeeCollector),
			})
			f.RequireBooks()
			require.Zero(t, f.Held(kit.StakeDenom)+f.Held(types.DefaultFeeDenom))
		})
	}
}

func TestTheDepositGoesBackAsSoonAsSomebodyJoins(t *testing.T) {
	t.Parallel()
	f := kit.New(t, kit.WithParams(kit.Public))
	f.FundCast()
	had := f.Fortune(kit.Alice.Addr)
	create := kit.CreateMsg(f.NewBoard(kit.Alice, game.Classic(), kit.ClassicFleet))
	id := f.Open(create)
	require.Equal(t, int64(-kit.OpenDeposit-kit.Fee), f.Gained(kit.Alice.Addr, had, types.DefaultFeeDenom))
	require.Equal(t, int64(kit.OpenDeposit+kit.Fee), f.Held(types.DefaultFeeDenom))
	f.Deliver(kit.JoinMsg(id, f.NewBoard(kit.Bob, game.Classic(), kit.ClassicFleet)))
	require.Equal(t, int64(-kit.Fee), f.Gained(kit.Alice.Addr, had, types.DefaultFeeDenom))
	require.Equal(t, int64(2*kit.Fee), f.Held(types.DefaultFeeDenom))
	f.RequireBooks()
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
			f := kit.New(t, kit.WithParams(kit.AllowBeer), kit.WithParams(func(p *types.Params) { p.HouseShareBps = c.bps }))
			f.FundCast()
			d := f.StakedDuel(kit.Beers(c.stake))
			had := [...]kit.Fortune{f.Fortune(kit.Alice.Addr), f.Fortune(kit.Bob.Addr)}
			// The share is that of when the game was opened.
			f.SetParams(func(p *types.Params) { p.HouseShareBps = 1_234 })
			f.Deliver(d.Concede(game.Creator))
			res, err := f.Msgs.ClaimWin(f.Ctx, d.Claim(game.Joiner))
			require.NoError(t, err)
			require.Equal(t, sdk.NewCoins(kit.Beers(c.won)).String(), res.Shares[game.Joiner].FromEscrow().String())
			require.Zero(t, f.Gained(kit.Alice.Addr, had[0], kit.StakeDenom))
			require.Equal(t, c.won, f.Gained(kit.Bob.Addr, had[1], kit.StakeDenom))
			require.Equal(t, c.house, f.Gained(kit.FeeCollector, kit.Fortune{}, kit.StakeDenom))
			f.RequireBooks()
		})
	}
}

func TestAttackACoinIsTakenOffTheListWhileGamesRun(t *testing.T) {
	t.Parallel()
	f := kit.New(t, kit.WithParams(kit.AllowBeer))
	f.FundCast()
	had := [...]kit.Fortune{f.Fortune(kit.Alice.Addr), f.Fortune(kit.Bob.Addr)}
	running, staked := f.StakedDuel(kit.Beers(100)), kit.Beers(10)
	open := func() uint64 {
		create := kit.CreateMsg(f.NewBoard(kit.Alice, game.Classic(), kit.ClassicFleet))
		create.Stake = &staked
		return f.Open(create)
	}
	cancelled, expired := open(), open()
	f.SetParams(func(p *types.Params) { p.StakeDenoms = []string{types.DefaultFeeDenom} })

	for _, id := range []uint64{cancelled, expired} {
		f.Refuse(types.ErrInvalidStake, kit.JoinMsg(id, f.NewBoard(kit.Bob, game.Classic(), kit.ClassicFleet)))
	}
	match := f.MatchMsg(kit.Bob, game.Classic())
	match.Stake = &staked
	f.Refuse(types.ErrInvalidStake, match)

	f.Withdraw(kit.Alice, cancelled)
	f.Deliver(running.Reveal(game.Creator, ""))
	f.Deliver(running.Concede(game.Joiner))
	f.Deliver(running.Claim(game.Creator))
	f.SkipTo(f.Height() + kit.OpenBlocks + 2)
	require.False(t, f.Has(expired))
	require.Equal(t, int64(100), f.Gained(kit.Alice.Addr, had[0], kit.StakeDenom))
	require.Equal(t, int64(-100), f.Gained(kit.Bob.Addr, had[1], kit.StakeDenom))
	f.RequireBooks()
	require.Zero(t, f.Held(kit.StakeDenom))
}

func TestGamesForStakesKeepTheirSendDisabledCoins(t *testing.T) {
	t.Parallel()
	f := kit.New(t, kit.WithParams(kit.AllowBeer))
	f.FundCast()
	d := f.StakedDuel(kit.Beers(100))
	had := f.Fortune(kit.Alice.Addr)
	f.Bank.SetAllSendEnabled(f.Ctx, []*banktypes.SendEnabled{{Denom: kit.StakeDenom}})
	f.Deliver(d.Concede(game.Joiner))
	f.Deliver(d.Claim(game.Creator))
	require.Equal(t, int64(200), f.Gained(kit.Alice.Addr, had, kit.StakeDenom), "what users may not send, the module may")
}
