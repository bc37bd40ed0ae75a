package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	sdkclient "github.com/cosmos/cosmos-sdk/client"

	"github.com/battleship-chain/battleship/game"
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
		shootCmd(),
		actCmd("answer", "Open the toss or answer the pending shot, and do not shoot", (*session.Session).Answer),
		actCmd("concede", "Give the game up", (*session.Session).Concede),
		actCmd("challenge", "End play and demand that the opponent proves its board", (*session.Session).Challenge),
		actCmd("claim", "Prove your board, end the game and be paid", (*session.Session).Claim),
		actCmd("cancel", "Take back a game that nobody has joined", (*session.Session).Cancel),
	)
	return cmd
}

func createCmd() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "create-game",
		Short: "Open a game and wait for an opponent",
		Example: `battleshipd tx battleship create-game --from alice
battleshipd tx battleship create-game --ruleset xaya --fleet "A1h,F1h,A3h,E3h,A5h,D5h,G5h" --from alice --yes`,
		Args: noArgs,
		RunE: run(true, func(ctx context.Context, e *env, _ []string) error {
			name, err := e.cmd.Flags().GetString(flagRuleset)
			if err != nil {
				return err
			}
			r, err := game.RulesetByName(name)
			if err != nil {
				return fmt.Errorf("--%s: expected %s, got %q", flagRuleset, rulesetNames(), name)
			}
			turnBlocks, err := e.cmd.Flags().GetInt64(flagTurnBlocks)
			if err != nil {
				return err
			}
			fleet, err := chooseFleet(e.cmd, r)
			if err != nil {
				return err
			}
			p, err := e.player()
			if err != nil {
				return err
			}
			_, done, err := session.Create(ctx, p, r, fleet, turnBlocks)
			if err != nil {
				return err
			}
			e.out.note("Your fleet: %s", r.FleetString(fleet))
			return e.report(ctx, done)
		}),
	}
	addSendFlags(cmd)
	addFleetFlag(cmd)
	cmd.Flags().String(flagRuleset, game.Classic().Name, "ruleset: "+rulesetNames())
	cmd.Flags().Int64(flagTurnBlocks, 0, "blocks that a player has for each move (default what the chain says)")
	return cmd
}

func joinCmd() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "join-game ID",
		Short: "Join an open game",
		Args:  exactly("ID"),
		RunE: run(true, func(ctx context.Context, e *env, args []string) error {
			s, err := e.session(args[0])
			if err != nil {
				return err
			}
			var chosen string
			done, err := s.Join(ctx, func(r *game.Ruleset) (game.Fleet, error) {
				f, err := chooseFleet(e.cmd, r)
				chosen = r.FleetString(f)
				return f, err
			})
			if err != nil {
				return err
			}
			e.out.note("Your fleet: %s", chosen)
			return e.report(ctx, done)
		}),
	}
	addSendFlags(cmd)
	addFleetFlag(cmd)
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
	return cmd
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
