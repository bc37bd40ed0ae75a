package duel_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/internal/kit"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

func TestEveryEndOfAGame(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		// creator and joiner say who lies about its board.
		creatorLies, joinerLies bool
		// play takes the game from a shot that the creator owes to its end.
		play func(d *kit.Duel)

		reason                types.Reason
		winner                types.Seat
		winnerPaid, loserPaid int64
		grows                 bool
	}{
		"all ships sunk, proven": {
			play: func(d *kit.Duel) {
				d.PlayOut(game.PhaseClaim)
				d.Deliver(d.Claim(game.Creator))
			},
			reason: types.REASON_SUNK, winner: types.SEAT_CREATOR, winnerPaid: kit.FullReward, loserPaid: kit.LoserReward,
			grows: true,
		},
		"all ships sunk, not proven, then proven by the other": {
			play: func(d *kit.Duel) {
				d.PlayOut(game.PhaseClaim)
				d.SkipTo(d.Now().Deadline + 2)
				d.Deliver(d.Claim(game.Joiner))
				d.SkipTo(d.Now().Deadline + 2)
			},
			reason: types.REASON_UNPROVEN, winner: types.SEAT_JOINER, winnerPaid: kit.TimeoutReward,
		},
		"conceded, proven": {
			play: func(d *kit.Duel) {
				d.Deliver(d.Concede(game.Creator))
				d.Deliver(d.Claim(game.Joiner))
			},
			reason: types.REASON_CONCEDED, winner: types.SEAT_JOINER,
			winnerPaid: kit.FullReward, loserPaid: kit.LoserReward, grows: true,
		},
		"conceded while the other owes": {
			play: func(d *kit.Duel) {
				d.Deliver(d.Concede(game.Joiner))
				d.Deliver(d.Claim(game.Creator))
			},
			reason: types.REASON_CONCEDED, winner: types.SEAT_CREATOR,
			winnerPaid: kit.FullReward, loserPaid: kit.LoserReward, grows: true,
		},
		"conceded to a liar": {
			joinerLies: true,
			play: func(d *kit.Duel) {
				d.Deliver(d.Concede(game.Creator))
				d.Refuse(types.ErrClaim, d.Claim(game.Joiner))
				d.SkipTo(d.Now().Deadline + 2)
				d.Deliver(d.Claim(game.Creator))
				d.SkipTo(d.Now().Deadline + 2)
			},
			reason: types.REASON_UNPROVEN, winner: types.SEAT_CREATOR, winnerPaid: kit.TimeoutReward,
		},
		"challenged, honest": {
			play: func(d *kit.Duel) {
				d.Deliver(d.Challenge(game.Creator))
				d.Deliver(d.Claim(game.Joiner))
			},
			reason: types.REASON_CHALLENGED, winner: types.SEAT_JOINER, winnerPaid: kit.FullReward, grows: true,
		},
		"challenged, a liar": {
			joinerLies: true,
			play: func(d *kit.Duel) {
				d.Deliver(d.Challenge(game.Creator))
				d.Refuse(types.ErrClaim, d.Claim(game.Joiner))
				d.SkipTo(d.Now().Deadline + 2)
				d.Deliver(d.Claim(game.Creator))
				d.SkipTo(d.Now().Deadline + 2)
			},
			reason: types.REASON_UNPROVEN, winner: types.SEAT_CREATOR, winnerPaid: kit.TimeoutReward,
		},
		"silent while it owes a shot": {
			play: func(d *kit.Duel) {
				d.SkipTo(d.Now().Deadline + 2)
				d.Deliver(d.Claim(game.Joiner))
			},
			reason: types.REASON_TIMEOUT, winner: types.SEAT_JOINER, winnerPaid: kit.TimeoutReward,
		},
		"silent while it owes an answer": {
			play: func(d *kit.Duel) {
				d.Deliver(d.Shoot(game.Creator, "A1"))
				d.SkipTo(d.Now().Deadline + 2)
				d.Deliver(d.Claim(game.Creator))
			},
			reason: types.REASON_TIMEOUT, winner: types.SEAT_CREATOR, winnerPaid: kit.TimeoutReward,
		},
		"silent against a liar": {
			joinerLies: true,
			play: func(d *kit.Duel) {
				d.SkipTo(d.Now().Deadline + 2)
				d.Refuse(types.ErrClaim, d.Claim(game.Joiner))
				d.SkipTo(d.Now().Deadline + 2)
			},
			reason: types.REASON_VOID,
		},
		"both silent": {
			play: func(d *kit.Duel) {
				d.SkipTo(d.Now().Deadline + 2)
				d.SkipTo(d.Now().Deadline + 2)
			},
			reason: types.REASON_VOID,
		},
		"both liars, conceded": {
			creatorLies: true, joinerLies: true,
			play: func(d *kit.Duel) {
				d.Deliver(d.Concede(game.Creator))
				d.Refuse(types.ErrClaim, d.Claim(game.Joiner))
				d.SkipTo(d.Now().Deadline + 2)
				d.Refuse(types.ErrClaim, d.Claim(game.Creator))
				d.SkipTo(d.Now().Deadline + 2)
			},
			reason: types.REASON_VOID,
		},
		"a liar whose board has no tile left": {
			joinerLies: true,
			play: func(d *kit.Duel) {
				// The creator shoots at every tile; the joiner misses all the time, on a tile that the creator has no
				// ship on.
				rules := d.Now().Ruleset
				misses := d.Boards[game.Creator].Ships
				target := game.Tile(0)
				for i := range rules.Tiles() {
					d.Deliver(d.Shoot(game.Creator, rules.TileName(game.Tile(i))))
					d.Deliver(d.Reveal(game.Joiner, ""))
					if d.Now().Phase != game.PhasePlay {
						break
					}
					for misses.Has(target) {
						target++
					}
					if int(target) < rules.Tiles() {
						d.Fire(game.Joiner, rules.TileName(target))
						target++
						continue
					}
					// No water is left, so it hits at last.
					d.Fire(game.Joiner, d.FirstTarget(d.Now(), game.Joiner))
				}
				require.Equal(d, game.ReasonUnproven, d.Now().Reason)
				d.Deliver(d.Claim(game.Creator))
			},
			reason: types.REASON_UNPROVEN, winner: types.SEAT_CREATOR, winnerPaid: kit.TimeoutReward,
		},
	} {
		t.Run(name, func(t *testing.T) {
			f := kit.New(t)
			boards := [...]kit.Board{
				f.NewBoard(kit.Alice, game.Classic(), kit.ClassicFleet), f.NewBoard(kit.Bob, game.Classic(), kit.ClassicFleet),
			}
			if c.creatorLies {
				boards[game.Creator] = f.NewLie(kit.Alice, game.Classic(), kit.ClassicFleet)
			}
			if c.joinerLies {
				boards[game.Joiner] = f.NewLie(kit.Bob, game.Classic(), kit.ClassicFleet)
			}
			d := f.NewDuelOf(boards[game.Creator], boards[game.Joiner])
			f.Deliver(d.Reveal(game.Creator, ""))
			c.play(d)

			r := f.Result(d.ID)
			require.Equal(t, c.reason, r.Reason)
			require.Equal(t, c.winner, r.Winner)
			require.Equal(t, uint64(c.winnerPaid), r.Reward)
			paid := map[types.Seat][2]int64{
				types.SEAT_UNSPECIFIED: {},
				types.SEAT_CREATOR:     {c.winnerPaid, c.loserPaid},
				types.SEAT_JOINER:      {c.loserPaid, c.winnerPaid},
			}[c.winner]
			require.Equal(t, paid, [2]int64{f.Balance(kit.Alice.Addr), f.Balance(kit.Bob.Addr)}, "paid to alice and bob")
			payout := map[bool]int64{false: kit.FullReward, true: kit.GrownReward}[c.grows]
			require.Equal(t, payout, f.Rewards().Payout.Int64(), "next full reward")
			require.Equal(t, c.winnerPaid+c.loserPaid, f.Rewards().Minted.Int64())
			requirePruned(f, d.ID)
			for i, p := range []kit.Player{kit.Alice, kit.Bob} {
				got, err := f.Keeper.Records().Players.Get(f.Ctx, p.Addr)
				require.NoError(t, err)
				want := [3]uint64{1, 0, 0}
				if c.winner == types.SeatOf(game.Seat(i)) {
					want[1] = 1
				} else if c.winner != types.SEAT_UNSPECIFIED {
					want[2] = 1
				}
				require.Equal(t, want, [3]uint64{got.Games, got.Won, got.Lost}, "games, won and lost of %s", p.Name)
				require.Zero(t, got.OpenGames)
			}
		})
	}
}

func TestAnExpiredOfferLeavesNoRecords(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(d *kit.Duel){
		"cancelled": func(d *kit.Duel) { d.Withdraw(kit.Alice, d.ID) },
		"expired":   func(d *kit.Duel) { d.SkipTo(d.Now().Deadline + 2) },
	} {
		t.Run(name, func(t *testing.T) {
			f := kit.New(t)
			d := &kit.Duel{Fixture: f}
			d.NewOpen()
			end(d)
			has, err := f.Keeper.Records().Results.Has(f.Ctx, d.ID)
			require.NoError(t, err)
			require.False(t, has, "a game that nobody joined has no result")
			requirePruned(f, d.ID)
			require.Equal(t, uint64(1), f.Nonce(kit.Alice), "the nonce of its board is never used again")
			f.Refuse(types.ErrGameNotFound, d.Cancel(game.Creator))
			f.Create(f.NewBoard(kit.Alice, game.Classic(), kit.ClassicFleet))
		})
	}
}

func TestOnlyAnOpenGameCanBeCancelledAndOnlyByItsCreator(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	d := f.NewDuel(game.Classic())
	f.Refuse(types.ErrPhase, d.Cancel(game.Creator))
	f.Deliver(d.Reveal(game.Creator, ""))
	f.Refuse(types.ErrPhase, d.Cancel(game.Creator))
	f.Deliver(d.Concede(game.Joiner))
	f.Refuse(types.ErrPhase, d.Cancel(game.Creator))
	d.NewOpen()
	f.Refuse(types.ErrUnauthorized, d.Cancel(game.Joiner))
	f.Deliver(d.Cancel(game.Creator))
	f.Refuse(types.ErrPhase, d.Cancel(game.Creator))
}

func TestConcedeAndChallengeInEachPhase(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	d := f.NewDuel(game.Classic())
	d.NewOpen()
	f.Refuse(types.ErrPhase, d.Concede(game.Creator))
	f.Refuse(types.ErrPhase, d.Challenge(game.Creator))
	newToss(d)
	f.Deliver(d.Concede(game.Joiner))
	f.Refuse(types.ErrPhase, d.Concede(game.Joiner))
	f.Refuse(types.ErrPhase, d.Challenge(game.Creator))
	newToss(d)
	f.Deliver(d.Challenge(game.Creator))
	require.Equal(t, game.Joiner, d.Now().Actor)
}

// A shot that a proposer placed before a concession or a challenge made it cost the whole fee instead of three tenths.
func TestAttackAConcessionPaysForAShotThatItHasNotSeen(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	d := f.NewDuel(game.Classic())
	early := func(by game.Seat) []sdk.Msg {
		concede, challenge := d.Concede(by), d.Challenge(by)
		concede.BeforeFirstShot, challenge.BeforeFirstShot = true, true
		return []sdk.Msg{concede, challenge}
	}
	d.NewOpen()
	f.Refuse(types.ErrPhase, early(game.Creator)[0])
	newToss(d)
	f.Deliver(early(game.Joiner)[0])
	newToss(d)
	f.Deliver(early(game.Joiner)[1])

	newToss(d)
	f.Deliver(d.Reveal(game.Creator, ""))
	f.Deliver(d.Shoot(game.Creator, "A1"))
	for _, msg := range append(early(game.Joiner), early(game.Creator)...) {
		f.Refuse(types.ErrBegun, msg)
	}
	f.Deliver(d.Reveal(game.Joiner, ""))
	for _, msg := range append(early(game.Joiner), early(game.Creator)...) {
		f.Refuse(types.ErrBegun, msg)
	}
	conceded := f.Record(kit.Bob).Conceded
	kit.ConcedeAndClaim(d)
	require.Equal(t, types.REASON_CONCEDED, f.Result(d.ID).Reason)
	require.Equal(t, conceded+1, f.Record(kit.Bob).Conceded)
}

// requirePruned makes sure that nothing but the result is kept of a game that has ended.
func requirePruned(f *kit.Fixture, id uint64) {
	f.Helper()
	f.SkipTo(f.Height() + 2*kit.OpenBlocks)
	gs, err := f.Keeper.ExportGenesis(f.Ctx)
	require.NoError(f, err)
	require.Empty(f, gs.Games)
	require.Empty(f, gs.Quarantined)
	for entry := range f.Snapshot() {
		for _, prefix := range [][]byte{
			types.GamesPrefix, types.ProgressPrefix, types.RecoveriesPrefix, types.ExpiriesPrefix, types.OpenGamesPrefix,
			types.PlayerGamesPrefix, types.QuarantinedPrefix, types.WaitingPrefix, types.InvitationsPrefix, types.EscrowPrefix,
			types.ExpiryHeightsPrefix,
		} {
			require.NotContains(f, entry, types.StoreKey+"/"+string(prefix), "entry %q of game %d", entry, id)
		}
	}
}
