package cmd

import (
	"context"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/battleship-chain/battleship/cmd/battleshipd/demo"
	"github.com/battleship-chain/battleship/cmd/battleshipd/devnet"
	"github.com/battleship-chain/battleship/cmd/battleshipd/web"
	"github.com/battleship-chain/battleship/player/cli"
	"github.com/battleship-chain/battleship/player/cli/duel"
	"github.com/battleship-chain/battleship/player/cli/env"
	"github.com/battleship-chain/battleship/player/cli/look"
	"github.com/battleship-chain/battleship/player/cli/query"
)

// playerCommands returns the commands of players beside single transactions and queries.
func playerCommands() []*cobra.Command {
	return append([]*cobra.Command{
		cli.Playing(cli.PlayCmd(startQuietly)), cli.Playing(cli.RecoverCmd()), cli.Playing(cli.PracticeCmd()),
		cli.Playing(cli.BotCmd()), cli.Playing(duel.ChannelCmd()), cli.Playing(demo.Command(startDevnet)),
		cli.Playing(demo.IBCCommand(startQuietly)),
		cli.Looking(cli.NotifyCmd()), cli.Looking(look.WatchCmd(cli.Kinds())),
		cli.Looking(look.ReplayCmd(cli.Kinds())),
		cli.RelayCmd(), web.Command(), cli.Looking(query.VerifyResultCmd(cli.Others())),
	}, cli.ShortCmds()...)
}

// startDevnet starts the chain on which two bots play.
func startDevnet(ctx context.Context, home, chainID string, blockTime time.Duration) (env.Chain, error) {
	return startLogging(ctx, home, chainID, blockTime, os.Stderr)
}

// startQuietly starts a chain without a log, which would spoil screens, and in which nodes complain of a relayer that
// asks for blocks too early. What keeps it from starting is its error.
func startQuietly(ctx context.Context, home, chainID string, blockTime time.Duration) (env.Chain, error) {
	return startLogging(ctx, home, chainID, blockTime, io.Discard)
}

func startLogging(
	ctx context.Context, home, chainID string, blockTime time.Duration, log io.Writer,
) (env.Chain, error) {
	d, err := devnet.Start(ctx, devnet.Options{Home: home, ChainID: chainID, BlockTime: blockTime, Log: log})
	if err != nil {
		return env.Chain{}, err
	}
	return env.Chain{
		ID:      d.ChainID,
		RPC:     d.RPC(),
		GRPC:    d.GRPC(),
		Relay:   d.Relay(),
		Keyring: d.Keyring,
		Faucet:  devnet.Faucet,
		Stop:    d.Stop,
	}, nil
}
