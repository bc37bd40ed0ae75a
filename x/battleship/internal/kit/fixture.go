package kit

import (
	"sync"
	"testing"

	cmtproto "github.com/cometbft/cometbft/proto/tendermint/types"
	dbm "github.com/cosmos/cosmos-db"
	"github.com/cosmos/gogoproto/proto"
	"github.com/stretchr/testify/require"

	"cosmossdk.io/errors"
	"cosmossdk.io/log/v2"
	"cosmossdk.io/math"

	"github.com/cosmos/cosmos-sdk/codec/address"
	"github.com/cosmos/cosmos-sdk/runtime"
	"github.com/cosmos/cosmos-sdk/store/v2"
	storetypes "github.com/cosmos/cosmos-sdk/store/v2/types"
	sdk "github.com/cosmos/cosmos-sdk/types"
	moduletestutil "github.com/cosmos/cosmos-sdk/types/module/testutil"
	"github.com/cosmos/cosmos-sdk/x/auth"
	authkeeper "github.com/cosmos/cosmos-sdk/x/auth/keeper"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"
	"github.com/cosmos/cosmos-sdk/x/auth/vesting"
	"github.com/cosmos/cosmos-sdk/x/bank"
	bankkeeper "github.com/cosmos/cosmos-sdk/x/bank/keeper"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"
	distrtypes "github.com/cosmos/cosmos-sdk/x/distribution/types"
	govtypes "github.com/cosmos/cosmos-sdk/x/gov/types"
	minttypes "github.com/cosmos/cosmos-sdk/x/mint/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel"
	"github.com/battleship-chain/battleship/testutil/accept"
	"github.com/battleship-chain/battleship/x/battleship"
	"github.com/battleship-chain/battleship/x/battleship/internal/account"
	"github.com/battleship-chain/battleship/x/battleship/keeper"
	"github.com/battleship-chain/battleship/x/battleship/replay"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

const (
	// AddressPrefix begins the addresses of the cast.
	AddressPrefix = "ship"
	chainID       = "battleship-test-1"
	// FirstHeight is the height at which fixtures start.
	FirstHeight = 100
)

// The clock of games in tests, in blocks. The waits differ, so that one is not mistaken for another.
const (
	OpenBlocks  = 40
	TurnBlocks  = 10
	ClaimBlocks = 17
)

// Fixture is the module with real accounts, a real bank and real stores in memory. Messages go to the handlers
// directly, so a test holds for each way by which a message can arrive.
type Fixture struct {
	testing.TB

	Ctx     sdk.Context
	Keeper  *keeper.Keeper
	Bank    bankkeeper.BaseKeeper
	Msgs    types.MsgServer
	Queries types.QueryServer
	// Records are the collections of the module, for tests that damage or fill them.
	Records State
	// Accounts are those of x/auth.
	Accounts authkeeper.AccountKeeper
	// Store counts and spoils the keeper's accesses to its store, Payments its calls of the bank.
	Store    *WatchedStore
	Payments *WatchedBank
	Key      *storetypes.KVStoreKey
	bankKey  *storetypes.KVStoreKey
	// stores are below the cache of Ctx: iterators over a tree are slow while its changes are not saved.
	stores storetypes.CommitMultiStore
	// Authority may change the params.
	Authority string
	// Replays rebuild every game from its events, as they are emitted.
	Replays map[uint64]*replay.Duel
	// MeleeReplays do it for melees.
	MeleeReplays map[uint64]*replay.Melee
}

// Option changes the genesis state of a fixture.
type Option func(*types.GenesisState)

// WithParams changes the params that a fixture starts with.
func WithParams(change func(*types.Params)) Option {
	return func(gs *types.GenesisState) {
		change(&gs.Params)
		gs.Rewards = types.DefaultRewards(gs.Params)
	}
}

// WithMinted starts with that much Shipcoin minted already.
func WithMinted(amount int64) Option {
	return func(gs *types.GenesisState) { gs.Rewards.Minted = math.NewInt(amount) }
}

// New starts with the module's own genesis, but for a clock that is short enough to be waited for.
func New(t testing.TB, options ...Option) *Fixture {
	t.Helper()
	f := NewEmpty(t)
	gs := types.DefaultGenesis()
	gs.Params = types.LocalParams()
	gs.Params.OpenDeposit.Amount, gs.Params.MaxOpenGames = math.ZeroInt(), types.MaxOpenGames
	gs.Params.TurnBlocksMin, gs.Params.TurnBlocksDefault = types.MinClockBlocks, TurnBlocks
	gs.Params.OpenBlocks, gs.Params.ClaimBlocks = OpenBlocks, ClaimBlocks
	gs.Params.ChannelTimeoutBlocks = ChannelTimeoutBlocks
	for _, o := range options {
		o(gs)
	}
	require.NoError(t, f.Keeper.InitGenesis(f.Ctx, *gs))
	return f
}

// encodingOfFixtures is made once: it merges all registered descriptors, and fixtures only read it.
var encodingOfFixtures = sync.OnceValue(func() moduletestutil.TestEncodingConfig {
	return moduletestutil.MakeTestEncodingConfig(
		auth.AppModuleBasic{}, vesting.AppModuleBasic{}, bank.AppModuleBasic{}, battleship.AppModule{})
})

// NewEmpty starts without a genesis.
func NewEmpty(t testing.TB) *Fixture {
	t.Helper()
	keys := storetypes.NewKVStoreKeys(types.StoreKey, authtypes.StoreKey, banktypes.StoreKey)
	db := dbm.NewMemDB()
	stores := store.NewCommitMultiStore(db, log.NewNopLogger())
	for _, name := range []string{types.StoreKey, authtypes.StoreKey, banktypes.StoreKey} {
		stores.MountStoreWithDB(keys[name], storetypes.StoreTypeIAVL, nil)
	}
	require.NoError(t, stores.LoadLatestVersion())

	encoding := encodingOfFixtures()
	authority := authtypes.NewModuleAddress(govtypes.ModuleName)
	codec := address.NewBech32Codec(AddressPrefix)
	header := cmtproto.Header{ChainID: chainID, Height: FirstHeight}
	f := &Fixture{
		TB:        t,
		Ctx:       sdk.NewContext(stores.CacheMultiStore(), header, false, log.NewNopLogger()),
		stores:    stores,
		Key:       keys[types.StoreKey],
		bankKey:   keys[banktypes.StoreKey],
		Authority: TextOf(authority),
		Store:     &WatchedStore{inner: runtime.NewKVStoreService(keys[types.StoreKey])},
		Replays:   make(map[uint64]*replay.Duel),

		MeleeReplays: make(map[uint64]*replay.Melee),
	}
	accounts := authkeeper.NewAccountKeeper(
		encoding.Codec, runtime.NewKVStoreService(keys[authtypes.StoreKey]), authtypes.ProtoBaseAccount,
		map[string][]string{
			types.ModuleName:           {authtypes.Minter, authtypes.Burner},
			authtypes.FeeCollectorName: nil,
			distrtypes.ModuleName:      nil,
			minttypes.ModuleName:       {authtypes.Minter, authtypes.Burner},
			govtypes.ModuleName:        nil,
		},
		codec, AddressPrefix, f.Authority,
	)
	f.Accounts = accounts
	f.Bank = bankkeeper.NewBaseKeeper(
		encoding.Codec, runtime.NewKVStoreService(keys[banktypes.StoreKey]), accounts,
		map[string]bool{
			authority.String(): true, authtypes.NewModuleAddress(types.ModuleName).String(): true,
		}, f.Authority, log.NewNopLogger(),
	).WithMintCoinsRestriction(func(ctx Context, coins sdk.Coins) error { return f.Keeper.MintRestriction(ctx, coins) })
	f.Payments = &WatchedBank{BankKeeper: f.Bank}
	f.Keeper = keeper.New(encoding.Codec, f.Store, codec, accounts, f.Payments, Pool{f.Payments}, f.Authority)
	f.Records = newModuleState(runtime.NewKVStoreService(f.Key), encoding.Codec, account.Codec{Codec: codec},
		accounts, f.Payments, Pool{f.Payments})
	f.Msgs, f.Queries = keeper.NewMsgServer(f.Keeper), keeper.NewQueryServer(f.Keeper)
	require.NoError(t, f.Bank.SetParams(f.Ctx, banktypes.DefaultParams()))
	return f
}

// Pool is the community pool of a chain without x/distribution.
type Pool struct{ Bank types.BankKeeper }

// FundCommunityPool implements types.CommunityPool.
func (p Pool) FundCommunityPool(ctx Context, amount sdk.Coins, sender sdk.AccAddress) error {
	return p.Bank.SendCoinsFromAccountToModule(ctx, sender, distrtypes.ModuleName, amount)
}

// TextOf returns an address as text.
func TextOf(addr sdk.AccAddress) string {
	text, err := address.NewBech32Codec(AddressPrefix).BytesToString(addr)
	if err != nil {
		panic(err)
	}
	return text
}

// Commit saves the stores, as the end of a block does on a chain, for benchmarks of saved records.
func (f *Fixture) Commit() {
	f.Helper()
	cache, ok := f.Ctx.MultiStore().(storetypes.CacheMultiStore)
	require.True(f, ok)
	cache.Write()
	f.stores.Commit()
	f.Ctx = f.Ctx.WithMultiStore(f.stores.CacheMultiStore())
}

// Height returns the height of the block in the making.
func (f *Fixture) Height() int64 { return f.Ctx.BlockHeight() }

// EndBlock ends the block in the making, replays its events and begins the next one.
func (f *Fixture) EndBlock() {
	f.Helper()
	f.Ctx = f.Ctx.WithEventManager(sdk.NewEventManager())
	require.NoError(f, f.Keeper.EndBlock(f.Ctx))
	f.Replay()
	f.Ctx = f.Ctx.WithBlockHeight(f.Height() + 1)
}

// SkipTo ends blocks until the one of that height is in the making.
func (f *Fixture) SkipTo(height int64) {
	f.Helper()
	require.LessOrEqual(f, f.Height(), height)
	for f.Height() < height {
		f.EndBlock()
	}
}

// Try hands a message to its handler. A message that is refused must have written nothing: handlers check before they
// write. One that is accepted must have emitted the events that rebuild the game.
func (f *Fixture) Try(msg sdk.Msg) error {
	f.Helper()
	outer := f.Ctx.WithEventManager(sdk.NewEventManager())
	inner, write := outer.CacheContext()
	f.Ctx = inner
	defer func() { f.Ctx = outer }()
	if err := f.Handle(msg); err != nil {
		after := f.Snapshot()
		f.Ctx = outer
		require.Equal(f, f.Snapshot(), after, "a refused message has written: %v", err)
		require.Empty(f, inner.EventManager().Events(), "a refused message has emitted events")
		return err
	}
	write()
	f.Ctx = outer
	f.Replay()
	return nil
}

// Deliver is Try for messages that must be accepted. A toss waits for the block after that of the join.
func (f *Fixture) Deliver(msg sdk.Msg) {
	f.Helper()
	f.PassJoin(msg)
	require.NoError(f, f.Try(msg))
}

// PassJoin ends the block in the making if a message is to open the toss of a game that was joined in it.
func (f *Fixture) PassJoin(msg sdk.Msg) {
	f.Helper()
	move, ok := msg.(*types.MsgShootAndReveal)
	if !ok || !f.Has(move.GameId) {
		return
	}
	g := f.Game(move.GameId)
	if f.State(g.Id).Owes == game.OwesTossReveal && g.JoinedHeight == f.Height() {
		f.EndBlock()
	}
}

// Withdraw takes a player's open game back, and lets the blocks pass in which it can still be joined.
func (f *Fixture) Withdraw(p Player, id uint64) {
	f.Helper()
	f.Deliver(&types.MsgCancelGame{Sender: p.Text(), GameId: id})
	f.SkipTo(f.State(id).Deadline + 2)
}

// Refuse is Try for messages that must be refused with an error of the module. As Try makes sure, nothing has changed
// then: neither a game, nor a record, nor a balance.
func (f *Fixture) Refuse(want error, msg sdk.Msg) {
	f.Helper()
	err := f.Try(msg)
	require.ErrorIs(f, err, want)
	codespace, code, _ := errors.ABCIInfo(err, false)
	require.Equal(f, types.ModuleName, codespace, "codespace of %v", err)
	require.GreaterOrEqual(f, code, uint32(2), "code of %v", err)
}

// Snapshot returns the stores of the module and the bank.
func (f *Fixture) Snapshot() map[string]string {
	all := make(map[string]string)
	for _, key := range []*storetypes.KVStoreKey{f.Key, f.bankKey} {
		entries := f.Ctx.MultiStore().GetKVStore(key).Iterator(nil, nil)
		for ; entries.Valid(); entries.Next() {
			all[key.Name()+"/"+string(entries.Key())] = string(entries.Value())
		}
		require.NoError(f, entries.Close())
	}
	return all
}

// Events returns the typed events that were emitted last.
func (f *Fixture) Events() []proto.Message {
	f.Helper()
	var typed []proto.Message
	for _, event := range f.Ctx.EventManager().ABCIEvents() {
		if message, err := sdk.ParseTypedEvent(event); err == nil {
			typed = append(typed, message)
		}
	}
	return typed
}

// FoundGames returns the attributes of the game events that were emitted last, as lists of values by key, by game.
func (f *Fixture) FoundGames() map[string]map[string][]string {
	f.Helper()
	found := make(map[string]map[string][]string)
	for _, event := range f.Ctx.EventManager().Events() {
		if event.Type != types.EventTypeGame {
			continue
		}
		id, ok := event.GetAttribute(types.AttributeKeyGameID)
		require.True(f, ok)
		if found[id.Value] == nil {
			found[id.Value] = make(map[string][]string)
		}
		for _, a := range event.Attributes {
			found[id.Value][a.Key] = append(found[id.Value][a.Key], a.Value)
		}
	}
	return found
}

// Has reports whether an unfinished game is kept.
func (f *Fixture) Has(id uint64) bool {
	f.Helper()
	has, err := f.Keeper.Records().Games.Has(f.Ctx, id)
	require.NoError(f, err)
	return has
}

// State returns an unfinished game as the rules know it.
func (f *Fixture) State(id uint64) game.State {
	f.Helper()
	return f.ChainState(id).State
}

// ChainState returns an unfinished game as the chain has it.
func (f *Fixture) ChainState(id uint64) channel.ChainState {
	f.Helper()
	g, err := f.Keeper.Records().Games.Get(f.Ctx, id)
	require.NoError(f, err)
	m, err := f.Keeper.Records().Progress.Get(f.Ctx, id)
	require.NoError(f, err)
	x, err := g.ChainState(m)
	require.NoError(f, err)
	return x
}

// Result returns the result of a finished game.
func (f *Fixture) Result(id uint64) types.Result {
	f.Helper()
	r, err := f.Keeper.Records().Results.Get(f.Ctx, id)
	require.NoError(f, err)
	return r
}

// Balance returns how much Shipcoin an account has, in uship.
func (f *Fixture) Balance(addr sdk.AccAddress) int64 {
	return f.Bank.GetBalance(f.Ctx, addr, types.RewardDenom).Amount.Int64()
}

// Owe lets coins wait for a player, as if the bank had refused to pay them.
func (f *Fixture) Owe(p Player, coin sdk.Coin) {
	f.Helper()
	funds := sdk.NewCoins(coin)
	require.NoError(f, f.Bank.MintCoins(f.Ctx, minttypes.ModuleName, funds))
	require.NoError(f, f.Bank.SendCoinsFromModuleToModule(f.Ctx, minttypes.ModuleName, types.ModuleName, funds))
	waits := f.Unpaid(p.Addr).Add(coin)
	require.NoError(f, f.Records.Escrow.Import(f.Ctx, funds,
		[]types.GenesisUnpaid{{Address: p.Text(), Coins: waits}}))
}

// Rewards returns the state of the mint.
func (f *Fixture) Rewards() types.Rewards {
	f.Helper()
	r, err := f.Keeper.Rewards(f.Ctx)
	require.NoError(f, err)
	return r
}

// Params returns the params.
func (f *Fixture) Params() types.Params {
	f.Helper()
	p, err := f.Keeper.Params(f.Ctx)
	require.NoError(f, err)
	return p
}

// Unpaid returns the coins that wait for an account.
func (f *Fixture) Unpaid(addr sdk.AccAddress) sdk.Coins {
	f.Helper()
	res, err := f.Queries.Unpaid(f.Ctx, &types.QueryUnpaidRequest{Address: TextOf(addr)})
	require.NoError(f, err)
	return res.Coins
}

// Cancelled returns the games that have expired in the last block, in the order of their events.
func (f *Fixture) Cancelled() []uint64 {
	f.Helper()
	var ids []uint64
	for _, event := range f.Events() {
		if e, ok := event.(*types.EventGameCancelled); ok && e.Cause == types.CANCEL_CAUSE_EXPIRED {
			ids = append(ids, e.GameId)
		}
	}
	return ids
}

// Game returns the fixed part of an unfinished game.
func (f *Fixture) Game(id uint64) types.Game {
	f.Helper()
	g, err := f.Keeper.Records().Games.Get(f.Ctx, id)
	require.NoError(f, err)
	return g
}

// LastID returns the id of the game that was opened last.
func (f *Fixture) LastID() uint64 {
	f.Helper()
	next, err := f.Keeper.NextGameID(f.Ctx)
	require.NoError(f, err)
	return next - 1
}

// Record returns the record of a player.
func (f *Fixture) Record(p Player) types.Player {
	f.Helper()
	res, err := f.Queries.Player(f.Ctx, &types.QueryPlayerRequest{Address: p.Text()})
	require.NoError(f, err)
	return res.Player
}

// Match delivers a message that asks for a match and returns the game, and whether it was joined.
func (f *Fixture) Match(msg *types.MsgMatchGame) (uint64, bool) {
	f.Helper()
	f.Ctx = f.Ctx.WithEventManager(sdk.NewEventManager())
	res, err := f.Msgs.MatchGame(f.Ctx, accept.Match(f.Ctx, f.Keeper, msg))
	require.NoError(f, err)
	f.Replay()
	return res.GameId, res.Joined
}

// Over returns the event with which a game has ended in the last message or block.
func (f *Fixture) Over(id uint64) *types.EventGameOver {
	f.Helper()
	for _, event := range f.Events() {
		if over, ok := event.(*types.EventGameOver); ok && over.Result.GameId == id {
			return over
		}
	}
	require.FailNow(f, "the game has not ended just now")
	return nil
}
