package client

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"regexp"
	"strings"
	"time"

	rpctypes "github.com/cometbft/cometbft/rpc/jsonrpc/types"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	errorsmod "cosmossdk.io/errors"

	sdk "github.com/cosmos/cosmos-sdk/types"
	sdkerrors "github.com/cosmos/cosmos-sdk/types/errors"
)

// NoNodeError says that nothing answers at a node's address.
type NoNodeError struct {
	Address string
	// Waited is how long the call went without a reply; 0 if it failed by itself.
	Waited time.Duration
	Err    error
}

// Error implements error.
func (e *NoNodeError) Error() string {
	within := ""
	if e.Waited > 0 {
		within = fmt.Sprintf(" within %s", e.Waited)
	}
	return fmt.Sprintf("no node answers at %s%s: start one with battleshipd devnet, or name another with --node",
		e.Address, within)
}

// Unwrap is the failure underneath.
func (e *NoNodeError) Unwrap() error { return e.Err }

// The reasons why a node is not ready.
const (
	whySyncing    = "it is still catching up with the chain"
	whyFirstBlock = "it waits for its first block"
)

// NotReadyError says that a node answers but cannot do what it was asked yet.
type NotReadyError struct {
	Address string
	// Why says what keeps it.
	Why string
	// Unknown is what the node said not to know; empty unless that is all that it said. It may be there all the same.
	Unknown string
	Err     error
}

// Error implements error.
func (e *NotReadyError) Error() string {
	text := fmt.Sprintf("the node at %s is not ready: %s", e.Address, e.Why)
	if e.Unknown != "" {
		text += ", so what it does not know may be there all the same (" + e.Unknown + "): wait, or name another with --node"
	}
	return text
}

// Unwrap is the node's own error; nil if it only did not know something.
func (e *NotReadyError) Unwrap() error { return e.Err }

// WrongPortError says that something answers at a node's address which is not its RPC.
type WrongPortError struct {
	Address string
	// What answers there.
	What string
}

// Error implements error.
func (e *WrongPortError) Error() string {
	return fmt.Sprintf("%s answers at %s, not a node's RPC: name the RPC address with --node, usually port 26657",
		e.What, e.Address)
}

// ErrNoChainID is for a client that would sign for whatever chain a distant node names.
var ErrNoChainID = errors.New("expected a chain id, for a node that is not on this machine is not believed which " +
	"chain it is on: name it with --chain-id, or set chain-id in config/client.toml")

// UnknownKeyError says that the keyring has no such key.
type UnknownKeyError struct {
	// Name is the name or address that was asked for.
	Name string
	// Have are the names in the keyring.
	Have []string
}

// Error implements error.
func (e *UnknownKeyError) Error() string {
	have := "the keyring is empty: make a key with battleshipd keys add NAME"
	if len(e.Have) > 0 {
		have = "the keyring has " + strings.Join(e.Have, ", ")
	}
	return fmt.Sprintf("unknown key %q: %s (--home and --keyring-backend choose the keyring)", e.Name, have)
}

// CannotSignError says that a key of the keyring cannot sign a transaction by itself.
type CannotSignError struct {
	Name string
	// Why says why not.
	Why string
}

// Error implements error.
func (e *CannotSignError) Error() string {
	return fmt.Sprintf("key %s cannot sign by itself, for %s: write the transaction with --generate-only and sign it "+
		"where that can be done, with tx sign or tx multisign", e.Name, e.Why)
}

// NoAccountError says that the chain does not know an account: nobody has ever sent it anything.
type NoAccountError struct{ Name, Address, ChainID string }

// Error implements error.
func (e *NoAccountError) Error() string {
	return fmt.Sprintf("%s (%s) has no account on %s yet: send it some coins for fees first", e.Name, e.Address, e.ChainID)
}

// PoorError says that an account has too little for a transaction.
type PoorError struct {
	Name, Address string
	// Balance is what it has in the coin of fees.
	Balance sdk.Coin
	Err     error
}

// Error implements error.
func (e *PoorError) Error() string {
	return fmt.Sprintf("%s (%s) has only %s: %s", e.Name, e.Address, e.Balance, e.Err)
}

// Unwrap is the chain's refusal.
func (e *PoorError) Unwrap() error { return e.Err }

// RefusedError says that the chain refused a transaction. Unless it failed in a block it has changed nothing; a
// transaction that failed in a block has paid its fee.
type RefusedError struct {
	// Hash is the transaction's hash; empty if it was refused in simulation.
	Hash string
	// Height is the block in which it failed; 0 if it never got into one.
	Height int64
	// Codespace and Code name the registered error; a simulation does not tell them, so they can be empty and 0.
	Codespace string
	Code      uint32
	// Log says what was expected and what came.
	Log string
}

// Error implements error.
func (e *RefusedError) Error() string {
	var b strings.Builder
	b.WriteString("the chain refused")
	if e.Height > 0 {
		fmt.Fprintf(&b, " in block %d", e.Height)
	}
	if e.OfKind(sdkerrors.ErrWrongSequence) { // which says two numbers that mean nothing to a player
		b.WriteString(": another transaction of the same account came first")
		return b.String()
	}
	fmt.Fprintf(&b, ": %s", e.Log)
	if e.Code != 0 {
		fmt.Fprintf(&b, " (%s code %d)", e.Codespace, e.Code)
	}
	return b.String()
}

// InSimulation tells that the transaction was refused while its gas was found, so it was never sent.
func (e *RefusedError) InSimulation() bool { return e.Hash == "" }

// OfKind reports whether the refusal is of a registered kind. A simulation reports only the text, which ends with the
// kind's or, if the error was wrapped the other way round, begins with it.
func (e *RefusedError) OfKind(kind *errorsmod.Error) bool {
	if e.Code == 0 {
		return strings.HasSuffix(e.Log, kind.Error()) || strings.HasPrefix(e.Log, kind.Error()+": ")
	}
	return e.Codespace == kind.Codespace() && e.Code == kind.ABCICode()
}

// Unwrap is the registered error of that code, so that errors.Is finds it.
func (e *RefusedError) Unwrap() error {
	if e.Code == 0 {
		return nil
	}
	return errorsmod.ABCIError(e.Codespace, e.Code, e.Log)
}

// NoAllowanceError says that the fee granter pays nothing for the key's transaction: it has given no allowance, or that
// has expired, is used up or does not cover the message. Nothing was charged.
type NoAllowanceError struct {
	Granter, Grantee string
	Err              error
}

// Error implements error.
func (e *NoAllowanceError) Error() string {
	return fmt.Sprintf("%s does not pay this fee of %s: its fee allowance is missing, over, used up or for other messages",
		e.Granter, e.Grantee)
}

// Unwrap is the chain's refusal.
func (e *NoAllowanceError) Unwrap() error { return e.Err }

// NotIncludedError says that a transaction was sent but is in no block that the client knows of. It may still get into
// one. Whether the node has it is not certain: its reply can have been lost.
type NotIncludedError struct {
	Hash string
	Err  error
}

// Error implements error.
func (e *NotIncludedError) Error() string {
	return fmt.Sprintf("transaction %s was sent but is in no block yet, and may still get into one: %v", e.Hash, e.Err)
}

// Unwrap is why the wait ended.
func (e *NotIncludedError) Unwrap() error { return e.Err }

// translate puts a node's error into plain words, by what is to be done about it.
func translate(address string, err error) error {
	text := err.Error()
	switch {
	case strings.Contains(text, "endpoint is closed while node is catching up"):
		return &NotReadyError{Address: address, Why: whySyncing, Err: err}
	case strings.Contains(text, "is not ready; please wait for first block"):
		return &NotReadyError{Address: address, Why: whyFirstBlock, Err: err}
	case noAnswer(err):
		return &NoNodeError{Address: address, Err: err}
	default:
		return plain(err)
	}
}

// noAnswer reports whether a call failed on its way to the node or back, so that the node has said nothing.
func noAnswer(err error) bool {
	var (
		op   *net.OpError
		post *url.Error // also of a connection that broke before the reply
	)
	return errors.As(err, &op) || errors.As(err, &post) || errors.Is(err, io.ErrUnexpectedEOF) ||
		status.Code(err) == codes.Unavailable
}

// replyLost reports whether a call failed although the node may have got it: unless the node itself has said no, or
// there never was a connection.
func replyLost(err error) bool {
	var (
		no *rpctypes.RPCError
		op *net.OpError
	)
	return err != nil && !errors.As(err, &no) && (!errors.As(err, &op) || op.Op != "dial")
}

// Explain says in plain words what is wrong with a node that was asked beside a client.
func Explain(ctx context.Context, link Link, err error) error {
	return diagnose(ctx, link, translate(link.Address, err))
}

// plainError is a gRPC error whose text is for people. The status underneath stays reachable.
type plainError struct {
	text string
	err  error
}

func (e *plainError) Error() string { return e.text }
func (e *plainError) Unwrap() error { return e.err }

func plain(err error) error {
	if _, ok := status.FromError(err); !ok {
		return err
	}
	return &plainError{text: plainText(err.Error()), err: err}
}

var (
	// status.Error's prefix, which an error gets once for each hop it travels.
	rpcPrefix = regexp.MustCompile(`rpc error: code = \w+ desc = `)
	// where in its own source a node met the error, and how much gas it had used.
	sourceLine = regexp.MustCompile(` ?\[[^\[\]]*\.go:\d+\]`)
	gasUsed    = regexp.MustCompile(` with gas used: '\d+'`)
	// baseapp's word for which message of a transaction failed; ours have one.
	messageIndex = regexp.MustCompile(`failed to execute message; message index: 0: `)
	// the SDK error class that stands for a gRPC code when a query travels over ABCI.
	abciClass = regexp.MustCompile(`(: key not found|: invalid request|: unknown request|: unauthorized)+$`)
)

// plainText strips from a node's words what only tells by which way they came.
func plainText(s string) string {
	viaABCI := rpcPrefix.MatchString(s)
	for _, r := range []*regexp.Regexp{rpcPrefix, sourceLine, gasUsed, messageIndex} {
		s = r.ReplaceAllString(s, "")
	}
	if viaABCI {
		s = abciClass.ReplaceAllString(s, "")
	}
	return onceSaid(strings.TrimSpace(s))
}

// onceSaid drops the end of a text as often as it only says once more what stands before it: an error whose text ends
// with that of its kind gets it again when it is wrapped in the same kind.
func onceSaid(s string) string {
	for {
		i := strings.LastIndex(s, ": ")
		if i < 0 || s[:i] != s[i+2:] && !strings.HasSuffix(s[:i], s[i:]) {
			return s
		}
		s = s[:i]
	}
}
