package melee

// Edge is one row of the table of stage changes, for tests.
type Edge struct {
	From Stage
	By   string
	To   Stage
}

// Edges is the table of stage changes, for tests.
func Edges() []Edge {
	var list []Edge
	for _, e := range edges {
		list = append(list, Edge{From: e.from, By: e.by.String(), To: e.to})
	}
	return list
}

// KindName is the name of an action, for tests.
func KindName(a Action) string {
	k, _, _, _ := kindOf(a)
	return k.String()
}
