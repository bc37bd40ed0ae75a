package kit

import (
	"fmt"

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
	TopFleet    = "A1h,E1h,H1h,J1h"
	SecondFleet = "A2h,E2h,H2h,J2h"
	ThirdFleet  = "A3h,E3h,H3h,J3h"
	FourthFleet = "A4h,E4h,H4h,J4h"
)

// Brawl is one melee of players whose boards the test knows.
type Brawl struct {
	*Fixture

	ID uint64
	// Boards are those of the seats.
	Boards []Board
	// Targets are the tiles at which the seats have aimed in the round.
	Targets []string
	// Watch is called after each message and block, if it is not nil.
	Watch func()
}

// Brawlers are the players of a melee of n.
func Brawlers(n int) []Player {
	all := make([]Player, n)
	for i := range all {
		all[i] = NewPlayer(fmt.Sprintf("brawler %d", i))
	}
	return all
}

// FleetNumber returns one of ten fleets that share no tile, by number.
func FleetNumber(i int) string {
	row := i%10 + 1
	return fmt.Sprintf("A%dh,E%dh,H%dh,J%dh", row, row, row, row)
}

// NewBrawler returns an honest board of a player for a melee.
func (f *Fixture) NewBrawler(p Player, fleet string) Board {
	f.Helper()
	return f.NewBoard(p, melee.Ruleset(), fleet)
}

// CreateMeleeMsg opens a melee for that number of players.
func CreateMeleeMsg(b Board, players int) *types.MsgCreateMelee {
	return &types.MsgCreateMelee{
		Sender: b.Player.Text(), RulesetId: b.Binding.Ruleset.ID, Players: uint32(players), Entry: b.Entry(),
	}
}

// NewTable opens a melee of players with fleets of no common tile; change is made to the message, if it is not nil. The
// creator alone sits there.
func (f *Fixture) NewTable(n int, change func(*types.MsgCreateMelee)) *Brawl {
	f.Helper()
	b := &Brawl{Fixture: f, Targets: make([]string, n)}
	for i, p := range Brawlers(n) {
		b.Boards = append(b.Boards, f.NewBrawler(p, FleetNumber(i)))
	}
	b.Create(change)
	return b
}

// Create opens the melee with the board of the first player.
func (b *Brawl) Create(change func(*types.MsgCreateMelee)) {
	b.Helper()
	b.renew(0)
	msg := CreateMeleeMsg(b.Boards[0], len(b.Boards))
	if change != nil {
		change(msg)
	}
	id, err := b.Keeper.NextGameID(b.Ctx)
	require.NoError(b, err)
	b.Deliver(msg)
	b.ID = id
}

// Invite has a message invite all but the first.
func (b *Brawl) Invite(msg *types.MsgCreateMelee) {
	for _, other := range b.Boards[1:] {
		msg.Invited = append(msg.Invited, other.Player.Text())
	}
}

// Fill has all others join.
func (b *Brawl) Fill() {
	b.Helper()
	for i := range b.Boards[1:] {
		b.Deliver(b.Join(i + 1))
	}
}

// Begin has all players at the table confirm.
func (b *Brawl) Begin() *Brawl {
	b.Helper()
	for seat := range b.Now().Owes.All() {
		b.Deliver(b.Confirm(seat))
	}
	require.Equal(b, melee.StageAim, b.Now().Stage)
	return b
}

// NewBrawl has n players at a table without a stake begin their first round.
func (f *Fixture) NewBrawl(n int) *Brawl {
	f.Helper()
	b := f.NewTable(n, nil)
	b.Fill()
	return b.Begin()
}

// Now returns the state of the melee.
func (b *Brawl) Now() melee.State {
	b.Helper()
	return b.MeleeState(b.ID)
}

// MeleeState returns an unfinished melee as the rules know it.
func (f *Fixture) MeleeState(id uint64) melee.State {
	f.Helper()
	progress, err := f.Keeper.Records().MeleeProgress.Get(f.Ctx, id)
	require.NoError(f, err)
	s, err := f.Melee(id).State(progress)
	require.NoError(f, err)
	return s
}

// Melee returns the fixed part of an unfinished melee.
func (f *Fixture) Melee(id uint64) types.Melee {
	f.Helper()
	m, err := f.Keeper.Records().Melees.Get(f.Ctx, id)
	require.NoError(f, err)
	return m
}

// Ended returns the result of the melee.
func (b *Brawl) Ended() types.MeleeResult {
	b.Helper()
	r, err := b.Keeper.Records().MeleeResults.Get(b.Ctx, b.ID)
	require.NoError(b, err)
	return r
}

// Gone reports whether nothing of the melee is kept among the unfinished ones.
func (b *Brawl) Gone() bool {
	b.Helper()
	has, err := b.Keeper.Records().Melees.Has(b.Ctx, b.ID)
	require.NoError(b, err)
	return !has
}

// Text returns the address of the player of a seat.
func (b *Brawl) Text(seat melee.Seat) string { return b.Boards[seat].Player.Text() }

// Join takes a seat with the board at that index, renewed for the player's nonce.
func (b *Brawl) Join(i int) *types.MsgJoinMelee {
	b.renew(i)
	return &types.MsgJoinMelee{Sender: b.Text(melee.Seat(i)), GameId: b.ID, Entry: b.Boards[i].Entry()}
}

// renew gives a player a board with its next nonce, as it was otherwise.
func (b *Brawl) renew(i int) {
	b.Helper()
	b.Boards[i] = b.NewBrawler(b.Boards[i].Player, b.Ruleset().FleetString(b.Boards[i].Fleet)).with(b.Boards[i])
}

// Ruleset returns the ruleset of melees.
func (b *Brawl) Ruleset() *game.Ruleset { return melee.Ruleset() }

// with returns the board with the delegate of another, and its lie if it is one.
func (b Board) with(other Board) Board {
	b.Delegate = other.Delegate
	b.Ships = other.Ships
	return b
}

// Leave gives the seat back before the first round.
func (b *Brawl) Leave(seat melee.Seat) *types.MsgLeaveMelee {
	return &types.MsgLeaveMelee{Sender: b.Text(seat), GameId: b.ID}
}

// Confirm starts the melee for that seat.
func (b *Brawl) Confirm(seat melee.Seat) *types.MsgConfirmMelee {
	return &types.MsgConfirmMelee{Sender: b.Text(seat), GameId: b.ID}
}

// Concede gives up the seat.
func (b *Brawl) Concede(seat melee.Seat) *types.MsgConcede {
	return &types.MsgConcede{Sender: b.Text(seat), GameId: b.ID}
}

// DeclineMsg turns an invitation to the table down.
func (b *Brawl) DeclineMsg(p Player) *types.MsgDeclineGame {
	return &types.MsgDeclineGame{Sender: p.Text(), GameId: b.ID}
}

// SetDelegate lets an address act for a player in this melee.
func (b *Brawl) SetDelegate(p Player, delegate string) *types.MsgSetDelegate {
	return &types.MsgSetDelegate{Sender: p.Text(), GameId: b.ID, Delegate: delegate}
}

// Tile returns the tile of a name.
func (b *Brawl) Tile(name string) game.Tile {
	b.Helper()
	t, err := b.Ruleset().ParseTile(name)
	require.NoError(b, err)
	return t
}

// Aim commits to a target in this round.
func (b *Brawl) Aim(seat melee.Seat, target string) *types.MsgAim {
	b.Helper()
	board := b.Boards[seat]
	aim, err := commitment.CommitAim(board.Binding, board.Secret, uint16(b.Now().Round), b.Tile(target))
	require.NoError(b, err)
	b.Targets[seat] = target
	return &types.MsgAim{Sender: b.Text(seat), GameId: b.ID, Aim: aim, Round: uint32(b.Now().Round)}
}

// Fire opens the aim of the seat.
func (b *Brawl) Fire(seat melee.Seat) *types.MsgFire {
	b.Helper()
	salt, err := commitment.AimSalt(b.Boards[seat].Secret, uint16(b.Now().Round))
	require.NoError(b, err)
	return &types.MsgFire{Sender: b.Text(seat), GameId: b.ID, Target: b.Targets[seat], Salt: salt}
}

// Report opens the volley on the seat's board.
func (b *Brawl) Report(seat melee.Seat) *types.MsgReport {
	b.Helper()
	msg := &types.MsgReport{Sender: b.Text(seat), GameId: b.ID}
	for tile := range b.Now().Volley().All() {
		msg.Openings = append(msg.Openings, *b.Boards[seat].Opening(tile))
	}
	return msg
}

// ClaimMsg shows the seat's board.
func (b *Brawl) ClaimMsg(seat melee.Seat) *types.MsgClaimWin {
	board := b.Boards[seat]
	return &types.MsgClaimWin{
		Sender: board.Player.Text(), GameId: b.ID,
		Fleet: b.Ruleset().FleetString(board.Fleet), BoardSecret: board.Secret,
	}
}

// Volley has all seats afloat aim and fire.
func (b *Brawl) Volley(targets ...string) {
	b.Helper()
	for seat := range b.Now().Owes.All() {
		b.Deliver(b.Aim(seat, targets[seat]))
	}
	for seat := range b.Now().Owes.All() {
		b.Deliver(b.Fire(seat))
	}
}

// ReportAll sends all reports that are owed.
func (b *Brawl) ReportAll() {
	b.Helper()
	for seat := range b.Now().Owes.All() {
		b.Deliver(b.Report(seat))
	}
}

// Round plays a whole round.
func (b *Brawl) Round(targets ...string) {
	b.Helper()
	b.Volley(targets...)
	b.ReportAll()
}

// Pass lets the deadline pass.
func (b *Brawl) Pass() {
	b.Helper()
	for until := b.Now().Deadline + 2; b.Height() < until; {
		b.EndBlock()
	}
}

// TilesOf returns the names of the tiles of a seat's ships.
func (b *Brawl) TilesOf(seat melee.Seat) []string {
	return types.TileNames(b.Ruleset(), b.Boards[seat].Ships)
}

// Sink plays rounds in which all fire at one seat's ships, until they are sunk. The last volley falls on the tiles that
// are left.
func (b *Brawl) Sink(victim melee.Seat) {
	b.Helper()
	for b.Now().Players[victim].Standing == melee.Afloat && b.Now().Stage == melee.StageAim {
		var left []string
		for _, name := range b.TilesOf(victim) {
			if !b.Now().Bombed.Has(b.Tile(name)) {
				left = append(left, name)
			}
		}
		targets, i := make([]string, len(b.Boards)), 0
		for seat := range b.Now().Owes.All() {
			targets[seat] = left[min(i, len(left)-1)]
			i++
		}
		b.Round(targets...)
	}
}

// Coins returns the balance of a seat's player, in anchors.
func (b *Brawl) Coins(seat melee.Seat) int64 {
	return b.Bank.GetBalance(b.Ctx, b.Boards[seat].Player.Addr, types.DefaultFeeDenom).Amount.Int64()
}

// AimKept reports whether an aim of a seat is kept.
func (b *Brawl) AimKept(seat melee.Seat) bool {
	b.Helper()
	has, err := b.Keeper.Records().Aims.Has(b.Ctx, collections.Join(b.ID, uint32(seat)))
	require.NoError(b, err)
	return has
}

// Deliver is that of the fixture, and checks all melees after it.
func (b *Brawl) Deliver(msg sdk.Msg) {
	b.Helper()
	b.Fixture.Deliver(msg)
	b.Look()
}

// Look checks all melees, and calls Watch.
func (b *Brawl) Look() {
	b.Helper()
	b.requireMelees()
	if b.Watch != nil {
		b.Watch()
	}
}

// EndBlock is that of the fixture, and checks all melees after it.
func (b *Brawl) EndBlock() {
	b.Helper()
	b.Fixture.EndBlock()
	b.Look()
}

// requireMelees checks after every message and block that the boards, aims and holdings beside the record of each melee
// follow from it.
func (f *Fixture) requireMelees() {
	f.Helper()
	c := f.Records
	boards, aims := 0, 0
	held := f.heldByDuels()
	require.NoError(f, c.Melees.Walk(f.Ctx, nil, func(id uint64, m types.Melee) (bool, error) {
		s := f.MeleeState(id)
		require.False(f, s.Stage.Ended(), "melee %d", id)
		held = held.Add(m.Hold(s)...)
		for i, p := range s.Players {
			has, err := c.MeleeBoards.Has(f.Ctx, collections.Join(id, uint32(i)))
			require.NoError(f, err)
			require.Equal(f, types.HasBoard(p.Standing), has, "board of seat %d of melee %d", i, id)
			if has {
				boards++
			}
			has, err = c.Aims.Has(f.Ctx, collections.Join(id, uint32(i)))
			require.NoError(f, err)
			require.Equal(f, s.Aimed().Has(melee.Seat(i)), has, "aim of seat %d of melee %d", i, id)
			if has {
				aims++
			}
		}
		public, err := f.Keeper.Records().OpenMelees.Has(f.Ctx, id)
		require.NoError(f, err)
		offered := s.Stage == melee.StageOpen && !s.Withdrawn
		require.Equal(f, offered && len(m.Invited) == 0, public, "melee %d in the lobby", id)
		if s.Stage == melee.StageOpen && len(m.Invited) > 0 {
			require.Len(f, m.Invited, s.Seats(melee.Vacant).Len(), "places of the invited in melee %d", id)
		}
		return false, nil
	}))
	require.Equal(f, boards, CountOf(f, c.MeleeBoards))
	require.Equal(f, aims, CountOf(f, c.Aims))
	ledger := sdk.NewCoins()
	require.NoError(f, c.Escrow.Held().Walk(f.Ctx, nil, func(denom string, amount math.Int) (bool, error) {
		ledger = ledger.Add(sdk.NewCoin(denom, amount))
		return false, nil
	}))
	require.NoError(f, c.Escrow.Waiting().Walk(f.Ctx, nil, func(_ sdk.AccAddress, u types.Unpaid) (bool, error) {
		held = held.Add(u.Coins...)
		return false, nil
	}))
	require.Equal(f, held.String(), ledger.String(), "the ledger against what is held for games")
	module := f.Bank.GetAllBalances(f.Ctx, ModuleAddress)
	require.True(f, module.IsAllGTE(ledger), "the module's account has %s of %s", module, ledger)
}

// CountOf returns how many entries a collection has.
func CountOf[K, V any](f *Fixture, m collections.Map[K, V]) int {
	f.Helper()
	n := 0
	require.NoError(f, m.Walk(f.Ctx, nil, func(K, V) (bool, error) {
		n++
		return false, nil
	}))
	return n
}

// heldByDuels returns what unfinished duels hold.
func (f *Fixture) heldByDuels() sdk.Coins {
	f.Helper()
	held := sdk.NewCoins()
	require.NoError(f, f.Keeper.Records().Games.Walk(f.Ctx, nil, func(_ uint64, g types.Game) (bool, error) {
		held = held.Add(g.Hold()...)
		return false, nil
	}))
	return held
}

// NewGathering has n players open a melee with a stake, and confirm. Of more than ten, six lie in the rows of six
// others.
func (f *Fixture) NewGathering(n int, change func(b *Brawl)) *Brawl {
	f.Helper()
	b := f.NewInvited(n)
	for i := 10; i < n; i++ {
		b.Boards[i] = b.NewBrawler(b.Boards[i].Player, fmt.Sprintf("G%[1]dh,A%[1]dh,D%[1]dh,F%[1]dh", i-8))
	}
	if change != nil {
		change(b)
	}
	b.Fill()
	return b.Begin()
}

// WithMeleeDeposit asks for a deposit, and a share of each pot for the house.
func WithMeleeDeposit(p *types.Params) {
	p.OpenDeposit = Anchors(MeleeDeposit)
	p.HouseShareBps = 250
}

// MeleeDeposit is the deposit of WithMeleeDeposit, in anchors.
const MeleeDeposit = 7

// NewInvited funds n players, and has the first open a melee for all of them with a stake of 100 anchors.
func (f *Fixture) NewInvited(n int) *Brawl {
	f.Helper()
	b := &Brawl{Fixture: f, Targets: make([]string, n)}
	for i, p := range Brawlers(n) {
		f.Fund(p, Anchors(1_000))
		b.Boards = append(b.Boards, f.NewBrawler(p, FleetNumber(i)))
	}
	b.Create(func(msg *types.MsgCreateMelee) {
		b.Invite(msg)
		coin := Anchors(100)
		msg.Stake = &coin
	})
	return b
}
