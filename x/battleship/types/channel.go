package types

import (
	"bytes"

	"github.com/decred/dcrd/dcrec/secp256k1/v4"

	"cosmossdk.io/errors"

	"github.com/battleship-chain/battleship/game"
)

// IsChannel reports whether a game is played at sea once it is joined.
func (g Game) IsChannel() bool {
	return len(g.Participants) > 0 && g.Participants[game.Creator].Channel != nil
}

// Validate returns ErrInvalidChannel unless the key is a point of the curve in its one compressed form, and the relay
// can be written down. A nil channel is valid: it is none.
func (c *Channel) Validate() error {
	if c == nil {
		return nil
	}
	if len(c.Key) != ChannelKeyBytes {
		return errors.Wrapf(ErrInvalidChannel, "key: expected a compressed secp256k1 key of %d bytes, got %d bytes",
			ChannelKeyBytes, len(c.Key))
	}
	if _, err := secp256k1.ParsePubKey(c.Key); err != nil {
		return errors.Wrapf(ErrInvalidChannel, "key: expected a compressed secp256k1 key: %s", err)
	}
	if len(c.Relay) > MaxRelayBytes {
		return errors.Wrapf(ErrInvalidChannel, "relay: expected at most %d bytes, got %d", MaxRelayBytes, len(c.Relay))
	}
	for i := range len(c.Relay) {
		if c.Relay[i] <= ' ' || c.Relay[i] > '~' {
			return errors.Wrapf(ErrInvalidChannel, "relay: expected printable ASCII without a space, got byte %d at %d",
				c.Relay[i], i)
		}
	}
	return nil
}

// WithoutRelay returns the channel as it is kept of a joiner, whose letters go the way that the creator has named.
func (c *Channel) WithoutRelay() *Channel {
	if c == nil {
		return nil
	}
	return &Channel{Key: c.Key}
}

// checkChannels returns ErrInvalidChannel unless both players of a game have a channel key, another one each, or none
// has. Without both there is nobody to sign letters with; with one key for both, each could sign for the other.
func (g Game) checkChannels() error {
	creator, joiner := g.Participants[game.Creator].Channel, g.Participants[game.Joiner].Channel
	switch {
	case creator != nil && joiner == nil:
		return errors.Wrap(ErrInvalidChannel, "the game is played at sea: join with a channel key")
	case creator == nil && joiner != nil:
		return errors.Wrap(ErrInvalidChannel, "the game is played on chain: join without a channel key")
	case creator != nil && bytes.Equal(creator.Key, joiner.Key):
		return errors.Wrap(ErrInvalidChannel, "expected different channel keys on both sides, got the same on both")
	}
	return nil
}
