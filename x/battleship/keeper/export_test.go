package keeper

import (
	"cosmossdk.io/collections"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/x/battleship/internal/deadline"
	"github.com/battleship-chain/battleship/x/battleship/internal/escrow"
	"github.com/battleship-chain/battleship/x/battleship/internal/ladder"
	"github.com/battleship-chain/battleship/x/battleship/internal/lobby"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// TypedAttributes is how the module writes a typed event.
var TypedAttributes = typedAttributes

// What is charged before a check.
var Prepay = prepay

const (
	SubmitGas       = submitGas
	ClaimGas        = claimGas
	GasPerSignature = gasPerSignature
)

// Collections are what the keeper writes, for tests that damage it or fill it.
type Collections struct {
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

// Collections returns what the keeper writes.
func (k *Keeper) Collections() Collections {
	return Collections{
		Params: k.params, NextGameID: k.nextGameID, Games: k.games, Progress: k.progress, Recoveries: k.recoveries,
		PlayerGames: k.playerGames, Results: k.results, Players: k.players,
		Rewards: k.rewards, Pairs: k.pairs, Places: k.places, Promised: k.promised, Awards: k.awards,
		Melees: k.melees, MeleeProgress: k.meleeProgress, MeleeBoards: k.meleeBoards, Aims: k.aims,
		MeleeResults: k.meleeResults,
		Queue:        k.queue, Ladder: k.ladder, Lobby: k.lobby, Escrow: k.escrow,
	}
}
