package relay

import "net/netip"

// holding is the part of a store that one address holds.
type holding struct {
	address        netip.Prefix
	oldest, newest *entry
	bytes          int
	index          int // in largestFirst
}

// push appends an entry.
func (h *holding) push(e *entry) {
	e.holding, e.older, e.newer = h, h.newest, nil
	if h.newest == nil {
		h.oldest = e
	} else {
		h.newest.newer = e
	}
	h.newest = e
	h.bytes += e.cost()
}

// remove takes an entry out.
func (h *holding) remove(e *entry) {
	if e.older == nil {
		h.oldest = e.newer
	} else {
		e.older.newer = e.newer
	}
	if e.newer == nil {
		h.newest = e.older
	} else {
		e.newer.older = e.older
	}
	e.holding, e.older, e.newer = nil, nil, nil
	h.bytes -= e.cost()
}

// largestFirst is a heap of holdings, for package heap. Of two that are equally large, the one with the oldest entry is
// first. None is empty.
type largestFirst []*holding

// Len implements heap.Interface.
func (l largestFirst) Len() int { return len(l) }

// Less implements heap.Interface.
func (l largestFirst) Less(i, j int) bool {
	if l[i].bytes != l[j].bytes {
		return l[i].bytes > l[j].bytes
	}
	return l[i].oldest.number < l[j].oldest.number
}

// Swap implements heap.Interface.
func (l largestFirst) Swap(i, j int) {
	l[i], l[j] = l[j], l[i]
	l[i].index, l[j].index = i, j
}

// Push implements heap.Interface.
func (l *largestFirst) Push(h any) {
	added := h.(*holding) //nolint:errcheck // a heap of holdings holds nothing else
	added.index = len(*l)
	*l = append(*l, added)
}

// Pop implements heap.Interface.
func (l *largestFirst) Pop() any {
	last := len(*l) - 1
	h := (*l)[last]
	(*l)[last] = nil
	*l = (*l)[:last]
	return h
}
