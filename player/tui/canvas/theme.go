package canvas

import (
	"strings"

	"charm.land/lipgloss/v2"
)

// Marks are the characters of a board. They differ in shape, so that they can be read without colour.
type Marks struct {
	Water, Miss, Hit, Sunk, Ship, Pending, Locked rune
	// Unknown is a bombed tile of unknown content, Target the player's target on a small board.
	Unknown, Target rune
	// Strike is beside a player who has missed an aim.
	Strike rune
	// Hand and Lifted are the ship that is being placed, while it lies and while it hangs over the board; Clash is where
	// it is in another's way.
	Hand, Lifted, Clash rune
	// Bullet marks the selected line, Rule draws a line, Sep separates two items in a line.
	Bullet, Rule, Sep rune
	// Left and Right are the arrows around a choice.
	Left, Right rune
}

// The marks of a terminal with Unicode, and of one without.
var (
	Unicode = Marks{
		Water: '·', Miss: '○', Hit: '✕', Sunk: '■', Ship: '□', Pending: '?', Locked: '+',
		Unknown: '–', Target: '+', Strike: '!',
		Hand: '▣', Lifted: '?', Clash: '!', Bullet: '›',
		Rule: '─', Sep: '·', Left: '‹', Right: '›',
	}
	ASCII = Marks{
		Water: '.', Miss: 'o', Hit: 'x', Sunk: '#', Ship: '=', Pending: '?', Locked: '+',
		Unknown: '-', Target: '+', Strike: '!',
		Hand: '@', Lifted: '?', Clash: '!', Bullet: '>',
		Rule: '-', Sep: '|', Left: '<', Right: '>',
	}
)

// Styles are what a terminal reads before and after a text of each paint, on each background.
type Styles [Paints][fills]struct{ before, after string }

// NewStyles are the styles of the paints, in the terminal's own sixteen colours, so that they fit its background.
func NewStyles() *Styles {
	const text = "x"
	var styles Styles
	for p, style := range paints() {
		for f := range fills {
			style := style
			if f != noFill {
				style = f.style(Paint(p))
			}
			styles[p][f].before, styles[p][f].after, _ = strings.Cut(style.Render(text), text)
		}
	}
	return &styles
}

func paints() [Paints]lipgloss.Style {
	base := lipgloss.NewStyle()
	return [Paints]lipgloss.Style{
		Plain:    base,
		Faint:    base.Faint(true),
		Strong:   base.Bold(true),
		Good:     base.Foreground(lipgloss.Green).Bold(true),
		Bad:      base.Foreground(lipgloss.Red).Bold(true),
		Warn:     base.Foreground(lipgloss.Yellow),
		Water:    base.Foreground(lipgloss.Blue).Faint(true),
		Miss:     base.Foreground(lipgloss.Cyan),
		Hit:      base.Foreground(lipgloss.Red).Bold(true),
		Sunk:     base.Foreground(lipgloss.Magenta).Bold(true),
		Ship:     base.Foreground(lipgloss.Green),
		Cursor:   base.Foreground(lipgloss.Yellow).Bold(true),
		Burst:    base.Foreground(lipgloss.Red).Bold(true),
		Spray:    base.Foreground(lipgloss.Cyan).Bold(true),
		reversed: base.Reverse(true),
	}
}
