package core

import (
	"github.com/cosmos/cosmos-sdk/testutil/simsx"

	"github.com/battleship-chain/battleship/x/battleship/keeper"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Kind is a kind of game, as the messages that all kinds share and the genesis state need it.
type Kind interface {
	// Register adds the messages of the kind alone.
	Register(weights simsx.WeightSource, registry simsx.Registry, k *keeper.Keeper)
	// Concede gives up a game that has begun.
	Concede(s Scene) (Attempt[*types.MsgConcede], error)
	// ClaimWin shows a board that may win.
	ClaimWin(s Scene) (Attempt[*types.MsgClaimWin], error)
	// DeclineGame refuses an invitation.
	DeclineGame(s Scene) (Attempt[*types.MsgDeclineGame], error)
	// SetDelegate names another delegate in a game, or none.
	SetDelegate(s Scene) (Attempt[*types.MsgSetDelegate], error)
	// AddGame adds a game with an id to a genesis state.
	AddGame(g *Genesis, id uint64) error
}
