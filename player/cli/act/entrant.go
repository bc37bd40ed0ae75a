package act

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/cli/env"
	"github.com/battleship-chain/battleship/player/cli/look"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/text"
)

// ChooseFleet is what --fleet says, for a ruleset.
func ChooseFleet(cmd *cobra.Command, r *game.Ruleset) (game.Fleet, error) {
	text := env.ValueOf[string](cmd.Flags(), env.FlagFleet)
	if strings.EqualFold(text, env.RandomFleet) {
		intn, err := env.NewIntn()
		if err != nil {
			return nil, err
		}
		return game.RandomFleet(r, intn)
	}
	canonical := env.CanonicalFleet(text)
	f, err := r.ParseFleet(canonical)
	if err == nil {
		err = r.CheckFleet(f)
	}
	if err != nil {
		return nil, fmt.Errorf("--%s: %w", env.FlagFleet, env.AsTyped(text, canonical, err))
	}
	return f, nil
}

// fleetDrawing draws a fleet as its player sees it before the game.
func fleetDrawing(r *game.Ruleset, f game.Fleet) string {
	empty := game.State{Ruleset: r}
	lines := append(look.DrawPanel(empty, look.Panel{Title: "your fleet", Fleet: f}), "", r.FleetString(f))
	return strings.Join(lines, "\n")
}

// Entrant is a user who enters a game with a fleet.
type Entrant struct {
	*env.Env
	session.Player
	// ruleset and fleet are the last choice.
	ruleset *game.Ruleset
	fleet   game.Fleet
	// drawn reports whether the user has seen the fleet.
	drawn bool
}

// NewEntrant returns the user as a player who enters a game. The cost is shown before it is sent, with --yes too;
// without, the fleet is drawn and the user is asked.
func NewEntrant(e *env.Env) (*Entrant, error) {
	p, err := e.UnaskedPlayer()
	if err != nil {
		return nil, err
	}
	ask, err := e.Asker()
	if err != nil {
		return nil, err
	}
	e.NoteInterrupts()
	n := &Entrant{Env: e, Player: p}
	n.Confirm = func(i text.Intent) error {
		what := e.Voice().Question(i)
		if ask == nil {
			e.Out.Note(text.AboutTo, what)
			return nil
		}
		n.drawn = true
		e.Out.Note("\n%s\n", fleetDrawing(n.ruleset, n.fleet))
		return ask(e.Question(what), n.isRandom())
	}
	return n, nil
}

// Choose chooses a fleet of a ruleset.
func (n *Entrant) Choose(r *game.Ruleset) (f game.Fleet, err error) {
	n.ruleset = r
	n.fleet, err = ChooseFleet(n.Cmd, r)
	return n.fleet, err
}

// isRandom reports whether the fleet is drawn for the user, so that another can be.
func (n *Entrant) isRandom() bool {
	return strings.EqualFold(env.ValueOf[string](n.Cmd.Flags(), env.FlagFleet), env.RandomFleet)
}

// Enter enters a game, with another fleet as often as the user wants one.
func (n *Entrant) Enter(by func() (session.Done, error)) (session.Done, error) {
	for {
		done, err := by()
		if errors.Is(err, env.ErrRedraw) {
			continue
		}
		if err == nil && !n.drawn {
			n.Out.Note("Your fleet: %s", n.ruleset.FleetString(n.fleet))
		}
		if err == nil && done.Act == text.ActCreate {
			if code := n.Env.Chain.InviteTo(done.GameID); code != "" {
				n.Out.Note(text.InviteWith, code)
			}
		}
		return done, err
	}
}
