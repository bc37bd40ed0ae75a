// Command terminal plays a whole game on the terminal screens, as a person would: in a real terminal, with the keys
// alone, reading nothing but what stands on the screen. The game is against a bot, on a chain of its own.
//
// Usage: terminal BATTLESHIPD
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/creack/pty"
	"github.com/hinshun/vt10x"
)

const (
	columns, lines = 80, 24
	// limit is how long all of it may take. A game has up to a hundred turns of two blocks each.
	limit = 5 * time.Minute
	// look is how often the screen is read.
	look = 20 * time.Millisecond
)

// ended matches what stands on the screen once a game is over.
var ended = regexp.MustCompile(`You won!|You lost\.`)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: terminal BATTLESHIPD")
		os.Exit(2)
	}
	if err := run(os.Args[1]); err != nil {
		fmt.Fprintf(os.Stderr, "terminal: %s\n", err)
		os.Exit(1)
	}
}

func run(binary string) error {
	home, err := os.MkdirTemp("", "battleship-terminal-")
	if err != nil {
		return err
	}
	p, err := start(home, binary, "play", "--embedded", "--against", "bot", "--home", home)
	if err != nil {
		return errors.Join(err, os.RemoveAll(home))
	}
	began := time.Now()
	shots, err := p.playGame()
	if err != nil {
		err = fmt.Errorf("%w, and the screen showed:\n%s", err, p.screen.String())
	}
	err = errors.Join(err, p.leave())
	left, globErr := filepath.Glob(filepath.Join(home, "battleship-play-*"))
	if len(left) > 0 {
		err = errors.Join(err, fmt.Errorf("expected nothing left of the chain, got %v", left))
	}
	if err = errors.Join(err, globErr, os.RemoveAll(home)); err != nil {
		return err
	}
	fmt.Printf("terminal: a whole game of %d shots of mine, from the lobby to its end, in %s\n",
		shots, time.Since(began).Round(time.Second))
	return nil
}

// player is a program in a terminal, and whoever sits at it.
type player struct {
	cmd    *exec.Cmd
	tty    *os.File
	screen vt10x.Terminal
	// drawn ends when the program has closed the terminal, exited when it has ended, with its error.
	drawn, exited chan error
	deadline      time.Time
}

// start starts a program in a terminal.
func start(home, binary string, args ...string) (*player, error) {
	cmd := exec.Command(binary, args...)
	// A terminal that knows no sequence which the emulator does not; the temporary home of the chain is seen there too.
	cmd.Env = []string{"TERM=linux", "LC_ALL=C.UTF-8", "HOME=" + home, "TMPDIR=" + home, "PATH=" + os.Getenv("PATH")}
	tty, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: lines, Cols: columns})
	if err != nil {
		return nil, fmt.Errorf("start %s: %w", binary, err)
	}
	p := &player{
		cmd: cmd, tty: tty, screen: vt10x.New(vt10x.WithSize(columns, lines), vt10x.WithWriter(tty)),
		drawn: make(chan error, 1), exited: make(chan error, 1), deadline: time.Now().Add(limit),
	}
	go func() {
		_, err := io.Copy(p.screen, tty)
		p.drawn <- err
	}()
	go func() { p.exited <- cmd.Wait() }()
	return p, nil
}

// playGame plays from the placing of the fleet to the end, and back to the lobby. It returns how often it has shot.
func (p *player) playGame() (shots int, err error) {
	if err := p.see("Your fleet is ready"); err != nil {
		return 0, err
	}
	p.press("s\r") // another fleet, and on
	if err := p.see("Enter this game with this fleet?"); err != nil {
		return 0, err
	}
	p.press("y")
	for row := 1; row <= 10; row++ {
		for column := 'A'; column <= 'J'; column++ {
			over, err := p.shoot(fmt.Sprintf("%c%d", column, row))
			if err != nil || over {
				return shots, errors.Join(err, p.finish())
			}
			shots++
		}
	}
	return shots, errors.New("expected an end after a shot at every tile")
}

// shoot waits for its turn, shoots at a tile, and waits for the result; or it reports that the game is over.
func (p *player) shoot(tile string) (over bool, err error) {
	if err := p.seeOne(regexp.MustCompile(`Your turn: choose where to shoot|` + ended.String())); err != nil {
		return false, err
	}
	if ended.MatchString(p.screen.String()) {
		return true, nil
	}
	p.press(tile + "\r")
	// The words that the player is promised.
	result := regexp.MustCompile(`Your shot at ` + tile + `: (miss|hit|hit, [a-z]+ sunk)\.|` + ended.String())
	return false, p.seeOne(result)
}

// finish looks at the end of the game and goes back to the lobby.
func (p *player) finish() error {
	if !ended.MatchString(p.screen.String()) {
		return nil
	}
	if err := p.see("board was shown and is honest"); err != nil {
		return err
	}
	p.press("q")
	return p.see("Your games")
}

// leave leaves the program, and fails unless it ends well and leaves nothing behind.
func (p *player) leave() error {
	p.press("q\x03")
	var err error
	select {
	case err = <-p.exited:
	case <-time.After(time.Until(p.deadline)):
		err = errors.Join(errors.New("the program did not end"), p.cmd.Process.Kill(), <-p.exited)
	}
	err = errors.Join(err, p.tty.Close())
	<-p.drawn
	return err
}

// press types keys; a program that has ended takes none, which shows in what is seen next.
func (p *player) press(keys string) { _, _ = io.WriteString(p.tty, keys) }

// see waits until a text stands on the screen.
func (p *player) see(text string) error { return p.seeOne(regexp.MustCompile(regexp.QuoteMeta(text))) }

// seeOne waits until something that matches stands on the screen. A line's end counts as a space.
func (p *player) seeOne(want *regexp.Regexp) error {
	for time.Now().Before(p.deadline) {
		if want.MatchString(strings.Join(strings.Fields(p.screen.String()), " ")) {
			return nil
		}
		select {
		case err := <-p.exited:
			p.exited <- err
			return fmt.Errorf("expected to see %q, but the program has ended (%v)", want, err)
		case <-time.After(look):
		}
	}
	return fmt.Errorf("expected to see %q within %s", want, limit)
}
