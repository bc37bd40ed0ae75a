// Package core has what the simulations of all kinds of games share: accounts and their secrets, dice, messages with
// their expected results, and the growing genesis state.
package core

import (
	"context"
	"errors"
	"math/rand"
	"slices"

	"cosmossdk.io/collections"

	"github.com/cosmos/cosmos-sdk/testutil/simsx"
	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/internal/records"
	"github.com/battleship-chain/battleship/x/battleship/keeper"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

const (
	// DelegateOdds is how many players it takes, on average, to find one who names a delegate.
	DelegateOdds = 4
	// maxGamesSeen bounds how many games are looked at to find one for a message.
	maxGamesSeen = 500
	// regulars is how many of the accounts play most of the games, so that the same players meet again.
	regulars = 8
	// regularOdds is how many players it takes, on average, to find one who is not among them.
	regularOdds = 4
)

// Scene is the input of a factory: the chain, the accounts and the dice.
type Scene struct {
	Ctx      sdk.Context
	Keeper   *keeper.Keeper
	Data     *simsx.ChainDataSource
	Reporter simsx.SimulationReporter
	Dice     *rand.Rand
	// Prover makes the proofs of all players. It is nil if games with proven boards are not simulated.
	Prover Prover
}

// Slips reports whether the next message is one that the chain must refuse.
func (s Scene) Slips() bool { return s.Dice.Intn(slipOdds) == 0 }

// AnyOf returns a random wanted entry of a collection by game id, or ErrSkip.
func AnyOf[V any](
	s Scene, entries records.Map[uint64, V], wanted func(id uint64, v V) (bool, error),
) (collections.KeyValue[uint64, V], error) {
	next, err := s.Keeper.NextGameID(s.Ctx)
	if err != nil {
		return collections.KeyValue[uint64, V]{}, err
	}
	// From a random id upwards, then from the first.
	first := uint64(s.Dice.Int63n(int64(next) + 1))
	for _, ids := range []*collections.Range[uint64]{
		new(collections.Range[uint64]).StartInclusive(first),
		new(collections.Range[uint64]).EndExclusive(first),
	} {
		found, ok, err := firstOf(s.Ctx, entries, ids, wanted)
		if ok || err != nil {
			return found, err
		}
	}
	return collections.KeyValue[uint64, V]{}, ErrSkip
}

// firstOf returns the first wanted entry among the first maxGamesSeen of a range.
func firstOf[V any](
	ctx context.Context, entries records.Map[uint64, V], ids *collections.Range[uint64],
	wanted func(id uint64, v V) (bool, error),
) (found collections.KeyValue[uint64, V], ok bool, err error) {
	seen := 0
	err = entries.Walk(ctx, ids, func(id uint64, v V) (stop bool, err error) {
		seen++
		if ok, err = wanted(id, v); ok {
			found = collections.KeyValue[uint64, V]{Key: id, Value: v}
		}
		return ok || seen >= maxGamesSeen, err
	})
	return found, ok, err
}

// Account returns a simulated account by its address.
func (s Scene) Account(address string) simsx.SimAccount {
	return s.Data.GetAccount(s.Reporter, address)
}

// Somebody returns a random account other than those, most often a regular.
func (s Scene) Somebody(others ...string) (simsx.SimAccount, error) {
	n := s.Data.AccountsCount()
	first := s.Dice.Intn(n)
	if s.Dice.Intn(regularOdds) > 0 {
		first = s.Dice.Intn(min(n, regulars))
	}
	for i := range n {
		account := s.Data.AccountAt(s.Reporter, (first+i)%n)
		if !slices.Contains(others, account.AddressBech32) {
			return account, nil
		}
	}
	return simsx.SimAccount{}, ErrSkip
}

// Entry returns a player's entry into a game: its next board, some recovery data and sometimes a delegate other than
// those.
func (s Scene) Entry(player simsx.SimAccount, r *game.Ruleset, others ...string) (types.Entry, error) {
	record, err := s.Record(player)
	if err != nil {
		return types.Entry{}, err
	}
	board, err := NewBoard(s.Ctx.ChainID(), player.Address, record.BoardNonce, r)
	if err != nil {
		return types.Entry{}, err
	}
	entry := types.Entry{Recovery: AnyBytes(s.Dice, s.Dice.Intn(types.MaxRecoveryBytes+1))}
	if entry.Board, err = Committed(board); err != nil {
		return types.Entry{}, err
	}
	if r.Proven {
		if entry.Proof, err = s.Prover.ProveBoard(board.Binding, board.Fleet, board.Secret); err != nil {
			return types.Entry{}, err
		}
	}
	if s.Dice.Intn(DelegateOdds) == 0 {
		delegate, err := s.Somebody(append(others, player.AddressBech32)...)
		if err != nil {
			return types.Entry{}, err
		}
		entry.Delegate = delegate.AddressBech32
	}
	return entry, nil
}

// Record returns the chain's record of a player.
func (s Scene) Record(player simsx.SimAccount) (types.Player, error) {
	record, err := s.Keeper.Records().Players.Get(s.Ctx, player.Address)
	if errors.Is(err, collections.ErrNotFound) {
		return types.Player{}, nil
	}
	return record, err
}

// Afford sets aside the cost of a message to its sender, so that no fee can take it. If the sender cannot pay it,
// Afford returns the error with which the chain must refuse the message.
func (s Scene) Afford(sender *simsx.SimAccount, coins sdk.Coins) (refusal, err error) {
	balance := sender.LiquidBalance()
	if balance.Empty() && !coins.Empty() {
		// To the simulator no coin of an account is liquid if it has less of any coin than is locked.
		return nil, ErrSkip
	}
	for _, coin := range coins {
		if balance.AmountOf(coin.Denom).LT(coin.Amount) || !s.Data.IsSendEnabledDenom(coin.Denom) {
			return types.ErrInsufficientFunds, nil
		}
	}
	balance.Coins = balance.Sub(coins...)
	return nil, nil
}
