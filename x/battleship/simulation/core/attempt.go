package core

import (
	"context"
	"errors"
	"fmt"
	"math/rand"

	"github.com/cosmos/cosmos-sdk/testutil/simsx"
	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/x/battleship/keeper"
)

const (
	// slipOdds is how many messages it takes, on average, to find one that the chain must refuse.
	slipOdds = 12
	// thrift is which part of its coins a sender leaves for the fee of a transaction.
	thrift = 1_000
)

// ErrSkip means that no game or account is in a state for the message, which is left out.
var ErrSkip = errors.New("no game for this message")

// Attempt is a message with its expected result.
type Attempt[M sdk.Msg] struct {
	Sender simsx.SimAccount
	Msg    M
	// Refusal is the error with which the chain must refuse the message. It is nil if it must accept it.
	Refusal error
}

// Slip is a way to spoil a message, and the error with which the chain must refuse it then.
type Slip[M sdk.Msg] struct {
	Err error
	Do  func(msg M)
}

// Slip spoils the message in one of several ways.
func (a *Attempt[M]) Slip(dice *rand.Rand, slips []Slip[M]) {
	chosen := slips[dice.Intn(len(slips))]
	chosen.Do(a.Msg)
	a.Refusal = chosen.Err
}

// save sets aside most of the sender's coins. The simulator takes a random share of the others as the transaction's
// fee; if it could choose from all of them, the accounts would soon be empty.
func (a *Attempt[M]) save() {
	balance := a.Sender.LiquidBalance()
	rest := sdk.NewCoins()
	for _, coin := range balance.Coins {
		rest = rest.Add(sdk.NewCoin(coin.Denom, coin.Amount.QuoRaw(thrift)))
	}
	balance.Coins = rest
}

// NewFactory returns the factory that sends the attempts of next. The simulation fails if the chain accepts a message
// that it must refuse, refuses one that it must accept, or refuses for another reason.
func NewFactory[M sdk.Msg](
	k *keeper.Keeper, next func(s Scene) (Attempt[M], error),
) *simsx.ResultHandlingSimMsgFactory[M] {
	return simsx.NewSimMsgFactoryWithDeliveryResultHandler(func(
		ctx context.Context, data *simsx.ChainDataSource, reporter simsx.SimulationReporter,
	) (senders []simsx.SimAccount, msg M, handler simsx.SimDeliveryResultHandler) {
		a, err := next(Scene{
			Ctx: sdk.UnwrapSDKContext(ctx), Keeper: k, Data: data, Reporter: reporter, Dice: data.Rand().Rand,
			Prover: prover,
		})
		switch {
		case errors.Is(err, ErrSkip):
			reporter.Skip(err.Error())
			return nil, msg, nil
		case err != nil:
			reporter.Fail(err)
			return nil, msg, nil
		}
		if a.Refusal != nil {
			handler = mustRefuse(a.Refusal)
		}
		a.save()
		return []simsx.SimAccount{a.Sender}, a.Msg, handler
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
