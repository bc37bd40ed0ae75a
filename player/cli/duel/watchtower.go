package duel

import (
	"context"
	"errors"
	"fmt"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/cosmos/cosmos-sdk/client/flags"
	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/player/cli/env"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/watchtower"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

func channelWatchCmd() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "watch PATH...",
		Short: "Answer disputes for players who are away, with the proofs that they have exported",
		Long: `Holds proofs of off-chain games and follows the chain. If an older state than that of a proof is submitted,
it submits the proof at once, and pays the fee for that with the key that --from names. It starts no
dispute, makes no moves, and needs no secret of a game: a key with a few coins on any machine will do.

A PATH is a file whose name begins with the number of its game, such as one from "channel export 4 4.proof"; GAME=FILE
for one with another name; or a folder with files that end in .proof, such as channels in a player's home, where the
newest ones are by themselves. Files are read again with each block. It ends when all games are over, and outlasts a
node that is away.`,
		Example: `battleshipd channel watch 4.proof --from watchtower
battleshipd channel watch ~/.battleshipd/channels --from watchtower`,
		Args: env.OneOrMore("PATH, a proof or a folder with proofs"),
		RunE: env.Run(true, func(ctx context.Context, e *env.Env, args []string) error {
			ctx, stop := signal.NotifyContext(ctx, syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
			defer stop()
			return keepWatch(ctx, e, args)
		}),
	}
	env.AddSendFlags(cmd)
	for _, name := range []string{flags.FlagSkipConfirmation, flags.FlagFees, flags.FlagGas} {
		cmd.Flags().Lookup(name).Hidden = true // it never asks, and each transaction has its own gas
	}
	return cmd
}

// keepWatch answers disputes until all games are over.
func keepWatch(ctx context.Context, e *env.Env, paths []string) error {
	maxFee, err := env.MaxFeeFlag(e.Cmd)
	if err != nil {
		return err
	}
	var failed error
	t, err := watchtower.New(watchtowerChain{e, maxFee}, paths, func(n watchtower.News) {
		if err := printWatchtowerNews(e, n); failed == nil {
			failed = err
		}
	})
	if err != nil {
		return err
	}
	e.Out.Note(text.TowerWatches, text.Count(t.Left(), "game"), e.Out.Named(e.Me))
	err = t.Run(ctx, func(ctx context.Context) error {
		if failed != nil {
			return failed // the output is closed
		}
		return e.Chain.Sleep(ctx)
	})
	if ctx.Err() != nil && e.Cmd.Context().Err() == nil {
		e.Out.Note(text.TowerStopped, text.Count(t.Left(), "game"))
		return nil
	}
	return err
}

// watchtowerNews is a watchtower's news for a program.
type watchtowerNews struct {
	News   watchtower.Kind `json:"news"`
	GameID uint64          `json:"game_id,string,omitempty"`
	File   string          `json:"file,omitempty"`
	// Progress is that of the proof, ChainProgress that of the chain before.
	Progress      int    `json:"progress,omitempty"`
	ChainProgress int    `json:"chain_progress,omitempty"`
	Height        int64  `json:"height,string,omitempty"`
	Outcome       string `json:"outcome,omitempty"`
	Error         string `json:"error,omitempty"`
}

// printWatchtowerNews prints a watchtower's news.
func printWatchtowerNews(e *env.Env, n watchtower.News) error {
	why := ""
	if n.Err != nil {
		why = e.Out.NamedError(n.Err).Error()
	}
	if e.Out.JSON {
		return e.Out.Object(watchtowerNews{n.Kind, n.Game, n.File, n.Progress, n.ChainProgress, n.Height, n.Outcome, why})
	}
	switch n.Kind {
	case watchtower.Held:
		e.Out.Text(text.ProofHeld, n.Game, n.Progress, n.File)
	case watchtower.Unfit:
		e.Out.Text(text.ProofUseless, n.Game, n.File, why)
	case watchtower.OnChain:
		e.Out.Text(text.BroughtOnChain, n.Game, n.ChainProgress)
	case watchtower.Submitted:
		e.Out.Text(text.ProofAnswered, n.Height, n.Game, n.ChainProgress, n.Progress)
	case watchtower.Failed:
		e.Out.Text(text.ProofWaits, n.Game, n.Progress, why)
	case watchtower.Ended:
		e.Out.Text(text.WatchedNoMore, n.Game, n.Outcome+why)
	case watchtower.Away:
		e.Out.Note(text.NodeAskedAgain, why)
	case watchtower.Back:
		e.Out.Note(text.NodeAnswers)
	}
	return nil
}

// watchtowerChain is the chain as a watchtower sees it.
type watchtowerChain struct {
	*env.Env

	maxFee *sdk.Coin
}

// Height implements watchtower.Chain.
func (c watchtowerChain) Height(ctx context.Context) (int64, error) {
	head, err := c.Chain.Head(ctx)
	return head.Height, err
}

// Look implements watchtower.Chain.
func (c watchtowerChain) Look(ctx context.Context, id uint64) (watchtower.Status, error) {
	query := types.NewQueryClient(c.Chain.Conn())
	res, err := query.Game(ctx, &types.QueryGameRequest{GameId: id})
	if status.Code(err) == codes.NotFound {
		over, err := query.Result(ctx, &types.QueryResultRequest{GameId: id})
		if status.Code(err) == codes.NotFound {
			return watchtower.Status{}, watchtower.ErrNoGame
		}
		if err != nil {
			return watchtower.Status{}, err
		}
		return watchtower.Status{Ended: true, Outcome: c.Voice().Result(over.Result)}, nil
	}
	switch {
	case err != nil:
		return watchtower.Status{}, err
	case len(res.Game.Participants) < types.PlayersPerGame:
		return watchtower.Status{Waits: true}, nil
	case !res.Game.IsChannel():
		return watchtower.Status{}, nil
	}
	stand, err := res.Game.ChainState(res.Progress)
	if err != nil {
		return watchtower.Status{}, err
	}
	rules, err := res.Game.Channel(c.Chain.ChainID())
	return watchtower.Status{Rules: rules, ChainState: stand}, err
}

// Submit implements watchtower.Chain.
func (c watchtowerChain) Submit(ctx context.Context, answers []watchtower.Answer) (int64, error) {
	order := client.Order{
		Deadline: answers[0].Deadline,
		MaxFee:   sdk.NewInt64Coin(client.GasDenom, session.MinMaxFee*int64(len(answers))),
	}
	if c.maxFee != nil {
		order.MaxFee, order.HardLimit = *c.maxFee, c.maxFee.IsPositive()
	}
	for _, a := range answers {
		order.Msgs = append(order.Msgs, &types.MsgSubmitState{
			Sender: c.Me, GameId: a.Game, Proof: types.NewStateProof(a.Proof),
		})
	}
	receipt, err := c.Chain.SendOrder(ctx, order)
	var refused *client.RefusedError
	if errors.As(err, &refused) {
		return 0, fmt.Errorf("%w: %s", watchtower.ErrRefused, env.Passing(err))
	}
	return receipt.Height, err
}
