package session

import (
	"context"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/game/zk/verify"
	"github.com/battleship-chain/battleship/player/prover"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// scheme commits a player to its board, and opens it. There is one implementation for each commitment scheme.
type scheme interface {
	// commit returns the public part of the board.
	commit() (types.BoardCommitment, error)
	// proveBoard returns the proof that the board is legal, for entering. It returns nil if none is required.
	proveBoard(ctx context.Context) (*prover.Proof, error)
	// open opens the tile that was shot at: it shows that an answer is true which is owed in a state. It returns the
	// proof too, if there is one in the opening.
	open(ctx context.Context, before game.State, a game.Answer) (*types.Opening, *prover.Proof, error)
	// ahead proves answers before they are owed. It is nil if they have no proofs.
	ahead() *prover.Answers
}

// schemeOf is the scheme that the ruleset of a board asks for.
func (p Player) schemeOf(b *ownBoard) (scheme, error) {
	if !b.binding.Ruleset.Proven {
		return merkleRows{b}, nil
	}
	fleet, err := verify.Commit(b.binding, b.fleet, b.secret)
	if err != nil {
		return nil, err
	}
	provers := p.Provers
	if provers == nil {
		provers = prover.OfProcess()
	}
	board := prover.Board{Binding: b.binding, Commitment: fleet, Fleet: b.fleet, Secret: b.secret}
	return proven{board: board, provers: provers, answers: provers.Answers(board)}, nil
}

// merkleRows is a board of package commitment. It is shown at the end of the game.
type merkleRows struct{ *ownBoard }

// commit implements scheme.
func (m merkleRows) commit() (types.BoardCommitment, error) {
	public, err := commitment.Commit(m.binding, m.fleet, m.secret)
	return types.NewBoardCommitment(m.binding.Nonce, public), err
}

// proveBoard implements scheme.
func (merkleRows) proveBoard(context.Context) (*prover.Proof, error) { return nil, nil }

// open implements scheme.
func (m merkleRows) open(_ context.Context, before game.State, _ game.Answer) (*types.Opening, *prover.Proof, error) {
	opening, err := commitment.Open(m.binding, m.fleet, m.secret, before.Pending)
	if err != nil {
		return nil, nil, err
	}
	return types.NewOpening(opening), nil, nil
}

// ahead implements scheme.
func (merkleRows) ahead() *prover.Answers { return nil }

// proven is a board that is proven legal when the game is entered, with a proof of each answer.
type proven struct {
	board   prover.Board
	provers *prover.Provers
	answers *prover.Answers
}

// commit implements scheme.
func (p proven) commit() (types.BoardCommitment, error) {
	leaf, err := commitment.CommitToss(p.board.Binding, p.board.Secret)
	return types.NewProvenBoardCommitment(p.board.Binding.Nonce, p.board.Commitment, leaf), err
}

// proveBoard implements scheme.
func (p proven) proveBoard(ctx context.Context) (*prover.Proof, error) {
	proof, err := p.provers.Board(ctx, p.board)
	return &proof, err
}

// open implements scheme.
func (p proven) open(ctx context.Context, before game.State, a game.Answer) (*types.Opening, *prover.Proof, error) {
	proof, err := p.answers.Prove(ctx, before, a)
	if err != nil {
		return nil, nil, err
	}
	return types.NewProvenOpening(a.Hit, proof.Bytes), &proof, nil
}

// ahead implements scheme.
func (p proven) ahead() *prover.Answers { return p.answers }

// Ahead returns the function that proves the player's answers before they are owed, until its context ends. It returns
// nil if answers have no proofs in the game, or if the player's board is not recovered yet. It may run beside the
// session, once.
func (s *Session) Ahead() func(context.Context) {
	if s.own == nil || s.own.scheme.ahead() == nil {
		return nil
	}
	return s.own.scheme.ahead().Run
}

// foresee passes the state of the game to the proofs ahead.
func (s *Session) foresee(v View, seat game.Seat) {
	if s.own == nil {
		return
	}
	if answers := s.own.scheme.ahead(); answers != nil {
		answers.Foresee(v.State, seat)
	}
}
