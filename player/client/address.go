package client

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// probeLimit is the time limit of a probe of an address.
const probeLimit = 2 * time.Second

// NodeAddress returns the address of a node's RPC with its scheme, which people leave out: localhost:26657 is
// tcp://localhost:26657.
func NodeAddress(text string) string {
	if text == "" || strings.Contains(text, "://") {
		return text
	}
	return "tcp://" + text
}

// onThisMachine reports whether an address, of RPC or gRPC, is a loopback address or a socket.
func onThisMachine(address string) bool {
	scheme, rest, ok := strings.Cut(address, "://")
	if !ok {
		rest = address
	}
	if scheme == "unix" {
		return true
	}
	rest, _, _ = strings.Cut(strings.TrimLeft(rest, "/"), "/")
	host, _, err := net.SplitHostPort(rest)
	if err != nil {
		host = rest
	}
	if host == "localhost" {
		return true
	}
	ip := net.ParseIP(strings.Trim(host, "[]"))
	return ip != nil && ip.IsLoopback()
}

// diagnose explains the first error of an RPC address by probing it.
func diagnose(ctx context.Context, link Link, err error) error {
	var notReady *NotReadyError
	at, parseErr := url.Parse(link.Address)
	if parseErr != nil || at.Host == "" || errors.As(err, &notReady) || ctx.Err() != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, probeLimit)
	defer cancel()
	scheme := "http"
	if at.Scheme == "https" {
		scheme = "https"
	}
	get := func(path string) (string, bool) {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, scheme+"://"+at.Host+path, http.NoBody)
		if err != nil {
			return "", false
		}
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			// A server that accepts the connection and does not speak HTTP usually speaks gRPC.
			var op *net.OpError
			dialled := !errors.As(err, &op) || op.Op != "dial"
			return "", dialled && ctx.Err() == nil
		}
		defer func() { _ = res.Body.Close() }()
		body, _ := io.ReadAll(io.LimitReader(res.Body, 1<<16))
		return string(body), true
	}
	if body, _ := get("/health"); strings.Contains(body, `"jsonrpc"`) {
		return err // it is an RPC, and has said what is wrong
	}
	switch body, answered := get("/cosmos/base/tendermint/v1beta1/node_info"); {
	case strings.Contains(body, "default_node_info"):
		return &WrongPortError{Address: link.Address, What: "the node's REST server"}
	case answered && body == "":
		return &WrongPortError{Address: link.Address, What: "something like gRPC"}
	case answered:
		return &WrongPortError{Address: link.Address, What: "something else"}
	default:
		return err
	}
}
