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

	"github.com/battleship-chain/battleship/player/text"
)

// NoNodeError means that no server answers at a node's address.
type NoNodeError struct {
	Address string
	// Waited is the duration of the call without a reply. It is zero if the call failed by itself.
	Waited time.Duration
	Err    error
}

// Error implements error.
func (e *NoNodeError) Error() string {
	within := ""
	if e.Waited > 0 {
		within = fmt.Sprintf(" within %s", e.Waited)
	}
	return fmt.Sprintf(text.NoNode, e.Address, within)
}

// Unwrap returns the underlying failure.
func (e *NoNodeError) Unwrap() error { return e.Err }

// The reasons why a node is not ready.
const (
	whySyncing    = text.CatchesUp
	whyFirstBlock = text.FirstBlock
	whyStarting   = text.Starting
)

// NotReadyError means that a node answers but cannot serve the request yet.
type NotReadyError struct {
	Address string
	// Why is the reason.
	Why string
	// Unknown is the node's "not found" reply, if that is the only fault. The object may exist all the same.
	Unknown string
	Err     error
}

// Error implements error.
func (e *NotReadyError) Error() string {
	return text.NotReady(e.Address, e.Why, e.Unknown)
}

// Unwrap returns the node's own error. It is nil if Unknown is set.
func (e *NotReadyError) Unwrap() error { return e.Err }

// WrongPortError means that a server other than a node's RPC answers at a node's address.
type WrongPortError struct {
	Address string
	// The server that answers there.
	What string
}

// Error implements error.
func (e *WrongPortError) Error() string {
	return fmt.Sprintf(text.WrongPort, e.What, e.Address)
}

// ErrNoChainID means that the chain ID of a remote node must be given: a client does not take it from the node.
var ErrNoChainID = errors.New("expected a chain id, for a node that is not on this machine is not believed which " +
	"chain it is on: name it with --chain-id, or set chain-id in config/client.toml")

// UnknownKeyError means that the keyring has no such key.
type UnknownKeyError struct {
	// Name is the requested name or address.
	Name string
	// Have are the names in the keyring.
	Have []string
}

// Error implements error.
func (e *UnknownKeyError) Error() string {
	have := text.KeyringEmpty
	if len(e.Have) > 0 {
		have = "the keyring has " + strings.Join(e.Have, ", ")
	}
	return fmt.Sprintf(text.UnknownKey, e.Name, have)
}

// DamagedKeyError means that the keyring has a key but cannot read it.
type DamagedKeyError struct {
	Name string
	Err  error
}

// Error implements error.
func (e *DamagedKeyError) Error() string {
	return fmt.Sprintf(text.DamagedKey, e.Name, keySuffix)
}

// Unwrap returns the keyring's error.
func (e *DamagedKeyError) Unwrap() error { return e.Err }

// CannotSignError means that a key of the keyring cannot sign a transaction by itself.
type CannotSignError struct {
	Name string
	// Why is the reason.
	Why string
}

// Error implements error.
func (e *CannotSignError) Error() string {
	return fmt.Sprintf(text.CannotSign, e.Name, e.Why)
}

// NoAccountError means that the chain does not know an account: it has never received anything.
type NoAccountError struct{ Name, Address, ChainID string }

// Error implements error.
func (e *NoAccountError) Error() string {
	return fmt.Sprintf(text.NoAccount, e.Name, e.Address, e.ChainID)
}

// PoorError means that an account has too little for a transaction.
type PoorError struct {
	Name, Address string
	// Balance is its balance in the coin of fees.
	Balance sdk.Coin
	Err     error
}

// Error implements error.
func (e *PoorError) Error() string {
	return fmt.Sprintf("%s (%s) has only %s: %s", e.Name, e.Address, e.Balance, e.Err)
}

// Unwrap returns the chain's refusal.
func (e *PoorError) Unwrap() error { return e.Err }

// RefusedError means that the chain refused a transaction. Unless it failed in a block it has changed nothing; a
// transaction that failed in a block has paid its fee.
type RefusedError struct {
	// Hash is the transaction's hash. It is empty if the transaction was refused in simulation.
	Hash string
	// Height is the block in which it failed, or 0 if it never got into one.
	Height int64
	// Codespace and Code name the registered error. They can be zero, since a simulation does not return them.
	Codespace string
	Code      uint32
	// Log is the chain's error text.
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
		b.WriteString(text.SequenceUsed)
		return b.String()
	}
	fmt.Fprintf(&b, ": %s", e.Log)
	if e.Code != 0 {
		fmt.Fprintf(&b, " (%s code %d)", e.Codespace, e.Code)
	}
	return b.String()
}

// Problem returns the meaning of the refusal and its remedy, or "" if they are not known.
func (e *RefusedError) Problem() string {
	if e.Code != 0 {
		return text.Refusal(e.Codespace, e.Code)
	}
	for _, kind := range text.Kinds() {
		if e.OfKind(kind) {
			return text.Refusal(kind.Codespace(), kind.ABCICode())
		}
	}
	return ""
}

// InSimulation reports whether the transaction was refused in the gas simulation, so it was never sent.
func (e *RefusedError) InSimulation() bool { return e.Hash == "" }

// OfKind reports whether the refusal is of a registered kind. A simulation returns only the text, which ends with the
// kind's or, if the error was wrapped the other way round, begins with it.
func (e *RefusedError) OfKind(kind *errorsmod.Error) bool {
	if e.Code == 0 {
		return strings.HasSuffix(e.Log, kind.Error()) || strings.HasPrefix(e.Log, kind.Error()+": ")
	}
	return e.Codespace == kind.Codespace() && e.Code == kind.ABCICode()
}

// Unwrap returns the registered error of that code, so that errors.Is finds it.
func (e *RefusedError) Unwrap() error {
	if e.Code == 0 {
		return nil
	}
	return errorsmod.ABCIError(e.Codespace, e.Code, e.Log)
}

// NoAllowanceError means that the fee granter does not pay for the key's transaction: its allowance is missing, has
// expired, is used up or does not cover the message. Nothing was charged.
type NoAllowanceError struct {
	Granter, Grantee string
	Err              error
}

// Error implements error.
func (e *NoAllowanceError) Error() string {
	return fmt.Sprintf(text.NoFeeAllowance, e.Granter, e.Grantee)
}

// Unwrap returns the chain's refusal.
func (e *NoAllowanceError) Unwrap() error { return e.Err }

// NotIncludedError means that a transaction was sent but is in no block that the client knows of. It may still get into
// one. It is not certain that the node has it: its reply can have been lost.
type NotIncludedError struct {
	Hash string
	Err  error
}

// Error implements error.
func (e *NotIncludedError) Error() string {
	return fmt.Sprintf(text.NotIncluded, e.Hash, e.Err)
}

// Unwrap returns the reason why the wait ended.
func (e *NotIncludedError) Unwrap() error { return e.Err }

// OfNode returns an error of a request to a node that no Client has made as one of a Client.
func OfNode(node string, err error) error { return translate(NodeAddress(node), err) }

// translate converts a node's error to a typed one if there is a remedy, else to one with a plain text.
func translate(address string, err error) error {
	message := err.Error()
	switch {
	case strings.Contains(message, "endpoint is closed while node is catching up"):
		return &NotReadyError{Address: address, Why: whySyncing, Err: err}
	case strings.Contains(message, "is not ready; please wait for first block"):
		return &NotReadyError{Address: address, Why: whyFirstBlock, Err: err}
	case strings.Contains(message, "first record does not look like a TLS handshake"):
		return &plainError{text: text.NoTLS, err: err}
	case noAnswer(err):
		return &NoNodeError{Address: address, Err: err}
	default:
		return plain(err)
	}
}

// isStarting reports whether a call failed because the node has just started: it begins to answer before it has all of
// the services that it adds to the application's.
func isStarting(method string, err error) bool {
	return (strings.HasPrefix(method, "/cosmos.base.") || strings.HasPrefix(method, "/cosmos.tx.")) &&
		strings.Contains(err.Error(), "unknown query path")
}

// noAnswer reports whether a call failed on its way to the node or back, so that there is no reply.
func noAnswer(err error) bool {
	var (
		op   *net.OpError
		post *url.Error // also of a connection that broke before the reply
	)
	return errors.As(err, &op) || errors.As(err, &post) || errors.Is(err, io.ErrUnexpectedEOF) ||
		status.Code(err) == codes.Unavailable
}

// replyLost reports whether a call failed although the node may have received it: it has not returned an RPC error, and
// there was a connection.
func replyLost(err error) bool {
	var (
		no *rpctypes.RPCError
		op *net.OpError
	)
	return err != nil && !errors.As(err, &no) && (!errors.As(err, &op) || op.Op != "dial")
}

// Explain translates and diagnoses the error of a request to a node that was made without a client.
func Explain(ctx context.Context, link Link, err error) error {
	return diagnose(ctx, link, translate(link.Address, err))
}

// plainError is a gRPC error with a readable text. The status underneath is still reachable.
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
	// rpcPrefix is the prefix of status.Error, which an error gets once for each hop.
	rpcPrefix = regexp.MustCompile(`rpc error: code = \w+ desc = `)
	// sourceLine is the position in the node's source code, and gasUsed the gas used up to the error.
	sourceLine = regexp.MustCompile(` ?\[[^\[\]]*\.go:\d+\]`)
	gasUsed    = regexp.MustCompile(` with gas used: '\d+'`)
	// messageIndex is baseapp's index of the failed message; our transactions have only one.
	messageIndex = regexp.MustCompile(`failed to execute message; message index: 0: `)
	// abciClass is the text of the SDK error class for a gRPC code when a query travels over ABCI.
	abciClass = regexp.MustCompile(`(: key not found|: invalid request|: unknown request|: unauthorized)+$`)
)

// plainText strips the transport's additions from a node's error text.
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

// onceSaid drops repetitions at the end of a text: an error whose text ends with that of its kind gets it again when it
// is wrapped in the same kind.
func onceSaid(s string) string {
	for {
		i := strings.LastIndex(s, ": ")
		if i < 0 || s[:i] != s[i+2:] && !strings.HasSuffix(s[:i], s[i:]) {
			return s
		}
		s = s[:i]
	}
}
