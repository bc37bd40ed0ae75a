package chainbackend_test

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	mathrand "math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	abci "github.com/cometbft/cometbft/abci/types"
	coretypes "github.com/cometbft/cometbft/rpc/core/types"
	"github.com/stretchr/testify/require"

	"github.com/cosmos/cosmos-sdk/crypto/hd"
	"github.com/cosmos/cosmos-sdk/crypto/keyring"
	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/bot"
	"github.com/battleship-chain/battleship/player/chainbackend"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/playertest"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/session/duel"
	"github.com/battleship-chain/battleship/player/tui"
	"github.com/battleship-chain/battleship/player/vault"
	"github.com/battleship-chain/battleship/testutil/chain"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// backendOf sits a player down as on a new machine: there is its key, and nothing else.
func backendOf(w *playertest.World, name string) *chainbackend.Backend {
	w.Helper()
	table, err := chainbackend.New(w.Context(), backendOptions(w, name))
	require.NoError(w, err)
	w.Cleanup(table.Close)
	return table
}

func backendOptions(w *playertest.World, name string) chainbackend.Options {
	w.Helper()
	addresses := w.ClientCtx.InterfaceRegistry.SigningContext().AddressCodec()
	vaultOf := func(uid string, private []byte) (*vault.Vault, error) {
		keys := keyring.NewInMemory(w.ClientCtx.Codec)
		err := keys.ImportPrivKeyHex(uid, hex.EncodeToString(private), string(hd.Secp256k1Type))
		return vault.New(keys, "", addresses, nil), err
	}
	keys := keyring.NewInMemory(w.ClientCtx.Codec)
	private := hex.EncodeToString(chain.NewAccount(name).Key.Bytes())
	require.NoError(w, keys.ImportPrivKeyHex(name, private, string(hd.Secp256k1Type)))
	return chainbackend.Options{
		Link:     client.LinkTo(w.ClientCtx.WithKeyring(keys)),
		Send:     client.Options{From: name, Poll: 5 * time.Millisecond},
		Node:     searched{w.Node},
		Vault:    vault.New(keys, w.TempDir(), addresses, nil),
		VaultOf:  vaultOf,
		Random:   rand.Reader,
		Strategy: bot.HuntName,
	}
}

// searched is a node with an index of what has happened.
type searched struct{ *playertest.Node }

var searchTerms = regexp.MustCompile(`^battleship\.game_id='(\d+)' AND \w+\.height > (\d+) AND \w+\.height <= (\d+)$`)

// about returns the blocks that a search names, and what tells if events are about its game.
func (s searched) about(query string) (from, to int64, match func([]abci.Event) bool, err error) {
	terms := searchTerms.FindStringSubmatch(query)
	if terms == nil {
		return 0, 0, nil, fmt.Errorf("unexpected search %q", query)
	}
	from, _ = strconv.ParseInt(terms[2], 10, 64)
	to, _ = strconv.ParseInt(terms[3], 10, 64)
	return from + 1, to, func(events []abci.Event) bool {
		for _, e := range events {
			for _, a := range e.Attributes {
				if e.Type == types.EventTypeGame && a.Key == "game_id" && a.Value == terms[1] {
					return true
				}
			}
		}
		return false
	}, nil
}

// TxSearch implements watch.Index.
func (s searched) TxSearch(
	_ context.Context, query string, _ bool, _, _ *int, _ string,
) (*coretypes.ResultTxSearch, error) {
	s.Lock()
	defer s.Unlock()
	from, to, match, err := s.about(query)
	if err != nil {
		return nil, err
	}
	out := new(coretypes.ResultTxSearch)
	for height := from; height <= to; height++ {
		if res, ok := s.Results[height]; ok {
			for i, tx := range res.TxResults {
				if match(tx.Events) {
					raw := s.Blocks[height].Block.Txs[i]
					out.Txs = append(out.Txs, &coretypes.ResultTx{Height: height, Tx: raw, TxResult: *tx})
				}
			}
		}
	}
	return out, nil // as one page
}

// BlockSearch implements watch.Index.
func (s searched) BlockSearch(
	_ context.Context, query string, _, _ *int, _ string,
) (*coretypes.ResultBlockSearch, error) {
	s.Lock()
	defer s.Unlock()
	from, to, match, err := s.about(query)
	if err != nil {
		return nil, err
	}
	out := new(coretypes.ResultBlockSearch)
	for height := from; height <= to; height++ {
		if res, ok := s.Results[height]; ok && match(res.Events) {
			out.Blocks = append(out.Blocks, s.Blocks[height])
		}
	}
	return out, nil
}

// shown waits for a snapshot in which something holds.
func shown(ctx context.Context, t *testing.T, b tui.Backend, holds func(tui.Snapshot) bool) (tui.Snapshot, error) {
	t.Helper()
	var seen uint64
	for {
		snap, err := b.Next(ctx, seen)
		if err != nil || holds(snap) {
			return snap, err
		}
		seen = snap.Version
	}
}

// mustShow waits for what has to be shown in the end.
func mustShow(t *testing.T, b tui.Backend, holds func(tui.Snapshot) bool) tui.Snapshot {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	snap, err := shown(ctx, t, b, holds)
	if err != nil && snap.Version == 0 {
		snap, _ = b.Next(t.Context(), 0)
	}
	require.NoError(t, err, "last shown: %+v, %+v, %+v", snap.Connection, snap.Lobby, snap.Game)
	return snap
}

// reaper kills a player's program whenever a transaction of it reaches the node.
type reaper struct {
	mu sync.Mutex
	w  *playertest.World
	// of tells whose transactions are meant.
	of func(raw []byte) bool
	// early is the program killed before the node has the transaction, every second time; else after it is in a block.
	early bool
	n     int
	last  []byte
	dead  bool
	kill  context.CancelFunc
	// kinds counts what the program was killed with, by kind of move; about are the kinds of the last transaction.
	kinds map[string]int
	about []string
	// targets are those of the shots that were sent with an opening, which is of one position alone; first is the first.
	targets map[string]map[string]bool
	first   string
}

// note takes down what a transaction is about.
func (r *reaper) note(msgs []sdk.Msg) {
	r.about = nil
	for _, msg := range msgs {
		kind := strings.TrimPrefix(sdk.MsgTypeURL(msg), "/battleship.v1.")
		if move, ok := msg.(*types.MsgShootAndReveal); ok {
			kind = r.noteMove(move)
		}
		r.about = append(r.about, kind)
	}
}

func (r *reaper) noteMove(move *types.MsgShootAndReveal) (kind string) {
	if move.Opening == nil {
		return "shot"
	}
	opened := move.Opening.String()
	if r.first == "" {
		r.first = opened
	}
	if r.targets[opened] == nil {
		r.targets[opened] = make(map[string]bool)
	}
	r.targets[opened][move.Target] = true
	if opened == r.first {
		return "first opening"
	}
	return "answer"
}

var errKilled = errors.New("killed")

// reap puts a reaper between the players and the node.
func reap(w *playertest.World, name string, early bool) *reaper {
	w.Helper()
	player := chain.NewAccount(name).Address
	r := &reaper{w: w, early: early, kinds: make(map[string]int), targets: make(map[string]map[string]bool)}
	r.of = func(raw []byte) bool {
		decoded, err := w.ClientCtx.TxConfig.TxDecoder()(raw)
		require.NoError(w, err)
		fee, ok := decoded.(sdk.FeeTx)
		require.True(w, ok)
		if !player.Equals(sdk.AccAddress(fee.FeePayer())) && !player.Equals(sdk.AccAddress(fee.FeeGranter())) {
			return false
		}
		r.note(decoded.GetMsgs())
		return true
	}
	w.Node.Closed = func(raw []byte) error {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.last = nil
		if !r.of(raw) {
			return nil
		}
		if r.dead {
			return errKilled
		}
		r.last = raw
		r.n++
		if r.early && r.n%2 == 1 {
			r.die()
			return errKilled
		}
		return nil
	}
	w.Node.LoseReply = func() error {
		r.mu.Lock()
		defer r.mu.Unlock()
		if r.last == nil || r.early {
			return nil
		}
		r.die()
		return errKilled
	}
	return r
}

func (r *reaper) die() {
	r.dead = true
	for _, kind := range r.about {
		r.kinds[kind]++
	}
	r.kill()
}

// live begins another life of the player's program.
func (r *reaper) live(parent context.Context) context.Context {
	r.mu.Lock()
	defer r.mu.Unlock()
	ctx, kill := context.WithCancelCause(parent)
	r.dead, r.kill = false, func() { kill(errKilled) }
	return ctx
}

// A program that was killed with every transaction that it sent, at the worst moment, once had to be told where it was.
func TestAPlayerKilledWithEveryTransactionLosesNothing(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct{ early, joins bool }{
		"creates, before the node has it": {early: true},
		"creates, after it is in a block": {},
		"joins, before the node has it":   {early: true, joins: true},
		"joins, after it is in a block":   {joins: true},
	} {
		t.Run(name, func(t *testing.T) {
			w := playertest.New(t)
			ctx, cancel := context.WithTimeout(t.Context(), 4*time.Minute)
			defer cancel()
			w.Node.Asked = func() { w.Node.MakeBlock() }
			r := reap(w, alice, tc.early)
			if tc.joins {
				_, _, err := duel.Create(ctx, w.Player(bob), duel.Wish{
					Ruleset: game.Xaya(), Fleet: playertest.FleetOf(t, game.Xaya()), TurnBlocks: 100_000,
				})
				require.NoError(t, err)
			}
			bobs := make(chan error, 1)
			go func() { bobs <- playWhatComes(w, ctx, bob, tc.joins) }()

			lives, id := 0, uint64(0)
			for ended := false; !ended; lives++ {
				require.NoError(t, ctx.Err(), "after %d lives", lives)
				id, ended = oneLife(w, r.live(ctx), id, tc.joins, uint64(lives))
			}
			require.NoError(t, <-bobs)
			require.Greater(t, lives, 20)
			res, err := types.NewQueryClient(w.Client(bob).Conn()).Result(ctx, &types.QueryResultRequest{GameId: id})
			require.NoError(t, err)
			require.Equal(t, types.REASON_SUNK, res.Result.Reason)
			expected := []string{
				"MsgCreateGame", "/cosmos.feegrant.v1beta1.MsgGrantAllowance", "first opening", "answer", "shot",
			}
			if tc.joins {
				expected[0] = "MsgJoinGame"
			}
			if res.Result.Players[res.Result.Winner-1] == chain.NewAccount(alice).String() {
				expected = append(expected, "MsgClaimWin")
			}
			for _, kind := range expected {
				require.Positive(t, r.kinds[kind], "killed with every kind of move, but not with %s: %v", kind, r.kinds)
			}
			for turn, targets := range r.targets {
				require.Len(t, targets, 1, "one move was sent in a position: %s", turn)
			}
			if !tc.early {
				require.Zero(t, failedOf(w, alice), "nothing was paid for twice")
			}
		})
	}
}

// oneLife is what a player does between the start of its program and its end: it enters a game if it has none, and
// shoots. It knows the id of its game if it has seen it before. It returns that, and whether the game has ended.
// Each life chooses other targets.
func oneLife(w *playertest.World, ctx context.Context, known uint64, joins bool, seed uint64) (id uint64, ended bool) {
	id = known
	o := backendOptions(w, alice)
	o.Send.Poll = time.Millisecond // the backend rests for ten of them after each block
	addresses := w.ClientCtx.InterfaceRegistry.SigningContext().AddressCodec()
	o.Vault = vault.New(o.Link.Keyring, w.ClientCtx.HomeDir, addresses, nil)
	table, err := chainbackend.New(ctx, o)
	if err != nil {
		require.ErrorIs(w, ctx.Err(), context.Canceled, "%v", err)
		return id, false
	}
	defer table.Close()
	snap, err := table.Next(ctx, 0)
	if err != nil {
		return id, false
	}
	switch {
	case id > 0: // and if it has ended meanwhile
	case len(snap.Lobby.Running) == 0:
		wish := tui.Wish{Kind: tui.WishCreate, Ruleset: game.Xaya(), Clock: "100000"}
		if joins {
			require.Len(w, snap.Lobby.Open, 1)
			wish = tui.Wish{Kind: tui.WishJoin, Ruleset: game.Xaya(), ID: snap.Lobby.Open[0].ID}
		}
		if id, err = table.Enter(ctx, wish, playertest.FleetOf(w.T, game.Xaya())); err != nil {
			require.ErrorIs(w, ctx.Err(), context.Canceled, "%v", err)
			return 0, false
		}
	default:
		id = snap.Lobby.Running[0].ID
	}
	table.Focus(id)
	for {
		snap, err := shown(ctx, w.T, table, func(s tui.Snapshot) bool {
			return s.Game != nil && (s.Duel().State.Phase.Ended() ||
				s.Duel().State.Owes == game.OwesShot && s.Duel().State.Actor == s.Duel().Me && s.Duel().Fleets[s.Duel().Me] != nil)
		})
		if err != nil {
			return id, false
		}
		s := snap.Duel().State
		if s.Phase.Ended() {
			require.NotNil(w, snap.Duel().Coins)
			return id, true
		}
		tile, err := bot.NewHunt(mathrand.New(mathrand.NewPCG(seed, 1)).IntN).Next(s, snap.Duel().Me)
		require.NoError(w, err)
		// The snapshot can be that of the moment before: then the shot is refused, and the next one shows another.
		_ = table.Do(ctx, id, tui.Shoot{Tile: tile})
		if ctx.Err() != nil {
			return id, false
		}
	}
}

// playWhatComes lets a player join the game that comes, or play the one that it has opened, to its end.
func playWhatComes(w *playertest.World, ctx context.Context, name string, created bool) error {
	p := w.Player(name)
	for ctx.Err() == nil {
		open, err := types.NewQueryClient(p.Chain.Conn()).OpenGames(ctx, &types.QueryOpenGamesRequest{})
		if err != nil {
			return err
		}
		if created {
			return runTo(ctx, duel.Open(p, 1))
		}
		if len(open.Games) > 0 {
			s := duel.Open(p, open.Games[0].Id)
			if _, err := s.Join(ctx, "", playertest.Choose(w.T)); err != nil {
				return err
			}
			return runTo(ctx, s)
		}
		if err := p.Chain.Sleep(ctx); err != nil {
			return err
		}
	}
	return ctx.Err()
}

func runTo(ctx context.Context, s *duel.Session) error {
	_, err := s.Run(ctx, bot.NewHunt(mathrand.New(mathrand.NewPCG(2, 2)).IntN), session.Observer{})
	return err
}

// failedOf counts the transactions in blocks that have failed and that a player has paid for.
func failedOf(w *playertest.World, name string) int {
	w.Helper()
	w.Node.Lock()
	defer w.Node.Unlock()
	player, failed := chain.NewAccount(name).Address, 0
	for height, block := range w.Node.Blocks {
		for i, raw := range block.Block.Txs {
			decoded, err := w.ClientCtx.TxConfig.TxDecoder()(raw)
			require.NoError(w, err)
			fee, ok := decoded.(sdk.FeeTx)
			require.True(w, ok)
			mine := player.Equals(sdk.AccAddress(fee.FeePayer())) || player.Equals(sdk.AccAddress(fee.FeeGranter()))
			if mine && w.Node.Results[height].TxResults[i].Code != 0 {
				failed++
			}
		}
	}
	return failed
}

// The acts that end a game, killed after the node has them.
func TestAPlayerKilledWhileItEndsAGameFindsItEnded(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		act   tui.Act // nil for what it does by itself
		kind  string
		phase game.Phase
	}{
		"concede":   {tui.Concede{}, "MsgConcede", game.PhaseClaim},
		"challenge": {tui.Challenge{}, "MsgChallenge", game.PhaseClaim},
		"claim":     {nil, "MsgClaimWin", game.PhaseOver},
	} {
		t.Run(name, func(t *testing.T) {
			w := playertest.New(t)
			id, _, _ := w.Begun(game.Classic())
			var one sync.Once
			w.Node.Asked = func() { one.Do(func() { w.Node.MakeBlock() }) }
			r := reap(w, alice, false)
			ctx := r.live(t.Context())
			table := backendOf(w, alice)
			table.Focus(id)
			_, err := shown(ctx, t, table, func(s tui.Snapshot) bool { return s.Game != nil && s.Duel().Fleets[0] != nil })
			require.NoError(t, err)
			if tc.act != nil {
				require.Error(t, table.Do(ctx, id, tc.act))
			} else {
				_, err = w.Open(bob, id).Concede(t.Context())
				require.NoError(t, err)
				<-ctx.Done()
			}
			table.Close()
			require.Positive(t, r.kinds[tc.kind], "killed with %v", r.kinds)

			r.live(t.Context())
			again := backendOf(w, alice)
			again.Focus(id)
			mustShow(t, again, func(s tui.Snapshot) bool { return s.Game != nil && s.Duel().State.Phase == tc.phase })
		})
	}
}
