package keeper_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/testutil/chain"
	"github.com/battleship-chain/battleship/x/battleship/internal/kit"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// newBrawlBills starts a chain on which n players sit down at a table with a stake, all of them invited, every message
// simulated before it is sent.
func newBrawlBills(t testing.TB, n int, opts ...chain.Option) (*bills, *kit.Brawl) {
	t.Helper()
	accounts := make([]chain.Account, n)
	for i, p := range kit.Brawlers(n) {
		accounts[i] = chain.NewAccount(p.Name)
	}
	b := newBills(t, append(opts, chain.WithAccounts(accounts...))...)
	table := &kit.Brawl{Fixture: b.Fixture, Targets: make([]string, n)}
	for i, a := range accounts {
		b.chain.MustDeliver(a, banktypes.NewMsgSend(a.Address, a.Address, sdk.NewCoins(sdk.NewInt64Coin(app.BondDenom, 1))))
		table.Boards = append(table.Boards, b.NewBrawler(b.player(a.Name), kit.FleetNumber(i)))
		table.Boards[i].Delegate = b.player(chain.Carol).Text()
		if i > 0 {
			table.Boards[i].Delegate = chain.NewAccount(fmt.Sprint("delegate of ", i)).String()
		}
	}
	b.Ctx = b.next()
	id, err := b.Keeper.NextGameID(b.Ctx)
	require.NoError(t, err)
	table.ID = id
	stake := sdk.NewInt64Coin(types.DefaultFeeDenom, 1_000_000)
	msg := kit.CreateMeleeMsg(table.Boards[0], n)
	msg.Stake = &stake
	table.Invite(msg)
	b.deliverSeat("create melee", table, 0, msg)
	return b, table
}

// deliverSeat is deliver by the player of a seat.
func (b *bills) deliverSeat(name string, table *kit.Brawl, seat melee.Seat, msg sdk.Msg) {
	b.Helper()
	b.deliver(name, table.Boards[seat].Player.Name, msg)
}

// sitDown has all others join, one of them twice, and all confirm.
func (b *bills) sitDown(table *kit.Brawl) {
	b.Helper()
	last := len(table.Boards) - 1
	for i := range table.Boards[1:] {
		b.deliverSeat("join melee", table, melee.Seat(i+1), table.Join(i+1))
		if i+2 == last {
			b.deliverSeat("leave melee", table, melee.Seat(i+1), table.Leave(melee.Seat(i+1)))
			b.deliverSeat("join melee", table, melee.Seat(i+1), table.Join(i+1))
		}
	}
	for seat := range table.Now().Owes.All() {
		b.deliverSeat("confirm melee", table, seat, table.Confirm(seat))
	}
}

// round plays a round in which everybody aims at another one of the last free tiles; if it is late, after the first
// clock of each stage has run out.
func (b *bills) round(table *kit.Brawl, late bool) {
	b.Helper()
	suffix := ""
	if late {
		suffix = ", late"
	}
	for _, stage := range []struct {
		name string
		next func(seat melee.Seat) sdk.Msg
	}{
		{"aim", b.aims(table)},
		{"fire", func(seat melee.Seat) sdk.Msg { return table.Fire(seat) }},
		{"report", func(seat melee.Seat) sdk.Msg { return table.Report(seat) }},
	} {
		if late {
			b.chain.AdvanceTo(table.Now().Deadline + 1)
			b.Ctx = b.next()
			require.True(b, table.Now().Extended)
		}
		for seat := range table.Now().Owes.All() {
			b.deliverSeat(stage.name+suffix, table, seat, stage.next(seat))
		}
	}
}

// aims returns what everybody aims at in a round.
func (b *bills) aims(table *kit.Brawl) func(seat melee.Seat) sdk.Msg {
	b.Helper()
	var free []string
	for tile := range table.Now().Free().All() {
		free = append(free, table.Ruleset().TileName(tile))
	}
	return func(seat melee.Seat) sdk.Msg {
		target := free[len(free)-1]
		if len(free) > 1 {
			free = free[:len(free)-1]
		}
		return table.Aim(seat, target)
	}
}

// everyMeleeMessage sends every message that a player of a melee of 16 can send, the dearest form of each: all are
// invited and have a delegate, and of those who have been sunk each is consoled in the end.
func (b *bills) everyMeleeMessage(table *kit.Brawl) {
	b.Helper()
	b.sitDown(table)
	b.deliverSeat("set delegate", table, 1, &types.MsgSetDelegate{
		Sender: table.Text(1), GameId: table.ID, Delegate: chain.NewAccount("another delegate").String(),
	})
	b.round(table, false)
	b.round(table, true)
	b.deliverSeat("concede", table, 5, table.Concede(5))
	for table.Now().Stage == melee.StageAim {
		b.round(table, false)
	}
	for seat := range table.Now().Owes.All() {
		b.deliverSeat("claim", table, seat, table.ClaimMsg(seat))
	}
	_, err := b.Keeper.Records().MeleeResults.Get(b.Ctx, table.ID)
	require.NoError(b, err)
}

// What each message of a melee takes, with the transaction around it, at tables of 4 and of 16.
func TestGasAndBytesOfAMelee(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		players             int
		aim, fire, report   int64
		reportBytes, record int
	}{
		{4, 60_000, 61_000, 66_000, 960, 110},
		{16, 70_000, 71_000, 175_000, 2_950, 300},
	} {
		t.Run(fmt.Sprint(c.players), func(t *testing.T) {
			b, table := newBrawlBills(t, c.players)
			b.sitDown(table)
			for range 3 {
				b.round(table, false)
			}
			record, err := b.Keeper.Records().MeleeProgress.Get(b.Ctx, table.ID)
			require.NoError(t, err)
			t.Logf("hot record %d bytes; message, simulated, used, bytes:\n%s", len(record),
				b.table(func(name string, p price) string {
					return fmt.Sprintf("%d | %d | %d", p.simulated, p.used, b.bytes[name])
				}))
			require.LessOrEqual(t, b.prices["aim"].used, c.aim)
			require.LessOrEqual(t, b.prices["fire"].used, c.fire)
			require.LessOrEqual(t, b.prices["report"].used, c.report)
			require.LessOrEqual(t, b.bytes["report"], c.reportBytes)
			require.LessOrEqual(t, len(record), c.record)
		})
	}
}

// What clients are told that messages of a melee take, and what it costs to keep them out of a block, is true.
func TestBillsOfAMelee(t *testing.T) {
	t.Parallel()
	b, table := newBrawlBills(t, 16)
	b.everyMeleeMessage(table)
	named := make(map[string]price)
	for name, p := range b.prices {
		require.GreaterOrEqual(t, p.simulated*13/10, p.used, name)
		require.LessOrEqual(t, p.wanted(), app.DefaultConsensusParams().Block.MaxGas/128, "%s has the gas of a place", name)
		if name == "aim" || name == "fire" || name == "report" {
			require.GreaterOrEqual(t, p.bill(), int64(500), name)
		}
		if name == "claim" || name == "concede" || name == "set delegate" {
			name += " in a melee"
		}
		named[name] = p
	}
	b.prices = named
	require.Len(t, b.prices, 10+3)
	b.requireTable("../../../docs/clients.md", func(p price) []int64 {
		return []int64{p.simulated, p.used, p.clientLimit()}
	})
}

// Whoever acts last pays the others back, begins the round or ends the melee. It does not know when it simulates that
// it will be the last, and has to leave enough gas all the same.
func TestRegressionTheLastToActHasSimulatedTooLittleGas(t *testing.T) {
	t.Parallel()
	for _, n := range []int{2, 4, 16} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			b, table := newBrawlBills(t, n)
			for i := range table.Boards[1:] {
				b.deliverSeat("join melee", table, melee.Seat(i+1), table.Join(i+1))
			}
			b.allAtOnce("confirm", table, func(seat melee.Seat) sdk.Msg { return table.Confirm(seat) })
			for table.Now().Stage == melee.StageAim {
				b.round(table, false)
			}
			b.allAtOnce("claim", table, func(seat melee.Seat) sdk.Msg { return table.ClaimMsg(seat) })
		})
	}
}

// Whoever leaves last begins the first round, or cancels the melee if all others have left: what that takes is in what
// it has simulated, when others had to confirm or leave as well.
func TestRegressionTheLastToLeaveHasSimulatedTooLittleGas(t *testing.T) {
	t.Parallel()
	for _, n := range []int{2, 3, 4, 8, 16} {
		for _, othersLeave := range []bool{false, true} {
			t.Run(fmt.Sprintf("%d seats, others leave: %t", n, othersLeave), func(t *testing.T) {
				b, table := newBrawlBills(t, n)
				for i := range table.Boards[1:] {
					b.deliverSeat("join melee", table, melee.Seat(i+1), table.Join(i+1))
				}
				used, simulated := b.allAtOnce("confirm or leave", table, func(seat melee.Seat) sdk.Msg {
					if seat == 0 || !othersLeave && int(seat) < n-1 {
						return table.Confirm(seat)
					}
					return table.Leave(seat)
				})
				require.LessOrEqual(t, used[n-1], simulated[n-1], "not even without what clients add")
			})
		}
	}
}

// allAtOnce has all who owe something simulate it before any of them sends it, and returns what each of them has used
// and simulated.
func (b *bills) allAtOnce(
	what string, table *kit.Brawl, msg func(melee.Seat) sdk.Msg,
) (used, simulated []int64) {
	b.Helper()
	owes := slices.Collect(table.Now().Owes.All())
	used, simulated = make([]int64, len(owes)), make([]int64, len(owes))
	for i, seat := range owes {
		simulated[i] = int64(b.chain.Simulate(b.chain.Account(table.Boards[seat].Player.Name), msg(seat)))
	}
	for i, seat := range owes {
		used[i] = b.chain.MustDeliver(b.chain.Account(table.Boards[seat].Player.Name), msg(seat)).GasUsed
		b.Ctx = b.next()
		b.Logf("%s of seat %d: simulated %d, used %d", what, seat, simulated[i], used[i])
		require.LessOrEqual(b, used[i], simulated[i]*int64(client.DefaultGasAdjustment*100)/100, "%s of seat %d", what, seat)
	}
	return used, simulated
}

// Thirty accounts pay themselves in transactions that want an eighth of a block each at the lowest price. What is owed
// in a melee is in the next block all the same, if it offers a little more; also a report that takes two places.
func TestOwedMovesOfAMeleeThatBidAreInTheNextBlockOfAStuffedChain(t *testing.T) {
	t.Parallel()
	const stuffers, each = 30, 8
	var attackers []chain.Account
	for i := range stuffers {
		attackers = append(attackers, chain.NewAccount(fmt.Sprint("stuffer-", i)))
	}
	b, table := newBrawlBills(t, 8, chain.WithAccounts(attackers...))
	b.sitDown(table)
	eighth := uint64(app.DefaultConsensusParams().Block.MaxGas) / each
	coin := sdk.NewCoins(sdk.NewInt64Coin(app.BondDenom, 1))
	for _, attacker := range attackers {
		pay := []sdk.Msg{banktypes.NewMsgSend(attacker.Address, attacker.Address, coin)}
		for range each {
			require.Zero(t, b.chain.Check(b.chain.Sign(eighth, pay, attacker)).Code)
		}
	}
	aim := b.aims(table)
	for _, next := range []func(melee.Seat) sdk.Msg{
		aim,
		func(seat melee.Seat) sdk.Msg { return table.Fire(seat) },
		func(seat melee.Seat) sdk.Msg { return table.Report(seat) },
	} {
		var bids [][]byte
		for seat := range table.Now().Owes.All() {
			bid := b.chain.SignTx(chain.Tx{
				Gas:  300_000,
				Fee:  sdk.NewCoins(sdk.NewInt64Coin(app.BondDenom, 331)),
				Msgs: []sdk.Msg{next(seat)},
			}, b.chain.Account(table.Boards[seat].Player.Name))
			require.Zero(t, b.chain.Check(bid).Code)
			bids = append(bids, bid)
		}
		txs, block := b.chain.Propose()
		require.Equal(t, bids, txs[:len(bids)])
		for i := range bids {
			require.Zero(t, block.TxResults[i].Code, block.TxResults[i].Log)
		}
		b.Ctx = b.chain.Context()
	}
	require.Equal(t, 2, table.Now().Round, "all have acted in three blocks")
}

// gasNow returns the gas that a message would use now, without the transaction around it.
func gasNow(b *kit.Brawl, msg sdk.Msg) uint64 {
	b.Helper()
	ctx := b.Ctx
	defer func() { b.Ctx = ctx }()
	b.Ctx, _ = ctx.CacheContext()
	return spend(b.Fixture, msg)
}

// requireForeseen checks that a message takes no more now than a client has left for it when it took so much.
func requireForeseen(b *kit.Brawl, simulated uint64, msg sdk.Msg, what string) {
	b.Helper()
	require.LessOrEqual(b, gasNow(b, msg), simulated*uint64(client.DefaultGasAdjustment*100)/100, what)
}

// Whoever declines fills the table or cancels the melee if the others have come or declined before. It does not know
// when it simulates that it will be the last, and has to leave enough gas all the same.
func TestRegressionADeclineHasSimulatedTooLittleGas(t *testing.T) {
	t.Parallel()
	for _, n := range []int{3, 16} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			b := kit.New(t, kit.WithParams(kit.WithMeleeDeposit)).NewInvited(n)
			for i := range b.Boards {
				b.Boards[i].Delegate = chain.NewAccount(fmt.Sprint("delegate of ", i)).String()
			}
			last := n - 1
			decline := b.DeclineMsg(b.Boards[last].Player)
			simulated := gasNow(b, decline)
			for i := 1; i < last; i++ {
				b.Deliver(b.Join(i))
			}
			requireForeseen(b, simulated, decline, "it fills the table")
			for i := 1; i < last; i++ {
				b.Deliver(b.Leave(melee.Seat(i)))
				b.Deliver(b.DeclineMsg(b.Boards[i].Player))
			}
			requireForeseen(b, simulated, decline, "it cancels the melee")
			b.Deliver(decline)
			require.True(t, b.Gone())
		})
	}
}

// The delegates of all stand in one record. Whoever names one does not know when it simulates that the others will have
// done so before.
func TestRegressionADelegateIsNamedWithTooLittleGas(t *testing.T) {
	t.Parallel()
	for _, n := range []int{2, 16} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			b := kit.New(t).NewTable(n, nil)
			b.Fill()
			name := b.SetDelegate(b.Boards[0].Player, kit.Carol.Text())
			simulated := gasNow(b, name)
			for i := 1; i < n; i++ {
				long := make(sdk.AccAddress, types.MaxAddressBytes)
				long[0] = byte(i)
				b.Deliver(b.SetDelegate(b.Boards[i].Player, long.String()))
			}
			requireForeseen(b, simulated, name, "it is the last one to be named")
		})
	}
}
