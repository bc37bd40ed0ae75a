// Package game implements the rules of Battleship as a pure, deterministic core.
//
// # Contract
//
// A game is a [State]: a value that holds the phase, the player who owes an obligation, its deadline as a block height,
// and the public part of each board. [Step] takes a state, an [Action] and the height of the block that holds the
// action. It returns the next state and a list of [Event]. The same arguments give the same result on every machine.
// Step never changes its arguments: two states never share memory that either may write.
//
// An illegal action returns an error and leaves the game as it was. Each error wraps one of the sentinel errors of this
// package, for errors.Is. No input makes a function of this package panic, as long as the given rulesets pass
// [Ruleset.Validate]; Step checks that too.
//
// Obligations, not turns, drive a game: in each unfinished phase after the join exactly one player owes exactly one
// thing, an opening of the toss, an answer, a shot or a claim, before the deadline. [Late] alone compares a height
// with a deadline. Each unfinished state accepts [Expire] once its deadline has passed, so every game ends even if both
// players fall silent.
//
// The reason why a game ended ([Reason]) is separate from its winner ([State.Winner]). The winner must show an honest
// board first: [CheckClaim] is the half of that audit that concerns the rules. If the first claimant misses its
// deadline in a game that a player has left by a message, both may show their boards, and the first claimant keeps
// priority: the other player wins only if it lets the second deadline pass too ([SecondClaim]).
//
// In a proven ruleset ([Ruleset.Proven]) the caller of Step has verified a proof of each board at its entry and of each
// answer as it was given. No claim is kept: the end of play ends the game, and a joined game always has a winner. A
// game may keep the claim all the same ([State.ProvenClaims]). Neither has challenges. Step verifies no proof.
//
// A creator's [Cancel] does not end an open game at once but brings its deadline near, so that it cannot make a pending
// join fail.
//
// # Legal phase changes
//
//	Open  --join-->        Toss
//	Open  --cancel-->      Open (withdrawn, for a few blocks)
//	Open  --decline, expire--> Cancelled
//	Toss  --reveal-toss--> Play
//	Toss  --concede, challenge, expire--> Claim
//	Play  --shoot, answer--> Play
//	Play  --answer that ends it, concede, challenge, expire--> Claim
//	Claim --claim-->       Over, or Claim (the second claimant has proven its board)
//	Claim --expire-->      Claim (both players may claim), else Over (won by a proven board, or void)
//
// With proven boards and no claims, each edge to Claim leads to Over instead, won by the player who would be the
// claimant. Proven boards have no challenge.
//
// The same edges are data in table.go, and Step rejects any other.
//
// # Limits
//
// The package has no clock but the given heights, no randomness but that passed to [RandomFleet], and no network, disk,
// account, coin or hash. It does not know the positions of ships: it believes an answer, because its caller has checked
// the opening or the proof, and it believes a claim's fleet once CheckClaim has passed, because its caller has checked
// that the fleet is the committed one. It imports the standard library alone.
//
// # Two players, one board
//
// A game has two players, and each has an opponent. Rules about one board, for any number of players, are methods of
// [Side] and [Ruleset]: [Side.Validate], [Ruleset.CheckSide], [Ruleset.CheckFleet]. They are in side.go and side_*.go
// and use no seat, phase or turn, so that games for many can share them.
//
// # Text
//
// A tile is written like "B7", a ship's placement like "B7h" or "B7v", a fleet like "A1h,A3h,A5h,A7h,A9h". States and
// fleets have drawings for people ([State.String], [Ruleset.DrawFleet]) and states have canonical bytes for machines
// ([State.AppendBinary]). Each text and each byte string has exactly one meaning and each meaning exactly one text
// and byte string: printing a parsed text returns it unchanged.
package game
