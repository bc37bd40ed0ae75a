package cli

import (
	"context"
	"errors"
	"fmt"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/cosmos/cosmos-sdk/client/flags"
	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/tower"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

func channelWatchCmd() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "watch PATH...",
		Short: "Answer disputes for players who sleep, with proofs that they have exported",
		Long: `Holds proofs of games at sea and follows the chain. Where somebody brings a game ashore with an older state
than a proof says, it posts the proof at once, and pays the fee for that with the key that --from names. It starts no
dispute, moves for nobody, and needs no secret of a game: a key with a few coins on any machine will do.

A PATH is a file whose name begins with the number of its game, such as one from "channel export 4 4.proof"; GAME=FILE
for one with another name; or a folder with files that end in .proof, such as channels in a player's home, where the
newest ones are by themselves. Files are read again with each block. It ends when all games are over, and outlasts a
node that is away.`,
		Example: `battleshipd channel watch 4.proof --from tower
battleshipd channel watch ~/.battleshipd/channels --from tower`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return errors.New("arguments: expected PATH, a proof or a folder with proofs, got nothing")
			}
			return nil
		},
		RunE: run(true, func(ctx context.Context, e *env, args []string) error {
			ctx, stop := signal.NotifyContext(ctx, syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
			defer stop()
			return e.keepWatch(ctx, args)
		}),
	}
	addSendFlags(cmd)
	for _, name := range []string{flags.FlagSkipConfirmation, flags.FlagFees, flags.FlagGas} {
		cmd.Flags().Lookup(name).Hidden = true // it never asks, and each transaction has its own gas
	}
	return cmd
}

// keepWatch answers disputes until all games are over.
func (e *env) keepWatch(ctx context.Context, paths []string) error {
	maxFee, err := maxFeeFlag(e.cmd)
	if err != nil {
		return err
	}
	var failed error
	t, err := tower.New(towerChain{e, maxFee}, paths, func(n tower.News) {
		if err := e.tellTower(n); failed == nil {
			failed = err
		}
	})
	if err != nil {
		return err
	}
	e.out.note("Watching %s for disputes, as %s. Ctrl-C ends it.", numberOf(t.Left(), "game"), e.out.named(e.me))
	err = t.Run(ctx, func(ctx context.Context) error {
		if failed != nil {
			return failed // nobody reads what is told
		}
		return e.chain.Sleep(ctx)
	})
	if ctx.Err() != nil && e.cmd.Context().Err() == nil {
		e.out.note("Stopped. Nobody answers disputes about %s now.", numberOf(t.Left(), "game"))
		return nil
	}
	return err
}

// numberOf is a number with its noun.
func numberOf(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}

// towerNews is what is told to a program.
type towerNews struct {
	News   tower.Kind `json:"news"`
	GameID uint64     `json:"game_id,string,omitempty"`
	File   string     `json:"file,omitempty"`
	// Progress is that of the proof, ChainProgress that of the chain before.
	Progress      int    `json:"progress,omitempty"`
	ChainProgress int    `json:"chain_progress,omitempty"`
	Height        int64  `json:"height,string,omitempty"`
	Outcome       string `json:"outcome,omitempty"`
	Error         string `json:"error,omitempty"`
}

// tellTower tells what a tower has to tell.
func (e *env) tellTower(n tower.News) error {
	why := ""
	if n.Err != nil {
		why = e.out.namedError(n.Err).Error()
	}
	if e.out.json {
		return e.out.object(towerNews{n.Kind, n.Game, n.File, n.Progress, n.Stands, n.Height, n.Outcome, why})
	}
	switch n.Kind {
	case tower.Held:
		e.out.text("Game %d: a proof of progress %d is held, from %s.", n.Game, n.Progress, n.File)
	case tower.Unfit:
		e.out.text("Game %d: %s holds no proof of this game: %s.", n.Game, n.File, why)
	case tower.Ashore:
		e.out.text("Game %d was brought ashore, with progress %d.", n.Game, n.Stands)
	case tower.Posted:
		e.out.text("Block %d: game %d was at progress %d, and is at %d by the proof that was held.", n.Height, n.Game,
			n.Stands, n.Progress)
	case tower.Failed:
		e.out.text("Game %d: the proof of progress %d is not posted: %s. It is tried again while it is of use.", n.Game,
			n.Progress, why)
	case tower.Ended:
		e.out.text("Game %d is watched no more: %s.", n.Game, n.Outcome+why)
	case tower.Away:
		e.out.note("The chain does not answer (%s); asked again.", why)
	case tower.Back:
		e.out.note("The chain answers again.")
	}
	return nil
}

// towerChain is the chain as a tower sees it.
type towerChain struct {
	*env

	maxFee *sdk.Coin
}

// Height implements tower.Chain.
func (c towerChain) Height(ctx context.Context) (int64, error) {
	head, err := c.chain.Head(ctx)
	return head.Height, err
}

// Look implements tower.Chain.
func (c towerChain) Look(ctx context.Context, id uint64) (tower.Sight, error) {
	query := types.NewQueryClient(c.chain.Conn())
	res, err := query.Game(ctx, &types.QueryGameRequest{GameId: id})
	if status.Code(err) == codes.NotFound {
		over, err := query.Result(ctx, &types.QueryResultRequest{GameId: id})
		if status.Code(err) == codes.NotFound {
			return tower.Sight{}, tower.ErrNoGame
		}
		if err != nil {
			return tower.Sight{}, err
		}
		return tower.Sight{Ended: true, Outcome: session.Outcome(over.Result)}, nil
	}
	switch {
	case err != nil:
		return tower.Sight{}, err
	case len(res.Game.Participants) < types.PlayersPerGame:
		return tower.Sight{Waits: true}, nil
	case !res.Game.IsChannel():
		return tower.Sight{}, nil
	}
	stand, err := res.Game.Stand(res.Progress)
	if err != nil {
		return tower.Sight{}, err
	}
	rules, err := res.Game.Channel(c.chain.ChainID())
	return tower.Sight{Rules: rules, Stand: stand}, err
}

// Post implements tower.Chain.
func (c towerChain) Post(ctx context.Context, answers []tower.Answer) (int64, error) {
	order := client.Order{
		Deadline: answers[0].Deadline,
		MaxFee:   sdk.NewInt64Coin(client.GasDenom, session.MinMaxFee*int64(len(answers))),
	}
	if c.maxFee != nil {
		order.MaxFee, order.HardLimit = *c.maxFee, c.maxFee.IsPositive()
	}
	for _, a := range answers {
		order.Msgs = append(order.Msgs, &types.MsgPostState{
			Sender: c.me, GameId: a.Game, Proof: types.NewStateProof(a.Proof),
		})
	}
	receipt, err := c.chain.SendOrder(ctx, order)
	var refused *client.RefusedError
	if errors.As(err, &refused) {
		text := strings.TrimPrefix(explain(err, subject{}).Error(), "nothing was sent: ")
		return 0, fmt.Errorf("%w: %s", tower.ErrRefused, text)
	}
	return receipt.Height, err
}
