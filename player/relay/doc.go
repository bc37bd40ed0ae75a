// Package relay carries updates between keys: a post office for players who cannot reach each other directly. [Server]
// is the office, [Conn] a player's line to it. A relay keeps an update for a while if its reader is away. It can read,
// lose, delay, duplicate and reorder updates, and no more: the content of an update is signed by its sender, and a
// player who receives no updates plays on the chain.
//
// # Protocol
//
// A client opens a WebSocket (RFC 6455) at the path /v1. All messages are binary; || is concatenation, a key is a
// compressed secp256k1 public key of 33 bytes.
//
//	relay:  challenge                  32 random bytes, new for each connection
//	client: key || signature           the signature, r || s of 64 bytes with low s, is of SHA-256 of
//	                                   "battleship/relay/v1" || host || challenge
//	relay:  key                        the client's own: it is let in
//	client: to || update               any number of times, an update of at most 2,048 bytes
//	relay:  from || update             an update from another client
//
// The host is the relay's name in the client's header Host, such as relay.example or 127.0.0.1:26680, in lower
// case and without the port if that is 80 or 443. It is in the signature so that a relay cannot enter another one in a
// client's name by forwarding the challenge; a relay therefore answers to its own names alone.
//
// An update without content is not carried. It only permits updates from that key, as an update with content does. A
// client gets updates from keys that it has written to since it connected, at most [MaxPeers] of them;
// others wait until it writes, as if it were away. So a stranger cannot fill a player's line.
//
// Updates to a client that is away wait for ten minutes: 16 kB for each client, at most two from one sender, the
// newest. No update is acknowledged. Players send their newest update again until they get a newer one.
//
// Each waiting update counts against the address that sent it, an IPv4 address or a /64 network of IPv6: 512 KiB for
// each address, 64 MiB for all. If a limit is exceeded, the address that holds the most loses its oldest update. So an
// address that holds less than its share, which is the limit divided by the number of addresses, loses nothing to
// another one.
//
// # Presence and notes
//
// A message to the relay itself is addressed to 33 zero bytes, and so is what comes from it. Its content begins with a
// kind:
//
//	client: 1 || heartbeat                a time of 8 bytes, in seconds since 1970, and a signature as above of
//	                                      "battleship/presence/v1" || host || time
//	client: 2 || key...                   a question about at most [MaxAsked] keys
//	relay:  2 || (key || heartbeat)...    the answer: those that are connected and have sent a heartbeat, with the newest
//	client: 3 || to || note               a note of at most [MaxNote] bytes
//	relay:  3 || from || note             a note from another client
//
// A client that wants to be seen sends a heartbeat every 30 seconds. A reader verifies it, and takes its sender for
// present if the time is within two minutes of its own. So a relay can hide a client, or show it for some minutes more,
// but cannot invent one. A note reaches a client that is connected and gets updates from the sender. It is never kept,
// and takes the place of no update. A key makes one such request in a second, eight after a pause; more are dropped. A
// relay that knows none of this drops them all, as updates to a key without a client.
//
// # Ends
//
// A relay closes a connection with one of these codes: 4000, another connection has proven the same key, and the newer
// one wins; 4001, the signature or its form is wrong, or there was none for ten seconds; 4002, a message has a wrong
// form; 1009, a message is too long; 4003, nothing was sent or received for 15 minutes; 1001, the relay ends. Before
// there is a WebSocket it answers 421 to a name that is not its own, 429 to an address with too many connections or
// attempts, and 503 if it is full. A client that is cut off for another reason than 4000 connects again, after a pause
// that grows.
//
// Clients that send more than their share are read more slowly, not cut off.
package relay
