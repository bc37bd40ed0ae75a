package keeper_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

const (
	fullReward    = 42_000_000
	loserReward   = 420_000
	timeoutReward = 4_200_000
	// grownReward is the second full reward: 0.1 % more than the first.
	grownReward = 42_042_000
)

func TestEveryEndOfAGame(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		// creator and joiner say who lies about its board.
		creatorLies, joinerLies bool
		// play takes the game from a shot that the creator owes to its end.
		play func(d *duel)

		reason                types.Reason
		winner                types.Seat
		winnerPaid, loserPaid int64
		grows                 bool
	}{
		"all ships sunk, proven": {
			play: func(d *duel) {
				d.playOut(game.PhaseClaim)
				d.deliver(d.claim(game.Creator))
			},
			reason: types.REASON_SUNK, winner: types.SEAT_CREATOR, winnerPaid: fullReward, loserPaid: loserReward, grows: true,
		},
		"all ships sunk, not proven, then proven by the other": {
			play: func(d *duel) {
				d.playOut(game.PhaseClaim)
				d.skipTo(d.now().Deadline + 2)
				d.deliver(d.claim(game.Joiner))
				d.skipTo(d.now().Deadline + 2)
			},
			reason: types.REASON_UNPROVEN, winner: types.SEAT_JOINER, winnerPaid: timeoutReward,
		},
		"conceded, proven": {
			play: func(d *duel) {
				d.deliver(d.concede(game.Creator))
				d.deliver(d.claim(game.Joiner))
			},
			reason: types.REASON_CONCEDED, winner: types.SEAT_JOINER,
			winnerPaid: fullReward, loserPaid: loserReward, grows: true,
		},
		"conceded while the other owes": {
			play: func(d *duel) {
				d.deliver(d.concede(game.Joiner))
				d.deliver(d.claim(game.Creator))
			},
			reason: types.REASON_CONCEDED, winner: types.SEAT_CREATOR,
			winnerPaid: fullReward, loserPaid: loserReward, grows: true,
		},
		"conceded to a liar": {
			joinerLies: true,
			play: func(d *duel) {
				d.deliver(d.concede(game.Creator))
				d.refuse(types.ErrClaim, d.claim(game.Joiner))
				d.skipTo(d.now().Deadline + 2)
				d.deliver(d.claim(game.Creator))
				d.skipTo(d.now().Deadline + 2)
			},
			reason: types.REASON_UNPROVEN, winner: types.SEAT_CREATOR, winnerPaid: timeoutReward,
		},
		"challenged, honest": {
			play: func(d *duel) {
				d.deliver(d.challenge(game.Creator))
				d.deliver(d.claim(game.Joiner))
			},
			reason: types.REASON_CHALLENGED, winner: types.SEAT_JOINER, winnerPaid: fullReward, grows: true,
		},
		"challenged, a liar": {
			joinerLies: true,
			play: func(d *duel) {
				d.deliver(d.challenge(game.Creator))
				d.refuse(types.ErrClaim, d.claim(game.Joiner))
				d.skipTo(d.now().Deadline + 2)
				d.deliver(d.claim(game.Creator))
				d.skipTo(d.now().Deadline + 2)
			},
			reason: types.REASON_UNPROVEN, winner: types.SEAT_CREATOR, winnerPaid: timeoutReward,
		},
		"silent while it owes a shot": {
			play: func(d *duel) {
				d.skipTo(d.now().Deadline + 2)
				d.deliver(d.claim(game.Joiner))
			},
			reason: types.REASON_TIMEOUT, winner: types.SEAT_JOINER, winnerPaid: timeoutReward,
		},
		"silent while it owes an answer": {
			play: func(d *duel) {
				d.deliver(d.shoot(game.Creator, "A1"))
				d.skipTo(d.now().Deadline + 2)
				d.deliver(d.claim(game.Creator))
			},
			reason: types.REASON_TIMEOUT, winner: types.SEAT_CREATOR, winnerPaid: timeoutReward,
		},
		"silent against a liar": {
			joinerLies: true,
			play: func(d *duel) {
				d.skipTo(d.now().Deadline + 2)
				d.refuse(types.ErrClaim, d.claim(game.Joiner))
				d.skipTo(d.now().Deadline + 2)
			},
			reason: types.REASON_VOID,
		},
		"both silent": {
			play: func(d *duel) {
				d.skipTo(d.now().Deadline + 2)
				d.skipTo(d.now().Deadline + 2)
			},
			reason: types.REASON_VOID,
		},
		"both liars, conceded": {
			creatorLies: true, joinerLies: true,
			play: func(d *duel) {
				d.deliver(d.concede(game.Creator))
				d.refuse(types.ErrClaim, d.claim(game.Joiner))
				d.skipTo(d.now().Deadline + 2)
				d.refuse(types.ErrClaim, d.claim(game.Creator))
				d.skipTo(d.now().Deadline + 2)
			},
			reason: types.REASON_VOID,
		},
		"a liar whose board has no tile left": {
			joinerLies: true,
			play: func(d *duel) {
				// The creator shoots at every tile; the joiner misses all the time, on a tile that the creator has no
				// ship on.
				rules := d.now().Ruleset
				misses := d.boards[game.Creator].Ships
				target := game.Tile(0)
				for i := range rules.Tiles() {
					d.deliver(d.shoot(game.Creator, rules.TileName(game.Tile(i))))
					d.deliver(d.reveal(game.Joiner, ""))
					if d.now().Phase != game.PhasePlay {
						break
					}
					for misses.Has(target) {
						target++
					}
					if int(target) < rules.Tiles() {
						d.fire(game.Joiner, rules.TileName(target))
						target++
						continue
					}
					// No water is left, so it hits at last.
					d.fire(game.Joiner, d.firstTarget(d.now(), game.Joiner))
				}
				require.Equal(d, game.ReasonUnproven, d.now().Reason)
				d.deliver(d.claim(game.Creator))
			},
			reason: types.REASON_UNPROVEN, winner: types.SEAT_CREATOR, winnerPaid: timeoutReward,
		},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t)
			boards := [...]board{
				f.newBoard(alice, game.Classic(), classicFleet), f.newBoard(bob, game.Classic(), classicFleet),
			}
			if c.creatorLies {
				boards[game.Creator] = f.newLie(alice, game.Classic(), classicFleet)
			}
			if c.joinerLies {
				boards[game.Joiner] = f.newLie(bob, game.Classic(), classicFleet)
			}
			d := f.newDuelOf(boards[game.Creator], boards[game.Joiner])
			f.deliver(d.reveal(game.Creator, ""))
			c.play(d)

			r := f.result(d.id)
			require.Equal(t, c.reason, r.Reason)
			require.Equal(t, c.winner, r.Winner)
			require.Equal(t, uint64(c.winnerPaid), r.Reward)
			paid := map[types.Seat][2]int64{
				types.SEAT_UNSPECIFIED: {},
				types.SEAT_CREATOR:     {c.winnerPaid, c.loserPaid},
				types.SEAT_JOINER:      {c.loserPaid, c.winnerPaid},
			}[c.winner]
			require.Equal(t, paid, [2]int64{f.balance(alice.addr), f.balance(bob.addr)}, "paid to alice and bob")
			payout := map[bool]int64{false: fullReward, true: grownReward}[c.grows]
			require.Equal(t, payout, f.rewards().Payout.Int64(), "next full reward")
			require.Equal(t, c.winnerPaid+c.loserPaid, f.rewards().Minted.Int64())
			f.requirePruned(d.id)
			for i, p := range []player{alice, bob} {
				got, err := f.keeper.Records().Players.Get(f.ctx, p.addr)
				require.NoError(t, err)
				want := [3]uint64{1, 0, 0}
				if c.winner == types.SeatOf(game.Seat(i)) {
					want[1] = 1
				} else if c.winner != types.SEAT_UNSPECIFIED {
					want[2] = 1
				}
				require.Equal(t, want, [3]uint64{got.Games, got.Won, got.Lost}, "games, won and lost of %s", p.name)
				require.Zero(t, got.OpenGames)
			}
		})
	}
}

func TestAnExpiredOfferLeavesNoRecords(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(d *duel){
		"cancelled": func(d *duel) { d.withdraw(alice, d.id) },
		"expired":   func(d *duel) { d.skipTo(d.now().Deadline + 2) },
	} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t)
			d := &duel{fixture: f}
			d.newOpen()
			end(d)
			has, err := f.keeper.Records().Results.Has(f.ctx, d.id)
			require.NoError(t, err)
			require.False(t, has, "a game that nobody joined has no result")
			f.requirePruned(d.id)
			require.Equal(t, uint64(1), f.nonce(alice), "the nonce of its board is never used again")
			f.refuse(types.ErrGameNotFound, d.cancel(game.Creator))
			f.create(f.newBoard(alice, game.Classic(), classicFleet))
		})
	}
}

func TestOnlyAnOpenGameCanBeCancelledAndOnlyByItsCreator(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	d := f.newDuel(game.Classic())
	f.refuse(types.ErrPhase, d.cancel(game.Creator))
	f.deliver(d.reveal(game.Creator, ""))
	f.refuse(types.ErrPhase, d.cancel(game.Creator))
	f.deliver(d.concede(game.Joiner))
	f.refuse(types.ErrPhase, d.cancel(game.Creator))
	d.newOpen()
	f.refuse(types.ErrUnauthorized, d.cancel(game.Joiner))
	f.deliver(d.cancel(game.Creator))
	f.refuse(types.ErrPhase, d.cancel(game.Creator))
}

func TestConcedeAndChallengeInEachPhase(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	d := f.newDuel(game.Classic())
	d.newOpen()
	f.refuse(types.ErrPhase, d.concede(game.Creator))
	f.refuse(types.ErrPhase, d.challenge(game.Creator))
	d.newToss()
	f.deliver(d.concede(game.Joiner))
	f.refuse(types.ErrPhase, d.concede(game.Joiner))
	f.refuse(types.ErrPhase, d.challenge(game.Creator))
	d.newToss()
	f.deliver(d.challenge(game.Creator))
	require.Equal(t, game.Joiner, d.now().Actor)
}

// A shot that a proposer placed before a concession or a challenge made it cost the whole fee instead of three tenths.
func TestRegressionAConcessionPaysForAShotThatItHasNotSeen(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	d := f.newDuel(game.Classic())
	early := func(by game.Seat) []sdk.Msg {
		concede, challenge := d.concede(by), d.challenge(by)
		concede.BeforeFirstShot, challenge.BeforeFirstShot = true, true
		return []sdk.Msg{concede, challenge}
	}
	d.newOpen()
	f.refuse(types.ErrPhase, early(game.Creator)[0])
	d.newToss()
	f.deliver(early(game.Joiner)[0])
	d.newToss()
	f.deliver(early(game.Joiner)[1])

	d.newToss()
	f.deliver(d.reveal(game.Creator, ""))
	f.deliver(d.shoot(game.Creator, "A1"))
	for _, msg := range append(early(game.Joiner), early(game.Creator)...) {
		f.refuse(types.ErrBegun, msg)
	}
	f.deliver(d.reveal(game.Joiner, ""))
	for _, msg := range append(early(game.Joiner), early(game.Creator)...) {
		f.refuse(types.ErrBegun, msg)
	}
	f.deliver(d.concede(game.Joiner))
}

// requirePruned makes sure that nothing but the result is kept of a game that has ended.
func (f *fixture) requirePruned(id uint64) {
	f.Helper()
	f.skipTo(f.height() + 2*openBlocks)
	gs, err := f.keeper.ExportGenesis(f.ctx)
	require.NoError(f, err)
	require.Empty(f, gs.Games)
	require.Empty(f, gs.Quarantined)
	for entry := range f.snapshot() {
		for _, prefix := range [][]byte{
			types.GamesPrefix, types.ProgressPrefix, types.RecoveriesPrefix, types.ExpiriesPrefix, types.OpenGamesPrefix,
			types.PlayerGamesPrefix, types.QuarantinedPrefix, types.WaitingPrefix, types.InvitationsPrefix, types.EscrowPrefix,
			types.ExpiryHeightsPrefix,
		} {
			require.NotContains(f, entry, types.StoreKey+"/"+string(prefix), "entry %q of game %d", entry, id)
		}
	}
}
