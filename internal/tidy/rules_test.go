package tidy_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"unicode/utf8"
)

// Limits of a source file that a person wrote.
const (
	maxLines   = 600 // lines in a file
	maxColumns = 120 // characters in a line of Go, a tab being one
)

// A rule is one sentence about every file, and the check that returns what is wrong with one.
type rule struct {
	sentence string
	check    func(file) []finding
}

var rules = []rule{
	{"a file has at most 600 lines", checkLength},
	{"a line of Go has at most 120 characters", checkColumns},
	{"nothing is left for later", checkMarkers},
	{"no path names somebody's machine", checkPaths},
	{"a link leads to a file", checkLinks},
	{"words are those of the field", checkWords},
	{"an action of the hosted CI is pinned by its commit", checkActions},
	{"no line ends in blanks, every file ends in a newline", checkEnds},
}

// checkLength keeps files small enough to be read at one sitting. Recorded output under testdata may be long.
func checkLength(f file) []finding {
	source := f.has(".go", ".sh", ".proto", ".ts", ".svelte", ".css")
	if f.generated || f.testdata() || !source || len(f.lines) <= maxLines {
		return nil
	}
	return []finding{{1, fmt.Sprintf("%d lines, at most %d: split it by noun", len(f.lines), maxLines)}}
}

// checkColumns also covers what the linter does not see, such as files of other build tags.
func checkColumns(f file) (found []finding) {
	if f.generated || !f.has(".go") {
		return nil
	}
	for i, line := range f.lines {
		if n := utf8.RuneCountInString(line); n > maxColumns {
			found = append(found, finding{i + 1, fmt.Sprintf("%d characters, at most %d", n, maxColumns)})
		}
	}
	return found
}

// The markers are put together here, so that this file does not contain them.
var markers = regexp.MustCompile(`\b(` + "TO" + "DO|FIX" + "ME|XX" + `X)\b|^(<{7}|>{7}) `)

// checkMarkers refuses notes to oneself and what a merge leaves behind.
func checkMarkers(f file) (found []finding) {
	if f.generated {
		return nil
	}
	for i, line := range f.lines {
		if marker := markers.FindString(line); marker != "" {
			found = append(found, finding{i + 1, fmt.Sprintf("%q: finish it, or say where users read what is missing", marker)})
		}
	}
	return found
}

var machinePath = regexp.MustCompile("(^|[\\s\"'`=(:])/(home|root|Users|work|mnt)/[A-Za-z0-9._-]+")

// checkPaths refuses absolute paths that exist on one machine only.
func checkPaths(f file) (found []finding) {
	for i, line := range f.lines {
		if path := machinePath.FindString(line); path != "" {
			found = append(found, finding{i + 1, fmt.Sprintf("%q: use a path within the repository", strings.TrimSpace(path))})
		}
	}
	return found
}

var link = regexp.MustCompile(`\]\(([^)#\s]+)(#[^)\s]*)?\)`)

// checkLinks follows links between files of the repository; links to other sites are not followed.
func checkLinks(f file) (found []finding) {
	if !f.has(".md") {
		return nil
	}
	for i, line := range f.lines {
		for _, match := range link.FindAllStringSubmatch(line, -1) {
			target := match[1]
			if strings.Contains(target, ":") {
				continue
			}
			if _, err := os.Stat(filepath.Join(root, filepath.Dir(f.path), target)); err != nil {
				found = append(found, finding{i + 1, fmt.Sprintf("link to %q: no such file", target)})
			}
		}
	}
	return found
}

// words are patterns of what reads as a translation, each with the plain term. They are put together here, so that this
// file does not contain them.
var words = []struct {
	pattern *regexp.Regexp
	plain   string
}{
	{regexp.MustCompile(`\btells ` + `whether\b`), "reports whether"},
	{regexp.MustCompile(`\bthe two ` + `of them\b`), "the pair, or both players"},
	{regexp.MustCompile(`\bsel` + `dom\b`), "rarely"},
	{regexp.MustCompile(`\b(is|are|were|was) gone ` + `on with\b`), "resumed"},
	{regexp.MustCompile(`^\s*// ` + `Who [a-z]+ `), "a noun before who: the player who ..., anyone who ..."},
}

// checkWords keeps comments, help and documents in the terms of Go and the SDK. Decisions are left as they were taken.
func checkWords(f file) (found []finding) {
	if f.generated || f.testdata() || strings.HasPrefix(f.path, "docs/adr/") {
		return nil
	}
	for i, line := range f.lines {
		for _, word := range words {
			if match := word.pattern.FindString(line); match != "" {
				found = append(found, finding{i + 1, fmt.Sprintf("%q: say %s", strings.TrimSpace(match), word.plain)})
			}
		}
	}
	return found
}

var (
	action = regexp.MustCompile(`^\s*-?\s*uses:\s*(\S+)`)
	pinned = regexp.MustCompile(`@[0-9a-f]{40}$`)
)

// checkActions keeps whoever can move a tag from changing what the hosted CI runs.
func checkActions(f file) (found []finding) {
	if !strings.HasPrefix(f.path, ".github/") {
		return nil
	}
	for i, line := range f.lines {
		if match := action.FindStringSubmatch(line); match != nil && !pinned.MatchString(match[1]) {
			found = append(found, finding{i + 1, fmt.Sprintf("%q: pin it as name@<commit> # version", match[1])})
		}
	}
	return found
}

// checkEnds keeps diffs free of changes that nobody sees. Recorded output is kept as it came.
func checkEnds(f file) (found []finding) {
	if f.generated || f.testdata() {
		return nil
	}
	for i, line := range f.lines {
		if strings.TrimRight(line, " \t\r") != line {
			found = append(found, finding{i + 1, "blanks at the end"})
		}
	}
	if !f.newline {
		found = append(found, finding{len(f.lines), "no newline at the end of the file"})
	}
	return found
}
