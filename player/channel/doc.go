// Package channel is one player's side of an off-chain game: its signed and received states, on disk, and the handling
// of the next update.
//
// A [Table] is the newest state that the player can prove. [Table.Receive] verifies and accepts the opponent's updates,
// [Table.Move] makes the player's own move. Both apply the rules of package game/channel; a table adds the memory of
// earlier signatures.
//
// A [Log] keeps that. Before a signature leaves the process, its update is on the disk; and a state is signed only if
// it is newer than all signed ones, so only one of two competing states ever is. That holds across crashes, restarts
// and programs on one machine. A log that cannot guarantee it has a [Log.Refusal] and signs nothing: then the game goes
// on-chain.
//
// # Files
//
// Below the home, in channels/chain-CHAIN/PLAYER:
//
//	KEY.key       the log of a game that was not joined yet when this program last looked; KEY is its channel key
//	GAME-ID.log   the log of a game; ID are the first 16 hexadecimal digits of the channel's id
//	GAME-ID.proof the newest proof, for a watchtower: an update, no secret
//
// A log is made when its game is entered, before the transaction is sent. So an off-chain game without a log was
// entered on another machine, or its log is lost, and nothing is signed in it.
//
//	log    = head || marks || record...
//	head   = "battleship/channel-log/v1\n" || channel key (33 bytes) || origin || checksum of the head (u32)
//	origin = device (u64) || volume (u64) || inode (u64) || time of creation, in ns, or 0 (u64) ||
//	         machine (16 bytes of a hash of the machine's id)
//	marks  = twice: records on the disk (u32) || closed (u8) || 0 0 0 || checksum of these (u32)
//	record = length (u32) || checksum (u32) || kind (u8) || progress (u32) || length of the state (u16) ||
//	         state || update
//
// Integers are big-endian. A checksum is CRC-32C; that of a record continues from that of the record before, and
// covers everything after it. The head is never rewritten, the marks are rewritten in place after each sync, one and
// the other in turn, and records are appended. An incomplete record at the end is ignored, unless the marks count more
// records: then the log is damaged.
//
// # Detection of copies
//
// A copied or restored file has another origin. An outdated log in the very same file is detected when the
// opponent's next update follows an unknown state. A whole machine that is restored or cloned is detected in that way
// alone.
//
// # Limits
//
// The package has no chain, wallet, network or clock. It imports the standard library, golang.org/x/sys/unix,
// protowire and the rules.
package channel
