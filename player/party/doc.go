// Package party plays a party: a round robin of casual classic duels between 3 to 8 players of one chain.
//
// Its code is the invite to a table of several seats, at which no round is played. The chain counts the seats, refuses
// a second one and one player too many, and shows the players in order, so that no player has to trust another one for
// the list of players, and the network needs no message of its own. Everything else follows from that list and from the
// games on the chain: each client calculates the games that are due, and the same scores, also after a restart.
package party
