package channel_test

import (
	"errors"
	"flag"
	"fmt"
	"sync"
	"testing"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel"
	"github.com/battleship-chain/battleship/game/channel/channeltest"
	at "github.com/battleship-chain/battleship/player/channel"
)

var errDisk = errors.New("no space left on device, or the process is gone")

// witness sees each update that leaves a player.
type witness struct {
	game *channeltest.Game
	left [2]map[int]string
}

func newWitness(g *channeltest.Game) *witness {
	return &witness{game: g, left: [2]map[int]string{{}, {}}}
}

// see returns an error if an update carries a player's signature under another state than one that left before at the
// same progress.
func (w *witness) see(by game.Seat, update channel.Proof) error {
	judged, err := w.game.Judge(update, nil, nil)
	if err != nil {
		return fmt.Errorf("an honest update that proves nothing: %w", err)
	}
	progress, state := judged.State.Progress(), string(must(w.game.Encode(judged.State)))
	if before, ok := w.left[by][progress]; ok && before != state {
		return fmt.Errorf("the %s has signed two states at progress %d", by, progress)
	}
	w.left[by][progress] = state
	return nil
}

// channelGame is the first moves of a game in which one player's machine has trouble.
type channelGame struct {
	*witness

	both  [2]*player
	shots int
	moves int
}

// xaya is a game that was just joined.
var xaya = sync.OnceValue(func() *channeltest.Game { return channeltest.New(game.Xaya(), channeltest.Options{}) })

// stride is by how many bytes the parts of a write differ that are tried.
var stride = flag.Int("stride", 16, "try every n-th byte of a write as the last one that was written")

// newChannelGame returns a game in which a player that is asked again chooses another target.
func newChannelGame(t testing.TB, moves int) *channelGame {
	t.Helper()
	g := xaya()
	v := &channelGame{witness: newWitness(g), both: players(t, g), moves: moves}
	for _, p := range v.both {
		p.aim = func(s game.State) game.Tile {
			v.shots++
			tile := game.Tile((v.shots * 37) % s.Ruleset.Tiles())
			for s.Sides[p.me.Other()].Answered.Has(tile) {
				tile = (tile + 1) % game.Tile(s.Ruleset.Tiles())
			}
			return tile
		}
	}
	return v
}

// step has the player that owes a move make it, and the other one take it over.
func (v *channelGame) step() error {
	mover := v.both[v.both[0].State().Actor]
	if a, b := v.both[0].State().Progress(), v.both[1].State().Progress(); a != b {
		// One has moved, and the other does not know.
		mover = v.both[0]
		if b > a {
			mover = v.both[1]
		}
	}
	update, sent := mover.Resend()
	if !sent || !mover.Own() {
		var err error
		if update, err = mover.move(); err != nil {
			return err
		}
	}
	if err := v.see(mover.me, update); err != nil {
		return err
	}
	_, _, err := v.both[mover.me.Other()].Receive(update)
	return err
}

// finish plays on until enough has happened.
func (v *channelGame) finish(t testing.TB) {
	t.Helper()
	for v.both[0].State().Progress() < 2*v.moves || v.both[1].State().Progress() < 2*v.moves || same(v.both) != nil {
		if err := v.step(); err != nil {
			t.Fatal(err)
		}
	}
	for _, p := range v.both {
		if err := p.Refusal(); err != nil {
			t.Fatal(err)
		}
	}
}

// calls counts what a player's log asks of its disk in a channelGame.
func calls(t testing.TB, moves int) []string {
	t.Helper()
	v := newChannelGame(t, moves)
	d := v.both[0].disk
	var made []string
	d.after = 0
	d.fail = func(call string, w *write) error {
		if w != nil {
			call += fmt.Sprint(" ", len(w.data))
		}
		made = append(made, call)
		return nil
	}
	v.finish(t)
	return made
}

// TestADiskThatFails: each call of the log fails once, with each part of what it was to write written. Nothing leaves
// that is not on the disk, and once the disk is well the game goes on in the same process.
func TestADiskThatFails(t *testing.T) {
	const moves = 6
	for n := range calls(t, moves) {
		for kept := 0; ; kept += *stride {
			v := newChannelGame(t, moves)
			d, size := v.both[0].disk, 0
			d.after = n
			d.fail = func(call string, w *write) error {
				d.after = -1
				switch {
				case w != nil && w.data != nil:
					size = len(w.data)
					w.data = w.data[:min(kept, size)]
				case call == "sync":
					if size = 1; kept > 0 {
						d.forget()
					}
				}
				return errDisk
			}
			for range 4 * moves {
				if err := v.step(); err != nil && !(errors.Is(err, errDisk) && errors.Is(err, at.ErrUnwritten)) {
					t.Fatalf("call %d, %d bytes written: %v", n, kept, err)
				}
			}
			v.finish(t)
			// What stands on the disk is whole, and holds all that was signed.
			d.lose()
			v.both[0].start(t)
			for range 4 {
				if err := v.step(); err != nil {
					t.Fatal(err)
				}
			}
			if err := errors.Join(v.both[0].Refusal(), same(v.both)); err != nil {
				t.Fatalf("call %d, %d bytes written: %v", n, kept, err)
			}
			if kept >= size {
				break
			}
		}
	}
}

// TestAttackACrashAtEveryPoint: the process dies in each call of its log, with each part of what it was to write
// written, and starts again: on a machine that has run on, or has lost power and with it any part of what was not
// synced. Then the player chooses other targets than before, and still no two states of one progress were signed.
func TestAttackACrashAtEveryPoint(t *testing.T) {
	const moves = 6
	const twice = "a sync, and later power"
	lost := map[string]func(d *disk, part int){
		"the process alone": func(*disk, int) {},
		twice:               func(d *disk, _ int) { d.forget() },
	}
	for subset := range 8 {
		lost[fmt.Sprintf("power, with it all but writes %03b", subset)] = func(d *disk, part int) {
			d.cut(func(i int, w write) write {
				if subset>>min(i, 2)&1 == 0 {
					w.data, w.size = w.data[:min(part, len(w.data))], 1<<40
				}
				return w
			})
		}
	}
	runs := 0
	for n, call := range calls(t, moves) {
		for kept := 0; ; kept += *stride {
			size := 0
			for name, lose := range lost {
				v := newChannelGame(t, moves)
				d, dead := v.both[0].disk, false
				d.after = n
				d.fail = func(call string, w *write) error {
					switch {
					case dead && w != nil:
						w.data = w.data[:0]
					case dead:
					case w != nil && w.data != nil:
						size = len(w.data)
						w.data = w.data[:min(kept, size)]
					case call == "sync":
						size = 1
						if kept > 0 {
							d.sync()
						}
					}
					dead = true
					return errDisk
				}
				for !dead {
					if err := v.step(); err != nil && !dead {
						t.Fatal(err)
					}
				}
				d.after, d.fail = -1, nil
				lose(d, kept)
				v.both[0].start(t)
				if err := v.both[0].Refusal(); err != nil {
					t.Fatalf("%s: call %d (%s), %d bytes written: %v", name, n, call, kept, err)
				}
				if name == twice {
					// What the system has shown has left by now.
					if err := v.step(); err != nil {
						t.Fatal(err)
					}
					d.lose()
					v.both[0].start(t)
				}
				v.finish(t)
				if err := same(v.both); err != nil {
					t.Fatal(err)
				}
				runs++
			}
			if kept >= size {
				break
			}
		}
	}
	t.Logf("%d crashes", runs)
}

// FuzzLog opens any bytes for a log. None panics, what is refused is left as it was, and what is not proves what it
// holds.
func FuzzLog(f *testing.F) {
	v := newChannelGame(f, 4)
	v.finish(f)
	whole := v.both[0].disk.shown
	f.Add(whole)
	f.Add(whole[:len(whole)-1])
	f.Add(at.Format(key(xaya(), 0)))
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, b []byte) {
		d := &disk{synced: b, shown: b, after: -1}
		p := &player{game: xaya(), me: game.Creator, disk: d, aim: channeltest.InOrder}
		if err := p.open(); err != nil {
			t.Fatal(err)
		}
		if p.Refusal() != nil && !errors.Is(p.Refusal(), at.ErrOnChain) && !errors.Is(p.Refusal(), at.ErrElsewhere) &&
			!errors.Is(p.Refusal(), at.ErrDamaged) && !errors.Is(p.Refusal(), at.ErrCopy) {
			t.Fatalf("expected a reason, got %v", p.Refusal())
		}
		if _, err := xaya().Judge(p.Proof(), &p.me, nil); err != nil {
			t.Fatal(err)
		}
	})
}
