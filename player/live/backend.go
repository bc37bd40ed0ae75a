package live

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"sync"
	"time"

	abci "github.com/cometbft/cometbft/abci/types"
	"github.com/cosmos/gogoproto/proto"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/tui"
	"github.com/battleship-chain/battleship/player/vault"
	"github.com/battleship-chain/battleship/player/watch"
	"github.com/battleship-chain/battleship/x/battleship/eventindex"
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
	// Channel has games that are entered here played at sea, Relay and Patience are session.Player's.
	Channel  bool
	Relay    string
	Patience time.Duration
	// Names are the names of addresses, such as those of the keys in the keyring.
	Names map[string]string
	// Strategy is that of the player's own bots, by name.
	Strategy string
	// Share, if not nil, marks a game as one that the screens of a player play on, until what it returns is closed. The
	// error says that a bot of the player on this machine plays it.
	Share func(chainID, player string, id uint64) (io.Closer, error)
}

// Backend is where one player plays all of its games on one chain. It is safe for use by several goroutines.
type Backend struct {
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
	poor    bool // the player has nothing to pay fees with
	lobby   tui.Lobby
	running []types.GameSummary
	duels   map[uint64]*duelRunner
	// runningMelees are the player's melees that go on, melees all that are played or shown.
	runningMelees []uint64
	melees        map[uint64]*meleeRunner
	focus         uint64
	head          client.Block
	// noticeShown tells that the lobby was shown since its notice came.
	noticeShown bool
	// entering holds while a game is entered; entered is the board nonce of a game that was sent and is in no block yet.
	entering sync.Mutex
	entered  *uint64
	events   map[int64][]told // of the last blocks
	closed   bool
}

var _ tui.Backend = (*Backend)(nil)

// New sits down at a table. It asks the node who it is and looks for the player's running games, which are resumed
// until Close. The errors of client.New are its errors.
func New(ctx context.Context, o Options) (*Backend, error) {
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
	b := &Backend{
		o: o, asker: asker, key: key, changed: make(chan struct{}), duels: make(map[uint64]*duelRunner),
		melees: make(map[uint64]*meleeRunner), events: make(map[int64][]told),
	}
	res, err := types.NewQueryClient(asker.Conn()).Params(ctx, &types.QueryParamsRequest{})
	if err != nil {
		return nil, fmt.Errorf("look up the params: %w", err)
	}
	b.params = res.Params
	b.line = tui.Connection{Line: tui.LineUp, Player: b.name(key.Address.String()), Chain: asker.ChainID()}
	b.lobby.Matching, b.lobby.Melees, b.lobby.Bot = true, true, o.VaultOf != nil
	b.lobby.Stakes, b.lobby.Clocks = b.proposals()
	if b.head, err = asker.Head(ctx); err != nil {
		return nil, err
	}
	b.line.Height = b.head.Height
	if err := b.refresh(ctx); err != nil {
		return nil, err
	}
	b.ctx, b.cancel = context.WithCancel(context.WithoutCancel(ctx))
	b.work.Go(b.follow)
	return b, nil
}

// Close ends what goes on at the table and returns when it has ended. What is on its way to the chain goes on there.
func (b *Backend) Close() {
	b.mu.Lock()
	b.closed = true
	b.mu.Unlock()
	b.cancel()
	b.work.Wait()
}

// update changes what the screens show.
func (b *Backend) update(change func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	change()
	b.version++
	close(b.changed)
	b.changed = make(chan struct{})
}

// Next implements tui.Backend.
func (b *Backend) Next(ctx context.Context, seen uint64) (tui.Snapshot, error) {
	for {
		snap, changed := b.now()
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
func (b *Backend) now() (tui.Snapshot, <-chan struct{}) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.snapshot(), b.changed
}

// snapshot is what there is to show. The caller holds the lock.
func (b *Backend) snapshot() tui.Snapshot {
	s := tui.Snapshot{Version: b.version, Connection: b.line, Lobby: b.lobby}
	s.Lobby.Running = append(b.meleeRows(), b.runningGames()...)
	if r := b.melees[b.focus]; r != nil {
		if s.NoGame = r.notice; r.melee != nil {
			m := *r.melee
			m.Sending, m.Height, m.Notice = r.sending, b.head.Height, r.notice
			s.Melee, s.NoGame = &m, ""
		}
		return s
	}
	switch r := b.duels[b.focus]; {
	case r == nil:
	case r.game == nil:
		s.NoGame = r.notice
	default:
		g := *r.game
		g.Sending, g.Height, g.Notice, g.BotFees = r.sending, b.head.Height, r.notice, r.botFees
		s.Game = &g
	}
	return s
}

// Focus implements tui.Backend.
func (b *Backend) Focus(id uint64) {
	b.update(func() {
		b.focus = id
		if d := b.deskOf(id); d != nil {
			d.news = false
		}
		if id == 0 {
			b.noticeShown = true
		} else if b.noticeShown {
			b.forgetNotice()
		}
	})
	if id != 0 {
		b.deskFor(id).poke()
	}
}

// deskOf is where a duel or a melee is played; nil if it is not. The caller holds the lock.
func (b *Backend) deskOf(id uint64) *desk {
	if r := b.melees[id]; r != nil {
		return &r.desk
	}
	if r := b.duels[id]; r != nil {
		return &r.desk
	}
	return nil
}

// deskFor is where a game is played from now on: a duel, unless it is known to be a melee.
func (b *Backend) deskFor(id uint64) *desk {
	b.mu.Lock()
	defer b.mu.Unlock()
	if d := b.deskOf(id); d != nil {
		return d
	}
	return &b.startDuel(id, nil, nil).desk
}

// forgetNotice clears the lobby's notice, which was read. The caller holds the lock.
func (b *Backend) forgetNotice() { b.lobby.Notice, b.noticeShown = "", false }

// follow follows the node until the table is closed.
func (b *Backend) follow() {
	var (
		failures  int
		looks     int
		blocks    int // that were new
		refreshed time.Time
		grown     = time.Now() // when the last new block was seen
	)
	for b.ctx.Err() == nil {
		silent := time.AfterFunc(heartbeat*cmp.Or(b.o.Send.Poll, client.DefaultPoll), func() {
			b.setLine(tui.LineDown, "the node is silent: it is waited for, and asked again")
		})
		head, err := b.asker.Head(b.ctx)
		if err != nil {
			failures++
			b.setLine(tui.LineDown, fmt.Sprintf("%s; it is asked again until it answers", sentence(err)))
		} else {
			failures = 0
			isNew := head.Height != b.height()
			if isNew {
				grown = time.Now()
				blocks++
				b.update(func() { b.head, b.line.Height = head, head.Height })
			}
			b.setLine(b.condition(head, time.Since(grown), blocks > 1))
			if time.Since(refreshed) >= lobbyPause {
				refreshed = time.Now()
				if err := b.refresh(b.ctx); err != nil && b.ctx.Err() == nil {
					b.setLine(tui.LineSlow, sentence(err))
				}
			}
			if looks++; isNew || looks%pokeEvery == 0 {
				b.pokeAll()
			}
		}
		silent.Stop()
		for range min(1+failures, maxPause) {
			if b.asker.Sleep(b.ctx) != nil {
				return
			}
		}
	}
}

const (
	// lobbyPause is how long the lobby stands before it is looked up again.
	lobbyPause = time.Second
	// heartbeat is how many polls' time a node may take to tell how things are before it is said to be silent.
	heartbeat = 20
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
func (b *Backend) condition(head client.Block, still time.Duration, grows bool) (tui.Line, string) {
	if behind, height, err := b.asker.IsCatchingUp(b.ctx); err == nil && behind {
		return tui.LineSlow, fmt.Sprintf("the node is still catching up with the chain, at block %d: "+
			"what it shows is old, and moves wait", height)
	}
	if still > max(stillAfter*b.params.Duration(1), stillAtLeast) {
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
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.poor {
		return tui.LineUp, "you have nothing to pay fees with: " + remedy(b.key.Name)
	}
	return tui.LineUp, ""
}

// height is the last block.
func (b *Backend) height() int64 {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.head.Height
}

// setLine says how the line is, if that is news.
func (b *Backend) setLine(line tui.Line, why string) {
	b.mu.Lock()
	same := b.line.Line == line && b.line.Why == why
	b.mu.Unlock()
	if !same && b.ctx.Err() == nil {
		b.update(func() { b.line.Line, b.line.Why = line, why })
	}
}

// pokeAll wakes everybody who plays a game.
func (b *Backend) pokeAll() {
	b.mu.Lock()
	desks := make([]*desk, 0, len(b.duels)+len(b.melees))
	for _, r := range b.duels {
		desks = append(desks, &r.desk)
	}
	for _, r := range b.melees {
		desks = append(desks, &r.desk)
	}
	b.mu.Unlock()
	for _, d := range desks {
		d.poke()
	}
}

// player is the player with a client of its own, whose transactions have an observer.
func (b *Backend) player(ctx context.Context, told *reporter) (session.Player, error) {
	o := b.o.Send
	o.Progress, o.Notify = told.progress, nil
	chain, err := client.New(ctx, b.o.Link, o)
	if err != nil {
		return session.Player{}, err
	}
	return session.Player{
		Chain: chain, Vault: b.o.Vault, Random: b.o.Random, Confirm: told.confirm, MaxFee: b.o.MaxFee,
		Relay: b.o.Relay, Patience: cmp.Or(b.o.Patience, session.PersonPatience),
		OwnDelegate: b.o.Send.FeeGranter == "", // whose fees somebody else pays has no coins to allow
	}, nil
}

// told is what the module told in a transaction, or in a block after them.
type told struct {
	events []proto.Message
	// fee is what the transaction has paid; nothing for a block.
	fee watch.Fee
}

// eventsOf returns what the module told in a block, in order.
func (b *Backend) eventsOf(ctx context.Context, height int64) ([]told, error) {
	b.mu.Lock()
	events, ok := b.events[height]
	b.mu.Unlock()
	if ok {
		return events, nil
	}
	block, err := b.o.Node.BlockResults(ctx, &height)
	if err != nil {
		return nil, err
	}
	all := make([][]abci.Event, 0, len(block.TxsResults)+1)
	for _, tx := range block.TxsResults {
		all = append(all, tx.Events)
	}
	for _, some := range append(all, block.FinalizeBlockEvents) {
		typed, err := eventindex.Typed(some)
		if err != nil {
			return nil, fmt.Errorf("block %d: %w", height, err)
		}
		if len(typed) > 0 {
			events = append(events, told{typed, watch.FeeOf(some)})
		}
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	maps.DeleteFunc(b.events, func(old int64, _ []told) bool { return old <= b.head.Height-keptBlocks })
	b.events[height] = events
	return events, nil
}

// keptBlocks is of how many blocks the events are kept.
const keptBlocks = 512
