package duel

import (
	"context"

	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Find looks for a duel.
func Find(ctx context.Context, chain *client.Client, gameID uint64) (session.Found, error) {
	q := types.NewQueryClient(chain.Conn())
	return session.Find(gameID, func() error {
		_, err := q.Game(ctx, &types.QueryGameRequest{GameId: gameID})
		return err
	}, func() error {
		_, err := q.Result(ctx, &types.QueryResultRequest{GameId: gameID})
		return err
	})
}
