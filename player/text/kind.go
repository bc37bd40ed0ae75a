package text

import (
	"fmt"
	"slices"

	"github.com/battleship-chain/battleship/x/battleship/types"
)

// words are the words for games of one kind.
type words struct {
	// noun is the noun for a game. What is it beside games of other kinds, as in "game 3 is a duel", and play are the
	// commands that play it.
	noun, what, play string
	// own are the commands for this kind alone, results those of them that are for ended games.
	own, results []string
	// boardless are the acts that are possible without the board, and those that are not.
	boardless string
	// target is a target that was sent, message an act that takes a fee, step an act that has the clock to itself.
	target, message, step string
	// notYours is the reason why a target is not possible, before the next step.
	notYours string
	// acts has an act's words.
	acts map[Act]actWords
	// help explains the settings of a new game.
	help map[Setting]string
	// problems are problems in the words of the prompt.
	problems []problemAt
	// next writes the next step.
	next func(v Voice, n *types.QueryNextActionResponse) string
	// terms writes each player's payment for entering, caution the caution before that or "".
	terms   func(t types.Terms) string
	caution func(i Intent) string
	// enter writes which game is entered, payments and notes the quote.
	enter    func(v Voice, i Intent) string
	payments func(i Intent) []Payment
	notes    func(i Intent, rewards *types.QueryRewardsResponse) []string
	// consequence writes what giving up or accusing puts at stake.
	consequence func(v Voice, i Intent) string
}

// actWords are the words for an act. The label is empty if it depends on more than the act, and the question if it is
// made of the label.
type actWords struct{ label, question, done string }

// wordsFor returns the words for an act.
func wordsFor(act Act) actWords {
	for _, k := range &kinds {
		if w, ok := k.acts[act]; ok {
			return w
		}
	}
	return actWords{}
}

// Enters reports whether an act enters a game.
func (a Act) Enters() bool { return wordsFor(a).question == entersGame }

// String returns the noun for a game of the kind.
func (k Kind) String() string { return kinds[k].noun }

// BoardMissing writes which acts are impossible in a game without the player's board, and why it is missing.
func (k Kind) BoardMissing(problem string) string {
	return fmt.Sprintf("your board is missing (%s): you can %s; battleshipd recover explains more", problem,
		kinds[k].boardless)
}

// AimSent writes that another target than the wanted one was on its way.
func (k Kind) AimSent(tile string) string {
	return fmt.Sprintf("%s at %s was on its way already, and counts", kinds[k].target, tile)
}

// AllowanceUsedUp writes that the wallet pays from now on.
func (k Kind) AllowanceUsedUp() string {
	return fmt.Sprintf("the fees that you allowed this %s's key are used up or over: your wallet pays for each %s now",
		k, kinds[k].message)
}

// Missing writes that there is no game of that id.
func (k Kind) Missing(id uint64) string {
	return fmt.Sprintf("there is no %s %d: it was cancelled or never existed", k, id)
}

// Gone writes that a game of the player's is gone, which has had no result.
func (k Kind) Gone(id uint64) string {
	return fmt.Sprintf("%s %d is gone: too few have joined in time, or it was cancelled; what you paid for it is back",
		k, id)
}

// IsOver writes that a game takes no more acts.
func (k Kind) IsOver() string { return fmt.Sprintf("the %s is over", k) }

// EndUnknown writes that the node has pruned the end of a game.
func (k Kind) EndUnknown() string {
	return fmt.Sprintf("this node knows no more of the end of this %s than its result", k)
}

// EntryUnknown writes that the node has pruned the player's entry into a game.
func (k Kind) EntryUnknown() string {
	return fmt.Sprintf("the node does not know how you entered the %s", k)
}

// Kind is the kind of game that the command is for: the duel's if it is for several.
func (p Prompt) Kind() Kind {
	is := func(k words) bool { return slices.Contains(k.own, p.Command) }
	return Kind(max(slices.IndexFunc(kinds[:], is), 0))
}

// forResults reports whether the command is for ended games.
func (p Prompt) forResults() bool {
	return slices.ContainsFunc(kinds[:], func(k words) bool { return slices.Contains(k.results, p.Command) })
}
