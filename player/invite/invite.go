// Package invite writes invite codes: a game, its chain and perhaps a node in some letters and digits that a player
// passes on.
package invite

import (
	"bytes"
	"crypto/sha256"
	"encoding/base32"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"net/netip"
	"strconv"
	"strings"
)

// Invite is the content of a code.
type Invite struct {
	// Chain is the id of the chain.
	Chain string
	// Node is the address of a node, such as "192.168.1.20:26657". It is empty for none.
	Node string
	// Game is the id of the game.
	Game uint64
}

var (
	// ErrNoCode means that a text is no invite code.
	ErrNoCode = errors.New("neither the number of a game nor an invite code")
	// ErrMistyped means that a code has a wrong check digit.
	ErrMistyped = errors.New("this invite code is mistyped: compare it with the one that you were given")
)

const (
	// prefix is the first letter of a code, which no number has.
	prefix = "G"
	// group is the number of characters between two dashes.
	group = 4
	// checkBytes is the length of the check at the end.
	checkBytes = 2
	// maxCode bounds the text that is decoded.
	maxCode = 512
)

// encoding has no letters that look like digits.
var encoding = base32.NewEncoding("0123456789ABCDEFGHJKMNPQRSTVWXYZ").WithPadding(base32.NoPadding)

// chains are the ids that a code abbreviates, by their numbers from 1, which never change.
var chains = []string{"battleship-devnet-1"}

// The forms of a node in a code, and their greatest number. The first byte has the number of the chain and the form.
const (
	noNode byte = iota
	nodeIPv4
	nodeText

	forms = 4
)

// Encode returns the code of an invite, such as "G0G0-9PZC". It returns an error if a part is too long.
func Encode(i Invite) (string, error) {
	var b bytes.Buffer
	number := byte(0)
	for n, chain := range chains {
		if chain == i.Chain {
			number = byte(n + 1)
		}
	}
	form, node := noNode, []byte(i.Node)
	address, err := netip.ParseAddrPort(i.Node)
	switch {
	case err == nil && address.Addr().Is4():
		form, node = nodeIPv4, append(address.Addr().AsSlice(), byte(address.Port()>>8), byte(address.Port()))
	case i.Node != "":
		form = nodeText
	}
	if len(i.Chain) > math.MaxUint8 || len(node) > math.MaxUint8 {
		return "", errors.New("the address of the node or the id of the chain is too long for an invite code")
	}
	b.WriteByte(number*forms + form)
	if number == 0 {
		b.Write(append([]byte{byte(len(i.Chain))}, i.Chain...))
	}
	if form == nodeText {
		b.WriteByte(byte(len(node)))
	}
	b.Write(node)
	b.Write(binary.AppendUvarint(nil, i.Game))
	text := prefix + encoding.EncodeToString(append(b.Bytes(), check(b.Bytes())...))
	var groups []string
	for ; len(text) > group; text = text[group:] {
		groups = append(groups, text[:group])
	}
	return strings.Join(append(groups, text), "-"), nil
}

func check(b []byte) []byte {
	sum := sha256.Sum256(b)
	return sum[:checkBytes]
}

// Game returns the game that a player has typed: its number, with a zero chain and node, or the invite of its code. It
// returns ErrNoCode for a text that is neither, and ErrMistyped.
func Game(typed string) (Invite, error) {
	if id, err := strconv.ParseUint(typed, 10, 64); err == nil {
		return Invite{Game: id}, nil
	}
	i, err := Decode(typed)
	if errors.Is(err, ErrNoCode) {
		err = fmt.Errorf("%q is %w", typed, ErrNoCode)
	}
	return i, err
}

// Decode returns the invite of a code, whatever its case, dashes and spaces. Letters that look like digits count as
// these. It returns ErrNoCode or ErrMistyped.
func Decode(code string) (Invite, error) {
	if len(code) > maxCode {
		return Invite{}, ErrNoCode
	}
	text := strings.NewReplacer("-", "", " ", "", "O", "0", "I", "1", "L", "1").Replace(strings.ToUpper(code))
	text, ok := strings.CutPrefix(text, prefix)
	raw, err := encoding.DecodeString(text)
	if !ok || err != nil || len(raw) <= checkBytes {
		return Invite{}, fmt.Errorf("%w: %q", ErrNoCode, code)
	}
	b := raw[:len(raw)-checkBytes]
	if !bytes.Equal(check(b), raw[len(b):]) || encoding.EncodeToString(raw) != text {
		return Invite{}, ErrMistyped
	}
	return parse(b)
}

// parse reads the content of a code that was checked.
func parse(b []byte) (i Invite, err error) {
	r := bytes.NewReader(b)
	take := func(n byte) string {
		part := make([]byte, n)
		if n > 0 && err == nil {
			if got, _ := r.Read(part); got != int(n) {
				err = ErrNoCode
			}
		}
		return string(part)
	}
	head := take(1)[0]
	switch number := int(head / forms); {
	case number == 0:
		i.Chain = take(take(1)[0])
	case number <= len(chains):
		i.Chain = chains[number-1]
	default:
		return Invite{}, ErrNoCode
	}
	switch head % forms {
	case noNode:
	case nodeIPv4:
		const length = 6
		raw := []byte(take(length))
		address, _ := netip.AddrFromSlice(raw[:4])
		i.Node = netip.AddrPortFrom(address, binary.BigEndian.Uint16(raw[4:])).String()
	case nodeText:
		i.Node = take(take(1)[0])
	default:
		return Invite{}, ErrNoCode
	}
	id, readErr := binary.ReadUvarint(r)
	if err != nil || readErr != nil || r.Len() > 0 || id == 0 || i.Chain == "" {
		return Invite{}, ErrNoCode
	}
	i.Game = id
	return i, nil
}
