package demo

import (
	"cmp"
	"slices"

	"github.com/battleship-chain/battleship/player/watch"
)

// tally counts the transactions of a game, from the blocks.
type tally struct {
	kinds  map[string]*Kind
	txs    int
	failed int
	bytes  int
	moves  []int64 // gas of each move, in order
}

// Kind is the cost of the messages of one kind.
type Kind struct {
	Name string `json:"name"`
	Txs  int    `json:"txs"`
	// Gas and Bytes are sums.
	Gas   int64 `json:"gas"`
	Bytes int   `json:"bytes"`
}

// Average is the gas of one transaction.
func (k Kind) Average() int64 { return k.Gas / int64(max(k.Txs, 1)) }

const (
	// moveKind is the message of every move between joining and claiming, claimKind that of a claim.
	moveKind  = "MsgShootAndReveal"
	claimKind = "MsgClaimWin"
)

func newTally() *tally { return &tally{kinds: make(map[string]*Kind)} }

// add counts a transaction. On a new chain every transaction since the game's creation is the game's.
func (t *tally) add(tx watch.Tx) {
	t.txs++
	t.bytes += tx.Bytes
	if tx.Code != 0 {
		t.failed++
	}
	name := "undecodable"
	if len(tx.Kinds) > 0 {
		name = tx.Kinds[0]
	}
	if t.kinds[name] == nil {
		t.kinds[name] = &Kind{Name: name}
	}
	k := t.kinds[name]
	k.Txs++
	k.Gas += tx.GasUsed
	k.Bytes += tx.Bytes
	if name == moveKind {
		t.moves = append(t.moves, tx.GasUsed)
	}
}

// sorted are the kinds, those that took the most gas first.
func (t *tally) sorted() []Kind {
	var out []Kind
	for _, k := range t.kinds {
		out = append(out, *k)
	}
	slices.SortFunc(out, func(a, b Kind) int {
		return cmp.Or(cmp.Compare(b.Gas, a.Gas), cmp.Compare(a.Name, b.Name))
	})
	return out
}
