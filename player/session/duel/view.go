package duel

import (
	"bytes"
	"context"
	"fmt"
	"strconv"
	"strings"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// View is a game as it stood at one height.
type View struct {
	Game types.Game
	// State is the game's current state: the chain's, or off-chain the newest state that the player knows.
	State game.State
	// ChainState is the chain's state of the game. OffChain reports whether the game is played off-chain.
	ChainState channel.ChainState
	OffChain   bool
	// frozen reports whether State is newer than the chain's, so that its clock is stopped.
	frozen bool
	// Recoveries are the sealed fleets by seat.
	Recoveries [][]byte
	// Height is the last committed block. Whatever is sent now can be in the next one at the earliest.
	Height int64
}

// Look reads the game. The error is an *EndedError if it is over.
func (s *Session) Look(ctx context.Context) (View, error) { return s.line().look(ctx) }

// lookToAct looks at the game, and takes part in it off-chain if it is played there.
func (s *Session) lookToAct(ctx context.Context) (View, game.Seat, error) {
	v, err := s.Look(ctx)
	if err != nil {
		return v, 0, err
	}
	seat, err := s.seat(v)
	if err != nil {
		return v, 0, err
	}
	embarked, err := s.openSession(ctx, v, seat)
	if err != nil || !embarked {
		return v, seat, err
	}
	v, err = s.Look(ctx)
	return v, seat, err
}

// next is the height that the rules are asked about: the first block that a transaction sent now can be in. Off-chain
// each move happens at one height.
func (v View) next() int64 {
	if v.frozen {
		return v.Game.JoinedHeight + 1
	}
	return v.Height + 1
}

// deadline is the last height of the obligation on-chain, or of the game off-chain: the channel timeout.
func (v View) deadline() int64 {
	if v.OffChain || v.frozen {
		return v.ChainState.State.Deadline
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
	return 0, fmt.Errorf("%w: expected %s, got %s", text.ErrNotInGame, strings.Join(players, " or "), address)
}

// turn identifies the current or next turn of a seat to shoot: by the number of its shots so far.
func (v View) turn(seat game.Seat) string {
	shots := v.State.Sides[seat.Other()].Answered.Len()
	if v.State.HasPending && v.State.Actor != seat {
		shots++
	}
	return strconv.Itoa(shots)
}

// seat is the player's seat in a game. It makes sure that the key may act there.
func (s *Session) seat(v View) (game.Seat, error) {
	seat, err := v.SeatOf(s.Address())
	if err != nil {
		for _, participant := range v.Game.Participants {
			if s.Player.Principal.IsZero() && participant.Delegate == s.Sender() {
				return 0, &session.DelegateError{GameID: s.ID, Player: participant.Address, Delegate: participant.Delegate}
			}
		}
		return 0, session.InGame(s.ID, err)
	}
	return seat, s.CheckDelegate(v.Game.Participants[seat].Delegate)
}

// player names a seat's player by its address.
func (v View) player(seat game.Seat) string {
	if int(seat) < len(v.Game.Participants) {
		return v.Game.Participants[seat].Address
	}
	return seat.String()
}

// invited is the only player who may join. It is empty if any player may, and once the game was joined.
func (v View) invited() string {
	if v.Game.Offer == nil {
		return ""
	}
	return v.Game.Offer.Opponent
}

// fits returns a *NotNowError for an act for which it is too early or too late, with what an address can do instead.
// The rules refuse the same, in terms of their own.
func (v View) fits(act text.Act, address sdk.AccAddress) error {
	phase := v.State.Phase
	open, playing := phase == game.PhaseOpen, phase == game.PhaseToss || phase == game.PhasePlay
	switch act {
	case text.ActCancel, text.ActDecline, text.ActJoin:
		if open {
			return nil
		}
		why := text.HasBegun
		if _, err := v.SeatOf(address); err == nil && playing {
			why += text.ConcedeGivesUp
		}
		return v.notNow(game.ErrPhase, why)
	case text.ActConcede, text.ActChallenge:
		switch {
		case act == text.ActChallenge && v.State.Ruleset.Proven, playing:
			return nil
		case open:
			return v.notNow(game.ErrPhase, text.CancelInstead)
		default:
			return v.notNow(game.ErrPhase, "play has ended")
		}
	default:
		return nil
	}
}

// notNow returns an error about an act that the game does not allow now.
func (v View) notNow(kind error, why string) error {
	return &session.NotNowError{GameID: v.Game.Id, Kind: kind, Why: why, Next: v.Next()}
}

// Next returns the next action of the game: by the chain's state, or off-chain by the newest state that the player
// knows.
func (v View) Next() *types.QueryNextActionResponse {
	chainState := channel.ChainState{State: v.State, OffChain: v.OffChain && !v.frozen}
	next := types.NextAction(v.Game, chainState, types.Params{}, v.Height)
	next.OffChain, next.Deadline = v.OffChain, v.deadline()
	next.BlocksLeft = max(next.Deadline-v.Height, 0)
	return next
}

// end returns why play has ended, or that it has not begun.
func (v View) end(seat game.Seat) string {
	first, ok := v.State.Claimant()
	switch {
	case v.State.Phase == game.PhaseOpen:
		return text.NotJoined
	case !ok:
		return "play has ended"
	default:
		reader := text.Voice{You: v.player(seat)}
		return "play has ended, " + reader.EndOfPlay(v.State.Reason, v.player(first), v.player(first.Other()))
	}
}
