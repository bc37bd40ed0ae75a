package chainbackend

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"sync"
	"time"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/chainbackend/feed"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/names"
	"github.com/battleship-chain/battleship/player/relay"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/session/duel"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/tui"
	"github.com/battleship-chain/battleship/player/vault"
	"github.com/battleship-chain/battleship/player/watch"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Options configure a Backend.
type Options struct {
	// Link connects to the chain and signs for it.
	Link client.Link
	// Send are the options of each client; From names the player's key, and Progress is not used.
	Send client.Options
	// Node reads the events of games.
	Node watch.Index
	// Vault finds the secrets of the player's boards.
	Vault *vault.Vault
	// VaultOf returns a vault over an in-memory keyring with one secp256k1 private key of that name.
	VaultOf func(name string, private []byte) (*vault.Vault, error)
	// Random is the source of tosses and fleets, such as crypto/rand.Reader.
	Random io.Reader
	// MaxFee is session.Player's.
	MaxFee *sdk.Coin
	// Channel makes the games entered here off-chain games. Relay and Patience are session.Player's.
	Channel bool
	Relay   string
	// OwnRelay is the relay of off-chain games that are opened here, unless Relay is set. Fast offers to play live games
	// over it.
	OwnRelay string
	Fast     bool
	// Hidden is session.Player's.
	Hidden   bool
	Patience time.Duration
	// Names are the names of addresses, such as those of the keys in the keyring.
	Names map[string]string
	// Strategy is that of the player's own bots, by name.
	Strategy string
	// Share, if not nil, marks a game as played on the screens of a player, until the returned Closer is closed. It
	// returns an error if a bot of the player on this machine plays the game.
	Share func(chainID, player string, id uint64) (io.Closer, error)
}

// Backend plays all games of one player on one chain. It is safe for use by several goroutines.
type Backend struct {
	o      Options
	asker  *client.Client // asks, and is used by the goroutine that follows the node
	key    client.Key
	params types.Params
	blocks *feed.Blocks

	ctx    context.Context
	cancel context.CancelFunc
	work   sync.WaitGroup

	// presence asks the player's own relay about the creators of open games. It is nil without one.
	presence *relay.Conn

	mu      sync.Mutex
	changed chan struct{} // closed with each change
	version uint64
	line    tui.Connection
	poor    bool // the player has nothing to pay fees with
	lobby   tui.Lobby
	running []types.GameSummary
	duels   map[uint64]*duelRunner
	// book has the names of players.
	book *names.Book
	// kinds are the kinds of games, by their numbers.
	kinds []kind
	// listed are the kinds of the games that lists lead to, other than duels.
	listed map[uint64]text.Kind
	focus  uint64
	head   client.Block
	// noticeShown reports whether the lobby was shown since its notice came.
	noticeShown bool
	// entering holds while a game is entered; entered is the board nonce of a game that was sent and is in no block yet.
	entering sync.Mutex
	entered  *uint64
	// shown is the last wish that was quoted, with the intent that the player was shown.
	shown quoted
	// party is the party that the player attends. It is nil for none.
	party *attended
	// offers are the games entered here, by id. None is opened again once the player is leaving.
	offers  map[uint64]offer
	leaving bool
	closed  bool
}

var _ tui.Backend = (*Backend)(nil)

// New returns a Backend for the player of a key. It looks for the player's running games, which it resumes until Close.
// The errors of client.New are its errors.
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
		offers: make(map[uint64]offer),
		blocks: feed.NewBlocks(o.Node), book: names.NewBook(o.Names),
		listed: make(map[uint64]text.Kind),
	}
	b.kinds = newKinds(b)
	res, err := types.NewQueryClient(asker.Conn()).Params(ctx, &types.QueryParamsRequest{})
	if err != nil {
		return nil, fmt.Errorf("look up the params: %w", err)
	}
	b.params = res.Params
	b.line = tui.Connection{
		Line: tui.LineUp, Player: b.name(key.Address.String()), Address: key.Address.String(), Chain: asker.ChainID(),
	}
	b.lobby.Matching, b.lobby.Lists, b.lobby.Bot, b.lobby.Fast = true, true, o.VaultOf != nil, o.Fast
	for i := range b.kinds[1:] {
		b.lobby.Opens = append(b.lobby.Opens, text.Kind(i+1))
	}
	b.lobby.Stakes, b.lobby.Clocks = b.proposals()
	if b.head, err = asker.Head(ctx); err != nil {
		return nil, err
	}
	b.line.Height = b.head.Height
	if err := b.refresh(ctx); err != nil {
		return nil, err
	}
	if b.learnNames(ctx) { // of the players that the lobby lists
		if err := b.refresh(ctx); err != nil {
			return nil, err
		}
	}
	if o.OwnRelay != "" {
		if b.presence, err = relay.DialUnnamed(context.WithoutCancel(ctx), o.OwnRelay); err != nil {
			return nil, err
		}
	}
	b.ctx, b.cancel = context.WithCancel(context.WithoutCancel(ctx))
	b.work.Go(b.follow)
	return b, nil
}

// Close stops all games and returns once they have stopped. It does not recall sent transactions.
func (b *Backend) Close() {
	b.mu.Lock()
	b.closed = true
	b.mu.Unlock()
	b.cancel()
	b.work.Wait()
	if b.presence != nil {
		b.presence.Close()
	}
}

// Withdraw withdraws the open games entered on these screens, as duel.WithdrawOffers does, because the screens end. It
// leaves those of a bot on this machine. The player also leaves a party that is not complete.
func (b *Backend) Withdraw(ctx context.Context) ([]uint64, error) {
	b.mu.Lock()
	running, offers := b.running, maps.Clone(b.offers)
	b.leaving = true
	attends := b.party
	b.mu.Unlock()
	var left error
	if attends != nil && !attends.Complete() {
		left = b.leaveParty(ctx, attends.ID)
	}
	var open []uint64
	for _, g := range running {
		if _, here := offers[g.Id]; !here || game.Phase(g.Phase) != game.PhaseOpen {
			continue
		}
		if b.o.Share != nil {
			share, err := b.o.Share(b.asker.ChainID(), b.key.Address.String(), g.Id)
			if err != nil {
				continue
			}
			_ = share.Close()
		}
		open = append(open, g.Id)
	}
	if len(open) == 0 {
		return nil, left
	}
	p, err := b.player(ctx, &reporter{backend: b, tx: new(text.Transaction)})
	if err != nil {
		return nil, errors.Join(left, err)
	}
	gone, err := duel.WithdrawOffers(ctx, p, open)
	return gone, errors.Join(left, err)
}

// update applies a change to the shown state.
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
			if err := client.Pause(ctx, burst); err != nil {
				return tui.Snapshot{}, err
			}
		case <-ctx.Done():
			return tui.Snapshot{}, context.Cause(ctx)
		}
	}
}

// now returns the current snapshot, and a channel that is closed at the next change.
func (b *Backend) now() (tui.Snapshot, <-chan struct{}) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.snapshot(), b.changed
}

// snapshot returns the current snapshot. The caller holds the lock.
func (b *Backend) snapshot() tui.Snapshot {
	s := tui.Snapshot{Version: b.version, Connection: b.line, Lobby: b.lobby}
	for _, k := range slices.Backward(b.kinds) {
		s.Lobby.Running = append(s.Lobby.Running, k.rows()...)
	}
	for _, k := range slices.Backward(b.kinds) {
		if k.show(b.focus, &s) {
			break
		}
	}
	return s
}

// Focus implements tui.Backend.
func (b *Backend) Focus(id uint64) {
	b.update(func() {
		b.focus = id
		if d := b.baseOf(id); d != nil {
			d.news = false
		}
		if id == 0 {
			b.noticeShown = true
		} else if b.noticeShown {
			b.forgetNotice()
		}
	})
	if id != 0 {
		b.baseFor(id).poke()
	}
}

// baseOf returns the base of a game's runner. It is nil if the game has none. The caller holds the lock.
func (b *Backend) baseOf(id uint64) *runnerBase {
	for _, k := range slices.Backward(b.kinds) {
		if d := k.base(id); d != nil {
			return d
		}
	}
	return nil
}

// baseFor returns the base of a game's runner. If there is none yet it starts one, of a duel unless a list has another
// kind.
func (b *Backend) baseFor(id uint64) *runnerBase {
	b.mu.Lock()
	defer b.mu.Unlock()
	if d := b.baseOf(id); d != nil {
		return d
	}
	return b.kinds[b.listed[id]].start(id)
}

// forgetNotice clears the lobby's notice, which was read. The caller holds the lock.
func (b *Backend) forgetNotice() { b.lobby.Notice, b.noticeShown = "", false }

// follow follows the node until the Backend is closed.
func (b *Backend) follow() {
	var (
		failures  int
		looks     int
		blocks    int // that were new
		between   time.Duration
		refreshed int64
		asked     time.Time
		grown     = time.Now() // when the last new block was seen
	)
	for b.ctx.Err() == nil {
		silent := time.AfterFunc(heartbeat*b.poll(), func() {
			b.setLine(tui.LineDown, text.NodeSilent)
		})
		head, err := b.asker.Head(b.ctx)
		isNew := err == nil && head.Height != b.height()
		if err != nil {
			failures++
			b.setLine(tui.LineDown, text.NodeFailed(problem(err)))
		} else {
			failures = 0
			if isNew {
				grown = time.Now()
				blocks++
				between = b.blockTime(head)
				b.update(func() { b.head, b.line.Height = head, head.Height })
			}
			looks++
			if isNew || looks%pokeEvery == 0 || !b.isUp() {
				b.setLine(b.condition(head, time.Since(grown), blocks > 1))
			}
			if head.Height != refreshed && time.Since(asked) >= b.lobbyPause() {
				refreshed, asked = head.Height, time.Now()
				if err := b.refresh(b.ctx); err != nil && b.ctx.Err() == nil {
					refreshed = 0
					b.setLine(tui.LineSlow, problem(err))
				}
			}
			b.learnNames(b.ctx)
			if isNew || looks%pokeEvery == 0 {
				b.pokeAll()
			}
		}
		silent.Stop()
		if isNew {
			b.rest(between)
			continue
		}
		for range min(1+failures, maxPause) {
			if b.asker.Sleep(b.ctx) != nil {
				return
			}
		}
	}
}

// blockTime returns the time between the last two blocks of a node, of which head is new: at most a tenth more than the
// params say, for the next one can be in time after a pause.
func (b *Backend) blockTime(head client.Block) time.Duration {
	b.mu.Lock()
	defer b.mu.Unlock()
	expected := b.params.Duration(1)
	if blocks := head.Height - b.head.Height; blocks > 0 {
		if between := head.Time.Sub(b.head.Time) / time.Duration(blocks); between > 0 {
			return min(between, expected*11/10)
		}
	}
	return expected
}

// rest pauses after a block, while no other is expected.
func (b *Backend) rest(blockTime time.Duration) {
	pause := min(blockTime*restShare/100, maxRest*b.poll())
	_ = client.Pause(b.ctx, pause) // the caller sees that the Backend is closed
}

// lobbyPause returns the time between two queries of the lobby.
func (b *Backend) lobbyPause() time.Duration {
	b.mu.Lock()
	defer b.mu.Unlock()
	polls := shownPolls
	if r := b.baseOf(b.focus); r != nil && !r.over {
		polls = coveredPolls
	}
	return time.Duration(polls) * b.poll()
}

// poll returns Options.Poll of the client, or its default.
func (b *Backend) poll() time.Duration { return cmp.Or(b.o.Send.Poll, client.DefaultPoll) }

// learnNames asks for the names of players that were shown without, and reports whether there were some. A node that
// does not answer costs names only.
func (b *Backend) learnNames(ctx context.Context) bool {
	learned, err := b.book.Learn(ctx, b.asker.Conn(), b.height())
	return err == nil && learned
}

const (
	// shownPolls is the least time between two queries of the lobby, in units of poll, and coveredPolls while a running
	// game is shown.
	shownPolls, coveredPolls = 10, 75
	// newAtMost is the greatest age of the last block of a node that is not asked whether it is catching up.
	newAtMost = 10 * time.Second
	// burst is the time in which changes that follow a block come, which are shown as one.
	burst = 10 * time.Millisecond
	// heartbeat is the number of polls after which a node without a reply counts as silent.
	heartbeat = 20
	// maxPause is the greatest number of polls between two requests to a node that does not answer.
	maxPause = 15
	// pokeEvery is the number of polls without a new block after which the games are updated all the same.
	pokeEvery = 10
	// restShare is the share of a block time, in percent, for which no other block is expected after one, and maxRest the
	// greatest number of polls of such a rest.
	restShare, maxRest = 98, 10
	// stillAfter is the number of block times without a block before a warning, and stillAtLeast its least duration.
	stillAfter, stillAtLeast = 10, 10 * time.Second
	// maxSkew is the difference between this machine's clock and the chain's above which there is a warning.
	maxSkew = time.Minute
)

// condition returns the state of the connection to a node that answers, and a reason. Its last block was first seen
// still ago; grows reports whether another new block came before it, for the last block of a halted chain is old by any
// clock.
func (b *Backend) condition(head client.Block, still time.Duration, grows bool) (tui.Line, string) {
	skew := time.Until(head.Time)
	if skew.Abs() > newAtMost {
		if behind, height, err := b.asker.IsCatchingUp(b.ctx); err == nil && behind {
			return tui.LineSlow, text.CatchingUp(height)
		}
	}
	if still > max(stillAfter*b.params.Duration(1), stillAtLeast) {
		return tui.LineSlow, text.NoBlocks(still)
	}
	switch {
	case head.Time.IsZero():
	case skew > maxSkew, grows && -skew > maxSkew+still:
		return tui.LineUp, text.WrongClock(-skew)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.poor {
		return tui.LineUp, text.NothingForFees(b.key.Name)
	}
	return tui.LineUp, ""
}

// height returns the height of the last block.
func (b *Backend) height() int64 {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.head.Height
}

// isUp reports whether the node was up at the last look.
func (b *Backend) isUp() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.line.Line == tui.LineUp
}

// setLine sets the state of the connection, if it has changed.
func (b *Backend) setLine(line tui.Line, why string) {
	b.mu.Lock()
	same := b.line.Line == line && b.line.Why == why
	b.mu.Unlock()
	if !same && b.ctx.Err() == nil {
		b.update(func() { b.line.Line, b.line.Why = line, why })
	}
}

// pokeAll wakes the goroutines of all games.
func (b *Backend) pokeAll() {
	b.mu.Lock()
	var bases []*runnerBase
	for _, k := range b.kinds {
		bases = append(bases, k.bases()...)
	}
	b.mu.Unlock()
	for _, d := range bases {
		d.poke()
	}
}

// player returns the player with a client of its own and a reporter of its transactions.
func (b *Backend) player(ctx context.Context, rep *reporter) (session.Player, error) {
	o := b.o.Send
	o.Progress, o.Notify = rep.progress, nil
	chain, err := client.New(ctx, b.o.Link, o)
	if err != nil {
		return session.Player{}, err
	}
	return session.Player{
		Chain: chain, Vault: b.o.Vault, Random: b.o.Random, Confirm: rep.confirm, MaxFee: b.o.MaxFee,
		Relay: b.o.Relay, Hidden: b.o.Hidden, Patience: cmp.Or(b.o.Patience, duel.PersonPatience),
		OwnDelegate: b.o.Send.FeeGranter == "", // whose fees somebody else pays has no coins to allow
	}, nil
}
