package text

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// replacement replaces the characters that do not reach a terminal.
const replacement = '\uFFFD'

// Clean makes text of others harmless on a terminal: it replaces control characters, which can begin sequences that
// move the cursor, rename the window or write to the clipboard, and those that reverse the direction of writing. Line
// feeds stay.
func Clean(s string) string {
	if strings.IndexFunc(s, harmful) < 0 {
		return s
	}
	return strings.Map(func(r rune) rune {
		if harmful(r) {
			return replacement
		}
		return r
	}, s)
}

// CleanJSON makes JSON harmless on a terminal by escapes, which do not change its value.
func CleanJSON(raw []byte) []byte {
	if bytes.IndexFunc(raw, harmful) < 0 {
		return raw
	}
	var out []byte
	for _, r := range string(raw) {
		if harmful(r) {
			out = fmt.Appendf(out, "\\u%04x", r)
		} else {
			out = utf8.AppendRune(out, r)
		}
	}
	return out
}

// harmful reports whether a character does not belong on a terminal: C0, DEL, C1, a bidirectional control, or a byte
// that is no character.
func harmful(r rune) bool {
	return r != '\n' && unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == unicode.ReplacementChar
}

// OneLine makes one sentence without a full stop of a text of others.
func OneLine(s string) string {
	return strings.TrimRight(Clean(strings.ReplaceAll(s, "\n", "; ")), ".")
}
