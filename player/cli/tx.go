package cli

import (
	"context"

	"github.com/spf13/cobra"

	sdkclient "github.com/cosmos/cosmos-sdk/client"

	"github.com/battleship-chain/battleship/player/cli/env"
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

// sendingCmds returns the commands that send a transaction of a player: those of each kind of game, and those for games
// of any kind.
func sendingCmds() []*cobra.Command {
	var all []*cobra.Command
	for _, k := range Kinds() {
		all = append(all, k.Commands()...)
	}
	return append(all,
		env.Described(env.Delegable(actCmd(text.ActConcede, "Give the game up, and with it stake and fee")),
			`Ends play. Your opponent wins the pot once it proves its board; you lose your stake, and your fee pays for the
reward, or a part of it goes to your opponent if the win brings none. Only if it does not prove its board in time
can you prove yours, which wins the game and brings back what you have paid, and no more.

Where boards are proven, as in classic-zk, your opponent has won at once, unless the network keeps claims there too.`+
				env.Help(Kinds(), "concede")),
		env.Described(env.Delegable(actCmd(text.ActClaim, "Prove your board, end the game and be paid")),
			`Shows your board and its secret, which proves that it was legal and that your answers were true. The board
command shows when it is due. Where boards are proven, as in classic-zk, there is nothing to claim, unless the network
keeps claims there too.`+env.Help(Kinds(), "claim")),
		actCmd(text.ActDecline, "Refuse a game that was offered to you alone"+env.Help(Kinds(), "decline")),
		setDelegateCmd(),
		withdrawCmd(),
		setNameCmd(),
	)
}

// actIn does an act in a game of any kind, and reports it. A claim is refused beside a bot of the user's.
func actIn(
	ctx context.Context, e *env.Env, id uint64, do func(context.Context, session.Game) (session.Done, error),
) error {
	k, err := env.KindOf(ctx, e, Kinds(), id)
	if err != nil {
		return err
	}
	p, err := e.Player()
	if err == nil && e.Cmd.Name() == string(text.ActClaim) {
		err = e.Locks().Look(id)
	}
	if err != nil {
		return err
	}
	e.Playing = k.Open(p, id)
	done, err := do(ctx, e.Playing)
	if err != nil {
		return err
	}
	return k.Tell(ctx, e, done)
}

// actCmd is a command for an act that needs no more than a game of any kind.
func actCmd(name text.Act, short string) *cobra.Command {
	cmd := &cobra.Command{
		Use:   string(name) + " ID",
		Short: short,
		Args:  env.Exactly("ID"),
		RunE: env.OnGame(true, func(ctx context.Context, e *env.Env, id uint64, _ []string) error {
			return actIn(ctx, e, id, func(ctx context.Context, g session.Game) (session.Done, error) { return g.Do(ctx, name) })
		}),
	}
	env.AddTxFlags(cmd)
	if name != text.ActDecline {
		env.AddRelayFlag(cmd)
	}
	return cmd
}
