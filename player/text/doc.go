// Package text makes the sentences that players read at the prompt, on screens, from bots and in demos. Values go in
// and English comes out: it imports the rules and the chain's types, and knows no client, no session and no I/O.
//
// A package that has something to report passes values up: a query's answer, a game's state, a receipt, or an error
// with fields that errors.As finds. The package that prints makes the sentence with a Voice, which knows the reader and
// the names of the other players. A sentence is never taken apart again: a caller that needs another form of it asks
// for that form here.
//
// A sentence belongs here unless it is one of these, which a test holds:
//
//   - the use and the help of a command or a flag, which stay beside its declaration
//   - the words of an error made by errors.New or fmt.Errorf; the Error method of a type with a remedy takes them here
//   - a label of at most four words without a full stop: a heading, the name of a row, a step or a balance
//   - bytes that are signed, and the text of other programs
//
// To move one, give the value that it describes a type with fields, in the package that makes the value. Write the
// words as a method of Voice if they name a player or depend on a state, else as a constant format, whose values vet
// checks. Words that can follow a colon begin in lower case and end without a full stop; Sentence completes them.
//
// Text of others, such as a node's log or a relay's name, passes through Clean on its way to a terminal.
package text
