package keeper_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	sdk "github.com/cosmos/cosmos-sdk/types"
	minttypes "github.com/cosmos/cosmos-sdk/x/mint/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/internal/kit"
	"github.com/battleship-chain/battleship/x/battleship/keeper"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

const (
	namePrice  = 2_000_000
	namePeriod = 100
)

// newNames returns a chain on which names cost SHIP, of which the cast has enough for three.
func newNames(t *testing.T) *kit.Fixture {
	t.Helper()
	f := kit.New(t, kit.WithParams(func(p *types.Params) { p.NamePrice, p.NamePeriodBlocks = namePrice, namePeriod }))
	for _, p := range []kit.Player{kit.Alice, kit.Bob} {
		coins := sdk.NewCoins(sdk.NewInt64Coin(types.RewardDenom, 3*namePrice))
		require.NoError(t, f.Bank.MintCoins(f.Ctx, minttypes.ModuleName, coins))
		require.NoError(t, f.Bank.SendCoinsFromModuleToAccount(f.Ctx, minttypes.ModuleName, p.Addr, coins))
	}
	return f
}

func setName(p kit.Player, name string) *types.MsgSetName {
	return &types.MsgSetName{Sender: p.Text(), Name: name, MaxPrice: namePrice}
}

func shipOf(f *kit.Fixture, p kit.Player) int64 {
	return f.Bank.GetBalance(f.Ctx, p.Addr, types.RewardDenom).Amount.Int64()
}

// nameOf returns the name of a player, and the player to whom a name belongs leads back.
func nameOf(f *kit.Fixture, p kit.Player) string {
	f.Helper()
	res, err := f.Queries.Names(f.Ctx, &types.QueryNamesRequest{Addresses: []string{p.Text()}})
	require.NoError(f, err)
	if len(res.Names) == 0 || res.Names[0].Name == "" {
		return ""
	}
	owner, err := f.Queries.NameOwner(f.Ctx, &types.QueryNameOwnerRequest{Name: res.Names[0].Name})
	require.NoError(f, err)
	require.Equal(f, p.Text(), owner.Address)
	return res.Names[0].Name
}

func TestAttackANameCostsItsPriceWhichIsBurned(t *testing.T) {
	t.Parallel()
	f := newNames(t)
	supply := f.Bank.GetSupply(f.Ctx, types.RewardDenom).Amount.Int64()
	f.Deliver(setName(kit.Alice, "sharkbait"))
	require.Equal(t, "sharkbait", nameOf(f, kit.Alice))
	require.EqualValues(t, 2*namePrice, shipOf(f, kit.Alice))
	require.Equal(t, supply-namePrice, f.Bank.GetSupply(f.Ctx, types.RewardDenom).Amount.Int64())
	require.Empty(t, f.Escrow(), "nothing is held for it")
	f.RequireBooks()
}

func TestAttackANameIsChangedAtMostOnceInAPeriod(t *testing.T) {
	t.Parallel()
	f := newNames(t)
	f.Deliver(setName(kit.Alice, "sharkbait"))
	set := f.Height()
	f.Refuse(types.ErrNamePeriod, setName(kit.Alice, "otter"))
	f.Refuse(types.ErrNamePeriod, setName(kit.Alice, ""))
	f.SkipTo(set + namePeriod - 1)
	f.Refuse(types.ErrNamePeriod, setName(kit.Alice, "otter"))
	f.SkipTo(set + namePeriod)
	f.Deliver(setName(kit.Alice, "otter"))
	require.Equal(t, "otter", nameOf(f, kit.Alice))
	f.Deliver(setName(kit.Bob, "sharkbait"))
	require.Equal(t, "sharkbait", nameOf(f, kit.Bob), "the old name is free")
}

func TestAGivenUpNameIsFreeAndNotPaidBack(t *testing.T) {
	t.Parallel()
	f := newNames(t)
	f.Refuse(types.ErrInvalidName, setName(kit.Alice, ""))
	f.Deliver(setName(kit.Alice, "sharkbait"))
	f.SkipTo(f.Height() + namePeriod)
	f.Deliver(&types.MsgSetName{Sender: kit.Alice.Text()})
	require.Empty(t, nameOf(f, kit.Alice))
	require.EqualValues(t, 2*namePrice, shipOf(f, kit.Alice))
	f.Refuse(types.ErrInvalidName, setName(kit.Alice, ""))
	f.Refuse(types.ErrNamePeriod, setName(kit.Alice, "sharkbait"))
	f.Deliver(setName(kit.Bob, "sharkbait"))
	require.Equal(t, "sharkbait", nameOf(f, kit.Bob))
	f.SkipTo(f.Height() + namePeriod)
	f.Refuse(types.ErrNameTaken, setName(kit.Alice, "sharkbait"))
}

func TestAttackNamesThatAreRefused(t *testing.T) {
	t.Parallel()
	f := newNames(t)
	f.Deliver(setName(kit.Bob, "sharkbait"))
	for name, c := range map[string]struct {
		msg  *types.MsgSetName
		want error
	}{
		"taken":           {setName(kit.Alice, "sharkbait"), types.ErrNameTaken},
		"the present one": {setName(kit.Bob, "sharkbait"), types.ErrInvalidName},
		"reserved":        {setName(kit.Alice, "admin"), types.ErrInvalidName},
		"capitals":        {setName(kit.Alice, "Sharkbait"), types.ErrInvalidName},
		"an address":      {setName(kit.Alice, kit.Alice.Text()[:20]), types.ErrInvalidName},
		"a number":        {setName(kit.Alice, "417"), types.ErrInvalidName},
		"a large text":    {setName(kit.Alice, string(make([]byte, 1<<20))), types.ErrInvalidName},
		"no sender":       {&types.MsgSetName{Name: "otter"}, types.ErrInvalidAddress},
		"not a sender":    {&types.MsgSetName{Sender: "alice", Name: "otter"}, types.ErrInvalidAddress},
		"above the limit": {
			&types.MsgSetName{Sender: kit.Alice.Text(), Name: "otter", MaxPrice: namePrice - 1}, types.ErrTerms,
		},
		"without the coins": {setName(kit.Carol, "otter"), types.ErrInsufficientFunds},
	} {
		t.Run(name, func(t *testing.T) {
			f.TB = t
			f.Refuse(c.want, c.msg)
		})
	}
	f.TB = t
	require.Equal(t, "sharkbait", nameOf(f, kit.Bob))
	require.Empty(t, nameOf(f, kit.Alice))
	require.EqualValues(t, 3*namePrice, shipOf(f, kit.Alice), "a refusal costs no SHIP")
}

// A player who sees a name on its way can set it first, pays for that as much, and waits as long.
func TestAttackAThiefOfANamePaysForIt(t *testing.T) {
	t.Parallel()
	f := newNames(t)
	f.Deliver(setName(kit.Bob, "sharkbait"))
	f.Refuse(types.ErrNameTaken, setName(kit.Alice, "sharkbait"))
	require.EqualValues(t, 2*namePrice, shipOf(f, kit.Bob))
	require.EqualValues(t, 3*namePrice, shipOf(f, kit.Alice), "a refusal costs no SHIP")
	f.Refuse(types.ErrNamePeriod, setName(kit.Bob, "otter"))
	f.Deliver(setName(kit.Alice, "otter"))
}

func TestANameOfALocalNetworkIsFree(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	for i := range 3 {
		f.Deliver(&types.MsgSetName{Sender: kit.Alice.Text(), Name: fmt.Sprintf("otter-%d", i)})
	}
	require.Equal(t, "otter-2", nameOf(f, kit.Alice))
}

func TestAttackANameThatChangesInAGameChangesNothingElse(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	d := f.Play(game.Classic())
	before := d.Now()
	f.Deliver(&types.MsgSetName{Sender: kit.Alice.Text(), Name: "otter"})
	require.Equal(t, before, d.Now())
	d.PlayOut(game.PhaseClaim)
}

func TestNamesAreQueried(t *testing.T) {
	t.Parallel()
	f := newNames(t)
	f.Deliver(setName(kit.Bob, "sharkbait"))
	at := f.Height()
	res, err := f.Queries.Names(f.Ctx, &types.QueryNamesRequest{
		Addresses: []string{kit.Alice.Text(), kit.Bob.Text(), kit.Carol.Text()},
	})
	require.NoError(t, err)
	want := []types.NamedAccount{{Address: kit.Bob.Text(), Name: "sharkbait", ChangedHeight: at}}
	require.Equal(t, want, res.Names)
	for name, c := range map[string]struct {
		ask  func() error
		want codes.Code
	}{
		"no request": {func() error { _, err := f.Queries.Names(f.Ctx, nil); return err }, codes.InvalidArgument},
		"too many": {func() error {
			all := slices.Repeat([]string{kit.Bob.Text()}, types.MaxPageItems+1)
			_, err := f.Queries.Names(f.Ctx, &types.QueryNamesRequest{Addresses: all})
			return err
		}, codes.InvalidArgument},
		"no address": {func() error {
			_, err := f.Queries.Names(f.Ctx, &types.QueryNamesRequest{Addresses: []string{"bob"}})
			return err
		}, codes.InvalidArgument},
		"no name": {func() error {
			_, err := f.Queries.NameOwner(f.Ctx, &types.QueryNameOwnerRequest{Name: "A"})
			return err
		}, codes.InvalidArgument},
		"a free name": {func() error {
			_, err := f.Queries.NameOwner(f.Ctx, &types.QueryNameOwnerRequest{Name: "otter"})
			return err
		}, codes.NotFound},
		"no request of a name": {func() error {
			_, err := f.Queries.NameOwner(f.Ctx, nil)
			return err
		}, codes.InvalidArgument},
	} {
		require.Equal(t, c.want, status.Code(c.ask()), name)
	}
}

func TestNamesGoThroughGenesis(t *testing.T) {
	t.Parallel()
	f := newNames(t)
	f.Deliver(setName(kit.Alice, "sharkbait"))
	f.Deliver(setName(kit.Bob, "otter"))
	f.SkipTo(f.Height() + namePeriod)
	f.Deliver(setName(kit.Bob, ""))
	gs := f.Exported()
	require.Len(t, gs.Names, 2)
	g := f.Successor()
	require.NoError(t, g.Keeper.InitGenesis(g.Ctx, gs))
	require.Equal(t, f.ExportRaw(), g.ExportRaw())
	g.Refuse(types.ErrNamePeriod, setName(kit.Bob, "sharkbait"))

	named := slices.IndexFunc(gs.Names, func(n types.NamedAccount) bool { return n.Name != "" })
	requireEachRefused(f, t, map[string]corruption{
		"a name twice": {func(gs *types.GenesisState) {
			gs.Names[0].Name, gs.Names[1].Name = "otter", "otter"
		}, "expected one account with the name"},
		"an account twice": {func(gs *types.GenesisState) {
			gs.Names[1].Address = gs.Names[0].Address
		}, "expected ascending addresses"},
		"no name":    {func(gs *types.GenesisState) { gs.Names[named].Name = "Otter" }, "names: "},
		"no account": {func(gs *types.GenesisState) { gs.Names[0].Address = "bob" }, "expected an address"},
		"a negative height": {func(gs *types.GenesisState) {
			gs.Names[named].ChangedHeight = -1
		}, "changed_height: expected at least 0"},
	})
	later := f.Exported()
	later.Names[named].ChangedHeight = f.Height() + 1
	g = f.Successor()
	require.ErrorContains(t, g.Keeper.InitGenesis(g.Ctx, later), "changed_height: expected at most")
}

func TestParamsOfNames(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*types.Params){
		"a price beyond the cap": func(p *types.Params) { p.NamePrice = types.MaxNamePrice + 1 },
		"a negative period":      func(p *types.Params) { p.NamePeriodBlocks = -1 },
		"an endless period":      func(p *types.Params) { p.NamePeriodBlocks = types.MaxClockBlocks + 1 },
	} {
		p := types.DefaultParams()
		change(&p)
		require.ErrorIs(t, p.Validate(), types.ErrInvalidParams, name)
	}
	free := types.DefaultParams()
	free.NamePrice, free.NamePeriodBlocks = 0, 0
	require.NoError(t, free.Validate(), "as before the upgrade to names")
}

// A chain that was upgraded to names has the params of a new one.
func TestTheMigrationToNamesFillsTheirParams(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]types.Params{"public": types.DefaultParams(), "local": types.LocalParams()} {
		f := kit.New(t)
		old := want
		old.NamePrice, old.NamePeriodBlocks = 0, 0
		require.NoError(t, f.Records.Params.Set(f.Ctx, old))
		require.NoError(t, keeper.NewMigrator(f.Keeper).AddNames(f.Ctx), name)
		require.Equal(t, want, f.Params(), name)
	}
}

// A migration may begin with params that this version refuses, and must end with valid ones.
func TestAMigrationStoresValidParamsAlone(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	want := f.Params()
	change := func(price uint64) error {
		return keeper.NewMigrator(f.Keeper).ChangeParams(func(p *types.Params) { p.NamePrice = price })(f.Ctx)
	}
	require.ErrorIs(t, change(types.MaxNamePrice+1), types.ErrInvalidParams)
	require.Equal(t, want, f.Params())
	old := want
	old.NamePrice = types.MaxNamePrice + 1
	require.NoError(t, f.Records.Params.Set(f.Ctx, old))
	require.NoError(t, change(want.NamePrice))
	require.Equal(t, want, f.Params())
}
