package text

import "fmt"

// Progress and problems of transactions, keys and the connection to a node.
const (
	BidSent      = "In no block after %d blocks: sent again for a fee of %s."
	NotDoneYet   = "Not done yet, and tried again: %s."
	NoNode       = "no node answers at %s%s: start one with battleshipd devnet, or name another with --node"
	CatchesUp    = "it is still catching up with the chain"
	FirstBlock   = "it waits for its first block"
	Starting     = "it has just started, or app.toml enables neither its API nor its gRPC server"
	WrongPort    = "%s answers at %s, not a node's RPC: name the RPC address with --node, usually port 26657"
	KeyringEmpty = "the keyring is empty: make a key with battleshipd keys add NAME"
	UnknownKey   = "unknown key %q: %s (--home and --keyring-backend choose the keyring)"
	DamagedKey   = "the file of key %[1]s is damaged: remove %[1]s%[2]s from the keyring's folder, and restore " +
		"the key from its words with battleshipd keys add %[1]s --recover"
	CannotSign = "key %s cannot sign by itself, for %s: write the transaction with --generate-only and sign it " +
		"where that can be done, with tx sign or tx multisign"
	NoAccount      = "%s (%s) has no account on %s yet: send it some coins for fees first"
	NoFeeAllowance = "%s does not pay this fee of %s: its fee allowance is missing, over, used up or for other " +
		"messages"
	NotIncluded = "transaction %s was sent but is in no block yet, and may still get into one: %v"
	NoTLS       = "the node's gRPC server does not use TLS: add --grpc-insecure, on this machine or a network that " +
		"you trust"
	IsMultisig   = "several people sign with it (multisig)"
	NoPrivateKey = "its private half is not in this keyring"
	FeeTooHigh   = "nothing was sent: expected fees of at most %s (--max-fee), got %s for a transaction"
	BidTooOften  = "not sent again: it was signed %d times, for %s together, and is in no block"
	BidTooHigh   = "not sent again: expected fees of at most %s together (--max-fee), but %s are signed for, and " +
		"one more costs %s"
	ClockAhead = "its last block is more than %s ahead of this machine's clock: set the clock, or name another " +
		"node with --node"
	SequenceUsed = ": another transaction of the same account came first"
	NotInBlock   = "Not in a block yet, trying again: %s."
	OnlyMade     = "nothing was sent: the transaction was made, and not signed"
)

// Problems of answers that a node proves.
const (
	HeaderExpired = "%v: ask a person you trust for a newer one, and name it with --trust-height and " +
		"--trust-hash"
	HeaderOfFuture = "the node at %s shows a header that is %v: set the clock of this machine, or name another " +
		"node with --node"
	NotProven = "the node at %s does not prove what it shows, and nothing was done with it: %v: name another " +
		"node with --node"
	OtherHeader = "the node at %s does not have the header that you trust, of block %d: %v: check " +
		"--trust-height, --trust-hash and --chain-id with a person you trust, or name another node with --node"
	WitnessDiffers = "the witness at %s does not confirm what the node shows, and nothing was done with it: %s: " +
		"name another with --trust-witness, or --trust-witness none to do without"
	ChainForked = "two blocks of height %d are signed by the chain's validators, and nothing was done with " +
		"either: %X by the node at %s, and %X by the witness at %s: ask people you trust which chain continues, " +
		"and name a header of it with --trust-height and --trust-hash"
)

// NotReady writes that a node answers, and cannot serve a request yet. Unknown is its answer that it does not know
// something, or "".
func NotReady(address, why, unknown string) string {
	words := fmt.Sprintf("the node at %s is not ready: %s", address, why)
	if unknown != "" {
		words += ", so what it does not know may be there all the same (" + unknown + "): wait, or name another with --node"
	}
	return words
}
