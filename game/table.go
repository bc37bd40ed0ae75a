package game

import "slices"

// edge is one legal change of phase: in phase from, an action of kind by may lead to phase to.
type edge struct {
	from Phase
	by   kind
	to   Phase
}

// edges are all legal changes of phase. An action is refused in a phase that has no edge for it, and Step refuses any
// transition not listed.
var edges = [...]edge{
	{PhaseOpen, kindJoin, PhaseToss},
	{PhaseOpen, kindCancel, PhaseOpen},
	{PhaseOpen, kindDecline, PhaseCancelled},
	{PhaseOpen, kindExpire, PhaseCancelled},

	{PhaseToss, kindRevealToss, PhasePlay},
	{PhaseToss, kindConcede, PhaseClaim},
	{PhaseToss, kindChallenge, PhaseClaim},
	{PhaseToss, kindExpire, PhaseClaim},

	{PhasePlay, kindShoot, PhasePlay},
	{PhasePlay, kindAnswer, PhasePlay},
	{PhasePlay, kindAnswer, PhaseClaim},
	{PhasePlay, kindConcede, PhaseClaim},
	{PhasePlay, kindChallenge, PhaseClaim},
	{PhasePlay, kindExpire, PhaseClaim},

	{PhaseClaim, kindClaim, PhaseClaim},
	{PhaseClaim, kindClaim, PhaseOver},
	{PhaseClaim, kindExpire, PhaseClaim},
	{PhaseClaim, kindExpire, PhaseOver},
}

// accepted are the actions that a phase has an edge for.
func accepted(from Phase) []kind {
	var kinds []kind
	for _, e := range edges {
		if e.from == from && !slices.Contains(kinds, e.by) {
			kinds = append(kinds, e.by)
		}
	}
	return kinds
}

// leads says whether an action may lead from one phase to the other.
func leads(from Phase, by kind, to Phase) bool {
	for _, e := range edges {
		if e == (edge{from, by, to}) {
			return true
		}
	}
	return false
}
