package tidy_test

import (
	"regexp"
	"strings"
	"testing"
)

// Most lines in a thousand of a folder's comments or documents that match a pattern of unplain: the figure that is
// reached. It may only fall. The standard library and the SDK stay below ten.
const maxUnplain = 10

// folderUnplain are the folders with another figure.
var folderUnplain = map[string]int{
	"cmd comments":   12,
	"docs documents": 5,
	"web documents":  20,
	"x documents":    2,
}

// unplain are patterns of prose that a reader has to translate, put together so that this file does not match them.
var unplain = []*regexp.Regexp{
	// a doc verb of people for code
	regexp.MustCompile(`(?i)\b(tel` + `ls?|to` + `ld)\b|^\S+ sa` + `ys? |, sa` + `ys? |` +
		`\bsa` + `ys? (in words|why|how|what|whether|who|for|that)\b`),
	// a clause in place of a noun
	regexp.MustCompile(`(?i)\bwh` + `at (is|are|was|were|has|have|had|it|that|they|there|comes|came|follows|else|` +
		`belongs|becomes|happens|happened|a|an|the|each|others|both|one|can|must|may|does|counts|waits|goes|passes|` +
		`players)\b`),
	regexp.MustCompile(`(?i)(^|[,;:.] |\b(of|for|to|by|with|and|if|that|than|on|against|from|whether|where|as|is) )` +
		`wh` + `om? |\bwh` + `om?ever\b`),
	regexp.MustCompile(`(?i)\b(any|some|no|every)` + `body\b`),
	// a fragment in place of a sentence
	regexp.MustCompile(`(?i); (nil|empty|0|nothing|none|zero|false)\b`),
	// a picture
	regexp.MustCompile(`(?i)\bsta` + `nds?\b|\b(go|goes|gone|going) o` + `n\b|\b(is|are) beg` + `un\b`),
	regexp.MustCompile(`(?i)\b(so ma` + `ny|so mu` + `ch|that ma` + `ny|all th` + `at|all th` + `ere is)\b`),
}

var (
	comment   = regexp.MustCompile(`^\s*(?://|/?\*+)\s?(.*)`)
	directive = regexp.MustCompile(`^(nolint|go:)`)
)

// Comments and documents are written as the standard library and the SDK are: in the field's terms, in sentences.
func TestProseIsPlain(t *testing.T) {
	type share struct{ lines, matches int }
	folders := make(map[string]*share)
	for _, f := range readTree(t) {
		isCode, isText := f.has(".go") || f.has(".ts") || f.has(".svelte"), f.has(".md")
		if f.generated || f.path == "CHANGELOG.md" || strings.HasSuffix(f.path, "_test.go") ||
			strings.HasPrefix(f.path, "third_party/") || !isCode && !isText {
			continue
		}
		folder, _, nested := strings.Cut(f.path, "/")
		if !nested {
			folder = "."
		}
		key := folder + " documents"
		if isCode {
			key = folder + " comments"
		}
		if folders[key] == nil {
			folders[key] = new(share)
		}
		fence := false
		for _, line := range f.lines {
			if isCode {
				match := comment.FindStringSubmatch(line)
				if match == nil || directive.MatchString(match[1]) {
					continue
				}
				line = match[1]
			} else if strings.HasPrefix(line, "```") {
				fence = !fence
			}
			if line = strings.TrimSpace(line); fence || line == "" {
				continue
			}
			folders[key].lines++
			for _, pattern := range unplain {
				if pattern.MatchString(line) {
					folders[key].matches++
					break
				}
			}
		}
	}
	if len(folders) < 10 {
		t.Fatalf("%d folders found", len(folders))
	}
	for name, s := range folders {
		most := maxUnplain
		if figure, ok := folderUnplain[name]; ok {
			most = figure
		}
		if share := 1000 * s.matches / max(s.lines, 1); s.matches > 1 && share > most {
			t.Errorf("%s: %d of %d lines match a pattern of unplain, %d in a thousand, expected at most %d",
				name, s.matches, s.lines, share, most)
		}
	}
}
