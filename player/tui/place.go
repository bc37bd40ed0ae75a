package tui

import (
	"errors"
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/text"
)

// placeScreen places a fleet for the game of a wish.
type placeScreen struct {
	wish  Wish
	quote Quote
	fleet placement
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

// newPlace places a fleet for a game, beginning with a random one.
func newPlace(w *world, wish Wish, quote Quote) (screen, tea.Cmd) {
	if wish.Ruleset == nil {
		w.fail(errors.New("this game is played by rules that this program does not know"))
		return w.toLobby()
	}
	return placeScreen{wish, quote, newPlacement(wish.Ruleset)}, w.askFleet(wish.Ruleset)
}

func (s placeScreen) title(*world) string { return "Place your fleet" }

func (s placeScreen) hints(*world) []key.Binding {
	return []key.Binding{
		s.doneKey(), keyMove, placeKeys.rotate, placeKeys.next, placeKeys.shuffle, placeKeys.clear, placeKeys.back,
	}
}

func (s placeScreen) keys(*world) []key.Binding {
	k := placeKeys
	return []key.Binding{
		keyMove, k.rotate, k.next, k.previous, k.put, k.shuffle, k.clear, s.doneKey(), k.back,
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

func (s placeScreen) press(w *world, k tea.KeyPressMsg) (screen, tea.Cmd) {
	switch {
	case key.Matches(k, placeKeys.back):
		return w.toLobby()
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
		return s, w.askFleet(s.wish.Ruleset)
	case key.Matches(k, placeKeys.clear):
		w.request++ // a fleet on its way comes too late
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
func (s placeScreen) putDown(w *world) placeScreen {
	if _, why := s.fleet.clash(s.fleet.at); why != "" {
		w.tell(text.Sentence(why))
		return s
	}
	s.fleet = s.fleet.placedAt(s.fleet.ships[s.fleet.at], true).nextUp()
	return s
}

// done puts down the ship in hand, and continues once the fleet is legal.
func (s placeScreen) done(w *world) (screen, tea.Cmd) {
	switch why := s.fleet.wrong(); {
	case !s.fleet.down[s.fleet.at]:
		return s.putDown(w), nil
	case !s.fleet.complete():
		s.fleet = s.fleet.nextUp()
		return s, nil
	case why != "":
		w.tell(text.Sentence(why))
		return s, nil
	}
	if err := s.wish.Ruleset.CheckFleet(s.fleet.ships); err != nil {
		w.fail(err)
		return s, nil
	}
	next := confirmScreen{place: s}
	if len(s.quote.Payments) == 0 && len(s.quote.Notes) == 0 {
		return next.sent(w) // there is nothing to say yes to
	}
	return next, nil
}

func (s placeScreen) click(w *world, r region, x, y int, button tea.MouseButton) (screen, tea.Cmd) {
	t, ok := s.board(r).tileAt(x, y)
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

func (s placeScreen) hear(w *world, msg tea.Msg) (screen, tea.Cmd) {
	fleet, ok := msg.(fleetMsg)
	switch {
	case !ok || fleet.request != w.request:
	case fleet.err != nil:
		w.fail(fleet.err)
	default:
		s.fleet = s.fleet.with(fleet.fleet)
	}
	return s, nil
}

func (s placeScreen) status(*world) (string, paint) {
	if _, why := s.fleet.clash(s.fleet.at); why != "" {
		return text.Sentence(why), bad
	}
	if why := s.fleet.wrong(); why != "" {
		return text.Sentence(why), bad
	}
	if s.fleet.complete() {
		return text.FleetReady, good
	}
	return text.PutDownShips, plain
}

// board is where the board is drawn.
func (s placeScreen) board(r region) board {
	return sized(r, s.wish.Ruleset, 0, 1)
}

func (s placeScreen) draw(w *world, r region) {
	b := s.board(r)
	r.put(b.x+labels+1, b.y, "Your board", strong)
	b.draw(r, s.look(w), unmarked)
	side := r.part(b.width()+4, b.y, r.width, r.height)
	list := max(side.putWrapped(0, 0, s.quote.Title, strong)+1, 2)
	for i := range s.fleet.ships {
		s.drawShip(w, side, list+i, i)
	}
	y := max(b.y+b.height(), b.y+list+len(s.fleet.ships)) + 1
	for _, words := range []string{
		text.Sentence(text.Rules(s.wish.Ruleset)),
		text.PlacingKeys,
	} {
		y = r.putWrapped(0, y, words, faint)
	}
}

// drawShip draws a line of the list of ships.
func (s placeScreen) drawShip(w *world, r region, y, i int) {
	p, state := plain, "placed"
	_, why := s.fleet.clash(i)
	switch {
	case !s.fleet.down[i]:
		state = "to place"
	case why != "":
		p, state = bad, "in the way"
	}
	if i == s.fleet.at {
		p = cursor
		r.put(0, y, string(w.marks.bullet), cursor)
	}
	class := s.wish.Ruleset.Classes[s.fleet.ships[i].Class]
	r.put(2, y, class.Name, p)
	r.put(14, y, strings.Repeat(string(w.marks.ship), class.Length), p)
	r.put(22, y, state, p)
	if s.fleet.down[i] {
		_, where := s.wish.Ruleset.ShipString(s.fleet.ships[i])
		r.put(34, y, where, faint)
	}
}

// legend has the meanings of a board's marks while ships are placed on it.
func (s placeScreen) legend(w *world) []legendLine {
	m := w.marks
	return []legendLine{
		{string(m.water), water, "free", "free"},
		{string(m.ship), ship, "ship", "ship"},
		{string(m.hand), cursor, text.MarkMoved, "yours"},
		{string(m.lifted), cursor, text.MarkLifted, "lifted"},
		{string(m.clash), bad, text.MarkClash, "clash"},
	}
}

// look is how the tiles look: the ship in hand and clashing tiles have marks of their own.
func (s placeScreen) look(w *world) func(game.Tile) look {
	var clashes, lying game.Set
	for i := range s.fleet.ships {
		if i != s.fleet.at && s.fleet.down[i] {
			lying = lying.Union(s.fleet.tiles(i))
		}
		if s.fleet.down[i] || i == s.fleet.at {
			clash, _ := s.fleet.clash(i)
			clashes = clashes.Union(clash)
		}
	}
	inHand := s.fleet.tiles(s.fleet.at)
	return func(t game.Tile) look {
		switch {
		case clashes.Has(t):
			return look{mark: w.marks.clash, paint: bad}
		case inHand.Has(t) && s.fleet.down[s.fleet.at]:
			return look{mark: w.marks.hand, paint: cursor}
		case inHand.Has(t):
			return look{mark: w.marks.lifted, paint: cursor}
		case lying.Has(t):
			return look{mark: w.marks.ship, paint: ship}
		default:
			return look{mark: w.marks.water, paint: water}
		}
	}
}
