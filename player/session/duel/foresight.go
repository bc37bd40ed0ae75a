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

// showAgainAfter is how often an opening is shown again: a note is lost if its reader is not connected.
const showAgainAfter = 2 * time.Second

// foresight is the opening of the coin toss that has arrived before the update that it is a part of.
type foresight struct {
	mu   sync.Mutex
	note []byte

	// judged is the note that was judged last, next the state that it leads to, or nil if it leads nowhere.
	judged []byte
	next   *game.State

	// sent is the note that the player has shown at a time.
	sent []byte
	at   time.Time
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

// showToss shows the opponent of an off-chain game the opening of the toss, which waits for the player's first shot:
// the join has fixed it. An answer is never shown ahead of its update, because the opponent could still bring the state
// before its shot on-chain, with another shot.
func (s *Session) showToss(ctx context.Context, v View, seat game.Seat) error {
	ch := s.channel
	f := &ch.foresight
	if ch.line == nil || !v.OffChain || v.State.Owes != game.OwesTossReveal || time.Since(f.at) < showAgainAfter {
		return nil
	}
	if f.sent == nil {
		m := intended{seat: seat, msg: &types.MsgShootAndReveal{}}
		if _, err := s.reveal(ctx, v, &m); err != nil {
			return err
		}
		f.sent = openingNote(m.msg.Move())
	}
	f.at = time.Now()
	return ch.line.SendNote(ch.peer, f.sent)
}

// openingNote returns the note of the opening of a move: an update that has nothing else.
func openingNote(m play.Move) []byte {
	opening := rules.Proof{Move: &rules.Move{Move: play.Move{Opening: m.Opening}}}
	return append([]byte{noteOpening}, channel.MarshalUpdate(opening)...)
}

// Foreseen returns the game as its player sees it. Off-chain an opening goes with the shot that follows it, so the game
// is shown as it will be after the player's own opening, or after the toss that its opponent has shown.
func (s *Session) Foreseen(v View, seat game.Seat) game.State {
	owesOpening := v.State.Owes == game.OwesAnswer || v.State.Owes == game.OwesTossReveal
	switch {
	case !v.OffChain || !v.frozen || !owesOpening:
		return v.State
	case v.State.Actor != seat:
		return s.shownToss(v)
	case s.Own == nil:
		return v.State
	}
	if v.State.Owes == game.OwesTossReveal {
		m := intended{seat: seat, msg: &types.MsgShootAndReveal{}}
		if next, err := s.reveal(context.Background(), v, &m); err == nil {
			return next
		}
		return v.State
	}
	answer, err := v.State.TrueAnswer(s.Own.Fleet)
	if err != nil {
		return v.State
	}
	next, _, err := game.Step(v.State, answer, v.next())
	if err != nil {
		return v.State
	}
	return next
}

// shownToss returns the game after the toss that the opponent has shown, if it is the true one.
func (s *Session) shownToss(v View) game.State {
	f := &s.channel.foresight
	note := f.latest()
	if note == nil || v.State.Owes != game.OwesTossReveal {
		return v.State
	}
	if !bytes.Equal(note, f.judged) {
		f.judged, f.next = note, nil
		if next, err := s.judgeToss(v, note); err == nil {
			f.next = &next
		}
	}
	if f.next == nil {
		return v.State
	}
	return *f.next
}

// judgeToss returns the state that the note of a toss leads to.
func (s *Session) judgeToss(v View, note []byte) (game.State, error) {
	update, err := channel.ParseUpdate(note[1:])
	if err != nil {
		return v.State, err
	}
	if update.Move == nil || !bytes.Equal(note, openingNote(update.Move.Move)) {
		return v.State, channel.ErrUpdate
	}
	p := v.Game.Participants[v.State.Actor]
	address, err := sdk.AccAddressFromBech32(p.Address)
	if err != nil {
		return v.State, err
	}
	board, err := p.Board.Bind(s.Player.Chain.ChainID(), address, v.State.Ruleset)
	if err != nil {
		return v.State, err
	}
	by := play.Player{Seat: v.State.Actor, Board: board}
	next, _, err := v.Game.Play(v.State).Move(by, update.Move.Move, v.next(), nil)
	return next, err
}
