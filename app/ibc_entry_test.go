package app_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	abci "github.com/cometbft/cometbft/abci/types"
	ratelimittypes "github.com/cosmos/ibc-go/v11/modules/apps/rate-limiting/types"
	transfertypes "github.com/cosmos/ibc-go/v11/modules/apps/transfer/types"
	channeltypes "github.com/cosmos/ibc-go/v11/modules/core/04-channel/types"
	ibcerrors "github.com/cosmos/ibc-go/v11/modules/core/errors"
	ibctesting "github.com/cosmos/ibc-go/v11/testing"
	"github.com/stretchr/testify/require"

	"cosmossdk.io/math"

	sdk "github.com/cosmos/cosmos-sdk/types"
	sdkaddress "github.com/cosmos/cosmos-sdk/types/address"
	sdkerrors "github.com/cosmos/cosmos-sdk/types/errors"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"
	govtypes "github.com/cosmos/cosmos-sdk/x/gov/types"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/interchain/packet"
	"github.com/battleship-chain/battleship/testutil/accept"
	"github.com/battleship-chain/battleship/testutil/chain"
	battleshiptypes "github.com/battleship-chain/battleship/x/battleship/types"
)

// guest is a player on the second chain of a path who plays on the first by transfers alone, and by a delegate.
type guest struct {
	net  *ibcNetwork
	path *ibctesting.Path
	// owner has coins on its own chain, and delegate a key on the other.
	owner, delegate chain.Account
	// recordedPlayer is the packet account. It has no key.
	*recordedPlayer
	// coin is what a transfer brings that is only to carry a request.
	coin sdk.Coin
}

// guest returns a player on the second chain.
func (s *ibcNetwork) guest() *guest {
	s.t.Helper()
	a, b, path := s.chains[0], s.chains[1], s.paths[0]
	_, owner := b.account()
	_, delegate := a.account()
	g := &guest{
		net: s, path: path, owner: owner, delegate: delegate, coin: sdk.NewInt64Coin(app.BondDenom, 1),
		recordedPlayer: a.games.playerOf(chain.Account{
			Name: owner.Name, Address: packet.Account(path.EndpointA.ChannelID, owner.String()),
		}),
	}
	byTx := a.games.carry
	a.games.carry = func(p *recordedPlayer, msg sdk.Msg) chain.Result {
		if p.String() != g.String() {
			return byTx(p, msg)
		}
		switch msg := msg.(type) {
		case *battleshiptypes.MsgShootAndReveal:
			msg.Sender = delegate.String()
		case *battleshiptypes.MsgClaimWin:
			msg.Sender = delegate.String()
		}
		res, err := a.SendMsgsWithSender(a.senderOf(delegate.Address), msg)
		require.NoError(s.t, err)
		return chain.Result{ExecTxResult: res}
	}
	return g
}

// memo returns a memo that asks for something by a message.
func (g *guest) memo(action packet.Action, msg sdk.Msg) string {
	a := g.net.chains[0]
	bz, err := a.app.AppCodec().MarshalJSON(accept.Terms(a.games.Context(), a.app.BattleshipKeeper, msg))
	require.NoError(g.net.t, err)
	return fmt.Sprintf(`{"battleship":{"%s":%s}}`, action, bz)
}

// join returns the memo by which the guest joins a game.
func (g *guest) join(id uint64) string {
	entry := g.net.chains[0].games.entry(g.recordedPlayer, game.Xaya())
	entry.Delegate = g.delegate.String()
	terms := battleshiptypes.AcceptedTerms{Creator: g.Address.String()}
	a := g.net.chains[0]
	if open, err := a.app.BattleshipKeeper.Records().Games.Get(a.games.Context(), id); err == nil {
		terms = open.Accepted()
	}
	return g.memo(packet.Join, &battleshiptypes.MsgJoinGame{
		GameId: id, Entry: entry, Toss: make([]byte, commitment.TossSize), Terms: terms,
	})
}

// match returns the memo by which the guest asks for a match.
func (g *guest) match(stake *sdk.Coin) string {
	entry := g.net.chains[0].games.entry(g.recordedPlayer, game.Xaya())
	entry.Delegate = g.delegate.String()
	return g.memo(packet.Match, &battleshiptypes.MsgMatchGame{
		RulesetId: game.Xaya().ID, Stake: stake, Entry: entry, Toss: make([]byte, commitment.TossSize),
	})
}

// home returns the memo by which the guest has a coin sent home.
func (g *guest) home(denom string) string {
	return fmt.Sprintf(`{"battleship":{"return":{"denom":"%s","receiver":"%s"}}}`, denom, g.owner)
}

// transfer returns a transfer to the packet account.
func (g *guest) transfer(coin sdk.Coin, memo string) *transfertypes.MsgTransfer {
	msg := g.net.transfer(g.path.EndpointB, g.owner.Address, coin, g.Address.String())
	msg.Memo = memo
	return msg
}

// send sends a transfer and has it relayed. It returns what came of it, and the code of a refusal.
func (g *guest) send(msg *transfertypes.MsgTransfer) (*abci.ExecTxResult, uint32) {
	t := g.net.t
	t.Helper()
	res, bz, err := g.path.RelayPacketWithResults(g.net.send(g.net.chains[1], msg))
	require.NoError(t, err)
	var ack channeltypes.Acknowledgement
	channeltypes.SubModuleCdc.MustUnmarshalJSON(bz, &ack)
	if ack.Success() {
		return res, 0
	}
	return res, codeOf(t, ack.GetError())
}

// sendHome asks for a coin and relays what is sent back.
func (g *guest) sendHome(denom string) bool {
	t := g.net.t
	t.Helper()
	res, code := g.send(g.transfer(g.coin, g.home(denom)))
	require.Zero(t, code)
	back, err := ibctesting.ParseV1PacketFromEvents(res.Events)
	require.NoError(t, err)
	_, taken := g.net.relay(g.path, back)
	return taken
}

// refused makes sure that a transfer is refused with the code of an error, and that nothing has changed but fees.
func (g *guest) refused(msg *transfertypes.MsgTransfer, want uint32, why string) {
	t, a, b := g.net.t, g.net.chains[0], g.net.chains[1]
	t.Helper()
	account := sdk.MustAccAddressFromBech32(msg.Receiver)
	had, held := b.balance(g.owner.Address, msg.Token.Denom), a.games.held()
	was := a.app.BankKeeper.GetAllBalances(a.games.Context(), account)
	res, code := g.send(msg)
	require.Equal(t, want, code, why)
	require.True(t, slices.ContainsFunc(res.Events, func(e abci.Event) bool {
		return e.Type == "ibccallbackerror-packet_request" && e.Attributes[0].Key == "ibccallbackerror-refused" &&
			e.Attributes[0].Value != ""
	}), "%s: the transaction says why", why)
	require.Equal(t, had, b.balance(g.owner.Address, msg.Token.Denom), why)
	require.Equal(t, was, a.app.BankKeeper.GetAllBalances(a.games.Context(), account), why)
	require.Equal(t, held, a.games.held(), why)
	g.backed(why)
}

// backed makes sure that each voucher has its coin at home.
func (g *guest) backed(why string) {
	g.net.t.Helper()
	away := g.net.chains[0].games.Supply(voucher(g.path.EndpointA, app.BondDenom))
	require.Equal(g.net.t, away.Int64(), g.net.escrowed(g.path.EndpointB, app.BondDenom).Int64(), why)
}

// The address is made as those of the SDK are, for which no key exists.
func TestThePacketAccountIsAnAddressOfTheSDK(t *testing.T) {
	t.Parallel()
	want := sdkaddress.Hash("battleship/packet", []byte("channel-0/cosmos1"))
	require.Equal(t, want, packet.Account("channel-0", "cosmos1"))
}

// One packet stakes what it brings; a delegate plays; what the game pays is brought home by another packet each, the
// coin of the stake and Shipcoin, to the last.
func TestAPlayerEntersWithOnePacketAndIsPaidBack(t *testing.T) {
	t.Parallel()
	s := newIBCNetwork(t, 2)
	a, b := s.chains[0], s.chains[1]
	g := s.guest()
	_, rival := a.account()
	stake := s.stakeVouchers(rival)
	had := b.balance(g.owner.Address, app.BondDenom)
	id := a.games.open(a.games.playerOf(rival), game.Xaya(), func(open *battleshiptypes.MsgCreateGame) {
		open.Stake = &stake
	})
	res, code := g.send(g.transfer(sdk.NewCoin(app.BondDenom, stake.Amount), g.join(id)))
	require.Zero(t, code)
	t.Logf("an entry by packet: %d gas", res.GasUsed)
	a.games.players[id] = append(a.games.players[id], g.recordedPlayer)
	require.True(t, a.balance(g.Address, stake.Denom).IsZero(), "all is staked")
	g.backed("staked")

	a.games.move(id, 4)
	a.games.deliver(a.games.players[id][0], &battleshiptypes.MsgConcede{Sender: rival.String(), GameId: id}, 0)
	a.games.claim(id, g.recordedPlayer, 0)
	require.Equal(t, stake.Amount.MulRaw(2), a.balance(g.Address, stake.Denom))
	won := a.balance(g.Address, battleshiptypes.RewardDenom)
	require.True(t, won.IsPositive())

	require.True(t, g.sendHome(battleshiptypes.RewardDenom))
	require.Equal(t, won, b.balance(g.owner.Address, voucher(g.path.EndpointB, battleshiptypes.RewardDenom)))
	s.requireBacked(g.path.EndpointA, battleshiptypes.RewardDenom, won.Int64())
	require.True(t, g.sendHome(stake.Denom))
	require.Equal(t, had.Add(stake.Amount), b.balance(g.owner.Address, app.BondDenom))
	require.Empty(t, a.app.BankKeeper.GetAllBalances(a.games.Context(), g.Address))
	require.Empty(t, a.games.held())
	g.backed("at home")
}

// Whatever is wrong with a packet: it is refused with a code, the coins go back, and nothing else has changed.
func TestAttackAnEntryThatIsRefusedReturnsTheCoins(t *testing.T) {
	t.Parallel()
	s := newIBCNetwork(t, 2)
	a := s.chains[0]
	g := s.guest()
	_, rival := a.account()
	_, other := a.account()
	stake := s.stakeVouchers(rival, other)
	staked := func(open *battleshiptypes.MsgCreateGame) { open.Stake = &stake }
	full := a.games.enter(a.games.playerOf(rival), a.games.playerOf(other), game.Xaya(), staked)
	open := a.games.open(a.games.playerOf(rival), game.Xaya(), staked)
	coin := sdk.NewCoin(app.BondDenom, stake.Amount)
	join := g.join(open)
	inner := strings.TrimSuffix(strings.TrimPrefix(join, `{"battleship":{`), `}}`)
	unlisted := sdk.NewCoin("ibc/"+strings.Repeat("AB", 32), stake.Amount)
	with := func(old, text string) string {
		require.Contains(t, join, old)
		return strings.Replace(join, old, text, 1)
	}
	game7 := fmt.Sprintf(`"game_id":"%d"`, open)
	pays := func(amount string) string { return strings.Replace(g.match(&stake), `"5000000"`, amount, 1) }
	cancel := fmt.Sprintf(`{"battleship":{"cancel":{"game_id":"%d"}}}`, open)
	invalid, unauthorized := sdkerrors.ErrInvalidRequest.ABCICode(), sdkerrors.ErrUnauthorized.ABCICode()
	delegate := battleshiptypes.ErrInvalidDelegate.ABCICode()
	for why, c := range map[string]struct {
		memo string
		code uint32
	}{
		"two entries":               {`{"battleship":{` + inner + `,"match":{}}}`, invalid},
		"an entry twice":            {`{"battleship":{` + inner + `,` + inner + `}}`, invalid},
		"two entries, two keys":     {`{"battleship":{` + inner + `},"battleship":{` + inner + `}}`, invalid},
		"forwarded, too":            {`{"battleship":{` + inner + `},"forward":{"receiver":"x"}}`, invalid},
		"forwarded":                 {`{"forward":{"receiver":"x","port":"transfer","channel":"channel-0"}}`, invalid},
		"no JSON":                   {`join 7`, invalid},
		"broken JSON":               {join[:len(join)-1], invalid},
		"an unknown game":           {g.join(999), battleshiptypes.ErrGameNotFound.ABCICode()},
		"a full game":               {g.join(full), battleshiptypes.ErrPhase.ABCICode()},
		"a stake that is not taken": {g.match(&unlisted), battleshiptypes.ErrInvalidStake.ABCICode()},
		"an unknown ruleset": {
			strings.Replace(g.match(nil), `"ruleset_id":2`, `"ruleset_id":99`, 1),
			battleshiptypes.ErrUnknownRuleset.ABCICode(),
		},
		"nobody to play":      {with(g.delegate.String(), ""), delegate},
		"the opponent's":      {with(g.delegate.String(), rival.String()), delegate},
		"a sender":            {with(`"sender":""`, `"sender":"`+rival.String()+`"`), invalid},
		"its own sender":      {with(`"sender":""`, `"sender":"`+g.Address.String()+`"`), invalid},
		"an unknown field":    {with(`"toss"`, `"salt"`), invalid},
		"a field twice":       {with(`"toss"`, `"game_id":"1","toss"`), invalid},
		"in camel case, too":  {with(`"toss"`, `"gameId":"1","toss"`), invalid},
		"in capitals":         {with(`"toss"`, `"TOSS"`), invalid},
		"a huge number":       {with(game7, `"game_id":1e400`), invalid},
		"a number too long":   {with(game7, `"game_id":"18446744073709551616"`), invalid},
		"another stake":       {with(`"amount":"5000000"`, `"amount":"1"`), battleshiptypes.ErrTerms.ABCICode()},
		"a used board":        {with(`"nonce":"0"`, `"nonce":"1"`), battleshiptypes.ErrNonce.ABCICode()},
		"a stake of nothing":  {pays("null"), invalid},
		"a stake below zero":  {pays(`"-5000000"`), battleshiptypes.ErrInvalidStake.ABCICode()},
		"32 KiB of it":        {with(`"recovery":"`, `"recovery":"`+strings.Repeat("A", 32_768-len(join))), invalid},
		"32 KiB of text":      {strings.Repeat("x", transfertypes.MaximumMemoLength), invalid},
		"32 KiB of brackets":  {`{"battleship":` + strings.Repeat(`[`, 32_000), invalid},
		"a coin nobody knows": {g.home(unlisted.Denom), transfertypes.ErrInvalidAmount.ABCICode()},
		"a coin it has not":   {g.home(app.BondDenom), transfertypes.ErrInvalidAmount.ABCICode()},
		"no coin":             {g.home("?"), ibcerrors.ErrInvalidCoins.ABCICode()},
		"another's game":      {cancel, battleshiptypes.ErrUnauthorized.ABCICode()},
		"another's delegate": {
			fmt.Sprintf(`{"battleship":{"set_delegate":{"game_id":"%d","delegate":"%s"}}}`, full, g.delegate),
			battleshiptypes.ErrUnauthorized.ABCICode(),
		},
		"nothing to withdraw": {`{"battleship":{"withdraw":{}}}`, battleshiptypes.ErrNothingToWithdraw.ABCICode()},
	} {
		require.LessOrEqual(t, len(c.memo), transfertypes.MaximumMemoLength, why)
		g.refused(g.transfer(coin, c.memo), c.code, why)
	}
	// The account is that of the sender and of nobody else.
	foreign := g.transfer(coin, join)
	foreign.Receiver = rival.String()
	g.refused(foreign, unauthorized, "to somebody else")
	foreign.Receiver = sdk.AccAddress(packet.Account(g.path.EndpointA.ChannelID, rival.String())).String()
	g.refused(foreign, unauthorized, "to the packet account of another sender")
	foreign.Memo = g.home(stake.Denom)
	g.refused(foreign, unauthorized, "what another has")

	// It is too little for the stake; and with what is enough, after all that, it is taken.
	few := g.transfer(coin.SubAmount(math.OneInt()), join)
	g.refused(few, battleshiptypes.ErrInsufficientFunds.ABCICode(), "too little")
	_, code := g.send(g.transfer(coin, join))
	require.Zero(t, code)
	g.refused(g.transfer(coin, join), battleshiptypes.ErrPhase.ABCICode(), "once more")
}

// A delegate is in the memo for all to see before the entry is here. Whoever waits for a match with the same delegate
// would have the account play without one, and win by its silence. Such a match is refused.
func TestTheDelegateOfAMatchByPacketCannotBeTaken(t *testing.T) {
	t.Parallel()
	s := newIBCNetwork(t, 2)
	a := s.chains[0]
	g := s.guest()
	_, rival := a.account()
	stake := s.stakeVouchers(rival)
	memo := g.match(&stake)
	thief := a.games.playerOf(rival)
	entry := a.games.entry(thief, game.Xaya())
	entry.Delegate = g.delegate.String()
	a.games.deliver(thief, &battleshiptypes.MsgMatchGame{
		Sender: rival.String(), RulesetId: game.Xaya().ID, Entry: entry, Stake: &stake,
		Toss: make([]byte, commitment.TossSize),
	}, 0)
	coin := sdk.NewCoin(app.BondDenom, stake.Amount)
	g.refused(g.transfer(coin, memo), battleshiptypes.ErrInvalidDelegate.ABCICode(), "its delegate is taken")

	_, g.delegate = a.account()
	_, code := g.send(g.transfer(coin, g.match(&stake)))
	require.Zero(t, code, "with another delegate")
}

// An offer that nobody takes is withdrawn by packet. The deposit is brought home, too.
func TestAnOfferByPacketIsWithdrawnByPacket(t *testing.T) {
	t.Parallel()
	s := newIBCNetwork(t, 2)
	a, b := s.chains[0], s.chains[1]
	g := s.guest()
	stake := s.stakeVouchers()
	coin := sdk.NewCoin(app.BondDenom, stake.Amount)
	had := b.balance(g.owner.Address, app.BondDenom)
	g.refused(g.transfer(coin, g.match(&stake)), battleshiptypes.ErrInsufficientFunds.ABCICode(), "without a deposit")
	_, err := a.SendMsgsWithSender(a.senderOf(g.delegate.Address),
		banktypes.NewMsgSend(g.delegate.Address, g.Address, anchors(1_000_000)))
	require.NoError(t, err)
	_, code := g.send(g.transfer(coin, g.match(&stake)))
	require.Zero(t, code)
	require.Empty(t, a.app.BankKeeper.GetAllBalances(a.games.Context(), g.Address))
	g.refused(g.transfer(coin, g.match(&stake)), battleshiptypes.ErrAlreadyWaiting.ABCICode(), "it waits already")

	_, other := a.account()
	_, code = g.send(g.transfer(g.coin,
		fmt.Sprintf(`{"battleship":{"set_delegate":{"game_id":"1","delegate":"%s"}}}`, other)))
	require.Equal(t, battleshiptypes.ErrInvalidDelegate.ABCICode(), code, "nobody is named in an open game")
	_, code = g.send(g.transfer(g.coin, `{"battleship":{"cancel":{"game_id":"1"}}}`))
	require.Zero(t, code)
	for withdrawn := a.games.next(1).Deadline; a.app.LastBlockHeight() <= withdrawn; {
		s.CommitBlock(a.TestChain)
	}
	require.True(t, g.sendHome(stake.Denom))
	require.Equal(t, had, b.balance(g.owner.Address, app.BondDenom))
	require.True(t, g.sendHome(app.BondDenom))
	require.Equal(t, int64(1_000_000),
		b.balance(g.owner.Address, voucher(g.path.EndpointB, app.BondDenom)).Int64(), "the deposit")
	require.True(t, g.sendHome(stake.Denom))
	require.Empty(t, a.app.BankKeeper.GetAllBalances(a.games.Context(), g.Address))
	require.Empty(t, a.games.held())
	g.backed("at home")
}

// What is sent back and does not arrive is the account's again, once, and can be asked for again. What a limit does not
// let out stays.
func TestALostReturnCanBeRequestedAgain(t *testing.T) {
	t.Parallel()
	s := newIBCNetwork(t, 2)
	a, b := s.chains[0], s.chains[1]
	g := s.guest()
	denom := voucher(g.path.EndpointA, app.BondDenom)
	had := b.balance(g.owner.Address, app.BondDenom)
	res, code := g.send(g.transfer(sdk.NewInt64Coin(app.BondDenom, 5_000), ""))
	require.Zero(t, code, "coins alone")
	t.Logf("coins alone: %d gas", res.GasUsed)
	require.Equal(t, int64(5_000), a.balance(g.Address, denom).Int64())

	ask := g.transfer(g.coin, strings.Replace(g.home(denom), g.owner.String(), `nobody","memo":"winnings`, 1))
	res, code = g.send(ask)
	require.Zero(t, code)
	t.Logf("a request to send coins back: %d gas", res.GasUsed)
	back, err := ibctesting.ParseV1PacketFromEvents(res.Events)
	require.NoError(t, err)
	sent, err := transfertypes.UnmarshalPacketData(back.Data, transfertypes.V1, "")
	require.NoError(t, err)
	require.Equal(t, "winnings", sent.Memo)
	_, taken := s.relay(g.path, back)
	require.False(t, taken, "nobody takes it")
	require.Equal(t, int64(5_001), a.balance(g.Address, denom).Int64())
	g.backed("refused at home")

	res, code = g.send(g.transfer(g.coin, g.home(denom)))
	require.Zero(t, code)
	back, err = ibctesting.ParseV1PacketFromEvents(res.Events)
	require.NoError(t, err)
	require.True(t, a.balance(g.Address, denom).IsZero())
	s.IncrementTimeBy(2 * time.Hour)
	s.CommitBlock(a.TestChain, b.TestChain)
	require.NoError(t, g.path.EndpointA.UpdateClient())
	for range 2 {
		require.NoError(t, g.path.EndpointA.TimeoutPacket(back))
		require.Equal(t, int64(5_002), a.balance(g.Address, denom).Int64())
	}
	require.NoError(t, g.path.EndpointB.UpdateClient())
	require.ErrorContains(t, g.path.EndpointB.RecvPacket(back), channeltypes.ErrTimeoutElapsed.Error())
	g.backed("late")

	limit := ratelimittypes.NewMsgAddRateLimit(denom, g.path.EndpointA.ChannelID, math.NewInt(10), math.NewInt(100), 24)
	limit.Signer = authtypes.NewModuleAddress(govtypes.ModuleName).String()
	require.NoError(t, a.govern(limit))
	g.refused(g.transfer(g.coin, g.home(denom)), ratelimittypes.ErrQuotaExceeded.ABCICode(), "over the limit")
	s.IncrementTimeBy(time.Hour)
	remove := ratelimittypes.NewMsgRemoveRateLimit(denom, g.path.EndpointA.ChannelID)
	remove.Signer = limit.Signer
	require.NoError(t, a.govern(remove))
	require.NoError(t, g.path.EndpointA.UpdateClient())
	require.NoError(t, g.path.EndpointB.UpdateClient())
	require.True(t, g.sendHome(denom))
	require.Equal(t, had, b.balance(g.owner.Address, app.BondDenom))
	require.Empty(t, a.app.BankKeeper.GetAllBalances(a.games.Context(), g.Address))
	g.backed("at home")
}
