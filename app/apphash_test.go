package app_test

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"encoding/json"
	"flag"
	"os"
	"slices"
	"testing"

	abci "github.com/cometbft/cometbft/abci/types"
	cmttypes "github.com/cometbft/cometbft/types"
	"github.com/stretchr/testify/require"

	"github.com/cosmos/cosmos-sdk/crypto/keys/secp256k1"
	storetypes "github.com/cosmos/cosmos-sdk/store/v2/types"
	sdk "github.com/cosmos/cosmos-sdk/types"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/game/commitment/commitmenttest"
	"github.com/battleship-chain/battleship/game/zk/zktest"
	"github.com/battleship-chain/battleship/testutil/accept"
	"github.com/battleship-chain/battleship/testutil/chain"
	battleshiptypes "github.com/battleship-chain/battleship/x/battleship/types"
)

// recordedBlocks holds one recordedBlock a line.
const recordedBlocks = "testdata/apphashes.jsonl"

var record = flag.Bool("record", false, "record the blocks in testdata anew; commit only what you understand")

// recordedBlock is what a chain has made of a block with one transaction.
type recordedBlock struct {
	Height int64 `json:"height"`
	// Msg is the block's message by name.
	Msg string `json:"msg"`
	// Code is 0, or why the chain refused it.
	Code uint32 `json:"code"`
	// App is the hash of all that the chain keeps after the block.
	App string `json:"app_hash"`
	// Games and Coins are the roots of two of its stores: that of x/battleship, and the bank's. A release that adds a
	// module of others changes the hash above in all blocks, and these in none.
	Games string `json:"games_root"`
	Coins string `json:"coins_root"`
	// Results is the hash of what came of the transactions, with their gas.
	Results string `json:"results_hash"`
}

// Two versions of the chain are one network only if they make the same of the same blocks: the same state and the same
// results, gas included. The blocks hold each message of the players and each way in which a game ends. A failure names
// the first block of which this version makes something else: a refactoring must not, and a change of what the chain
// does, which needs an upgrade once there is a network, records the blocks anew:
//
//	go test ./app -run TestAttackTheChainMakesTheSameOfRecordedBlocks -record
//
// Beside each chain run two others that make all of its blocks: one restarts in between, and one executes transactions
// in parallel.
func TestAttackTheChainMakesTheSameOfRecordedBlocks(t *testing.T) {
	t.Parallel()
	params := battleshiptypes.DefaultParams()
	params.OpenBlocks, params.ClaimBlocks = 100, 60
	r := newRecorder(t, params)
	r.play()
	params.ProvenClaims, params.RewardMinShots = false, 1
	proven := newRecorder(t, params)
	proven.playProven()
	params.ChannelTimeoutBlocks = 90
	offChain := newRecorder(t, params)
	offChain.playOffChain()
	melees := newRecorder(t, params)
	melees.playMelees()
	blocks := slices.Concat(r.blocks, proven.blocks, offChain.blocks, melees.blocks)
	if *record {
		var lines bytes.Buffer
		for _, block := range blocks {
			line, err := json.Marshal(block)
			require.NoError(t, err)
			lines.Write(append(line, '\n'))
		}
		require.NoError(t, os.WriteFile(recordedBlocks, lines.Bytes(), 0o600))
	}
	file, err := os.Open(recordedBlocks)
	require.NoError(t, err)
	defer func() { require.NoError(t, file.Close()) }()
	lines := bufio.NewScanner(file)
	for _, got := range blocks {
		require.True(t, lines.Scan(), "the record ends before block %d", got.Height)
		var want recordedBlock
		require.NoError(t, json.Unmarshal(lines.Bytes(), &want))
		require.Equal(t, want, got)
	}
	require.False(t, lines.Scan(), "the record goes on after block %d", melees.Height())
}

// newRecorder starts a chain.
func newRecorder(t *testing.T, params battleshiptypes.Params) *recorder {
	t.Helper()
	opts := []chain.Option{chain.WithParams(params)}
	return &recorder{
		t: t, Chain: chain.New(t, opts...), shadows: newShadows(t, opts...), players: make(map[uint64][]*recordedPlayer),
	}
}

// recordedFleets are where everybody's ships are, by ruleset.
var recordedFleets = map[string]string{
	"classic": commitmenttest.ClassicFleet,
	"xaya":    "A1h,A3h,A5h,F1h,F3h,F5h,A7h",

	"classic-zk": commitmenttest.ClassicFleet,
	"xaya-zk":    "A1h,A3h,A5h,F1h,F3h,F5h,A7h",
}

// recorder plays games on a chain and notes what it makes of each block.
type recorder struct {
	*chain.Chain

	t      *testing.T
	blocks []recordedBlock
	// shadows make each block, too.
	shadows []*shadow
	// players are those of each game, the creator first.
	players map[uint64][]*recordedPlayer
	// carry brings a message to a chain of which somebody else makes the blocks, nil if this one makes them.
	carry func(signer *recordedPlayer, msg sdk.Msg) chain.Result
	// await has that chain make blocks until one of a height.
	await func(height int64)
}

// recordedPlayer is a player with the board of its last game.
type recordedPlayer struct {
	chain.Account
	commitmenttest.Board

	// hits are the tiles of the fleet that were shot at.
	hits game.Set
	// shots is how many shots it has fired: at the tiles in their order, but every other one from the end.
	shots int
	// key signs its updates, if it plays off-chain.
	key *secp256k1.PrivKey
}

// deliver commits a block with the message, which the chain takes if code is 0, and else refuses with it.
func (r *recorder) deliver(signer *recordedPlayer, msg sdk.Msg, code uint32) chain.Result {
	r.t.Helper()
	if r.carry != nil {
		res := r.carry(signer, accept.Terms(r.Context(), r.App.BattleshipKeeper, msg))
		require.Equal(r.t, code, res.Code, "%s: %s", sdk.MsgTypeURL(msg), res.Log)
		return res
	}
	tx := r.Sign(chain.DefaultGas, []sdk.Msg{msg}, signer.Account)
	res := r.Block(tx)
	require.Equal(r.t, code, res.TxResults[0].Code, "%s: %s", sdk.MsgTypeURL(msg), res.TxResults[0].Log)
	r.note(sdk.MsgTypeURL(msg), code, res)
	return chain.Result{ExecTxResult: res.TxResults[0], Height: r.Height(), Size: len(tx)}
}

// pass commits blocks without a transaction until the game's deadline has passed, and notes the last.
func (r *recorder) pass(id uint64) {
	r.t.Helper()
	deadline := r.next(id).Deadline
	if r.carry != nil {
		r.await(deadline + 1)
		return
	}
	for r.Height() < deadline {
		r.Block()
	}
	r.note("", 0, r.Block())
}

// Block makes the next block, and has the shadows make it.
func (r *recorder) Block(txs ...[]byte) *abci.ResponseFinalizeBlock {
	r.t.Helper()
	block := r.NextBlock(txs...)
	res := r.BlockOf(block)
	for _, s := range r.shadows {
		s.follow(block, res)
	}
	return res
}

// note records a block.
func (r *recorder) note(msg string, code uint32, res *abci.ResponseFinalizeBlock) {
	r.blocks = append(r.blocks, recordedBlock{
		Height: r.Height(), Msg: msg, Code: code,
		App:     hex.EncodeToString(res.AppHash),
		Games:   hex.EncodeToString(r.root(battleshiptypes.StoreKey)),
		Coins:   hex.EncodeToString(r.root(banktypes.StoreKey)),
		Results: hex.EncodeToString(cmttypes.NewResults(res.TxResults).Hash()),
	})
}

// root returns the root of a module's store.
func (r *recorder) root(name string) []byte {
	r.t.Helper()
	store, ok := r.App.CommitMultiStore().GetKVStore(r.App.StoreKey(name)).(storetypes.Committer)
	require.True(r.t, ok)
	return store.LastCommitID().Hash
}

// play plays one game after another.
func (r *recorder) play() {
	stake := sdk.NewInt64Coin(app.BondDenom, 5_000_000)
	alice, bob, carol := r.player(chain.Alice), r.player(chain.Bob), r.player(chain.Carol)

	classic := r.enter(alice, bob, game.Classic(), func(open *battleshiptypes.MsgCreateGame) { open.Stake = &stake })
	r.lie(classic)
	r.move(classic, game.Classic().Tiles()*2)
	r.claim(classic, r.owing(classic), 0)
	r.claim(classic, alice, battleshiptypes.ErrGameEnded.ABCICode())

	rematch := r.enter(alice, bob, game.Classic(), func(open *battleshiptypes.MsgCreateGame) { open.RematchOf = classic })
	r.move(rematch, 30)
	r.deliver(bob, &battleshiptypes.MsgConcede{Sender: bob.String(), GameId: rematch}, 0)
	r.claim(rematch, alice, 0)

	challenged := r.enter(bob, carol, game.Xaya(), func(open *battleshiptypes.MsgCreateGame) { open.Stake = &stake })
	r.move(challenged, 21)
	r.deliver(carol, &battleshiptypes.MsgChallenge{Sender: carol.String(), GameId: challenged}, 0)
	r.claim(challenged, carol, battleshiptypes.ErrTurn.ABCICode())
	r.pass(challenged)
	r.claim(challenged, carol, 0)

	r.match(alice, false)
	silent := r.match(carol, true)
	r.deliver(carol, &battleshiptypes.MsgSetDelegate{
		Sender: carol.String(), GameId: silent, Delegate: r.Account(chain.Operator).Address.String(),
	}, 0)
	r.move(silent, 40)
	r.pass(silent)
	r.claim(silent, r.owing(silent), 0)

	unproven := r.enter(alice, carol, game.Classic(), func(open *battleshiptypes.MsgCreateGame) { open.Casual = true })
	r.deliver(carol, &battleshiptypes.MsgConcede{Sender: carol.String(), GameId: unproven}, 0)
	r.pass(unproven)
	r.pass(unproven)

	cancelled := r.open(alice, game.Classic(), func(open *battleshiptypes.MsgCreateGame) { open.Stake = &stake })
	r.deliver(alice, &battleshiptypes.MsgCancelGame{Sender: alice.String(), GameId: cancelled}, 0)
	offered := r.open(bob, game.Classic(), func(open *battleshiptypes.MsgCreateGame) { open.Opponent = carol.String() })
	decline := battleshiptypes.MsgDeclineGame{Sender: alice.String(), GameId: offered}
	r.deliver(alice, &decline, battleshiptypes.ErrUnauthorized.ABCICode())
	decline.Sender = carol.String()
	r.deliver(carol, &decline, 0)
	left := r.open(carol, game.Xaya(), func(open *battleshiptypes.MsgCreateGame) { open.RatingRange = 50 })
	r.pass(left)

	proven := r.enter(bob, alice, game.ClassicZK(), func(open *battleshiptypes.MsgCreateGame) { open.Stake = &stake })
	r.move(proven, 6)
	r.deliver(bob, &battleshiptypes.MsgConcede{Sender: bob.String(), GameId: proven}, 0)
	r.claim(proven, alice, 0)

	r.deliver(bob, &battleshiptypes.MsgWithdraw{Sender: bob.String()}, battleshiptypes.ErrNothingToWithdraw.ABCICode())
	r.deliver(bob, banktypes.NewMsgSend(bob.Address, alice.Address, sdk.NewCoins(stake)), 0)
	r.nameThem(bob, alice)
}

// nameThem has a player who has SHIP set a name, which is refused to another one, and to itself for a while.
func (r *recorder) nameThem(rich, other *recordedPlayer) {
	set := func(p *recordedPlayer, name string, code uint32) {
		params, err := r.App.BattleshipKeeper.Params(r.Context())
		require.NoError(r.t, err)
		r.deliver(p, &battleshiptypes.MsgSetName{Sender: p.String(), Name: name, MaxPrice: params.NamePrice}, code)
	}
	set(rich, "sharkbait", 0)
	set(other, "sharkbait", battleshiptypes.ErrNameTaken.ABCICode())
	set(other, "admin", battleshiptypes.ErrInvalidName.ABCICode())
	set(rich, "", battleshiptypes.ErrNamePeriod.ABCICode())
}

// playProven plays games with proven boards and without a claim, to each of their ends. What the chain makes of a proof
// does not depend on its bytes, which are others in each run.
func (r *recorder) playProven() {
	stake := sdk.NewInt64Coin(app.BondDenom, 5_000_000)
	alice, bob, carol := r.player(chain.Alice), r.player(chain.Bob), r.player(chain.Carol)
	staked := func(open *battleshiptypes.MsgCreateGame) { open.Stake = &stake }

	sunk := r.enter(alice, bob, game.XayaZK(), staked)
	r.lie(sunk)
	r.move(sunk, game.XayaZK().Tiles()*2)
	r.claim(sunk, alice, battleshiptypes.ErrGameEnded.ABCICode())

	conceded := r.enter(bob, alice, game.XayaZK(), func(open *battleshiptypes.MsgCreateGame) { open.RematchOf = sunk })
	r.lie(conceded)
	r.move(conceded, 8)
	r.deliver(alice, &battleshiptypes.MsgChallenge{Sender: alice.String(), GameId: conceded},
		battleshiptypes.ErrPhase.ABCICode())
	r.claim(conceded, bob, battleshiptypes.ErrPhase.ABCICode())
	r.deliver(alice, &battleshiptypes.MsgConcede{Sender: alice.String(), GameId: conceded}, 0)

	silent := r.enter(carol, alice, game.ClassicZK(), staked)
	r.move(silent, 5)
	r.pass(silent)
	unopened := r.enter(carol, bob, game.XayaZK(), staked)
	r.pass(unopened)
}

// player returns an account of the cast as one that plays.
func (r *recorder) player(name string) *recordedPlayer { return r.playerOf(r.Account(name)) }

// playerOf returns an account as one that plays.
func (r *recorder) playerOf(account chain.Account) *recordedPlayer {
	return &recordedPlayer{
		Account: account,
		Board: commitmenttest.Board{
			Binding: commitment.Binding{ChainID: r.ID(), Player: account.Address},
			Secret:  bytes.Repeat([]byte(account.Name)[:1], commitment.SecretSize),
		},
	}
}

// entry hides the player's next board.
func (r *recorder) entry(p *recordedPlayer, rules *game.Ruleset) battleshiptypes.Entry {
	r.t.Helper()
	res, err := r.query().Player(r.Context(), &battleshiptypes.QueryPlayerRequest{Address: p.String()})
	require.NoError(r.t, err)
	p.Binding.Nonce, p.Binding.Ruleset = res.Player.BoardNonce, rules
	p.hits, p.shots = game.Set{}, 0
	p.Board = commitmenttest.New(p.Binding, recordedFleets[rules.Name], p.Secret)
	entry := battleshiptypes.Entry{
		Board: battleshiptypes.NewBoardCommitment(p.Binding.Nonce, p.Commit()), Recovery: []byte("sealed"),
	}
	if p.key != nil {
		entry.Channel = &battleshiptypes.Channel{Key: p.key.PubKey().Bytes()}
	}
	if rules.Proven {
		entry.Board = battleshiptypes.NewProvenBoardCommitment(
			p.Binding.Nonce, zktest.Commit(p.Board), p.Commit().TossLeaf)
		entry.Proof = zktest.Board(p.Board)
	}
	return entry
}

// open opens a game as change has it, and returns its id.
func (r *recorder) open(
	creator *recordedPlayer, rules *game.Ruleset, change func(*battleshiptypes.MsgCreateGame),
) uint64 {
	r.t.Helper()
	msg := &battleshiptypes.MsgCreateGame{
		Sender: creator.String(), RulesetId: rules.ID, Entry: r.entry(creator, rules),
	}
	change(msg)
	var res battleshiptypes.MsgCreateGameResponse
	require.NoError(r.t, r.deliver(creator, msg, 0).Response(0, &res))
	r.players[res.GameId] = []*recordedPlayer{creator}
	return res.GameId
}

// enter is open with a second player that joins.
func (r *recorder) enter(
	creator, joiner *recordedPlayer, rules *game.Ruleset, change func(*battleshiptypes.MsgCreateGame),
) uint64 {
	r.t.Helper()
	id := r.open(creator, rules, change)
	r.deliver(joiner, &battleshiptypes.MsgJoinGame{
		Sender: joiner.String(), GameId: id, Entry: r.entry(joiner, rules), Toss: make([]byte, commitment.TossSize),
	}, 0)
	r.players[id] = append(r.players[id], joiner)
	return id
}

// match asks for a match of the classic game, and returns the game that was joined or opened.
func (r *recorder) match(p *recordedPlayer, joins bool) uint64 {
	r.t.Helper()
	var res battleshiptypes.MsgMatchGameResponse
	require.NoError(r.t, r.deliver(p, &battleshiptypes.MsgMatchGame{
		Sender: p.String(), RulesetId: game.Classic().ID, Entry: r.entry(p, game.Classic()),
		Toss: make([]byte, commitment.TossSize),
	}, 0).Response(0, &res))
	require.Equal(r.t, joins, res.Joined)
	r.players[res.GameId] = append(r.players[res.GameId], p)
	return res.GameId
}

// move sends what is owed, at most so many times, until a proof is.
func (r *recorder) move(id uint64, most int) {
	r.t.Helper()
	for range most {
		if r.ended(id) {
			return
		}
		next := r.next(id)
		if next.Obligation == battleshiptypes.OBLIGATION_CLAIM {
			return
		}
		p := r.owing(id)
		msg := &battleshiptypes.MsgShootAndReveal{Sender: p.String(), GameId: id}
		switch next.Obligation {
		case battleshiptypes.OBLIGATION_TOSS_REVEAL:
			msg.Opening = battleshiptypes.NewOpening(p.OpenToss())
		case battleshiptypes.OBLIGATION_ANSWER:
			tile, err := p.Binding.Ruleset.ParseTile(next.Target)
			require.NoError(r.t, err)
			var over bool
			msg.Opening, msg.Sunk, over = r.answer(p, tile)
			again := msg.Opening.Content == battleshiptypes.CONTENT_SHIP && p.Binding.Ruleset.HitShootsAgain
			if !over && !again {
				msg.Target = p.target()
			}
		default:
			msg.Target = p.target()
		}
		r.deliver(p, msg, 0)
	}
}

// answer opens a tile. It returns the ship that was sunk, if the ruleset announces it, and whether it was the last.
func (r *recorder) answer(p *recordedPlayer, tile game.Tile) (*battleshiptypes.Opening, *battleshiptypes.Ship, bool) {
	r.t.Helper()
	a, before := game.Answer{}, p.hits
	over := true
	for _, ship := range p.Fleet {
		tiles, err := p.Binding.Ruleset.Footprint(ship)
		require.NoError(r.t, err)
		if tiles.Has(tile) {
			p.hits = p.hits.With(tile)
			if p.Binding.Ruleset.AnnounceSunk && tiles.Minus(p.hits).IsEmpty() {
				a.Sunk = &ship
			}
		}
		over = over && tiles.Minus(p.hits).IsEmpty()
	}
	opening := battleshiptypes.NewOpening(p.Open(tile))
	if p.Binding.Ruleset.Proven {
		a.Hit = p.Ships.Has(tile)
		s := game.State{Pending: tile, HasPending: true}
		s.Sides[a.By].Hits = before
		opening = battleshiptypes.NewProvenOpening(a.Hit, zktest.Answer(p.Board, s.Pending))
	}
	if a.Sunk == nil {
		return opening, nil, over
	}
	return opening, battleshiptypes.NewShip(p.Binding.Ruleset, *a.Sunk), over
}

// ended reports whether a game has a result.
func (r *recorder) ended(id uint64) bool {
	_, err := r.query().Result(r.Context(), &battleshiptypes.QueryResultRequest{GameId: id})
	return err == nil
}

// target returns the tile that the player shoots at next. Where boards are proven it knows where the ships are, for a
// proof takes long.
func (p *recordedPlayer) target() string {
	if p.Binding.Ruleset.Proven {
		p.shots++
		at := p.shots
		for tile := range p.Ships.All() {
			if at--; at == 0 {
				return p.Binding.Ruleset.TileName(tile)
			}
		}
	}
	tile := p.shots / 2
	if p.shots%2 == 1 {
		tile = p.Binding.Ruleset.Tiles() - 1 - tile
	}
	p.shots++
	return p.Binding.Ruleset.TileName(game.Tile(tile))
}

// lie opens the toss and answers the first shot falsely, which the chain refuses.
func (r *recorder) lie(id uint64) {
	r.t.Helper()
	for r.next(id).Obligation != battleshiptypes.OBLIGATION_ANSWER {
		r.move(id, 1)
	}
	p := r.owing(id)
	tile, err := p.Binding.Ruleset.ParseTile(r.next(id).Target)
	require.NoError(r.t, err)
	opening, _, _ := r.answer(p, tile)
	p.hits = game.Set{}
	opening.Content = battleshiptypes.CONTENT_SHIP + battleshiptypes.CONTENT_WATER - opening.Content
	code := battleshiptypes.ErrWrongOpening.ABCICode()
	if p.Binding.Ruleset.Proven {
		code = battleshiptypes.ErrInvalidProof.ABCICode()
	}
	r.deliver(p, &battleshiptypes.MsgShootAndReveal{Sender: p.String(), GameId: id, Opening: opening}, code)
}

// claim proves the player's board, or is refused with the code.
func (r *recorder) claim(id uint64, p *recordedPlayer, code uint32) {
	r.t.Helper()
	r.deliver(p, &battleshiptypes.MsgClaimWin{
		Sender: p.String(), GameId: id, Fleet: p.Binding.Ruleset.FleetString(p.Fleet), BoardSecret: p.Secret,
	}, code)
}

// next returns what is owed in a game.
func (r *recorder) next(id uint64) *battleshiptypes.QueryNextActionResponse {
	r.t.Helper()
	next, err := r.query().NextAction(r.Context(), &battleshiptypes.QueryNextActionRequest{GameId: id})
	require.NoError(r.t, err)
	return next
}

// owing returns the player of a game who owes something.
func (r *recorder) owing(id uint64) *recordedPlayer {
	r.t.Helper()
	address := r.next(id).Player
	for _, p := range r.players[id] {
		if p.String() == address {
			return p
		}
	}
	require.FailNow(r.t, "nobody owes anything", "game %d", id)
	return nil
}

func (r *recorder) query() battleshiptypes.QueryClient {
	return battleshiptypes.NewQueryClient(r.Conn())
}
