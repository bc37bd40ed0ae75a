// Package game is the rules of Battleship as a pure, deterministic core.
//
// # Contract
//
// A game is a [State]: a value that says which phase the game is in, which player owes what until which block height,
// and what is publicly known of each board. [Step] takes a state, an [Action] and the height of the block in which
// the action happens, and gives back the next state and what happened as a list of [Event]. The same arguments give
// the same result on every machine, and Step never changes its arguments: two states never share memory that either
// may write.
//
// An action that is not legal gives an error and leaves the game as it was. Each error wraps one of the sentinel
// errors in this package, for errors.Is, and says what was expected and what came. No input makes a function of this
// package panic, as long as the rulesets it is given pass [Ruleset.Validate]; Step checks that too.
//
// Obligations, not turns, drive a game: in each unfinished phase after the game was joined exactly one player owes
// exactly one thing, an opening of the toss, an answer, a shot or a claim, and has until the deadline to do it.
// [Late] alone decides on which side of the deadline a height is. Each unfinished state accepts [Expire] once its
// deadline has passed, so every game ends even if both players fall silent.
//
// Why a game ended ([Reason]) is kept apart from who won ([State.Winner]). The one who wins must show an honest board
// first: [CheckClaim] is the half of that audit that concerns the rules. If the first claimant misses its deadline in a
// game that a player has left by a message, both may show their boards, and the first claimant still comes first: only
// if it lets the second deadline pass too does the other one win ([SecondClaim]).
//
// In a proven ruleset ([Ruleset.Proven]) whoever calls Step has had each board proven when it entered and each answer
// when it was given, so what was said is true: no claim is kept, what ends play ends the game, and once a game was
// joined somebody wins it, whatever the two do. A game may keep the claim all the same ([State.ProvenClaims]); nobody
// challenges in either. Step verifies no proof.
//
// A creator's [Cancel] does not end an open game at once but brings its deadline near, so that it cannot make a join
// fail that is on its way.
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
//	Claim --expire-->      Claim (both players may claim), else Over (won by who has proven its board, or void)
//
// Where boards are proven and no claim is kept, what leads to Claim leads to Over, won by who would be the claimant.
// Where boards are proven there is no challenge.
//
// The same edges stand as data in table.go, and Step refuses any other.
//
// # Refusals
//
// The package knows no clock but the heights it is handed, no randomness but what a caller passes to [RandomFleet],
// no network, disk, account, coin or hash. It does not know where the ships are: it believes an answer, because
// whoever calls it has checked the opening or the proof, and it believes a claim's fleet once CheckClaim has passed,
// because whoever calls it has checked that this is the fleet that was committed to. It imports the standard library
// alone.
//
// # Two players, one board
//
// A game has two players, and each has an opponent. What is asked of one board alone, whoever plays on it, is asked of
// its [Side] and the [Ruleset]: [Side.Validate], [Ruleset.CheckSide], [Ruleset.CheckFleet]. It stands in side.go and
// side_*.go and knows no seat, phase or turn, so that games for many can share it.
//
// # Text
//
// A tile is written like "B7", a ship's placement like "B7h" or "B7v", a fleet like "A1h,A3h,A5h,A7h,A9h". States and
// fleets have drawings for people ([State.String], [Ruleset.DrawFleet]) and states have canonical bytes for machines
// ([State.AppendBinary]). Each text and each byte string has exactly one meaning and each meaning exactly one text
// and byte string: what a parser accepts, the printer gives back unchanged.
package game
