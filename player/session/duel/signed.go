package duel

import (
	"fmt"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/text"
)

// positionKey identifies an obligation of a game: equal keys mean the same obligation, and none recurs. Its form is
// stored in files, so it never changes.
func positionKey(s game.State) string {
	var answered [2]game.Set
	for seat := range min(len(s.Sides), len(answered)) {
		answered[seat] = s.Sides[seat].Answered
	}
	return fmt.Sprintf("%d/%d/%d/%x/%x", s.Owes, s.Actor, s.Pending, answered[0], answered[1])
}

// signedMove is a move that was signed in a position: a node may have it, so no other is signed there.
type signedMove struct {
	// shot is its target. It is nil if it does not shoot.
	shot *game.Tile
	// name is how it is written down: the target, or NoShot.
	name string
}

func newSignedMove(r *game.Ruleset, shot *game.Tile) signedMove {
	if shot == nil {
		return signedMove{name: session.NoShot}
	}
	return signedMove{shot: shot, name: r.TileName(*shot)}
}

// SignedError means that a shot was not sent, since another one was signed for the same turn: a node may have that, and
// the first one in a block counts.
type SignedError struct {
	GameID uint64
	// Signed is the name of the tile that was shot at, Wanted of the one that was asked for.
	Signed, Wanted string
}

// Error implements error.
func (e *SignedError) Error() string {
	return fmt.Sprintf(text.NoShot, e.GameID, e.Wanted, e.Signed, e.Signed)
}

// PositionKey identifies the obligation of the game: equal keys mean the same obligation, and none recurs.
func (v View) PositionKey() string { return positionKey(v.State) }

// Position returns the position of the game when it was queried. Nothing is late off-chain: after the channel timeout
// the game moves on-chain, and a message sent before counts there for a turn at least.
func (v View) Position() session.Position {
	p := session.Position{Key: v.PositionKey(), Deadline: v.deadline(), Height: v.Height}
	if v.OffChain {
		p.Deadline += v.Game.TurnBlocks
	}
	return p
}
