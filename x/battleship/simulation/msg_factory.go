package simulation

import (
	"github.com/cosmos/cosmos-sdk/testutil/simsx"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"

	"github.com/battleship-chain/battleship/x/battleship/keeper"
	"github.com/battleship-chain/battleship/x/battleship/simulation/core"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// MsgConcedeFactory gives up games that have begun.
func MsgConcedeFactory(k *keeper.Keeper) simsx.SimMsgFactoryX {
	return core.NewFactory(k, func(s core.Scene) (core.Attempt[*types.MsgConcede], error) {
		return anyKind(s.Dice).Concede(s)
	})
}

// MsgClaimWinFactory shows boards that may win. Those of cheaters are refused.
func MsgClaimWinFactory(k *keeper.Keeper) simsx.SimMsgFactoryX {
	return core.NewFactory(k, func(s core.Scene) (core.Attempt[*types.MsgClaimWin], error) {
		return anyKind(s.Dice).ClaimWin(s)
	})
}

// MsgDeclineGameFactory refuses invitations.
func MsgDeclineGameFactory(k *keeper.Keeper) simsx.SimMsgFactoryX {
	return core.NewFactory(k, func(s core.Scene) (core.Attempt[*types.MsgDeclineGame], error) {
		return anyKind(s.Dice).DeclineGame(s)
	})
}

// MsgSetDelegateFactory names other delegates in games, or none.
func MsgSetDelegateFactory(k *keeper.Keeper) simsx.SimMsgFactoryX {
	return core.NewFactory(k, func(s core.Scene) (core.Attempt[*types.MsgSetDelegate], error) {
		return anyKind(s.Dice).SetDelegate(s)
	})
}

// MsgWithdrawFactory pays out what could not be paid before.
func MsgWithdrawFactory(k *keeper.Keeper) simsx.SimMsgFactoryX {
	return core.NewFactory(k, func(s core.Scene) (core.Attempt[*types.MsgWithdraw], error) {
		var none core.Attempt[*types.MsgWithdraw]
		claims, err := k.Records().Unpaid.Iterate(s.Ctx, nil)
		if err != nil {
			return none, err
		}
		claimants, err := claims.Keys()
		if err != nil {
			return none, err
		}
		recipient, err := s.Somebody()
		if err != nil {
			return none, err
		}
		a := core.Attempt[*types.MsgWithdraw]{
			Sender: recipient, Msg: &types.MsgWithdraw{}, Refusal: types.ErrNothingToWithdraw,
		}
		if len(claimants) > 0 {
			a.Sender = s.Data.GetAccountbyAccAddr(s.Reporter, core.OneOf(s.Dice, claimants))
			a.Refusal = nil
		}
		a.Msg.Sender = a.Sender.AddressBech32
		if s.Dice.Intn(2) == 0 {
			a.Msg.Recipient = recipient.AddressBech32
		}
		if a.Refusal == nil && s.Slips() {
			a.Msg.Recipient = authtypes.NewModuleAddress(types.ModuleName).String()
			a.Refusal = types.ErrRecipient
		}
		return a, nil
	})
}
