package channel_test

import (
	"errors"
	"testing"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel"
	"github.com/battleship-chain/battleship/game/channel/channeltest"
	"github.com/battleship-chain/battleship/game/play"
)

// TestEveryEarlierState plays a whole game at sea and stops it after each move, with the last letter read and unread.
// There either player cheats: it brings ashore every earlier state that it can prove, alone, with another shot in place
// of the one it has made, or giving up; and then does on chain what it can before anybody answers. The other player is
// honest and posts its newest state. The game must then stand as it would have without the cheat, or one move of the
// cheat further; it must not have ended before, and the cheat must not be able to end it.
func TestEveryEarlierState(t *testing.T) {
	for _, r := range game.Rulesets() {
		t.Run(r.Name, func(t *testing.T) {
			t.Parallel()
			g := channeltest.New(r, channeltest.Options{First: game.Joiner})
			turns := g.Play(channeltest.InOrder)
			count := 0
			for known := range len(turns) + 1 {
				for _, cheat := range []game.Seat{game.Creator, game.Joiner} {
					d := dispute{t: t, g: g, turns: turns[:known], cheat: cheat, all: turns}
					d.run()
					count += d.count
				}
			}
			t.Logf("%d moves, %d disputes", len(turns), count)
		})
	}
}

// dispute is a game at sea that one player cheats in, after some turns.
type dispute struct {
	t     *testing.T
	g     *channeltest.Game
	turns []channeltest.Turn
	cheat game.Seat
	all   []channeltest.Turn
	count int
}

// honest is the player who does not cheat.
func (d *dispute) honest() *game.Seat {
	by := d.cheat.Other()
	return &by
}

// newest returns the newest state that the honest player can prove, and how. It has read the last letter.
func (d *dispute) newest() (game.State, channel.Proof) {
	if len(d.turns) == 0 {
		return d.g.Initial(), channel.Proof{}
	}
	last := d.turns[len(d.turns)-1]
	return last.State, last.Letter
}

// run brings each state ashore that the cheat can prove. It can prove any state that a letter was sent of, and what it
// makes alone of a state that the honest player has signed, of which the first one is none that needs it.
func (d *dispute) run() {
	d.ashore(channel.Proof{})
	for _, turn := range d.turns {
		d.ashore(turn.Letter)
		if turn.Base.Actor == d.cheat {
			d.alone(turn.Base)
		}
	}
	if len(d.turns) < len(d.all) && d.all[len(d.turns)].Base.Actor == d.cheat {
		// The honest player waits for a letter that was not sent, or was not read.
		d.alone(d.all[len(d.turns)].Base)
	}
}

// alone brings ashore what the cheat can make alone of a state: other shots, or its surrender.
func (d *dispute) alone(base game.State) {
	for _, tile := range []game.Tile{0, game.Tile(base.Ruleset.Tiles() - 1)} {
		d.ashore(d.g.Letter(base, d.g.Move(base, d.free(base, tile))))
	}
	gives := d.g.Concession(base)
	if next, _, err := d.g.Channel.Move(base, base.Actor, gives, nil); err != nil || next.Reason != game.ReasonConceded {
		return // This answer ends play.
	}
	letter := d.g.Letter(base, gives)
	d.count++
	x := d.sea()
	if _, _, err := d.g.Post(x, &d.cheat, letter, now, nil); !errors.Is(err, channel.ErrUnheard) {
		d.t.Fatalf("expected ErrUnheard for a surrender that nobody has agreed to, got %v", err)
	}
	if len(d.turns) > 0 {
		x = ashore(d.turns[0].Base)
		if _, _, err := d.g.Post(x, &d.cheat, letter, now, nil); !errors.Is(err, channel.ErrUnheard) {
			d.t.Fatalf("expected ErrUnheard for a surrender ashore, got %v", err)
		}
	}
}

// free returns a tile, or the first one after it that can be shot at.
func (d *dispute) free(s game.State, tile game.Tile) game.Tile {
	target := s.Sides[s.Actor.Other()].Answered
	for target.Has(tile) {
		tile = (tile + 1) % game.Tile(s.Ruleset.Tiles())
	}
	return tile
}

// sea returns the game as it is at sea.
func (d *dispute) sea() channel.Stand {
	d.t.Helper()
	return atSea(d.t, d.g)
}

// ashore brings a state ashore and then answers it, once as it is and once after the cheat has moved on chain.
func (d *dispute) ashore(p channel.Proof) {
	d.t.Helper()
	d.count++
	x, _, err := d.g.Post(d.sea(), &d.cheat, p, now, nil)
	if err != nil {
		d.t.Fatal(err)
	}
	d.answer(x)
	if moved, ok := d.moves(x); ok {
		d.answer(moved)
	}
}

// moves returns the game after the cheat has opened and shot on chain, if it owes either.
func (d *dispute) moves(x channel.Stand) (channel.Stand, bool) {
	d.t.Helper()
	if x.State.Actor != d.cheat || x.State.Phase == game.PhaseClaim || x.State.Phase == game.PhaseOver {
		return x, false
	}
	g := d.g.Params.Game
	g.State = x.State
	m := d.g.Opening(x.State)
	player := play.Player{Seat: d.cheat, Board: d.g.Params.Seats[d.cheat].Board}
	shot := m
	shot.Target = x.State.Ruleset.TileName(d.free(x.State, game.Tile(x.State.Ruleset.Tiles()-1)))
	after, _, err := g.Move(player, shot, now, nil)
	if err != nil {
		if after, _, err = g.Move(player, m, now, nil); err != nil {
			d.t.Fatal(err)
		}
	}
	return x.Moved(d.cheat, after), true
}

// answer has the honest player post its newest state, and asks whether the game then stands as it should.
func (d *dispute) answer(x channel.Stand) {
	d.t.Helper()
	want, proof := d.newest()
	if err := x.CheckGiveUp(d.cheat); !errors.Is(err, channel.ErrUnheard) {
		d.t.Fatalf("expected ErrUnheard for the cheat, got %v", err)
	}
	after, _, err := d.g.Post(x, d.honest(), proof, now, nil)
	switch {
	case err == nil:
		sameState(d.t, want.Restart(now), after.State)
	case x.State.Progress() < want.Progress():
		d.t.Fatalf("expected %d to outrank %d, got %v", want.Progress(), x.State.Progress(), err)
	case x.State.Progress() == want.Progress():
		// The same state, or one that differs in nothing but a shot that nobody has answered yet.
		for seat, side := range x.State.Sides {
			if side.Answered != want.Sides[seat].Answered || side.Hits != want.Sides[seat].Hits {
				d.t.Fatalf("expected the same answers, got\n%s\nfor\n%s", x.State, want)
			}
		}
	case !d.follows(want, x.State):
		d.t.Fatalf("expected nothing newer than\n%s\ngot\n%s", want, x.State)
	}
	if after.State.Phase == game.PhaseClaim && after.State.Actor == d.cheat && want.Phase != game.PhaseClaim {
		d.t.Fatal("expected the cheat not to have won")
	}
}

// follows reports whether a state is what the cheat's own next move on chain makes of the honest player's newest state:
// then it has done no more than what it owes.
func (d *dispute) follows(newest, s game.State) bool {
	return newest.Actor == d.cheat && s.Progress() <= newest.Progress()+3 &&
		s.Sides[d.cheat.Other()].Answered == newest.Sides[d.cheat.Other()].Answered
}
