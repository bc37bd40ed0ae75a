package packet

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Key is the key of a request in the object that a memo holds.
const Key = "battleship"

// MaxMemoBytes bounds the memo that holds a request, as a transaction is bounded.
const MaxMemoBytes = 16_384

// maxDepth bounds how deep values are nested in a request. An entry takes four levels.
const maxDepth = 8

// Action is the action of a request.
type Action string

const (
	// Join is MsgJoinGame.
	Join Action = "join"
	// Match is MsgMatchGame.
	Match Action = "match"
	// SetDelegate is MsgSetDelegate.
	SetDelegate Action = "set_delegate"
	// Cancel is MsgCancelGame.
	Cancel Action = "cancel"
	// Withdraw is MsgWithdraw.
	Withdraw Action = "withdraw"
	// SendBack transfers the account's balance of a coin to the chain of its sender.
	SendBack Action = "return"
)

// Actions returns all actions.
func Actions() []Action { return []Action{Join, Match, SetDelegate, Cancel, Withdraw, SendBack} }

// Request is the request of a memo.
type Request struct {
	Action Action
	// Message is the message of the action as JSON, without a sender. It is empty with SendBack.
	Message []byte
	// Return is the transfer of SendBack. It is empty with other actions.
	Return Return
}

// Return is a requested transfer of the whole balance of a coin.
type Return struct {
	// Denom names the coin as this chain does.
	Denom string
	// Receiver is the recipient on the chain at the other end of the channel.
	Receiver string
	// Memo goes with it, empty for none.
	Memo string
}

// Parse returns the request that a memo holds, and reports whether it holds one, well formed or not. A memo holds a
// request if it begins as a JSON object with our key. Then it must hold nothing else, and each thing in it once: what
// two programs could read differently is refused.
func Parse(memo string) (r Request, found bool, err error) {
	top, err := fields([]byte(memo))
	if !slices.ContainsFunc(top, func(f field) bool { return f.name == Key }) {
		return Request{}, false, nil
	}
	if err != nil {
		return Request{}, true, err
	}
	if len(memo) > MaxMemoBytes {
		return Request{}, true, fmt.Errorf("expected at most %d bytes, got %d", MaxMemoBytes, len(memo))
	}
	if len(top) != 1 {
		return Request{}, true, fmt.Errorf("expected %q once and nothing beside it, got %d keys", Key, len(top))
	}
	if err := check(top[0].value, maxDepth); err != nil {
		return Request{}, true, err
	}
	r, err = parse(top[0].value)
	return r, true, err
}

// parse returns the request under our key.
func parse(raw []byte) (Request, error) {
	asked, err := fields(raw)
	if err != nil {
		return Request{}, err
	}
	if len(asked) != 1 {
		return Request{}, fmt.Errorf("expected one request, got %d: send each in a packet of its own", len(asked))
	}
	r, body := Request{Action: Action(asked[0].name)}, asked[0].value
	if !slices.Contains(Actions(), r.Action) {
		return Request{}, fmt.Errorf("expected one of %q, got %q", Actions(), truncate(asked[0].name))
	}
	inside, err := fields(body)
	if err != nil {
		return Request{}, err
	}
	if r.Action != SendBack {
		r.Message = body
		return r, nil
	}
	r.Return, err = parseReturn(inside)
	return r, err
}

// parseReturn returns the transfer of a request.
func parseReturn(inside []field) (Return, error) {
	var r Return
	texts := map[string]*string{"denom": &r.Denom, "receiver": &r.Receiver, "memo": &r.Memo}
	for _, f := range inside {
		text, ok := texts[f.name]
		if !ok {
			return Return{}, fmt.Errorf("expected denom, receiver and memo in %q, got %q", SendBack, truncate(f.name))
		}
		if len(f.value) == 0 || f.value[0] != '"' {
			return Return{}, fmt.Errorf("%s: expected a text", f.name)
		}
		if err := json.Unmarshal(f.value, text); err != nil {
			return Return{}, errNotJSON
		}
	}
	if r.Denom == "" || r.Receiver == "" {
		return Return{}, fmt.Errorf("expected a denom and a receiver in %q", SendBack)
	}
	return r, nil
}

var (
	errNotJSON   = errors.New("the memo is not JSON")
	errNoObject  = errors.New("expected a JSON object")
	errRemainder = errors.New("expected nothing behind the JSON object")
)

// field is a key of an object with its value, as it was written.
type field struct {
	name  string
	value []byte
}

// fields returns those of an object in their order, each as often as it is there. With an error it returns those that
// come before it.
func fields(raw []byte) ([]field, error) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	open, err := dec.Token()
	if err != nil {
		return nil, errNotJSON
	}
	if open != json.Delim('{') {
		return nil, errNoObject
	}
	var found []field
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return found, errNotJSON
		}
		name, ok := key.(string)
		if !ok {
			return found, errNotJSON
		}
		found = append(found, field{name: name})
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			return found, errNotJSON
		}
		found[len(found)-1].value = bytes.TrimSpace(value)
	}
	if _, err := dec.Token(); err != nil {
		return found, errNotJSON
	}
	if rest := raw[dec.InputOffset():]; strings.TrimSpace(string(rest)) != "" {
		return found, errRemainder
	}
	return found, nil
}

// key is what keys in a request look like. Fields of messages can be written in camel case, too, and by some programs
// in any case: the same field would be there twice.
var key = regexp.MustCompile(`^[a-z_]{1,32}$`)

// check returns an error unless each object in a value has each key once, and is nested no deeper than that.
func check(raw []byte, depth int) error {
	if len(raw) == 0 || (raw[0] != '{' && raw[0] != '[') {
		return nil
	}
	if depth == 0 {
		return fmt.Errorf("expected values nested at most %d deep", maxDepth)
	}
	if raw[0] == '[' {
		var values []json.RawMessage
		if err := json.Unmarshal(raw, &values); err != nil {
			return errNotJSON
		}
		for _, value := range values {
			if err := check(bytes.TrimSpace(value), depth-1); err != nil {
				return err
			}
		}
		return nil
	}
	inside, err := fields(raw)
	if err != nil {
		return err
	}
	seen := make(map[string]bool, len(inside))
	for _, f := range inside {
		if !key.MatchString(f.name) {
			return fmt.Errorf("expected keys in small letters, got %q", truncate(f.name))
		}
		if seen[f.name] {
			return fmt.Errorf("expected %q once", f.name)
		}
		seen[f.name] = true
		if err := check(f.value, depth-1); err != nil {
			return err
		}
	}
	return nil
}

// truncate cuts a text from outside, for use in an error.
func truncate(text string) string {
	const most = 32
	if len(text) <= most {
		return text
	}
	return text[:most]
}
