// Package channelpolicy is the policy of an honest player of a game in a channel: a table that both a program and a
// model of it look up.
//
// [Decide] is that table. It is a pure function of the chain's state, of the newest state that the player knows, and of
// two flags: whether the player has waited long enough for updates, and whether it may still sign. It has no clock,
// key, log or network.
//
// # Further rules of an honest player
//
// The table decides the next act. The following rules hold throughout, and a model of the rules finds a lost game or a
// shown board for each that is left out:
//
//   - An opening that goes ahead of its shot is a signed move. The shot follows in a move with the same opening, in the
//     same state.
//   - An update is news if it is made on the very state that the player signed last, or on the state of the join if it
//     has signed none. Greater progress alone is not enough: a concession on an older state outranks the player's
//     newest one and is outranked in turn by the opponent's next move.
//   - An ending is final. Once the newest state is one, no update replaces it and nothing is signed after it, but for
//     the consent to the opponent's concession, which is signed at once.
//   - After its first submission to the chain, a player neither signs off-chain nor accepts updates: the opponent has
//     to act on-chain. A record of this is on the disk before the submission leaves.
//   - An opening goes into a transaction that cannot be refused for its progress: with the newest state in one proof,
//     or as a move on a state of the chain if the player knows no newer one.
//   - A refused transaction is never resent unchanged. The player looks at the next block and starts at the top of the
//     table.
//   - Only a lie that is recorded on-chain is challenged, after the opponent has responded there.
//
// A turn and a claim take more blocks than the player's longest absence and twice as many as its transactions wait for
// room: a pending transaction must fail before another can be sent after the state has changed.
//
// # Limits
//
// The package imports the standard library, game and game/channel.
package channelpolicy
