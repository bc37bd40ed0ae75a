package relay

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"strconv"
	"strings"

	"github.com/coder/websocket"
	"github.com/decred/dcrd/dcrec/secp256k1/v4"
	"github.com/decred/dcrd/dcrec/secp256k1/v4/ecdsa"
)

const (
	// KeySize is the length of a compressed secp256k1 public key.
	KeySize = 33
	// SignatureSize is the length of r || s.
	SignatureSize = 64
	// MaxUpdate is the length of the longest update.
	MaxUpdate = 2048
	// MaxPeers is how many keys a connection gets updates from. The one that was written to first is forgotten first.
	MaxPeers = 8
	// DefaultListen is where a relay listens.
	DefaultListen = "127.0.0.1:26680"
	// DefaultURL is where it is then reached.
	DefaultURL = "ws://" + DefaultListen

	// path is where the WebSocket is.
	path = "/v1"
	// domain separates these signatures from any others.
	domain = "battleship/relay/v1"
	// challengeSize is the length of a challenge.
	challengeSize = 32
)

// Why a relay closes a connection.
const (
	codeReplaced  websocket.StatusCode = 4000
	codeStranger  websocket.StatusCode = 4001
	codeMalformed websocket.StatusCode = 4002
	codeIdle      websocket.StatusCode = 4003
)

// Key is the public key by which a player is known to a relay.
type Key [KeySize]byte

// Update is a received update.
type Update struct {
	From    Key
	Content []byte
}

// Sign signs a message with a key: r || s with low s, of the message's SHA-256.
type Sign func(message []byte) ([]byte, error)

// errKey means that bytes are no compressed secp256k1 public key.
var errKey = fmt.Errorf("expected a compressed secp256k1 public key of %d bytes", KeySize)

// keyOf reads a key.
func keyOf(bz []byte) (Key, error) {
	if len(bz) != KeySize {
		return Key{}, fmt.Errorf("%w, got %d bytes", errKey, len(bz))
	}
	if _, err := secp256k1.ParsePubKey(bz); err != nil {
		return Key{}, fmt.Errorf("%w: %w", errKey, err)
	}
	return Key(bz), nil
}

// message is the message that a client signs to prove its key to the relay that it calls host.
func message(host string, challenge []byte) []byte {
	return append([]byte(domain+host), challenge...)
}

// verify returns an error unless a signature of a message is the key's.
func verify(key Key, message, signature []byte) error {
	public, err := secp256k1.ParsePubKey(key[:])
	if err != nil {
		return fmt.Errorf("%w: %w", errKey, err)
	}
	if len(signature) != SignatureSize {
		return fmt.Errorf("expected a signature of %d bytes, got %d", SignatureSize, len(signature))
	}
	var r, s secp256k1.ModNScalar
	if r.SetByteSlice(signature[:32]) || s.SetByteSlice(signature[32:]) || s.IsOverHalfOrder() {
		return errors.New("expected r and s below the order of the group, and s in its lower half")
	}
	hash := sha256.Sum256(message)
	if !ecdsa.NewSignature(&r, &s).Verify(hash[:], public) {
		return errors.New("the signature is not the key's")
	}
	return nil
}

// hostOf is the canonical form of a host in a header or URL.
func hostOf(text string) string {
	host := strings.ToLower(text)
	for _, port := range []string{":80", ":443"} {
		host = strings.TrimSuffix(host, port)
	}
	return host
}

// CheckURL returns an error unless a text is the URL of a relay, such as ws://127.0.0.1:26680 or wss://relay.example.
func CheckURL(text string) error {
	_, _, err := parseURL(text)
	return err
}

// parseURL returns where a relay is dialled, and the host that a client signs.
func parseURL(text string) (dial, host string, err error) {
	u, err := url.Parse(text)
	switch {
	case err != nil:
	case u.Scheme != "ws" && u.Scheme != "wss":
		err = errors.New("the scheme is another one")
	case u.Hostname() == "":
		err = errors.New("there is no host")
	case !isHost(u.Hostname()):
		err = errors.New("the host is neither an address nor a name in ASCII")
	case strings.HasSuffix(u.Host, ":") || u.Port() != "" && !isPort(u.Port()):
		err = errors.New("there is no such port")
	case u.User != nil || u.RawQuery != "" || u.Fragment != "":
		err = errors.New("there is more than host and path")
	}
	if err != nil {
		return "", "", fmt.Errorf("expected the URL of a relay, such as %s or wss://relay.example, got %q: %w",
			DefaultURL, text, err)
	}
	u.Path = strings.TrimSuffix(u.Path, "/") + path
	return u.String(), hostOf(u.Host), nil
}

// nameLetters are those of the names of hosts.
const nameLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_"

// isHost reports whether a text is a host that HTTP sends as it is: then the relay reads the one that a client signs.
func isHost(text string) bool {
	if address, err := netip.ParseAddr(text); err == nil {
		return address.Zone() == ""
	}
	return strings.Trim(text, nameLetters) == ""
}

// isPort reports whether a text is the number of a port that something can listen on.
func isPort(text string) bool {
	n, err := strconv.ParseUint(text, 10, 16)
	return err == nil && n > 0
}

// URLOf returns the URL of a relay that listens on an address.
func URLOf(address net.Addr) string { return "ws://" + address.String() }
