package keeper

import (
	"cosmossdk.io/errors"

	storetypes "github.com/cosmos/cosmos-sdk/store/v2/types"
	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// gasPerHash is what one SHA-256 hash of a commitment costs. It takes about 0.4 µs, and a signature, for which the
// SDK asks 1,000, more than 100 µs: a block full of hashes is done sooner than one full of signatures.
const gasPerHash = 10

// gasOf returns what so many hashes cost.
func gasOf(hashes int) storetypes.Gas {
	return storetypes.Gas(gasPerHash * hashes) //nolint:gosec // a count is not negative
}

// scheme checks what players show of hidden boards against what they committed to. A game names the scheme of each of
// its boards, so that another one, with proofs instead of hashes, is one more implementation. A scheme knows no rule
// of the game. Its work is paid for before it is done: the cost of each check depends on nothing that the sender
// chose freely.
type scheme interface {
	// tossGas is the cost of tossFirst and verifyToss together.
	tossGas() storetypes.Gas
	// tossFirst returns who shoots first if the opening is true, or an error if it has the wrong form.
	tossFirst(o types.Opening, mixed []byte) (game.Seat, error)
	// verifyToss returns an error unless the creator committed to this toss.
	verifyToss(b commitment.Binding, board types.BoardCommitment, o types.Opening) error
	// openingGas is the cost of verifyOpening for a tile on the board.
	openingGas(r *game.Ruleset, t game.Tile) storetypes.Gas
	// verifyOpening returns an error unless the player committed to this content of the tile.
	verifyOpening(b commitment.Binding, board types.BoardCommitment, t game.Tile, o types.Opening) error
	// auditGas is the cost of audit.
	auditGas(r *game.Ruleset) storetypes.Gas
	// audit returns an error unless the player committed to this fleet with this secret.
	audit(b commitment.Binding, board types.BoardCommitment, f game.Fleet, secret []byte) error
}

// schemeOf returns the scheme of a board.
func schemeOf(board types.BoardCommitment) (scheme, error) {
	switch board.Scheme {
	case types.COMMITMENT_SCHEME_MERKLE_ROWS:
		return merkleRows{}, nil
	default:
		return nil, errors.Wrapf(types.ErrCorrupt, "scheme: expected %s, got %s",
			types.COMMITMENT_SCHEME_MERKLE_ROWS, board.Scheme)
	}
}

// bindingOf names the board of a seat, for the scheme.
func (k *Keeper) bindingOf(ctx sdk.Context, p types.Participant, r *game.Ruleset) (commitment.Binding, error) {
	player, err := k.parseAccount(p.Address)
	if err != nil {
		return commitment.Binding{}, errors.Wrapf(types.ErrCorrupt, "player: %s", err)
	}
	return commitment.Binding{
		ChainID: ctx.ChainID(),
		Player:  player.bytes,
		Nonce:   p.Board.Nonce,
		Ruleset: r,
	}, nil
}

// merkleRows is the scheme of package commitment: a Merkle root for each row.
type merkleRows struct{}

func (merkleRows) tossGas() storetypes.Gas { return gasOf(commitment.TossHashes) }

func (merkleRows) tossFirst(o types.Opening, mixed []byte) (game.Seat, error) {
	if len(o.Salt) != commitment.SaltSize {
		return 0, errors.Wrapf(types.ErrWrongOpening, "salt: expected %d bytes, got %d", commitment.SaltSize, len(o.Salt))
	}
	return commitment.TossFirst(o.Salt, mixed), nil
}

func (merkleRows) verifyToss(b commitment.Binding, board types.BoardCommitment, o types.Opening) error {
	opening, err := o.MerkleRows()
	if err != nil {
		return err
	}
	return types.RuleError(commitment.VerifyToss(b, board.MerkleRows(), opening))
}

func (merkleRows) openingGas(r *game.Ruleset, t game.Tile) storetypes.Gas {
	return gasOf(commitment.OpeningHashes(r, t))
}

func (merkleRows) verifyOpening(b commitment.Binding, board types.BoardCommitment, t game.Tile, o types.Opening) error {
	opening, err := o.MerkleRows()
	if err != nil {
		return err
	}
	return types.RuleError(commitment.VerifyOpening(b, board.MerkleRows(), t, opening))
}

func (merkleRows) auditGas(r *game.Ruleset) storetypes.Gas {
	return gasOf(commitment.AuditHashes(r))
}

func (merkleRows) audit(b commitment.Binding, board types.BoardCommitment, f game.Fleet, secret []byte) error {
	return types.RuleError(commitment.Audit(b, board.MerkleRows(), f, secret))
}
