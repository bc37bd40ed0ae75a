package app_test

import (
	"flag"
	"fmt"
	"maps"
	"math/rand"
	"slices"
	"strings"
	"testing"

	abci "github.com/cometbft/cometbft/abci/types"
	ibctesting "github.com/cosmos/ibc-go/v11/testing"
	"github.com/stretchr/testify/require"

	"github.com/cosmos/cosmos-sdk/baseapp"
	pruning "github.com/cosmos/cosmos-sdk/store/v2/pruning/types"
	sdk "github.com/cosmos/cosmos-sdk/types"
	sdkerrors "github.com/cosmos/cosmos-sdk/types/errors"
	"github.com/cosmos/cosmos-sdk/x/authz"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/interchain/packet"
	"github.com/battleship-chain/battleship/testutil/chain"
	"github.com/battleship-chain/battleship/x/battleship/simulation"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// How much the thieves try. The defaults fit into every test run; `make thieves SEEDS=6 TXS=5000` is a campaign. Each
// seed has a chain of its own, so more seeds take no more memory.
var (
	thievesSeed   = flag.Int64("thieves.seed", 1, "the first seed of the thieves")
	thievesSeeds  = flag.Int("thieves.seeds", 1, "let thieves play from this many seeds")
	thievesTxs    = flag.Int("thieves.txs", 700, "make at least this many transactions for each seed")
	thievesProven = flag.Bool("thieves.proven", false, "open games whose boards are proven, too; a proof takes 0.2 s")
)

const (
	honestBots = 4
	allThieves = 6
	// groupThief is the thief that is a multisig account, ownerThief one that owns an interchain account, too, and
	// packetThief a packet account, which has no key: courierThief sends its transfers.
	courierThief = honestBots
	ownerThief   = honestBots + allThieves - 2
	groupThief   = honestBots + allThieves - 1
	packetThief  = honestBots + allThieves
	// strangeDenom is a coin that no game can be played for.
	strangeDenom = "ustrange"
	// purse is how much each person has of each coin.
	purse = 1_000_000_000_000
)

// TestAttackThievesTakeNothing lets thieves send every message of the module to a chain on which honest bots play:
// stale, replayed, forged, mutated, for other people's games, late, and in an order that a thief has chosen. After
// each block it checks the invariants of the simulation, the deadlines, and who has won.
func TestAttackThievesTakeNothing(t *testing.T) {
	t.Parallel()
	total := make(map[string]*messageCount)
	for i := range *thievesSeeds {
		seed := *thievesSeed + int64(i)
		t.Run(fmt.Sprintf("seed %d", seed), func(t *testing.T) {
			t.Logf("again: go test ./app -run '^TestAttackThievesTakeNothing$' -v -args -thieves.seed %d -thieves.txs %d "+
				"-thieves.proven=%t", seed, *thievesTxs, *thievesProven)
			c := newContest(t, seed)
			for c.txs < *thievesTxs {
				c.playBlock()
			}
			c.report(total)
		})
	}
	if len(total) > 0 && *thievesSeeds > 1 {
		t.Logf("all seeds:\n%s", table(total))
	}
}

// person is an honest bot or a thief. Its boards and its channel keys follow from its address and a nonce.
type person struct {
	chain.Account

	honest bool
	// nonce is that of its next board, ahead how many transactions of it are in the block that is being made.
	nonce, ahead uint64
}

// contest is a chain on which honest bots and thieves play.
type contest struct {
	*chain.Chain

	t     *testing.T
	dice  *rand.Rand
	watch *watch
	// people are the honest bots and then the thieves.
	people    []*person
	byAddress map[string]*person
	// acts are the thieves' ways to make each message of the module.
	acts map[string]thiefAct
	// loot are the last messages that anybody has sent, by type.
	loot map[string][]sdk.Msg
	// duels and melees are the unfinished games after the last block, by id.
	duels  []*contestDuel
	melees []*contestMelee
	// channelGames are the off-chain games as they were played so far.
	channelGames map[uint64]*contestChannel
	// ended are the results of the last duels, for rematches.
	ended []types.Result

	txs    int
	counts map[string]*messageCount
	// packetsAhead is how many packets of a channel are in the block that is being made.
	packetsAhead map[string]uint64
	// acceptedBy counts the thieves' transactions that were accepted.
	acceptedBy map[sendingWay]int
	refusals   map[string]int
	// endings counts the games of honest bots that have ended, by how.
	endings map[string]int
}

// messageCount counts the messages of a type.
type messageCount struct{ byHonest, byThieves, accepted, refused int }

// newContest starts the chain of a seed.
func newContest(t *testing.T, seed int64) *contest {
	t.Helper()
	c := &contest{
		t: t, dice: rand.New(rand.NewSource(seed)), byAddress: make(map[string]*person), loot: make(map[string][]sdk.Msg),
		channelGames: make(map[uint64]*contestChannel), counts: make(map[string]*messageCount),
		acceptedBy: make(map[sendingWay]int),
		refusals:   make(map[string]int), endings: make(map[string]int),
	}
	var accounts []chain.Account
	for i := range honestBots + allThieves {
		p := &person{Account: chain.NewAccount(fmt.Sprintf("contestant %d", i)), honest: i < honestBots}
		if i == groupThief {
			p.Account = chain.NewGroup(fmt.Sprintf("contestant %d", i))
		}
		c.people, c.byAddress[p.String()] = append(c.people, p), p
		accounts = append(accounts, p.Account)
	}
	guest := chain.Account{Name: "guest", Address: packet.Account(arriveEnd, c.people[courierThief].String())}
	p := &person{Account: guest}
	c.people, c.byAddress[p.String()], accounts = append(c.people, p), p, append(accounts, guest)
	c.Chain = chain.New(t, chain.WithAccounts(accounts...), chain.WithParams(contestParams()), chain.WithMaxGas(-1),
		chain.WithGenesis(c.connect),
		chain.WithCoins(sdk.NewInt64Coin(app.BondDenom, purse), sdk.NewInt64Coin(simulation.PlayDenom, purse),
			sdk.NewInt64Coin(strangeDenom, purse)),
		chain.WithBaseApp(baseapp.SetPruning(pruning.NewPruningOptions(pruning.PruningEverything)),
			baseapp.SetIAVLSyncPruning(true)))
	c.watch = &watch{t: t, app: c.App}
	c.acts = c.everyAct()
	c.grantAll()
	return c
}

// grantAll lets each thief send every message of the module for another thief: see friendOf.
func (c *contest) grantAll() {
	c.t.Helper()
	var block [][]byte
	for _, thief := range c.people[honestBots:packetThief] {
		tx := chain.Tx{Gas: 5_000_000}
		for _, url := range c.actURLs() {
			grant, err := authz.NewMsgGrant(thief.Address, c.friendOf(thief).Address, authz.NewGenericAuthorization(url), nil)
			require.NoError(c.t, err)
			tx.Msgs = append(tx.Msgs, grant)
		}
		block = append(block, c.SignTx(tx, thief.Account))
	}
	for _, res := range c.Block(block...).TxResults {
		require.True(c.t, res.IsOK(), res.Log)
	}
}

// friendOf returns the thief that may send messages for a thief.
func (c *contest) friendOf(thief *person) *person {
	i := slices.Index(c.people, thief) - honestBots
	return c.people[honestBots+(i+1)%allThieves]
}

// everyAct returns a way to make each message of the module. A message that is new on the chain takes a thief, too.
func (c *contest) everyAct() map[string]thiefAct {
	c.t.Helper()
	var registered []string
	for _, url := range c.App.InterfaceRegistry().ListImplementations(sdk.MsgInterfaceProtoName) {
		if strings.HasPrefix(url, "/battleship.v1.") {
			registered = append(registered, url)
		}
	}
	acts := make(map[string]thiefAct)
	for _, act := range thiefActs {
		acts[sdk.MsgTypeURL(act.msg)] = act
	}
	require.ElementsMatch(c.t, registered, slices.Collect(maps.Keys(acts)),
		"expected a thief for each message of the module: see thiefActs")
	return acts
}

// contestParams are those of a public network with short clocks, scarce rewards and a low cap. Fees are paid in a coin
// that nothing but games burns.
func contestParams() types.Params {
	p := types.DefaultParams()
	p.TurnBlocksMin, p.TurnBlocksDefault, p.TurnBlocksCorrespondence, p.TurnBlocksMax = 4, 6, 20, 40
	p.OpenBlocks, p.ClaimBlocks, p.ChannelTimeoutBlocks = 15, 8, 20
	p.StakeDenoms = []string{app.BondDenom, simulation.PlayDenom, types.RewardDenom}
	p.RewardPrice.Denom, p.OpenDeposit.Denom = simulation.PlayDenom, simulation.PlayDenom
	p.PairCooldownBlocks, p.RewardPeriodBlocks, p.PlayerRewards, p.ChainRewards = 10, 50, 4, 12
	p.RewardCap = p.RewardInitial.MulRaw(8)
	p.HouseShareBps = 500
	p.NamePrice, p.NamePeriodBlocks = 0, 2
	return p
}

// envelope is a transaction of a block that is being made.
type envelope struct {
	by   *person
	msgs []sdk.Msg
	way  sendingWay
	raw  []byte
}

// sendingWay is how a thief sends messages.
type sendingWay string

const (
	asOneKey  sendingWay = "as an account with one key"
	asGroup   sendingWay = "as a multisig account"
	forFriend sendingWay = "with an authorization"
	forItself sendingWay = "with an authorization of a friend, through one of its own"
	asOwner   sendingWay = "as the owner of an interchain account"
	asGuest   sendingWay = "as a packet account"
	// forged messages are those of an honest bot that has given no authorization.
	forged sendingWay = "without an authorization"
)

// playBlock makes a block and checks what came of it.
func (c *contest) playBlock() {
	c.look()
	for _, p := range c.people {
		p.ahead = 0
	}
	c.packetsAhead = make(map[string]uint64)
	queues := make(map[*person][]envelope)
	post := func(e envelope) { queues[e.by] = append(queues[e.by], e) }
	for _, p := range c.people[:honestBots] {
		for _, msg := range c.honestMessages(p) {
			c.see(msg) // it waits in the mempool, where thieves read it
			post(c.seal(p, chain.Tx{Gas: 3_000_000}, msg))
		}
	}
	for range 4 + c.dice.Intn(8) {
		thief := oneOf(c.dice, c.people[honestBots:])
		if msgs, tx := c.steal(thief); len(msgs) > 0 {
			post(c.sealAnyWay(thief, tx, msgs))
		}
	}
	block := c.order(queues)
	raw := make([][]byte, len(block))
	for i, e := range block {
		raw[i] = e.raw
	}
	c.count(block, c.Block(raw...).TxResults)
	c.check()
}

// order puts transactions into the order that the proposer wants, which may be a thief: all of the thieves first or
// last, or any other that keeps those of each account in sequence.
func (c *contest) order(queues map[*person][]envelope) []envelope {
	var turns []*person
	for _, p := range c.people {
		for range queues[p] {
			turns = append(turns, p)
		}
	}
	switch c.dice.Intn(3) {
	case 0: // the honest first
	case 1:
		slices.Reverse(turns)
	default:
		c.dice.Shuffle(len(turns), func(i, j int) { turns[i], turns[j] = turns[j], turns[i] })
	}
	var block []envelope
	for _, p := range turns {
		block = append(block, queues[p][0])
		queues[p] = queues[p][1:]
	}
	return block
}

// seal signs a transaction of a person after those that it has in the block already.
func (c *contest) seal(p *person, tx chain.Tx, msgs ...sdk.Msg) envelope {
	tx.Msgs, tx.Ahead = msgs, p.ahead
	p.ahead++
	return envelope{by: p, msgs: msgs, way: asOneKey, raw: c.SignTx(tx, p.Account)}
}

// sealAnyWay signs a transaction of a thief's messages, by any way.
func (c *contest) sealAnyWay(thief *person, tx chain.Tx, msgs []sdk.Msg) envelope {
	if thief == c.people[packetThief] {
		courier := c.people[courierThief]
		e := c.seal(courier, tx, c.ofPacketAccount(courier, msgs[0])...)
		e.msgs, e.way = msgs[:1], asGuest
		return e
	}
	friend := c.friendOf(thief)
	by, sent, way := thief, msgs, asOneKey
	if thief == c.people[groupThief] {
		way = asGroup
	}
	exec := func(sender *person, inner []sdk.Msg) []sdk.Msg {
		msg := authz.NewMsgExec(sender.Address, inner)
		return []sdk.Msg{&msg}
	}
	switch c.dice.Intn(10) {
	case 0, 1:
		by, sent, way = friend, exec(friend, msgs), forFriend
	case 2:
		by, sent, way = friend, exec(friend, exec(friend, msgs)), forItself
	case 3:
		victim := c.people[c.dice.Intn(honestBots)]
		for _, msg := range msgs {
			setSigner(msg, victim.String())
		}
		sent, way = exec(thief, msgs), forged
		if thief == c.people[ownerThief] && c.dice.Intn(2) == 0 {
			sent = c.ofInterchainAccount(thief, msgs)
		}
	default:
		if thief == c.people[ownerThief] {
			sent, way = c.ofInterchainAccount(thief, msgs), asOwner
		}
	}
	e := c.seal(by, tx, sent...)
	e.msgs, e.way = msgs, way
	return e
}

// see keeps a message that was sent, for thieves.
func (c *contest) see(msg sdk.Msg) {
	const kept = 64
	url := sdk.MsgTypeURL(msg)
	if c.loot[url] = append(c.loot[url], msg); len(c.loot[url]) > kept {
		c.loot[url] = slices.Clone(c.loot[url][1:])
	}
}

// count counts what became of a block's transactions. None may end in a panic.
func (c *contest) count(block []envelope, results []*abci.ExecTxResult) {
	c.t.Helper()
	require.Len(c.t, results, len(block))
	for i, res := range results {
		c.txs++
		e := block[i]
		panicked := res.Codespace == sdkerrors.RootCodespace && res.Code == sdkerrors.ErrPanic.ABCICode()
		require.False(c.t, panicked, "block %d: %v: %s", c.Height(), e.msgs, res.Log)
		accepted := res.IsOK()
		if bz, err := ibctesting.ParseAckFromEvents(res.Events); err == nil {
			accepted = accepted && success(bz)
		}
		require.False(c.t, e.way == forged && accepted, "block %d: %v %s", c.Height(), e.msgs, e.way)
		if !e.by.honest && accepted {
			c.acceptedBy[e.way]++
		}
		if e.by.honest && !accepted {
			c.refusals[fmt.Sprintf("%s %d of %s", res.Codespace, res.Code, kindOf(e.msgs[0]))]++
		}
		for _, msg := range e.msgs {
			n := c.counts[kindOf(msg)]
			if n == nil {
				n = new(messageCount)
				c.counts[kindOf(msg)] = n
			}
			if e.by.honest {
				n.byHonest++
			} else {
				n.byThieves++
			}
			if accepted {
				n.accepted++
			} else {
				n.refused++
			}
		}
	}
}

// kindOf names the type of a message.
func kindOf(msg sdk.Msg) string { return strings.TrimPrefix(sdk.MsgTypeURL(msg), "/battleship.v1.") }

// report tells what was played, adds it to a total, and makes sure that it was enough: every message was tried by
// thieves, and games of honest bots came to their end.
func (c *contest) report(total map[string]*messageCount) {
	c.t.Helper()
	c.t.Logf("%d blocks, %d transactions; games of honest bots that ended: %v; messages of honest bots that were "+
		"refused: %v; of thieves that were accepted: %v\n%s",
		c.Height(), c.txs, c.endings, c.refusals, c.acceptedBy, table(c.counts))
	for url := range c.acts {
		kind := strings.TrimPrefix(url, "/battleship.v1.")
		require.NotNil(c.t, c.counts[kind], kind)
		require.Positive(c.t, c.counts[kind].byThieves, "%s by thieves", kind)
	}
	for _, way := range []sendingWay{asOneKey, asGroup, forFriend, forItself, asOwner, asGuest} {
		require.Positive(c.t, c.acceptedBy[way], "messages of thieves that were accepted %s", way)
	}
	require.GreaterOrEqual(c.t, c.endings["sunk and proven"], *thievesTxs/500, "games of honest bots to the last ship")
	for kind, n := range c.counts {
		sum := total[kind]
		if sum == nil {
			sum = new(messageCount)
			total[kind] = sum
		}
		sum.byHonest, sum.byThieves = sum.byHonest+n.byHonest, sum.byThieves+n.byThieves
		sum.accepted, sum.refused = sum.accepted+n.accepted, sum.refused+n.refused
	}
}

// table lists counts by type of message.
func table(counts map[string]*messageCount) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%-20s %8s %8s %8s %8s\n", "message", "honest", "thieves", "accepted", "refused")
	for _, kind := range slices.Sorted(maps.Keys(counts)) {
		n := counts[kind]
		fmt.Fprintf(&b, "%-20s %8d %8d %8d %8d\n", kind, n.byHonest, n.byThieves, n.accepted, n.refused)
	}
	return b.String()
}
