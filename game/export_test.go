package game

// Edge is one row of the table of phase changes, for tests.
type Edge struct {
	From Phase
	By   string
	To   Phase
}

// Edges is the table of phase changes in games like this one, for tests.
func (s State) Edges() []Edge {
	var list []Edge
	for _, e := range edges {
		if !s.has(e) {
			continue
		}
		list = append(list, Edge{From: e.from, By: e.by.String(), To: e.to})
	}
	return list
}

// KindName is the name of an action, for tests.
func KindName(a Action) string {
	k, _ := kindOf(a)
	return k.String()
}

// ValidatePhase is the part of Validate that does not look at the boards, for tests.
func (s State) ValidatePhase() error { return s.validatePhase() }
