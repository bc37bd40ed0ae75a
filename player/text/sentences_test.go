package text_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Calls whose arguments may be sentences: those that make an error, declare a flag, or describe a command.
var (
	errorCalls = []string{"errors.New", "fmt.Errorf", "status.Errorf", "errorsmod.Wrapf"}
	flagCalls  = regexp.MustCompile(`^(String|Bool|Int|Uint64|Uint32|Int64|Float64|Duration|StringSlice)(Var)?P?$`)
	helpCalls  = []string{
		"actCmd", "atLeast", "meleeCmd", "AddWaitFlag", "Between", "Described", "Exactly", "Joining", "Listing", "OneOrMore",
		"Question", "QuestionOf",
	}
	helpPackages = []string{"act", "env", "querycli"}
	helpFields   = []string{"Use", "Short", "Long", "Example"}
)

// others are sentences outside of this package. A line is "package/file.go: beginning of the sentence: reason".
var others = []string{
	"channel/origin.go: file %d of: the place of a file, which logs hold and compare",
	"cli/complete_bash.go: This script depends: the help of a library",
	"cli/duel/enter.go:  (default that of: the usage of a flag",
	"cli/melee/help.go: the help of commands",
	"cli/melee/wait.go: wait until you owe: the usage of a flag",
	"client/errors.go: endpoint is closed: an error of CometBFT, which has no code",
	"client/errors.go: is not ready; please: an error of CometBFT, which has no code",
	"client/errors.go: first record does not: an error of Go, which has no type",
	"client/errors.go: failed to execute: an error of the SDK, which has no code of its own",
	"client/node.go: the node's answer holds: the words of an error",
	"client/passing.go: does not allow: an error of the SDK, which has no code of its own",
	"client/submission.go: it needs the sender's: the words of an error",
	"demo/ibc.go: c. a player from B: the name of a step",
	"demo/ibc.go: b. a game for: the name of a step",
	"demo/ibc.go: a. Shipcoin there: the name of a step",
	"demo/ibc.go: d. a packet: the name of a step",
	"demo/ibc_bet.go: The bet is on: a line of another program",
	"demo/ibc_coins.go: what has arrived: the name of a balance, in an error",
	"demo/ibc_games.go: the winner's account: the name of a balance, in an error",
	"demo/ibc_games.go: what has come: the name of a balance, in an error",
	"demo/ibc_games.go: the Shipcoin of: the name of a balance, in an error",
	"demo/ibc_proof.go: median of: a cell of a table",
	"demo/ibc_proof.go: on A, with: a cell of a table",
	"demo/melee_options.go: With --melee N: the help of a command",
	"demo/melee_options.go: who has hit: the help of a command",
	"demo/summary.go: %.2f s a board: a cell of a table",
	"demo/interchain/carry.go: error %s of a module: the words of an error",
	"light/chain.go: it is at block: the words of an error",
	"light/chain.go: block %d, which proves: the words of an error",
	"light/conn.go: game %d: the answer of a node, as package keeper words it",
	"light/melee.go: melee %d: the answer of a node, as package keeper words it",
	"light/witness.go: it is at block: the words of an error",
	"relay/: errors of a protocol, whose peers are programs; package session words them",
	"session/clock.go: , a number of blocks: the forms of a flag",
	"vault/document.go: Whoever has this: bytes that are signed, which never change",
	"vault/moves.go: another move was signed: the words of an error",
	"vault/passphrase.go: Passphrase of board: the prompt before a value is typed",
	"vault/passphrase.go: New passphrase: the prompt before a value is typed",
}

// TestSentencesAreMadeHere fails where another package of the player's program has a sentence of its own. The package
// documentation has the rule.
func TestSentencesAreMadeHere(t *testing.T) {
	var found, used []string
	files(t, func(name string, set *token.FileSet, file *ast.File) {
		if path.Dir(name) == "text" {
			return
		}
		for _, literal := range sentencesOf(file) {
			line := fmt.Sprintf("%s: %s", name, strings.Trim(literal.Value, "\"`"))
			known := slices.IndexFunc(others, func(other string) bool {
				place, _, ok := lastCut(other)
				return ok && strings.HasPrefix(line, place)
			})
			if known >= 0 {
				used = append(used, others[known])
			} else {
				found = append(found, fmt.Sprintf("%s %s", set.Position(literal.Pos()), line))
			}
		}
	})
	require.Empty(t, strings.Join(found, "\n"), "make these sentences in package text, or add them to others")
	for _, line := range others {
		require.Contains(t, used, line, "this sentence is gone")
	}
}

// lastCut cuts a line of others before its reason.
func lastCut(line string) (place, reason string, ok bool) {
	if i := strings.LastIndex(line, ": "); i >= 0 {
		return line[:i], line[i+2:], line[i+2:] != ""
	}
	return line, "", false
}

// sentencesOf returns the literals of a file that are sentences outside of errors, flags and the help of commands.
func sentencesOf(file *ast.File) (found []*ast.BasicLit) {
	exempt := make(map[ast.Node]bool)
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if exempt[n] || takesSentences(n.Fun) {
				for _, argument := range n.Args {
					exempt[argument] = true
				}
			}
		case *ast.KeyValueExpr:
			if key, ok := n.Key.(*ast.Ident); ok && slices.Contains(helpFields, key.Name) {
				exempt[n.Value] = true
			}
		case *ast.BinaryExpr:
			exempt[n.X], exempt[n.Y] = exempt[n], exempt[n]
		case *ast.BasicLit:
			if words, err := strconv.Unquote(n.Value); err == nil && !exempt[n] && isSentence(words) {
				found = append(found, n)
			}
		}
		return true
	})
	return found
}

// takesSentences reports whether the arguments of a call may be sentences.
func takesSentences(function ast.Expr) bool {
	switch f := function.(type) {
	case *ast.Ident:
		return slices.Contains(helpCalls, f.Name)
	case *ast.SelectorExpr:
		pkg, ok := f.X.(*ast.Ident)
		return flagCalls.MatchString(f.Sel.Name) || ok && slices.Contains(errorCalls, pkg.Name+"."+f.Sel.Name) ||
			ok && slices.Contains(helpPackages, pkg.Name) && slices.Contains(helpCalls, f.Sel.Name)
	}
	return false
}

// isSentence reports whether a text has more words than a label, which has four at most, or ends as a sentence does.
func isSentence(words string) bool {
	const label = 4
	n := 0
	for _, word := range strings.Fields(words) {
		if letters.MatchString(word) {
			n++
		}
	}
	return n > label || n > 1 && strings.HasSuffix(words, ".")
}

var letters = regexp.MustCompile(`^[("]?[A-Za-z][a-z'-]*[,.;:?!)"]*$`)

// TestASentenceIsFound holds the test above to its promise.
func TestASentenceIsFound(t *testing.T) {
	for source, found := range map[string]int{
		`fmt.Fprintf(w, "Game %d is over and done: %s", id, r)`:            1,
		`fmt.Fprintln(w, "No more games.")`:                                1,
		`return "the node is " + why`:                                      0,
		`return "you have lost the game " + why`:                           1,
		`return fmt.Errorf("look at the game and its end: %w" + "x", err)`: 0,
		`cmd.Flags().Bool("x", false, "the usage of a flag in words")`:     0,
		`return &cobra.Command{Short: "Show a game as it is"}`:             0,
		`return env.Described(cmd, "Shows a game as it is.")`:              0,
	} {
		file, err := parser.ParseFile(token.NewFileSet(), "f.go", "package f\nfunc f() {\n"+source+"\n}", 0)
		require.NoError(t, err)
		require.Len(t, sentencesOf(file), found, source)
	}
}
