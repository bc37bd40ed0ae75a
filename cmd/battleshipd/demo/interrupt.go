package demo

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os/signal"
	"syscall"

	"github.com/battleship-chain/battleship/player/text"
)

// interruptible returns a context that ends with a signal, or once the output is not written any more, because its
// reader has gone. The signal of a broken pipe does not end it: a connection that a server has closed sends it, too.
func interruptible(parent context.Context, out io.Writer) (context.Context, io.Writer, context.CancelFunc) {
	signal.Ignore(syscall.SIGPIPE)
	ctx, stop := signal.NotifyContext(parent, syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	ctx, cancel := context.WithCancelCause(ctx)
	return ctx, &output{out, cancel}, func() {
		cancel(nil)
		stop()
	}
}

// interruption returns the error for a command whose context has ended: by a signal, or because its output failed.
func interruption(ctx context.Context) error {
	if cause := context.Cause(ctx); !errors.Is(cause, context.Canceled) {
		return fmt.Errorf("interrupted: %w", cause)
	}
	return text.Interrupted
}

// output is a writer whose failure ends a context.
type output struct {
	io.Writer

	fail context.CancelCauseFunc
}

// Write implements io.Writer.
func (o *output) Write(p []byte) (int, error) {
	n, err := o.Writer.Write(p)
	if err != nil {
		o.fail(err)
	}
	return n, err
}
