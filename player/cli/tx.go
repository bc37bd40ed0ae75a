package cli

import (
	"context"

	"github.com/spf13/cobra"

	sdkclient "github.com/cosmos/cosmos-sdk/client"

	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// TxCmd returns the commands that play: tx battleship.
func TxCmd() *cobra.Command {
	cmd := &cobra.Command{
		Use:                        types.ModuleName,
		Short:                      "Play Battleship",
		RunE:                       sdkclient.ValidateCmd,
		SuggestionsMinimumDistance: 2,
	}
	cmd.AddCommand(
		createCmd(),
		joinCmd(),
		matchCmd(),
		rematchCmd(),
		shootCmd(),
		delegable(actCmd("answer", "Open the toss or answer the pending shot, and do not shoot", (*session.Session).Answer)),
		delegable(actCmd("concede", "Give the game up", (*session.Session).Concede)),
		actCmd("challenge", "End play and demand that the opponent proves its board", (*session.Session).Challenge),
		delegable(actCmd("claim", "Prove your board, end the game and be paid", (*session.Session).Claim)),
		actCmd("cancel", "Take back a game that nobody has joined", (*session.Session).Cancel),
		actCmd("decline", "Refuse a game that was offered to you alone", (*session.Session).Decline),
		setDelegateCmd(),
		withdrawCmd(),
	)
	return cmd
}

func shootCmd() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "shoot ID TILE",
		Short: "Shoot at a tile; opens the toss or answers the pending shot first if you owe that",
		Args:  exactly("ID", "TILE"),
		RunE: run(true, func(ctx context.Context, e *env, args []string) error {
			s, err := e.session(args[0])
			if err != nil {
				return err
			}
			tile := canonicalTile(args[1])
			done, err := s.Shoot(ctx, tile)
			if err != nil {
				return asTyped(args[1], tile, err)
			}
			return e.report(ctx, done)
		}),
	}
	addSendFlags(cmd)
	return delegable(cmd)
}

// actCmd is a command whose only argument is a game.
func actCmd(name, short string, act func(*session.Session, context.Context) (session.Done, error)) *cobra.Command {
	cmd := &cobra.Command{
		Use:   name + " ID",
		Short: short,
		Args:  exactly("ID"),
		RunE: run(true, func(ctx context.Context, e *env, args []string) error {
			s, err := e.session(args[0])
			if err != nil {
				return err
			}
			done, err := act(s, ctx)
			if err != nil {
				return err
			}
			return e.report(ctx, done)
		}),
	}
	addSendFlags(cmd)
	return cmd
}

// delegable lets a command be used by a delegate too.
func delegable(cmd *cobra.Command) *cobra.Command {
	addForFlag(cmd)
	return cmd
}

// session is the user's session of a game.
func (e *env) session(gameID string) (*session.Session, error) {
	id, err := parseGameID(gameID)
	if err != nil {
		return nil, err
	}
	p, err := e.player()
	if err != nil {
		return nil, err
	}
	return session.Open(p, id), nil
}
