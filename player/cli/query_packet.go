package cli

import (
	"context"
	"errors"
	"strings"

	"github.com/spf13/cobra"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/x/battleship/packet"
)

// packetAccountCmd returns the command that shows the packet account of a sender on another chain.
func packetAccountCmd() *cobra.Command {
	return &cobra.Command{
		Use:   "packet-account CHANNEL SENDER",
		Short: "Show the account on this chain of a sender of transfers on another",
		Long: `Show the account that stands here for a sender on another chain. It enters games by transfers to this address,
with a request as memo. CHANNEL is the channel by its name on this chain, or the client of transfers without a channel.
SENDER is an address on the other chain, as it is in the packet. No node is asked.`,
		Example: `battleshipd query battleship packet-account channel-0 cosmos1zqgpyqszqgpqyqszqgpqyqszqgpqyqszrh8mx2`,
		Args:    between(2, 2, "CHANNEL SENDER"),
		RunE: run(false, func(_ context.Context, e *env, args []string) error {
			if err := packet.CheckChannel(args[0]); err != nil {
				return err
			}
			if strings.TrimSpace(args[1]) == "" {
				return errors.New("expected the address of the sender on its own chain")
			}
			account := sdk.AccAddress(packet.Account(args[0], args[1])).String()
			if e.out.json {
				return e.out.object(struct {
					Account string `json:"account"`
				}{account})
			}
			e.out.text("%s", account)
			return nil
		}),
	}
}
