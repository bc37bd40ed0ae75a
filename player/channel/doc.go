// Package channel is one player's side of a game at sea: what it has signed and received, on disk, and what it does
// with the next letter.
//
// A [Table] is the newest state that the player can prove. [Table.Receive] verifies what the opponent sends and takes
// it over, [Table.Move] makes the player's own move. What both do is the rule of package game/channel; a table adds
// what the rule cannot know: what was signed before.
//
// A [Log] keeps that. Before a signature leaves the process, the letter that it is in stands on the disk; and a state
// is signed only if it is newer than all that were signed, so of two that compete one alone ever is. That holds
// across crashes, restarts and programs on one machine. A log that cannot promise it has a [Log.Refusal] and signs
// nothing: then the game goes ashore, where the chain keeps it.
//
// # Files
//
// Below the home, in channels/chain-CHAIN/PLAYER:
//
//	KEY.key       the log of a game that was not joined yet when this program last looked; KEY is its channel key
//	GAME-ID.log   the log of a game; ID are the first 16 hexadecimal digits of the channel's id
//	GAME-ID.proof the newest proof, for a tower: a letter, no secret
//
// A log is made when its game is entered, before the transaction is sent. So a game at sea without a log is one that
// was entered on another machine or whose log is lost, and nothing is signed in it.
//
//	log    = head || marks || record...
//	head   = "battleship/channel-log/v1\n" || channel key (33 bytes) || origin || checksum of the head (u32)
//	origin = device (u64) || volume (u64) || inode (u64) || when it was made, in ns, or 0 (u64) ||
//	         machine (16 bytes of a hash of the machine's id)
//	marks  = twice: records on the disk (u32) || closed (u8) || 0 0 0 || checksum of these (u32)
//	record = length (u32) || checksum (u32) || kind (u8) || progress (u32) || length of the state (u16) ||
//	         state || letter
//
// Integers are big-endian. A checksum is CRC-32C; that of a record goes on from that of the record before, and covers
// all that follows it. The head is never written again, the marks are written in place after each sync, one and the
// other in turn, and records are added at the end. What follows the last whole record was not written to its end and
// counts for nothing, unless the marks know of more records: then the log is damaged.
//
// # What is found out, and what is not
//
// A copied or restored file has another origin. A log that is older than what was signed, in the very same file,
// shows itself when the opponent's next letter goes on from a state that it does not know. A whole machine that is
// restored or cloned shows itself in that way alone.
//
// # Refusals
//
// The package knows no chain, wallet, network or clock. It imports the standard library, golang.org/x/sys/unix,
// protowire and the rules.
package channel
