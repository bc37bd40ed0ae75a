// Package record is a finished game as a text that anybody can check without a node.
//
// A [Record] holds the headers of the blocks in which the game moved, the transactions that moved it as they were
// signed, and for each its Merkle proof that the block holds it. [Record.Verify] plays the game again from these
// alone: every transaction must be in its block and signed by who it says, every board must be what its player had
// committed to, every answer must open that board, and every act must be legal by package game. What it returns
// follows from the signed bytes and not from what somebody tells of them.
//
// What a record cannot prove, docs/records.md says: above all that its blocks are those of the chain, for which a light
// client compares their hashes, and that nothing is left out of it where a deadline is said to have passed.
//
// The package knows no node and no file: [Decode] takes bytes and [Record.Encode] gives them.
package record
