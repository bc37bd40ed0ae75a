package cli

import (
	"context"

	"github.com/spf13/cobra"

	sdkclient "github.com/cosmos/cosmos-sdk/client"

	"github.com/battleship-chain/battleship/player/cli/env"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/session/duel"
	"github.com/battleship-chain/battleship/player/session/melee"
	"github.com/battleship-chain/battleship/player/text"
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
	cmd.AddCommand(sendingCmds()...)
	return cmd
}

// sendingCmds returns the commands that send a transaction of a player.
func sendingCmds() []*cobra.Command {
	return append(duelCmds(), meleeCmds()...)
}

// duelCmds play duels; some of them melees, too.
func duelCmds() []*cobra.Command {
	return []*cobra.Command{
		createCmd(),
		joinCmd(),
		matchCmd(),
		rematchCmd(),
		shootCmd(),
		answerCmd(),
		env.Described(env.Delegable(actCmd("concede", "Give the game up, and with it stake and fee",
			(*duel.Session).Concede, (*melee.Session).Concede)),
			`Ends play. Your opponent wins the pot once it proves its board; you lose your stake, and your fee pays for the
reward, or a part of it goes to your opponent if the win brings none. Only if it does not prove its board in time
can you prove yours, which wins the game and brings back what you have paid, and no more.

Where boards are proven, as in classic-zk, your opponent has won at once, unless the network keeps claims there too.

In a melee you are out, your stake stays in the pot, and the others play on.`),
		env.Described(actCmd("challenge",
			"Accuse the opponent of a false board; against an honest one you lose game and stake",
			(*duel.Session).Challenge, nil),
			`Ends play and demands that your opponent proves its board. Every honest player can: then it wins, and you lose the
game, your stake and your fee, or three tenths of the fee before the first shot. If it does not prove its board in
time, you can claim the win by proving yours. It is for a player who has seen answers that no fleet can give, not for
inviting a player: that is create --opponent.

Where boards are proven, as in classic-zk, there is nothing to challenge.`),
		env.Described(env.Delegable(actCmd("claim", "Prove your board, end the game and be paid",
			(*duel.Session).Claim, (*melee.Session).Claim)),
			`Shows your board and its secret, which proves that it was legal and that your answers were true. The board
command shows when it is due. Where boards are proven, as in classic-zk, there is nothing to claim, unless the network
keeps claims there too. In a melee all whose boards may win can prove them.`),
		env.Described(actCmd("cancel", "Cancel a game that has no opponent yet", (*duel.Session).Cancel, nil),
			`Takes a game out of the lobby. A join that is on its way still counts for a few blocks, or else you could see
who joins, and how the coin would fall, and back out; then the game ends and what you have paid comes back.`),
		actCmd("decline", "Refuse a game that was offered to you alone, or a place at a melee",
			(*duel.Session).Decline, (*melee.Session).Decline),
		setDelegateCmd(),
		withdrawCmd(),
	}
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
		RunE: act(func(ctx context.Context, e *env.Env, id uint64, args []string) (session.Done, error) {
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
	addWaitFlag(cmd, "wait for the opponent's answer, and print the result of the shot")
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
		RunE: act(func(ctx context.Context, e *env.Env, id uint64, _ []string) (session.Done, error) {
			s, err := mover(e, id)
			if err != nil {
				return session.Done{}, err
			}
			return s.Answer(ctx)
		}),
	}
	env.AddTxFlags(cmd)
	addWaitFlag(cmd, "wait until it is your turn again")
	env.AddRelayFlag(cmd)
	return env.Delegable(cmd)
}

// duelAct and meleeAct are acts of a player in a game that need no more than its id.
type (
	duelAct  = func(*duel.Session, context.Context) (session.Done, error)
	meleeAct = func(*melee.Session, context.Context) (session.Done, error)
)

// act is OnGame for a function that does one act in the game, which is then reported.
func act(
	do func(ctx context.Context, e *env.Env, id uint64, args []string) (session.Done, error),
) func(*cobra.Command, []string) error {
	return env.OnGame(true, func(ctx context.Context, e *env.Env, id uint64, args []string) error {
		done, err := do(ctx, e, id, args)
		if err != nil {
			return err
		}
		return reportDone(ctx, e, done)
	})
}

// actIn does what the command asks for in a duel or in a melee. A claim is refused beside a bot of the user's.
func actIn(ctx context.Context, e *env.Env, id uint64, inDuel duelAct, inMelee meleeAct) (session.Done, error) {
	isMelee, err := melee.IsMelee(ctx, e.Chain, id)
	if err != nil {
		return session.Done{}, err
	}
	p, err := e.Player()
	if err == nil && e.Cmd.Name() == string(text.ActClaim) {
		err = e.Locks().Look(id)
	}
	switch {
	case err != nil:
		return session.Done{}, err
	case isMelee && inMelee != nil:
		return inMelee(melee.Open(p, id), ctx)
	}
	e.Playing = duel.Open(p, id)
	return inDuel(e.Playing, ctx)
}

// actCmd is a command whose only argument is a game. One that is for duels alone has no inMelee.
func actCmd(name, short string, inDuel duelAct, inMelee meleeAct) *cobra.Command {
	cmd := &cobra.Command{
		Use:   name + " ID",
		Short: short,
		Args:  env.Exactly("ID"),
		RunE: act(func(ctx context.Context, e *env.Env, id uint64, _ []string) (session.Done, error) {
			return actIn(ctx, e, id, inDuel, inMelee)
		}),
	}
	env.AddTxFlags(cmd)
	if name == string(text.ActConcede) || name == string(text.ActClaim) {
		env.AddRelayFlag(cmd)
	}
	return cmd
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
	e.Playing = duel.Open(p, id)
	return e.Playing, nil
}
