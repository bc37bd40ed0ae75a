// Package env has what all commands of a player share: the environment of a command, its flags, the way that it asks
// and prints, and the words of its errors.
package env
