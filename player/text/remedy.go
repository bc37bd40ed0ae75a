package text

import (
	"errors"
	"fmt"
	"slices"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Problems of players that have a remedy at the prompt, for errors.Is. Package session returns them, with details.
var (
	// ErrNotInGame means that the key is neither of the game's players.
	ErrNotInGame = errors.New("not a player of this game")
	// ErrNotDelegate means that the player has not made the key its delegate in this game.
	ErrNotDelegate = errors.New("not the player's delegate in this game")
	// ErrNoWallet means that a board is needed whose player's key is not in the keyring.
	ErrNoWallet = errors.New("the board's secret is in the player's wallet")
	// ErrNotInvited means that the game is offered to another player, or to no one in particular.
	ErrNotInvited = errors.New("this game is not offered to you")
	// ErrWrongBoard means that the recovered board does not match the commitment on the chain.
	ErrWrongBoard = errors.New("the recovered board is not the one committed to")
	// ErrTurnOffChain means that the player would give up off-chain while its opponent moves.
	ErrTurnOffChain = errors.New(
		"off-chain you can give up on your turn only: wait for your opponent's update, or bring the game on-chain")
	// ErrNotSubmitted means that the chain has an older state than the player knows, which is to be submitted first.
	ErrNotSubmitted = errors.New("you hold a newer state than the chain: submit it first")
	// ErrOffChain means that something cannot be done while the game is played off-chain.
	ErrOffChain = errors.New("the game is played off-chain")
	// ErrNotOffChain means that a game is not played off-chain, or no more.
	ErrNotOffChain = errors.New("the game is played on-chain")
)

// Prompt is the command that has met a problem: its name, the address of its player, and the id of the game that it
// names, or 0.
type Prompt struct {
	Command, Me string
	Game        uint64
}

// entering are the commands about a duel that waits for an opponent.
var entering = []string{"join", "decline", "cancel", "join-game"}

// Look names the command that shows the current state.
func (p Prompt) Look() string {
	if p.Game == 0 {
		return "battleshipd games"
	}
	return fmt.Sprintf("battleshipd board %d", p.Game)
}

// problemAt is a problem in the words of the prompt. It is for all commands if it names none. Words in braces are those
// of fill.
type problemAt struct {
	problem  error
	commands []string
	text     string
}

// duelProblems are problems of duels, and of games of any kind. The first one counts that the error is and that is for
// the command.
var duelProblems = []problemAt{
	{ErrTurnOffChain, nil, "{problem} (battleshipd channel submit {game})"},
	{ErrOffChain, nil, "{problem} (battleshipd channel submit {game})"},
	{ErrNotSubmitted, nil, "the chain has an older state of game {game} than you: battleshipd channel submit {game} " +
		"submits yours first"},
	{channel.ErrNoResponse, nil, "game {game} has come on-chain, and your opponent has neither moved nor submitted a " +
		"state there: it may know a newer one, so the game cannot end before it has responded or its time is up"},
	{ErrNotOffChain, nil, "game {game} is played on-chain, which has nothing older ({look} shows it)"},

	{ErrNoWallet, nil, "this takes the board, whose secret is in the wallet of its player: its key must be in this " +
		"keyring"},
	{ErrWrongBoard, nil, "the board that this key finds in game {game} is not the one that it was entered with: it was " +
		"entered by another program, or the node shows a false game (ask another with --node)"},
	{game.ErrTileTaken, nil, "you have shot at that tile before: choose another ({look})"},
	{game.ErrLate, entering, "game {game} has waited too long for an opponent and is about to end"},
	{game.ErrLate, []string{"claim"}, "the time to prove the board is over; {look} shows what follows"},
	{game.ErrLate, nil, "your clock has run out; {look} shows how the game continues"},
	{ErrNotInvited, []string{"decline"}, "game {game} is not offered to you alone: battleshipd cancel {game} takes " +
		"back a game of your own"},
	{ErrNotInvited, nil, "game {game} is offered to another player alone, not to {me}: battleshipd lobby lists those " +
		"that you can join"},
	{ErrNotDelegate, nil, "this key may not act for that player in game {game}: the player names its delegate with " +
		"battleshipd set-delegate"},
	{ErrNotInGame, nil, "{me} is not a player of game {game}: name the player's key with --from, or watch it with " +
		"battleshipd watch {game}"},
}

// Problem writes a problem that has a remedy at the prompt. It returns "" for another error, and for one who is
// no player if the command names no game.
func (p Prompt) Problem(err error) string {
	for _, k := range slices.Backward(kinds[:]) {
		for _, one := range k.problems {
			if errors.Is(err, one.problem) && (one.commands == nil || slices.Contains(one.commands, p.Command)) &&
				(p.Game > 0 || !errors.Is(one.problem, ErrNotInGame)) {
				return p.fill(one.text, "{problem}", one.problem.Error(), "{error}", err.Error())
			}
		}
	}
	return ""
}

// fill is fill with the values of the prompt, and others.
func (p Prompt) fill(words string, values ...string) string {
	values = append(values, "{game}", fmt.Sprint(p.Game), "{me}", p.Me, "{look}", p.Look(), "{command}", p.Command)
	return fill(words, values...)
}

// Missing writes that the command's game does not exist, or none that the command is for.
func (p Prompt) Missing() string {
	if p.forResults() || p.Command == string(ActRematch) {
		return p.fill("game {game} has not ended, was cancelled, or never existed: {look} shows it if it continues")
	}
	return p.fill("there is no game {game}: it was cancelled or never existed; battleshipd games lists those in play")
}

// OtherKind writes that the command's game is of another kind than the command is for.
func (p Prompt) OtherKind(kind Kind, over bool) string {
	words := "game {game} is {kind}: {look} shows it; {how} play it, and so does bot {game}"
	switch {
	case over:
		words = "game {game} is {kind}, and over: {look} shows how it ended"
	case p.forResults():
		words = "game {game} is {kind}, and not over: {look} shows it"
	}
	return p.fill(words, "{kind}", kinds[kind].what, "{how}", kinds[kind].play)
}

// Over writes that the command's game is over. Sends reports whether the command would have sent something.
func (p Prompt) Over(kind Kind, id uint64, result string, sends bool) string {
	words := "{kind} {id} is over: {result}"
	if sends {
		words += "; nothing was sent"
	}
	return p.fill(words, "{kind}", kind.String(), "{id}", fmt.Sprint(id), "{result}", result)
}

// Pending writes that a transaction was sent and is in no block yet.
func (p Prompt) Pending(hash string, err error) string {
	return p.fill("transaction {hash} was sent and is in no block yet, but may still get into one: check with {look} "+
		"before you send anything else ({error})", "{hash}", hash, "{error}", err.Error())
}

// OtherPayer is the remedy at the prompt of a player who cannot pay fees.
const OtherPayer = ", or let another account pay with --fee-granter"

// Continue names a command with which a player continues, on a line of its own. It returns "" for no command.
func (p Prompt) Continue(command string) string {
	if command == "" {
		return ""
	}
	return p.fill("\nContinue with: battleshipd " + command)
}

// Commands meet an obligation in a duel. {game} is the id of the game.
var Commands = map[game.Obligation]string{
	game.OwesTossReveal: "shoot {game} TILE",
	game.OwesShot:       "shoot {game} TILE",
	game.OwesAnswer:     "shoot {game} TILE (which answers too)",
	game.OwesClaim:      "claim {game}",
	game.OwesNothing:    "",
}

// Commands for a player who cannot shoot after its answer, or who has to bring an off-chain game on-chain.
const (
	AnswerAlone    = "answer {game}"
	RecoverChannel = "channel recover {game}"
	SubmitChannel  = "channel submit {game}"
)

// Shows names the command that shows why an act is not possible.
func (p Prompt) Shows() string { return p.fill(" ({look} shows it)") }

// TermsPruned writes that the node has pruned the terms of a game that is to be played again; flags name them.
func TermsPruned(id uint64, flags string) string {
	return fmt.Sprintf("this node has no record of the terms of game %d: name them with %s", id, flags)
}

// ForWhom writes that a key acts for a player whom the command does not name.
func ForWhom(delegate, player string, id uint64) string {
	return fmt.Sprintf("%s is the delegate of %s in game %d and no player of it: name the player with --for", delegate,
		player, id)
}

// OneMore writes that a player who asks for a match has such a game already.
func (v Voice) OneMore(g types.GameSummary) string {
	return fmt.Sprintf("you have such a game already, %s: play it, or ask for one more with --another", v.Unfinished(g))
}

// Refused writes the effect of a refused transaction: the block that it was refused in, or 0 if it was not sent.
func Refused(height int64) string {
	if height > 0 {
		return fmt.Sprintf("refused in block %d, the fee is paid", height)
	}
	return "nothing was sent"
}
