package commitment_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
)

// tossReveal holds the arguments of VerifyToss.
type tossReveal struct {
	player
	board   commitment.Board
	opening commitment.Opening
}

func TestVerifyToss(t *testing.T) {
	tests := map[string]struct {
		change func(r *tossReveal)
		want   error
	}{
		"the honest opening": {func(r *tossReveal) {}, nil},
		"nothing":            {func(r *tossReveal) { r.opening = commitment.Opening{} }, commitment.ErrContent},
		"content water":      {func(r *tossReveal) { r.opening.Content = commitment.Water }, commitment.ErrContent},
		"content ship":       {func(r *tossReveal) { r.opening.Content = commitment.Ship }, commitment.ErrContent},
		"an unknown content": {func(r *tossReveal) { r.opening.Content = 3 }, commitment.ErrContent},
		"a tile's opening":   {func(r *tossReveal) { r.opening = r.open(t, 0) }, commitment.ErrContent},
		"a tile's salt":      {func(r *tossReveal) { r.opening.Salt = r.open(t, 0).Salt }, commitment.ErrOpening},
		"a salt bit flipped": {func(r *tossReveal) { r.opening.Salt[31] ^= 1 }, commitment.ErrOpening},
		"no salt":            {func(r *tossReveal) { r.opening.Salt = nil }, commitment.ErrSalt},
		"a salt with a tail": {func(r *tossReveal) {
			r.opening.Salt = append(r.opening.Salt, 0)
		}, commitment.ErrSalt},
		"a path":            {func(r *tossReveal) { r.opening.Path = r.board.RowRoots[:1] }, commitment.ErrPath},
		"another player":    {func(r *tossReveal) { r.binding.Player[0] ^= 1 }, commitment.ErrOpening},
		"another nonce":     {func(r *tossReveal) { r.binding.Nonce++ }, commitment.ErrOpening},
		"another chain":     {func(r *tossReveal) { r.binding.ChainID += "2" }, commitment.ErrOpening},
		"another ruleset":   {func(r *tossReveal) { r.binding.Ruleset = game.Xaya() }, commitment.ErrOpening},
		"no ruleset":        {func(r *tossReveal) { r.binding.Ruleset = nil }, commitment.ErrBinding},
		"another toss leaf": {func(r *tossReveal) { r.board.TossLeaf[0] ^= 1 }, commitment.ErrOpening},
		"no toss leaf":      {func(r *tossReveal) { r.board.TossLeaf = nil }, commitment.ErrOpening},
		"a root for toss leaf": {func(r *tossReveal) {
			r.board.TossLeaf = r.board.RowRoots[0]
		}, commitment.ErrOpening},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			p := alice(t, game.Classic())
			r := tossReveal{p, p.commit(t), p.openToss(t)}
			test.change(&r)
			if err := commitment.VerifyToss(r.binding, r.board, r.opening); !errors.Is(err, test.want) {
				t.Errorf("expected %v, got %v", test.want, err)
			}
		})
	}
}

// TestCommitToss: the toss leaf alone is that of the board, and needs no fleet.
func TestCommitToss(t *testing.T) {
	forEachRuleset(t, func(t *testing.T, r *game.Ruleset) {
		p := alice(t, r)
		toss, err := commitment.CommitToss(p.binding, p.fleet, p.secret)
		if err != nil || !bytes.Equal(toss, p.commit(t).TossLeaf) {
			t.Errorf("expected %x, got %x and error %v", p.commit(t).TossLeaf, toss, err)
		}
		if _, err := commitment.CommitToss(p.binding, p.fleet, p.secret[:31]); !errors.Is(err, commitment.ErrSecret) {
			t.Errorf("expected %v, got %v", commitment.ErrSecret, err)
		}
		p.binding.ChainID = ""
		if _, err := commitment.CommitToss(p.binding, p.fleet, p.secret); !errors.Is(err, commitment.ErrBinding) {
			t.Errorf("expected %v, got %v", commitment.ErrBinding, err)
		}
	})
}

func TestOpenTossRefuses(t *testing.T) {
	p := alice(t, game.Classic())
	if _, err := commitment.OpenToss(p.binding, p.fleet, p.secret[:31]); !errors.Is(err, commitment.ErrSecret) {
		t.Errorf("a short secret: expected %v, got %v", commitment.ErrSecret, err)
	}
	p.binding.Ruleset = nil
	if _, err := commitment.OpenToss(p.binding, p.fleet, p.secret); !errors.Is(err, commitment.ErrBinding) {
		t.Errorf("no ruleset: expected %v, got %v", commitment.ErrBinding, err)
	}
}

func TestValidateTossBytes(t *testing.T) {
	for length, want := range map[int]error{
		0: commitment.ErrTossBytes, 31: commitment.ErrTossBytes, 32: nil, 33: commitment.ErrTossBytes,
	} {
		if err := commitment.ValidateTossBytes(make([]byte, length)); !errors.Is(err, want) {
			t.Errorf("%d bytes: expected %v, got %v", length, want, err)
		}
	}
}

// Fairness is measured over tosses of players who grind: each tries many halves for every game and keeps the one that
// is best by all that it can know then. 1.5 % is three standard deviations of ten thousand fair tosses.
const (
	fairGames = 10_000
	tries     = 32
	tolerance = fairGames * 15 / 1000
)

// TestAttackTheTossIsFair lets each side grind against an honest opponent.
func TestAttackTheTossIsFair(t *testing.T) {
	r := game.Classic()
	tests := map[string]struct {
		joinerGrinds, creatorGrinds bool
	}{
		"both honest":        {},
		"the joiner grinds":  {joinerGrinds: true},
		"the creator grinds": {creatorGrinds: true},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(1, 2))
			binding := alice(t, r).binding
			creatorFirst := 0
			for range fairGames {
				secret := draw(random)
				if test.creatorGrinds {
					// It knows nothing of the joiner's half; it tunes its own to a guess.
					guess := draw(random)
					secret = grind(random, func(secret []byte) bool {
						return commitment.TossFirst(commitment.Salt(secret, 100), guess) == game.Creator
					})
				}
				binding.Nonce++
				salt := commitment.Salt(secret, uint16(r.Tiles()))
				half := draw(random)
				if test.joinerGrinds {
					// It sees the hash of the toss leaf; it tunes its half to that.
					leaf := sha256.Sum256(append([]byte{0}, binding.Leaf(100, commitment.Toss, salt)...))
					half = grind(random, func(half []byte) bool {
						return commitment.TossFirst(leaf[:], half) == game.Joiner
					})
				}
				if commitment.TossFirst(salt, half) == game.Creator {
					creatorFirst++
				}
			}
			if off := creatorFirst - fairGames/2; off < -tolerance || off > tolerance {
				t.Errorf("expected the creator first in %d of %d games, give or take %d, got %d",
					fairGames/2, fairGames, tolerance, creatorFirst)
			}
		})
	}
}

// TestAttackGrindingWouldWinIfTheHalvesWereKnown shows that the grinder of TestAttackTheTossIsFair is no straw man.
func TestAttackGrindingWouldWinIfTheHalvesWereKnown(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	won := 0
	for range fairGames {
		salt := draw(random)
		half := grind(random, func(half []byte) bool { return commitment.TossFirst(salt, half) == game.Joiner })
		if commitment.TossFirst(salt, half) == game.Joiner {
			won++
		}
	}
	if won < fairGames-tolerance {
		t.Errorf("expected the grinder to win nearly all of %d games, got %d", fairGames, won)
	}
}

// TestTossFirstDependsOnBothHalves flips each bit of either half: the outcome changes about half of the time.
func TestTossFirstDependsOnBothHalves(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	const games = 40
	for half, name := range []string{"creator's salt", "joiner's bytes"} {
		changed := 0
		for range games {
			halves := [2][]byte{draw(random), draw(random)}
			was := commitment.TossFirst(halves[0], halves[1])
			for bit := range 256 {
				halves[half][bit/8] ^= 1 << (bit % 8)
				if commitment.TossFirst(halves[0], halves[1]) != was {
					changed++
				}
				halves[half][bit/8] ^= 1 << (bit % 8)
			}
		}
		if all := games * 256; changed < all*45/100 || changed > all*55/100 {
			t.Errorf("%s: expected about half of %d flips to change the outcome, got %d", name, all, changed)
		}
	}
}

// TestMixTossDependsOnAllThatNamesTheJoin changes one thing after the other: no two joins have the same toss, though
// the same bytes stand in another field.
func TestMixTossDependsOnAllThatNamesTheJoin(t *testing.T) {
	half, hash := bytes.Repeat([]byte{1}, commitment.TossSize), bytes.Repeat([]byte{2}, sha256.Size)
	player := bytes.Repeat([]byte{3}, 20)
	seen := make(map[string]string)
	for _, c := range []struct {
		name string
		half []byte
		join commitment.Join
	}{
		{"the join", half, commitment.Join{BlockHash: hash, GameID: 4, Player: player}},
		{"other bytes", hash, commitment.Join{BlockHash: hash, GameID: 4, Player: player}},
		{"another block", half, commitment.Join{BlockHash: half, GameID: 4, Player: player}},
		{"a block without hash", half, commitment.Join{GameID: 4, Player: player}},
		{"another game", half, commitment.Join{BlockHash: hash, GameID: 5, Player: player}},
		{"another player", half, commitment.Join{BlockHash: hash, GameID: 4, Player: hash}},
		{"a byte from the player to the hash", half, commitment.Join{
			BlockHash: append(bytes.Clone(hash), 0), GameID: 4 << 8, Player: player[1:],
		}},
	} {
		mixed := string(commitment.MixToss(c.half, c.join))
		if other, ok := seen[mixed]; ok {
			t.Errorf("%s: expected another toss than with %s", c.name, other)
		}
		seen[mixed] = c.name
	}
}

// draw returns 32 bytes of a generator with a fixed seed.
func draw(random *rand.Rand) []byte {
	bz := make([]byte, 0, 32)
	for range 4 {
		bz = binary.BigEndian.AppendUint64(bz, random.Uint64())
	}
	return bz
}

// grind draws until a draw looks good, some times at most.
func grind(random *rand.Rand, good func([]byte) bool) []byte {
	var bz []byte
	for range tries {
		if bz = draw(random); good(bz) {
			break
		}
	}
	return bz
}
