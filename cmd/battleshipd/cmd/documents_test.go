package cmd_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/cmd/battleshipd/cmd"
)

const program = "battleshipd"

// foreign matches commands of libraries, some of whose examples are out of date.
var foreign = regexp.MustCompile(`^battleshipd (query|tx) ([^b]|b[^a]|ba[^t])`)

// TestDocumentedCommandsExist walks all command lines of documents, samples, examples and sentences for players, and
// fails where one has a command or a flag that the program lacks.
func TestDocumentedCommandsExist(t *testing.T) {
	root, err := cmd.New(t.TempDir())
	require.NoError(t, err)
	lines := documentedCommands(t)
	require.Greater(t, len(lines), 150)
	for place, words := range lines {
		if err := checkCommand(root, words); err != nil {
			t.Errorf("%s: %s %s: %v", place, program, strings.Join(words, " "), err)
		}
	}
	eachCommand(root, func(c *cobra.Command) {
		for _, words := range commandsIn(c.Example) {
			if err := checkCommand(root, words); err != nil && !foreign.MatchString(c.CommandPath()) {
				t.Errorf("example of %s: %s: %v", c.CommandPath(), strings.Join(words, " "), err)
			}
		}
	})
}

// TestAnUndocumentedFlagIsFound holds the test above to its promise.
func TestAnUndocumentedFlagIsFound(t *testing.T) {
	root, err := cmd.New(t.TempDir())
	require.NoError(t, err)
	for line, wrong := range map[string]string{
		"battleshipd shoot 4 E5 --from alice; done":               "",
		"`battleshipd keys show $n -a` and `battleshipd devnet`":  "",
		"$ KEY=1 battleshipd status | jq .":                       "",
		"battleshipd fund dave":                                   "fund",
		"battleshipd channel ashore 1":                            "ashore",
		"battleshipd shoot 4 E5 --form alice":                     "--form",
		"x=$(battleshipd keys show dave -q)":                      "-q",
		"battleshipd query battleship games --form alice -o json": "--form",
	} {
		var found error
		for _, words := range commandsIn(line) {
			found = errors.Join(found, checkCommand(root, words))
		}
		if wrong == "" {
			require.NoError(t, found, line)
		} else {
			require.ErrorContains(t, found, wrong, line)
		}
	}
}

// documentedCommands returns the words of the command lines below the root of the repository, by place.
func documentedCommands(t *testing.T) map[string][]string {
	t.Helper()
	root, all := filepath.Join("..", "..", ".."), make(map[string][]string)
	require.NoError(t, filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := filepath.ToSlash(strings.TrimPrefix(path, root+string(filepath.Separator)))
		if entry.IsDir() {
			hidden := strings.HasPrefix(entry.Name(), ".") && path != root
			if hidden || slices.Contains([]string{"build", "node_modules", "dist", "testdata"}, entry.Name()) {
				return filepath.SkipDir
			}
			return nil
		}
		sentences := strings.HasPrefix(name, "player/text/") && !strings.HasSuffix(name, "_test.go")
		documents := filepath.Ext(name) == ".md" && name != "CHANGELOG.md" && !strings.HasPrefix(name, "docs/adr/")
		if !sentences && !documents && filepath.Ext(name) != ".service" && name != "Makefile" {
			return nil
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for i, line := range strings.Split(strings.ReplaceAll(string(content), "\\\n", " "), "\n") {
			for j, words := range commandsIn(line) {
				all[fmt.Sprintf("%s, about line %d, %d", name, i+1, j+1)] = words
			}
		}
		return nil
	}))
	return all
}

var (
	// invocation is a command line within a line: up to a quote, a pipe, or the end of the command.
	invocation = regexp.MustCompile(program + ` ([a-z][^|;&>#` + "`" + `"()…]*)`)
	// substitution is the output of a command within another one's line.
	substitution = regexp.MustCompile(`\$\([^()]*\)`)
	commandWord  = regexp.MustCompile(`^[a-z][a-z0-9-]*$`)
	prose        = []string{"by", "for", "into", "needs"} // words after the name of the program that are no command
	flagWord     = regexp.MustCompile(`^(--[a-z][a-z0-9._-]*|-[a-z])(=.*)?$`)
)

// commandsIn returns the words of the command lines in a line, without the name of the program.
func commandsIn(text string) (all [][]string) {
	for _, line := range strings.Split(text, "\n") {
		for _, inner := range substitution.FindAllString(line, -1) {
			all = append(all, commandsIn(inner[2:len(inner)-1])...)
		}
		for _, match := range invocation.FindAllStringSubmatch(substitution.ReplaceAllString(line, "X"), -1) {
			words := strings.Fields(strings.NewReplacer("[", " ", "]", " ", ", ", " , ", ". ", " . ").Replace(match[1] + " "))
			if len(words) == 0 || slices.Contains(prose, words[0]) {
				continue
			}
			if end := slices.IndexFunc(words, func(word string) bool { return word == "," || word == "." }); end >= 0 {
				words = words[:end]
			}
			all = append(all, words)
		}
	}
	return all
}

// checkCommand returns an error if there is no such command, or it has no such flag.
func checkCommand(root *cobra.Command, words []string) error {
	c, rest := root, words
	for len(rest) > 0 && commandWord.MatchString(rest[0]) {
		next := slices.IndexFunc(c.Commands(), func(sub *cobra.Command) bool {
			return sub.Name() == rest[0] || sub.HasAlias(rest[0])
		})
		if next < 0 {
			break
		}
		c, rest = c.Commands()[next], rest[1:]
	}
	if c == root || c.HasSubCommands() && c.Args == nil && len(rest) > 0 && commandWord.MatchString(rest[0]) {
		return fmt.Errorf("there is no command %q", strings.Join(words, " "))
	}
	flags := pflag.NewFlagSet(program, pflag.ContinueOnError)
	flags.AddFlagSet(c.Flags())
	flags.AddFlagSet(c.InheritedFlags())
	flags.AddFlagSet(root.PersistentFlags())
	for _, word := range rest {
		switch match := flagWord.FindStringSubmatch(word); {
		case match == nil, match[1] == "--help", match[1] == "--home":
		case strings.HasPrefix(word, "--") && flags.Lookup(match[1][2:]) == nil,
			!strings.HasPrefix(word, "--") && flags.ShorthandLookup(match[1][1:]) == nil:
			return fmt.Errorf("%s has no flag %s", c.CommandPath(), match[1])
		}
	}
	return nil
}

func eachCommand(c *cobra.Command, do func(*cobra.Command)) {
	do(c)
	for _, sub := range c.Commands() {
		eachCommand(sub, do)
	}
}
