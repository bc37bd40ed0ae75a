package melee

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/tui"
	"github.com/battleship-chain/battleship/player/tui/canvas"
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

// layout has the positions of the parts of a melee: a large board, the small ones to its right in rows, the list
// of seats and the log where there is room.
type layout struct {
	own canvas.Board
	// cell is how many columns a tile takes on a small board.
	cell int
	// columns and rows are how many small boards are shown at once, and pitch how many columns each has.
	columns, rows, pitch int
	// boards is their region, log the free one below them, or below the list.
	boards, roster, log canvas.Region
	rosterColumns       int
}

// perPage is how many small boards are shown at once.
func (l layout) perPage() int { return max(l.columns*l.rows, 1) }

// smallWidth and smallHeight are the size of a small board with its title.
func (l layout) smallWidth() int  { return (l.own.Ruleset.Width-1)*l.cell + 1 }
func (l layout) smallHeight() int { return 1 + l.own.Ruleset.Height }

// layoutOf is the layout that shows the most small boards at once, and of those the one with the largest board.
func layoutOf(m tui.Melee, large melee.Seat, r canvas.Region) layout {
	seats, others := len(seats(m)), len(boards(m, large))
	var best layout
	bestPages, bestLog := 0, false
	for _, size := range [][3]int{{4, 2, 2}, {4, 2, 1}, {3, 1, 2}, {3, 1, 1}, {2, 1, 2}, {2, 1, 1}} {
		l := layout{cell: size[2], own: canvas.Board{Ruleset: m.State.Ruleset, Cell: size[0], Step: size[1], Y: meleeTop}}
		if !l.fill(r, seats, others) {
			continue
		}
		pages, log := (others+l.perPage()-1)/l.perPage(), l.log.Height >= leastLog
		if best.own.Ruleset == nil || pages < bestPages || pages == bestPages && log && !bestLog {
			best, bestPages, bestLog = l, pages, log
		}
	}
	return best
}

// fill lays out the parts beside and below the large board, and reports whether there is room for them.
func (l *layout) fill(r canvas.Region, seats, others int) bool {
	left := r.Part(0, meleeTop+l.own.Height()+1, l.own.Width()+meleeGap-1, r.Height)
	x := l.own.Width() + meleeGap
	// The rows of small boards are beside those of the large one, if that has one line for each.
	right := r.Part(x, meleeTop+1, r.Width-x, r.Height)
	if meleeTop+l.own.Height() > r.Height {
		return false
	}
	if others == 0 {
		return l.fillBefore(r.Part(x, meleeTop, r.Width-x, r.Height), left, seats)
	}
	most := max(l.own.Width()/rosterLeast, 1)
	l.rosterColumns = min((seats+max(left.Height, 1)-1)/max(left.Height, 1), most)
	if lines := (seats + l.rosterColumns - 1) / l.rosterColumns; lines <= left.Height {
		l.roster = left.Part(0, 0, left.Width, lines)
		left = left.Part(0, lines+1, left.Width, left.Height)
	} else {
		l.rosterColumns = max(r.Width/rosterWide, 1)
		lines = (seats + l.rosterColumns - 1) / l.rosterColumns
		// With a free line above, and the log below.
		y := meleeTop + max(l.own.Height(), l.smallHeight()+1) + 1
		if y+lines > r.Height {
			return false
		}
		l.roster = r.Part(0, y, r.Width, lines)
		left = r.Part(0, y+lines, r.Width, r.Height)
		right.Height = y - 2 - meleeTop
	}
	l.columns = (right.Width + smallGap) / (l.smallWidth() + smallGap)
	l.columns = min(l.columns, others)
	if l.columns < 1 {
		return false
	}
	needed := (others + l.columns - 1) / l.columns
	l.rows = min(needed, right.Height/l.smallHeight())
	if l.rows < 1 {
		return false
	}
	l.columns = min(l.columns, (others+l.rows-1)/l.rows)
	l.pitch = min((right.Width+smallGap)/l.columns, 2*l.smallWidth())
	used := l.rows * l.smallHeight()
	l.boards = right.Part(0, 0, right.Width, used)
	l.log = right.Part(0, used+1, right.Width, right.Height)
	if l.log.Height < leastLog && left.Height > l.log.Height {
		l.log = left
	}
	return true
}

// fillBefore lays out a table before its first round: where the small boards will be there is room for whole names.
func (l *layout) fillBefore(right, left canvas.Region, seats int) bool {
	const title = 1
	l.rosterColumns, l.roster = 1, right.Part(0, title, min(right.Width, rosterMost), seats)
	l.log = right.Part(0, title+seats+1, right.Width, right.Height)
	if l.log.Height < leastLog && left.Height > l.log.Height {
		l.log = left
	}
	return l.roster.Height == seats
}

// seats are the seats of the list.
func seats(m tui.Melee) []melee.Seat {
	if begun(m) {
		return seated(m)
	}
	var all []melee.Seat
	for i := range m.State.Players {
		all = append(all, melee.Seat(i))
	}
	return all
}

// Draw implements tui.Screen.
func (s Screen) Draw(w *tui.World, r canvas.Region) {
	m, ok := s.melee(w)
	if !ok {
		w.DrawAbsent("melee", r)
		return
	}
	s.drawHeadline(m, r)
	l := layoutOf(m, s.largest(m), r)
	pages := s.pages(m, l)
	page := pages[s.page%len(pages)]
	words := l.log
	if page.kind != pageBoards {
		words = l.aside()
	}
	if s.Question != nil && len(canvas.Wrap(s.asked(m), words.Width)) > words.Height {
		// The boards make room: the question must be read whole.
		r.Part(0, meleeTop+1, r.Width, r.Height).PutWrapped(0, 0, s.asked(m), canvas.Warn)
		return
	}
	s.drawLarge(w, m, r, l.own)
	drawRoster(w, m, l)
	if page.kind == pageBoards {
		s.drawPage(w, m, l, page.from)
	}
	switch {
	case s.Question != nil:
		words.PutWrapped(0, 0, s.asked(m), canvas.Warn)
	case page.kind == pageRanking:
		page.drawRanking(m, words)
	default:
		drawLog(m, words)
	}
}

// drawPage draws as many small boards as there is room for.
func (s Screen) drawPage(w *tui.World, m tui.Melee, l layout, from int) {
	others := boards(m, s.largest(m))
	for i, seat := range others[from:min(from+l.perPage(), len(others))] {
		x, y := i%l.columns*l.pitch, i/l.columns*l.smallHeight()
		s.drawSmall(w, m, seat, l, l.boards.Part(x, y, l.pitch, l.smallHeight()))
	}
}

// aside is the region beside the large board.
func (l layout) aside() canvas.Region {
	aside := l.boards
	if l.log.Y > aside.Y && l.log.X == aside.X {
		aside.Height = l.log.Y + l.log.Height - aside.Y
	}
	if aside.Height == 0 {
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

// page is a page beside the large board.
type page struct {
	kind pageKind
	// from is the first small board, or the first of the ranked seats, of which to is behind the last.
	from, to int
	// last reports whether the payments follow the ranking, and the log if there is room for it.
	last bool
}

// pages are the pages beside the large board: the ranking, the small boards, and more of the log.
func (s Screen) pages(m tui.Melee, l layout) []page {
	var pages []page
	if m.State.Stage == melee.StageOver {
		pages = rankingPages(m, l.aside())
	}
	for from := 0; from < len(boards(m, s.largest(m))); from += l.perPage() {
		pages = append(pages, page{from: from})
	}
	if !l.tellsAll(m) {
		pages = append(pages, page{kind: pageLog})
	}
	if len(pages) == 0 {
		pages = append(pages, page{})
	}
	return pages
}

// rankingPages are the pages of the ranking, below a title, with the payments.
func rankingPages(m tui.Melee, r canvas.Region) []page {
	seats, perPage := len(ranked(m)), max(r.Height-1, 1)
	var pages []page
	for from := 0; from < seats; from += perPage {
		pages = append(pages, page{kind: pageRanking, from: from, to: min(from+perPage, seats)})
	}
	if m.Coins != nil {
		lines := tui.DrawCoins(*m.Coins, canvas.Region{Width: r.Width})
		if last := pages[len(pages)-1]; last.to-last.from+2+lines > r.Height {
			pages = append(pages, page{kind: pageRanking, from: seats, to: seats})
		}
	}
	pages[len(pages)-1].last = true
	return pages
}

// ranked are the seats by rank.
func ranked(m tui.Melee) []melee.Seat {
	ranks, seats := m.State.Ranking(), seated(m)
	slices.SortStableFunc(seats, func(a, b melee.Seat) int { return cmp.Compare(ranks[a], ranks[b]) })
	return seats
}

// tellsAll reports whether the log has room beside the boards, or as much as it can have.
func (l layout) tellsAll(m tui.Melee) bool {
	return l.boards.Height == 0 || len(logLines(m, l.log.Width)) <= logRoom(l.log.Height)
}

func (s Screen) drawHeadline(m tui.Melee, r canvas.Region) {
	p := canvas.Strong
	switch winners := m.State.Winners(); {
	case mayAim(m) && !s.IsSent, mayConfirm(m):
		p = canvas.Cursor
	case m.State.Stage != melee.StageOver || m.Watching:
	case winners.Has(m.Me):
		p = canvas.Good
	default:
		p = canvas.Bad
	}
	headline := headline(m, r.Width)
	if s.IsSent && mayAim(m) {
		headline = text.Sentence(text.Bombing.OnItsWay(m.State.Ruleset.TileName(s.Sent)))
	}
	concern, clock := concern(m), left(m, false)
	if canvas.TextWidth(concern)+canvas.TextWidth(clock) >= r.Width {
		clock = left(m, true)
	}
	r.Put(0, 0, headline, p)
	r.PutRight(1, clock, tui.ClockPaint(m.State.Deadline-m.Height, m.State.Clock.TurnBlocks, false))
	r.Put(0, 1, canvas.Shorten(concern, r.Width-canvas.TextWidth(clock)-1), canvas.Plain)
}

// drawLarge draws the large board with its title.
func (s Screen) drawLarge(w *tui.World, m tui.Melee, r canvas.Region, b canvas.Board) {
	seat := s.largest(m)
	title := name(m, seat)
	if you(m, seat) {
		title = text.Upper(voice(m).Board(text.Player(seat)))
	}
	hits := ""
	if begun(m) {
		hits = fmt.Sprintf("%d/%d", m.State.Players[seat].Hits.Len(), m.State.Ruleset.ShipTiles())
	}
	room := b.Width() - canvas.Labels - 2
	r.Put(b.X+canvas.Labels+1, b.Y, canvas.Shorten(title, room-len(hits)-1), canvas.Strong)
	r.Put(b.X+canvas.Labels+1+room-len(hits), b.Y, hits, canvas.Faint)
	at := look(m, w, seat)
	cursorAt, aiming := s.Aim.Target(m.State.Ruleset)
	aiming = aiming && s.inPlay(m)
	marked := canvas.Unmarked
	if s.inPlay(m) {
		marked = s.Edge(m.State.Ruleset)
		s.DrawTyped(r, b)
	}
	b.Draw(r, func(t game.Tile) canvas.Look {
		one := at(t)
		switch {
		case aiming && cursorAt == t:
			one.Ring = canvas.RingCursor
		case s.isTarget(m, t):
			one.Ring = canvas.RingLast
		}
		return one
	}, marked)
}

// isTarget reports whether the player has aimed at a tile in this round.
func (s Screen) isTarget(m tui.Melee, t game.Tile) bool {
	own := m.State.Players[m.Me]
	return !m.Watching && (m.HasTarget && m.Target == t || s.IsSent && s.Sent == t || own.HasTarget && own.Target == t)
}

// look is how the tiles of a seat's board look.
func look(m tui.Melee, w *tui.World, seat melee.Seat) func(game.Tile) canvas.Look {
	p, volley := m.State.Players[seat], m.State.Volley()
	side, err := m.Answers.Side(m.State, seat)
	ships := tui.ShipsAt(m.State.Ruleset, m.Fleets[seat])
	return func(t game.Tile) canvas.Look {
		bombed := m.State.Bombed.Has(t)
		switch {
		case err != nil:
			return canvas.Look{Mark: w.Marks.Unknown, Paint: canvas.Faint}
		case p.Hits.Has(t) && p.Standing == melee.Sunk:
			return canvas.Look{Mark: w.Marks.Sunk, Paint: canvas.Sunk, Ship: ships[t]}
		case p.Hits.Has(t):
			return canvas.Look{Mark: w.Marks.Hit, Paint: canvas.Hit, Ship: ships[t]}
		case !bombed && !volley.Has(t):
			if ships[t] > 0 {
				return canvas.Look{Mark: w.Marks.Ship, Paint: canvas.Ship, Ship: ships[t]}
			}
			return canvas.Look{Mark: w.Marks.Water, Paint: canvas.Water}
		case side.Answered.Has(t):
			return canvas.Look{Mark: w.Marks.Miss, Paint: canvas.Miss}
		case p.Standing == melee.Afloat:
			return canvas.Look{Mark: w.Marks.Pending, Paint: canvas.Warn}
		case ships[t] > 0: // what falls on a fleet that is out of play does not count
			return canvas.Look{Mark: w.Marks.Ship, Paint: canvas.Ship, Ship: ships[t]}
		default:
			return canvas.Look{Mark: w.Marks.Unknown, Paint: canvas.Faint}
		}
	}
}

// drawSmall draws a small board below its title.
func (s Screen) drawSmall(w *tui.World, m tui.Melee, seat melee.Seat, l layout, r canvas.Region) {
	p, paint := m.State.Players[seat], canvas.Strong
	told, width := fmt.Sprintf("%d/%d", p.Hits.Len(), m.State.Ruleset.ShipTiles()), min(l.pitch-1, l.smallWidth()+4)
	switch {
	case p.Standing != melee.Afloat:
		words := text.Outcome(m.State, seat)
		told = fits(words[1:], width-1-min(canvas.TextWidth(name(m, seat)), fairName))
		paint = canvas.Faint
	case m.State.Owes.Has(seat):
		paint = canvas.Warn
	}
	name := tui.LogName(m.Names[seat], width-canvas.TextWidth(told)-1)
	if you(m, seat) {
		name = "you"
	}
	r.Put(0, 0, name, paint)
	toldWidth := canvas.TextWidth(told)
	r.Put(max(l.smallWidth(), canvas.TextWidth(name)+1+toldWidth)-toldWidth, 0, told, canvas.Faint)
	at := look(m, w, seat)
	target, aiming := s.Aim.Target(m.State.Ruleset)
	aiming = aiming && s.inPlay(m)
	for i := range m.State.Ruleset.Tiles() {
		one := at(game.Tile(i))
		if aiming && target == game.Tile(i) {
			if one.Paint = canvas.Cursor; one.Mark == w.Marks.Water {
				one.Mark = w.Marks.Target
			}
		}
		r.Put(i%m.State.Ruleset.Width*l.cell, 1+i/m.State.Ruleset.Width, string(one.Mark), one.Paint)
	}
}

// drawRoster lists the seats with their obligations.
func drawRoster(w *tui.World, m tui.Melee, l layout) {
	seats := seats(m)
	lines := max(l.roster.Height, 1)
	width := l.roster.Width / max(l.rosterColumns, 1)
	const marks, gap = 2, 1
	room := true // for the names beside the long words
	for _, seat := range seats {
		long, _ := text.InStage(m.State, seat)
		room = room && marks+min(canvas.TextWidth(name(m, seat)), fairName)+gap+canvas.TextWidth(long) < width
	}
	if !begun(m) {
		l.roster.Above().Put(0, 0, "Players", canvas.Strong)
	}
	for i, seat := range seats {
		r := l.roster.Part(i/lines*width, i%lines, width-1, 1)
		word, short := text.InStage(m.State, seat)
		if !room {
			word = short
		}
		if struck(m, seat) {
			r.Put(1, 0, string(w.Marks.Strike), canvas.Bad)
		}
		name := tui.LogName(name(m, seat), r.Width-canvas.TextWidth(word)-marks-gap)
		if m.State.Players[seat].Standing == melee.Vacant || m.State.Players[seat].Standing == melee.Closed {
			name = "-"
		}
		if m.State.Owes.Has(seat) {
			r.Put(0, 0, string(w.Marks.Bullet), canvas.Warn)
		}
		who := canvas.Plain
		if you(m, seat) {
			who = canvas.Strong
		}
		r.Put(marks, 0, name, who)
		r.PutRight(0, word, statePaint(m, seat))
	}
}

// drawRanking lists the places and payments of the players on the page.
func (p page) drawRanking(m tui.Melee, r canvas.Region) {
	ranks := m.State.Ranking()
	const hitsWidth, rankWidth = 6, 4
	paid := 0
	for _, share := range m.Shares {
		paid = max(paid, canvas.TextWidth(share))
	}
	nameWidth := 4
	for _, seat := range seated(m) {
		nameWidth = min(max(nameWidth, canvas.TextWidth(name(m, seat))), 16)
	}
	how := r.Width - rankWidth - nameWidth - 1 - hitsWidth - paid
	y := 0
	for _, seat := range ranked(m)[p.from:p.to] {
		if y == 0 {
			r.Put(0, y, "Ranking", canvas.Strong)
			r.Put(rankWidth+nameWidth+1+how, y, "hits", canvas.Faint)
			if paid > 0 {
				r.PutRight(y, "paid", canvas.Faint)
			}
		}
		y++
		paint := canvas.Plain
		if you(m, seat) {
			paint = canvas.Strong
		}
		r.Put(0, y, fmt.Sprintf("%2d.", ranks[seat]), paint)
		r.Put(rankWidth, y, tui.LogName(name(m, seat), nameWidth), paint)
		r.Put(rankWidth+nameWidth+1, y, place(m, seat, how-1), paint)
		r.Put(rankWidth+nameWidth+1+how, y, fmt.Sprintf("%d/%d", m.State.Players[seat].Hits.Len(),
			m.State.Ruleset.ShipTiles()), canvas.Faint)
		r.PutRight(y, m.Shares[seat], paint)
	}
	if !p.last {
		return
	}
	if y > 0 {
		y += 2
	}
	if m.Coins != nil {
		y += tui.DrawCoins(*m.Coins, r.Part(0, y, r.Width, r.Height)) + 1
	}
	if r.Height-y >= leastLog {
		drawLog(m, r.Part(0, y, r.Width, r.Height))
	}
}
