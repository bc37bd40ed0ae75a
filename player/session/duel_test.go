package session_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/session/duel"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// An answer opens the board of the player's own seat, found again under the nonce that it was committed with.
func TestAnAnswerOpensTheOwnBoard(t *testing.T) {
	s := newDuel(t)
	s.shoot(game.Creator, "F2")
	_, err := s.open(game.Joiner).Answer(t.Context())
	require.ErrorIs(t, err, errSent)
	msg := mustHaveSent[*types.MsgShootAndReveal](s)
	require.Equal(t, types.CONTENT_SHIP, msg.Opening.Content)
	bob := s.seats[game.Joiner]
	require.NoError(t, commitment.VerifyOpening(bob.binding, bob.committed.MerkleRows(), s.tile("F2"), commitment.Opening{
		Content: commitment.Ship, Salt: msg.Opening.Salt, Path: msg.Opening.Path,
	}))
	fleet, seat, err := s.open(game.Joiner).Fleet(s.look(game.Joiner))
	require.NoError(t, err)
	require.Equal(t, game.Joiner, seat)
	require.Equal(t, bobFleet, game.Classic().FleetString(fleet))
}

// A node that shows the commitment to another board gets no opening of the player's.
func TestABoardThatWasNotCommittedToIsNotOpened(t *testing.T) {
	s := newDuel(t)
	s.shoot(game.Creator, "F2")
	s.lie = func(boards []types.BoardCommitment) {
		boards[game.Joiner] = boards[game.Creator]
		boards[game.Joiner].Nonce = s.seats[game.Joiner].nonce
	}
	_, err := s.open(game.Joiner).Answer(t.Context())
	require.ErrorIs(t, err, text.ErrWrongBoard)
	require.Empty(t, s.sent)
}

// A node that shows a hit where the player has water gets no answer: the answer to the last tile of a ship tells the
// whole ship.
func TestAFalseHitIsNotAnswered(t *testing.T) {
	s := newDuel(t)
	s.shoot(game.Creator, "A1")
	s.play(game.Answer{By: game.Joiner, Hit: true})
	s.shoot(game.Joiner, "J10")
	s.play(game.Answer{By: game.Creator})
	s.shoot(game.Creator, "F2")
	_, err := s.open(game.Joiner).Answer(t.Context())
	require.ErrorIs(t, err, session.ErrFalseGame)
	require.Empty(t, s.sent)
}

// The last block that takes an answer is the one at its deadline. After the block before it the answer is sent, after
// the deadline's own it is not.
func TestAnAnswerIsSentUntilItsDeadline(t *testing.T) {
	for last, want := range map[int64]error{-1: errSent, 0: game.ErrLate} {
		s := newDuel(t)
		s.shoot(game.Creator, "F2")
		s.height = s.duel.Deadline + last
		_, err := s.open(game.Joiner).Answer(t.Context())
		require.ErrorIs(t, err, want, "last block at the deadline %+d", last)
		require.Equal(t, want == errSent, len(s.sent) == 1) //nolint:errorlint // which of the two is expected
	}
}

// An answer that was signed without a shot is sent again like that: the shot follows in the next move.
func TestAnAnswerThatWasSignedAloneIsSentAgain(t *testing.T) {
	s := newDuel(t)
	s.shoot(game.Creator, "F2")
	_, err := s.open(game.Joiner).Answer(t.Context())
	require.ErrorIs(t, err, errSent)
	_, err = s.open(game.Joiner).Shoot(t.Context(), "A1")
	require.ErrorIs(t, err, errSent)
	require.Len(t, s.sent, 2)
	require.Equal(t, s.sent[0], s.sent[1])
}

// A claim shows the secret of the board, so one that the audit would refuse is not sent: here the node shows a miss on
// a tile of the claimant's ships.
func TestAClaimThatTheAuditRefusesShowsNoSecret(t *testing.T) {
	for honest, want := range map[bool]error{true: errSent, false: game.ErrAudit} {
		s := newDuel(t)
		s.shoot(game.Creator, "J10")
		s.play(game.Answer{By: game.Joiner})
		s.shoot(game.Joiner, "A1")
		s.play(game.Answer{By: game.Creator, Hit: honest}, game.Concede{By: game.Joiner})
		_, err := s.open(game.Creator).Claim(t.Context())
		require.ErrorIs(t, err, want)
		require.Equal(t, honest, len(s.sent) == 1)
		if honest {
			require.Equal(t, s.seats[game.Creator].board.Secret, mustHaveSent[*types.MsgClaimWin](s).BoardSecret)
		}
	}
}

// A key acts for a player who has named it in this game, and for no other.
func TestADelegateActsWhereItIsNamed(t *testing.T) {
	for named, want := range map[bool]error{true: errSent, false: text.ErrNotDelegate} {
		s := newDuel(t)
		delegate := s.seats[game.Joiner].Player
		bob := delegate.Chain.Key()
		delegate.Principal = bob
		delegate.Chain = delegate.Chain.By(s, "delegate", []byte("the delegate's 20 by"))
		s.seats[game.Joiner].delegate = s.address(int(game.Creator))
		if named {
			s.seats[game.Joiner].delegate = delegate.Chain.Key().Address.String()
		}
		s.shoot(game.Creator, "F2")
		_, err := duel.Open(delegate, gameID).Answer(t.Context())
		require.ErrorIs(t, err, want)
		require.Equal(t, named, len(s.sent) == 1)
	}
}

// look is the duel as a seat's session sees it.
func (s *table) look(seat game.Seat) duel.View {
	s.Helper()
	v, err := s.open(seat).Look(s.Context())
	require.NoError(s, err)
	return v
}
