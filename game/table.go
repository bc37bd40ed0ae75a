package game

import "slices"

// edge is one legal change of phase: in phase from, an action of kind by may lead to phase to, in games of a kind.
type edge struct {
	from Phase
	by   kind
	to   Phase
	in   gameKind
}

// gameKind is which games an edge is for.
type gameKind uint8

const (
	// anyGame is every game.
	anyGame gameKind = iota
	// claimGame is a game with a claim.
	claimGame
	// trustGame is a game with a claim and without proofs: nothing but the claim shows that a board is honest.
	trustGame
	// proofGame is a game with proofs and without a claim.
	proofGame
)

// edges are all legal changes of phase. An action is refused in a phase that has no edge for it, and Step refuses any
// transition not listed.
var edges = [...]edge{
	{PhaseOpen, kindJoin, PhaseToss, anyGame},
	{PhaseOpen, kindCancel, PhaseOpen, anyGame},
	{PhaseOpen, kindDecline, PhaseCancelled, anyGame},
	{PhaseOpen, kindExpire, PhaseCancelled, anyGame},

	{PhaseToss, kindRevealToss, PhasePlay, anyGame},
	{PhaseToss, kindConcede, PhaseClaim, claimGame},
	{PhaseToss, kindConcede, PhaseOver, proofGame},
	{PhaseToss, kindChallenge, PhaseClaim, trustGame},
	{PhaseToss, kindExpire, PhaseClaim, claimGame},
	{PhaseToss, kindExpire, PhaseOver, proofGame},

	{PhasePlay, kindShoot, PhasePlay, anyGame},
	{PhasePlay, kindAnswer, PhasePlay, anyGame},
	{PhasePlay, kindAnswer, PhaseClaim, claimGame},
	{PhasePlay, kindAnswer, PhaseOver, proofGame},
	{PhasePlay, kindConcede, PhaseClaim, claimGame},
	{PhasePlay, kindConcede, PhaseOver, proofGame},
	{PhasePlay, kindChallenge, PhaseClaim, trustGame},
	{PhasePlay, kindExpire, PhaseClaim, claimGame},
	{PhasePlay, kindExpire, PhaseOver, proofGame},

	{PhaseClaim, kindClaim, PhaseClaim, claimGame},
	{PhaseClaim, kindClaim, PhaseOver, claimGame},
	{PhaseClaim, kindExpire, PhaseClaim, claimGame},
	{PhaseClaim, kindExpire, PhaseOver, claimGame},
}

// has reports whether an edge is for games like this one.
func (s State) has(e edge) bool {
	switch e.in {
	case anyGame:
		return true
	case claimGame:
		return s.Claims()
	case trustGame:
		return !s.Ruleset.Proven
	case proofGame:
		return !s.Claims()
	default:
		return false
	}
}

// accepted are the actions that the game's phase has an edge for.
func (s State) accepted() []kind {
	var kinds []kind
	for _, e := range edges {
		if e.from == s.Phase && s.has(e) && !slices.Contains(kinds, e.by) {
			kinds = append(kinds, e.by)
		}
	}
	return kinds
}

// leads reports whether an action may lead from the game's phase to another one.
func (s State) leads(by kind, to Phase) bool {
	for _, e := range edges {
		if e.from == s.Phase && e.by == by && e.to == to && s.has(e) {
			return true
		}
	}
	return false
}
