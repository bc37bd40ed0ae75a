package keeper_test

import (
	"encoding/json"
	"testing"
	"time"

	abci "github.com/cometbft/cometbft/abci/types"
	cmtproto "github.com/cometbft/cometbft/proto/tendermint/types"
	dbm "github.com/cosmos/cosmos-db"
	clienttypes "github.com/cosmos/ibc-go/v11/modules/core/02-client/types"
	commitmenttypes "github.com/cosmos/ibc-go/v11/modules/core/23-commitment/types"
	ibctm "github.com/cosmos/ibc-go/v11/modules/light-clients/07-tendermint"
	"github.com/stretchr/testify/require"

	"cosmossdk.io/log/v2"

	"github.com/cosmos/cosmos-sdk/store/v2/rootmulti"
	storetypes "github.com/cosmos/cosmos-sdk/store/v2/types"
	sdk "github.com/cosmos/cosmos-sdk/types"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"

	"github.com/battleship-chain/battleship/examples/wager/chain"
	"github.com/battleship-chain/battleship/examples/wager/types"
	"github.com/battleship-chain/battleship/interchain/storeproof"
	"github.com/battleship-chain/battleship/testutil/headers"
	battleshiptypes "github.com/battleship-chain/battleship/x/battleship/types"
)

const (
	battleshipID = "battleship-1"
	creator      = "ship1creator"
	joiner       = "ship1joiner"
	game         = 7
	stake        = 100
	coins        = 1_000
	margin       = 60
	trusting     = 14 * 24 * time.Hour
)

// start is the time of block 0 of the battleship chain, which has a block a minute.
var start = time.Date(2026, time.January, 1, 0, 0, 0, 0, time.UTC)

func timeOf(height int64) time.Time { return start.Add(time.Duration(height) * time.Minute) }

// fleet is a battleship chain, as far as another chain sees it: results, and headers that validators have signed.
type fleet struct {
	t          *testing.T
	store      *rootmulti.Store
	key        *storetypes.KVStoreKey
	validators headers.Validators
	roots      map[int64][]byte
}

func newFleet(t *testing.T, validators headers.Validators) *fleet {
	t.Helper()
	f := &fleet{
		t: t, store: rootmulti.NewStore(dbm.NewMemDB(), log.NewNopLogger()), validators: validators,
		key: storetypes.NewKVStoreKey(storeproof.StoreName), roots: make(map[int64][]byte),
	}
	f.store.MountStoreWithDB(f.key, storetypes.StoreTypeIAVL, nil)
	f.store.MountStoreWithDB(storetypes.NewKVStoreKey("bank"), storetypes.StoreTypeIAVL, nil)
	require.NoError(t, f.store.LoadLatestVersion())
	return f
}

// block makes a block in which games end.
func (f *fleet) block(results ...battleshiptypes.Result) int64 {
	f.t.Helper()
	for _, r := range results {
		raw, err := r.Marshal()
		require.NoError(f.t, err)
		f.store.GetKVStore(f.key).Set(storeproof.KindResult.Key(r.GameId), raw)
	}
	id := f.store.Commit()
	f.roots[id.Version] = id.Hash
	return id.Version
}

// until makes blocks up to one of a height.
func (f *fleet) until(height int64) {
	for f.store.LastCommitID().Version < height {
		f.block()
	}
}

// header returns a header with the root of the block before it.
func (f *fleet) header(height, trusted int64) *ibctm.Header {
	f.t.Helper()
	block := f.validators.Sign(f.t, headers.Header(battleshipID, height, timeOf(height), f.roots[height-1], f.validators,
		f.validators))
	raw, err := block.ToProto()
	require.NoError(f.t, err)
	return &ibctm.Header{
		SignedHeader: raw.SignedHeader, ValidatorSet: raw.ValidatorSet, TrustedValidators: raw.ValidatorSet,
		TrustedHeight: clienttypes.NewHeight(1, uint64(trusted)),
	}
}

// proof returns a result with its proof by the root in the block after a height.
func (f *fleet) proof(id uint64, after int64) storeproof.Item {
	f.t.Helper()
	key := storeproof.KindResult.Key(id)
	res, err := f.store.Query(&storetypes.RequestQuery{
		Path: "/" + storeproof.StoreName + "/key", Data: key, Height: after, Prove: true,
	})
	require.NoError(f.t, err)
	item := storeproof.Item{Key: key, Value: res.Value}
	for _, op := range res.ProofOps.Ops {
		item.Proof = append(item.Proof, storeproof.Step(op))
	}
	return item
}

// won is the result of a game that the joiner wins in a block.
func won(id uint64, height int64) battleshiptypes.Result {
	return battleshiptypes.Result{
		GameId: id, RulesetId: 1, Players: []string{creator, joiner}, Winner: battleshiptypes.SEAT_JOINER,
		Reason: battleshiptypes.REASON_SUNK, CreatedHeight: 1, EndedHeight: height,
	}
}

// scene is the wager chain with a light client of the battleship chain.
type scene struct {
	t      *testing.T
	app    *chain.App
	ctx    sdk.Context
	fleet  *fleet
	client string

	authority, backer, taker sdk.AccAddress
}

// acceptedAt is the block of the battleship chain with the time at which bets are accepted.
const acceptedAt = 5

func newScene(t *testing.T) *scene {
	t.Helper()
	s := &scene{
		t: t, fleet: newFleet(t, headers.Named(4)), authority: sdk.AccAddress("authority___________"),
		backer: sdk.AccAddress("backer______________"), taker: sdk.AccAddress("taker_______________"),
	}
	var err error
	s.app, err = chain.New(log.NewNopLogger(), dbm.NewMemDB(), "wager-1", s.authority)
	require.NoError(t, err)
	state, err := s.app.Genesis(sdk.NewInt64Coin(chain.Denom, coins), s.authority, s.backer, s.taker)
	require.NoError(t, err)
	raw, err := json.Marshal(state)
	require.NoError(t, err)
	_, err = s.app.InitChain(&abci.RequestInitChain{ChainId: "wager-1", AppStateBytes: raw, Time: start})
	require.NoError(t, err)
	_, err = s.app.FinalizeBlock(&abci.RequestFinalizeBlock{Height: 1, Time: start})
	require.NoError(t, err)
	_, err = s.app.Commit()
	require.NoError(t, err)
	s.ctx = s.app.NewNextBlockContext(cmtproto.Header{ChainID: "wager-1", Height: 2, Time: timeOf(acceptedAt)})
	s.fleet.until(acceptedAt)
	s.client = s.newClient(s.fleet)
	s.must(&types.MsgUpdateParams{Authority: s.text(s.authority), Params: s.params()})
	return s
}

func (s *scene) text(account sdk.AccAddress) string { return s.app.Text(account) }

func (s *scene) params() types.Params {
	return types.Params{ClientId: s.client, ChainId: battleshipID, MarginSeconds: margin}
}

// newClient makes a light client of a chain, which trusts its block 2.
func (s *scene) newClient(of *fleet) string {
	s.t.Helper()
	first := of.header(2, 1)
	client, err := s.app.IBC.ClientKeeper.CreateClient(s.ctx, "07-tendermint",
		s.marshal(ibctm.NewClientState(battleshipID, ibctm.DefaultTrustLevel, trusting, 21*24*time.Hour, 10*time.Second,
			clienttypes.NewHeight(1, 2), commitmenttypes.GetSDKSpecs(), nil)),
		s.marshal(first.ConsensusState()))
	require.NoError(s.t, err)
	return client
}

func (s *scene) marshal(m interface{ Marshal() ([]byte, error) }) []byte {
	raw, err := m.Marshal()
	require.NoError(s.t, err)
	return raw
}

// update brings a header to a client.
func (s *scene) update(client string, of *fleet, height int64) {
	s.t.Helper()
	s.at(timeOf(max(height, acceptedAt)))
	require.NoError(s.t, s.app.IBC.ClientKeeper.UpdateClient(s.ctx, client, of.header(height, 2)))
}

// at sets the clock of the wager chain.
func (s *scene) at(now time.Time) { s.ctx = s.ctx.WithBlockTime(now) }

// send carries a message out, if it is not refused.
func (s *scene) send(msg sdk.Msg) (*sdk.Result, error) {
	ctx, write := s.ctx.CacheContext()
	res, err := s.app.MsgServiceRouter().Handler(msg)(ctx, msg)
	if err == nil {
		write()
	}
	return res, err
}

func (s *scene) must(msg sdk.Msg) {
	s.t.Helper()
	_, err := s.send(msg)
	require.NoError(s.t, err)
}

func (s *scene) offer() *types.MsgOffer {
	return &types.MsgOffer{
		Backer: s.text(s.backer), GameId: game, Player: joiner, Stake: sdk.NewInt64Coin(chain.Denom, stake),
		Expires: timeOf(acceptedAt).Add(24 * time.Hour).Unix(),
	}
}

// bet has the backer bet on the joiner, and the taker accept it.
func (s *scene) bet() {
	s.t.Helper()
	s.must(s.offer())
	s.must(&types.MsgAccept{Taker: s.text(s.taker), BetId: 1})
	s.has(coins-stake, coins-stake)
}

// settling is the message that brings the result of the game by the header after a block.
func (s *scene) settling(after int64) *types.MsgSettle {
	item := s.fleet.proof(game, after)
	return &types.MsgSettle{
		Sender: s.text(s.authority), BetId: 1, Result: item.Value, Proof: item.MerkleProof(), ProofHeight: uint64(after) + 1,
	}
}

// over ends the game by a result, and brings the header after it to the client.
func (s *scene) over(r battleshiptypes.Result) *types.MsgSettle {
	s.t.Helper()
	s.fleet.until(r.EndedHeight - 1)
	require.Equal(s.t, r.EndedHeight, s.fleet.block(r))
	s.update(s.client, s.fleet, r.EndedHeight+1)
	return s.settling(r.EndedHeight)
}

// has checks the coins of backer and taker, and that the module holds the rest.
func (s *scene) has(backer, taker int64) {
	s.t.Helper()
	of := func(account sdk.AccAddress) int64 {
		return s.app.Bank.GetBalance(s.ctx, account, chain.Denom).Amount.Int64()
	}
	require.Equal(s.t, []int64{backer, taker, 2*coins - backer - taker},
		[]int64{of(s.backer), of(s.taker), of(authtypes.NewModuleAddress(types.ModuleName))})
}
