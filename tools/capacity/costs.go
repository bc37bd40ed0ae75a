package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// adjustment is the factor of battleshipd from the gas that a transaction uses to its limit.
const adjustment = 1.2

// costs are the measured figures, as the documents have them.
type costs struct {
	gas map[string]float64 // used by each transaction
	// moves per second, of one node beside other programs
	moves float64
	// bytes on a validator's disk for a transaction of a game on-chain, and for the three of one off-chain
	disk, diskOffChain float64
}

// readCosts reads the figures from the folder of documents.
func readCosts(docs string) (*costs, error) {
	c := &costs{gas: make(map[string]float64)}
	pages := make(map[string]string)
	for _, name := range []string{"gas.md", "benchmarks.md", "capacity.md"} {
		text, err := os.ReadFile(filepath.Join(docs, name))
		if err != nil {
			return nil, err
		}
		pages[name] = string(text)
	}
	var err error
	read := func(page, pattern string) float64 {
		value, failed := figure(pages[page], pattern)
		if failed != nil && err == nil {
			err = fmt.Errorf("docs/%s: %w", page, failed)
		}
		return value
	}
	for _, name := range []string{
		"create", "join", "opening of the toss", "claim", "create, off-chain", "join, off-chain", "claim, off-chain",
	} {
		c.gas[name] = read("gas.md", `\| `+name+` \| ([\d,]+) \|`) / adjustment
	}
	c.gas["end of play"] = read("gas.md", `\| move \| ([\d,]+) \|`) / adjustment
	c.gas["move"] = read("gas.md", ` ([\d,]+) for the most expensive one`)
	for _, name := range append([]string{"header of 4 validators, received"}, crossing...) {
		row, column, _ := strings.Cut(name, ", ")
		before := slices.Index([]string{"sent", "received", "acknowledged"}, column)
		c.gas[name] = read("capacity.md", fmt.Sprintf(`\n\| %s (?:\|[^|\n]*){%d}\| ([\d,]+) \|`, row, before))
	}
	c.moves = read("benchmarks.md", `, ([\d,]+) and [\d,]+ beside other programs`)
	c.disk = read("benchmarks.md", `\n\| all \|.* ([\d,]+) \|\n`)
	c.diskOffChain = read("gas.md", `three transactions of ([\d,]+) bytes`) *
		read("benchmarks.md", `\n\| for each byte of transactions \|.* ([\d.]+) \|\n`)
	return c, err
}

// figure returns the number that a pattern finds in a page.
func figure(page, pattern string) (float64, error) {
	found := regexp.MustCompile(pattern).FindStringSubmatch(page)
	if found == nil {
		return 0, fmt.Errorf("expected a figure, as in %q", pattern)
	}
	return strconv.ParseFloat(strings.ReplaceAll(found[1], ",", ""), 64)
}
