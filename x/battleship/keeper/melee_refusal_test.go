package keeper_test

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"
	govtypes "github.com/cosmos/cosmos-sdk/x/gov/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// meleeRefusal is a message that must be refused, as a change of a good one.
type meleeRefusal[M sdk.Msg] struct {
	name   string
	change func(b *brawl, msg M)
	want   error
}

// requireRefusals sends bad messages and then the good one, which must be accepted.
func requireRefusals[M sdk.Msg](t *testing.T, b *brawl, good func() M, rows []meleeRefusal[M]) {
	t.Helper()
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			b.TB = t
			msg := good()
			row.change(b, msg)
			b.refuse(row.want, msg)
		})
	}
	b.TB = t
	b.deliver(good())
}

func TestInvalidSettingsOfAMelee(t *testing.T) {
	t.Parallel()
	f := newFixture(t, withParams(func(p *types.Params) { p.MaxOpenGames = 1 }))
	b := &brawl{fixture: f, boards: []board{f.newBrawler(alice, topFleet), f.newBrawler(bob, secondFleet)}}
	f.fund(alice, anchors(100))
	stake := func(coin sdk.Coin) func(*brawl, *types.MsgCreateMelee) {
		return func(_ *brawl, msg *types.MsgCreateMelee) { msg.Stake = &coin }
	}
	invite := func(guests ...string) func(*brawl, *types.MsgCreateMelee) {
		return func(_ *brawl, msg *types.MsgCreateMelee) {
			msg.Players, msg.Invited = uint32(len(guests)+1), guests
		}
	}
	module := textOf(authtypes.NewModuleAddress(authtypes.FeeCollectorName))
	f.accounts.GetModuleAccount(f.ctx, authtypes.FeeCollectorName)
	blocked := textOf(authtypes.NewModuleAddress(govtypes.ModuleName))
	requireRefusals(t, b, func() *types.MsgCreateMelee {
		msg := createMeleeMsg(b.boards[0], 2)
		coin := anchors(10)
		msg.Stake, msg.Invited = &coin, []string{bob.text()}
		return msg
	}, []meleeRefusal[*types.MsgCreateMelee]{
		{"no sender", func(_ *brawl, msg *types.MsgCreateMelee) { msg.Sender = "" }, types.ErrInvalidAddress},
		{"a ruleset of duels", func(_ *brawl, msg *types.MsgCreateMelee) { msg.RulesetId = 1 }, types.ErrUnknownRuleset},
		{"no ruleset", func(_ *brawl, msg *types.MsgCreateMelee) { msg.RulesetId = 0 }, types.ErrUnknownRuleset},
		{"one player", func(_ *brawl, msg *types.MsgCreateMelee) { msg.Players = 1 }, types.ErrInvalidPlayers},
		{"no player", func(_ *brawl, msg *types.MsgCreateMelee) { msg.Players = 0 }, types.ErrInvalidPlayers},
		{"17 players", func(_ *brawl, msg *types.MsgCreateMelee) { msg.Players = 17 }, types.ErrInvalidPlayers},
		{
			"as many players as can be", func(_ *brawl, msg *types.MsgCreateMelee) { msg.Players = math.MaxUint32 },
			types.ErrInvalidPlayers,
		},
		{"a hasty clock", func(_ *brawl, msg *types.MsgCreateMelee) { msg.TurnBlocks = 1 }, types.ErrInvalidParams},
		{"a stake of nothing", stake(anchors(0)), types.ErrInvalidStake},
		{"a stake of another coin", stake(sdk.NewInt64Coin("pebble", 1)), types.ErrInvalidStake},
		{
			"a stake among strangers", func(_ *brawl, msg *types.MsgCreateMelee) { msg.Invited = nil },
			types.ErrInvalidInvitation,
		},
		{"a list with oneself", invite(alice.text()), types.ErrInvalidInvitation},
		{"a list with oneself in capitals", invite(strings.ToUpper(alice.text())), types.ErrInvalidInvitation},
		{"twice the same", invite(bob.text(), bob.text()), types.ErrInvalidInvitation},
		{"twice the same, once in capitals", invite(bob.text(), strings.ToUpper(bob.text())), types.ErrInvalidInvitation},
		{"a module", invite(module), types.ErrInvalidInvitation},
		{"somebody who cannot be paid", invite(blocked), types.ErrInvalidInvitation},
		{"nobody", invite("nobody"), types.ErrInvalidAddress},
		{"an empty name", invite(""), types.ErrInvalidAddress},
		{
			"too short a list", func(_ *brawl, msg *types.MsgCreateMelee) { msg.Players = 3 },
			types.ErrInvalidInvitation,
		},
		{
			"too long a list",
			func(_ *brawl, msg *types.MsgCreateMelee) { msg.Invited = append(msg.Invited, carol.text()) },
			types.ErrInvalidInvitation,
		},
		{
			"a delegate who is to play", func(_ *brawl, msg *types.MsgCreateMelee) { msg.Entry.Delegate = bob.text() },
			types.ErrInvalidDelegate,
		},
		{"more than there is", stake(anchors(101)), types.ErrInsufficientFunds},
		{
			"a channel", func(_ *brawl, msg *types.MsgCreateMelee) { msg.Entry.Channel = &types.Channel{} },
			types.ErrInvalidChannel,
		},
		{"a proof", func(_ *brawl, msg *types.MsgCreateMelee) { msg.Entry.Proof = []byte{1} }, types.ErrInvalidMove},
		{"another nonce", func(_ *brawl, msg *types.MsgCreateMelee) { msg.Entry.Board.Nonce++ }, types.ErrNonce},
		{
			"a board without a row",
			func(_ *brawl, msg *types.MsgCreateMelee) { msg.Entry.Board.RowRoots = msg.Entry.Board.RowRoots[1:] },
			types.ErrInvalidBoard,
		},
		{
			"the player as delegate", func(_ *brawl, msg *types.MsgCreateMelee) { msg.Entry.Delegate = msg.Sender },
			types.ErrInvalidDelegate,
		},
		{
			"too much to recover",
			func(_ *brawl, msg *types.MsgCreateMelee) { msg.Entry.Recovery = make([]byte, types.MaxRecoveryBytes+1) },
			types.ErrInvalidRecovery,
		},
		{
			"a closed ruleset", func(b *brawl, _ *types.MsgCreateMelee) { b.closeRuleset() }, types.ErrRulesetClosed,
		},
	})
	f.refuse(types.ErrTooManyOpenGames, createMeleeMsg(f.newBrawler(alice, topFleet), 2))
	msg := createMeleeMsg(f.newBrawler(alice, topFleet), 2)
	msg.Sender = blocked
	msg.Entry.Board.Nonce = 0
	f.refuse(types.ErrBlockedAddress, msg)
}

// closeRuleset has governance close the ruleset of melees for the message that comes next.
func (b *brawl) closeRuleset() {
	b.Helper()
	ctx := b.ctx
	b.ctx, _ = b.ctx.CacheContext()
	p := b.params()
	p.ClosedRulesets = []uint32{melee.Ruleset().ID}
	b.fixture.deliver(&types.MsgUpdateParams{Authority: b.authority, Params: p})
	b.Cleanup(func() { b.ctx = ctx })
}

func TestInvalidJoinsOfAMelee(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.fund(alice, anchors(100))
	f.fund(bob, anchors(100))
	f.fund(mallory, anchors(100))
	b := &brawl{fixture: f}
	for i, p := range []player{alice, bob, carol} {
		b.boards = append(b.boards, f.newBrawler(p, fleetNumber(i)))
	}
	duel := f.create(f.newBoard(mallory, game.Classic(), classicFleet))
	b.create(func(msg *types.MsgCreateMelee) {
		coin := anchors(10)
		msg.Stake = &coin
		b.invite(msg)
	})
	requireRefusals(t, b, func() *types.MsgJoinMelee { return b.join(1) }, []meleeRefusal[*types.MsgJoinMelee]{
		{"no sender", func(_ *brawl, msg *types.MsgJoinMelee) { msg.Sender = "x" }, types.ErrInvalidAddress},
		{"no melee", func(_ *brawl, msg *types.MsgJoinMelee) { msg.GameId = 99 }, types.ErrGameNotFound},
		{"a duel", func(_ *brawl, msg *types.MsgJoinMelee) { msg.GameId = duel }, types.ErrGameKind},
		{
			"a stranger", func(b *brawl, msg *types.MsgJoinMelee) {
				*msg = types.MsgJoinMelee{Sender: mallory.text(), GameId: b.id, Entry: b.newBrawler(mallory, topFleet).entry()}
			}, types.ErrUnauthorized,
		},
		{
			"the creator again", func(b *brawl, msg *types.MsgJoinMelee) {
				*msg = types.MsgJoinMelee{Sender: alice.text(), GameId: b.id, Entry: b.newBrawler(alice, topFleet).entry()}
			}, types.ErrUnauthorized,
		},
		{
			"without the stake", func(b *brawl, msg *types.MsgJoinMelee) {
				*msg = types.MsgJoinMelee{Sender: carol.text(), GameId: b.id, Entry: b.newBrawler(carol, topFleet).entry()}
			}, types.ErrInsufficientFunds,
		},
		{
			"a channel", func(_ *brawl, msg *types.MsgJoinMelee) { msg.Entry.Channel = &types.Channel{} },
			types.ErrInvalidChannel,
		},
		{"a proof", func(_ *brawl, msg *types.MsgJoinMelee) { msg.Entry.Proof = []byte{1} }, types.ErrInvalidMove},
		{"another nonce", func(_ *brawl, msg *types.MsgJoinMelee) { msg.Entry.Board.Nonce++ }, types.ErrNonce},
		{"a closed ruleset", func(b *brawl, _ *types.MsgJoinMelee) { b.closeRuleset() }, types.ErrRulesetClosed},
		{
			"too late", func(b *brawl, _ *types.MsgJoinMelee) {
				ctx := b.ctx
				b.ctx = b.ctx.WithBlockHeight(b.now().Deadline + 1)
				b.Cleanup(func() { b.ctx = ctx })
			}, types.ErrLate,
		},
	})
	f.refuse(types.ErrUnauthorized, b.join(1))
	f.fund(carol, anchors(10))
	b.deliver(b.join(2))
	// The table is full.
	f.refuse(types.ErrPhase, &types.MsgJoinMelee{
		Sender: mallory.text(), GameId: b.id, Entry: f.newBrawler(mallory, topFleet).entry(),
	})
}

// Nobody has two seats of a table that is open to all.
func TestOnePlayerHasOneSeat(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	b := &brawl{fixture: f}
	for i, p := range []player{alice, bob, carol} {
		b.boards = append(b.boards, f.newBrawler(p, fleetNumber(i)))
	}
	b.create(nil)
	b.deliver(b.join(1))
	for _, p := range []player{alice, bob} {
		again := &types.MsgJoinMelee{Sender: p.text(), GameId: b.id, Entry: f.newBrawler(p, topFleet).entry()}
		f.refuse(types.ErrUnauthorized, again)
		require.ErrorContains(t, f.try(again), "expected a player who has no seat")
	}
}

// The messages of a duel and those of a melee are refused for the other, with a sentence that says what is meant.
func TestAMessageForTheOtherKindOfGameNamesTheKind(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	d := f.play(game.Classic())
	b := f.newBrawl(2)
	x := &duel{fixture: f, id: b.id, boards: d.boards}
	for _, msg := range []sdk.Msg{
		joinMsg(b.id, f.newBoard(carol, game.Classic(), classicFleet)),
		&types.MsgShootAndReveal{Sender: alice.text(), GameId: b.id, Target: "A1"},
		x.challenge(game.Creator), x.cancel(game.Creator), &types.MsgSubmitState{Sender: alice.text(), GameId: b.id},
	} {
		f.refuse(types.ErrGameKind, msg)
		require.ErrorContains(t, f.try(msg), "fire", "%T", msg)
	}
	of := func() []sdk.Msg {
		return []sdk.Msg{
			&types.MsgJoinMelee{Sender: carol.text(), GameId: d.id, Entry: f.newBrawler(carol, topFleet).entry()},
			&types.MsgLeaveMelee{Sender: alice.text(), GameId: d.id},
			&types.MsgConfirmMelee{Sender: alice.text(), GameId: d.id},
			&types.MsgAim{Sender: alice.text(), GameId: d.id, Aim: make([]byte, 32), Round: 1},
			&types.MsgFire{Sender: alice.text(), GameId: d.id, Target: "A1", Salt: make([]byte, 32)},
			&types.MsgReport{Sender: alice.text(), GameId: d.id},
		}
	}
	for _, msg := range of() {
		f.refuse(types.ErrGameKind, msg)
		require.ErrorContains(t, f.try(msg), "shoot", "%T", msg)
	}
	f.deliver(d.concede(game.Joiner))
	f.deliver(d.claim(game.Creator))
	for _, msg := range of() {
		f.refuse(types.ErrGameEnded, msg)
	}
	b.deliver(b.concede(0))
	b.deliver(b.claimMsg(1))
	for _, msg := range []sdk.Msg{b.concede(0), b.claimMsg(0), b.declineMsg(alice), x.cancel(0), b.leave(0)} {
		f.refuse(types.ErrGameEnded, msg)
		require.ErrorContains(t, f.try(msg), "melee-result")
	}
}

// Each act has its stage, its time and its players.
func TestOutsidersCannotActInAMelee(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	b := f.newTable(3, func(msg *types.MsgCreateMelee) { msg.Entry.Delegate = carol.text() })
	by := func(msg sdk.Msg, sender player) sdk.Msg {
		setSender(msg, sender)
		return msg
	}
	b.refuse(types.ErrPhase, b.confirm(0))
	b.refuse(types.ErrPhase, b.concede(0))
	b.refuse(types.ErrPhase, &types.MsgAim{Sender: b.text(0), GameId: b.id, Aim: make([]byte, 32)})
	b.refuse(types.ErrPhase, &types.MsgReport{Sender: b.text(0), GameId: b.id})
	b.refuse(types.ErrPhase, b.claimMsg(0))
	b.refuse(types.ErrUnauthorized, b.leave(1))
	b.refuse(types.ErrUnauthorized, b.declineMsg(mallory))
	b.refuse(types.ErrUnauthorized, by(b.leave(0), carol))
	b.fill()

	b.refuse(types.ErrUnauthorized, by(b.confirm(0), mallory))
	b.refuse(types.ErrPhase, b.aim(0, "A1"))
	b.refuse(types.ErrPhase, b.declineMsg(mallory))
	b.deliver(b.confirm(1))
	b.refuse(types.ErrTurn, b.confirm(1))
	b.refuse(types.ErrTurn, b.leave(1))
	b.deliver(by(b.confirm(0), carol))
	late := func(msg sdk.Msg) {
		t.Helper()
		ctx := b.ctx
		b.ctx = b.ctx.WithBlockHeight(b.now().Deadline + 1)
		b.refuse(types.ErrLate, msg)
		b.ctx = ctx
	}
	late(b.confirm(2))
	late(b.leave(2))
	b.deliver(b.confirm(2))

	b.refuse(types.ErrPhase, b.leave(0))
	b.refuse(types.ErrPhase, b.confirm(0))
	b.refuse(types.ErrPhase, b.fire(0))
	b.refuse(types.ErrUnauthorized, by(b.aim(0, "A1"), mallory))
	for _, size := range []int{0, 31, 33} {
		b.refuse(types.ErrInvalidAim, &types.MsgAim{Sender: b.text(0), GameId: b.id, Aim: make([]byte, size), Round: 1})
	}
	late(b.aim(0, "A1"))
	b.deliver(by(b.aim(0, "A10"), carol))
	b.refuse(types.ErrTurn, b.aim(0, "B10"))
	b.targets[0] = "A10"
	b.refuse(types.ErrPhase, b.fire(0))
	b.deliver(b.aim(1, "B10"))
	b.deliver(b.aim(2, "C10"))

	b.refuse(types.ErrPhase, b.aim(0, "A10"))
	b.refuse(types.ErrUnauthorized, by(b.fire(0), mallory))
	late(b.fire(0))
	b.deliver(by(b.fire(0), carol))
	b.refuse(types.ErrTurn, b.fire(0))
	b.deliver(b.fire(1))
	b.refuse(types.ErrPhase, b.report(0))
	b.deliver(b.fire(2))

	b.refuse(types.ErrPhase, b.fire(0))
	b.refuse(types.ErrUnauthorized, by(b.report(0), mallory))
	b.refuse(types.ErrPhase, b.claimMsg(0))
	late(b.report(0))
	b.deliver(by(b.report(0), carol))
	b.refuse(types.ErrTurn, b.report(0))
	b.deliver(by(b.concede(0), carol))
	b.refuse(types.ErrTurn, b.concede(0))
	b.deliver(b.concede(1))

	require.Equal(t, melee.StageReport, b.now().Stage)
	b.refuse(types.ErrTurn, b.concede(2))
	b.deliver(b.report(2))
	require.Equal(t, melee.StageClaim, b.now().Stage)
	b.refuse(types.ErrPhase, b.concede(2))
	b.refuse(types.ErrPhase, b.report(2))
	b.refuse(types.ErrTurn, b.claimMsg(0))
	late(b.claimMsg(2))
}

// A claim shows the board that was committed to, with answers that were true.
func TestInvalidBoardProofs(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	b := f.newBrawl(2)
	b.round("A1", "B2")
	b.deliver(b.concede(1))
	requireRefusals(t, b, func() *types.MsgClaimWin { return b.claimMsg(0) }, []meleeRefusal[*types.MsgClaimWin]{
		{"no secret", func(_ *brawl, msg *types.MsgClaimWin) { msg.BoardSecret = nil }, types.ErrClaim},
		{
			"another secret",
			func(_ *brawl, msg *types.MsgClaimWin) { msg.BoardSecret = make([]byte, commitment.SecretSize) }, types.ErrClaim,
		},
		{"another fleet", func(_ *brawl, msg *types.MsgClaimWin) { msg.Fleet = thirdFleet }, types.ErrClaim},
		{"a fleet that does not fit its answers", func(_ *brawl, msg *types.MsgClaimWin) {
			msg.Fleet = "B1h,F1h,H2h,J1h"
		}, types.ErrClaim},
		{"no fleet", func(_ *brawl, msg *types.MsgClaimWin) { msg.Fleet = "" }, types.ErrClaim},
		{"of a stranger", func(_ *brawl, msg *types.MsgClaimWin) { msg.Player = mallory.text() }, types.ErrUnauthorized},
		{"of nobody", func(_ *brawl, msg *types.MsgClaimWin) { msg.Player = "nobody" }, types.ErrInvalidAddress},
		{"by nobody", func(b *brawl, msg *types.MsgClaimWin) {
			msg.Sender, msg.Player = "nobody", b.text(0)
		}, types.ErrInvalidAddress},
		{"by a stranger", func(_ *brawl, msg *types.MsgClaimWin) { msg.Sender = mallory.text() }, types.ErrUnauthorized},
		{"of who has conceded", func(b *brawl, msg *types.MsgClaimWin) { msg.Player = b.text(1) }, types.ErrTurn},
		{
			"a state proof", func(_ *brawl, msg *types.MsgClaimWin) { msg.Proof = &types.StateProof{} },
			types.ErrNotChannel,
		},
	})
	require.True(t, b.gone())
}
