package app

import (
	"context"

	"github.com/spf13/cast"

	corestore "cosmossdk.io/core/store"
	"cosmossdk.io/log/v2"

	"github.com/cosmos/cosmos-sdk/codec/address"
	"github.com/cosmos/cosmos-sdk/runtime"
	"github.com/cosmos/cosmos-sdk/server"
	servertypes "github.com/cosmos/cosmos-sdk/server/types"
	storetypes "github.com/cosmos/cosmos-sdk/store/v2/types"
	sdk "github.com/cosmos/cosmos-sdk/types"
	authkeeper "github.com/cosmos/cosmos-sdk/x/auth/keeper"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"
	authzkeeper "github.com/cosmos/cosmos-sdk/x/authz/keeper"
	bankkeeper "github.com/cosmos/cosmos-sdk/x/bank/keeper"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"
	consensuskeeper "github.com/cosmos/cosmos-sdk/x/consensus/keeper"
	consensustypes "github.com/cosmos/cosmos-sdk/x/consensus/types"
	distrkeeper "github.com/cosmos/cosmos-sdk/x/distribution/keeper"
	distrtypes "github.com/cosmos/cosmos-sdk/x/distribution/types"
	evidencekeeper "github.com/cosmos/cosmos-sdk/x/evidence/keeper"
	evidencetypes "github.com/cosmos/cosmos-sdk/x/evidence/types"
	"github.com/cosmos/cosmos-sdk/x/feegrant"
	feegrantkeeper "github.com/cosmos/cosmos-sdk/x/feegrant/keeper"
	govkeeper "github.com/cosmos/cosmos-sdk/x/gov/keeper"
	govtypes "github.com/cosmos/cosmos-sdk/x/gov/types"
	govv1beta1 "github.com/cosmos/cosmos-sdk/x/gov/types/v1beta1"
	mintkeeper "github.com/cosmos/cosmos-sdk/x/mint/keeper"
	minttypes "github.com/cosmos/cosmos-sdk/x/mint/types"
	slashingkeeper "github.com/cosmos/cosmos-sdk/x/slashing/keeper"
	slashingtypes "github.com/cosmos/cosmos-sdk/x/slashing/types"
	stakingkeeper "github.com/cosmos/cosmos-sdk/x/staking/keeper"
	stakingtypes "github.com/cosmos/cosmos-sdk/x/staking/types"
	upgradekeeper "github.com/cosmos/cosmos-sdk/x/upgrade/keeper"
	upgradetypes "github.com/cosmos/cosmos-sdk/x/upgrade/types"

	battleshipkeeper "github.com/battleship-chain/battleship/x/battleship/keeper"
	battleshiptypes "github.com/battleship-chain/battleship/x/battleship/types"
)

// Keepers are the keepers of the chain's modules.
type Keepers struct {
	AccountKeeper   authkeeper.AccountKeeper
	AuthzKeeper     authzkeeper.Keeper
	BankKeeper      bankkeeper.BaseKeeper
	ConsensusKeeper consensuskeeper.Keeper
	DistrKeeper     distrkeeper.Keeper
	EvidenceKeeper  *evidencekeeper.Keeper
	FeeGrantKeeper  feegrantkeeper.Keeper
	GovKeeper       *govkeeper.Keeper
	MintKeeper      mintkeeper.Keeper
	SlashingKeeper  slashingkeeper.Keeper
	StakingKeeper   *stakingkeeper.Keeper
	UpgradeKeeper   *upgradekeeper.Keeper

	BattleshipKeeper *battleshipkeeper.Keeper

	IBCKeepers
}

// newStoreKeys returns the keys of all stores. A store that comes or goes belongs into the upgrade that brings or
// drops it.
func newStoreKeys() map[string]*storetypes.KVStoreKey {
	return storetypes.NewKVStoreKeys(append(ibcStores(),
		authtypes.StoreKey,
		authzkeeper.StoreKey,
		banktypes.StoreKey,
		consensustypes.StoreKey,
		distrtypes.StoreKey,
		evidencetypes.StoreKey,
		feegrant.StoreKey,
		govtypes.StoreKey,
		minttypes.StoreKey,
		slashingtypes.StoreKey,
		stakingtypes.StoreKey,
		upgradetypes.StoreKey,
		battleshiptypes.StoreKey,
	)...)
}

// setKeepers makes the keepers, in the order in which they need each other.
func (app *App) setKeepers(logger log.Logger, home string, skipUpgrades map[int64]bool) {
	app.ConsensusKeeper = consensuskeeper.NewKeeper(
		app.cdc, app.storeService(consensustypes.StoreKey), authority(), runtime.EventService{},
	)
	app.SetParamStore(app.ConsensusKeeper.ParamsStore)
	app.UpgradeKeeper = upgradekeeper.NewKeeper(
		skipUpgrades, app.storeService(upgradetypes.StoreKey), app.cdc, home, app.BaseApp, authority(),
	)
	app.setAccountKeepers(logger)
	app.setStakingKeepers()
	app.BattleshipKeeper = battleshipkeeper.New(
		app.cdc,
		app.storeService(battleshiptypes.StoreKey),
		app.AccountKeeper.AddressCodec(),
		app.AccountKeeper,
		app.BankKeeper,
		app.DistrKeeper,
		authority(),
	)
	app.setGovKeeper()
	app.setIBCKeepers()
}

// setAccountKeepers makes the keepers of accounts, coins, and grants from one account to another.
func (app *App) setAccountKeepers(logger log.Logger) {
	app.AccountKeeper = authkeeper.NewAccountKeeper(
		app.cdc,
		app.storeService(authtypes.StoreKey),
		authtypes.ProtoBaseAccount,
		modulePermissions(),
		address.NewBech32Codec(AddressPrefix),
		AddressPrefix,
		authority(),
		authkeeper.WithUnorderedTransactions(true),
	)
	// Every keeper gets this bank, so that every mint of Shipcoin is counted. The restriction is looked up when coins are
	// minted, because the keeper that counts needs the bank itself.
	app.BankKeeper = bankkeeper.NewBaseKeeper(
		app.cdc, app.storeService(banktypes.StoreKey), app.AccountKeeper, blockedAddresses(), authority(), logger,
	).WithMintCoinsRestriction(func(ctx context.Context, coins sdk.Coins) error {
		return app.BattleshipKeeper.MintRestriction(ctx, coins)
	})
	app.FeeGrantKeeper = feegrantkeeper.NewKeeper(app.cdc, app.storeService(feegrant.StoreKey), app.AccountKeeper)
	app.AuthzKeeper = authzkeeper.NewKeeper(
		app.storeService(authzkeeper.StoreKey), app.cdc, app.MsgServiceRouter(), app.AccountKeeper,
	)
}

// setStakingKeepers makes the keepers of validators, of their rewards and of their punishment.
func (app *App) setStakingKeepers() {
	config := sdk.GetConfig()
	app.StakingKeeper = stakingkeeper.NewKeeper(
		app.cdc,
		app.storeService(stakingtypes.StoreKey),
		app.AccountKeeper,
		app.BankKeeper,
		authority(),
		address.NewBech32Codec(config.GetBech32ValidatorAddrPrefix()),
		address.NewBech32Codec(config.GetBech32ConsensusAddrPrefix()),
	)
	app.MintKeeper = mintkeeper.NewKeeper(
		app.cdc,
		app.storeService(minttypes.StoreKey),
		app.StakingKeeper,
		app.AccountKeeper,
		app.BankKeeper,
		authtypes.FeeCollectorName,
		authority(),
		mintkeeper.WithMintFn(mintBondDenom),
	)
	app.DistrKeeper = distrkeeper.NewKeeper(
		app.cdc,
		app.storeService(distrtypes.StoreKey),
		app.AccountKeeper,
		app.BankKeeper,
		app.StakingKeeper,
		authtypes.FeeCollectorName,
		authority(),
	)
	app.SlashingKeeper = slashingkeeper.NewKeeper(
		app.cdc, app.amino, app.storeService(slashingtypes.StoreKey), app.StakingKeeper, authority(),
	)
	app.EvidenceKeeper = evidencekeeper.NewKeeper(
		app.cdc,
		app.storeService(evidencetypes.StoreKey),
		app.StakingKeeper,
		app.SlashingKeeper,
		app.AccountKeeper.AddressCodec(),
		runtime.ProvideCometInfoService(),
	)
	// CometBFT reports double signing by itself, so there is no evidence to submit. Without a router x/evidence would
	// panic on any.
	app.EvidenceKeeper.SetRouter(evidencetypes.NewRouter())
	app.StakingKeeper.SetHooks(stakingtypes.NewMultiStakingHooks(app.DistrKeeper.Hooks(), app.SlashingKeeper.Hooks()))
}

// mintBondDenom is the inflation of each block. Governance can name any coin in the params of x/mint; of any but the
// coin of stake nothing is minted. Shipcoin is a reward for wins alone, and once its cap was reached, minting it here
// would fail at the beginning of every block and so end the chain.
func mintBondDenom(ctx sdk.Context, k *mintkeeper.Keeper) error {
	params, err := k.Params.Get(ctx)
	if err != nil {
		return err
	}
	if params.MintDenom != BondDenom {
		ctx.Logger().Error("no inflation", "expected_denom", BondDenom, "got_denom", params.MintDenom)
		return nil
	}
	return mintkeeper.DefaultMintFn(minttypes.DefaultInflationCalculationFn)(ctx, k)
}

// setGovKeeper makes the keeper of governance, the authority over all others.
func (app *App) setGovKeeper() {
	app.GovKeeper = govkeeper.NewKeeper(
		app.cdc,
		app.storeService(govtypes.StoreKey),
		app.AccountKeeper,
		app.BankKeeper,
		app.DistrKeeper,
		app.MsgServiceRouter(),
		govtypes.DefaultConfig(),
		authority(),
		govkeeper.NewDefaultCalculateVoteResultsAndVotingPower(app.StakingKeeper),
	)
	// Proposals of x/gov v1beta1 can only be texts. Without a router x/gov would panic on any of them.
	legacy := govv1beta1.NewRouter()
	legacy.AddRoute(govtypes.RouterKey, govv1beta1.ProposalHandler)
	app.GovKeeper.SetLegacyRouter(legacy)
}

// storeService returns a module's access to its own store.
func (app *App) storeService(name string) corestore.KVStoreService {
	return runtime.NewKVStoreService(app.keys[name])
}

// skipUpgradeHeights returns the heights at which the operator has chosen to skip a planned upgrade.
func skipUpgradeHeights(opts servertypes.AppOptions) map[int64]bool {
	heights := make(map[int64]bool)
	for _, height := range cast.ToIntSlice(opts.Get(server.FlagUnsafeSkipUpgrades)) {
		heights[int64(height)] = true
	}
	return heights
}
