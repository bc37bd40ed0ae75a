// Package commitment hides a board behind hashes, opens one tile of it at a time, and proves at the end that the
// whole board was legal.
//
// A player enters a game with a [Board]: one Merkle root for each row and the hash of one toss leaf. It answers a
// shot with an [Opening]: the content of the tile, its salt and the path to the row's root. To be paid it shows its
// fleet and its board secret, from which [Audit] recomputes every hash. Everything here is a pure function of its
// arguments: no clock, no randomness, no I/O. Secrets come from the caller.
//
// Where all players shoot at once, targets are hidden as well until all are chosen: see [CommitAim].
//
// If SHA-256 is secure, the scheme has these properties:
//
//   - Binding. For each tile there is one opening, or none; for each board there is one fleet and one secret, or
//     none. A player cannot change its mind about a tile, nor about which ship covers it.
//   - Hiding. Without the board secret, openings of some tiles reveal nothing about the others.
//   - No second use. A leaf names the chain, the player, the player's board nonce, the ruleset and the tile, so no
//     root, opening or proof is of any use on another chain, by another player, in another game or for another tile.
//
// Hiding requires a new secret for each board: two boards of one secret share their toss salt, and with the same fleet
// they share every salt.
//
// # Byte layout
//
// Integers are unsigned and big-endian; || is concatenation; a tag is its ASCII bytes, without length or terminator.
// A tile's index is row*width + column, both from 0. W and H are the ruleset's width and height.
//
//	fleet key    = HMAC-SHA256(key: board secret, "battleship/fleet/v1" || code of each ship)
//	ship code    = u16: class<<9 | vertical<<8 | index of the origin tile; the codes in ascending order
//	salt of tile = HMAC-SHA256(key: fleet key, "battleship/salt/v1" || u16 index of the tile)
//	toss salt    = HMAC-SHA256(key: board secret, "battleship/salt/v1" || u16 W*H)
//	             ; in a proven ruleset the key is the fleet key
//
//	leaf         = "battleship/leaf/v1"
//	            || u16 length of the chain id || chain id
//	            || u16 length of the player's address || address (the bytes, not the bech32 text)
//	            || u64 board nonce
//	            || u32 ruleset id
//	            || u16 index (W*H for the toss leaf)
//	            || u8 content (0 water, 1 ship, 2 toss)
//	            || salt (32 bytes)
//	leaf hash    = SHA-256(0x00 || leaf)
//	inner hash   = SHA-256(0x01 || left hash || right hash)
//
//	row root     = Merkle tree hash of RFC 6962 section 2.1 over the row's W leaves, column A first
//	toss leaf    = leaf hash of the toss leaf
//	path         = audit path of RFC 6962 section 2.1.1 within the row, from the leaf's sibling upwards
//
//	mixed toss   = SHA-256("battleship/toss-mix/v1"
//	            || joiner's 32 bytes, as they were sent
//	            || u16 length of the block's hash || hash of the block that holds the join
//	            || u64 game id
//	            || u16 length of the joiner's address || address)
//	first seat   = lowest bit of the last byte of
//	               SHA-256("battleship/toss/v1" || creator's toss salt || mixed toss); 0 creator, 1 joiner
//
//	aim salt     = HMAC-SHA256(key: board secret, "battleship/aim-salt/v1" || u16 round)
//	aim          = SHA-256("battleship/aim/v1"
//	            || u16 length of the chain id || chain id
//	            || u16 length of the player's address || address
//	            || u64 board nonce
//	            || u32 ruleset id
//	            || u16 round, from 1
//	            || u8 index of the tile
//	            || aim salt (32 bytes))
//
// The board secret is 32 unpredictable bytes. The class in a ship code is its index in the ruleset, from
// 0.
//
// A tree whose width is no power of two is not padded: RFC 6962 splits it at the largest power of two below the
// width. In a row of ten, columns A to H have paths of four hashes, I and J of two. A path of any other length is
// refused.
//
// # Sources
//
// RFC 6962 (Certificate Transparency, Merkle tree), FIPS 180-4 (SHA-256), RFC 2104 and FIPS 198-1 (HMAC). The tree is
// github.com/cometbft/cometbft/crypto/merkle. Vectors for clients in other languages are in testdata.
//
// For a page (GOOS=js) only bindings, secrets and salts are compiled, for package zk: the page commits to boards of
// hashes itself, and the tree's package would make the page's prover twice as large.
package commitment
