package cli

import (
	"context"

	"github.com/spf13/cobra"

	sdkclient "github.com/cosmos/cosmos-sdk/client"

	"github.com/battleship-chain/battleship/player/session"
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
		described(delegable(actCmd("concede", "Give the game up, and with it stake and fee",
			(*session.Session).Concede, (*session.Melee).Concede)),
			`Ends play. Your opponent wins the pot once it proves its board; you lose your stake, and your fee pays for the
reward, or a part of it goes to your opponent if the win brings none. Only if it does not prove its board in time
can you prove yours, which wins the game and brings back what you have paid, and no more.

Where boards are proven, as in classic-zk, your opponent has won at once, unless the network keeps claims there too.

In a melee you are out, your stake stays in the pot, and the others play on.`),
		described(actCmd("challenge", "Accuse the opponent of a false board; against an honest one you lose game and stake",
			(*session.Session).Challenge, nil),
			`Ends play and demands that your opponent proves its board. Every honest player can: then it wins, and you lose the
game, your stake and your fee, or three tenths of the fee before the first shot. If it does not prove its board in
time, you can claim the win by proving yours. It is for a player who has seen answers that no fleet can give, not for
asking somebody to play: that is create --opponent.

Where boards are proven, as in classic-zk, there is nothing to challenge.`),
		described(delegable(actCmd("claim", "Prove your board, end the game and be paid",
			(*session.Session).Claim, (*session.Melee).Claim)),
			`Shows your board and its secret, which proves that it was legal and that your answers were true. The chain tells
when it is due. Where boards are proven, as in classic-zk, there is nothing to claim, unless the network keeps claims
there too. In a melee all whose boards may win can prove them.`),
		described(actCmd("cancel", "Take back a game that nobody has joined", (*session.Session).Cancel, nil),
			`Takes a game out of the lobby. A join that is on its way still counts for a few blocks, or else you could see
who joins, and how the coin would fall, and back out; then the game ends and what you have paid comes back.`),
		actCmd("decline", "Refuse a game that was offered to you alone, or a place at a melee",
			(*session.Session).Decline, (*session.Melee).Decline),
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
		Args: exactly("ID", "TILE"),
		RunE: run(true, func(ctx context.Context, e *env, args []string) error {
			s, err := e.mover(args[0])
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
	addTxFlags(cmd)
	addWaitFlag(cmd, "wait for the opponent's answer, and tell what came of the shot")
	addRelayFlag(cmd)
	return delegable(cmd)
}

func answerCmd() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "answer ID",
		Short: "Open the toss or answer the pending shot, and do not shoot",
		Long: `Opens the toss or answers the pending shot, whichever you owe, and leaves the shot for later. It does not
ask before it sends: --yes is accepted and changes nothing.`,
		Args: exactly("ID"),
		RunE: run(true, func(ctx context.Context, e *env, args []string) error {
			s, err := e.mover(args[0])
			if err != nil {
				return err
			}
			done, err := s.Answer(ctx)
			if err != nil {
				return err
			}
			return e.report(ctx, done)
		}),
	}
	addTxFlags(cmd)
	addWaitFlag(cmd, "wait until it is your turn again")
	addRelayFlag(cmd)
	return delegable(cmd)
}

// duelAct and meleeAct are acts of a player in a game that need no more than its id.
type (
	duelAct  = func(*session.Session, context.Context) (session.Done, error)
	meleeAct = func(*session.Melee, context.Context) (session.Done, error)
)

// actCmd is a command whose only argument is a game. One that is for duels alone has no inMelee.
func actCmd(name, short string, inDuel duelAct, inMelee meleeAct) *cobra.Command {
	cmd := &cobra.Command{
		Use:   name + " ID",
		Short: short,
		Args:  exactly("ID"),
		RunE: run(true, func(ctx context.Context, e *env, args []string) error {
			if is, err := e.isMelee(ctx, args[0]); err != nil {
				return err
			} else if is && inMelee != nil {
				return e.actInMelee(ctx, args[0], name, inMelee)
			}
			s, err := e.session(args[0], e.player)
			if err != nil {
				return err
			}
			if name == string(text.ActClaim) {
				if err := e.locks().look(s.GameID()); err != nil {
					return err
				}
			}
			done, err := inDuel(s, ctx)
			if err != nil {
				return err
			}
			return e.report(ctx, done)
		}),
	}
	addTxFlags(cmd)
	if name == string(text.ActConcede) || name == string(text.ActClaim) {
		addRelayFlag(cmd)
	}
	return cmd
}

// described adds the long text of a command's help.
func described(cmd *cobra.Command, long string) *cobra.Command {
	cmd.Long = long
	return cmd
}

// delegable lets a command be used by a delegate too.
func delegable(cmd *cobra.Command) *cobra.Command {
	addForFlag(cmd)
	return cmd
}

// mover is the user's session of a game for a move, which is sent without asking. The error is a *heldError if a bot of
// the user's moves in it.
func (e *env) mover(gameID string) (*session.Session, error) {
	s, err := e.session(gameID, e.unaskedPlayer)
	if err != nil {
		return nil, err
	}
	return s, e.locks().look(s.GameID())
}

// session is the user's session of a game, as the player that the function returns.
func (e *env) session(gameID string, as func() (session.Player, error)) (*session.Session, error) {
	id, err := parseGameID(gameID)
	if err != nil {
		return nil, err
	}
	p, err := as()
	if err != nil {
		return nil, err
	}
	e.playing = session.Open(p, id)
	return e.playing, nil
}
