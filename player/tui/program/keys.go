package program

import (
	"charm.land/bubbles/v2/key"

	"github.com/battleship-chain/battleship/player/tui"
)

// The keys of the lobby.
var lobbyKeys = struct {
	up, down, enter, bot, match, create, decline, takeBack, filter, address, invite, player, quit key.Binding
	profile, ladder, history, watch                                                               key.Binding
}{
	up:       tui.Bind("up", "one up", "up", "k"),
	down:     tui.Bind("down", "one down", "down", "j"),
	enter:    tui.Bind("enter", "open or join", "enter"),
	bot:      tui.Bind("b", "play bot", "b"),
	match:    tui.Bind("m", "find opponent", "m"),
	create:   tui.Bind("c", "new game", "c"),
	decline:  tui.Bind("d", "decline", "d"),
	takeBack: tui.Bind("t", "cancel", "t"),
	filter:   tui.Bind("/", "filter", "/"),
	address:  tui.Bind("a", "my address", "a"),
	invite:   tui.Bind("i", "join by a code", "i"),
	player:   tui.Bind("o", "profile of the player", "o"),
	quit:     tui.Bind("q", "quit", "q"),
	profile:  tui.Bind("p", "profile", "p"),
	ladder:   tui.Bind("l", "ladder", "l"),
	history:  tui.Bind("h", "your past games", "h"),
	watch:    tui.Bind("w", "games to watch", "w"),
}

// The keys of a list.
var listKeys = struct{ enter, player, more, back key.Binding }{
	enter:  tui.Bind("enter", "open", "enter"),
	player: tui.Bind("o", "profile of the player", "o"),
	more:   tui.Bind("n", "more", "n"),
	back:   tui.Bind("esc", "back", "esc", "q", "Q"),
}

// The keys of a filter that is being typed.
var filterKeys = struct{ done, drop, erase key.Binding }{
	done:  tui.Bind("enter", "keep the filter", "enter", "up", "down"),
	drop:  tui.Bind("esc", "show all", "esc"),
	erase: tui.Bind("backspace", "erase", "backspace"),
}

// The keys of an invite code that is being typed.
var inviteKeys = struct{ done, drop key.Binding }{
	done: tui.Bind("enter", "look it up", "enter"),
	drop: tui.Bind("esc", "back", "esc"),
}

// The keys of a form.
var formKeys = struct{ up, down, left, right, erase, done, back key.Binding }{
	up:    tui.Bind("up", "field above", "up", "shift+tab"),
	down:  tui.Bind("down", "field below", "down", "tab"),
	left:  tui.Bind("left", "choice before", "left"),
	right: tui.Bind("right", "next choice", "right"),
	erase: tui.Bind("backspace", "erase", "backspace"),
	done:  tui.Bind("enter", "continue", "enter"),
	back:  tui.Bind("esc", "back", "esc"),
}

// The keys of the placing of a fleet.
var placeKeys = struct {
	up, down, left, right, rotate, next, previous, put, shuffle, last, clear, done, back key.Binding
}{
	up:       tui.Bind("up", "move up", "up"),
	down:     tui.Bind("down", "move down", "down"),
	left:     tui.Bind("left", "move left", "left"),
	right:    tui.Bind("right", "move right", "right"),
	rotate:   tui.Bind("r", "rotate", "r", "R"),
	next:     tui.Bind("tab", "next", "tab"),
	previous: tui.Bind("shift+tab", "ship before", "shift+tab"),
	put:      tui.Bind("space", "put or lift", "space"),
	shuffle:  tui.Bind("s", "shuffle", "s", "S"),
	last:     tui.Bind("f", "last fleet", "f", "F"),
	clear:    tui.Bind("z", "clear", "z", "Z"),
	done:     tui.Bind("enter", "ready", "enter"),
	back:     tui.Bind("esc", "back", "esc", "q", "Q"),
}

// The keys of a confirmation.
var confirmKeys = struct{ yes, back key.Binding }{
	yes:  tui.Bind("y", "enter the game", "y", "Y"),
	back: tui.Bind("n", "back", "n", "N", "esc"),
}

// Combined bindings for the help.
var (
	keyMove   = tui.Together("arrows", "move", placeKeys.up, placeKeys.down, placeKeys.left, placeKeys.right)
	keyField  = tui.Together("up, down", "field", formKeys.up, formKeys.down)
	keyChoice = tui.Together("left, right", "choice", formKeys.left, formKeys.right)
	keyChoose = tui.Together("up, down", "choose", lobbyKeys.up, lobbyKeys.down)
)
