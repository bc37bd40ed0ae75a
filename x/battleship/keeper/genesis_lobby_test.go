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
	"github.com/battleship-chain/battleship/x/battleship/internal/kit"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// corruption is what is wrong with a genesis file, and what the error must say.
type corruption struct {
	corrupt func(gs *types.GenesisState)
	want    string
}

// requireEachRefused makes sure that each corruption of what the fixture exports is refused for its own reason.
func requireEachRefused(f *kit.Fixture, t *testing.T, corruptions map[string]corruption) {
	t.Helper()
	g := f.Successor()
	for name, c := range corruptions {
		t.Run(name, func(t *testing.T) {
			gs := f.Exported()
			require.NoError(t, gs.Validate(f.Keeper.AddressCodec()))
			c.corrupt(&gs)
			g.RequireRefused(t, gs, c.want)
			require.ErrorIs(t, gs.Validate(f.Keeper.AddressCodec()), types.ErrInvalidGenesis)
		})
	}
}

func TestGenesisWithImpossibleTerms(t *testing.T) {
	t.Parallel()
	f, duels := newWorld(t)
	terms := func(name string, change func(*types.Terms)) func(*types.GenesisState) {
		return func(gs *types.GenesisState) { change(&gameIn(duels[name], gs).Game.Terms) }
	}
	requireEachRefused(f, t, map[string]corruption{
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
		return func(gs *types.GenesisState) { change(gameIn(duels[name], gs).Game.Offer) }
	}
	opponent := func(text string) func(*types.GenesisState) {
		return offer("invited", func(o *types.Offer) { o.Opponent = text })
	}
	requireEachRefused(f, t, map[string]corruption{
		"none though the game is open": {
			func(gs *types.GenesisState) { gameIn(duels["open"], gs).Game.Offer = nil }, "offer: expected one in an open game",
		},
		"one though the game was joined": {
			func(gs *types.GenesisState) { gameIn(duels["play"], gs).Game.Offer = &types.Offer{Rating: 1200} },
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
		"an opponent in capitals":       {opponent(strings.ToUpper(kit.Mallory.Text())), "opponent: address: expected ship1"},
		"an opponent whose address is too long": {
			opponent(kit.TextOf(make(sdk.AccAddress, types.MaxAddressBytes+1))), "expected at most 32 bytes, got 33",
		},
		"an opponent of itself": {opponent(kit.Bob.Text()), "opponent: expected another player than the creator"},
		"an opponent who is the creator's delegate": {
			func(gs *types.GenesisState) {
				gameIn(duels["invited"], gs).Game.Participants[0].Delegate = kit.Mallory.Text()
			},
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
		return func(gs *types.GenesisState) { change(gameIn(duels[name], gs)) }
	}
	links := func(change func(links []types.GenesisRematch) []types.GenesisRematch) func(*types.GenesisState) {
		return func(gs *types.GenesisState) { gs.Rematches = change(gs.Rematches) }
	}
	ended := func(change func(*types.Result)) func(*types.GenesisState) {
		return func(gs *types.GenesisState) { change(resultIn(duels["ended rematch"], gs)) }
	}
	requireEachRefused(f, t, map[string]corruption{
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
			unfinished("rematch", func(g *types.GenesisGame) { g.Game.RematchOf = duels["play"].ID }),
			"expected a game that has ended",
		},
		"offered to another": {
			unfinished("offered rematch", func(g *types.GenesisGame) { g.Game.Offer.Opponent = kit.Mallory.Text() }),
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
	record := func(p kit.Player, change func(*types.Player)) func(*types.GenesisState) {
		return func(gs *types.GenesisState) { change(playerIn(p, gs)) }
	}
	requireEachRefused(f, t, map[string]corruption{
		"a player who never entered a game": {
			func(gs *types.GenesisState) {
				gs.Players = append(gs.Players, types.GenesisPlayer{Address: kit.TextOf(authtypes.NewModuleAddress("nobody"))})
				gs.Sort()
			}, "board_nonce: expected at least 1",
		},
		"open games":    {record(kit.Alice, func(p *types.Player) { p.OpenGames-- }), "open_games: expected"},
		"shots":         {record(kit.Alice, func(p *types.Player) { p.Shots++ }), "shots: expected"},
		"rewarded wins": {record(kit.Alice, func(p *types.Player) { p.Rewarded-- }), "rewarded: expected"},
		"wrong challenges": {
			record(kit.Alice, func(p *types.Player) { p.ChallengesWrong++ }), "challenges_wrong: expected 0, got 1",
		},
		"right challenges that no ending tells": {
			record(kit.Carol, func(p *types.Player) { p.ChallengesRight++ }), "challenges_right: expected 0 to 0, got 1",
		},
		"fewer concessions than results": {
			record(kit.Bob, func(p *types.Player) { p.Conceded = 0 }), "conceded: expected",
		},
		"more concessions than games": {
			record(kit.Carol, func(p *types.Player) { p.Conceded = 1 << 63 }), "conceded: expected",
		},
		"an unfinished game's timeout": {
			record(kit.Alice, func(p *types.Player) { p.TimedOut = 0 }), "timed_out: expected 1",
		},
		"a timeout that no ending tells": {
			record(kit.Mallory, func(p *types.Player) { p.TimedOut++ }), "timed_out: expected 0 to 0, got 1",
		},
		"more hits than shots": {record(kit.Carol, func(p *types.Player) { p.Hits = p.Shots + 1 }), "hits: expected 0 to"},
		"a best streak longer than all wins": {
			record(kit.Alice, func(p *types.Player) { p.BestStreak = p.Won + 1 }), "best_streak: expected",
		},
		"a best streak shorter than its share": {
			record(kit.Carol, func(p *types.Player) { p.BestStreak = 0 }), "best_streak: expected 1 to",
		},
		"a streak longer than the best": {
			record(kit.Alice, func(p *types.Player) { p.Streak = p.BestStreak + 1 }), "streak: expected at most best_streak",
		},
		"a rating without a game": {record(kit.Dave, func(p *types.Player) { p.Rating = 1200 }), "rating: expected 0 before"},
		"no rating after a game": {
			record(kit.Alice, func(p *types.Player) { p.Rating = 0 }), "rating: expected 100 to 4000",
		},
		"a rating past any bound": {
			record(kit.Alice, func(p *types.Player) { p.Rating = rating.Max + 1 }), "rating: expected 100 to 4000",
		},
		"more rated games than those of its pairs": {
			record(kit.Alice, func(p *types.Player) { p.RatedGames++ }), "rated_games: expected the 4 of its pairs, got 5",
		},
		"fewer rated games than those of its pairs": {
			record(kit.Alice, func(p *types.Player) { p.RatedGames-- }), "rated_games: expected the 4 of its pairs, got 3",
		},
	})
}

// A player who has won by sinking a fleet has hit it; one who never lost has won every game of its streak.
func TestGenesisWithStatisticsOfAWinner(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	d := f.Play(game.Xaya())
	d.PlayOut(game.PhaseOver)
	seat, err := f.Result(d.ID).Winner.Parse()
	require.NoError(t, err)
	winner := d.Player(seat)
	requireEachRefused(f, t, map[string]corruption{
		"fewer hits than it took": {
			func(gs *types.GenesisState) { playerIn(winner, gs).Hits-- },
			fmt.Sprintf("hits: expected %[1]d to %[1]d", game.Xaya().ShipTiles()),
		},
		"fewer shots than it took": {
			func(gs *types.GenesisState) {
				gs.Results[0].Shots[seat] = uint32(game.Xaya().ShipTiles()) - 1
			},
			"shots of player",
		},
		"a streak that was never broken": {
			func(gs *types.GenesisState) { playerIn(winner, gs).Streak = 0 },
			"streak: expected all 1 wins of a player who never lost",
		},
	})
}

func TestGenesisWithPairsThatNeverPlayed(t *testing.T) {
	t.Parallel()
	f, _ := newWorld(t)
	pairs := func(change func(pairs []types.GenesisPair) []types.GenesisPair) func(*types.GenesisState) {
		return func(gs *types.GenesisState) { gs.Pairs = change(gs.Pairs) }
	}
	rated := slices.IndexFunc(f.Exported().Pairs, func(p types.GenesisPair) bool { return len(p.Pair.RatedHeights) > 1 })
	first := func(change func(p *types.GenesisPair)) func(*types.GenesisState) {
		return func(gs *types.GenesisState) { change(&gs.Pairs[rated]) }
	}
	requireEachRefused(f, t, map[string]corruption{
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
				gs.Pairs[rated].Higher = kit.TextOf(make(sdk.AccAddress, types.MaxAddressBytes))
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
	f := kit.New(t, kit.WithParams(func(p *types.Params) { p.RewardPeriodBlocks = 1 }))
	for range games {
		played(f, kit.Alice, kit.Bob, game.Joiner, nil)
	}
	gs := f.Exported()
	require.Len(t, gs.Pairs[0].Pair.RatedHeights, types.MaxPairRatedGames)
	require.Equal(t, uint64(games), playerIn(kit.Alice, &gs).RatedGames)
	g := f.Successor()
	require.NoError(t, g.Keeper.InitGenesis(g.Ctx, gs))
	require.Equal(t, gs, g.Exported())
	requireEachRefused(f, t, map[string]corruption{
		"more than were played": {
			func(gs *types.GenesisState) { playerIn(kit.Alice, gs).RatedGames++ },
			"rated_games: expected at most the 22 that could be rated",
		},
		"fewer than are remembered": {
			func(gs *types.GenesisState) { playerIn(kit.Alice, gs).RatedGames = types.MaxPairRatedGames - 1 },
			"rated_games: expected the 20 of its pairs",
		},
	})
}

func TestGenesisWithUnpaidCoinsThatCannotBePaid(t *testing.T) {
	t.Parallel()
	f, _ := newWorld(t)
	require.Len(t, f.Exported().Unpaid, 2)
	coins := func(change func(coins sdk.Coins) sdk.Coins) func(*types.GenesisState) {
		return func(gs *types.GenesisState) {
			at := slices.IndexFunc(gs.Unpaid, func(c types.GenesisUnpaid) bool { return c.Address == kit.Carol.Text() })
			gs.Unpaid[at].Coins = change(gs.Unpaid[at].Coins)
		}
	}
	requireEachRefused(f, t, map[string]corruption{
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
		"a coin twice": {
			coins(func(c sdk.Coins) sdk.Coins { return sdk.Coins{c[0], c[0]} }), "coins: expected ascending denoms",
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
	f := kit.New(t)
	played(f, kit.Alice, kit.Bob, game.Joiner, nil)
	gs := f.Exported()
	ended := gs.Results[0].EndedHeight
	for height, want := range map[int64]error{ended - 1: types.ErrInvalidGenesis, ended: nil, ended + 1: nil} {
		t.Run(fmt.Sprintf("at height %d", height), func(t *testing.T) {
			g := f.Successor()
			g.Ctx = g.Ctx.WithBlockHeight(height)
			require.ErrorIs(t, g.Keeper.InitGenesis(g.Ctx, gs), want)
		})
	}
}

// Every coin that the module owes must be in its account; what was given to it besides is nobody's business.
func TestAttackGenesisWithLessInTheAccountThanIsOwed(t *testing.T) {
	t.Parallel()
	f, _ := newWorld(t)
	held := f.Exported().Held()
	require.Equal(t, held, f.Escrow())
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
				g := f.Successor()
				g.Accounts.GetModuleAccount(g.Ctx, types.ModuleName)
				if unit := sdk.NewCoins(sdk.NewInt64Coin(coin.Denom, 1)); c.more > 0 {
					require.NoError(t, g.Bank.SendCoins(g.Ctx, kit.Alice.Addr, authtypes.NewModuleAddress(types.ModuleName), unit))
				} else if c.more < 0 {
					require.NoError(t, g.Bank.SendCoinsFromModuleToAccount(g.Ctx, types.ModuleName, kit.Alice.Addr, unit))
				}
				err := g.Keeper.InitGenesis(g.Ctx, f.Exported())
				require.ErrorIs(t, err, c.want)
				if c.want == nil {
					require.Equal(t, held, g.Escrow(), "a gift is not held for anybody")
					return
				}
				require.ErrorContains(t, err, fmt.Sprintf("%s of the module's account: expected at least %s, got %s",
					coin.Denom, coin, coin.SubAmount(math.OneInt())))
				require.Empty(t, g.ExportRaw(), "nothing is written of a state that is refused")
			})
		}
	}
}

// A genesis state of an off-chain game that the module cannot have exported is refused.
func TestFalseOffChainGamesAreNoGenesis(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	v := f.OpenChannel(game.Classic())
	onChain := f.OpenChannel(game.Classic())
	onChain.Deliver(onChain.Submits(kit.Alice, onChain.Turns(5)[4].Update))
	d, creators := f.Play(game.Classic()), []types.Seat{types.SEAT_CREATOR}
	open := &kit.Duel{Fixture: f, ID: f.Create(f.NewChannelPlayer(kit.Alice, game.Classic(), kit.ClassicFleet))}
	for name, spoil := range map[string]func(gs *types.GenesisState){
		"responded before the join":          func(gs *types.GenesisState) { gameIn(open, gs).Progress.Responded = creators },
		"another end of the channel timeout": func(gs *types.GenesisState) { gameIn(v.Duel, gs).Progress.Deadline++ },
		"no channel timeout": func(gs *types.GenesisState) {
			gameIn(v.Duel, gs).Game.ChannelTimeoutBlocks = 0
		},
		"a channel timeout without keys": func(gs *types.GenesisState) {
			gameIn(d, gs).Game.ChannelTimeoutBlocks = kit.ChannelTimeoutBlocks
		},
		"off-chain without keys": func(gs *types.GenesisState) { gameIn(d, gs).Progress.OffChain = true },
		"responded without keys": func(gs *types.GenesisState) { gameIn(d, gs).Progress.Responded = creators },
		"responded off-chain":    func(gs *types.GenesisState) { gameIn(v.Duel, gs).Progress.Responded = creators },
		"off-chain in play":      func(gs *types.GenesisState) { gameIn(onChain.Duel, gs).Progress.OffChain = true },
		"nobody responded": func(gs *types.GenesisState) {
			gameIn(onChain.Duel, gs).Progress.Responded = []types.Seat{types.SEAT_UNSPECIFIED}
		},
		"responded twice": func(gs *types.GenesisState) {
			gameIn(onChain.Duel, gs).Progress.Responded = []types.Seat{types.SEAT_CREATOR, types.SEAT_CREATOR}
		},
		"responded in the wrong order": func(gs *types.GenesisState) {
			gameIn(onChain.Duel, gs).Progress.Responded = []types.Seat{types.SEAT_JOINER, types.SEAT_CREATOR}
		},
		"one key": func(gs *types.GenesisState) { gameIn(v.Duel, gs).Game.Participants[1].Channel = nil },
		"a joiner's relay": func(gs *types.GenesisState) {
			gameIn(v.Duel, gs).Game.Participants[1].Channel.Relay = "wss://x"
		},
		"a false key": func(gs *types.GenesisState) { gameIn(v.Duel, gs).Game.Participants[1].Channel.Key = []byte{2} },
		"equal keys": func(gs *types.GenesisState) {
			gameIn(v.Duel, gs).Game.Participants[1].Channel.Key = gameIn(v.Duel, gs).Game.Participants[0].Channel.Key
		},
		"a channel timeout shorter than a turn": func(gs *types.GenesisState) {
			gameIn(v.Duel, gs).Game.ChannelTimeoutBlocks = kit.TurnBlocks - 1
			gameIn(v.Duel, gs).Progress.Deadline = gameIn(v.Duel, gs).Game.JoinedHeight + kit.TurnBlocks - 1
		},
	} {
		t.Run(name, func(t *testing.T) {
			gs := f.Exported()
			spoil(&gs)
			err := gs.Validate(f.Keeper.AddressCodec())
			require.ErrorIs(t, err, types.ErrInvalidGenesis)
		})
	}
}
