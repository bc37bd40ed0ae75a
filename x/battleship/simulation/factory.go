package simulation

import (
	"context"
	"errors"
	"fmt"
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
	// slipOdds is how many messages it takes, on average, to find one that the chain must refuse.
	slipOdds = 12
	// delegateOdds is how many players it takes, on average, to find one who names a delegate.
	delegateOdds = 4
	// maxGamesSeen bounds how many games are looked at to find one for a message.
	maxGamesSeen = 500
	// regulars is how many of the accounts play most of the games, so that the same players meet again.
	regulars = 8
	// regularOdds is how many players it takes, on average, to find one who is not among them.
	regularOdds = 4
	// thrift is which part of its coins a sender leaves for the fee of a transaction.
	thrift = 1_000
)

// errNothingToDo means that no game is in a state for the message.
var errNothingToDo = errors.New("no game for this message")

// attempt is a message with its expected result.
type attempt[M sdk.Msg] struct {
	sender simsx.SimAccount
	msg    M
	// refusal is the error with which the chain must refuse the message. It is nil if it must accept it.
	refusal error
}

// slip is a way to spoil a message, and the error with which the chain must refuse it then.
type slip[M sdk.Msg] struct {
	refusal error
	spoil   func(msg M)
}

// slip spoils the message in one of several ways.
func (a *attempt[M]) slip(dice *rand.Rand, slips []slip[M]) {
	chosen := slips[dice.Intn(len(slips))]
	chosen.spoil(a.msg)
	a.refusal = chosen.refusal
}

// intrude replaces the sender by an account that may not act now: the opponent, unless both may claim, or a stranger.
func (a *attempt[M]) intrude(s scene, t *table, seat game.Seat) error {
	if !t.state.MayClaim(seat.Other()) && s.dice.Intn(2) == 0 {
		a.sender, a.refusal = s.actor(t, seat.Other()), types.ErrTurn
		return nil
	}
	stranger, err := s.stranger(t)
	a.sender, a.refusal = stranger, types.ErrUnauthorized
	return err
}

// save sets aside most of the sender's coins. The simulator takes a random share of the others as the transaction's
// fee; if it could choose from all of them, the accounts would soon be empty.
func (a *attempt[M]) save() {
	balance := a.sender.LiquidBalance()
	rest := sdk.NewCoins()
	for _, coin := range balance.Coins {
		rest = rest.Add(sdk.NewCoin(coin.Denom, coin.Amount.QuoRaw(thrift)))
	}
	balance.Coins = rest
}

// newFactory returns the factory that sends the attempts of next. The simulation fails if the chain accepts a message
// that it must refuse, refuses one that it must accept, or refuses for another reason.
func newFactory[M sdk.Msg](
	k *keeper.Keeper, next func(s scene) (attempt[M], error),
) *simsx.ResultHandlingSimMsgFactory[M] {
	return simsx.NewSimMsgFactoryWithDeliveryResultHandler(func(
		ctx context.Context, data *simsx.ChainDataSource, reporter simsx.SimulationReporter,
	) (senders []simsx.SimAccount, msg M, handler simsx.SimDeliveryResultHandler) {
		a, err := next(scene{
			ctx: sdk.UnwrapSDKContext(ctx), keeper: k, data: data, reporter: reporter, dice: data.Rand().Rand,
		})
		switch {
		case errors.Is(err, errNothingToDo):
			reporter.Skip(err.Error())
			return nil, msg, nil
		case err != nil:
			reporter.Fail(err)
			return nil, msg, nil
		}
		if a.refusal != nil {
			handler = mustRefuse(a.refusal)
		}
		a.save()
		return []simsx.SimAccount{a.sender}, a.msg, handler
	})
}

// mustRefuse returns a handler that wants one error alone.
func mustRefuse(want error) simsx.SimDeliveryResultHandler {
	return func(got error) error {
		switch {
		case errors.Is(got, want):
			return nil
		case got == nil:
			return fmt.Errorf("expected the error %q, got none", want.Error())
		default:
			return fmt.Errorf("expected the error %q, got: %w", want.Error(), got)
		}
	}
}

// scene is the input of a factory: the chain, the accounts and the dice.
type scene struct {
	ctx      sdk.Context
	keeper   *keeper.Keeper
	data     *simsx.ChainDataSource
	reporter simsx.SimulationReporter
	dice     *rand.Rand
}

// slips reports whether the next message is one that the chain must refuse.
func (s scene) slips() bool { return s.dice.Intn(slipOdds) == 0 }

// table returns a random game of which neither the deadline has passed nor the progress is unwanted, or errNothingToDo.
func (s scene) table(wanted func(m types.Progress) bool) (*table, error) {
	m, err := anyOf(s, s.keeper.Records().Progress, func(_ uint64, m types.Progress) (bool, error) {
		return wanted(m) && !game.Late(m.Deadline, s.ctx.BlockHeight()), nil
	})
	if err != nil {
		return nil, err
	}
	return s.sit(m.Key)
}

// anyOf returns a random wanted entry of a collection by game id, or errNothingToDo.
func anyOf[V any](
	s scene, entries records.Map[uint64, V], wanted func(id uint64, v V) (bool, error),
) (collections.KeyValue[uint64, V], error) {
	next, err := s.keeper.NextGameID(s.ctx)
	if err != nil {
		return collections.KeyValue[uint64, V]{}, err
	}
	// From a random id upwards, then from the first.
	first := uint64(s.dice.Int63n(int64(next) + 1))
	for _, ids := range []*collections.Range[uint64]{
		new(collections.Range[uint64]).StartInclusive(first),
		new(collections.Range[uint64]).EndExclusive(first),
	} {
		found, ok, err := firstOf(s.ctx, entries, ids, wanted)
		if ok || err != nil {
			return found, err
		}
	}
	return collections.KeyValue[uint64, V]{}, errNothingToDo
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

// sit returns the table of a game.
func (s scene) sit(id uint64) (*table, error) {
	g, err := s.keeper.Records().Games.Get(s.ctx, id)
	if err != nil {
		return nil, err
	}
	m, err := s.keeper.Records().Progress.Get(s.ctx, id)
	if err != nil {
		return nil, err
	}
	t, err := sit(s.data.AddressCodec(), s.ctx.ChainID(), g, m)
	if err != nil {
		return nil, err
	}
	t.prover = prover
	return t, nil
}

// account returns a simulated account by its address.
func (s scene) account(address string) simsx.SimAccount {
	return s.data.GetAccount(s.reporter, address)
}

// player returns the player of a seat.
func (s scene) player(t *table, seat game.Seat) simsx.SimAccount {
	return s.account(t.game.Participants[seat].Address)
}

// actor returns who acts for a seat: now the player, now its delegate, if it named one.
func (s scene) actor(t *table, seat game.Seat) simsx.SimAccount {
	if delegate := t.game.Participants[seat].Delegate; delegate != "" && s.dice.Intn(2) == 0 {
		return s.account(delegate)
	}
	return s.player(t, seat)
}

// somebody returns a random account other than those, most often a regular.
func (s scene) somebody(others ...string) (simsx.SimAccount, error) {
	n := s.data.AccountsCount()
	first := s.dice.Intn(n)
	if s.dice.Intn(regularOdds) > 0 {
		first = s.dice.Intn(min(n, regulars))
	}
	for i := range n {
		account := s.data.AccountAt(s.reporter, (first+i)%n)
		if !slices.Contains(others, account.AddressBech32) {
			return account, nil
		}
	}
	return simsx.SimAccount{}, errNothingToDo
}

// stranger returns an account that has nothing to say in a game.
func (s scene) stranger(t *table) (simsx.SimAccount, error) { return s.somebody(t.insiders()...) }

// entry returns a player's entry into a game: its next board, some recovery data and sometimes a delegate other than
// those.
func (s scene) entry(player simsx.SimAccount, r *game.Ruleset, others ...string) (types.Entry, error) {
	record, err := s.record(player)
	if err != nil {
		return types.Entry{}, err
	}
	board, err := newBoard(s.ctx.ChainID(), player.Address, record.BoardNonce, r)
	if err != nil {
		return types.Entry{}, err
	}
	entry := types.Entry{Recovery: anyBytes(s.dice, s.dice.Intn(types.MaxRecoveryBytes+1))}
	if entry.Board, err = committed(board); err != nil {
		return types.Entry{}, err
	}
	if r.Proven {
		if entry.Proof, err = prover.ProveBoard(board.Binding, board.Fleet, board.Secret); err != nil {
			return types.Entry{}, err
		}
	}
	if s.dice.Intn(delegateOdds) == 0 {
		delegate, err := s.somebody(append(others, player.AddressBech32)...)
		if err != nil {
			return types.Entry{}, err
		}
		entry.Delegate = delegate.AddressBech32
	}
	return entry, nil
}

// record returns the chain's record of a player.
func (s scene) record(player simsx.SimAccount) (types.Player, error) {
	record, err := s.keeper.Records().Players.Get(s.ctx, player.Address)
	if errors.Is(err, collections.ErrNotFound) {
		return types.Player{}, nil
	}
	return record, err
}

// afford sets aside the cost of a message to its sender, so that no fee can take it. If the sender cannot pay it,
// afford returns the error with which the chain must refuse the message.
func (s scene) afford(sender *simsx.SimAccount, coins sdk.Coins) (refusal, err error) {
	balance := sender.LiquidBalance()
	if balance.Empty() && !coins.Empty() {
		// To the simulator no coin of an account is liquid if it has less of any coin than is locked.
		return nil, errNothingToDo
	}
	for _, coin := range coins {
		if balance.AmountOf(coin.Denom).LT(coin.Amount) || !s.data.IsSendEnabledDenom(coin.Denom) {
			return types.ErrInsufficientFunds, nil
		}
	}
	balance.Coins = balance.Sub(coins...)
	return nil, nil
}
