package app_test

import (
	"bytes"
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"
	govtypes "github.com/cosmos/cosmos-sdk/x/gov/types"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/testutil/chain"
	battleshiptypes "github.com/battleship-chain/battleship/x/battleship/types"
)

// A refused transaction costs its fee and uses up its sequence, and does nothing else. Two chains go through the same
// game; when one refuses a transaction, its signer pays itself a coin on the other, which costs the same and changes
// nothing either. All that both keep must then be equal.
func TestARefusedTransactionChangesNothingButFeeAndSequence(t *testing.T) {
	refusing, paying := chain.New(t, chain.WithGenesis(onOneMachine)), chain.New(t, chain.WithGenesis(onOneMachine))
	require.Equal(t, refusing.App.LastCommitID(), paying.App.LastCommitID())
	both := func(signer chain.Account, msg sdk.Msg) {
		t.Helper()
		refusing.MustDeliver(signer, msg)
		paying.MustDeliver(signer, msg)
	}
	refuse := func(signer chain.Account, msg sdk.Msg, want interface{ ABCICode() uint32 }) {
		t.Helper()
		games, coins := entries(t, refusing, battleshiptypes.StoreKey), refusing.Balance(signer.Address, app.BondDenom)
		sequence := sequenceOf(refusing, signer)
		res := refusing.Deliver(signer, msg)
		require.Equal(t, battleshiptypes.ModuleName, res.Codespace, res.Log)
		require.Equal(t, want.ABCICode(), res.Code, res.Log)
		coin := sdk.NewCoins(sdk.NewInt64Coin(app.BondDenom, 1))
		paying.MustDeliver(signer, banktypes.NewMsgSend(signer.Address, signer.Address, coin))

		require.Equal(t, games, entries(t, refusing, battleshiptypes.StoreKey))
		require.Equal(t, entries(t, paying, banktypes.StoreKey), entries(t, refusing, banktypes.StoreKey))
		require.Equal(t, paying.App.LastCommitID(), refusing.App.LastCommitID(), "all that the chains keep")
		fee := chain.Fee(chain.DefaultGas).AmountOf(app.BondDenom)
		require.Equal(t, coins.Sub(fee), refusing.Balance(signer.Address, app.BondDenom))
		require.Equal(t, sequence+1, sequenceOf(refusing, signer))
	}
	alice, bob, mallory := newSailor(t, chain.Alice), newSailor(t, chain.Bob), newSailor(t, chain.Mallory)

	tooMuch := sdk.NewCoin(app.BondDenom, refusing.Balance(mallory.Address, app.BondDenom))
	refuse(mallory.Account, &battleshiptypes.MsgMatchGame{
		Sender: mallory.String(), RulesetId: mallory.binding.Ruleset.ID, Entry: mallory.entry(t),
		Toss: make([]byte, commitment.TossSize), Stake: &tooMuch,
	}, battleshiptypes.ErrInsufficientFunds)
	refuse(mallory.Account, &battleshiptypes.MsgWithdraw{
		Sender: mallory.String(), Recipient: alice.String(),
	}, battleshiptypes.ErrNothingToWithdraw)
	mallory.binding.Nonce++
	refuse(mallory.Account, mallory.create(t), battleshiptypes.ErrNonce)

	stake := sdk.NewInt64Coin(app.BondDenom, 5)
	open := alice.create(t)
	open.Stake, open.Opponent = &stake, bob.String()
	both(alice.Account, open)
	mallory.binding.Nonce--
	refuse(mallory.Account, &battleshiptypes.MsgJoinGame{
		Sender: mallory.String(), GameId: 1, Entry: mallory.entry(t), Toss: make([]byte, commitment.TossSize),
	}, battleshiptypes.ErrUnauthorized)
	refuse(mallory.Account, &battleshiptypes.MsgDeclineGame{
		Sender: mallory.String(), GameId: 1,
	}, battleshiptypes.ErrUnauthorized)
	refuse(mallory.Account, &battleshiptypes.MsgSetDelegate{
		Sender: mallory.String(), GameId: 1, Delegate: mallory.String(),
	}, battleshiptypes.ErrUnauthorized)
	toss, err := commitment.OpenToss(alice.binding, alice.secret)
	require.NoError(t, err)
	both(bob.Account, &battleshiptypes.MsgJoinGame{
		Sender: bob.String(), GameId: 1, Entry: bob.entry(t), Toss: tossFor(game.Creator, toss.Salt, commitment.Join{
			BlockHash: refusing.NextBlock().Hash, GameID: 1, Player: bob.Address,
		}),
	})
	both(alice.Account, &battleshiptypes.MsgShootAndReveal{
		Sender: alice.String(), GameId: 1, Opening: battleshiptypes.NewOpening(toss), Target: "A1",
	})

	// Bob has a ship at A1, and says that it is water.
	opening, err := commitment.Open(bob.binding, bob.fleet, bob.secret, 0)
	require.NoError(t, err)
	lie := battleshiptypes.NewOpening(opening)
	require.Equal(t, battleshiptypes.CONTENT_SHIP, lie.Content)
	lie.Content = battleshiptypes.CONTENT_WATER
	refuse(bob.Account, &battleshiptypes.MsgShootAndReveal{
		Sender: bob.String(), GameId: 1, Opening: lie, Target: "J10",
	}, battleshiptypes.ErrWrongOpening)

	both(bob.Account, &battleshiptypes.MsgConcede{Sender: bob.String(), GameId: 1})
	claim := &battleshiptypes.MsgClaimWin{Sender: alice.String(), GameId: 1, Fleet: fleet, BoardSecret: alice.secret}
	illegal, guessed := *claim, *claim
	illegal.Fleet = "A1h,A1v,A5h,A7h,A9h"
	guessed.BoardSecret = bob.secret
	refuse(alice.Account, &illegal, battleshiptypes.ErrClaim)
	refuse(alice.Account, &guessed, battleshiptypes.ErrClaim)
	both(alice.Account, claim)
	require.True(t, refusing.Balance(alice.Address, battleshiptypes.RewardDenom).IsPositive())
}

// onOneMachine makes a network on which a reward needs no shots.
func onOneMachine(a *app.App, state app.GenesisState) {
	var games battleshiptypes.GenesisState
	a.AppCodec().MustUnmarshalJSON(state[battleshiptypes.ModuleName], &games)
	games.Params = battleshiptypes.LocalParams()
	state[battleshiptypes.ModuleName] = a.AppCodec().MustMarshalJSON(&games)
}

func TestGovernanceChangesTheParams(t *testing.T) {
	c := chain.New(t, chain.WithGenesis(voteWithin(3*chain.BlockTime)))
	params, err := c.App.BattleshipKeeper.Params(c.Context())
	require.NoError(t, err)
	before := params
	params.TurnBlocksDefault, params.LoserShareBps = params.TurnBlocksDefault+1, params.LoserShareBps+1
	authority := authtypes.NewModuleAddress(govtypes.ModuleName).String()

	for _, name := range []string{chain.Alice, chain.Mallory, chain.Operator} {
		stranger := c.Account(name)
		res := c.Deliver(stranger, &battleshiptypes.MsgUpdateParams{Authority: stranger.String(), Params: params})
		require.Equal(t, battleshiptypes.ModuleName, res.Codespace, res.Log)
		require.Equal(t, battleshiptypes.ErrUnauthorized.ABCICode(), res.Code, res.Log)
	}
	got, err := c.App.BattleshipKeeper.Params(c.Context())
	require.NoError(t, err)
	require.Equal(t, before, got)

	pass(t, c, &battleshiptypes.MsgUpdateParams{Authority: authority, Params: params})
	got, err = c.App.BattleshipKeeper.Params(c.Context())
	require.NoError(t, err)
	require.Equal(t, params, got)
}

// fleet is where everybody's ships are.
const fleet = "A1h,A3h,A5h,A7h,A9h"

// sailor is an account with a board for its first game.
type sailor struct {
	chain.Account

	binding commitment.Binding
	fleet   game.Fleet
	secret  []byte
}

func newSailor(t *testing.T, name string) *sailor {
	t.Helper()
	account, rules := chain.NewAccount(name), game.Classic()
	ships, err := rules.ParseFleet(fleet)
	require.NoError(t, err)
	return &sailor{
		Account: account,
		binding: commitment.Binding{ChainID: chain.ID, Player: account.Address, Ruleset: rules},
		fleet:   ships,
		secret:  bytes.Repeat([]byte(name)[:1], commitment.SecretSize),
	}
}

// entry is what the sailor brings into a game.
func (s *sailor) entry(t *testing.T) battleshiptypes.Entry {
	t.Helper()
	board, err := commitment.Commit(s.binding, s.fleet, s.secret)
	require.NoError(t, err)
	return battleshiptypes.Entry{Board: battleshiptypes.NewBoardCommitment(s.binding.Nonce, board)}
}

// create opens a game.
func (s *sailor) create(t *testing.T) *battleshiptypes.MsgCreateGame {
	t.Helper()
	return &battleshiptypes.MsgCreateGame{Sender: s.String(), RulesetId: s.binding.Ruleset.ID, Entry: s.entry(t)}
}

// tossFor returns bytes with which that seat shoots first if the joiner sends them in that join.
func tossFor(first game.Seat, salt []byte, join commitment.Join) []byte {
	toss := make([]byte, commitment.TossSize)
	for i := uint64(0); commitment.TossFirst(salt, commitment.MixToss(toss, join)) != first; i++ {
		binary.BigEndian.PutUint64(toss, i)
	}
	return toss
}

// entries returns all that a store holds.
func entries(t *testing.T, c *chain.Chain, store string) map[string]string {
	t.Helper()
	all := make(map[string]string)
	records := c.Context().KVStore(c.App.StoreKey(store)).Iterator(nil, nil)
	for ; records.Valid(); records.Next() {
		all[string(records.Key())] = string(records.Value())
	}
	require.NoError(t, records.Close())
	return all
}

// sequenceOf returns the sequence of an account's next transaction.
func sequenceOf(c *chain.Chain, account chain.Account) uint64 {
	return c.App.AccountKeeper.GetAccount(c.Context(), account.Address).GetSequence()
}
