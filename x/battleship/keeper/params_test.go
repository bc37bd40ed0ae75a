package keeper_test

import (
	"testing"

	cmtproto "github.com/cometbft/cometbft/proto/tendermint/types"
	"github.com/stretchr/testify/require"

	"cosmossdk.io/math"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

func TestOnlyTheAuthorityChangesTheParams(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	params := f.params()
	params.LoserShareBps = 200
	f.refuse(types.ErrUnauthorized, &types.MsgUpdateParams{Authority: alice.text(), Params: params})
	f.refuse(types.ErrInvalidAddress, &types.MsgUpdateParams{Authority: "", Params: params})
	f.refuse(types.ErrInvalidParams, &types.MsgUpdateParams{Authority: f.authority})
	f.deliver(&types.MsgUpdateParams{Authority: f.authority, Params: params})
	require.Equal(t, params, f.params())
	require.Equal(t, int64(fullReward), f.rewards().Payout.Int64())
}

func TestParamsOutOfBounds(t *testing.T) {
	t.Parallel()
	for name, spoil := range map[string]func(p *types.Params){
		"turn_blocks_min 0":                 func(p *types.Params) { p.TurnBlocksMin = 0 },
		"turn_blocks_min too short to meet": func(p *types.Params) { p.TurnBlocksMin = types.MinClockBlocks - 1 },
		"turn_blocks_min above the default": func(p *types.Params) { p.TurnBlocksMin = p.TurnBlocksDefault + 1 },
		"turn_blocks_max below the default": func(p *types.Params) { p.TurnBlocksMax = p.TurnBlocksDefault - 1 },
		"turn_blocks_max too long":          func(p *types.Params) { p.TurnBlocksMax = types.MaxClockBlocks + 1 },
		"turn_blocks_default negative":      func(p *types.Params) { p.TurnBlocksDefault = -1 },
		"open_blocks 0":                     func(p *types.Params) { p.OpenBlocks = 0 },
		"open_blocks too short to join":     func(p *types.Params) { p.OpenBlocks = types.MinClockBlocks - 1 },
		"claim_blocks too short to claim":   func(p *types.Params) { p.ClaimBlocks = types.MinClockBlocks - 1 },
		"open_blocks too long":              func(p *types.Params) { p.OpenBlocks = 1<<63 - 1 },
		"claim_blocks negative":             func(p *types.Params) { p.ClaimBlocks = -1 << 63 },
		"max_expiries_per_block 0":          func(p *types.Params) { p.MaxExpiriesPerBlock = 0 },
		"max_expiries_per_block too many":   func(p *types.Params) { p.MaxExpiriesPerBlock = types.MaxExpiriesPerBlock + 1 },
		"reward_growth_ppm above all":       func(p *types.Params) { p.RewardGrowthPpm = types.PartsPerMillion + 1 },
		"loser_share_bps above all":         func(p *types.Params) { p.LoserShareBps = types.BasisPoints + 1 },
		"timeout_share_bps above all":       func(p *types.Params) { p.TimeoutShareBps = types.BasisPoints + 1 },
		"reward_cap unknown":                func(p *types.Params) { p.RewardCap = math.Int{} },
		"reward_cap negative":               func(p *types.Params) { p.RewardCap = math.NewInt(-1) },
		"reward_cap raised for ever":        func(p *types.Params) { p.RewardCap = math.NewInt(types.MaxRewardCap + 1) },
		"reward_initial unknown":            func(p *types.Params) { p.RewardInitial = math.Int{} },
		"reward_initial negative":           func(p *types.Params) { p.RewardInitial = math.NewInt(-1) },
		"reward_initial above the cap":      func(p *types.Params) { p.RewardInitial = p.RewardCap.AddRaw(1) },
		"reward_initial above a cap that was lowered": func(p *types.Params) {
			p.RewardCap = math.NewInt(fullReward)
			p.RewardInitial = p.RewardCap.AddRaw(1)
		},
		"closed_rulesets with one that nobody knows": func(p *types.Params) { p.ClosedRulesets = []uint32{1, 99} },
		"closed_rulesets not ascending":              func(p *types.Params) { p.ClosedRulesets = []uint32{2, 1} },
		"closed_rulesets with one twice":             func(p *types.Params) { p.ClosedRulesets = []uint32{1, 1} },
	} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t)
			params := f.params()
			spoil(&params)
			f.refuse(types.ErrInvalidParams, &types.MsgUpdateParams{Authority: f.authority, Params: params})
		})
	}
}

// A game on the shortest clock can be played to its end by players who act on the blocks that they have seen.
func TestTheShortestClockCanBeMet(t *testing.T) {
	t.Parallel()
	f := newFixture(t, withParams(func(p *types.Params) {
		p.TurnBlocksDefault, p.TurnBlocksMax = types.MinClockBlocks, types.MinClockBlocks
		p.TurnBlocksCorrespondence = types.MinClockBlocks
		p.OpenBlocks, p.ClaimBlocks = types.MinClockBlocks, types.MinClockBlocks
	}))
	// Whoever sees a block when the next one is in the making is in the one after that.
	act := func(msg sdk.Msg) {
		f.skipTo(f.height() + types.MinClockBlocks)
		f.deliver(msg)
	}
	d := &duel{fixture: f}
	d.newOpen()
	join := joinMsg(d.id, d.boards[game.Joiner])
	join.Toss = d.tossFor(game.Creator)
	act(join)
	act(d.reveal(game.Creator, ""))
	act(d.shoot(game.Creator, "A1"))
	act(d.reveal(game.Joiner, ""))
	f.deliver(d.concede(game.Joiner))
	act(d.claim(game.Creator))
	require.Equal(t, types.REASON_CONCEDED, f.result(d.id).Reason)
}

// A closed ruleset takes no new players: no game of it is opened, matched, played again or joined. Joined games go
// on, and once it is open again all is as before.
func TestAClosedRulesetTakesNoNewPlayers(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	ended, running := f.play(game.Classic()), f.play(game.Classic())
	f.deliver(ended.concede(game.Creator))
	f.deliver(ended.claim(game.Joiner))
	board := func(who player) board { return f.newBoard(who, game.Classic(), classicFleet) }
	open := f.create(board(alice))
	rematch := createMsg(board(alice))
	rematch.RematchOf = ended.id
	messages := []sdk.Msg{
		createMsg(board(alice)), f.matchMsg(bob, game.Classic()), rematch, joinMsg(open, board(bob)),
	}
	params := f.params()
	params.ClosedRulesets = []uint32{game.Classic().ID}
	f.deliver(&types.MsgUpdateParams{Authority: f.authority, Params: params})
	for _, msg := range messages {
		f.refuse(types.ErrRulesetClosed, msg)
	}
	f.create(f.newBoard(carol, game.Xaya(), xayaFleet))
	f.deliver(running.shoot(game.Creator, "A1"))
	f.deliver(running.concede(game.Joiner))
	f.deliver(running.claim(game.Creator))
	params.ClosedRulesets = nil
	f.deliver(&types.MsgUpdateParams{Authority: f.authority, Params: params})
	f.deliver(messages[3])
}

// Claims are asked for where proofs are in doubt. A game that was opened before, and waits for an opponent, once led
// whoever asked for a match into a game without one.
func TestRegressionNoGameWithoutClaimsBeginsOnceTheyAreAskedFor(t *testing.T) {
	t.Parallel()
	f := newFixture(t, withParams(func(p *types.Params) { p.ProvenClaims = false }))
	r := game.ClassicZK()
	open := f.create(f.newBoard(alice, r, fleetOf(r)))
	waiting, err := f.keeper.NextGameID(f.ctx)
	require.NoError(t, err)
	f.deliver(f.matchMsg(alice, r))
	params := f.params()
	params.ProvenClaims = true
	f.deliver(&types.MsgUpdateParams{Authority: f.authority, Params: params})

	f.refuse(types.ErrRulesetClosed, joinMsg(open, f.newBoard(bob, r, fleetOf(r))))
	matched, err := f.keeper.NextGameID(f.ctx)
	require.NoError(t, err)
	f.deliver(f.matchMsg(bob, r))
	require.Equal(t, game.PhaseOpen, f.state(waiting).Phase)
	require.True(t, f.game(matched).Terms.ProvenClaims)
	f.deliver(f.matchMsg(carol, r))
	require.Equal(t, game.PhaseToss, f.state(matched).Phase)

	params.ProvenClaims = false
	f.deliver(&types.MsgUpdateParams{Authority: f.authority, Params: params})
	f.deliver(joinMsg(open, f.newBoard(bob, r, fleetOf(r))))
}

func TestAnotherInitialRewardRestartsTheGrowth(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.win()
	params := f.params()
	params.RewardInitial = math.NewInt(1_000_000)
	f.deliver(&types.MsgUpdateParams{Authority: f.authority, Params: params})
	before := f.balance(alice.addr)
	f.win()
	require.Equal(t, int64(1_000_000), f.balance(alice.addr)-before)
	require.Equal(t, int64(1_001_000), f.rewards().Payout.Int64())
}

func TestACapBelowTheMintedAmountEndsRewards(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.win()
	params := f.params()
	params.RewardInitial, params.RewardCap = math.NewInt(1), math.NewInt(1)
	f.deliver(&types.MsgUpdateParams{Authority: f.authority, Params: params})
	before := f.balance(alice.addr)
	f.win()
	require.Equal(t, before, f.balance(alice.addr))
	res, err := f.queries.Rewards(f.ctx, &types.QueryRewardsRequest{})
	require.NoError(t, err)
	require.True(t, res.Remaining.IsZero())
}

func TestGamesKeepTheClockTheyWereCreatedWith(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	d := f.play(game.Classic())
	params := f.params()
	params.TurnBlocksMin, params.TurnBlocksDefault, params.TurnBlocksCorrespondence = 77, 77, 77
	params.TurnBlocksMax, params.ClaimBlocks = 77, 77
	f.deliver(&types.MsgUpdateParams{Authority: f.authority, Params: params})
	f.deliver(d.shoot(game.Creator, "A1"))
	require.Equal(t, f.height()+turnBlocks, d.now().Deadline)
	f.deliver(d.concede(game.Creator))
	require.Equal(t, f.height()+claimBlocks, d.now().Deadline)
}

// The consensus params can name another authority for all modules.
func TestRegressionTheAuthorityOfTheConsensusParamsIsIgnored(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	update := func(by string) *types.MsgUpdateParams {
		params := f.params()
		params.MaxOpenGames--
		return &types.MsgUpdateParams{Authority: by, Params: params}
	}
	f.deliver(update(f.authority))
	f.ctx = f.ctx.WithConsensusParams(cmtproto.ConsensusParams{
		Authority: &cmtproto.AuthorityParams{Authority: carol.text()},
	})
	f.refuse(types.ErrUnauthorized, update(f.authority))
	f.refuse(types.ErrUnauthorized, update(alice.text()))
	f.deliver(update(carol.text()))
	f.ctx = f.ctx.WithConsensusParams(cmtproto.ConsensusParams{Authority: &cmtproto.AuthorityParams{}})
	f.deliver(update(f.authority))
}
