package query

import (
	"errors"
	"strings"

	"github.com/spf13/cobra"

	sdkclient "github.com/cosmos/cosmos-sdk/client"
	"github.com/cosmos/cosmos-sdk/client/flags"
	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/interchain/packet"
	"github.com/battleship-chain/battleship/player/cli/env"
)

// packetAccountCmd returns the command that shows the packet account of a sender on another chain.
func packetAccountCmd() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "packet-account CHANNEL SENDER",
		Short: "Show the account on this chain of a sender of transfers on another",
		Long: `Show the account that stands here for a sender on another chain. It enters games by transfers to this address,
with a request as memo. CHANNEL is the channel by its name on this chain, or the client of transfers without a channel.
SENDER is an address on the other chain, as it is in the packet. No node is asked.`,
		Example: `battleshipd query battleship packet-account channel-0 cosmos1zqgpyqszqgpqyqszqgpqyqszqgpqyqszrh8mx2`,
		Args:    env.Between(2, 2, "CHANNEL and SENDER"),
		RunE:    env.WithoutUsage(showPacketAccount),
	}
	cmd.Flags().StringP(flags.FlagOutput, "o", flags.OutputFormatText, "output format: text or json")
	return cmd
}

func showPacketAccount(cmd *cobra.Command, args []string) error {
	channel, sender := args[0], args[1]
	format := env.ValueOf[string](cmd.Flags(), flags.FlagOutput)
	out, err := env.NewPrinter(cmd, sdkclient.GetClientContextFromCmd(cmd).WithOutputFormat(format))
	if err != nil {
		return err
	}
	if err := packet.CheckChannel(channel); err != nil {
		return err
	}
	if strings.TrimSpace(sender) == "" {
		return errors.New("expected the address of the sender on its own chain")
	}
	account := sdk.AccAddress(packet.Account(channel, sender)).String()
	if out.JSON {
		return out.Object(struct {
			Account string `json:"account"`
		}{account})
	}
	out.Text("%s", account)
	return nil
}
