package duel_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"cosmossdk.io/math"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/rating"
	"github.com/battleship-chain/battleship/x/battleship/internal/kit"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// rate gives a player a rating, as if it had come from games.
func rate(f *kit.Fixture, p kit.Player, rating uint32) {
	f.Helper()
	record := f.Record(p)
	record.Rating, record.RatedGames = rating, 1
	require.NoError(f, f.Records.Players.Set(f.Ctx, p.Addr, record))
}

// asking is how a player asks for a game.
type asking struct {
	rating, within uint32
	// stake is in uanchor, 0 for none; clock is 0 for the default.
	stake, clock int64
	xaya, casual bool
	delegate     kit.Player
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
	coin := kit.Anchors(a.stake)
	return &coin
}

// Entry rates and funds a player and returns what it brings.
func (a asking) entry(f *kit.Fixture, p kit.Player) types.Entry {
	f.Helper()
	if a.rating > 0 {
		rate(f, p, a.rating)
	}
	if a.stake > 0 {
		f.Fund(p, kit.Anchors(a.stake))
	}
	b := f.NewBoard(p, a.rules(), kit.FleetOf(a.rules()))
	if a.delegate.Addr != nil {
		b.Delegate = a.delegate.Text()
	}
	return b.Entry()
}

func (a asking) match(f *kit.Fixture, p kit.Player) *types.MsgMatchGame {
	f.Helper()
	msg := f.MatchMsg(p, a.rules())
	msg.Entry, msg.RatingRange, msg.Stake = a.entry(f, p), a.within, a.coin()
	msg.TurnBlocks, msg.Casual = a.clock, a.casual
	return msg
}

func (a asking) create(f *kit.Fixture, p kit.Player) *types.MsgCreateGame {
	f.Helper()
	return &types.MsgCreateGame{
		Sender: p.Text(), RulesetId: a.rules().ID, Entry: a.entry(f, p), RatingRange: a.within, Stake: a.coin(),
		TurnBlocks: a.clock, Casual: a.casual,
	}
}

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
		"the same clock, said and not":     {[]asking{{clock: kit.TurnBlocks}}, nil, asking{}, 1},
		"another clock":                    {[]asking{{clock: kit.TurnBlocks + 1}}, nil, asking{}, 0},
		"another ruleset":                  {[]asking{{xaya: true}}, nil, asking{}, 0},
		"the same other ruleset":           {[]asking{{xaya: true}}, nil, asking{xaya: true}, 1},
		"a casual game":                    {[]asking{{casual: true}}, nil, asking{}, 0},
		"casual both":                      {[]asking{{casual: true}}, nil, asking{casual: true}, 1},
		"whose delegate one is":            {[]asking{{delegate: kit.Alice}}, nil, asking{}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			f := kit.New(t)
			for i, a := range c.waiting {
				id, joined := f.Match(a.match(f, kit.Host(i)))
				require.False(t, joined, "host %d has joined game %d", i, id)
			}
			for i, a := range c.created {
				f.Deliver(a.create(f, kit.Host(len(c.waiting)+i)))
			}
			id, joined := f.Match(c.asked.match(f, kit.Alice))
			if c.want == 0 {
				require.False(t, joined, "expected no game that fits, got %d", id)
				require.Equal(t, uint64(len(c.waiting)+len(c.created)+1), id)
				require.Equal(t, game.PhaseOpen, f.State(id).Phase)
				return
			}
			require.True(t, joined, "expected to join game %d, opened %d", c.want, id)
			require.Equal(t, c.want, id)
			g, err := f.Keeper.Records().Games.Get(f.Ctx, id)
			require.NoError(t, err)
			require.Equal(t, kit.Alice.Text(), g.Participants[game.Joiner].Address)
			require.Nil(t, g.Offer)
		})
	}
}

func TestAMatchNeverJoinsOnesOwnGame(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	own := f.Create(f.NewBoard(kit.Alice, game.Classic(), kit.ClassicFleet))
	id, joined := f.Match(f.MatchMsg(kit.Alice, game.Classic()))
	require.False(t, joined, "own game %d", own)
	f.Refuse(types.ErrAlreadyWaiting, f.MatchMsg(kit.Alice, game.Classic()))
	_, joined = f.Match(f.MatchMsg(kit.Alice, game.Xaya()))
	require.False(t, joined, "for another game one may wait as well")
	casual := f.MatchMsg(kit.Alice, game.Classic())
	casual.Casual = true
	_, joined = f.Match(casual)
	require.False(t, joined)

	f.Withdraw(kit.Alice, id)
	created := f.Create(f.NewBoard(kit.Bob, game.Classic(), kit.ClassicFleet))
	id, joined = f.Match(f.MatchMsg(kit.Alice, game.Classic()))
	require.True(t, joined)
	require.Equal(t, created, id)
}

func TestAMatchNeverJoinsAGameThatIsNotOpenToAll(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	offer := kit.CreateMsg(f.NewBoard(kit.Bob, game.Classic(), kit.ClassicFleet))
	offer.Opponent = kit.Alice.Text()
	f.Deliver(offer)
	id, joined := f.Match(f.MatchMsg(kit.Alice, game.Classic()))
	require.False(t, joined)
	require.NotEqual(t, uint64(1), id)
}

// Its expiry may not be settled yet, but what is late cannot be joined and holds up nobody.
func TestAMatchSkipsLateOffers(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	f.Match(f.MatchMsg(kit.Bob, game.Classic()))
	f.Create(f.NewBoard(kit.Carol, game.Classic(), kit.ClassicFleet))
	deadline := f.State(1).Deadline
	f.SkipTo(deadline)
	id, joined := f.Match(f.MatchMsg(kit.Mallory, game.Classic()))
	require.True(t, joined, "in time")
	require.Equal(t, uint64(1), id)
	f.Ctx = f.Ctx.WithBlockHeight(deadline + 1)
	id, joined = f.Match(f.MatchMsg(kit.Alice, game.Classic()))
	require.False(t, joined, "late")
	require.Equal(t, uint64(3), id)
}

// A creator can name any account as its delegate, for instance the key that another player plays with.
func TestRegressionASharedDelegatePreventsAMatch(t *testing.T) {
	t.Parallel()
	for name, delegate := range map[string]kit.Player{
		"the delegate of the other side": kit.Carol, "the opponent": kit.Bob,
	} {
		t.Run(name, func(t *testing.T) {
			f := kit.New(t)
			f.Match(asking{delegate: kit.Carol}.match(f, kit.Bob))
			msg := f.MatchMsg(kit.Alice, game.Classic())
			msg.Entry.Delegate = delegate.Text()
			f.Deliver(msg)
			require.Equal(t, game.PhaseToss, f.State(1).Phase, "the two have met")
			require.Empty(t, f.Game(1).Participants[game.Joiner].Delegate, "nobody acts for both")
			require.Equal(t, kit.Carol.Text(), f.Game(1).Participants[game.Creator].Delegate)
		})
	}
}

// Governance can make rewards cheaper. Who asks for a match then pays no more than it has to.
func TestRegressionAMatchCostsNoMoreThanOpeningAGame(t *testing.T) {
	t.Parallel()
	f := kit.New(t, kit.WithParams(kit.Public))
	for _, p := range []kit.Player{kit.Alice, kit.Bob, kit.Carol, kit.Mallory} {
		f.Fund(p, kit.Anchors(1_000_000_000))
	}
	f.Match(f.MatchMsg(kit.Bob, game.Classic()))
	f.SetParams(func(p *types.Params) { p.RewardInitial = math.NewInt(kit.FullReward / 1000) })
	id, joined := f.Match(f.MatchMsg(kit.Alice, game.Classic()))
	require.False(t, joined, "the game that waits is dearer")
	require.Less(t, f.Game(id).Terms.Fee.Amount.Int64(), f.Game(1).Terms.Fee.Amount.Int64())
	f.SetParams(func(p *types.Params) { p.RewardInitial = math.NewInt(kit.FullReward) })
	met, joined := f.Match(f.MatchMsg(kit.Carol, game.Classic()))
	require.True(t, joined)
	require.Equal(t, uint64(1), met, "the one that was opened first among equals, for no more than today's fee")
	met, joined = f.Match(f.MatchMsg(kit.Mallory, game.Classic()))
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
		spoil func(f *kit.Fixture, msg *types.MsgMatchGame)
		want  error
	}{
		"the opponent's board": {
			asking{}, func(f *kit.Fixture, msg *types.MsgMatchGame) {
				g, err := f.Keeper.Records().Games.Get(f.Ctx, 1)
				require.NoError(f, err)
				msg.Entry.Board.RowRoots = g.Participants[game.Creator].Board.RowRoots
			}, types.ErrEqualBoards,
		},
		"a stake that is no longer allowed": {
			asking{stake: 5}, func(f *kit.Fixture, msg *types.MsgMatchGame) {
				msg.Stake = stake(types.DefaultFeeDenom, 5)
				params := f.Params()
				params.StakeDenoms = []string{types.RewardDenom}
				f.Deliver(&types.MsgUpdateParams{Authority: f.Authority, Params: params})
			}, types.ErrInvalidStake,
		},
		"a stake that one has not": {
			asking{stake: 5},
			func(_ *kit.Fixture, msg *types.MsgMatchGame) { msg.Stake = stake(types.DefaultFeeDenom, 5) },
			types.ErrInsufficientFunds,
		},
		"a stake of zero": {
			asking{},
			func(_ *kit.Fixture, msg *types.MsgMatchGame) { msg.Stake = stake(types.DefaultFeeDenom, 0) },
			types.ErrInvalidStake,
		},
		"a negative stake": {
			asking{},
			func(_ *kit.Fixture, msg *types.MsgMatchGame) { msg.Stake = stake(types.DefaultFeeDenom, -5) },
			types.ErrInvalidStake,
		},
		"a range too narrow": {
			asking{},
			func(_ *kit.Fixture, msg *types.MsgMatchGame) { msg.RatingRange = types.MinRatingRange - 1 },
			types.ErrInvalidRating,
		},
		"a range too wide": {
			asking{},
			func(_ *kit.Fixture, msg *types.MsgMatchGame) { msg.RatingRange = rating.Max + 1 },
			types.ErrInvalidRating,
		},
		"no toss": {asking{}, func(_ *kit.Fixture, msg *types.MsgMatchGame) { msg.Toss = nil }, types.ErrInvalidToss},
		"no toss, though nobody waits": {
			asking{xaya: true}, func(_ *kit.Fixture, msg *types.MsgMatchGame) { msg.Toss = nil }, types.ErrInvalidToss,
		},
		"another nonce": {
			asking{}, func(_ *kit.Fixture, msg *types.MsgMatchGame) { msg.Entry.Board.Nonce++ }, types.ErrNonce,
		},
		"a ruleset of the future": {
			asking{}, func(_ *kit.Fixture, msg *types.MsgMatchGame) { msg.RulesetId = 99 }, types.ErrUnknownRuleset,
		},
		"no address": {
			asking{}, func(_ *kit.Fixture, msg *types.MsgMatchGame) { msg.Sender = "alice" }, types.ErrInvalidAddress,
		},
	} {
		t.Run(name, func(t *testing.T) {
			f := kit.New(t)
			f.Match(c.given.match(f, kit.Bob))
			msg := f.MatchMsg(kit.Alice, game.Classic())
			c.spoil(f, msg)
			f.Refuse(c.want, msg)
			require.Equal(t, game.PhaseOpen, f.State(1).Phase, "bob still waits")
		})
	}
}

// Mallory's thousand games that nobody can join stand in the index where the two look for each other.
func TestAttackTwoPlayersMatchPastAThousandUnjoinableGames(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	for i := range 1_000 {
		mallory := kit.Host(i / types.MaxOpenGames)
		rate(f, mallory, []uint32{1129, 1271}[i%2])
		msg := asking{within: 50}.create(f, mallory)
		require.NoError(t, f.Handle(msg))
	}
	first, joined := f.Match(asking{rating: 1190}.match(f, kit.Alice))
	require.False(t, joined)
	second, joined := f.Match(asking{rating: 1210}.match(f, kit.Bob))
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
		f := kit.New(t)
		for range 30 {
			p := kit.Host(rapid.IntRange(0, 9).Draw(rt, "player"))
			switch rapid.IntRange(0, 9).Draw(rt, "kind") {
			case 0:
				f.EndBlock()
				f.Ctx = f.Ctx.WithBlockHeight(f.Height() + rapid.Int64Range(0, kit.OpenBlocks/2).Draw(rt, "blocks"))
			case 1:
				if ids := waiting(f); len(ids) > 0 {
					w := rapid.SampledFrom(ids).Draw(rt, "cancelled")
					_ = f.Handle(&types.MsgCancelGame{Sender: w.listing.Creator, GameId: w.key.ID})
				}
			case 2:
				rate(f, p, rapid.Uint32Range(rating.Min, rating.Max).Draw(rt, "rating"))
			default:
				asked := asking{
					rating: rapid.Uint32Range(1000, 1600).Draw(rt, "rating"), xaya: rapid.Bool().Draw(rt, "xaya"),
					within: rapid.SampledFrom([]uint32{0, 50, 51, 100, 400}).Draw(rt, "within"),
				}
				msg := asked.match(f, p)
				if err := f.Handle(msg); err != nil {
					require.ErrorIs(rt, err, types.ErrAlreadyWaiting)
				}
			}
			alive := waiting(f)
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
func waiting(f *kit.Fixture) []waits {
	f.Helper()
	var all []waits
	waiting := f.Keeper.Records().Waiting
	require.NoError(f, waiting.Walk(f.Ctx, nil, func(key types.OpenKey, l types.Listing) (bool, error) {
		if !game.Late(l.Deadline, f.Height()) {
			all = append(all, waits{key: key, listing: l})
		}
		return false, nil
	}))
	return all
}

// As no two who wait fit each other, few can: one for each width of the narrowest range.
func TestFewCanWaitInOnePool(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	const ratings, width = rating.Max - rating.Min + 1, types.MinRatingRange + 1
	most := 0
	for i := range 200 {
		asked := asking{rating: rating.Min + uint32(i)*width%ratings, within: types.MinRatingRange}
		msg := asked.match(f, kit.Host(i))
		require.NoError(t, f.Handle(msg))
		most = max(most, len(waiting(f)))
	}
	require.Equal(t, (ratings-1)/width+1, most)
	t.Logf("of 200 players who ask as it suits them least, %d wait", most)
}

// A match once passed over the games of those who had made its sender their delegate. A ring of accounts that did so
// one after the other could fill the index of those that wait with games that would fit each other.
func TestRegressionDelegatesKeepNoCrowdFromMeeting(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	for i := range 4 {
		msg := f.MatchMsg(kit.Host(i), game.Classic())
		msg.Entry.Delegate = kit.Host(i ^ 1).Text()
		f.Deliver(msg)
	}
	for id := range uint64(2) {
		require.Equal(t, game.PhaseToss, f.State(id+1).Phase, "the next one meets somebody")
	}
	require.False(t, f.Has(3))
}

// A game that was opened when the network took more of the pot fits nobody who asks for a match now.
func TestAMatchFindsNoGameOfALargerShare(t *testing.T) {
	f := kit.New(t, kit.WithParams(kit.PublicWithShare))
	f.FundCast()
	stake, share := kit.Anchors(1_000), f.Params().HouseShareBps
	dear := f.MatchMsg(kit.Alice, game.Classic())
	dear.Stake = &stake
	f.Match(dear)
	f.SetParams(func(p *types.Params) { p.HouseShareBps = share - 1 })
	cheap := f.MatchMsg(kit.Bob, game.Classic())
	cheap.Stake = &stake
	_, joined := f.Match(cheap)
	require.False(t, joined)
}
