// Package rating rates players by the games that they won and lost: Elo's rating in integers.
//
// # Contract
//
// A [Standing] is a player's rating and the number of its rated games. [New] returns the first standing, and [Play]
// returns those of a winner and a loser after a game. [Expected] is the curve that both follow: the share of its games
// that a player is expected to win. The same arguments give the same result on every machine, and no input makes a
// function panic.
//
// # Arithmetic
//
// For a factor K and an expected score E in thousandths, a winner gains and a loser loses
//
//	(K * (1000 - E) + 500) / 1000
//
// points, where E is the winner's expected score: that is K times the surprise, rounded to the nearest point and halves
// up. Both sides of a game have the same surprise, so that with the same factor the loser loses as much as the winner
// gains, within the bounds. The factor is the player's own: it is [KProvisional] for the first [ProvisionalGames] rated
// games and [KEstablished] from then on.
//
// # Limits
//
// A win over a much weaker player gains nothing: from 641 points apart with the factor 20 and from 760 with the factor
// 40. So a crowd of weak accounts can feed a strong one only so far. Below that they can; the caller decides which
// games are rated. There are no draws, because Battleship has none.
//
// The package has no player, game, clock or randomness, and imports nothing.
package rating
