package channel

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/game/play"
)

// Sizes in bytes of what channels are made of.
const (
	// KeySize is the size of a compressed public key.
	KeySize = 33
	// SignatureSize is the size of a signature: r and s, 32 bytes each.
	SignatureSize = 64
	// MaxRelay is the longest address of a relay.
	MaxRelay = 64
)

// What hashes and signatures of this package begin with, so that none is worth anything elsewhere.
const (
	idTag    = "battleship/channel/v1"
	stateTag = "battleship/channel-state/v1"
)

// Verify reports whether a signature of 64 bytes is the key's under a message: ECDSA on secp256k1 over the SHA-256 of
// the message, r and s of 32 bytes each, big-endian, and s in the lower half, so that each message has one signature
// form. It returns false for a key that is no point of the curve.
type Verify func(key, message, signature []byte) bool

// ID names one game in a channel. It is part of every signed message.
type ID [sha256.Size]byte

// Seat is the public part of one player of a channel.
type Seat struct {
	// Key is the player's channel key: a compressed secp256k1 public key of this game alone.
	Key []byte
	// Board judges the player's openings.
	Board play.Board
	// Public are canonical bytes of the player and its commitment, for the ID.
	Public []byte
}

// Params are the parameters of a channel. The chain knows them once the game is joined.
type Params struct {
	// GameID is the game's number.
	GameID uint64
	// Game is the game when it was joined. Of its state, which may be any that the game has been in since, the terms
	// count: ruleset, clock, and whether claims are kept.
	Game play.Game
	// Seats are the players, by seat.
	Seats [2]Seat
	// Verify checks signatures.
	Verify Verify
}

// Channel is one game that is or was played off-chain. It is a value that nothing changes.
type Channel struct {
	params Params
	id     ID
	// first is the state that the join has left.
	first game.State
}

// New returns the channel of a game. The error is an ErrParams.
func New(p Params) (*Channel, error) {
	if err := p.validate(); err != nil {
		return nil, err
	}
	first, err := firstState(p.Game)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrParams, err)
	}
	c := &Channel{params: p, first: first}
	c.params.Game.State = first
	c.id = c.computeID()
	return c, nil
}

// ID returns the channel's name: the SHA-256 of
//
//	"battleship/channel/v1", game id (u64), height of the join (u64), turn blocks (u64), claim blocks (u64),
//	ruleset id (u32), whether a proven ruleset keeps claims (u8), first player in a rematch (u8: 0 the toss decides, 1
//	the creator, 2 the joiner), the mixed toss of the joiner (32 bytes), and for the creator, then the joiner: channel
//	key (33 bytes), length of the public bytes (u32), public bytes
//
// All integers are big-endian.
func (c *Channel) ID() ID { return c.id }

// Initial returns the state that the join has left. It needs no signature.
func (c *Channel) Initial() game.State { return c.first }

// Key returns a player's channel key.
func (c *Channel) Key(by game.Seat) ([]byte, error) {
	if err := checkSeat(by); err != nil {
		return nil, err
	}
	return bytes.Clone(c.params.Seats[by].Key), nil
}

// Message returns the bytes that a player signs to endorse a state: "battleship/channel-state/v1", the ID, and the
// canonical bytes of the state. The error is an ErrState for a state that this game cannot be in off-chain.
func (c *Channel) Message(s game.State) ([]byte, error) {
	state, err := c.Encode(s)
	if err != nil {
		return nil, err
	}
	message := make([]byte, 0, len(stateTag)+len(c.id)+len(state))
	return append(append(append(message, stateTag...), c.id[:]...), state...), nil
}

// CheckKey returns ErrParams for what cannot be a compressed public key. It does not ask for a point of the curve.
func CheckKey(key []byte) error {
	if len(key) != KeySize {
		return fmt.Errorf("%w: key: expected %d bytes, got %d", ErrParams, KeySize, len(key))
	}
	if key[0] != 2 && key[0] != 3 {
		return fmt.Errorf("%w: key: expected a compressed one, of first byte 2 or 3, got %d", ErrParams, key[0])
	}
	return nil
}

// validate returns an error unless the parameters are complete.
func (p Params) validate() error {
	if p.Verify == nil {
		return fmt.Errorf("%w: no check of signatures is given", ErrParams)
	}
	if n := len(p.Game.Toss); n != commitment.TossSize {
		return fmt.Errorf("%w: toss: expected %d bytes, got %d", ErrParams, commitment.TossSize, n)
	}
	if first := p.Game.First; first != nil {
		if err := checkSeat(*first); err != nil {
			return fmt.Errorf("%w: first: %w", ErrParams, err)
		}
	}
	for i, seat := range p.Seats {
		if err := CheckKey(seat.Key); err != nil {
			return fmt.Errorf("%s: %w", game.Seat(i), err)
		}
		if seat.Board == nil || len(seat.Public) == 0 {
			return fmt.Errorf("%w: %s: no board is given", ErrParams, game.Seat(i))
		}
	}
	if bytes.Equal(p.Seats[game.Creator].Key, p.Seats[game.Joiner].Key) {
		return fmt.Errorf("%w: expected two keys, got the same one twice", ErrParams)
	}
	return nil
}

// firstState returns the state that the join of a game has left.
func firstState(g play.Game) (game.State, error) {
	clock := g.State.Clock
	clock.OpenBlocks = 1
	s, err := game.NewState(g.State.Ruleset, clock, g.JoinedHeight)
	if err != nil {
		return game.State{}, err
	}
	s.ProvenClaims = g.State.ProvenClaims
	s, _, err = game.Step(s, game.Join{}, g.JoinedHeight)
	return s, err
}

// computeID is what ID returns.
func (c *Channel) computeID() ID {
	g := c.params.Game
	b := []byte(idTag)
	b = binary.BigEndian.AppendUint64(b, c.params.GameID)
	b = binary.BigEndian.AppendUint64(b, uint64(g.JoinedHeight))
	b = binary.BigEndian.AppendUint64(b, uint64(c.first.Clock.TurnBlocks))
	b = binary.BigEndian.AppendUint64(b, uint64(c.first.Clock.ClaimBlocks))
	b = binary.BigEndian.AppendUint32(b, c.first.Ruleset.ID)
	claims, first := byte(0), byte(0)
	if c.first.ProvenClaims {
		claims = 1
	}
	if g.First != nil {
		first = 1 + byte(*g.First)
	}
	b = append(append(b, claims, first), g.Toss...)
	for _, seat := range c.params.Seats {
		b = append(b, seat.Key...)
		b = binary.BigEndian.AppendUint32(b, uint32(len(seat.Public)))
		b = append(b, seat.Public...)
	}
	return sha256.Sum256(b)
}

// checkSeat returns game.ErrSeat for a seat that does not exist.
func checkSeat(by game.Seat) error {
	if by != game.Creator && by != game.Joiner {
		return fmt.Errorf("%w: expected %d or %d, got %d", game.ErrSeat, game.Creator, game.Joiner, int(by))
	}
	return nil
}
