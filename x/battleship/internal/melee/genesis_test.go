package melee_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/x/battleship/internal/kit"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// newMeleeWorld returns a chain with a melee in every stage and in each way to be open, with the result of one that has
// ended, and with a duel beside them.
func newMeleeWorld(t *testing.T) (*kit.Fixture, map[string]*kit.Brawl) {
	t.Helper()
	f := kit.New(t, kit.WithParams(func(p *types.Params) {
		// Nobody is to run out of time while the others play.
		p.OpenBlocks, p.TurnBlocksDefault, p.ClaimBlocks = 500, 500, 700
		p.OpenDeposit, p.HouseShareBps = kit.Anchors(5), 250
	}))
	for _, p := range append(kit.Brawlers(4), kit.Alice, kit.Bob) {
		f.Fund(p, kit.Anchors(10_000_000))
	}
	melees := make(map[string]*kit.Brawl)

	melees["second-claim"] = f.NewBrawl(3)
	melees["second-claim"].Sink(1)
	melees["second-claim"].Sink(2)
	melees["second-claim"].Pass()
	require.Equal(t, melee.StageSecond, melees["second-claim"].Now().Stage)
	struck := f.NewBrawl(3)
	struck.Deliver(struck.Aim(0, "A10"))
	struck.Deliver(struck.Aim(1, "B10"))
	struck.Pass()
	require.NotZero(t, struck.Now().Struck)
	melees["struck"] = struck

	addMeleesThatEnded(f)
	addMeleesInPlay(f, melees)
	addOpenMelees(f, melees)
	f.NewDuel(game.Classic())
	return f, melees
}

// addMeleesThatEnded adds the result of a melee that was won.
func addMeleesThatEnded(f *kit.Fixture) {
	f.Helper()
	won := newBrawlWith(f, 4, staked4)
	won.Deliver(won.Concede(2))
	won.Sink(1)
	won.Sink(3)
	won.Deliver(won.ClaimMsg(0))
	require.True(f, won.Gone())
}

// addMeleesInPlay adds a melee in each stage in which players owe something.
func addMeleesInPlay(f *kit.Fixture, melees map[string]*kit.Brawl) {
	f.Helper()
	ready := newStaked(f, 3, 1000)
	ready.Deliver(ready.Confirm(1))
	melees["ready"] = ready

	melees["aim"] = newBrawlWith(f, 4, staked4)
	melees["aim"].Round("A1", "A2", "A3", "A4")
	melees["aim"].Deliver(melees["aim"].Concede(3))
	melees["aim"].Deliver(melees["aim"].Aim(1, "B1"))

	melees["fire"] = f.NewBrawl(3)
	for seat, target := range []string{"A1", "A2", "B9"} {
		melees["fire"].Deliver(melees["fire"].Aim(melee.Seat(seat), target))
	}
	melees["fire"].Deliver(melees["fire"].Fire(1))

	melees["report"] = f.NewBrawl(3)
	melees["report"].Volley("A1", "A2", "B9")
	melees["report"].Deliver(melees["report"].Report(0))

	melees["claim"] = newBrawlWith(f, 4, staked4)
	melees["claim"].Sink(1)
	melees["claim"].Deliver(melees["claim"].Concede(2))
	melees["claim"].Sink(3)
	require.Equal(f, melee.StageClaim, melees["claim"].Now().Stage)
}

// newStaked opens a melee with a stake for n invited players who can pay it, and has them join.
func newStaked(f *kit.Fixture, n int, stake int64) *kit.Brawl {
	f.Helper()
	for _, p := range kit.Brawlers(n) {
		f.Fund(p, kit.Anchors(10*stake))
	}
	b := f.NewTable(n, func(msg *types.MsgCreateMelee) {
		for _, p := range kit.Brawlers(n)[1:] {
			msg.Invited = append(msg.Invited, p.Text())
		}
		coin := kit.Anchors(stake)
		msg.Stake = &coin
	})
	b.Fill()
	return b
}

// addOpenMelees adds melees that can be joined.
func addOpenMelees(f *kit.Fixture, melees map[string]*kit.Brawl) {
	f.Helper()
	melees["open"] = f.NewTable(4, nil)
	melees["open"].Deliver(melees["open"].Join(1))
	melees["withdrawn"] = f.NewTable(3, nil)
	melees["withdrawn"].Deliver(melees["withdrawn"].Leave(0))
	require.True(f, melees["withdrawn"].Now().Withdrawn)

	invited := f.NewTable(4, staked4)
	invited.Deliver(invited.Join(1))
	invited.Deliver(invited.DeclineMsg(invited.Boards[3].Player))
	invited.Deliver(invited.Leave(0)) // the creator, who may come back
	require.Len(f, f.Melee(invited.ID).Invited, 2)
	melees["invited"] = invited
}

// staked4 invites three players and puts a stake on a melee.
func staked4(msg *types.MsgCreateMelee) {
	for _, p := range kit.Brawlers(4)[1:] {
		msg.Invited = append(msg.Invited, p.Text())
	}
	stake := kit.Anchors(1001)
	msg.Stake = &stake
}

// newBrawlWith is NewBrawl with a message of its own.
func newBrawlWith(f *kit.Fixture, n int, change func(*types.MsgCreateMelee)) *kit.Brawl {
	f.Helper()
	b := f.NewTable(n, change)
	b.Fill()
	return b.Begin()
}

func TestGenesisOfMeleesInEveryStageRoundTrip(t *testing.T) {
	t.Parallel()
	f, melees := newMeleeWorld(t)
	stages := make(map[melee.Stage]bool)
	for _, b := range melees {
		stages[b.Now().Stage] = true
	}
	for stage := melee.StageOpen; stage <= melee.StageSecond; stage++ {
		require.True(t, stages[stage], "stage %s", stage)
	}
	gs := f.Exported()
	require.NoError(t, gs.Validate(f.Keeper.AddressCodec()))
	require.Len(t, gs.Melees, len(melees))
	require.Len(t, gs.MeleeResults, 1)
	require.Equal(t, f.Escrow(), gs.Held())

	g := f.Successor()
	require.NoError(t, g.Keeper.InitGenesis(g.Ctx, gs))
	want, got := f.Snapshot(), g.Snapshot()
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
	again := g.Exported()
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
	exported, err := f.Keeper.ExportGenesis(f.Ctx)
	require.NoError(t, err)
	bz, err := json.Marshal(exported)
	require.NoError(t, err)
	var gs types.GenesisState
	require.NoError(t, json.Unmarshal(bz, &gs))
	g := f.Successor()
	require.NoError(t, g.Keeper.InitGenesis(g.Ctx, gs))
	g.MeleeReplays = f.MeleeReplays
	for _, b := range melees {
		b.Fixture = g
	}

	m := melees["open"]
	m.Deliver(m.Join(2))
	m.Deliver(m.Join(3))
	m.Begin()
	m = melees["withdrawn"]
	m.Deliver(m.Join(1))
	require.False(t, m.Now().Withdrawn)
	m = melees["invited"]
	g.Refuse(types.ErrUnauthorized, m.Join(3))
	m.Deliver(m.Join(2))
	m.Deliver(m.DeclineMsg(m.Boards[0].Player))
	require.Equal(t, melee.StageReady, m.Now().Stage)
	m = melees["ready"]
	m.Begin()
	m = melees["aim"]
	m.Deliver(m.Aim(0, "C5"))
	m.Deliver(m.Aim(2, "C6"))
	m.Targets[1] = "B1"
	m.Deliver(m.Fire(1))
	m = melees["fire"]
	m.Deliver(m.Fire(0))
	m.Deliver(m.Fire(2))
	m.ReportAll()
	require.Equal(t, 2, m.Now().Round)
	m = melees["report"]
	m.ReportAll()
	require.Equal(t, 2, m.Now().Round)
	melees["claim"].Deliver(melees["claim"].ClaimMsg(0))
	require.True(t, melees["claim"].Gone())
	second := melees["second-claim"]
	second.Deliver(second.ClaimMsg(slices.Max(slices.Collect(second.Now().Owes.All()))))

	g.SkipTo(g.Height() + 5000)
	left := g.Exported()
	require.Empty(t, left.Melees, "every melee ends")
	require.NoError(t, left.Validate(g.Keeper.AddressCodec()))
	require.Equal(t, left.Held(), g.Escrow())
}

// A chain that starts lower than the exported one stopped, or a deadline that was moved, would hold players up.
func TestMeleesThatWouldNeverEndAreNotImported(t *testing.T) {
	t.Parallel()
	f, melees := newMeleeWorld(t)
	now := f.Height()
	deadline := func(name string, height int64) func(*types.GenesisState) {
		return func(gs *types.GenesisState) {
			g := meleeIn(melees[name], gs)
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
		"a whole second claim":     {change: deadline("second-claim", now+700)},
		"more than a claim":        {deadline("second-claim", now+701), types.ErrInvalidGenesis},
		"a melee of another chain": {
			func(gs *types.GenesisState) { gs.Games, gs.ChainId = nil, "other-1" }, types.ErrInvalidGenesis,
		},
		"a melee that begins later": {
			func(gs *types.GenesisState) { meleeIn(melees["claim"], gs).Melee.StartedHeight = now + 1 }, types.ErrInvalidGenesis,
		},
		"a melee that ends later": {
			func(gs *types.GenesisState) { gs.MeleeResults[0].EndedHeight = now + 1 }, types.ErrInvalidGenesis,
		},
		"a melee of a lower height": {
			func(gs *types.GenesisState) { meleeIn(melees["open"], gs).Melee.CreatedHeight = now + 1 }, types.ErrInvalidGenesis,
		},
	} {
		t.Run(name, func(t *testing.T) {
			gs := f.Exported()
			tc.change(&gs)
			g := f.Successor()
			require.ErrorIs(t, g.Keeper.InitGenesis(g.Ctx, gs), tc.want)
			if tc.want != nil {
				require.Empty(t, g.ExportRaw(), "nothing is written of a state that is refused")
			}
		})
	}
}

// meleeIn returns the melee in a genesis state.
func meleeIn(b *kit.Brawl, gs *types.GenesisState) *types.GenesisMelee {
	b.Helper()
	i := slices.IndexFunc(gs.Melees, func(g types.GenesisMelee) bool { return g.Melee.Id == b.ID })
	require.GreaterOrEqual(b, i, 0)
	return &gs.Melees[i]
}

func TestGenesisWithDamagedMeleesIsRefused(t *testing.T) {
	t.Parallel()
	f, melees := newMeleeWorld(t)
	in := func(name string, spoil func(g *types.GenesisMelee)) func(*types.GenesisState) {
		return func(gs *types.GenesisState) { spoil(meleeIn(melees[name], gs)) }
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
	first := kit.Brawlers(1)[0].Text()
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
			in("aim", func(g *types.GenesisMelee) { g.Melee.Terms.Stake.Amount = kit.Anchors(0).Amount }), "stake",
		},
		"a creator without a record": {
			in("open", func(g *types.GenesisMelee) { g.Melee.Creator = kit.Mallory.Text() }), "record",
		},
		"another creator": {
			in("open", func(g *types.GenesisMelee) { g.Melee.Creator = kit.Brawlers(2)[1].Text() }), "open_games",
		},
		"a deposit kept too long": {
			in("aim", func(g *types.GenesisMelee) { d := kit.Anchors(5); g.Melee.Deposit = &d }), "deposit",
		},
		"a deposit of nothing": {
			in("open", func(g *types.GenesisMelee) { d := kit.Anchors(0); g.Melee.Deposit = &d }), "deposit",
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
			in("ready", func(g *types.GenesisMelee) { g.Melee.Invited = []string{kit.Alice.Text()} }), "invited",
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
			in("open", func(g *types.GenesisMelee) { g.Melee.Players[3].Delegate = kit.Alice.Text() }), "nobody sits",
		},
		"a delegate without address": {
			in("aim", func(g *types.GenesisMelee) { g.Melee.Players[0].Delegate = "x" }), "address",
		},
		"a player without a record": {
			in("aim", func(g *types.GenesisMelee) { g.Melee.Players[0].Address = kit.Mallory.Text() }), "record",
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
			in("aim", func(g *types.GenesisMelee) { g.Boards[0].Board.Nonce = melees["fire"].Boards[0].Binding.Nonce }), "nonce",
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
		"a result's stake of nothing": {
			result(func(r *types.MeleeResult) { r.Stake.Amount = kit.Anchors(0).Amount }), "stake",
		},
		"a winner that is none":    {result(func(r *types.MeleeResult) { r.Winners = 2 }), "winners"},
		"a winner of no seat":      {result(func(r *types.MeleeResult) { r.Winners = 1 << 16 }), "seats"},
		"a place without a player": {place(0, func(p *types.MeleePlace) { p.Player = "" }), "taken"},
		"a place of nobody":        {place(0, func(p *types.MeleePlace) { p.Player = kit.Mallory.Text() }), "record"},
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
			gs := f.Exported()
			tc.change(&gs)
			f.Successor().RequireRefused(t, gs, tc.want)
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
