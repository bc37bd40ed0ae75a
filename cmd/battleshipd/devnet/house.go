package devnet

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	mathrand "math/rand/v2"
	"sync"
	"time"

	cmttypes "github.com/cometbft/cometbft/types"

	"cosmossdk.io/log/v2"
	"cosmossdk.io/math"

	"github.com/cosmos/cosmos-sdk/crypto/keyring"
	sdk "github.com/cosmos/cosmos-sdk/types"
	sdkerrors "github.com/cosmos/cosmos-sdk/types/errors"
	"github.com/cosmos/cosmos-sdk/types/query"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/bot"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/session/duel"
	"github.com/battleship-chain/battleship/player/vault"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

const (
	// maxHouseGames is how many games the house plays at a time: each asks the node several times a second.
	maxHouseGames = 16
	// maxHouseGamesWith is how many of them it plays with one player; more wait until one of these has ended.
	maxHouseGamesWith = 4
	// maxHouseClock is the longest turn that it plays with, because slow opponents keep others waiting.
	maxHouseClock = time.Hour
	// maxHouseTries bounds the tries to enter or to resume a game, until the devnet is restarted.
	maxHouseTries = 3
	// housePause is when the house looks again if the node could not answer.
	housePause = time.Second
	// leastHouseCoins is the least balance for fees, in app.BondDenom; below that the faucet gives it more.
	leastHouseCoins = 10_000_000
)

// house is the bot of every devnet: it joins the duels offered to it alone, and plays them to the end. Its state is on
// the chain and in the keyring, so it resumes its games after a restart.
type house struct {
	link    client.Link
	vault   *vault.Vault
	log     log.Logger
	address sdk.AccAddress
	// relay is the URL of the devnet's relay, over which the house plays off-chain. It dials no other.
	relay string
	// pay gives the house coins.
	pay func(ctx context.Context, coins sdk.Coins, addresses ...sdk.AccAddress) (client.Receipt, error)

	// chain queries the node. It is nil until the node has answered.
	chain *client.Client
	// playing has the opponent in each running game; over receives the games that are no longer played.
	playing map[uint64]string
	over    chan played
	games   sync.WaitGroup
	// failed counts the failed tries to enter or to resume a game.
	failed map[uint64]int
}

// played is a game that is no longer played, to its end or for a reason.
type played struct {
	id  uint64
	err error
}

// makeHouseKey makes the key of the house, if the keyring of a home has none yet.
func makeHouseKey(keys keyring.Keyring) error {
	_, err := keys.Key(House)
	if !errors.Is(err, sdkerrors.ErrKeyNotFound) {
		return err
	}
	_, err = newKey(keys, House)
	return err
}

// openHouse lets the house play, until ctx ends, and returns its address.
func (n *fullNode) openHouse(ctx context.Context, keys keyring.Keyring, relay string, p *payer) (string, error) {
	cctx := n.clientCtx.WithKeyring(keys)
	key, err := client.FindKey(keys, House)
	if err != nil {
		return "", err
	}
	h := &house{
		link:    client.LinkTo(cctx),
		vault:   vault.New(keys, cctx.HomeDir, cctx.InterfaceRegistry.SigningContext().AddressCodec(), nil),
		log:     n.logger.With("module", House),
		address: key.Address,
		relay:   relay,
		pay:     p.pay,
		playing: make(map[uint64]string),
		over:    make(chan played, maxHouseGames),
		failed:  make(map[uint64]int),
	}
	news := make(chan struct{}, 1)
	n.servers.Go(func() error {
		n.subscribe(ctx, news)
		return nil
	})
	n.servers.Go(func() error {
		h.run(ctx, news)
		return nil
	})
	return key.Address.String(), nil
}

// subscribe forwards block events until ctx is done.
func (n *fullNode) subscribe(ctx context.Context, news chan<- struct{}) {
	for ctx.Err() == nil {
		// On a busy machine a subscriber can be so far behind that it is dropped.
		blocks, err := n.comet.EventBus().Subscribe(ctx, House, cmttypes.EventQueryNewBlock, blockBuffer)
		if err != nil {
			return // the node is being stopped
		}
		tellNews(ctx, blocks, news)
	}
}

// tellNews forwards the first block of a subscription, those with transactions, and those after them: a node may
// publish a block before it answers with its state. On an idle chain the house does nothing.
func tellNews(ctx context.Context, blocks cmttypes.Subscription, news chan<- struct{}) {
	busy := true
	for {
		select {
		case <-ctx.Done():
			return
		case <-blocks.Canceled():
			return
		case msg := <-blocks.Out():
			block, ok := msg.Data().(cmttypes.EventDataNewBlock)
			full := ok && len(block.Block.Txs) > 0
			if full || busy {
				select {
				case news <- struct{}{}:
				default: // there is something to hear already
				}
			}
			busy = full
		}
	}
}

// run plays until ctx ends.
func (h *house) run(ctx context.Context, news <-chan struct{}) {
	defer h.games.Wait()
	for {
		var again <-chan time.Time
		if err := h.look(ctx); err != nil && ctx.Err() == nil {
			h.log.Info("the house cannot look for games, and tries again", "err", err)
			again = time.After(housePause)
		}
		select {
		case <-ctx.Done():
			return
		case <-news:
		case <-again:
		case p := <-h.over:
			delete(h.playing, p.id)
			if p.err != nil {
				h.failed[p.id]++
				h.log.Warn("the house has left a game", "game", p.id, "err", p.err)
			} else {
				delete(h.failed, p.id)
			}
		}
	}
}

// look resumes the games of the house, and joins those that are offered to it.
func (h *house) look(ctx context.Context) error {
	if h.chain == nil {
		chain, err := client.New(ctx, h.link, client.Options{From: House})
		if err != nil {
			return err
		}
		h.chain = chain
	}
	q := types.NewQueryClient(h.chain.Conn())
	page := &query.PageRequest{Limit: types.MaxPageItems}
	mine, err := q.Games(ctx, &types.QueryGamesRequest{Player: h.address.String(), Pagination: page})
	if err != nil {
		return fmt.Errorf("look for unfinished games: %w", err)
	}
	offered, err := q.OpenGames(ctx, &types.QueryOpenGamesRequest{Opponent: h.address.String(), Pagination: page})
	if err != nil {
		return fmt.Errorf("look for invitations: %w", err)
	}
	var errs []error
	try := func(id uint64, turnBlocks int64, enter func(*duel.Session) error) {
		_, known := h.playing[id]
		if known || len(h.playing) >= maxHouseGames || h.failed[id] >= maxHouseTries {
			return
		}
		s, err := h.open(ctx, id, turnBlocks)
		if err == nil {
			err = enter(s)
		}
		if err != nil {
			h.failed[id]++
			errs = append(errs, session.InGame(id, err))
		}
	}
	for _, g := range mine.Games {
		try(g.Id, g.TurnBlocks, func(s *duel.Session) error {
			h.play(ctx, s, h.opponentIn(g.Players))
			return nil
		})
	}
	for _, g := range offered.Games {
		if h.gamesWith(g.Creator) >= maxHouseGamesWith {
			continue
		}
		try(g.Id, g.TurnBlocks, func(s *duel.Session) error { return h.accept(ctx, s, g) })
	}
	return errors.Join(errs...)
}

// opponentIn returns the opponent of the house. It is empty if there is none.
func (h *house) opponentIn(players []string) string {
	for _, player := range players {
		if player != h.address.String() {
			return player
		}
	}
	return ""
}

// gamesWith returns how many games are played with a player.
func (h *house) gamesWith(player string) int {
	n := 0
	for _, opponent := range h.playing {
		if opponent == player {
			n++
		}
	}
	return n
}

// open opens a game, with a client of its own: games wait for each other's transactions. An opponent off-chain has as
// long for a move as on-chain, before its clock starts.
func (h *house) open(ctx context.Context, id uint64, turnBlocks int64) (*duel.Session, error) {
	chain, err := client.New(ctx, h.link, client.Options{From: House, Unordered: true})
	if err != nil {
		return nil, err
	}
	p := session.Player{Chain: chain, Vault: h.vault, Random: rand.Reader, Relay: h.relay}
	params, err := p.Params(ctx)
	if err != nil {
		return nil, err
	}
	p.Patience = max(params.Duration(turnBlocks), duel.DefaultPatience)
	return duel.Open(p, id), nil
}

// accept joins a game that is offered, or declines it if it is too slow, or the rules or the coins of the house are
// against it. Boards are numbered, so one game is joined at a time.
func (h *house) accept(ctx context.Context, s *duel.Session, g types.OpenGame) error {
	if g.TurnSeconds <= int64(maxHouseClock/time.Second) {
		if err := h.provide(ctx); err != nil {
			return err
		}
		_, err := s.Join(ctx, "", func(r *game.Ruleset) (game.Fleet, error) { return game.RandomFleet(r, newIntn()) })
		if err == nil {
			h.play(ctx, s, g.Creator)
		}
		if err == nil || ctx.Err() != nil || session.MayPass(err) {
			return err
		}
		h.log.Info("the house declines a game", "game", g.Id, "err", err)
	}
	_, err := s.Decline(ctx)
	return err
}

// provide makes sure that the house can pay its fees.
func (h *house) provide(ctx context.Context) error {
	has, err := h.chain.Balance(ctx, h.address.String(), app.BondDenom)
	if err != nil || has.Amount.GTE(math.NewInt(leastHouseCoins)) {
		return err
	}
	_, err = h.pay(ctx, sdk.NewCoins(sdk.NewInt64Coin(app.BondDenom, giving.Amount)), h.address)
	return err
}

// play plays a game to the end, beside others.
func (h *house) play(ctx context.Context, s *duel.Session, opponent string) {
	id := s.GameID()
	h.playing[id] = opponent
	h.games.Go(func() {
		_, err := s.Run(ctx, bot.NewHunt(newIntn()), session.Observer{
			Trouble: func(err error) { h.log.Info("the house cannot move yet, and tries again", "game", id, "err", err) },
		})
		if errors.Is(err, session.ErrGone) {
			err = nil
		}
		h.over <- played{id: id, err: err}
	})
}

// newIntn returns an unpredictable source of random numbers.
func newIntn() bot.Intn {
	var seed [32]byte
	_, _ = rand.Read(seed[:])                           // it never fails
	return mathrand.New(mathrand.NewChaCha8(seed)).IntN //nolint:gosec // a cryptographic generator, and its seed too
}
