package env

import (
	"bytes"
	"os"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/text"
)

// A command that was interrupted while it sent ended without a word, though its game was opened.
func TestRegressionAnInterruptNotesWhatWasSigned(t *testing.T) {
	for name, want := range map[string]string{"signed": "\n" + text.SentAlready + "\n", "not signed": ""} {
		t.Run(name, func(t *testing.T) {
			status := make(chan int)
			s := &sending{exit: func(n int) { status <- n }}
			(&Env{sending: s}).NoteInterrupts()
			var out bytes.Buffer
			var o client.Options
			s.observe(&o, Printer{Err: &out})
			defer o.Sending()()
			if name == "signed" {
				o.Progress(client.Progress{Stage: client.StageSigning})
			}
			require.NoError(t, syscall.Kill(os.Getpid(), syscall.SIGINT))
			require.Equal(t, interrupted, <-status)
			require.Equal(t, want, out.String())
		})
	}
}
