package types

import (
	"github.com/cosmos/gogoproto/proto"

	"github.com/cosmos/cosmos-sdk/codec"
	"github.com/cosmos/cosmos-sdk/codec/legacy"
	codectypes "github.com/cosmos/cosmos-sdk/codec/types"
	sdk "github.com/cosmos/cosmos-sdk/types"
	"github.com/cosmos/cosmos-sdk/types/msgservice"
)

// RegisterLegacyAminoCodec registers the names under which hardware wallets and older clients sign the module's
// messages.
func RegisterLegacyAminoCodec(cdc *codec.LegacyAmino) {
	legacy.RegisterAminoMsg(cdc, &MsgCreateGame{}, "battleship/MsgCreateGame")
	legacy.RegisterAminoMsg(cdc, &MsgJoinGame{}, "battleship/MsgJoinGame")
	legacy.RegisterAminoMsg(cdc, &MsgShootAndReveal{}, "battleship/MsgShootAndReveal")
	legacy.RegisterAminoMsg(cdc, &MsgConcede{}, "battleship/MsgConcede")
	legacy.RegisterAminoMsg(cdc, &MsgChallenge{}, "battleship/MsgChallenge")
	legacy.RegisterAminoMsg(cdc, &MsgClaimWin{}, "battleship/MsgClaimWin")
	legacy.RegisterAminoMsg(cdc, &MsgSubmitState{}, "battleship/MsgSubmitState")
	legacy.RegisterAminoMsg(cdc, &MsgCancelGame{}, "battleship/MsgCancelGame")
	legacy.RegisterAminoMsg(cdc, &MsgMatchGame{}, "battleship/MsgMatchGame")
	legacy.RegisterAminoMsg(cdc, &MsgDeclineGame{}, "battleship/MsgDeclineGame")
	legacy.RegisterAminoMsg(cdc, &MsgSetDelegate{}, "battleship/MsgSetDelegate")
	legacy.RegisterAminoMsg(cdc, &MsgWithdraw{}, "battleship/MsgWithdraw")
	legacy.RegisterAminoMsg(cdc, &MsgCreateMelee{}, "battleship/MsgCreateMelee")
	legacy.RegisterAminoMsg(cdc, &MsgJoinMelee{}, "battleship/MsgJoinMelee")
	legacy.RegisterAminoMsg(cdc, &MsgLeaveMelee{}, "battleship/MsgLeaveMelee")
	legacy.RegisterAminoMsg(cdc, &MsgConfirmMelee{}, "battleship/MsgConfirmMelee")
	legacy.RegisterAminoMsg(cdc, &MsgAim{}, "battleship/MsgAim")
	legacy.RegisterAminoMsg(cdc, &MsgFire{}, "battleship/MsgFire")
	legacy.RegisterAminoMsg(cdc, &MsgReport{}, "battleship/MsgReport")
	legacy.RegisterAminoMsg(cdc, &MsgSetName{}, "battleship/MsgSetName")
	legacy.RegisterAminoMsg(cdc, &MsgUpdateParams{}, "battleship/MsgUpdateParams")
	cdc.RegisterConcrete(Params{}, "battleship/Params", nil)
}

// RegisterInterfaces registers the module's messages, so that a transaction that holds them can be decoded, and
// its events, so that the log of a game can.
func RegisterInterfaces(registry codectypes.InterfaceRegistry) {
	registry.RegisterImplementations((*sdk.Msg)(nil),
		&MsgCreateGame{},
		&MsgJoinGame{},
		&MsgShootAndReveal{},
		&MsgConcede{},
		&MsgChallenge{},
		&MsgClaimWin{},
		&MsgSubmitState{},
		&MsgCancelGame{},
		&MsgMatchGame{},
		&MsgDeclineGame{},
		&MsgSetDelegate{},
		&MsgWithdraw{},
		&MsgCreateMelee{},
		&MsgJoinMelee{},
		&MsgLeaveMelee{},
		&MsgConfirmMelee{},
		&MsgAim{},
		&MsgFire{},
		&MsgReport{},
		&MsgSetName{},
		&MsgUpdateParams{},
	)
	msgservice.RegisterMsgServiceDesc(registry, &_Msg_serviceDesc)
	registry.RegisterInterface("battleship.v1.GameEvent", (*GameEvent)(nil), gameEvents()...)
}

// gameEvents are all events of the log of a game.
func gameEvents() []proto.Message {
	return []proto.Message{
		&EventGameCreated{},
		&EventGameJoined{},
		&EventStateSubmitted{},
		&EventTossOpened{},
		&EventShotFired{},
		&EventShotAnswered{},
		&EventConceded{},
		&EventChallenged{},
		&EventDeadlinePassed{},
		&EventClaimOpened{},
		&EventClaimProven{},
		&EventGameWithdrawn{},
		&EventGameOver{},
		&EventGameCancelled{},
		&EventDelegateSet{},
		&EventPaymentFailed{},
		&EventGameQuarantined{},
		&EventGameReleased{},
		&EventMeleeCreated{},
		&EventMeleeJoined{},
		&EventMeleeDeclined{},
		&EventMeleeLeft{},
		&EventMeleeWithdrawn{},
		&EventMeleeConfirmed{},
		&EventMeleeCancelled{},
		&EventStageBegan{},
		&EventStageExtended{},
		&EventAimed{},
		&EventFired{},
		&EventReported{},
		&EventStruck{},
		&EventFleetLost{},
		&EventPotForfeited{},
		&EventPlayEnded{},
		&EventBoardProven{},
		&EventMeleeOver{},
	}
}
