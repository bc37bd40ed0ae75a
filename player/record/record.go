package record

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Format names the form of a record and its version.
const Format = "battleship-record/1"

const (
	// MaxBytes is the longest record. One of a long game takes less than a megabyte.
	MaxBytes = 16 << 20
	// maxSigners is how many signers a transaction may have, maxMessages how many messages.
	maxSigners, maxMessages = 16, 256
)

// ErrRecord means that a record is malformed or false.
var ErrRecord = errors.New("invalid record")

// Record is a finished game. Its encoding has one form alone.
type Record struct {
	Format  string `json:"format"`
	ChainID string `json:"chain_id"`
	GameID  uint64 `json:"game_id,string"`
	// Terms are the terms that the chain decided when the game was opened, and that no transaction contains.
	Terms Terms `json:"terms"`
	// Blocks are those in which something happened in the game, in order.
	Blocks []Block `json:"blocks"`
	// Ending is how the game ended. It follows from the blocks.
	Ending Ending `json:"ending"`
	// Digest is the SHA-256 of the encoding with an empty digest, in hex. It shows damage, not fraud.
	Digest string `json:"sha256"`
}

// Terms are the clock of a game in blocks, the first player in a rematch, or 0 for the one chosen by the toss, and
// whether a claim is kept for proven boards.
type Terms struct {
	OpenBlocks  int64      `json:"open_blocks,string"`
	TurnBlocks  int64      `json:"turn_blocks,string"`
	ClaimBlocks int64      `json:"claim_blocks,string"`
	First       types.Seat `json:"first"`
	// ProvenClaims reports whether the winner shows its board although it was proven.
	ProvenClaims bool `json:"proven_claims,omitempty"`
	// ChannelTimeoutBlocks is the channel timeout of the game. It is 0 if it is played on-chain.
	ChannelTimeoutBlocks int64 `json:"channel_timeout_blocks,string,omitempty"`
}

// Block is one block.
type Block struct {
	// Height and Hash are those of the header.
	Height int64  `json:"height,string"`
	Hash   string `json:"hash"`
	// Header is the block's header as protobuf.
	Header []byte `json:"header"`
	// Txs are the transactions that moved the game, in the order of the block.
	Txs []Tx `json:"txs,omitempty"`
	// Expired reports whether a deadline of the game had passed, which is settled after the transactions.
	Expired bool `json:"expired,omitempty"`
}

// Tx is one transaction.
type Tx struct {
	// Raw is the signed transaction.
	Raw []byte `json:"raw"`
	// Index and Total say which of how many transactions of the block it is; Aunts prove it.
	Index int64    `json:"index"`
	Total int64    `json:"total"`
	Aunts [][]byte `json:"aunts,omitempty"`
	// Messages are the indices of those that are about the game.
	Messages []int `json:"messages"`
	// Signers are the signers' data that the transaction does not contain.
	Signers []Signer `json:"signers"`
}

// Signer is one signer of a transaction.
type Signer struct {
	Address string `json:"address"`
	// AccountNumber is the number that the chain has given to its account.
	AccountNumber uint64 `json:"account_number,string"`
	// PubKey is its public key as a protobuf Any, unless the transaction holds it.
	PubKey []byte `json:"pub_key,omitempty"`
}

// Ending is how a game ended.
type Ending struct {
	Phase  string `json:"phase"`
	Reason string `json:"reason"`
	// Winner is the winner's address. It is empty if there is none.
	Winner string `json:"winner,omitempty"`
	// Shots are how many shots of each player were answered, by seat.
	Shots []int `json:"shots"`
}

// Encode returns the record as text, with its digest.
func (r Record) Encode() ([]byte, error) {
	r.Digest = ""
	plain, err := r.marshal()
	if err != nil {
		return nil, err
	}
	r.Digest = digest(plain)
	return r.marshal()
}

func (r Record) marshal() ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	if err := e.Encode(r); err != nil {
		return nil, fmt.Errorf("encode the record: %w", err)
	}
	return b.Bytes(), nil
}

func digest(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// Decode reads a record. It accepts exactly the output of Encode; Verify checks its truth. The error is an ErrRecord.
func Decode(text []byte) (Record, error) {
	if len(text) > MaxBytes {
		return Record{}, fmt.Errorf("%w: expected at most %d bytes, got %d", ErrRecord, MaxBytes, len(text))
	}
	var head struct {
		Format string `json:"format"`
	}
	if err := json.Unmarshal(text, &head); err != nil {
		return Record{}, fmt.Errorf("%w: expected a file that battleshipd replay ID --export has written", ErrRecord)
	}
	if head.Format != Format {
		return Record{}, fmt.Errorf("%w: format: expected %q, got %.40q", ErrRecord, Format, head.Format)
	}
	var r Record
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&r); err != nil {
		return Record{}, fmt.Errorf("%w: %w", ErrRecord, err)
	}
	said := r.Digest
	again, err := r.Encode()
	if err != nil {
		return Record{}, err
	}
	if !bytes.Equal(again, text) {
		r.Digest = ""
		if plain, err := r.marshal(); err == nil && digest(plain) != said {
			return Record{}, fmt.Errorf("%w: sha256: expected %s, got %.64q: the record was damaged or changed",
				ErrRecord, digest(plain), said)
		}
		return Record{}, fmt.Errorf("%w: the text is not as it was exported", ErrRecord)
	}
	return r, nil
}
