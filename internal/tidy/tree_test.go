package tidy_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// root is the root of the repository, seen from this package.
const root = "../.."

// A file is one text file of the repository.
type file struct {
	path      string // below the root
	lines     []string
	newline   bool // the last line is ended
	generated bool // by a program, as its first lines say
}

// A finding is what is wrong with a file, at a line counted from 1.
type finding struct {
	line int
	text string
}

func TestTree(t *testing.T) {
	files := readTree(t)
	if len(files) < 10 {
		t.Fatalf("%d files found below %s: is it the root of the repository?", len(files), root)
	}
	for _, rule := range rules {
		t.Run(rule.sentence, func(t *testing.T) {
			for _, f := range files {
				for _, found := range rule.check(f) {
					t.Errorf("%s:%d: %s", f.path, found.line, found.text)
				}
			}
		})
	}
}

// TestRules shows that each rule can fail: a check that finds nothing anywhere would otherwise look the same as a clean
// tree.
func TestRules(t *testing.T) {
	long := strings.Repeat("x", maxColumns+1)
	bad := map[string]file{
		"a file has at most 600 lines":                         newFile("a.go", strings.Repeat("\n", maxLines+1)),
		"a line of Go has at most 120 characters":              newFile("a.go", long+"\n"),
		"nothing is left for later":                            newFile("a.md", "// TO"+"DO: the rest\n"),
		"no path names somebody's machine":                     newFile("a.md", "see /ho"+"me/alice/notes\n"),
		"a link leads to a file and its heading":               newFile("a.md", "[here](nowhere.md)\n"),
		"words are those of the field":                         newFile("a.go", "// has tells "+"whether\n"),
		"an action of the hosted CI is pinned by its commit":   newFile(".github/a.yml", "- uses: a/b@v4\n"),
		"no line ends in blanks, every file ends in a newline": newFile("a.go", "package a \n"),
	}
	for _, rule := range rules {
		t.Run(rule.sentence, func(t *testing.T) {
			f, ok := bad[rule.sentence]
			if !ok {
				t.Fatal("no example of what the rule refuses")
			}
			if found := rule.check(f); len(found) != 1 {
				t.Errorf("%d findings, expected 1: %v", len(found), found)
			}
			if found := rule.check(newFile("a.go", "package a\n")); len(found) != 0 {
				t.Errorf("findings in a clean file: %v", found)
			}
		})
	}
}

// readTree reads the text files below the root, without what is built, hidden or kept as others have written it.
func readTree(t *testing.T) (files []file) {
	t.Helper()
	skipped := []string{
		"build", "dist", "node_modules", "third_party/proto", "web/dist", "web/node_modules", "web/packages/client/dist",
		"web/packages/client/src/gen", "web/packages/client/test/gen",
	}
	shown := []string{".", ".ci", ".github"}
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		base := filepath.Base(name)
		if entry.IsDir() {
			if slices.Contains(skipped, name) || strings.HasPrefix(base, ".") && !slices.Contains(shown, name) {
				return filepath.SkipDir
			}
			return nil
		}
		if !isText(base) {
			return nil
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		files = append(files, newFile(filepath.ToSlash(name), string(content)))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// isText tells by the name whether people read and write the file.
func isText(name string) bool {
	switch filepath.Ext(name) {
	case ".go", ".md", ".proto", ".sh", ".yml", ".yaml", ".mod", ".txt", ".ts", ".svelte", ".css", ".html":
		return true
	}
	return name == "Makefile" || name == "Dockerfile" || name == "run"
}

var generated = regexp.MustCompile(`(?m)^// Code generated .* DO NOT EDIT\.$`)

func newFile(path, content string) file {
	text, newline := strings.CutSuffix(content, "\n")
	return file{
		path:      path,
		lines:     strings.Split(text, "\n"),
		newline:   newline,
		generated: generated.MatchString(content[:min(len(content), 1000)]),
	}
}

// has reports whether the file's name ends in one of the extensions.
func (f file) has(extensions ...string) bool {
	return slices.Contains(extensions, filepath.Ext(f.path))
}

// testdata reports whether the file is recorded input or output of tests.
func (f file) testdata() bool { return strings.Contains(f.path, "testdata/") }
