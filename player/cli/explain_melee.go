package cli

import (
	"errors"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/session"
)

// explainInMelee words an error of a melee as one sentence with the fact and the remedy. It returns nil for an error
// that duels have too.
func explainInMelee(err error, s subject) error {
	var (
		ended *session.MeleeEndedError
		aimed *session.AimedError
		late  *session.LateAimError
		other *session.ReportedError
	)
	switch {
	case errors.As(err, &ended):
		return say(err, "melee %d is over: %s; nothing was sent", ended.Result.GameId, s.voice().MeleeResult(ended.Result))
	case errors.As(err, &aimed):
		return unsent(err, "an aim at %s was signed for round %d before and may still get into a block, so "+
			"it is that one or none: battleshipd aim %d %s", aimed.Signed, aimed.Round, aimed.GameID, aimed.Signed)
	case errors.As(err, &late) && late.Again:
		return sayAfter(err, "the aim at %s was signed for round %d, and round %d is on: aim again with battleshipd aim %d "+
			"TILE", late.Target, late.Round, late.Now, late.GameID)
	case errors.As(err, &late):
		return sayAfter(err, "the aim at %s was signed for round %d, and round %d is on: %s shows it",
			late.Target, late.Round, late.Now, s.look())
	case errors.Is(err, session.ErrNotSeated):
		return unsent(err, "%s has no seat of melee %d yet: battleshipd join-melee %d takes one", s.me, s.game,
			s.game)
	case errors.As(err, &other):
		return unsent(err, "a report of %s was signed for round %d before, and this node shows %s as the "+
			"tiles of the round: one of the two is false, so have it proven with --%s and --%s", other.Signed, other.Round,
			other.Shown, flagTrustHeight, flagTrustHash)
	case errors.Is(err, session.ErrOwnShip):
		return unsent(err, "one of your own ships lies there, and a bomb hits every board: aim elsewhere, or "+
			"say that you mean it with --%s", flagOwnShip)
	case errors.Is(err, session.ErrSeated) && s.command == "decline":
		return unsent(err, "you have a seat of melee %d: leave-melee gives it up before the first round, "+
			"concede after that", s.game)
	case errors.Is(err, session.ErrNoPlace):
		return unsent(err, "no place of melee %d is offered to %s, or you have declined it", s.game, s.me)
	case errors.Is(err, session.ErrSeated):
		return unsent(err, "you have a seat of melee %d already: %s shows it", s.game, s.look())
	case errors.Is(err, session.ErrForeignAim):
		return unsent(err, "what the chain has as your aim in melee %d is none of this wallet's: it was made "+
			"by another program, or the node shows a false one (ask another with --node)", s.game)
	case errors.Is(err, session.ErrInvited):
		return unsent(err, "%s: say whom with --%s", err, flagInvite)
	case errors.Is(err, session.ErrNotInvited) && inMeleeOnly(s.command):
		return unsent(err, "melee %d is for invited players alone, and %s is none of them: battleshipd "+
			"lobby lists those that you can join", s.game, s.me)
	case errors.Is(err, game.ErrTileTaken) && s.command == "aim":
		return unsent(err, "that tile was bombed in an earlier round: choose another (%s)", s.look())
	case errors.Is(err, game.ErrLate) && inMeleeOnly(s.command):
		return unsent(err, "it is too late for that: %s shows what follows", s.look())
	}
	return nil
}
