package types

import (
	"cosmossdk.io/errors"

	"github.com/battleship-chain/battleship/game/rating"
)

// playerTotals are the sums of the games and results of a genesis state for one player.
type playerTotals struct {
	record Player
	// entries is how many boards it committed to, unfinished games included.
	entries uint64
	// counted has those counters of the record that follow from the games. Conceded and TimedOut are the least that
	// the record can say.
	counted Player
	// unexplained counts the games whose reason for leaving play is lost, because a player did not prove its board.
	unexplained uint64
	// fewestHits and mostHits bound its hits.
	fewestHits, mostHits uint64
	// rateable is how many of its games can have been rated, rated how many its pairs remember as rated. Some pair can
	// have forgotten some.
	rateable, rated uint64
	forgotten       bool
	// places are the heights at which it was promised a reward.
	places []int64
	// nonces are those of its boards in unfinished games.
	nonces map[uint64]bool
}

// leave counts for one of the players of a game the reason why it left play, if it is attributed to that player, or no
// longer to any.
func (t *playerTotals) leave(reason Reason, lost bool) {
	switch reason {
	case REASON_UNPROVEN, REASON_VOID:
		t.unexplained++
	case REASON_CONCEDED:
		if lost {
			t.counted.Conceded++
		}
	case REASON_TIMEOUT:
		if lost {
			t.counted.TimedOut++
		}
	case REASON_UNSPECIFIED, REASON_SUNK, REASON_CHALLENGED, REASON_CANCELLED:
	}
}

// counters compares the players' records with the sums over the games.
func (v *genesisValidator) counters() error {
	for _, p := range v.gs.Players {
		t := v.totals[p.Address]
		for _, check := range []func() error{t.exact, t.endings, t.hits, t.streaks, t.rating} {
			if err := check(); err != nil {
				return errors.Wrap(err, p.Address)
			}
		}
	}
	return nil
}

// exact checks the counters that are exact sums over the games. Only a player's board nonce can be ahead of its games,
// because cancelled games leave no record; but a player who never entered a game has no record.
func (t *playerTotals) exact() error {
	if least := max(t.entries, 1); t.record.BoardNonce < least {
		return invalidGenesis("board_nonce: expected at least %d, got %d", least, t.record.BoardNonce)
	}
	got, want := t.record, t.counted
	for _, counter := range []struct {
		name      string
		want, got uint64
	}{
		{"games", want.Games, got.Games},
		{"won", want.Won, got.Won},
		{"lost", want.Lost, got.Lost},
		{"challenges_wrong", want.ChallengesWrong, got.ChallengesWrong},
		{"shots", want.Shots, got.Shots},
		{"rewarded", want.Rewarded, got.Rewarded},
		{"open_games", uint64(want.OpenGames), uint64(got.OpenGames)},
	} {
		if counter.got != counter.want {
			return invalidGenesis("%s: expected %d, got %d", counter.name, counter.want, counter.got)
		}
	}
	return nil
}

// endings checks the counters of how games left play. Each game left play once, and most of them still have the reason.
func (t *playerTotals) endings() error {
	unexplained := t.unexplained
	for _, counter := range []struct {
		name       string
		least, got uint64
	}{
		{"conceded", t.counted.Conceded, t.record.Conceded},
		{"timed_out", t.counted.TimedOut, t.record.TimedOut},
		{"challenges_right", 0, t.record.ChallengesRight},
	} {
		if counter.got < counter.least || counter.got-counter.least > unexplained {
			return invalidGenesis("%s: expected %d to %d, got %d",
				counter.name, counter.least, counter.least+unexplained, counter.got)
		}
		unexplained -= counter.got - counter.least
	}
	return nil
}

func (t *playerTotals) hits() error {
	if t.record.Hits < t.fewestHits || t.record.Hits > t.mostHits {
		return invalidGenesis("hits: expected %d to %d, got %d", t.fewestHits, t.mostHits, t.record.Hits)
	}
	return nil
}

// streaks checks the streaks of a player whose wins and losses are right. Losses divide the wins into one streak more
// than there are losses, so that the best of them has its share at least.
func (t *playerTotals) streaks() error {
	p := t.record
	if least := (p.Won + p.Lost) / (p.Lost + 1); p.BestStreak < least || p.BestStreak > p.Won {
		return invalidGenesis("best_streak: expected %d to %d, got %d", least, p.Won, p.BestStreak)
	}
	if p.Streak > p.BestStreak {
		return invalidGenesis("streak: expected at most best_streak, %d, got %d", p.BestStreak, p.Streak)
	}
	if p.Lost == 0 && p.Streak != p.Won {
		return invalidGenesis("streak: expected all %d wins of a player who never lost, got %d", p.Won, p.Streak)
	}
	return nil
}

func (t *playerTotals) rating() error {
	p := t.record
	if p.RatedGames < t.rated || (p.RatedGames > t.rated && !t.forgotten) {
		return invalidGenesis("rated_games: expected the %d of its pairs, got %d", t.rated, p.RatedGames)
	}
	if p.RatedGames > t.rateable {
		return invalidGenesis("rated_games: expected at most the %d that could be rated, got %d", t.rateable, p.RatedGames)
	}
	if p.RatedGames == 0 && p.Rating != 0 {
		return invalidGenesis("rating: expected 0 before the first rated game, got %d", p.Rating)
	}
	if p.RatedGames > 0 && (p.Rating < rating.Min || p.Rating > rating.Max) {
		return invalidGenesis("rating: expected %d to %d, got %d", rating.Min, rating.Max, p.Rating)
	}
	return nil
}
