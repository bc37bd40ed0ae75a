// Package channel implements the rules of games that are played off-chain: the messages that the two players sign, the
// proofs of a state of such a game, and their effect on-chain. The chain, a player's program and a model of both share
// it.
//
// # Words
//
// A game in a channel is off-chain while its players move by sending each other signed states; then it goes on-chain,
// once, and is played there to its end. A [Channel] is one such game: its players, boards, keys and clocks. Its [ID] is
// part of every signed message, so a signature for one game is worthless in another one.
//
// # Off-chain
//
// Time stands still: each move happens at the height after that of the join, so the deadline of a state follows from
// its phase, and a state with another one is refused. [game.State.Restart] starts the clock when a state comes on
// chain.
//
// An off-chain [Move] opens the toss or the pending tile if that is owed, and shoots if it is then its player's turn.
// Instead of the shot, and also when the turn goes to the other player, it may give up, but never without the owed
// opening. A player that opens before it has chosen a shot makes two moves in one state: the opening, and later the
// opening with the shot. [game.State.Progress] orders the states. There are no challenges off-chain.
//
// # Proofs
//
// A player endorses a state with the signature of its channel key, or by being the sender of the message that submits
// it. A [Proof] is a state that both endorse; or a state endorsed by the player who has moved to it, a move of the
// other, and the mover's endorsement of the next state. The state left by the join needs no endorsement: the chain
// computes it. A proof is of constant size for games of any length.
//
// # On-chain
//
// A [ChainState] is the chain's state of such a game. [Channel.Submit] is the complete rule for replacing it:
//
//   - off-chain, one of the players brings any proven state on-chain;
//   - on-chain, anyone replaces the state by a newer one, in time, while the game is in play; and
//   - no player concedes or challenges before its opponent has responded: has itself submitted a state or moved on
//     chain since the game came on-chain. Otherwise the game could end on a state older than the opponent's newest one.
//     A state in which a player has conceded off-chain needs the winner's consent for the same reason: it endorses that
//     very state, or has responded.
//
// An honest player relies on this: no move that its opponent makes alone from a state which it has signed outranks its
// own next state, nor does the opponent's surrender in place of that move. So a player whose opponent submits an old
// state submits its newest one, and the game continues from there. A surrender itself can outrank the states after a
// move in its place, which is why it needs consent.
//
// # Work
//
// The cheap checks come first: form, rules, and progress. Before each check of a signature, hash or proof, the caller
// receives its [play.Work], so that a chain can charge for it. No input makes a function of this package panic. Each
// error wraps one of the sentinel errors of this package, or of package play, game, commitment or verify.
//
// # Limits
//
// The package has no account, gas, protobuf or curve: the caller provides the verification of signatures, and has
// identified the player for whom a message is sent. It imports the standard library, game, game/commitment and
// game/play.
package channel
