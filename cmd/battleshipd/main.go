// Command battleshipd is the whole of Battleship in one binary: the node, the chain's command line, and the players.
package main

import (
	"errors"
	"fmt"
	"os"
	"syscall"

	svrcmd "github.com/cosmos/cosmos-sdk/server/cmd"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/cmd/battleshipd/cmd"
	"github.com/battleship-chain/battleship/player/text"
)

func main() {
	if err := run(); err != nil {
		if errors.Is(err, syscall.ENOSPC) {
			err = fmt.Errorf("%w: free some space, and try again", err)
		}
		fmt.Fprintln(os.Stderr, text.Failure(err))
		os.Exit(1)
	}
}

func run() error {
	home, err := app.DefaultHome()
	if err != nil {
		return fmt.Errorf("find the default home directory: %w", err)
	}
	root, err := cmd.New(home)
	if err != nil {
		return err
	}
	return svrcmd.Execute(root, app.EnvPrefix, home)
}
