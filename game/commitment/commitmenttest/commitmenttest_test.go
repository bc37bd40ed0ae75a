package commitmenttest_test

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/game/commitment/commitmenttest"
)

func binding(r *game.Ruleset) commitment.Binding {
	return commitment.Binding{ChainID: "battleship-devnet-1", Player: []byte("alice"), Nonce: 7, Ruleset: r}
}

// An honest board is that of package commitment, in every hash, for the listed fleets and for random ones.
func TestAnHonestBoardIsThatOfThePackage(t *testing.T) {
	for _, r := range game.Rulesets() {
		random := rand.New(rand.NewPCG(1, 2))
		fleets := []string{commitmenttest.Fleet(r)}
		for range 3 {
			f, err := game.RandomFleet(r, random.IntN)
			if err != nil {
				t.Fatal(err)
			}
			fleets = append(fleets, r.FleetString(f))
		}
		for _, fleet := range fleets {
			b := commitmenttest.New(binding(r), fleet, nil)
			want, err := commitment.Commit(b.Binding, b.Fleet, b.Secret)
			if err != nil {
				t.Fatal(err)
			}
			if got := b.Commit(); !reflect.DeepEqual(got, want) || !b.Honest() {
				t.Fatalf("%s: expected %x, got %x, honest %t", fleet, want, got, b.Honest())
			}
			for tile := range r.Tiles() {
				want, err := commitment.Open(b.Binding, b.Fleet, b.Secret, game.Tile(tile))
				if err != nil {
					t.Fatal(err)
				}
				if got := b.Open(game.Tile(tile)); !reflect.DeepEqual(got, want) {
					t.Fatalf("%s, %s: expected %x, got %x", fleet, r.TileName(game.Tile(tile)), want, got)
				}
			}
		}
	}
}

// A cheat's board opens truly, so that nothing but the audit finds it out.
func TestAShipLeftOutIsWaterThatOpens(t *testing.T) {
	r := game.Classic()
	honest := commitmenttest.New(binding(r), commitmenttest.Fleet(r), nil)
	cheat := honest.Without(honest.Fleet[4])
	if cheat.Honest() || cheat.Ships.Len() != 15 {
		t.Fatalf("expected a board with 15 ship tiles that is not honest, got %d, %t", cheat.Ships.Len(), cheat.Honest())
	}
	roots := cheat.Commit()
	for tile := range r.Tiles() {
		if err := commitment.VerifyOpening(cheat.Binding, roots, game.Tile(tile), cheat.Open(game.Tile(tile))); err != nil {
			t.Fatal(err)
		}
	}
	if err := commitment.Audit(cheat.Binding, roots, cheat.Fleet, cheat.Secret); err == nil {
		t.Error("expected the audit to find the ship missing, got nothing")
	}
}

func TestTossForChoosesTheSeat(t *testing.T) {
	b := commitmenttest.New(binding(game.Classic()), commitmenttest.ClassicFleet, nil)
	join := commitment.Join{BlockHash: []byte("hash"), GameID: 1, Player: []byte("bob")}
	for _, first := range []game.Seat{game.Creator, game.Joiner} {
		mixed := commitment.MixToss(b.TossFor(first, join), join)
		if got := commitment.TossFirst(b.OpenToss().Salt, mixed); got != first {
			t.Errorf("expected the %s, got the %s", first, got)
		}
	}
}
