// Package settlement pays what a game that has ended brings, and divides what a melee has held. It knows coins, seats
// and accounts. Rewards, fees and ratings are the duel's own.
package settlement

import (
	"context"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/x/battleship/internal/account"
	"github.com/battleship-chain/battleship/x/battleship/internal/escrow"
)

// Ledger is what a settlement needs of the escrow.
type Ledger interface {
	Pay(ctx context.Context, to account.Account, held, minted sdk.Coins) (escrow.Payment, error)
	PayHouse(ctx context.Context, held sdk.Coins) (escrow.Payment, error)
	PayPool(ctx context.Context, held sdk.Coins) (escrow.Payment, error)
	Burn(ctx context.Context, held sdk.Coins) error
}

// Dues are what those get who have not played. With what the payees get out of escrow they add up to what the game
// held.
type Dues struct {
	// House is what goes to the network's fee collector, Pooled what goes to the community pool, Burned what is
	// destroyed.
	House, Pooled, Burned sdk.Coins
}

// Payee is a player, with what it gets.
type Payee struct {
	To account.Account
	// Held comes out of escrow, and Minted, which is in the module's account, on top.
	Held, Minted sdk.Coins
}

// Tell is told of each payment what it has led to.
type Tell func(escrow.Payment) error

// PayDues pays what is for others than the players. What cannot be paid keeps waiting, and keeps nothing else waiting.
func PayDues(ctx context.Context, ledger Ledger, d Dues, tell Tell) error {
	paid, err := ledger.PayHouse(ctx, d.House)
	if err != nil {
		return err
	}
	if err := tell(paid); err != nil {
		return err
	}
	if paid, err = ledger.PayPool(ctx, d.Pooled); err != nil {
		return err
	}
	if err := tell(paid); err != nil {
		return err
	}
	return ledger.Burn(ctx, d.Burned)
}

// PayPlayers pays players, one by one: whoever cannot be paid keeps nobody else waiting.
func PayPlayers(ctx context.Context, ledger Ledger, players []Payee, tell Tell) error {
	for _, p := range players {
		paid, err := ledger.Pay(ctx, p.To, p.Held, p.Minted)
		if err != nil {
			return err
		}
		if err := tell(paid); err != nil {
			return err
		}
	}
	return nil
}
