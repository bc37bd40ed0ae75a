package duel

import (
	"context"
	"fmt"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/prover"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// line is where a game is played: where its state comes from, and where its player's actions go.
type line interface {
	// look returns the game's current state. The error is an *EndedError if it is over.
	look(ctx context.Context) (View, error)
	// signedIn returns the move signed in the position of a state, or nil if there is none.
	signedIn(s game.State) (*signedMove, error)
	// move makes a move that the rules have accepted.
	move(ctx context.Context, v View, m intended) (session.Done, error)
	// concede gives the game up for the player of a seat, as the rules have accepted.
	concede(ctx context.Context, v View, seat game.Seat) (session.Done, error)
}

// intended is a move that is about to be made.
type intended struct {
	seat game.Seat
	// msg is all of it, as the chain takes it.
	msg   *types.MsgShootAndReveal
	moved text.Moved
	// proof is the proof of the answer. It is nil if the move has none.
	proof *prover.Proof
}

// line is where the game is played.
func (s *Session) line() line {
	if s.channel.begun() {
		return offChain{onChain{s}}
	}
	return onChain{s}
}

// onChain is the line of a game whose every move is a transaction.
type onChain struct{ *Session }

// look implements line.
func (c onChain) look(ctx context.Context) (View, error) {
	res, err := c.Query().Game(ctx, &types.QueryGameRequest{GameId: c.ID})
	if status.Code(err) == codes.NotFound {
		return View{}, c.ended(ctx, err)
	}
	if err != nil {
		return View{}, fmt.Errorf("look at game %d: %w", c.ID, err)
	}
	chainState, err := res.Game.ChainState(res.Progress)
	if err != nil {
		return View{}, fmt.Errorf("look at game %d: %w", c.ID, err)
	}
	return View{
		Game: res.Game, State: chainState.State, ChainState: chainState, OffChain: chainState.OffChain,
		Recoveries: res.Recoveries, Height: res.Height,
	}, nil
}

// ended replaces the error of a missing game by its result, if it has one.
func (c onChain) ended(ctx context.Context, notFound error) error {
	res, err := c.Query().Result(ctx, &types.QueryResultRequest{GameId: c.ID})
	if err != nil {
		return notFound // never created, or cancelled: the chain keeps no trace of either
	}
	return &EndedError{Result: res.Result}
}

// signedIn implements line.
func (c onChain) signedIn(st game.State) (*signedMove, error) {
	name, ok, err := c.Moves().In(positionKey(st))
	if err != nil || !ok {
		return nil, err
	}
	if name == session.NoShot {
		return &signedMove{name: name}, nil
	}
	tile, err := st.Ruleset.ParseTile(name)
	if err != nil {
		return nil, fmt.Errorf("game %d: the move that was signed before: %w", c.ID, err)
	}
	return &signedMove{shot: &tile, name: name}, nil
}

// move implements line.
func (c onChain) move(ctx context.Context, v View, m intended) (session.Done, error) {
	r := v.State.Ruleset
	how := c.deliveryOf(ctx, v, m.msg)
	how.BeforeSend = func() error { return c.Sign(v.PositionKey(), newSignedMove(r, m.moved.Shot).name) }
	i := text.Intent{Act: text.ActMove, GameID: c.ID, Ruleset: r, Move: m.moved}
	receipt, err := c.Player.Send(ctx, i, how, m.msg)
	if err != nil {
		return session.Done{}, session.InGame(c.ID, err)
	}
	done := c.Done(receipt, text.ActMove, r, m.seat, m.moved)
	done.Proof = m.proof
	return done, nil
}

// concede implements line.
func (c onChain) concede(ctx context.Context, v View, seat game.Seat) (session.Done, error) {
	msg := &types.MsgConcede{Sender: c.Sender(), GameId: c.ID, BeforeFirstShot: !v.State.Begun()}
	return c.sendAct(ctx, text.ActConcede, v, seat, msg)
}
