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
	Open(ctx context.Context, before game.State, a game.Answer) (*types.Opening, *prover.Proof, error)
}

// schemeOf is the scheme that the ruleset of a board asks for.
func (p Player) schemeOf(b *OwnBoard) (scheme, error) {
	if !b.Binding.Ruleset.Proven {
		return merkleRows{b}, nil
	}
	provers := p.Provers
	if provers == nil {
		provers = prover.OfProcess()
	}
	board := prover.Board{Binding: b.Binding, Fleet: b.Fleet, Secret: b.Secret}
	commitment, err := provers.Commit(board)
	if err != nil {
		return nil, err
	}
	return proven{board: board, commitment: commitment, provers: provers}, nil
}

// merkleRows is a board of package commitment. It is shown at the end of the game.
type merkleRows struct{ *OwnBoard }

// commit implements scheme.
func (m merkleRows) commit() (types.BoardCommitment, error) {
	public, err := commitment.Commit(m.Binding, m.Fleet, m.Secret)
	return types.NewBoardCommitment(m.Binding.Nonce, public), err
}

// proveBoard implements scheme.
func (merkleRows) proveBoard(context.Context) (*prover.Proof, error) { return nil, nil }

// Open implements scheme.
func (m merkleRows) Open(_ context.Context, before game.State, _ game.Answer) (*types.Opening, *prover.Proof, error) {
	opening, err := commitment.Open(m.Binding, m.Fleet, m.Secret, before.Pending)
	if err != nil {
		return nil, nil, err
	}
	return types.NewOpening(opening), nil, nil
}

// proven is a board that is proven legal when the game is entered, with a proof of each answer.
type proven struct {
	board      prover.Board
	commitment verify.Commitment
	provers    *prover.Provers
}

// commit implements scheme.
func (p proven) commit() (types.BoardCommitment, error) {
	leaf, err := commitment.CommitToss(p.board.Binding, p.board.Fleet, p.board.Secret)
	return types.NewProvenBoardCommitment(p.board.Binding.Nonce, p.commitment, leaf), err
}

// proveBoard implements scheme.
func (p proven) proveBoard(ctx context.Context) (*prover.Proof, error) {
	proof, err := p.provers.Board(ctx, p.board)
	return &proof, err
}

// Open implements scheme.
func (p proven) Open(ctx context.Context, before game.State, a game.Answer) (*types.Opening, *prover.Proof, error) {
	proof, err := p.provers.Answer(ctx, p.board, verify.Answer{
		Binding: p.board.Binding, Commitment: p.commitment, Tile: before.Pending, Hit: a.Hit,
	})
	if err != nil {
		return nil, nil, err
	}
	return types.NewProvenOpening(a.Hit, proof.Bytes), &proof, nil
}
