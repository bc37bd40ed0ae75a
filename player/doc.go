// Package player holds the programs of a player: keys, the secrets of boards, and clients that play with them. It has
// no code of its own.
//
// Secrets and proofs:
//
//   - vault derives the secret of a board from the wallet alone
//   - prover proves boards and answers
//   - light reads state with proofs from an untrusted node
//
// Playing:
//
//   - client sends transactions and waits for them
//   - session plays one game for one player: what all kinds share, and a package for each
//   - invite writes the codes by which a friend finds a game
//   - kinds lists the kinds of games
//   - party plays a round robin between the players of a table
//   - names knows the names of players
//   - bot chooses targets
//   - practice plays against a bot without a chain
//
// Games played off-chain:
//
//   - channel is one player's side: its log of signed states
//   - channelpolicy decides how an honest player proceeds
//   - relay carries messages between keys
//   - phrase is the talk of the players over it
//   - watchtower submits newer states for absent players
//
// Watching and checking:
//
//   - watch follows blocks, transactions and events
//   - notify calls a player whose game needs it
//   - record writes and verifies records of finished games
//   - text makes the sentences and drawings that players read
//
// User interfaces:
//
//   - tui is the terminal screens, without I/O: what all share, a package for each kind of game, and tui/program
//   - chainbackend connects the screens to a chain
//   - cli is the command line over all of these: cli/env below all, cli/query asks, cli/look draws, cli/act sends, and
//     a package for the commands of each kind of game
//
// For tests:
//
//   - playertest runs players against a chain in this process, over a node or a relay that misbehaves
//
// No package here imports the keeper or the application: a player talks to a node over the network.
package player
