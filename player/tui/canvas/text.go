package canvas

import (
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
)

// WithText appends the text of a key, up to a number of columns.
func WithText(text string, k tea.KeyPressMsg, limit int) string {
	if typed := k.Key().Text; TextWidth(text)+TextWidth(typed) <= limit && TextWidth(typed) > 0 {
		return text + typed
	}
	return text
}

// WithoutLast drops the last character.
func WithoutLast(text string) string {
	_, size := utf8.DecodeLastRuneInString(text)
	return text[:len(text)-size]
}
