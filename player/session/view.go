package session

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// View is a game as it stood at one height.
type View struct {
	Game types.Game
	// State is the game as it stands: on chain, or if it is played at sea by the newest state that the player knows.
	State game.State
	// Stand is what the chain has of it. AtSea tells that it is played at sea.
	Stand channel.Stand
	AtSea bool
	// frozen tells that State is not the chain's: it is newer, and its time stands still.
	frozen bool
	// Recoveries are the sealed fleets by seat.
	Recoveries [][]byte
	// Height is the last committed block. Whatever is sent now can be in the next one at the earliest.
	Height int64
}

// Look reads the game. The error is an *EndedError if it is over.
func (s *Session) Look(ctx context.Context) (View, error) { return s.line().look(ctx) }

// lookToAct looks at the game, and takes part in it at sea if it is played there.
func (s *Session) lookToAct(ctx context.Context) (View, game.Seat, error) {
	v, err := s.Look(ctx)
	if err != nil {
		return v, 0, err
	}
	seat, err := s.seat(v)
	if err != nil {
		return v, 0, err
	}
	embarked, err := s.embark(ctx, v, seat)
	if err != nil || !embarked {
		return v, seat, err
	}
	v, err = s.Look(ctx)
	return v, seat, err
}

// next is the height that the rules are asked about: the first block that a transaction sent now can be in. At sea each
// move happens at one height.
func (v View) next() int64 {
	if v.frozen {
		return v.Game.JoinedHeight + 1
	}
	return v.Height + 1
}

// deadline is the last height at which the chain takes what is owed; at sea the last of the lease.
func (v View) deadline() int64 {
	if v.frozen {
		return v.Stand.State.Deadline
	}
	return v.State.Deadline
}

// SeatOf returns the seat of an address; the error is ErrNotInGame if it has none.
func (v View) SeatOf(address sdk.AccAddress) (game.Seat, error) {
	var players []string
	for i, participant := range v.Game.Participants {
		player, err := sdk.AccAddressFromBech32(participant.Address)
		if err != nil {
			return 0, fmt.Errorf("seat %d of game %d: %w", i, v.Game.Id, err)
		}
		if bytes.Equal(player, address) {
			return game.Seat(i), nil
		}
		players = append(players, participant.Address)
	}
	return 0, fmt.Errorf("%w: expected %s, got %s", ErrNotInGame, strings.Join(players, " or "), address)
}

// seat is the player's seat in a game. It makes sure that the key may act there.
func (s *Session) seat(v View) (game.Seat, error) {
	seat, err := v.SeatOf(s.address())
	if err != nil {
		for _, participant := range v.Game.Participants {
			if s.player.Principal.IsZero() && participant.Delegate == s.sender() {
				return 0, &DelegateError{GameID: s.gameID, Player: participant.Address, Delegate: participant.Delegate}
			}
		}
		return 0, InGame(s.gameID, err)
	}
	return seat, s.checkDelegate(v.Game.Participants[seat].Delegate)
}

// player names a seat's player by its address.
func (v View) player(seat game.Seat) string {
	if int(seat) < len(v.Game.Participants) {
		return v.Game.Participants[seat].Address
	}
	return seat.String()
}

// invited is the only player who may join; empty for anybody, and once the game was joined.
func (v View) invited() string {
	if v.Game.Offer == nil {
		return ""
	}
	return v.Game.Offer.Opponent
}

// fits refuses an act for which it is too early or too late, and says what an address can do instead. The rules refuse
// the same, in terms of their own.
func (v View) fits(act Act, address sdk.AccAddress) error {
	phase := v.State.Phase
	var why string
	open, playing := phase == game.PhaseOpen, phase == game.PhaseToss || phase == game.PhasePlay
	switch act {
	case ActCancel, ActDecline, ActJoin:
		if open {
			return nil
		}
		done := "joined"
		if act == ActCancel {
			done = "cancelled"
		} else if act == ActDecline {
			done = "declined"
		}
		why = "it goes on already, and only an open game can be " + done
		if _, err := v.SeatOf(address); err == nil && playing {
			why += "; concede gives it up"
		}
	case ActConcede, ActChallenge:
		switch {
		case act == ActChallenge && v.State.Ruleset.Proven:
			return nil // the rules say it
		case playing:
			return nil
		case open:
			why = "nobody has joined it yet; cancel takes it back"
		default:
			why = "play has ended; " + v.owed()
		}
	default:
		return nil
	}
	return fmt.Errorf("%w: %s", game.ErrPhase, why)
}

// played says in words why play has ended, to the player of a seat.
func (v View) played(seat game.Seat) string {
	first, ok := v.State.Claimant()
	switch {
	case v.State.Phase == game.PhaseOpen:
		return "nobody has joined it yet"
	case !ok:
		return fmt.Sprintf("expected toss or play, got %s", v.State.Phase)
	case v.State.Reason == game.ReasonTimeout && first != seat:
		return "play has ended, for your clock has run out"
	case v.State.Reason == game.ReasonTimeout:
		return "play has ended, for your opponent's clock has run out"
	default:
		return fmt.Sprintf("play has ended (%s)", v.State.Reason)
	}
}

// Owed says in words what a player owes, as the chain's summaries do: "owes the " goes before it.
func Owed(o game.Obligation) string {
	if o == game.OwesTossReveal {
		return "opening of its toss"
	}
	return o.String()
}

// owed says in words who owes what.
func (v View) owed() string {
	s := v.State
	switch {
	case v.AtSea && !v.frozen:
		return fmt.Sprintf("the game is played at sea, until block %d at the latest", s.Deadline)
	case v.AtSea && s.Owes == game.OwesAnswer:
		return fmt.Sprintf("%s owes the answer to %s, at sea", v.player(s.Actor), s.Ruleset.TileName(s.Pending))
	case v.AtSea && s.Owes == game.OwesNothing:
		return "the game is over at sea, and is closed on chain"
	case v.AtSea:
		return fmt.Sprintf("%s owes the %s, at sea", v.player(s.Actor), Owed(s.Owes))
	}
	switch s.Owes {
	case game.OwesAnswer:
		return fmt.Sprintf("%s owes the answer to %s by block %d",
			v.player(s.Actor), s.Ruleset.TileName(s.Pending), v.deadline())
	case game.OwesNothing:
		return fmt.Sprintf("the game waits for an opponent until block %d", s.Deadline)
	default:
		return fmt.Sprintf("%s owes the %s by block %d", v.player(s.Actor), Owed(s.Owes), v.deadline())
	}
}
