package cli

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/term"

	"github.com/cosmos/cosmos-sdk/client/flags"

	"github.com/battleship-chain/battleship/player/text"
)

var (
	// errNoTerminal means that there is no terminal to ask for confirmation.
	errNoTerminal = errors.New("nothing was sent: expected --yes, or a terminal to ask at")
	// errDeclined is for a user who said no.
	errDeclined = errors.New("nothing was sent: not confirmed")
	// errRedraw is for a user who wants another fleet.
	errRedraw = errors.New("another fleet is wanted")
)

// confirm returns the function that asks the user before each transaction. It returns nil with --yes.
func (e *env) confirm() (func(text.Intent) error, error) {
	ask, err := e.asker()
	if errors.Is(err, errNoTerminal) { // other problems come first
		return func(text.Intent) error { return err }, nil
	}
	if ask == nil || err != nil {
		return nil, err
	}
	return func(i text.Intent) error { return ask(e.question(e.voice().Question(i)), false) }, nil
}

// question asks whether something may be done with the user's key.
func (e *env) question(what string) string {
	key := e.chain.Key()
	return fmt.Sprintf("%s (%s) on %s: %s?", key.Name, key.Address, e.chain.ChainID(), what)
}

// asker returns the function that asks the user a question at the terminal, and if redraw is set offers another fleet.
// It returns nil if the user need not be asked. The function returns nil for yes, errDeclined for no and errRedraw for
// another fleet.
func (e *env) asker() (func(question string, redraw bool) error, error) {
	yes := valueOf[bool](e.cmd.Flags(), flags.FlagSkipConfirmation)
	if yes || unsigned(e.cmd) {
		return nil, nil
	}
	in := e.cmd.InOrStdin()
	if !isTerminal(in) {
		return nil, errNoTerminal
	}
	lines := bufio.NewReader(in)
	return func(question string, redraw bool) error {
		return ask(lines, e.cmd.ErrOrStderr(), e.out.named(question), redraw)
	}, nil
}

// ask asks until the answer is one of those that it names.
func ask(in *bufio.Reader, out io.Writer, question string, redraw bool) error {
	answers := "[y/n]"
	if redraw {
		answers = "[y/n, r draws another fleet]"
	}
	for {
		if _, err := fmt.Fprintf(out, "%s %s ", text.Clean(question), answers); err != nil {
			return fmt.Errorf("%w: %w", errDeclined, err)
		}
		line, err := in.ReadString('\n')
		switch answer := strings.ToLower(strings.TrimSpace(line)); {
		case answer == "y" || answer == "yes":
			return nil
		case answer == "n" || answer == "no":
			return errDeclined
		case redraw && answer == "r":
			return errRedraw
		case err != nil:
			return fmt.Errorf("%w: %w", errDeclined, err)
		}
	}
}

// isTerminal reports whether a person sits at the other end.
func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// screenSize is the number of characters in a line of a terminal, and of lines. Both are 0 for a stream that is none.
func screenSize(stream any) (width, height int) {
	if f, ok := stream.(*os.File); ok {
		if width, height, err := term.GetSize(int(f.Fd())); err == nil {
			return width, height
		}
	}
	return 0, 0
}
