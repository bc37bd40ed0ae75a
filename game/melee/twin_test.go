package melee_test

import (
	"maps"
	"slices"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
)

// twin is the melee once more, written as plainly as possible: words for what is known, maps, loops over everything,
// nothing shared with the real one but the names of rulesets, actions and errors. It is slow, and changes in place.
type twin struct {
	rules *game.Ruleset
	turn  int64
	claim int64

	stage     string
	extended  bool
	withdrawn bool
	emptied   bool
	round     int
	deadline  int64
	bombed    map[int]bool
	kept      [2]int
	seats     []*twinSeat
}

type twinSeat struct {
	standing string
	lostIn   int
	target   int // -1 for none
	hits     map[int]bool

	owes, struck, unreported, proven bool
}

func newTwin(r *game.Ruleset, c game.Clock, players int, height int64) *twin {
	w := &twin{
		rules: r, turn: c.TurnBlocks, claim: c.ClaimBlocks, stage: "open", deadline: height + c.OpenBlocks,
		bombed: map[int]bool{}, kept: [2]int{1, 1},
	}
	for range players {
		w.seats = append(w.seats, &twinSeat{standing: "vacant", target: -1, hits: map[int]bool{}})
	}
	w.seats[0].standing = "afloat"
	return w
}

// those are the seats of which something holds.
func (w *twin) those(is func(*twinSeat) bool) []*twinSeat {
	var list []*twinSeat
	for _, s := range w.seats {
		if is(s) {
			list = append(list, s)
		}
	}
	return list
}

func afloat(s *twinSeat) bool { return s.standing == "afloat" }
func vacant(s *twinSeat) bool { return s.standing == "vacant" }
func owes(s *twinSeat) bool   { return s.owes }

func (w *twin) fleetTiles() int {
	n := 0
	for _, c := range w.rules.Classes {
		n += c.Length * c.Count
	}
	return n
}

func (w *twin) doomed(s *twinSeat) bool { return len(s.hits) == w.fleetTiles() }

// finished says whether a seat in play has made its last report.
func (w *twin) finished(s *twinSeat) bool {
	last := len(w.bombed)+len(w.volley()) == w.rules.Width*w.rules.Height
	return w.doomed(s) || w.stage == "report" && last && !s.owes
}

// stages says in which stages an action is heard.
func (w *twin) stages(a melee.Action) []string {
	switch a.(type) {
	case melee.Join, melee.Decline:
		return []string{"open"}
	case melee.Leave:
		return []string{"open", "ready"}
	case melee.Confirm:
		return []string{"ready"}
	case melee.Aim:
		return []string{"aim"}
	case melee.Fire:
		return []string{"fire"}
	case melee.Report:
		return []string{"report"}
	case melee.Concede:
		return []string{"aim", "fire", "report"}
	case melee.Claim:
		return []string{"claim", "second"}
	default:
		return []string{"open", "ready", "aim", "fire", "report", "claim", "second"}
	}
}

// step does what melee.Step does, and returns the error that it should wrap.
func (w *twin) step(action melee.Action, height int64) error {
	if !slices.Contains(w.stages(action), w.stage) {
		return game.ErrPhase
	}
	if _, expiry := action.(melee.Expire); expiry {
		if height <= w.deadline {
			return game.ErrNotLate
		}
		w.expire(height)
		return nil
	}
	if height > w.deadline {
		return game.ErrLate
	}
	var by melee.Seat
	switch a := action.(type) {
	case melee.Join:
		w.those(vacant)[0].standing = "afloat"
		w.withdrawn = false
		w.full(height)
		return nil
	case melee.Decline:
		free := w.those(vacant)
		free[len(free)-1].standing = "closed"
		if len(free)-1+len(w.those(afloat)) < 2 {
			w.end("cancelled")
		} else {
			w.full(height)
		}
		return nil
	case melee.Leave:
		by = a.By
	case melee.Confirm:
		by = a.By
	case melee.Aim:
		by = a.By
	case melee.Fire:
		by = a.By
	case melee.Report:
		by = a.By
	case melee.Concede:
		by = a.By
	case melee.Claim:
		by = a.By
	}
	if by < 0 || int(by) >= len(w.seats) || w.seats[by].standing == "vacant" || w.seats[by].standing == "closed" {
		return game.ErrSeat
	}
	return w.act(w.seats[by], action, height)
}

// act is what a player does.
func (w *twin) act(s *twinSeat, action melee.Action, height int64) error {
	_, leaves := action.(melee.Leave)
	_, concedes := action.(melee.Concede)
	switch {
	case leaves && w.stage == "open" && len(w.those(afloat)) > 1:
		s.standing = "vacant"
		return nil
	case leaves && w.stage == "open":
		if w.withdrawn {
			return game.ErrPhase
		}
		w.withdrawn = true
		if height+5 < w.deadline {
			w.deadline = height + 5
		}
		return nil
	case concedes:
		if !afloat(s) || w.doomed(s) || len(w.those(afloat)) == 1 {
			return game.ErrTurn
		}
		w.gone(s, "conceded")
		w.goOn(height, nil)
		return nil
	case !s.owes:
		return game.ErrTurn
	}
	switch a := action.(type) {
	case melee.Leave:
		s.standing, s.owes = "absent", false
		w.ready(height)
	case melee.Confirm:
		s.owes = false
		w.ready(height)
	case melee.Aim:
		s.owes = false
		w.goOn(height, nil)
	case melee.Fire:
		if int(a.Tile) >= w.rules.Width*w.rules.Height {
			return game.ErrTile
		}
		if w.bombed[int(a.Tile)] {
			return game.ErrTileTaken
		}
		s.owes, s.target = false, int(a.Tile)
		w.goOn(height, nil)
	case melee.Report:
		hits := maps.Clone(s.hits)
		for tile := range 256 {
			if a.Hits.Has(game.Tile(tile)) {
				if !w.volley()[tile] {
					return melee.ErrReport
				}
				hits[tile] = true
			}
		}
		if len(hits) > w.fleetTiles() {
			return melee.ErrReport
		}
		s.owes, s.hits = false, hits
		w.goOn(height, nil)
	case melee.Claim:
		return w.prove(s, a.Fleet)
	}
	return nil
}

// volley are the targets of the round.
func (w *twin) volley() map[int]bool {
	tiles := map[int]bool{}
	for _, s := range w.seats {
		if s.target >= 0 {
			tiles[s.target] = true
		}
	}
	return tiles
}

func (w *twin) end(stage string) {
	w.stage, w.deadline, w.withdrawn, w.extended = stage, 0, false, false
	for _, s := range w.seats {
		s.owes = false
	}
}

// ask begins a stage in which some seats owe something.
func (w *twin) ask(stage string, deadline int64, who []*twinSeat) {
	w.end(stage)
	w.deadline = deadline
	for _, s := range who {
		s.owes = true
	}
}

func (w *twin) full(height int64) {
	if len(w.those(vacant)) == 0 {
		wait := w.turn
		if w.claim > wait {
			wait = w.claim
		}
		w.ask("ready", height+wait, w.those(afloat))
	}
}

func (w *twin) ready(height int64) {
	if len(w.those(afloat)) < 2 {
		w.end("cancelled")
	} else if len(w.those(owes)) == 0 {
		w.newRound(height)
	}
}

func (w *twin) newRound(height int64) {
	w.round++
	w.ask("aim", height+w.turn, w.those(afloat))
}

func (w *twin) gone(s *twinSeat, how string) { s.standing, s.lostIn, s.owes = how, w.round, false }

// goOn asks whether the stage has come to its end. Idle are seats that have no aim in this round.
func (w *twin) goOn(height int64, idle []*twinSeat) {
	switch w.stage {
	case "aim", "fire":
		if len(w.those(afloat)) == 1 {
			w.stopPlay(height, nil)
			return
		}
	}
	if len(w.those(owes)) > 0 {
		return
	}
	switch w.stage {
	case "aim":
		w.ask("fire", height+w.turn, w.those(func(s *twinSeat) bool { return afloat(s) && !slices.Contains(idle, s) }))
	case "fire":
		if len(w.volley()) == 0 {
			w.newRound(height)
		} else {
			w.ask("report", height+w.turn, w.those(afloat))
		}
	case "report":
		w.sinkAll()
		if len(w.those(afloat)) < 2 {
			w.stopPlay(height, nil)
			return
		}
		w.settleVolley()
		w.newRound(height)
	}
}

func (w *twin) sinkAll() {
	for _, s := range w.those(afloat) {
		if w.doomed(s) {
			w.gone(s, "sunk")
		} else if w.finished(s) {
			w.gone(s, "unproven")
		}
	}
}

func (w *twin) settleVolley() {
	for tile := range w.volley() {
		w.bombed[tile] = true
	}
	w.forget()
}

func (w *twin) forget() {
	for _, s := range w.seats {
		s.target = -1
	}
}

func (w *twin) expire(height int64) {
	switch w.stage {
	case "open":
		w.end("cancelled")
	case "ready":
		for _, s := range w.those(owes) {
			s.standing, s.owes = "absent", false
		}
		w.ready(height)
	case "aim", "fire", "report":
		w.miss(height)
	case "claim":
		if first := w.firstProven(); first > 0 {
			better := w.those(func(s *twinSeat) bool { return s.owes && w.atBest(s) > first })
			if len(better) == 0 {
				w.end("over")
				return
			}
		}
		w.stage = "second"
		w.ask("second", height+w.claim, w.entitled())
	case "second":
		w.end("over")
	}
}

func (w *twin) miss(height int64) {
	silent := w.those(owes)
	inPlay := w.those(func(s *twinSeat) bool { return afloat(s) && !w.finished(s) })
	others := len(inPlay) - len(silent)
	many := len(silent) > others
	if many && !w.extended {
		w.extended, w.deadline = true, height+w.turn
		return
	}
	if others == 0 {
		w.stopPlay(height, silent)
		return
	}
	if many {
		num, den := w.kept[0]*others, w.kept[1]*len(inPlay)
		for d := den; d > 1; d-- {
			for num%d == 0 && den%d == 0 {
				num, den = num/d, den/d
			}
		}
		w.kept = [2]int{num, den}
	}
	for _, s := range silent {
		if w.stage == "aim" && !many && !s.struck {
			s.struck, s.owes = true, false
		} else {
			w.gone(s, "scuttled")
		}
	}
	w.goOn(height, silent)
}

func (w *twin) stopPlay(height int64, silent []*twinSeat) {
	w.emptied = len(silent) > 0
	if w.stage != "report" {
		w.forget()
	} else {
		w.sinkAll()
		for _, s := range silent {
			s.unreported = true
		}
		if len(silent) == 0 {
			w.settleVolley()
		}
	}
	w.stage = "claim"
	if who := w.entitled(); len(who) > 0 {
		w.ask("claim", height+w.claim, who)
	} else {
		w.end("over")
	}
}

// atBest and atWorst are what a board can be worth: the round of its end, or more than any round.
func (w *twin) atBest(s *twinSeat) int {
	switch s.standing {
	case "afloat":
		return 1000
	case "sunk":
		if w.emptied && s.lostIn < w.round {
			return 0
		}
		return s.lostIn
	default:
		return 0
	}
}

func (w *twin) atWorst(s *twinSeat) int {
	if afloat(s) && s.unreported {
		return w.round
	}
	return w.atBest(s)
}

// firstProven is what the best of the proven boards is worth.
func (w *twin) firstProven() int {
	first := 0
	for _, s := range w.seats {
		if s.proven && w.atBest(s) > first {
			first = w.atBest(s)
		}
	}
	return first
}

// entitled are the seats with a board that may yet be the best one: of all boards, or after the first deadline of those
// that are proven.
func (w *twin) entitled() []*twinSeat {
	return w.those(func(s *twinSeat) bool {
		for _, o := range w.seats {
			if (w.stage == "claim" || o.proven) && o != s && w.atWorst(o) > w.atBest(s) {
				return false
			}
		}
		return !s.proven && w.atBest(s) > 0
	})
}

// prove shows a board.
func (w *twin) prove(s *twinSeat, fleet game.Fleet) error {
	ships, err := w.layOut(fleet)
	if err != nil {
		return err
	}
	for tile := range w.rules.Width * w.rules.Height {
		answered := w.bombed[tile] || !s.unreported && w.volley()[tile]
		if s.standing == "sunk" {
			answered = s.hits[tile]
		}
		if s.hits[tile] && !ships[tile] || answered && ships[tile] && !s.hits[tile] {
			return game.ErrAuditAnswer
		}
	}
	s.proven = true
	if s.unreported {
		s.unreported = false
		for tile := range ships {
			if w.bombed[tile] || w.volley()[tile] {
				s.hits[tile] = true
			}
		}
		if w.doomed(s) {
			w.gone(s, "sunk")
		}
	}
	who := w.entitled()
	if len(who) == 0 {
		w.end("over")
		return nil
	}
	w.ask(w.stage, w.deadline, who)
	return nil
}

// layOut are the tiles of a legal fleet.
func (w *twin) layOut(fleet game.Fleet) (map[int]bool, error) {
	ships := map[int]bool{}
	for i, class := range w.rules.Classes {
		n := 0
		for _, ship := range fleet {
			if ship.Class == i {
				n++
			}
		}
		if n != class.Count {
			return nil, game.ErrFleet
		}
	}
	for _, ship := range fleet {
		x, y := int(ship.Origin)%w.rules.Width, int(ship.Origin)/w.rules.Width
		if w.rules.Classes[ship.Class].Length == 1 && ship.Vertical {
			return nil, game.ErrShip
		}
		for range w.rules.Classes[ship.Class].Length {
			if x >= w.rules.Width || y >= w.rules.Height || ships[y*w.rules.Width+x] {
				return nil, game.ErrFleet
			}
			ships[y*w.rules.Width+x] = true
			if ship.Vertical {
				y++
			} else {
				x++
			}
		}
	}
	if !slices.IsSortedFunc(fleet, func(a, b game.Ship) int { return a.Class - b.Class }) {
		return nil, game.ErrFleet
	}
	return ships, nil
}

// state is the real state that this one stands for.
func (w *twin) state() melee.State {
	s := melee.State{
		Ruleset: w.rules, Clock: game.Clock{TurnBlocks: w.turn, ClaimBlocks: w.claim},
		Stage: map[string]melee.Stage{
			"open": melee.StageOpen, "ready": melee.StageReady, "aim": melee.StageAim, "fire": melee.StageFire,
			"report": melee.StageReport, "claim": melee.StageClaim, "second": melee.StageSecond,
			"over": melee.StageOver, "cancelled": melee.StageCancelled,
		}[w.stage],
		Extended: w.extended, Withdrawn: w.withdrawn, Emptied: w.emptied, Round: w.round, Deadline: w.deadline,
		Kept: melee.Fraction{Num: w.kept[0], Den: w.kept[1]},
	}
	for tile := range w.bombed {
		s.Bombed = s.Bombed.With(game.Tile(tile))
	}
	for i, seat := range w.seats {
		p := melee.Player{
			Standing: map[string]melee.Standing{
				"vacant": melee.Vacant, "closed": melee.Closed, "afloat": melee.Afloat, "absent": melee.Absent,
				"sunk": melee.Sunk, "scuttled": melee.Scuttled, "conceded": melee.Conceded, "unproven": melee.Unproven,
			}[seat.standing],
			Round: seat.lostIn,
		}
		if seat.target >= 0 {
			p.HasTarget, p.Target = true, game.Tile(seat.target)
		}
		for tile := range seat.hits {
			p.Hits = p.Hits.With(game.Tile(tile))
		}
		s.Players = append(s.Players, p)
		add := func(set *melee.Seats, is bool) {
			if is {
				*set = set.With(melee.Seat(i))
			}
		}
		add(&s.Owes, seat.owes)
		add(&s.Struck, seat.struck)
		add(&s.Unreported, seat.unreported)
		add(&s.Proven, seat.proven)
	}
	return s
}
