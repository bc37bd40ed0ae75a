package relay_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/player/relay"
)

func TestALineReportsSentUpdates(t *testing.T) {
	inBubble(t, func(t *testing.T, n *network) {
		reads := make(chan struct{})
		a := dial(t, n, alice)
		require.True(t, a.Sent(), "there is none")
		require.NoError(t, a.Send(bob.public, make([]byte, relay.MaxUpdate)))
		require.False(t, a.Sent(), "it waits for the relay")

		evil(t, n, func(ctx context.Context, conn *websocket.Conn, _ []byte) {
			<-reads
			readAll(ctx, conn)
		})
		time.Sleep(time.Second)
		synctest.Wait()
		require.NoError(t, a.Trouble())
		require.False(t, a.Sent(), "it is on its way, to a relay that does not read")
		close(reads)
		synctest.Wait()
		require.True(t, a.Sent())
	})
}
