package session

import (
	"context"
	"fmt"
	"io"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Create opens a new game with a fleet and returns its session. turnBlocks is the clock, 0 for the chain's default.
func Create(ctx context.Context, p Player, r *game.Ruleset, f game.Fleet, turnBlocks int64) (*Session, Done, error) {
	s := &Session{player: p}
	entry, notice, err := s.entry(ctx, r, f)
	if err != nil {
		return nil, Done{}, err
	}
	receipt, err := p.send(ctx, "create a "+r.Name+" game", &types.MsgCreateGame{
		Sender:     s.sender(),
		RulesetId:  r.ID,
		Entry:      entry,
		TurnBlocks: turnBlocks,
	})
	if err != nil {
		return nil, Done{}, fmt.Errorf("create a game: %w", err)
	}
	var created types.MsgCreateGameResponse
	if err := receipt.Response(&created); err != nil {
		return nil, Done{}, err
	}
	s.gameID = created.GameId
	return s, Done{
		Receipt: receipt, GameID: s.gameID, Act: ActCreate, Ruleset: r, Seat: game.Creator, Notice: notice,
	}, nil
}

// Join enters the open game with a fleet of its ruleset, which choose is asked for.
func (s *Session) Join(ctx context.Context, choose func(*game.Ruleset) (game.Fleet, error)) (Done, error) {
	v, err := s.Look(ctx)
	if err != nil {
		return Done{}, err
	}
	if _, err := v.seatOf(s.address()); err == nil && v.State.Phase == game.PhaseOpen {
		return Done{}, fmt.Errorf("%w: game %d waits for somebody else", ErrOwnGame, s.gameID)
	}
	if _, _, err := game.Step(v.State, game.Join{}, v.next()); err != nil {
		return Done{}, fmt.Errorf("join game %d: %w", s.gameID, err)
	}
	r := v.State.Ruleset
	fleet, err := choose(r)
	if err != nil {
		return Done{}, err
	}
	entry, notice, err := s.entry(ctx, r, fleet)
	if err != nil {
		return Done{}, err
	}
	toss := make([]byte, commitment.TossSize)
	if _, err := io.ReadFull(s.player.Random, toss); err != nil {
		return Done{}, fmt.Errorf("toss: %w", err)
	}
	receipt, err := s.player.send(ctx, fmt.Sprintf("join game %d (%s)", s.gameID, r.Name), &types.MsgJoinGame{
		Sender: s.sender(),
		GameId: s.gameID,
		Entry:  entry,
		Toss:   toss,
	})
	if err != nil {
		return Done{}, fmt.Errorf("join game %d: %w", s.gameID, err)
	}
	return Done{
		Receipt: receipt, GameID: s.gameID, Act: ActJoin, Ruleset: r, Seat: game.Joiner, Notice: notice,
	}, nil
}

// entry makes a new board under the player's next nonce: the commitment for everybody and the recovery field for the
// player's own wallet.
func (s *Session) entry(ctx context.Context, r *game.Ruleset, f game.Fleet) (types.Entry, string, error) {
	if err := r.CheckFleet(f); err != nil {
		return types.Entry{}, "", fmt.Errorf("fleet for %s: %w", r.Name, err)
	}
	res, err := s.query().Player(ctx, &types.QueryPlayerRequest{Address: s.sender()})
	if err != nil {
		return types.Entry{}, "", fmt.Errorf("look up your next board nonce: %w", err)
	}
	b := s.binding(r, res.Player.BoardNonce)
	board, err := s.player.Vault.Seal(s.player.Chain.Key().Name, b, f)
	if err != nil {
		return types.Entry{}, "", fmt.Errorf("seal your fleet: %w", err)
	}
	public, err := commitment.Commit(b, f, board.Secret)
	if err != nil {
		return types.Entry{}, "", fmt.Errorf("commit to your fleet: %w", err)
	}
	return types.Entry{
		Board:    types.NewBoardCommitment(b.Nonce, public),
		Recovery: board.Recovery,
	}, s.player.Vault.Notice(b, board.Source), nil
}
