package session

import (
	"context"
	"fmt"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// line is where a game is played: where its state comes from, and where goes what its player does.
type line interface {
	// look returns the game as it stands. The error is an *EndedError if it is over.
	look(ctx context.Context) (View, error)
	// signedIn returns the move that was signed in the position of a state; nil if none was.
	signedIn(s game.State) (*signedMove, error)
	// move makes a move that the rules have accepted.
	move(ctx context.Context, v View, m intended) (Done, error)
	// concede gives the game up for the player of a seat, as the rules have accepted.
	concede(ctx context.Context, v View, seat game.Seat) (Done, error)
}

// intended is a move that is about to be made.
type intended struct {
	seat game.Seat
	// msg is all of it, as the chain takes it.
	msg   *types.MsgShootAndReveal
	moved Moved
}

// line is where the game is played.
func (s *Session) line() line {
	if s.sea.begun() {
		return atSea{onChain{s}}
	}
	return onChain{s}
}

// onChain is the line of a game whose every move is a transaction.
type onChain struct{ *Session }

// look implements line.
func (c onChain) look(ctx context.Context) (View, error) {
	res, err := c.query().Game(ctx, &types.QueryGameRequest{GameId: c.gameID})
	if status.Code(err) == codes.NotFound {
		return View{}, c.ended(ctx, err)
	}
	if err != nil {
		return View{}, fmt.Errorf("look at game %d: %w", c.gameID, err)
	}
	stand, err := res.Game.Stand(res.Progress)
	if err != nil {
		return View{}, fmt.Errorf("look at game %d: %w", c.gameID, err)
	}
	return View{
		Game: res.Game, State: stand.State, Stand: stand, AtSea: stand.AtSea,
		Recoveries: res.Recoveries, Height: res.Height,
	}, nil
}

// ended turns the news that there is no such game going on into how it ended, if it has a result.
func (c onChain) ended(ctx context.Context, notFound error) error {
	res, err := c.query().Result(ctx, &types.QueryResultRequest{GameId: c.gameID})
	if err != nil {
		return notFound // never created, or cancelled: the chain keeps no trace of either
	}
	return &EndedError{Result: res.Result}
}

// signedIn implements line.
func (c onChain) signedIn(st game.State) (*signedMove, error) {
	name, ok, err := c.moves().In(position(st))
	if err != nil || !ok {
		return nil, err
	}
	if name == noShot {
		return &signedMove{name: name}, nil
	}
	tile, err := st.Ruleset.ParseTile(name)
	if err != nil {
		return nil, fmt.Errorf("game %d: the move that was signed before: %w", c.gameID, err)
	}
	return &signedMove{shot: &tile, name: name}, nil
}

// move implements line.
func (c onChain) move(ctx context.Context, v View, m intended) (Done, error) {
	r := v.State.Ruleset
	how := c.deliveryOf(ctx, v, m.msg)
	how.beforeSend = func() error { return c.sign(v.Position(), newSignedMove(r, m.moved.Shot).name) }
	what := fmt.Sprintf("%s in game %d", describe(r, m.moved), c.gameID)
	receipt, err := c.player.send(ctx, what, how, m.msg)
	if err != nil {
		return Done{}, InGame(c.gameID, err)
	}
	return Done{
		Receipt: receipt, GameID: c.gameID, Act: ActMove, Ruleset: r, Seat: m.seat, Result: m.moved,
	}, nil
}

// concede implements line.
func (c onChain) concede(ctx context.Context, v View, seat game.Seat) (Done, error) {
	msg := &types.MsgConcede{Sender: c.sender(), GameId: c.gameID}
	return c.sendAct(ctx, ActConcede, v, seat, msg)
}
