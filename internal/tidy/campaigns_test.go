package tidy_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestCampaigns: a test that was renamed or moved would drop out of make test-long, where go test only warns.
func TestCampaigns(t *testing.T) {
	script, err := os.ReadFile(filepath.Join(root, "tools", "test_long.sh"))
	if err != nil {
		t.Fatal(err)
	}
	campaigns := regexp.MustCompile(`(?m)^campaign (\S+) (\S+)(.*)$`).FindAllStringSubmatch(string(script), -1)
	if len(campaigns) < 10 {
		t.Fatalf("%d campaigns found", len(campaigns))
	}
	for _, campaign := range campaigns {
		source := testsOf(t, campaign[1])
		for name := range strings.SplitSeq(strings.Trim(campaign[2], "'"), "|") {
			if !hasTest(source, name) {
				t.Errorf("%s has no test %s", campaign[1], name)
			}
		}
		for _, flag := range regexp.MustCompile(` -([a-zA-Z.-]+)`).FindAllStringSubmatch(campaign[3], -1) {
			if !regexp.MustCompile(`flag\.\w+\("` + regexp.QuoteMeta(flag[1]) + `",`).MatchString(source) {
				t.Errorf("the tests of %s have no flag -%s", campaign[1], flag[1])
			}
		}
	}
}

// testsOf returns the text of a package's tests.
func testsOf(t *testing.T, pkg string) string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(root, pkg, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	var source strings.Builder
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		source.Write(text)
	}
	return source.String()
}

// hasTest reports whether the text of a package's tests has a test of that name.
func hasTest(source, name string) bool {
	return strings.Contains(source, "\nfunc "+name+"(t *testing.T)")
}
