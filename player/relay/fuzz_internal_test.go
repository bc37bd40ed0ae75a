package relay

import (
	"bytes"
	"crypto/sha256"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/decred/dcrd/dcrec/secp256k1/v4"
	"github.com/decred/dcrd/dcrec/secp256k1/v4/ecdsa"
	"github.com/stretchr/testify/require"
)

// speaker is a client with a key.
type speaker struct {
	key  Key
	sign Sign
}

func speakerOf(name string) speaker {
	sum := sha256.Sum256([]byte(name))
	private := secp256k1.PrivKeyFromBytes(sum[:])
	return speaker{Key(private.PubKey().SerializeCompressed()), func(message []byte) ([]byte, error) {
		hash := sha256.Sum256(message)
		return ecdsa.SignCompact(private, hash[:], true)[1:], nil
	}}
}

// beat is a heartbeat of a speaker at a time.
func (s speaker) beat(tb testing.TB, at time.Time) []byte {
	tb.Helper()
	h, err := newHeartbeat("relay.example", at, s.sign)
	require.NoError(tb, err)
	return h[:]
}

// FuzzFramesOfAClient lets a client, to whom a reader has written, send two frames. What the reader then gets is the
// client's, in the form of an update or a note and within their limits, and what the client gets answers its question.
func FuzzFramesOfAClient(f *testing.F) {
	alice, bob := speakerOf("alice"), speakerOf("bob")
	beat := slices.Concat(relayKey[:], []byte{requestBeat}, alice.beat(f, time.Unix(1_800_000_000, 0)))
	update := slices.Concat(bob.key[:], []byte("an update"))
	f.Add(update, update)
	f.Add(beat, slices.Concat(relayKey[:], []byte{requestAsk}, bob.key[:], alice.key[:]))
	f.Add(beat, slices.Concat(relayKey[:], []byte{requestNote}, bob.key[:], []byte("a note")))
	f.Add(bob.key[:], relayKey[:])
	f.Fuzz(func(t *testing.T, one, two []byte) {
		limits := DefaultLimits()
		o := newOffice(limits, func() time.Time { return time.Unix(1_800_000_000, 0) })
		client := newSocket(alice.key, &account{address: netip.MustParsePrefix("10.0.0.1/32")})
		reader := newSocket(bob.key, &account{address: netip.MustParsePrefix("10.0.0.2/32")})
		o.enter(client)
		o.enter(reader)
		o.post(reader, alice.key, nil)
		for _, frame := range [][]byte{one, two} {
			if len(frame) < KeySize || len(frame) > KeySize+MaxUpdate {
				continue
			}
			to, content := Key(frame[:KeySize]), frame[KeySize:]
			beating := client.heartbeat
			o.post(client, to, content)
			checkPosted(t, alice.key, bob.key, to, content, o.take(reader))
			checkAnswered(t, beating, alice.key, to, content, o.take(client))
			require.LessOrEqual(t, o.waiting.bytes, limits.AddressKept)
		}
	})
}

// checkPosted checks what a reader gets after a client has sent a content to a key.
func checkPosted(t *testing.T, client, reader, to Key, content []byte, got []parcel) {
	t.Helper()
	note := slices.Concat([]byte{requestNote}, reader[:])
	switch {
	case to == reader && len(content) > 0:
		require.Len(t, got, 1)
		require.Equal(t, Update{From: client, Content: content}, got[0].Update)
	case to == relayKey && bytes.HasPrefix(content, note) && len(content) > len(note) &&
		len(content) <= len(note)+MaxNote:
		require.Len(t, got, 1)
		require.Equal(t, relayKey, got[0].From)
		require.Equal(t, slices.Concat([]byte{requestNote}, client[:], content[len(note):]), got[0].Content)
	default:
		require.Empty(t, got)
	}
}

// checkAnswered checks what a client gets after it has sent a content to a key. It alone may have a heartbeat.
func checkAnswered(t *testing.T, beat *heartbeat, client, to Key, content []byte, got []parcel) {
	t.Helper()
	if to != relayKey || len(content) == 0 || content[0] != requestAsk || (len(content)-1)%KeySize != 0 ||
		len(content) > 1+MaxAsked*KeySize {
		require.Empty(t, got)
		return
	}
	want := []byte{requestAsk}
	for asked := range slices.Chunk(content[1:], KeySize) {
		if beat != nil && Key(asked) == client {
			want = slices.Concat(want, asked, beat[:])
		}
	}
	require.Len(t, got, 1)
	require.Equal(t, Update{From: relayKey, Content: want}, got[0].Update)
}

// FuzzMessageOfARelay lets a client that has asked about a key hear a message of its relay, with a heartbeat of any
// time. The key is present only with a signed heartbeat of now, and a note comes from one who was written to.
func FuzzMessageOfARelay(f *testing.F) {
	alice, bob := speakerOf("alice"), speakerOf("bob")
	now := time.Now()
	answer := slices.Concat([]byte{requestAsk}, bob.key[:], bob.beat(f, now))
	f.Add(answer, int64(0))
	f.Add(slices.Concat(answer, alice.key[:], alice.beat(f, now)), int64(-60))
	f.Add([]byte{requestAsk}, int64(3600))
	f.Add(slices.Concat([]byte{requestNote}, bob.key[:], []byte("a note")), int64(1<<62))
	f.Add(slices.Concat([]byte{requestNote}, alice.key[:], []byte("a note")), int64(-1<<62))
	f.Fuzz(func(t *testing.T, content []byte, late int64) {
		signed := slices.Concat([]byte{requestAsk}, bob.key[:], bob.beat(t, time.Unix(time.Now().Unix()+late, 0)))
		for _, content := range [][]byte{content, signed} {
			c := &Conn{host: "relay.example", key: alice.key, peers: []Key{bob.key}, requests: newRequests()}
			var notes bucket
			c.hear(signed, &notes)
			require.False(t, c.Present(bob.key[:]), "nothing was asked")
			c.Ask(bob.key[:])
			c.requests.awaited = true
			c.hear(content, &notes)
			checkPresent(t, c, bob, content)
			checkNote(t, c, bob.key, content)
		}
		if near := int64(presentFor/time.Second) - 2; late >= -near && late <= near {
			c := &Conn{host: "relay.example", key: alice.key, requests: newRequests()}
			c.Ask(bob.key[:])
			c.requests.awaited = true
			c.hear(signed, new(bucket))
			require.True(t, c.Present(bob.key[:]))
		}
	})
}

// checkPresent checks that a client takes a peer for present only by what the peer has signed.
func checkPresent(t *testing.T, c *Conn, peer speaker, content []byte) {
	t.Helper()
	require.Len(t, c.requests.asked, 1)
	if !c.Present(peer.key[:]) {
		return
	}
	h := c.requests.asked[peer.key]
	require.Less(t, time.Since(h.time()).Abs(), presentFor+time.Minute)
	require.Contains(t, string(content), string(peer.key[:])+string(peer.beat(t, h.time())))
	require.Equal(t, requestAsk, content[0])
	require.Zero(t, (len(content)-1)%(KeySize+heartbeatSize))
}

// checkNote checks that a client takes a note of a peer from a message, and nothing else.
func checkNote(t *testing.T, c *Conn, peer Key, content []byte) {
	t.Helper()
	note, ok := bytes.CutPrefix(content, slices.Concat([]byte{requestNote}, peer[:]))
	if !ok || len(note) == 0 {
		require.Empty(t, c.Notes())
		return
	}
	require.Len(t, c.Notes(), 1)
	require.Equal(t, Update{From: peer, Content: note}, <-c.Notes())
}

// FuzzURL reads any text as the URL of a relay. What is read is dialled by the scheme and the path of the text, and the
// client signs the host that the relay reads from its request.
func FuzzURL(f *testing.F) {
	for _, text := range []string{
		DefaultURL, "wss://relay.example", "wss://relay.example:443/", "ws://[::1]:26680/a/b/", "ws://relay.example:80",
		"http://relay.example", "ws://u:p@relay.example", "ws://relay.example?x#y", "wss://Relay.Example:0", "",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		dial, host, err := parseURL(text)
		require.Equal(t, err, CheckURL(text))
		if err != nil {
			require.Empty(t, dial+host)
			return
		}
		at, err := url.Parse(dial)
		require.NoError(t, err)
		require.Contains(t, []string{"ws", "wss"}, at.Scheme)
		require.True(t, strings.HasSuffix(at.Path, path))
		require.True(t, at.User == nil && at.RawQuery == "" && at.Fragment == "")
		require.Equal(t, host, hostOf(host), "once is enough")
		require.Equal(t, host, requestedHost(t, dial))
	})
}

// requestedHost is the host that a relay reads from the request of a client which dials a URL.
func requestedHost(t *testing.T, dial string) string {
	t.Helper()
	sent, err := http.NewRequest(http.MethodGet, "http"+strings.TrimPrefix(dial, "ws"), http.NoBody)
	require.NoError(t, err)
	var b bytes.Buffer
	require.NoError(t, sent.Write(&b))
	_, head, _ := strings.Cut(b.String(), "\r\nHost: ")
	host, _, _ := strings.Cut(head, "\r\n")
	return hostOf(host)
}
