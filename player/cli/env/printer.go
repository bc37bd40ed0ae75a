package env

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"sync/atomic"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/cosmos/gogoproto/proto"
	"github.com/spf13/cobra"

	sdkclient "github.com/cosmos/cosmos-sdk/client"
	"github.com/cosmos/cosmos-sdk/client/flags"
	"github.com/cosmos/cosmos-sdk/codec"
	"github.com/cosmos/cosmos-sdk/crypto/keyring"

	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/text"
)

// Printer writes a command's answer.
type Printer struct {
	Out, Err io.Writer
	JSON     bool
	codec    codec.JSONCodec
	// Names are the user's own keys by address. Text for a person calls them by name.
	Names map[string]string
	// lost holds the first error of writing an answer. It is nil for a printer that reports none.
	lost *atomic.Pointer[error]
}

// NewPrinter returns the printer of a command.
func NewPrinter(cmd *cobra.Command, cctx sdkclient.Context) (Printer, error) {
	p := Printer{
		Out: cmd.OutOrStdout(), Err: cmd.ErrOrStderr(), codec: cctx.Codec, lost: new(atomic.Pointer[error]),
	}
	switch cctx.OutputFormat {
	case flags.OutputFormatJSON:
		p.JSON = true
	case flags.OutputFormatText, "":
	default:
		return p, fmt.Errorf("--%s: expected %s or %s, got %q",
			flags.FlagOutput, flags.OutputFormatText, flags.OutputFormatJSON, cctx.OutputFormat)
	}
	return p, nil
}

// Text writes an answer for a person. Lost returns an error.
func (p Printer) Text(format string, args ...any) { p.Line(p.fit(p.Out, fmt.Sprintf(format, args...))) }

// Line writes a line of an answer as it is. Lost returns an error.
func (p Printer) Line(line string) {
	if _, err := fmt.Fprintln(p.Out, line); err != nil && p.lost != nil {
		p.lost.CompareAndSwap(nil, &err)
	}
}

// Lost returns the first error of writing an answer for a person.
func (p Printer) Lost() error {
	if p.lost == nil {
		return nil
	}
	if err := p.lost.Load(); err != nil {
		return *err
	}
	return nil
}

// Note writes a line that is not part of the answer, such as progress.
func (p Printer) Note(format string, args ...any) {
	_, _ = fmt.Fprintln(p.Err, p.fit(p.Err, fmt.Sprintf(format, args...))) // nothing depends on it
}

// fit returns lines with the names of players, as wide as the terminal.
func (p Printer) fit(out io.Writer, words string) string {
	width, _ := ScreenSize(out)
	return text.Clean(fitted(p.Named(words), width))
}

// fitted breaks sentences that are longer than a width between words. Lines of columns stay. A width of 0 breaks none.
func fitted(words string, width int) string {
	if width <= 0 {
		return words
	}
	lines := strings.Split(words, "\n")
	for i, line := range lines {
		if !strings.Contains(line, "  ") {
			lines[i] = ansi.Wordwrap(line, width, "")
		}
	}
	return strings.Join(lines, "\n")
}

// slowly is how long a command may wait for a node without a word.
const slowly = time.Second

// NoteSlow writes a note unless the returned function is called within that time.
func (p Printer) NoteSlow(format string, args ...any) (stop func()) {
	var done atomic.Bool
	timer := time.AfterFunc(slowly, func() {
		if !done.Load() {
			p.Note(format, args...)
		}
	})
	return func() {
		done.Store(true)
		timer.Stop()
	}
}

// Object writes an answer for a program.
func (p Printer) Object(v any) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return fmt.Errorf("encode the answer: %w", err)
	}
	_, err := p.Out.Write(text.CleanJSON(b.Bytes()))
	return err
}

// Message writes a protobuf message as an answer for a program.
func (p Printer) Message(m proto.Message) error {
	raw, err := p.Raw(m)
	if err != nil {
		return err
	}
	return p.Object(raw)
}

// Raw is a protobuf message as it appears within an object.
func (p Printer) Raw(m proto.Message) (json.RawMessage, error) {
	b, err := p.codec.MarshalJSON(m)
	if err != nil {
		return nil, fmt.Errorf("encode the answer: %w", err)
	}
	return b, nil
}

// call has text call an address by the name of its key.
func (p Printer) call(address, name string) {
	if p.Names != nil && address != "" && name != "" && address != name {
		p.Names[address] = name
	}
}

// Named puts names in the place of the user's own addresses.
func (p Printer) Named(s string) string {
	if len(p.Names) == 0 || !strings.Contains(s, "1") {
		return s
	}
	for address, name := range p.Names {
		s = strings.ReplaceAll(s, address, name)
		// An address after its name is kept.
		s = strings.ReplaceAll(s, name+" ("+name+")", name+" ("+address+")")
	}
	return s
}

// NamedError is an error whose text calls the user's own keys by name.
func (p Printer) NamedError(err error) error {
	if err == nil || p.Named(err.Error()) == err.Error() {
		return err
	}
	return say(err, p.Named(err.Error()))
}

// Asks reports whether a keyring may ask for a passphrase before it lists its keys.
func Asks(kr keyring.Keyring) bool {
	return kr != nil && kr.Backend() != keyring.BackendTest && kr.Backend() != keyring.BackendMemory
}

// NamesIn are the names of a keyring's keys by address. A keyring that cannot be listed names none: it only costs
// comfort.
func NamesIn(kr keyring.Keyring) map[string]string {
	out := make(map[string]string)
	if kr == nil || Asks(kr) {
		return out
	}
	for _, name := range client.KeyNames(kr) {
		if key, err := client.FindKey(kr, name); err == nil {
			out[key.Address.String()] = name
		}
	}
	return out
}
