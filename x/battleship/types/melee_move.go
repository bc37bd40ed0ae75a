package types

import "github.com/battleship-chain/battleship/game/play"

// PlayOpenings returns the openings of the message as the rules judge them.
func (m *MsgReport) PlayOpenings() []play.Opening {
	openings := make([]play.Opening, len(m.Openings))
	for i, o := range m.Openings {
		openings[i] = o.play()
	}
	return openings
}

// play returns an opening as the rules judge it.
func (o Opening) play() play.Opening {
	return play.Opening{Content: int(o.Content), Salt: o.Salt, Path: o.Path, Proof: o.Proof}
}
