package demo

import (
	"fmt"
	"sync"
	"time"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/play"
	"github.com/battleship-chain/battleship/game/zk/verify"
	"github.com/battleship-chain/battleship/player/prover"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Proofs is the cost of the proofs of a game, in a ruleset whose boards are proven.
type Proofs struct {
	// Boards and Answers are the numbers of proofs made.
	Boards  int `json:"boards"`
	Answers int `json:"answers"`
	// BoardSeconds and AnswerSeconds are the average times of one proof. The first of a process takes longer.
	BoardSeconds  float64 `json:"board_seconds"`
	AnswerSeconds float64 `json:"answer_seconds"`
	// Seconds is the sum of the times of all proofs.
	Seconds float64 `json:"seconds"`
	// Verified is the number of proofs that the spectator has verified in the blocks, VerifySeconds the average time.
	Verified      int     `json:"verified"`
	VerifySeconds float64 `json:"verify_seconds"`
	// BoardBytes and AnswerBytes are the sizes of a proof.
	BoardBytes  int `json:"board_bytes"`
	AnswerBytes int `json:"answer_bytes"`
}

// proving counts proofs and their times. It is safe for use by several goroutines.
type proving struct {
	mu              sync.Mutex
	boards, answers []prover.Proof
	verified        int
	verifying       time.Duration
}

// done counts the proof of an act, if one was made for it.
func (p *proving) done(d session.Done) {
	proof := d.Proof
	if proof == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if d.Act == text.ActMove {
		p.answers = append(p.answers, *proof)
	} else {
		p.boards = append(p.boards, *proof)
	}
}

// verify runs a node's check of a proof, and measures its time.
func (p *proving) verify(check func() error) error {
	started := time.Now()
	err := check()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.verifying += time.Since(started)
	p.verified++
	return err
}

// summary returns the totals. It returns nil if there was no proof.
func (p *proving) summary() *Proofs {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.verified+len(p.boards)+len(p.answers) == 0 {
		return nil
	}
	sum := func(all []prover.Proof) (took time.Duration) {
		for _, proof := range all {
			took += proof.Took
		}
		return took
	}
	each := func(took time.Duration, n int) float64 { return took.Seconds() / float64(max(n, 1)) }
	boards, answers := sum(p.boards), sum(p.answers)
	return &Proofs{
		Boards: len(p.boards), Answers: len(p.answers),
		BoardSeconds: each(boards, len(p.boards)), AnswerSeconds: each(answers, len(p.answers)),
		Seconds:  (boards + answers).Seconds(),
		Verified: p.verified, VerifySeconds: each(p.verifying, p.verified),
		BoardBytes: verify.ProofSize, AnswerBytes: verify.OpeningSize,
	}
}

// check returns an error unless there is a proof of each board and of each answer, and all were found in blocks.
func (p *Proofs) check(shots uint32) error {
	if p == nil {
		return fmt.Errorf("expected proofs of both boards and of %d answers, got none", shots)
	}
	if p.Boards != types.PlayersPerGame || p.Answers != int(shots) || p.Verified != p.Boards+p.Answers {
		return fmt.Errorf("expected proofs of %d boards and %d answers, all of them verified, got %d, %d and %d",
			types.PlayersPerGame, shots, p.Boards, p.Answers, p.Verified)
	}
	return nil
}

// check verifies the proofs of a transaction that has succeeded, as its chain has done.
func (s *spectator) check(msgs []sdk.Msg) error {
	for _, msg := range msgs {
		var err error
		switch m := msg.(type) {
		case *types.MsgCreateGame:
			err = s.checkEntry(m.Sender, m.Entry)
		case *types.MsgJoinGame:
			err = s.checkEntry(m.Sender, m.Entry)
		case *types.MsgShootAndReveal:
			err = s.checkAnswer(m)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", sdk.MsgTypeURL(msg), err)
		}
	}
	return nil
}

// checkEntry verifies the proof of a board.
func (s *spectator) checkEntry(sender string, entry types.Entry) error {
	board, err := s.board(sender, entry.Board)
	if err != nil || !s.ruleset.Proven {
		return err
	}
	return s.proving.verify(func() error { return board.VerifyEntry(entry.Proof) })
}

// checkAnswer verifies the proof of an answer, before the answer is applied.
func (s *spectator) checkAnswer(m *types.MsgShootAndReveal) error {
	if !s.ruleset.Proven || s.replay == nil || s.replay.State().Owes != game.OwesAnswer {
		return nil
	}
	before := s.replay.State()
	owner := s.replay.Game().Participants[before.Actor]
	board, err := s.board(owner.Address, owner.Board)
	if err != nil {
		return err
	}
	move := m.Move()
	answer, err := move.Answer(before.Ruleset, before.Actor)
	if err != nil {
		return err
	}
	return s.proving.verify(func() error { return board.VerifyAnswer(before, answer, *move.Opening) })
}

// board returns the board of a player, which checks proofs.
func (s *spectator) board(player string, b types.BoardCommitment) (play.Board, error) {
	address, err := sdk.AccAddressFromBech32(player)
	if err != nil {
		return nil, err
	}
	return b.Bind(s.chainID, address, s.ruleset)
}
