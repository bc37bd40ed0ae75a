package tidy_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Where messages are defined, and the document that lists the places that each of them needs.
const (
	messagesFile = "proto/battleship/v1/tx.proto"
	placesFile   = "docs/adding-a-message.md"
)

// A place is a row of the table: files that match one of several patterns, one of which contains a text that names the
// message.
type place struct {
	what, contains string
	where          []string
	but            []string // messages that do not need it
}

var (
	rpc    = regexp.MustCompile(`(?m)^  rpc (\w+)\(`)
	row    = regexp.MustCompile("(?m)^\\| ([^|`]+) \\| `([^`]+)` \\| `([^`]+)` \\|(.*)\\|$")
	quoted = regexp.MustCompile("`(\\w+)`")
)

// A message that is forgotten in one of its places, such as the simulation or the table of who may sign it, would work
// and be wrong.
func TestEveryMessageIsInEachOfItsPlaces(t *testing.T) {
	messages, places := rpc.FindAllStringSubmatch(readFile(t, messagesFile), -1), readPlaces(t)
	if len(messages) < 10 || len(places) < 10 {
		t.Fatalf("%d messages and %d places found: have the files changed their form?", len(messages), len(places))
	}
	for _, p := range places {
		var text strings.Builder
		for _, path := range matching(t, p.where) {
			if !strings.HasSuffix(path, ".pb.go") {
				text.WriteString(readFile(t, path))
			}
		}
		for _, message := range messages {
			want := strings.ReplaceAll(p.contains, "{}", message[1])
			if named := strings.Contains(text.String(), want); named == slices.Contains(p.but, message[1]) {
				t.Errorf("Msg%s, %s: %q in %v is %t; see %s", message[1], p.what, want, p.where, named, placesFile)
			}
		}
	}
}

// readPlaces reads the table.
func readPlaces(t *testing.T) (places []place) {
	t.Helper()
	for _, cells := range row.FindAllStringSubmatch(readFile(t, placesFile), -1) {
		p := place{what: cells[1], where: strings.Fields(cells[2]), contains: cells[3]}
		for _, but := range quoted.FindAllStringSubmatch(cells[4], -1) {
			p.but = append(p.but, but[1])
		}
		places = append(places, p)
	}
	return places
}

// matching returns the files that match one of several patterns. Each of them must match one.
func matching(t *testing.T, patterns []string) (files []string) {
	t.Helper()
	for _, pattern := range patterns {
		paths, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil || len(paths) == 0 {
			t.Errorf("no file %s (%v)", pattern, err)
		}
		for _, path := range paths {
			files = append(files, strings.TrimPrefix(path, root+"/"))
		}
	}
	return files
}

func readFile(t *testing.T, path string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(root, path))
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}
