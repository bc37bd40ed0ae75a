package app_test

import (
	"testing"
	"time"

	transfertypes "github.com/cosmos/ibc-go/v11/modules/apps/transfer/types"
	ibcerrors "github.com/cosmos/ibc-go/v11/modules/core/errors"
	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"
	"github.com/cosmos/cosmos-sdk/x/authz"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"
	distrtypes "github.com/cosmos/cosmos-sdk/x/distribution/types"
	govtypes "github.com/cosmos/cosmos-sdk/x/gov/types"
	stakingtypes "github.com/cosmos/cosmos-sdk/x/staking/types"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/testutil/chain"
	battleshiptypes "github.com/battleship-chain/battleship/x/battleship/types"
)

// Somebody who has an account on one chain alone plays a game on the other with every move by packet, for a stake that
// came over IBC. Pot and reward arrive at the interchain account, and are brought home by packet, too.
func TestAGameIsPlayedWithEveryMoveByPacket(t *testing.T) {
	t.Parallel()
	s := newIBCNetwork(t, 2)
	a, b, path := s.chains[0], s.chains[1], s.paths[0]
	remote := s.register(path.EndpointB)
	_, rival := a.account()
	stake := s.stakeVouchers(remote.Account, rival)
	had := a.balance(remote.Address, stake.Denom)

	// Twice, with the account in each of the two seats.
	for _, seats := range [][2]chain.Account{{remote.Account, rival}, {rival, remote.Account}} {
		id := a.games.enter(a.games.playerOf(seats[0]), a.games.playerOf(seats[1]), game.Xaya(),
			func(open *battleshiptypes.MsgCreateGame) { open.Stake = &stake })
		require.Equal(t, had.Sub(stake.Amount), a.balance(remote.Address, stake.Denom))
		a.games.move(id, 8*game.Xaya().Tiles())
		winner := a.games.owing(id)
		a.games.claim(id, winner, 0)
		pot := stake.Amount
		if winner.String() != remote.String() {
			pot = pot.Neg()
		}
		had = had.Add(pot)
		require.Equal(t, had, a.balance(remote.Address, stake.Denom))
	}
	require.Empty(t, a.games.held())

	// Home, whatever is left of both coins.
	owner := remote.owner.SenderAccount.GetAddress()
	for _, coin := range []sdk.Coin{
		sdk.NewCoin(stake.Denom, had),
		sdk.NewCoin(battleshiptypes.RewardDenom, a.balance(remote.Address, battleshiptypes.RewardDenom)),
	} {
		if coin.IsPositive() {
			require.NoError(t, remote.bringHome(coin).Err())
			s.requireWhole()
		}
	}
	require.True(t, a.balance(remote.Address, stake.Denom).IsZero())
	s.requireBacked(path.EndpointB, app.BondDenom, a.games.Supply(stake.Denom).Int64())
	shipcoin := b.balance(owner, voucher(path.EndpointB, battleshiptypes.RewardDenom))
	s.requireBacked(path.EndpointA, battleshiptypes.RewardDenom, shipcoin.Int64())
}

// stakeVouchers brings the other chain's coin to two accounts of the first, and has governance put it on the list of
// stakes. It returns a stake in it.
func (s *ibcNetwork) stakeVouchers(accounts ...chain.Account) sdk.Coin {
	s.t.Helper()
	a, b, path := s.chains[0], s.chains[1], s.paths[0]
	_, rich := b.account()
	for _, account := range accounts {
		_, taken := s.relay(path, s.send(b, s.transfer(
			path.EndpointB, rich.Address, sdk.NewInt64Coin(app.BondDenom, 20_000_000), account.String())))
		require.True(s.t, taken)
	}
	denom := voucher(path.EndpointA, app.BondDenom)
	params, err := a.app.BattleshipKeeper.Params(a.games.Context())
	require.NoError(s.t, err)
	params.StakeDenoms = []string{denom, app.BondDenom}
	require.NoError(s.t, a.govern(&battleshiptypes.MsgUpdateParams{
		Authority: authtypes.NewModuleAddress(govtypes.ModuleName).String(), Params: params,
	}))
	return sdk.NewInt64Coin(denom, 5_000_000)
}

// Whoever enters by packet can name a delegate on the chain, who plays without packets. What the game pays goes to the
// interchain account.
func TestADelegatePlaysForAnInterchainAccount(t *testing.T) {
	t.Parallel()
	s := newIBCNetwork(t, 2)
	a, path := s.chains[0], s.paths[0]
	remote := s.register(path.EndpointB)
	_, rival := a.account()
	_, delegate := a.account()
	creator := a.games.playerOf(remote.Account)
	id := a.games.enter(creator, a.games.playerOf(rival), game.Xaya(), func(open *battleshiptypes.MsgCreateGame) {
		open.Entry.Delegate = delegate.String()
	})
	a.handOver(creator, delegate)
	a.games.move(id, 8*game.Xaya().Tiles())
	winner := a.games.owing(id)
	a.games.claim(id, winner, 0)
	require.Positive(t, a.balance(winner.Address, battleshiptypes.RewardDenom).Int64())
	require.True(t, a.balance(delegate.Address, battleshiptypes.RewardDenom).IsZero())
}

// What is not on the list is refused, alone and beside what is. So is what acts for somebody else.
func TestAttackAnInterchainAccountSendsListedMessagesOnly(t *testing.T) {
	t.Parallel()
	s := newIBCNetwork(t, 2)
	a, path := s.chains[0], s.paths[0]
	remote := s.register(path.EndpointB)
	_, other := a.account()
	coins := anchors(1_000)
	exec := authz.NewMsgExec(remote.Address, []sdk.Msg{banktypes.NewMsgSend(other.Address, remote.Address, coins)})
	params, err := a.app.BattleshipKeeper.Params(a.games.Context())
	require.NoError(t, err)
	allowed := banktypes.NewMsgSend(remote.Address, other.Address, coins)
	for name, msg := range map[string]sdk.Msg{
		"stake":          stakingtypes.NewMsgDelegate(remote.String(), sdk.ValAddress(other.Address).String(), coins[0]),
		"act for others": &exec,
		"set params":     &battleshiptypes.MsgUpdateParams{Authority: remote.String(), Params: params},
		"fund the pool":  distrtypes.NewMsgFundCommunityPool(coins, remote.String()),
		"send several":   &banktypes.MsgMultiSend{Inputs: []banktypes.Input{banktypes.NewInput(remote.Address, coins)}},
		"another's":      banktypes.NewMsgSend(other.Address, remote.Address, coins),
	} {
		had := a.balance(remote.Address, app.BondDenom)
		for _, msgs := range [][]sdk.Msg{{msg}, {allowed, msg}, {msg, allowed}} {
			res := remote.send(msgs...)
			require.Equal(t, ibcerrors.ErrUnauthorized.ABCICode(), res.Code, "%s: %s", name, res.Log)
			require.Equal(t, had, a.balance(remote.Address, app.BondDenom), name)
		}
	}
	require.NoError(t, remote.send(allowed).Err())
}

// Packets that come too late do nothing: the clock of a game does not wait for a relayer. The game ends for the
// opponent, and nothing stays in escrow. The account is as before, and what it has is still its owner's.
func TestALateMoveLosesByTheClock(t *testing.T) {
	t.Parallel()
	s := newIBCNetwork(t, 2)
	a, b, path := s.chains[0], s.chains[1], s.paths[0]
	remote := s.register(path.EndpointB)
	_, rival := a.account()
	stake := s.stakeVouchers(remote.Account, rival)
	id := a.games.enter(a.games.playerOf(remote.Account), a.games.playerOf(rival), game.Xaya(),
		func(open *battleshiptypes.MsgCreateGame) { open.Stake = &stake })
	late := remote.packet(time.Minute, &battleshiptypes.MsgConcede{Sender: remote.String(), GameId: id})

	for a.games.next(id).Obligation != battleshiptypes.OBLIGATION_CLAIM {
		s.CommitBlock(a.TestChain)
	}
	require.NoError(t, remote.path.EndpointB.UpdateClient())
	err := remote.path.EndpointB.RecvPacket(late)
	require.Error(t, err, "timed out")
	s.CommitBlock(a.TestChain, b.TestChain)
	require.NoError(t, remote.path.EndpointA.UpdateClient())
	require.NoError(t, remote.path.EndpointA.TimeoutPacket(late))
	a.games.claim(id, a.games.players[id][1], 0)
	require.Empty(t, a.games.held())
	require.Equal(t, int64(25_000_000), a.balance(rival.Address, stake.Denom).Int64())

	// The account still acts.
	rest := a.balance(remote.Address, stake.Denom)
	require.Equal(t, int64(15_000_000), rest.Int64())
	require.NoError(t, remote.bringHome(sdk.NewCoin(stake.Denom, transfertypes.UnboundedSpendLimit())).Err())
	s.requireWhole()
	s.requireBacked(path.EndpointB, app.BondDenom, 25_000_000)
}
