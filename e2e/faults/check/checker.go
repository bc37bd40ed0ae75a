package check

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	abci "github.com/cometbft/cometbft/abci/types"
	"github.com/cosmos/gogoproto/proto"
	"golang.org/x/sync/errgroup"

	"cosmossdk.io/math"

	sdk "github.com/cosmos/cosmos-sdk/types"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"

	"github.com/battleship-chain/battleship/x/battleship/eventindex"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// A Kind is a sort of contradiction.
type Kind string

// The kinds, in the order of a report.
const (
	Lost       Kind = "games lost"             // a game or a result that was committed is missing
	Winner     Kind = "wrong winners"          // the rules, the events and the result differ
	Supply     Kind = "coins created or lost"  // supply, escrow or payments do not add up
	Fork       Kind = "forks"                  // validators differ about a block or its state
	Unfinished Kind = "unfinished after bound" // a game continues after its deadline
)

// Kinds returns all kinds.
func Kinds() []Kind { return []Kind{Lost, Winner, Supply, Fork, Unfinished} }

// A Finding is one contradiction.
type Finding struct {
	Kind   Kind
	Height int64
	// Game is 0 if the finding is not about a game.
	Game uint64
	What string
}

func (f Finding) String() string {
	return fmt.Sprintf("%s: block %d, game %d: %s", f.Kind, f.Height, f.Game, f.What)
}

// grace is how many blocks after its deadline a game may end: the chain settles a bounded number of games in a block.
const grace = 3

// Checker verifies a chain block by block, from its first one. It is not safe for use by several goroutines at once.
type Checker struct {
	nodes []Node
	names []string
	// height is the last block that was verified, and supply that after it.
	height int64
	supply sdk.Coins
	// first is the first block since the last restart of the chain from an exported state.
	first int64
	// unpaid are the coins in escrow of payments that the bank has refused.
	unpaid sdk.Coins
	games  map[uint64]replayed
	// ended are the games with a result, by id, and unchecked those of the last block whose result is not compared yet.
	ended     map[uint64]endedGame
	unchecked []uint64
	// late are the unfinished games that are reported already.
	late map[uint64]bool

	// origins are the escrowed coins of vouchers, by denom, and flying the amounts of transfers that are not acknowledged.
	origins map[string]origin
	flying  map[origin]math.Int

	findings []Finding
	// requests counts the requests in transfers that the chain has carried out.
	requests int
	ends     map[string]map[string]int
	// compared counts the blocks of all nodes that were compared with those of another node.
	compared int
}

// endedGame is a game with a result.
type endedGame struct {
	outcome string
	isMelee bool
}

// New returns a checker of a chain with validators of these names.
func New(names []string, nodes []Node) *Checker {
	return &Checker{
		nodes: nodes, names: names, games: make(map[uint64]replayed), ended: make(map[uint64]endedGame),
		late: make(map[uint64]bool), origins: make(map[string]origin), flying: make(map[origin]math.Int),
		ends: make(map[string]map[string]int),
	}
}

// Findings returns the contradictions so far.
func (c *Checker) Findings() []Finding { return c.findings }

// Height returns the last block that was verified.
func (c *Checker) Height() int64 { return c.height }

// Open returns the number of unfinished games.
func (c *Checker) Open() int { return len(c.games) }

// Compared returns the number of blocks that were compared between two validators.
func (c *Checker) Compared() int { return c.compared }

// Requests returns the number of requests in transfers that were carried out.
func (c *Checker) Requests() int { return c.requests }

// Ends returns the number of ended games by kind and cause.
func (c *Checker) Ends() map[string]map[string]int { return c.ends }

// Games returns the number of games that have ended.
func (c *Checker) Games() (sum int) {
	for _, causes := range c.ends {
		for _, n := range causes {
			sum += n
		}
	}
	return sum
}

func (c *Checker) report(kind Kind, id uint64, format string, args ...any) {
	c.findings = append(c.findings, Finding{Kind: kind, Height: c.height, Game: id, What: fmt.Sprintf(format, args...)})
}

// Advance verifies all blocks that every validator has. A validator that does not answer makes it fail, and it can be
// called again later: no block is left out.
func (c *Checker) Advance(ctx context.Context) error {
	heads, err := c.heads(ctx)
	if err != nil {
		return err
	}
	return c.verifyTo(ctx, slices.Min(heads), heads)
}

// Finish verifies all blocks that any validator has. It is called before all of them are removed, while no validator
// makes another one.
func (c *Checker) Finish(ctx context.Context) error {
	heads, err := c.heads(ctx)
	if err != nil {
		return err
	}
	return c.verifyTo(ctx, slices.Max(heads), heads)
}

// Restart continues with a chain that begins again at a block, from the state after the last one that was verified. All
// games, their deadlines and all coins are as before; there are no blocks in between.
func (c *Checker) Restart(first int64) { c.first, c.height = first, first-1 }

// heads returns the last block of each validator.
func (c *Checker) heads(ctx context.Context) (heads []int64, err error) {
	for i, n := range c.nodes {
		info, err := n.ABCIInfo(ctx)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.names[i], err)
		}
		heads = append(heads, info.Response.LastBlockHeight)
	}
	return heads, nil
}

// verifyTo verifies all blocks to one, on the validators that have them.
func (c *Checker) verifyTo(ctx context.Context, last int64, heads []int64) error {
	for {
		if err := c.checkResults(ctx); err != nil || c.height >= last {
			return err
		}
		if err := c.verify(ctx, c.height+1, heads); err != nil {
			return err
		}
	}
}

// observed is the part of a block that is read before anything is concluded from it.
type observed struct {
	// hashes are by node. That of a node without the block is empty.
	hashes []string
	// events are those of each transaction, and then of the block. They, supply and escrow are of one node: the hashes
	// cover the state, so that all nodes have the same.
	events         [][]abci.Event
	supply, escrow sdk.Coins
	// backing are the amounts in escrow for vouchers, by denom.
	backing map[string]math.Int
	from    string
}

// observe reads a block from all nodes, and its effects from one of those that have it, another one for each block.
func (c *Checker) observe(ctx context.Context, height int64, heads []int64) (observed, error) {
	o := observed{hashes: make([]string, len(c.nodes))}
	group, all := errgroup.WithContext(ctx)
	for i := range c.nodes {
		if heads[i] < height {
			continue
		}
		group.Go(func() (err error) {
			if o.hashes[i], err = c.view(i, height).hashes(all); errors.Is(err, errMissing) {
				return nil
			}
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return o, err
	}
	for k := range c.nodes {
		i := (int(height) + k) % len(c.nodes)
		if o.hashes[i] == "" {
			continue
		}
		err := c.effects(ctx, c.view(i, height), &o)
		if !errors.Is(err, errMissing) { // it has the block, and joined by a snapshot of a later state
			return o, err
		}
	}
	return o, fmt.Errorf("no validator has the state after block %d", height)
}

// effects reads the effects of a block from a node.
func (c *Checker) effects(ctx context.Context, v view, o *observed) (err error) {
	o.from, o.events = v.name, nil
	if o.supply, err = v.supply(ctx); err != nil {
		return err
	}
	if o.escrow, err = v.escrow(ctx); err != nil {
		return err
	}
	if o.backing, err = c.backing(ctx, v, o.supply); err != nil {
		return err
	}
	res, err := v.BlockResults(ctx, &v.height)
	if err != nil {
		return fmt.Errorf("%s: results of block %d: %w", v.name, v.height, err)
	}
	for _, tx := range res.TxsResults {
		o.events = append(o.events, tx.Events)
	}
	o.events = append(o.events, res.FinalizeBlockEvents)
	return nil
}

func (c *Checker) view(node int, height int64) view {
	return view{Node: c.nodes[node], name: c.names[node], height: height}
}

// verify verifies the next block, but for the results of games that end in it.
func (c *Checker) verify(ctx context.Context, height int64, heads []int64) error {
	o, err := c.observe(ctx, height, heads)
	if err != nil {
		return err
	}
	c.height = height
	c.compareHashes(o.hashes)
	for _, events := range o.events {
		ended, err := c.apply(events)
		if err != nil {
			return err
		}
		c.unchecked = append(c.unchecked, ended...)
	}
	c.count(o)
	c.checkDeadlines()
	return nil
}

// checkResults compares the results of the games that have ended in the last block.
func (c *Checker) checkResults(ctx context.Context) error {
	for ; len(c.unchecked) > 0; c.unchecked = c.unchecked[1:] {
		id := c.unchecked[0]
		if err := c.checkResult(ctx, int(id)%len(c.nodes), id); err != nil { //nolint:gosec // few games
			return err
		}
	}
	return nil
}

// compareHashes compares the block of each validator with that of the first which has it.
func (c *Checker) compareHashes(all []string) {
	first := ""
	for i, own := range all {
		switch {
		case own == "":
		case first == "":
			first = own
		case own != first:
			c.report(Fork, 0, "%s has %s, another has %s", c.names[i], own, first)
		default:
			c.compared++
		}
	}
}

// apply applies the events of one transaction, or of the rest of a block, to the games. It returns the games that have
// ended with a result.
func (c *Checker) apply(group []abci.Event) (ended []uint64, err error) {
	if err := c.applyTransfers(group); err != nil {
		return nil, err
	}
	messages, err := eventindex.Typed(group)
	if err != nil {
		return nil, err
	}
	refused := make(map[string]sdk.Coins)
	for _, m := range messages {
		switch e := m.(type) {
		case *types.EventPaymentFailed:
			c.unpaid = c.unpaid.Add(e.Coins...)
			refused[e.Recipient] = refused[e.Recipient].Add(e.Coins...)
		case *types.EventWithdrawn:
			c.unpaid = c.unpaid.Sub(e.Coins...)
		}
	}
	for _, m := range messages {
		event, ok := m.(types.GameEvent)
		if !ok {
			continue
		}
		id := event.GetGameId()
		if id == 0 { // EventWithdrawn and others of no game
			continue
		}
		before := holding(c.games[id])
		c.follow(id, event)
		g := c.games[id]
		c.checkEntry(id, event, before, group)
		e, over := endOf(event)
		if !over || g == nil {
			continue
		}
		if why := contradicts(g, e, event); why != "" {
			c.report(Winner, id, "%s", why)
		}
		c.checkPaid(id, e.paid, refused, group)
		c.tally(g.name(), e.cause)
		_, isMelee := g.(melee)
		delete(c.games, id)
		if e.outcome != "" {
			c.ended[id] = endedGame{e.outcome, isMelee}
			ended = append(ended, id)
		}
	}
	return ended, nil
}

// follow applies an event to its game.
func (c *Checker) follow(id uint64, event proto.Message) {
	opened, err := opening(event, c.height)
	if opened != nil && err == nil {
		if c.games[id] != nil {
			c.report(Lost, id, "it is opened a second time")
		}
		c.games[id] = opened
		return
	}
	if q, ok := event.(*types.EventGameQuarantined); ok {
		c.report(Supply, id, "its end could not be paid: %v", q.Quarantine)
	}
	g := c.games[id]
	if g == nil {
		c.report(Lost, id, "%T of a game that is not there", event)
		return
	}
	if err == nil {
		err = g.Apply(event, c.height)
	}
	if err != nil {
		c.report(Winner, id, "the rules refuse %T: %v", event, err)
	}
}

// checkPaid checks that the bank has paid at least the announced shares in the transaction or block that ended a game.
func (c *Checker) checkPaid(id uint64, paid, refused map[string]sdk.Coins, group []abci.Event) {
	for player, coins := range paid {
		received := refused[player].Add(
			moved(group, banktypes.EventTypeCoinReceived, banktypes.AttributeKeyReceiver, player)...)
		if !received.IsAllGTE(coins) {
			c.report(Supply, id, "%s is due %s, and has received %s", player, coins, received)
		}
	}
}

// checkEntry checks that a player who enters a game has spent at least the coins that it holds more than before.
func (c *Checker) checkEntry(id uint64, event proto.Message, before sdk.Coins, group []abci.Event) {
	player := entrant(event)
	if player == "" {
		return
	}
	spent := moved(group, banktypes.EventTypeCoinSpent, banktypes.AttributeKeySpender, player)
	more, _ := holding(c.games[id]).SafeSub(before...) // negative for a deposit that was returned
	for _, coin := range more {
		if spent.AmountOf(coin.Denom).LT(coin.Amount) {
			c.report(Supply, id, "it holds %s of %s, who has spent %s", coin, player, spent)
		}
	}
}

// moved returns the sum of the coins in bank events of a type, of those with an attribute of this value unless it is
// empty.
func moved(events []abci.Event, kind, key, value string) (sum sdk.Coins) {
	for _, e := range events {
		if e.Type != kind {
			continue
		}
		var coins sdk.Coins
		mine := value == ""
		for _, a := range e.Attributes {
			switch a.Key {
			case sdk.AttributeKeyAmount:
				coins, _ = sdk.ParseCoinsNormalized(a.Value) // of none is none
			case key:
				mine = mine || a.Value == value
			}
		}
		if mine {
			sum = sum.Add(coins...)
		}
	}
	return sum
}

// count compares the supply with that before, the escrow with the stakes of all unfinished games, and vouchers with the
// coins in escrow for them.
func (c *Checker) count(o observed) {
	var minted, burned, held sdk.Coins
	for _, events := range o.events {
		minted = minted.Add(moved(events, banktypes.EventTypeCoinMint, "", "")...)
		burned = burned.Add(moved(events, banktypes.EventTypeCoinBurn, "", "")...)
	}
	for _, g := range c.games {
		held = held.Add(g.hold()...)
	}
	held = held.Add(c.unpaid...)
	if !o.escrow.Equal(held) {
		c.report(Supply, 0, "%s has %s in escrow, unfinished games hold %s", o.from, o.escrow, held)
	}
	// The first block comes after the genesis, whose supply is not known.
	if want := c.supply.Add(minted...); c.supply != nil && !want.Equal(o.supply.Add(burned...)) {
		c.report(Supply, 0, "%s has a supply of %s, expected %s less %s", o.from, o.supply, want, burned)
	}
	c.supply = o.supply
	c.countVouchers(o)
}

// checkDeadlines reports the games that should have ended. A deadline between two chains passes in the first block.
func (c *Checker) checkDeadlines() {
	for id, g := range c.games {
		if d := g.deadline(); !c.late[id] && c.height > max(d, c.first)+grace {
			c.late[id] = true
			c.report(Unfinished, id, "its deadline was block %d", d)
		}
	}
}

// checkResult compares the lasting result of a game with its end.
func (c *Checker) checkResult(ctx context.Context, node int, id uint64) error {
	v, game := c.view(node, c.height), c.ended[id]
	got, err := v.result(ctx, id, game.isMelee)
	switch {
	case errors.Is(err, errMissing):
	case errors.Is(err, errNotFound):
		c.report(Lost, id, "%s has no result", v.name)
	case err != nil:
		return err
	case got != game.outcome:
		c.report(Winner, id, "%s has the result %q, it ended as %q", v.name, got, game.outcome)
	}
	return nil
}

// Final asks every validator for every game that the chain has ever committed: for the result of an ended one, and for
// an unfinished one itself, as of the last verified block.
func (c *Checker) Final(ctx context.Context) error {
	for node := range c.nodes {
		for _, id := range slices.Sorted(maps.Keys(c.ended)) {
			if err := c.checkResult(ctx, node, id); err != nil {
				return err
			}
		}
		for _, id := range slices.Sorted(maps.Keys(c.games)) {
			_, isMelee := c.games[id].(melee)
			err := c.view(node, c.height).find(ctx, id, isMelee)
			if errors.Is(err, errNotFound) {
				c.report(Lost, id, "%s does not have the unfinished game", c.names[node])
			} else if err != nil {
				return err
			}
		}
	}
	return nil
}

// tally counts an ended game.
func (c *Checker) tally(name, cause string) {
	if c.ends[name] == nil {
		c.ends[name] = make(map[string]int)
	}
	c.ends[name][cause]++
}
