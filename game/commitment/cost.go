//go:build !js

package commitment

import "github.com/battleship-chain/battleship/game"

// TossHashes is how many SHA-256 hashes VerifyToss and TossFirst compute together: one each.
const TossHashes = 2

// AuditTossHashes is how many SHA-256 hashes AuditToss computes: two for each of the HMACs that make the fleet key and
// the salt, and the leaf.
const AuditTossHashes = 5

// MixHashes is how many SHA-256 hashes MixToss computes.
const MixHashes = 1

// OpeningHashes returns how many SHA-256 hashes VerifyOpening computes for a tile: the leaf, which the proof hashes
// again, and one for each step of the path. It depends on nothing that the sender chose but the tile, so the work can
// be paid for before it is done. The tile must be on the board.
func OpeningHashes(r *game.Ruleset, t game.Tile) int {
	_, column := position(r, t)
	return 2 + PathLength(r.Width, column)
}

// AuditHashes returns how many SHA-256 hashes Audit computes: two for the HMAC that makes the fleet key, three for
// each leaf and its salt, and one less than the width for the inner nodes of each row.
func AuditHashes(r *game.Ruleset) int {
	leaves := r.Tiles() + 1
	return 2 + 3*leaves + r.Height*(r.Width-1)
}
