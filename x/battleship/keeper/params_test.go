package keeper_test

import (
	"testing"

	cmtproto "github.com/cometbft/cometbft/proto/tendermint/types"
	"github.com/stretchr/testify/require"

	"cosmossdk.io/math"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/internal/kit"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

func TestOnlyTheAuthorityChangesTheParams(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	params := f.Params()
	params.LoserShareBps = 200
	f.Refuse(types.ErrUnauthorized, &types.MsgUpdateParams{Authority: kit.Alice.Text(), Params: params})
	f.Refuse(types.ErrInvalidAddress, &types.MsgUpdateParams{Authority: "", Params: params})
	f.Refuse(types.ErrInvalidParams, &types.MsgUpdateParams{Authority: f.Authority})
	f.Deliver(&types.MsgUpdateParams{Authority: f.Authority, Params: params})
	require.Equal(t, params, f.Params())
	require.Equal(t, int64(kit.FullReward), f.Rewards().Payout.Int64())
}

func TestAttackParamsOutOfBounds(t *testing.T) {
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
			p.RewardCap = math.NewInt(kit.FullReward)
			p.RewardInitial = p.RewardCap.AddRaw(1)
		},
		"closed_rulesets with one that nobody knows": func(p *types.Params) { p.ClosedRulesets = []uint32{1, 99} },
		"closed_rulesets not ascending":              func(p *types.Params) { p.ClosedRulesets = []uint32{2, 1} },
		"closed_rulesets with one twice":             func(p *types.Params) { p.ClosedRulesets = []uint32{1, 1} },
	} {
		t.Run(name, func(t *testing.T) {
			f := kit.New(t)
			params := f.Params()
			spoil(&params)
			f.Refuse(types.ErrInvalidParams, &types.MsgUpdateParams{Authority: f.Authority, Params: params})
		})
	}
}

// A game on the shortest clock can be played to its end by players who act on the blocks that they have seen.
func TestTheShortestClockCanBeMet(t *testing.T) {
	t.Parallel()
	f := kit.New(t, kit.WithParams(func(p *types.Params) {
		p.TurnBlocksDefault, p.TurnBlocksMax = types.MinClockBlocks, types.MinClockBlocks
		p.TurnBlocksCorrespondence = types.MinClockBlocks
		p.OpenBlocks, p.ClaimBlocks = types.MinClockBlocks, types.MinClockBlocks
	}))
	// Whoever sees a block when the next one is in the making is in the one after that.
	act := func(msg sdk.Msg) {
		f.SkipTo(f.Height() + types.MinClockBlocks)
		f.Deliver(msg)
	}
	d := &kit.Duel{Fixture: f}
	d.NewOpen()
	join := kit.JoinMsg(d.ID, d.Boards[game.Joiner])
	join.Toss = d.TossFor(game.Creator)
	act(join)
	act(d.Reveal(game.Creator, ""))
	act(d.Shoot(game.Creator, "A1"))
	act(d.Reveal(game.Joiner, ""))
	f.Deliver(d.Concede(game.Joiner))
	act(d.Claim(game.Creator))
	require.Equal(t, types.REASON_CONCEDED, f.Result(d.ID).Reason)
}

// A closed ruleset takes no new players: no game of it is opened, matched, played again or joined. Joined games go
// on, and once it is open again all is as before.
func TestAClosedRulesetTakesNoNewPlayers(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	ended, running := f.Play(game.Classic()), f.Play(game.Classic())
	f.Deliver(ended.Concede(game.Creator))
	f.Deliver(ended.Claim(game.Joiner))
	board := func(who kit.Player) kit.Board { return f.NewBoard(who, game.Classic(), kit.ClassicFleet) }
	open := f.Create(board(kit.Alice))
	rematch := kit.CreateMsg(board(kit.Alice))
	rematch.RematchOf = ended.ID
	messages := []sdk.Msg{
		kit.CreateMsg(board(kit.Alice)), f.MatchMsg(kit.Bob, game.Classic()), rematch, kit.JoinMsg(open, board(kit.Bob)),
	}
	params := f.Params()
	params.ClosedRulesets = []uint32{game.Classic().ID}
	f.Deliver(&types.MsgUpdateParams{Authority: f.Authority, Params: params})
	for _, msg := range messages {
		f.Refuse(types.ErrRulesetClosed, msg)
	}
	f.Create(f.NewBoard(kit.Carol, game.Xaya(), kit.XayaFleet))
	f.Deliver(running.Shoot(game.Creator, "A1"))
	f.Deliver(running.Concede(game.Joiner))
	f.Deliver(running.Claim(game.Creator))
	params.ClosedRulesets = nil
	f.Deliver(&types.MsgUpdateParams{Authority: f.Authority, Params: params})
	f.Deliver(messages[3])
}

// Claims are asked for where proofs are in doubt. A game that was opened before, and waits for an opponent, once led
// whoever asked for a match into a game without one.
func TestRegressionNoGameWithoutClaimsBeginsOnceTheyAreAskedFor(t *testing.T) {
	t.Parallel()
	f := kit.New(t, kit.WithParams(func(p *types.Params) { p.ProvenClaims = false }))
	r := game.ClassicZK()
	open := f.Create(f.NewBoard(kit.Alice, r, kit.FleetOf(r)))
	waiting, err := f.Keeper.NextGameID(f.Ctx)
	require.NoError(t, err)
	f.Deliver(f.MatchMsg(kit.Alice, r))
	params := f.Params()
	params.ProvenClaims = true
	f.Deliver(&types.MsgUpdateParams{Authority: f.Authority, Params: params})

	f.Refuse(types.ErrRulesetClosed, kit.JoinMsg(open, f.NewBoard(kit.Bob, r, kit.FleetOf(r))))
	matched, err := f.Keeper.NextGameID(f.Ctx)
	require.NoError(t, err)
	f.Deliver(f.MatchMsg(kit.Bob, r))
	require.Equal(t, game.PhaseOpen, f.State(waiting).Phase)
	require.True(t, f.Game(matched).Terms.ProvenClaims)
	f.Deliver(f.MatchMsg(kit.Carol, r))
	require.Equal(t, game.PhaseToss, f.State(matched).Phase)

	params.ProvenClaims = false
	f.Deliver(&types.MsgUpdateParams{Authority: f.Authority, Params: params})
	f.Deliver(kit.JoinMsg(open, f.NewBoard(kit.Bob, r, kit.FleetOf(r))))
}

func TestAnotherInitialRewardRestartsTheGrowth(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	f.Win()
	params := f.Params()
	params.RewardInitial = math.NewInt(1_000_000)
	f.Deliver(&types.MsgUpdateParams{Authority: f.Authority, Params: params})
	before := f.Balance(kit.Alice.Addr)
	f.Win()
	require.Equal(t, int64(1_000_000), f.Balance(kit.Alice.Addr)-before)
	require.Equal(t, int64(1_001_000), f.Rewards().Payout.Int64())
}

func TestACapBelowTheMintedAmountEndsRewards(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	f.Win()
	params := f.Params()
	params.RewardInitial, params.RewardCap = math.NewInt(1), math.NewInt(1)
	f.Deliver(&types.MsgUpdateParams{Authority: f.Authority, Params: params})
	before := f.Balance(kit.Alice.Addr)
	f.Win()
	require.Equal(t, before, f.Balance(kit.Alice.Addr))
	res, err := f.Queries.Rewards(f.Ctx, &types.QueryRewardsRequest{})
	require.NoError(t, err)
	require.True(t, res.Remaining.IsZero())
}

func TestGamesKeepTheClockTheyWereCreatedWith(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	d := f.Play(game.Classic())
	params := f.Params()
	params.TurnBlocksMin, params.TurnBlocksDefault, params.TurnBlocksCorrespondence = 77, 77, 77
	params.TurnBlocksMax, params.ClaimBlocks = 77, 77
	f.Deliver(&types.MsgUpdateParams{Authority: f.Authority, Params: params})
	f.Deliver(d.Shoot(game.Creator, "A1"))
	require.Equal(t, f.Height()+kit.TurnBlocks, d.Now().Deadline)
	f.Deliver(d.Concede(game.Creator))
	require.Equal(t, f.Height()+kit.ClaimBlocks, d.Now().Deadline)
}

// An offer once waited for hours after its creator's program had ended, and lost the game to the player who joined it.
func TestRegressionALiveOfferOutlivesItsCreator(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		millis           uint32
		open, turn, want int64
	}{
		"live":                           {1_000, 10_000, 60, 300},
		"live, fast blocks":              {200, 10_000, 60, 1_500},
		"live, slow blocks":              {3_600_000, 10_000, 20, 20},
		"live, a turn longer than that":  {1_000, 10_000, 301, 301},
		"live, open games wait less":     {1_000, 70, 60, 70},
		"live, the longest turn":         {1_000, 10_000, 4_999, 4_999},
		"correspondence":                 {1_000, 10_000, 5_000, 10_000},
		"correspondence, for longer yet": {1_000, 4_000, 6_000, 6_000},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := kit.New(t, kit.WithParams(func(p *types.Params) {
				p.BlockMillis, p.OpenBlocks, p.TurnBlocksCorrespondence, p.TurnBlocksMax = c.millis, c.open, 5_000, 6_000
			}))
			msg := kit.CreateMsg(f.NewBoard(kit.Alice, game.Classic(), kit.ClassicFleet))
			msg.TurnBlocks = c.turn
			f.Deliver(msg)
			require.Equal(t, f.Height()+c.want, f.State(1).Deadline)
		})
	}
}

// The consensus params can name another authority for all modules.
func TestRegressionTheAuthorityOfTheConsensusParamsIsIgnored(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	update := func(by string) *types.MsgUpdateParams {
		params := f.Params()
		params.MaxOpenGames--
		return &types.MsgUpdateParams{Authority: by, Params: params}
	}
	f.Deliver(update(f.Authority))
	f.Ctx = f.Ctx.WithConsensusParams(cmtproto.ConsensusParams{
		Authority: &cmtproto.AuthorityParams{Authority: kit.Carol.Text()},
	})
	f.Refuse(types.ErrUnauthorized, update(f.Authority))
	f.Refuse(types.ErrUnauthorized, update(kit.Alice.Text()))
	f.Deliver(update(kit.Carol.Text()))
	f.Ctx = f.Ctx.WithConsensusParams(cmtproto.ConsensusParams{Authority: &cmtproto.AuthorityParams{}})
	f.Deliver(update(f.Authority))
}
