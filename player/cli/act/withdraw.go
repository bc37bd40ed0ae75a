package act

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"github.com/battleship-chain/battleship/player/cli/env"
	"github.com/battleship-chain/battleship/player/text"
)

// withdrawLimit bounds the time in which a program that ends withdraws the player's open games: some blocks.
const withdrawLimit = 30 * time.Second

// WithdrawOffers withdraws the player's open games because the program ends: no program would play them. It returns
// those that are gone, and notes what it does.
func WithdrawOffers(
	cmd *cobra.Command, note func(format string, args ...any), withdraw func(context.Context) ([]uint64, error),
) []uint64 {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(cmd.Context()), withdrawLimit)
	defer cancel()
	defer time.AfterFunc(time.Second, func() { note("%s", text.Withdrawing) }).Stop()
	gone, err := withdraw(ctx)
	for _, line := range text.OffersWithdrawn(gone, env.Explain(err, text.Prompt{Command: cmd.Name()})) {
		note("%s", line)
	}
	return gone
}
