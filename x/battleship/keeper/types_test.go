package keeper_test

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/cosmos/gogoproto/proto"
	"github.com/stretchr/testify/require"

	"github.com/cosmos/cosmos-sdk/codec"
	sdk "github.com/cosmos/cosmos-sdk/types"
	moduletestutil "github.com/cosmos/cosmos-sdk/types/module/testutil"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship"
	"github.com/battleship-chain/battleship/x/battleship/keeper"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Ledger and older wallets sign amino JSON: every message has a name there, and comes back as it was.
func TestEveryMessageHasAnAminoName(t *testing.T) {
	t.Parallel()
	amino := codec.NewLegacyAmino()
	battleship.AppModule{}.RegisterLegacyAminoCodec(amino)
	registry := moduletestutil.MakeTestEncodingConfig(battleship.AppModule{}).InterfaceRegistry
	f := newFixture(t)
	d := f.play(game.Classic())
	f.deliver(d.shoot(game.Creator, "A1"))
	messages := []sdk.Msg{
		createMsg(d.boards[0]), joinMsg(1, d.boards[1]), d.reveal(game.Joiner, "B2"),
		d.concede(0), d.challenge(0), d.claim(0), d.cancel(0),
		f.matchMsg(alice, game.Classic()), d.decline(bob), d.setDelegate(0, carol.text()),
		&types.MsgSubmitState{Sender: alice.text(), GameId: 1, Proof: &types.StateProof{
			State: []byte{1}, CreatorSignature: []byte{2}, JoinerSignature: []byte{3},
			Move: &types.ChannelMove{Opening: d.reveal(game.Joiner, "B2").Opening, Target: "C3"},
		}},
		&types.MsgCreateMelee{
			Sender: alice.text(), RulesetId: 5, Players: 2, Entry: createMsg(d.boards[0]).Entry, Invited: []string{bob.text()},
		},
		&types.MsgJoinMelee{Sender: bob.text(), GameId: 1, Entry: createMsg(d.boards[1]).Entry},
		&types.MsgLeaveMelee{Sender: bob.text(), GameId: 1}, &types.MsgConfirmMelee{Sender: bob.text(), GameId: 1},
		&types.MsgAim{Sender: bob.text(), GameId: 1, Aim: []byte{1}, Round: 2},
		&types.MsgFire{Sender: bob.text(), GameId: 1, Target: "B7", Salt: []byte{2}},
		&types.MsgReport{Sender: bob.text(), GameId: 1, Openings: []types.Opening{*d.reveal(game.Joiner, "B2").Opening}},
		&types.MsgWithdraw{Sender: alice.text(), Recipient: bob.text()},
		&types.MsgUpdateParams{Authority: f.authority, Params: types.DefaultParams()},
	}
	require.Len(t, registry.ListImplementations(sdk.MsgInterfaceProtoName), len(messages))
	for _, msg := range messages {
		bz, err := amino.MarshalJSON(msg)
		require.NoError(t, err)
		var named struct{ Type string }
		require.NoError(t, json.Unmarshal(bz, &named))
		require.Equal(t, "battleship/"+proto.MessageName(msg)[len("battleship.v1."):], named.Type)
		got := reflect.New(reflect.TypeOf(msg).Elem()).Interface()
		require.NoError(t, amino.UnmarshalJSON(bz, got))
		require.Equal(t, msg, got)
	}
}

func TestWiringMistakesDoNotStart(t *testing.T) {
	t.Parallel()
	f := newEmptyFixture(t)
	cdc := moduletestutil.MakeTestEncodingConfig(battleship.AppModule{}).Codec
	require.PanicsWithValue(t, "the account of module battleship is not declared", func() {
		keeper.New(cdc, f.store, f.keeper.AddressCodec(), noAccounts{}, f.payments, pool{f.payments}, f.authority)
	})
	require.Panics(t, func() {
		keeper.New(cdc, f.store, f.keeper.AddressCodec(), declared{}, f.payments, pool{f.payments}, "nobody")
	})
}

// noAccounts declares no module account, declared every one.
type (
	noAccounts struct{ types.AccountKeeper }
	declared   struct{ types.AccountKeeper }
)

func (noAccounts) GetModuleAddress(string) sdk.AccAddress { return nil }
func (declared) GetModuleAddress(string) sdk.AccAddress   { return alice.addr }
