package tidy_test

import (
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestThreatModel compares the tests in the rows of the threat model with those named TestAttack...: each row has one
// at least, and each of them is in a row.
func TestThreatModel(t *testing.T) {
	const least = 80 // rows
	rows, inDoc := 0, make(map[string]bool)
	link := regexp.MustCompile(`\[(Test\w+)\]\(\.\./([a-z0-9/_]+)\)`)
	for line := range strings.Lines(readFile(t, "docs/threat-model.md")) {
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
			inDoc[test[2]+" "+test[1]] = true
		}
	}
	if rows < least {
		t.Errorf("expected at least %d attacks, got %d", least, rows)
	}

	inCode := make(map[string]bool)
	function := regexp.MustCompile(`^func (TestAttack\w+)\(t \*testing\.T\)`)
	for _, f := range readTree(t) {
		if !strings.HasSuffix(f.path, "_test.go") {
			continue
		}
		attacks := false
		for _, line := range f.lines {
			if test := function.FindStringSubmatch(line); test != nil {
				inCode[path.Dir(f.path)+" "+test[1]], attacks = true, true
			}
		}
		if attacks && slices.ContainsFunc(f.lines, func(line string) bool { return strings.HasPrefix(line, "//go:build") }) {
			t.Errorf("%s has tests of attacks that not every build runs", f.path)
		}
	}
	for _, test := range slices.Sorted(maps.Keys(inDoc)) {
		if !inCode[test] {
			t.Errorf("the threat model names a test that does not exist or is not named TestAttack...: %s", test)
		}
	}
	for _, test := range slices.Sorted(maps.Keys(inCode)) {
		if !inDoc[test] {
			t.Errorf("no row of the threat model names %s", test)
		}
	}
}
