package types

import (
	"cosmossdk.io/errors"

	sdk "github.com/cosmos/cosmos-sdk/types"
)

// Role is who may sign a message.
type Role uint8

const (
	// RoleAnyone is any account that the bank can pay: the message acts for its signer alone.
	RoleAnyone Role = iota + 1
	// RolePlayer is a player of the game itself.
	RolePlayer
	// RolePlayerOrDelegate is a player of the game or whom it lets act for it there.
	RolePlayerOrDelegate
	// RoleAnyoneForPlayer is any account, for a player of the game whom the message names. Without a name it acts for the
	// player that signs it or whose delegate does.
	RoleAnyoneForPlayer
	// RoleAnyoneAshore is any account while the game is ashore, and while it is at sea a player of the game or whom it
	// lets act for it there. What the message does is for the player for whom its sender may act, if there is one.
	RoleAnyoneAshore
	// RoleInvited is the only player who may join the game, or one that may join the melee and has not.
	RoleInvited
	// RoleAuthority is the account that governs the module.
	RoleAuthority
)

// Delegates reports whether a player's delegate may sign for it.
func (r Role) Delegates() bool {
	return r == RolePlayerOrDelegate || r == RoleAnyoneForPlayer || r == RoleAnyoneAshore
}

// RoleOf returns who may sign a message. It is the one place that says so: above all, what a delegate may do. A
// delegate plays on, and gives up or proves a game that is to end, which a player who is away needs; it enters no game,
// moves no coin, names no other delegate and demands no proof, which can lose a game that is being won. Anybody may
// prove a player's board who knows its secret: it pays the player. Anybody may answer a posted state with a newer one,
// for both players have endorsed it; but only they, or who acts for them, bring a game ashore.
func RoleOf(msg sdk.Msg) (Role, error) {
	switch msg.(type) {
	case *MsgShootAndReveal, *MsgConcede, *MsgConfirmMelee, *MsgAim, *MsgFire, *MsgReport:
		return RolePlayerOrDelegate, nil
	case *MsgClaimWin:
		return RoleAnyoneForPlayer, nil
	case *MsgPostState:
		return RoleAnyoneAshore, nil
	case *MsgChallenge, *MsgCancelGame, *MsgSetDelegate, *MsgLeaveMelee:
		return RolePlayer, nil
	case *MsgDeclineGame:
		return RoleInvited, nil
	case *MsgCreateGame, *MsgJoinGame, *MsgMatchGame, *MsgCreateMelee, *MsgJoinMelee, *MsgWithdraw:
		return RoleAnyone, nil
	case *MsgUpdateParams:
		return RoleAuthority, nil
	default:
		return 0, errors.Wrapf(ErrUnauthorized, "expected a message of this module, got %T", msg)
	}
}
