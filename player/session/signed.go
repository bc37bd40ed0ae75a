package session

import (
	"fmt"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/vault"
)

// position names the moments of a game in which something is owed: the same text means the same moment, and none comes
// again. Its form stands in files, so it never changes.
func position(s game.State) string {
	var answered [2]game.Set
	for seat := range min(len(s.Sides), len(answered)) {
		answered[seat] = s.Sides[seat].Answered
	}
	return fmt.Sprintf("%d/%d/%d/%x/%x", s.Owes, s.Actor, s.Pending, answered[0], answered[1])
}

// signedMove is a move that was signed in a position: a node may have it, so no other is signed there.
type signedMove struct {
	// shot is its target; nil if it does not shoot.
	shot *game.Tile
	// name is how it is written down: the target, or noShot.
	name string
}

// noShot is the name of a move that does not shoot.
const noShot = "-"

func newSignedMove(r *game.Ruleset, shot *game.Tile) signedMove {
	if shot == nil {
		return signedMove{name: noShot}
	}
	return signedMove{shot: shot, name: r.TileName(*shot)}
}

// SignedError says that a shot was not sent, since another one was signed for the same turn: a node may have that, and
// whichever is first in a block counts.
type SignedError struct {
	GameID uint64
	// Signed is the name of the tile that was shot at, Wanted of the one that was asked for.
	Signed, Wanted string
}

// Error implements error.
func (e *SignedError) Error() string {
	return fmt.Sprintf("game %d: no shot at %s: a shot at %s was signed for this turn before and may still get into a "+
		"block, so it is that one or none: shoot at %s again", e.GameID, e.Wanted, e.Signed, e.Signed)
}

// moves are those that were signed in this game on this machine.
func (s *Session) moves() *vault.Moves {
	if s.signed == nil && s.player.Vault != nil {
		s.signed = s.player.Vault.Moves(vault.Game{
			ChainID: s.player.Chain.ChainID(), Player: s.address().String(), ID: s.gameID,
		})
	}
	if s.signed == nil {
		s.signed = vault.NewMoves()
	}
	return s.signed
}

// sign writes down that a move is about to be sent, and remembers that this session has sent it.
func (s *Session) sign(st game.State, move signedMove) error {
	at := position(st)
	if err := s.moves().Sign(at, move.name); err != nil {
		return err
	}
	s.sentIn = at
	return nil
}

// onItsWay reports whether the move that is owed may be in the next block because an earlier program has signed it:
// then a second transaction would cost its fee for nothing. One block is waited for, if the deadline leaves time for
// that.
func (s *Session) onItsWay(v View) (bool, error) {
	at := position(v.State)
	if s.sentIn == at {
		return false, nil
	}
	if s.seenIn != at {
		s.seenIn, s.seenAt = at, v.Height
	}
	if v.Height > s.seenAt || game.Late(v.deadline(), v.Height+2) {
		return false, nil
	}
	_, signed, err := s.moves().In(at)
	return signed, err
}

// Position names the moment of the game: the same text means the same moment, and none comes again.
func (v View) Position() string { return position(v.State) }
