package tidy_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestAttacks: each row of the threat model names a test, and each of these tests exists.
func TestAttacks(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, "docs", "threat-model.md"))
	if err != nil {
		t.Fatal(err)
	}
	const least = 80
	rows, sources := 0, make(map[string]string)
	link := regexp.MustCompile(`\[(Test\w+)\]\(\.\./([a-z0-9/_]+)\)`)
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(line, " | ")
		if len(cells) != 3 || cells[0] == "| attack" {
			continue
		}
		rows++
		tests := link.FindAllStringSubmatch(cells[2], -1)
		if len(tests) == 0 {
			t.Errorf("no test of the attack: %s", cells[0])
		}
		for _, test := range tests {
			name, pkg := test[1], test[2]
			if sources[pkg] == "" {
				sources[pkg] = testsOf(t, pkg)
			}
			if !hasTest(sources[pkg], name) {
				t.Errorf("%s has no test %s", pkg, name)
			}
		}
	}
	if rows < least {
		t.Errorf("expected at least %d attacks, got %d", least, rows)
	}
}
