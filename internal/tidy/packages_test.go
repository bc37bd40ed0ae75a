package tidy_test

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	listed = regexp.MustCompile(`(?m)^//   - (\w+) `)
	branch = regexp.MustCompile(`(?m)^([a-z][a-z/]*/) {2,}\S`)
)

// The overview of package player listed a package that was gone, and missed twelve.
func TestTheOverviewOfPlayerListsItsPackages(t *testing.T) {
	var named, present []string
	for _, match := range listed.FindAllStringSubmatch(readFile(t, "player/doc.go"), -1) {
		named = append(named, match[1])
	}
	entries, err := os.ReadDir(filepath.Join(root, "player"))
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		if entry.IsDir() && entry.Name() != "testdata" {
			present = append(present, entry.Name())
		}
	}
	slices.Sort(named)
	if !slices.Equal(named, present) {
		t.Errorf("player/doc.go lists %v, expected %v", named, present)
	}
}

func TestTheTreeInTheREADMEIsThere(t *testing.T) {
	_, tree, found := strings.Cut(readFile(t, "README.md"), "\n## The tree\n")
	if !found {
		t.Fatal("README.md has no section The tree")
	}
	folders := branch.FindAllStringSubmatch(tree, -1)
	if len(folders) < 10 {
		t.Fatalf("%d folders in the tree, expected more", len(folders))
	}
	for _, folder := range folders {
		if _, err := os.Stat(filepath.Join(root, folder[1])); err != nil {
			t.Errorf("README.md: no folder %s", folder[1])
		}
	}
}

// maxPackageLines is the number of lines of a package that a person wrote, without tests. A keeper has the limit of
// maxKeeperLines, since kinds of games and shared mechanisms have packages of their own.
const (
	maxPackageLines = 4500
	maxKeeperLines  = 2000
)

func TestPackagesAreSmall(t *testing.T) {
	lines := make(map[string]int)
	for _, f := range readTree(t) {
		if f.has(".go") && !f.generated && !strings.HasSuffix(f.path, "_test.go") {
			lines[path.Dir(f.path)] += len(f.lines)
		}
	}
	limits := map[string]int{"x/battleship/keeper": maxKeeperLines}
	for folder := range limits {
		if lines[folder] == 0 {
			t.Errorf("no package %s", folder)
		}
	}
	for folder, n := range lines {
		limit := maxPackageLines
		if own, ok := limits[folder]; ok {
			limit = own
		}
		if n > limit {
			t.Errorf("%s: %d lines without tests, at most %d: move a part with an interface of its own", folder, n, limit)
		}
	}
}
