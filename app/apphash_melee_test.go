package app_test

import (
	"slices"

	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/game/commitment/commitmenttest"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/testutil/chain"
	battleshiptypes "github.com/battleship-chain/battleship/x/battleship/types"
)

// recordedTable is a melee that is being played on a recorded chain.
type recordedTable struct {
	*recorder

	id uint64
	// seats are the players by seat.
	seats []*recordedPlayer
}

// Fleets of melees, one a row. No two have a tile in common.
func recordedRow(row string) string { return "A" + row + "h,E" + row + "h,H" + row + "h,J" + row + "h" }

// playMelees plays melees: one with a stake in which a copied aim is silence, a seat sinks and another proves its
// board; a draw; one that all fall silent in; one that most keep away from; and those that end before they begin.
func (r *recorder) playMelees() {
	stake := sdk.NewInt64Coin(app.BondDenom, 5_000_000)
	alice, bob, carol, dave := r.player(chain.Alice), r.player(chain.Bob), r.player(chain.Carol), r.player(chain.Operator)

	r.playStaked(stake, alice, bob, carol, dave)
	r.playDraw(stake, bob, carol)
	r.playEmptied(alice, bob, carol)
	r.playForfeited(stake, alice, bob, carol, dave)
	r.playNoMelee(stake, alice, bob, carol)
}

// playStaked plays a melee for a list of players.
func (r *recorder) playStaked(stake sdk.Coin, alice, bob, carol, dave *recordedPlayer) {
	t := r.openMelee(alice, "1", 3, func(open *battleshiptypes.MsgCreateMelee) {
		open.Stake, open.Invited = &stake, []string{bob.String(), carol.String()}
	})
	t.join(dave, "4", battleshiptypes.ErrUnauthorized.ABCICode())
	t.join(bob, "2", 0)
	r.deliver(bob, &battleshiptypes.MsgLeaveMelee{Sender: bob.String(), GameId: t.id}, 0)
	t.seats = t.seats[:1]
	t.join(bob, "2", 0)
	t.join(carol, "3", 0)
	r.deliver(carol, &battleshiptypes.MsgSetDelegate{Sender: carol.String(), GameId: t.id, Delegate: dave.String()}, 0)
	t.confirm(0, 1, 2)
	r.deliver(alice, &battleshiptypes.MsgShootAndReveal{Sender: alice.String(), GameId: t.id, Target: "A1"},
		battleshiptypes.ErrGameKind.ABCICode())

	aim := t.aim(0, "A3")
	r.deliver(bob, t.aimMsg(1, aim), 0)
	t.aim(2, "B3")
	t.fire(0, "A3", 0)
	t.fire(1, "A3", battleshiptypes.ErrWrongOpening.ABCICode())
	t.fire(2, "B3", 0)
	r.pass(t.id) // the one that has copied is scuttled
	t.report(0, 0)
	short := t.openings(2)
	r.deliver(carol, &battleshiptypes.MsgReport{Sender: carol.String(), GameId: t.id, Openings: short[:1]},
		battleshiptypes.ErrInvalidMove.ABCICode())
	slices.Reverse(short)
	r.deliver(dave, &battleshiptypes.MsgReport{Sender: dave.String(), GameId: t.id, Openings: short},
		battleshiptypes.ErrWrongOpening.ABCICode())
	t.report(2, 0)
	for _, targets := range [][]string{{"C3", "D3"}, {"E3", "F3"}, {"G3", "H3"}, {"I3", "J3"}} {
		t.round(map[int]string{0: targets[0], 2: targets[1]})
	}
	r.claim(t.id, carol, battleshiptypes.ErrTurn.ABCICode())
	r.claim(t.id, alice, 0)
	r.claim(t.id, alice, battleshiptypes.ErrGameEnded.ABCICode())
}

// playDraw has two sink together, of whom one proves its board by the first deadline, and the other after it.
func (r *recorder) playDraw(stake sdk.Coin, bob, carol *recordedPlayer) {
	t := r.openMelee(bob, "5", 2, func(open *battleshiptypes.MsgCreateMelee) {
		open.Stake, open.Invited = &stake, []string{carol.String()}
	})
	t.join(carol, "5", 0)
	t.confirm(1, 0)
	for _, targets := range [][]string{{"A5", "B5"}, {"C5", "D5"}, {"E5", "F5"}, {"G5", "H5"}, {"I5", "J5"}} {
		t.round(map[int]string{0: targets[0], 1: targets[1]})
	}
	r.claim(t.id, bob, 0)
	r.claim(t.id, carol, 0)
}

// playEmptied has all fall silent, in each stage and then in both claims.
func (r *recorder) playEmptied(alice, bob, carol *recordedPlayer) {
	t := r.openMelee(alice, "1", 4, func(*battleshiptypes.MsgCreateMelee) {})
	t.join(bob, "2", 0)
	t.join(carol, "3", 0)
	r.deliver(bob, &battleshiptypes.MsgConfirmMelee{Sender: bob.String(), GameId: t.id},
		battleshiptypes.ErrPhase.ABCICode())
	dave := r.player(chain.Operator)
	t.join(dave, "4", 0)
	t.confirm(0, 1, 2)
	r.deliver(dave, &battleshiptypes.MsgLeaveMelee{Sender: dave.String(), GameId: t.id}, 0)
	t.aim(0, "A2")
	t.aim(1, "A3")
	r.pass(t.id) // a strike
	t.fire(0, "A2", 0)
	t.fire(1, "A3", 0)
	r.pass(t.id)
	r.pass(t.id) // play has ended
	r.pass(t.id)
	r.claim(t.id, carol, 0)
	r.pass(t.id)
	require.True(r.t, r.meleeEnded(t.id))
}

// playForfeited has most of a table fall silent for two clocks, and two give up.
func (r *recorder) playForfeited(stake sdk.Coin, alice, bob, carol, dave *recordedPlayer) {
	t := r.openMelee(dave, "1", 4, func(open *battleshiptypes.MsgCreateMelee) {
		open.Stake, open.Invited = &stake, []string{alice.String(), bob.String(), carol.String()}
	})
	t.join(alice, "2", 0)
	t.join(bob, "3", 0)
	t.join(carol, "4", 0)
	t.confirm(0, 1, 2, 3)
	t.aim(0, "A1")
	r.pass(t.id)
	r.pass(t.id) // three are scuttled
	r.claim(t.id, dave, 0)

	t = r.openMelee(alice, "1", 3, func(*battleshiptypes.MsgCreateMelee) {})
	t.join(bob, "2", 0)
	t.join(carol, "3", 0)
	t.confirm(0, 1, 2)
	r.deliver(bob, &battleshiptypes.MsgConcede{Sender: bob.String(), GameId: t.id}, 0)
	r.deliver(alice, &battleshiptypes.MsgConcede{Sender: alice.String(), GameId: t.id}, 0)
	r.pass(t.id)
	r.pass(t.id) // nobody has proven anything
	require.True(r.t, r.meleeEnded(t.id))
}

// playNoMelee opens melees that are declined, left, not filled and not confirmed.
func (r *recorder) playNoMelee(stake sdk.Coin, alice, bob, carol *recordedPlayer) {
	invite := func(open *battleshiptypes.MsgCreateMelee) {
		open.Stake, open.Invited = &stake, []string{bob.String(), carol.String()}
	}
	declined := r.openMelee(alice, "1", 3, invite)
	decline := func(p *recordedPlayer, code uint32) {
		r.deliver(p, &battleshiptypes.MsgDeclineGame{Sender: p.String(), GameId: declined.id}, code)
	}
	decline(alice, battleshiptypes.ErrUnauthorized.ABCICode())
	decline(bob, 0)
	decline(carol, 0)
	left := r.openMelee(alice, "1", 3, invite)
	r.deliver(alice, &battleshiptypes.MsgLeaveMelee{Sender: alice.String(), GameId: left.id}, 0)
	r.pass(left.id)
	late := r.openMelee(bob, "1", 16, func(*battleshiptypes.MsgCreateMelee) {})
	r.pass(late.id)
	absent := r.openMelee(alice, "1", 3, invite)
	absent.join(bob, "2", 0)
	absent.join(carol, "3", 0)
	absent.confirm(1)
	r.pass(absent.id)
	stranger := r.createMelee(carol, "1", 3, func(open *battleshiptypes.MsgCreateMelee) { open.Stake = &stake })
	r.deliver(carol, stranger, battleshiptypes.ErrInvalidInvitation.ABCICode())
}

// createMelee returns the message that opens a melee.
func (r *recorder) createMelee(
	creator *recordedPlayer, row string, players uint32, change func(*battleshiptypes.MsgCreateMelee),
) *battleshiptypes.MsgCreateMelee {
	r.t.Helper()
	msg := &battleshiptypes.MsgCreateMelee{
		Sender: creator.String(), RulesetId: melee.Ruleset().ID, Players: players, Entry: r.meleeEntry(creator, row),
	}
	change(msg)
	return msg
}

// openMelee opens a melee.
func (r *recorder) openMelee(
	creator *recordedPlayer, row string, players uint32, change func(*battleshiptypes.MsgCreateMelee),
) *recordedTable {
	r.t.Helper()
	var res battleshiptypes.MsgCreateMeleeResponse
	require.NoError(r.t, r.deliver(creator, r.createMelee(creator, row, players, change), 0).Response(0, &res))
	return &recordedTable{recorder: r, id: res.GameId, seats: []*recordedPlayer{creator}}
}

// meleeEntry hides the player's next board, which has its ships in a row.
func (r *recorder) meleeEntry(p *recordedPlayer, row string) battleshiptypes.Entry {
	r.t.Helper()
	res, err := r.query().Player(r.Context(), &battleshiptypes.QueryPlayerRequest{Address: p.String()})
	require.NoError(r.t, err)
	p.Binding.Nonce, p.Binding.Ruleset = res.Player.BoardNonce, melee.Ruleset()
	p.Board = commitmenttest.New(p.Binding, recordedRow(row), p.Secret)
	return battleshiptypes.Entry{
		Board: battleshiptypes.NewBoardCommitment(p.Binding.Nonce, p.Commit()), Recovery: []byte("sealed"),
	}
}

// join has a player take the next seat, or be refused with a code.
func (t *recordedTable) join(p *recordedPlayer, row string, code uint32) {
	t.t.Helper()
	t.deliver(p, &battleshiptypes.MsgJoinMelee{Sender: p.String(), GameId: t.id, Entry: t.meleeEntry(p, row)}, code)
	if code == 0 {
		t.seats = append(t.seats, p)
	}
}

// confirm has seats confirm.
func (t *recordedTable) confirm(seats ...int) {
	t.t.Helper()
	for _, seat := range seats {
		p := t.seats[seat]
		t.deliver(p, &battleshiptypes.MsgConfirmMelee{Sender: p.String(), GameId: t.id}, 0)
	}
}

// tile returns the tile of a name.
func (t *recordedTable) tile(name string) game.Tile {
	t.t.Helper()
	tile, err := melee.Ruleset().ParseTile(name)
	require.NoError(t.t, err)
	return tile
}

// aim has a seat commit to a target, and returns the aim.
func (t *recordedTable) aim(seat int, target string) []byte {
	t.t.Helper()
	p := t.seats[seat]
	aim, err := commitment.CommitAim(p.Binding, p.Secret, uint16(t.next(t.id).Round), t.tile(target))
	require.NoError(t.t, err)
	t.deliver(p, t.aimMsg(seat, aim), 0)
	return aim
}

// aimMsg sends an aim for a seat in this round.
func (t *recordedTable) aimMsg(seat int, aim []byte) *battleshiptypes.MsgAim {
	return &battleshiptypes.MsgAim{
		Sender: t.seats[seat].String(), GameId: t.id, Aim: aim, Round: t.next(t.id).Round,
	}
}

// fire has a seat open its aim, or be refused with a code.
func (t *recordedTable) fire(seat int, target string, code uint32) {
	t.t.Helper()
	p := t.seats[seat]
	salt, err := commitment.AimSalt(p.Secret, uint16(t.next(t.id).Round))
	require.NoError(t.t, err)
	t.deliver(p, &battleshiptypes.MsgFire{Sender: p.String(), GameId: t.id, Target: target, Salt: salt}, code)
}

// openings open the volley on a seat's board.
func (t *recordedTable) openings(seat int) []battleshiptypes.Opening {
	t.t.Helper()
	res, err := t.query().Melee(t.Context(), &battleshiptypes.QueryMeleeRequest{GameId: t.id})
	require.NoError(t.t, err)
	state, err := res.Melee.StateOf(res.State)
	require.NoError(t.t, err)
	var openings []battleshiptypes.Opening
	for tile := range state.Volley().All() {
		openings = append(openings, *battleshiptypes.NewOpening(t.seats[seat].Open(tile)))
	}
	return openings
}

// report has a seat report the volley.
func (t *recordedTable) report(seat int, code uint32) {
	t.t.Helper()
	p := t.seats[seat]
	t.deliver(p, &battleshiptypes.MsgReport{Sender: p.String(), GameId: t.id, Openings: t.openings(seat)}, code)
}

// round plays a round of those seats.
func (t *recordedTable) round(targets map[int]string) {
	t.t.Helper()
	for seat := range t.seats {
		if target, ok := targets[seat]; ok {
			t.aim(seat, target)
		}
	}
	for seat := range t.seats {
		if target, ok := targets[seat]; ok {
			t.fire(seat, target, 0)
		}
	}
	for seat := range t.seats {
		if _, ok := targets[seat]; ok {
			t.report(seat, 0)
		}
	}
}

// meleeEnded reports whether a melee has a result.
func (r *recorder) meleeEnded(id uint64) bool {
	_, err := r.query().MeleeResult(r.Context(), &battleshiptypes.QueryMeleeResultRequest{GameId: id})
	return err == nil
}
