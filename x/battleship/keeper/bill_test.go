package keeper_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/testutil/chain"
	"github.com/battleship-chain/battleship/x/battleship/internal/kit"
	"github.com/battleship-chain/battleship/x/battleship/keeper"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// price is what a message takes, in gas.
type price struct{ simulated, used int64 }

// bills is a chain on which every message is simulated before it is sent.
type bills struct {
	*kit.Fixture

	chain  *chain.Chain
	prices map[string]price
	// bytes is the size of the longest transaction by name.
	bytes map[string]int
	// leastPart is the least that a simulation returned of what was used, in percent.
	leastPart int64
}

// newBills starts a chain with the params of a public network, on which a coin waits for alice. Its limits of rewards
// withhold none here, for a promise is what makes the end of play dear.
func newBills(t testing.TB, opts ...chain.Option) *bills {
	t.Helper()
	coin := sdk.NewCoins(sdk.NewInt64Coin(types.DefaultFeeDenom, 1_000_000))
	c := chain.New(t, append(opts, chain.WithGenesis(func(a *app.App, state app.GenesisState) {
		var games types.GenesisState
		a.AppCodec().MustUnmarshalJSON(state[types.ModuleName], &games)
		games.Params.PairCooldownBlocks, games.Params.RewardMinShots = 1, 1
		games.Unpaid = append(games.Unpaid, types.GenesisUnpaid{
			Address: chain.NewAccount(chain.Alice).String(), Coins: coin,
		})
		state[types.ModuleName] = a.AppCodec().MustMarshalJSON(&games)
		var coins banktypes.GenesisState
		a.AppCodec().MustUnmarshalJSON(state[banktypes.ModuleName], &coins)
		coins.Balances = append(coins.Balances, banktypes.Balance{
			Address: authtypes.NewModuleAddress(types.ModuleName).String(), Coins: coin,
		})
		coins.Supply = coins.Supply.Add(coin...)
		state[banktypes.ModuleName] = a.AppCodec().MustMarshalJSON(&coins)
	}))...)
	k := c.App.BattleshipKeeper
	b := &bills{
		Fixture:   &kit.Fixture{TB: t, Ctx: c.Context(), Keeper: k, Queries: keeper.NewQueryServer(k)},
		chain:     c,
		prices:    make(map[string]price),
		bytes:     make(map[string]int),
		leastPart: 100,
	}
	// The first transaction of an account is dearer, for it leaves its key.
	for _, name := range []string{chain.Alice, chain.Bob} {
		account := c.Account(name)
		c.MustDeliver(account, banktypes.NewMsgSend(account.Address, account.Address, coin))
	}
	b.Ctx = b.next()
	return b
}

// Next returns the context of the next block, as far as it is known before: with its hash, on which a toss depends.
func (b *bills) next() sdk.Context { return b.chain.Context().WithHeaderHash(b.chain.NextBlock().Hash) }

// Player returns an account as a player.
func (b *bills) player(name string) kit.Player {
	return kit.Player{Name: name, Addr: b.chain.Account(name).Address}
}

// deliver simulates and sends a message under a name.
func (b *bills) deliver(name, by string, msg sdk.Msg) {
	b.Helper()
	account := b.chain.Account(by)
	simulated := int64(b.chain.Simulate(account, msg))
	res := b.chain.MustDeliver(account, msg)
	used := res.GasUsed
	b.bytes[name] = max(b.bytes[name], res.Size)
	b.Ctx = b.next()
	b.leastPart = min(b.leastPart, 100*simulated/used)
	if used > b.prices[name].used {
		b.prices[name] = price{simulated, used}
	}
}

// open has alice open a game that bob may join.
func (b *bills) open(change func(*types.MsgCreateGame)) *kit.Duel {
	b.Helper()
	return b.openUnder(game.Classic(), "create", change)
}

// openUnder is open under a ruleset, with another name for the message.
func (b *bills) openUnder(r *game.Ruleset, name string, change func(*types.MsgCreateGame)) *kit.Duel {
	b.Helper()
	d := &kit.Duel{Fixture: b.Fixture}
	id, err := b.Keeper.NextGameID(b.Ctx)
	require.NoError(b, err)
	d.ID = id
	for i, name := range []string{chain.Alice, chain.Bob} {
		d.Boards[i] = b.NewBoard(b.player(name), r, kit.ClassicFleet)
	}
	stake := sdk.NewInt64Coin(types.DefaultFeeDenom, 1_000_000)
	msg := kit.CreateMsg(d.Boards[game.Creator])
	msg.Stake = &stake
	if change != nil {
		change(msg)
	}
	b.deliver(name, chain.Alice, msg)
	return d
}

// begin has alice and bob begin a game.
func (b *bills) begin() *kit.Duel {
	b.Helper()
	d := b.open(nil)
	join := kit.JoinMsg(d.ID, d.Boards[game.Joiner])
	join.Toss = d.TossFor(game.Creator)
	b.deliver("join", chain.Bob, join)
	b.deliver("opening of the toss", chain.Alice, d.Reveal(game.Creator, "A1"))
	return d
}

// everyMessage sends every message that an account can send, the dearest form of each.
func (b *bills) everyMessage() {
	b.Helper()
	seats := [...]string{chain.Alice, chain.Bob}
	played := b.begin()
	for played.Now().Phase != game.PhaseClaim {
		b.deliver("move", seats[played.Now().Actor], played.Next())
	}
	winner := played.Now().Actor
	b.deliver("claim", seats[winner], played.Claim(winner))

	exchange := func(d *kit.Duel) {
		for range 2 {
			b.deliver("move", seats[d.Now().Actor], d.Next())
		}
	}
	conceded := b.begin()
	exchange(conceded)
	b.deliver("set delegate", chain.Alice, conceded.SetDelegate(game.Creator, b.player(chain.Carol).Text()))
	b.deliver("concede", chain.Bob, conceded.Concede(game.Joiner))
	b.deliver("claim", chain.Alice, conceded.Claim(game.Creator))

	challenged := b.begin()
	exchange(challenged)
	b.deliver("challenge", chain.Alice, challenged.Challenge(game.Creator))
	b.deliver("claim", chain.Bob, challenged.Claim(game.Joiner))

	b.everyMessageOffChain()

	offered := b.open(func(msg *types.MsgCreateGame) { msg.Opponent = b.player(chain.Bob).Text() })
	b.deliver("decline", chain.Bob, offered.Decline(b.player(chain.Bob)))

	withdrawn := b.open(nil)
	b.deliver("cancel", chain.Alice, withdrawn.Cancel(game.Creator))

	for _, name := range seats {
		b.deliver("match", name, b.MatchMsg(b.player(name), game.Classic()))
	}
	b.deliver("withdraw", chain.Alice, &types.MsgWithdraw{
		Sender: b.player(chain.Alice).Text(), Recipient: b.player(chain.Alice).Text(),
	})
	b.deliver("set name", chain.Alice, &types.MsgSetName{
		Sender: b.player(chain.Alice).Text(), Name: "a-name-of-20-letters", MaxPrice: types.BasePerReward,
	})
}

// table lists names in order with what a function says of each.
func (b *bills) table(row func(name string, p price) string) string {
	names := make([]string, 0, len(b.prices))
	for name := range b.prices {
		names = append(names, name)
	}
	slices.Sort(names)
	var table strings.Builder
	for _, name := range names {
		fmt.Fprintf(&table, "| %s | %s |\n", name, row(name, b.prices[name]))
	}
	return table.String()
}

// Clients simulate before they know the fee. Without a fee a simulation once told 16,170 gas too little, and the usual
// margin of 1.3 was not enough for any move.
func TestGasThatIsSimulatedWithoutAFeeIsEnoughWithTheUsualMargin(t *testing.T) {
	t.Parallel()
	b := newBills(t)
	b.everyMessage()
	t.Logf("message, simulated, used, limit at 1.3:\n%s", b.table(func(_ string, p price) string {
		return fmt.Sprintf("%d | %d | %d", p.simulated, p.used, p.simulated*13/10)
	}))
	require.Len(t, b.prices, 13+6, "every message that an account can send, and the toss apart from a move; six of them "+
		"otherwise for off-chain games")
	for name, p := range b.prices {
		require.GreaterOrEqual(t, p.simulated*13/10, p.used, name)
	}
	require.GreaterOrEqual(t, b.leastPart, int64(97), "least that a simulation returned, in percent of what was used")
}

// wanted returns the gas limit that clients here ask for.
func (p price) wanted() int64 { return p.simulated * int64(client.DefaultGasAdjustment*100) / 100 }

// bill returns for how many times the fee of a message a block is filled at the same price per unit of gas.
func (p price) bill() int64 { return app.DefaultConsensusParams().Block.MaxGas / p.wanted() }

// For each block in which a message is kept out, the attacker pays for a block's gas at more than the player's price.
func TestAttackKeepingAMessageOutCostsFiveHundredTimesItsFee(t *testing.T) {
	t.Parallel()
	b := newBills(t)
	b.everyMessage()
	for name, p := range b.prices {
		require.GreaterOrEqual(t, p.bill(), int64(500), name)
		require.LessOrEqual(t, p.wanted(), app.DefaultConsensusParams().Block.MaxGas/128, "%s takes one place", name)
	}
	b.requireTable("../../../docs/gas.md", func(p price) []int64 { return []int64{p.wanted(), p.bill()} })
}

// Thirty accounts pay themselves in transactions that want a whole block each at the lowest price. Every message that
// is owed is in the next block all the same, if it offers a little more.
func TestOwedMovesThatBidAreInTheNextBlockOfAStuffedChain(t *testing.T) {
	t.Parallel()
	attackers := make([]chain.Account, 30)
	for i := range attackers {
		attackers[i] = chain.NewAccount(fmt.Sprint("stuffer-", i))
	}
	b := newBills(t, chain.WithAccounts(attackers...))
	seats := [...]string{chain.Alice, chain.Bob}
	d := b.open(nil)
	join := kit.JoinMsg(d.ID, d.Boards[game.Joiner])
	join.Toss = d.TossFor(game.Creator)
	b.deliver("join", chain.Bob, join)

	// Eight transactions fill a block.
	eighth := uint64(app.DefaultConsensusParams().Block.MaxGas) / 8
	coin := sdk.NewCoins(sdk.NewInt64Coin(app.BondDenom, 1))
	for _, attacker := range attackers {
		pay := []sdk.Msg{banktypes.NewMsgSend(attacker.Address, attacker.Address, coin)}
		for range 8 {
			require.Zero(t, b.chain.Check(b.chain.Sign(eighth, pay, attacker)).Code)
		}
	}
	owed := []func() sdk.Msg{
		func() sdk.Msg { return d.Reveal(game.Creator, "A1") },
		func() sdk.Msg { return d.Next() },
		func() sdk.Msg { return d.Concede(game.Joiner) },
		func() sdk.Msg { return d.Claim(game.Creator) },
	}
	for i, next := range owed {
		seat := seats[d.Now().Actor]
		if i == 2 {
			seat = chain.Bob
		}
		bid := b.chain.SignTx(chain.Tx{
			Gas:  300_000,
			Fee:  sdk.NewCoins(sdk.NewInt64Coin(app.BondDenom, 331)),
			Msgs: []sdk.Msg{next()},
		}, b.chain.Account(seat))
		require.Zero(t, b.chain.Check(bid).Code)
		txs, block := b.chain.Propose()
		require.Len(t, txs, 8)
		require.Equal(t, bid, txs[0])
		require.Zero(t, block.TxResults[0].Code, block.TxResults[0].Log)
		b.Ctx = b.chain.Context()
	}
	require.Equal(t, 8*len(attackers)-7*len(owed), b.chain.App.Mempool().CountTx(), "and the attackers' wait")
}
