package kit

import (
	"fmt"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/testutil/accept"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Handle hands a message to its handler. One that enters a game accepts the terms that the chain has, if it names none.
func (f *Fixture) Handle(msg sdk.Msg) error {
	var err error
	switch msg := accept.Terms(f.Ctx, f.Keeper, msg).(type) {
	case *types.MsgCreateGame:
		_, err = f.Msgs.CreateGame(f.Ctx, msg)
	case *types.MsgJoinGame:
		_, err = f.Msgs.JoinGame(f.Ctx, msg)
	case *types.MsgShootAndReveal:
		_, err = f.Msgs.ShootAndReveal(f.Ctx, msg)
	case *types.MsgConcede:
		_, err = f.Msgs.Concede(f.Ctx, msg)
	case *types.MsgChallenge:
		_, err = f.Msgs.Challenge(f.Ctx, msg)
	case *types.MsgClaimWin:
		_, err = f.Msgs.ClaimWin(f.Ctx, msg)
	case *types.MsgSubmitState:
		_, err = f.Msgs.SubmitState(f.Ctx, msg)
	case *types.MsgCancelGame:
		_, err = f.Msgs.CancelGame(f.Ctx, msg)
	case *types.MsgUpdateParams:
		_, err = f.Msgs.UpdateParams(f.Ctx, msg)
	case *types.MsgMatchGame:
		_, err = f.Msgs.MatchGame(f.Ctx, msg)
	case *types.MsgDeclineGame:
		_, err = f.Msgs.DeclineGame(f.Ctx, msg)
	case *types.MsgSetDelegate:
		_, err = f.Msgs.SetDelegate(f.Ctx, msg)
	case *types.MsgWithdraw:
		_, err = f.Msgs.Withdraw(f.Ctx, msg)
	case *types.MsgSetName:
		_, err = f.Msgs.SetName(f.Ctx, msg)
	case *types.MsgCreateMelee:
		_, err = f.Msgs.CreateMelee(f.Ctx, msg)
	case *types.MsgJoinMelee:
		_, err = f.Msgs.JoinMelee(f.Ctx, msg)
	case *types.MsgLeaveMelee:
		_, err = f.Msgs.LeaveMelee(f.Ctx, msg)
	case *types.MsgConfirmMelee:
		_, err = f.Msgs.ConfirmMelee(f.Ctx, msg)
	case *types.MsgAim:
		_, err = f.Msgs.Aim(f.Ctx, msg)
	case *types.MsgFire:
		_, err = f.Msgs.Fire(f.Ctx, msg)
	case *types.MsgReport:
		_, err = f.Msgs.Report(f.Ctx, msg)
	default:
		err = fmt.Errorf("no handler for %T", msg)
	}
	return err
}

// SetSender makes a player the sender of a message.
func SetSender(msg sdk.Msg, p Player) {
	switch msg := msg.(type) {
	case *types.MsgCreateGame:
		msg.Sender = p.Text()
	case *types.MsgJoinGame:
		msg.Sender = p.Text()
	case *types.MsgShootAndReveal:
		msg.Sender = p.Text()
	case *types.MsgConcede:
		msg.Sender = p.Text()
	case *types.MsgChallenge:
		msg.Sender = p.Text()
	case *types.MsgClaimWin:
		msg.Sender = p.Text()
	case *types.MsgSubmitState:
		msg.Sender = p.Text()
	case *types.MsgCancelGame:
		msg.Sender = p.Text()
	case *types.MsgMatchGame:
		msg.Sender = p.Text()
	case *types.MsgDeclineGame:
		msg.Sender = p.Text()
	case *types.MsgSetDelegate:
		msg.Sender = p.Text()
	case *types.MsgWithdraw:
		msg.Sender = p.Text()
	case *types.MsgSetName:
		msg.Sender = p.Text()
	case *types.MsgCreateMelee:
		msg.Sender = p.Text()
	case *types.MsgJoinMelee:
		msg.Sender = p.Text()
	case *types.MsgLeaveMelee:
		msg.Sender = p.Text()
	case *types.MsgConfirmMelee:
		msg.Sender = p.Text()
	case *types.MsgAim:
		msg.Sender = p.Text()
	case *types.MsgFire:
		msg.Sender = p.Text()
	case *types.MsgReport:
		msg.Sender = p.Text()
	case *types.MsgUpdateParams:
		msg.Authority = p.Text()
	default:
		panic(fmt.Sprintf("no sender in %T", msg))
	}
}
