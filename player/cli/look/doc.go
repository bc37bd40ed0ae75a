// Package look draws games: their boards, live and as a recording.
package look
