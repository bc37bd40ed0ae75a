package determinism_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/battleship-chain/battleship/tools/determinism"
)

// TestAnalyzer compares the reports with the `want` comments in testdata, and finds both missing and unexpected ones.
func TestAnalyzer(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), determinism.Analyzer, "consensus")
}
