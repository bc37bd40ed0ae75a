package tui

import (
	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/player/text"
)

// Melee is one melee as the player sees it. Names, Fleets and Shares are as long as State.Players.
type Melee struct {
	ID uint64
	// Me is the player's seat; the first in a melee that is watched.
	Me melee.Seat
	// Watching reports whether the player has no seat, and cannot act.
	Watching bool
	// Names are the players' by seat: the name of a key, or a short address. That of a vacant seat is empty.
	Names []string
	// Invited are the names of those who may still take a seat, if only they may.
	Invited []string
	// State is the public state. It is kept when the melee has ended.
	State melee.State
	// Fleets are the visible fleets by seat: the player's own, and others once they were proven. A hidden one is nil.
	Fleets []game.Fleet
	// Answers are the seats' known reports: for a seat that is out of play the state alone lacks its misses.
	Answers melee.Answers
	// Target is the player's target of this round, if HasTarget; it is secret until it is fired at.
	Target    game.Tile
	HasTarget bool
	// Log are the events, in order.
	Log []MeleeEntry
	// LogNote describes gaps in the log. It is empty for none.
	LogNote string
	// Height is the last block, and BlockMillis how long one takes, in milliseconds.
	Height, BlockMillis int64
	// Stakes describes the terms, such as "stake 5 SHIP each". It is empty if there are none.
	Stakes string
	// Risks describe the costs of acts, for the questions before them.
	Risks Risks
	// Sending is the last transaction in this melee, automatic ones included.
	Sending text.Transaction
	// Notice is a notice about this melee. It is empty for none.
	Notice string
	// Shares are the seats' payments at the end, in words. They are empty if there are none, and before the end.
	Shares []string
	// Coins are the payments of an ended melee. It is nil while it runs, and without terms.
	Coins *Coins
}

// Version implements Shown.
func (m *Melee) Version() (id uint64, events int) { return m.ID, len(m.Log) }

// Melee returns the melee in focus. It is nil if there is none.
func (s Snapshot) Melee() *Melee {
	m, _ := s.Game.(*Melee)
	return m
}

// MeleeEntry is one thing that has happened in a melee.
type MeleeEntry struct {
	// Height is the block.
	Height int64
	Event  melee.Event
	// Player is the name of the player of an event of the lobby: its seat may be another's by now.
	Player string
}

// Aim commits to the target of a round.
type Aim struct{ Tile game.Tile }

// Confirm binds the player to a full table.
type Confirm struct{}

// Leave gives up the player's seat before the first round.
type Leave struct{}

func (Aim) act() text.Act { return text.ActAim }

func (Confirm) act() text.Act { return text.ActConfirmMelee }

func (Leave) act() text.Act { return text.ActLeaveMelee }
