package bot

import "github.com/battleship-chain/battleship/game"

// way is one placement of a ship.
type way struct {
	tiles game.Set
	// halo are the tiles that touch the ship, also diagonally. It is empty if the ruleset lets ships touch.
	halo game.Set
}

// ways are all placements on an empty board.
type ways struct {
	ruleset *game.Ruleset
	byClass [][]way
}

func newWays(r *game.Ruleset) *ways {
	w := &ways{ruleset: r, byClass: make([][]way, len(r.Classes))}
	for class := range r.Classes {
		for i := range r.Tiles() {
			for _, vertical := range []bool{false, true} {
				tiles, err := r.Footprint(game.Ship{Class: class, Origin: game.Tile(i), Vertical: vertical})
				if err != nil {
					continue // it does not fit on the board there
				}
				w.byClass[class] = append(w.byClass[class], newWay(r, tiles))
			}
		}
	}
	return w
}

func newWay(r *game.Ruleset, tiles game.Set) way {
	w := way{tiles: tiles}
	if !r.Touch {
		w.halo = r.Around(tiles).Minus(tiles)
	}
	return w
}
