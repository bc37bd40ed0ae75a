package tui

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/player/text"
)

const (
	// meleeTop is the line of the large board's title: the next action is above.
	meleeTop = 2
	// smallGap separates two small boards, at least, and meleeGap the large one from them.
	smallGap, meleeGap = 2, 3
	// leastLog is how many lines the log has at least, if it can be.
	leastLog = 4
	// rosterLeast and rosterWide are how wide a column of the list of seats is at least, below the large board and below
	// everything.
	rosterLeast, rosterWide = 16, 19
	// rosterMost is how wide it is at most before the first round.
	rosterMost = 42
	// fairName is how many letters of a name must have room beside the long words.
	fairName = 8
)

// meleeLayout has the positions of the parts of a melee: a large board, the small ones to its right in rows, the list
// of seats and the log where there is room.
type meleeLayout struct {
	own board
	// cell is how many columns a tile takes on a small board.
	cell int
	// columns and rows are how many small boards are shown at once, and pitch how many columns each has.
	columns, rows, pitch int
	// boards is their region, log the free one below them, or below the list.
	boards, roster, log region
	rosterColumns       int
}

// perPage is how many small boards are shown at once.
func (l meleeLayout) perPage() int { return max(l.columns*l.rows, 1) }

// smallWidth and smallHeight are the size of a small board with its title.
func (l meleeLayout) smallWidth() int  { return (l.own.ruleset.Width-1)*l.cell + 1 }
func (l meleeLayout) smallHeight() int { return 1 + l.own.ruleset.Height }

// meleeLayoutOf is the layout that shows the most small boards at once, and of those the one with the largest board.
func meleeLayoutOf(m Melee, large melee.Seat, r region) meleeLayout {
	seats, others := len(m.seats()), len(m.boards(large))
	var best meleeLayout
	bestPages, bestLog := 0, false
	for _, size := range [][3]int{{4, 2, 2}, {4, 2, 1}, {3, 1, 2}, {3, 1, 1}, {2, 1, 2}, {2, 1, 1}} {
		l := meleeLayout{cell: size[2], own: board{ruleset: m.State.Ruleset, cell: size[0], step: size[1], y: meleeTop}}
		if !l.fill(r, seats, others) {
			continue
		}
		pages, log := (others+l.perPage()-1)/l.perPage(), l.log.height >= leastLog
		if best.own.ruleset == nil || pages < bestPages || pages == bestPages && log && !bestLog {
			best, bestPages, bestLog = l, pages, log
		}
	}
	return best
}

// fill lays out the parts beside and below the large board, and reports whether there is room for them.
func (l *meleeLayout) fill(r region, seats, others int) bool {
	left := r.part(0, meleeTop+l.own.height()+1, l.own.width()+meleeGap-1, r.height)
	x := l.own.width() + meleeGap
	// The rows of small boards are beside those of the large one, if that has one line for each.
	right := r.part(x, meleeTop+1, r.width-x, r.height)
	if meleeTop+l.own.height() > r.height {
		return false
	}
	if others == 0 {
		return l.fillBefore(r.part(x, meleeTop, r.width-x, r.height), left, seats)
	}
	most := max(l.own.width()/rosterLeast, 1)
	l.rosterColumns = min((seats+max(left.height, 1)-1)/max(left.height, 1), most)
	if lines := (seats + l.rosterColumns - 1) / l.rosterColumns; lines <= left.height {
		l.roster = left.part(0, 0, left.width, lines)
		left = left.part(0, lines+1, left.width, left.height)
	} else {
		l.rosterColumns = max(r.width/rosterWide, 1)
		lines = (seats + l.rosterColumns - 1) / l.rosterColumns
		// With a free line above, and the log below.
		y := meleeTop + max(l.own.height(), l.smallHeight()+1) + 1
		if y+lines > r.height {
			return false
		}
		l.roster = r.part(0, y, r.width, lines)
		left = r.part(0, y+lines, r.width, r.height)
		right.height = y - 2 - meleeTop
	}
	l.columns = (right.width + smallGap) / (l.smallWidth() + smallGap)
	l.columns = min(l.columns, others)
	if l.columns < 1 {
		return false
	}
	needed := (others + l.columns - 1) / l.columns
	l.rows = min(needed, right.height/l.smallHeight())
	if l.rows < 1 {
		return false
	}
	l.columns = min(l.columns, (others+l.rows-1)/l.rows)
	l.pitch = min((right.width+smallGap)/l.columns, 2*l.smallWidth())
	used := l.rows * l.smallHeight()
	l.boards = right.part(0, 0, right.width, used)
	l.log = right.part(0, used+1, right.width, right.height)
	if l.log.height < leastLog && left.height > l.log.height {
		l.log = left
	}
	return true
}

// fillBefore lays out a table before its first round: where the small boards will be there is room for whole names.
func (l *meleeLayout) fillBefore(right, left region, seats int) bool {
	const title = 1
	l.rosterColumns, l.roster = 1, right.part(0, title, min(right.width, rosterMost), seats)
	l.log = right.part(0, title+seats+1, right.width, right.height)
	if l.log.height < leastLog && left.height > l.log.height {
		l.log = left
	}
	return l.roster.height == seats
}

// seats are the seats of the list.
func (m Melee) seats() []melee.Seat {
	if m.begun() {
		return m.seated()
	}
	var all []melee.Seat
	for i := range m.State.Players {
		all = append(all, melee.Seat(i))
	}
	return all
}

func (s meleeScreen) draw(w *world, r region) {
	m, ok := s.melee(w)
	if !ok {
		w.drawAbsent("melee", r)
		return
	}
	s.drawHeadline(m, r)
	l := meleeLayoutOf(m, s.largest(m), r)
	pages := s.pages(m, l)
	page := pages[s.page%len(pages)]
	words := l.log
	if page.kind != pageBoards {
		words = l.aside()
	}
	if s.question != nil && len(wrap(s.asked(m), words.width)) > words.height {
		// The boards make room: the question must be read whole.
		r.part(0, meleeTop+1, r.width, r.height).putWrapped(0, 0, s.asked(m), warn)
		return
	}
	s.drawLarge(w, m, r, l.own)
	drawRoster(w, m, l)
	if page.kind == pageBoards {
		s.drawPage(w, m, l, page.from)
	}
	switch {
	case s.question != nil:
		words.putWrapped(0, 0, s.asked(m), warn)
	case page.kind == pageRanking:
		page.drawRanking(m, words)
	default:
		drawMeleeLog(m, words)
	}
}

// drawPage draws as many small boards as there is room for.
func (s meleeScreen) drawPage(w *world, m Melee, l meleeLayout, from int) {
	others := m.boards(s.largest(m))
	for i, seat := range others[from:min(from+l.perPage(), len(others))] {
		x, y := i%l.columns*l.pitch, i/l.columns*l.smallHeight()
		s.drawSmall(w, m, seat, l, l.boards.part(x, y, l.pitch, l.smallHeight()))
	}
}

// aside is the region beside the large board.
func (l meleeLayout) aside() region {
	aside := l.boards
	if l.log.y > aside.y && l.log.x == aside.x {
		aside.height = l.log.y + l.log.height - aside.y
	}
	if aside.height == 0 {
		aside = l.log
	}
	return aside
}

// pageKind is the kind of a page.
type pageKind uint8

const (
	pageBoards pageKind = iota
	pageRanking
	pageLog
)

// meleePage is a page beside the large board.
type meleePage struct {
	kind pageKind
	// from is the first small board, or the first of the ranked seats, of which to is behind the last.
	from, to int
	// last reports whether the payments follow the ranking, and the log if there is room for it.
	last bool
}

// pages are the pages beside the large board: the ranking, the small boards, and more of the log.
func (s meleeScreen) pages(m Melee, l meleeLayout) []meleePage {
	var pages []meleePage
	if m.State.Stage == melee.StageOver {
		pages = m.rankingPages(l.aside())
	}
	for from := 0; from < len(m.boards(s.largest(m))); from += l.perPage() {
		pages = append(pages, meleePage{from: from})
	}
	if !l.tellsAll(m) {
		pages = append(pages, meleePage{kind: pageLog})
	}
	if len(pages) == 0 {
		pages = append(pages, meleePage{})
	}
	return pages
}

// rankingPages are the pages of the ranking, below a title, with the payments.
func (m Melee) rankingPages(r region) []meleePage {
	seats, perPage := len(m.ranked()), max(r.height-1, 1)
	var pages []meleePage
	for from := 0; from < seats; from += perPage {
		pages = append(pages, meleePage{kind: pageRanking, from: from, to: min(from+perPage, seats)})
	}
	if m.Coins != nil {
		lines := drawCoins(*m.Coins, region{width: r.width})
		if last := pages[len(pages)-1]; last.to-last.from+2+lines > r.height {
			pages = append(pages, meleePage{kind: pageRanking, from: seats, to: seats})
		}
	}
	pages[len(pages)-1].last = true
	return pages
}

// ranked are the seats by rank.
func (m Melee) ranked() []melee.Seat {
	ranks, seats := m.State.Ranking(), m.seated()
	slices.SortStableFunc(seats, func(a, b melee.Seat) int { return cmp.Compare(ranks[a], ranks[b]) })
	return seats
}

// tellsAll reports whether the log has room beside the boards, or as much as it can have.
func (l meleeLayout) tellsAll(m Melee) bool {
	return l.boards.height == 0 || len(m.logLines(l.log.width)) <= logRoom(l.log.height)
}

func (s meleeScreen) drawHeadline(m Melee, r region) {
	p := strong
	switch winners := m.State.Winners(); {
	case m.mayAim() && !s.isSent, m.mayConfirm():
		p = cursor
	case m.State.Stage != melee.StageOver || m.Watching:
	case winners.Has(m.Me):
		p = good
	default:
		p = bad
	}
	headline := m.headline(r.width)
	if s.isSent && m.mayAim() {
		headline = text.Sentence(text.Bombing.OnItsWay(m.State.Ruleset.TileName(s.sent)))
	}
	concern, clock := m.concern(), m.left(false)
	if textWidth(concern)+textWidth(clock) >= r.width {
		clock = m.left(true)
	}
	r.put(0, 0, headline, p)
	r.putRight(1, clock, clockPaint(m.State.Deadline-m.Height, m.State.Clock.TurnBlocks, false))
	r.put(0, 1, shorten(concern, r.width-textWidth(clock)-1), plain)
}

// drawLarge draws the large board with its title.
func (s meleeScreen) drawLarge(w *world, m Melee, r region, b board) {
	seat := s.largest(m)
	title := m.name(seat)
	if m.you(seat) {
		title = text.Upper(m.voice().Board(text.Player(seat)))
	}
	hits := ""
	if m.begun() {
		hits = fmt.Sprintf("%d/%d", m.State.Players[seat].Hits.Len(), m.State.Ruleset.ShipTiles())
	}
	room := b.width() - labels - 2
	r.put(b.x+labels+1, b.y, shorten(title, room-len(hits)-1), strong)
	r.put(b.x+labels+1+room-len(hits), b.y, hits, faint)
	at := m.look(w, seat)
	cursorAt, aiming := s.aim.target(m.State.Ruleset)
	aiming = aiming && s.inPlay(m)
	marked := unmarked
	if s.inPlay(m) {
		marked = s.edge(m.State.Ruleset)
		s.drawTyped(r, b)
	}
	b.draw(r, func(t game.Tile) look {
		one := at(t)
		switch {
		case aiming && cursorAt == t:
			one.ring = ringCursor
		case s.isTarget(m, t):
			one.ring = ringLast
		}
		return one
	}, marked)
}

// isTarget reports whether the player has aimed at a tile in this round.
func (s meleeScreen) isTarget(m Melee, t game.Tile) bool {
	own := m.State.Players[m.Me]
	return !m.Watching && (m.HasTarget && m.Target == t || s.isSent && s.sent == t || own.HasTarget && own.Target == t)
}

// look is how the tiles of a seat's board look.
func (m Melee) look(w *world, seat melee.Seat) func(game.Tile) look {
	p, volley := m.State.Players[seat], m.State.Volley()
	side, err := m.Answers.Side(m.State, seat)
	ships, known := m.ships(seat)
	return func(t game.Tile) look {
		bombed := m.State.Bombed.Has(t)
		switch {
		case err != nil:
			return look{mark: w.marks.unknown, paint: faint}
		case p.Hits.Has(t) && p.Standing == melee.Sunk:
			return look{mark: w.marks.sunk, paint: sunk}
		case p.Hits.Has(t):
			return look{mark: w.marks.hit, paint: hit}
		case !bombed && !volley.Has(t):
			if known && ships.Has(t) {
				return look{mark: w.marks.ship, paint: ship}
			}
			return look{mark: w.marks.water, paint: water}
		case side.Answered.Has(t):
			return look{mark: w.marks.miss, paint: miss}
		case p.Standing == melee.Afloat:
			return look{mark: w.marks.pending, paint: warn}
		case known && ships.Has(t): // what falls on a fleet that is out of play does not count
			return look{mark: w.marks.ship, paint: ship}
		default:
			return look{mark: w.marks.unknown, paint: faint}
		}
	}
}

// drawSmall draws a small board below its title.
func (s meleeScreen) drawSmall(w *world, m Melee, seat melee.Seat, l meleeLayout, r region) {
	p, paint := m.State.Players[seat], strong
	told, width := fmt.Sprintf("%d/%d", p.Hits.Len(), m.State.Ruleset.ShipTiles()), min(l.pitch-1, l.smallWidth()+4)
	switch {
	case p.Standing != melee.Afloat:
		words := text.Outcome(m.State, seat)
		told = fits(words[1:], width-1-min(textWidth(m.name(seat)), fairName))
		paint = faint
	case m.State.Owes.Has(seat):
		paint = warn
	}
	name := logName(m.Names[seat], width-textWidth(told)-1)
	if m.you(seat) {
		name = "you"
	}
	r.put(0, 0, name, paint)
	r.put(max(l.smallWidth(), textWidth(name)+1+textWidth(told))-textWidth(told), 0, told, faint)
	at := m.look(w, seat)
	target, aiming := s.aim.target(m.State.Ruleset)
	aiming = aiming && s.inPlay(m)
	for i := range m.State.Ruleset.Tiles() {
		one := at(game.Tile(i))
		if aiming && target == game.Tile(i) {
			if one.paint = cursor; one.mark == w.marks.water {
				one.mark = w.marks.target
			}
		}
		r.put(i%m.State.Ruleset.Width*l.cell, 1+i/m.State.Ruleset.Width, string(one.mark), one.paint)
	}
}

// drawRoster lists the seats with their obligations.
func drawRoster(w *world, m Melee, l meleeLayout) {
	seats := m.seats()
	lines := max(l.roster.height, 1)
	width := l.roster.width / max(l.rosterColumns, 1)
	const marks, gap = 2, 1
	room := true // for the names beside the long words
	for _, seat := range seats {
		long, _ := text.InStage(m.State, seat)
		room = room && marks+min(textWidth(m.name(seat)), fairName)+gap+textWidth(long) < width
	}
	if !m.begun() {
		l.roster.above().put(0, 0, "Players", strong)
	}
	for i, seat := range seats {
		r := l.roster.part(i/lines*width, i%lines, width-1, 1)
		word, short := text.InStage(m.State, seat)
		if !room {
			word = short
		}
		if m.struck(seat) {
			r.put(1, 0, string(w.marks.strike), bad)
		}
		name := logName(m.name(seat), r.width-textWidth(word)-marks-gap)
		if m.State.Players[seat].Standing == melee.Vacant || m.State.Players[seat].Standing == melee.Closed {
			name = "-"
		}
		if m.State.Owes.Has(seat) {
			r.put(0, 0, string(w.marks.bullet), warn)
		}
		who := plain
		if m.you(seat) {
			who = strong
		}
		r.put(marks, 0, name, who)
		r.putRight(0, word, m.statePaint(seat))
	}
}

// drawRanking lists the places and payments of the players on the page.
func (p meleePage) drawRanking(m Melee, r region) {
	ranks := m.State.Ranking()
	const hitsWidth, rankWidth = 6, 4
	paid := 0
	for _, share := range m.Shares {
		paid = max(paid, textWidth(share))
	}
	name := 4
	for _, seat := range m.seated() {
		name = min(max(name, textWidth(m.name(seat))), 16)
	}
	how := r.width - rankWidth - name - 1 - hitsWidth - paid
	y := 0
	for _, seat := range m.ranked()[p.from:p.to] {
		if y == 0 {
			r.put(0, y, "Ranking", strong)
			r.put(rankWidth+name+1+how, y, "hits", faint)
			if paid > 0 {
				r.putRight(y, "paid", faint)
			}
		}
		y++
		paint := plain
		if m.you(seat) {
			paint = strong
		}
		r.put(0, y, fmt.Sprintf("%2d.", ranks[seat]), paint)
		r.put(rankWidth, y, logName(m.name(seat), name), paint)
		r.put(rankWidth+name+1, y, m.place(seat, how-1), paint)
		r.put(rankWidth+name+1+how, y, fmt.Sprintf("%d/%d", m.State.Players[seat].Hits.Len(),
			m.State.Ruleset.ShipTiles()), faint)
		r.putRight(y, m.Shares[seat], paint)
	}
	if !p.last {
		return
	}
	if y > 0 {
		y += 2
	}
	if m.Coins != nil {
		y += drawCoins(*m.Coins, r.part(0, y, r.width, r.height)) + 1
	}
	if r.height-y >= leastLog {
		drawMeleeLog(m, r.part(0, y, r.width, r.height))
	}
}
