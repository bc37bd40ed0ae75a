// Package practice plays against a bot without a chain, behind the terminal screens. The rules are those of the chain,
// by the same function; there are no clocks, coins or commitments, because there is no one to distrust.
package practice
