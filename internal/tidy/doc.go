// Package tidy holds the house style that no linter checks, as tests over the files of the repository. See the rules in
// rules_test.go.
package tidy
