package cli

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	sdkerrors "github.com/cosmos/cosmos-sdk/types/errors"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/light"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// saidError is an error in the words of the command line. What it was is underneath.
type saidError struct {
	text string
	err  error
}

func (e *saidError) Error() string { return e.text }
func (e *saidError) Unwrap() error { return e.err }

// say puts an error into other words.
func say(err error, format string, args ...any) error {
	return &saidError{text: fmt.Sprintf(format, args...), err: err}
}

// subject is what a command was about.
type subject struct {
	// command is its name, me the address of the player for whom it acts.
	command, me string
	// game is the id that it names; 0 if it names none.
	game uint64
}

// look names the command that shows how things are now.
func (s subject) look() string {
	if s.game == 0 {
		return "battleshipd games"
	}
	return fmt.Sprintf("battleshipd board %d", s.game)
}

// explain puts an error into one sentence that says what has happened and what to do, where the package that it comes
// from does not know what to do.
func explain(err error, s subject) error {
	var (
		ended     *session.EndedError
		delegate  *session.DelegateError
		noAccount *client.NoAccountError
		poor      *client.PoorError
		funds     *session.FundsError
		underWay  *client.NotIncludedError
		noNode    *client.NoNodeError
		wrongPort *client.WrongPortError
		refused   *client.RefusedError
		kind      *kindError
		root      *light.RootError
		unproven  *light.UnprovenError
	)
	if said := explainInMelee(err, s); said != nil {
		return said
	}
	if said := explainAtSea(err, s); said != nil {
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
		return say(err, "game %d is over: %s", ended.Result.GameId, outcome(ended.Result, s.me))
	case errors.As(err, &ended):
		return say(err, "game %d is over: %s; nothing was sent", ended.Result.GameId, outcome(ended.Result, s.me))
	case errors.As(err, &delegate):
		return say(err, "nothing was sent: %s is the delegate of %s in game %d and no player of it: say for whom it acts "+
			"with --%s", delegate.Delegate, delegate.Player, delegate.GameID, flagFor)
	case errors.As(err, &noAccount):
		return say(err, "nothing was sent: %s (%s) has no account on %s yet: give it coins for fees, on a devnet with "+
			"battleshipd devnet fund %s, or let another account pay with --fee-granter",
			noAccount.Name, noAccount.Address, noAccount.ChainID, cmp.Or(noAccount.Name, noAccount.Address))
	case errors.As(err, &poor):
		return say(err, "nothing was sent: %s has only %s, which does not pay the fee: give it more, on a devnet with "+
			"battleshipd devnet fund %s, or let another account pay with --fee-granter",
			poor.Name, session.Coin(poor.Balance), poor.Name)
	case errors.As(err, &funds):
		more := "give it more"
		if funds.Need.Denom == client.GasDenom {
			more += ", on a devnet with battleshipd devnet fund " + funds.Name
		}
		return say(err, "nothing was sent: entering this game takes %s, and %s has %s: %s",
			session.Coin(funds.Need), funds.Name, session.Coin(funds.Have), more)
	case errors.Is(err, session.ErrNoWallet):
		return say(err, "nothing was sent: this takes the board, whose secret is in the wallet of its player: its key must "+
			"be in this keyring")
	case errors.Is(err, session.ErrWrongBoard):
		return say(err, "nothing was sent: the board that this key finds in game %d is not the one that it was entered "+
			"with: it was entered by another program, or the node shows a false game (ask another with --node)", s.game)
	case errors.Is(err, game.ErrTileTaken):
		return say(err, "nothing was sent: you have shot at that tile before: choose another (%s)", s.look())
	case errors.Is(err, game.ErrLate):
		return explainLate(err, s)
	case errors.As(err, &refused):
		return explainRefusal(err, refused, s)
	case errors.Is(err, session.ErrNotInvited) && s.command == "decline":
		return say(err, "nothing was sent: game %d is not offered to you alone: battleshipd cancel %d takes back a game of "+
			"your own", s.game, s.game)
	case errors.Is(err, session.ErrNotInvited):
		return say(err, "nothing was sent: game %d is offered to somebody else alone, not to %s: battleshipd lobby lists "+
			"those that you can join", s.game, s.me)
	case errors.Is(err, session.ErrNotDelegate):
		return say(err, "nothing was sent: this key may not act for that player in game %d: the player names its delegate "+
			"with battleshipd set-delegate", s.game)
	case errors.Is(err, session.ErrNotInGame) && s.game > 0:
		return say(err, "nothing was sent: %s is not a player of game %d: name the key that is with --from, or look on with "+
			"battleshipd watch %d", s.me, s.game, s.game)
	case errors.Is(err, game.ErrPhase), errors.Is(err, game.ErrTurn):
		text := withoutKind(err)
		if strings.HasPrefix(text, fmt.Sprintf("melee %d: ", s.game)) {
			text = inMelee(text, s.me)
		}
		return say(err, "nothing was sent: %s (%s shows it)", toYou(text, s.me), s.look())
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

// withoutKind is the text of what the rules refuse, without their name for the refusal.
func withoutKind(err error) string {
	text := err.Error()
	for _, kind := range []string{
		game.ErrPhase.Error() + ": ", game.ErrTurn.Error() + " by you: ", game.ErrTurn.Error() + ": ",
	} {
		text = strings.Replace(text, kind, "", 1)
	}
	return text
}

// passing says what keeps a transaction for a while.
func passing(err error) string {
	var refused *client.RefusedError
	switch {
	case session.MovedOn(err):
		return "the node shows the game a block late, or it has moved on meanwhile"
	case errors.As(err, &refused) && refused.OfKind(sdkerrors.ErrWrongSequence):
		return "another program sends with your key at the same moment"
	case err == nil:
		return ""
	}
	return strings.TrimPrefix(explain(err, subject{}).Error(), "nothing was sent: ")
}

// explainMissing says that there is no such game, or none for what was asked.
func explainMissing(err error, s subject) error {
	switch s.command {
	case "result", "melee-result", "rematch":
		return say(err, "game %d has not ended, was cancelled, or never was: %s shows it if it goes on", s.game, s.look())
	default:
		return say(err, "there is no game %d: it was cancelled, or never was; battleshipd games lists those that go on",
			s.game)
	}
}

// explainLate says what has come too late.
func explainLate(err error, s subject) error {
	switch s.command {
	case "join", "decline", "cancel", "join-game":
		return say(err, "nothing was sent: game %d has waited too long for an opponent and is about to end", s.game)
	case "claim":
		return say(err, "nothing was sent: the time to prove the board is over; %s shows what follows", s.look())
	default:
		return say(err, "nothing was sent: your clock has run out, and your opponent can claim the win; %s shows it",
			s.look())
	}
}

// nothingDone says that a transaction which was refused has done nothing, and whether it has cost its fee.
func nothingDone(err error) string {
	var refused *client.RefusedError
	if errors.As(err, &refused) && refused.Height > 0 {
		return fmt.Sprintf("nothing was done in block %d, but the fee is paid", refused.Height)
	}
	return "nothing was sent"
}

// explainRefusal says what a refusal of the chain means.
func explainRefusal(err error, refused *client.RefusedError, s subject) error {
	nothing := nothingDone(err)
	switch {
	case session.MovedOn(err):
		return say(err, "%s: the game has moved on meanwhile, by your opponent or by another program with your key: %s "+
			"shows it", nothing, s.look())
	case refused.OfKind(types.ErrNonce):
		return say(err, "%s: another program with your key has entered a game at the same moment: do it again", nothing)
	case refused.OfKind(sdkerrors.ErrWrongSequence):
		return say(err, "%s: another program sends with your key all the time: let one of them play, or try again", nothing)
	case refused.OfKind(sdkerrors.ErrInsufficientFee):
		return say(err, "%s: the node asks for a higher fee: leave out --fees and --gas-prices to pay what it asks", nothing)
	case refused.OfKind(sdkerrors.ErrOutOfGas), strings.HasPrefix(refused.Log, "gas limit: "):
		return say(err, "%s: the gas limit is too low: leave out --gas to have it found", nothing)
	case refused.OfKind(sdkerrors.ErrInsufficientFunds):
		return say(err, "%s: the account has too few coins", nothing)
	default:
		return err
	}
}
