package text

// Lines on the screens.
const (
	ContinuesByItself = "lobby, it continues by itself"
	EnteringGame      = "Entering the game."
	EnterWithFleet    = "Enter this game with this fleet? y or n"
	NothingButFee     = "You pay nothing but the fee of the transaction."
	NothingToPay      = "You pay nothing."
	StillOnItsWay     = "What you did before is still on its way."
	PressYesOrNo      = "Press y for yes, n for no."
	OnlyInvitations   = "Only an invitation can be declined."
	OnlyOwnGames      = "Only an open game of your own can be taken back."
	NoneWaits         = "there are no open games: open one, and others see it here"
	NoneFits          = "none of them fits the filter"
	LobbyKeysBot      = "b plays a bot, m finds an opponent, c opens a game"
	LobbyKeys         = "m finds an opponent, c opens a game"
	AnyKey            = "any key goes back"
	AnyKeyMore        = "any key shows more"
	NodeDown          = "No node answers: what you see may be old. It is asked until it does."
	NodeBehind        = "The node is behind: what you see may be old."
	TooSmall          = "Battleship needs a terminal of %d x %d characters and this one has %d x %d: make it larger, or " +
		"its letters smaller."
	FleetReady     = "Your fleet is ready: enter continues."
	HasMovedOn     = "The %s has moved on meanwhile."
	OnlyWith       = "Only open games with %q; esc shows all."
	LookingUpTerms = "Looking up the terms."
	LookingUpList  = "Looking up the list."
	ListEmpty      = "nothing to list yet"
	LobbyLists     = "p profile, l ladder, h past games, w watch others, i join by an invite code"
)

// Explanations on forms, and of the keys and clicks of a screen.
const (
	MatchIntro  = "You join the open game that fits best and is nearest to your rating. If none fits, yours is opened."
	CreateIntro = "A game of your own. Nothing is sent before you have placed your fleet and agreed to the " +
		"terms."
	PutDownShips = "Put down each ship with enter or space."
	PlacingKeys  = "Arrows move the ship with the mark, r turns it, tab takes the next one. s shuffles all, z " +
		"clears the board."
	FireOrLock     = "fire, or lock"
	WhatToPlay     = "What would you like to play?"
	SinkingsSilent = "A sunk ship is not announced."
	DuelClicks     = "A click on a tile of the other board fires. While you place your fleet, a click takes a ship " +
		"or moves it, and a right click turns it."
	DuelSendsItself = "Answers and proofs that you owe are sent automatically while this is open. You only " +
		"decide where to shoot."
)

// Lines of the talk in an off-chain game.
const (
	NoTalk      = "you can talk in a game that is played off-chain"
	TalkTooSoon = "you have talked a moment ago: wait some seconds"
	TalkKeys    = "1 to 8 says it, m mutes or unmutes your opponent, esc closes"
	TalkMuted   = "your opponent is muted"
)

// Phrases are those that players can send each other, the first of number 1.
var Phrases = [...]string{
	"Good luck!", "Good game!", "Thanks!", "Nice shot!", "Oops!", "One moment, please.", "I am back.", "Another game?",
}

// Said writes a phrase of a player by its number. It is empty for an unknown one.
func Said(name string, number int) string {
	if number < 1 || number > len(Phrases) {
		return ""
	}
	return Upper(name) + ": " + Phrases[number-1]
}

// MarkOnline is beside the name of a player who is online, which MeansOnline explains.
const (
	MarkOnline  = "*"
	MeansOnline = "by a name: online now"
)

// Meanings of the marks on a board.
const (
	MarkWater   = "not shot at"
	MarkPending = "shot, not answered yet"
	MarkLocked  = "locked for your next turn"
	MarkMoved   = "the ship that you move"
	MarkLifted  = "the same, not put down yet"
	MarkClash   = "in the way of another ship"
)

// Lines of practice.
const (
	PracticeTitle     = "Practice against the %s bot"
	BotShoots         = "the bot shoots"
	YouShoot          = "you shoot"
	PracticeProves    = "Practice has the rules of %s without proofs: only a chain asks for these"
	PracticeConcede   = "The bot wins. In practice nothing else is lost."
	PracticeChallenge = "The game ends here. The bot shows its board, which is always honest, and wins; in " +
		"practice nothing else is lost."
)
