package relay

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"time"

	"github.com/decred/dcrd/dcrec/secp256k1/v4"
	"github.com/decred/dcrd/dcrec/secp256k1/v4/ecdsa"
)

// DialUnnamed returns a line to the relay at a URL with a key of its own, which only asks.
func DialUnnamed(ctx context.Context, url string) (*Conn, error) {
	key, err := secp256k1.GeneratePrivateKey()
	if err != nil {
		return nil, fmt.Errorf("relay: make a key: %w", err)
	}
	return Dial(ctx, url, key.PubKey().SerializeCompressed(), func(message []byte) ([]byte, error) {
		hash := sha256.Sum256(message)
		return ecdsa.SignCompact(key, hash[:], true)[1:], nil
	})
}

// askLimit is how long PresentAt waits for a relay.
const askLimit = 2 * time.Second

// PresentAt asks the relay at a URL about keys, at most MaxAsked, and returns those that are present. It returns none
// if the relay does not answer soon.
func PresentAt(ctx context.Context, url string, keys [][]byte) map[string]bool {
	present := make(map[string]bool)
	if len(keys) == 0 {
		return present
	}
	ctx, cancel := context.WithTimeout(ctx, askLimit)
	defer cancel()
	c, err := DialUnnamed(ctx, url)
	if err != nil {
		return present
	}
	defer c.Close()
	c.Ask(keys...)
	for !c.answered() {
		trouble := c.Trouble()
		if trouble != nil && !errors.Is(trouble, ErrConnecting) || sleep(ctx, 10*time.Millisecond) != nil {
			return present
		}
	}
	for _, key := range keys {
		if c.Present(key) {
			present[string(key)] = true
		}
	}
	return present
}

// answered reports whether the relay has answered the last question.
func (c *Conn) answered() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return !c.requests.askDue && !c.requests.awaited
}
