package channel

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"unicode/utf8"

	"google.golang.org/protobuf/encoding/protowire"

	"github.com/battleship-chain/battleship/game/channel"
	"github.com/battleship-chain/battleship/game/play"
)

// MaxUpdate is how long an update can be, in bytes. Those of boards of hashes have less than 600, those of proven
// boards less than 1,100.
const MaxUpdate = 2 << 10

// MarshalUpdate returns the bytes of an update: the message battleship.v1.StateProof of the chain's protobuf, fields
// in the order of their numbers and none that is empty, as its generated code writes it. A file of an exported proof
// holds the same.
func MarshalUpdate(p channel.Proof) []byte {
	b := appendBytes(make([]byte, 0, 512), 1, p.State)
	if p.Move != nil {
		b = appendMessage(b, 2, marshalMove(*p.Move))
	}
	for seat, signature := range p.Signatures {
		b = appendBytes(b, protowire.Number(3+seat), signature)
	}
	return b
}

func marshalMove(m channel.Move) []byte {
	var b []byte
	if m.Opening != nil {
		b = appendMessage(b, 1, marshalOpening(*m.Opening))
	}
	if m.Sunk != nil {
		b = appendMessage(b, 2, appendBytes(appendBytes(nil, 1, []byte(m.Sunk.Class)), 2, []byte(m.Sunk.Placement)))
	}
	b = appendBytes(b, 3, []byte(m.Target))
	if m.Concede {
		b = appendNumber(b, 4, 1)
	}
	return b
}

func marshalOpening(o play.Opening) []byte {
	var b []byte
	if o.Content != 0 {
		b = appendNumber(b, 1, uint64(int64(o.Content))) // a negative one too has ten bytes, as protobuf has it
	}
	b = appendBytes(b, 2, o.Salt)
	for _, step := range o.Path {
		b = appendMessage(b, 3, step)
	}
	return appendBytes(b, 4, o.Proof)
}

// appendBytes appends a field unless it is empty.
func appendBytes(b []byte, n protowire.Number, value []byte) []byte {
	if len(value) == 0 {
		return b
	}
	return appendMessage(b, n, value)
}

// appendMessage appends a field, also an empty one.
func appendMessage(b []byte, n protowire.Number, value []byte) []byte {
	return protowire.AppendBytes(protowire.AppendTag(b, n, protowire.BytesType), value)
}

func appendNumber(b []byte, n protowire.Number, value uint64) []byte {
	return protowire.AppendVarint(protowire.AppendTag(b, n, protowire.VarintType), value)
}

// ParseUpdate is the inverse of MarshalUpdate. It accepts no other bytes: the error is an ErrUpdate.
func ParseUpdate(b []byte) (channel.Proof, error) {
	if len(b) > MaxUpdate {
		return channel.Proof{}, fmt.Errorf("%w: expected at most %d bytes, got %d", ErrUpdate, MaxUpdate, len(b))
	}
	p, err := parseProof(b)
	if err == nil && !bytes.Equal(MarshalUpdate(p), b) {
		// A field twice, out of order, or empty.
		err = errField
	}
	if err != nil {
		return channel.Proof{}, fmt.Errorf("%w: %w", ErrUpdate, err)
	}
	return p, nil
}

var errField = errors.New("expected the fields of a state proof, each once and in their order")

func parseProof(b []byte) (p channel.Proof, err error) {
	return p, eachField(b, func(n protowire.Number, f field) (err error) {
		switch n {
		case 1:
			p.State, err = f.bytes()
		case 2:
			p.Move, err = parseMove(f)
		case 3, 4:
			p.Signatures[n-3], err = f.bytes()
		default:
			err = errField
		}
		return err
	})
}

func parseMove(f field) (*channel.Move, error) {
	b, err := f.bytes()
	if err != nil {
		return nil, err
	}
	m := new(channel.Move)
	return m, eachField(b, func(n protowire.Number, f field) (err error) {
		switch n {
		case 1:
			m.Opening, err = parseOpening(f)
		case 2:
			m.Sunk, err = parseShip(f)
		case 3:
			m.Target, err = f.text()
		case 4:
			var concede uint64
			concede, err = f.number()
			m.Concede = concede == 1
		default:
			err = errField
		}
		return err
	})
}

func parseOpening(f field) (*play.Opening, error) {
	b, err := f.bytes()
	if err != nil {
		return nil, err
	}
	o := new(play.Opening)
	return o, eachField(b, func(n protowire.Number, f field) (err error) {
		switch n {
		case 1:
			var content uint64
			content, err = f.number()
			o.Content = int(int32(content))
		case 2:
			o.Salt, err = f.bytes()
		case 3:
			var step []byte
			step, err = f.bytes()
			o.Path = append(o.Path, step)
		case 4:
			o.Proof, err = f.bytes()
		default:
			err = errField
		}
		return err
	})
}

func parseShip(f field) (*play.Ship, error) {
	b, err := f.bytes()
	if err != nil {
		return nil, err
	}
	s := new(play.Ship)
	return s, eachField(b, func(n protowire.Number, f field) (err error) {
		switch n {
		case 1:
			s.Class, err = f.text()
		case 2:
			s.Placement, err = f.text()
		default:
			err = errField
		}
		return err
	})
}

// field is a field of a message, without its number.
type field struct {
	kind  protowire.Type
	value []byte
}

func (f field) bytes() ([]byte, error) {
	if f.kind != protowire.BytesType {
		return nil, errField
	}
	value, n := protowire.ConsumeBytes(f.value)
	return slices.Clone(value), protowire.ParseError(n)
}

// text is bytes that are UTF-8, as protobuf demands of a text.
func (f field) text() (string, error) {
	value, err := f.bytes()
	if err == nil && !utf8.Valid(value) {
		err = errField
	}
	return string(value), err
}

func (f field) number() (uint64, error) {
	if f.kind != protowire.VarintType {
		return 0, errField
	}
	value, n := protowire.ConsumeVarint(f.value)
	return value, protowire.ParseError(n)
}

// eachField calls a function with each field of a message, in their order.
func eachField(b []byte, do func(protowire.Number, field) error) error {
	for len(b) > 0 {
		n, kind, size := protowire.ConsumeTag(b)
		if size < 0 {
			return protowire.ParseError(size)
		}
		b = b[size:]
		if size = protowire.ConsumeFieldValue(n, kind, b); size < 0 {
			return protowire.ParseError(size)
		}
		if err := do(n, field{kind, b[:size]}); err != nil {
			return err
		}
		b = b[size:]
	}
	return nil
}
