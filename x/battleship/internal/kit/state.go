package kit

import (
	"cosmossdk.io/collections"
	"cosmossdk.io/core/store"

	"github.com/cosmos/cosmos-sdk/codec"
	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/x/battleship/internal/account"
	"github.com/battleship-chain/battleship/x/battleship/internal/core"
	"github.com/battleship-chain/battleship/x/battleship/internal/deadline"
	"github.com/battleship-chain/battleship/x/battleship/internal/escrow"
	"github.com/battleship-chain/battleship/x/battleship/internal/ladder"
	"github.com/battleship-chain/battleship/x/battleship/internal/lobby"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// State is the state of the module by other collections than the module's own, for tests that damage it or fill
// it.
type State struct {
	Params        collections.Item[types.Params]
	NextGameID    collections.Sequence
	Games         collections.Map[uint64, types.Game]
	Progress      collections.Map[uint64, types.Progress]
	Recoveries    collections.Map[collections.Pair[uint64, uint32], []byte]
	PlayerGames   collections.KeySet[collections.Pair[sdk.AccAddress, uint64]]
	Results       collections.Map[uint64, types.Result]
	Players       collections.Map[sdk.AccAddress, types.Player]
	Rewards       collections.Item[types.Rewards]
	Pairs         collections.Map[collections.Pair[sdk.AccAddress, sdk.AccAddress], types.Pair]
	Places        collections.Map[collections.Pair[sdk.AccAddress, uint64], int64]
	Promised      collections.Map[int64, uint64]
	Awards        collections.Map[uint64, types.Award]
	Melees        collections.Map[uint64, types.Melee]
	MeleeProgress collections.Map[uint64, []byte]
	MeleeBoards   collections.Map[collections.Pair[uint64, uint32], types.BoardCommitment]
	Aims          collections.Map[collections.Pair[uint64, uint32], []byte]
	MeleeResults  collections.Map[uint64, types.MeleeResult]
	Queue         deadline.Queue
	Ladder        ladder.Ladder
	Lobby         lobby.Lobby
	Escrow        escrow.Ledger
}

// newModuleState returns the state in a store.
func newModuleState(
	service store.KVStoreService, cdc codec.BinaryCodec, addresses account.Codec,
	accounts types.AccountKeeper, bank types.BankKeeper, pool types.CommunityPool,
) State {
	sb := collections.NewSchemaBuilder(service)
	addressAndID := collections.PairKeyCodec(sdk.AccAddressKey, collections.Uint64Key)
	return State{
		Params:     collections.NewItem(sb, types.ParamsPrefix, "params", codec.CollValue[types.Params](cdc)),
		NextGameID: collections.NewSequence(sb, types.NextGameIDPrefix, "next_game_id"),
		Games: collections.NewMap(sb, types.GamesPrefix, "games",
			collections.Uint64Key, codec.CollValue[types.Game](cdc)),
		Progress: collections.NewMap(sb, types.ProgressPrefix, "progress",
			collections.Uint64Key, codec.CollValue[types.Progress](cdc)),
		Recoveries: collections.NewMap(sb, types.RecoveriesPrefix, "recoveries",
			core.SeatKeyCodec, collections.BytesValue),
		PlayerGames: collections.NewKeySet(sb, types.PlayerGamesPrefix, "player_games", addressAndID),
		Results: collections.NewMap(sb, types.ResultsPrefix, "results",
			collections.Uint64Key, codec.CollValue[types.Result](cdc)),
		Players: collections.NewMap(sb, types.PlayersPrefix, "players",
			sdk.AccAddressKey, codec.CollValue[types.Player](cdc)),
		Rewards: collections.NewItem(sb, types.RewardsPrefix, "rewards", codec.CollValue[types.Rewards](cdc)),
		Pairs: collections.NewMap(sb, types.PairsPrefix, "pairs",
			collections.PairKeyCodec(sdk.AccAddressKey, sdk.AccAddressKey), codec.CollValue[types.Pair](cdc)),
		Places: collections.NewMap(sb, types.PlacesPrefix, "places", addressAndID, collections.Int64Value),
		Promised: collections.NewMap(sb, types.PromisedPrefix, "promised",
			collections.Int64Key, collections.Uint64Value),
		Awards: collections.NewMap(sb, types.AwardsPrefix, "awards",
			collections.Uint64Key, codec.CollValue[types.Award](cdc)),
		Melees: collections.NewMap(sb, types.MeleesPrefix, "melees",
			collections.Uint64Key, codec.CollValue[types.Melee](cdc)),
		MeleeProgress: collections.NewMap(sb, types.MeleeProgressPrefix, "melee_progress",
			collections.Uint64Key, collections.BytesValue),
		MeleeBoards: collections.NewMap(sb, types.MeleeBoardsPrefix, "melee_boards",
			core.SeatKeyCodec, codec.CollValue[types.BoardCommitment](cdc)),
		Aims: collections.NewMap(sb, types.AimsPrefix, "aims", core.SeatKeyCodec, collections.BytesValue),
		MeleeResults: collections.NewMap(sb, types.MeleeResultsPrefix, "melee_results",
			collections.Uint64Key, codec.CollValue[types.MeleeResult](cdc)),
		Queue:  deadline.New(sb, cdc),
		Ladder: ladder.New(sb, cdc),
		Lobby:  lobby.New(sb, cdc),
		Escrow: escrow.New(sb, cdc, bank, pool, accounts, addresses),
	}
}
