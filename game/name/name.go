// Package name has the rules of players' names: the form of a name that a player sets on the chain, and the generated
// name of a player who has none. A name is a label: it proves nothing, and nothing is paid to it.
package name

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// MinLength and MaxLength bound the length of a name, in bytes.
const (
	MinLength = 3
	MaxLength = 20
)

var (
	// ErrForm means that a text does not have the form of a name.
	ErrForm = errors.New("bad form")
	// ErrReserved means that a name is reserved.
	ErrReserved = errors.New("reserved name")
)

// Check returns an error unless a player may set a name: ErrForm, or ErrReserved.
func Check(name string) error {
	if err := CheckForm(name); err != nil {
		return err
	}
	if _, found := slices.BinarySearch(reserved, name); found {
		return fmt.Errorf("%w: %s could be taken for a part of the network, choose another name", ErrReserved, name)
	}
	if likeGenerated(name) {
		return fmt.Errorf("%w: %s could be taken for a generated name, choose another name", ErrReserved, name)
	}
	return nil
}

// likeGenerated reports whether a name has the words and the number of a generated one, as brave-otter-417.
func likeGenerated(name string) bool {
	words := strings.TrimRight(name, "0123456789")
	if words == name {
		return false
	}
	words = strings.ReplaceAll(words, "-", "")
	for i := range words {
		_, isFirst := slices.BinarySearch(first, words[:i])
		_, isSecond := slices.BinarySearch(second, words[i:])
		if isFirst && isSecond {
			return true
		}
	}
	return false
}

// CheckForm returns ErrForm unless a text has the form of a name: 3 to 20 of a-z, 0-9 and single hyphens between them,
// with a letter, and not the beginning of an address. Capitals and spaces are left to generated names.
func CheckForm(name string) error {
	if len(name) < MinLength || len(name) > MaxLength {
		return fmt.Errorf("%w: expected %d to %d characters, got %d", ErrForm, MinLength, MaxLength, len(name))
	}
	letter := false
	for i := range len(name) {
		switch c := name[i]; {
		case 'a' <= c && c <= 'z':
			letter = true
		case '0' <= c && c <= '9':
		case c == '-' && i > 0 && i < len(name)-1 && name[i-1] != '-':
		default:
			return fmt.Errorf("%w: expected a-z, 0-9 and single hyphens between them, got %q", ErrForm, name)
		}
	}
	switch {
	case !letter:
		return fmt.Errorf("%w: expected a letter, got %s, which could be taken for a number", ErrForm, name)
	case strings.HasPrefix(name, addressPrefix):
		return fmt.Errorf("%w: expected no beginning of an address, got %s", ErrForm, name)
	}
	return nil
}

// addressPrefix begins every address of the chain.
const addressPrefix = "ship1"

// generatedTag separates generated names from other hashes of addresses.
const generatedTag = "battleship/name/v1"

// Generated returns the name under which a player without a name is shown, such as "Brave Otter 417", from the text of
// its address. It has spaces and capitals, so that no player can set it. There are 65,536,000, so two players can share
// one.
func Generated(address string) string {
	h := sha256.Sum256([]byte(generatedTag + address))
	number := int(binary.BigEndian.Uint16(h[2:4])) % 1_000
	return capital(first[h[0]]) + " " + capital(second[h[1]]) + " " + strconv.Itoa(number)
}

func capital(word string) string { return strings.ToUpper(word[:1]) + word[1:] }

// reserved are the names that could be taken for a part of the network, a program or a word of the clients, ascending.
// A name that was set before it was reserved stays.
var reserved = strings.Fields(`
	account address admin administrator all anybody anyone auth authority authz bank battleship battleshipd bot bots
	chain channel claim client community-pool computer cosmos creator crisis delegate devnet distribution draw escrow
	everybody everyone evidence faucet fee-collector feegrant foundation genesis gov governance guest help host house
	ibc invited joiner keeper ledger loser mainnet mint moderator module name network nobody node none null
	official open operator opponent owner player players pool query random relay relayer reward rewards root security
	self server ship shipcoin slashing somebody someone spectator staff staking stranger support system team testnet
	transfer treasury undefined unknown upgrade uship validator validators void watchtower winner you your yourself`)
