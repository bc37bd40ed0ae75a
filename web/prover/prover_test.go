package prover_test

import (
	"bytes"
	"errors"
	"testing"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/zk"
	"github.com/battleship-chain/battleship/game/zk/verify"
	"github.com/battleship-chain/battleship/web/prover"
)

func TestRequests(t *testing.T) {
	valid := prover.Request{
		Ruleset: game.ClassicZK().ID, ChainID: "battleship-1", Player: make([]byte, 20), Nonce: 7,
		Fleet: "A1h,A3h,A5h,A7h,A9h", Secret: make([]byte, 32),
	}
	desk := prover.NewDesk()
	do := func(t *testing.T, what string, change func(*prover.Request)) ([]byte, error) {
		t.Helper()
		q := valid
		q.Do = what
		if change != nil {
			change(&q)
		}
		return desk.Do(q)
	}
	made, err := do(t, prover.Commit, nil)
	if err != nil || len(made) != verify.CommitmentSize {
		t.Fatalf("commitment: %x, %v", made, err)
	}
	valid.Commitment = made
	if made, err := do(t, prover.Prepare, nil); err != nil || made != nil {
		t.Fatalf("prepare: %x, %v", made, err)
	}
	for _, c := range []struct {
		name, prove, verify string
		statement           func(*prover.Request)
		size                int
	}{
		{"a board", prover.ProveBoard, prover.VerifyBoard, nil, verify.ProofSize},
		{"a miss", prover.ProveAnswer, prover.VerifyAnswer, func(q *prover.Request) { q.Tile = 99 }, verify.OpeningSize},
		{
			"a hit", prover.ProveAnswer, prover.VerifyAnswer, func(q *prover.Request) { q.Tile, q.Hit = 81, true },
			verify.OpeningSize,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			proof, err := do(t, c.prove, c.statement)
			if err != nil || len(proof) != c.size {
				t.Fatalf("%d bytes, %v", len(proof), err)
			}
			shown := func(change func(*prover.Request)) error {
				_, err := do(t, c.verify, func(q *prover.Request) {
					if c.statement != nil {
						c.statement(q)
					}
					q.Proof, q.Fleet, q.Secret = proof, "", nil
					change(q)
				})
				return err
			}
			if err := shown(func(*prover.Request) {}); err != nil {
				t.Error(err)
			}
			if err := shown(func(q *prover.Request) { q.Nonce++ }); c.prove == prover.ProveBoard && err == nil {
				t.Error("a proof of another board: expected an error, got none")
			}
			if err := shown(func(q *prover.Request) { q.Proof = bytes.Clone(proof[1:]) }); err == nil {
				t.Error("a proof without its first byte: expected an error, got none")
			}
		})
	}

	for name, c := range map[string]struct {
		do     string
		change func(*prover.Request)
		want   error
	}{
		"nothing that is known": {"open", nil, prover.ErrRequest},
		"no ruleset":            {prover.Commit, func(q *prover.Request) { q.Ruleset = 77 }, game.ErrRuleset},
		"a ruleset of hashes":   {prover.Commit, func(q *prover.Request) { q.Ruleset = 1 }, verify.ErrKeys},
		"no fleet":              {prover.Commit, func(q *prover.Request) { q.Fleet = "" }, game.ErrFleet},
		"a tile off the board":  {prover.ProveAnswer, func(q *prover.Request) { q.Tile = 100 }, prover.ErrRequest},
		"a tile below 0":        {prover.VerifyAnswer, func(q *prover.Request) { q.Tile = -1 }, prover.ErrRequest},
		"another commitment": {
			prover.ProveAnswer, func(q *prover.Request) { q.Tile, q.Commitment = 99, make([]byte, 48) }, zk.ErrCommitment,
		},
		"an answer that is not true": {
			prover.ProveAnswer, func(q *prover.Request) { q.Hit, q.Tile = true, 99 }, zk.ErrUntrue,
		},
		"half a commitment": {
			prover.VerifyBoard, func(q *prover.Request) { q.Commitment = made[:16] }, verify.ErrStatement,
		},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := do(t, c.do, c.change); !errors.Is(err, c.want) {
				t.Errorf("expected %v, got %v", c.want, err)
			}
		})
	}
}
