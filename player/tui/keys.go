package tui

import "charm.land/bubbles/v2/key"

// Bind returns a binding of keys, with its help.
func Bind(help, what string, keys ...string) key.Binding {
	return key.NewBinding(key.WithKeys(keys...), key.WithHelp(help, what))
}

// The keys that several screens share.
var (
	KeyHelp = Bind("?", "keys", "?")
	KeyExit = Bind("ctrl+c", "leave the program", "ctrl+c")
	KeyYes  = Bind("y", "yes", "y", "Y")
	KeyNo   = Bind("n", "no", "n", "N", "esc")
)

// gameBindings are the keys of a game.
type gameBindings struct {
	Up, Down, Left, Right, Fire, Lock, Unlock, Clear, Erase                                    key.Binding
	Concede, Challenge, Claim, TakeBack, PayBot, Recover, Talk, Rematch, Replay, Details, Back key.Binding
}

// GameKeys are the keys of a game. No letter of a column is among them, for those are typed to aim.
var GameKeys = gameBindings{
	Up:        Bind("up", "aim up", "up"),
	Down:      Bind("down", "aim down", "down"),
	Left:      Bind("left", "aim left", "left"),
	Right:     Bind("right", "aim right", "right"),
	Fire:      Bind("enter", "fire", "enter", "space"),
	Lock:      Bind("enter", "lock", "enter", "space"),
	Unlock:    Bind("esc", "unlock", "esc"),
	Clear:     Bind("esc", "clear", "esc"),
	Erase:     Bind("backspace", "erase", "backspace"),
	Concede:   Bind("x", "give up", "x", "X"),
	Challenge: Bind("v", "accuse", "v", "V"),
	Claim:     Bind("w", "prove board", "w", "W"),
	TakeBack:  Bind("t", "cancel", "t", "T"),
	PayBot:    Bind("u", "pay bot", "u", "U"),
	Recover:   Bind("s", "recover", "s", "S"),
	Talk:      Bind("y", "talk", "y", "Y"),
	Rematch:   Bind("enter, r", "again", "r", "R"),
	Replay:    Bind("w", "replay", "w", "W"),
	Details:   Bind("z", "transactions", "z", "Z"),
	Back:      Bind("q", "lobby", "q", "Q", "esc"),
}

// Combined bindings for the help.
var (
	KeyAim   = Together("arrows, B7", "aim", GameKeys.Up, GameKeys.Down, GameKeys.Left, GameKeys.Right)
	KeyClear = Together("esc", "clear, else lobby", GameKeys.Clear)
)

// Together returns a binding that stands for several in the help.
func Together(help, what string, bindings ...key.Binding) key.Binding {
	var keys []string
	for _, b := range bindings {
		keys = append(keys, b.Keys()...)
	}
	return Bind(help, what, keys...)
}
