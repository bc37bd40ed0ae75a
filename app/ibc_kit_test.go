package app_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	abci "github.com/cometbft/cometbft/abci/types"
	dbm "github.com/cosmos/cosmos-db"
	icacontrollertypes "github.com/cosmos/ibc-go/v11/modules/apps/27-interchain-accounts/controller/types"
	icatypes "github.com/cosmos/ibc-go/v11/modules/apps/27-interchain-accounts/types"
	ratelimittypes "github.com/cosmos/ibc-go/v11/modules/apps/rate-limiting/types"
	transfertypes "github.com/cosmos/ibc-go/v11/modules/apps/transfer/types"
	clienttypes "github.com/cosmos/ibc-go/v11/modules/core/02-client/types"
	channeltypes "github.com/cosmos/ibc-go/v11/modules/core/04-channel/types"
	ibckeeper "github.com/cosmos/ibc-go/v11/modules/core/keeper"
	ibctesting "github.com/cosmos/ibc-go/v11/testing"
	"github.com/stretchr/testify/require"

	"cosmossdk.io/log/v2"
	"cosmossdk.io/math"

	"github.com/cosmos/cosmos-sdk/baseapp"
	"github.com/cosmos/cosmos-sdk/client"
	simtestutil "github.com/cosmos/cosmos-sdk/testutil/sims"
	sdk "github.com/cosmos/cosmos-sdk/types"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/testutil/chain"
)

// kitApp is the application as ibc-go's testing kit wants it.
type kitApp struct{ *app.App }

func (a kitApp) GetBaseApp() *baseapp.BaseApp    { return a.BaseApp }
func (a kitApp) GetIBCKeeper() *ibckeeper.Keeper { return a.IBCKeeper }
func (a kitApp) GetTxConfig() client.TxConfig    { return a.TxConfig() }
func newKitApp() (ibctesting.TestingApp, app.GenesisState) {
	application := app.New(log.NewNopLogger(), dbm.NewMemDB(), true, simtestutil.EmptyAppOptions{},
		baseapp.SetIAVLSyncPruning(true))
	state := application.DefaultGenesis()
	onOneMachine(application, state)
	return kitApp{application}, state
}

// ibcChain is a chain of the kit.
type ibcChain struct {
	*ibctesting.TestChain

	app *app.App
	// games reads and plays the games of the chain.
	games *recorder
	// remote are the interchain accounts, by address.
	remote map[string]*remoteAccount
	// used is how many accounts of the kit have an owner.
	used int
}

// ibcNetwork is chains of this application, with a client, a connection and a channel for transfers between each and
// the next.
type ibcNetwork struct {
	*ibctesting.Coordinator

	t      *testing.T
	chains []*ibcChain
	paths  []*ibctesting.Path
}

// newIBCNetwork starts chains. Rewards cost nothing on them.
func newIBCNetwork(t *testing.T, chains int) *ibcNetwork {
	t.Helper()
	create := func() (ibctesting.TestingApp, map[string]json.RawMessage) { return newKitApp() }
	s := &ibcNetwork{t: t, Coordinator: ibctesting.NewCustomAppCoordinator(t, chains, create)}
	for i := range chains {
		c := s.GetChain(ibctesting.GetChainID(i + 1))
		kit, ok := c.App.(kitApp)
		require.True(t, ok)
		application := kit.App
		at := &ibcChain{TestChain: c, app: application, remote: make(map[string]*remoteAccount), used: 1}
		at.games = &recorder{
			t: t, Chain: chain.Follow(t, application, c.ChainID), players: make(map[uint64][]*recordedPlayer),
			carry: func(p *recordedPlayer, msg sdk.Msg) chain.Result { return s.carry(at, p, msg) },
			await: at.await,
		}
		// The kit starts chains in the year 1, by which no hours are counted.
		require.NoError(t, application.RateLimitKeeper.SetHourEpoch(c.GetContext(), ratelimittypes.HourEpoch{
			Duration: time.Hour, EpochStartTime: s.CurrentTime,
		}))
		s.chains = append(s.chains, at)
		if i > 0 {
			s.paths = append(s.paths, s.connect(i-1))
		}
	}
	return s
}

// connect returns a channel for transfers between a chain and the next.
func (s *ibcNetwork) connect(i int) *ibctesting.Path {
	path := ibctesting.NewTransferPath(s.chains[i].TestChain, s.chains[i+1].TestChain)
	if len(s.paths) > i {
		path.EndpointA.ClientID, path.EndpointB.ClientID = s.paths[i].EndpointA.ClientID, s.paths[i].EndpointB.ClientID
		path.EndpointA.ConnectionID = s.paths[i].EndpointA.ConnectionID
		path.EndpointB.ConnectionID = s.paths[i].EndpointB.ConnectionID
		path.CreateChannels()
		return path
	}
	path.Setup()
	return path
}

// account returns an account of a chain that nobody has used yet. The first is the relayer's.
func (at *ibcChain) account() (ibctesting.SenderAccount, chain.Account) {
	account := at.SenderAccounts[at.used]
	at.used++
	return account, chain.Account{
		Name: string(rune('a' + at.used)), Key: account.SenderPrivKey, Address: account.SenderAccount.GetAddress(),
	}
}

// senderOf returns the account of the kit that has an address.
func (at *ibcChain) senderOf(address sdk.AccAddress) ibctesting.SenderAccount {
	for _, account := range at.SenderAccounts {
		if account.SenderAccount.GetAddress().Equals(address) {
			return account
		}
	}
	require.FailNow(at.TB, "no account of the kit", "%s", address)
	return ibctesting.SenderAccount{}
}

// balance returns what an address has of a coin.
func (at *ibcChain) balance(address sdk.AccAddress, denom string) math.Int {
	return at.games.Balance(address, denom)
}

// await makes blocks until one of a height.
func (at *ibcChain) await(height int64) {
	for at.App.LastBlockHeight() < height {
		at.Coordinator.CommitBlock(at.TestChain)
	}
}

// govern carries out a message as governance does.
func (at *ibcChain) govern(msg sdk.Msg) error {
	ctx, write := at.GetContext().CacheContext()
	_, err := at.app.MsgServiceRouter().Handler(msg)(ctx, msg)
	if err == nil {
		write()
	}
	at.NextBlock()
	return err
}

// carry sends a message of an account of the chain, or of an interchain account by packet.
func (s *ibcNetwork) carry(at *ibcChain, p *recordedPlayer, msg sdk.Msg) chain.Result {
	s.t.Helper()
	if remote, ok := at.remote[p.String()]; ok {
		return remote.send(msg)
	}
	res, err := at.SendMsgsWithSender(at.senderOf(p.Address), msg)
	if res == nil {
		require.NoError(s.t, err)
	}
	return chain.Result{ExecTxResult: res}
}

// in returns a time some hours from now, as timeouts of packets are written.
func (s *ibcNetwork) in(after time.Duration) uint64 {
	return uint64(s.CurrentTime.Add(after).UnixNano())
}

// transfer returns a transfer that times out after an hour.
func (s *ibcNetwork) transfer(
	from *ibctesting.Endpoint, sender sdk.AccAddress, coin sdk.Coin, receiver string,
) *transfertypes.MsgTransfer {
	return transfertypes.NewMsgTransfer(
		from.ChannelConfig.PortID, from.ChannelID, coin, sender.String(), receiver, clienttypes.ZeroHeight(),
		s.in(time.Hour), "",
	)
}

// send sends a transfer and returns its packet.
func (s *ibcNetwork) send(at *ibcChain, msg *transfertypes.MsgTransfer) channeltypes.Packet {
	s.t.Helper()
	sender, err := sdk.AccAddressFromBech32(msg.Sender)
	require.NoError(s.t, err)
	res, err := at.SendMsgsWithSender(at.senderOf(sender), msg)
	require.NoError(s.t, err)
	packet, err := ibctesting.ParseV1PacketFromEvents(res.Events)
	require.NoError(s.t, err)
	return packet
}

// relay brings a packet and its acknowledgement, and reports whether it was taken.
func (s *ibcNetwork) relay(path *ibctesting.Path, packet channeltypes.Packet) (*abci.ExecTxResult, bool) {
	s.t.Helper()
	res, bz, err := path.RelayPacketWithResults(packet)
	require.NoError(s.t, err)
	return res, success(bz)
}

// success reports whether an acknowledgement says that the packet was taken.
func success(bz []byte) bool {
	var ack channeltypes.Acknowledgement
	channeltypes.SubModuleCdc.MustUnmarshalJSON(bz, &ack)
	return ack.Success()
}

// voucher returns what a coin is called on the chain at an endpoint, if it came there over its channel.
func voucher(at *ibctesting.Endpoint, base string) string {
	return transfertypes.NewDenom(base, transfertypes.NewHop(at.ChannelConfig.PortID, at.ChannelID)).IBCDenom()
}

// escrowed returns what is in escrow of a coin for a channel, by the bank. The module counts that of all channels.
func (s *ibcNetwork) escrowed(from *ibctesting.Endpoint, denom string) math.Int {
	s.t.Helper()
	at := s.at(from)
	held := at.balance(transfertypes.GetEscrowAddress(from.ChannelConfig.PortID, from.ChannelID), denom)
	counted := at.app.TransferKeeper.GetTotalEscrowForDenom(at.games.Context(), denom).Amount
	require.True(s.t, counted.GTE(held), "%s in escrow, %s counted for all channels", held, counted)
	return held
}

// at returns the chain of an endpoint.
func (s *ibcNetwork) at(endpoint *ibctesting.Endpoint) *ibcChain {
	for _, at := range s.chains {
		if at.TestChain == endpoint.Chain {
			return at
		}
	}
	require.FailNow(s.t, "an endpoint of no chain")
	return nil
}

// requireBacked makes sure that of a coin as much is in escrow at home as vouchers of it exist at the other end, and
// that much of it.
func (s *ibcNetwork) requireBacked(home *ibctesting.Endpoint, denom string, want int64) {
	s.t.Helper()
	away := home.Counterparty
	held := s.escrowed(home, denom)
	require.Equal(s.t, want, held.Int64(), "in escrow")
	require.Equal(s.t, held.Int64(), s.at(away).games.Supply(voucher(away, denom)).Int64(), "vouchers")
}

// requireWhole makes sure that on no chain a coin was made, lost or stuck: what exists of a voucher is in escrow at the
// other end of its channel, and nothing else is in escrow; accounts have what there is of each coin, and the module of
// games has what its games hold. No transfer may be on its way.
func (s *ibcNetwork) requireWhole() {
	s.t.Helper()
	for _, at := range s.chains {
		w := &watch{t: s.t, app: at.app}
		w.checkEscrow(at.games.Context())
		w.checkSupply(at.games.Context())
	}
	for _, path := range s.paths {
		for _, end := range []*ibctesting.Endpoint{path.EndpointA, path.EndpointB} {
			s.requireEscrow(end)
		}
	}
}

// requireEscrow makes sure that in escrow for a channel there is what exists of vouchers at its other end.
func (s *ibcNetwork) requireEscrow(home *ibctesting.Endpoint) {
	s.t.Helper()
	at, away := s.at(home), s.at(home.Counterparty)
	supply := sdk.NewCoins()
	away.app.BankKeeper.IterateTotalSupply(away.games.Context(), func(coin sdk.Coin) bool {
		hash, ok := strings.CutPrefix(coin.Denom, transfertypes.DenomPrefix+"/")
		if !ok {
			return false
		}
		key, err := transfertypes.ParseHexHash(hash)
		require.NoError(s.t, err)
		denom, found := away.app.TransferKeeper.GetDenom(away.games.Context(), key)
		require.True(s.t, found, "a voucher of no known path")
		if denom.Trace[0].ChannelId == home.Counterparty.ChannelID {
			denom.Trace = denom.Trace[1:]
			supply = supply.Add(sdk.NewCoin(denom.IBCDenom(), coin.Amount))
		}
		return false
	})
	escrow := transfertypes.GetEscrowAddress(home.ChannelConfig.PortID, home.ChannelID)
	require.Equal(s.t, supply.String(), at.app.BankKeeper.GetAllBalances(at.games.Context(), escrow).String())
}

// remoteAccount is an interchain account: its owner is on one chain, and it acts on another.
type remoteAccount struct {
	net *ibcNetwork
	// owner signs on the chain of EndpointA of path; the account is on that of EndpointB.
	owner ibctesting.SenderAccount
	path  *ibctesting.Path
	// Account is the account. It has no key.
	chain.Account
}

// register gives an account of one chain an account on another, with coins to open games with. The endpoint is that of
// the owner's chain.
func (s *ibcNetwork) register(from *ibctesting.Endpoint) *remoteAccount {
	s.t.Helper()
	r := s.registerIn(from, channeltypes.UNORDERED)
	// The deposit of a game that it opens is in the coin of the host.
	host := s.at(from.Counterparty)
	_, rich := host.account()
	_, err := host.SendMsgsWithSender(host.senderOf(rich.Address),
		banktypes.NewMsgSend(rich.Address, r.Address, anchors(3_000_000)))
	require.NoError(s.t, err)
	return r
}

// registerIn gives an account of one chain an account on another, over a channel of that order.
func (s *ibcNetwork) registerIn(from *ibctesting.Endpoint, order channeltypes.Order) *remoteAccount {
	s.t.Helper()
	home, host := s.at(from), s.at(from.Counterparty)
	owner, account := home.account()
	path := ibctesting.NewPath(home.TestChain, host.TestChain)
	path.EndpointA.ClientID, path.EndpointA.ConnectionID = from.ClientID, from.ConnectionID
	path.EndpointB.ClientID, path.EndpointB.ConnectionID = from.Counterparty.ClientID, from.Counterparty.ConnectionID
	version := icatypes.NewDefaultMetadataString(from.ConnectionID, from.Counterparty.ConnectionID)
	port, err := icatypes.NewControllerPortID(account.String())
	require.NoError(s.t, err)
	path.EndpointA.ChannelConfig.PortID, path.EndpointB.ChannelConfig.PortID = port, icatypes.HostPortID
	path.EndpointA.ChannelConfig.Version, path.EndpointB.ChannelConfig.Version = version, version
	path.EndpointA.ChannelConfig.Order, path.EndpointB.ChannelConfig.Order = order, order

	r := &remoteAccount{net: s, owner: owner, path: path}
	r.open()
	address, found := r.registered()
	require.True(s.t, found)
	r.Account = chain.Account{Name: account.Name, Address: sdk.MustAccAddressFromBech32(address)}
	host.remote[address] = r
	return r
}

// registered returns the address of the account by its host.
func (r *remoteAccount) registered() (string, bool) {
	host := r.net.at(r.path.EndpointB)
	return host.app.ICAHostKeeper.GetInterchainAccountAddress(
		host.games.Context(), r.path.EndpointB.ConnectionID, r.path.EndpointA.ChannelConfig.PortID)
}

// open opens the account's channel.
func (r *remoteAccount) open() {
	t, path := r.net.t, r.path
	t.Helper()
	res, err := path.EndpointA.Chain.SendMsgsWithSender(r.owner, icacontrollertypes.NewMsgRegisterInterchainAccount(
		path.EndpointA.ConnectionID, r.owner.SenderAccount.GetAddress().String(), path.EndpointA.ChannelConfig.Version,
		path.EndpointA.ChannelConfig.Order,
	))
	require.NoError(t, err)
	path.EndpointA.ChannelID, err = ibctesting.ParseChannelIDFromEvents(res.Events)
	require.NoError(t, err)
	path.EndpointB.ChannelID = ""
	require.NoError(t, path.EndpointB.ChanOpenTry())
	require.NoError(t, path.EndpointA.ChanOpenAck())
	require.NoError(t, path.EndpointB.ChanOpenConfirm())
}

// packet sends messages of the account away, without relaying them.
func (r *remoteAccount) packet(timeout time.Duration, msgs ...sdk.Msg) channeltypes.Packet {
	t := r.net.t
	t.Helper()
	res, err := r.trySend(timeout, msgs...)
	require.NoError(t, err)
	packet, err := ibctesting.ParseV1PacketFromEvents(res.Events)
	require.NoError(t, err)
	return packet
}

// trySend has the owner send messages of the account away.
func (r *remoteAccount) trySend(timeout time.Duration, msgs ...sdk.Msg) (*abci.ExecTxResult, error) {
	t := r.net.t
	t.Helper()
	data, err := icatypes.SerializeCosmosTx(r.net.at(r.path.EndpointA).app.AppCodec(), msgs, icatypes.EncodingProtobuf)
	require.NoError(t, err)
	return r.path.EndpointA.Chain.SendMsgsWithSender(r.owner, icacontrollertypes.NewMsgSendTx(
		r.owner.SenderAccount.GetAddress().String(), r.path.EndpointA.ConnectionID, uint64(timeout),
		icatypes.InterchainAccountPacketData{Type: icatypes.EXECUTE_TX, Data: data},
	))
}

// send has messages of the account carried out. Its result has the code that came back, and whatever they returned.
func (r *remoteAccount) send(msgs ...sdk.Msg) chain.Result {
	t := r.net.t
	t.Helper()
	packet := r.packet(time.Hour, msgs...)
	res, bz, err := r.path.RelayPacketWithResults(packet)
	require.NoError(t, err)
	var ack channeltypes.Acknowledgement
	channeltypes.SubModuleCdc.MustUnmarshalJSON(bz, &ack)
	out := *res
	out.Data = ack.GetResult()
	if !ack.Success() {
		out.Code, out.Log = codeOf(t, ack.GetError()), ack.GetError()
	}
	return chain.Result{ExecTxResult: &out, Size: len(packet.Data)}
}

// codeOf returns the code in an acknowledgement of a failure.
func codeOf(t *testing.T, text string) (code uint32) {
	t.Helper()
	_, err := fmt.Sscanf(text, "ABCI code: %d:", &code)
	require.NoError(t, err, text)
	return code
}

// bringHome has a coin of the account sent to its owner, and relays the transfer if there is one.
func (r *remoteAccount) bringHome(coin sdk.Coin) chain.Result {
	s := r.net
	s.t.Helper()
	path := s.paths[0]
	res := r.send(s.transfer(path.EndpointA, r.Address, coin, r.owner.SenderAccount.GetAddress().String()))
	if res.Err() == nil {
		packet, err := ibctesting.ParseV1PacketFromEvents(res.Events)
		require.NoError(s.t, err)
		_, taken := s.relay(path, packet)
		require.True(s.t, taken)
	}
	return res
}

// handOver has everything that a player of the chain sends from here on sent by its delegate, without a packet.
func (at *ibcChain) handOver(p *recordedPlayer, delegate chain.Account) {
	carry := at.games.carry
	at.games.carry = func(by *recordedPlayer, msg sdk.Msg) chain.Result {
		if by != p {
			return carry(by, msg)
		}
		reflect.ValueOf(msg).Elem().FieldByName("Sender").SetString(delegate.String())
		res, err := at.SendMsgsWithSender(at.senderOf(delegate.Address), msg)
		require.NoError(at.TB, err)
		return chain.Result{ExecTxResult: res}
	}
}
