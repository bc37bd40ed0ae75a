package keeper_test

import (
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"
	minttypes "github.com/cosmos/cosmos-sdk/x/mint/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/internal/kit"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Nobody can sign for the fee collector.
func TestAHeldShareIsPaidWithTheNextShare(t *testing.T) {
	t.Parallel()
	f := kit.New(t, kit.WithParams(kit.Public), kit.WithParams(func(p *types.Params) { p.HouseShareBps = 2_500 }))
	f.FundCast()
	bank := f.Restrict()
	play := func() {
		d := f.StakedDuel(kit.Beers(100))
		f.Deliver(d.Reveal(game.Creator, ""))
		kit.ConcedeAndClaim(d)
	}
	bank.Broken[authtypes.FeeCollectorName] = true
	play()
	require.Equal(t, kit.Beers(50).String(), f.Unpaid(kit.FeeCollector).String())
	f.RequireBooks()
	bank.Broken = nil
	play()
	require.Empty(t, f.Unpaid(kit.FeeCollector))
	require.Equal(t, kit.Beers(100).String(), f.Bank.GetBalance(f.Ctx, kit.FeeCollector, kit.StakeDenom).String())
	f.RequireBooks()
}

func TestAttackAnUnpayablePlayerDelaysNoOther(t *testing.T) {
	t.Parallel()
	const stake, house = 100, 50
	for name, c := range map[string]struct {
		refuse func(b *kit.StrictBank)
		end    func(d *kit.Duel)
		// waits are what waits in the end for alice, bob and the fee collector.
		alice, bob, collector sdk.Coins
	}{
		"the winner is blocked": {
			refuse: func(b *kit.StrictBank) { b.Blocked[kit.Alice.Text()] = true }, end: kit.ConcedeAndClaim,
			alice: sdk.NewCoins(kit.Beers(2*stake-house), sdk.NewInt64Coin(types.RewardDenom, kit.FullReward)),
		},
		"the loser is blocked": {
			refuse: func(b *kit.StrictBank) { b.Blocked[kit.Bob.Text()] = true }, end: kit.ConcedeAndClaim,
			bob: kit.Uship(kit.LoserReward),
		},
		"the fee collector is not paid": {
			refuse: func(b *kit.StrictBank) { b.Broken[authtypes.FeeCollectorName] = true }, end: kit.ConcedeAndClaim,
			collector: sdk.NewCoins(kit.Beers(house)),
		},
		"the stake is restricted, the reward is not": {
			refuse: func(b *kit.StrictBank) { b.Closed[kit.StakeDenom] = true }, end: kit.ConcedeAndClaim,
			alice: sdk.NewCoins(kit.Beers(2*stake - house)), collector: sdk.NewCoins(kit.Beers(house)),
		},
		"nobody can be paid anything": {
			refuse: func(b *kit.StrictBank) {
				b.Closed[kit.StakeDenom], b.Closed[types.RewardDenom], b.Closed[types.DefaultFeeDenom] = true, true, true
			},
			end:       kit.ConcedeAndClaim,
			alice:     sdk.NewCoins(kit.Beers(2*stake-house), sdk.NewInt64Coin(types.RewardDenom, kit.FullReward)),
			bob:       kit.Uship(kit.LoserReward),
			collector: sdk.NewCoins(kit.Beers(house)),
		},
		"nobody wins, and one is blocked": {
			refuse: func(b *kit.StrictBank) { b.Blocked[kit.Bob.Text()] = true },
			end: func(d *kit.Duel) {
				d.Deliver(d.Concede(game.Joiner))
				d.SkipTo(d.Now().Deadline + 2)
				d.SkipTo(d.Now().Deadline + 2)
			},
			bob: sdk.NewCoins(kit.Beers(stake)),
		},
	} {
		t.Run(name, func(t *testing.T) {
			f := kit.New(t, kit.WithParams(kit.Public), kit.WithParams(func(p *types.Params) { p.HouseShareBps = 2_500 }))
			f.FundCast()
			bank := f.Restrict()
			d := f.StakedDuel(kit.Beers(stake))
			f.Deliver(d.Reveal(game.Creator, ""))
			d.Exchange(1)
			c.refuse(bank)
			had := map[string]kit.Fortune{}
			for _, addr := range []sdk.AccAddress{kit.Alice.Addr, kit.Bob.Addr, kit.FeeCollector} {
				had[kit.TextOf(addr)] = f.Fortune(addr)
			}
			c.end(d)
			require.False(t, f.Has(d.ID), "the game has ended")
			f.RequireBooks()
			waits := [...]struct {
				addr  sdk.AccAddress
				coins sdk.Coins
			}{{kit.Alice.Addr, c.alice}, {kit.Bob.Addr, c.bob}, {kit.FeeCollector, c.collector}}
			for _, w := range waits {
				require.Equal(t, w.coins.String(), f.Unpaid(w.addr).String())
			}
			// When the bank has come to its senses, all is paid: to whom it is due, or whom that names.
			bank.Blocked, bank.Closed, bank.Broken = nil, nil, nil
			for i, w := range waits {
				withdraw := &types.MsgWithdraw{Sender: kit.TextOf(w.addr)}
				if w.coins.Empty() {
					f.Refuse(types.ErrNothingToWithdraw, withdraw)
					continue
				}
				to := w.addr
				if i%2 == 0 {
					to, withdraw.Recipient = kit.Carol.Addr, kit.Carol.Text()
				}
				before := f.Bank.GetAllBalances(f.Ctx, to)
				f.Deliver(withdraw)
				require.Equal(t, before.Add(w.coins...).String(), f.Bank.GetAllBalances(f.Ctx, to).String())
				require.Equal(t, []any{&types.EventWithdrawn{
					Account: kit.TextOf(w.addr), Recipient: kit.TextOf(to), Coins: w.coins,
				}}, anys(f.Events()))
				f.Refuse(types.ErrNothingToWithdraw, withdraw)
				f.RequireBooks()
			}
			require.Empty(t, f.Bank.GetAllBalances(f.Ctx, kit.ModuleAddress), "nothing stays behind")
		})
	}
}

func anys[T any](list []T) []any {
	all := make([]any, 0, len(list))
	for _, item := range list {
		all = append(all, item)
	}
	return all
}

func TestAHeldPaymentIsReported(t *testing.T) {
	t.Parallel()
	f := kit.New(t, kit.WithParams(kit.Public))
	f.FundCast()
	bank := f.Restrict()
	open := f.Create(f.NewBoard(kit.Alice, game.Classic(), kit.ClassicFleet))
	d := f.Play(game.Classic())
	d.Exchange(1)
	bank.Blocked[kit.Alice.Text()] = true
	f.Deliver(d.Concede(game.Joiner))
	f.Deliver(d.Claim(game.Creator))
	require.Contains(t, anys(f.Events()), &types.EventPaymentFailed{
		GameId: d.ID, Recipient: kit.Alice.Text(), Coins: kit.Uship(kit.FullReward),
	})
	require.Equal(t, uint64(kit.FullReward), f.Over(d.ID).Result.Reward, "the reward is hers all the same")

	// What comes later is added to what waits.
	f.Withdraw(kit.Alice, open)
	require.Equal(t, kit.Uship(kit.FullReward).Add(kit.Anchors(kit.Fee+kit.OpenDeposit)).String(),
		f.Unpaid(kit.Alice.Addr).String())
}

// The creator of an open game is blocked by the time it is refunded.
func TestRefundsOfOpenGamesWait(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(f *kit.Fixture, id uint64){
		"cancelled": func(f *kit.Fixture, id uint64) { f.Withdraw(kit.Alice, id) },
		"declined":  func(f *kit.Fixture, id uint64) { f.Deliver(&types.MsgDeclineGame{Sender: kit.Bob.Text(), GameId: id}) },
		"expired":   func(f *kit.Fixture, id uint64) { f.SkipTo(f.State(id).Deadline + 2) },
	} {
		t.Run(name, func(t *testing.T) {
			f := kit.New(t, kit.WithParams(kit.Public))
			f.FundCast()
			bank := f.Restrict()
			create, stake := kit.CreateMsg(f.NewBoard(kit.Alice, game.Classic(), kit.ClassicFleet)), kit.Beers(5)
			create.Stake, create.Opponent = &stake, kit.Bob.Text()
			id := f.Open(create)
			bank.Blocked[kit.Alice.Text()] = true
			end(f, id)
			require.False(t, f.Has(id))
			require.Empty(t, quarantines(f), "it is settled, not put aside")
			require.Equal(t, sdk.NewCoins(stake, kit.Anchors(kit.Fee+kit.OpenDeposit)).String(),
				f.Unpaid(kit.Alice.Addr).String())
			f.RequireBooks()
		})
	}
}

// quarantines returns the games that were put aside.
func quarantines(f *kit.Fixture) []types.Quarantine {
	f.Helper()
	gs, err := f.Keeper.ExportGenesis(f.Ctx)
	require.NoError(f, err)
	return gs.Quarantined
}

func TestWithdrawalsThatAreRefused(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	bank := f.Restrict()
	f.Owe(kit.Alice, kit.Anchors(7))
	for name, c := range map[string]struct {
		from, to string
		want     error
	}{
		"nothing waits":             {kit.Bob.Text(), "", types.ErrNothingToWithdraw},
		"nothing waits for another": {kit.Bob.Text(), kit.Alice.Text(), types.ErrNothingToWithdraw},
		"no sender":                 {"", "", types.ErrInvalidAddress},
		"no address":                {"alice", "", types.ErrInvalidAddress},
		"a recipient that is none":  {kit.Alice.Text(), "bob", types.ErrInvalidAddress},
		"a recipient of another chain": {
			kit.Alice.Text(), "cosmos" + kit.Bob.Text()[len(kit.AddressPrefix):], types.ErrInvalidAddress,
		},
		"a recipient that is blocked":      {kit.Alice.Text(), kit.Mallory.Text(), types.ErrRecipient},
		"the module itself":                {kit.Alice.Text(), kit.TextOf(kit.ModuleAddress), types.ErrRecipient},
		"the authority, which is not paid": {kit.Alice.Text(), f.Authority, types.ErrRecipient},
	} {
		t.Run(name, func(t *testing.T) {
			bank.Blocked[kit.Mallory.Text()] = true
			f.TB = t
			f.Refuse(c.want, &types.MsgWithdraw{Sender: c.from, Recipient: c.to})
			require.Equal(t, sdk.NewCoins(kit.Anchors(7)).String(), f.Unpaid(kit.Alice.Addr).String())
		})
	}
}

func TestAWithdrawalPaysAllPayableCoins(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	bank := f.Restrict()
	f.Owe(kit.Alice, kit.Anchors(7))
	f.Owe(kit.Alice, kit.Beers(5))
	bank.Closed[kit.StakeDenom] = true
	res, err := f.Msgs.Withdraw(f.Ctx, &types.MsgWithdraw{Sender: kit.Alice.Text()})
	require.NoError(t, err)
	require.Equal(t, sdk.NewCoins(kit.Anchors(7)).String(), res.Coins.String())
	require.Equal(t, sdk.NewCoins(kit.Beers(5)).String(), f.Unpaid(kit.Alice.Addr).String())
	f.RequireBooks()
	f.Refuse(types.ErrRecipient, &types.MsgWithdraw{Sender: kit.Alice.Text()})
	bank.Closed = nil
	f.Deliver(&types.MsgWithdraw{Sender: kit.Alice.Text()})
	f.RequireBooks()
	require.Empty(t, f.Unpaid(kit.Alice.Addr))
}

// A module's account that is not blocked can play by way of another module, and is paid.
func TestAModuleCanWin(t *testing.T) {
	t.Parallel()
	f := kit.New(t, kit.WithParams(kit.Public))
	f.FundCast()
	f.Accounts.GetModuleAccount(f.Ctx, minttypes.ModuleName)
	module := kit.Player{Name: minttypes.ModuleName, Addr: authtypes.NewModuleAddress(minttypes.ModuleName)}
	f.Fund(module, kit.Anchors(1_000_000_000), kit.Beers(100))
	stake := kit.Beers(100)
	d := &kit.Duel{Fixture: f, Boards: [...]kit.Board{
		f.NewBoard(module, game.Classic(), kit.ClassicFleet), f.NewBoard(kit.Bob, game.Classic(), kit.ClassicFleet),
	}}
	create := kit.CreateMsg(d.Boards[game.Creator])
	create.Stake = &stake
	d.ID = f.Open(create)
	join := kit.JoinMsg(d.ID, d.Boards[game.Joiner])
	join.Toss = d.TossFor(game.Creator)
	f.Deliver(join)
	f.Deliver(d.Reveal(game.Creator, ""))
	d.Exchange(1)
	kit.ConcedeAndClaim(d)
	require.Equal(t, kit.Beers(200), f.Bank.GetBalance(f.Ctx, module.Addr, kit.StakeDenom))
	require.Equal(t, int64(kit.FullReward), f.Balance(module.Addr))
	f.RequireBooks()
}

func TestAttackAGiftBeforeTheFirstStake(t *testing.T) {
	t.Parallel()
	f := kit.New(t, kit.WithParams(kit.AllowBeer))
	f.FundCast()
	require.NoError(t, f.Bank.SendCoins(f.Ctx, kit.Bob.Addr, kit.ModuleAddress, sdk.NewCoins(kit.Beers(1))))
	d := f.StakedDuel(kit.Beers(100))
	kit.ConcedeAndClaim(d)
	f.RequireBooks()
	require.Equal(t, kit.Beers(1), f.Bank.GetBalance(f.Ctx, kit.ModuleAddress, kit.StakeDenom))
}

// Whatever is done in whatever order, and whoever gives coins to the module and which: the escrow is what open games
// hold and what waits.
func TestAttackTheEscrowAddsUpAfterEveryMessage(t *testing.T) {
	t.Parallel()
	ended := 0
	for seed := range int64(3) {
		f := kit.New(t, kit.WithParams(kit.Public), kit.WithParams(func(p *types.Params) {
			p.HouseShareBps, p.RewardPeriodBlocks = uint32(seed)*1_000, 50
		}))
		cast := []kit.Player{kit.Alice, kit.Bob, kit.Mallory, kit.Carol}
		for _, p := range cast {
			f.Fund(p, kit.Anchors(1_000_000_000_000), kit.Beers(1_000_000), sdk.NewInt64Coin(types.RewardDenom, 1_000_000))
		}
		c := chaos{
			Fixture: f, dice: rand.New(rand.NewSource(seed)), cast: cast, bank: f.Restrict(), duels: map[uint64]*kit.Duel{},
		}
		for range 1_000 {
			c.step()
			f.RequireBooks()
		}
		c.bank.Blocked, c.bank.Closed, c.bank.Broken = nil, nil, nil
		f.Ctx = f.Ctx.WithBlockHeight(f.Height() + 1_000)
		for range 1_000 {
			require.NoError(t, f.Keeper.EndBlock(f.Ctx))
			f.Ctx = f.Ctx.WithBlockHeight(f.Height() + 1)
		}
		f.RequireBooks()
		for _, p := range append(cast, kit.Player{Addr: kit.FeeCollector}) {
			if !f.Unpaid(p.Addr).Empty() {
				require.NoError(t, f.Handle(&types.MsgWithdraw{Sender: kit.TextOf(p.Addr)}))
			}
		}
		escrow, err := f.Queries.Escrow(f.Ctx, &types.QueryEscrowRequest{})
		require.NoError(t, err)
		require.Empty(t, escrow.Held, "seed %d: all have got theirs", seed)
		require.Equal(t, c.gifts.String(), f.Bank.GetAllBalances(f.Ctx, kit.ModuleAddress).String(), "what is left was given")
		ended += c.ended
	}
	require.Greater(t, ended, 50, "a test of games that are never won shows little")
}

// chaos does things at random.
type chaos struct {
	*kit.Fixture

	dice  *rand.Rand
	cast  []kit.Player
	bank  *kit.StrictBank
	duels map[uint64]*kit.Duel
	// ids are those of the games in duels, in order.
	ids   []uint64
	gifts sdk.Coins
	ended int
}

// step does one thing. Most are allowed; which are not is not of interest here.
func (c *chaos) step() {
	c.Ctx = c.Ctx.WithEventManager(sdk.NewEventManager())
	ctx, write := c.Ctx.CacheContext()
	outer := c.Ctx
	c.Ctx = ctx
	err := c.act()
	c.Ctx = outer.WithBlockHeight(c.Ctx.BlockHeight())
	if err == nil {
		write()
	}
}

func (c *chaos) act() error {
	who := c.cast[c.dice.Intn(len(c.cast))]
	switch c.dice.Intn(30) {
	case 0:
		return c.gift(who)
	case 1:
		c.bank.Blocked[who.Text()] = c.dice.Intn(4) == 0
		c.bank.Closed[kit.StakeDenom] = c.dice.Intn(8) == 0
		c.bank.Broken[authtypes.FeeCollectorName] = c.dice.Intn(4) == 0
		return nil
	case 2:
		return c.Handle(&types.MsgWithdraw{Sender: who.Text()})
	case 3:
		for range 1 + c.dice.Intn(3) {
			if err := c.Keeper.EndBlock(c.Ctx); err != nil {
				return err
			}
			c.Ctx = c.Ctx.WithBlockHeight(c.Height() + 1)
		}
		return nil
	case 4, 5, 6:
		return c.create(who)
	case 7, 8, 9, 10:
		return c.join(who)
	default:
		return c.move()
	}
}

func (c *chaos) gift(from kit.Player) error {
	coin := []sdk.Coin{kit.Anchors(3), kit.Beers(5), sdk.NewInt64Coin(types.RewardDenom, 7)}[c.dice.Intn(3)]
	err := c.Bank.SendCoins(c.Ctx, from.Addr, kit.ModuleAddress, sdk.NewCoins(coin))
	if err == nil {
		c.gifts = c.gifts.Add(coin)
	}
	return err
}

func (c *chaos) create(who kit.Player) error {
	id, err := c.Keeper.NextGameID(c.Ctx)
	require.NoError(c, err)
	d := &kit.Duel{Fixture: c.Fixture, ID: id}
	d.Boards[game.Creator] = c.NewBoard(who, game.Classic(), kit.ClassicFleet)
	create := kit.CreateMsg(d.Boards[game.Creator])
	create.Casual = c.dice.Intn(4) == 0
	if stake := kit.Beers(1 + c.dice.Int63n(1000)); c.dice.Intn(3) > 0 {
		create.Stake = &stake
	}
	if err := c.Handle(create); err != nil {
		return err
	}
	c.duels[id], c.ids = d, append(c.ids, id)
	return nil
}

// pick returns a game that has not ended, of a phase if there is one.
func (c *chaos) pick(phase game.Phase) *kit.Duel {
	for range 20 {
		if len(c.ids) == 0 {
			return nil
		}
		d := c.duels[c.ids[c.dice.Intn(len(c.ids))]]
		if c.Has(d.ID) && (phase == 0 || d.Now().Phase == phase) {
			return d
		}
	}
	return nil
}

func (c *chaos) join(who kit.Player) error {
	d := c.pick(game.PhaseOpen)
	if d == nil {
		return kit.ErrInjected
	}
	b := c.NewBoard(who, game.Classic(), kit.ClassicFleet)
	if err := c.Handle(kit.JoinMsg(d.ID, b)); err != nil {
		return err
	}
	d.Boards[game.Joiner] = b
	return nil
}

func (c *chaos) move() error {
	d := c.pick(0)
	if d == nil {
		return kit.ErrInjected
	}
	s := d.Now()
	by := game.Seat(c.dice.Intn(2))
	switch {
	case s.Phase == game.PhaseOpen && c.dice.Intn(4) > 0:
		return kit.ErrInjected
	case s.Phase == game.PhaseOpen:
		return c.Handle(d.Cancel(game.Creator))
	case s.Phase == game.PhaseClaim:
		err := c.Handle(d.Claim(s.Actor))
		if err == nil {
			c.ended++
		}
		return err
	case s.Phase == game.PhasePlay && c.dice.Intn(8) == 0:
		return c.Handle(d.Challenge(by))
	case s.Phase == game.PhasePlay && c.dice.Intn(4) == 0:
		return c.Handle(d.Concede(by))
	default:
		return c.Handle(d.Next())
	}
}
