package cli

import (
	"cmp"
	"errors"
	"fmt"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/light"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/text"
)

// explained is an error in the words of the command line. Err is the error itself.
type explained struct {
	// effect is the effect of the act, such as "nothing was sent". It is empty if the problem implies it.
	effect, problem string
	err             error
}

func (e *explained) Error() string {
	if e.effect == "" {
		return e.problem
	}
	return e.effect + ": " + e.problem
}

func (e *explained) Unwrap() error { return e.err }

// say puts an error into other words.
func say(err error, format string, args ...any) error {
	return &explained{problem: fmt.Sprintf(format, args...), err: err}
}

// unsent words an error that has kept a transaction from being sent.
func unsent(err error, format string, args ...any) error {
	return &explained{effect: "nothing was sent", problem: fmt.Sprintf(format, args...), err: err}
}

// sayAfter words a refusal, which may have come after the fee was paid.
func sayAfter(err error, format string, args ...any) error {
	return &explained{effect: effectOf(err), problem: fmt.Sprintf(format, args...), err: err}
}

// subject is the subject of a command.
type subject struct {
	// command is its name, me the address of its player.
	command, me string
	// game is the id that it names, or 0.
	game uint64
}

// voice is the player as a reader.
func (s subject) voice() text.Voice { return text.Voice{You: s.me} }

// look names the command that shows how things are now.
func (s subject) look() string {
	if s.game == 0 {
		return "battleshipd games"
	}
	return fmt.Sprintf("battleshipd board %d", s.game)
}

// explain words an error as one sentence with the fact and the remedy, if the package that it comes from does not know
// the remedy.
func explain(err error, s subject) error {
	var (
		ended      *session.EndedError
		delegate   *session.DelegateError
		noAccount  *client.NoAccountError
		poor       *client.PoorError
		funds      *session.FundsError
		underWay   *client.NotIncludedError
		noNode     *client.NoNodeError
		wrongPort  *client.WrongPortError
		refused    *client.RefusedError
		notNow     *session.NotNowError
		unfinished *session.UnfinishedError
		kind       *kindError
		root       *light.RootError
		unproven   *light.UnprovenError
	)
	if said := explainInMelee(err, s); said != nil {
		return said
	}
	if said := explainOffChain(err, s); said != nil {
		return said
	}
	switch {
	case err == nil:
		return nil
	case errors.As(err, &underWay):
		return say(err, "transaction %s was sent and is in no block yet, but may still get into one: see with %s before you "+
			"send anything else (%s)", underWay.Hash, s.look(), underWay.Err)
	case errors.As(err, &root):
		return say(err, "%s", root)
	case errors.As(err, &unproven):
		return say(err, "%s", unproven)
	case errors.As(err, &noNode):
		return say(err, "%s", noNode)
	case errors.As(err, &wrongPort):
		return say(err, "%s", wrongPort)
	case errors.As(err, &ended) && (s.command == "show" || s.command == "export"): // which send nothing anyway
		return say(err, "game %d is over: %s", ended.Result.GameId, s.voice().Result(ended.Result))
	case errors.As(err, &ended):
		return say(err, "game %d is over: %s; nothing was sent", ended.Result.GameId, s.voice().Result(ended.Result))
	case errors.As(err, &delegate):
		return unsent(err, "%s is the delegate of %s in game %d and no player of it: say for whom it acts "+
			"with --%s", delegate.Delegate, delegate.Player, delegate.GameID, flagFor)
	case errors.As(err, &noAccount):
		return unsent(err, "%s, or let another account pay with --fee-granter",
			text.NoCoins(cmp.Or(noAccount.Name, noAccount.Address), noAccount.ChainID))
	case errors.As(err, &poor):
		return unsent(err, "%s, or let another account pay with --fee-granter", text.TooPoor(poor.Name, poor.Balance))
	case errors.As(err, &funds):
		return unsent(err, "%s", text.TooFew(funds.Name, funds.Need, funds.Have))
	case errors.As(err, &unfinished):
		return unsent(err, "you have such a game already, %s: play it, or ask for one more with --%s",
			s.voice().Unfinished(unfinished.Game), flagAnother)
	case errors.Is(err, session.ErrNoWallet):
		return unsent(err, "this takes the board, whose secret is in the wallet of its player: its key must "+
			"be in this keyring")
	case errors.Is(err, session.ErrWrongBoard):
		return unsent(err, "the board that this key finds in game %d is not the one that it was entered "+
			"with: it was entered by another program, or the node shows a false game (ask another with --node)", s.game)
	case errors.Is(err, game.ErrTileTaken):
		return unsent(err, "you have shot at that tile before: choose another (%s)", s.look())
	case errors.Is(err, game.ErrLate):
		return explainLate(err, s)
	case errors.As(err, &refused):
		return explainRefusal(err, refused, s)
	case errors.Is(err, session.ErrNotInvited) && s.command == "decline":
		return unsent(err, "game %d is not offered to you alone: battleshipd cancel %d takes back a game of "+
			"your own", s.game, s.game)
	case errors.Is(err, session.ErrNotInvited):
		return unsent(err, "game %d is offered to somebody else alone, not to %s: battleshipd lobby lists "+
			"those that you can join", s.game, s.me)
	case errors.Is(err, session.ErrNotDelegate):
		return unsent(err, "this key may not act for that player in game %d: the player names its delegate "+
			"with battleshipd set-delegate", s.game)
	case errors.Is(err, session.ErrNotInGame) && s.game > 0:
		return unsent(err, "%s is not a player of game %d: name the key that is with --from, or look on with "+
			"battleshipd watch %d", s.me, s.game, s.game)
	case errors.As(err, &notNow):
		return unsent(err, "%s (%s shows it)", notNow.In(s.voice()), s.look())
	case errors.Is(err, game.ErrPhase), errors.Is(err, game.ErrTurn):
		return unsent(err, "%s", err)
	case errors.As(err, &kind):
		return say(err, "%s", kind)
	case isMissing(err) && s.game > 0:
		return explainMissing(err, s)
	default:
		return err
	}
}

// isMissing reports whether a node has said that there is no such game.
func isMissing(err error) bool { return status.Code(err) == codes.NotFound && !client.MayPass(err) }

// passing returns what keeps a transaction for a while.
func passing(err error) string {
	var said *explained
	switch {
	case session.MovedOn(err):
		return "the node is a block late, or " + text.MovedOn
	case err == nil:
		return ""
	case errors.As(explain(err, subject{}), &said):
		return said.problem
	}
	return err.Error()
}

// explainMissing words the error that there is no such game, or none that matches.
func explainMissing(err error, s subject) error {
	switch s.command {
	case "result", "melee-result", "rematch":
		return say(err, "game %d has not ended, was cancelled, or never was: %s shows it if it goes on", s.game, s.look())
	default:
		return say(err, "there is no game %d: it was cancelled or never existed; battleshipd games lists those in play",
			s.game)
	}
}

// explainLate words the error of a late act.
func explainLate(err error, s subject) error {
	switch s.command {
	case "join", "decline", "cancel", "join-game":
		return unsent(err, "game %d has waited too long for an opponent and is about to end", s.game)
	case "claim":
		return unsent(err, "the time to prove the board is over; %s shows what follows", s.look())
	default:
		return unsent(err, "your clock has run out; %s shows how the game continues",
			s.look())
	}
}

// effectOf describes the effect of a refused transaction, and whether it has cost its fee.
func effectOf(err error) string {
	var refused *client.RefusedError
	if errors.As(err, &refused) && refused.Height > 0 {
		return fmt.Sprintf("refused in block %d, the fee is paid", refused.Height)
	}
	return "nothing was sent"
}

// explainRefusal words a refusal of the chain.
func explainRefusal(err error, refused *client.RefusedError, s subject) error {
	problem := refused.Problem()
	switch {
	case session.MovedOn(err):
		problem = fmt.Sprintf("%s (%s shows it)", text.MovedOn, s.look())
	case problem == "":
		return err
	}
	return &explained{effect: effectOf(err), problem: problem, err: err}
}
