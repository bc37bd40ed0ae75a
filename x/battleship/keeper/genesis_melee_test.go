package keeper_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// newMeleeWorld returns a chain with a melee in every stage and in each way to be open, with the result of one that has
// ended, and with a duel beside them.
func newMeleeWorld(t *testing.T) (*fixture, map[string]*brawl) {
	t.Helper()
	f := newFixture(t, withParams(func(p *types.Params) {
		// Nobody is to run out of time while the others play.
		p.OpenBlocks, p.TurnBlocksDefault, p.ClaimBlocks = 500, 500, 700
		p.OpenDeposit, p.HouseShareBps = anchors(5), 250
	}))
	for _, p := range append(brawlers(4), alice, bob) {
		f.fund(p, anchors(10_000_000))
	}
	melees := make(map[string]*brawl)

	melees["second-claim"] = f.newBrawl(3)
	melees["second-claim"].sink(1)
	melees["second-claim"].sink(2)
	melees["second-claim"].pass()
	require.Equal(t, melee.StageSecond, melees["second-claim"].now().Stage)
	struck := f.newBrawl(3)
	struck.deliver(struck.aim(0, "A10"))
	struck.deliver(struck.aim(1, "B10"))
	struck.pass()
	require.NotZero(t, struck.now().Struck)
	melees["struck"] = struck

	f.addMeleesThatEnded()
	f.addMeleesInPlay(melees)
	f.addOpenMelees(melees)
	f.newDuel(game.Classic())
	return f, melees
}

// addMeleesThatEnded adds the result of a melee that was won.
func (f *fixture) addMeleesThatEnded() {
	f.Helper()
	won := f.newBrawlWith(4, staked4)
	won.deliver(won.concede(2))
	won.sink(1)
	won.sink(3)
	won.deliver(won.claimMsg(0))
	require.True(f, won.gone())
}

// addMeleesInPlay adds a melee in each stage in which players owe something.
func (f *fixture) addMeleesInPlay(melees map[string]*brawl) {
	f.Helper()
	ready := f.newStaked(3, 1000)
	ready.deliver(ready.confirm(1))
	melees["ready"] = ready

	melees["aim"] = f.newBrawlWith(4, staked4)
	melees["aim"].round("A1", "A2", "A3", "A4")
	melees["aim"].deliver(melees["aim"].concede(3))
	melees["aim"].deliver(melees["aim"].aim(1, "B1"))

	melees["fire"] = f.newBrawl(3)
	for seat, target := range []string{"A1", "A2", "B9"} {
		melees["fire"].deliver(melees["fire"].aim(melee.Seat(seat), target))
	}
	melees["fire"].deliver(melees["fire"].fire(1))

	melees["report"] = f.newBrawl(3)
	melees["report"].volley("A1", "A2", "B9")
	melees["report"].deliver(melees["report"].report(0))

	melees["claim"] = f.newBrawlWith(4, staked4)
	melees["claim"].sink(1)
	melees["claim"].deliver(melees["claim"].concede(2))
	melees["claim"].sink(3)
	require.Equal(f, melee.StageClaim, melees["claim"].now().Stage)
}

// addOpenMelees adds melees that can be joined.
func (f *fixture) addOpenMelees(melees map[string]*brawl) {
	f.Helper()
	melees["open"] = f.newTable(4, nil)
	melees["open"].deliver(melees["open"].join(1))
	melees["withdrawn"] = f.newTable(3, nil)
	melees["withdrawn"].deliver(melees["withdrawn"].leave(0))
	require.True(f, melees["withdrawn"].now().Withdrawn)

	invited := f.newTable(4, staked4)
	invited.deliver(invited.join(1))
	invited.deliver(invited.declineMsg(invited.boards[3].player))
	invited.deliver(invited.leave(0)) // the creator, who may come back
	require.Len(f, f.melee(invited.id).Invited, 2)
	melees["invited"] = invited
}

// staked4 invites three players and puts a stake on a melee.
func staked4(msg *types.MsgCreateMelee) {
	for _, p := range brawlers(4)[1:] {
		msg.Invited = append(msg.Invited, p.text())
	}
	stake := anchors(1001)
	msg.Stake = &stake
}

// newBrawlWith is newBrawl with a message of its own.
func (f *fixture) newBrawlWith(n int, change func(*types.MsgCreateMelee)) *brawl {
	f.Helper()
	b := f.newTable(n, change)
	b.fill()
	return b.begin()
}

func TestGenesisOfMeleesInEveryStageRoundTrip(t *testing.T) {
	t.Parallel()
	f, melees := newMeleeWorld(t)
	stages := make(map[melee.Stage]bool)
	for _, b := range melees {
		stages[b.now().Stage] = true
	}
	for stage := melee.StageOpen; stage <= melee.StageSecond; stage++ {
		require.True(t, stages[stage], "stage %s", stage)
	}
	gs := f.exported()
	require.NoError(t, gs.Validate(f.keeper.AddressCodec()))
	require.Len(t, gs.Melees, len(melees))
	require.Len(t, gs.MeleeResults, 1)
	require.Equal(t, f.escrow(), gs.Held())

	g := f.successor()
	require.NoError(t, g.keeper.InitGenesis(g.ctx, gs))
	want, got := f.snapshot(), g.snapshot()
	for _, there := range []struct{ in, from map[string]string }{{want, got}, {got, want}} {
		for key, value := range there.from {
			// All but the queue is the same byte for byte.
			if !strings.HasPrefix(key, types.StoreKey+"/") || strings.HasPrefix(key, types.StoreKey+"/\x05") ||
				strings.HasPrefix(key, types.StoreKey+"/\x16") {
				continue
			}
			require.Contains(t, there.in, key, "%q", key)
			require.Equal(t, value, there.in[key], "%q", key)
		}
	}
	again := g.exported()
	wanted, err := json.Marshal(gs)
	require.NoError(t, err)
	given, err := json.Marshal(again)
	require.NoError(t, err)
	require.JSONEq(t, string(wanted), string(given))
}

func TestMeleesContinueAfterTheirExport(t *testing.T) {
	t.Parallel()
	f, melees := newMeleeWorld(t)
	// An export is a file in between.
	exported, err := f.keeper.ExportGenesis(f.ctx)
	require.NoError(t, err)
	bz, err := json.Marshal(exported)
	require.NoError(t, err)
	var gs types.GenesisState
	require.NoError(t, json.Unmarshal(bz, &gs))
	g := f.successor()
	require.NoError(t, g.keeper.InitGenesis(g.ctx, gs))
	g.meleeReplays = f.meleeReplays
	for _, b := range melees {
		b.fixture = g
	}

	m := melees["open"]
	m.deliver(m.join(2))
	m.deliver(m.join(3))
	m.begin()
	m = melees["withdrawn"]
	m.deliver(m.join(1))
	require.False(t, m.now().Withdrawn)
	m = melees["invited"]
	g.refuse(types.ErrUnauthorized, m.join(3))
	m.deliver(m.join(2))
	m.deliver(m.declineMsg(m.boards[0].player))
	require.Equal(t, melee.StageReady, m.now().Stage)
	m = melees["ready"]
	m.begin()
	m = melees["aim"]
	m.deliver(m.aim(0, "C5"))
	m.deliver(m.aim(2, "C6"))
	m.targets[1] = "B1"
	m.deliver(m.fire(1))
	m = melees["fire"]
	m.deliver(m.fire(0))
	m.deliver(m.fire(2))
	m.reportAll()
	require.Equal(t, 2, m.now().Round)
	m = melees["report"]
	m.reportAll()
	require.Equal(t, 2, m.now().Round)
	melees["claim"].deliver(melees["claim"].claimMsg(0))
	require.True(t, melees["claim"].gone())
	second := melees["second-claim"]
	second.deliver(second.claimMsg(slices.Max(slices.Collect(second.now().Owes.All()))))

	g.skipTo(g.height() + 5000)
	left := g.exported()
	require.Empty(t, left.Melees, "every melee ends")
	require.NoError(t, left.Validate(g.keeper.AddressCodec()))
	require.Equal(t, left.Held(), g.escrow())
}

// A chain that starts lower than the exported one stopped, or a deadline that was moved, would hold players up.
func TestMeleesThatWouldNeverEndAreNotImported(t *testing.T) {
	t.Parallel()
	f, melees := newMeleeWorld(t)
	now := f.height()
	deadline := func(name string, height int64) func(*types.GenesisState) {
		return func(gs *types.GenesisState) {
			g := melees[name].in(gs)
			s, err := g.Melee.State(g.Progress)
			require.NoError(t, err)
			s.Deadline = height
			g.Progress = s.AppendProgress(nil)
		}
	}
	for name, tc := range map[string]struct {
		change func(*types.GenesisState)
		want   error
	}{
		"nothing changed":          {change: func(*types.GenesisState) {}},
		"open for too long":        {deadline("open", now+types.MaxClockBlocks+1), types.ErrInvalidGenesis},
		"withdrawn for too long":   {deadline("withdrawn", now+game.WithdrawBlocks+1), types.ErrInvalidGenesis},
		"to be confirmed":          {change: deadline("ready", now+700)},
		"to be confirmed for long": {deadline("ready", now+701), types.ErrInvalidGenesis},
		"a whole turn":             {change: deadline("aim", now+500)},
		"more than a turn":         {deadline("fire", now+501), types.ErrInvalidGenesis},
		"a whole claim":            {change: deadline("claim", now+700)},
		"more than a claim":        {deadline("second-claim", now+701), types.ErrInvalidGenesis},
		"a melee of another chain": {
			func(gs *types.GenesisState) { gs.Games, gs.ChainId = nil, "other-1" }, types.ErrInvalidGenesis,
		},
		"a melee that begins later": {
			func(gs *types.GenesisState) { melees["claim"].in(gs).Melee.StartedHeight = now + 1 }, types.ErrInvalidGenesis,
		},
		"a melee that ends later": {
			func(gs *types.GenesisState) { gs.MeleeResults[0].EndedHeight = now + 1 }, types.ErrInvalidGenesis,
		},
		"a melee of a lower height": {
			func(gs *types.GenesisState) { melees["open"].in(gs).Melee.CreatedHeight = now + 1 }, types.ErrInvalidGenesis,
		},
	} {
		t.Run(name, func(t *testing.T) {
			gs := f.exported()
			tc.change(&gs)
			g := f.successor()
			require.ErrorIs(t, g.keeper.InitGenesis(g.ctx, gs), tc.want)
			if tc.want != nil {
				require.Empty(t, g.exportRaw(), "nothing is written of a state that is refused")
			}
		})
	}
}

// in returns the melee in a genesis state.
func (b *brawl) in(gs *types.GenesisState) *types.GenesisMelee {
	b.Helper()
	i := slices.IndexFunc(gs.Melees, func(g types.GenesisMelee) bool { return g.Melee.Id == b.id })
	require.GreaterOrEqual(b, i, 0)
	return &gs.Melees[i]
}

func TestGenesisWithDamagedMeleesIsRefused(t *testing.T) {
	t.Parallel()
	f, melees := newMeleeWorld(t)
	in := func(name string, spoil func(g *types.GenesisMelee)) func(*types.GenesisState) {
		return func(gs *types.GenesisState) { spoil(melees[name].in(gs)) }
	}
	result := func(spoil func(r *types.MeleeResult)) func(*types.GenesisState) {
		return func(gs *types.GenesisState) { spoil(&gs.MeleeResults[0]) }
	}
	place := func(seat int, spoil func(p *types.MeleePlace)) func(*types.GenesisState) {
		return result(func(r *types.MeleeResult) { spoil(&r.Places[seat]) })
	}
	record := func(address string, spoil func(p *types.Player)) func(*types.GenesisState) {
		return func(gs *types.GenesisState) {
			i := slices.IndexFunc(gs.Players, func(p types.GenesisPlayer) bool { return p.Address == address })
			spoil(&gs.Players[i].Player)
		}
	}
	first := brawlers(1)[0].text()
	for name, tc := range map[string]struct {
		change func(*types.GenesisState)
		want   string
	}{
		"bytes too few": {in("aim", func(g *types.GenesisMelee) { g.Progress = g.Progress[1:] }), "progress"},
		"a state that cannot be": {
			in("aim", func(g *types.GenesisMelee) { g.Progress[0] = byte(melee.StageReport) }), "volley",
		},
		"no progress":              {in("aim", func(g *types.GenesisMelee) { g.Progress = nil }), "progress"},
		"over":                     {in("claim", overNow(t)), "unfinished"},
		"a ruleset of duels":       {in("aim", func(g *types.GenesisMelee) { g.Melee.RulesetId = 1 }), "ruleset"},
		"an id that was not given": {in("open", func(g *types.GenesisMelee) { g.Melee.Id = 10_000 }), "next_game_id"},
		"an id of a duel": {func(gs *types.GenesisState) {
			gs.Melees = []types.GenesisMelee{gs.Melees[0]}
			gs.Melees[0].Melee.Id = gs.Games[0].Game.Id
		}, "both"},
		"an id of a result": {func(gs *types.GenesisState) {
			gs.MeleeResults[0].GameId = gs.Melees[len(gs.Melees)-1].Melee.Id
		}, "both"},
		"melees in disorder": {func(gs *types.GenesisState) { slices.Reverse(gs.Melees) }, "above"},
		"no chain":           {func(gs *types.GenesisState) { gs.ChainId, gs.Games = "", nil }, "chain_id"},
		"a clock too long": {
			in("aim", func(g *types.GenesisMelee) { g.Melee.ClaimBlocks = types.MaxClockBlocks + 1 }), "claim_blocks",
		},
		"created after the deadline": {
			in("open", func(g *types.GenesisMelee) { g.Melee.CreatedHeight = 1 << 40 }), "created_height",
		},
		"begun before it was created": {
			in("aim", func(g *types.GenesisMelee) { g.Melee.StartedHeight = 1 }), "started_height",
		},
		"not begun":           {in("aim", func(g *types.GenesisMelee) { g.Melee.StartedHeight = 0 }), "first round"},
		"played for a rating": {in("aim", func(g *types.GenesisMelee) { g.Melee.Terms.Casual = false }), "casual"},
		"a stake of nothing": {
			in("aim", func(g *types.GenesisMelee) { g.Melee.Terms.Stake.Amount = anchors(0).Amount }), "stake",
		},
		"a creator without a record": {
			in("open", func(g *types.GenesisMelee) { g.Melee.Creator = mallory.text() }), "record",
		},
		"another creator": {
			in("open", func(g *types.GenesisMelee) { g.Melee.Creator = brawlers(2)[1].text() }), "open_games",
		},
		"a deposit kept too long": {
			in("aim", func(g *types.GenesisMelee) { d := anchors(5); g.Melee.Deposit = &d }), "deposit",
		},
		"a deposit of nothing": {
			in("open", func(g *types.GenesisMelee) { d := anchors(0); g.Melee.Deposit = &d }), "deposit",
		},
		"nobody invited to a stake": {in("invited", func(g *types.GenesisMelee) { g.Melee.Invited = nil }), "invited"},
		"one invited too few": {
			in("invited", func(g *types.GenesisMelee) { g.Melee.Invited = g.Melee.Invited[1:] }), "invited",
		},
		"one invited twice": {
			in("invited", func(g *types.GenesisMelee) { g.Melee.Invited[1] = g.Melee.Invited[0] }), "invited",
		},
		"one invited who sits": {
			in("invited", func(g *types.GenesisMelee) { g.Melee.Invited[0] = g.Melee.Players[1].Address }), "invited",
		},
		"nobody's address invited": {
			in("invited", func(g *types.GenesisMelee) { g.Melee.Invited[0] = "nobody" }), "address",
		},
		"invited to a full table": {
			in("ready", func(g *types.GenesisMelee) { g.Melee.Invited = []string{alice.text()} }), "invited",
		},
		"a seat without a player": {
			in("aim", func(g *types.GenesisMelee) { g.Melee.Players[0] = types.MeleePlayer{} }), "taken",
		},
		"a player of two seats": {
			in("aim", func(g *types.GenesisMelee) { g.Melee.Players[0].Address = g.Melee.Players[1].Address }), "other part",
		},
		"a delegate of two": {
			in("aim", func(g *types.GenesisMelee) { g.Melee.Players[0].Delegate = g.Melee.Players[1].Address }), "other part",
		},
		"a delegate of nobody": {
			in("open", func(g *types.GenesisMelee) { g.Melee.Players[3].Delegate = alice.text() }), "nobody sits",
		},
		"a delegate without address": {
			in("aim", func(g *types.GenesisMelee) { g.Melee.Players[0].Delegate = "x" }), "address",
		},
		"a player without a record": {
			in("aim", func(g *types.GenesisMelee) { g.Melee.Players[0].Address = mallory.text() }), "record",
		},
		"a board missing":           {in("aim", func(g *types.GenesisMelee) { g.Boards = g.Boards[1:] }), "boards"},
		"a board twice":             {in("aim", func(g *types.GenesisMelee) { g.Boards[1].Seat = 0 }), "ascending"},
		"a board of no seat":        {in("open", func(g *types.GenesisMelee) { g.Boards[1].Seat = 2 }), "boards"},
		"a board of a seat beyond":  {in("aim", func(g *types.GenesisMelee) { g.Boards[3].Seat = 1 << 20 }), "boards"},
		"a board of another scheme": {in("aim", func(g *types.GenesisMelee) { g.Boards[0].Board.Scheme = 2 }), "scheme"},
		"a board to come": {
			in("aim", func(g *types.GenesisMelee) { g.Boards[0].Board.Nonce = 1 << 40 }), "nonce",
		},
		"a board of two melees": {
			in("aim", func(g *types.GenesisMelee) { g.Boards[0].Board.Nonce = melees["fire"].boards[0].Binding.Nonce }), "nonce",
		},
		"an aim missing": {in("aim", func(g *types.GenesisMelee) { g.Aims = nil }), "aims"},
		"an aim too many": {
			in("report", func(g *types.GenesisMelee) { g.Aims = []types.MeleeAim{{Aim: make([]byte, 32)}} }), "aims",
		},
		"an aim too short": {in("fire", func(g *types.GenesisMelee) { g.Aims[0].Aim = g.Aims[0].Aim[1:] }), "aim"},
		"recovery data of nothing": {
			in("aim", func(g *types.GenesisMelee) { g.Recoveries = []types.MeleeRecovery{{}} }), "recovery",
		},
		"recovery data too long":      {in("aim", recovered(0, make([]byte, types.MaxRecoveryBytes+1))), "recovery"},
		"recovery data of no seat":    {in("open", recovered(3, []byte{1})), "recoveries"},
		"fewer open games":            {record(first, func(p *types.Player) { p.OpenGames-- }), "open_games"},
		"a nonce too low":             {record(first, func(p *types.Player) { p.BoardNonce = 3 }), "nonce"},
		"a result of no melee":        {result(func(r *types.MeleeResult) { r.RulesetId = 1 }), "ruleset"},
		"a result of one":             {result(func(r *types.MeleeResult) { r.Places = r.Places[:1] }), "places"},
		"a result without a round":    {result(func(r *types.MeleeResult) { r.Rounds = 0 }), "rounds"},
		"a result of too many rounds": {result(func(r *types.MeleeResult) { r.Rounds = 105 }), "rounds"},
		"an end before the start": {
			result(func(r *types.MeleeResult) { r.StartedHeight = r.EndedHeight + 1 }), "ended_height",
		},
		"a result's stake of nothing": {result(func(r *types.MeleeResult) { r.Stake.Amount = anchors(0).Amount }), "stake"},
		"a winner that is none":       {result(func(r *types.MeleeResult) { r.Winners = 2 }), "winners"},
		"a winner of no seat":         {result(func(r *types.MeleeResult) { r.Winners = 1 << 16 }), "seats"},
		"a place without a player":    {place(0, func(p *types.MeleePlace) { p.Player = "" }), "taken"},
		"a place of nobody":           {place(0, func(p *types.MeleePlace) { p.Player = mallory.text() }), "record"},
		"a player of two places": {
			result(func(r *types.MeleeResult) { r.Places[1].Player = r.Places[0].Player }), "one seat",
		},
		"a place still vacant": {
			place(0, func(p *types.MeleePlace) { p.Standing = types.SEAT_STANDING_VACANT }), "standing",
		},
		"a standing that is none": {place(0, func(p *types.MeleePlace) { p.Standing = 300 }), "standing"},
		"afloat, and lost":        {place(0, func(p *types.MeleePlace) { p.Round = 1 }), "round"},
		"lost after the end":      {place(1, func(p *types.MeleePlace) { p.Round = 90 }), "round"},
		"sunk with ships left":    {place(1, func(p *types.MeleePlace) { p.Hits-- }), "hits"},
		"more hits than ships":    {place(0, func(p *types.MeleePlace) { p.Hits = 11 }), "hits"},
		"a rank of nobody before": {place(3, func(p *types.MeleePlace) { p.Rank = 3 }), "rank"},
		"no rank":                 {place(3, func(p *types.MeleePlace) { p.Rank = 0 }), "rank"},
		"first by giving up": {result(func(r *types.MeleeResult) {
			r.Places[0].Standing, r.Places[0].Round = types.SEAT_STANDING_CONCEDED, 1
		}), "may claim"},
	} {
		t.Run(name, func(t *testing.T) {
			gs := f.exported()
			tc.change(&gs)
			f.successor().requireRefused(t, gs, tc.want)
		})
	}
}

// overNow ends the melee of a genesis state.
func overNow(t *testing.T) func(*types.GenesisMelee) {
	t.Helper()
	return func(g *types.GenesisMelee) {
		s, err := g.Melee.State(g.Progress)
		require.NoError(t, err)
		s.Stage, s.Owes, s.Deadline = melee.StageOver, 0, 0
		g.Progress = s.AppendProgress(nil)
	}
}

// recovered gives a seat recovery data.
func recovered(seat uint32, data []byte) func(*types.GenesisMelee) {
	return func(g *types.GenesisMelee) { g.Recoveries = []types.MeleeRecovery{{Seat: seat, Recovery: data}} }
}
