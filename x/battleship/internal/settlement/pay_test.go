package settlement_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/x/battleship/internal/account"
	"github.com/battleship-chain/battleship/x/battleship/internal/escrow"
	"github.com/battleship-chain/battleship/x/battleship/internal/settlement"
)

// unpaid is a ledger whose bank refuses everything.
type unpaid struct{ burned sdk.Coins }

func (*unpaid) Pay(_ context.Context, to account.Account, held, minted sdk.Coins) (escrow.Payment, error) {
	return escrow.Payment{To: to, Kept: held.Add(minted...)}, nil
}

func (*unpaid) PayHouse(_ context.Context, held sdk.Coins) (escrow.Payment, error) {
	return escrow.Payment{To: account.Account{Text: "house"}, Kept: held}, nil
}

func (*unpaid) PayPool(_ context.Context, held sdk.Coins) (escrow.Payment, error) {
	return escrow.Payment{To: account.Account{Text: "pool"}, Kept: held}, nil
}

func (l *unpaid) Burn(_ context.Context, held sdk.Coins) error {
	l.burned = l.burned.Add(held...)
	return nil
}

// What cannot be paid is told, whoever it was for, and keeps nobody else waiting.
func TestEveryPaymentIsReported(t *testing.T) {
	coins := func(n int64) sdk.Coins { return sdk.NewCoins(sdk.NewInt64Coin("uship", n)) }
	kept := make(map[string]sdk.Coins)
	tell := func(p escrow.Payment) error {
		kept[p.To.Text] = p.Kept
		return nil
	}
	l := new(unpaid)
	dues := settlement.Dues{House: coins(3), Pooled: coins(5), Burned: coins(7)}
	require.NoError(t, settlement.PayDues(t.Context(), l, dues, tell))
	players := []settlement.Payee{
		{To: account.Account{Text: "ann"}, Held: coins(11), Minted: coins(13)},
		{To: account.Account{Text: "ben"}, Held: coins(17)},
	}
	require.NoError(t, settlement.PayPlayers(t.Context(), l, players, tell))
	require.Equal(t, map[string]sdk.Coins{"house": coins(3), "pool": coins(5), "ann": coins(24), "ben": coins(17)}, kept)
	require.Equal(t, coins(7), l.burned)
}
