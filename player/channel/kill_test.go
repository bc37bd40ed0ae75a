package channel_test

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"testing"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel"
	at "github.com/battleship-chain/battleship/player/channel"
)

// playedIn names the directory of the log of a program that TestKilledAtAnyMoment starts.
const playedIn = "BATTLESHIP_TEST_PLAY"

// program is a process that plays for the creator, with its log in a file.
type program struct {
	process *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
}

func launch(t *testing.T, dir string) *program {
	t.Helper()
	p := &program{process: exec.Command(os.Args[0], "-test.run=^TestKilledAtAnyMoment$")}
	p.process.Env = append(os.Environ(), playedIn+"="+dir)
	p.process.Stderr = os.Stderr
	var err error
	if p.in, err = p.process.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := p.process.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	p.out = bufio.NewReader(out)
	if err := p.process.Start(); err != nil {
		t.Fatal(err)
	}
	return p
}

// kill ends the process as the system does, and returns the whole lines that it had written.
func (p *program) kill(t *testing.T) (lines []string) {
	t.Helper()
	if err := p.process.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	for {
		line, err := p.out.ReadString('\n')
		if err != nil {
			break
		}
		lines = append(lines, line)
	}
	_ = p.process.Wait() // it was killed
	return lines
}

// playFor is what such a program does: it sends its newest update, answers each that it reads, and chooses its
// targets anew each time that it starts.
func playFor(t *testing.T, dir string) {
	s := &ship{player: &player{game: xaya(), me: game.Creator}, dir: dir}
	s.launch(t)
	s.aim = func(st game.State) game.Tile {
		for {
			if tile := game.Tile(rand.IntN(st.Ruleset.Tiles())); !st.Sides[game.Joiner].Answered.Has(tile) {
				return tile
			}
		}
	}
	in := bufio.NewReader(os.Stdin)
	for {
		if s.owes() {
			if _, err := s.move(); err != nil {
				t.Fatal(err)
			}
		}
		if update, ok := s.Resend(); ok {
			fmt.Println(hex.EncodeToString(at.MarshalUpdate(update)))
		}
		line, err := in.ReadString('\n')
		if err != nil {
			return
		}
		if _, _, err := s.Receive(read(t, line)); err != nil {
			t.Fatal(err)
		}
	}
}

func read(t *testing.T, line string) channel.Proof {
	t.Helper()
	b, err := hex.DecodeString(line[:len(line)-1])
	if err != nil {
		t.Fatal(err)
	}
	update, err := at.ParseUpdate(b)
	if err != nil {
		t.Fatal(err)
	}
	return update
}

// TestKilledAtAnyMoment plays against a program that is killed again and again, while it starts, moves, writes and
// sends. It goes on where it was, and no two of its updates compete.
func TestKilledAtAnyMoment(t *testing.T) {
	if dir := os.Getenv(playedIn); dir != "" {
		playFor(t, dir)
		return
	}
	g, dir := xaya(), at.Dir(t.TempDir(), "chain", "ship1alice")
	if err := at.Prepare(dir, key(g, game.Creator)); err != nil {
		t.Fatal(err)
	}
	other, seen := players(t, g)[game.Joiner], newWitness(g)
	take := func(line string) {
		t.Helper()
		update := read(t, line)
		if update.Move == nil || must(g.Decode(update.State)).Actor == game.Creator {
			if err := seen.see(game.Creator, update); err != nil {
				t.Fatal(err)
			}
		}
		if _, _, err := other.Receive(update); err != nil {
			t.Fatal(err)
		}
		if other.owes() {
			if _, err := other.move(); err != nil {
				t.Fatal(err)
			}
		}
	}
	over := func() bool { s := other.State(); return s.Phase == game.PhaseClaim }
	random, kills := rand.New(rand.NewPCG(1, 2)), 0
	for !over() {
		p := launch(t, dir)
		for turns := random.IntN(8); turns > 0 && !over(); turns-- {
			line, err := p.out.ReadString('\n')
			if err != nil {
				t.Fatal(err)
			}
			take(line)
			update, _ := other.Resend()
			if _, err := fmt.Fprintln(p.in, hex.EncodeToString(at.MarshalUpdate(update))); err != nil {
				t.Fatal(err)
			}
		}
		for range random.IntN(1 << 16) {
			// It is somewhere by now.
		}
		for _, line := range p.kill(t) {
			take(line)
		}
		kills++
	}
	t.Logf("%d kills in %d moves", kills, len(seen.left[game.Creator]))
}
