// Package feed reads the events of one game from a node, in order: those of the last blocks from the results of each,
// and earlier ones from the node's index of events. A node that fails is asked again, and one without an index leaves
// the beginning unknown.
package feed
