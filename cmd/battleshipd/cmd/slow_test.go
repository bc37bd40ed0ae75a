package cmd_test

import (
	"errors"
	"io"
	"net"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	servercmd "github.com/cosmos/cosmos-sdk/server/cmd"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/cmd/battleshipd/cmd"
	"github.com/battleship-chain/battleship/internal/freeport"
)

// The node takes connections and answers nothing, until the note has been read.
func TestCommandsOfTheSDKNoteThatTheyWaitForANode(t *testing.T) {
	for name, args := range map[string][]string{
		"a module":    {"query", "bank", "params"},
		"the node":    {"query", "block"},
		"transaction": {"query", "tx", "AB"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			listener, err := freeport.Listen("127.0.0.1")
			require.NoError(t, err)
			answered := make(chan net.Conn, 1)
			go func() {
				if conn, err := listener.Accept(); err == nil {
					answered <- conn
				}
			}()
			node := "tcp://" + listener.Addr().String()

			home := t.TempDir()
			root, err := cmd.New(home)
			require.NoError(t, err)
			notes, out := io.Pipe()
			root.SetOut(io.Discard)
			root.SetErr(out)
			root.SetArgs(append(args, "--home", home, "--node", node))
			ended := make(chan error, 1)
			go func() { ended <- servercmd.Execute(root, app.EnvPrefix, home) }()

			want := "Waiting for the node at " + node + ".\n"
			tooLate := time.AfterFunc(time.Minute, func() { _ = out.CloseWithError(errors.New("no note in a minute")) })
			defer tooLate.Stop()
			note := make([]byte, len(want))
			_, err = io.ReadFull(notes, note)
			require.NoError(t, err)
			require.Equal(t, want, string(note))
			go func() { _, _ = io.Copy(io.Discard, notes) }()
			require.NoError(t, listener.Close())
			require.NoError(t, (<-answered).Close())
			require.Error(t, <-ended)
		})
	}
}
