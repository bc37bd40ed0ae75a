// Package check verifies a chain from outside: it reads the public RPC of each validator, block by block, and reports
// every contradiction.
//
// It keeps its own account of each game. Moves are read from events and applied by the rules of package game, so that
// the deadline, the end and the winner of a game are known without the chain's word. Coins are counted from the bank's
// events. It shares no code with the keeper, and none with the program that injects faults.
package check
