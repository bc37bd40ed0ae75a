package keeper_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"cosmossdk.io/math"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/rating"
	"github.com/battleship-chain/battleship/testutil/accept"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// rate gives a player a rating, as if it had come from games.
func (f *fixture) rate(p player, rating uint32) {
	f.Helper()
	record := f.record(p)
	record.Rating, record.RatedGames = rating, 1
	require.NoError(f, f.records.Players.Set(f.ctx, p.addr, record))
}

// match delivers a message that asks for a match and returns the game, and whether it was joined.
func (f *fixture) match(msg *types.MsgMatchGame) (uint64, bool) {
	f.Helper()
	f.ctx = f.ctx.WithEventManager(sdk.NewEventManager())
	res, err := f.msgs.MatchGame(f.ctx, accept.Match(f.ctx, f.keeper, msg))
	require.NoError(f, err)
	f.replay()
	return res.GameId, res.Joined
}

// asking is how a player asks for a game.
type asking struct {
	rating, within uint32
	// stake is in uanchor, 0 for none; clock is 0 for the default.
	stake, clock int64
	xaya, casual bool
	delegate     player
}

func (a asking) rules() *game.Ruleset {
	if a.xaya {
		return game.Xaya()
	}
	return game.Classic()
}

func (a asking) coin() *sdk.Coin {
	if a.stake == 0 {
		return nil
	}
	coin := anchors(a.stake)
	return &coin
}

// entry rates and funds a player and returns what it brings.
func (a asking) entry(f *fixture, p player) types.Entry {
	f.Helper()
	if a.rating > 0 {
		f.rate(p, a.rating)
	}
	if a.stake > 0 {
		f.fund(p, anchors(a.stake))
	}
	b := f.newBoard(p, a.rules(), fleetOf(a.rules()))
	if a.delegate.addr != nil {
		b.delegate = a.delegate.text()
	}
	return b.entry()
}

func (a asking) match(f *fixture, p player) *types.MsgMatchGame {
	f.Helper()
	msg := f.matchMsg(p, a.rules())
	msg.Entry, msg.RatingRange, msg.Stake = a.entry(f, p), a.within, a.coin()
	msg.TurnBlocks, msg.Casual = a.clock, a.casual
	return msg
}

func (a asking) create(f *fixture, p player) *types.MsgCreateGame {
	f.Helper()
	return &types.MsgCreateGame{
		Sender: p.text(), RulesetId: a.rules().ID, Entry: a.entry(f, p), RatingRange: a.within, Stake: a.coin(),
		TurnBlocks: a.clock, Casual: a.casual,
	}
}

// host is one of many players without a face.
func host(i int) player { return newPlayer(fmt.Sprintf("host %d", i)) }

func TestAMatchJoinsTheGameThatFitsBest(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		// waiting have asked for matches before, and created have created games after them, each a host of its own.
		waiting, created []asking
		// asked is how alice asks; want is the game she joins, 0 if she opens one.
		asked asking
		want  uint64
	}{
		"nobody waits":                          {nil, nil, asking{}, 0},
		"somebody waits":                        {[]asking{{}}, nil, asking{}, 1},
		"somebody has created a game":           {nil, []asking{{}}, asking{}, 1},
		"ratings far apart":                     {[]asking{{rating: 100}}, nil, asking{rating: 4000}, 1},
		"within my range":                       {[]asking{{rating: 1300}}, nil, asking{within: 100}, 1},
		"a point beyond my range":               {[]asking{{rating: 1301}}, nil, asking{within: 100}, 0},
		"a point below my range":                {[]asking{{rating: 1099}}, nil, asking{within: 100}, 0},
		"within theirs":                         {[]asking{{rating: 1300, within: 100}}, nil, asking{}, 1},
		"a point beyond theirs":                 {[]asking{{rating: 1301, within: 100}}, nil, asking{}, 0},
		"mine is wide, theirs is not":           {[]asking{{rating: 1260, within: 50}}, nil, asking{within: 500}, 0},
		"a point beyond that of a created game": {nil, []asking{{rating: 1301, within: 100}}, asking{}, 0},
		"the nearer of two who wait": {
			[]asking{{rating: 1141, within: 100}, {rating: 1260, within: 100}}, nil, asking{}, 1,
		},
		"the nearer of two who wait, above": {
			[]asking{{rating: 1140, within: 100}, {rating: 1259, within: 100}}, nil, asking{}, 2,
		},
		"the nearest of created games": {nil, []asking{{rating: 900}, {rating: 1190}, {rating: 1211}}, asking{}, 2},
		"a created game nearer than who waits": {
			[]asking{{rating: 2000, within: 900}}, []asking{{rating: 1201}}, asking{}, 2,
		},
		"who waits nearer than a created game": {
			[]asking{{rating: 1201, within: 50}}, []asking{{rating: 2000}}, asking{}, 1,
		},
		"the first of equals":              {nil, []asking{{}, {}, {}}, asking{}, 1},
		"the first of those equally apart": {nil, []asking{{rating: 1250}, {rating: 1150}}, asking{}, 1},
		"the same stake":                   {[]asking{{stake: 5}}, nil, asking{stake: 5}, 1},
		"another stake":                    {[]asking{{stake: 5}}, nil, asking{stake: 6}, 0},
		"a stake and none":                 {[]asking{{stake: 5}}, nil, asking{}, 0},
		"none and a stake":                 {[]asking{{}}, nil, asking{stake: 5}, 0},
		"the same clock, said and not":     {[]asking{{clock: turnBlocks}}, nil, asking{}, 1},
		"another clock":                    {[]asking{{clock: turnBlocks + 1}}, nil, asking{}, 0},
		"another ruleset":                  {[]asking{{xaya: true}}, nil, asking{}, 0},
		"the same other ruleset":           {[]asking{{xaya: true}}, nil, asking{xaya: true}, 1},
		"a casual game":                    {[]asking{{casual: true}}, nil, asking{}, 0},
		"casual both":                      {[]asking{{casual: true}}, nil, asking{casual: true}, 1},
		"whose delegate one is":            {[]asking{{delegate: alice}}, nil, asking{}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t)
			for i, a := range c.waiting {
				id, joined := f.match(a.match(f, host(i)))
				require.False(t, joined, "host %d has joined game %d", i, id)
			}
			for i, a := range c.created {
				f.deliver(a.create(f, host(len(c.waiting)+i)))
			}
			id, joined := f.match(c.asked.match(f, alice))
			if c.want == 0 {
				require.False(t, joined, "expected no game that fits, got %d", id)
				require.Equal(t, uint64(len(c.waiting)+len(c.created)+1), id)
				require.Equal(t, game.PhaseOpen, f.state(id).Phase)
				return
			}
			require.True(t, joined, "expected to join game %d, opened %d", c.want, id)
			require.Equal(t, c.want, id)
			g, err := f.keeper.Records().Games.Get(f.ctx, id)
			require.NoError(t, err)
			require.Equal(t, alice.text(), g.Participants[game.Joiner].Address)
			require.Nil(t, g.Offer)
		})
	}
}

func TestAMatchNeverJoinsOnesOwnGame(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	own := f.create(f.newBoard(alice, game.Classic(), classicFleet))
	id, joined := f.match(f.matchMsg(alice, game.Classic()))
	require.False(t, joined, "own game %d", own)
	f.refuse(types.ErrAlreadyWaiting, f.matchMsg(alice, game.Classic()))
	_, joined = f.match(f.matchMsg(alice, game.Xaya()))
	require.False(t, joined, "for another game one may wait as well")
	casual := f.matchMsg(alice, game.Classic())
	casual.Casual = true
	_, joined = f.match(casual)
	require.False(t, joined)

	f.withdraw(alice, id)
	created := f.create(f.newBoard(bob, game.Classic(), classicFleet))
	id, joined = f.match(f.matchMsg(alice, game.Classic()))
	require.True(t, joined)
	require.Equal(t, created, id)
}

func TestAMatchNeverJoinsAGameThatIsNotOpenToAll(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	offer := createMsg(f.newBoard(bob, game.Classic(), classicFleet))
	offer.Opponent = alice.text()
	f.deliver(offer)
	id, joined := f.match(f.matchMsg(alice, game.Classic()))
	require.False(t, joined)
	require.NotEqual(t, uint64(1), id)
}

// Its expiry may not be settled yet, but what is late cannot be joined and holds up nobody.
func TestAMatchSkipsLateOffers(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.match(f.matchMsg(bob, game.Classic()))
	f.create(f.newBoard(carol, game.Classic(), classicFleet))
	deadline := f.state(1).Deadline
	f.skipTo(deadline)
	id, joined := f.match(f.matchMsg(mallory, game.Classic()))
	require.True(t, joined, "in time")
	require.Equal(t, uint64(1), id)
	f.ctx = f.ctx.WithBlockHeight(deadline + 1)
	id, joined = f.match(f.matchMsg(alice, game.Classic()))
	require.False(t, joined, "late")
	require.Equal(t, uint64(3), id)
}

// A creator can name any account as its delegate, for instance the key that another player plays with.
func TestRegressionASharedDelegatePreventsAMatch(t *testing.T) {
	t.Parallel()
	for name, delegate := range map[string]player{"the delegate of the other side": carol, "the opponent": bob} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t)
			f.match(asking{delegate: carol}.match(f, bob))
			msg := f.matchMsg(alice, game.Classic())
			msg.Entry.Delegate = delegate.text()
			f.deliver(msg)
			require.Equal(t, game.PhaseToss, f.state(1).Phase, "the two have met")
			require.Empty(t, f.game(1).Participants[game.Joiner].Delegate, "nobody acts for both")
			require.Equal(t, carol.text(), f.game(1).Participants[game.Creator].Delegate)
		})
	}
}

// Governance can make rewards cheaper. Who asks for a match then pays no more than it has to.
func TestRegressionAMatchCostsNoMoreThanOpeningAGame(t *testing.T) {
	t.Parallel()
	f := newFixture(t, withParams(public))
	for _, p := range []player{alice, bob, carol, mallory} {
		f.fund(p, anchors(1_000_000_000))
	}
	f.match(f.matchMsg(bob, game.Classic()))
	f.set(func(p *types.Params) { p.RewardInitial = math.NewInt(fullReward / 1000) })
	id, joined := f.match(f.matchMsg(alice, game.Classic()))
	require.False(t, joined, "the game that waits is dearer")
	require.Less(t, f.game(id).Terms.Fee.Amount.Int64(), f.game(1).Terms.Fee.Amount.Int64())
	f.set(func(p *types.Params) { p.RewardInitial = math.NewInt(fullReward) })
	met, joined := f.match(f.matchMsg(carol, game.Classic()))
	require.True(t, joined)
	require.Equal(t, uint64(1), met, "the one that was opened first among equals, for no more than today's fee")
	met, joined = f.match(f.matchMsg(mallory, game.Classic()))
	require.True(t, joined, "a cheaper one fits")
	require.Equal(t, id, met)
}

func TestMatchesThatAreRefused(t *testing.T) {
	t.Parallel()
	stake := func(denom string, amount int64) *sdk.Coin {
		return &sdk.Coin{Denom: denom, Amount: math.NewInt(amount)}
	}
	for name, c := range map[string]struct {
		// given is what bob waits for.
		given asking
		spoil func(f *fixture, msg *types.MsgMatchGame)
		want  error
	}{
		"the opponent's board": {
			asking{}, func(f *fixture, msg *types.MsgMatchGame) {
				g, err := f.keeper.Records().Games.Get(f.ctx, 1)
				require.NoError(f, err)
				msg.Entry.Board.RowRoots = g.Participants[game.Creator].Board.RowRoots
			}, types.ErrEqualBoards,
		},
		"a stake that is no longer allowed": {
			asking{stake: 5}, func(f *fixture, msg *types.MsgMatchGame) {
				msg.Stake = stake(types.DefaultFeeDenom, 5)
				params := f.params()
				params.StakeDenoms = []string{types.RewardDenom}
				f.deliver(&types.MsgUpdateParams{Authority: f.authority, Params: params})
			}, types.ErrInvalidStake,
		},
		"a stake that one has not": {
			asking{stake: 5},
			func(_ *fixture, msg *types.MsgMatchGame) { msg.Stake = stake(types.DefaultFeeDenom, 5) },
			types.ErrInsufficientFunds,
		},
		"a stake of zero": {
			asking{},
			func(_ *fixture, msg *types.MsgMatchGame) { msg.Stake = stake(types.DefaultFeeDenom, 0) },
			types.ErrInvalidStake,
		},
		"a negative stake": {
			asking{},
			func(_ *fixture, msg *types.MsgMatchGame) { msg.Stake = stake(types.DefaultFeeDenom, -5) },
			types.ErrInvalidStake,
		},
		"a range too narrow": {
			asking{},
			func(_ *fixture, msg *types.MsgMatchGame) { msg.RatingRange = types.MinRatingRange - 1 },
			types.ErrInvalidRating,
		},
		"a range too wide": {
			asking{},
			func(_ *fixture, msg *types.MsgMatchGame) { msg.RatingRange = rating.Max + 1 },
			types.ErrInvalidRating,
		},
		"no toss": {asking{}, func(_ *fixture, msg *types.MsgMatchGame) { msg.Toss = nil }, types.ErrInvalidToss},
		"no toss, though nobody waits": {
			asking{xaya: true}, func(_ *fixture, msg *types.MsgMatchGame) { msg.Toss = nil }, types.ErrInvalidToss,
		},
		"another nonce": {asking{}, func(_ *fixture, msg *types.MsgMatchGame) { msg.Entry.Board.Nonce++ }, types.ErrNonce},
		"a ruleset of the future": {
			asking{}, func(_ *fixture, msg *types.MsgMatchGame) { msg.RulesetId = 99 }, types.ErrUnknownRuleset,
		},
		"no address": {asking{}, func(_ *fixture, msg *types.MsgMatchGame) { msg.Sender = "alice" }, types.ErrInvalidAddress},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t)
			f.match(c.given.match(f, bob))
			msg := f.matchMsg(alice, game.Classic())
			c.spoil(f, msg)
			f.refuse(c.want, msg)
			require.Equal(t, game.PhaseOpen, f.state(1).Phase, "bob still waits")
		})
	}
}

// Mallory's thousand games that nobody can join stand in the index where the two look for each other.
func TestTwoPlayersMatchPastAThousandUnjoinableGames(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for i := range 1_000 {
		mallory := host(i / types.MaxOpenGames)
		f.rate(mallory, []uint32{1129, 1271}[i%2])
		msg := asking{within: 50}.create(f, mallory)
		require.NoError(t, f.handle(msg))
	}
	first, joined := f.match(asking{rating: 1190}.match(f, alice))
	require.False(t, joined)
	second, joined := f.match(asking{rating: 1210}.match(f, bob))
	require.True(t, joined)
	require.Equal(t, first, second)
}

// waits is a game that waits for a match, as it stands in the index.
type waits struct {
	key     types.OpenKey
	listing types.Listing
}

// fits reports whether two players who wait would have played each other.
func (w waits) fits(other waits) bool {
	apart := max(w.key.Rating, other.key.Rating) - min(w.key.Rating, other.key.Rating)
	within := func(l types.Listing) bool { return l.RatingRange == 0 || apart <= l.RatingRange }
	return w.key.Pool.RulesetID == other.key.Pool.RulesetID && w.listing.Creator != other.listing.Creator &&
		within(w.listing) && within(other.listing)
}

// Whoever asks, in any order and with any ratings and ranges: no two who would play each other both wait.
func TestNoTwoMatchingPlayersWait(t *testing.T) {
	t.Parallel()
	most := 0
	rapid.Check(t, func(rt *rapid.T) {
		f := newFixture(t)
		for range 30 {
			p := host(rapid.IntRange(0, 9).Draw(rt, "player"))
			switch rapid.IntRange(0, 9).Draw(rt, "kind") {
			case 0:
				f.endBlock()
				f.ctx = f.ctx.WithBlockHeight(f.height() + rapid.Int64Range(0, openBlocks/2).Draw(rt, "blocks"))
			case 1:
				if ids := f.waiting(); len(ids) > 0 {
					w := rapid.SampledFrom(ids).Draw(rt, "cancelled")
					_ = f.handle(&types.MsgCancelGame{Sender: w.listing.Creator, GameId: w.key.ID})
				}
			case 2:
				f.rate(p, rapid.Uint32Range(rating.Min, rating.Max).Draw(rt, "rating"))
			default:
				asked := asking{
					rating: rapid.Uint32Range(1000, 1600).Draw(rt, "rating"), xaya: rapid.Bool().Draw(rt, "xaya"),
					within: rapid.SampledFrom([]uint32{0, 50, 51, 100, 400}).Draw(rt, "within"),
				}
				msg := asked.match(f, p)
				if err := f.handle(msg); err != nil {
					require.ErrorIs(rt, err, types.ErrAlreadyWaiting)
				}
			}
			alive := f.waiting()
			most = max(most, len(alive))
			for i, a := range alive {
				for _, b := range alive[:i] {
					if a.fits(b) {
						rt.Fatalf("expected games %d and %d to have been one, got both: %v, %v", a.key.ID, b.key.ID, a, b)
					}
				}
			}
		}
	})
	require.Greater(t, most, 4, "so that there was something to compare")
}

// waiting returns the games that wait for a match and are not late.
func (f *fixture) waiting() []waits {
	f.Helper()
	var all []waits
	waiting := f.keeper.Records().Waiting
	require.NoError(f, waiting.Walk(f.ctx, nil, func(key types.OpenKey, l types.Listing) (bool, error) {
		if !game.Late(l.Deadline, f.height()) {
			all = append(all, waits{key: key, listing: l})
		}
		return false, nil
	}))
	return all
}

// As no two who wait fit each other, few can: one for each width of the narrowest range.
func TestFewCanWaitInOnePool(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	const ratings, width = rating.Max - rating.Min + 1, types.MinRatingRange + 1
	most := 0
	for i := range 200 {
		asked := asking{rating: rating.Min + uint32(i)*width%ratings, within: types.MinRatingRange}
		msg := asked.match(f, host(i))
		require.NoError(t, f.handle(msg))
		most = max(most, len(f.waiting()))
	}
	require.Equal(t, (ratings-1)/width+1, most)
	t.Logf("of 200 players who ask as it suits them least, %d wait", most)
}
