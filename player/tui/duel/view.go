package duel

import (
	"fmt"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/tui"
	"github.com/battleship-chain/battleship/player/tui/canvas"
)

// layout has the positions of the parts of a game: the boards side by side, the fleets below them, the log to the
// right.
type layout struct {
	mine, theirs canvas.Board
	// under is the line below the boards; log is where the log begins.
	under, log int
}

func layoutOf(g tui.Game, r canvas.Region) layout {
	l := layout{mine: canvas.Sized(r, g.State.Ruleset, 0, canvas.BoardTop)}
	l.under = canvas.BoardTop + l.mine.Height()
	switch spare := r.Height - l.under - len(g.State.Ruleset.Classes); {
	case spare < 1:
		l.mine.Y--
		l.under--
	case spare > 1:
		l.under++
	}
	l.theirs = l.mine
	l.theirs.X = l.mine.Width() + canvas.BoardGap
	l.log = l.theirs.X + l.theirs.Width() + canvas.BoardGap
	return l
}

// Draw implements tui.Screen.
func (s Screen) Draw(w *tui.World, r canvas.Region) {
	g, ok := s.game(w)
	if !ok {
		w.DrawAbsent("game", r)
		return
	}
	shots, replays := s.replaying(g)
	if replays {
		g, s.impacts = replayed(g, s.replay.shots), impacts{}
		s.drawReplayed(g, shots, r)
	} else {
		s.drawHeadline(g, r)
	}
	l := layoutOf(g, r)
	question := canvas.Wrap(s.Asked(g.Risks), r.Width)
	if len(question) > r.Height-l.under {
		// The boards make room: the question must be read whole.
		for y, line := range question {
			r.Put(0, canvas.BoardTop+y, line, canvas.Warn)
		}
		return
	}
	s.drawBoards(w, g, r, l)
	log := r.Part(l.log, l.mine.Y, r.Width-l.log, r.Height-l.mine.Y)
	if s.Question != nil || g.Coins != nil {
		log.Height = min(log.Height, l.under-l.mine.Y) // what is below is as wide as the terminal
	}
	if story, ok := told(g); ok && !replays && log.Width >= storyWidth {
		const gap, least = 1, 3 // lines before the log, and of the shortest one
		y := drawStory(g, story, log) + gap
		if log = log.Part(0, y, log.Width, log.Height-y); log.Height < least {
			log.Height = 0
		}
	}
	drawLog(w, g, log)
	below := r.Part(0, l.under, r.Width, r.Height-l.under)
	switch {
	case s.Question != nil:
		for y, line := range question {
			below.Put(0, y, line, canvas.Warn)
		}
	default:
		y := 0
		if g.Coins != nil {
			y = tui.DrawCoins(*g.Coins, below) + 1
		}
		fleets := len(g.State.Ruleset.Classes) + 1
		if s.talking {
			drawPhrases(below)
		} else if y == 0 || y+fleets <= below.Height {
			drawFleets(w, g, below.Part(0, y, below.Width, below.Height-y), l)
		}
		drawLegend(w, below, y+fleets+1)
	}
}

// wideClock is the least width for a clock in blocks and in time. It depends on nothing else, so that the clock keeps
// its form from move to move.
const wideClock = 96

func (s Screen) drawHeadline(g tui.Game, r canvas.Region) {
	p := canvas.Strong
	sent, isSent := s.sent(g)
	switch winner, won := g.State.Winner(); {
	case won && you(g, winner):
		p = canvas.Good
	case won && !g.Watching:
		p = canvas.Bad
	case mayShoot(g) && !g.State.HasPending && !isSent:
		p = canvas.Cursor
	}
	headline := headline(g)
	if isSent {
		headline = text.Sentence(text.Shooting.OnItsWay(g.State.Ruleset.TileName(sent)))
	}
	clock := left(g, r.Width < wideClock)
	r.PutRight(0, clock, tui.ClockPaint(g.State.Deadline-g.Height, g.State.Clock.TurnBlocks, g.OffChain))
	lines := canvas.Wrap(headline, r.Width-canvas.TextWidth(clock)-1)
	for y, line := range lines[:min(len(lines), canvas.BoardTop-1)] {
		r.Put(0, y, line, p)
	}
	if len(lines) > 1 {
		return // what is due comes before what was
	}
	own, opponents := lastAnswers(g)
	if g.State.Phase == game.PhaseOver {
		shown := [2]bool{g.Fleets[0] != nil, g.Fleets[1] != nil}
		r.Put(0, 1, canvas.Shorten(text.Sentence(voice(g).Boards(g.Proven, shown)), r.Width), canvas.Plain)
		return
	}
	if g.Invite != "" {
		r.Put(0, 1, text.Sentence(text.InviteCode(g.Invite)), canvas.Plain)
		return
	}
	x := 0
	onOwn, onOpponents := canvas.Good, canvas.Bad
	if g.Watching {
		onOwn, onOpponents = canvas.Strong, canvas.Strong
	}
	if own.text != "" {
		x = r.Put(0, 1, own.text, own.paint(onOwn)) + 3
	}
	if opponents.text != "" {
		r.Put(x, 1, opponents.text, opponents.paint(onOpponents))
	}
}

// paint returns the paint of an answer, of which a hit has one of its own.
func (a answered) paint(onHit canvas.Paint) canvas.Paint {
	if !a.hit {
		return canvas.Plain
	}
	return onHit
}

func (s Screen) drawBoards(w *tui.World, g tui.Game, r canvas.Region, l layout) {
	drawTitle(w, r, l.mine, g, g.Me)
	drawTitle(w, r, l.theirs, g, g.Me.Other())
	l.mine.Draw(r, s.look(w, g, g.Me), canvas.Unmarked)
	if !playing(g) {
		l.theirs.Draw(r, s.look(w, g, g.Me.Other()), canvas.Unmarked)
	} else {
		l.theirs.Draw(r, s.look(w, g, g.Me.Other()), s.Edge(g.State.Ruleset))
		s.DrawTyped(r, l.theirs)
	}
	s.impacts.last[g.Me].drawBanner(r, l.mine)
	s.impacts.last[g.Me.Other()].drawBanner(r, l.theirs)
}

// drawTitle draws the owner and the hits of a board, with a mark at the one under fire.
func drawTitle(w *tui.World, r canvas.Region, b canvas.Board, g tui.Game, seat game.Seat) {
	title := "Other board"
	hits := fmt.Sprintf("%d/%d", g.State.Sides[seat].Hits.Len(), g.State.Ruleset.ShipTiles())
	room := b.Width() - canvas.Labels - 2
	if you(g, seat) || g.Names[seat] != "" || g.Watching {
		if title = text.Upper(voice(g).Board(text.Duelist(seat))); canvas.TextWidth(title) > room-len(hits)-1 {
			title = text.Upper(name(g, seat))
		}
	}
	p := canvas.Strong
	if under, ok := underFire(g); ok && under == seat {
		if mayShoot(g) && !g.State.HasPending {
			p = canvas.Cursor
		}
		r.Put(b.X+canvas.Labels-1, b.Y, string(w.Marks.Bullet), p)
	}
	r.Put(b.X+canvas.Labels+1, b.Y, canvas.Shorten(title, room-len(hits)-1), p)
	r.Put(b.X+canvas.Labels+1+room-len(hits), b.Y, hits, canvas.Faint)
}

// underFire is whose board is shot at, while shots are fired.
func underFire(g tui.Game) (game.Seat, bool) {
	if g.State.HasPending {
		return g.State.Actor, g.State.Phase == game.PhasePlay
	}
	return g.State.Actor.Other(), g.State.Phase == game.PhasePlay
}

// look is how the tiles of a board look.
func (s Screen) look(w *tui.World, g tui.Game, seat game.Seat) func(game.Tile) canvas.Look {
	side, r := g.State.Sides[seat], g.State.Ruleset
	sunken := sunkTiles(g, seat)
	known := g.Fleets[seat]
	if known == nil {
		known = side.Sunk
	}
	ships := tui.ShipsAt(r, known)
	landing, lands := s.impacts.last[seat].tiles(r), s.impacts.last[seat].paint()
	last, hasLast := lastShotAt(g, seat)
	aim, aiming := s.Aim.Target(r)
	aiming = aiming && seat != g.Me && playing(g)
	sent, isSent := s.sent(g)
	lock, isLocked := locked(g)
	return func(t game.Tile) canvas.Look {
		one := canvas.Look{Mark: w.Marks.Water, Paint: canvas.Water}
		switch {
		case g.State.HasPending && g.State.Actor == seat && g.State.Pending == t,
			isSent && seat != g.Me && sent == t:
			one = canvas.Look{Mark: w.Marks.Pending, Paint: canvas.Warn}
		case isLocked && seat != g.Me && lock == t:
			one = canvas.Look{Mark: w.Marks.Locked, Paint: canvas.Warn}
		case sunken.Has(t):
			one = canvas.Look{Mark: w.Marks.Sunk, Paint: canvas.Sunk}
		case side.Hits.Has(t):
			one = canvas.Look{Mark: w.Marks.Hit, Paint: canvas.Hit}
		case side.Answered.Has(t):
			one = canvas.Look{Mark: w.Marks.Miss, Paint: canvas.Miss}
		case ships[t] > 0:
			one = canvas.Look{Mark: w.Marks.Ship, Paint: canvas.Ship}
		}
		if one.Ship = ships[t]; landing.Has(t) {
			one.Paint = lands
		}
		switch {
		case aiming && aim == t:
			one.Ring = canvas.RingCursor
		case hasLast && last == t:
			one.Ring = canvas.RingLast
		}
		return one
	}
}

// sunkTiles are the tiles of a player's ships that are known to be sunk: by announcement, or because the fleet is
// known.
func sunkTiles(g tui.Game, seat game.Seat) game.Set {
	side := g.State.Sides[seat]
	var all game.Set
	for _, ships := range [][]game.Ship{side.Sunk, g.Fleets[seat]} {
		for _, one := range ships {
			if tiles := shipOn(g.State.Ruleset, one); tiles.Minus(side.Hits).IsEmpty() {
				all = all.Union(tiles)
			}
		}
	}
	return all
}

// lastShotAt is the last shot at a player's board.
func lastShotAt(g tui.Game, seat game.Seat) (game.Tile, bool) {
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
func drawFleets(w *tui.World, g tui.Game, r canvas.Region, l layout) {
	ruleset := g.State.Ruleset
	for _, seat := range []game.Seat{g.Me, g.Me.Other()} {
		b := l.mine
		if seat != g.Me {
			b = l.theirs
		}
		side := r.Part(b.X+canvas.Labels+1, 0, b.Width()-canvas.Labels, r.Height)
		for class := range ruleset.Classes {
			side.Put(0, class, ruleset.Classes[class].Name, canvas.Plain)
			drawClass(w, g, seat, class, side, nameWidth(ruleset), class)
		}
		if seat != g.Me && !ruleset.AnnounceSunk && g.Fleets[seat] == nil {
			side.PutWrapped(0, len(ruleset.Classes), text.SinkingsSilent, canvas.Faint)
		}
	}
}

// drawLegend explains the marks, if there is room for it below the fleets.
func drawLegend(w *tui.World, r canvas.Region, from int) {
	y := r.Height - 1
	if y <= from {
		return
	}
	x := canvas.Labels + 1
	for _, one := range w.Legend() {
		x = r.Put(x, y, one.Mark, one.Paint)
		x = r.Put(x+1, y, one.Short, canvas.Faint) + 2
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
func drawClass(w *tui.World, g tui.Game, seat game.Seat, class int, r canvas.Region, x, y int) {
	c := g.State.Ruleset.Classes[class]
	side := g.State.Sides[seat]
	draw := func(mark rune, p canvas.Paint) { x = r.Put(x, y, string(mark), p) }
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
					draw(w.Marks.Sunk, canvas.Sunk)
				case side.Hits.Has(t):
					draw(w.Marks.Hit, canvas.Hit)
				default:
					draw(w.Marks.Ship, canvas.Ship)
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
				draw(w.Marks.Sunk, canvas.Sunk)
			} else {
				draw(w.Marks.Ship, canvas.Faint)
			}
		}
		x++
	}
}
