package melee

import (
	"context"
	"errors"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/player/cli/act"
	"github.com/battleship-chain/battleship/player/cli/env"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/session/melee"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// waitInMelee is what --wait does in a melee.
const waitInMelee = "wait until you owe something again, and draw all boards"

// Await implements act.Reporter. It draws the boards, the player's own with its ships if its wallet is here.
func (k Kind) Await(ctx context.Context, e *env.Env, done session.Done, _ *types.QueryNextActionResponse) error {
	if !act.Waiting(e) {
		return nil
	}
	if _, err := k.Effect(ctx, e, done); err != nil {
		return err
	}
	key, err := client.FindKey(e.Client.Keyring, e.Me)
	if err != nil {
		key = client.Key{} // the boards are drawn as everybody sees them
	}
	e.Out.Text("")
	return k.Board(ctx, e, done.GameID, key)
}

// Effect implements act.Reporter. It waits until the player owes something again, is out of play, or the melee leaves
// play.
func (Kind) Effect(ctx context.Context, e *env.Env, done session.Done) (string, error) {
	me, err := sdk.AccAddressFromBech32(e.Me)
	if err != nil {
		return "", err
	}
	m := melee.Open(session.Player{Chain: e.Chain, Principal: client.Key{Address: me}}, done.GameID)
	noted := false
	return "", act.Until(ctx, e, text.Melee, done.GameID, func() (bool, error) {
		s, err := m.Status(ctx)
		switch {
		case errors.Is(err, session.ErrEnded):
			return true, nil
		case err != nil:
			return false, err
		}
		if !s.Concerned && !noted {
			noted = true
			act.NoteWaiting(e, text.Melee, done.GameID)
		}
		return s.Concerned, nil
	})
}
