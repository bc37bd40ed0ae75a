// Package core holds the state and the work that games of all kinds share: params, players and what the mint has paid,
// the ids and the entries of games, and the checks, charges, payments, pages and events of their messages.
package core

import (
	"context"
	stderrors "errors"

	"cosmossdk.io/collections"
	"cosmossdk.io/core/address"

	"github.com/cosmos/cosmos-sdk/codec"
	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/x/battleship/internal/account"
	"github.com/battleship-chain/battleship/x/battleship/internal/deadline"
	"github.com/battleship-chain/battleship/x/battleship/internal/escrow"
	"github.com/battleship-chain/battleship/x/battleship/internal/kind"
	"github.com/battleship-chain/battleship/x/battleship/internal/ladder"
	"github.com/battleship-chain/battleship/x/battleship/internal/lobby"
	"github.com/battleship-chain/battleship/x/battleship/internal/records"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Core is the shared part of the state.
type Core struct {
	// Addresses converts between addresses and their text.
	Addresses account.Codec
	// Accounts and Bank are other modules.
	Accounts types.AccountKeeper
	Bank     types.BankKeeper
	// Queue is the expiry queue. Each unfinished game is in it with its deadline; no other game is.
	Queue deadline.Queue
	// Lobby holds the open games, as those who may join find them.
	Lobby lobby.Lobby
	// Ladder ranks the rated players.
	Ladder ladder.Ladder
	// Escrow holds the coins of others: stakes, fees and deposits of unfinished games, and unpaid coins.
	Escrow escrow.Ledger
	// Kinds are all kinds of games.
	Kinds kind.List

	// params are the params.
	params collections.Item[types.Params]
	// rewards is the state of the Shipcoin mint.
	rewards collections.Item[types.Rewards]
	// nextGameID is the id of the next game, from 1.
	nextGameID collections.Sequence
	// players holds the players by address.
	players collections.Map[sdk.AccAddress, types.Player]
	// playerGames indexes each player's unfinished games: address and game id.
	playerGames collections.KeySet[collections.Pair[sdk.AccAddress, uint64]]
	// recoveries holds the sealed fleets of unfinished games by game id and a number of the seat. The chain never reads
	// one to decide something.
	recoveries collections.Map[collections.Pair[uint64, uint32], []byte]
}

// New returns the shared part of the state, with collections of a schema. It knows no kinds yet.
func New(
	sb *collections.SchemaBuilder, cdc codec.BinaryCodec, addressCodec address.Codec,
	accounts types.AccountKeeper, bank types.BankKeeper, pool types.CommunityPool,
) *Core {
	addresses := account.Codec{Codec: addressCodec}
	return &Core{
		Addresses:  addresses,
		Accounts:   accounts,
		Bank:       bank,
		Queue:      deadline.New(sb, cdc),
		Lobby:      lobby.New(sb, cdc),
		Ladder:     ladder.New(sb, cdc),
		Escrow:     escrow.New(sb, cdc, bank, pool, accounts, addresses),
		params:     collections.NewItem(sb, types.ParamsPrefix, "params", codec.CollValue[types.Params](cdc)),
		rewards:    collections.NewItem(sb, types.RewardsPrefix, "rewards", codec.CollValue[types.Rewards](cdc)),
		nextGameID: collections.NewSequence(sb, types.NextGameIDPrefix, "next_game_id"),
		players: collections.NewMap(sb, types.PlayersPrefix, "players",
			sdk.AccAddressKey, codec.CollValue[types.Player](cdc)),
		playerGames: collections.NewKeySet(sb, types.PlayerGamesPrefix, "player_games",
			collections.PairKeyCodec(sdk.AccAddressKey, collections.Uint64Key)),
		recoveries: collections.NewMap(sb, types.RecoveriesPrefix, "recoveries", SeatKeyCodec, collections.BytesValue),
	}
}

// Records are the shared records.
type Records struct {
	// Recoveries holds the sealed fleets of unfinished games by game id and a number of the seat.
	Recoveries records.Map[collections.Pair[uint64, uint32], []byte]
	// Players holds the players by address, PlayerGames the unfinished games of each.
	Players     records.Map[sdk.AccAddress, types.Player]
	PlayerGames records.Map[collections.Pair[sdk.AccAddress, uint64], collections.NoValue]
}

// Records returns the shared records.
func (k *Core) Records() Records {
	return Records{
		Recoveries: records.Of(k.recoveries), Players: records.Of(k.players), PlayerGames: records.OfSet(k.playerGames),
	}
}

// Params returns the params.
func (k *Core) Params(ctx context.Context) (types.Params, error) { return k.params.Get(ctx) }

// SetParams replaces the params.
func (k *Core) SetParams(ctx context.Context, p types.Params) error { return k.params.Set(ctx, p) }

// Rewards returns the state of the Shipcoin mint.
func (k *Core) Rewards(ctx context.Context) (types.Rewards, error) { return k.rewards.Get(ctx) }

// SetRewards replaces the state of the Shipcoin mint.
func (k *Core) SetRewards(ctx context.Context, r types.Rewards) error { return k.rewards.Set(ctx, r) }

// NextID returns the id of a new game.
func (k *Core) NextID(ctx context.Context) (uint64, error) { return k.nextGameID.Next(ctx) }

// PeekID returns the id of the next game, which it leaves to that.
func (k *Core) PeekID(ctx context.Context) (uint64, error) { return k.nextGameID.Peek(ctx) }

// SetNextID sets the id of the next game.
func (k *Core) SetNextID(ctx context.Context, id uint64) error { return k.nextGameID.Set(ctx, id) }

// Player returns the record of a player, or a zero one for one who never played.
func (k *Core) Player(ctx context.Context, address sdk.AccAddress) (types.Player, error) {
	p, err := k.players.Get(ctx, address)
	if stderrors.Is(err, collections.ErrNotFound) {
		return types.Player{}, nil
	}
	return p, err
}

// SetPlayer replaces the record of a player.
func (k *Core) SetPlayer(ctx context.Context, address sdk.AccAddress, p types.Player) error {
	return k.players.Set(ctx, address, p)
}
