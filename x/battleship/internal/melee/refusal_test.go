package melee_test

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
	"github.com/battleship-chain/battleship/x/battleship/internal/kit"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// meleeRefusal is a message that must be refused, as a change of a good one.
type meleeRefusal[M sdk.Msg] struct {
	name   string
	change func(b *kit.Brawl, msg M)
	want   error
}

// requireRefusals sends bad messages and then the good one, which must be accepted.
func requireRefusals[M sdk.Msg](t *testing.T, b *kit.Brawl, good func() M, rows []meleeRefusal[M]) {
	t.Helper()
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			b.TB = t
			msg := good()
			row.change(b, msg)
			b.Refuse(row.want, msg)
		})
	}
	b.TB = t
	b.Deliver(good())
}

func TestInvalidSettingsOfAMelee(t *testing.T) {
	t.Parallel()
	f := kit.New(t, kit.WithParams(func(p *types.Params) { p.MaxOpenGames = 1 }))
	b := &kit.Brawl{Fixture: f, Boards: []kit.Board{
		f.NewBrawler(kit.Alice, kit.TopFleet),
		f.NewBrawler(kit.Bob, kit.SecondFleet),
	}}
	f.Fund(kit.Alice, kit.Anchors(100))
	stake := func(coin sdk.Coin) func(*kit.Brawl, *types.MsgCreateMelee) {
		return func(_ *kit.Brawl, msg *types.MsgCreateMelee) { msg.Stake = &coin }
	}
	invite := func(guests ...string) func(*kit.Brawl, *types.MsgCreateMelee) {
		return func(_ *kit.Brawl, msg *types.MsgCreateMelee) {
			msg.Players, msg.Invited = uint32(len(guests)+1), guests
		}
	}
	module := kit.TextOf(authtypes.NewModuleAddress(authtypes.FeeCollectorName))
	f.Accounts.GetModuleAccount(f.Ctx, authtypes.FeeCollectorName)
	blocked := kit.TextOf(authtypes.NewModuleAddress(govtypes.ModuleName))
	requireRefusals(t, b, func() *types.MsgCreateMelee {
		msg := kit.CreateMeleeMsg(b.Boards[0], 2)
		coin := kit.Anchors(10)
		msg.Stake, msg.Invited = &coin, []string{kit.Bob.Text()}
		return msg
	}, []meleeRefusal[*types.MsgCreateMelee]{
		{"no sender", func(_ *kit.Brawl, msg *types.MsgCreateMelee) { msg.Sender = "" }, types.ErrInvalidAddress},
		{"a ruleset of duels", func(_ *kit.Brawl, msg *types.MsgCreateMelee) { msg.RulesetId = 1 }, types.ErrUnknownRuleset},
		{"no ruleset", func(_ *kit.Brawl, msg *types.MsgCreateMelee) { msg.RulesetId = 0 }, types.ErrUnknownRuleset},
		{"one player", func(_ *kit.Brawl, msg *types.MsgCreateMelee) { msg.Players = 1 }, types.ErrInvalidPlayers},
		{"no player", func(_ *kit.Brawl, msg *types.MsgCreateMelee) { msg.Players = 0 }, types.ErrInvalidPlayers},
		{"17 players", func(_ *kit.Brawl, msg *types.MsgCreateMelee) { msg.Players = 17 }, types.ErrInvalidPlayers},
		{
			"as many players as can be", func(_ *kit.Brawl, msg *types.MsgCreateMelee) { msg.Players = math.MaxUint32 },
			types.ErrInvalidPlayers,
		},
		{"a hasty clock", func(_ *kit.Brawl, msg *types.MsgCreateMelee) { msg.TurnBlocks = 1 }, types.ErrInvalidParams},
		{"a stake of nothing", stake(kit.Anchors(0)), types.ErrInvalidStake},
		{"a stake of another coin", stake(sdk.NewInt64Coin("pebble", 1)), types.ErrInvalidStake},
		{
			"a stake among strangers", func(_ *kit.Brawl, msg *types.MsgCreateMelee) { msg.Invited = nil },
			types.ErrInvalidInvitation,
		},
		{"a list with oneself", invite(kit.Alice.Text()), types.ErrInvalidInvitation},
		{"a list with oneself in capitals", invite(strings.ToUpper(kit.Alice.Text())), types.ErrInvalidInvitation},
		{"twice the same", invite(kit.Bob.Text(), kit.Bob.Text()), types.ErrInvalidInvitation},
		{
			"twice the same, once in capitals", invite(kit.Bob.Text(), strings.ToUpper(kit.Bob.Text())),
			types.ErrInvalidInvitation,
		},
		{"a module", invite(module), types.ErrInvalidInvitation},
		{"somebody who cannot be paid", invite(blocked), types.ErrInvalidInvitation},
		{"nobody", invite("nobody"), types.ErrInvalidAddress},
		{"an empty name", invite(""), types.ErrInvalidAddress},
		{
			"too short a list", func(_ *kit.Brawl, msg *types.MsgCreateMelee) { msg.Players = 3 },
			types.ErrInvalidInvitation,
		},
		{
			"too long a list",
			func(_ *kit.Brawl, msg *types.MsgCreateMelee) { msg.Invited = append(msg.Invited, kit.Carol.Text()) },
			types.ErrInvalidInvitation,
		},
		{
			"a delegate who is to play", func(_ *kit.Brawl, msg *types.MsgCreateMelee) { msg.Entry.Delegate = kit.Bob.Text() },
			types.ErrInvalidDelegate,
		},
		{"more than there is", stake(kit.Anchors(101)), types.ErrInsufficientFunds},
		{
			"a channel", func(_ *kit.Brawl, msg *types.MsgCreateMelee) { msg.Entry.Channel = &types.Channel{} },
			types.ErrInvalidChannel,
		},
		{"a proof", func(_ *kit.Brawl, msg *types.MsgCreateMelee) { msg.Entry.Proof = []byte{1} }, types.ErrInvalidMove},
		{"another nonce", func(_ *kit.Brawl, msg *types.MsgCreateMelee) { msg.Entry.Board.Nonce++ }, types.ErrNonce},
		{
			"a board without a row",
			func(_ *kit.Brawl, msg *types.MsgCreateMelee) { msg.Entry.Board.RowRoots = msg.Entry.Board.RowRoots[1:] },
			types.ErrInvalidBoard,
		},
		{
			"the player as delegate", func(_ *kit.Brawl, msg *types.MsgCreateMelee) { msg.Entry.Delegate = msg.Sender },
			types.ErrInvalidDelegate,
		},
		{
			"too much to recover",
			func(_ *kit.Brawl, msg *types.MsgCreateMelee) {
				msg.Entry.Recovery = make([]byte, types.MaxRecoveryBytes+1)
			},
			types.ErrInvalidRecovery,
		},
		{
			"a closed ruleset", func(b *kit.Brawl, _ *types.MsgCreateMelee) { closeRuleset(b) }, types.ErrRulesetClosed,
		},
	})
	f.Refuse(types.ErrTooManyOpenGames, kit.CreateMeleeMsg(f.NewBrawler(kit.Alice, kit.TopFleet), 2))
	msg := kit.CreateMeleeMsg(f.NewBrawler(kit.Alice, kit.TopFleet), 2)
	msg.Sender = blocked
	msg.Entry.Board.Nonce = 0
	f.Refuse(types.ErrBlockedAddress, msg)
}

// closeRuleset has governance close the ruleset of melees for the message that comes next.
func closeRuleset(b *kit.Brawl) {
	b.Helper()
	ctx := b.Ctx
	b.Ctx, _ = b.Ctx.CacheContext()
	p := b.Params()
	p.ClosedRulesets = []uint32{melee.Ruleset().ID}
	b.Fixture.Deliver(&types.MsgUpdateParams{Authority: b.Authority, Params: p})
	b.Cleanup(func() { b.Ctx = ctx })
}

func TestInvalidJoinsOfAMelee(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	f.Fund(kit.Alice, kit.Anchors(100))
	f.Fund(kit.Bob, kit.Anchors(100))
	f.Fund(kit.Mallory, kit.Anchors(100))
	b := &kit.Brawl{Fixture: f}
	for i, p := range []kit.Player{kit.Alice, kit.Bob, kit.Carol} {
		b.Boards = append(b.Boards, f.NewBrawler(p, kit.FleetNumber(i)))
	}
	duel := f.Create(f.NewBoard(kit.Mallory, game.Classic(), kit.ClassicFleet))
	b.Create(func(msg *types.MsgCreateMelee) {
		coin := kit.Anchors(10)
		msg.Stake = &coin
		b.Invite(msg)
	})
	requireRefusals(t, b, func() *types.MsgJoinMelee { return b.Join(1) }, []meleeRefusal[*types.MsgJoinMelee]{
		{"no sender", func(_ *kit.Brawl, msg *types.MsgJoinMelee) { msg.Sender = "x" }, types.ErrInvalidAddress},
		{"no melee", func(_ *kit.Brawl, msg *types.MsgJoinMelee) { msg.GameId = 99 }, types.ErrGameNotFound},
		{"a duel", func(_ *kit.Brawl, msg *types.MsgJoinMelee) { msg.GameId = duel }, types.ErrGameKind},
		{
			"a stranger", func(b *kit.Brawl, msg *types.MsgJoinMelee) {
				*msg = types.MsgJoinMelee{
					Sender: kit.Mallory.Text(), GameId: b.ID,
					Entry: b.NewBrawler(kit.Mallory, kit.TopFleet).Entry(),
				}
			}, types.ErrUnauthorized,
		},
		{
			"the creator again", func(b *kit.Brawl, msg *types.MsgJoinMelee) {
				*msg = types.MsgJoinMelee{
					Sender: kit.Alice.Text(), GameId: b.ID,
					Entry: b.NewBrawler(kit.Alice, kit.TopFleet).Entry(),
				}
			}, types.ErrUnauthorized,
		},
		{
			"without the stake", func(b *kit.Brawl, msg *types.MsgJoinMelee) {
				*msg = types.MsgJoinMelee{
					Sender: kit.Carol.Text(), GameId: b.ID,
					Entry: b.NewBrawler(kit.Carol, kit.TopFleet).Entry(),
				}
			}, types.ErrInsufficientFunds,
		},
		{
			"a channel", func(_ *kit.Brawl, msg *types.MsgJoinMelee) { msg.Entry.Channel = &types.Channel{} },
			types.ErrInvalidChannel,
		},
		{"a proof", func(_ *kit.Brawl, msg *types.MsgJoinMelee) { msg.Entry.Proof = []byte{1} }, types.ErrInvalidMove},
		{"another nonce", func(_ *kit.Brawl, msg *types.MsgJoinMelee) { msg.Entry.Board.Nonce++ }, types.ErrNonce},
		{"a closed ruleset", func(b *kit.Brawl, _ *types.MsgJoinMelee) { closeRuleset(b) }, types.ErrRulesetClosed},
		{
			"too late", func(b *kit.Brawl, _ *types.MsgJoinMelee) {
				ctx := b.Ctx
				b.Ctx = b.Ctx.WithBlockHeight(b.Now().Deadline + 1)
				b.Cleanup(func() { b.Ctx = ctx })
			}, types.ErrLate,
		},
	})
	f.Refuse(types.ErrUnauthorized, b.Join(1))
	f.Fund(kit.Carol, kit.Anchors(10))
	b.Deliver(b.Join(2))
	// The table is full.
	f.Refuse(types.ErrPhase, &types.MsgJoinMelee{
		Sender: kit.Mallory.Text(), GameId: b.ID, Entry: f.NewBrawler(kit.Mallory, kit.TopFleet).Entry(),
	})
}

// Nobody has two seats of a table that is open to all.
func TestOnePlayerHasOneSeat(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	b := &kit.Brawl{Fixture: f}
	for i, p := range []kit.Player{kit.Alice, kit.Bob, kit.Carol} {
		b.Boards = append(b.Boards, f.NewBrawler(p, kit.FleetNumber(i)))
	}
	b.Create(nil)
	b.Deliver(b.Join(1))
	for _, p := range []kit.Player{kit.Alice, kit.Bob} {
		again := &types.MsgJoinMelee{Sender: p.Text(), GameId: b.ID, Entry: f.NewBrawler(p, kit.TopFleet).Entry()}
		f.Refuse(types.ErrUnauthorized, again)
		require.ErrorContains(t, f.Try(again), "expected a player who has no seat")
	}
}

// The messages of a duel and those of a melee are refused for the other, with a sentence that says what is meant.
func TestAMessageForTheOtherKindOfGameNamesTheKind(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	d := f.Play(game.Classic())
	b := f.NewBrawl(2)
	x := &kit.Duel{Fixture: f, ID: b.ID, Boards: d.Boards}
	for _, msg := range []sdk.Msg{
		kit.JoinMsg(b.ID, f.NewBoard(kit.Carol, game.Classic(), kit.ClassicFleet)),
		&types.MsgShootAndReveal{Sender: kit.Alice.Text(), GameId: b.ID, Target: "A1"},
		x.Challenge(game.Creator), x.Cancel(game.Creator), &types.MsgSubmitState{Sender: kit.Alice.Text(), GameId: b.ID},
	} {
		f.Refuse(types.ErrGameKind, msg)
		require.ErrorContains(t, f.Try(msg), "fire", "%T", msg)
	}
	of := func() []sdk.Msg {
		return []sdk.Msg{
			&types.MsgJoinMelee{Sender: kit.Carol.Text(), GameId: d.ID, Entry: f.NewBrawler(kit.Carol, kit.TopFleet).Entry()},
			&types.MsgLeaveMelee{Sender: kit.Alice.Text(), GameId: d.ID},
			&types.MsgConfirmMelee{Sender: kit.Alice.Text(), GameId: d.ID},
			&types.MsgAim{Sender: kit.Alice.Text(), GameId: d.ID, Aim: make([]byte, 32), Round: 1},
			&types.MsgFire{Sender: kit.Alice.Text(), GameId: d.ID, Target: "A1", Salt: make([]byte, 32)},
			&types.MsgReport{Sender: kit.Alice.Text(), GameId: d.ID},
		}
	}
	for _, msg := range of() {
		f.Refuse(types.ErrGameKind, msg)
		require.ErrorContains(t, f.Try(msg), "shoot", "%T", msg)
	}
	f.Deliver(d.Concede(game.Joiner))
	f.Deliver(d.Claim(game.Creator))
	for _, msg := range of() {
		f.Refuse(types.ErrGameEnded, msg)
	}
	b.Deliver(b.Concede(0))
	b.Deliver(b.ClaimMsg(1))
	for _, msg := range []sdk.Msg{b.Concede(0), b.ClaimMsg(0), b.DeclineMsg(kit.Alice), x.Cancel(0), b.Leave(0)} {
		f.Refuse(types.ErrGameEnded, msg)
		require.ErrorContains(t, f.Try(msg), "melee-result")
	}
}

// Each act has its stage, its time and its players.
func TestOutsidersCannotActInAMelee(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	b := f.NewTable(3, func(msg *types.MsgCreateMelee) { msg.Entry.Delegate = kit.Carol.Text() })
	by := func(msg sdk.Msg, sender kit.Player) sdk.Msg {
		kit.SetSender(msg, sender)
		return msg
	}
	b.Refuse(types.ErrPhase, b.Confirm(0))
	b.Refuse(types.ErrPhase, b.Concede(0))
	b.Refuse(types.ErrPhase, &types.MsgAim{Sender: b.Text(0), GameId: b.ID, Aim: make([]byte, 32)})
	b.Refuse(types.ErrPhase, &types.MsgReport{Sender: b.Text(0), GameId: b.ID})
	b.Refuse(types.ErrPhase, b.ClaimMsg(0))
	b.Refuse(types.ErrUnauthorized, b.Leave(1))
	b.Refuse(types.ErrUnauthorized, b.DeclineMsg(kit.Mallory))
	b.Refuse(types.ErrUnauthorized, by(b.Leave(0), kit.Carol))
	b.Fill()

	b.Refuse(types.ErrUnauthorized, by(b.Confirm(0), kit.Mallory))
	b.Refuse(types.ErrPhase, b.Aim(0, "A1"))
	b.Refuse(types.ErrPhase, b.DeclineMsg(kit.Mallory))
	b.Deliver(b.Confirm(1))
	b.Refuse(types.ErrTurn, b.Confirm(1))
	b.Refuse(types.ErrTurn, b.Leave(1))
	b.Deliver(by(b.Confirm(0), kit.Carol))
	late := func(msg sdk.Msg) {
		t.Helper()
		ctx := b.Ctx
		b.Ctx = b.Ctx.WithBlockHeight(b.Now().Deadline + 1)
		b.Refuse(types.ErrLate, msg)
		b.Ctx = ctx
	}
	late(b.Confirm(2))
	late(b.Leave(2))
	b.Deliver(b.Confirm(2))

	b.Refuse(types.ErrPhase, b.Leave(0))
	b.Refuse(types.ErrPhase, b.Confirm(0))
	b.Refuse(types.ErrPhase, b.Fire(0))
	b.Refuse(types.ErrUnauthorized, by(b.Aim(0, "A1"), kit.Mallory))
	for _, size := range []int{0, 31, 33} {
		b.Refuse(types.ErrInvalidAim, &types.MsgAim{Sender: b.Text(0), GameId: b.ID, Aim: make([]byte, size), Round: 1})
	}
	late(b.Aim(0, "A1"))
	b.Deliver(by(b.Aim(0, "A10"), kit.Carol))
	b.Refuse(types.ErrTurn, b.Aim(0, "B10"))
	b.Targets[0] = "A10"
	b.Refuse(types.ErrPhase, b.Fire(0))
	b.Deliver(b.Aim(1, "B10"))
	b.Deliver(b.Aim(2, "C10"))

	b.Refuse(types.ErrPhase, b.Aim(0, "A10"))
	b.Refuse(types.ErrUnauthorized, by(b.Fire(0), kit.Mallory))
	late(b.Fire(0))
	b.Deliver(by(b.Fire(0), kit.Carol))
	b.Refuse(types.ErrTurn, b.Fire(0))
	b.Deliver(b.Fire(1))
	b.Refuse(types.ErrPhase, b.Report(0))
	b.Deliver(b.Fire(2))

	b.Refuse(types.ErrPhase, b.Fire(0))
	b.Refuse(types.ErrUnauthorized, by(b.Report(0), kit.Mallory))
	b.Refuse(types.ErrPhase, b.ClaimMsg(0))
	late(b.Report(0))
	b.Deliver(by(b.Report(0), kit.Carol))
	b.Refuse(types.ErrTurn, b.Report(0))
	b.Deliver(by(b.Concede(0), kit.Carol))
	b.Refuse(types.ErrTurn, b.Concede(0))
	b.Deliver(b.Concede(1))

	require.Equal(t, melee.StageReport, b.Now().Stage)
	b.Refuse(types.ErrTurn, b.Concede(2))
	b.Deliver(b.Report(2))
	require.Equal(t, melee.StageClaim, b.Now().Stage)
	b.Refuse(types.ErrPhase, b.Concede(2))
	b.Refuse(types.ErrPhase, b.Report(2))
	b.Refuse(types.ErrTurn, b.ClaimMsg(0))
	late(b.ClaimMsg(2))
}

// A claim shows the board that was committed to, with answers that were true.
func TestInvalidBoardProofs(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	b := f.NewBrawl(2)
	b.Round("A1", "B2")
	b.Deliver(b.Concede(1))
	requireRefusals(t, b, func() *types.MsgClaimWin { return b.ClaimMsg(0) }, []meleeRefusal[*types.MsgClaimWin]{
		{"no secret", func(_ *kit.Brawl, msg *types.MsgClaimWin) { msg.BoardSecret = nil }, types.ErrClaim},
		{
			"another secret",
			func(_ *kit.Brawl, msg *types.MsgClaimWin) { msg.BoardSecret = make([]byte, commitment.SecretSize) }, types.ErrClaim,
		},
		{"another fleet", func(_ *kit.Brawl, msg *types.MsgClaimWin) { msg.Fleet = kit.ThirdFleet }, types.ErrClaim},
		{"a fleet that does not fit its answers", func(_ *kit.Brawl, msg *types.MsgClaimWin) {
			msg.Fleet = "B1h,F1h,H2h,J1h"
		}, types.ErrClaim},
		{"no fleet", func(_ *kit.Brawl, msg *types.MsgClaimWin) { msg.Fleet = "" }, types.ErrClaim},
		{
			"of a stranger", func(_ *kit.Brawl, msg *types.MsgClaimWin) { msg.Player = kit.Mallory.Text() },
			types.ErrUnauthorized,
		},
		{"of nobody", func(_ *kit.Brawl, msg *types.MsgClaimWin) { msg.Player = "nobody" }, types.ErrInvalidAddress},
		{"by nobody", func(b *kit.Brawl, msg *types.MsgClaimWin) {
			msg.Sender, msg.Player = "nobody", b.Text(0)
		}, types.ErrInvalidAddress},
		{
			"by a stranger", func(_ *kit.Brawl, msg *types.MsgClaimWin) { msg.Sender = kit.Mallory.Text() },
			types.ErrUnauthorized,
		},
		{"of who has conceded", func(b *kit.Brawl, msg *types.MsgClaimWin) { msg.Player = b.Text(1) }, types.ErrTurn},
		{
			"a state proof", func(_ *kit.Brawl, msg *types.MsgClaimWin) { msg.Proof = &types.StateProof{} },
			types.ErrNotChannel,
		},
	})
	require.True(t, b.Gone())
}
