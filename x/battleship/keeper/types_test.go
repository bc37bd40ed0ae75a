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
	"github.com/battleship-chain/battleship/x/battleship/internal/kit"
	"github.com/battleship-chain/battleship/x/battleship/keeper"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Ledger and older wallets sign amino JSON: every message has a name there, and comes back as it was.
func TestEveryMessageHasAnAminoName(t *testing.T) {
	t.Parallel()
	amino := codec.NewLegacyAmino()
	battleship.AppModule{}.RegisterLegacyAminoCodec(amino)
	registry := moduletestutil.MakeTestEncodingConfig(battleship.AppModule{}).InterfaceRegistry
	f := kit.New(t)
	d := f.Play(game.Classic())
	f.Deliver(d.Shoot(game.Creator, "A1"))
	messages := []sdk.Msg{
		kit.CreateMsg(d.Boards[0]), kit.JoinMsg(1, d.Boards[1]), d.Reveal(game.Joiner, "B2"),
		d.Concede(0), d.Challenge(0), d.Claim(0), d.Cancel(0),
		f.MatchMsg(kit.Alice, game.Classic()), d.Decline(kit.Bob), d.SetDelegate(0, kit.Carol.Text()),
		&types.MsgSubmitState{Sender: kit.Alice.Text(), GameId: 1, Proof: &types.StateProof{
			State: []byte{1}, CreatorSignature: []byte{2}, JoinerSignature: []byte{3},
			Move: &types.ChannelMove{Opening: d.Reveal(game.Joiner, "B2").Opening, Target: "C3"},
		}},
		&types.MsgCreateMelee{
			Sender: kit.Alice.Text(), RulesetId: 5, Players: 2, Entry: kit.CreateMsg(d.Boards[0]).Entry,
			Invited: []string{kit.Bob.Text()},
		},
		&types.MsgJoinMelee{Sender: kit.Bob.Text(), GameId: 1, Entry: kit.CreateMsg(d.Boards[1]).Entry},
		&types.MsgLeaveMelee{Sender: kit.Bob.Text(), GameId: 1}, &types.MsgConfirmMelee{Sender: kit.Bob.Text(), GameId: 1},
		&types.MsgAim{Sender: kit.Bob.Text(), GameId: 1, Aim: []byte{1}, Round: 2},
		&types.MsgFire{Sender: kit.Bob.Text(), GameId: 1, Target: "B7", Salt: []byte{2}},
		&types.MsgReport{Sender: kit.Bob.Text(), GameId: 1, Openings: []types.Opening{*d.Reveal(game.Joiner, "B2").Opening}},
		&types.MsgWithdraw{Sender: kit.Alice.Text(), Recipient: kit.Bob.Text()},
		&types.MsgSetName{Sender: kit.Alice.Text(), Name: "otter", MaxPrice: 1},
		&types.MsgUpdateParams{Authority: f.Authority, Params: types.DefaultParams()},
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
	f := kit.NewEmpty(t)
	cdc := moduletestutil.MakeTestEncodingConfig(battleship.AppModule{}).Codec
	require.PanicsWithValue(t, "the account of module battleship is not declared", func() {
		keeper.New(cdc, f.Store, f.Keeper.AddressCodec(), noAccounts{}, f.Payments, kit.Pool{Bank: f.Payments}, f.Authority)
	})
	require.Panics(t, func() {
		keeper.New(cdc, f.Store, f.Keeper.AddressCodec(), declared{}, f.Payments, kit.Pool{Bank: f.Payments}, "nobody")
	})
}

// noAccounts declares no module account, declared every one.
type (
	noAccounts struct{ types.AccountKeeper }
	declared   struct{ types.AccountKeeper }
)

func (noAccounts) GetModuleAddress(string) sdk.AccAddress { return nil }

func (declared) GetModuleAddress(string) sdk.AccAddress { return kit.Alice.Addr }
