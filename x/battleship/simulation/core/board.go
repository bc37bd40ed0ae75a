package core

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"math/rand"
	"sync"

	"github.com/cosmos/cosmos-sdk/crypto/keys/secp256k1"
	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/game/commitment/commitmenttest"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// fleets are the legal fleets that players choose from. They are few, because finding one takes long.
var fleets = sync.OnceValues(func() (map[uint32][]game.Fleet, error) { return Fleets(50) })

// Fleets returns random legal fleets by the id of their ruleset: as many of each, and the same ones in each call.
func Fleets(each int) (map[uint32][]game.Fleet, error) {
	// A seed that no simulation has: with the same one its dice would fall alike, and find the same fleets.
	dice := rand.New(rand.NewSource(-1))
	all := make(map[uint32][]game.Fleet)
	for _, r := range append(game.Rulesets(), melee.Ruleset()) {
		for range each {
			fleet, err := game.RandomFleet(r, dice.Intn)
			if err != nil {
				return nil, err
			}
			all[r.ID] = append(all[r.ID], fleet)
		}
	}
	return all, nil
}

// cheaterOdds is how many boards it takes, on average, to find one with a ship missing.
const cheaterOdds = 8

// NewBoard returns the board that a player commits to with a nonce: one in cheaterOdds has its last ship missing,
// unless it has to be proven.
func NewBoard(chainID string, player sdk.AccAddress, nonce uint64, r *game.Ruleset) (commitmenttest.Board, error) {
	seed := append([]byte("battleship/simulation/v1"), player...)
	secret := sha256.Sum256(binary.BigEndian.AppendUint64(seed, nonce))
	dice := rand.New(rand.NewSource(int64(binary.BigEndian.Uint64(secret[:8]))))
	legal, err := fleets()
	if err != nil {
		return commitmenttest.Board{}, err
	}
	fleet := legal[r.ID][dice.Intn(len(legal[r.ID]))]
	binding := commitment.Binding{ChainID: chainID, Player: player, Nonce: nonce, Ruleset: r}
	board := commitmenttest.New(binding, r.FleetString(fleet), secret[:])
	if dice.Intn(cheaterOdds) == 0 && !r.Proven {
		board = board.Without(fleet[len(fleet)-1])
	}
	return board, nil
}

// Committed returns the commitment message of a board.
func Committed(b commitmenttest.Board) (types.BoardCommitment, error) {
	if !b.Binding.Ruleset.Proven {
		return types.NewBoardCommitment(b.Binding.Nonce, b.Commit()), nil
	}
	if prover == nil {
		return types.BoardCommitment{}, errors.New("simulation: expected a prover for a board that is proven")
	}
	c, err := prover.Commit(b.Binding, b.Fleet, b.Secret)
	return types.NewProvenBoardCommitment(b.Binding.Nonce, c, b.Commit().TossLeaf), err
}

// ChannelKey returns the key with which a player signs the updates of the game of a board. Like the board it follows
// from address and nonce.
func ChannelKey(player sdk.AccAddress, nonce uint64) *secp256k1.PrivKey {
	seed := append([]byte("battleship/simulation/channel/v1"), player...)
	secret := sha256.Sum256(binary.BigEndian.AppendUint64(seed, nonce))
	return secp256k1.GenPrivKeyFromSecret(secret[:])
}

// ChannelOf returns the channel part of a player's entry.
func ChannelOf(player sdk.AccAddress, nonce uint64) *types.Channel {
	return &types.Channel{Key: ChannelKey(player, nonce).PubKey().Bytes()}
}
