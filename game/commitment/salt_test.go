package commitment_test

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"testing"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
)

// TestDomainsAreSeparate hashes one payload for every purpose.
func TestDomainsAreSeparate(t *testing.T) {
	key := bytes.Repeat([]byte{7}, 32)
	payloads := [][]byte{nil, {0, 0}, bytes.Repeat([]byte{1}, 32), bytes.Repeat([]byte{2}, 64)}
	for _, payload := range payloads {
		seen := map[string]string{}
		add := func(purpose string, hash []byte) {
			if other, taken := seen[string(hash)]; taken {
				t.Errorf("payload %x: expected different hashes, got the same for %s and %s", payload, purpose, other)
			}
			seen[string(hash)] = purpose
		}
		sha := func(parts ...[]byte) []byte {
			sum := sha256.Sum256(bytes.Join(parts, nil))
			return sum[:]
		}
		add("plain", sha(payload))
		add("inner node", sha([]byte{1}, payload))
		for name, tag := range commitment.Tags() {
			mac := hmac.New(sha256.New, key)
			mac.Write([]byte(tag))
			mac.Write(payload)
			add(name+" as HMAC", mac.Sum(nil))
			add(name+" as hash", sha([]byte(tag), payload))
			add(name+" as leaf", sha([]byte{0}, []byte(tag), payload))
		}
	}
}

// TestAttackNoTagBeginsAnother: or a payload could make up for the difference.
func TestAttackNoTagBeginsAnother(t *testing.T) {
	for name, tag := range commitment.Tags() {
		for other, longer := range commitment.Tags() {
			if name != other && bytes.HasPrefix([]byte(longer), []byte(tag)) {
				t.Errorf("expected tags that do not begin one another, got %q and %q", tag, longer)
			}
		}
	}
}

// TestAttackSaltsDiffer draws the salts of a thousand boards.
func TestAttackSaltsDiffer(t *testing.T) {
	r := game.Classic()
	f := parseFleet(t, r, classicText)
	seen := map[string]bool{}
	for board := range 1000 {
		secret := sha256.Sum256([]byte{byte(board), byte(board >> 8)})
		key := commitment.FleetKey(secret[:], f)
		for index := range r.Tiles() {
			seen[string(commitment.Salt(key, uint16(index)))] = true
		}
		seen[string(commitment.Salt(secret[:], uint16(r.Tiles())))] = true
	}
	if want := 1000 * (r.Tiles() + 1); len(seen) != want {
		t.Errorf("expected %d different salts, got %d", want, len(seen))
	}
}

func TestFleetKey(t *testing.T) {
	r := game.Xaya()
	secret := bytes.Repeat([]byte{7}, commitment.SecretSize)
	key := func(text string) []byte { return commitment.FleetKey(secret, parseFleet(t, r, text)) }
	was := key(xayaText)
	tests := map[string]struct {
		text string
		same bool
	}{
		"ships of one class in another order":    {"A1h,A3h,E3v,H3v,A8h,G8h,G1h", true},
		"a ship moved":                           {"A1h,E3v,A3h,G1h,G8h,A8h,H4v", false},
		"a ship turned":                          {"A1h,E3h,A3h,G1h,G8h,A8h,H3v", false},
		"ships of two classes at changed places": {"A3h,E3v,A1h,G1h,G8h,A8h,H3v", false},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if got := bytes.Equal(key(test.text), was); got != test.same {
				t.Errorf("expected the same key: %t, got %t", test.same, got)
			}
		})
	}
	secret = bytes.Repeat([]byte{8}, commitment.SecretSize)
	if bytes.Equal(key(xayaText), was) {
		t.Error("expected another key under another secret, got the same")
	}
}
