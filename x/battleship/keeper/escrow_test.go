package keeper_test

import (
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"
	minttypes "github.com/cosmos/cosmos-sdk/x/mint/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// unpaid returns what waits for an account.
func (f *fixture) unpaid(addr sdk.AccAddress) sdk.Coins {
	f.Helper()
	res, err := f.queries.Unpaid(f.ctx, &types.QueryUnpaidRequest{Address: textOf(addr)})
	require.NoError(f, err)
	return res.Coins
}

// Nobody can sign for the fee collector.
func TestAHeldShareIsPaidWithTheNextShare(t *testing.T) {
	t.Parallel()
	f := newFixture(t, withParams(public), withParams(func(p *types.Params) { p.HouseShareBps = 2_500 }))
	f.fundCast()
	bank := f.restrict()
	play := func() {
		d := f.stakedDuel(beers(100))
		f.deliver(d.reveal(game.Creator, ""))
		concedeAndClaim(d)
	}
	bank.broken[authtypes.FeeCollectorName] = true
	play()
	require.Equal(t, beers(50).String(), f.unpaid(feeCollector).String())
	f.requireBooks()
	bank.broken = nil
	play()
	require.Empty(t, f.unpaid(feeCollector))
	require.Equal(t, beers(100).String(), f.bank.GetBalance(f.ctx, feeCollector, stakeDenom).String())
	f.requireBooks()
}

func TestAnUnpayablePlayerDelaysNoOther(t *testing.T) {
	t.Parallel()
	const stake, house = 100, 50
	for name, c := range map[string]struct {
		refuse func(b *strictBank)
		end    func(d *duel)
		// waits are what waits in the end for alice, bob and the fee collector.
		alice, bob, collector sdk.Coins
	}{
		"the winner is blocked": {
			refuse: func(b *strictBank) { b.blocked[alice.text()] = true }, end: concedeAndClaim,
			alice: sdk.NewCoins(beers(2*stake-house), sdk.NewInt64Coin(types.RewardDenom, fullReward)),
		},
		"the loser is blocked": {
			refuse: func(b *strictBank) { b.blocked[bob.text()] = true }, end: concedeAndClaim,
			bob: uship(loserReward),
		},
		"the fee collector is not paid": {
			refuse: func(b *strictBank) { b.broken[authtypes.FeeCollectorName] = true }, end: concedeAndClaim,
			collector: sdk.NewCoins(beers(house)),
		},
		"the stake is restricted, the reward is not": {
			refuse: func(b *strictBank) { b.closed[stakeDenom] = true }, end: concedeAndClaim,
			alice: sdk.NewCoins(beers(2*stake - house)), collector: sdk.NewCoins(beers(house)),
		},
		"nobody can be paid anything": {
			refuse: func(b *strictBank) {
				b.closed[stakeDenom], b.closed[types.RewardDenom], b.closed[types.DefaultFeeDenom] = true, true, true
			},
			end:       concedeAndClaim,
			alice:     sdk.NewCoins(beers(2*stake-house), sdk.NewInt64Coin(types.RewardDenom, fullReward)),
			bob:       uship(loserReward),
			collector: sdk.NewCoins(beers(house)),
		},
		"nobody wins, and one is blocked": {
			refuse: func(b *strictBank) { b.blocked[bob.text()] = true },
			end: func(d *duel) {
				d.deliver(d.concede(game.Joiner))
				d.skipTo(d.now().Deadline + 2)
				d.skipTo(d.now().Deadline + 2)
			},
			bob: sdk.NewCoins(beers(stake)),
		},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t, withParams(public), withParams(func(p *types.Params) { p.HouseShareBps = 2_500 }))
			f.fundCast()
			bank := f.restrict()
			d := f.stakedDuel(beers(stake))
			f.deliver(d.reveal(game.Creator, ""))
			d.exchange(1)
			c.refuse(bank)
			had := map[string]fortune{}
			for _, addr := range []sdk.AccAddress{alice.addr, bob.addr, feeCollector} {
				had[textOf(addr)] = f.fortune(addr)
			}
			c.end(d)
			require.False(t, f.has(d.id), "the game has ended")
			f.requireBooks()
			waits := [...]struct {
				addr  sdk.AccAddress
				coins sdk.Coins
			}{{alice.addr, c.alice}, {bob.addr, c.bob}, {feeCollector, c.collector}}
			for _, w := range waits {
				require.Equal(t, w.coins.String(), f.unpaid(w.addr).String())
			}
			// When the bank has come to its senses, all is paid: to whom it is due, or whom that names.
			bank.blocked, bank.closed, bank.broken = nil, nil, nil
			for i, w := range waits {
				withdraw := &types.MsgWithdraw{Sender: textOf(w.addr)}
				if w.coins.Empty() {
					f.refuse(types.ErrNothingToWithdraw, withdraw)
					continue
				}
				to := w.addr
				if i%2 == 0 {
					to, withdraw.Recipient = carol.addr, carol.text()
				}
				before := f.bank.GetAllBalances(f.ctx, to)
				f.deliver(withdraw)
				require.Equal(t, before.Add(w.coins...).String(), f.bank.GetAllBalances(f.ctx, to).String())
				require.Equal(t, []any{&types.EventWithdrawn{
					Account: textOf(w.addr), Recipient: textOf(to), Coins: w.coins,
				}}, anys(f.events()))
				f.refuse(types.ErrNothingToWithdraw, withdraw)
				f.requireBooks()
			}
			require.Empty(t, f.bank.GetAllBalances(f.ctx, moduleAddress), "nothing stays behind")
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
	f := newFixture(t, withParams(public))
	f.fundCast()
	bank := f.restrict()
	open := f.create(f.newBoard(alice, game.Classic(), classicFleet))
	d := f.play(game.Classic())
	d.exchange(1)
	bank.blocked[alice.text()] = true
	f.deliver(d.concede(game.Joiner))
	f.deliver(d.claim(game.Creator))
	require.Contains(t, anys(f.events()), &types.EventPaymentFailed{
		GameId: d.id, Recipient: alice.text(), Coins: uship(fullReward),
	})
	require.Equal(t, uint64(fullReward), f.over(d.id).Result.Reward, "the reward is hers all the same")

	// What comes later is added to what waits.
	f.withdraw(alice, open)
	require.Equal(t, uship(fullReward).Add(anchors(fee+openDeposit)).String(), f.unpaid(alice.addr).String())
}

// The creator of an open game is blocked by the time it is refunded.
func TestRefundsOfOpenGamesWait(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(f *fixture, id uint64){
		"cancelled": func(f *fixture, id uint64) { f.withdraw(alice, id) },
		"declined":  func(f *fixture, id uint64) { f.deliver(&types.MsgDeclineGame{Sender: bob.text(), GameId: id}) },
		"expired":   func(f *fixture, id uint64) { f.skipTo(f.state(id).Deadline + 2) },
	} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t, withParams(public))
			f.fundCast()
			bank := f.restrict()
			create, stake := createMsg(f.newBoard(alice, game.Classic(), classicFleet)), beers(5)
			create.Stake, create.Opponent = &stake, bob.text()
			id := f.open(create)
			bank.blocked[alice.text()] = true
			end(f, id)
			require.False(t, f.has(id))
			require.Empty(t, f.quarantined(), "it is settled, not put aside")
			require.Equal(t, sdk.NewCoins(stake, anchors(fee+openDeposit)).String(), f.unpaid(alice.addr).String())
			f.requireBooks()
		})
	}
}

// quarantined returns the games that were put aside.
func (f *fixture) quarantined() []types.Quarantine {
	f.Helper()
	gs, err := f.keeper.ExportGenesis(f.ctx)
	require.NoError(f, err)
	return gs.Quarantined
}

func TestWithdrawalsThatAreRefused(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	bank := f.restrict()
	f.owe(alice, anchors(7))
	for name, c := range map[string]struct {
		from, to string
		want     error
	}{
		"nothing waits":                    {bob.text(), "", types.ErrNothingToWithdraw},
		"nothing waits for another":        {bob.text(), alice.text(), types.ErrNothingToWithdraw},
		"no sender":                        {"", "", types.ErrInvalidAddress},
		"no address":                       {"alice", "", types.ErrInvalidAddress},
		"a recipient that is none":         {alice.text(), "bob", types.ErrInvalidAddress},
		"a recipient of another chain":     {alice.text(), "cosmos" + bob.text()[len(prefix):], types.ErrInvalidAddress},
		"a recipient that is blocked":      {alice.text(), mallory.text(), types.ErrRecipient},
		"the module itself":                {alice.text(), textOf(moduleAddress), types.ErrRecipient},
		"the authority, which is not paid": {alice.text(), f.authority, types.ErrRecipient},
	} {
		t.Run(name, func(t *testing.T) {
			bank.blocked[mallory.text()] = true
			f.TB = t
			f.refuse(c.want, &types.MsgWithdraw{Sender: c.from, Recipient: c.to})
			require.Equal(t, sdk.NewCoins(anchors(7)).String(), f.unpaid(alice.addr).String())
		})
	}
}

func TestAWithdrawalPaysAllPayableCoins(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	bank := f.restrict()
	f.owe(alice, anchors(7))
	f.owe(alice, beers(5))
	bank.closed[stakeDenom] = true
	res, err := f.msgs.Withdraw(f.ctx, &types.MsgWithdraw{Sender: alice.text()})
	require.NoError(t, err)
	require.Equal(t, sdk.NewCoins(anchors(7)).String(), res.Coins.String())
	require.Equal(t, sdk.NewCoins(beers(5)).String(), f.unpaid(alice.addr).String())
	f.requireBooks()
	f.refuse(types.ErrRecipient, &types.MsgWithdraw{Sender: alice.text()})
	bank.closed = nil
	f.deliver(&types.MsgWithdraw{Sender: alice.text()})
	f.requireBooks()
	require.Empty(t, f.unpaid(alice.addr))
}

// A module's account that is not blocked can play by way of another module, and is paid.
func TestAModuleCanWin(t *testing.T) {
	t.Parallel()
	f := newFixture(t, withParams(public))
	f.fundCast()
	f.accounts.GetModuleAccount(f.ctx, minttypes.ModuleName)
	module := player{name: minttypes.ModuleName, addr: authtypes.NewModuleAddress(minttypes.ModuleName)}
	f.fund(module, anchors(1_000_000_000), beers(100))
	stake := beers(100)
	d := &duel{fixture: f, boards: [...]board{
		f.newBoard(module, game.Classic(), classicFleet), f.newBoard(bob, game.Classic(), classicFleet),
	}}
	create := createMsg(d.boards[game.Creator])
	create.Stake = &stake
	d.id = f.open(create)
	join := joinMsg(d.id, d.boards[game.Joiner])
	join.Toss = d.tossFor(game.Creator)
	f.deliver(join)
	f.deliver(d.reveal(game.Creator, ""))
	d.exchange(1)
	concedeAndClaim(d)
	require.Equal(t, beers(200), f.bank.GetBalance(f.ctx, module.addr, stakeDenom))
	require.Equal(t, int64(fullReward), f.balance(module.addr))
	f.requireBooks()
}

func TestRegressionAGiftBeforeTheFirstStake(t *testing.T) {
	t.Parallel()
	f := newFixture(t, withParams(allowBeer))
	f.fundCast()
	require.NoError(t, f.bank.SendCoins(f.ctx, bob.addr, moduleAddress, sdk.NewCoins(beers(1))))
	d := f.stakedDuel(beers(100))
	concedeAndClaim(d)
	f.requireBooks()
	require.Equal(t, beers(1), f.bank.GetBalance(f.ctx, moduleAddress, stakeDenom))
}

// Whatever is done in whatever order, and whoever gives coins to the module and which: the escrow is what open games
// hold and what waits.
func TestTheEscrowAddsUpAfterEveryMessage(t *testing.T) {
	t.Parallel()
	ended := 0
	for seed := range int64(6) {
		f := newFixture(t, withParams(public), withParams(func(p *types.Params) {
			p.HouseShareBps, p.RewardPeriodBlocks = uint32(seed)*400, 50
		}))
		cast := []player{alice, bob, mallory, carol}
		for _, p := range cast {
			f.fund(p, anchors(1_000_000_000_000), beers(1_000_000), sdk.NewInt64Coin(types.RewardDenom, 1_000_000))
		}
		c := chaos{
			fixture: f, dice: rand.New(rand.NewSource(seed)), cast: cast, bank: f.restrict(), duels: map[uint64]*duel{},
		}
		for range 1_000 {
			c.step()
			f.requireBooks()
		}
		c.bank.blocked, c.bank.closed, c.bank.broken = nil, nil, nil
		f.ctx = f.ctx.WithBlockHeight(f.height() + 1_000)
		for range 1_000 {
			require.NoError(t, f.keeper.EndBlock(f.ctx))
			f.ctx = f.ctx.WithBlockHeight(f.height() + 1)
		}
		f.requireBooks()
		for _, p := range append(cast, player{addr: feeCollector}) {
			if !f.unpaid(p.addr).Empty() {
				require.NoError(t, f.handle(&types.MsgWithdraw{Sender: textOf(p.addr)}))
			}
		}
		escrow, err := f.queries.Escrow(f.ctx, &types.QueryEscrowRequest{})
		require.NoError(t, err)
		require.Empty(t, escrow.Held, "seed %d: all have got theirs", seed)
		require.Equal(t, c.gifts.String(), f.bank.GetAllBalances(f.ctx, moduleAddress).String(), "what is left was given")
		ended += c.ended
	}
	require.Greater(t, ended, 50, "a test of games that are never won shows little")
}

// chaos does things at random.
type chaos struct {
	*fixture

	dice  *rand.Rand
	cast  []player
	bank  *strictBank
	duels map[uint64]*duel
	// ids are those of the games in duels, in order.
	ids   []uint64
	gifts sdk.Coins
	ended int
}

// step does one thing. Most are allowed; which are not is not of interest here.
func (c *chaos) step() {
	c.ctx = c.ctx.WithEventManager(sdk.NewEventManager())
	ctx, write := c.ctx.CacheContext()
	outer := c.ctx
	c.ctx = ctx
	err := c.act()
	c.ctx = outer.WithBlockHeight(c.ctx.BlockHeight())
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
		c.bank.blocked[who.text()] = c.dice.Intn(4) == 0
		c.bank.closed[stakeDenom] = c.dice.Intn(8) == 0
		c.bank.broken[authtypes.FeeCollectorName] = c.dice.Intn(4) == 0
		return nil
	case 2:
		return c.handle(&types.MsgWithdraw{Sender: who.text()})
	case 3:
		for range 1 + c.dice.Intn(3) {
			if err := c.keeper.EndBlock(c.ctx); err != nil {
				return err
			}
			c.ctx = c.ctx.WithBlockHeight(c.height() + 1)
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

func (c *chaos) gift(from player) error {
	coin := []sdk.Coin{anchors(3), beers(5), sdk.NewInt64Coin(types.RewardDenom, 7)}[c.dice.Intn(3)]
	err := c.fixture.bank.SendCoins(c.ctx, from.addr, moduleAddress, sdk.NewCoins(coin))
	if err == nil {
		c.gifts = c.gifts.Add(coin)
	}
	return err
}

func (c *chaos) create(who player) error {
	id, err := c.keeper.NextGameID(c.ctx)
	require.NoError(c, err)
	d := &duel{fixture: c.fixture, id: id}
	d.boards[game.Creator] = c.newBoard(who, game.Classic(), classicFleet)
	create := createMsg(d.boards[game.Creator])
	create.Casual = c.dice.Intn(4) == 0
	if stake := beers(1 + c.dice.Int63n(1000)); c.dice.Intn(3) > 0 {
		create.Stake = &stake
	}
	if err := c.handle(create); err != nil {
		return err
	}
	c.duels[id], c.ids = d, append(c.ids, id)
	return nil
}

// pick returns a game that has not ended, of a phase if there is one.
func (c *chaos) pick(phase game.Phase) *duel {
	for range 20 {
		if len(c.ids) == 0 {
			return nil
		}
		d := c.duels[c.ids[c.dice.Intn(len(c.ids))]]
		if c.has(d.id) && (phase == 0 || d.now().Phase == phase) {
			return d
		}
	}
	return nil
}

func (c *chaos) join(who player) error {
	d := c.pick(game.PhaseOpen)
	if d == nil {
		return errInjected
	}
	b := c.newBoard(who, game.Classic(), classicFleet)
	if err := c.handle(joinMsg(d.id, b)); err != nil {
		return err
	}
	d.boards[game.Joiner] = b
	return nil
}

func (c *chaos) move() error {
	d := c.pick(0)
	if d == nil {
		return errInjected
	}
	s := d.now()
	by := game.Seat(c.dice.Intn(2))
	switch {
	case s.Phase == game.PhaseOpen && c.dice.Intn(4) > 0:
		return errInjected
	case s.Phase == game.PhaseOpen:
		return c.handle(d.cancel(game.Creator))
	case s.Phase == game.PhaseClaim:
		err := c.handle(d.claim(s.Actor))
		if err == nil {
			c.ended++
		}
		return err
	case s.Phase == game.PhasePlay && c.dice.Intn(8) == 0:
		return c.handle(d.challenge(by))
	case s.Phase == game.PhasePlay && c.dice.Intn(4) == 0:
		return c.handle(d.concede(by))
	default:
		return c.handle(d.next())
	}
}
