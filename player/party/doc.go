// Package party plays a party: a round robin of casual classic duels between 3 to 8 players of one chain.
//
// Its code is the invite to a melee table whose rounds never begin. The chain counts the seats of the table, refuses a
// second seat and one player too many, and shows them in order, so that no player has to trust another one for the list
// of players, and the network needs no message of its own. Everything else follows from that list and from the games on
// the chain: each client calculates whose turn it is, and the same scores, also after a restart.
package party
