package duel

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/battleship-chain/battleship/player/cli/act"
	"github.com/battleship-chain/battleship/player/cli/env"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/session/duel"
	"github.com/battleship-chain/battleship/player/text"
)

// Commands implements act.Kind.
func (Kind) Commands() []*cobra.Command {
	return []*cobra.Command{
		createCmd(),
		joinCmd(),
		matchCmd(),
		rematchCmd(),
		shootCmd(),
		answerCmd(),
		env.Described(actCmd(text.ActChallenge,
			"Accuse the opponent of a false board; against an honest one you lose game and stake"),
			`Ends play and demands that your opponent proves its board. Every honest player can: then it wins, and you lose the
game, your stake and your fee, or three tenths of the fee before the first shot. If it does not prove its board in
time, you can claim the win by proving yours. It is for a player who has seen answers that no fleet can give, not for
inviting a player: that is create --opponent.

Where boards are proven, as in classic-zk, there is nothing to challenge.`),
		env.Described(actCmd(text.ActCancel, "Cancel a game that has no opponent yet"),
			`Takes a game out of the lobby. A join that is on its way still counts for a few blocks, or else you could see
who joins, and how the coin would fall, and back out; then the game ends and what you have paid comes back.`),
	}
}

// actCmd is a command for an act that needs no more than the game.
func actCmd(name text.Act, short string) *cobra.Command {
	cmd := &cobra.Command{
		Use:   string(name) + " ID",
		Short: short,
		Args:  env.Exactly("ID"),
		RunE: act.Run(Kind{}, func(ctx context.Context, e *env.Env, id uint64, _ []string) (session.Done, error) {
			s, err := duelOf(e, id, e.Player)
			if err != nil {
				return session.Done{}, err
			}
			return s.Do(ctx, name)
		}),
	}
	env.AddTxFlags(cmd)
	return cmd
}

func shootCmd() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "shoot ID TILE",
		Short: "Shoot at a tile; opens the toss or answers the pending shot first if you owe that",
		Long: `Shoots at a tile. It opens the toss or answers the pending shot first, if you owe that, in the same
transaction. It does not ask before it sends: --yes is accepted and changes nothing.`,
		Example: `battleshipd shoot 4 E5 --from alice
battleshipd shoot 4 E5 --wait`,
		Args: env.Exactly("ID", "TILE"),
		RunE: act.Run(Kind{}, func(ctx context.Context, e *env.Env, id uint64, args []string) (session.Done, error) {
			s, err := mover(e, id)
			if err != nil {
				return session.Done{}, err
			}
			tile := env.CanonicalTile(args[0])
			done, err := s.Shoot(ctx, tile)
			return done, env.AsTyped(args[0], tile, err)
		}),
	}
	env.AddTxFlags(cmd)
	act.AddWaitFlag(cmd, "wait for the opponent's answer, and print the result of the shot")
	env.AddRelayFlag(cmd)
	return env.Delegable(cmd)
}

func answerCmd() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "answer ID",
		Short: "Open the toss or answer the pending shot, and do not shoot",
		Long: `Opens the toss or answers the pending shot, whichever you owe, and leaves the shot for later. It does not
ask before it sends: --yes is accepted and changes nothing.`,
		Args: env.Exactly("ID"),
		RunE: act.Run(Kind{}, func(ctx context.Context, e *env.Env, id uint64, _ []string) (session.Done, error) {
			s, err := mover(e, id)
			if err != nil {
				return session.Done{}, err
			}
			return s.Answer(ctx)
		}),
	}
	env.AddTxFlags(cmd)
	act.AddWaitFlag(cmd, "wait until it is your turn again")
	env.AddRelayFlag(cmd)
	return env.Delegable(cmd)
}

// mover is the user's session of a game for a move, which is sent without asking. The error is a *heldError if a bot of
// the user's moves in it.
func mover(e *env.Env, id uint64) (*duel.Session, error) {
	s, err := duelOf(e, id, e.UnaskedPlayer)
	if err != nil {
		return nil, err
	}
	return s, e.Locks().Look(id)
}

// duelOf is the user's session of a game, as the player that the function returns.
func duelOf(e *env.Env, id uint64, as func() (session.Player, error)) (*duel.Session, error) {
	p, err := as()
	if err != nil {
		return nil, err
	}
	s := duel.Open(p, id)
	e.Playing = s
	return s, nil
}
