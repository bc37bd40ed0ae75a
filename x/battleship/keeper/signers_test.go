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
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// signers are those who may try to sign a message of a game that alice has created, bob may join, and in which carol
// acts for alice.
var signers = map[string]player{
	"creator":   alice,
	"joiner":    bob,
	"delegate":  carol,
	"stranger":  mallory,
	"module":    {name: "module", addr: authtypes.NewModuleAddress(types.ModuleName)},
	"authority": {name: "authority", addr: authtypes.NewModuleAddress(govtypes.ModuleName)},
}

// signing says of one message who may sign it.
type signing struct {
	// given brings the game to where the message fits.
	given func(d *duel)
	// msg is the message, with all that is to be right about it if that player signs it.
	msg func(d *duel, signer player) sdk.Msg
	// want is what becomes of it by signer: nil if it is accepted.
	want map[string]error
}

// signings has a row for every message there is, and in each an answer for every signer.
var signings = map[protoreflect.Name]signing{
	"MsgCreateGame": {
		msg: func(d *duel, signer player) sdk.Msg {
			return createMsg(d.newBoard(signer, game.Classic(), classicFleet))
		},
		want: map[string]error{
			"creator": nil, "joiner": nil, "delegate": nil, "stranger": nil,
			"module": types.ErrBlockedAddress, "authority": types.ErrBlockedAddress,
		},
	},
	"MsgJoinGame": {
		given: (*duel).newOpenDelegated,
		msg: func(d *duel, signer player) sdk.Msg {
			return joinMsg(d.id, d.newBoard(signer, game.Classic(), classicFleet))
		},
		want: map[string]error{
			"creator": types.ErrUnauthorized, "joiner": nil, "delegate": nil, "stranger": nil,
			"module": types.ErrBlockedAddress, "authority": types.ErrBlockedAddress,
		},
	},
	"MsgShootAndReveal": {
		given: (*duel).newPlayDelegated,
		msg:   func(d *duel, _ player) sdk.Msg { return d.shoot(game.Creator, "A1") },
		want: map[string]error{
			"creator": nil, "joiner": types.ErrTurn, "delegate": nil, "stranger": types.ErrUnauthorized,
			"module": types.ErrUnauthorized, "authority": types.ErrUnauthorized,
		},
	},
	"MsgConcede": {
		given: (*duel).newPlayDelegated,
		msg:   func(d *duel, _ player) sdk.Msg { return d.concede(game.Creator) },
		want: map[string]error{
			"creator": nil, "joiner": nil, "delegate": nil, "stranger": types.ErrUnauthorized,
			"module": types.ErrUnauthorized, "authority": types.ErrUnauthorized,
		},
	},
	"MsgChallenge": {
		given: (*duel).newPlayDelegated,
		msg:   func(d *duel, _ player) sdk.Msg { return d.challenge(game.Creator) },
		want: map[string]error{
			"creator": nil, "joiner": nil, "delegate": types.ErrUnauthorized, "stranger": types.ErrUnauthorized,
			"module": types.ErrUnauthorized, "authority": types.ErrUnauthorized,
		},
	},
	"MsgClaimWin": {
		given: func(d *duel) {
			d.newPlayDelegated()
			d.deliver(d.concede(game.Joiner))
		},
		msg: func(d *duel, _ player) sdk.Msg {
			msg := d.claim(game.Creator)
			msg.Player = d.player(game.Creator).text()
			return msg
		},
		want: map[string]error{
			"creator": nil, "joiner": nil, "delegate": nil, "stranger": nil, "module": nil, "authority": nil,
		},
	},
	"MsgSubmitState": {
		given: (*duel).newChannelDelegated,
		msg:   func(d *duel, _ player) sdk.Msg { return &types.MsgSubmitState{GameId: d.id} },
		want: map[string]error{
			"creator": nil, "joiner": nil, "delegate": nil, "stranger": types.ErrUnauthorized,
			"module": types.ErrUnauthorized, "authority": types.ErrUnauthorized,
		},
	},
	"MsgCancelGame": {
		given: (*duel).newOpenDelegated,
		msg:   func(d *duel, _ player) sdk.Msg { return d.cancel(game.Creator) },
		want: map[string]error{
			"creator": nil, "joiner": types.ErrUnauthorized, "delegate": types.ErrUnauthorized,
			"stranger": types.ErrUnauthorized, "module": types.ErrUnauthorized, "authority": types.ErrUnauthorized,
		},
	},
	"MsgMatchGame": {
		msg: func(d *duel, signer player) sdk.Msg { return d.matchMsg(signer, game.Classic()) },
		want: map[string]error{
			"creator": nil, "joiner": nil, "delegate": nil, "stranger": nil,
			"module": types.ErrBlockedAddress, "authority": types.ErrBlockedAddress,
		},
	},
	"MsgDeclineGame": {
		given: (*duel).newOfferDelegated,
		msg:   func(d *duel, signer player) sdk.Msg { return d.decline(signer) },
		want: map[string]error{
			"creator": types.ErrUnauthorized, "joiner": nil, "delegate": types.ErrUnauthorized,
			"stranger": types.ErrUnauthorized, "module": types.ErrUnauthorized, "authority": types.ErrUnauthorized,
		},
	},
	"MsgCreateMelee": {
		msg: func(d *duel, signer player) sdk.Msg {
			return createMeleeMsg(d.newBrawler(signer, fleetNumber(0)), 3)
		},
		want: map[string]error{
			"creator": nil, "joiner": nil, "delegate": nil, "stranger": nil,
			"module": types.ErrBlockedAddress, "authority": types.ErrBlockedAddress,
		},
	},
	"MsgJoinMelee": {
		given: func(d *duel) { d.newTableDelegated(3) },
		msg: func(d *duel, signer player) sdk.Msg {
			return &types.MsgJoinMelee{GameId: d.id, Entry: d.newBrawler(signer, fleetNumber(1)).entry()}
		},
		want: map[string]error{
			"creator": types.ErrUnauthorized, "joiner": nil, "delegate": nil, "stranger": nil,
			"module": types.ErrBlockedAddress, "authority": types.ErrBlockedAddress,
		},
	},
	"MsgLeaveMelee": {
		given: func(d *duel) { d.newTableDelegated(3).fillUp(1) },
		msg:   func(d *duel, _ player) sdk.Msg { return &types.MsgLeaveMelee{GameId: d.id} },
		want: map[string]error{
			"creator": nil, "joiner": nil, "delegate": types.ErrUnauthorized, "stranger": types.ErrUnauthorized,
			"module": types.ErrUnauthorized, "authority": types.ErrUnauthorized,
		},
	},
	"MsgConfirmMelee": {
		given: func(d *duel) { d.newTableDelegated(2).fillUp(1) },
		msg:   func(d *duel, _ player) sdk.Msg { return &types.MsgConfirmMelee{GameId: d.id} },
		want: map[string]error{
			"creator": nil, "joiner": nil, "delegate": nil, "stranger": types.ErrUnauthorized,
			"module": types.ErrUnauthorized, "authority": types.ErrUnauthorized,
		},
	},
	"MsgAim": {
		given: func(d *duel) { d.newBrawlDelegated() },
		msg:   func(d *duel, _ player) sdk.Msg { return d.brawl().aim(0, "A1") },
		want: map[string]error{
			"creator": nil, "joiner": nil, "delegate": nil, "stranger": types.ErrUnauthorized,
			"module": types.ErrUnauthorized, "authority": types.ErrUnauthorized,
		},
	},
	"MsgFire": {
		given: func(d *duel) {
			b := d.newBrawlDelegated()
			b.deliver(b.aim(0, "A1"))
			b.deliver(b.aim(1, "A2"))
		},
		msg: func(d *duel, _ player) sdk.Msg {
			b := d.brawl()
			b.targets[0] = "A1"
			return b.fire(0)
		},
		want: map[string]error{
			"creator": nil, "joiner": types.ErrWrongOpening, "delegate": nil, "stranger": types.ErrUnauthorized,
			"module": types.ErrUnauthorized, "authority": types.ErrUnauthorized,
		},
	},
	"MsgReport": {
		given: func(d *duel) { d.newBrawlDelegated().volley("A1", "A2") },
		msg:   func(d *duel, _ player) sdk.Msg { return d.brawl().report(0) },
		want: map[string]error{
			"creator": nil, "joiner": types.ErrWrongOpening, "delegate": nil, "stranger": types.ErrUnauthorized,
			"module": types.ErrUnauthorized, "authority": types.ErrUnauthorized,
		},
	},
	"MsgSetDelegate": {
		given: (*duel).newPlayDelegated,
		msg:   func(d *duel, _ player) sdk.Msg { return d.setDelegate(game.Creator, newPlayer("dave").text()) },
		want: map[string]error{
			"creator": nil, "joiner": nil, "delegate": types.ErrUnauthorized, "stranger": types.ErrUnauthorized,
			"module": types.ErrUnauthorized, "authority": types.ErrUnauthorized,
		},
	},
	"MsgWithdraw": {
		given: (*duel).oweEverybody,
		msg:   func(*duel, player) sdk.Msg { return &types.MsgWithdraw{} },
		want: map[string]error{
			"creator": nil, "joiner": nil, "delegate": nil, "stranger": nil,
			"module": types.ErrRecipient, "authority": types.ErrRecipient,
		},
	},
	"MsgUpdateParams": {
		msg: func(d *duel, _ player) sdk.Msg { return &types.MsgUpdateParams{Params: d.params()} },
		want: map[string]error{
			"creator": types.ErrUnauthorized, "joiner": types.ErrUnauthorized, "delegate": types.ErrUnauthorized,
			"stranger": types.ErrUnauthorized, "module": types.ErrUnauthorized, "authority": nil,
		},
	},
}

// newTableDelegated has the creator open a melee for so many, with the delegate.
func (d *duel) newTableDelegated(players int) *brawl {
	d.Helper()
	d.boards[0], d.boards[1] = d.newBrawler(alice, fleetNumber(0)), d.newBrawler(bob, fleetNumber(1))
	d.boards[0].delegate = carol.text()
	id, err := d.keeper.NextGameID(d.ctx)
	require.NoError(d, err)
	d.deliver(createMeleeMsg(d.boards[0], players))
	d.id = id
	return d.brawl()
}

// fillUp has a seat's player join.
func (b *brawl) fillUp(seat int) *brawl {
	b.Helper()
	b.deliver(b.join(seat))
	return b
}

// newBrawlDelegated has the two begin their first round.
func (d *duel) newBrawlDelegated() *brawl {
	d.Helper()
	return d.newTableDelegated(2).fillUp(1).begin()
}

// brawl is the melee of the two.
func (d *duel) brawl() *brawl {
	return &brawl{fixture: d.fixture, id: d.id, boards: d.boards[:], targets: make([]string, len(d.boards))}
}

// newPlayDelegated is newDelegated with the toss opened: the creator owes a shot.
func (d *duel) newPlayDelegated() {
	d.Helper()
	d.newDelegated()
	d.deliver(d.reveal(game.Creator, ""))
}

// newChannelDelegated is newDelegated with an off-chain game, after the block of the join.
func (d *duel) newChannelDelegated() {
	d.Helper()
	d.newBoards()
	for i := range d.boards {
		d.boards[i] = d.newChannelPlayer(d.boards[i].player, game.Classic(), classicFleet)
	}
	d.boards[game.Creator].delegate = carol.text()
	*d = *d.newDuelOf(d.boards[game.Creator], d.boards[game.Joiner])
	d.endBlock()
}

// newOfferDelegated is newOpenDelegated with a game that only the joiner may join.
func (d *duel) newOfferDelegated() {
	d.Helper()
	d.newBoards()
	d.boards[game.Creator].delegate = carol.text()
	msg := createMsg(d.boards[game.Creator])
	msg.Opponent = bob.text()
	d.id = d.open(msg)
}

// oweEverybody lets a coin wait for every signer.
func (d *duel) oweEverybody() {
	d.Helper()
	for _, p := range signers {
		d.owe(p, anchors(5))
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
				d := &duel{fixture: newFixture(t)}
				if row.given != nil {
					row.given(d)
				}
				msg := row.msg(d, signer)
				require.Equal(t, string(input.FullName()), proto.MessageName(msg))
				setSender(msg, signer)
				if want == nil {
					d.deliver(msg)
					return
				}
				d.refuse(want, msg)
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
