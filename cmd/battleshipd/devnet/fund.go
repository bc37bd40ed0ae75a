package devnet

import (
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	sdkclient "github.com/cosmos/cosmos-sdk/client"
	"github.com/cosmos/cosmos-sdk/client/flags"
	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/cmd/battleshipd/devnet/faucet"
	"github.com/battleship-chain/battleship/player/cli/env"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/text"
)

const flagAmount = "amount"

// fundCommand returns the command that gives coins of a running devnet to an account.
func fundCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "fund NAME|ADDRESS",
		Short: "Give coins of a running devnet to a key or an address",
		Long: `Sends coins from the faucet's account of the devnet whose home --home names, which must be running, and waits
for the block. The faucet that listens on HTTP has limits; this has none but the account's balance.`,
		Example: `  battleshipd devnet fund dave
  battleshipd devnet fund ship1... --amount 5anchor`,
		Args: env.Exactly("key or address"),
		RunE: func(cmd *cobra.Command, args []string) error {
			cmd.SilenceUsage = true
			return fund(cmd, args[0])
		},
	}
	cmd.Flags().String(flagAmount, text.Coin(sdk.NewInt64Coin(app.BondDenom, giving.Amount)), "how much to give")
	cmd.Flags().String(flags.FlagNode, "", "address of the node's RPC (default that of the home)")
	return cmd
}

// fund pays coins to the account that the argument names.
func fund(cmd *cobra.Command, to string) error {
	coin, err := cmd.Flags().GetString(flagAmount)
	if err != nil {
		return err
	}
	amount, err := session.ParseCoin(coin)
	if err == nil && !amount.IsPositive() {
		err = fmt.Errorf("expected more than nothing, got %q", coin)
	}
	if err != nil {
		return fmt.Errorf("--%s: %w", flagAmount, err)
	}
	cctx, err := sdkclient.GetClientQueryContext(cmd)
	if err != nil {
		return err
	}
	if _, err := os.Stat(layout{cctx.HomeDir}.account(Faucet)); err != nil {
		return fmt.Errorf("%s is not the home of a devnet: name one with --%s, or make it with battleshipd devnet",
			cctx.HomeDir, flags.FlagHome)
	}
	address, err := sdk.AccAddressFromBech32(to)
	if err != nil {
		key, err := client.FindKey(cctx.Keyring, to)
		if err != nil {
			return fmt.Errorf("nothing was given: name a key, or an address that begins with %s1: %w; "+
				"make one with battleshipd keys add NAME", sdk.GetConfig().GetBech32AccountAddrPrefix(), err)
		}
		address = key.Address
	}
	p := payer{link: client.LinkTo(cctx)}
	stop := env.Printer{Err: cmd.ErrOrStderr()}.NoteSlow(text.WaitingForNode, cctx.NodeURI)
	receipt, err := p.pay(cmd.Context(), sdk.NewCoins(amount), address)
	stop()
	var (
		noNode      *client.NoNodeError
		notIncluded *client.NotIncludedError
		poor        *client.PoorError
	)
	switch {
	case errors.As(err, &notIncluded):
		return fmt.Errorf("it may be given yet: %w", faucet.ErrUnsettled)
	case errors.As(err, &noNode):
		return fmt.Errorf("nothing was given: no devnet answers at %s: start it with battleshipd devnet --%s %s",
			noNode.Address, flags.FlagHome, cctx.HomeDir)
	case errors.As(err, &poor):
		return fmt.Errorf("nothing was given: the faucet has only %s", text.Coin(poor.Balance))
	case err != nil:
		return fmt.Errorf("nothing was given: %w", err)
	}
	name := address.String()
	if name != to {
		name = to + " (" + name + ")"
	}
	_, err = fmt.Fprintf(cmd.OutOrStdout(), "Block %d: %s given to %s.\n", receipt.Height, text.Coin(amount), name)
	return err
}
