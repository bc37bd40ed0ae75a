package keeper_test

import (
	"reflect"
	"testing"

	"github.com/cosmos/gogoproto/proto"
	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/reflect/protoreflect"

	sdk "github.com/cosmos/cosmos-sdk/types"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"
	govtypes "github.com/cosmos/cosmos-sdk/x/gov/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/internal/kit"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// signers are those who may try to sign a message of a game that alice has created, bob may join, and in which carol
// acts for alice.
var signers = map[string]kit.Player{
	"creator":   kit.Alice,
	"joiner":    kit.Bob,
	"delegate":  kit.Carol,
	"stranger":  kit.Mallory,
	"module":    {Name: "module", Addr: authtypes.NewModuleAddress(types.ModuleName)},
	"authority": {Name: "authority", Addr: authtypes.NewModuleAddress(govtypes.ModuleName)},
}

// signing says of one message who may sign it.
type signing struct {
	// given brings the game to where the message fits.
	given func(d *kit.Duel)
	// msg is the message, with all that is to be right about it if that player signs it.
	msg func(d *kit.Duel, signer kit.Player) sdk.Msg
	// want is what becomes of it by signer: nil if it is accepted.
	want map[string]error
}

// signings has a row for every message there is, and in each an answer for every signer.
var signings = map[protoreflect.Name]signing{
	"MsgCreateGame": {
		msg: func(d *kit.Duel, signer kit.Player) sdk.Msg {
			return kit.CreateMsg(d.NewBoard(signer, game.Classic(), kit.ClassicFleet))
		},
		want: map[string]error{
			"creator": nil, "joiner": nil, "delegate": nil, "stranger": nil,
			"module": types.ErrBlockedAddress, "authority": types.ErrBlockedAddress,
		},
	},
	"MsgJoinGame": {
		given: newOpenDelegated,
		msg: func(d *kit.Duel, signer kit.Player) sdk.Msg {
			return kit.JoinMsg(d.ID, d.NewBoard(signer, game.Classic(), kit.ClassicFleet))
		},
		want: map[string]error{
			"creator": types.ErrUnauthorized, "joiner": nil, "delegate": nil, "stranger": nil,
			"module": types.ErrBlockedAddress, "authority": types.ErrBlockedAddress,
		},
	},
	"MsgShootAndReveal": {
		given: newPlayDelegated,
		msg:   func(d *kit.Duel, _ kit.Player) sdk.Msg { return d.Shoot(game.Creator, "A1") },
		want: map[string]error{
			"creator": nil, "joiner": types.ErrTurn, "delegate": nil, "stranger": types.ErrUnauthorized,
			"module": types.ErrUnauthorized, "authority": types.ErrUnauthorized,
		},
	},
	"MsgConcede": {
		given: newPlayDelegated,
		msg:   func(d *kit.Duel, _ kit.Player) sdk.Msg { return d.Concede(game.Creator) },
		want: map[string]error{
			"creator": nil, "joiner": nil, "delegate": nil, "stranger": types.ErrUnauthorized,
			"module": types.ErrUnauthorized, "authority": types.ErrUnauthorized,
		},
	},
	"MsgChallenge": {
		given: newPlayDelegated,
		msg:   func(d *kit.Duel, _ kit.Player) sdk.Msg { return d.Challenge(game.Creator) },
		want: map[string]error{
			"creator": nil, "joiner": nil, "delegate": types.ErrUnauthorized, "stranger": types.ErrUnauthorized,
			"module": types.ErrUnauthorized, "authority": types.ErrUnauthorized,
		},
	},
	"MsgClaimWin": {
		given: func(d *kit.Duel) {
			newPlayDelegated(d)
			d.Deliver(d.Concede(game.Joiner))
		},
		msg: func(d *kit.Duel, _ kit.Player) sdk.Msg {
			msg := d.Claim(game.Creator)
			msg.Player = d.Player(game.Creator).Text()
			return msg
		},
		want: map[string]error{
			"creator": nil, "joiner": nil, "delegate": nil, "stranger": nil, "module": nil, "authority": nil,
		},
	},
	"MsgSubmitState": {
		given: newChannelDelegated,
		msg:   func(d *kit.Duel, _ kit.Player) sdk.Msg { return &types.MsgSubmitState{GameId: d.ID} },
		want: map[string]error{
			"creator": nil, "joiner": nil, "delegate": nil, "stranger": types.ErrUnauthorized,
			"module": types.ErrUnauthorized, "authority": types.ErrUnauthorized,
		},
	},
	"MsgCancelGame": {
		given: newOpenDelegated,
		msg:   func(d *kit.Duel, _ kit.Player) sdk.Msg { return d.Cancel(game.Creator) },
		want: map[string]error{
			"creator": nil, "joiner": types.ErrUnauthorized, "delegate": types.ErrUnauthorized,
			"stranger": types.ErrUnauthorized, "module": types.ErrUnauthorized, "authority": types.ErrUnauthorized,
		},
	},
	"MsgMatchGame": {
		msg: func(d *kit.Duel, signer kit.Player) sdk.Msg { return d.MatchMsg(signer, game.Classic()) },
		want: map[string]error{
			"creator": nil, "joiner": nil, "delegate": nil, "stranger": nil,
			"module": types.ErrBlockedAddress, "authority": types.ErrBlockedAddress,
		},
	},
	"MsgDeclineGame": {
		given: newOfferDelegated,
		msg:   func(d *kit.Duel, signer kit.Player) sdk.Msg { return d.Decline(signer) },
		want: map[string]error{
			"creator": types.ErrUnauthorized, "joiner": nil, "delegate": types.ErrUnauthorized,
			"stranger": types.ErrUnauthorized, "module": types.ErrUnauthorized, "authority": types.ErrUnauthorized,
		},
	},
	"MsgCreateMelee": {
		msg: func(d *kit.Duel, signer kit.Player) sdk.Msg {
			return kit.CreateMeleeMsg(d.NewBrawler(signer, kit.FleetNumber(0)), 3)
		},
		want: map[string]error{
			"creator": nil, "joiner": nil, "delegate": nil, "stranger": nil,
			"module": types.ErrBlockedAddress, "authority": types.ErrBlockedAddress,
		},
	},
	"MsgJoinMelee": {
		given: func(d *kit.Duel) { newTableDelegated(d, 3) },
		msg: func(d *kit.Duel, signer kit.Player) sdk.Msg {
			return &types.MsgJoinMelee{GameId: d.ID, Entry: d.NewBrawler(signer, kit.FleetNumber(1)).Entry()}
		},
		want: map[string]error{
			"creator": types.ErrUnauthorized, "joiner": nil, "delegate": nil, "stranger": nil,
			"module": types.ErrBlockedAddress, "authority": types.ErrBlockedAddress,
		},
	},
	"MsgLeaveMelee": {
		given: func(d *kit.Duel) { fillUp(newTableDelegated(d, 3), 1) },
		msg:   func(d *kit.Duel, _ kit.Player) sdk.Msg { return &types.MsgLeaveMelee{GameId: d.ID} },
		want: map[string]error{
			"creator": nil, "joiner": nil, "delegate": types.ErrUnauthorized, "stranger": types.ErrUnauthorized,
			"module": types.ErrUnauthorized, "authority": types.ErrUnauthorized,
		},
	},
	"MsgConfirmMelee": {
		given: func(d *kit.Duel) { fillUp(newTableDelegated(d, 2), 1) },
		msg:   func(d *kit.Duel, _ kit.Player) sdk.Msg { return &types.MsgConfirmMelee{GameId: d.ID} },
		want: map[string]error{
			"creator": nil, "joiner": nil, "delegate": nil, "stranger": types.ErrUnauthorized,
			"module": types.ErrUnauthorized, "authority": types.ErrUnauthorized,
		},
	},
	"MsgAim": {
		given: func(d *kit.Duel) { newBrawlDelegated(d) },
		msg:   func(d *kit.Duel, _ kit.Player) sdk.Msg { return brawl(d).Aim(0, "A1") },
		want: map[string]error{
			"creator": nil, "joiner": nil, "delegate": nil, "stranger": types.ErrUnauthorized,
			"module": types.ErrUnauthorized, "authority": types.ErrUnauthorized,
		},
	},
	"MsgFire": {
		given: func(d *kit.Duel) {
			b := newBrawlDelegated(d)
			b.Deliver(b.Aim(0, "A1"))
			b.Deliver(b.Aim(1, "A2"))
		},
		msg: func(d *kit.Duel, _ kit.Player) sdk.Msg {
			b := brawl(d)
			b.Targets[0] = "A1"
			return b.Fire(0)
		},
		want: map[string]error{
			"creator": nil, "joiner": types.ErrWrongOpening, "delegate": nil, "stranger": types.ErrUnauthorized,
			"module": types.ErrUnauthorized, "authority": types.ErrUnauthorized,
		},
	},
	"MsgReport": {
		given: func(d *kit.Duel) { newBrawlDelegated(d).Volley("A1", "A2") },
		msg:   func(d *kit.Duel, _ kit.Player) sdk.Msg { return brawl(d).Report(0) },
		want: map[string]error{
			"creator": nil, "joiner": types.ErrWrongOpening, "delegate": nil, "stranger": types.ErrUnauthorized,
			"module": types.ErrUnauthorized, "authority": types.ErrUnauthorized,
		},
	},
	"MsgSetDelegate": {
		given: newPlayDelegated,
		msg: func(d *kit.Duel, _ kit.Player) sdk.Msg {
			return d.SetDelegate(game.Creator, kit.NewPlayer("dave").Text())
		},
		want: map[string]error{
			"creator": nil, "joiner": nil, "delegate": types.ErrUnauthorized, "stranger": types.ErrUnauthorized,
			"module": types.ErrUnauthorized, "authority": types.ErrUnauthorized,
		},
	},
	"MsgWithdraw": {
		given: oweEverybody,
		msg:   func(*kit.Duel, kit.Player) sdk.Msg { return &types.MsgWithdraw{} },
		want: map[string]error{
			"creator": nil, "joiner": nil, "delegate": nil, "stranger": nil,
			"module": types.ErrRecipient, "authority": types.ErrRecipient,
		},
	},
	"MsgSetName": {
		msg: func(*kit.Duel, kit.Player) sdk.Msg { return &types.MsgSetName{Name: "otter"} },
		want: map[string]error{
			"creator": nil, "joiner": nil, "delegate": nil, "stranger": nil,
			"module": types.ErrBlockedAddress, "authority": types.ErrBlockedAddress,
		},
	},
	"MsgUpdateParams": {
		msg: func(d *kit.Duel, _ kit.Player) sdk.Msg { return &types.MsgUpdateParams{Params: d.Params()} },
		want: map[string]error{
			"creator": types.ErrUnauthorized, "joiner": types.ErrUnauthorized, "delegate": types.ErrUnauthorized,
			"stranger": types.ErrUnauthorized, "module": types.ErrUnauthorized, "authority": nil,
		},
	},
}

// newTableDelegated has the creator open a melee for so many, with the delegate.
func newTableDelegated(d *kit.Duel, players int) *kit.Brawl {
	d.Helper()
	d.Boards[0], d.Boards[1] = d.NewBrawler(kit.Alice, kit.FleetNumber(0)), d.NewBrawler(kit.Bob, kit.FleetNumber(1))
	d.Boards[0].Delegate = kit.Carol.Text()
	id, err := d.Keeper.NextGameID(d.Ctx)
	require.NoError(d, err)
	d.Deliver(kit.CreateMeleeMsg(d.Boards[0], players))
	d.ID = id
	return brawl(d)
}

// fillUp has a seat's player join.
func fillUp(b *kit.Brawl, seat int) *kit.Brawl {
	b.Helper()
	b.Deliver(b.Join(seat))
	return b
}

// newBrawlDelegated has the two begin their first round.
func newBrawlDelegated(d *kit.Duel) *kit.Brawl {
	d.Helper()
	return fillUp(newTableDelegated(d, 2), 1).Begin()
}

// brawl is the melee of the two.
func brawl(d *kit.Duel) *kit.Brawl {
	return &kit.Brawl{Fixture: d.Fixture, ID: d.ID, Boards: d.Boards[:], Targets: make([]string, len(d.Boards))}
}

// newPlayDelegated is newDelegated with the toss opened: the creator owes a shot.
func newPlayDelegated(d *kit.Duel) {
	d.Helper()
	newDelegated(d)
	d.Deliver(d.Reveal(game.Creator, ""))
}

// newChannelDelegated is newDelegated with an off-chain game, after the block of the join.
func newChannelDelegated(d *kit.Duel) {
	d.Helper()
	d.NewBoards()
	for i := range d.Boards {
		d.Boards[i] = d.NewChannelPlayer(d.Boards[i].Player, game.Classic(), kit.ClassicFleet)
	}
	d.Boards[game.Creator].Delegate = kit.Carol.Text()
	*d = *d.NewDuelOf(d.Boards[game.Creator], d.Boards[game.Joiner])
	d.EndBlock()
}

// newOfferDelegated is newOpenDelegated with a game that only the joiner may join.
func newOfferDelegated(d *kit.Duel) {
	d.Helper()
	d.NewBoards()
	d.Boards[game.Creator].Delegate = kit.Carol.Text()
	msg := kit.CreateMsg(d.Boards[game.Creator])
	msg.Opponent = kit.Bob.Text()
	d.ID = d.Open(msg)
}

// oweEverybody lets a coin wait for every signer.
func oweEverybody(d *kit.Duel) {
	d.Helper()
	for _, p := range signers {
		d.Owe(p, kit.Anchors(5))
	}
}

// The messages come from the service's own description, so that none can be added without saying who may sign it.
func TestEveryMessageKnowsItsSigners(t *testing.T) {
	t.Parallel()
	descriptor, err := proto.HybridResolver.FindDescriptorByName("battleship.v1.Msg")
	require.NoError(t, err)
	service, ok := descriptor.(protoreflect.ServiceDescriptor)
	require.True(t, ok)
	methods := service.Methods()
	require.Equal(t, len(signings), methods.Len(), "rows against messages")
	for i := range methods.Len() {
		input := methods.Get(i).Input()
		row, ok := signings[input.Name()]
		require.True(t, ok, "expected a row that says who may sign %s, got none", input.Name())
		for name, signer := range signers {
			want, ok := row.want[name]
			require.True(t, ok, "%s: expected an answer for the %s, got none", input.Name(), name)
			t.Run(string(input.Name())+" by the "+name, func(t *testing.T) {
				d := &kit.Duel{Fixture: kit.New(t)}
				if row.given != nil {
					row.given(d)
				}
				msg := row.msg(d, signer)
				require.Equal(t, string(input.FullName()), proto.MessageName(msg))
				kit.SetSender(msg, signer)
				if want == nil {
					d.Deliver(msg)
					return
				}
				d.Refuse(want, msg)
			})
		}
	}
}

// roleIn returns the role that a row of the table describes.
func roleIn(row signing) types.Role {
	may := func(name string) bool { return row.want[name] == nil }
	switch {
	case may("module"):
		return types.RoleAnyoneForPlayer
	case may("stranger"):
		return types.RoleAnyone
	case may("delegate"):
		return types.RolePlayerOrDelegate
	case may("creator"):
		return types.RolePlayer
	case may("joiner"):
		return types.RoleInvited
	case may("authority"):
		return types.RoleAuthority
	default:
		return 0
	}
}

// What the one table of roles says is what the handlers do, for every message that the service has.
func TestEveryMessageHasTheRoleThatItsSignersShow(t *testing.T) {
	t.Parallel()
	descriptor, err := proto.HybridResolver.FindDescriptorByName("battleship.v1.Msg")
	require.NoError(t, err)
	service, ok := descriptor.(protoreflect.ServiceDescriptor)
	require.True(t, ok)
	for i := range service.Methods().Len() {
		input := service.Methods().Get(i).Input()
		msg, ok := reflect.New(proto.MessageType(string(input.FullName())).Elem()).Interface().(sdk.Msg)
		require.True(t, ok)
		role, err := types.RoleOf(msg)
		require.NoError(t, err, "%s has no role", input.Name())
		want := roleIn(signings[input.Name()])
		if input.Name() == "MsgSubmitState" { // the table asks off-chain; on-chain see TestAnybodyAnswersASubmittedState
			want = types.RoleAnyoneOnChain
		}
		require.Equal(t, want, role, "%s", input.Name())
	}
	_, err = types.RoleOf(&banktypes.MsgSend{})
	require.ErrorIs(t, err, types.ErrUnauthorized)
}
