package session

import (
	"context"
	"fmt"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/game/play"
	"github.com/battleship-chain/battleship/player/prover"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// ownBoard is what only the player knows of its board, recovered and checked.
type ownBoard struct {
	binding commitment.Binding
	fleet   game.Fleet
	secret  []byte
	// scheme is the player's commitment scheme, committed the public commitment.
	scheme    scheme
	committed types.BoardCommitment
	// delegate is the private key of the delegate that the player may name for this game, bot that of the bot which its
	// own program may let play against it, channel that of the key that signs the game's states off-chain.
	delegate, bot, channel []byte
}

// recover recovers the player's own board from the chain's records and checks that it is the committed one: an answer
// from any other would be refused while the clock runs.
func (s *Session) recover(v View, seat game.Seat) (*ownBoard, error) {
	if s.own != nil {
		return s.own, nil
	}
	if int(seat) >= len(v.Recoveries) {
		return nil, fmt.Errorf("game %d: expected a recovery field of the %s, got none", s.gameID, seat)
	}
	return s.unseal(v.State.Ruleset, v.Game.Participants[seat].Board, v.Recoveries[seat])
}

// player is the player as one whose messages are judged.
func (b *ownBoard) player(seat game.Seat) (play.Player, error) {
	board, err := b.committed.Bind(b.binding.ChainID, b.binding.Player, b.binding.Ruleset)
	return play.Player{Seat: seat, Board: board}, err
}

// openToss opens the toss leaf.
func (b *ownBoard) openToss() (*types.Opening, error) {
	opening, err := commitment.OpenToss(b.binding, b.secret)
	if err != nil {
		return nil, fmt.Errorf("open the toss: %w", err)
	}
	return types.NewOpening(opening), nil
}

// answer puts the truth about the pending tile into a message, with its opening, and the ship sunk by the shot. It
// returns the proof, if there is one.
func (b *ownBoard) answer(
	ctx context.Context, s game.State, msg *types.MsgShootAndReveal,
) (proof *prover.Proof, err error) {
	// With invented hits, an answer would reveal a whole ship.
	if err := s.Ruleset.CheckSide(s.Sides[s.Actor], b.fleet); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFalseGame, err)
	}
	answer, err := s.TrueAnswer(b.fleet)
	if err != nil {
		return nil, fmt.Errorf("answer from your fleet: %w", err)
	}
	if msg.Opening, proof, err = b.scheme.open(ctx, s, answer); err != nil {
		return nil, fmt.Errorf("open %s: %w", s.Ruleset.TileName(s.Pending), err)
	}
	if answer.Sunk != nil {
		msg.Sunk = types.NewShip(s.Ruleset, *answer.Sunk)
	}
	return proof, nil
}

// Fleet recovers the player's own fleet in a game as the chain showed it, and returns it with the player's seat. The
// error is ErrNotInGame if it has none, and ErrNoWallet if only its address is known.
func (s *Session) Fleet(v View) (game.Fleet, game.Seat, error) {
	seat, err := v.SeatOf(s.address())
	if err != nil {
		return nil, 0, InGame(s.gameID, err)
	}
	own, err := s.recover(v, seat)
	if err != nil {
		return nil, seat, err
	}
	return own.fleet, seat, nil
}

// FleetOf recovers the player's own fleet from its entry, such as after the end of a game, when the chain no longer has
// its board. The error is ErrNoWallet if only the player's address is known.
func (k *Base) FleetOf(r *game.Ruleset, entry types.Entry) (game.Fleet, error) {
	if k.own == nil {
		if _, err := k.unseal(r, entry.Board, entry.Recovery); err != nil {
			return nil, err
		}
	}
	return k.own.fleet, nil
}

// IsOwnBot reports whether that is the address of the bot that the player's own program lets play against it in this
// game. The player's board must have been recovered.
func (s *Session) IsOwnBot(address string) bool {
	return s.own != nil && s.own.botAddress().String() == address
}
