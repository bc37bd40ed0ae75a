package keeper_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cosmossdk.io/math"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// publicWithShare are the params of a public network that takes a share of the pots.
func publicWithShare(p *types.Params) {
	public(p)
	p.HouseShareBps = 250
}

// A message that joined named a game alone, so a node that hid its stake made the joiner pay it.
func TestRegressionAJoinerPaysAHiddenPrice(t *testing.T) {
	f := newFixture(t, withParams(publicWithShare))
	f.fundCast()
	stake := anchors(90_000_000)
	create := createMsg(f.newBoard(alice, game.Classic(), classicFleet))
	create.Stake = &stake
	id := f.open(create)
	join := joinMsg(id, f.newBoard(bob, game.Classic(), classicFleet))
	shown := f.game(id).Accepted()
	require.Equal(t, types.AcceptedTerms{
		Creator: alice.text(), RulesetId: 1, TurnBlocks: turnBlocks, Stake: &stake, MaxFee: f.game(id).Terms.Fee,
		MaxHouseShareBps: f.params().HouseShareBps,
	}, shown)
	require.Positive(t, shown.MaxHouseShareBps)
	for name, spoil := range map[string]func(*types.AcceptedTerms){
		"creator":             func(a *types.AcceptedTerms) { a.Creator = carol.text() },
		"ruleset_id":          func(a *types.AcceptedTerms) { a.RulesetId = 2 },
		"turn_blocks":         func(a *types.AcceptedTerms) { a.TurnBlocks++ },
		"stake: none":         func(a *types.AcceptedTerms) { a.Stake = nil },
		"stake: less":         func(a *types.AcceptedTerms) { a.Stake = coinOf(stake.SubAmount(math.OneInt())) },
		"stake: more":         func(a *types.AcceptedTerms) { a.Stake = coinOf(stake.AddAmount(math.OneInt())) },
		"stake: another coin": func(a *types.AcceptedTerms) { a.Stake = coinOf(beers(90_000_000)) },
		"stake: no amount":    func(a *types.AcceptedTerms) { a.Stake = &sdk.Coin{Denom: strings.Repeat("x", 10_000)} },
		"casual":              func(a *types.AcceptedTerms) { a.Casual = true },
		"first":               func(a *types.AcceptedTerms) { a.First = types.SEAT_JOINER },
		"max_fee: none":       func(a *types.AcceptedTerms) { a.MaxFee = nil },
		"max_fee: less":       func(a *types.AcceptedTerms) { a.MaxFee = coinOf(shown.MaxFee.SubAmount(math.OneInt())) },
		"max_fee: other coin": func(a *types.AcceptedTerms) { a.MaxFee = coinOf(beers(1 << 60)) },
		"max_fee: no amount":  func(a *types.AcceptedTerms) { a.MaxFee = &sdk.Coin{Denom: shown.MaxFee.Denom} },
		"max_house_share_bps": func(a *types.AcceptedTerms) { a.MaxHouseShareBps-- },
	} {
		join.Terms = shown
		spoil(&join.Terms)
		err := f.try(join)
		require.ErrorIs(t, err, types.ErrTerms, name)
		term, _, _ := strings.Cut(name, ":")
		require.ErrorContains(t, err, term+": expected ", name)
		require.Less(t, len(err.Error()), 1_000, name)
	}
	join.Terms = types.AcceptedTerms{}
	_, err := f.msgs.JoinGame(f.ctx, join)
	require.ErrorIs(t, err, types.ErrInvalidAddress)

	// The same address in capitals, and larger limits.
	join.Terms = shown
	join.Terms.Creator = strings.ToUpper(shown.Creator)
	join.Terms.MaxFee, join.Terms.MaxHouseShareBps = coinOf(shown.MaxFee.AddAmount(math.OneInt())), 10_000
	had := f.anchorsOf(bob)
	f.deliver(join)
	require.Equal(t, stake.Amount.Int64()+shown.MaxFee.Amount.Int64(), had-f.anchorsOf(bob))
}

// The terms come after the phase and the deadline, and before the entry.
func TestTheOrderOfTheChecksOfTerms(t *testing.T) {
	f := newFixture(t)
	id := f.create(f.newBoard(alice, game.Classic(), classicFleet))
	join := joinMsg(id, f.newBoard(bob, game.Classic(), classicFleet))
	join.Terms = f.game(id).Accepted()
	join.Terms.TurnBlocks++
	join.Entry.Board.Nonce++
	f.refuse(types.ErrTerms, join)
	f.ctx = f.ctx.WithBlockHeight(f.state(id).Deadline + 1)
	f.refuse(types.ErrLate, join)
}

// A rematch in which the opponent shoots first is not one that the toss decides.
func TestAJoinerAcceptsTheFirstShooter(t *testing.T) {
	f := newFixture(t)
	d := f.newDuel(game.Classic())
	d.playOut(game.PhaseOver)
	again := createMsg(f.newBoard(alice, game.Classic(), classicFleet))
	again.RematchOf = d.id
	id := f.open(again)
	join := joinMsg(id, f.newBoard(bob, game.Classic(), classicFleet))
	join.Terms = f.game(id).Accepted()
	require.NotEqual(t, types.SEAT_UNSPECIFIED, join.Terms.First)
	join.Terms.First = types.SEAT_UNSPECIFIED
	f.refuse(types.ErrTerms, join)
	join.Terms.First = f.game(id).First
	f.deliver(join)
}

// A player who opens a game, or asks for a match, accepts a fee and a share of the pot too: governance may change both
// before the message arrives.
func TestAFeeOrAShareAboveTheAcceptedOneIsRefused(t *testing.T) {
	f := newFixture(t, withParams(publicWithShare))
	f.fundCast()
	stake, share := anchors(1_000), f.params().HouseShareBps
	create := createMsg(f.newBoard(alice, game.Classic(), classicFleet))
	create.Stake = &stake
	match := f.matchMsg(alice, game.Classic())
	match.Stake = &stake
	for name, limits := range map[string]struct {
		fee   *sdk.Coin
		share uint32
	}{
		"no fee":       {nil, share},
		"a lower fee":  {coinOf(anchors(fee - 1)), share},
		"another coin": {coinOf(beers(fee)), share},
		"less share":   {coinOf(anchors(fee)), share - 1},
	} {
		create.MaxFee, create.MaxHouseShareBps = limits.fee, limits.share
		require.ErrorIs(t, f.try(create), types.ErrTerms, name)
		match.MaxFee, match.MaxHouseShareBps = limits.fee, limits.share
		require.ErrorIs(t, f.try(match), types.ErrTerms, name)
	}
	create.MaxFee, create.MaxHouseShareBps = coinOf(anchors(fee)), share
	f.deliver(create)
	match = f.matchMsg(alice, game.Classic())
	match.Stake, match.MaxFee, match.MaxHouseShareBps = &stake, coinOf(anchors(fee)), share
	f.deliver(match)
}

// A game that was opened when the network took more of the pot fits nobody who asks for a match now.
func TestAMatchFindsNoGameOfALargerShare(t *testing.T) {
	f := newFixture(t, withParams(publicWithShare))
	f.fundCast()
	stake, share := anchors(1_000), f.params().HouseShareBps
	dear := f.matchMsg(alice, game.Classic())
	dear.Stake = &stake
	f.match(dear)
	f.set(func(p *types.Params) { p.HouseShareBps = share - 1 })
	cheap := f.matchMsg(bob, game.Classic())
	cheap.Stake = &stake
	_, joined := f.match(cheap)
	require.False(t, joined)
}

// A melee is joined on the terms that were shown.
func TestRegressionAJoinerOfAMeleePaysAHiddenPrice(t *testing.T) {
	f := newFixture(t, withParams(publicWithShare))
	stake := anchors(90)
	b := f.newTable(3, func(msg *types.MsgCreateMelee) {
		for _, p := range brawlers(3) {
			f.fund(p, anchors(1_000_000))
		}
		for _, p := range brawlers(3)[1:] {
			msg.Invited = append(msg.Invited, p.text())
		}
		msg.Stake = &stake
	})
	shown := f.melee(b.id).Accepted()
	require.Equal(t, types.AcceptedMeleeTerms{
		Creator: b.text(0), RulesetId: b.Ruleset().ID, Players: 3, TurnBlocks: turnBlocks, Stake: &stake,
		MaxHouseShareBps: f.params().HouseShareBps,
	}, shown)
	join := b.join(1)
	for name, spoil := range map[string]func(*types.AcceptedMeleeTerms){
		"creator":             func(a *types.AcceptedMeleeTerms) { a.Creator = carol.text() },
		"ruleset_id":          func(a *types.AcceptedMeleeTerms) { a.RulesetId = 1 },
		"players":             func(a *types.AcceptedMeleeTerms) { a.Players = 2 },
		"turn_blocks":         func(a *types.AcceptedMeleeTerms) { a.TurnBlocks-- },
		"stake: none":         func(a *types.AcceptedMeleeTerms) { a.Stake = nil },
		"stake: less":         func(a *types.AcceptedMeleeTerms) { a.Stake = coinOf(anchors(89)) },
		"max_house_share_bps": func(a *types.AcceptedMeleeTerms) { a.MaxHouseShareBps-- },
	} {
		join.Terms = shown
		spoil(&join.Terms)
		err := f.try(join)
		require.ErrorIs(t, err, types.ErrTerms, name)
		term, _, _ := strings.Cut(name, ":")
		require.ErrorContains(t, err, term+": expected ", name)
	}
	join.Terms = types.AcceptedMeleeTerms{}
	_, err := f.msgs.JoinMelee(f.ctx, join)
	require.ErrorIs(t, err, types.ErrInvalidAddress)

	// A seat that was declined does not keep the others from joining.
	f.deliver(b.declineMsg(b.boards[2].player))
	join.Terms = shown
	had := f.anchorsOf(b.boards[1].player)
	f.deliver(join)
	require.EqualValues(t, 90, had-f.anchorsOf(b.boards[1].player))
}

// Whoever opens a melee accepts the network's share of the pot.
func TestAShareOfAMeleeAboveTheAcceptedOneIsRefused(t *testing.T) {
	f := newFixture(t, withParams(publicWithShare))
	f.fund(alice, anchors(1_000_000))
	stake := anchors(90)
	create := createMeleeMsg(f.newBrawler(alice, fleetNumber(0)), 2)
	create.Stake, create.Invited = &stake, []string{bob.text()}
	create.MaxHouseShareBps = f.params().HouseShareBps - 1
	f.refuse(types.ErrTerms, create)
	create.MaxHouseShareBps++
	f.deliver(create)
}

// coinOf returns a coin that may be absent.
func coinOf(coin sdk.Coin) *sdk.Coin { return &coin }
