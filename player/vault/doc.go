// Package vault derives a player's board secrets from the player's wallet, so that there is no file to lose.
//
// To enter a game a player calls [Vault.Seal], which draws a board secret and seals the fleet into the recovery field
// of the entering message. To resume a game, on the same machine or on another that holds the same wallet, it calls
// [Vault.Open] with the recovery field stored on the chain. No secret is written to disk.
//
// # From wallet to secret
//
// Integers are big-endian, || is concatenation.
//
//	document  = ADR-036 sign document, amino JSON: see [SignDocument]
//	signature = the wallet's signature of the document, r || s for secp256k1
//	secret    = HKDF-SHA256(key: signature, salt: seed, info: "battleship/board-secret/v1"), 32 bytes
//	delegate  = HKDF-SHA256(key: signature, salt: seed, info: "battleship/delegate-key/v1"), 32 bytes
//	bot       = HKDF-SHA256(key: signature, salt: seed, info: "battleship/bot-key/v1"), 32 bytes
//	channel   = HKDF-SHA256(key: signature, salt: seed, info: "battleship/channel-key/v1"), 32 bytes
//	seal key  = HKDF-SHA256(key: secret, no salt, info: "battleship/recovery/v1"), 32 bytes
//	recovery  = u8 source || seed (24 random bytes) || sealed fleet
//	sealed    = XChaCha20-Poly1305(key: seal key, nonce: seed, associated data: context, fleet)
//	context   = "battleship/recovery/v1" || u8 source || u16 length of the chain id || chain id
//	         || u16 length of the address || address || u64 board nonce || u32 ruleset id
//	fleet     = two bytes for each ship, in the fleet's order: class<<9 | vertical<<8 | index of the origin tile
//	source    = 1: the signature is the wallet's; 2: the fallback's
//
// The signature must be deterministic, as RFC 6979 makes it for secp256k1, or the secret could not be recovered.
// The document names the chain, the player and the board nonce; the seed is new each time. So a second try to enter
// with the same nonce, after the first was refused, shares neither secret nor key with the first.
//
// The delegate is the private key of a secp256k1 account that may be named to act in this game, the bot that of the
// account of a player's own bot opponent, and the channel key that of a secp256k1 key that signs the states of this
// game while it is played off-chain. They are derived from the signature and not from the board secret, which a claim
// makes public: otherwise anyone who sees a pending claim could sign a later state in its player's name.
//
// The signature gives access to the board and the delegate's key. The document warns of this, and its form cannot be
// mistaken for a transaction.
//
// # Fallback
//
// A key that cannot sign such a document (multisig, offline) or signs it differently each time (secp256r1) gets a file
// instead: one for each player, in the directory boards of the home. It holds a random 32-byte key; the signature above
// is then HMAC-SHA256(key, document), and the rest is the same. So one file, backed up once, suffices. [Vault.Notice]
// informs the player.
//
//	file     = JSON object of format ("battleship/board-key/v1"), player (bech32), and in base64 salt (16 bytes),
//	           nonce (24 bytes) and sealed
//	file key = argon2id(passphrase, salt, 3 passes, 65536 KiB, 4 lanes), 32 bytes
//	sealed   = XChaCha20-Poly1305(key: file key, nonce, associated data: format || "\n" || player, the 32-byte key)
//
// A file is written once, whole or not at all, and never overwritten. Its passphrase comes from an [AskPassphrase]. A
// keyring of the test backend keeps its own keys under a well-known passphrase; a file beside it does too.
//
// # Signed moves
//
// If a player signs two different shots for one turn, or aims for one round, either may count. So [Vault.Moves] records
// the move signed in each position of a game: in the directory moves of the home, a file for each game, to which a line
// is added before any node gets the move, under a lock shared by all programs. A shot is no secret by then; a hidden
// target is one until it is fired at, and the file is readable for its owner alone. Moves signed on another machine,
// or before the file was lost, are not recorded.
//
//	file = moves/chain-CHAIN/PLAYER/GAME, lines of position, tab, move, tab, dot
//
// # Sources
//
// RFC 6979 (deterministic ECDSA), RFC 5869 (HKDF), RFC 9106 (argon2id), draft-irtf-cfrg-xchacha (XChaCha20-Poly1305),
// Cosmos SDK ADR-036 (sign documents). Vectors for clients in other languages are in testdata.
package vault
