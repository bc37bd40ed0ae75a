package session_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/session"
	meleesession "github.com/battleship-chain/battleship/player/session/melee"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// The last block that takes an aim is the one at its deadline.
func TestAnAimIsOwedUntilItsDeadline(t *testing.T) {
	s := newMelee(t)
	for last, want := range map[int64]melee.Stage{-1: melee.StageAim, 0: 0} {
		s.height = s.melee.Deadline + last
		m := s.openMelee(0)
		v, err := m.Look(t.Context())
		require.NoError(t, err)
		owed, err := m.Owes(v)
		require.NoError(t, err)
		require.Equal(t, want, owed, "last block at the deadline %+d", last)
	}
}

// Of the targets of a round one alone is signed, and none that the player has a ship on without its word.
func TestOneAimIsSignedInARound(t *testing.T) {
	s := newMelee(t)
	m := s.openMelee(0)
	_, err := m.Aim(t.Context(), "A1", false)
	require.ErrorIs(t, err, text.ErrOwnShip)
	require.Empty(t, s.sent)
	_, err = m.Aim(t.Context(), "F2", false)
	require.ErrorIs(t, err, errSent)
	var aimed *meleesession.AimedError
	_, err = s.openMelee(0).Aim(t.Context(), "F4", false)
	require.ErrorAs(t, err, &aimed)
	require.Equal(t, "F2", aimed.Signed)
	require.Len(t, s.sent, 1)
	_, err = s.openMelee(0).Aim(t.Context(), "F2", false)
	require.ErrorIs(t, err, errSent, "the same again")
}

// An aim that is refused in its own round is not late.
func TestAnAimThatIsRefusedInItsRoundIsNotLate(t *testing.T) {
	s := newMelee(t)
	s.refusal = &client.RefusedError{
		Hash: "AB", Height: s.height + 1, Codespace: types.ErrTurn.Codespace(), Code: types.ErrTurn.ABCICode(),
	}
	_, err := s.openMelee(0).Aim(t.Context(), "F2", false)
	require.ErrorIs(t, err, s.refusal)
	require.True(t, session.MovedOn(err))
	require.NotErrorAs(t, err, new(*meleesession.LateAimError))
}

// A report opens a tile for each bomb of the volley, on the player's own board.
func TestAReportOpensTheVolley(t *testing.T) {
	s := newMelee(t)
	s.volley("F2", "A1")
	_, err := s.openMelee(1).Report(t.Context())
	require.ErrorIs(t, err, errSent)
	msg := mustHaveSent[*types.MsgReport](s)
	require.Len(t, msg.Openings, 2)
	require.Equal(t, types.CONTENT_WATER, msg.Openings[0].Content, "A1")
	require.Equal(t, types.CONTENT_SHIP, msg.Openings[1].Content, "F2")
}

// A node that shows hits which the player's board does not have gets no report.
func TestAFalseHitIsNotReported(t *testing.T) {
	s := newMelee(t)
	s.volley("F2", "A1")
	both := game.SetOf(s.tile("A1"), s.tile("F2"))
	s.fight(melee.Report{By: 0, Hits: game.SetOf(s.tile("A1"))}, melee.Report{By: 1, Hits: both})
	s.volley("F3", "J10")
	_, err := s.openMelee(1).Report(t.Context())
	require.ErrorIs(t, err, session.ErrFalseGame)
	require.Empty(t, s.sent)
	_, err = s.openMelee(0).Report(t.Context())
	require.ErrorIs(t, err, errSent, "the other board has the hits that are shown")
}

// A round has one volley: a node that shows another one after a report of the first gets no second report.
func TestOneVolleyIsReportedInARound(t *testing.T) {
	s := newMelee(t)
	s.fight(melee.Aim{By: 0}, melee.Aim{By: 1})
	before, height := *s.melee, s.height
	fire := func(alice, bob string) error {
		state := before
		s.melee, s.height = &state, height
		s.fight(melee.Fire{By: 0, Tile: s.tile(alice)}, melee.Fire{By: 1, Tile: s.tile(bob)})
		_, err := s.openMelee(1).Report(t.Context())
		return err
	}
	require.ErrorIs(t, fire("F2", "A1"), errSent)
	var reported *meleesession.ReportedError
	require.ErrorAs(t, fire("F3", "A1"), &reported)
	require.Len(t, s.sent, 1)
	require.ErrorIs(t, fire("F2", "A1"), errSent, "the same again")
}

// A claim shows the secret of the board, so one that the audit would refuse is not sent.
func TestAClaimInAMeleeThatTheAuditRefusesShowsNoSecret(t *testing.T) {
	for honest, want := range map[bool]error{true: errSent, false: game.ErrAudit} {
		s := newMelee(t)
		s.volley("F2", "A1")
		var alice game.Set
		if honest {
			alice = game.SetOf(s.tile("A1"))
		}
		s.fight(melee.Report{By: 0, Hits: alice}, melee.Report{By: 1, Hits: game.SetOf(s.tile("F2"))}, melee.Concede{By: 1})
		require.Equal(t, melee.StageClaim, s.melee.Stage)
		_, err := s.openMelee(0).Claim(t.Context())
		require.ErrorIs(t, err, want)
		require.Equal(t, honest, len(s.sent) == 1)
	}
}

// A player who leaves the table and comes back has another board: the session forgets the one before.
func TestAReturningPlayerHasItsNewBoard(t *testing.T) {
	s := newMelee(t)
	m := s.openMelee(1)
	for nonce, fleet := range []string{bobBrawls, "E2h,E4h,E6h,E8h"} {
		s.sit(1, melee.Ruleset(), "bob", 7+uint64(nonce), fleet)
		v, err := m.Look(t.Context())
		require.NoError(t, err)
		ships, seat, err := m.Fleet(v)
		require.NoError(t, err)
		require.Equal(t, melee.Seat(1), seat)
		require.Equal(t, fleet, melee.Ruleset().FleetString(ships))
	}
}
