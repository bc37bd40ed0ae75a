// Package prover serves the page in web/: commitments to proven boards, and proofs about them. A page calls [Desk.Do]
// with plain values, in a worker in which web/prover/wasm runs. Package zk does the work; rules, secrets and the rest
// of the page are TypeScript.
package prover

import (
	"errors"
	"fmt"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/game/zk"
	"github.com/battleship-chain/battleship/game/zk/verify"
)

// Kinds of requests.
const (
	// Prepare makes the prover of a ruleset, which else happens with the first proof. It returns nothing.
	Prepare = "prepare"
	// Commit returns the commitment to a fleet.
	Commit = "commit"
	// ProveBoard and ProveAnswer return proofs, which were verified as the chain will do it.
	ProveBoard  = "board"
	ProveAnswer = "answer"
	// VerifyBoard and VerifyAnswer return nothing if the proof in the request is one of its statement.
	VerifyBoard  = "verify board"
	VerifyAnswer = "verify answer"
)

// ErrRequest is returned for a request that cannot be understood.
var ErrRequest = errors.New("no request to the prover")

// Request is a page's request. Fields that its kind does not use are ignored.
type Request struct {
	Do string
	// The binding: whose board it is, and which.
	Ruleset uint32
	ChainID string
	Player  []byte
	Nonce   uint64
	// Fleet, as game.Ruleset.ParseFleet reads it, and Secret are the committed board.
	Fleet  string
	Secret []byte
	// The statement.
	Commitment []byte
	Tile       int
	Hit        bool
	// Proof is one to be verified.
	Proof []byte
}

// Desk answers requests. It keeps the provers that it has made.
type Desk struct{ made map[uint32]*zk.Prover }

// NewDesk returns one without any prover.
func NewDesk() *Desk { return &Desk{made: make(map[uint32]*zk.Prover)} }

// Do answers a request. It returns ErrRequest, or an error of the packages zk and verify.
func (d *Desk) Do(q Request) ([]byte, error) {
	r, err := game.RulesetByID(q.Ruleset)
	if err != nil {
		return nil, err
	}
	b := commitment.Binding{ChainID: q.ChainID, Player: q.Player, Nonce: q.Nonce, Ruleset: r}
	switch q.Do {
	case Prepare:
		_, err := d.prover(r)
		return nil, err
	case Commit, ProveBoard, ProveAnswer:
		fleet, err := r.ParseFleet(q.Fleet)
		if err != nil {
			return nil, err
		}
		return d.own(q, b, fleet)
	case VerifyBoard:
		c, err := verify.ParseCommitment(q.Commitment)
		if err != nil {
			return nil, err
		}
		return nil, verify.Board{Binding: b, Commitment: c}.Verify(q.Proof)
	case VerifyAnswer:
		a, err := q.answer(b)
		if err != nil {
			return nil, err
		}
		return nil, a.Verify(q.Proof)
	}
	return nil, fmt.Errorf("%w: %q", ErrRequest, q.Do)
}

// own answers a request about the player's own board.
func (d *Desk) own(q Request, b commitment.Binding, f game.Fleet) ([]byte, error) {
	p, err := d.prover(b.Ruleset)
	if err != nil {
		return nil, err
	}
	switch q.Do {
	case Commit:
		c, err := p.Commit(b, f, q.Secret)
		return c[:], err
	case ProveBoard:
		return p.ProveBoard(b, f, q.Secret)
	}
	a, err := q.answer(b)
	if err != nil {
		return nil, err
	}
	return p.ProveAnswer(a, f, q.Secret)
}

// answer returns the statement about an answer.
func (q Request) answer(b commitment.Binding) (a verify.Answer, err error) {
	if q.Tile < 0 || q.Tile >= b.Ruleset.Tiles() {
		return a, fmt.Errorf("%w: expected a tile below %d, got %d", ErrRequest, b.Ruleset.Tiles(), q.Tile)
	}
	a = verify.Answer{Binding: b, Hit: q.Hit}
	a.Tile = game.Tile(q.Tile) //nolint:gosec // below the number of tiles
	a.Commitment, err = verify.ParseCommitment(q.Commitment)
	return a, err
}

// prover returns the prover of a ruleset.
func (d *Desk) prover(r *game.Ruleset) (*zk.Prover, error) {
	if p, ok := d.made[r.ID]; ok {
		return p, nil
	}
	p, err := zk.NewProver(r)
	if err != nil {
		return nil, err
	}
	d.made[r.ID] = p
	return p, nil
}
