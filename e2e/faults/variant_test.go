package main

import (
	"go/parser"
	"go/token"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestASkewedFileReadsAnotherClock(t *testing.T) {
	const source = "package state\n\nimport (\n\t\"time\"\n)\n\n" +
		"func late() bool { return time.Now().After(due) || time.Now().IsZero() }\n"
	got, err := skewed([]byte(source))
	require.NoError(t, err)
	_, err = parser.ParseFile(token.NewFileSet(), "skewed.go", got, 0)
	require.NoError(t, err)
	require.Equal(t, 2, strings.Count(string(got), "time.Now().Add(clockOffset)"))
	require.Equal(t, 2, strings.Count(string(got), "time.Now()"))
	_, err = skewed([]byte("package state\n\nimport (\n\t\"time\"\n)\n"))
	require.Error(t, err) // a release of consensus that reads the clock elsewhere
}

func TestAnExtendedFileHasMoreUpgrades(t *testing.T) {
	const source = "package app\n\nimport (\n\t\"os\"\n)\n\nfunc upgrades() []softwareUpgrade {\n\treturn nil\n}\n"
	got, err := extended([]byte(source))
	require.NoError(t, err)
	file, err := parser.ParseFile(token.NewFileSet(), "upgrades.go", got, 0)
	require.NoError(t, err)
	require.NotNil(t, file.Scope.Lookup("upgrades"))
	require.NotNil(t, file.Scope.Lookup("released"))
	_, err = extended([]byte("package app\n\nimport (\n\t\"os\"\n)\n"))
	require.Error(t, err) // a release that lists its upgrades elsewhere
}
