package live

import (
	"context"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"

	"github.com/cosmos/gogoproto/proto"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/tui"
	"github.com/battleship-chain/battleship/player/vault"
	"github.com/battleship-chain/battleship/player/watch"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Options are what a table is made of.
type Options struct {
	// Link reaches the chain and signs for it.
	Link client.Link
	// Send are the options of each client; From names the player's key, and Progress is not used.
	Send client.Options
	// Node tells what has happened in games.
	Node watch.Index
	// Vault finds the secrets of the player's boards.
	Vault *vault.Vault
	// VaultOf makes a vault over a keyring in memory that holds one secp256k1 private key by that name.
	VaultOf func(name string, private []byte) (*vault.Vault, error)
	// Random is where tosses and fleets come from; crypto/rand.Reader.
	Random io.Reader
	// MaxFee is session.Player's.
	MaxFee *sdk.Coin
	// Names are the names of addresses, such as those of the keys in the keyring.
	Names map[string]string
	// Strategy is that of the player's own bots, by name.
	Strategy string
	// Share, if not nil, marks a game as one that the screens of a player play on, until what it returns is closed. The
	// error says that a bot of the player on this machine plays it.
	Share func(chainID, player string, id uint64) (io.Closer, error)
}

// Table is where one player plays all of its games on one chain. It is safe for use by several goroutines.
type Table struct {
	o      Options
	asker  *client.Client // asks, and is used by the goroutine that follows the node
	key    client.Key
	params types.Params

	ctx    context.Context
	cancel context.CancelFunc
	work   sync.WaitGroup

	mu      sync.Mutex
	changed chan struct{} // closed with each change
	version uint64
	line    tui.Connection
	lobby   tui.Lobby
	running []types.GameSummary
	hands   map[uint64]*hand
	focus   uint64
	head    client.Block
	events  map[int64][]proto.Message // of the last blocks
	closed  bool
}

var _ tui.Backend = (*Table)(nil)

// New sits down at a table. It asks the node who it is and looks for the player's running games, which are gone on with
// until Close. The errors of client.New are its errors.
func New(ctx context.Context, o Options) (*Table, error) {
	key, err := client.FindKey(o.Link.Keyring, o.Send.From)
	if err != nil {
		return nil, err
	}
	ask := o.Send
	ask.Progress, ask.Notify = nil, nil
	asker, err := client.New(ctx, o.Link, ask)
	if err != nil {
		return nil, err
	}
	t := &Table{
		o: o, asker: asker, key: key, changed: make(chan struct{}), hands: make(map[uint64]*hand),
		events: make(map[int64][]proto.Message),
	}
	res, err := types.NewQueryClient(asker.Conn()).Params(ctx, &types.QueryParamsRequest{})
	if err != nil {
		return nil, fmt.Errorf("look up the params: %w", err)
	}
	t.params = res.Params
	t.line = tui.Connection{Line: tui.LineUp, Player: t.name(key.Address.String()), Chain: asker.ChainID()}
	t.lobby.Matching = true
	t.lobby.Stakes, t.lobby.Clocks = t.proposals()
	if t.head, err = asker.Head(ctx); err != nil {
		return nil, err
	}
	t.line.Height = t.head.Height
	if err := t.refresh(ctx); err != nil {
		return nil, err
	}
	t.ctx, t.cancel = context.WithCancel(context.WithoutCancel(ctx))
	t.work.Go(t.follow)
	return t, nil
}

// Close ends what goes on at the table and returns when it has ended. What is on its way to the chain goes on there.
func (t *Table) Close() {
	t.mu.Lock()
	t.closed = true
	t.mu.Unlock()
	t.cancel()
	t.work.Wait()
}

// update changes what the screens show.
func (t *Table) update(change func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	change()
	t.version++
	close(t.changed)
	t.changed = make(chan struct{})
}

// Next implements tui.Backend.
func (t *Table) Next(ctx context.Context, seen uint64) (tui.Snapshot, error) {
	for {
		snap, changed := t.now()
		if snap.Version > seen {
			return snap, nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return tui.Snapshot{}, context.Cause(ctx)
		}
	}
}

// now is what there is to show, and what is closed when that changes.
func (t *Table) now() (tui.Snapshot, <-chan struct{}) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.snapshot(), t.changed
}

// snapshot is what there is to show. The caller holds the lock.
func (t *Table) snapshot() tui.Snapshot {
	s := tui.Snapshot{Version: t.version, Connection: t.line, Lobby: t.lobby}
	s.Lobby.Running = t.runningGames()
	if h := t.hands[t.focus]; h != nil && h.game != nil {
		g := *h.game
		g.Sending, g.Height, g.Notice = h.sending, t.head.Height, h.notice
		s.Game = &g
	}
	return s
}

// Focus implements tui.Backend.
func (t *Table) Focus(id uint64) {
	t.update(func() { t.focus = id })
	if id != 0 {
		t.hand(id).poke()
	}
}

// hand returns who plays a game, and begins to play it if nobody does.
func (t *Table) hand(id uint64) *hand {
	t.mu.Lock()
	defer t.mu.Unlock()
	if h := t.hands[id]; h != nil {
		return h
	}
	return t.sit(id, nil, nil)
}

// sit begins to play a game, with the session that has entered it if there is one. The caller holds the lock.
func (t *Table) sit(id uint64, entered *session.Session, told *reporter) *hand {
	h := &hand{t: t, id: id, wallet: entered, told: told, fresh: entered != nil, wake: make(chan struct{}, 1)}
	t.hands[id] = h
	if h.told == nil {
		h.told = &reporter{t: t}
	}
	h.told.tx = &h.sending
	if !t.closed {
		t.work.Go(h.run)
	}
	return h
}

// follow follows the node until the table is closed.
func (t *Table) follow() {
	var (
		failures  int
		looks     int
		blocks    int // that were new
		refreshed time.Time
		grown     = time.Now() // when the last new block was seen
	)
	for t.ctx.Err() == nil {
		head, err := t.asker.Head(t.ctx)
		if err != nil {
			failures++
			t.setLine(tui.LineDown, fmt.Sprintf("%s; it is asked again until it answers", sentence(err)))
		} else {
			failures = 0
			isNew := head.Height != t.height()
			if isNew {
				grown = time.Now()
				blocks++
				t.update(func() { t.head, t.line.Height = head, head.Height })
			}
			t.setLine(t.condition(head, time.Since(grown), blocks > 1))
			if time.Since(refreshed) >= lobbyPause {
				refreshed = time.Now()
				if err := t.refresh(t.ctx); err != nil && t.ctx.Err() == nil {
					t.setLine(tui.LineSlow, sentence(err))
				}
			}
			if looks++; isNew || looks%pokeEvery == 0 {
				t.pokeAll()
			}
		}
		for range min(1+failures, maxPause) {
			if t.asker.Sleep(t.ctx) != nil {
				return
			}
		}
	}
}

const (
	// lobbyPause is how long the lobby stands before it is looked up again.
	lobbyPause = time.Second
	// maxPause bounds how many polls go by before a node that does not answer is asked again.
	maxPause = 15
	// pokeEvery is how many looks at the chain without a new block go by before games are looked at all the same.
	pokeEvery = 10
	// stillAfter is how many block times without a block are told, and stillAtLeast how long that is at least.
	stillAfter, stillAtLeast = 10, 10 * time.Second
	// skewTold is how far this machine's clock may be from the chain's before it is told.
	skewTold = time.Minute
)

// condition says how the line to a node that answers is. Its last block was first seen so long ago; grows tells that
// there was another before it, for the last block of a chain that stands still is old by any clock.
func (t *Table) condition(head client.Block, still time.Duration, grows bool) (tui.Line, string) {
	if behind, height, err := t.asker.IsCatchingUp(t.ctx); err == nil && behind {
		return tui.LineSlow, fmt.Sprintf("the node is still catching up with the chain, at block %d: "+
			"what it shows is old, and moves wait", height)
	}
	if still > max(stillAfter*t.params.Duration(1), stillAtLeast) {
		return tui.LineSlow, fmt.Sprintf("no new block for %s: the chain stands still, or the node has lost its peers",
			still.Round(time.Second))
	}
	switch skew := time.Until(head.Time); {
	case head.Time.IsZero():
	case skew > skewTold:
		return tui.LineUp, fmt.Sprintf("this machine's clock is %s behind the chain's: set it, or bids may fail",
			skew.Round(time.Second))
	case grows && -skew > skewTold+still:
		return tui.LineUp, fmt.Sprintf("this machine's clock is %s ahead of the chain's: set it, or bids may fail",
			(-skew).Round(time.Second))
	}
	return tui.LineUp, ""
}

// height is the last block.
func (t *Table) height() int64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.head.Height
}

// setLine says how the line is, if that is news.
func (t *Table) setLine(line tui.Line, why string) {
	t.mu.Lock()
	same := t.line.Line == line && t.line.Why == why
	t.mu.Unlock()
	if !same && t.ctx.Err() == nil {
		t.update(func() { t.line.Line, t.line.Why = line, why })
	}
}

// pokeAll wakes everybody who plays a game.
func (t *Table) pokeAll() {
	t.mu.Lock()
	hands := make([]*hand, 0, len(t.hands))
	for _, h := range t.hands {
		hands = append(hands, h)
	}
	t.mu.Unlock()
	for _, h := range hands {
		h.poke()
	}
}

// player is the player with a client of its own, whose transactions are told to somebody.
func (t *Table) player(ctx context.Context, told *reporter) (session.Player, error) {
	o := t.o.Send
	o.Progress, o.Notify = told.progress, nil
	chain, err := client.New(ctx, t.o.Link, o)
	if err != nil {
		return session.Player{}, err
	}
	return session.Player{
		Chain: chain, Vault: t.o.Vault, Random: t.o.Random, Confirm: told.confirm, MaxFee: t.o.MaxFee,
		OwnDelegate: t.o.Send.FeeGranter == "", // whose fees somebody else pays has no coins to allow
	}, nil
}

// eventsOf returns what the module told in a block.
func (t *Table) eventsOf(ctx context.Context, height int64) ([]proto.Message, error) {
	t.mu.Lock()
	events, ok := t.events[height]
	t.mu.Unlock()
	if ok {
		return events, nil
	}
	block, err := t.o.Node.BlockResults(ctx, &height)
	if err != nil {
		return nil, err
	}
	all := slices.Clone(block.FinalizeBlockEvents)
	for i := len(block.TxsResults) - 1; i >= 0; i-- {
		all = append(slices.Clone(block.TxsResults[i].Events), all...)
	}
	if events, err = watch.Typed(all); err != nil {
		return nil, fmt.Errorf("block %d: %w", height, err)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.events, height-keptBlocks)
	t.events[height] = events
	return events, nil
}

// keptBlocks is of how many blocks the events are kept.
const keptBlocks = 512
