// Package cli is the player's command line: the transactions and queries of the module, the bot, and a whole game to
// watch. The commands that ask are in query, those that draw games in look, and what all share is in env. It reads the
// user's input, calls package session, and prints; it implements no rule.
//
// Every command prints its answer to standard output, as text for a person or, with -o json, as one JSON object, and
// everything else to standard error. A command that fails prints nothing to standard output and returns an error.
package cli
