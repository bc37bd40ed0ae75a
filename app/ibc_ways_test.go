package app_test

import (
	"testing"

	icahosttypes "github.com/cosmos/ibc-go/v11/modules/apps/27-interchain-accounts/host/types"
	transfertypes "github.com/cosmos/ibc-go/v11/modules/apps/transfer/types"
	ibcerrors "github.com/cosmos/ibc-go/v11/modules/core/errors"
	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	msgv1 "cosmossdk.io/api/cosmos/msg/v1"

	sdk "github.com/cosmos/cosmos-sdk/types"
	sdkerrors "github.com/cosmos/cosmos-sdk/types/errors"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"
	"github.com/cosmos/cosmos-sdk/x/authz"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"
	govtypes "github.com/cosmos/cosmos-sdk/x/gov/types"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/testutil/chain"
	battleshiptypes "github.com/battleship-chain/battleship/x/battleship/types"
)

// A message gets the same verdict, and has the same response, events and state as its consequence, whether its player
// signs it, somebody sends it who may, somebody who may send for that one, or a packet brings it from another chain. So
// whatever it takes to be accepted is checked by its handler. The messages are all there are, by the descriptor of
// their service and by the list of what interchain accounts may do.
func TestAttackAMessageGetsTheSameVerdictByEveryWay(t *testing.T) {
	t.Parallel()
	w := newWays(t)
	allowed := w.at.app.ICAHostKeeper.GetParams(w.at.games.Context()).AllowMessages
	w.leaveUnpaid(w.games.Account(chain.Alice), sdk.NewInt64Coin(app.BondDenom, 77))
	params := battleshiptypes.LocalParams()
	params.TurnBlocksDefault, params.OpenBlocks, params.ClaimBlocks, params.ChannelTimeoutBlocks = 40, 60, 40, 60
	params.HouseShareBps, params.NamePeriodBlocks = 500, 60
	w.setParams(params)
	w.moveCoins()
	w.games.nameThem(w.games.player(chain.Alice), w.games.player(chain.Bob))
	w.playDuels()
	w.games.playOffChain()
	w.games.playMelees()
	w.refuseGovernance()

	for _, descriptor := range messages(t) {
		name := "/" + string(descriptor.FullName())
		signers, ok := proto.GetExtension(descriptor.Options(), msgv1.E_Signer).([]string)
		require.True(t, ok)
		if signers[0] == "sender" {
			require.Contains(t, allowed, name)
			continue
		}
		require.Zero(t, w.judged[name][0], "%s is not for players", name)
		require.NotEmpty(t, w.judged[name], "nobody has tried %s", name)
	}
	for _, name := range allowed {
		for _, by := range allWays {
			c := w.costs[name][by]
			t.Logf("%-45s %-18s %7d gas %5d bytes", name, by, c.gas, c.bytes)
		}
		require.Positive(t, w.judged[name][0], "%s was never accepted", name)
		require.Greater(t, len(w.judged[name]), 1, "%s was never refused", name)
	}
}

// moveCoins moves coins in all ways.
func (w *ways) moveCoins() {
	alice, bob := w.games.player(chain.Alice), w.games.player(chain.Bob)
	withdraw := &battleshiptypes.MsgWithdraw{Sender: alice.String()}
	w.games.deliver(alice, withdraw, 0)
	w.games.deliver(alice, withdraw, battleshiptypes.ErrNothingToWithdraw.ABCICode())
	poor := sdkerrors.ErrInsufficientFunds.ABCICode()
	rich := anchors(1)
	rich[0].Amount = w.at.balance(alice.Address, app.BondDenom).AddRaw(1)
	w.games.deliver(alice, banktypes.NewMsgSend(alice.Address, bob.Address, anchors(1_000)), 0)
	w.games.deliver(alice, banktypes.NewMsgSend(alice.Address, bob.Address, rich), poor)
	end := w.paths[0].EndpointA
	home := w.transfer(end, alice.Address, anchors(1_000)[0], bob.String())
	w.games.deliver(alice, home, 0)
	home.Token = rich[0]
	w.games.deliver(alice, home, poor)
	home.Token = sdk.NewInt64Coin(voucher(end, "unheard-of"), 1)
	w.games.deliver(alice, home, transfertypes.ErrDenomNotFound.ABCICode())
}

// playDuels plays short games on-chain, each to another end.
func (w *ways) playDuels() {
	r, stake := w.games, sdk.NewInt64Coin(app.BondDenom, 5_000_000)
	alice, bob, carol := r.player(chain.Alice), r.player(chain.Bob), r.player(chain.Carol)
	staked := func(open *battleshiptypes.MsgCreateGame) { open.Stake = &stake }
	concede := func(id uint64, p *recordedPlayer, code uint32) {
		r.deliver(p, &battleshiptypes.MsgConcede{Sender: p.String(), GameId: id}, code)
	}

	poor := r.entry(alice, game.Classic())
	r.deliver(alice, &battleshiptypes.MsgCreateGame{
		Sender: alice.String(), RulesetId: game.Classic().ID, Entry: poor,
		Stake: &sdk.Coin{Denom: voucher(w.paths[0].EndpointA, app.BondDenom), Amount: stake.Amount},
	}, battleshiptypes.ErrInvalidStake.ABCICode())
	classic := r.enter(alice, bob, game.Classic(), staked)
	r.lie(classic)
	r.move(classic, 4)
	concede(classic, bob, 0)
	r.claim(classic, bob, battleshiptypes.ErrTurn.ABCICode())
	r.claim(classic, alice, 0)
	rematch := r.enter(alice, bob, game.Classic(), func(open *battleshiptypes.MsgCreateGame) { open.RematchOf = classic })
	r.move(rematch, 5)
	r.deliver(bob, &battleshiptypes.MsgChallenge{Sender: bob.String(), GameId: rematch}, 0)
	r.pass(rematch)
	r.claim(rematch, bob, 0)

	r.match(alice, false)
	silent := r.match(carol, true)
	r.deliver(carol, &battleshiptypes.MsgSetDelegate{
		Sender: carol.String(), GameId: silent, Delegate: r.Account(chain.Operator).Address.String(),
	}, 0)
	r.move(silent, 3)
	r.pass(silent)
	r.claim(silent, r.owing(silent), 0)

	cancelled := r.open(alice, game.Classic(), staked)
	r.deliver(alice, &battleshiptypes.MsgCancelGame{Sender: alice.String(), GameId: cancelled}, 0)
	offered := r.open(bob, game.Classic(), func(open *battleshiptypes.MsgCreateGame) { open.Opponent = carol.String() })
	r.deliver(carol, &battleshiptypes.MsgDeclineGame{Sender: carol.String(), GameId: offered}, 0)

	proven := r.enter(bob, alice, game.XayaZK(), staked)
	r.lie(proven)
	r.move(proven, 2)
	concede(proven, alice, 0)
}

// leaveUnpaid has coins wait for an account that could not be paid.
func (w *ways) leaveUnpaid(account chain.Account, coin sdk.Coin) {
	w.t.Helper()
	ctx, state := w.at.GetContext(), battleshiptypes.DefaultGenesis()
	state.Params = battleshiptypes.LocalParams()
	state.Unpaid = []battleshiptypes.GenesisUnpaid{{Address: account.String(), Coins: sdk.NewCoins(coin)}}
	require.NoError(w.t, w.at.app.BankKeeper.SendCoinsFromAccountToModule(
		ctx, w.at.SenderAccount.GetAddress(), battleshiptypes.ModuleName, sdk.NewCoins(coin)))
	require.NoError(w.t, w.at.app.BattleshipKeeper.InitGenesis(ctx, *state))
	w.at.NextBlock()
}

// setParams has governance change the params.
func (w *ways) setParams(params battleshiptypes.Params) {
	w.t.Helper()
	require.NoError(w.t, w.at.govern(&battleshiptypes.MsgUpdateParams{Authority: authority(), Params: params}))
}

// authority returns the address of governance.
func authority() string { return authtypes.NewModuleAddress(govtypes.ModuleName).String() }

// refuseGovernance makes sure that no player changes the params by any way, in its own name or in that of governance.
// That is so even if interchain accounts may send every message: the handler refuses.
func (w *ways) refuseGovernance() {
	w.t.Helper()
	mallory, alice := w.games.Account(chain.Mallory), w.games.Account(chain.Alice)
	change := func(authority string) attempt {
		return attempt{by: mallory, msg: &battleshiptypes.MsgUpdateParams{
			Authority: authority, Params: battleshiptypes.LocalParams(),
		}}
	}
	unauthorized := ibcerrors.ErrUnauthorized.ABCICode()
	for _, codes := range w.refused(change(mallory.String()), change(authority())) {
		require.Equal(w.t, unauthorized, codes[byPacket])
	}

	// An account on another chain does nothing for others, and whoever may act for it does so here.
	grantee := w.at.remote[mallory.String()]
	send := banktypes.NewMsgSend(alice.Address, mallory.Address, anchors(1_000))
	require.NoError(w.t, w.at.app.AuthzKeeper.SaveGrant(w.at.GetContext(), mallory.Address, alice.Address,
		authz.NewGenericAuthorization(sdk.MsgTypeURL(send)), nil))
	w.at.NextBlock()
	exec := authz.NewMsgExec(mallory.Address, []sdk.Msg{send})
	nested := authz.NewMsgExec(mallory.Address, []sdk.Msg{&exec})
	had := w.at.balance(alice.Address, app.BondDenom)
	for _, msg := range []sdk.Msg{&exec, &nested} {
		require.Equal(w.t, unauthorized, grantee.send(msg).Code)
	}
	require.Equal(w.t, had, w.at.balance(alice.Address, app.BondDenom))

	require.NoError(w.t, w.at.govern(&icahosttypes.MsgUpdateParams{
		Signer: authority(), Params: icahosttypes.NewParams(true, []string{icahosttypes.AllowAllHostMsgs}),
	}))
	w.same(change(mallory.String()))
	require.Equal(w.t, unauthorized, w.refused(change(authority()))[0][byPacket])
}
