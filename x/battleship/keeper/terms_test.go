package keeper_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cosmossdk.io/math"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/internal/kit"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// A message that joined named a game alone, so a node that hid its stake made the joiner pay it.
func TestAttackAJoinerPaysAHiddenPrice(t *testing.T) {
	f := kit.New(t, kit.WithParams(kit.PublicWithShare))
	f.FundCast()
	stake := kit.Anchors(90_000_000)
	create := kit.CreateMsg(f.NewBoard(kit.Alice, game.Classic(), kit.ClassicFleet))
	create.Stake = &stake
	id := f.Open(create)
	join := kit.JoinMsg(id, f.NewBoard(kit.Bob, game.Classic(), kit.ClassicFleet))
	shown := f.Game(id).Accepted()
	require.Equal(t, types.AcceptedTerms{
		Creator: kit.Alice.Text(), RulesetId: 1, TurnBlocks: kit.TurnBlocks, Stake: &stake, MaxFee: f.Game(id).Terms.Fee,
		MaxHouseShareBps: f.Params().HouseShareBps,
	}, shown)
	require.Positive(t, shown.MaxHouseShareBps)
	for name, spoil := range map[string]func(*types.AcceptedTerms){
		"creator":             func(a *types.AcceptedTerms) { a.Creator = kit.Carol.Text() },
		"ruleset_id":          func(a *types.AcceptedTerms) { a.RulesetId = 2 },
		"turn_blocks":         func(a *types.AcceptedTerms) { a.TurnBlocks++ },
		"stake: none":         func(a *types.AcceptedTerms) { a.Stake = nil },
		"stake: less":         func(a *types.AcceptedTerms) { a.Stake = coinOf(stake.SubAmount(math.OneInt())) },
		"stake: more":         func(a *types.AcceptedTerms) { a.Stake = coinOf(stake.AddAmount(math.OneInt())) },
		"stake: another coin": func(a *types.AcceptedTerms) { a.Stake = coinOf(kit.Beers(90_000_000)) },
		"stake: no amount":    func(a *types.AcceptedTerms) { a.Stake = &sdk.Coin{Denom: strings.Repeat("x", 10_000)} },
		"casual":              func(a *types.AcceptedTerms) { a.Casual = true },
		"first":               func(a *types.AcceptedTerms) { a.First = types.SEAT_JOINER },
		"max_fee: none":       func(a *types.AcceptedTerms) { a.MaxFee = nil },
		"max_fee: less":       func(a *types.AcceptedTerms) { a.MaxFee = coinOf(shown.MaxFee.SubAmount(math.OneInt())) },
		"max_fee: other coin": func(a *types.AcceptedTerms) { a.MaxFee = coinOf(kit.Beers(1 << 60)) },
		"max_fee: no amount":  func(a *types.AcceptedTerms) { a.MaxFee = &sdk.Coin{Denom: shown.MaxFee.Denom} },
		"max_house_share_bps": func(a *types.AcceptedTerms) { a.MaxHouseShareBps-- },
	} {
		join.Terms = shown
		spoil(&join.Terms)
		err := f.Try(join)
		require.ErrorIs(t, err, types.ErrTerms, name)
		term, _, _ := strings.Cut(name, ":")
		require.ErrorContains(t, err, term+": expected ", name)
		require.Less(t, len(err.Error()), 1_000, name)
	}
	join.Terms = types.AcceptedTerms{}
	_, err := f.Msgs.JoinGame(f.Ctx, join)
	require.ErrorIs(t, err, types.ErrInvalidAddress)

	// The same address in capitals, and larger limits.
	join.Terms = shown
	join.Terms.Creator = strings.ToUpper(shown.Creator)
	join.Terms.MaxFee, join.Terms.MaxHouseShareBps = coinOf(shown.MaxFee.AddAmount(math.OneInt())), 10_000
	had := f.AnchorsOf(kit.Bob)
	f.Deliver(join)
	require.Equal(t, stake.Amount.Int64()+shown.MaxFee.Amount.Int64(), had-f.AnchorsOf(kit.Bob))
}

// The terms come after the phase and the deadline, and before the entry.
func TestTheOrderOfTheChecksOfTerms(t *testing.T) {
	f := kit.New(t)
	id := f.Create(f.NewBoard(kit.Alice, game.Classic(), kit.ClassicFleet))
	join := kit.JoinMsg(id, f.NewBoard(kit.Bob, game.Classic(), kit.ClassicFleet))
	join.Terms = f.Game(id).Accepted()
	join.Terms.TurnBlocks++
	join.Entry.Board.Nonce++
	f.Refuse(types.ErrTerms, join)
	f.Ctx = f.Ctx.WithBlockHeight(f.State(id).Deadline + 1)
	f.Refuse(types.ErrLate, join)
}

// A rematch in which the opponent shoots first is not one that the toss decides.
func TestAJoinerAcceptsTheFirstShooter(t *testing.T) {
	f := kit.New(t)
	d := f.NewDuel(game.Classic())
	d.PlayOut(game.PhaseOver)
	again := kit.CreateMsg(f.NewBoard(kit.Alice, game.Classic(), kit.ClassicFleet))
	again.RematchOf = d.ID
	id := f.Open(again)
	join := kit.JoinMsg(id, f.NewBoard(kit.Bob, game.Classic(), kit.ClassicFleet))
	join.Terms = f.Game(id).Accepted()
	require.NotEqual(t, types.SEAT_UNSPECIFIED, join.Terms.First)
	join.Terms.First = types.SEAT_UNSPECIFIED
	f.Refuse(types.ErrTerms, join)
	join.Terms.First = f.Game(id).First
	f.Deliver(join)
}

// A player who opens a game, or asks for a match, accepts a fee and a share of the pot too: governance may change both
// before the message arrives.
func TestAFeeOrAShareAboveTheAcceptedOneIsRefused(t *testing.T) {
	f := kit.New(t, kit.WithParams(kit.PublicWithShare))
	f.FundCast()
	stake, share := kit.Anchors(1_000), f.Params().HouseShareBps
	create := kit.CreateMsg(f.NewBoard(kit.Alice, game.Classic(), kit.ClassicFleet))
	create.Stake = &stake
	match := f.MatchMsg(kit.Alice, game.Classic())
	match.Stake = &stake
	for name, limits := range map[string]struct {
		fee   *sdk.Coin
		share uint32
	}{
		"no fee":       {nil, share},
		"a lower fee":  {coinOf(kit.Anchors(kit.Fee - 1)), share},
		"another coin": {coinOf(kit.Beers(kit.Fee)), share},
		"less share":   {coinOf(kit.Anchors(kit.Fee)), share - 1},
	} {
		create.MaxFee, create.MaxHouseShareBps = limits.fee, limits.share
		require.ErrorIs(t, f.Try(create), types.ErrTerms, name)
		match.MaxFee, match.MaxHouseShareBps = limits.fee, limits.share
		require.ErrorIs(t, f.Try(match), types.ErrTerms, name)
	}
	create.MaxFee, create.MaxHouseShareBps = coinOf(kit.Anchors(kit.Fee)), share
	f.Deliver(create)
	match = f.MatchMsg(kit.Alice, game.Classic())
	match.Stake, match.MaxFee, match.MaxHouseShareBps = &stake, coinOf(kit.Anchors(kit.Fee)), share
	f.Deliver(match)
}

// A melee is joined on the terms that were shown.
func TestRegressionAJoinerOfAMeleePaysAHiddenPrice(t *testing.T) {
	f := kit.New(t, kit.WithParams(kit.PublicWithShare))
	stake := kit.Anchors(90)
	b := f.NewTable(3, func(msg *types.MsgCreateMelee) {
		for _, p := range kit.Brawlers(3) {
			f.Fund(p, kit.Anchors(1_000_000))
		}
		for _, p := range kit.Brawlers(3)[1:] {
			msg.Invited = append(msg.Invited, p.Text())
		}
		msg.Stake = &stake
	})
	shown := f.Melee(b.ID).Accepted()
	require.Equal(t, types.AcceptedMeleeTerms{
		Creator: b.Text(0), RulesetId: b.Ruleset().ID, Players: 3, TurnBlocks: kit.TurnBlocks, Stake: &stake,
		MaxHouseShareBps: f.Params().HouseShareBps,
	}, shown)
	join := b.Join(1)
	for name, spoil := range map[string]func(*types.AcceptedMeleeTerms){
		"creator":             func(a *types.AcceptedMeleeTerms) { a.Creator = kit.Carol.Text() },
		"ruleset_id":          func(a *types.AcceptedMeleeTerms) { a.RulesetId = 1 },
		"players":             func(a *types.AcceptedMeleeTerms) { a.Players = 2 },
		"turn_blocks":         func(a *types.AcceptedMeleeTerms) { a.TurnBlocks-- },
		"stake: none":         func(a *types.AcceptedMeleeTerms) { a.Stake = nil },
		"stake: less":         func(a *types.AcceptedMeleeTerms) { a.Stake = coinOf(kit.Anchors(89)) },
		"max_house_share_bps": func(a *types.AcceptedMeleeTerms) { a.MaxHouseShareBps-- },
	} {
		join.Terms = shown
		spoil(&join.Terms)
		err := f.Try(join)
		require.ErrorIs(t, err, types.ErrTerms, name)
		term, _, _ := strings.Cut(name, ":")
		require.ErrorContains(t, err, term+": expected ", name)
	}
	join.Terms = types.AcceptedMeleeTerms{}
	_, err := f.Msgs.JoinMelee(f.Ctx, join)
	require.ErrorIs(t, err, types.ErrInvalidAddress)

	// A seat that was declined does not keep the others from joining.
	f.Deliver(b.DeclineMsg(b.Boards[2].Player))
	join.Terms = shown
	had := f.AnchorsOf(b.Boards[1].Player)
	f.Deliver(join)
	require.EqualValues(t, 90, had-f.AnchorsOf(b.Boards[1].Player))
}

// Whoever opens a melee accepts the network's share of the pot.
func TestAShareOfAMeleeAboveTheAcceptedOneIsRefused(t *testing.T) {
	f := kit.New(t, kit.WithParams(kit.PublicWithShare))
	f.Fund(kit.Alice, kit.Anchors(1_000_000))
	stake := kit.Anchors(90)
	create := kit.CreateMeleeMsg(f.NewBrawler(kit.Alice, kit.FleetNumber(0)), 2)
	create.Stake, create.Invited = &stake, []string{kit.Bob.Text()}
	create.MaxHouseShareBps = f.Params().HouseShareBps - 1
	f.Refuse(types.ErrTerms, create)
	create.MaxHouseShareBps++
	f.Deliver(create)
}

// coinOf returns a coin that may be absent.
func coinOf(coin sdk.Coin) *sdk.Coin { return &coin }
