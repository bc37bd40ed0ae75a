package melee

import "slices"

// edge is one legal change of stage: in stage from, an action of kind by may lead to stage to.
type edge struct {
	from Stage
	by   kind
	to   Stage
}

// edges are all legal changes of stage. An action is refused in a stage that has no edge for it, and Step refuses any
// transition not listed. TestModel sees each of them happen.
var edges = [...]edge{
	{StageOpen, kindJoin, StageOpen},
	{StageOpen, kindJoin, StageReady},
	{StageOpen, kindDecline, StageOpen},
	{StageOpen, kindDecline, StageReady},
	{StageOpen, kindDecline, StageCancelled},
	{StageOpen, kindLeave, StageOpen},
	{StageOpen, kindExpire, StageCancelled},

	{StageReady, kindConfirm, StageReady},
	{StageReady, kindConfirm, StageAim},
	{StageReady, kindLeave, StageReady},
	{StageReady, kindLeave, StageAim},
	{StageReady, kindLeave, StageCancelled},
	{StageReady, kindExpire, StageAim},
	{StageReady, kindExpire, StageCancelled},

	{StageAim, kindAim, StageAim},
	{StageAim, kindAim, StageFire},
	{StageAim, kindConcede, StageAim},
	{StageAim, kindConcede, StageFire},
	{StageAim, kindConcede, StageClaim},
	{StageAim, kindExpire, StageAim},
	{StageAim, kindExpire, StageFire},
	{StageAim, kindExpire, StageClaim},

	{StageFire, kindFire, StageFire},
	{StageFire, kindFire, StageReport},
	{StageFire, kindConcede, StageFire},
	{StageFire, kindConcede, StageReport},
	{StageFire, kindConcede, StageAim},
	{StageFire, kindConcede, StageClaim},
	{StageFire, kindExpire, StageFire},
	{StageFire, kindExpire, StageReport},
	{StageFire, kindExpire, StageAim},
	{StageFire, kindExpire, StageClaim},

	{StageReport, kindReport, StageReport},
	{StageReport, kindReport, StageAim},
	{StageReport, kindReport, StageClaim},
	{StageReport, kindReport, StageOver},
	{StageReport, kindConcede, StageReport},
	{StageReport, kindConcede, StageAim},
	{StageReport, kindConcede, StageClaim},
	{StageReport, kindConcede, StageOver},
	{StageReport, kindExpire, StageReport},
	{StageReport, kindExpire, StageAim},
	{StageReport, kindExpire, StageClaim},

	{StageClaim, kindClaim, StageClaim},
	{StageClaim, kindClaim, StageOver},
	{StageClaim, kindExpire, StageSecond},
	{StageClaim, kindExpire, StageOver},

	{StageSecond, kindClaim, StageSecond},
	{StageSecond, kindClaim, StageOver},
	{StageSecond, kindExpire, StageOver},
}

// accepted are the actions that a stage has an edge for.
func accepted(from Stage) []kind {
	var kinds []kind
	for _, e := range edges {
		if e.from == from && !slices.Contains(kinds, e.by) {
			kinds = append(kinds, e.by)
		}
	}
	return kinds
}

// leads reports whether an action may lead from one stage to another.
func leads(from Stage, by kind, to Stage) bool { return slices.Contains(edges[:], edge{from, by, to}) }
