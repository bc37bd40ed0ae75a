package keeper_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"cosmossdk.io/collections"
	"cosmossdk.io/math"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Fleets of the ruleset of melees. None of them has a tile of another.
const (
	topFleet    = "A1h,E1h,H1h,J1h"
	secondFleet = "A2h,E2h,H2h,J2h"
	thirdFleet  = "A3h,E3h,H3h,J3h"
	fourthFleet = "A4h,E4h,H4h,J4h"
)

// brawl is one melee of players whose boards the test knows.
type brawl struct {
	*fixture

	id uint64
	// boards are those of the seats.
	boards []board
	// targets are what the seats have aimed at in the round.
	targets []string
	// watch is called after each message and block, if it is not nil.
	watch func()
}

// brawlers are so many players.
func brawlers(n int) []player {
	all := make([]player, n)
	for i := range all {
		all[i] = newPlayer(fmt.Sprintf("brawler %d", i))
	}
	return all
}

// fleetNumber returns one of ten fleets that share no tile, by number.
func fleetNumber(i int) string {
	row := i%10 + 1
	return fmt.Sprintf("A%dh,E%dh,H%dh,J%dh", row, row, row, row)
}

// newBrawler returns an honest board of a player for a melee.
func (f *fixture) newBrawler(p player, fleet string) board {
	f.Helper()
	return f.newBoard(p, melee.Ruleset(), fleet)
}

// createMeleeMsg opens a melee for so many.
func createMeleeMsg(b board, players int) *types.MsgCreateMelee {
	return &types.MsgCreateMelee{
		Sender: b.player.text(), RulesetId: b.Binding.Ruleset.ID, Players: uint32(players), Entry: b.entry(),
	}
}

// newTable opens a melee of players with fleets of no common tile; change is made to the message, if it is not nil. The
// creator alone sits there.
func (f *fixture) newTable(n int, change func(*types.MsgCreateMelee)) *brawl {
	f.Helper()
	b := &brawl{fixture: f, targets: make([]string, n)}
	for i, p := range brawlers(n) {
		b.boards = append(b.boards, f.newBrawler(p, fleetNumber(i)))
	}
	b.create(change)
	return b
}

// create opens the melee with the board of the first player.
func (b *brawl) create(change func(*types.MsgCreateMelee)) {
	b.Helper()
	b.renew(0)
	msg := createMeleeMsg(b.boards[0], len(b.boards))
	if change != nil {
		change(msg)
	}
	id, err := b.keeper.NextGameID(b.ctx)
	require.NoError(b, err)
	b.deliver(msg)
	b.id = id
}

// invite has a message invite all but the first.
func (b *brawl) invite(msg *types.MsgCreateMelee) {
	for _, other := range b.boards[1:] {
		msg.Invited = append(msg.Invited, other.player.text())
	}
}

// newStaked opens a melee of n players with a stake, who are all invited and have so many anchors, and has them join.
func (f *fixture) newStaked(n int, stake int64) *brawl {
	f.Helper()
	for _, p := range brawlers(n) {
		f.fund(p, anchors(10*stake))
	}
	b := f.newTable(n, func(msg *types.MsgCreateMelee) {
		for _, p := range brawlers(n)[1:] {
			msg.Invited = append(msg.Invited, p.text())
		}
		coin := anchors(stake)
		msg.Stake = &coin
	})
	b.fill()
	return b
}

// fill has all others join.
func (b *brawl) fill() {
	b.Helper()
	for i := range b.boards[1:] {
		b.deliver(b.join(i + 1))
	}
}

// begin has all confirm who sit there.
func (b *brawl) begin() *brawl {
	b.Helper()
	for seat := range b.now().Owes.All() {
		b.deliver(b.confirm(seat))
	}
	require.Equal(b, melee.StageAim, b.now().Stage)
	return b
}

// newBrawl has n players at a table without a stake begin their first round.
func (f *fixture) newBrawl(n int) *brawl {
	f.Helper()
	b := f.newTable(n, nil)
	b.fill()
	return b.begin()
}

// now returns the melee as it stands.
func (b *brawl) now() melee.State {
	b.Helper()
	return b.meleeState(b.id)
}

// meleeState returns an unfinished melee as the rules know it.
func (f *fixture) meleeState(id uint64) melee.State {
	f.Helper()
	progress, err := f.keeper.Records().MeleeProgress.Get(f.ctx, id)
	require.NoError(f, err)
	s, err := f.melee(id).State(progress)
	require.NoError(f, err)
	return s
}

// melee returns what is fixed of an unfinished melee.
func (f *fixture) melee(id uint64) types.Melee {
	f.Helper()
	m, err := f.keeper.Records().Melees.Get(f.ctx, id)
	require.NoError(f, err)
	return m
}

// ended returns what stays of the melee.
func (b *brawl) ended() types.MeleeResult {
	b.Helper()
	r, err := b.keeper.Records().MeleeResults.Get(b.ctx, b.id)
	require.NoError(b, err)
	return r
}

// gone reports whether nothing of the melee is kept among the unfinished ones.
func (b *brawl) gone() bool {
	b.Helper()
	has, err := b.keeper.Records().Melees.Has(b.ctx, b.id)
	require.NoError(b, err)
	return !has
}

func (b *brawl) text(seat melee.Seat) string { return b.boards[seat].player.text() }

func (b *brawl) join(i int) *types.MsgJoinMelee {
	b.renew(i)
	return &types.MsgJoinMelee{Sender: b.text(melee.Seat(i)), GameId: b.id, Entry: b.boards[i].entry()}
}

// renew gives a player a board with its next nonce, as it was otherwise.
func (b *brawl) renew(i int) {
	b.Helper()
	b.boards[i] = b.newBrawler(b.boards[i].player, b.Ruleset().FleetString(b.boards[i].Fleet)).with(b.boards[i])
}

// Ruleset returns the ruleset of melees.
func (b *brawl) Ruleset() *game.Ruleset { return melee.Ruleset() }

// with returns the board with the delegate of another, and its lie if it is one.
func (b board) with(other board) board {
	b.delegate = other.delegate
	b.Ships = other.Ships
	return b
}

func (b *brawl) leave(seat melee.Seat) *types.MsgLeaveMelee {
	return &types.MsgLeaveMelee{Sender: b.text(seat), GameId: b.id}
}

func (b *brawl) confirm(seat melee.Seat) *types.MsgConfirmMelee {
	return &types.MsgConfirmMelee{Sender: b.text(seat), GameId: b.id}
}

func (b *brawl) concede(seat melee.Seat) *types.MsgConcede {
	return &types.MsgConcede{Sender: b.text(seat), GameId: b.id}
}

func (b *brawl) declineMsg(p player) *types.MsgDeclineGame {
	return &types.MsgDeclineGame{Sender: p.text(), GameId: b.id}
}

// tile returns the tile of a name.
func (b *brawl) tile(name string) game.Tile {
	b.Helper()
	t, err := b.Ruleset().ParseTile(name)
	require.NoError(b, err)
	return t
}

// aim commits to a target in this round.
func (b *brawl) aim(seat melee.Seat, target string) *types.MsgAim {
	b.Helper()
	board := b.boards[seat]
	aim, err := commitment.CommitAim(board.Binding, board.Secret, uint16(b.now().Round), b.tile(target))
	require.NoError(b, err)
	b.targets[seat] = target
	return &types.MsgAim{Sender: b.text(seat), GameId: b.id, Aim: aim, Round: uint32(b.now().Round)}
}

// fire opens what the seat has aimed at.
func (b *brawl) fire(seat melee.Seat) *types.MsgFire {
	b.Helper()
	salt, err := commitment.AimSalt(b.boards[seat].Secret, uint16(b.now().Round))
	require.NoError(b, err)
	return &types.MsgFire{Sender: b.text(seat), GameId: b.id, Target: b.targets[seat], Salt: salt}
}

// report opens the volley on the seat's board.
func (b *brawl) report(seat melee.Seat) *types.MsgReport {
	b.Helper()
	msg := &types.MsgReport{Sender: b.text(seat), GameId: b.id}
	for tile := range b.now().Volley().All() {
		msg.Openings = append(msg.Openings, *b.boards[seat].open(tile))
	}
	return msg
}

// claimMsg shows the seat's board.
func (b *brawl) claimMsg(seat melee.Seat) *types.MsgClaimWin {
	board := b.boards[seat]
	return &types.MsgClaimWin{
		Sender: board.player.text(), GameId: b.id,
		Fleet: b.Ruleset().FleetString(board.Fleet), BoardSecret: board.Secret,
	}
}

// volley has all who are afloat aim and fire, by seat.
func (b *brawl) volley(targets ...string) {
	b.Helper()
	for seat := range b.now().Owes.All() {
		b.deliver(b.aim(seat, targets[seat]))
	}
	for seat := range b.now().Owes.All() {
		b.deliver(b.fire(seat))
	}
}

// reportAll has all who owe a report send it.
func (b *brawl) reportAll() {
	b.Helper()
	for seat := range b.now().Owes.All() {
		b.deliver(b.report(seat))
	}
}

// round plays a whole round.
func (b *brawl) round(targets ...string) {
	b.Helper()
	b.volley(targets...)
	b.reportAll()
}

// pass lets the deadline pass.
func (b *brawl) pass() {
	b.Helper()
	for until := b.now().Deadline + 2; b.height() < until; {
		b.endBlock()
	}
}

// tilesOf returns the names of the tiles of a seat's ships.
func (b *brawl) tilesOf(seat melee.Seat) []string {
	return types.TileNames(b.Ruleset(), b.boards[seat].Ships)
}

// sink plays rounds in which everybody fires at one seat's ships, until that one is sunk. The last volley falls on the
// tiles that are left.
func (b *brawl) sink(victim melee.Seat) {
	b.Helper()
	for b.now().Players[victim].Standing == melee.Afloat && b.now().Stage == melee.StageAim {
		var left []string
		for _, name := range b.tilesOf(victim) {
			if !b.now().Bombed.Has(b.tile(name)) {
				left = append(left, name)
			}
		}
		targets, i := make([]string, len(b.boards)), 0
		for seat := range b.now().Owes.All() {
			targets[seat] = left[min(i, len(left)-1)]
			i++
		}
		b.round(targets...)
	}
}

// coins returns what a seat's player has, in anchors.
func (b *brawl) coins(seat melee.Seat) int64 {
	return b.bank.GetBalance(b.ctx, b.boards[seat].player.addr, types.DefaultFeeDenom).Amount.Int64()
}

// aimKept reports whether an aim of a seat is kept.
func (b *brawl) aimKept(seat melee.Seat) bool {
	b.Helper()
	has, err := b.keeper.Records().Aims.Has(b.ctx, collections.Join(b.id, uint32(seat)))
	require.NoError(b, err)
	return has
}

// deliver is that of the fixture, and checks all melees after it.
func (b *brawl) deliver(msg sdk.Msg) {
	b.Helper()
	b.fixture.deliver(msg)
	b.look()
}

// look checks all melees, and lets the test look at what was told.
func (b *brawl) look() {
	b.Helper()
	b.requireMelees()
	if b.watch != nil {
		b.watch()
	}
}

// endBlock is that of the fixture, and checks all melees after it.
func (b *brawl) endBlock() {
	b.Helper()
	b.fixture.endBlock()
	b.look()
}

// requireMelees checks what holds after every message and block of each melee that is kept: what there is beside the
// record follows from it.
func (f *fixture) requireMelees() {
	f.Helper()
	c := f.records
	boards, aims := 0, 0
	held := f.heldByDuels()
	require.NoError(f, c.Melees.Walk(f.ctx, nil, func(id uint64, m types.Melee) (bool, error) {
		s := f.meleeState(id)
		require.False(f, s.Stage.Ended(), "melee %d", id)
		held = held.Add(m.Hold(s)...)
		for i, p := range s.Players {
			has, err := c.MeleeBoards.Has(f.ctx, collections.Join(id, uint32(i)))
			require.NoError(f, err)
			require.Equal(f, types.HasBoard(p.Standing), has, "board of seat %d of melee %d", i, id)
			if has {
				boards++
			}
			has, err = c.Aims.Has(f.ctx, collections.Join(id, uint32(i)))
			require.NoError(f, err)
			require.Equal(f, s.Aimed().Has(melee.Seat(i)), has, "aim of seat %d of melee %d", i, id)
			if has {
				aims++
			}
		}
		public, err := f.keeper.Records().OpenMelees.Has(f.ctx, id)
		require.NoError(f, err)
		offered := s.Stage == melee.StageOpen && !s.Withdrawn
		require.Equal(f, offered && len(m.Invited) == 0, public, "melee %d in the lobby", id)
		if s.Stage == melee.StageOpen && len(m.Invited) > 0 {
			require.Len(f, m.Invited, s.Seats(melee.Vacant).Len(), "places of the invited in melee %d", id)
		}
		return false, nil
	}))
	require.Equal(f, boards, countOf(f, c.MeleeBoards))
	require.Equal(f, aims, countOf(f, c.Aims))
	ledger := sdk.NewCoins()
	require.NoError(f, c.Escrow.Held().Walk(f.ctx, nil, func(denom string, amount math.Int) (bool, error) {
		ledger = ledger.Add(sdk.NewCoin(denom, amount))
		return false, nil
	}))
	require.NoError(f, c.Escrow.Waiting().Walk(f.ctx, nil, func(_ sdk.AccAddress, u types.Unpaid) (bool, error) {
		held = held.Add(u.Coins...)
		return false, nil
	}))
	require.Equal(f, held.String(), ledger.String(), "the ledger against what is held for games")
	module := f.bank.GetAllBalances(f.ctx, moduleAddress)
	require.True(f, module.IsAllGTE(ledger), "the module's account has %s of %s", module, ledger)
}

// countOf returns how many entries a collection has.
func countOf[K, V any](f *fixture, m collections.Map[K, V]) int {
	f.Helper()
	n := 0
	require.NoError(f, m.Walk(f.ctx, nil, func(K, V) (bool, error) {
		n++
		return false, nil
	}))
	return n
}

// heldByDuels returns what unfinished duels hold.
func (f *fixture) heldByDuels() sdk.Coins {
	f.Helper()
	held := sdk.NewCoins()
	require.NoError(f, f.keeper.Records().Games.Walk(f.ctx, nil, func(_ uint64, g types.Game) (bool, error) {
		held = held.Add(g.Hold()...)
		return false, nil
	}))
	return held
}

func TestAMeleeOfFourIsPlayedToItsEnd(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	b := f.newBrawl(4)
	b.sink(1)
	b.sink(2)
	b.sink(3)
	require.Equal(t, melee.StageClaim, b.now().Stage)
	b.deliver(b.claimMsg(0))
	require.True(t, b.gone())
	require.EqualValues(t, 1, b.ended().Winners)
}
