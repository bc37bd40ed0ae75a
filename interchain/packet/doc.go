// Package packet lets a player on another chain play here by transfers alone: it derives the player's account on this
// chain, and parses the requests in the memos of transfers to that account. It is pure: it works on texts and hashes,
// and imports neither IBC nor the module. The chain that receives the transfers executes the requests.
package packet
