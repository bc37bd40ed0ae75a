// Command determinism is the vet tool of package determinism: go vet -vettool=determinism ./game/... ./x/battleship/...
package main

import (
	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/battleship-chain/battleship/tools/determinism"
)

func main() { unitchecker.Main(determinism.Analyzer) }
