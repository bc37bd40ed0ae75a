package relay

import (
	"context"
	"net/http"
	"time"
)

// Inner parts for tests.
var (
	Message = message
	HostOf  = hostOf
)

// Close codes, for clients that a test writes by hand.
const (
	CodeReplaced, CodeStranger, CodeMalformed, CodeIdle = codeReplaced, codeStranger, codeMalformed, codeIdle
	Path, Domain                                        = path, domain
)

// DialOver dials over a network of the test's.
func DialOver(ctx context.Context, url string, key []byte, sign Sign, transport http.RoundTripper) (*Conn, error) {
	return dial(ctx, url, key, sign, transport, defaultPatience())
}

// Size is how much a relay remembers.
func (s *Server) Size() (mailboxes, depositors, accounts, kept int) {
	o := s.office
	o.mu.Lock()
	defer o.mu.Unlock()
	return len(o.waiting.mailboxes), len(o.waiting.holdings), len(o.accounts), o.waiting.bytes
}

// Inner parts of presence, for tests.
const (
	RequestBeat, RequestAsk, RequestNote = requestBeat, requestAsk, requestNote
	BeatPause, AskPause, PresentFor      = beatPause, askPause, presentFor
)

var PresenceMessage = presenceMessage

// NewHeartbeat returns the bytes of a heartbeat.
func NewHeartbeat(host string, at time.Time, sign Sign) []byte {
	h, err := newHeartbeat(host, at, sign)
	if err != nil {
		panic(err)
	}
	return h[:]
}
