package keeper_test

import (
	"encoding/json"
	stderrors "errors"
	"fmt"
	"reflect"
	"testing"

	"github.com/cosmos/gogoproto/proto"
	"github.com/stretchr/testify/require"

	"cosmossdk.io/collections"
	"cosmossdk.io/errors"

	"github.com/cosmos/cosmos-sdk/codec"
	sdk "github.com/cosmos/cosmos-sdk/types"
	moduletestutil "github.com/cosmos/cosmos-sdk/types/module/testutil"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship"
	"github.com/battleship-chain/battleship/x/battleship/keeper"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

func TestErrorsOfTheRulesCarryACode(t *testing.T) {
	cause := fmt.Errorf("%w: expected more, got less", game.ErrFleetMissing)
	err := errors.Wrap(types.WithCode(types.ErrClaim, cause), "game 7")
	require.ErrorIs(t, err, types.ErrClaim)
	require.ErrorIs(t, err, game.ErrFleetMissing)
	require.ErrorIs(t, err, game.ErrFleet)
	require.NotErrorIs(t, err, types.ErrTurn)
	codespace, code, log := errors.ABCIInfo(err, false)
	require.Equal(t, types.ModuleName, codespace)
	require.Equal(t, types.ErrClaim.ABCICode(), code)
	require.Equal(t, "game 7: claim not proven: bad fleet: ship missing: expected more, got less", log)
	require.Equal(t, "claim not proven", types.Kind(err))

	require.NoError(t, types.RuleError(nil))
	unknown := stderrors.New("unknown")
	require.Equal(t, unknown, types.RuleError(unknown))
	require.True(t, types.FollowsFromState(err))
	require.False(t, types.FollowsFromState(unknown))
	unreadable := fmt.Errorf("%w: value decode", collections.ErrEncoding)
	require.True(t, types.FollowsFromState(unreadable))
	require.Equal(t, "corrupt record", types.Kind(unreadable))
	require.ErrorIs(t, types.RuleError(game.ErrSunkEarly), types.ErrSunk)
	require.ErrorIs(t, types.RuleError(game.ErrAuditAnswer), types.ErrClaim)
}

// Codes 0 and 1 mean success and an unknown error; a code that is used twice does not start.
func TestErrorCodesStartAtTwo(t *testing.T) {
	for _, err := range []*errors.Error{types.ErrUnauthorized, types.ErrPanic} {
		require.GreaterOrEqual(t, err.ABCICode(), uint32(2))
	}
}

// The numbers of the rules and of the chain are the same, by name.
func TestNumbersOfTheRulesAreThoseOfTheChain(t *testing.T) {
	require.EqualValues(t, game.PhaseOpen, types.PHASE_OPEN)
	require.EqualValues(t, game.PhaseToss, types.PHASE_TOSS)
	require.EqualValues(t, game.PhasePlay, types.PHASE_PLAY)
	require.EqualValues(t, game.PhaseClaim, types.PHASE_CLAIM)
	require.EqualValues(t, game.PhaseOver, types.PHASE_OVER)
	require.EqualValues(t, game.PhaseCancelled, types.PHASE_CANCELLED)
	require.EqualValues(t, game.OwesNothing, types.OBLIGATION_NONE)
	require.EqualValues(t, game.OwesTossReveal, types.OBLIGATION_TOSS_REVEAL)
	require.EqualValues(t, game.OwesAnswer, types.OBLIGATION_ANSWER)
	require.EqualValues(t, game.OwesShot, types.OBLIGATION_SHOT)
	require.EqualValues(t, game.OwesClaim, types.OBLIGATION_CLAIM)
	require.EqualValues(t, game.ReasonNone, types.REASON_UNSPECIFIED)
	require.EqualValues(t, game.ReasonSunk, types.REASON_SUNK)
	require.EqualValues(t, game.ReasonConceded, types.REASON_CONCEDED)
	require.EqualValues(t, game.ReasonChallenged, types.REASON_CHALLENGED)
	require.EqualValues(t, game.ReasonTimeout, types.REASON_TIMEOUT)
	require.EqualValues(t, game.ReasonUnproven, types.REASON_UNPROVEN)
	require.EqualValues(t, game.ReasonCancelled, types.REASON_CANCELLED)
	require.EqualValues(t, game.ReasonVoid, types.REASON_VOID)
}

// Ledger and older wallets sign amino JSON: every message has a name there, and comes back as it was.
func TestEveryMessageHasAnAminoName(t *testing.T) {
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

func TestReplayRefusesWhatCannotFollow(t *testing.T) {
	newReplay := func(t *testing.T) *types.Replay {
		t.Helper()
		r, err := types.NewReplay(&types.EventGameCreated{
			GameId: 7, Creator: alice.text(), RulesetId: 1, TurnBlocks: 10, ClaimBlocks: 10, Deadline: 120,
			Participant: types.Participant{Address: alice.text()},
		}, 100)
		require.NoError(t, err)
		joined := &types.EventGameJoined{GameId: 7, Creator: alice.text(), Joiner: bob.text()}
		require.ErrorIs(t, r.Apply(joined, 101), types.ErrInvalidMove, "a seat of nobody")
		joined.Participant.Address = bob.text()
		require.NoError(t, r.Apply(joined, 101))
		require.Equal(t, []string{alice.text(), bob.text()}, r.Players())
		return r
	}
	for name, c := range map[string]struct {
		event proto.Message
		want  error
	}{
		"an event of another game": {&types.EventConceded{GameId: 8, Player: alice.text()}, types.ErrGameNotFound},
		"the end of another game":  {&types.EventGameOver{GameId: 8}, types.ErrGameNotFound},
		"an event of a stranger":   {&types.EventConceded{GameId: 7, Player: mallory.text()}, types.ErrUnauthorized},
		"a shot before the toss": {
			&types.EventShotFired{GameId: 7, Player: alice.text(), Target: "A1"}, types.ErrPhase,
		},
		"an answer to another tile": {
			&types.EventShotAnswered{GameId: 7, Player: bob.text(), Target: "B1"}, types.ErrTile,
		},
		"a game created again":           {&types.EventGameCreated{GameId: 7}, types.ErrInvalidMove},
		"an event of the whole chain":    {&types.EventParamsUpdated{}, types.ErrInvalidMove},
		"a deadline that has not passed": {&types.EventDeadlinePassed{GameId: 7}, game.ErrNotLate},
		"a win without a fleet":          {&types.EventGameOver{GameId: 7, Result: types.Result{Winner: 1}}, types.ErrClaim},
	} {
		t.Run(name, func(t *testing.T) {
			r := newReplay(t)
			before := r.State()
			require.ErrorIs(t, r.Apply(c.event, 102), c.want)
			require.Equal(t, before, r.State())
		})
	}
	_, err := types.NewReplay(&types.EventGameCreated{RulesetId: 99}, 1)
	require.ErrorIs(t, err, types.ErrUnknownRuleset)
	_, err = types.NewReplay(&types.EventGameCreated{RulesetId: 1, Deadline: 5}, 6)
	require.Error(t, err)
	_, err = types.NewReplay(&types.EventGameCreated{
		Creator: alice.text(), RulesetId: 1, TurnBlocks: 10, ClaimBlocks: 10, Deadline: 120,
		Participant: types.Participant{Address: mallory.text()},
	}, 100)
	require.ErrorIs(t, err, types.ErrInvalidMove, "the seat of somebody else")
}

func TestRewardMetadata(t *testing.T) {
	metadata := types.RewardMetadata()
	require.NoError(t, metadata.Validate())
	require.Equal(t, "SHIP", metadata.Symbol)
}

func TestWiringMistakesDoNotStart(t *testing.T) {
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
