// Package keeper keeps games of Battleship on the chain. It decides no rule: what a move does, whose turn it is and
// who has won are calls into package game; whether an opening fits is a call into package game/commitment. It loads,
// asks, writes and tells.
package keeper

import (
	"fmt"

	"cosmossdk.io/collections"
	"cosmossdk.io/core/address"
	"cosmossdk.io/core/store"

	"github.com/cosmos/cosmos-sdk/codec"
	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Keeper is the module's state and the verbs that change it. It is complete after New.
type Keeper struct {
	addressCodec address.Codec
	bank         types.BankKeeper
	authority    string

	// Schema describes all collections below.
	Schema collections.Schema
	// Params are the params.
	Params collections.Item[types.Params]
	// NextGameID is the id of the next game, from 1.
	NextGameID collections.Sequence
	// Games holds the fixed part of each unfinished game by id. It is written at entry only.
	Games collections.Map[uint64, types.Game]
	// Matches holds the moving part of each unfinished game by id. It is all that a move writes.
	Matches collections.Map[uint64, types.Match]
	// Recoveries holds the sealed fleets of unfinished games by game id and seat. The chain never reads one to decide
	// something.
	Recoveries collections.Map[collections.Pair[uint64, uint32], []byte]
	// Expiries is the expiry queue: height and game id. Each unfinished game has an entry at or before its deadline,
	// or, when it is quarantined, at its retry height. It can have more, and entries of ended games stay until they
	// are met.
	Expiries collections.KeySet[collections.Pair[int64, uint64]]
	// OpenGames indexes the games that wait for an opponent: ruleset id and game id.
	OpenGames collections.KeySet[collections.Pair[uint32, uint64]]
	// PlayerGames indexes each player's unfinished games: address and game id.
	PlayerGames collections.KeySet[collections.Pair[sdk.AccAddress, uint64]]
	// Results holds the finished games by id, for ever.
	Results collections.Map[uint64, types.Result]
	// Players holds the players by address.
	Players collections.Map[sdk.AccAddress, types.Player]
	// Rewards is the state of the Shipcoin mint.
	Rewards collections.Item[types.Rewards]
	// Quarantined holds the games whose expiry has failed by id.
	Quarantined collections.Map[uint64, types.Quarantine]
}

// New returns the keeper. The bank must be restricted by its MintRestriction, and the app must have declared the
// module's account with leave to mint. The authority may change params. New panics on a mistake in the wiring, which
// no chain should start with.
func New(
	cdc codec.BinaryCodec,
	storeService store.KVStoreService,
	addressCodec address.Codec,
	accounts types.AccountKeeper,
	bank types.BankKeeper,
	authority string,
) *Keeper {
	if accounts.GetModuleAddress(types.ModuleName) == nil {
		panic(fmt.Sprintf("the account of module %s is not declared", types.ModuleName))
	}

	sb := collections.NewSchemaBuilder(storeService)
	gameAndSeat := collections.PairKeyCodec(collections.Uint64Key, collections.Uint32Key)
	k := &Keeper{
		addressCodec: addressCodec,
		bank:         bank,
		Params:       collections.NewItem(sb, types.ParamsPrefix, "params", codec.CollValue[types.Params](cdc)),
		NextGameID:   collections.NewSequence(sb, types.NextGameIDPrefix, "next_game_id"),
		Games: collections.NewMap(sb, types.GamesPrefix, "games",
			collections.Uint64Key, codec.CollValue[types.Game](cdc)),
		Matches: collections.NewMap(sb, types.MatchesPrefix, "matches",
			collections.Uint64Key, codec.CollValue[types.Match](cdc)),
		Recoveries: collections.NewMap(sb, types.RecoveriesPrefix, "recoveries",
			gameAndSeat, collections.BytesValue),
		Expiries: collections.NewKeySet(sb, types.ExpiriesPrefix, "expiries",
			collections.PairKeyCodec(collections.Int64Key, collections.Uint64Key)),
		OpenGames: collections.NewKeySet(sb, types.OpenGamesPrefix, "open_games",
			collections.PairKeyCodec(collections.Uint32Key, collections.Uint64Key)),
		PlayerGames: collections.NewKeySet(sb, types.PlayerGamesPrefix, "player_games",
			collections.PairKeyCodec(sdk.AccAddressKey, collections.Uint64Key)),
		Results: collections.NewMap(sb, types.ResultsPrefix, "results",
			collections.Uint64Key, codec.CollValue[types.Result](cdc)),
		Players: collections.NewMap(sb, types.PlayersPrefix, "players",
			sdk.AccAddressKey, codec.CollValue[types.Player](cdc)),
		Rewards: collections.NewItem(sb, types.RewardsPrefix, "rewards", codec.CollValue[types.Rewards](cdc)),
		Quarantined: collections.NewMap(sb, types.QuarantinedPrefix, "quarantined",
			collections.Uint64Key, codec.CollValue[types.Quarantine](cdc)),
	}
	schema, err := sb.Build()
	if err != nil {
		panic(fmt.Sprintf("schema of module %s: %v", types.ModuleName, err))
	}
	k.Schema = schema
	who, err := k.parseAccount(authority)
	if err != nil {
		panic(fmt.Sprintf("authority of module %s: %v", types.ModuleName, err))
	}
	k.authority = who.text
	return k
}

// Authority returns the address that may change the params.
func (k *Keeper) Authority() string { return k.authority }

// AddressCodec returns the codec between addresses and their text.
func (k *Keeper) AddressCodec() address.Codec { return k.addressCodec }
