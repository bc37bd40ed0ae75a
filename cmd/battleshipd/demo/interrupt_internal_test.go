package demo

import (
	"os"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// A connection that a server had closed once ended a demonstration, by the signal of a broken pipe.
func TestRegressionABrokenConnectionInterrupts(t *testing.T) {
	reader, writer, err := os.Pipe()
	require.NoError(t, err)
	ctx, out, stop := interruptible(t.Context(), writer)
	defer stop()
	require.NoError(t, syscall.Kill(os.Getpid(), syscall.SIGPIPE))
	_, err = out.Write([]byte("read"))
	require.NoError(t, err)
	require.NoError(t, ctx.Err())

	require.NoError(t, reader.Close())
	_, err = out.Write([]byte("unread"))
	require.ErrorIs(t, err, syscall.EPIPE)
	require.Error(t, ctx.Err())
	require.NoError(t, writer.Close())
}
