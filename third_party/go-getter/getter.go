// Package getter has the names of go-getter that x/upgrade needs to compile. Nothing is downloaded.
package getter

import (
	"context"
	"errors"
	"net/http"
)

var errNoDownload = errors.New(
	"battleshipd downloads nothing: check the links of the plan, and propose it with --no-validate")

// Getters would be the getters by the scheme of a URL.
var Getters = map[string]Getter{}

// Getter would download what a URL names.
type Getter any

// HttpGetter would be the Getter of http and https.
type HttpGetter struct {
	Client                *http.Client
	XTerraformGetDisabled bool
}

// ChecksumError would be the error of a download whose checksum is not that of its URL.
type ChecksumError struct{}

// Error implements error.
func (*ChecksumError) Error() string { return errNoDownload.Error() }

// Client would download what Src names to Dst.
type Client struct {
	Ctx             context.Context
	DisableSymlinks bool
	Src, Dst, Pwd   string
	Getters         map[string]Getter
}

// Get fails.
func (*Client) Get() error { return errNoDownload }

// Get fails.
func Get(_, _ string) error { return errNoDownload }
