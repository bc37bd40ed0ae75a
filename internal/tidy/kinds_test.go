package tidy_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The document that lists the shared files that name a kind of game, the kind that they name beside the duel, and the
// folder whose folders are the kinds and what they share.
const (
	kindsFile   = "docs/adding-a-kind.md"
	anotherKind = "melee"
	kindsFolder = "x/battleship/simulation"
)

// sharedFile is a row of the tables: a shared file that names kinds.
var sharedFile = regexp.MustCompile("(?m)^\\| [^|`]+ \\| `([^`]+)` \\| [^|]+ \\|$")

// A third kind of game changes each shared file that names the second one. A file that is not on the list would be
// forgotten, and a list that grows means that shared code depends on kinds.
func TestSharedFilesThatNameAKindAreListed(t *testing.T) {
	const most = 30
	var listed []string
	for _, cells := range sharedFile.FindAllStringSubmatch(readFile(t, kindsFile), -1) {
		listed = append(listed, cells[1])
	}
	if len(listed) < 10 || len(listed) > most {
		t.Errorf("%s lists %d shared files, expected at most %d", kindsFile, len(listed), most)
	}
	for _, path := range listed {
		if !namesKind(readFile(t, path)) {
			t.Errorf("%s: is listed in %s, and names no %s", path, kindsFile, anotherKind)
		}
	}
	found := namingKind(t)
	if len(found) < len(listed) {
		t.Errorf("found %d shared files that name a %s, expected those that are listed", len(found), anotherKind)
	}
	for _, path := range found {
		if !slices.Contains(listed, path) {
			t.Errorf("%s: names a %s, and is not listed in %s", path, anotherKind, kindsFile)
		}
	}
}

// namesKind reports whether a text names the other kind.
func namesKind(text string) bool { return strings.Contains(strings.ToLower(text), anotherKind) }

// notShared are the folders whose files are not shared: kits for tests, modules of their own, and the page, which has a
// list of its own.
var notShared = []string{
	"testutil", "player/playertest", "internal/tidy", "interchain", "tools", "web", "examples", "e2e",
}

// kindsBesideDuel returns the names of the kinds beside the duel.
func kindsBesideDuel(t *testing.T) (kinds []string) {
	t.Helper()
	entries, err := os.ReadDir(filepath.Join(root, kindsFolder))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.IsDir() && e.Name() != "core" && e.Name() != "duel" {
			kinds = append(kinds, e.Name())
		}
	}
	if !slices.Contains(kinds, anotherKind) {
		t.Fatalf("%s has no folder %s", kindsFolder, anotherKind)
	}
	return kinds
}

// namingKind returns the shared source files of the module that name the other kind. Tests, generated code and the
// files of a kind itself are not shared.
func namingKind(t *testing.T) (paths []string) {
	t.Helper()
	kinds := kindsBesideDuel(t)
	ofKind := func(path string) bool {
		return slices.ContainsFunc(kinds, func(kind string) bool { return strings.Contains(path, kind) })
	}
	err := filepath.WalkDir(root, func(path string, entry os.DirEntry, err error) error {
		path = strings.TrimPrefix(path, root+"/")
		hidden := path != root && strings.HasPrefix(entry.Name(), ".")
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (hidden || path == "build" || slices.Contains(notShared, path)):
			return filepath.SkipDir
		case entry.IsDir():
			return nil
		case !strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, ".proto"), strings.HasSuffix(path, "_test.go"),
			strings.Contains(path, ".pb."), ofKind(path), strings.Contains(path, "/internal/kit/"):
			return nil
		}
		if namesKind(readFile(t, path)) {
			paths = append(paths, path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return paths
}
