package text_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// readers are the functions that look for words in a text, take it apart or change it.
var readers = map[string][]string{
	"strings": {
		"Contains", "ContainsAny", "ContainsFunc", "Count", "Cut", "CutPrefix", "CutSuffix", "Fields",
		"FieldsFunc", "FieldsSeq", "HasPrefix", "HasSuffix", "Index", "IndexAny", "IndexByte", "LastIndex",
		"LastIndexByte", "NewReplacer", "Replace", "ReplaceAll", "Split", "SplitAfter", "SplitN", "SplitSeq", "Trim",
		"TrimFunc", "TrimLeft", "TrimPrefix", "TrimRight", "TrimSuffix",
	},
	"regexp": {"Compile", "Match", "MatchString", "MustCompile"},
}

// demoFolder is the demo, whose sentences are made here, too.
var demoFolder = filepath.Join("..", "..", "cmd", "battleshipd", "demo")

// allowed are the functions of the player's program that read a text, and what that is: never a sentence for players. A
// line is "package/file.go: function: reason".
var allowed = []string{
	"cli/complete.go: completeLast: a list of players as typed",
	"cli/complete.go: completeWith: what is typed before a completion",
	"cli/complete_bash.go: completeInBash: the help of a library",
	"cli/env/canonical.go: CanonicalFleet: a fleet as typed",
	"cli/env/canonical.go: withoutSpace: a tile or a fleet as typed",
	"cli/env/env.go: addressIn: an address as typed",
	"cli/env/flags.go: wrongArguments: the example of a command",
	"cli/env/invite.go: Invited: the URL of a node",
	"cli/env/printer.go: Named: addresses",
	"cli/env/table.go: layOut: blanks at the end of a line",
	"cli/look/boards.go: drawPanels: blanks at the end of a drawing",
	"cli/look/event_json.go: printFields: the name of an event",
	"cli/screens.go: utf8Locale: a variable of the environment",
	"cli/short.go: rename: the usage line of a command",
	"client/address.go: NodeAddress: a URL",
	"client/address.go: diagnose: the reply of a server",
	"client/address.go: onThisMachine: a URL",
	"client/coins.go: holdsCoins: the name of a method",
	"client/errors.go: OfKind: the log of a simulation, which has no code",
	"client/errors.go: isStarting: the name of a method, and an error of the SDK, which has no code of its own",
	"client/errors.go: onceSaid: the log of a node, which libraries wrap",
	"client/errors.go: translate: errors of CometBFT, which have no code",
	"client/errors.go: var: the log of a node, which libraries wrap",
	"client/gas.go: kinds: the name of a message",
	"client/key.go: KeyNames: the name of a file",
	"client/passing.go: lacksAllowance: an error of the SDK, which has no code of its own",
	"demo/melee.go: writeLines: blanks at the end of a line",
	"demo/ibc_proof.go: prove: blanks at the end of a line",
	"demo/ibc_proof.go: var: JSON",
	"demo/relayer.go: last: the log of the relayer, a program of its own",
	"demo/relayer.go: newRelayer: the sample configuration of the relayer",
	"demo/robot.go: hear: the output of a bot in a process of its own",
	"demo/interchain/carry.go: var: an acknowledgement, whose form IBC defines",
	"invite/invite.go: Decode: a code as typed",
	"light/memory.go: Chains: the name of a file",
	"light/memory.go: seen: a line of a file",
	"light/memory.go: seenPath: the name of a file",
	"chainbackend/wishes.go: termsOf: a stake as typed",
	"chainbackend/melee_entry.go: meleeWish: a list of players as typed",
	"notify/hook.go: CheckCommand: a command as typed",
	"notify/hook.go: var: a command as typed",
	"relay/server.go: addressOf: a header of HTTP",
	"relay/wire.go: hostOf: a URL",
	"relay/wire.go: isHost: a URL",
	"relay/wire.go: parseURL: a URL",
	"session/clock.go: parseTime: a time as typed",
	"session/coins.go: ParseCoin: a coin as typed",
	"text/clean.go: OneLine: text of others, for one line",
	"text/coin.go: decimal: digits",
	"text/meleetable/boards.go: sideBySide: blanks at the end of a drawing",
	"text/meleetable/transcript.go: dated: words, to break lines between them",
	"text/voice.go: fill: a template of this package",
	"watchtower/files.go: find: a path as typed",
	"tui/aim.go: written: a tile as typed",
	"cli/env/printer.go: fitted: lines, to break them between words",
	"tui/canvas/canvas.go: Wrap: words, to break lines between them",
	"tui/canvas/theme.go: NewStyles: the codes of a terminal around a letter",
	"tui/parts.go: LogName: an address",
	"tui/program/form.go: follow: a list of players as typed",
	"tui/program/lobby.go: matches: a filter as typed",
	"vault/moves.go: read: a line of a file",
	"watch/block.go: kindOf: the name of a message",
	"watch/screen.go: Print: lines of a drawing",
	"watch/search.go: searchError: an error of CometBFT, which has no code",
	"watch/follow.go: isOpening: the name of an event",
}

// TestNoPackageReadsASentence fails where a package takes a text apart that is not on the list: text for players is
// made by one package, from values, and read by people alone.
func TestNoPackageReadsASentence(t *testing.T) {
	found := make(map[string]bool)
	for _, use := range uses(t) {
		found[use] = true
	}
	listed := make(map[string]bool)
	for _, line := range allowed {
		parts := strings.SplitN(line, ": ", 3)
		require.Len(t, parts, 3, line)
		require.NotEmpty(t, parts[2], line)
		listed[parts[0]+": "+parts[1]] = true
	}
	var missing, stale []string
	for use := range found {
		if !listed[use] {
			missing = append(missing, use)
		}
	}
	for use := range listed {
		if !found[use] {
			stale = append(stale, use)
		}
	}
	slices.Sort(missing)
	slices.Sort(stale)
	require.Empty(t, missing, "these take a text apart: pass values instead, or say on the list what the text is")
	require.Empty(t, stale, "these are on the list and read no text any more")
}

// uses returns the functions of the program that read a text, as "package/file.go: function".
func uses(t *testing.T) (uses []string) {
	t.Helper()
	files(t, func(name string, _ *token.FileSet, file *ast.File) {
		for _, decl := range file.Decls {
			in := "var"
			if f, ok := decl.(*ast.FuncDecl); ok {
				in = f.Name.Name
			}
			if readsText(decl) {
				uses = append(uses, fmt.Sprintf("%s: %s", name, in))
			}
		}
	})
	return uses
}

// files calls visit with each Go file of the player's program and of the demo, but for tests and the kit of tests. The
// name is "package/file.go".
func files(t *testing.T, visit func(name string, files *token.FileSet, file *ast.File)) {
	t.Helper()
	for root, base := range map[string]string{"..": "..", demoFolder: filepath.Dir(demoFolder)} {
		require.NoError(t, filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") ||
				filepath.Base(filepath.Dir(path)) == "playertest" {
				return err
			}
			set := token.NewFileSet()
			file, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			name, err := filepath.Rel(base, path)
			if err != nil {
				return err
			}
			visit(filepath.ToSlash(name), set, file)
			return nil
		}))
	}
}

// readsText reports whether a declaration uses one of the readers.
func readsText(decl ast.Decl) (reads bool) {
	ast.Inspect(decl, func(n ast.Node) bool {
		if call, ok := n.(*ast.SelectorExpr); ok {
			if pkg, ok := call.X.(*ast.Ident); ok && slices.Contains(readers[pkg.Name], call.Sel.Name) {
				reads = true
			}
		}
		return !reads
	})
	return reads
}

// TestAReaderOfTextIsFound holds the test above to what it promises.
func TestAReaderOfTextIsFound(t *testing.T) {
	for source, reads := range map[string]bool{
		`func f(s string) string { a, _, _ := strings.Cut(s, ": "); return a }`:   true,
		`func f(s string) bool { return regexp.MustCompile("x").MatchString(s) }`: true,
		`var r = strings.NewReplacer("its", "your")`:                              true,
		`func f(s []string) string { return strings.Join(s, ", ") }`:              false,
	} {
		file, err := parser.ParseFile(token.NewFileSet(), "f.go", "package f\n"+source, 0)
		require.NoError(t, err)
		require.Equal(t, reads, readsText(file.Decls[0]), source)
	}
}
