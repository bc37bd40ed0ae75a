// Package phrase is the talk between the players of an off-chain game: one of eight phrases, signed by the channel key,
// in a note of the relay. There is no free text, and nothing of it reaches the chain.
//
//	note      = phrase (1 byte, from 1) || time (8 bytes, milliseconds since 1970) || signature (64 bytes)
//	signature = of SHA-256 of "battleship/phrase/v1" || channel id (32 bytes) || phrase || time
//
// Integers are big-endian. The time counts the phrases of a player: each is later than the one before, and near the
// present, so that a relay cannot repeat an old one.
package phrase

import (
	"encoding/binary"
	"errors"
	"fmt"
	"time"

	"github.com/cosmos/cosmos-sdk/crypto/keys/secp256k1"

	"github.com/battleship-chain/battleship/game/channel"
	"github.com/battleship-chain/battleship/player/text"
)

// Count is the number of phrases, which are numbered from 1.
const Count = len(text.Phrases)

// NearFor is how far the time of a phrase may be from that of its reader, whose clock may be another one.
const NearFor = 2 * time.Minute

const (
	domain        = "battleship/phrase/v1"
	headSize      = 9
	signatureSize = 64
)

var (
	// ErrNote means that a note is no phrase, or not one of the opponent's in this game.
	ErrNote = errors.New("not a phrase of the opponent's")
	// ErrOld means that a phrase was read before, or was signed too long ago, or too far in the future.
	ErrOld = errors.New("a phrase of another time")
)

// Write returns the note of a phrase, which key signs.
func Write(id channel.ID, number int, at time.Time, sign func([]byte) ([]byte, error)) ([]byte, error) {
	if number < 1 || number > Count {
		return nil, fmt.Errorf("phrase: expected 1 to %d, got %d", Count, number)
	}
	head := binary.BigEndian.AppendUint64([]byte{byte(number)}, uint64(at.UnixMilli()))
	signature, err := sign(message(id, head))
	if err != nil {
		return nil, fmt.Errorf("sign a phrase: %w", err)
	}
	return append(head, signature...), nil
}

func message(id channel.ID, head []byte) []byte {
	return append(append([]byte(domain), id[:]...), head...)
}

// Reader reads the phrases of the opponent in one game.
type Reader struct {
	// Channel is the id of the game's channel, Key the opponent's.
	Channel channel.ID
	Key     []byte

	last int64 // the time of the last phrase
}

// Read returns the phrase of a note that arrives now. The error is an ErrNote or an ErrOld.
func (r *Reader) Read(note []byte, now time.Time) (int, error) {
	if len(note) != headSize+signatureSize || note[0] < 1 || int(note[0]) > Count {
		return 0, ErrNote
	}
	head, signature := note[:headSize], note[headSize:]
	at := int64(binary.BigEndian.Uint64(head[1:]))
	if at <= r.last || now.Sub(time.UnixMilli(at)).Abs() > NearFor {
		return 0, ErrOld
	}
	if !(&secp256k1.PubKey{Key: r.Key}).VerifySignature(message(r.Channel, head), signature) {
		return 0, ErrNote
	}
	r.last = at
	return int(note[0]), nil
}
