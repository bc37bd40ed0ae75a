package rating_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/battleship-chain/battleship/game/rating"
)

func TestExpected(t *testing.T) {
	for name, tc := range map[string]struct {
		own, other, want uint32
	}{
		"equal players win half of their games":          {1200, 1200, 500},
		"a point more is a little more than half":        {1201, 1200, 501},
		"a hundred points more is 64 of 100":             {1300, 1200, 640},
		"two hundred points more is 76 of 100":           {1400, 1200, 760},
		"four hundred points more is ten of eleven":      {1600, 1200, 909},
		"four hundred points less is one of eleven":      {1200, 1600, 91},
		"eight hundred points more is 99 of 100":         {2000, 1200, 990},
		"a point past eight hundred counts as that":      {2001, 1200, 990},
		"the whole range counts as eight hundred":        {rating.Max, rating.Min, 990},
		"no difference of two numbers is too great":      {math.MaxUint32, 0, 990},
		"no difference of two numbers is too small":      {0, math.MaxUint32, 10},
		"where a rating stands does not matter":          {3900, 3800, 640},
		"a rating that nobody can have is compared, too": {0, 0, 500},
	} {
		t.Run(name, func(t *testing.T) {
			if got := rating.Expected(tc.own, tc.other); got != tc.want {
				t.Errorf("expected %d, got %d", tc.want, got)
			}
		})
	}
}

// TestExpectedIsTheCurve computes every entry of the table anew.
func TestExpectedIsTheCurve(t *testing.T) {
	for d := -900; d <= 900; d++ {
		counted := max(-800, min(d, 800))
		want := uint32(math.Floor(1000/(1+math.Pow(10, -float64(counted)/400)) + 0.5))
		if got := rating.Expected(uint32(1200+d), 1200); got != want {
			t.Errorf("difference %d: expected %d, got %d", d, want, got)
		}
	}
}

func TestPlay(t *testing.T) {
	type standing = rating.Standing
	for name, tc := range map[string]struct {
		winner, loser, newWinner, newLoser standing
	}{
		"two new players move by half of the greater factor": {
			rating.New(), rating.New(), standing{1220, 1}, standing{1180, 1},
		},
		"two established players move by half of the smaller factor": {
			standing{1500, 20}, standing{1500, 99}, standing{1510, 21}, standing{1490, 100},
		},
		"each player moves by a factor of its own": {
			standing{1200, 0}, standing{1200, 20}, standing{1220, 1}, standing{1190, 21},
		},
		"the last provisional game moves by the greater factor": {
			standing{1200, 19}, standing{1200, 20}, standing{1220, 20}, standing{1190, 21},
		},
		"a surprise moves more": {
			standing{1200, 20}, standing{1600, 20}, standing{1218, 21}, standing{1582, 21},
		},
		"a win as expected moves less": {
			standing{1600, 20}, standing{1200, 20}, standing{1602, 21}, standing{1198, 21},
		},
		"a half is rounded up": { // 20 * 375 is 7500 thousandths
			standing{1589, 20}, standing{1500, 20}, standing{1597, 21}, standing{1492, 21},
		},
		"less than a half is rounded down": { // 20 * 373 is 7460
			standing{1590, 20}, standing{1500, 20}, standing{1597, 21}, standing{1493, 21},
		},
		"an opponent 640 points weaker is still worth a point": {
			standing{1840, 20}, standing{1200, 20}, standing{1841, 21}, standing{1199, 21},
		},
		"one a point weaker than that is worth nothing": {
			standing{1841, 20}, standing{1200, 20}, standing{1841, 21}, standing{1200, 21},
		},
		"the weakest opponent is worth nothing even to a new player": {
			standing{3000, 0}, standing{100, 0}, standing{3000, 1}, standing{100, 1},
		},
		"nobody rises above the greatest rating": {
			standing{3999, 20}, standing{3999, 20}, standing{4000, 21}, standing{3989, 21},
		},
		"nobody falls below the least rating": {
			standing{101, 0}, standing{101, 0}, standing{121, 1}, standing{100, 1},
		},
		"a rating below the bounds counts as the least": {
			standing{}, standing{}, standing{120, 1}, standing{100, 1},
		},
		"a rating above the bounds counts as the greatest": {
			standing{math.MaxUint32, 20}, standing{math.MaxUint32, 20}, standing{4000, 21}, standing{3990, 21},
		},
	} {
		t.Run(name, func(t *testing.T) {
			winner, loser := rating.Play(tc.winner, tc.loser)
			if winner != tc.newWinner || loser != tc.newLoser {
				t.Errorf("expected %+v and %+v, got %+v and %+v", tc.newWinner, tc.newLoser, winner, loser)
			}
		})
	}
}

func TestNew(t *testing.T) {
	if got, want := rating.New(), (rating.Standing{Rating: 1200}); got != want {
		t.Errorf("expected %+v, got %+v", want, got)
	}
}

func TestProvisional(t *testing.T) {
	for games, want := range map[uint64]bool{0: true, 1: true, 19: true, 20: false, 21: false, math.MaxUint64: false} {
		if got := (rating.Standing{Rating: 1200, Games: games}).Provisional(); got != want {
			t.Errorf("%d games: expected provisional %t, got %t", games, want, got)
		}
	}
}

// drawStanding draws a valid standing of a few games.
func drawStanding(t *rapid.T, label string) rating.Standing {
	return rating.Standing{
		Rating: rapid.Uint32Range(rating.Min, rating.Max).Draw(t, label),
		Games:  rapid.Uint64Range(0, 2*rating.ProvisionalGames).Draw(t, label+"'s games"),
	}
}

func TestExpectedProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		own, other := rapid.Uint32().Draw(t, "own"), rapid.Uint32().Draw(t, "other")
		if rapid.Bool().Draw(t, "close") {
			other = own + rapid.Uint32Range(0, 2000).Draw(t, "distance") - 1000
		}
		got := rating.Expected(own, other)
		if sum := got + rating.Expected(other, own); sum != 1000 {
			t.Fatalf("%d against %d: expected scores of 1000 in all, got %d", own, other, sum)
		}
		if got < 10 || got > 990 {
			t.Fatalf("%d against %d: expected a score of 10 to 990, got %d", own, other, got)
		}
		if other < math.MaxUint32 && rating.Expected(own, other+1) > got {
			t.Fatalf("%d against %d: expected no more against a stronger player", own, other)
		}
		if own < math.MaxUint32 && rating.Expected(own+1, other) < got {
			t.Fatalf("%d against %d: expected no less of a stronger player", own, other)
		}
	})
}

func TestPlayProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		winner, loser := drawStanding(t, "winner"), drawStanding(t, "loser")
		newWinner, newLoser := rating.Play(winner, loser)
		gain, loss := int(newWinner.Rating)-int(winner.Rating), int(loser.Rating)-int(newLoser.Rating)
		if newWinner.Games != winner.Games+1 || newLoser.Games != loser.Games+1 {
			t.Fatalf("expected one game more for both, got %+v and %+v", newWinner, newLoser)
		}
		for _, s := range []rating.Standing{newWinner, newLoser} {
			if s.Rating < rating.Min || s.Rating > rating.Max {
				t.Fatalf("expected a rating of %d to %d, got %+v", rating.Min, rating.Max, s)
			}
		}
		for _, m := range []struct {
			moved       int
			provisional bool
		}{
			{gain, winner.Provisional()},
			{loss, loser.Provisional()},
		} {
			most := 20 // a most surprising win
			if m.provisional {
				most = 40
			}
			if m.moved > most || m.moved < 0 {
				t.Fatalf("expected 0 to %d points, got %d: %+v and %+v", most, m.moved, newWinner, newLoser)
			}
		}
		clamped := newWinner.Rating == rating.Max || newLoser.Rating == rating.Min
		if winner.Provisional() == loser.Provisional() && !clamped && gain != loss {
			t.Fatalf("expected the loser to lose what the winner gains, got %d and %d", loss, gain)
		}
		if stronger := (rating.Standing{Rating: loser.Rating + 1, Games: loser.Games}); stronger.Rating <= rating.Max {
			if more, _ := rating.Play(winner, stronger); more.Rating < newWinner.Rating {
				t.Fatalf("expected no less for a win over a stronger player, got %+v", more)
			}
		}
		if weaker := (rating.Standing{Rating: winner.Rating - 1, Games: winner.Games}); weaker.Rating >= rating.Min {
			if _, lower := rating.Play(weaker, loser); lower.Rating > newLoser.Rating {
				t.Fatalf("expected no less lost to a weaker player, got %+v", lower)
			}
		}
	})
}

// TestWinsOverWeakPlayers beats accounts that are always new: what each win gains falls with the curve, and ends.
func TestWinsOverWeakPlayers(t *testing.T) {
	winner := rating.Standing{Rating: rating.Initial, Games: rating.ProvisionalGames}
	last := uint32(rating.KEstablished)
	for range 1000 {
		bound := (rating.KEstablished*(1000-rating.Expected(winner.Rating, rating.Initial)) + 999) / 1000
		before := winner.Rating
		winner, _ = rating.Play(winner, rating.New())
		if gain := winner.Rating - before; gain > last || gain > bound {
			t.Fatalf("expected a gain of at most %d and %d, got %d at %+v", last, bound, gain, winner)
		} else {
			last = gain
		}
	}
	if winner.Rating != rating.Initial+641 {
		t.Errorf("expected to end 641 points above the accounts, got %+v", winner)
	}
}

// TestWinsOverOneWeakPlayer beats the same account a thousand times, which pulls the two apart as far as a win is worth
// something.
func TestWinsOverOneWeakPlayer(t *testing.T) {
	winner, loser := rating.Standing{Rating: 1400, Games: 20}, rating.Standing{Rating: 1200, Games: 20}
	for range 1000 {
		winner, loser = rating.Play(winner, loser)
	}
	if winner.Rating-loser.Rating > 642 || winner.Rating+loser.Rating != 2600 {
		t.Errorf("expected no more than 642 points apart and 2600 in all, got %+v and %+v", winner, loser)
	}
}
