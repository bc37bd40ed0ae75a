package app_test

import (
	"testing"

	transfertypes "github.com/cosmos/ibc-go/v11/modules/apps/transfer/types"
	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/app"
	battleshiptypes "github.com/battleship-chain/battleship/x/battleship/types"
)

// A seat of a melee is an interchain account's. It stakes a voucher as the others do, by packet or through a delegate;
// the stakes of all are paid to the account, and go home.
func TestAnInterchainAccountPlaysMelees(t *testing.T) {
	t.Parallel()
	s := newIBCNetwork(t, 2)
	a, path := s.chains[0], s.paths[0]
	remote := s.register(path.EndpointB)
	_, creator := a.account()
	_, third := a.account()
	_, delegate := a.account()
	stake := s.stakeVouchers(remote.Account, creator, third)
	alice, carol := a.games.playerOf(creator), a.games.playerOf(third)
	rounds := [][]string{{"A1", "B1"}, {"C1", "D1"}, {"E1", "F1"}, {"G1", "H1"}, {"I1", "J1"}}
	for i, seat := range []string{"", delegate.String()} {
		guest := a.games.playerOf(remote.Account)
		table := a.games.openMelee(alice, "1", 3, func(open *battleshiptypes.MsgCreateMelee) {
			open.Stake, open.Invited = &stake, []string{remote.String(), third.String()}
		})
		entry := a.games.meleeEntry(guest, "2")
		entry.Delegate = seat
		a.games.deliver(guest, &battleshiptypes.MsgJoinMelee{Sender: guest.String(), GameId: table.id, Entry: entry}, 0)
		table.seats = append(table.seats, guest)
		table.join(carol, "3", 0)
		s.requireWhole()
		carry := a.games.carry
		if seat != "" {
			a.handOver(guest, delegate)
		}
		table.confirm(0, 1, 2)
		a.games.deliver(carol, &battleshiptypes.MsgConcede{Sender: carol.String(), GameId: table.id}, 0)
		for _, targets := range rounds {
			table.round(map[int]string{0: targets[0], 1: targets[1]})
		}
		s.requireWhole()
		a.games.claim(table.id, guest, 0)
		a.games.carry = carry
		require.True(t, a.games.meleeEnded(table.id))
		// One that has sunk keeps the hundredth part of its stake.
		require.Equal(t, int64(20_000_000+9_950_000*(i+1)), a.balance(remote.Address, stake.Denom).Int64())
		require.Empty(t, a.games.held())
		s.requireWhole()
	}
	require.NoError(t, remote.bringHome(sdk.NewCoin(stake.Denom, transfertypes.UnboundedSpendLimit())).Err())
	s.requireWhole()
	s.requireBacked(path.EndpointB, app.BondDenom, 20_100_000)
}
