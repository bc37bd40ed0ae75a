package tui

import (
	"fmt"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/text"
)

// layout has the positions of the parts of a game: the boards side by side, the fleets below them, the log to the
// right.
type layout struct {
	mine, theirs board
	// under is the line below the boards; log is where the log begins.
	under, log int
}

const (
	// boardGap separates two parts side by side.
	boardGap = 3
	// boardTop is the line of the boards' titles, one less where every line counts.
	boardTop = 3
)

func layoutOf(g Game, r region) layout {
	l := layout{mine: sized(r, g.State.Ruleset, 0, boardTop)}
	l.under = boardTop + l.mine.height()
	switch spare := r.height - l.under - len(g.State.Ruleset.Classes); {
	case spare < 1:
		l.mine.y--
		l.under--
	case spare > 1:
		l.under++
	}
	l.theirs = l.mine
	l.theirs.x = l.mine.width() + boardGap
	l.log = l.theirs.x + l.theirs.width() + boardGap
	return l
}

func (s gameScreen) draw(w *world, r region) {
	g, ok := s.game(w)
	if !ok {
		w.drawAbsent("game", r)
		return
	}
	s.drawHeadline(g, r)
	l := layoutOf(g, r)
	question := wrap(s.asked(g.Risks), r.width)
	if len(question) > r.height-l.under {
		// The boards make room: the question must be read whole.
		for y, line := range question {
			r.put(0, boardTop+y, line, warn)
		}
		return
	}
	s.drawBoards(w, g, r, l)
	log := r.part(l.log, l.mine.y, r.width-l.log, r.height-l.mine.y)
	if s.question != nil || g.Coins != nil {
		log.height = min(log.height, l.under-l.mine.y) // what is below is as wide as the terminal
	}
	drawLog(w, g, log)
	below := r.part(0, l.under, r.width, r.height-l.under)
	switch {
	case s.question != nil:
		for y, line := range question {
			below.put(0, y, line, warn)
		}
	default:
		y := 0
		if g.Coins != nil {
			y = drawCoins(*g.Coins, below) + 1
		}
		fleets := len(g.State.Ruleset.Classes) + 1
		if y == 0 || y+fleets <= below.height {
			drawFleets(w, g, below.part(0, y, below.width, below.height-y), l)
		}
		drawLegend(w, below, y+fleets+1)
	}
}

func (s gameScreen) drawHeadline(g Game, r region) {
	p := strong
	switch winner, won := g.State.Winner(); {
	case won && g.you(winner):
		p = good
	case won && !g.Watching:
		p = bad
	case mayShoot(g) && !g.State.HasPending && !s.isSent:
		p = cursor
	}
	headline := g.headline()
	if s.isSent && mayShoot(g) {
		headline = text.Sentence(text.Shooting.OnItsWay(g.State.Ruleset.TileName(s.sent)))
	}
	clock := g.left(false)
	if textWidth(clock) > r.width-textWidth(headline)-2 {
		clock = g.left(true)
	}
	r.putRight(0, clock, clockPaint(g.State.Deadline-g.Height, g.State.Clock.TurnBlocks, g.OffChain))
	lines := wrap(headline, r.width-textWidth(clock)-1)
	for y, line := range lines[:min(len(lines), boardTop-1)] {
		r.put(0, y, line, p)
	}
	if len(lines) > 1 {
		return // what is due comes before what was
	}
	own, opponents := g.lastAnswers()
	if g.State.Phase == game.PhaseOver {
		shown := [2]bool{g.Fleets[0] != nil, g.Fleets[1] != nil}
		r.put(0, 1, shorten(text.Sentence(g.voice().Boards(g.Proven, shown)), r.width), plain)
		return
	}
	x := 0
	onOwn, onOpponents := good, bad
	if g.Watching {
		onOwn, onOpponents = strong, strong
	}
	if own.text != "" {
		x = r.put(0, 1, own.text, own.paint(onOwn)) + 3
	}
	if opponents.text != "" {
		r.put(x, 1, opponents.text, opponents.paint(onOpponents))
	}
}

// clockPaint warns when a quarter of the time is left. An off-chain game has no clock.
func clockPaint(left, turn int64, offChain bool) paint {
	if !offChain && turn > 0 && 4*left <= turn {
		return bad
	}
	return plain
}

// paint returns the paint of an answer, of which a hit has one of its own.
func (a answered) paint(onHit paint) paint {
	if !a.hit {
		return plain
	}
	return onHit
}

func (s gameScreen) drawBoards(w *world, g Game, r region, l layout) {
	drawTitle(w, r, l.mine, g, g.Me)
	drawTitle(w, r, l.theirs, g, g.Me.Other())
	l.mine.draw(r, s.look(w, g, g.Me), unmarked)
	if !playing(g) {
		l.theirs.draw(r, s.look(w, g, g.Me.Other()), unmarked)
		return
	}
	l.theirs.draw(r, s.look(w, g, g.Me.Other()), s.edge(g.State.Ruleset))
	s.drawTyped(r, l.theirs)
}

// drawTitle draws the owner and the hits of a board, with a mark at the one under fire.
func drawTitle(w *world, r region, b board, g Game, seat game.Seat) {
	title := "Other board"
	hits := fmt.Sprintf("%d/%d", g.State.Sides[seat].Hits.Len(), g.State.Ruleset.ShipTiles())
	room := b.width() - labels - 2
	if g.you(seat) || g.Names[seat] != "" || g.Watching {
		if title = text.Upper(g.voice().Board(text.Duelist(seat))); textWidth(title) > room-len(hits)-1 {
			title = text.Upper(g.name(seat))
		}
	}
	p := strong
	if under, ok := underFire(g); ok && under == seat {
		if mayShoot(g) && !g.State.HasPending {
			p = cursor
		}
		r.put(b.x+labels-1, b.y, string(w.marks.bullet), p)
	}
	r.put(b.x+labels+1, b.y, shorten(title, room-len(hits)-1), p)
	r.put(b.x+labels+1+room-len(hits), b.y, hits, faint)
}

// underFire is whose board is shot at, while shots are fired.
func underFire(g Game) (game.Seat, bool) {
	if g.State.HasPending {
		return g.State.Actor, g.State.Phase == game.PhasePlay
	}
	return g.State.Actor.Other(), g.State.Phase == game.PhasePlay
}

// look is how the tiles of a board look.
func (s gameScreen) look(w *world, g Game, seat game.Seat) func(game.Tile) look {
	side, r := g.State.Sides[seat], g.State.Ruleset
	sunken := sunkTiles(g, seat)
	var ships game.Set
	for _, one := range g.Fleets[seat] {
		if tiles, err := r.Footprint(one); err == nil {
			ships = ships.Union(tiles)
		}
	}
	last, hasLast := lastShotAt(g, seat)
	aim, aiming := s.aim.target(r)
	aiming = aiming && seat != g.Me && playing(g)
	return func(t game.Tile) look {
		one := look{mark: w.marks.water, paint: water}
		switch {
		case g.State.HasPending && g.State.Actor == seat && g.State.Pending == t,
			s.isSent && seat != g.Me && s.sent == t:
			one = look{mark: w.marks.pending, paint: warn}
		case sunken.Has(t):
			one = look{mark: w.marks.sunk, paint: sunk}
		case side.Hits.Has(t):
			one = look{mark: w.marks.hit, paint: hit}
		case side.Answered.Has(t):
			one = look{mark: w.marks.miss, paint: miss}
		case ships.Has(t):
			one = look{mark: w.marks.ship, paint: ship}
		}
		switch {
		case aiming && aim == t:
			one.ring = ringCursor
		case hasLast && last == t:
			one.ring = ringLast
		}
		return one
	}
}

// sunkTiles are the tiles of a player's ships that are known to be sunk: by announcement, or because the fleet is
// known.
func sunkTiles(g Game, seat game.Seat) game.Set {
	side := g.State.Sides[seat]
	var all game.Set
	for _, ships := range [][]game.Ship{side.Sunk, g.Fleets[seat]} {
		for _, one := range ships {
			if tiles, err := g.State.Ruleset.Footprint(one); err == nil && tiles.Minus(side.Hits).IsEmpty() {
				all = all.Union(tiles)
			}
		}
	}
	return all
}

// lastShotAt is the last shot at a player's board.
func lastShotAt(g Game, seat game.Seat) (game.Tile, bool) {
	for i := len(g.Log) - 1; i >= 0; i-- {
		if fired, ok := g.Log[i].Event.(game.ShotFired); ok && fired.By != seat {
			return fired.Tile, true
		}
		if a, ok := g.Log[i].Event.(game.ShotAnswered); ok && a.By == seat {
			return a.Tile, true
		}
	}
	return 0, false
}

// drawFleets draws the remaining ships of both fleets, below their boards.
func drawFleets(w *world, g Game, r region, l layout) {
	ruleset := g.State.Ruleset
	for _, seat := range []game.Seat{g.Me, g.Me.Other()} {
		b := l.mine
		if seat != g.Me {
			b = l.theirs
		}
		side := r.part(b.x+labels+1, 0, b.width()-labels, r.height)
		for class := range ruleset.Classes {
			side.put(0, class, ruleset.Classes[class].Name, plain)
			drawClass(w, g, seat, class, side, nameWidth(ruleset), class)
		}
		if seat != g.Me && !ruleset.AnnounceSunk && g.Fleets[seat] == nil {
			side.putWrapped(0, len(ruleset.Classes), text.SinkingsSilent, faint)
		}
	}
}

// drawLegend explains the marks, if there is room for it below the fleets.
func drawLegend(w *world, r region, from int) {
	y := r.height - 1
	if y <= from {
		return
	}
	x := labels + 1
	for _, one := range w.legend() {
		x = r.put(x, y, one.mark, one.paint)
		x = r.put(x+1, y, one.short, faint) + 2
	}
}

// nameWidth is the width of the classes' names, with a gap.
func nameWidth(r *game.Ruleset) int {
	width := 0
	for _, class := range r.Classes {
		width = max(width, len(class.Name))
	}
	return width + 1
}

// drawClass draws the ships of a class: whole ones, hit ones as far as the player sees that, and sunk ones.
func drawClass(w *world, g Game, seat game.Seat, class int, r region, x, y int) {
	c := g.State.Ruleset.Classes[class]
	side := g.State.Sides[seat]
	draw := func(mark rune, p paint) { x = r.put(x, y, string(mark), p) }
	if fleet := g.Fleets[seat]; fleet != nil {
		for _, one := range fleet {
			if one.Class != class {
				continue
			}
			tiles, err := g.State.Ruleset.Footprint(one)
			if err != nil {
				continue
			}
			gone := tiles.Minus(side.Hits).IsEmpty()
			for t := range tiles.All() {
				switch {
				case gone:
					draw(w.marks.sunk, sunk)
				case side.Hits.Has(t):
					draw(w.marks.hit, hit)
				default:
					draw(w.marks.ship, ship)
				}
			}
			x++
		}
		return
	}
	gone := 0
	for _, one := range side.Sunk {
		if one.Class == class {
			gone++
		}
	}
	for i := range c.Count {
		for range c.Length {
			if i < gone {
				draw(w.marks.sunk, sunk)
			} else {
				draw(w.marks.ship, faint)
			}
		}
		x++
	}
}

// drawCoins draws the payments of the game, and returns the line after it.
func drawCoins(c Coins, r region) int {
	const column = 7
	y := 0
	for _, one := range []struct{ what, coins string }{
		{"Paid", c.In}, {"Fees", c.Fees}, {"Got", c.Out}, {"Net", c.Net},
	} {
		if one.coins == "" {
			continue
		}
		r.put(0, y, one.what, plain)
		y = r.putWrapped(column, y, one.coins, strong)
	}
	for _, note := range c.Notes {
		y = r.putWrapped(0, y, text.Sentence(note), faint)
	}
	return y
}
