// Package packet holds what a player on another chain needs to play here by its transfers alone: the account that
// stands for it on this chain, and the requests that a transfer to that account can carry in its memo. It is pure: it
// knows texts and hashes, and neither IBC nor the module. The chain that receives the transfers carries the requests
// out.
package packet
