package meleetable

import (
	"fmt"
	"strings"

	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/player/text"
)

// Transcript writes the events of a melee in lines, one after the other, with their blocks. The zero Transcript with a
// Boards begins at the opening of a melee.
type Transcript struct {
	Boards

	log text.MeleeLog
}

// indent is the start of every line but the first of a round.
const indent = "      "

// Lines returns the lines for an event. There are none for an event that is written later or follows from others. The
// state is that after the event, and the height that of its block.
func (t *Transcript) Lines(event melee.Event, s melee.State, height int64) []string {
	t.Answers.Add(event, s)
	t.log.Voice, t.log.Ruleset = t.voice(), s.Ruleset
	line := t.log.Line(event, "")
	if line == "" {
		return nil
	}
	if _, round := event.(melee.StageBegan); !round {
		line = indent + line
	}
	return t.dated(line, height)
}

// Opened returns the lines for the opening of a melee.
func (t *Transcript) Opened(id uint64, s melee.State, height int64) string {
	return strings.Join(t.dated(indent+t.voice().Opened(id, len(s.Players)), height), "\n")
}

// voice returns a voice that knows the names of the table.
func (b Boards) voice() text.Voice {
	v := text.AtTable(b.Names, 0, true)
	v.Short = false
	return v
}

// dated puts the block behind a line, in the column of all blocks. Words without room before it continue below.
func (t *Transcript) dated(line string, height int64) []string {
	const column = 62
	width := min(column, t.width())
	var lines []string
	for {
		end := strings.LastIndexByte(line[:min(width+1, len(line))], ' ')
		if len(line) <= width || end <= len(indent) {
			break
		}
		lines, line = append(lines, line[:end]), indent+"    "+line[end+1:]
	}
	lines = append(lines, line)
	lines[0] = fmt.Sprintf("%-*s  block %d", column, lines[0], height)
	return lines
}
