// Package practice plays against a bot without any chain, behind the terminal screens. The rules are those of the
// chain, for they are the same function; there are no clocks, no coins and no commitments, for nobody need be
// distrusted.
package practice
