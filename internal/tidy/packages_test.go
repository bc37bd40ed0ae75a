package tidy_test

import (
	"os"
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
