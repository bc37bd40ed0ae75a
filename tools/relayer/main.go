// Command relayer is the relayer of github.com/cosmos/relayer, which brings packets from one chain to another. It is a
// module of its own, because it is made with an older SDK than the chain.
package main

import (
	"io"
	"os"

	"github.com/cosmos/relayer/v2/cmd"
)

// lifeline is set by a program that starts the relayer and must not be outlived by it: it holds the other end of the
// relayer's standard input, which also ends when the program is killed.
const lifeline = "RELAYER_LIFELINE"

func main() {
	if os.Getenv(lifeline) != "" {
		go func() {
			_, _ = io.Copy(io.Discard, os.Stdin) // however it ends
			os.Exit(1)
		}()
	}
	cmd.Execute()
}
