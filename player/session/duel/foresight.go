package duel

import (
	"bytes"
	"context"
	"sync"
	"time"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	rules "github.com/battleship-chain/battleship/game/channel"
	"github.com/battleship-chain/battleship/game/play"
	"github.com/battleship-chain/battleship/player/channel"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// noteOpening is the first byte of a note with an opening. Those of phrases are phrase numbers.
const noteOpening = 0x4f

// foresight is an opponent's opening that has arrived before the update that it is a part of.
type foresight struct {
	mu   sync.Mutex
	note []byte

	// judged is the note that was judged last, in which position; after are the state and the events that it leads to. The
	// events are nil if it leads nowhere.
	judged   []byte
	position string
	after    game.State
	events   []game.Event

	// shown is the position in which the player has sent an opening, at is the time of that.
	shown string
	at    time.Time
}

// showAgainAfter is how often an opening is shown again: a note is lost if its reader is not connected.
const showAgainAfter = 2 * time.Second

// isShown reports whether the player has just shown its opening in a position.
func (f *foresight) isShown(position string) bool {
	return f.shown == position && time.Since(f.at) < showAgainAfter
}

// take keeps a note. It reports whether the note has an opening.
func (f *foresight) take(note []byte) bool {
	if len(note) == 0 || note[0] != noteOpening {
		return false
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.note = note
	return true
}

// latest returns the latest note. It is nil if there was none.
func (f *foresight) latest() []byte {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.note
}

// showOpening sends the opponent of an off-chain game the opening that the player owes: the update with it waits for
// the player's next shot. The opponent learns nothing that the player does not owe, and neither is bound by it.
func (s *Session) showOpening(ctx context.Context, v View, seat game.Seat) error {
	ch := s.channel
	if ch.line == nil || !v.owesOpening() {
		return nil
	}
	m := intended{seat: seat, msg: &types.MsgShootAndReveal{}}
	if _, err := s.reveal(ctx, v, &m); err != nil {
		return err
	}
	ch.foresight.shown, ch.foresight.at = v.PositionKey(), time.Now()
	return ch.line.SendNote(ch.peer, openingNote(m.msg.Move()))
}

// openingNote returns the note of the opening of a move: an update that has nothing else.
func openingNote(m play.Move) []byte {
	opening := rules.Proof{Move: &rules.Move{Move: play.Move{Opening: m.Opening, Sunk: m.Sunk}}}
	return append([]byte{noteOpening}, channel.MarshalUpdate(opening)...)
}

// owesOpening reports whether a player owes an opening that is sent with a shot.
func (v View) owesOpening() bool {
	owes := v.State.Owes == game.OwesAnswer || v.State.Owes == game.OwesTossReveal
	return v.OffChain && v.frozen && owes
}

// Foreseen returns the game as its player sees it, and the events that are in no update yet. Off-chain an answer goes
// with the shot that follows it, so the game is shown as it will be after the answer: the player's own, or one that its
// opponent has shown.
func (s *Session) Foreseen(v View, seat game.Seat) (game.State, []game.Event) {
	switch {
	case !v.owesOpening():
		return v.State, nil
	case v.State.Actor != seat:
		return s.shown(v)
	case s.Own == nil:
		return v.State, nil
	}
	if v.State.Owes == game.OwesTossReveal {
		m := intended{seat: seat, msg: &types.MsgShootAndReveal{}}
		if next, err := s.reveal(context.Background(), v, &m); err == nil {
			return next, nil
		}
		return v.State, nil
	}
	answer, err := v.State.TrueAnswer(s.Own.Fleet)
	if err != nil {
		return v.State, nil
	}
	next, events, err := game.Step(v.State, answer, v.next())
	if err != nil {
		return v.State, nil
	}
	return next, events
}

// shown returns the game after the opening that the opponent has shown, if it is a true one.
func (s *Session) shown(v View) (game.State, []game.Event) {
	f, position := &s.channel.foresight, v.PositionKey()
	note := f.latest()
	if note == nil {
		return v.State, nil
	}
	if position != f.position || !bytes.Equal(note, f.judged) {
		f.position, f.judged = position, note
		f.after, f.events = s.judge(v, note)
	}
	if f.events == nil {
		return v.State, nil
	}
	return f.after, f.events
}

// judge returns the state that the note of an opening leads to, and its events. They are nil if it leads nowhere.
func (s *Session) judge(v View, note []byte) (game.State, []game.Event) {
	update, err := channel.ParseUpdate(note[1:])
	if err != nil || update.Move == nil || !bytes.Equal(note, openingNote(update.Move.Move)) {
		return v.State, nil
	}
	by, err := s.opponent(v)
	if err != nil {
		return v.State, nil
	}
	next, events, err := v.Game.Play(v.State).Move(by, update.Move.Move, v.next(), nil)
	if err != nil {
		return v.State, nil
	}
	return next, events
}

// opponent returns the player that owes a move, with its committed board.
func (s *Session) opponent(v View) (play.Player, error) {
	p := v.Game.Participants[v.State.Actor]
	address, err := sdk.AccAddressFromBech32(p.Address)
	if err != nil {
		return play.Player{}, err
	}
	board, err := p.Board.Bind(s.Player.Chain.ChainID(), address, v.State.Ruleset)
	return play.Player{Seat: v.State.Actor, Board: board}, err
}
