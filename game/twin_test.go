package game_test

import (
	"fmt"
	"slices"

	"github.com/battleship-chain/battleship/game"
)

// twin is the game once more, written as plainly as possible: words for what is known, maps from tile names, loops over
// everything, nothing shared with the real one but the names of rulesets, actions and errors. It is slow, and changes
// in place.
type twin struct {
	rules *game.Ruleset
	// kept says that a proven game keeps claims.
	kept  bool
	turn  int64
	claim int64

	phase    string
	owes     string
	actor    int
	first    int
	deadline int64
	pending  string
	reason   string
	second   string
	// boards say "hit" or "miss" for each tile that was answered.
	boards []map[string]string
	sunk   [][]game.Ship
}

func newTwin(r *game.Ruleset, c game.Clock, height int64) *twin {
	return &twin{
		rules: r, turn: c.TurnBlocks, claim: c.ClaimBlocks,
		phase: "open", deadline: height + c.OpenBlocks,
		boards: []map[string]string{{}, {}}, sunk: [][]game.Ship{nil, nil},
	}
}

// step does what game.Step does, and returns the error that it should wrap.
func (w *twin) step(action game.Action, height int64) error {
	joined := w.phase == "toss" || w.phase == "play"
	inTime := height <= w.deadline
	switch a := action.(type) {
	case game.Join:
		if w.phase != "open" {
			return game.ErrPhase
		}
		if !inTime {
			return game.ErrLate
		}
		w.phase, w.owes, w.actor, w.deadline, w.reason = "toss", "toss-reveal", 0, height+w.turn, ""
	case game.Cancel:
		if w.phase != "open" {
			return game.ErrPhase
		}
		if !inTime {
			return game.ErrLate
		}
		if a.By != 0 && a.By != 1 {
			return game.ErrSeat
		}
		if a.By != 0 {
			return game.ErrTurn
		}
		if w.reason == "cancelled" {
			return game.ErrPhase
		}
		w.reason = "cancelled"
		if soon := height + 5; soon < w.deadline {
			w.deadline = soon
		}
	case game.Decline:
		if w.phase != "open" {
			return game.ErrPhase
		}
		if !inTime {
			return game.ErrLate
		}
		w.finish("cancelled", 0, "cancelled")
	case game.RevealToss:
		if w.phase != "toss" {
			return game.ErrPhase
		}
		if !inTime {
			return game.ErrLate
		}
		if a.By != 0 && a.By != 1 || a.By == 0 && a.First != 0 && a.First != 1 {
			return game.ErrSeat
		}
		if a.By != 0 {
			return game.ErrTurn
		}
		w.phase, w.owes, w.actor, w.deadline = "play", "shot", int(a.First), height+w.turn
		w.first = int(a.First)
	case game.Shoot:
		return w.shoot(a, height)
	case game.Answer:
		return w.answer(a, height)
	case game.Concede, game.Challenge:
		by, reason := game.Seat(0), "conceded"
		if c, ok := a.(game.Concede); ok {
			by = c.By
		}
		if c, ok := a.(game.Challenge); ok {
			by, reason = c.By, "challenged"
		}
		if !joined || reason == "challenged" && w.rules.Proven {
			return game.ErrPhase
		}
		if !inTime {
			return game.ErrLate
		}
		if by != 0 && by != 1 {
			return game.ErrSeat
		}
		w.leave(1-int(by), reason, height)
	case game.Claim:
		if w.phase != "claim" {
			return game.ErrPhase
		}
		if !inTime {
			return game.ErrLate
		}
		if a.By != 0 && a.By != 1 {
			return game.ErrSeat
		}
		if int(a.By) != w.actor && w.second != "open" {
			return game.ErrTurn
		}
		if err := w.audit(int(a.By), a.Fleet); err != nil {
			return err
		}
		if int(a.By) == w.actor && w.second == "open" {
			w.second, w.actor = "proven", 1-w.actor
		} else {
			w.finish("over", int(a.By), w.reason)
		}
	case game.Expire:
		if w.phase == "over" || w.phase == "cancelled" {
			return game.ErrPhase
		}
		if inTime {
			return game.ErrNotLate
		}
		switch {
		case w.phase == "open":
			w.finish("cancelled", 0, "cancelled")
		case joined:
			w.leave(1-w.actor, "timeout", height)
		case w.reason == "timeout" || w.reason == "unproven":
			w.finish("over", 0, "void")
		case w.second == "":
			w.letClaim(1-w.actor, w.reason, height)
			w.second = "open"
		case w.second == "open":
			w.finish("over", 0, "void")
		default:
			w.finish("over", 1-w.actor, "unproven")
		}
	}
	return nil
}

func (w *twin) shoot(a game.Shoot, height int64) error {
	if err := w.mayPlay(int(a.By), "shot", height); err != nil {
		return err
	}
	if int(a.Tile) >= w.rules.Width*w.rules.Height {
		return game.ErrTile
	}
	tile := cell(int(a.Tile)%w.rules.Width, int(a.Tile)/w.rules.Width)
	if w.boards[1-a.By][tile] != "" {
		return game.ErrTileTaken
	}
	w.pending, w.owes, w.actor, w.deadline = tile, "answer", 1-int(a.By), height+w.turn
	return nil
}

func (w *twin) answer(a game.Answer, height int64) error {
	if err := w.mayPlay(int(a.By), "answer", height); err != nil {
		return err
	}
	me, shooter := int(a.By), 1-int(a.By)
	if a.Sunk != nil {
		if err := w.maySink(me, a.Hit, *a.Sunk); err != nil {
			return err
		}
	}
	hits, shipTiles := 0, 0
	if a.Hit {
		hits++
	}
	for _, word := range w.boards[me] {
		if word == "hit" {
			hits++
		}
	}
	for _, class := range w.rules.Classes {
		for range class.Count {
			shipTiles += class.Length
		}
	}
	lastTile := len(w.boards[me])+1 == w.rules.Width*w.rules.Height
	if lastTile && hits < shipTiles && w.rules.Proven && !w.kept {
		return game.ErrAnswer
	}
	if a.Sunk != nil {
		w.sunk[me] = append(w.sunk[me], *a.Sunk)
	}
	w.boards[me][w.pending] = "miss"
	if a.Hit {
		w.boards[me][w.pending] = "hit"
	}
	w.pending = ""
	if hits == shipTiles {
		w.leave(shooter, "sunk", height)
		return nil
	}
	if lastTile {
		w.leave(shooter, "unproven", height)
		return nil
	}
	w.owes, w.actor, w.deadline = "shot", me, height+w.turn
	if a.Hit && w.rules.HitShootsAgain {
		w.actor = shooter
	}
	return nil
}

// mayPlay says whether a player owes this in play.
func (w *twin) mayPlay(by int, what string, height int64) error {
	switch {
	case w.phase != "play":
		return game.ErrPhase
	case height > w.deadline:
		return game.ErrLate
	case by != 0 && by != 1:
		return game.ErrSeat
	case by != w.actor || what != w.owes:
		return game.ErrTurn
	}
	return nil
}

// maySink says whether a ship may be announced with the answer to the pending shot.
func (w *twin) maySink(me int, hit bool, ship game.Ship) error {
	if !w.rules.AnnounceSunk {
		return game.ErrSunkSilent
	}
	if !hit {
		return game.ErrSunkMiss
	}
	cells, ok := w.cells(ship)
	if !ok {
		return game.ErrSunkShape
	}
	for _, c := range cells {
		if c != w.pending && w.boards[me][c] != "hit" {
			return game.ErrSunkEarly
		}
	}
	same := 0
	for _, other := range w.sunk[me] {
		if other.Class == ship.Class {
			same++
		}
	}
	if same == w.rules.Classes[ship.Class].Count {
		return game.ErrSunkAgain
	}
	for _, other := range w.sunk[me] {
		if w.clash(ship, other) != "" {
			return game.ErrSunkClash
		}
	}
	if !slices.Contains(cells, w.pending) {
		return game.ErrSunkLate
	}
	return nil
}

// audit says whether a player's fleet is legal and its answers were true.
func (w *twin) audit(me int, fleet game.Fleet) error {
	for i, class := range w.rules.Classes {
		n := 0
		for _, ship := range fleet {
			if ship.Class == i {
				n++
			}
		}
		if n < class.Count {
			return game.ErrFleetMissing
		}
		if n > class.Count {
			return game.ErrFleetExtra
		}
	}
	ships := map[string]bool{}
	for i, ship := range fleet {
		cells, ok := w.cells(ship)
		if !ok {
			return game.ErrFleetOffBoard
		}
		for _, other := range fleet[:i] {
			if other.Class > ship.Class {
				return game.ErrFleetOrder
			}
			switch w.clash(ship, other) {
			case "overlap":
				return game.ErrFleetOverlap
			case "touch":
				return game.ErrFleetTouch
			}
		}
		for _, c := range cells {
			ships[c] = true
		}
	}
	for y := range w.rules.Height {
		for x := range w.rules.Width {
			word := w.boards[me][cell(x, y)]
			if word == "hit" && !ships[cell(x, y)] || word == "miss" && ships[cell(x, y)] {
				return game.ErrAuditAnswer
			}
		}
	}
	for _, ship := range w.sunk[me] {
		if !slices.Contains(fleet, ship) {
			return game.ErrAuditSunk
		}
	}
	for _, ship := range fleet {
		cells, _ := w.cells(ship)
		afloat := slices.ContainsFunc(cells, func(c string) bool { return w.boards[me][c] != "hit" })
		if w.rules.AnnounceSunk && !afloat && !slices.Contains(w.sunk[me], ship) {
			return game.ErrAuditSunk
		}
	}
	return nil
}

// cells are the tiles of a ship by name, if it lies on the board and has one form alone.
func (w *twin) cells(ship game.Ship) ([]string, bool) {
	if ship.Class < 0 || ship.Class >= len(w.rules.Classes) {
		return nil, false
	}
	length := w.rules.Classes[ship.Class].Length
	x, y := int(ship.Origin)%w.rules.Width, int(ship.Origin)/w.rules.Width
	var cells []string
	for range length {
		if x >= w.rules.Width || y >= w.rules.Height {
			return nil, false
		}
		cells = append(cells, cell(x, y))
		if ship.Vertical {
			y++
		} else {
			x++
		}
	}
	return cells, length > 1 || !ship.Vertical
}

// clash says how two ships on the board are in each other's way, if they are.
func (w *twin) clash(a, b game.Ship) string {
	first, _ := w.cells(a)
	second, _ := w.cells(b)
	clash := ""
	for _, c := range first {
		for _, d := range second {
			dx, dy := int(c[0])-int(d[0]), int(c[1])-int(d[1])
			switch {
			case dx == 0 && dy == 0:
				return "overlap"
			case dx*dx <= 1 && dy*dy <= 1 && !w.rules.Touch:
				clash = "touch"
			}
		}
	}
	return clash
}

// leave is the end of play.
func (w *twin) leave(winner int, reason string, height int64) {
	if w.rules.Proven && !w.kept {
		w.pending = ""
		w.finish("over", winner, reason)
	} else {
		w.letClaim(winner, reason, height)
	}
}

func (w *twin) letClaim(claimant int, reason string, height int64) {
	w.phase, w.owes, w.actor, w.reason, w.pending, w.deadline = "claim", "claim", claimant, reason, "", height+w.claim
}

func (w *twin) finish(phase string, actor int, reason string) {
	w.phase, w.owes, w.actor, w.reason, w.second, w.deadline = phase, "", actor, reason, "", 0
}

// state is the real state that this one stands for.
func (w *twin) state() game.State {
	s := game.State{
		Ruleset:      w.rules,
		ProvenClaims: w.kept,
		Clock:        game.Clock{TurnBlocks: w.turn, ClaimBlocks: w.claim},
		Phase: map[string]game.Phase{
			"open": game.PhaseOpen, "toss": game.PhaseToss, "play": game.PhasePlay,
			"claim": game.PhaseClaim, "over": game.PhaseOver, "cancelled": game.PhaseCancelled,
		}[w.phase],
		Owes: map[string]game.Obligation{
			"toss-reveal": game.OwesTossReveal, "answer": game.OwesAnswer, "shot": game.OwesShot, "claim": game.OwesClaim,
		}[w.owes],
		Actor:    game.Seat(w.actor),
		First:    game.Seat(w.first),
		Deadline: w.deadline,
		Reason: map[string]game.Reason{
			"sunk": game.ReasonSunk, "conceded": game.ReasonConceded, "challenged": game.ReasonChallenged,
			"timeout": game.ReasonTimeout, "unproven": game.ReasonUnproven, "cancelled": game.ReasonCancelled,
			"void": game.ReasonVoid,
		}[w.reason],
		Second: map[string]game.SecondClaim{"open": game.SecondOpen, "proven": game.SecondProven}[w.second],
	}
	for seat := range w.boards {
		side := game.Side{Sunk: slices.Clone(w.sunk[seat])}
		for y := range w.rules.Height {
			for x := range w.rules.Width {
				tile := game.Tile(y*w.rules.Width + x)
				if w.pending == cell(x, y) && seat == w.actor {
					s.Pending, s.HasPending = tile, true
				}
				if w.boards[seat][cell(x, y)] != "" {
					side.Answered = side.Answered.With(tile)
				}
				if w.boards[seat][cell(x, y)] == "hit" {
					side.Hits = side.Hits.With(tile)
				}
			}
		}
		s.Sides[seat] = side
	}
	return s
}

// cell names a tile by two letters, column and row.
func cell(x, y int) string { return fmt.Sprintf("%c%c", 'a'+x, 'a'+y) }
