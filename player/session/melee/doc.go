// Package melee plays one melee for one player.
//
// A lying node can see an aim before all have aimed, and tiles that were not fired at, as many as there are seats with
// each report.
package melee
