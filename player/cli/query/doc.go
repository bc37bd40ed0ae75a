// Package query has the commands that ask the chain, and prove its answers.
package query
