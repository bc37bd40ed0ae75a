package app_test

import (
	"slices"
	"testing"
	"time"

	ratelimittypes "github.com/cosmos/ibc-go/v11/modules/apps/rate-limiting/types"
	transfertypes "github.com/cosmos/ibc-go/v11/modules/apps/transfer/types"
	ibctesting "github.com/cosmos/ibc-go/v11/testing"
	"github.com/stretchr/testify/require"

	"cosmossdk.io/math"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/testutil/chain"
	battleshiptypes "github.com/battleship-chain/battleship/x/battleship/types"
)

// A limit on a channel that is reached while games run stops transfers and nothing else: games are moved in, claimed
// and opened, and what they pay arrives at the interchain account. What would go home stays its own, and goes when the
// window has passed.
func TestALimitThatIsReachedInTheEveningStopsTransfersAlone(t *testing.T) {
	t.Parallel()
	s := newIBCNetwork(t, 2)
	a, path := s.chains[0], s.paths[0]
	remote := s.register(path.EndpointB)
	_, rival := a.account()
	stake := s.stakeVouchers(remote.Account, rival)
	staked := func(open *battleshiptypes.MsgCreateGame) { open.Stake = &stake }
	guest, resident := a.games.playerOf(remote.Account), a.games.playerOf(rival)
	limit := ratelimittypes.NewMsgAddRateLimit(stake.Denom, path.EndpointA.ChannelID, math.NewInt(10), math.NewInt(10), 24)
	limit.Signer = authority()
	require.NoError(t, a.govern(limit))
	steps := func(want int64) {
		t.Helper()
		s.requireWhole()
		require.Equal(t, want, a.balance(remote.Address, stake.Denom).Int64())
	}
	id := a.games.enter(guest, resident, game.Xaya(), staked)
	a.games.move(id, 6)
	steps(15_000_000)

	some := sdk.NewInt64Coin(stake.Denom, 3_000_000)
	require.NoError(t, remote.bringHome(some).Err(), "a tenth of 40,000,000 may leave")
	steps(12_000_000)
	over := ratelimittypes.ErrQuotaExceeded.ABCICode()
	require.Equal(t, over, remote.bringHome(some).Code)
	steps(12_000_000)
	a.games.move(id, 4)
	a.games.deliver(resident, &battleshiptypes.MsgConcede{Sender: rival.String(), GameId: id}, 0)
	a.games.claim(id, guest, 0)
	steps(22_000_000)
	require.Equal(t, over, remote.bringHome(sdk.NewInt64Coin(stake.Denom, 22_000_000)).Code)
	steps(22_000_000)
	next := a.games.enter(guest, resident, game.Xaya(), staked)
	a.games.move(next, 3)
	steps(17_000_000)

	// A day later as much may leave again. Blocks count one hour each.
	s.IncrementTimeBy(24 * time.Hour)
	s.CommitNBlocks(a.TestChain, 25)
	require.NoError(t, path.EndpointA.UpdateClient())
	require.NoError(t, path.EndpointB.UpdateClient())
	require.NoError(t, remote.bringHome(some).Err())
	steps(14_000_000)

	// Governance that takes the limit away lets all go.
	lift := ratelimittypes.NewMsgRemoveRateLimit(stake.Denom, path.EndpointA.ChannelID)
	lift.Signer = authority()
	require.NoError(t, a.govern(lift))
	a.games.deliver(guest, &battleshiptypes.MsgConcede{Sender: remote.String(), GameId: next}, 0)
	a.games.claim(next, resident, 0)
	require.NoError(t, remote.bringHome(sdk.NewCoin(stake.Denom, transfertypes.UnboundedSpendLimit())).Err())
	steps(0)
	require.Empty(t, a.games.held())
}

// A coin that nobody has brought yet cannot be staked, even if governance has put it on the list. When it arrives, it
// is what the list says. Taking it off the list closes it for new games, and changes none that runs.
func TestAttackAVoucherIsStakedIfItIsThereAndOnTheList(t *testing.T) {
	t.Parallel()
	s := newIBCNetwork(t, 2)
	a, b, path := s.chains[0], s.chains[1], s.paths[0]
	remote := s.register(path.EndpointB)
	_, rival := a.account()
	listed := s.stakeVouchers(remote.Account, rival)
	guest, resident := a.games.playerOf(remote.Account), a.games.playerOf(rival)
	stake := sdk.NewInt64Coin(voucher(path.EndpointA, ibctesting.SecondaryDenom), 5_000_000)
	staked := func(open *battleshiptypes.MsgCreateGame) { open.Stake = &stake }
	params, err := a.app.BattleshipKeeper.Params(a.games.Context())
	require.NoError(t, err)
	list := func(denoms ...string) {
		t.Helper()
		slices.Sort(denoms)
		params.StakeDenoms = denoms
		require.NoError(t, a.govern(&battleshiptypes.MsgUpdateParams{Authority: authority(), Params: params}))
	}
	refused := func(code uint32) {
		t.Helper()
		for _, p := range []*recordedPlayer{guest, resident} {
			had := a.app.BankKeeper.GetAllBalances(a.games.Context(), p.Address)
			msg := &battleshiptypes.MsgCreateGame{
				Sender: p.String(), RulesetId: game.Xaya().ID, Entry: a.games.entry(p, game.Xaya()),
			}
			staked(msg)
			res := a.games.carry(p, msg)
			require.Equal(t, code, res.Code, res.Log)
			if p == guest {
				require.Equal(t, had.String(), a.app.BankKeeper.GetAllBalances(a.games.Context(), p.Address).String())
			}
			require.Empty(t, a.games.held())
			s.requireWhole()
		}
	}
	refused(battleshiptypes.ErrInvalidStake.ABCICode())
	list(listed.Denom, stake.Denom)
	_, found := a.app.TransferKeeper.GetDenom(a.games.Context(), transfertypes.NewDenom(ibctesting.SecondaryDenom,
		transfertypes.NewHop(path.EndpointA.ChannelConfig.PortID, path.EndpointA.ChannelID)).Hash())
	require.False(t, found, "nobody has brought any")
	refused(battleshiptypes.ErrInsufficientFunds.ABCICode())
	require.Equal(t, transfertypes.ErrDenomNotFound.ABCICode(), remote.bringHome(stake).Code)

	_, rich := b.account()
	for _, account := range []chain.Account{remote.Account, rival} {
		_, taken := s.relay(path, s.send(b, s.transfer(path.EndpointB, rich.Address,
			sdk.NewInt64Coin(ibctesting.SecondaryDenom, 6_000_000), account.String())))
		require.True(t, taken)
	}
	id := a.games.enter(guest, resident, game.Xaya(), staked)
	open := a.games.open(guest, game.Xaya(), func(msg *battleshiptypes.MsgCreateGame) { msg.Stake = &listed })
	list(app.BondDenom)
	s.requireWhole()
	a.games.deliver(resident, &battleshiptypes.MsgConcede{Sender: rival.String(), GameId: id}, 0)
	a.games.claim(id, guest, 0)
	require.Equal(t, int64(11_000_000), a.balance(remote.Address, stake.Denom).Int64())
	a.games.deliver(guest, &battleshiptypes.MsgCancelGame{Sender: remote.String(), GameId: open}, 0)
	a.games.pass(open)
	refused(battleshiptypes.ErrInvalidStake.ABCICode())
	for _, denom := range []string{stake.Denom, listed.Denom} {
		require.NoError(t, remote.bringHome(sdk.NewCoin(denom, transfertypes.UnboundedSpendLimit())).Err())
		s.requireWhole()
	}
}
