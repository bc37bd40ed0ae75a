package relay_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/player/relay"
)

// contactsCost is what the contacts of a client that is away take of a relay.
const contactsCost = 512 + 8*33

// small are the limits of a relay that is full with 40 updates of full length.
func small(o *relay.Options) { o.Limits.AddressKept, o.Limits.Kept = 20<<10, 100<<10 }

// One address connects readers that do not read, fills their lines and disconnects them, again and again.
func TestAttackOneAddressDoesNotFillTheRelay(t *testing.T) {
	const address = "10.0.0.66:1"
	unread := strings.Repeat("x", relay.MaxUpdate)
	leave := func(_ *office, _ person, conn *websocket.Conn) { _ = conn.CloseNow() }
	for name, end := range map[string]func(o *office, reader person, conn *websocket.Conn){
		"the readers leave":               leave,
		"the readers are other addresses": leave,
		"the readers are replaced": func(o *office, reader person, _ *websocket.Conn) {
			_ = o.enter(reader, address).CloseNow()
		},
		"the readers are cut off": func(*office, person, *websocket.Conn) { time.Sleep(15 * time.Second) },
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(t *testing.T, n *network) {
				o := open(t, n, small)
				a := o.client(alice)
				require.NoError(t, a.Send(bob.public, []byte("shot")))
				synctest.Wait()
				sender := o.enter(mallory, address)
				go readAll(context.WithoutCancel(t.Context()), sender) // it answers pings
				for i := range 20 {
					reader := someone(fmt.Sprint("reader", i))
					from := address
					if name == "the readers are other addresses" {
						from = fmt.Sprintf("10.0.1.%d:1", i)
					}
					conn := o.enter(reader, from)
					write(t, conn, mallory, "")
					synctest.Wait()
					for range 10 {
						write(t, sender, reader, unread)
					}
					synctest.Wait()
					end(o, reader, conn)
					synctest.Wait()
				}
				_, _, _, kept := o.Size()
				require.LessOrEqual(t, kept, 20<<10+1000+20*contactsCost, "updates of one address, contacts, alice's update")

				b := o.enter(bob, "10.0.0.2:1")
				write(t, b, alice, "")
				ctx, cancel := context.WithTimeout(t.Context(), time.Second)
				defer cancel()
				_, frame, err := b.Read(ctx)
				require.NoError(t, err, "alice's update is there")
				require.Equal(t, string(alice.public)+"shot", string(frame))
			})
		})
	}
}

// One address connects ever new keys, which write to others and leave.
func TestClientsThatLeaveDisplaceNoUpdates(t *testing.T) {
	inBubble(t, func(t *testing.T, n *network) {
		o := open(t, n, func(o *relay.Options) {
			o.Limits.AddressKept, o.Limits.Kept = 10*contactsCost, 40*contactsCost
		})
		a := o.client(alice)
		require.NoError(t, a.Send(bob.public, []byte("shot")))
		synctest.Wait()
		for i := range 100 {
			conn := o.enter(someone(fmt.Sprint("guest", i)), "10.0.0.66:1")
			write(t, conn, mallory, "")
			synctest.Wait()
			require.NoError(t, conn.CloseNow())
			synctest.Wait()
			time.Sleep(100 * time.Millisecond)
		}
		boxes, _, _, kept := o.Size()
		require.LessOrEqual(t, boxes, 12, "10 of the guests, alice and bob")
		require.LessOrEqual(t, kept, 11*contactsCost)
		b := o.client(bob)
		require.NoError(t, b.Send(alice.public, nil))
		require.Equal(t, "shot", string(next(t, b).Content))
	})
}

// Many addresses fill a relay, and the mailbox of a player who has never connected.
func TestTheAddressThatHoldsMostMakesRoom(t *testing.T) {
	inBubble(t, func(t *testing.T, n *network) {
		o := open(t, n, small)
		a := o.client(alice)
		require.NoError(t, a.Send(bob.public, []byte("shot")))
		synctest.Wait()
		for i := range 12 {
			conn := o.enter(someone(fmt.Sprint("mallory", i)), fmt.Sprintf("10.0.1.%d:1", i))
			for j := range 10 {
				write(t, conn, someone(fmt.Sprint("nobody", j)), strings.Repeat("x", relay.MaxUpdate))
			}
			write(t, conn, bob, strings.Repeat("x", relay.MaxUpdate))
			synctest.Wait()
			require.NoError(t, conn.CloseNow())
		}
		b := o.client(bob)
		require.NoError(t, b.Send(alice.public, nil))
		require.Equal(t, "shot", string(next(t, b).Content))
	})
}
