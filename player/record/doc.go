// Package record is a finished game as a text that anyone can verify without a node.
//
// A [Record] holds the headers of the blocks in which the game moved, its transactions as they were signed, and for
// each its Merkle proof that the block holds it. [Record.Verify] replays the game from these alone: every transaction
// must be in its block and signed by its sender, every board must be the committed one, every answer must open that
// board, and every act must be legal by package game. Its result follows from the signed bytes alone.
//
// docs/records.md lists the limits of a record: above all it cannot prove that its blocks are those of the chain, for
// which a light client compares their hashes, nor that it is complete where a deadline has passed.
//
// The package has no node and no file: [Decode] takes bytes and [Record.Encode] returns them.
package record
