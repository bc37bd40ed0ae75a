package keeper_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	storetypes "github.com/cosmos/cosmos-sdk/store/v2/types"
	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/testutil/accept"
	"github.com/battleship-chain/battleship/x/battleship/internal/kit"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// A proposer tries a transaction before the block has a hash. One that joins, opens the toss, shoots and empties its
// account would be tried with another toss than it gets in the block; so the toss is not opened in the block of the
// join.
func TestAttackTheTossIsOpenedInTheBlockOfTheJoin(t *testing.T) {
	t.Parallel()
	for name, opening := range openings {
		t.Run(name, func(t *testing.T) {
			f := kit.New(t)
			for _, p := range []kit.Player{kit.Alice, kit.Bob} {
				f.Fund(p, kit.Anchors(100*worldStake))
			}
			d := &kit.Duel{Fixture: f}
			d.NewBoards()
			d.ID = f.Open(opening(d))
			d.Boards[game.Joiner] = f.NewBoard(kit.Bob, game.Classic(), kit.ClassicFleet)
			f.Deliver(kit.JoinMsg(d.ID, d.Boards[game.Joiner]))
			require.Equal(t, f.Height(), f.Game(d.ID).JoinedHeight)

			wrong := d.Reveal(game.Creator, "")
			wrong.Opening = d.Boards[game.Joiner].TossOpening()
			byJoiner := d.Shoot(game.Joiner, "")
			byJoiner.Opening = d.Boards[game.Joiner].TossOpening()
			for what, msg := range map[string]*types.MsgShootAndReveal{
				"alone": d.Reveal(game.Creator, ""), "with a shot": d.Reveal(game.Creator, "A1"),
				"of the joiner": byJoiner, "that is wrong": wrong,
			} {
				outer := f.Ctx
				meter := &kit.Bill{GasMeter: storetypes.NewInfiniteGasMeter(), Charged: make(map[string]storetypes.Gas)}
				f.Ctx = outer.WithGasMeter(meter)
				f.Refuse(types.ErrTurn, msg)
				f.Ctx = outer
				require.NotContains(t, meter.Charged, "toss hashes", "an opening %s", what)
			}
			if delegate := f.Game(d.ID).Participants[game.Creator].Delegate; delegate != "" {
				msg := d.Reveal(game.Creator, "")
				msg.Sender = delegate
				f.Refuse(types.ErrTurn, msg)
			}
			f.EndBlock()
			require.NoError(t, f.Try(d.Reveal(game.Creator, "")), "in the next block")
		})
	}
	t.Run("of a match", func(t *testing.T) {
		f := kit.New(t)
		d := &kit.Duel{Fixture: f}
		d.NewBoards()
		d.ID, _ = f.Match(f.MatchMsg(kit.Alice, game.Classic()))
		met, joined := f.Match(f.MatchMsg(kit.Bob, game.Classic()))
		require.True(t, joined)
		require.Equal(t, d.ID, met)
		f.Refuse(types.ErrTurn, d.Reveal(game.Creator, ""))
		f.EndBlock()
		require.NoError(t, f.Try(d.Reveal(game.Creator, "")), "in the next block")
	})
}

// openings are the ways in which alice can open a game for bob's join.
var openings = map[string]func(d *kit.Duel) sdk.Msg{
	"for anybody": func(d *kit.Duel) sdk.Msg { return kit.CreateMsg(d.Boards[game.Creator]) },
	"for anybody, with a delegate": func(d *kit.Duel) sdk.Msg {
		d.Boards[game.Creator].Delegate = kit.Mallory.Text()
		return kit.CreateMsg(d.Boards[game.Creator])
	},
	"for anybody, with the joiner as delegate": func(d *kit.Duel) sdk.Msg {
		d.Boards[game.Creator].Delegate = kit.Bob.Text()
		return kit.CreateMsg(d.Boards[game.Creator])
	},
	"for the joiner, for a stake and within a range": func(d *kit.Duel) sdk.Msg {
		msg := kit.CreateMsg(d.Boards[game.Creator])
		stake := kit.Anchors(worldStake)
		msg.Opponent, msg.Stake, msg.RatingRange = kit.Bob.Text(), &stake, types.MinRatingRange
		return msg
	},
	"as rematch": func(d *kit.Duel) sdk.Msg {
		of := d.Play(game.Classic())
		kit.ConcedeAndClaim(of)
		d.NewBoards()
		msg := kit.CreateMsg(d.Boards[game.Creator])
		msg.RematchOf = of.ID
		return msg
	},
	"by asking for a match": func(d *kit.Duel) sdk.Msg { return d.MatchMsg(kit.Alice, game.Classic()) },
}

// movesOf returns every message of the module that alice can send about a game that she has opened, or mallory for her,
// as right as it can be; but for those by which mallory takes the seat herself, as anybody can.
func movesOf(d *kit.Duel) []sdk.Msg {
	var all []sdk.Msg
	for _, name := range []kit.Player{kit.Alice, kit.Mallory} {
		for row, signing := range signings {
			if name.Name == kit.Mallory.Name && (row == "MsgJoinGame" || row == "MsgMatchGame") {
				continue
			}
			switch row {
			case "MsgAim", "MsgFire", "MsgReport": // there is no melee to make them for
				continue
			}
			msg := signing.msg(d, name)
			kit.SetSender(msg, name)
			all = append(all, msg)
		}
		for _, delegate := range []string{"", kit.Bob.Text(), kit.Carol.Text(), kit.Mallory.Text()} {
			msg := d.SetDelegate(game.Creator, delegate)
			kit.SetSender(msg, name)
			all = append(all, msg)
		}
	}
	return all
}

// Whatever alice and a friend of hers send between the moment at which they see bob's join and its block, in any two
// messages and the blocks between them: it succeeds.
func TestAttackNoMessageOfTheCreatorMakesAJoinFail(t *testing.T) {
	t.Parallel()
	for name, opening := range openings {
		t.Run(name, func(t *testing.T) {
			f := kit.New(t)
			for _, p := range []kit.Player{kit.Alice, kit.Bob, kit.Mallory} {
				f.Fund(p, kit.Anchors(100*worldStake))
			}
			d := &kit.Duel{Fixture: f}
			d.NewBoards()
			d.Boards[game.Joiner].Delegate = kit.Carol.Text()
			d.ID = f.Open(opening(d))
			d.Boards[game.Joiner] = f.NewBoard(kit.Bob, game.Classic(), kit.ClassicFleet)
			d.Boards[game.Joiner].Delegate = kit.Carol.Text()
			join := kit.JoinMsg(d.ID, d.Boards[game.Joiner])
			signed := f.Ctx
			// A message that is refused changes nothing, as in a transaction.
			send := func(msg sdk.Msg) bool {
				outer := f.Ctx
				var write func()
				f.Ctx, write = outer.CacheContext()
				err := f.Handle(msg)
				f.Ctx = outer
				if err == nil {
					write()
				}
				return err == nil
			}
			pass := func(blocks int64) {
				for range blocks {
					require.NoError(t, f.Keeper.EndBlock(f.Ctx))
					f.Ctx = f.Ctx.WithBlockHeight(f.Height() + 1)
				}
			}
			accepted := make(map[string]bool)
			firsts := movesOf(d)
			waited := false // one refused message, which changes nothing, is enough before all others
			for i := range firsts {
				f.Ctx, _ = signed.CacheContext()
				refused := !send(firsts[i])
				last := len(firsts)
				if refused && waited {
					last = 0
				}
				waited = waited || refused
				for j := -1; j < last; j++ {
					for _, wait := range []int64{0, 1, game.WithdrawBlocks / 2} {
						f.Ctx, _ = signed.CacheContext()
						sent := []sdk.Msg{firsts[i]}
						accepted[sdk.MsgTypeURL(firsts[i])] = send(firsts[i]) || accepted[sdk.MsgTypeURL(firsts[i])]
						pass(wait)
						if j >= 0 {
							sent = append(sent, firsts[j])
							send(firsts[j])
						}
						pass(wait)
						require.NoError(t, f.Handle(join), "after %v, %d blocks after each", sent, wait)
						require.Equal(t, game.PhaseToss, d.Now().Phase)
						require.EqualValues(t, d.Mixed(join.Toss), f.Game(d.ID).Toss)
					}
				}
			}
			f.Ctx = signed
			for _, msg := range []sdk.Msg{&types.MsgCancelGame{}, &types.MsgSetDelegate{}, &types.MsgCreateGame{}} {
				require.True(t, accepted[sdk.MsgTypeURL(msg)], "%T must have been tried in earnest", msg)
			}
		})
	}
}

// A game that its creator has withdrawn is offered to nobody who does not know of it, can still be joined by its id,
// and ends a few blocks later with everything returned.
func TestAWithdrawnGameIsNoLongerOffered(t *testing.T) {
	t.Parallel()
	for name, opening := range openings {
		t.Run(name, func(t *testing.T) {
			f := kit.New(t, kit.WithParams(kit.WithDeposit))
			for _, p := range []kit.Player{kit.Alice, kit.Bob} {
				f.Fund(p, kit.Anchors(100*worldStake+10*kit.Deposit))
			}
			d := &kit.Duel{Fixture: f}
			d.NewBoards()
			d.ID = f.Open(opening(d))
			funds := f.AnchorsOf(kit.Alice)
			g := f.Game(d.ID)
			f.Deliver(d.Cancel(game.Creator))
			require.Contains(t, queueOf(f), fmt.Sprintf("game %d at %d", d.ID, f.Height()+game.WithdrawBlocks))

			offered := func(f *kit.Fixture) {
				for _, opponent := range []string{"", kit.Bob.Text()} {
					open, err := f.Queries.OpenGames(f.Ctx, &types.QueryOpenGamesRequest{Opponent: opponent})
					require.NoError(t, err)
					require.Empty(t, open.Games)
				}
				outer := f.Ctx
				f.Ctx, _ = outer.CacheContext()
				msg := f.MatchMsg(kit.Bob, game.Classic())
				res, err := f.Msgs.MatchGame(f.Ctx, accept.Match(f.Ctx, f.Keeper, msg))
				require.NoError(t, err)
				require.False(t, res.Joined, "a match")
				f.Ctx = outer
			}
			offered(f)
			f.Refuse(types.ErrPhase, d.Cancel(game.Creator))
			require.Equal(t, uint32(1), f.Record(kit.Alice).OpenGames)
			if g.RematchOf > 0 {
				again := kit.CreateMsg(f.NewBoard(kit.Alice, game.Classic(), kit.ClassicFleet))
				again.RematchOf = g.RematchOf
				f.Refuse(types.ErrRematch, again)
			}

			// It is the same after an export in between.
			next := f.Successor()
			require.NoError(t, next.Keeper.InitGenesis(next.Ctx, f.Exported()))
			offered(next)
			require.Equal(t, queueOf(f), queueOf(next))
			next.Deliver(kit.JoinMsg(d.ID, renewed(d.Boards[game.Joiner], next)))

			outer := f.Ctx
			f.Ctx, _ = outer.CacheContext()
			require.NoError(t, f.Handle(kit.JoinMsg(d.ID, renewed(d.Boards[game.Joiner], f))))
			require.Zero(t, f.Record(kit.Alice).OpenGames)
			f.Ctx = outer
			if g.Offer.Opponent != "" {
				f.Ctx, _ = outer.CacheContext()
				require.NoError(t, f.Handle(d.Decline(kit.Bob)))
				require.False(t, f.Has(d.ID))
				f.Ctx = outer
			}

			f.SkipTo(d.Now().Deadline + 1)
			require.True(t, f.Has(d.ID))
			f.Refuse(types.ErrLate, kit.JoinMsg(d.ID, renewed(d.Boards[game.Joiner], f)))
			f.EndBlock()
			require.False(t, f.Has(d.ID))
			require.Zero(t, f.Record(kit.Alice).OpenGames)
			require.Equal(t, funds+g.Hold().AmountOf(types.DefaultFeeDenom).Int64(), f.AnchorsOf(kit.Alice))
			if g.RematchOf > 0 {
				again := kit.CreateMsg(f.NewBoard(kit.Alice, game.Classic(), kit.ClassicFleet))
				again.RematchOf = g.RematchOf
				f.Deliver(again)
			}
		})
	}
}
