package tui

import (
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
)

// withText appends the text of a key, up to a number of columns.
func withText(text string, k tea.KeyPressMsg, limit int) string {
	if typed := k.Key().Text; textWidth(text)+textWidth(typed) <= limit && textWidth(typed) > 0 {
		return text + typed
	}
	return text
}

// withoutLast drops the last character.
func withoutLast(text string) string {
	_, size := utf8.DecodeLastRuneInString(text)
	return text[:len(text)-size]
}
