package cli

import (
	"bufio"
	"errors"
	"fmt"
	"os"

	"golang.org/x/term"

	"github.com/cosmos/cosmos-sdk/client/flags"
	"github.com/cosmos/cosmos-sdk/client/input"
)

var (
	// errNoTerminal is for a command that nobody can be asked to confirm.
	errNoTerminal = errors.New("nothing was sent: expected --yes, or a terminal to ask at")
	// errDeclined is for a user who said no.
	errDeclined = errors.New("nothing was sent: not confirmed")
)

// confirm returns what asks the user before each transaction; nil with --yes.
func (e *env) confirm() (func(what string) error, error) {
	yes, err := e.cmd.Flags().GetBool(flags.FlagSkipConfirmation)
	if err != nil {
		return nil, err
	}
	if yes {
		return nil, nil
	}
	in := e.cmd.InOrStdin()
	if !isTerminal(in) {
		return nil, errNoTerminal
	}
	lines := bufio.NewReader(in)
	return func(what string) error {
		key := e.chain.Key()
		prompt := fmt.Sprintf("%s (%s) on %s: %s?", key.Name, key.Address, e.chain.ChainID(), what)
		ok, err := input.GetConfirmation(prompt, lines, e.cmd.ErrOrStderr())
		switch {
		case err != nil:
			return fmt.Errorf("%w: %w", errDeclined, err)
		case !ok:
			return errDeclined
		}
		return nil
	}, nil
}

// isTerminal tells whether a person sits at the other end.
func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
