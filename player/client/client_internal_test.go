package client

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"
)

// answers is a connection whose calls end with an error, or with none if it is nil.
type answers struct {
	grpc.ClientConnInterface
	err error
}

func (a answers) Invoke(context.Context, string, any, any, ...grpc.CallOption) error { return a.err }

func TestANodeOnThisMachineThatAnswersIsAskedMoreOften(t *testing.T) {
	for name, test := range map[string]struct {
		address string
		err     error
		poll    time.Duration
		want    time.Duration
	}{
		"on this machine":             {"tcp://localhost:26657", nil, DefaultPoll, nearPoll},
		"on this machine, and failed": {"tcp://localhost:26657", errors.New("away"), DefaultPoll, DefaultPoll},
		"elsewhere":                   {"tcp://rpc.example:26657", nil, DefaultPoll, DefaultPoll},
		"with a shorter pause":        {"tcp://localhost:26657", nil, time.Millisecond, time.Millisecond},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := &Client{options: Options{Poll: test.poll}, conn: conn{
					ClientConn: answers{err: test.err}, address: test.address, limit: time.Second, failed: new(atomic.Bool),
				}}
				err := c.conn.Invoke(t.Context(), "/any", nil, nil)
				require.Equal(t, test.err != nil, err != nil)
				start := time.Now()
				require.NoError(t, c.Sleep(t.Context()))
				require.Equal(t, test.want, time.Since(start))
			})
		})
	}
}
