// Package keeper keeps games of Battleship on the chain. It decides no rule: what a move does, whose turn it is and
// who has won are calls into package game; whether an opening fits is a call into package game/commitment. It loads,
// asks, writes and tells.
package keeper

import (
	"fmt"

	"cosmossdk.io/collections"
	"cosmossdk.io/core/address"
	"cosmossdk.io/core/store"
	"cosmossdk.io/math"

	"github.com/cosmos/cosmos-sdk/codec"
	sdk "github.com/cosmos/cosmos-sdk/types"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"
	distrtypes "github.com/cosmos/cosmos-sdk/x/distribution/types"

	"github.com/battleship-chain/battleship/x/battleship/internal/deadline"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Keeper is the module's state and the verbs that change it. It is complete after New.
type Keeper struct {
	addressCodec address.Codec
	accounts     types.AccountKeeper
	bank         types.BankKeeper
	pool         types.CommunityPool
	authority    string

	// Schema describes all collections below.
	Schema collections.Schema
	// Params are the params.
	Params collections.Item[types.Params]
	// NextGameID is the id of the next game, from 1.
	NextGameID collections.Sequence
	// Games holds the fixed part of each unfinished game by id. It is written at entry only.
	Games collections.Map[uint64, types.Game]
	// Progress holds the moving part of each unfinished game by id. It is all that a move writes.
	Progress collections.Map[uint64, types.Progress]
	// Recoveries holds the sealed fleets of unfinished games by game id and seat. The chain never reads one to decide
	// something.
	Recoveries collections.Map[collections.Pair[uint64, uint32], []byte]
	// Queue is the expiry queue. Each unfinished game has one entry, at or before its deadline, or, when it is
	// quarantined, at its retry height; no other game has any.
	Queue deadline.Queue
	// OpenGames indexes the games that anybody may join: by what they are played for, the creator's rating and game id.
	OpenGames collections.Map[types.OpenKey, types.Listing]
	// Waiting holds those of them whose creators have asked for a match. A match joins one that fits, if there is one,
	// before it adds another; so of all that wait in one pool, no two fit each other, and there can only be few.
	Waiting collections.Map[types.OpenKey, types.Listing]
	// Invitations indexes the open games that only one player may join: address and game id.
	Invitations collections.KeySet[collections.Pair[sdk.AccAddress, uint64]]
	// PlayerGames indexes each player's unfinished games: address and game id.
	PlayerGames collections.KeySet[collections.Pair[sdk.AccAddress, uint64]]
	// Results holds the finished games by id, for ever.
	Results collections.Map[uint64, types.Result]
	// Players holds the players by address.
	Players collections.Map[sdk.AccAddress, types.Player]
	// Rewards is the state of the Shipcoin mint.
	Rewards collections.Item[types.Rewards]
	// Pairs holds what is kept of two players by their addresses, the lower one first.
	Pairs collections.Map[collections.Pair[sdk.AccAddress, sdk.AccAddress], types.Pair]
	// Leaderboard indexes the rated players: rating and address.
	Leaderboard collections.KeySet[collections.Pair[uint32, sdk.AccAddress]]
	// RatingBuckets holds how many players have which rating, by rating divided by types.RatingBucketSize.
	RatingBuckets collections.Map[uint32, types.RatingBucket]
	// Escrow holds how much the module holds for others by denom: stakes, fees and deposits of unfinished games, and
	// what waits in Claimables. What anybody gives to the module's account is not in it, and never counts.
	Escrow collections.Map[string, math.Int]
	// Claimables holds what waits for accounts that could not be paid, by address.
	Claimables collections.Map[sdk.AccAddress, types.Claimable]
	// Places holds the heights at which the last rewards were promised to each player by address and number.
	Places collections.Map[collections.Pair[sdk.AccAddress, uint64], int64]
	// Promised holds how many uship had ever been promised after a block in which any were by height, as far back as any
	// period can reach.
	Promised collections.Map[int64, uint64]
	// Awards holds what the games that wait for a proof bring, by id.
	Awards collections.Map[uint64, types.Award]
	// Rematches holds the rematch of an ended game by the id of the ended game.
	Rematches collections.Map[uint64, uint64]
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

	sb := collections.NewSchemaBuilder(storeService)
	gameAndSeat := collections.PairKeyCodec(collections.Uint64Key, collections.Uint32Key)
	addressAndID := collections.PairKeyCodec(sdk.AccAddressKey, collections.Uint64Key)
	k := &Keeper{
		addressCodec: addressCodec,
		accounts:     accounts,
		bank:         bank,
		pool:         pool,
		Params:       collections.NewItem(sb, types.ParamsPrefix, "params", codec.CollValue[types.Params](cdc)),
		NextGameID:   collections.NewSequence(sb, types.NextGameIDPrefix, "next_game_id"),
		Games: collections.NewMap(sb, types.GamesPrefix, "games",
			collections.Uint64Key, codec.CollValue[types.Game](cdc)),
		Progress: collections.NewMap(sb, types.ProgressPrefix, "progress",
			collections.Uint64Key, codec.CollValue[types.Progress](cdc)),
		Recoveries: collections.NewMap(sb, types.RecoveriesPrefix, "recoveries",
			gameAndSeat, collections.BytesValue),
		Queue: deadline.New(sb, cdc),
		OpenGames: collections.NewMap(sb, types.OpenGamesPrefix, "open_games",
			types.OpenKeyCodec, codec.CollValue[types.Listing](cdc)),
		Waiting: collections.NewMap(sb, types.WaitingPrefix, "waiting",
			types.OpenKeyCodec, codec.CollValue[types.Listing](cdc)),
		Invitations: collections.NewKeySet(sb, types.InvitationsPrefix, "invitations", addressAndID),
		PlayerGames: collections.NewKeySet(sb, types.PlayerGamesPrefix, "player_games", addressAndID),
		Results: collections.NewMap(sb, types.ResultsPrefix, "results",
			collections.Uint64Key, codec.CollValue[types.Result](cdc)),
		Players: collections.NewMap(sb, types.PlayersPrefix, "players",
			sdk.AccAddressKey, codec.CollValue[types.Player](cdc)),
		Rewards: collections.NewItem(sb, types.RewardsPrefix, "rewards", codec.CollValue[types.Rewards](cdc)),
		Pairs: collections.NewMap(sb, types.PairsPrefix, "pairs",
			collections.PairKeyCodec(sdk.AccAddressKey, sdk.AccAddressKey), codec.CollValue[types.Pair](cdc)),
		Leaderboard: collections.NewKeySet(sb, types.LeaderboardPrefix, "leaderboard",
			collections.PairKeyCodec(collections.Uint32Key, sdk.AccAddressKey)),
		RatingBuckets: collections.NewMap(sb, types.RatingBucketsPrefix, "rating_buckets",
			collections.Uint32Key, codec.CollValue[types.RatingBucket](cdc)),
		Escrow: collections.NewMap(sb, types.EscrowPrefix, "escrow", collections.StringKey, sdk.IntValue),
		Claimables: collections.NewMap(sb, types.ClaimablesPrefix, "claimables",
			sdk.AccAddressKey, codec.CollValue[types.Claimable](cdc)),
		Places: collections.NewMap(sb, types.PlacesPrefix, "places", addressAndID, collections.Int64Value),
		Promised: collections.NewMap(sb, types.PromisedPrefix, "promised",
			collections.Int64Key, collections.Uint64Value),
		Awards: collections.NewMap(sb, types.AwardsPrefix, "awards",
			collections.Uint64Key, codec.CollValue[types.Award](cdc)),
		Rematches: collections.NewMap(sb, types.RematchesPrefix, "rematches",
			collections.Uint64Key, collections.Uint64Value),
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
