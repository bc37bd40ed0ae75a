package tui

import "charm.land/lipgloss/v2"

// marks are the characters of a board. They differ in shape, so that they can be read without colour.
type marks struct {
	water, miss, hit, sunk, ship, pending rune
	// unknown is a bombed tile of unknown content, target the player's target on a small board.
	unknown, target rune
	// strike is beside a player who has missed an aim.
	strike rune
	// hand and lifted are the ship that is being placed, while it lies and while it hangs over the board; clash is where
	// it is in another's way.
	hand, lifted, clash rune
	// bullet marks the selected line, rule draws a line, sep separates two items in a line.
	bullet, rule, sep rune
	// left and right are the arrows around a choice.
	left, right rune
}

var (
	unicodeMarks = marks{
		water: '·', miss: '○', hit: '✕', sunk: '■', ship: '□', pending: '?',
		unknown: '–', target: '+', strike: '!',
		hand: '▣', lifted: '?', clash: '!', bullet: '›',
		rule: '─', sep: '·', left: '‹', right: '›',
	}
	asciiMarks = marks{
		water: '.', miss: 'o', hit: 'x', sunk: '#', ship: '=', pending: '?',
		unknown: '-', target: '+', strike: '!',
		hand: '@', lifted: '?', clash: '!', bullet: '>',
		rule: '-', sep: '|', left: '<', right: '>',
	}
)

// newStyles are the styles of the paints, in the terminal's own sixteen colours, so that they fit its background.
func newStyles() *[paints]lipgloss.Style {
	base := lipgloss.NewStyle()
	return &[paints]lipgloss.Style{
		plain:    base,
		faint:    base.Faint(true),
		strong:   base.Bold(true),
		good:     base.Foreground(lipgloss.Green).Bold(true),
		bad:      base.Foreground(lipgloss.Red).Bold(true),
		warn:     base.Foreground(lipgloss.Yellow),
		water:    base.Foreground(lipgloss.Blue).Faint(true),
		miss:     base.Foreground(lipgloss.Cyan),
		hit:      base.Foreground(lipgloss.Red).Bold(true),
		sunk:     base.Foreground(lipgloss.Magenta).Bold(true),
		ship:     base.Foreground(lipgloss.Green),
		cursor:   base.Foreground(lipgloss.Yellow).Bold(true),
		reversed: base.Reverse(true),
	}
}
