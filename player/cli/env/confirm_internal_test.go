package env

import (
	"os"
	"syscall"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"
)

// Ctrl-C at a question ended the program without a word about the transaction.
func TestRegressionCtrlCAtAQuestionSendsNothing(t *testing.T) {
	cmd := new(cobra.Command)
	cmd.SetContext(t.Context())
	err := untilStopped(cmd, func() error {
		if err := syscall.Kill(os.Getpid(), syscall.SIGINT); err != nil {
			return err
		}
		<-t.Context().Done()
		return nil
	})
	require.ErrorIs(t, err, ErrDeclined)
	require.ErrorContains(t, err, "nothing was sent")
	require.NoError(t, untilStopped(cmd, func() error { return nil }))
}
