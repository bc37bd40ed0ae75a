package keeper_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cosmossdk.io/math"

	sdk "github.com/cosmos/cosmos-sdk/types"
	moduletestutil "github.com/cosmos/cosmos-sdk/types/module/testutil"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship"
	"github.com/battleship-chain/battleship/x/battleship/internal/kit"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

func TestGenesisRoundTrip(t *testing.T) {
	t.Parallel()
	f, _ := newWorld(t)
	cdc := moduletestutil.MakeTestEncodingConfig(battleship.AppModule{}).Codec
	gs := f.Exported()
	for name, records := range map[string]int{
		"games": len(gs.Games), "results": len(gs.Results), "players": len(gs.Players), "quarantined": len(gs.Quarantined),
		"pairs": len(gs.Pairs), "unpaid": len(gs.Unpaid),
		"places": len(gs.Places), "promised": len(gs.Promised), "rematches": len(gs.Rematches),
	} {
		require.NotZero(t, records, name)
	}
	module := battleship.NewAppModule(f.Keeper)
	exported := module.ExportGenesis(f.Ctx, cdc)
	require.NoError(t, module.ValidateGenesis(cdc, nil, exported))

	g := f.Successor()
	imported := battleship.NewAppModule(g.Keeper)
	imported.InitGenesis(g.Ctx, cdc, exported)
	require.Equal(t, string(exported), string(imported.ExportGenesis(g.Ctx, cdc)))

	// All but the queue is the same byte for byte; the queue holds an entry for each game, and no other.
	const queue, heights = types.StoreKey + "/\x05", types.StoreKey + "/\x16"
	want, got := f.Snapshot(), g.Snapshot()
	entries := 0
	for key, value := range want {
		if strings.HasPrefix(key, types.StoreKey+"/") && !strings.HasPrefix(key, queue) {
			require.Contains(t, got, key, "values of indexes are empty, so it is their keys that matter")
			if strings.HasPrefix(key, heights) {
				continue
			}
			require.Equal(t, value, got[key], "%q", key)
		}
	}
	for key := range got {
		if strings.HasPrefix(key, queue) {
			entries++
			continue
		}
		if strings.HasPrefix(key, types.StoreKey+"/") {
			require.Contains(t, want, key)
		}
	}
	require.Equal(t, len(gs.Games), entries)
}

// Buckets once kept the ratings that nobody had any more, so that a chain that was imported kept less than the one that
// was exported.
func TestBucketsOfUnusedRatingsAreDeleted(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	buckets := func() (kept []uint32) {
		all := f.Keeper.Records().RatingBuckets
		require.NoError(t, all.Walk(f.Ctx, nil, func(n uint32, b types.RatingBucket) (bool, error) {
			require.NotZero(t, slices.Max(b.Counts), "bucket %d", n)
			kept = append(kept, n)
			return false, nil
		}))
		return kept
	}
	played(f, kit.Alice, kit.Bob, game.Joiner, nil)
	require.Equal(t, []uint32{1180 / types.RatingBucketSize, 1220 / types.RatingBucketSize}, buckets())
	played(f, kit.Alice, kit.Bob, game.Creator, nil)
	require.Equal(t, []uint32{1200 / types.RatingBucketSize}, buckets(), "both are where they began")
}

// A file is sorted by the texts of addresses, a store by their bytes.
func TestGenesisIsSortedByText(t *testing.T) {
	t.Parallel()
	f, _ := newWorld(t)
	gs := f.Exported()
	require.True(t, slices.IsSortedFunc(gs.Players, func(a, b types.GenesisPlayer) int {
		return strings.Compare(a.Address, b.Address)
	}))
	byBytes := false
	for _, p := range gs.Pairs {
		byBytes = byBytes || p.Lower > p.Higher
	}
	require.True(t, byBytes, "the world needs a pair of whom the lower text has the higher bytes")
}

func TestGamesContinueAfterTheirExport(t *testing.T) {
	t.Parallel()
	f, duels := newWorld(t)
	exported, err := f.Keeper.ExportGenesis(f.Ctx)
	require.NoError(t, err)
	// An export is a file in between.
	bz, err := json.Marshal(exported)
	require.NoError(t, err)
	var gs types.GenesisState
	require.NoError(t, json.Unmarshal(bz, &gs))

	g := f.Successor()
	require.NoError(t, g.Keeper.InitGenesis(g.Ctx, gs))
	g.Replays = f.Replays
	for _, d := range duels {
		d.Fixture = g
	}
	g.Deliver(duels["claim"].Claim(duels["claim"].Now().Actor))
	require.Equal(t, types.REASON_SUNK, g.Result(duels["claim"].ID).Reason)
	g.Deliver(duels["second"].Claim(game.Creator))
	require.Equal(t, types.REASON_CHALLENGED, g.Result(duels["second"].ID).Reason)
	g.Deliver(duels["timeout"].Claim(game.Joiner))
	require.Equal(t, types.REASON_TIMEOUT, g.Result(duels["timeout"].ID).Reason)
	g.Deliver(duels["toss"].Reveal(game.Creator, "A1"))
	g.Deliver(kit.JoinMsg(duels["open"].ID, renewed(duels["open"].Boards[game.Joiner], g)))
	g.Deliver(kit.JoinMsg(duels["ranged"].ID, renewed(duels["ranged"].Boards[game.Joiner], g)))
	g.Deliver(kit.JoinMsg(duels["offered rematch"].ID, renewed(duels["offered rematch"].Boards[game.Joiner], g)))
	g.Deliver(duels["invited"].Decline(kit.Mallory))
	for _, name := range []string{"play", "xaya", "rematch"} {
		for duels[name].Now().Phase == game.PhasePlay {
			g.Deliver(duels[name].Next())
		}
		g.Deliver(duels[name].Claim(duels[name].Now().Actor))
		require.Equal(t, types.REASON_SUNK, g.Result(duels[name].ID).Reason)
	}
	match := g.MatchMsg(kit.Carol, game.Classic())
	match.Casual = true
	g.Deliver(match)
	require.Equal(t, game.PhaseToss, duels["waiting"].Now().Phase, "a match finds who waits for it")
	require.True(t, g.Has(duels["quarantined"].ID))
	g.SkipTo(g.Height() + 701)
	require.False(t, g.Has(duels["quarantined"].ID), "tried again at its time")
	g.SkipTo(g.Height() + 2000)
	gs2 := g.Exported()
	require.Empty(t, gs2.Games, "every game ends")
	require.NoError(t, gs2.Validate(g.Keeper.AddressCodec()))

	// Nothing but what waits for accounts is left, and when it is withdrawn, nothing at all.
	require.Equal(t, gs2.Held(), holdings(g))
	g.Deliver(&types.MsgWithdraw{Sender: kit.Carol.Text()})
	g.Deliver(&types.MsgWithdraw{Sender: kit.Mallory.Text()})
	require.Empty(t, holdings(g))
	require.Empty(t, g.Escrow())
}

// A game that could not be settled is tried again when it would have been without the export, and not in the first
// block.
func TestAQuarantinedGameIsImportedAtItsRetryHeight(t *testing.T) {
	t.Parallel()
	f, duels := newWorld(t)
	id := duels["quarantined"].ID
	require.Len(t, quarantines(f), 1)
	retry := quarantines(f)[0].RetryHeight
	require.Greater(t, retry, f.Height())
	require.Less(t, f.State(id).Deadline, f.Height())

	g := f.Successor()
	require.NoError(t, g.Keeper.InitGenesis(g.Ctx, f.Exported()))
	require.Contains(t, queueOf(g), fmt.Sprintf("game %d at %d", id, retry))
	g.SkipTo(retry + 1)
	require.True(t, g.Has(id), "before its time")
	g.EndBlock()
	require.False(t, g.Has(id))
}

func TestStakesAreSettledExactlyAfterTheirExport(t *testing.T) {
	t.Parallel()
	f, duels := newWorld(t)
	g := f.Successor()
	require.NoError(t, g.Keeper.InitGenesis(g.Ctx, f.Exported()))
	g.Replays = f.Replays
	for _, d := range duels {
		d.Fixture = g
	}
	exported := f.Exported()
	const pot, house = 2 * worldStake, 50
	collector := authtypes.NewModuleAddress(authtypes.FeeCollectorName)
	module := authtypes.NewModuleAddress(types.ModuleName)
	// paid returns what some work brings bob, carol, the network and the module.
	paid := func(work func()) [4]int64 {
		accounts := [...]sdk.AccAddress{kit.Bob.Addr, kit.Carol.Addr, collector, module}
		var changes [4]int64
		for i, account := range accounts {
			changes[i] = -anchors(g, account)
		}
		work()
		for i, account := range accounts {
			changes[i] += anchors(g, account)
		}
		require.Equal(t, anchors(g, module), g.Escrow().AmountOf(types.DefaultFeeDenom).Int64(), "what is owed is held")
		return changes
	}

	fee := gameIn(duels["staked"], &exported).Game.Terms.Fee.Amount.Int64()
	require.Positive(t, fee)
	require.Equal(t, [...]int64{pot - house, 0, house, -pot - 2*fee}, paid(func() {
		g.Deliver(duels["staked"].Concede(game.Creator))
		g.Deliver(duels["staked"].Claim(game.Joiner))
	}), "fees are burned for a reward")
	require.Positive(t, g.Result(duels["staked"].ID).Reward)

	require.Equal(t, [...]int64{pot - house, 0, house, -pot}, paid(func() {
		g.Deliver(duels["casual"].Concede(game.Joiner))
		g.Deliver(duels["casual"].Claim(game.Creator))
	}))

	offered := gameIn(duels["offered rematch"], &exported).Game
	back := offered.Terms.Fee.Amount.Int64() + offered.Offer.Deposit.Amount.Int64()
	require.Equal(t, [...]int64{back, 0, 0, -back}, paid(func() {
		g.Withdraw(duels["offered rematch"].Player(game.Creator), duels["offered rematch"].ID)
	}))
}

// renewed returns the board as its player's next one.
func renewed(b kit.Board, f *kit.Fixture) kit.Board {
	return f.NewBoard(b.Player, b.Binding.Ruleset, b.Binding.Ruleset.FleetString(b.Fleet))
}

func TestGamesAreBoundToTheirChain(t *testing.T) {
	t.Parallel()
	f, _ := newWorld(t)
	gs, err := f.Keeper.ExportGenesis(f.Ctx)
	require.NoError(t, err)
	g := kit.NewEmpty(t)
	g.Ctx = g.Ctx.WithChainID("battleship-test-2")
	require.ErrorIs(t, g.Keeper.InitGenesis(g.Ctx, *gs), types.ErrInvalidGenesis)
	require.Empty(t, g.ExportRaw(), "nothing is written of a state that is refused")

	f = kit.New(t)
	f.OpenGames(1)
	gs, err = f.Keeper.ExportGenesis(f.Ctx)
	require.NoError(t, err)
	require.ErrorContains(t, g.Keeper.InitGenesis(g.Ctx, *gs), "1 unfinished games are bound to their chain")
	require.Empty(t, g.ExportRaw())

	f = kit.New(t)
	f.Win()
	gs, err = f.Keeper.ExportGenesis(f.Ctx)
	require.NoError(t, err)
	g.Ctx = g.Ctx.WithBlockHeight(f.Height())
	require.NoError(t, g.Keeper.InitGenesis(g.Ctx, *gs), "what has ended can move")
}

func TestGamesAreNotImportedAtALowerHeight(t *testing.T) {
	t.Parallel()
	f, _ := newWorld(t)
	gs, err := f.Keeper.ExportGenesis(f.Ctx)
	require.NoError(t, err)
	g := f.Successor()
	for name, tc := range map[string]struct {
		height int64
		want   error
	}{
		"at the height of the export": {height: f.Height()},
		"higher":                      {height: f.Height() + 1},
		"one block lower":             {height: f.Height() - 1, want: types.ErrInvalidGenesis},
		"at the first block":          {height: 1, want: types.ErrInvalidGenesis},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, _ := g.Ctx.WithBlockHeight(tc.height).CacheContext()
			require.ErrorIs(t, g.Keeper.InitGenesis(ctx, *gs), tc.want)
		})
	}
}

func TestAttackGenesisThatWouldNeverEnd(t *testing.T) {
	t.Parallel()
	f, duels := newWorld(t)
	valid, err := f.Keeper.ExportGenesis(f.Ctx)
	require.NoError(t, err)
	bz, err := valid.Marshal()
	require.NoError(t, err)
	deadline := func(name string, height int64) func(*types.GenesisState) {
		return func(gs *types.GenesisState) {
			i := slices.IndexFunc(gs.Games, func(g types.GenesisGame) bool { return g.Game.Id == duels[name].ID })
			gs.Games[i].Progress.Deadline = height
		}
	}
	withdraw := func(gs *types.GenesisState) {
		i := slices.IndexFunc(gs.Games, func(g types.GenesisGame) bool { return g.Game.Id == duels["open"].ID })
		gs.Games[i].Progress.Reason = types.REASON_CANCELLED
	}
	retry := func(height int64) func(*types.GenesisState) {
		return func(gs *types.GenesisState) { gs.Quarantined[0].RetryHeight = height }
	}
	now, last := f.Height(), f.Height()+types.MaxClockBlocks
	for name, tc := range map[string]struct {
		change func(gs *types.GenesisState)
		want   error
	}{
		"nothing changed":        {change: func(*types.GenesisState) {}},
		"a retry in the end":     {change: retry(last)},
		"a retry too late":       {change: retry(last + 1), want: types.ErrInvalidGenesis},
		"a retry never":          {change: retry(1<<63 - 1), want: types.ErrInvalidGenesis},
		"open for very long":     {change: deadline("open", last)},
		"open for too long":      {change: deadline("open", last+1), want: types.ErrInvalidGenesis},
		"open for ever":          {change: deadline("open", 1<<63-1), want: types.ErrInvalidGenesis},
		"a whole turn":           {change: deadline("play", now+500)},
		"more than a turn":       {change: deadline("play", now+501), want: types.ErrInvalidGenesis},
		"more than a toss takes": {change: deadline("toss", now+501), want: types.ErrInvalidGenesis},
		"a whole claim":          {change: deadline("claim", now+700)},
		"more than a claim":      {change: deadline("claim", now+701), want: types.ErrInvalidGenesis},
		"withdrawn for long": {change: func(gs *types.GenesisState) {
			withdraw(gs)
			deadline("open", now+game.WithdrawBlocks)(gs)
		}},
		"withdrawn for too long": {change: func(gs *types.GenesisState) {
			withdraw(gs)
			deadline("open", now+game.WithdrawBlocks+1)(gs)
		}, want: types.ErrInvalidGenesis},
	} {
		t.Run(name, func(t *testing.T) {
			var gs types.GenesisState
			require.NoError(t, gs.Unmarshal(bz))
			tc.change(&gs)
			g := f.Successor()
			err := g.Keeper.InitGenesis(g.Ctx, gs)
			require.ErrorIs(t, err, tc.want)
			if tc.want != nil {
				require.Regexp(t, "expected .*got ", err.Error())
				require.Empty(t, g.ExportRaw(), "nothing is written of a state that is refused")
			}
		})
	}
}

// The mint counts what it lets through, so coins that a genesis file gives away uncounted would come on top of the cap.
func TestGenesisWithMoreShipcoinThanWasMinted(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		supply, minted int64
		want           error
	}{
		"none":                       {},
		"all that was minted":        {supply: 42, minted: 42},
		"less, for some was burned":  {supply: 41, minted: 42},
		"more than was minted":       {supply: 43, minted: 42, want: types.ErrInvalidGenesis},
		"some, though none was ever": {supply: 1, want: types.ErrInvalidGenesis},
	} {
		t.Run(name, func(t *testing.T) {
			f := kit.NewEmpty(t)
			bank := banktypes.DefaultGenesisState()
			if tc.supply > 0 {
				bank.Balances = []banktypes.Balance{{
					Address: kit.Alice.Text(), Coins: sdk.NewCoins(sdk.NewInt64Coin(types.RewardDenom, tc.supply)),
				}}
			}
			f.Bank.InitGenesis(f.Ctx, bank)
			gs := types.DefaultGenesis()
			gs.Rewards.Minted = math.NewInt(tc.minted)
			err := f.Keeper.InitGenesis(f.Ctx, *gs)
			require.ErrorIs(t, err, tc.want)
			if tc.want != nil {
				want := fmt.Sprintf("expected at least the supply, %duship, got %duship", tc.supply, tc.minted)
				require.ErrorContains(t, err, want)
				require.Empty(t, f.ExportRaw(), "nothing is written of a state that is refused")
			}
		})
	}
}

func TestDefaultGenesis(t *testing.T) {
	t.Parallel()
	f := kit.NewEmpty(t)
	cdc := moduletestutil.MakeTestEncodingConfig(battleship.AppModule{}).Codec
	module := battleship.NewAppModule(f.Keeper)
	require.NoError(t, module.ValidateGenesis(cdc, nil, module.DefaultGenesis(cdc)))
	module.InitGenesis(f.Ctx, cdc, module.DefaultGenesis(cdc))
	require.Equal(t, types.DefaultParams(), f.Params())
	require.True(t, f.Rewards().Minted.IsZero())
	require.Equal(t, int64(kit.FullReward), f.Rewards().Payout.Int64())
	require.Error(t, module.ValidateGenesis(cdc, nil, []byte(`{"params":"none"}`)))
	require.Panics(t, func() { module.InitGenesis(f.Ctx, cdc, []byte(`{}`)) })
}

func TestGenesisThatContradictsItself(t *testing.T) {
	t.Parallel()
	f, duels := newWorld(t)
	valid, err := f.Keeper.ExportGenesis(f.Ctx)
	require.NoError(t, err)
	index := func(name string) int {
		return slices.IndexFunc(valid.Games, func(g types.GenesisGame) bool { return g.Game.Id == duels[name].ID })
	}
	play, open, claim := index("play"), index("open"), index("claim")
	won := slices.IndexFunc(valid.Results, func(r types.Result) bool { return r.Reward > 0 })
	g := f.Successor()
	for name, corrupt := range map[string]func(gs *types.GenesisState){
		"params out of bounds": func(gs *types.GenesisState) { gs.Params.ClaimBlocks = 0 },
		"params without a cap": func(gs *types.GenesisState) { gs.Params.RewardCap = math.Int{} },
		"no next id":           func(gs *types.GenesisState) { gs.NextGameId = 0 },
		"next id given out":    func(gs *types.GenesisState) { gs.NextGameId = gs.Games[len(gs.Games)-1].Game.Id },
		"game 0":               func(gs *types.GenesisState) { gs.Games[0].Game.Id = 0 },
		"a game twice": func(gs *types.GenesisState) {
			gs.Games = append(gs.Games, gs.Games[len(gs.Games)-1])
		},
		"games out of order":    func(gs *types.GenesisState) { slices.Reverse(gs.Games) },
		"a game that has ended": func(gs *types.GenesisState) { gs.Games[play].Progress.Phase = types.PHASE_OVER },
		"a game that was cancelled": func(gs *types.GenesisState) {
			gs.Games[open].Progress.Phase, gs.Games[open].Progress.Reason = types.PHASE_CANCELLED, types.REASON_CANCELLED
			gs.Games[open].Progress.Deadline = 0
		},
		"unfinished and finished":  func(gs *types.GenesisState) { gs.Results[won].GameId = gs.Games[0].Game.Id },
		"ruleset unknown":          func(gs *types.GenesisState) { gs.Games[play].Game.RulesetId = 99 },
		"ruleset of another board": func(gs *types.GenesisState) { gs.Games[play].Game.RulesetId = game.Xaya().ID },
		"no clock":                 func(gs *types.GenesisState) { gs.Games[play].Game.TurnBlocks = 0 },
		"a clock backwards":        func(gs *types.GenesisState) { gs.Games[play].Game.ClaimBlocks = -1 },
		"a turn without an end": func(gs *types.GenesisState) {
			gs.Games[play].Game.TurnBlocks = types.MaxClockBlocks + 1
		},
		"a claim without an end": func(gs *types.GenesisState) {
			gs.Games[play].Game.ClaimBlocks = types.MaxClockBlocks + 1
		},
		"games of no chain": func(gs *types.GenesisState) { gs.ChainId = "" },
		"no seats":          func(gs *types.GenesisState) { gs.Games[play].Game.Participants = nil },
		"a seat missing": func(gs *types.GenesisState) {
			gs.Games[play].Game.Participants = gs.Games[play].Game.Participants[:1]
		},
		"a seat too many": func(gs *types.GenesisState) {
			gs.Games[play].Game.Participants = append(gs.Games[play].Game.Participants, gs.Games[play].Game.Participants[0])
		},
		"an open game with two seats": func(gs *types.GenesisState) {
			gs.Games[open].Game.Participants = append(gs.Games[open].Game.Participants, gs.Games[play].Game.Participants[1])
		},
		"one player in both seats": func(gs *types.GenesisState) {
			gs.Games[play].Game.Participants[1].Address = gs.Games[play].Game.Participants[0].Address
		},
		"a player without a record": func(gs *types.GenesisState) {
			gs.Games[play].Game.Participants[0].Address = kit.Carol.Text()
		},
		"a player in capitals": func(gs *types.GenesisState) {
			gs.Games[play].Game.Participants[0].Address = strings.ToUpper(gs.Games[play].Game.Participants[0].Address)
		},
		"a delegate who is the player": func(gs *types.GenesisState) {
			gs.Games[play].Game.Participants[0].Delegate = gs.Games[play].Game.Participants[0].Address
		},
		"a delegate who is the opponent": func(gs *types.GenesisState) {
			gs.Games[play].Game.Participants[0].Delegate = gs.Games[play].Game.Participants[1].Address
		},
		"a delegate of both": func(gs *types.GenesisState) {
			gs.Games[play].Game.Participants[0].Delegate = kit.Carol.Text()
			gs.Games[play].Game.Participants[1].Delegate = kit.Carol.Text()
		},
		"a delegate who is no address": func(gs *types.GenesisState) {
			gs.Games[play].Game.Participants[0].Delegate = "carol"
		},
		"a board without roots": func(gs *types.GenesisState) {
			gs.Games[play].Game.Participants[0].Board.RowRoots = nil
		},
		"a board of no scheme": func(gs *types.GenesisState) {
			gs.Games[play].Game.Participants[0].Board.Scheme = 0
		},
		"equal boards": func(gs *types.GenesisState) {
			gs.Games[play].Game.Participants[1].Board.RowRoots = gs.Games[play].Game.Participants[0].Board.RowRoots
		},
		"a nonce that is still to come": func(gs *types.GenesisState) {
			gs.Games[play].Game.Participants[0].Board.Nonce = 1000
		},
		"a nonce used twice": func(gs *types.GenesisState) {
			gs.Games[play].Game.Participants[0].Board.Nonce = gs.Games[claim].Game.Participants[0].Board.Nonce
		},
		"no toss":             func(gs *types.GenesisState) { gs.Games[play].Game.Toss = nil },
		"an open game's toss": func(gs *types.GenesisState) { gs.Games[open].Game.Toss = make([]byte, 32) },
		"a recovery missing": func(gs *types.GenesisState) {
			gs.Games[play].Recoveries = gs.Games[play].Recoveries[:1]
		},
		"a recovery too long":  func(gs *types.GenesisState) { gs.Games[play].Recoveries[0] = make([]byte, 129) },
		"created in the past":  func(gs *types.GenesisState) { gs.Games[play].Game.CreatedHeight = -1 },
		"created too late":     func(gs *types.GenesisState) { gs.Games[open].Game.CreatedHeight = 1 << 40 },
		"joined before it was": func(gs *types.GenesisState) { gs.Games[play].Game.JoinedHeight = 1 },
		"joined while open": func(gs *types.GenesisState) {
			gs.Games[open].Game.JoinedHeight = gs.Games[open].Game.CreatedHeight
		},
		"phase unspecified":     func(gs *types.GenesisState) { gs.Games[play].Progress.Phase = 0 },
		"phase of the future":   func(gs *types.GenesisState) { gs.Games[play].Progress.Phase = 7 },
		"nothing owed":          func(gs *types.GenesisState) { gs.Games[play].Progress.Owes = 0 },
		"a claim owed in play":  func(gs *types.GenesisState) { gs.Games[play].Progress.Owes = types.OBLIGATION_CLAIM },
		"nobody acts in play":   func(gs *types.GenesisState) { gs.Games[play].Progress.Actor = 0 },
		"actor without a seat":  func(gs *types.GenesisState) { gs.Games[play].Progress.Actor = 3 },
		"actor below all seats": func(gs *types.GenesisState) { gs.Games[play].Progress.Actor = -1 },
		"actor while open":      func(gs *types.GenesisState) { gs.Games[open].Progress.Actor = types.SEAT_CREATOR },
		"nobody first in play":  func(gs *types.GenesisState) { gs.Games[play].Progress.First = 0 },
		"first without a seat":  func(gs *types.GenesisState) { gs.Games[play].Progress.First = 3 },
		"first while open":      func(gs *types.GenesisState) { gs.Games[open].Progress.First = types.SEAT_CREATOR },
		"a reason in play":      func(gs *types.GenesisState) { gs.Games[play].Progress.Reason = types.REASON_SUNK },
		"no reason in a claim":  func(gs *types.GenesisState) { gs.Games[claim].Progress.Reason = 0 },
		"pending off the board": func(gs *types.GenesisState) { gs.Games[play].Progress.Pending = 101 },
		"a side missing": func(gs *types.GenesisState) {
			gs.Games[play].Progress.Sides = gs.Games[play].Progress.Sides[:1]
		},
		"hits without answers": func(gs *types.GenesisState) { gs.Games[play].Progress.Sides[0].Hits[12] = 8 },
		"tiles off the board":  func(gs *types.GenesisState) { gs.Games[play].Progress.Sides[0].Answered[12] = 0xff },
		"a set too short": func(gs *types.GenesisState) {
			gs.Games[play].Progress.Sides[0].Answered = gs.Games[play].Progress.Sides[0].Answered[1:]
		},
		"half a sunk ship": func(gs *types.GenesisState) {
			gs.Games[play].Progress.Sides[0].Sunk = []byte{1}
		},
		"a ship sunk dry": func(gs *types.GenesisState) {
			gs.Games[open].Progress.Sides[0].Sunk = []byte{0, 0}
		},
		"result without winner": func(gs *types.GenesisState) { gs.Results[won].Winner = 0 },
		"result with winner 3":  func(gs *types.GenesisState) { gs.Results[won].Winner = 3 },
		"result with the other winner": func(gs *types.GenesisState) {
			gs.Results[won].Winner = 3 - gs.Results[won].Winner
		},
		"void, but won": func(gs *types.GenesisState) { gs.Results[won].Reason = types.REASON_VOID },
		"void, but paid": func(gs *types.GenesisState) {
			gs.Results[won].Reason, gs.Results[won].Winner = types.REASON_VOID, 0
		},
		"result cancelled":     func(gs *types.GenesisState) { gs.Results[won].Reason = types.REASON_CANCELLED },
		"result for no reason": func(gs *types.GenesisState) { gs.Results[won].Reason = 0 },
		"reason of the future": func(gs *types.GenesisState) { gs.Results[won].Reason = 8 },
		"result of one player": func(gs *types.GenesisState) {
			gs.Results[won].Players = gs.Results[won].Players[:1]
		},
		"result of one against itself": func(gs *types.GenesisState) {
			gs.Results[won].Players[1] = gs.Results[won].Players[0]
		},
		"result of a stranger":  func(gs *types.GenesisState) { gs.Results[won].Players[1] = kit.Carol.Text() },
		"result of no ruleset":  func(gs *types.GenesisState) { gs.Results[won].RulesetId = 0 },
		"shots missing":         func(gs *types.GenesisState) { gs.Results[won].Shots = nil },
		"more shots than tiles": func(gs *types.GenesisState) { gs.Results[won].Shots[0] = 101 },
		"ended before it began": func(gs *types.GenesisState) { gs.Results[won].EndedHeight = 1 },
		"a result twice":        func(gs *types.GenesisState) { gs.Results = append(gs.Results, gs.Results[won]) },
		"a result to come":      func(gs *types.GenesisState) { gs.Results[won].GameId = gs.NextGameId },
		"a player twice": func(gs *types.GenesisState) {
			gs.Players = append(gs.Players, gs.Players[len(gs.Players)-1])
		},
		"players out of order":     func(gs *types.GenesisState) { slices.Reverse(gs.Players) },
		"a player missing":         func(gs *types.GenesisState) { gs.Players = gs.Players[1:] },
		"a player without address": func(gs *types.GenesisState) { gs.Players[0].Address = "" },
		"a nonce behind":           func(gs *types.GenesisState) { gs.Players[0].Player.BoardNonce = 1 },
		"games counted wrong":      func(gs *types.GenesisState) { gs.Players[0].Player.Games++ },
		"wins counted wrong":       func(gs *types.GenesisState) { gs.Players[0].Player.Won++ },
		"losses counted wrong":     func(gs *types.GenesisState) { gs.Players[0].Player.Lost++ },
		"minted unknown":           func(gs *types.GenesisState) { gs.Rewards.Minted = math.Int{} },
		"minted negative":          func(gs *types.GenesisState) { gs.Rewards.Minted = math.NewInt(-1) },
		"minted past any cap": func(gs *types.GenesisState) {
			gs.Rewards.Minted = math.NewInt(types.MaxRewardCap + 1)
		},
		"less minted than paid": func(gs *types.GenesisState) { gs.Rewards.Minted = math.NewInt(kit.FullReward - 1) },
		"payout negative":       func(gs *types.GenesisState) { gs.Rewards.Payout = math.NewInt(-1) },
		"payout unknown":        func(gs *types.GenesisState) { gs.Rewards.Payout = math.Int{} },
		"payout past any cap": func(gs *types.GenesisState) {
			gs.Rewards.Payout = math.NewInt(2*types.MaxRewardCap + 1)
		},
		"quarantined, but ended": func(gs *types.GenesisState) { gs.Quarantined[0].GameId = gs.Results[won].GameId },
		"quarantined twice": func(gs *types.GenesisState) {
			gs.Quarantined = append(gs.Quarantined, gs.Quarantined[0])
		},
		"quarantined for ever": func(gs *types.GenesisState) { gs.Quarantined[0].RetryHeight = 0 },
		"quarantined for a novel": func(gs *types.GenesisState) {
			gs.Quarantined[0].Error = strings.Repeat("!", types.MaxErrorBytes+1)
		},
	} {
		t.Run(name, func(t *testing.T) {
			gs := f.Exported()
			require.NoError(t, gs.Validate(f.Keeper.AddressCodec()))
			corrupt(&gs)
			g.RequireRefused(t, gs, "")
		})
	}
}
