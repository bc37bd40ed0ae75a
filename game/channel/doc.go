// Package channel is the rule of games that are played off chain: what its two players sign, what proves a state of
// such a game to the chain, and what the chain makes of it. The chain, a player's program and a model of both ask it,
// so it stands here alone.
//
// # Words
//
// A game in a channel is at sea while its players move by sending each other signed states; then it goes ashore, once,
// and is played on chain to its end. A [Channel] is one such game: who plays, with which boards, keys and clocks. Its
// [ID] stands in all that is signed, so nothing that is signed for one game is worth anything in another one.
//
// # At sea
//
// Time stands still: each move happens at the height after that of the join, so the deadline of a state follows from
// its phase, and a state with another one is refused. [game.State.Restart] starts the clock when a state comes ashore.
//
// A [Move] at sea is all that its player owes: it opens the toss or the tile that was shot at, and shoots if it is then
// its turn. Instead of the shot, and also when the turn goes to the other player, it may give up; never without opening
// first what it owes. So the two move in turns, and [game.State.Progress] tells which of two states is newer. Nobody
// challenges at sea.
//
// # Proofs
//
// A player endorses a state with the signature of its channel key, or by being the sender of the message that posts it.
// A [Proof] is a state that both endorse; or a state that one endorses who has moved to it before, a move of the other,
// and the mover's endorsement of what the move leads to. The state that the join left needs nobody's endorsement: the
// chain computes it. Whatever the length of a game, a proof is of constant size.
//
// # On chain
//
// A [Stand] is what the chain holds of such a game. [Channel.Post] is the whole rule of what may replace it:
//
//   - at sea, one of the players brings any proven state ashore;
//   - ashore, anybody replaces the state by a newer one, in time, while the game is in play; and
//   - nobody ends a game by giving up, or accuses, before its opponent has been heard: has itself posted a state or
//     moved on chain since the game came ashore. Else the game could end on a state older than the newest that the
//     opponent knows. A state that was given up at sea needs the winner's consent for the same reason: it endorses that
//     very state, or has been heard.
//
// What an honest player relies on: no move that its opponent makes alone from a state which it has signed outranks its
// own next state, nor the opponent's surrender in place of that move. So who is overtaken by an old state posts its
// newest one, and the game goes on from there. A surrender itself can outrank what follows a move in its place, which
// is why it needs consent.
//
// # Work
//
// What is cheap is judged first: form, rules, and whether a state is newer. Before each signature, hash or proof that
// is checked, the caller is told what [play.Work] it takes, so that a chain can charge for it. No input makes a
// function of this package panic. Each error wraps one of the sentinel errors of this package, or of package play,
// game, commitment or verify.
//
// # Refusals
//
// The package knows no account, gas, protobuf or curve: how a signature is verified is passed in, and who the sender of
// a message plays for has been found out before. It imports the standard library, game,
// game/commitment and game/play.
package channel
