package client_test

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	rpctypes "github.com/cometbft/cometbft/rpc/jsonrpc/types"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	sdkclient "github.com/cosmos/cosmos-sdk/client"
	"github.com/cosmos/cosmos-sdk/crypto/keyring"
	sdkerrors "github.com/cosmos/cosmos-sdk/types/errors"

	"github.com/battleship-chain/battleship/player/client"
)

const address = "tcp://node:26657"

func TestNodeErrorsAreSortedByRemedy(t *testing.T) {
	var (
		noNode   *client.NoNodeError
		notReady *client.NotReadyError
	)
	tests := map[string]struct {
		err    error
		target any // the kind of error; nil for none of its own
		says   string
		passes bool
	}{
		"a node that catches up takes no transactions": {
			err: &rpctypes.RPCError{
				Code: -32603, Message: "Internal error", Data: "endpoint is closed while node is catching up",
			},
			target: &notReady, says: "the node at tcp://node:26657 is not ready: it is still catching up", passes: true,
		},
		"a node before its first block, over ABCI": {
			err:    status.Error(codes.Unknown, "battleshipd is not ready; please wait for first block: invalid height"),
			target: &notReady, says: "it waits for its first block", passes: true,
		},
		"a node before its first block, over gRPC": {
			err:    status.Error(codes.Internal, "battleshipd is not ready; please wait for first block: invalid height"),
			target: &notReady, says: "it waits for its first block", passes: true,
		},
		"nobody listens": {
			err: &url.Error{Op: "Post", URL: "http://node", Err: &net.OpError{
				Op: "dial", Err: errors.New("connection refused"),
			}},
			target: &noNode, says: "no node answers at tcp://node:26657", passes: true,
		},
		"the connection breaks": {
			err:    &url.Error{Op: "Post", URL: "http://node", Err: io.EOF},
			target: &noNode, says: "no node answers", passes: true,
		},
		"the reply breaks off": {
			err: fmt.Errorf("read: %w", io.ErrUnexpectedEOF), target: &noNode, says: "no node answers", passes: true,
		},
		"gRPC says that the node is not there": {
			err: status.Error(codes.Unavailable, "connection refused"), target: &noNode, says: "no node answers", passes: true,
		},
		"the node has too much to do": {
			err: status.Error(codes.ResourceExhausted, "too many requests"), says: "too many requests", passes: true,
		},
		"the node knows no such thing": {
			err: status.Error(codes.NotFound, "no such game"), says: "no such game",
		},
		"the node does not understand": {
			err: status.Error(codes.InvalidArgument, "bad address"), says: "bad address",
		},
		"a fault of our own": {
			err: errors.New("no such key"), says: "no such key",
		},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			err := client.Translate(address, tc.err)
			require.ErrorContains(t, err, tc.says)
			require.NotContains(t, err.Error(), "rpc error")
			if tc.target != nil {
				require.ErrorAs(t, err, tc.target)
			}
			require.Equal(t, tc.passes, client.MayPass(fmt.Errorf("look at game 7: %w", err)))
			require.Equal(t, status.Code(tc.err), status.Code(err), "the status underneath")
		})
	}
}

func TestRetriedErrors(t *testing.T) {
	refused := func(kind interface {
		Codespace() string
		ABCICode() uint32
	}, height int64,
	) error {
		return &client.RefusedError{Hash: "AB", Height: height, Codespace: kind.Codespace(), Code: kind.ABCICode()}
	}
	tests := map[string]struct {
		err    error
		passes bool
	}{
		"nothing went wrong":                 {err: nil},
		"nobody answers":                     {err: &client.NoNodeError{}, passes: true},
		"the node is not ready":              {err: &client.NotReadyError{}, passes: true},
		"another sequence":                   {err: refused(sdkerrors.ErrWrongSequence, 0), passes: true},
		"a full mempool":                     {err: refused(sdkerrors.ErrMempoolIsFull, 0), passes: true},
		"a node before its first block":      {err: refused(sdkerrors.ErrInvalidHeight, 0), passes: true},
		"another sequence, in a block":       {err: refused(sdkerrors.ErrWrongSequence, 7)},
		"out of gas in a block":              {err: refused(sdkerrors.ErrOutOfGas, 7)},
		"too small a fee":                    {err: refused(sdkerrors.ErrInsufficientFee, 0)},
		"no money":                           {err: refused(sdkerrors.ErrInsufficientFunds, 0)},
		"a transaction that is on its way":   {err: &client.NotIncludedError{Err: errors.New("no block with it")}},
		"one on its way, whose node is away": {err: &client.NotIncludedError{Err: &client.NoNodeError{}}, passes: true},
		"an unknown key":                     {err: &client.UnknownKeyError{}},
		"another sequence, as a simulation reports it": {
			err: &client.RefusedError{Log: "expected 5, got 4: incorrect account sequence"}, passes: true,
		},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			require.Equal(t, tc.passes, client.MayPass(tc.err))
		})
	}
}

// A user without a key must learn how to make one.
func TestAnUnknownKeyHasARemedy(t *testing.T) {
	for name, tc := range map[string]struct {
		have []string
		says string
	}{
		"an empty keyring": {
			says: `unknown key "carol": the keyring is empty: make a key with battleshipd keys add NAME ` +
				"(--home and --keyring-backend choose the keyring)",
		},
		"another key": {
			have: []string{"alice", "bob"},
			says: `unknown key "carol": the keyring has alice, bob (--home and --keyring-backend choose the keyring)`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			require.EqualError(t, &client.UnknownKeyError{Name: "carol", Have: tc.have}, tc.says)
		})
	}
}

// An error that was wrapped in its own kind ended with the same words twice.
func TestARefusalRepeatsNothing(t *testing.T) {
	for text, want := range map[string]string{
		"3uanchor is smaller than 4uanchor: insufficient funds: insufficient funds": "3uanchor is smaller than 4uanchor: " +
			"insufficient funds",
		"no: no: no":                      "no",
		"insufficient funds":              "insufficient funds",
		"lacking funds: funds":            "lacking funds: funds",
		"the chain says: wait: try again": "the chain says: wait: try again",
		"":                                "",
	} {
		require.Equal(t, want, client.PlainText(text), text)
	}
}

func TestAddressesAreTakenAsPeopleWriteThem(t *testing.T) {
	for text, want := range map[string]string{
		"localhost:26657":          "tcp://localhost:26657",
		"10.0.0.7:26657":           "tcp://10.0.0.7:26657",
		"tcp://localhost:26657":    "tcp://localhost:26657",
		"https://rpc.example:443/": "https://rpc.example:443/",
		"":                         "",
	} {
		require.Equal(t, want, client.NodeAddress(text), text)
	}
	for address, want := range map[string]bool{
		"tcp://localhost:26657":    true,
		"tcp://127.0.0.1:26657":    true,
		"http://[::1]:26657/":      true,
		"unix:///tmp/rpc.sock":     true,
		"127.0.0.1:9090":           true,
		"dns:///localhost:9090":    true,
		"localhost":                true,
		"tcp://10.0.0.7:26657":     false,
		"https://rpc.example:443/": false,
		"rpc.example:9090":         false,
		"tcp://localhost.example":  false,
		"":                         false,
	} {
		require.Equal(t, want, client.OnThisMachine(address), address)
	}
}

// A distant node could name any chain, and have the player sign for it.
func TestAChainIDIsNotTakenFromADistantNode(t *testing.T) {
	link := client.Link{Address: "tcp://10.0.0.7:26657", Keyring: keyringOf(t, "alice")}
	_, err := client.New(t.Context(), link, client.Options{From: "alice"})
	require.ErrorIs(t, err, client.ErrNoChainID)
	require.ErrorContains(t, err, "--chain-id")
	require.ErrorContains(t, err, "tcp://10.0.0.7:26657")
}

// Whoever names the wrong port of a node that is well must not be told that it is dead.
func TestAnotherPortOfANodeIsNotReportedAsDead(t *testing.T) {
	rest := func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/node_info") {
			_, _ = io.WriteString(w, `{"default_node_info":{"network":"battleship-1"}}`)
			return
		}
		w.WriteHeader(http.StatusNotImplemented)
		_, _ = io.WriteString(w, `{"code":12,"message":"Not Implemented","details":[]}`)
	}
	page := func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "<html>welcome</html>") }
	for name, tc := range map[string]struct {
		serve http.HandlerFunc
		says  string
	}{
		"REST":             {serve: rest, says: "the node's REST server answers at "},
		"some web server":  {serve: page, says: "something else answers at "},
		"an empty answer":  {serve: func(http.ResponseWriter, *http.Request) {}, says: "answers at "},
		"gRPC without TLS": {serve: nil, says: "something like gRPC answers at "},
	} {
		t.Run(name, func(t *testing.T) {
			var at string
			if tc.serve == nil {
				at = grpcAddress(t)
			} else {
				server := httptest.NewServer(tc.serve)
				t.Cleanup(server.Close)
				at = strings.TrimPrefix(server.URL, "http://")
			}
			at = client.NodeAddress(at)
			rpc, err := sdkclient.NewClientFromNode(at)
			require.NoError(t, err)
			link := client.LinkTo(sdkclient.Context{}.WithClient(rpc).WithNodeURI(at))
			_, err = client.New(t.Context(), link, client.Options{})
			var wrong *client.WrongPortError
			require.ErrorAs(t, err, &wrong)
			require.ErrorContains(t, err, tc.says+at)
			require.ErrorContains(t, err, "usually port 26657")
		})
	}
}

// grpcAddress is where a gRPC server without services listens.
func grpcAddress(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	server := newGRPCServer()
	go func() { _ = server.Serve(listener) }()
	t.Cleanup(server.Stop)
	return listener.Addr().String()
}

func keyringOf(t *testing.T, names ...string) keyring.Keyring {
	t.Helper()
	kr := newKeyring()
	for _, name := range names {
		_, _, err := kr.NewMnemonic(name, keyring.English, "", "", secp256k1Algo)
		require.NoError(t, err)
	}
	return kr
}
