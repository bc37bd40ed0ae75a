package channel_test

import (
	"errors"
	"flag"
	"testing"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel"
	"github.com/battleship-chain/battleship/game/channel/channeltest"
	"github.com/battleship-chain/battleship/game/play"
)

var stride = flag.Int("stride", 4, "dispute about every n-th of the states that a cheat brings, and about the last n")

// TestAttackEveryEarlierState plays a whole off-chain game and stops it after each move, with the last update read and
// unread. There either player cheats: it brings on-chain every earlier state that it can prove, alone, with another
// shot in place of the one it has made, or giving up; and then does on-chain what it can before anybody answers. The
// other player is honest and submits its newest state. The game must then stand as it would have without the cheat, or
// one move of the cheat further; it must not have ended before, and the cheat must not be able to end it.
func TestAttackEveryEarlierState(t *testing.T) {
	for _, r := range game.Rulesets() {
		t.Run(r.Name, func(t *testing.T) {
			t.Parallel()
			g := channeltest.New(r, channeltest.Options{First: game.Joiner})
			turns, count := g.Play(channeltest.InOrder), 0
			for _, cheat := range []game.Seat{game.Creator, game.Joiner} {
				d := cheating{t: t, g: g, cheat: cheat}
				// The state that the join has left is known to both, and the cheat may owe the first move.
				d.bring(channel.Proof{})
				for known := range len(turns) + 1 {
					if known > 0 {
						d.bring(turns[known-1].Update)
					}
					if known < len(turns) && turns[known].Base.Actor == cheat {
						// Also what the honest player has not read, or was not sent.
						d.alone(turns[known].Base)
					}
					newest, proof := g.Initial(), channel.Proof{}
					if known > 0 {
						newest, proof = turns[known-1].State, turns[known-1].Update
					}
					for i, x := range d.chainStates {
						if (i+known)%*stride == 0 || i+*stride > len(d.chainStates) {
							d.answer(x, newest, proof)
							count++
						}
					}
				}
			}
			t.Logf("%d moves, %d disputes", len(turns), count)
		})
	}
}

// cheating is what one player can do in an off-chain game.
type cheating struct {
	t     *testing.T
	g     *channeltest.Game
	cheat game.Seat
	// stands are what the cheat can make the chain hold, so far.
	chainStates []channel.ChainState
}

// bring adds what the chain holds after the cheat has brought a state on-chain, and after it has then moved there.
func (d *cheating) bring(p channel.Proof) {
	d.t.Helper()
	x, _, err := d.g.Submit(offChain(d.t, d.g), &d.cheat, p, now, nil)
	if err != nil {
		d.t.Fatal(err)
	}
	d.chainStates = append(d.chainStates, x)
	if moved, ok := d.moves(x); ok {
		d.chainStates = append(d.chainStates, moved)
	}
}

// alone brings on-chain what the cheat can make alone of a state that the honest player has signed: other shots, or its
// surrender, which is refused off-chain and on every state that the cheat has brought on-chain.
func (d *cheating) alone(base game.State) {
	d.t.Helper()
	for _, tile := range []game.Tile{0, 1, game.Tile(base.Ruleset.Tiles() - 1)} {
		d.bring(d.g.Update(base, d.g.Move(base, d.free(base, tile))))
	}
	gives := d.g.Concession(base)
	if next, _, err := d.g.Channel.Move(base, base.Actor, gives, nil); err != nil || next.Reason != game.ReasonConceded {
		return // This answer ends play.
	}
	update := d.g.Update(base, gives)
	for _, x := range append([]channel.ChainState{offChain(d.t, d.g)}, d.chainStates...) {
		_, _, err := d.g.Submit(x, &d.cheat, update, now, nil)
		if !errors.Is(err, channel.ErrNoResponse) && !errors.Is(err, channel.ErrNotNewer) {
			d.t.Fatalf("expected ErrNoResponse for a surrender that nobody has agreed to, got %v", err)
		}
	}
}

// free returns a tile, or the first one after it that can be shot at.
func (d *cheating) free(s game.State, tile game.Tile) game.Tile {
	target := s.Sides[s.Actor.Other()].Answered
	for target.Has(tile) {
		tile = (tile + 1) % game.Tile(s.Ruleset.Tiles())
	}
	return tile
}

// moves returns the game after the cheat has opened and shot on-chain, if it owes either.
func (d *cheating) moves(x channel.ChainState) (channel.ChainState, bool) {
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

// answer has the honest player submit its newest state, and asks whether the game then stands as it should.
func (d *cheating) answer(x channel.ChainState, newest game.State, proof channel.Proof) {
	d.t.Helper()
	if err := x.CheckGiveUp(d.cheat); !errors.Is(err, channel.ErrNoResponse) {
		d.t.Fatalf("expected ErrNoResponse for the cheat, got %v", err)
	}
	honest := d.cheat.Other()
	after, _, err := d.g.Submit(x, &honest, proof, now, nil)
	switch {
	case err == nil:
		sameState(d.t, newest.Restart(now), after.State)
	case x.State.Progress() < newest.Progress():
		d.t.Fatalf("expected %d to outrank %d, got %v", newest.Progress(), x.State.Progress(), err)
	case x.State.Progress() == newest.Progress():
		// The same state, or one that differs in nothing but a shot that nobody has answered yet.
		for seat, side := range x.State.Sides {
			if side.Answered != newest.Sides[seat].Answered || side.Hits != newest.Sides[seat].Hits {
				d.t.Fatalf("expected the same answers, got\n%s\nfor\n%s", x.State, newest)
			}
		}
	default:
		// The cheat has done what it owed next, and no more than that.
		board := x.State.Sides[honest]
		if newest.Actor != d.cheat || x.State.Progress() > newest.Progress()+3 ||
			board.Answered != newest.Sides[honest].Answered {
			d.t.Fatalf("expected nothing newer than\n%s\ngot\n%s", newest, x.State)
		}
	}
	if after.State.Phase == game.PhaseClaim && after.State.Actor == d.cheat && newest.Phase != game.PhaseClaim {
		d.t.Fatal("expected the cheat not to have won")
	}
}
