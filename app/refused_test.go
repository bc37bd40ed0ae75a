package app_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"
	govtypes "github.com/cosmos/cosmos-sdk/x/gov/types"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/game/commitment/commitmenttest"
	"github.com/battleship-chain/battleship/testutil/chain"
	battleshiptypes "github.com/battleship-chain/battleship/x/battleship/types"
)

// A refused transaction costs its fee and uses up its sequence, and does nothing else. Two chains go through the same
// game; when one refuses a transaction, its signer pays itself a coin on the other, which costs the same and changes
// nothing either. All that both keep must then be equal.
func TestARefusedTransactionChangesNothingButFeeAndSequence(t *testing.T) {
	t.Parallel()
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
	alice, bob, mallory := newPlayer(chain.Alice), newPlayer(chain.Bob), newPlayer(chain.Mallory)

	tooMuch := sdk.NewCoin(app.BondDenom, refusing.Balance(mallory.Address, app.BondDenom))
	refuse(mallory.Account, &battleshiptypes.MsgMatchGame{
		Sender: mallory.String(), RulesetId: mallory.Binding.Ruleset.ID, Entry: mallory.entry(),
		Toss: make([]byte, commitment.TossSize), Stake: &tooMuch,
	}, battleshiptypes.ErrInsufficientFunds)
	refuse(mallory.Account, &battleshiptypes.MsgWithdraw{
		Sender: mallory.String(), Recipient: alice.String(),
	}, battleshiptypes.ErrNothingToWithdraw)
	mallory.Binding.Nonce++
	refuse(mallory.Account, mallory.create(), battleshiptypes.ErrNonce)

	stake := sdk.NewInt64Coin(app.BondDenom, 5)
	open := alice.create()
	open.Stake, open.Opponent = &stake, bob.String()
	both(alice.Account, open)
	mallory.Binding.Nonce--
	refuse(mallory.Account, &battleshiptypes.MsgJoinGame{
		Sender: mallory.String(), GameId: 1, Entry: mallory.entry(), Toss: make([]byte, commitment.TossSize),
	}, battleshiptypes.ErrUnauthorized)
	refuse(mallory.Account, &battleshiptypes.MsgDeclineGame{
		Sender: mallory.String(), GameId: 1,
	}, battleshiptypes.ErrUnauthorized)
	refuse(mallory.Account, &battleshiptypes.MsgSetDelegate{
		Sender: mallory.String(), GameId: 1, Delegate: mallory.String(),
	}, battleshiptypes.ErrUnauthorized)
	toss := alice.OpenToss()
	both(bob.Account, &battleshiptypes.MsgJoinGame{
		Sender: bob.String(), GameId: 1, Entry: bob.entry(), Toss: alice.TossFor(game.Creator, commitment.Join{
			BlockHash: refusing.NextBlock().Hash, GameID: 1, Player: bob.Address,
		}),
	})
	both(alice.Account, &battleshiptypes.MsgShootAndReveal{
		Sender: alice.String(), GameId: 1, Opening: battleshiptypes.NewOpening(toss), Target: "A1",
	})

	// Bob has a ship at A1, and says that it is water.
	lie := battleshiptypes.NewOpening(bob.Open(0))
	require.Equal(t, battleshiptypes.CONTENT_SHIP, lie.Content)
	lie.Content = battleshiptypes.CONTENT_WATER
	refuse(bob.Account, &battleshiptypes.MsgShootAndReveal{
		Sender: bob.String(), GameId: 1, Opening: lie, Target: "J10",
	}, battleshiptypes.ErrWrongOpening)

	both(bob.Account, &battleshiptypes.MsgConcede{Sender: bob.String(), GameId: 1})
	claim := &battleshiptypes.MsgClaimWin{
		Sender: alice.String(), GameId: 1, Fleet: commitmenttest.ClassicFleet, BoardSecret: alice.Secret,
	}
	illegal, guessed := *claim, *claim
	illegal.Fleet = "A1h,A1v,A5h,A7h,A9h"
	guessed.BoardSecret = bob.Secret
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
	t.Parallel()
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

// player is an account with a board for its first game.
type player struct {
	chain.Account
	commitmenttest.Board
}

func newPlayer(name string) *player {
	account := chain.NewAccount(name)
	binding := commitment.Binding{ChainID: chain.ID, Player: account.Address, Ruleset: game.Classic()}
	return &player{Account: account, Board: commitmenttest.New(binding, commitmenttest.ClassicFleet, nil)}
}

// entry is what the player brings into a game.
func (p *player) entry() battleshiptypes.Entry {
	return battleshiptypes.Entry{Board: battleshiptypes.NewBoardCommitment(p.Binding.Nonce, p.Commit())}
}

// create opens a game.
func (p *player) create() *battleshiptypes.MsgCreateGame {
	return &battleshiptypes.MsgCreateGame{Sender: p.String(), RulesetId: p.Binding.Ruleset.ID, Entry: p.entry()}
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
