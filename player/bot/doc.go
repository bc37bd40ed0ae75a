// Package bot chooses targets.
//
// A strategy sees what everybody sees, the public state of a game, and returns a tile to shoot at. It keeps nothing
// between two shots, so a bot can be stopped and started again anywhere in a game, and it does no I/O: whatever is
// random comes from a function that the caller supplies, so a seed replays a game.
package bot
