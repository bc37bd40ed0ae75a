package program

import (
	"errors"
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/tui"
	"github.com/battleship-chain/battleship/player/tui/canvas"
)

// placeScreen places a fleet for the game of a wish.
type placeScreen struct {
	wish  tui.Wish
	quote tui.Quote
	fleet placement
	// last is the player's fleet of the game before, if this is a rematch. It is nil if there is none.
	last game.Fleet
}

// placement is a fleet that is being placed. It is a value.
type placement struct {
	ruleset *game.Ruleset
	// ships are in the order of the ruleset's classes; down reports which are on the board. The ship at index at is in the
	// player's hand: the arrows move it, on the board or above it.
	ships []game.Ship
	down  []bool
	at    int
}

func newPlacement(r *game.Ruleset) placement {
	p := placement{ruleset: r}
	for class, c := range r.Classes {
		for range c.Count {
			p.ships = append(p.ships, game.Ship{Class: class})
		}
	}
	p.down = make([]bool, len(p.ships))
	return p
}

// with is a whole fleet that lies.
func (p placement) with(f game.Fleet) placement {
	if len(f) != len(p.ships) {
		return p
	}
	p.ships, p.down = slices.Clone(f), slices.Repeat([]bool{true}, len(f))
	return p
}

// placedAt replaces the ship in hand.
func (p placement) placedAt(s game.Ship, down bool) placement {
	p.ships, p.down = slices.Clone(p.ships), slices.Clone(p.down)
	p.ships[p.at], p.down[p.at] = s, down
	return p
}

// bounded keeps a ship on the board.
func (p placement) bounded(s game.Ship, x, y int) game.Ship {
	length := p.ruleset.Classes[s.Class].Length
	right, bottom := p.ruleset.Width, p.ruleset.Height
	if s.Vertical {
		bottom -= length - 1
	} else {
		right -= length - 1
	}
	x, y = max(min(x, right-1), 0), max(min(y, bottom-1), 0)
	s.Origin = game.Tile(y*p.ruleset.Width + x)
	return s
}

// moved moves the ship in hand.
func (p placement) moved(dx, dy int) placement {
	s := p.ships[p.at]
	return p.placedAt(p.bounded(s, int(s.Origin)%p.ruleset.Width+dx, int(s.Origin)/p.ruleset.Width+dy), p.down[p.at])
}

// movedTo moves the ship in hand to begin at a tile.
func (p placement) movedTo(t game.Tile) placement {
	return p.placedAt(p.bounded(p.ships[p.at], int(t)%p.ruleset.Width, int(t)/p.ruleset.Width), p.down[p.at])
}

// rotated turns the ship in hand.
func (p placement) rotated() placement {
	s := p.ships[p.at]
	length := p.ruleset.Classes[s.Class].Length
	// A ship of one tile has one form alone, and a ship longer than the board is high or wide cannot turn.
	if length == 1 || length > p.ruleset.Height || length > p.ruleset.Width {
		return p
	}
	s.Vertical = !s.Vertical
	return p.placedAt(p.bounded(s, int(s.Origin)%p.ruleset.Width, int(s.Origin)/p.ruleset.Width), p.down[p.at])
}

// next takes another ship.
func (p placement) next(by int) placement {
	p.at = (p.at + by + len(p.ships)) % len(p.ships)
	return p
}

// nextUp takes the next ship that does not lie, if there is one, and holds it over free tiles.
func (p placement) nextUp() placement {
	for i := range p.ships {
		if at := (p.at + 1 + i) % len(p.ships); !p.down[at] {
			p.at = at
			return p.overWater()
		}
	}
	return p
}

// overWater moves the ship in hand to the first free place, if it clashes with another.
func (p placement) overWater() placement {
	if _, why := p.clash(p.at); why == "" {
		return p
	}
	for _, turned := range []placement{p, p.rotated()} {
		for i := range p.ruleset.Tiles() {
			there := turned.movedTo(game.Tile(i))
			if _, why := there.clash(p.at); why == "" {
				return there
			}
		}
	}
	return p
}

// complete reports whether all ships are on the board.
func (p placement) complete() bool { return !slices.Contains(p.down, false) }

// tiles are the tiles of a ship.
func (p placement) tiles(i int) game.Set {
	tiles, err := p.ruleset.Footprint(p.ships[i])
	if err != nil {
		return game.Set{} // bounded keeps every ship on the board
	}
	return tiles
}

// clash returns the tiles of a ship that clash with another one on the board, and that one's name. Both are empty if
// there are none.
func (p placement) clash(i int) (game.Set, string) {
	tiles := p.tiles(i)
	near := tiles
	if !p.ruleset.Touch {
		near = p.ruleset.Around(tiles)
	}
	for j := range p.ships {
		if j == i || !p.down[j] {
			continue
		}
		other := p.tiles(j)
		name, otherName := p.name(i), p.name(j)
		if both := tiles.Intersect(other); !both.IsEmpty() {
			return both, text.Clash(name, otherName, p.first(both), false)
		}
		if !near.Intersect(other).IsEmpty() {
			touching := p.ruleset.Around(other).Intersect(tiles)
			return touching, text.Clash(name, otherName, p.first(touching), true)
		}
	}
	return game.Set{}, ""
}

// wrong is the first clash among the ships that lie.
func (p placement) wrong() string {
	for i := range p.ships {
		if p.down[i] {
			if _, why := p.clash(i); why != "" {
				return why
			}
		}
	}
	return ""
}

func (p placement) first(s game.Set) string {
	for t := range s.All() {
		return p.ruleset.TileName(t)
	}
	return ""
}

func (p placement) name(i int) string { return p.ruleset.Classes[p.ships[i].Class].Name }

// newPlace places a fleet for a game, beginning with a random one. A rematch begins with the last fleet, unless the
// opponent has seen it.
func newPlace(w *tui.World, wish tui.Wish, quote tui.Quote) (tui.Screen, tea.Cmd) {
	if wish.Ruleset == nil {
		w.Fail(errors.New("this game is played by rules that this program does not know"))
		return w.ToLobby()
	}
	s := placeScreen{wish: wish, quote: quote, fleet: newPlacement(wish.Ruleset)}
	g := w.Snap.Duel()
	if g == nil || !g.State.Phase.Ended() || g.Watching || g.State.Ruleset.ID != wish.Ruleset.ID {
		return s, w.AskFleet(wish.Ruleset)
	}
	if s.last = g.Fleets[g.Me]; g.Proven[g.Me] {
		w.Tell(text.LastFleetSeen(placeKeys.last.Help().Key))
		return s, w.AskFleet(wish.Ruleset)
	}
	w.Request++ // a fleet on its way comes too late
	s.fleet = s.fleet.with(s.last)
	return s, nil
}

// lastKey takes the last fleet, if there is one.
func (s placeScreen) lastKey() key.Binding {
	last := placeKeys.last
	last.SetEnabled(s.last != nil)
	return last
}

// Title implements tui.Screen.
func (s placeScreen) Title(*tui.World) string { return "Place your fleet" }

// Hints implements tui.Screen.
func (s placeScreen) Hints(*tui.World) []key.Binding {
	return []key.Binding{
		s.doneKey(), placeKeys.rotate, placeKeys.next, placeKeys.shuffle, s.lastKey(), placeKeys.clear,
		placeKeys.back, keyMove,
	}
}

// Keys implements tui.Screen.
func (s placeScreen) Keys(*tui.World) []key.Binding {
	k := placeKeys
	return []key.Binding{
		keyMove, k.rotate, k.next, k.previous, k.put, k.shuffle, s.lastKey(), k.clear, s.doneKey(), k.back,
	}
}

// doneKey is enter, with its current effect.
func (s placeScreen) doneKey() key.Binding {
	done := placeKeys.done
	if !s.fleet.complete() {
		done.SetHelp(done.Help().Key, "put down")
	}
	return done
}

// Press implements tui.Screen.
func (s placeScreen) Press(w *tui.World, k tea.KeyPressMsg) (tui.Screen, tea.Cmd) {
	switch {
	case key.Matches(k, placeKeys.back):
		return w.ToLobby()
	case key.Matches(k, placeKeys.up):
		s.fleet = s.fleet.moved(0, -1)
	case key.Matches(k, placeKeys.down):
		s.fleet = s.fleet.moved(0, 1)
	case key.Matches(k, placeKeys.left):
		s.fleet = s.fleet.moved(-1, 0)
	case key.Matches(k, placeKeys.right):
		s.fleet = s.fleet.moved(1, 0)
	case key.Matches(k, placeKeys.rotate):
		s.fleet = s.fleet.rotated()
	case key.Matches(k, placeKeys.next):
		s.fleet = s.fleet.next(1)
	case key.Matches(k, placeKeys.previous):
		s.fleet = s.fleet.next(-1)
	case key.Matches(k, placeKeys.shuffle):
		return s, w.AskFleet(s.wish.Ruleset)
	case key.Matches(k, s.lastKey()):
		w.Request++
		s.fleet = newPlacement(s.wish.Ruleset).with(s.last)
	case key.Matches(k, placeKeys.clear):
		w.Request++ // a fleet on its way comes too late
		s.fleet = newPlacement(s.wish.Ruleset)
	case key.Matches(k, placeKeys.put) && s.fleet.down[s.fleet.at]:
		s.fleet = s.fleet.placedAt(s.fleet.ships[s.fleet.at], false)
	case key.Matches(k, placeKeys.put):
		return s.putDown(w), nil
	case key.Matches(k, placeKeys.done):
		return s.done(w)
	}
	return s, nil
}

// putDown puts the ship in hand down and takes the next one.
func (s placeScreen) putDown(w *tui.World) placeScreen {
	if _, why := s.fleet.clash(s.fleet.at); why != "" {
		w.Tell(text.Sentence(why))
		return s
	}
	s.fleet = s.fleet.placedAt(s.fleet.ships[s.fleet.at], true).nextUp()
	return s
}

// done puts down the ship in hand, and continues once the fleet is legal.
func (s placeScreen) done(w *tui.World) (tui.Screen, tea.Cmd) {
	switch why := s.fleet.wrong(); {
	case !s.fleet.down[s.fleet.at]:
		return s.putDown(w), nil
	case !s.fleet.complete():
		s.fleet = s.fleet.nextUp()
		return s, nil
	case why != "":
		w.Tell(text.Sentence(why))
		return s, nil
	}
	if err := s.wish.Ruleset.CheckFleet(s.fleet.ships); err != nil {
		w.Fail(err)
		return s, nil
	}
	next := confirmScreen{place: s}
	if len(s.quote.Payments) == 0 && len(s.quote.Notes) == 0 {
		return next.sent(w) // there is nothing to say yes to
	}
	return next, nil
}

// Click implements tui.Screen.
func (s placeScreen) Click(w *tui.World, r canvas.Region, x, y int, button tea.MouseButton) (tui.Screen, tea.Cmd) {
	t, ok := s.board(r).TileAt(x, y)
	if !ok {
		return s, nil
	}
	if button == tea.MouseRight {
		s.fleet = s.fleet.rotated()
		return s, nil
	}
	for i := range s.fleet.ships {
		if s.fleet.down[i] && i != s.fleet.at && s.fleet.tiles(i).Has(t) {
			s.fleet.at = i
			return s, nil
		}
	}
	s.fleet = s.fleet.movedTo(t)
	if !s.fleet.down[s.fleet.at] {
		return s.putDown(w), nil
	}
	return s, nil
}

// Hear implements tui.Screen.
func (s placeScreen) Hear(w *tui.World, msg tea.Msg) (tui.Screen, tea.Cmd) {
	fleet, ok := msg.(tui.FleetMsg)
	switch {
	case !ok || fleet.Request != w.Request:
	case fleet.Err != nil:
		w.Fail(fleet.Err)
	default:
		s.fleet = s.fleet.with(fleet.Fleet)
	}
	return s, nil
}

// Status implements tui.Screen.
func (s placeScreen) Status(*tui.World) (string, canvas.Paint) {
	if _, why := s.fleet.clash(s.fleet.at); why != "" {
		return text.Sentence(why), canvas.Bad
	}
	if why := s.fleet.wrong(); why != "" {
		return text.Sentence(why), canvas.Bad
	}
	if s.fleet.complete() {
		return text.FleetReady, canvas.Good
	}
	return text.PutDownShips, canvas.Plain
}

// board is where the board is drawn.
func (s placeScreen) board(r canvas.Region) canvas.Board {
	return canvas.Sized(r, s.wish.Ruleset, 0, 1)
}

// Draw implements tui.Screen.
func (s placeScreen) Draw(w *tui.World, r canvas.Region) {
	b := s.board(r)
	r.Put(b.X+canvas.Labels+1, b.Y, "Your board", canvas.Strong)
	at := int(s.fleet.ships[s.fleet.at].Origin)
	b.Draw(r, s.look(w), canvas.Edge{Column: at % b.Ruleset.Width, Row: at / b.Ruleset.Width})
	side := r.Part(b.Width()+4, b.Y, r.Width, r.Height)
	list := max(side.PutWrapped(0, 0, s.quote.Title, canvas.Strong)+1, 2)
	for i := range s.fleet.ships {
		s.drawShip(w, side, list+i, i)
	}
	y := max(b.Y+b.Height(), b.Y+list+len(s.fleet.ships)) + 1
	for _, words := range []string{
		text.Sentence(text.Rules(s.wish.Ruleset)),
		text.PlacingKeys,
	} {
		y = r.PutWrapped(0, y, words, canvas.Faint)
	}
}

// drawShip draws a line of the list of ships.
func (s placeScreen) drawShip(w *tui.World, r canvas.Region, y, i int) {
	p, state := canvas.Plain, "placed"
	_, why := s.fleet.clash(i)
	switch {
	case !s.fleet.down[i]:
		state = "to place"
	case why != "":
		p, state = canvas.Bad, "in the way"
	}
	if i == s.fleet.at {
		p = canvas.Cursor
		r.Put(0, y, string(w.Marks.Bullet), canvas.Cursor)
	}
	class := s.wish.Ruleset.Classes[s.fleet.ships[i].Class]
	r.Put(2, y, class.Name, p)
	r.Put(14, y, strings.Repeat(string(w.Marks.Ship), class.Length), p)
	r.Put(22, y, state, p)
	if s.fleet.down[i] || i == s.fleet.at {
		r.Put(34, y, text.ShipTiles(s.wish.Ruleset, s.fleet.ships[i]), canvas.Faint)
	}
}

// Legend has the meanings of a board's marks while ships are placed on it.
func (s placeScreen) Legend(w *tui.World) []tui.LegendLine {
	m := w.Marks
	return []tui.LegendLine{
		{Mark: string(m.Water), Paint: canvas.Water, Means: "free", Short: "free"},
		{Mark: string(m.Ship), Paint: canvas.Ship, Means: "ship", Short: "ship"},
		{Mark: string(m.Hand), Paint: canvas.Cursor, Means: text.MarkMoved, Short: "yours"},
		{Mark: string(m.Lifted), Paint: canvas.Cursor, Means: text.MarkLifted, Short: "lifted"},
		{Mark: string(m.Clash), Paint: canvas.Bad, Means: text.MarkClash, Short: "clash"},
	}
}

// look is how the tiles look: the ship in hand and clashing tiles have marks of their own.
func (s placeScreen) look(w *tui.World) func(game.Tile) canvas.Look {
	var clashes game.Set
	lying := make(map[game.Tile]int) // numbers of the ships on tiles
	for i := range s.fleet.ships {
		if i != s.fleet.at && s.fleet.down[i] {
			for t := range s.fleet.tiles(i).All() {
				lying[t] = i + 1
			}
		}
		if s.fleet.down[i] || i == s.fleet.at {
			clash, _ := s.fleet.clash(i)
			clashes = clashes.Union(clash)
		}
	}
	inHand := s.fleet.tiles(s.fleet.at)
	return func(t game.Tile) canvas.Look {
		switch {
		case clashes.Has(t):
			return canvas.Look{Mark: w.Marks.Clash, Paint: canvas.Bad}
		case inHand.Has(t) && s.fleet.down[s.fleet.at]:
			return canvas.Look{Mark: w.Marks.Hand, Paint: canvas.Cursor, Ship: s.fleet.at + 1}
		case inHand.Has(t):
			return canvas.Look{Mark: w.Marks.Lifted, Paint: canvas.Cursor, Ship: s.fleet.at + 1}
		case lying[t] > 0:
			return canvas.Look{Mark: w.Marks.Ship, Paint: canvas.Ship, Ship: lying[t]}
		default:
			return canvas.Look{Mark: w.Marks.Water, Paint: canvas.Water}
		}
	}
}
