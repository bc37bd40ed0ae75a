package commitment_test

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/game/melee"
)

const aimsPath = "testdata/aims.json"

// The vectors of aims as they stand in JSON.
type (
	aimVectors struct {
		Format []string    `json:"format"`
		Aims   []aimVector `json:"aims"`
		Wrong  []wrongAim  `json:"wrong"`
	}
	aimVector struct {
		ChainID   string   `json:"chain_id"`
		Player    hexBytes `json:"player"`
		Nonce     string   `json:"nonce"`
		RulesetID uint32   `json:"ruleset_id"`
		Secret    hexBytes `json:"secret"`
		Round     uint16   `json:"round"`
		Tile      string   `json:"tile"`
		Salt      hexBytes `json:"salt"`
		Aim       hexBytes `json:"aim"`
	}
	// wrongAim is an opening that is shown for one of the aims, by its index.
	wrongAim struct {
		Why   string   `json:"why"`
		For   int      `json:"for"`
		Round uint16   `json:"round"`
		Tile  string   `json:"tile"`
		Salt  hexBytes `json:"salt"`
		Error string   `json:"error"`
	}
)

// aimFormat describes the file to whoever reads it without this package.
var aimFormat = strings.Split(strings.TrimSpace(`
Vectors for the aims of a melee. Bytes, integers, tiles and text are as in vectors.json.

salt = HMAC-SHA256(key: secret, 'battleship/aim-salt/v1' || u16 round)
aim  = SHA-256('battleship/aim/v1' || u16 length of chain_id || chain_id || u16 length of player || player
       || u64 nonce || u32 ruleset_id || u16 round || u8 index of the tile || salt)

The secret is that of the player's board. All aims are opened by their round, tile and salt. What is wrong is refused
when it is shown for the aim with the index 'for', from 0.
`), "\n")

// TestAimVectors recomputes the recorded vectors, by the package and plainly.
func TestAimVectors(t *testing.T) {
	r := melee.Ruleset()
	v := aimVectors{Format: aimFormat}
	for _, p := range []player{alice(t, r), bob(t, r), mallory(t, r)} {
		for _, shot := range []struct {
			round uint16
			tile  string
		}{{1, "A1"}, {2, "A1"}, {2, "J10"}, {116, "E7"}} {
			aim, err := commitment.CommitAim(p.binding, p.secret, shot.round, tile(t, r, shot.tile))
			if err != nil {
				t.Fatal(err)
			}
			salt, err := commitment.AimSalt(p.secret, shot.round)
			if err != nil {
				t.Fatal(err)
			}
			v.Aims = append(v.Aims, aimVector{
				ChainID: p.binding.ChainID, Player: p.binding.Player, Nonce: fmt.Sprint(p.binding.Nonce),
				RulesetID: r.ID, Secret: p.secret, Round: shot.round, Tile: shot.tile, Salt: salt, Aim: aim,
			})
			if plain := plainAim(p, shot.round, tile(t, r, shot.tile)); !bytes.Equal(plain, aim) {
				t.Errorf("expected %x, got %x", plain, aim)
			}
		}
	}
	p := alice(t, r)
	wrong := func(why string, round uint16, name string, salt []byte) {
		err := commitment.VerifyAim(p.binding, v.Aims[0].Aim, round, tile(t, r, name), salt)
		if err == nil {
			t.Fatalf("%s: expected an error, got none", why)
		}
		v.Wrong = append(v.Wrong, wrongAim{
			Why: why, Round: round, Tile: name, Salt: salt, Error: errorName(t, err),
		})
	}
	salt := v.Aims[0].Salt
	wrong("another tile", 1, "B1", salt)
	wrong("another round", 2, "A1", salt)
	wrong("the salt of another round", 1, "A1", v.Aims[1].Salt)
	wrong("the salt of another player", 1, "A1", v.Aims[4].Salt)
	wrong("a bit of the salt flipped", 1, "A1", append(bytes.Clone(salt[:31]), salt[31]^1))
	wrong("a salt of 31 bytes", 1, "A1", salt[:31])
	wrong("a salt of 33 bytes", 1, "A1", append(bytes.Clone(salt), 0))

	var buf bytes.Buffer
	encoder := json.NewEncoder(&buf)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(v); err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(aimsPath, buf.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	recorded, err := os.ReadFile(aimsPath)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(recorded, buf.Bytes()) {
		t.Errorf("%s: expected what is recorded, got %d other bytes; -update records it", aimsPath, buf.Len())
	}
}

// plainAim is an aim by the standard library and its layout alone.
func plainAim(p player, round uint16, t game.Tile) []byte {
	mac := hmac.New(sha256.New, p.secret)
	mac.Write([]byte("battleship/aim-salt/v1"))
	mac.Write([]byte{byte(round >> 8), byte(round)})
	b := p.binding
	bz := []byte("battleship/aim/v1")
	bz = append(bz, 0, byte(len(b.ChainID)))
	bz = append(bz, b.ChainID...)
	bz = append(bz, 0, byte(len(b.Player)))
	bz = append(bz, b.Player...)
	for shift := 56; shift >= 0; shift -= 8 {
		bz = append(bz, byte(b.Nonce>>shift))
	}
	bz = append(bz, 0, 0, 0, byte(b.Ruleset.ID), byte(round>>8), byte(round), byte(t))
	sum := sha256.Sum256(append(bz, mac.Sum(nil)...))
	return sum[:]
}

// TestAimsAreFoundAgain finds every tile by its aim, and no tile by an aim of another player, round or ruleset.
func TestAimsAreFoundAgain(t *testing.T) {
	r := melee.Ruleset()
	p, other := alice(t, r), bob(t, r)
	seen := map[string]bool{}
	for i := range r.Tiles() {
		aim, err := commitment.CommitAim(p.binding, p.secret, 3, game.Tile(i))
		if err != nil {
			t.Fatal(err)
		}
		seen[string(aim)] = true
		if found, err := commitment.FindAim(p.binding, p.secret, aim, 3); err != nil || found != game.Tile(i) {
			t.Errorf("expected tile %d, got %d and error %v", i, found, err)
		}
		for why, find := range map[string]func() (game.Tile, error){
			"another player": func() (game.Tile, error) { return commitment.FindAim(other.binding, other.secret, aim, 3) },
			"another board": func() (game.Tile, error) {
				b := p.binding
				b.Nonce++
				return commitment.FindAim(b, p.secret, aim, 3)
			},
			"another secret": func() (game.Tile, error) { return commitment.FindAim(p.binding, other.secret, aim, 3) },
			"another round":  func() (game.Tile, error) { return commitment.FindAim(p.binding, p.secret, aim, 4) },
			"another ruleset": func() (game.Tile, error) {
				b := p.binding
				b.Ruleset = game.Classic()
				return commitment.FindAim(b, p.secret, aim, 3)
			},
		} {
			if found, err := find(); !errors.Is(err, commitment.ErrOpening) {
				t.Errorf("%s: expected an ErrOpening, got tile %d and error %v", why, found, err)
			}
		}
	}
	if len(seen) != r.Tiles() {
		t.Errorf("expected %d different aims, got %d", r.Tiles(), len(seen))
	}
}

// TestAimsAreMeasuredFirst refuses what has the wrong form, whatever it holds.
func TestAimsAreMeasuredFirst(t *testing.T) {
	r := melee.Ruleset()
	p := alice(t, r)
	aim, err := commitment.CommitAim(p.binding, p.secret, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	salt, err := commitment.AimSalt(p.secret, 1)
	if err != nil {
		t.Fatal(err)
	}
	if err := commitment.VerifyAim(p.binding, aim, 1, 0, salt); err != nil {
		t.Errorf("expected the aim to be opened, got %v", err)
	}
	for _, short := range [][]byte{nil, aim[:31], append(bytes.Clone(aim), 0)} {
		if err := commitment.VerifyAim(p.binding, short, 1, 0, salt); !errors.Is(err, commitment.ErrAim) {
			t.Errorf("aim of %d bytes: expected an ErrAim, got %v", len(short), err)
		}
		if _, err := commitment.FindAim(p.binding, p.secret, short, 1); !errors.Is(err, commitment.ErrAim) {
			t.Errorf("aim of %d bytes: expected an ErrAim, got %v", len(short), err)
		}
	}
	off := game.Tile(r.Tiles())
	if _, err := commitment.CommitAim(p.binding, p.secret, 1, off); !errors.Is(err, game.ErrTile) {
		t.Errorf("expected an ErrTile, got %v", err)
	}
	if err := commitment.VerifyAim(p.binding, aim, 1, off, salt); !errors.Is(err, game.ErrTile) {
		t.Errorf("expected an ErrTile, got %v", err)
	}
	if _, err := commitment.CommitAim(p.binding, p.secret[:31], 1, 0); !errors.Is(err, commitment.ErrSecret) {
		t.Errorf("expected an ErrSecret, got %v", err)
	}
	if _, err := commitment.FindAim(p.binding, nil, aim, 1); !errors.Is(err, commitment.ErrSecret) {
		t.Errorf("expected an ErrSecret, got %v", err)
	}
	nobody := p.binding
	nobody.Player = nil
	if _, err := commitment.CommitAim(nobody, p.secret, 1, 0); !errors.Is(err, commitment.ErrBinding) {
		t.Errorf("expected an ErrBinding, got %v", err)
	}
	if _, err := commitment.FindAim(nobody, p.secret, aim, 1); !errors.Is(err, commitment.ErrBinding) {
		t.Errorf("expected an ErrBinding, got %v", err)
	}
}

// TestEveryBitOfAnAimCounts opens an aim of which one bit is another.
func TestEveryBitOfAnAimCounts(t *testing.T) {
	p := alice(t, melee.Ruleset())
	aim, err := commitment.CommitAim(p.binding, p.secret, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	salt, err := commitment.AimSalt(p.secret, 1)
	if err != nil {
		t.Fatal(err)
	}
	for bit := range 8 * len(aim) {
		other := bytes.Clone(aim)
		other[bit/8] ^= 1 << (bit % 8)
		if err := commitment.VerifyAim(p.binding, other, 1, 0, salt); !errors.Is(err, commitment.ErrOpening) {
			t.Errorf("bit %d: expected an ErrOpening, got %v", bit, err)
		}
		if _, err := commitment.FindAim(p.binding, p.secret, other, 1); !errors.Is(err, commitment.ErrOpening) {
			t.Errorf("bit %d: expected an ErrOpening, got %v", bit, err)
		}
	}
}
