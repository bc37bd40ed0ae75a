package env

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/cosmos/cosmos-sdk/client/flags"

	"github.com/battleship-chain/battleship/player/text"
)

var (
	// errNoTerminal means that there is no terminal to ask for confirmation.
	errNoTerminal = errors.New("nothing was sent: expected --yes, or a terminal to ask at")
	// ErrDeclined is for a user who said no.
	ErrDeclined error = text.NotSent
	// ErrRedraw is for a user who wants another fleet.
	ErrRedraw = errors.New("another fleet is wanted")
)

// confirm returns the function that asks the user before each transaction. It returns nil with --yes.
func (e *Env) confirm() (func(text.Intent) error, error) {
	ask, err := e.Asker()
	if errors.Is(err, errNoTerminal) { // other problems come first
		return func(text.Intent) error { return err }, nil
	}
	if ask == nil || err != nil {
		return nil, err
	}
	return func(i text.Intent) error { return ask(e.Question(e.Voice().Question(i)), false) }, nil
}

// Question asks whether something may be done with the user's key.
func (e *Env) Question(what string) string {
	key := e.Chain.Key()
	return fmt.Sprintf("%s (%s) on %s: %s?", key.Name, key.Address, e.Chain.ChainID(), what)
}

// Asker returns the function that asks the user a question at the terminal, and if redraw is set offers another fleet.
// It returns nil if the user need not be asked. The function returns nil for yes, ErrDeclined for no and ErrRedraw for
// another fleet.
func (e *Env) Asker() (func(question string, redraw bool) error, error) {
	yes := ValueOf[bool](e.Cmd.Flags(), flags.FlagSkipConfirmation)
	if yes || unsigned(e.Cmd) {
		return nil, nil
	}
	in := e.Cmd.InOrStdin()
	if !IsTerminal(in) {
		return nil, errNoTerminal
	}
	lines := bufio.NewReader(in)
	return func(question string, redraw bool) error {
		return untilStopped(e.Cmd, func() error { return Ask(lines, e.Cmd.ErrOrStderr(), e.Out.Named(question), redraw) })
	}, nil
}

// untilStopped returns the answer to a question, or ErrDeclined if Ctrl-C is pressed at it. The question is then left
// waiting, so the command must end.
func untilStopped(cmd *cobra.Command, ask func() error) error {
	ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt)
	defer stop()
	answer := make(chan error, 1)
	go func() { answer <- ask() }()
	select {
	case err := <-answer:
		return err
	case <-ctx.Done():
		cmd.PrintErrln()
		return ErrDeclined
	}
}

// Ask asks until the answer is one of those that it names.
func Ask(in *bufio.Reader, out io.Writer, question string, redraw bool) error {
	answers := "[y/n]"
	if redraw {
		answers = "[y/n, r draws another fleet]"
	}
	for {
		width, _ := ScreenSize(out)
		asked := fitted(text.Clean(question)+" "+answers, max(width-1, 0)) // with room for the answer
		if _, err := fmt.Fprintf(out, "%s ", asked); err != nil {
			return fmt.Errorf("%w: %w", ErrDeclined, err)
		}
		line, err := in.ReadString('\n')
		switch answer := strings.ToLower(strings.TrimSpace(line)); {
		case answer == "y" || answer == "yes":
			return nil
		case answer == "n" || answer == "no":
			return ErrDeclined
		case redraw && answer == "r":
			return ErrRedraw
		case errors.Is(err, io.EOF):
			_, _ = fmt.Fprintln(out)
			return ErrDeclined
		case err != nil:
			return fmt.Errorf("%w: %w", ErrDeclined, err)
		}
	}
}

// IsTerminal reports whether a person sits at the other end.
func IsTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// ScreenSize is the number of characters in a line of a terminal, and of lines. Both are 0 for a stream that is none.
func ScreenSize(stream any) (width, height int) {
	if f, ok := stream.(*os.File); ok {
		if width, height, err := term.GetSize(int(f.Fd())); err == nil {
			return width, height
		}
	}
	return 0, 0
}
