package cli

import (
	"context"
	"errors"
	"fmt"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/session"
)

// waitInMelee is what --wait does in a melee.
const waitInMelee = "wait until you owe something again, and draw all boards"

// awaitInMelee waits after an act until the player owes something again, is out of play, or the melee leaves play.
func (e *env) awaitInMelee(ctx context.Context, gameID uint64) error {
	m := session.OpenMelee(session.Player{Chain: e.chain}, gameID)
	var lastReported string
	for noted := false; ; {
		v, err := m.Look(ctx)
		var ended *session.MeleeEndedError
		switch {
		case errors.As(err, &ended):
			return nil
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case status.Code(err) == codes.NotFound && !client.MayPass(err):
			return fmt.Errorf("nothing is left of melee %d: it was cancelled", gameID)
		case err != nil && !client.MayPass(err):
			return err
		case err != nil:
			if err.Error() != lastReported {
				lastReported = err.Error()
				e.out.note("Still waiting: %s.", lastReported)
			}
		case e.concernedBy(v):
			return nil
		case !noted:
			e.out.note("Waiting. Ctrl-C ends the waiting, not the melee: battleshipd board %d shows it.", gameID)
			noted = true
		}
		if err := e.chain.Sleep(ctx); err != nil {
			return err
		}
	}
}

// concernedBy reports whether there is something in a melee for the player to do or to know: it owes something, is out
// of play, or play has ended.
func (e *env) concernedBy(v session.MeleeView) bool {
	seat, ok := v.Melee.SeatOf(e.me)
	if !ok || v.Owes(seat) || v.State.Players[seat].Standing != melee.Afloat {
		return true
	}
	switch v.State.Stage {
	case melee.StageOpen, melee.StageReady, melee.StageAim, melee.StageFire, melee.StageReport:
		return false
	case melee.StageClaim, melee.StageSecond, melee.StageOver, melee.StageCancelled:
	}
	return true
}

// showAwaited draws the boards of a melee after a wait, the player's own with its ships if its wallet is here.
func (e *env) showAwaited(ctx context.Context, gameID uint64) error {
	key, err := client.FindKey(e.cctx.Keyring, e.me)
	if err != nil {
		key = client.Key{} // the boards are drawn as everybody sees them
	}
	e.out.text("")
	return e.meleeBoard(ctx, gameID, key)
}
