package packet

import (
	"crypto/sha256"
	"fmt"
	"regexp"
)

// accountType sets the addresses of packet accounts apart from those of all other kinds.
const accountType = "battleship/packet"

// Account returns the address of the packet account of a sender on another chain. The channel is the one by which the
// sender's transfers arrive, by its name on this chain; between clients it is the client. Neither has a slash in its
// name, so no two pairs are the same text. The account has no key: the address is the SDK's address.Hash of a type and
// a key, to which no public key hashes.
func Account(channel, sender string) []byte {
	kind := sha256.Sum256([]byte(accountType))
	address := sha256.Sum256(append(kind[:], channel+"/"+sender...))
	return address[:]
}

// channel is what names of channels and of clients on this chain look like.
var channel = regexp.MustCompile(`^[a-z0-9-]{1,56}-\d{1,20}$`)

// CheckChannel returns an error unless a text can be the name of a channel or of a client on this chain.
func CheckChannel(name string) error {
	if !channel.MatchString(name) {
		return fmt.Errorf("expected a channel such as channel-0 or a client such as 07-tendermint-0, got %q", name)
	}
	return nil
}
