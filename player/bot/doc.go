// Package bot chooses targets.
//
// A strategy sees what everybody sees, the public state of a game, and returns a tile to shoot at. It keeps nothing
// between two shots, so a bot can be stopped and started again anywhere in a game, and it does no I/O: whatever is
// random comes from a function that the caller supplies, so a seed replays a game.
//
// # How good they are
//
// Shots to sink a random fleet, every legal fleet as likely as any other, over 10,000 fleets with the same seeds, and
// the time of a decision on one core of a small server, on average and at worst with all preparations:
//
//	ruleset  strategy    mean  median  95 %  decision  at worst
//	classic  density    44.68      44    62    1.2 ms      9 ms
//	classic  hunt       44.81      44    61   0.03 ms      5 ms
//	classic  random     95.36      97   100
//	xaya     density    33.57      34    37    0.3 ms    1.2 ms
//	xaya     hunt       35.79      36    41   0.02 ms    2.5 ms
//	xaya     random     61.59      62    64
//
// BenchmarkShots measures it; -fleets sets the number of fleets. In classic hunt is nearly as good as counting, for
// where sinking is announced with the ship, its chase misses little that fleets know. Samples ten times as large, more
// weight for small ships, and a look one shot ahead at what an answer would tell brought nothing there that could be
// told from chance over 800 fleets, or made it worse. Of its misses some 21 are for finding five ships, and 5 for
// sinking them.
package bot
