package session

import (
	"context"
	"errors"
	"fmt"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/prover"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Entering is a player's entry into a game.
type Entering struct {
	types.Entry
	player Player
	game   *Base
	// own is the board made for it, notice a notice to the player about it.
	Own    *OwnBoard
	Notice string
	// proof is the proof that the board is legal, if one is asked for.
	BoardProof *prover.Proof
	// opponent is the only player who may join.
	Opponent string
	// grants give the board's own delegate and bot their allowance, as far as they play.
	grants []sdk.Msg
}

// Send sends the entering message, which the player has confirmed, together with the delegate's allowance.
func (e Entering) Send(ctx context.Context, msg sdk.Msg) (client.Receipt, error) {
	p := e.player
	p.Confirm = nil
	receipt, err := p.Send(ctx, text.Intent{}, Delivery{}, append([]sdk.Msg{msg}, e.grants...)...)
	var notIncluded *client.NotIncludedError
	if errors.As(err, &notIncluded) {
		err = &EnteringError{BoardNonce: e.Board.Nonce, Err: err}
	}
	if err == nil {
		e.game.seatedAt = receipt.Height
	}
	return receipt, err
}

// ConfirmEntry asks for confirmation of entering a game with a fleet, and makes a new board. The allowance is for the
// delegate that the board brings, or the player's own bot, if the game is entered with one.
func (k *Base) ConfirmEntry(
	ctx context.Context, i text.Intent, fleet game.Fleet, delegate string, ownBot bool, n Needs,
) (e Entering, allowed Allowance, err error) {
	if err := i.Ruleset.CheckFleet(fleet); err != nil {
		return e, allowed, fmt.Errorf("fleet for %s: %w", i.Ruleset.Name, err)
	}
	if k.Player.WithDelegate(delegate) || ownBot {
		if allowed, err = k.Player.Allowance(ctx, n); err != nil {
			return e, allowed, err
		}
		i.Fees, i.AllowedUntil = allowed.Limit, allowed.Until
	}
	if err := k.Player.Ask(i); err != nil {
		return e, allowed, err
	}
	e, err = k.seal(ctx, i.Ruleset, fleet, delegate)
	return e, allowed, err
}

// seal makes a new board under the player's next nonce: the commitment for everybody, and the recovery field for the
// player's own wallet.
func (k *Base) seal(ctx context.Context, r *game.Ruleset, f game.Fleet, delegate string) (Entering, error) {
	res, err := k.Query().Player(ctx, &types.QueryPlayerRequest{Address: k.Address().String()})
	if err != nil {
		return Entering{}, fmt.Errorf("look up your next board nonce: %w", err)
	}
	if only := k.Player.BoardNonce; only != nil && *only != res.Player.BoardNonce {
		return Entering{}, ErrEntered
	}
	b := k.binding(r, res.Player.BoardNonce)
	board, err := k.Player.Vault.Seal(k.Player.Key().Name, b, f)
	if err != nil {
		return Entering{}, fmt.Errorf("seal your fleet: %w", err)
	}
	own, err := k.newOwnBoard(b, board)
	if err != nil {
		return Entering{}, fmt.Errorf("commit to your fleet: %w", err)
	}
	proof, err := own.Scheme.proveBoard(ctx)
	if err != nil {
		return Entering{}, err
	}
	e := Entering{
		Entry: types.Entry{
			Board:    own.Committed,
			Recovery: board.Recovery,
			Delegate: delegate,
		},
		player:     k.Player,
		game:       k,
		Own:        own,
		Notice:     k.Player.Vault.Notice(b, board.Source),
		BoardProof: proof,
	}
	if proof != nil {
		e.Proof = proof.Bytes
	}
	return e, nil
}

// WithDelegate reports whether a game is entered with the delegate that the board brings, unless another is named.
func (p Player) WithDelegate(named string) bool { return p.OwnDelegate && named == "" }

// NameDelegate names the delegate that the board brings, and gives it an allowance for messages of those kinds.
func (e *Entering) NameDelegate(a Allowance, messages []string) error {
	e.Delegate = e.Own.DelegateAddress().String()
	return e.Grant(a, e.Own.DelegateAddress(), messages)
}

// Grant gives an account an allowance of the player's, in the transaction that enters the game.
func (e *Entering) Grant(a Allowance, grantee sdk.AccAddress, messages []string) error {
	msg, err := a.grant(e.player.Key().Address, grantee, messages)
	e.grants = append(e.grants, msg)
	return err
}
