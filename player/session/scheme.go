package session

import (
	"context"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// scheme is how a player commits to its board, and shows that what it says of it is true. There is one implementation
// for each commitment scheme.
type scheme interface {
	// open opens the tile that was shot at: it shows that an answer is true which is owed in a state.
	open(ctx context.Context, before game.State, a game.Answer) (*types.Opening, error)
}

// commit commits to a board by the scheme of its ruleset.
func (p Player) commit(b *ownBoard) (scheme, types.BoardCommitment, error) {
	public, err := commitment.Commit(b.binding, b.fleet, b.secret)
	return merkleRows{b}, types.NewBoardCommitment(b.binding.Nonce, public), err
}

// merkleRows is a board of package commitment.
type merkleRows struct{ *ownBoard }

// open implements scheme.
func (m merkleRows) open(_ context.Context, before game.State, _ game.Answer) (*types.Opening, error) {
	opening, err := commitment.Open(m.binding, m.fleet, m.secret, before.Pending)
	if err != nil {
		return nil, err
	}
	return types.NewOpening(opening), nil
}
