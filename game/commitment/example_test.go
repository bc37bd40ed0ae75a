package commitment_test

import (
	"crypto/sha256"
	"errors"
	"fmt"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
)

// exampleBoard is a board of alice's: what it is for, where her ships are, and a secret. Secrets must be random.
func exampleBoard() (commitment.Binding, game.Fleet, []byte) {
	rules := game.Classic()
	fleet, err := rules.ParseFleet("A1h,A3h,A5h,A7h,A9h")
	if err != nil {
		panic(err)
	}
	secret := sha256.Sum256([]byte("alice's secret"))
	binding := commitment.Binding{ChainID: "battleship-1", Player: []byte("alice"), Nonce: 0, Ruleset: rules}
	return binding, fleet, secret[:]
}

// A commitment shows nothing of the fleet.
func ExampleCommit() {
	binding, fleet, secret := exampleBoard()
	board, err := commitment.Commit(binding, fleet, secret)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d rows, the first one %x...\n", len(board.RowRoots), board.RowRoots[0][:4])

	_, err = commitment.Commit(binding, fleet[:4], secret)
	fmt.Println(err)
	// Output:
	// 10 rows, the first one 4e3f2ea3...
	// bad fleet: ship missing: expected 1 of class destroyer, got 0
}

// Alice opens one tile. Bob knows nothing but her commitment, and believes no other content of the tile.
func ExampleVerifyOpening() {
	binding, fleet, secret := exampleBoard()
	board, err := commitment.Commit(binding, fleet, secret)
	if err != nil {
		fmt.Println(err)
		return
	}
	tile, err := binding.Ruleset.ParseTile("B1")
	if err != nil {
		fmt.Println(err)
		return
	}
	opening, err := commitment.Open(binding, fleet, secret, tile)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(opening.Content, commitment.VerifyOpening(binding, board, tile, opening))

	opening.Content = commitment.Water
	err = commitment.VerifyOpening(binding, board, tile, opening)
	fmt.Println(opening.Content, errors.Is(err, commitment.ErrOpening))
	// Output:
	// ship <nil>
	// water true
}
