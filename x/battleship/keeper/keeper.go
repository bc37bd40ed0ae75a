// Package keeper stores games of Battleship on the chain. It implements no rules: it loads state, applies packages game
// and game/commitment, writes the result and emits events.
package keeper

import (
	"fmt"

	"cosmossdk.io/collections"
	"cosmossdk.io/core/address"
	"cosmossdk.io/core/store"

	"github.com/cosmos/cosmos-sdk/codec"
	sdk "github.com/cosmos/cosmos-sdk/types"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"
	distrtypes "github.com/cosmos/cosmos-sdk/x/distribution/types"

	"github.com/battleship-chain/battleship/x/battleship/internal/account"
	"github.com/battleship-chain/battleship/x/battleship/internal/deadline"
	"github.com/battleship-chain/battleship/x/battleship/internal/escrow"
	"github.com/battleship-chain/battleship/x/battleship/internal/ladder"
	"github.com/battleship-chain/battleship/x/battleship/internal/lobby"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Keeper is the module's state and the verbs that change it. It is complete after New.
type Keeper struct {
	addresses account.Codec
	accounts  types.AccountKeeper
	bank      types.BankKeeper
	authority string

	// schema describes all collections below.
	schema collections.Schema
	// params are the params.
	params collections.Item[types.Params]
	// nextGameID is the id of the next game, from 1.
	nextGameID collections.Sequence
	// games holds the fixed part of each unfinished game by id. It is written at entry only.
	games collections.Map[uint64, types.Game]
	// progress holds the moving part of each unfinished game by id, the only record that a move writes.
	progress collections.Map[uint64, types.Progress]
	// recoveries holds the sealed fleets of unfinished games by game id and seat. The chain never reads one to decide
	// something.
	recoveries collections.Map[collections.Pair[uint64, uint32], []byte]
	// queue is the expiry queue. Each unfinished game is in it with its deadline; no other game is.
	queue deadline.Queue
	// lobby holds the open games, as those who may join find them.
	lobby lobby.Lobby
	// playerGames indexes each player's unfinished games: address and game id.
	playerGames collections.KeySet[collections.Pair[sdk.AccAddress, uint64]]
	// results holds the finished games by id, for ever.
	results collections.Map[uint64, types.Result]
	// players holds the players by address.
	players collections.Map[sdk.AccAddress, types.Player]
	// rewards is the state of the Shipcoin mint.
	rewards collections.Item[types.Rewards]
	// pairs holds the records of pairs of players by their addresses, the lower one first.
	pairs collections.Map[collections.Pair[sdk.AccAddress, sdk.AccAddress], types.Pair]
	// ladder ranks the rated players.
	ladder ladder.Ladder
	// escrow holds the coins of others: stakes, fees and deposits of unfinished games, and unpaid coins.
	escrow escrow.Ledger
	// places holds the heights at which the last rewards were promised to each player by address and number.
	places collections.Map[collections.Pair[sdk.AccAddress, uint64], int64]
	// promised holds how many uship had ever been promised after a block in which any were by height, as far back as any
	// period can reach.
	promised collections.Map[int64, uint64]
	// awards holds the awards of the games that wait for a proof, by id.
	awards collections.Map[uint64, types.Award]
	// rematches holds the rematch of an ended game by the id of the ended game.
	rematches collections.Map[uint64, uint64]
	// melees holds the fixed part of each unfinished melee by id. It is written while players come and go.
	melees collections.Map[uint64, types.Melee]
	// meleeBoards holds the boards of unfinished melees by id and seat.
	meleeBoards collections.Map[collections.Pair[uint64, uint32], types.BoardCommitment]
	// meleeProgress holds the moving part of each unfinished melee by id, in its canonical bytes.
	meleeProgress collections.Map[uint64, []byte]
	// aims holds the aims of a round that were not opened yet by melee id and seat.
	aims collections.Map[collections.Pair[uint64, uint32], []byte]
	// meleeResults holds the finished melees by id, for ever.
	meleeResults collections.Map[uint64, types.MeleeResult]
}

// New returns the keeper. The bank must be restricted by its MintRestriction, and the app must have declared the
// accounts of the fee collector and of x/distribution, and the module's account with leave to mint and to burn. The
// authority may change params. New panics on a mistake in the wiring, which no chain should start with.
func New(
	cdc codec.BinaryCodec,
	storeService store.KVStoreService,
	addressCodec address.Codec,
	accounts types.AccountKeeper,
	bank types.BankKeeper,
	pool types.CommunityPool,
	authority string,
) *Keeper {
	for _, name := range []string{types.ModuleName, authtypes.FeeCollectorName, distrtypes.ModuleName} {
		if accounts.GetModuleAddress(name) == nil {
			panic(fmt.Sprintf("the account of module %s is not declared", name))
		}
	}

	sb, addresses := collections.NewSchemaBuilder(storeService), account.Codec{Codec: addressCodec}
	gameAndSeat := collections.PairKeyCodec(collections.Uint64Key, collections.Uint32Key)
	addressAndID := collections.PairKeyCodec(sdk.AccAddressKey, collections.Uint64Key)
	k := &Keeper{
		addresses:  addresses,
		accounts:   accounts,
		bank:       bank,
		params:     collections.NewItem(sb, types.ParamsPrefix, "params", codec.CollValue[types.Params](cdc)),
		nextGameID: collections.NewSequence(sb, types.NextGameIDPrefix, "next_game_id"),
		games: collections.NewMap(sb, types.GamesPrefix, "games",
			collections.Uint64Key, codec.CollValue[types.Game](cdc)),
		progress: collections.NewMap(sb, types.ProgressPrefix, "progress",
			collections.Uint64Key, codec.CollValue[types.Progress](cdc)),
		recoveries: collections.NewMap(sb, types.RecoveriesPrefix, "recoveries",
			gameAndSeat, collections.BytesValue),
		queue:       deadline.New(sb, cdc),
		lobby:       lobby.New(sb, cdc),
		playerGames: collections.NewKeySet(sb, types.PlayerGamesPrefix, "player_games", addressAndID),
		results: collections.NewMap(sb, types.ResultsPrefix, "results",
			collections.Uint64Key, codec.CollValue[types.Result](cdc)),
		players: collections.NewMap(sb, types.PlayersPrefix, "players",
			sdk.AccAddressKey, codec.CollValue[types.Player](cdc)),
		rewards: collections.NewItem(sb, types.RewardsPrefix, "rewards", codec.CollValue[types.Rewards](cdc)),
		pairs: collections.NewMap(sb, types.PairsPrefix, "pairs",
			collections.PairKeyCodec(sdk.AccAddressKey, sdk.AccAddressKey), codec.CollValue[types.Pair](cdc)),
		ladder: ladder.New(sb, cdc),
		escrow: escrow.New(sb, cdc, bank, pool, accounts, addresses),
		places: collections.NewMap(sb, types.PlacesPrefix, "places", addressAndID, collections.Int64Value),
		promised: collections.NewMap(sb, types.PromisedPrefix, "promised",
			collections.Int64Key, collections.Uint64Value),
		awards: collections.NewMap(sb, types.AwardsPrefix, "awards",
			collections.Uint64Key, codec.CollValue[types.Award](cdc)),
		rematches: collections.NewMap(sb, types.RematchesPrefix, "rematches",
			collections.Uint64Key, collections.Uint64Value),
		melees: collections.NewMap(sb, types.MeleesPrefix, "melees",
			collections.Uint64Key, codec.CollValue[types.Melee](cdc)),
		meleeBoards: collections.NewMap(sb, types.MeleeBoardsPrefix, "melee_boards",
			gameAndSeat, codec.CollValue[types.BoardCommitment](cdc)),
		meleeProgress: collections.NewMap(sb, types.MeleeProgressPrefix, "melee_progress",
			collections.Uint64Key, collections.BytesValue),
		aims: collections.NewMap(sb, types.AimsPrefix, "aims", gameAndSeat, collections.BytesValue),
		meleeResults: collections.NewMap(sb, types.MeleeResultsPrefix, "melee_results",
			collections.Uint64Key, codec.CollValue[types.MeleeResult](cdc)),
	}
	schema, err := sb.Build()
	if err != nil {
		panic(fmt.Sprintf("schema of module %s: %v", types.ModuleName, err))
	}
	k.schema = schema
	who, err := k.addresses.Parse(authority)
	if err != nil {
		panic(fmt.Sprintf("authority of module %s: %v", types.ModuleName, err))
	}
	k.authority = who.Text
	return k
}

// Authority returns the address that may change the params.
func (k *Keeper) Authority() string { return k.authority }

// AddressCodec returns the codec between addresses and their text.
func (k *Keeper) AddressCodec() address.Codec { return k.addresses.Codec }
