package canvas

import (
	"image/color"

	"charm.land/lipgloss/v2"
)

// fill is the background of a cell. Only boards have backgrounds, and no meaning depends on them alone.
type fill uint8

const (
	noFill fill = iota
	sea
	hull
	fire
	wreck
	alert
	aimed
	flash
	foam
	fills
)

// fillOf has the background of tiles of a paint.
var fillOf = [Paints]fill{
	Water: sea, Miss: sea, Ship: hull, Hit: fire, Bad: fire, Sunk: wreck, Warn: alert, Cursor: aimed,
	Burst: flash, Spray: foam,
}

// colors are the backgrounds, in the terminal's own sixteen colours.
var colors = [fills]color.Color{
	sea: lipgloss.Blue, hull: lipgloss.White, fire: lipgloss.Red, wreck: lipgloss.Magenta, alert: lipgloss.Yellow,
	aimed: lipgloss.BrightYellow, flash: lipgloss.BrightYellow, foam: lipgloss.BrightCyan,
}

// style is the style of a paint on the background: a mark differs from it in brightness.
func (f fill) style(p Paint) lipgloss.Style {
	base := lipgloss.NewStyle()
	if p == edge {
		return base.Foreground(colors[f])
	}
	base = base.Background(colors[f])
	dark := f == sea || f == fire || f == wreck
	switch {
	case p == Water:
		return base.Foreground(lipgloss.BrightBlue)
	case p == Cursor && dark:
		return base.Foreground(lipgloss.BrightYellow).Bold(true)
	case dark:
		return base.Foreground(lipgloss.BrightWhite).Bold(true)
	case f == flash:
		return base.Foreground(lipgloss.Red).Bold(true)
	}
	return base.Foreground(lipgloss.Black).Bold(true)
}
