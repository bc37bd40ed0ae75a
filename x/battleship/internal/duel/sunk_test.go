package duel_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/internal/kit"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

func TestAttackAnnouncementsOfSunkShips(t *testing.T) {
	t.Parallel()
	// The joiner's destroyer lies on A9 and B9, its carrier on A1 to E1.
	destroyer := &types.Ship{Class: "destroyer", Placement: "A9h"}
	for name, c := range map[string]struct {
		// shots were answered before; target is the shot whose answer announces the ship.
		shots  []string
		target string
		sunk   *types.Ship
		want   error
	}{
		"with the shot that sank it": {[]string{"A9"}, "B9", destroyer, nil},
		"too early":                  {nil, "A9", destroyer, types.ErrSunk},
		"with a miss":                {nil, "C9", destroyer, types.ErrSunk},
		"too late":                   {[]string{"A9", "B9!"}, "A1", destroyer, types.ErrSunk},
		"twice":                      {[]string{"A9", "B9"}, "A1", destroyer, types.ErrSunk},
		"of another class": {
			[]string{"A9"}, "B9", &types.Ship{Class: "cruiser", Placement: "A9h"}, types.ErrSunk,
		},
		"of no class": {
			[]string{"A9"}, "B9", &types.Ship{Class: "raft", Placement: "A9h"}, types.ErrSunk,
		},
		"of another direction": {
			[]string{"A9"}, "B9", &types.Ship{Class: "destroyer", Placement: "A9v"}, types.ErrSunk,
		},
		"of no direction": {
			[]string{"A9"}, "B9", &types.Ship{Class: "destroyer", Placement: "A9"}, types.ErrSunk,
		},
		"off the board": {
			[]string{"A9"}, "B9", &types.Ship{Class: "destroyer", Placement: "J9h"}, types.ErrSunk,
		},
		"empty":                            {[]string{"A9"}, "B9", &types.Ship{}, types.ErrSunk},
		"not at all, which the audit sees": {[]string{"A9"}, "B9", nil, nil},
	} {
		t.Run(name, func(t *testing.T) {
			f := kit.New(t)
			d := f.Play(game.Classic())
			answer := func(target string, sunk *types.Ship) error {
				d.Deliver(d.Shoot(game.Creator, target))
				msg := d.Reveal(game.Joiner, "")
				msg.Sunk = sunk
				return d.Try(msg)
			}
			for i, shot := range c.shots {
				// A mark behind a tile: its answer does not announce what it sank.
				if name := shot[:2]; len(shot) > 2 {
					require.NoError(t, answer(name, nil))
				} else {
					d.Fire(game.Creator, name)
				}
				d.Fire(game.Joiner, game.Classic().TileName(game.Tile(i)))
			}
			require.ErrorIs(t, answer(c.target, c.sunk), c.want)
		})
	}
	t.Run("in a ruleset that announces nothing", func(t *testing.T) {
		f := kit.New(t)
		d := f.Play(game.Xaya())
		d.Fire(game.Creator, "A7")
		f.Deliver(d.Shoot(game.Creator, "B7"))
		msg := d.Reveal(game.Joiner, "")
		require.Nil(t, msg.Sunk)
		msg.Sunk = &types.Ship{Class: "destroyer", Placement: "A7h"}
		f.Refuse(types.ErrSunk, msg)
	})
	t.Run("without an opening", func(t *testing.T) {
		f := kit.New(t)
		d := f.Play(game.Classic())
		msg := d.Shoot(game.Creator, "A1")
		msg.Sunk = destroyer
		f.Refuse(types.ErrInvalidMove, msg)
	})
}
