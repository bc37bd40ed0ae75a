// Package conduct is what an honest player does about a game in a channel: a table that a program and a model of it
// look things up in.
//
// [Decide] is that table. It is a pure function of what the chain holds, of the newest state that the player knows,
// and of two things that it cannot know: whether the player has waited long enough for letters, and whether it may
// still sign. It has no clock, key, log or network.
//
// # What else an honest player keeps to
//
// The table decides what comes next. These hold all the while, and a model of the rule finds a game lost or a board
// shown for each that is left out:
//
//   - A letter is news if it is made on the very state that the player signed last, or on the state of the join if it
//     has signed none. Greater progress alone is not enough: a concession on an older state outranks the player's
//     newest one and is outranked in turn by the opponent's next move.
//   - An ending is final. Once the newest state is one, no letter replaces it and nothing is signed after it, but for
//     the consent to the opponent's concession, which is signed at once.
//   - From its first submission to the chain on, a player neither signs at sea nor takes letters: what the opponent
//     has to say it says on chain. That this has begun is on the disk before the submission leaves.
//   - An opening goes into a transaction that cannot be refused for its progress: with the newest state in one proof,
//     or as a move on a state of the chain than which the player knows nothing newer.
//   - A transaction that was refused is never sent again as it was. The player looks at the next block and starts at
//     the top of the table.
//   - Only a lie that stands on chain is challenged, after the opponent was heard there.
//
// A turn and a claim take more blocks than the player is away for and twice as many as its transactions wait for room:
// what waits when the state changes must fail before something else can be sent.
//
// # Refusals
//
// The package imports the standard library, game and game/channel.
package conduct
