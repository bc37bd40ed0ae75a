package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"sync/atomic"
	"time"

	"github.com/cosmos/gogoproto/proto"
	"github.com/spf13/cobra"

	sdkclient "github.com/cosmos/cosmos-sdk/client"
	"github.com/cosmos/cosmos-sdk/client/flags"
	"github.com/cosmos/cosmos-sdk/codec"
	"github.com/cosmos/cosmos-sdk/crypto/keyring"

	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/text"
)

// printer writes a command's answer.
type printer struct {
	out, err io.Writer
	json     bool
	codec    codec.JSONCodec
	// names are the user's own keys by address. Text for a person calls them by name.
	names map[string]string
}

func newPrinter(cmd *cobra.Command, cctx sdkclient.Context) (printer, error) {
	p := printer{out: cmd.OutOrStdout(), err: cmd.ErrOrStderr(), codec: cctx.Codec}
	switch cctx.OutputFormat {
	case flags.OutputFormatJSON:
		p.json = true
	case flags.OutputFormatText, "":
	default:
		return p, fmt.Errorf("--%s: expected %s or %s, got %q",
			flags.FlagOutput, flags.OutputFormatText, flags.OutputFormatJSON, cctx.OutputFormat)
	}
	return p, nil
}

// text writes an answer for a person.
func (p printer) text(format string, args ...any) {
	_, _ = fmt.Fprintln(p.out, text.Clean(p.named(fmt.Sprintf(format, args...))))
}

// note writes a line that is not part of the answer, such as progress.
func (p printer) note(format string, args ...any) {
	_, _ = fmt.Fprintln(p.err, text.Clean(p.named(fmt.Sprintf(format, args...))))
}

// slowly is how long a command may wait for a node without a word.
const slowly = 2 * time.Second

// noteSlow writes a note unless the returned function is called within that time.
func (p printer) noteSlow(format string, args ...any) (stop func()) {
	var done atomic.Bool
	timer := time.AfterFunc(slowly, func() {
		if !done.Load() {
			p.note(format, args...)
		}
	})
	return func() {
		done.Store(true)
		timer.Stop()
	}
}

// object writes an answer for a program.
func (p printer) object(v any) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return fmt.Errorf("encode the answer: %w", err)
	}
	_, err := p.out.Write(text.CleanJSON(b.Bytes()))
	return err
}

// message writes a protobuf message as an answer for a program.
func (p printer) message(m proto.Message) error {
	raw, err := p.raw(m)
	if err != nil {
		return err
	}
	return p.object(raw)
}

// raw is a protobuf message as it appears within an object.
func (p printer) raw(m proto.Message) (json.RawMessage, error) {
	b, err := p.codec.MarshalJSON(m)
	if err != nil {
		return nil, fmt.Errorf("encode the answer: %w", err)
	}
	return b, nil
}

// call has text call an address by the name of its key.
func (p printer) call(address, name string) {
	if p.names != nil && address != "" && name != "" && address != name {
		p.names[address] = name
	}
}

// named puts names in the place of the user's own addresses.
func (p printer) named(s string) string {
	if len(p.names) == 0 || !strings.Contains(s, "1") {
		return s
	}
	for address, name := range p.names {
		s = strings.ReplaceAll(s, address, name)
		// An address after its name is kept.
		s = strings.ReplaceAll(s, name+" ("+name+")", name+" ("+address+")")
	}
	return s
}

// namedError is an error whose text calls the user's own keys by name.
func (p printer) namedError(err error) error {
	if err == nil || p.named(err.Error()) == err.Error() {
		return err
	}
	return say(err, p.named(err.Error()))
}

// asks reports whether a keyring may ask for a passphrase before it lists its keys.
func asks(kr keyring.Keyring) bool {
	return kr != nil && kr.Backend() != keyring.BackendTest && kr.Backend() != keyring.BackendMemory
}

// namesIn are the names of a keyring's keys by address. A keyring that cannot be listed names none: it only costs
// comfort.
func namesIn(kr keyring.Keyring) map[string]string {
	out := make(map[string]string)
	if kr == nil || asks(kr) {
		return out
	}
	for _, name := range client.KeyNames(kr) {
		if key, err := client.FindKey(kr, name); err == nil {
			out[key.Address.String()] = name
		}
	}
	return out
}
