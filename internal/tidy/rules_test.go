package tidy_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
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
	{"a link leads to a file and its heading", checkLinks},
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

var (
	link        = regexp.MustCompile(`\]\(([^)#\s]*)(?:#([^)\s]*))?\)`)
	heading     = regexp.MustCompile(`^#+ +(.*)$`)
	headingLink = regexp.MustCompile(`\[([^\]]*)\]\([^)]*\)`)
	notInAnchor = regexp.MustCompile(`[^\pL\pN_ -]`)
)

// checkLinks follows links to files of the repository and to their headings. Links to other sites are not followed.
func checkLinks(f file) (found []finding) {
	if !f.has(".md") {
		return nil
	}
	for i, line := range f.lines {
		for _, match := range link.FindAllStringSubmatch(line, -1) {
			target, anchor := match[1], match[2]
			if strings.Contains(target, ":") {
				continue
			}
			lines := f.lines
			if target != "" {
				path := filepath.Join(root, filepath.Dir(f.path), target)
				if _, err := os.Stat(path); err != nil {
					found = append(found, finding{i + 1, fmt.Sprintf("link to %q: no such file", target)})
					continue
				}
				if anchor == "" || filepath.Ext(target) != ".md" {
					continue
				}
				content, err := os.ReadFile(path)
				if err != nil {
					found = append(found, finding{i + 1, err.Error()})
					continue
				}
				lines = strings.Split(string(content), "\n")
			}
			if anchor != "" && !slices.Contains(anchors(lines), anchor) {
				found = append(found, finding{i + 1, fmt.Sprintf("link to %q: no such heading", target+"#"+anchor)})
			}
		}
	}
	return found
}

// anchors returns the names by which links reach the headings of a Markdown document, as GitHub derives them.
func anchors(lines []string) (names []string) {
	count := map[string]int{}
	code := false
	for _, line := range lines {
		if strings.HasPrefix(line, "```") {
			code = !code
		}
		match := heading.FindStringSubmatch(line)
		if code || match == nil {
			continue
		}
		text := headingLink.ReplaceAllString(match[1], "$1")
		name := strings.ReplaceAll(notInAnchor.ReplaceAllString(strings.ToLower(text), ""), " ", "-")
		if n := count[name]; n > 0 {
			names = append(names, fmt.Sprintf("%s-%d", name, n))
		} else {
			names = append(names, name)
		}
		count[name]++
	}
	return names
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

// checkWords keeps comments, help and documents in the terms of Go and the SDK.
func checkWords(f file) (found []finding) {
	if f.generated || f.testdata() {
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

// A link to a renamed heading opened the top of a document, and no check noticed.
func TestALinkToAHeadingThatIsMissingIsFound(t *testing.T) {
	document := "# One `word`, and two\n## The [tree](README.md)\n## The tree\n```\n## No heading\n```\n"
	for anchor, findings := range map[string]int{
		"one-word-and-two": 0, "the-tree": 0, "the-tree-1": 0, "the-tree-2": 1, "no-heading": 1,
	} {
		if found := checkLinks(newFile("b.md", document+"[here](#"+anchor+")\n")); len(found) != findings {
			t.Errorf("#%s: %d findings, expected %d: %v", anchor, len(found), findings, found)
		}
	}
	if found := checkLinks(newFile("b.md", "[here](README.md#nowhere)\n")); len(found) != 1 {
		t.Errorf("%d findings, expected 1: %v", len(found), found)
	}
}
