package tui

import "charm.land/bubbles/v2/key"

func bind(help, what string, keys ...string) key.Binding {
	return key.NewBinding(key.WithKeys(keys...), key.WithHelp(help, what))
}

// The keys that several screens share.
var (
	keyHelp = bind("?", "keys", "?")
	keyExit = bind("ctrl+c", "leave the program", "ctrl+c")
	keyYes  = bind("y", "yes", "y", "Y")
	keyNo   = bind("n", "no", "n", "N", "esc")
)

// The keys of the lobby.
var lobbyKeys = struct {
	up, down, enter, bot, match, create, melee, decline, takeBack, filter, address, quit key.Binding
}{
	up:       bind("up", "one up", "up", "k"),
	down:     bind("down", "one down", "down", "j"),
	enter:    bind("enter", "open or join", "enter"),
	bot:      bind("b", "play bot", "b"),
	match:    bind("m", "find opponent", "m"),
	create:   bind("c", "new game", "c"),
	melee:    bind("e", "melee", "e"),
	decline:  bind("d", "decline", "d"),
	takeBack: bind("t", "cancel", "t"),
	filter:   bind("/", "filter", "/"),
	address:  bind("a", "my address", "a"),
	quit:     bind("q", "quit", "q"),
}

// The keys of a filter that is being typed.
var filterKeys = struct{ done, drop, erase key.Binding }{
	done:  bind("enter", "keep the filter", "enter", "up", "down"),
	drop:  bind("esc", "show all", "esc"),
	erase: bind("backspace", "erase", "backspace"),
}

// The keys of a form.
var formKeys = struct{ up, down, left, right, erase, done, back key.Binding }{
	up:    bind("up", "field above", "up", "shift+tab"),
	down:  bind("down", "field below", "down", "tab"),
	left:  bind("left", "choice before", "left"),
	right: bind("right", "next choice", "right"),
	erase: bind("backspace", "erase", "backspace"),
	done:  bind("enter", "continue", "enter"),
	back:  bind("esc", "back", "esc"),
}

// The keys of the placing of a fleet.
var placeKeys = struct {
	up, down, left, right, rotate, next, previous, put, shuffle, clear, done, back key.Binding
}{
	up:       bind("up", "move up", "up"),
	down:     bind("down", "move down", "down"),
	left:     bind("left", "move left", "left"),
	right:    bind("right", "move right", "right"),
	rotate:   bind("r", "rotate", "r", "R"),
	next:     bind("tab", "next", "tab"),
	previous: bind("shift+tab", "ship before", "shift+tab"),
	put:      bind("space", "put or lift", "space"),
	shuffle:  bind("s", "shuffle", "s", "S"),
	clear:    bind("z", "clear", "z", "Z"),
	done:     bind("enter", "ready", "enter"),
	back:     bind("esc", "back", "esc"),
}

// The keys of a confirmation.
var confirmKeys = struct{ yes, back key.Binding }{
	yes:  bind("y", "enter the game", "y", "Y"),
	back: bind("n", "back", "n", "N", "esc"),
}

// The keys of a game. No letter of a column is among them, for those are typed to aim.
var gameKeys = struct {
	up, down, left, right, fire, clear, erase, concede, challenge, claim, takeBack, payBot, rematch, back key.Binding
}{
	up:        bind("up", "aim up", "up"),
	down:      bind("down", "aim down", "down"),
	left:      bind("left", "aim left", "left"),
	right:     bind("right", "aim right", "right"),
	fire:      bind("enter", "fire", "enter", "space"),
	clear:     bind("esc", "clear", "esc"),
	erase:     bind("backspace", "erase", "backspace"),
	concede:   bind("x", "give up", "x", "X"),
	challenge: bind("v", "accuse", "v", "V"),
	claim:     bind("w", "prove board", "w", "W"),
	takeBack:  bind("t", "cancel", "t", "T"),
	payBot:    bind("u", "pay bot", "u", "U"),
	rematch:   bind("r", "again", "r", "R"),
	back:      bind("q", "lobby", "q", "Q", "esc"),
}

// Combined bindings for the help.
var (
	keyAim    = together("arrows, B7", "aim", gameKeys.up, gameKeys.down, gameKeys.left, gameKeys.right)
	keyClear  = together("esc", "clear, else lobby", gameKeys.clear)
	keyMove   = together("arrows", "move", placeKeys.up, placeKeys.down, placeKeys.left, placeKeys.right)
	keyField  = together("up, down", "field", formKeys.up, formKeys.down)
	keyChoice = together("left, right", "choice", formKeys.left, formKeys.right)
	keyChoose = together("up, down", "choose", lobbyKeys.up, lobbyKeys.down)
)

func together(help, what string, bindings ...key.Binding) key.Binding {
	var keys []string
	for _, b := range bindings {
		keys = append(keys, b.Keys()...)
	}
	return bind(help, what, keys...)
}
