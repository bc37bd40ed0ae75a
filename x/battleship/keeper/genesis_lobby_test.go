package keeper_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cosmossdk.io/math"

	sdk "github.com/cosmos/cosmos-sdk/types"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/rating"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// corruption is what is wrong with a genesis file, and what the error must say.
type corruption struct {
	corrupt func(gs *types.GenesisState)
	want    string
}

// requireEachRefused makes sure that each corruption of what the fixture exports is refused for its own reason.
func (f *fixture) requireEachRefused(t *testing.T, corruptions map[string]corruption) {
	t.Helper()
	g := f.successor()
	for name, c := range corruptions {
		t.Run(name, func(t *testing.T) {
			gs := f.exported()
			require.NoError(t, gs.Validate(f.keeper.AddressCodec()))
			c.corrupt(&gs)
			g.requireRefused(t, gs, c.want)
			require.ErrorIs(t, gs.Validate(f.keeper.AddressCodec()), types.ErrInvalidGenesis)
		})
	}
}

func TestGenesisWithImpossibleTerms(t *testing.T) {
	t.Parallel()
	f, duels := newWorld(t)
	terms := func(name string, change func(*types.Terms)) func(*types.GenesisState) {
		return func(gs *types.GenesisState) { change(&duels[name].in(gs).Game.Terms) }
	}
	f.requireEachRefused(t, map[string]corruption{
		"a stake of nothing": {
			terms("staked", func(t *types.Terms) { t.Stake.Amount = math.ZeroInt() }), "expected a positive amount",
		},
		"a stake without an amount": {
			terms("staked", func(t *types.Terms) { t.Stake.Amount = math.Int{} }), "expected a coin",
		},
		"a house share of no stake": {
			terms("play", func(t *types.Terms) { t.HouseShareBps = 1 }), "house_share_bps: expected 0",
		},
		"a house share past any param": {
			terms("staked", func(t *types.Terms) { t.HouseShareBps = types.MaxHouseShareBps + 1 }), "house_share_bps",
		},
		"a fee of nothing": {
			terms("play", func(t *types.Terms) { t.Fee.Amount = math.ZeroInt() }), "fee: expected a positive coin",
		},
		"a fee in a casual game": {
			terms("casual", func(t *types.Terms) { t.Fee = &sdk.Coin{Denom: "uanchor", Amount: math.OneInt()} }),
			"expected neither fee nor backing in a casual game",
		},
		"backing past any cap": {
			terms("play", func(t *types.Terms) { t.Backing = types.MaxRewardCap + 1 }), "backing: expected at most",
		},
	})
}

func TestGenesisWithImpossibleOffers(t *testing.T) {
	t.Parallel()
	f, duels := newWorld(t)
	offer := func(name string, change func(*types.Offer)) func(*types.GenesisState) {
		return func(gs *types.GenesisState) { change(duels[name].in(gs).Game.Offer) }
	}
	opponent := func(text string) func(*types.GenesisState) {
		return offer("invited", func(o *types.Offer) { o.Opponent = text })
	}
	f.requireEachRefused(t, map[string]corruption{
		"none though the game is open": {
			func(gs *types.GenesisState) { duels["open"].in(gs).Game.Offer = nil }, "offer: expected one in an open game",
		},
		"one though the game was joined": {
			func(gs *types.GenesisState) { duels["play"].in(gs).Game.Offer = &types.Offer{Rating: 1200} },
			"offer: expected none in a game that was joined",
		},
		"a deposit of nothing": {
			offer("open", func(o *types.Offer) { o.Deposit.Amount = math.ZeroInt() }), "deposit: expected a positive amount",
		},
		"a deposit without an amount": {
			offer("open", func(o *types.Offer) { o.Deposit.Amount = math.Int{} }), "deposit: expected a positive amount",
		},
		"a deposit too large to add up": {
			offer("open", func(o *types.Offer) { o.Deposit.Amount = math.NewInt(2).ToLegacyDec().Power(128).TruncateInt() }),
			"deposit: expected a positive amount below 2^128",
		},
		"a rating below the least": {
			offer("open", func(o *types.Offer) { o.Rating = rating.Min - 1 }), "rating: expected 100 to 4000, got 99",
		},
		"a rating above the greatest": {
			offer("open", func(o *types.Offer) { o.Rating = rating.Max + 1 }), "rating: expected 100 to 4000, got 4001",
		},
		"a rating of a player without a rated game": {
			offer("waiting", func(o *types.Offer) { o.Rating = 1300 }), "rating: expected the 1200 of a player without",
		},
		"a range of ratings that is too narrow": {
			offer("ranged", func(o *types.Offer) { o.RatingRange = types.MinRatingRange - 1 }), "rating_range: expected 50",
		},
		"an opponent who is no address": {opponent("mallory"), "opponent: expected an address"},
		"an opponent in capitals":       {opponent(strings.ToUpper(mallory.text())), "opponent: address: expected ship1"},
		"an opponent whose address is too long": {
			opponent(textOf(make(sdk.AccAddress, types.MaxAddressBytes+1))), "expected at most 32 bytes, got 33",
		},
		"an opponent of itself": {opponent(bob.text()), "opponent: expected another player than the creator"},
		"an opponent who is the creator's delegate": {
			func(gs *types.GenesisState) { duels["invited"].in(gs).Game.Participants[0].Delegate = mallory.text() },
			"expected another address than the invited player's",
		},
		"an opponent in a game that waits for a match": {
			offer("invited", func(o *types.Offer) { o.Matching = true }), "expected none in a game that waits for a match",
		},
	})
}

func TestGenesisWithImpossibleRematches(t *testing.T) {
	t.Parallel()
	f, duels := newWorld(t)
	unfinished := func(name string, change func(*types.GenesisGame)) func(*types.GenesisState) {
		return func(gs *types.GenesisState) { change(duels[name].in(gs)) }
	}
	links := func(change func(links []types.GenesisRematch) []types.GenesisRematch) func(*types.GenesisState) {
		return func(gs *types.GenesisState) { gs.Rematches = change(gs.Rematches) }
	}
	ended := func(change func(*types.Result)) func(*types.GenesisState) {
		return func(gs *types.GenesisState) { change(duels["ended rematch"].resultIn(gs)) }
	}
	f.requireEachRefused(t, map[string]corruption{
		"first without a game before": {
			unfinished("play", func(g *types.GenesisGame) { g.Game.First = types.SEAT_CREATOR }),
			"expected rematch_of and first together",
		},
		"nobody first": {
			unfinished("rematch", func(g *types.GenesisGame) { g.Game.First = 0 }), "expected rematch_of and first together",
		},
		"the same player first again": {
			unfinished("rematch", func(g *types.GenesisGame) { g.Game.First = 3 - g.Game.First }), "who did not shoot first",
		},
		"a third player first": {
			unfinished("rematch", func(g *types.GenesisGame) { g.Game.First = 3 }),
			"expected SEAT_CREATOR or SEAT_JOINER, got 3",
		},
		"another first in the progress": {
			unfinished("rematch", func(g *types.GenesisGame) {
				g.Progress.First, g.Progress.Actor = 3-g.Progress.First, 3-g.Progress.Actor
			}), "first of the progress: expected",
		},
		"of a game that goes on": {
			unfinished("rematch", func(g *types.GenesisGame) { g.Game.RematchOf = duels["play"].id }),
			"expected a game that has ended",
		},
		"offered to another": {
			unfinished("offered rematch", func(g *types.GenesisGame) { g.Game.Offer.Opponent = mallory.text() }),
			"expected the players",
		},
		"offered to anybody": {
			unfinished("offered rematch", func(g *types.GenesisGame) { g.Game.Offer.Opponent = "" }), "expected the players",
		},
		"under other rules": {
			unfinished("offered rematch", func(g *types.GenesisGame) {
				g.Game.RulesetId = game.Xaya().ID
				g.Game.Participants[0].Board.RowRoots = g.Game.Participants[0].Board.RowRoots[:game.Xaya().Height]
				for i := range g.Progress.Sides {
					g.Progress.Sides[i].Answered, g.Progress.Sides[i].Hits = make([]byte, 8), make([]byte, 8)
				}
			}), "expected its ruleset",
		},
		"created before the game has ended": {
			unfinished("rematch", func(g *types.GenesisGame) { g.Game.CreatedHeight = 0 }), "expected a rematch created after",
		},
		"ended, the same player first again": {
			ended(func(r *types.Result) { r.First = 3 - r.First }), "who did not shoot first",
		},
		"ended, nobody first": {
			ended(func(r *types.Result) { r.First = 0 }), "first: expected SEAT_CREATOR or SEAT_JOINER, got SEAT_UNSPECIFIED",
		},
		"ended, a third player first": {
			ended(func(r *types.Result) { r.First = 3 }), "first: expected SEAT_CREATOR or SEAT_JOINER, got 3",
		},
		"ended, of itself": {
			ended(func(r *types.Result) { r.RematchOf = r.GameId }), "expected a rematch created after",
		},
		"ended, of no game": {ended(func(r *types.Result) { r.RematchOf = 0 }), "expected a rematch that names it"},
		"without a link": {
			links(func(l []types.GenesisRematch) []types.GenesisRematch { return l[1:] }), "expected a link to each of 3",
		},
		"with a link to another game": {
			links(func(l []types.GenesisRematch) []types.GenesisRematch {
				l[0].GameId, l[1].GameId = l[1].GameId, l[0].GameId
				return l
			}), "expected a rematch that names it",
		},
		"with a link to no game": {
			links(func(l []types.GenesisRematch) []types.GenesisRematch {
				l[0].GameId = 1_000
				return l
			}), "expected a rematch that names it",
		},
		"with two links": {
			links(func(l []types.GenesisRematch) []types.GenesisRematch { return append(l, l[len(l)-1]) }),
			"expected an id above",
		},
	})
}

func TestGenesisWithStatisticsThatDoNotAddUp(t *testing.T) {
	t.Parallel()
	f, _ := newWorld(t)
	record := func(p player, change func(*types.Player)) func(*types.GenesisState) {
		return func(gs *types.GenesisState) { change(p.in(gs)) }
	}
	f.requireEachRefused(t, map[string]corruption{
		"a player who never entered a game": {
			func(gs *types.GenesisState) {
				gs.Players = append(gs.Players, types.GenesisPlayer{Address: textOf(authtypes.NewModuleAddress("nobody"))})
				gs.Sort()
			}, "board_nonce: expected at least 1",
		},
		"open games":    {record(alice, func(p *types.Player) { p.OpenGames-- }), "open_games: expected"},
		"shots":         {record(alice, func(p *types.Player) { p.Shots++ }), "shots: expected"},
		"rewarded wins": {record(alice, func(p *types.Player) { p.Rewarded-- }), "rewarded: expected"},
		"wrong challenges": {
			record(alice, func(p *types.Player) { p.ChallengesWrong++ }), "challenges_wrong: expected 0, got 1",
		},
		"right challenges that no ending tells": {
			record(carol, func(p *types.Player) { p.ChallengesRight++ }), "challenges_right: expected 0 to 0, got 1",
		},
		"fewer concessions than results": {
			record(bob, func(p *types.Player) { p.Conceded = 0 }), "conceded: expected",
		},
		"more concessions than games": {
			record(carol, func(p *types.Player) { p.Conceded = 1 << 63 }), "conceded: expected",
		},
		"an unfinished game's timeout": {
			record(alice, func(p *types.Player) { p.TimedOut = 0 }), "timed_out: expected 1",
		},
		"a timeout that no ending tells": {
			record(mallory, func(p *types.Player) { p.TimedOut++ }), "timed_out: expected 0 to 0, got 1",
		},
		"more hits than shots": {record(carol, func(p *types.Player) { p.Hits = p.Shots + 1 }), "hits: expected 0 to"},
		"a best streak longer than all wins": {
			record(alice, func(p *types.Player) { p.BestStreak = p.Won + 1 }), "best_streak: expected",
		},
		"a best streak shorter than its share": {
			record(carol, func(p *types.Player) { p.BestStreak = 0 }), "best_streak: expected 1 to",
		},
		"a streak longer than the best": {
			record(alice, func(p *types.Player) { p.Streak = p.BestStreak + 1 }), "streak: expected at most best_streak",
		},
		"a rating without a game": {record(dave, func(p *types.Player) { p.Rating = 1200 }), "rating: expected 0 before"},
		"no rating after a game":  {record(alice, func(p *types.Player) { p.Rating = 0 }), "rating: expected 100 to 4000"},
		"a rating past any bound": {
			record(alice, func(p *types.Player) { p.Rating = rating.Max + 1 }), "rating: expected 100 to 4000",
		},
		"more rated games than those of its pairs": {
			record(alice, func(p *types.Player) { p.RatedGames++ }), "rated_games: expected the 4 of its pairs, got 5",
		},
		"fewer rated games than those of its pairs": {
			record(alice, func(p *types.Player) { p.RatedGames-- }), "rated_games: expected the 4 of its pairs, got 3",
		},
	})
}

// A player who has won by sinking a fleet has hit it; one who never lost has won every game of its streak.
func TestGenesisWithStatisticsOfAWinner(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	d := f.play(game.Xaya())
	d.playOut(game.PhaseOver)
	seat, err := f.result(d.id).Winner.Parse()
	require.NoError(t, err)
	winner := d.player(seat)
	f.requireEachRefused(t, map[string]corruption{
		"fewer hits than it took": {
			func(gs *types.GenesisState) { winner.in(gs).Hits-- },
			fmt.Sprintf("hits: expected %[1]d to %[1]d", game.Xaya().ShipTiles()),
		},
		"fewer shots than it took": {
			func(gs *types.GenesisState) {
				gs.Results[0].Shots[seat] = uint32(game.Xaya().ShipTiles()) - 1
			},
			"shots of player",
		},
		"a streak that was never broken": {
			func(gs *types.GenesisState) { winner.in(gs).Streak = 0 }, "streak: expected all 1 wins of a player who never lost",
		},
	})
}

func TestGenesisWithPairsThatNeverPlayed(t *testing.T) {
	t.Parallel()
	f, _ := newWorld(t)
	pairs := func(change func(pairs []types.GenesisPair) []types.GenesisPair) func(*types.GenesisState) {
		return func(gs *types.GenesisState) { gs.Pairs = change(gs.Pairs) }
	}
	rated := slices.IndexFunc(f.exported().Pairs, func(p types.GenesisPair) bool { return len(p.Pair.RatedHeights) > 1 })
	first := func(change func(p *types.GenesisPair)) func(*types.GenesisState) {
		return func(gs *types.GenesisState) { change(&gs.Pairs[rated]) }
	}
	f.requireEachRefused(t, map[string]corruption{
		"out of order": {
			pairs(func(p []types.GenesisPair) []types.GenesisPair { slices.Reverse(p); return p }), "expected ascending pairs",
		},
		"twice": {
			pairs(func(p []types.GenesisPair) []types.GenesisPair { return append(p, p[len(p)-1]) }), "expected ascending pairs",
		},
		"none of a rewarded game": {
			pairs(func(p []types.GenesisPair) []types.GenesisPair { return p[1:] }), "that were promised a reward",
		},
		"the higher address first": {
			func(gs *types.GenesisState) {
				p := &gs.Pairs[rated]
				p.Lower, p.Higher = p.Higher, p.Lower
				gs.Sort()
			}, "the one with the lower bytes first",
		},
		"of one player": {
			func(gs *types.GenesisState) {
				gs.Pairs[rated].Higher = gs.Pairs[rated].Lower
				gs.Sort()
			}, "the one with the lower bytes first",
		},
		"an address in capitals": {
			func(gs *types.GenesisState) {
				gs.Pairs[rated].Higher = strings.ToUpper(gs.Pairs[rated].Higher)
				gs.Sort()
			}, "address: expected ship1",
		},
		"no address": {
			func(gs *types.GenesisState) {
				gs.Pairs[rated].Lower = "bob"
				gs.Sort()
			}, "expected an address",
		},
		"strangers": {
			func(gs *types.GenesisState) {
				gs.Pairs[rated].Higher = textOf(make(sdk.AccAddress, types.MaxAddressBytes))
				gs.Pairs[rated].Lower, gs.Pairs[rated].Higher = gs.Pairs[rated].Higher, gs.Pairs[rated].Lower
				gs.Sort()
			}, "promised_height: expected 0",
		},
		"without a game that counts": {
			first(func(p *types.GenesisPair) { p.Pair = types.Pair{} }), "with a promised reward or a rated game",
		},
		"rewarded at another time": {
			first(func(p *types.GenesisPair) { p.Pair.PromisedHeight-- }), "promised_height: expected",
		},
		"rated at another time": {
			first(func(p *types.GenesisPair) { p.Pair.RatedHeights[0]-- }), "at which games between them ended",
		},
		"rated twice for one game": {
			first(func(p *types.GenesisPair) {
				p.Pair.RatedHeights = append(p.Pair.RatedHeights, p.Pair.RatedHeights[len(p.Pair.RatedHeights)-1])
			}),
			"at which games between them ended",
		},
		"the latest rated game first": {
			first(func(p *types.GenesisPair) { slices.Reverse(p.Pair.RatedHeights) }), "expected the oldest first",
		},
		"more rated games than are remembered": {
			first(func(p *types.GenesisPair) { p.Pair.RatedHeights = make([]int64, types.MaxPairRatedGames+1) }),
			"rated_heights: expected at most 20, got 21",
		},
	})
}

// A pair forgets all but its last twenty rated games; the games themselves are in the results.
func TestGenesisWithMoreRatedGamesThanAPairRemembers(t *testing.T) {
	t.Parallel()
	const games = types.MaxPairRatedGames + 2
	f := newFixture(t, withParams(func(p *types.Params) { p.RewardPeriodBlocks = 1 }))
	for range games {
		f.played(alice, bob, game.Joiner, nil)
	}
	gs := f.exported()
	require.Len(t, gs.Pairs[0].Pair.RatedHeights, types.MaxPairRatedGames)
	require.Equal(t, uint64(games), alice.in(&gs).RatedGames)
	g := f.successor()
	require.NoError(t, g.keeper.InitGenesis(g.ctx, gs))
	require.Equal(t, gs, g.exported())
	f.requireEachRefused(t, map[string]corruption{
		"more than were played": {
			func(gs *types.GenesisState) { alice.in(gs).RatedGames++ },
			"rated_games: expected at most the 22 that could be rated",
		},
		"fewer than are remembered": {
			func(gs *types.GenesisState) { alice.in(gs).RatedGames = types.MaxPairRatedGames - 1 },
			"rated_games: expected the 20 of its pairs",
		},
	})
}

func TestGenesisWithUnpaidCoinsThatCannotBePaid(t *testing.T) {
	t.Parallel()
	f, _ := newWorld(t)
	require.Len(t, f.exported().Unpaid, 2)
	coins := func(change func(coins sdk.Coins) sdk.Coins) func(*types.GenesisState) {
		return func(gs *types.GenesisState) {
			at := slices.IndexFunc(gs.Unpaid, func(c types.GenesisUnpaid) bool { return c.Address == carol.text() })
			gs.Unpaid[at].Coins = change(gs.Unpaid[at].Coins)
		}
	}
	f.requireEachRefused(t, map[string]corruption{
		"no coins": {coins(func(sdk.Coins) sdk.Coins { return nil }), "coins: expected at least one, got none"},
		"nothing of a coin": {
			coins(func(c sdk.Coins) sdk.Coins { c[0].Amount = math.ZeroInt(); return c }), "coins: expected positive amounts",
		},
		"less than nothing": {
			coins(func(c sdk.Coins) sdk.Coins { c[0].Amount = math.NewInt(-1); return c }), "coins: expected positive amounts",
		},
		"no amount": {
			coins(func(c sdk.Coins) sdk.Coins { c[0].Amount = math.Int{}; return c }), "coins: expected positive amounts",
		},
		"too much to add up": {
			coins(func(c sdk.Coins) sdk.Coins {
				c[0].Amount = math.NewIntWithDecimal(1, 60)
				return c
			}), "coins: expected positive amounts below 2^192",
		},
		"coins out of order": {
			coins(func(c sdk.Coins) sdk.Coins { slices.Reverse(c); return c }), "coins: expected ascending denoms",
		},
		"an account twice": {
			func(gs *types.GenesisState) { gs.Unpaid = append(gs.Unpaid, gs.Unpaid[1]) },
			"expected ascending addresses",
		},
		"accounts out of order": {
			func(gs *types.GenesisState) { slices.Reverse(gs.Unpaid) }, "expected ascending addresses",
		},
		"an account in capitals": {
			func(gs *types.GenesisState) { gs.Unpaid[0].Address = strings.ToUpper(gs.Unpaid[0].Address) },
			"address: expected ship1",
		},
	})
}

// What was rewarded or rated in the future would hold later games up for longer than it should.
func TestGenesisOfTheFuture(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.played(alice, bob, game.Joiner, nil)
	gs := f.exported()
	ended := gs.Results[0].EndedHeight
	for height, want := range map[int64]error{ended - 1: types.ErrInvalidGenesis, ended: nil, ended + 1: nil} {
		t.Run(fmt.Sprintf("at height %d", height), func(t *testing.T) {
			g := f.successor()
			g.ctx = g.ctx.WithBlockHeight(height)
			require.ErrorIs(t, g.keeper.InitGenesis(g.ctx, gs), want)
		})
	}
}

// Every coin that the module owes must be in its account; what was given to it besides is nobody's business.
func TestGenesisWithLessInTheAccountThanIsOwed(t *testing.T) {
	t.Parallel()
	f, _ := newWorld(t)
	held := f.exported().Held()
	require.Equal(t, held, f.escrow())
	require.Len(t, held, 2, "uanchor of games and uship that could not be paid")
	for _, coin := range held {
		for name, c := range map[string]struct {
			more int64
			want error
		}{
			"all that is owed": {},
			"a gift besides":   {more: 1},
			"a unit missing":   {more: -1, want: types.ErrInvalidGenesis},
		} {
			t.Run(coin.Denom+", "+name, func(t *testing.T) {
				g := f.successor()
				g.accounts.GetModuleAccount(g.ctx, types.ModuleName)
				if unit := sdk.NewCoins(sdk.NewInt64Coin(coin.Denom, 1)); c.more > 0 {
					require.NoError(t, g.bank.SendCoins(g.ctx, alice.addr, authtypes.NewModuleAddress(types.ModuleName), unit))
				} else if c.more < 0 {
					require.NoError(t, g.bank.SendCoinsFromModuleToAccount(g.ctx, types.ModuleName, alice.addr, unit))
				}
				err := g.keeper.InitGenesis(g.ctx, f.exported())
				require.ErrorIs(t, err, c.want)
				if c.want == nil {
					require.Equal(t, held, g.escrow(), "a gift is not held for anybody")
					return
				}
				require.ErrorContains(t, err, fmt.Sprintf("%s of the module's account: expected at least %s, got %s",
					coin.Denom, coin, coin.SubAmount(math.OneInt())))
				require.Empty(t, g.exportRaw(), "nothing is written of a state that is refused")
			})
		}
	}
}
