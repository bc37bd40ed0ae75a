// Package settlement pays out an ended game. It works on coins and accounts: how they are divided is up to the kind of
// game.
package settlement

import (
	"context"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/x/battleship/internal/account"
	"github.com/battleship-chain/battleship/x/battleship/internal/escrow"
)

// Ledger is the settlement's view of the escrow.
type Ledger interface {
	Pay(ctx context.Context, to account.Account, held, minted sdk.Coins) (escrow.Payment, error)
	PayHouse(ctx context.Context, held sdk.Coins) (escrow.Payment, error)
	PayPool(ctx context.Context, held sdk.Coins) (escrow.Payment, error)
	Burn(ctx context.Context, held sdk.Coins) error
}

// Dues are the payments to others than players. Together with the payees' shares of the escrow they add up to the coins
// that the game held.
type Dues struct {
	// House is for the network's fee collector, Pooled for the community pool, Burned is destroyed.
	House, Pooled, Burned sdk.Coins
}

// Payee is a player and its payment.
type Payee struct {
	To account.Account
	// Held comes out of escrow, and Minted, which is in the module's account, on top.
	Held, Minted sdk.Coins
}

// Notify receives the result of each payment.
type Notify func(escrow.Payment) error

// PayDues makes the payments to others than the players. A refused payment waits, and does not delay the others.
func PayDues(ctx context.Context, ledger Ledger, d Dues, notify Notify) error {
	paid, err := ledger.PayHouse(ctx, d.House)
	if err != nil {
		return err
	}
	if err := notify(paid); err != nil {
		return err
	}
	if paid, err = ledger.PayPool(ctx, d.Pooled); err != nil {
		return err
	}
	if err := notify(paid); err != nil {
		return err
	}
	return ledger.Burn(ctx, d.Burned)
}

// PayPlayers pays players one by one. A refused payment does not delay the others.
func PayPlayers(ctx context.Context, ledger Ledger, players []Payee, notify Notify) error {
	for _, p := range players {
		paid, err := ledger.Pay(ctx, p.To, p.Held, p.Minted)
		if err != nil {
			return err
		}
		if err := notify(paid); err != nil {
			return err
		}
	}
	return nil
}
