package types

import (
	"cosmossdk.io/errors"

	sdk "github.com/cosmos/cosmos-sdk/types"
)

// Role is the set of accounts that may sign a message.
type Role uint8

const (
	// RoleAnyone is any account that the bank can pay, for itself.
	RoleAnyone Role = iota + 1
	// RolePlayer is a player of the game.
	RolePlayer
	// RolePlayerOrDelegate is a player of the game or its delegate.
	RolePlayerOrDelegate
	// RoleAnyoneForPlayer is any account, for the player that it names. Without a name, or with a state proof, it is a
	// player or its delegate.
	RoleAnyoneForPlayer
	// RoleAnyoneOnChain is any account while the game is on-chain, and a player or its delegate while it is off-chain.
	RoleAnyoneOnChain
	// RoleInvited is the only player that may join the game, or one that is invited to the melee and has no seat.
	RoleInvited
	// RoleAuthority is the authority of the module.
	RoleAuthority
)

// Delegates reports whether a player's delegate may sign for it.
func (r Role) Delegates() bool {
	return r == RolePlayerOrDelegate || r == RoleAnyoneForPlayer || r == RoleAnyoneOnChain
}

// RoleOf returns the role that may sign a message. It alone decides the powers of a delegate, which continues a game
// for a player that is away: it plays, concedes and claims. It enters no game, moves no coins, names no delegate, sets
// no name and demands no proof, because a challenge can lose a game that is being won. Any account that knows a board
// secret may claim, because a claim pays the player. Any account may answer a submitted state with a newer one, which
// both players have endorsed, but only a player or its delegate moves a game on-chain.
func RoleOf(msg sdk.Msg) (Role, error) {
	switch msg.(type) {
	case *MsgShootAndReveal, *MsgConcede, *MsgConfirmMelee, *MsgAim, *MsgFire, *MsgReport:
		return RolePlayerOrDelegate, nil
	case *MsgClaimWin:
		return RoleAnyoneForPlayer, nil
	case *MsgSubmitState:
		return RoleAnyoneOnChain, nil
	case *MsgChallenge, *MsgCancelGame, *MsgSetDelegate, *MsgLeaveMelee:
		return RolePlayer, nil
	case *MsgDeclineGame:
		return RoleInvited, nil
	case *MsgCreateGame, *MsgJoinGame, *MsgMatchGame, *MsgCreateMelee, *MsgJoinMelee, *MsgWithdraw,
		*MsgSetName:
		return RoleAnyone, nil
	case *MsgUpdateParams:
		return RoleAuthority, nil
	default:
		return 0, errors.Wrapf(ErrUnauthorized, "expected a message of this module, got %T", msg)
	}
}
