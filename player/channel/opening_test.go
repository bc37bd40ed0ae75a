package channel_test

import (
	"errors"
	"testing"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel"
	"github.com/battleship-chain/battleship/game/channel/channeltest"
	"github.com/battleship-chain/battleship/game/play"
	at "github.com/battleship-chain/battleship/player/channel"
)

// ahead sends the opening of the player whose turn it is ahead of its shot, restarts that player, and returns both and
// the update.
func ahead(t *testing.T, r *game.Ruleset) (mover, other *player, opening channel.Proof) {
	t.Helper()
	both := players(t, channeltest.New(r, channeltest.Options{}))
	playOn(t, both, 4)
	for {
		if both[0].State().Owes == game.OwesShot {
			playOn(t, both, 1)
		}
		mover = both[both[0].State().Actor]
		other = both[mover.me.Other()]
		m := channel.Move{Move: mover.game.Opening(mover.State())}
		opening, _, err := mover.Move(m)
		if err != nil {
			t.Fatal(err)
		}
		if news, events, err := other.Receive(opening); !news || err != nil || len(events) != 1 {
			t.Fatalf("expected an answer, got %t, %v, %v", news, events, err)
		}
		if mover.State().Actor == mover.me {
			mover.start(t)
			return mover, other, opening
		}
	}
}

// A shot, or giving up, follows an opening alone in the state that the opponent has signed.
func TestAttackAMoveFollowsItsOpening(t *testing.T) {
	for _, r := range rulesets {
		for name, complete := range map[string]func(*player) channel.Move{
			"a shot":    func(p *player) channel.Move { return p.game.Move(p.State(), p.aim(p.State())) },
			"giving up": func(p *player) channel.Move { return p.game.Concession(p.State()) },
		} {
			t.Run(r.Name+"/"+name, func(t *testing.T) {
				mover, other, opening := ahead(t, r)
				if !mover.Own() || other.Own() || mover.State().Progress() != other.State().Progress() {
					t.Fatalf("expected one state of the mover's, got %s and %s", mover.State(), other.State())
				}
				if _, _, err := other.Move(channel.Move{Move: play.Move{Target: "A1"}}); !errors.Is(err, game.ErrTurn) {
					t.Fatalf("expected %v, got %v", game.ErrTurn, err)
				}
				m := complete(mover)
				if m.Opening != nil {
					t.Fatalf("expected a move without an opening, got %+v", m)
				}
				update, events, err := mover.Move(m)
				if err != nil || len(events) == 0 || string(update.State) != string(opening.State) {
					t.Fatalf("expected a move in the same state, got %v, %v", events, err)
				}
				if _, shown := events[0].(game.ShotAnswered); shown {
					t.Fatalf("expected the answer once, got %v", events)
				}
				news, seen, err := other.Receive(update)
				if !news || err != nil || len(seen) != len(events) || seen[0] != events[0] {
					t.Fatalf("expected %v, got %t, %v, %v", events, news, seen, err)
				}
				if err := same([2]*player{mover, other}); err != nil {
					t.Fatal(err)
				}
				if _, err := mover.game.Judge(mover.Proof(), nil, nil); err != nil {
					t.Fatalf("expected a proof for a watchtower, got %v", err)
				}
				late, _, err := other.Receive(opening)
				if late || err != nil {
					t.Fatalf("expected an opening that is late, got %t, %v", late, err)
				}
				mover.start(t)
				if again, ok := mover.Resend(); !ok || string(at.MarshalUpdate(again)) != string(at.MarshalUpdate(update)) {
					t.Fatalf("expected %v, got %v", update, again)
				}
			})
		}
	}
}

// The first choice of a turn is final after an opening alone as well, on-chain too.
func TestAnOpeningIsSubmittedWithTheShot(t *testing.T) {
	mover, _, opening := ahead(t, game.Classic())
	m := mover.game.Move(mover.State(), mover.aim(mover.State()))
	proof, _, err := mover.SubmitMove(m)
	if err != nil || string(proof.State) != string(opening.State) ||
		proof.Move.Opening == nil || proof.Move.Target != m.Target {
		t.Fatalf("expected the opening and the shot in one proof, got %+v, %v", proof.Move, err)
	}
	if _, err := mover.game.Judge(proof, &mover.me, nil); err != nil {
		t.Fatal(err)
	}
	m.Target = "J10"
	if _, _, err := mover.SubmitMove(m); !errors.Is(err, at.ErrSigned) {
		t.Fatalf("expected %v, got %v", at.ErrSigned, err)
	}
}

// A shot that comes with another announcement than the answer ahead of it is no news.
func TestAttackAnAnswerIsNotChangedByTheShot(t *testing.T) {
	mover, other, opening := ahead(t, game.Classic())
	base, err := mover.game.Decode(opening.State)
	if err != nil {
		t.Fatal(err)
	}
	lie := mover.game.Move(base, mover.aim(base))
	for _, ship := range []string{"A1h", "A2h", "A3h", "A4h", "A5h", "A6h", "A7h", "A8h", "A9h", "A10h"} {
		lie.Sunk = &play.Ship{Class: "destroyer", Placement: ship}
		if _, err := mover.game.Said(base, lie); err == nil {
			break
		}
	}
	next, err := mover.game.Said(base, lie)
	if err != nil {
		t.Fatalf("no ship can be announced: %v", err)
	}
	p := opening
	p.Move, p.Signatures[mover.me] = &lie, mover.game.Sign(mover.me, next)
	if news, _, err := other.Receive(p); news || !errors.Is(err, play.ErrMove) {
		t.Fatalf("expected %v, got %t, %v", play.ErrMove, news, err)
	}

	// Nor is a shot that takes the announcement back.
	again := players(t, mover.game)
	for string(must(mover.game.Encode(again[0].State()))) != string(opening.State) {
		playOn(t, again, 1)
	}
	announced, silent := lie, lie
	announced.Target, silent.Sunk = "", nil
	for _, step := range []struct {
		move channel.Move
		want error
	}{{announced, nil}, {silent, play.ErrMove}} {
		p.Move, p.Signatures[mover.me] = &step.move, mover.game.Sign(mover.me, must(mover.game.Said(base, step.move)))
		if news, _, err := again[other.me].Receive(p); news != (step.want == nil) || !errors.Is(err, step.want) {
			t.Fatalf("expected %v, got %t, %v", step.want, news, err)
		}
	}
}
