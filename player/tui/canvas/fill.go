package canvas

import "charm.land/lipgloss/v2"

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

// grounds are the backgrounds, in the terminal's own sixteen colours.
var grounds = [fills]lipgloss.Style{
	sea:   lipgloss.NewStyle().Background(lipgloss.Blue),
	hull:  lipgloss.NewStyle().Background(lipgloss.White),
	fire:  lipgloss.NewStyle().Background(lipgloss.Red),
	wreck: lipgloss.NewStyle().Background(lipgloss.Magenta),
	alert: lipgloss.NewStyle().Background(lipgloss.Yellow),
	aimed: lipgloss.NewStyle().Background(lipgloss.BrightYellow),
	flash: lipgloss.NewStyle().Background(lipgloss.BrightYellow),
	foam:  lipgloss.NewStyle().Background(lipgloss.BrightCyan),
}

// style is the style of a paint on the background: a mark differs from it in brightness.
func (f fill) style(p Paint) lipgloss.Style {
	on := grounds[f]
	dark := f == sea || f == fire || f == wreck
	switch {
	case p == edge:
		return lipgloss.NewStyle().Foreground(on.GetBackground())
	case p == Water:
		return on.Foreground(lipgloss.BrightBlue)
	case p == Cursor && dark:
		return on.Foreground(lipgloss.BrightYellow).Bold(true)
	case dark:
		return on.Foreground(lipgloss.BrightWhite).Bold(true)
	case f == flash:
		return on.Foreground(lipgloss.Red).Bold(true)
	}
	return on.Foreground(lipgloss.Black).Bold(true)
}
