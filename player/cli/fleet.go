package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/text"
)

// chooseFleet is what --fleet says, for a ruleset.
func chooseFleet(cmd *cobra.Command, r *game.Ruleset) (game.Fleet, error) {
	text := valueOf[string](cmd.Flags(), flagFleet)
	if strings.EqualFold(text, randomFleet) {
		intn, err := newIntn()
		if err != nil {
			return nil, err
		}
		return game.RandomFleet(r, intn)
	}
	canonical := canonicalFleet(text)
	f, err := r.ParseFleet(canonical)
	if err == nil {
		err = r.CheckFleet(f)
	}
	if err != nil {
		return nil, fmt.Errorf("--%s: %w", flagFleet, asTyped(text, canonical, err))
	}
	return f, nil
}

// fleetDrawing draws a fleet as its player sees it before the game.
func fleetDrawing(r *game.Ruleset, f game.Fleet) string {
	empty := game.State{Ruleset: r}
	lines := append(drawPanel(empty, panel{title: "your fleet", fleet: f}), "", r.FleetString(f))
	return strings.Join(lines, "\n")
}

// entrant is a user who enters a game with a fleet.
type entrant struct {
	*env
	session.Player
	// ruleset and fleet are the last choice.
	ruleset *game.Ruleset
	fleet   game.Fleet
	// drawn reports whether the user has seen the fleet.
	drawn bool
}

// newEntrant returns the user as a player who enters a game. The cost is shown before it is sent, with --yes too;
// without, the fleet is drawn and the user is asked.
func (e *env) newEntrant() (*entrant, error) {
	p, err := e.unaskedPlayer()
	if err != nil {
		return nil, err
	}
	ask, err := e.asker()
	if err != nil {
		return nil, err
	}
	n := &entrant{env: e, Player: p}
	n.Confirm = func(i text.Intent) error {
		what := e.voice().Question(i)
		if ask == nil {
			e.out.note(text.AboutTo, what)
			return nil
		}
		n.drawn = true
		e.out.note("\n%s\n", fleetDrawing(n.ruleset, n.fleet))
		return ask(e.question(what), n.isRandom())
	}
	return n, nil
}

// choose chooses a fleet of a ruleset.
func (n *entrant) choose(r *game.Ruleset) (f game.Fleet, err error) {
	n.ruleset = r
	n.fleet, err = chooseFleet(n.cmd, r)
	return n.fleet, err
}

// isRandom reports whether the fleet is drawn for the user, so that another can be.
func (n *entrant) isRandom() bool {
	return strings.EqualFold(valueOf[string](n.cmd.Flags(), flagFleet), randomFleet)
}

// enter enters a game, with another fleet as often as the user wants one.
func (n *entrant) enter(by func() (session.Done, error)) (session.Done, error) {
	for {
		done, err := by()
		if errors.Is(err, errRedraw) {
			continue
		}
		if err == nil && !n.drawn {
			n.out.note("Your fleet: %s", n.ruleset.FleetString(n.fleet))
		}
		return done, err
	}
}
