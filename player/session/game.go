package session

import (
	"context"
	"errors"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Game is one game of one player, of any kind: what Run, bots, waiting commands and screens drive. It is not safe for
// use by several goroutines at once.
type Game interface {
	// Shared is the part that the sessions of all kinds of game have.
	Shared() *Base
	// Status reads the game. The error is an ErrEnded if it is over.
	Status(ctx context.Context) (Status, error)
	// Advance reads the game, and meets the player's obligation if a program can do so by itself. It uses the aim, if
	// there is one, when it is or then becomes the player's turn for which the tile was chosen. It returns the game before
	// the act, and whether it acted.
	Advance(ctx context.Context, aim *Aim) (s Status, done Done, acted bool, err error)
	// Do does an act of the player that needs no more than the game. The error is ErrNoAct for an act that games of this
	// kind do not have.
	Do(ctx context.Context, act text.Act) (Done, error)
	// SetDelegate names the account that acts for the player in this game, or none.
	SetDelegate(ctx context.Context, delegate string) (Done, error)
	// Sleep pauses for one poll, or until there is news; it returns early with the cause when ctx ends.
	Sleep(ctx context.Context) error
	// Close releases the game, so that another program can resume it.
	Close() error
}

// Aim is a tile that a player has chosen for one turn.
type Aim struct {
	Tile game.Tile
	// Turn is the Status.Turn for which the tile was chosen. In any other one, nothing is fired at it.
	Turn string
}

// Status is what a game of any kind looks like to its player at one height.
type Status struct {
	Position
	// Turn identifies the player's current turn to choose a tile, or the next one: no two turns of a game are equal. It is
	// empty for a player without a seat.
	Turn string
	// Created is the block in which the game was opened.
	Created int64
	// Seated reports whether the player has a seat, Delegate is the address that the game names to act for it.
	Seated   bool
	Delegate string
	// Concerned reports whether there is something for the player to do or to know: it owes something, is out of play, or
	// play has ended.
	Concerned bool
	// Lasts is the number of blocks for which the game can continue without a word from the node: to the end of the
	// current obligation and of the next one.
	Lasts int64
	// Next is the game's next action.
	Next *types.QueryNextActionResponse
	// Trouble is what keeps an opponent's updates away, or data off the disk, if anything does. OtherProgram reports
	// whether another program has moved for the player.
	Trouble      error
	OtherProgram bool
}

var (
	// ErrEnded means that a game is over. An error that is one implements Ended.
	ErrEnded = errors.New("the game has ended")
	// ErrNoAct means that games of a kind have no such act.
	ErrNoAct = errors.New("this cannot be done in a game of this kind")
)

// Ended is the error that a game is over.
type Ended interface {
	error
	// How returns the kind and the id of the game, and its result in words.
	How(v text.Voice) (kind text.Kind, id uint64, result string)
}

// Run plays the rest of a game, to the proof of the board and the result, and returns the ErrEnded of its end. It waits
// for the other players. Run outlasts temporary failures, such as a node that is away or not ready, a refusal, or a
// block without its transaction: it retries until the deadline of the obligation, and then waits for the end of the
// game. The error is ErrGone if the chain has no such game: it was never joined, or cancelled.
func Run(ctx context.Context, g Game, observer Observer) error {
	b := g.Shared()
	e := endurance{observer: observer, pauses: &b.pauses, respondedUntil: time.Now().Add(patience)}
	for {
		s, done, acted, err := g.Advance(ctx, nil)
		if b.isBehind(ctx, s, err) {
			err = b.Player.Chain.CatchesUp()
		}
		if err == nil {
			if s.Seated {
				b.seatedAt = max(b.seatedAt, s.Height)
			}
			if s.OtherProgram {
				e.tellOtherProgram()
			}
			e.well(b.lasts(ctx, s.Lasts))
		}
		switch {
		case err == nil && acted:
			e.acted(done)
			continue // another player may have nothing to do in between
		case err == nil:
			e.tellLine(s.Trouble)
			e.waits(s.Position, s.Next)
		case errors.Is(err, ErrEnded):
			return err
		case ctx.Err() != nil:
			return context.Cause(ctx)
		default:
			if err := e.failed(b.ID, s.Position, err); err != nil {
				return err
			}
		}
		if err := e.pause(ctx, g.Sleep); err != nil {
			return err
		}
	}
}

// isBehind reports whether the node that gave an error has lost the blocks since the player took a seat, by a rollback
// or with a snapshot: it shows the game as before, or has no game.
func (k *Base) isBehind(ctx context.Context, s Status, err error) bool {
	switch {
	case k.seatedAt == 0:
		return false
	case errors.Is(err, text.ErrNotInGame):
		return s.Height < k.seatedAt
	case status.Code(err) == codes.NotFound:
		head, err := k.Player.Chain.Head(ctx)
		return err == nil && head.Height < k.seatedAt
	default:
		return false
	}
}

// lasts is the duration of a number of blocks, or 0 if it is not known.
func (k *Base) lasts(ctx context.Context, blocks int64) time.Duration {
	params, err := k.ChainParams(ctx)
	if err != nil {
		return 0
	}
	return params.Duration(blocks)
}

// Shared implements Game.
func (k *Base) Shared() *Base { return k }

// Paused reports whether the obligation of a position has failed in blocks, and waits.
func (k *Base) Paused(p Position) bool { return k.pauses.Wait(p) }
