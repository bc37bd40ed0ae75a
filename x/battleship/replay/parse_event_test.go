package replay_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/replay"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// What the keeper writes as a typed event, a client reads as the same event of the rules.
func TestTypedEventsParseToTheEventsOfTheRules(t *testing.T) {
	r := game.Classic()
	players := []string{"ship1alice", "ship1bob"}
	tile := func(name string) game.Tile {
		at, err := r.ParseTile(name)
		require.NoError(t, err)
		return at
	}
	fleet, err := r.ParseFleet("A1h,A3h,A5h,A7h,A9h")
	require.NoError(t, err)
	sunk := fleet[0]
	for _, event := range []game.Event{
		game.TossOpened{First: game.Joiner},
		game.ShotFired{By: game.Joiner, Tile: tile("B7")},
		game.ShotAnswered{By: game.Creator, Tile: tile("B7")},
		game.ShotAnswered{By: game.Joiner, Tile: tile("A1"), Hit: true, Sunk: &sunk},
		game.Conceded{By: game.Joiner},
		game.Challenged{By: game.Joiner},
		game.DeadlinePassed{By: game.Joiner, Obligation: game.OwesAnswer},
		game.ClaimOpened{Claimant: game.Joiner, Reason: game.ReasonTimeout, Second: true, Deadline: 77},
		game.ClaimProven{By: game.Joiner, Fleet: fleet},
		game.Withdrawn{Deadline: 78},
		game.Cancelled{Cause: game.CancelExpired},
	} {
		typed := types.NewEvent(7, r, func(s game.Seat) string { return players[s] }, event)
		require.Equal(t, event, replay.ParseEvent(r, players, typed), "%T", event)
	}
	for _, event := range []game.Event{game.Joined{}, game.Over{}, nil} {
		require.Nil(t, types.NewEvent(7, r, func(s game.Seat) string { return players[s] }, event), "%T", event)
	}
}
