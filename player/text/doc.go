// Package text makes the sentences that players read at the prompt, on screens, from bots and in demos. Values go in
// and English comes out: it imports the rules and the chain's types, and knows no client, no session and no I/O.
//
// A package that has something to report passes values up: a query's answer, a game's state, a receipt, or an error
// with fields that errors.As finds. The package that prints makes the sentence with a Voice, which knows the reader and
// the names of the other players. A sentence is never taken apart again: a caller that needs another form of it asks
// for that form here.
//
// To convert a function that builds English:
//
//  1. Give the value that it describes a type with fields, in the package that makes the value.
//  2. Move the wording here, as a method of Voice if it names a player, else as a function.
//  3. Begin the sentence in lower case and end it without a full stop, so that it can follow a colon. Sentence makes a
//     whole one of it.
//
// Text of others, such as a node's log or a relay's name, passes through Clean on its way to a terminal.
package text
