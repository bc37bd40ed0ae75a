package web

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"golang.org/x/sync/errgroup"
)

// How long a browser may take for a request, and a request for its answer; a payment waits for a block.
const (
	readLimit   = 10 * time.Second
	answerWait  = 2 * time.Minute
	idleLimit   = 2 * time.Minute
	headerLimit = 16 << 10
)

// Serve answers on a listener, which it closes, and follows the node, until ctx is done.
func (h *Handler) Serve(ctx context.Context, listener net.Listener) error {
	server := &http.Server{
		Handler:           h,
		ReadHeaderTimeout: readLimit,
		ReadTimeout:       readLimit,
		WriteTimeout:      answerWait,
		IdleTimeout:       idleLimit,
		MaxHeaderBytes:    headerLimit,
	}
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error {
		h.Run(ctx)
		return nil
	})
	group.Go(func() error {
		<-ctx.Done()
		return server.Close()
	})
	group.Go(func() error {
		if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			return fmt.Errorf("page: %w", err)
		}
		return nil
	})
	return group.Wait()
}
