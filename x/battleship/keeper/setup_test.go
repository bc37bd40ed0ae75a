package keeper_test

import (
	"fmt"
	"strconv"
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
	prefix  = "ship"
	chainID = "battleship-test-1"
	// firstHeight is the height at which fixtures start.
	firstHeight = 100
	// turnBlocks and claimBlocks are the clock of games in tests; the waits differ, so that one is not taken for
	// another.
	openBlocks, turnBlocks, claimBlocks = 40, 10, 17
)

// fixture is the module with real accounts, a real bank and real stores in memory. Messages go to the handlers
// directly: what the tests show holds by whatever way a message comes.
type fixture struct {
	testing.TB

	ctx     sdk.Context
	keeper  *keeper.Keeper
	bank    bankkeeper.BaseKeeper
	msgs    types.MsgServer
	queries types.QueryServer
	// records are what the module keeps, for tests that damage it or fill it.
	records moduleState
	// accounts are those of x/auth.
	accounts authkeeper.AccountKeeper
	// store counts and spoils what the keeper does to its store, payments what it asks of the bank.
	store    *watchedStore
	payments *watchedBank
	key      *storetypes.KVStoreKey
	bankKey  *storetypes.KVStoreKey
	// authority may change the params.
	authority string
	// replays rebuild every game from its events, as they are emitted.
	replays map[uint64]*replay.Duel
	// meleeReplays do it for melees.
	meleeReplays map[uint64]*replay.Melee
}

// option changes what a fixture starts with.
type option func(*types.GenesisState)

// withParams changes the params that a fixture starts with.
func withParams(change func(*types.Params)) option {
	return func(gs *types.GenesisState) {
		change(&gs.Params)
		gs.Rewards = types.DefaultRewards(gs.Params)
	}
}

// withMinted starts with that much Shipcoin minted already.
func withMinted(amount int64) option {
	return func(gs *types.GenesisState) { gs.Rewards.Minted = math.NewInt(amount) }
}

// newFixture starts with the module's own genesis, but for a clock that is short enough to be waited for.
func newFixture(t testing.TB, options ...option) *fixture {
	t.Helper()
	f := newEmptyFixture(t)
	gs := types.DefaultGenesis()
	gs.Params = types.LocalParams()
	gs.Params.OpenDeposit.Amount, gs.Params.MaxOpenGames = math.ZeroInt(), types.MaxOpenGames
	gs.Params.TurnBlocksMin, gs.Params.TurnBlocksDefault = types.MinClockBlocks, turnBlocks
	gs.Params.OpenBlocks, gs.Params.ClaimBlocks = openBlocks, claimBlocks
	for _, o := range options {
		o(gs)
	}
	require.NoError(t, f.keeper.InitGenesis(f.ctx, *gs))
	return f
}

// encodingOfFixtures is made once: it merges all registered descriptors, and fixtures only read it.
var encodingOfFixtures = sync.OnceValue(func() moduletestutil.TestEncodingConfig {
	return moduletestutil.MakeTestEncodingConfig(
		auth.AppModuleBasic{}, vesting.AppModuleBasic{}, bank.AppModuleBasic{}, battleship.AppModule{})
})

// newEmptyFixture starts without a genesis.
func newEmptyFixture(t testing.TB) *fixture {
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
	codec := address.NewBech32Codec(prefix)
	f := &fixture{
		TB:        t,
		ctx:       sdk.NewContext(stores, cmtproto.Header{ChainID: chainID, Height: firstHeight}, false, log.NewNopLogger()),
		key:       keys[types.StoreKey],
		bankKey:   keys[banktypes.StoreKey],
		authority: textOf(authority),
		store:     &watchedStore{inner: runtime.NewKVStoreService(keys[types.StoreKey])},
		replays:   make(map[uint64]*replay.Duel),

		meleeReplays: make(map[uint64]*replay.Melee),
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
		codec, prefix, f.authority,
	)
	f.accounts = accounts
	f.bank = bankkeeper.NewBaseKeeper(
		encoding.Codec, runtime.NewKVStoreService(keys[banktypes.StoreKey]), accounts,
		map[string]bool{
			authority.String(): true, authtypes.NewModuleAddress(types.ModuleName).String(): true,
		}, f.authority, log.NewNopLogger(),
	).WithMintCoinsRestriction(func(ctx context, coins sdk.Coins) error { return f.keeper.MintRestriction(ctx, coins) })
	f.payments = &watchedBank{BankKeeper: f.bank}
	f.keeper = keeper.New(encoding.Codec, f.store, codec, accounts, f.payments, pool{f.payments}, f.authority)
	f.records = newModuleState(runtime.NewKVStoreService(f.key), encoding.Codec, account.Codec{Codec: codec},
		accounts, f.payments, pool{f.payments})
	f.msgs, f.queries = keeper.NewMsgServer(f.keeper), keeper.NewQueryServer(f.keeper)
	require.NoError(t, f.bank.SetParams(f.ctx, banktypes.DefaultParams()))
	return f
}

// pool is the community pool of a chain, without what else x/distribution needs.
type pool struct{ bank types.BankKeeper }

// FundCommunityPool implements types.CommunityPool.
func (p pool) FundCommunityPool(ctx context, amount sdk.Coins, sender sdk.AccAddress) error {
	return p.bank.SendCoinsFromAccountToModule(ctx, sender, distrtypes.ModuleName, amount)
}

// textOf returns an address as text.
func textOf(addr sdk.AccAddress) string {
	text, err := address.NewBech32Codec(prefix).BytesToString(addr)
	if err != nil {
		panic(err)
	}
	return text
}

// height returns the height of the block in the making.
func (f *fixture) height() int64 { return f.ctx.BlockHeight() }

// endBlock ends the block in the making, replays its events and begins the next one.
func (f *fixture) endBlock() {
	f.Helper()
	f.ctx = f.ctx.WithEventManager(sdk.NewEventManager())
	require.NoError(f, f.keeper.EndBlock(f.ctx))
	f.replay()
	f.ctx = f.ctx.WithBlockHeight(f.height() + 1)
}

// skipTo ends blocks until the one of that height is in the making.
func (f *fixture) skipTo(height int64) {
	f.Helper()
	require.LessOrEqual(f, f.height(), height)
	for f.height() < height {
		f.endBlock()
	}
}

// try hands a message to its handler. A message that is refused must have written nothing: handlers check before they
// write. One that is accepted must have told enough to rebuild the game.
func (f *fixture) try(msg sdk.Msg) error {
	f.Helper()
	outer := f.ctx.WithEventManager(sdk.NewEventManager())
	inner, write := outer.CacheContext()
	f.ctx = inner
	defer func() { f.ctx = outer }()
	if err := f.handle(msg); err != nil {
		after := f.snapshot()
		f.ctx = outer
		require.Equal(f, f.snapshot(), after, "a refused message has written: %v", err)
		require.Empty(f, inner.EventManager().Events(), "a refused message has emitted events")
		return err
	}
	write()
	f.ctx = outer
	f.replay()
	return nil
}

// deliver is try for messages that must be accepted. A toss waits for the block after that of the join.
func (f *fixture) deliver(msg sdk.Msg) {
	f.Helper()
	f.passJoin(msg)
	require.NoError(f, f.try(msg))
}

// passJoin ends the block in the making if a message is to open the toss of a game that was joined in it.
func (f *fixture) passJoin(msg sdk.Msg) {
	f.Helper()
	move, ok := msg.(*types.MsgShootAndReveal)
	if !ok || !f.has(move.GameId) {
		return
	}
	g := f.game(move.GameId)
	if f.state(g.Id).Owes == game.OwesTossReveal && g.JoinedHeight == f.height() {
		f.endBlock()
	}
}

// withdraw takes a player's open game back, and lets the blocks pass in which it can still be joined.
func (f *fixture) withdraw(p player, id uint64) {
	f.Helper()
	f.deliver(&types.MsgCancelGame{Sender: p.text(), GameId: id})
	f.skipTo(f.state(id).Deadline + 2)
}

// refuse is try for messages that must be refused with an error of the module.
func (f *fixture) refuse(want error, msg sdk.Msg) {
	f.Helper()
	err := f.try(msg)
	require.ErrorIs(f, err, want)
	codespace, code, _ := errors.ABCIInfo(err, false)
	require.Equal(f, types.ModuleName, codespace, "codespace of %v", err)
	require.GreaterOrEqual(f, code, uint32(2), "code of %v", err)
}

// handle hands a message to its handler. One that enters a game accepts the terms that the chain has, if it names none.
func (f *fixture) handle(msg sdk.Msg) error {
	var err error
	switch msg := accept.Terms(f.ctx, f.keeper, msg).(type) {
	case *types.MsgCreateGame:
		_, err = f.msgs.CreateGame(f.ctx, msg)
	case *types.MsgJoinGame:
		_, err = f.msgs.JoinGame(f.ctx, msg)
	case *types.MsgShootAndReveal:
		_, err = f.msgs.ShootAndReveal(f.ctx, msg)
	case *types.MsgConcede:
		_, err = f.msgs.Concede(f.ctx, msg)
	case *types.MsgChallenge:
		_, err = f.msgs.Challenge(f.ctx, msg)
	case *types.MsgClaimWin:
		_, err = f.msgs.ClaimWin(f.ctx, msg)
	case *types.MsgSubmitState:
		_, err = f.msgs.SubmitState(f.ctx, msg)
	case *types.MsgCancelGame:
		_, err = f.msgs.CancelGame(f.ctx, msg)
	case *types.MsgUpdateParams:
		_, err = f.msgs.UpdateParams(f.ctx, msg)
	case *types.MsgMatchGame:
		_, err = f.msgs.MatchGame(f.ctx, msg)
	case *types.MsgDeclineGame:
		_, err = f.msgs.DeclineGame(f.ctx, msg)
	case *types.MsgSetDelegate:
		_, err = f.msgs.SetDelegate(f.ctx, msg)
	case *types.MsgWithdraw:
		_, err = f.msgs.Withdraw(f.ctx, msg)
	case *types.MsgCreateMelee:
		_, err = f.msgs.CreateMelee(f.ctx, msg)
	case *types.MsgJoinMelee:
		_, err = f.msgs.JoinMelee(f.ctx, msg)
	case *types.MsgLeaveMelee:
		_, err = f.msgs.LeaveMelee(f.ctx, msg)
	case *types.MsgConfirmMelee:
		_, err = f.msgs.ConfirmMelee(f.ctx, msg)
	case *types.MsgAim:
		_, err = f.msgs.Aim(f.ctx, msg)
	case *types.MsgFire:
		_, err = f.msgs.Fire(f.ctx, msg)
	case *types.MsgReport:
		_, err = f.msgs.Report(f.ctx, msg)
	default:
		err = fmt.Errorf("no handler for %T", msg)
	}
	return err
}

// snapshot returns all that the module and the bank keep.
func (f *fixture) snapshot() map[string]string {
	all := make(map[string]string)
	for _, key := range []*storetypes.KVStoreKey{f.key, f.bankKey} {
		entries := f.ctx.MultiStore().GetKVStore(key).Iterator(nil, nil)
		for ; entries.Valid(); entries.Next() {
			all[key.Name()+"/"+string(entries.Key())] = string(entries.Value())
		}
		require.NoError(f, entries.Close())
	}
	return all
}

// events returns the typed events that were emitted last.
func (f *fixture) events() []proto.Message {
	f.Helper()
	var typed []proto.Message
	for _, event := range f.ctx.EventManager().ABCIEvents() {
		if message, err := sdk.ParseTypedEvent(event); err == nil {
			typed = append(typed, message)
		}
	}
	return typed
}

// replay feeds the events that were emitted last to the replays, and compares every game they are about with what is
// stored.
func (f *fixture) replay() {
	f.Helper()
	found, events := f.foundGames(), f.events()
	f.replayMelees(events)
	for _, event := range events {
		if id := gameOf(event); id > 0 {
			require.Contains(f, found, strconv.FormatUint(id, 10), "%T is found by its game", event)
		}
		if created, ok := event.(*types.EventGameCreated); ok {
			r, err := replay.NewDuel(created, f.height())
			require.NoError(f, err)
			f.replays[created.GameId] = r
			continue
		}
		if r, ok := f.replays[gameOf(event)]; ok {
			require.NoError(f, r.Apply(event, f.height()))
		}
	}
	for id, r := range f.replays {
		if r.State().Phase.Ended() {
			require.False(f, f.has(id), "game %d has ended by its events, but is kept", id)
			continue
		}
		require.Equal(f, f.chainState(id), r.ChainState(), "game %d by its events and as stored", id)
		g, err := f.keeper.Records().Games.Get(f.ctx, id)
		require.NoError(f, err)
		require.Equal(f, g, r.Game(), "what is fixed of game %d by its events and as stored", id)
	}
}

// gameOf returns the game that an event is about, 0 if it is about none.
func gameOf(event proto.Message) uint64 {
	if e, ok := event.(interface{ GetGameId() uint64 }); ok {
		return e.GetGameId()
	}
	return 0
}

// foundGames returns the attributes of the game events that were emitted last, as lists of values by key, by game.
func (f *fixture) foundGames() map[string]map[string][]string {
	f.Helper()
	found := make(map[string]map[string][]string)
	for _, event := range f.ctx.EventManager().Events() {
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

// has reports whether an unfinished game is kept.
func (f *fixture) has(id uint64) bool {
	f.Helper()
	has, err := f.keeper.Records().Games.Has(f.ctx, id)
	require.NoError(f, err)
	return has
}

// state returns an unfinished game as the rules know it.
func (f *fixture) state(id uint64) game.State {
	f.Helper()
	return f.chainState(id).State
}

// chainState returns what the chain holds of an unfinished game.
func (f *fixture) chainState(id uint64) channel.ChainState {
	f.Helper()
	g, err := f.keeper.Records().Games.Get(f.ctx, id)
	require.NoError(f, err)
	m, err := f.keeper.Records().Progress.Get(f.ctx, id)
	require.NoError(f, err)
	x, err := g.ChainState(m)
	require.NoError(f, err)
	return x
}

// result returns what stays of a finished game.
func (f *fixture) result(id uint64) types.Result {
	f.Helper()
	r, err := f.keeper.Records().Results.Get(f.ctx, id)
	require.NoError(f, err)
	return r
}

// balance returns how much Shipcoin an account has, in uship.
func (f *fixture) balance(addr sdk.AccAddress) int64 {
	return f.bank.GetBalance(f.ctx, addr, types.RewardDenom).Amount.Int64()
}

// owe lets coins wait for a player, as if the bank had refused to pay them.
func (f *fixture) owe(p player, coin sdk.Coin) {
	f.Helper()
	funds := sdk.NewCoins(coin)
	require.NoError(f, f.bank.MintCoins(f.ctx, minttypes.ModuleName, funds))
	require.NoError(f, f.bank.SendCoinsFromModuleToModule(f.ctx, minttypes.ModuleName, types.ModuleName, funds))
	waits := f.unpaid(p.addr).Add(coin)
	require.NoError(f, f.records.Escrow.Import(f.ctx, funds,
		[]types.GenesisUnpaid{{Address: p.text(), Coins: waits}}))
}

// rewards returns the state of the mint.
func (f *fixture) rewards() types.Rewards {
	f.Helper()
	r, err := f.keeper.Rewards(f.ctx)
	require.NoError(f, err)
	return r
}

// params returns the params.
func (f *fixture) params() types.Params {
	f.Helper()
	p, err := f.keeper.Params(f.ctx)
	require.NoError(f, err)
	return p
}
