// Package bot chooses targets.
//
// A strategy gets the public state of a game and returns a tile to shoot at. It keeps nothing between two shots, so a
// bot can be stopped and restarted anywhere in a game, and it does no I/O: random numbers come from a function of the
// caller, so a seed replays a game.
//
// # How good they are
//
// Shots to sink a random fleet, every legal fleet as likely as any other, over 10,000 fleets with the same seeds, and
// the time of a decision on one core of a small server, on average and at worst with all preparations:
//
//	ruleset  strategy    mean  median  95 %  decision  at worst
//	classic  density    44.24      44    58    1.2 ms      9 ms
//	classic  hunt       44.81      44    61   0.03 ms      5 ms
//	classic  random     95.36      97   100
//	xaya     density    33.57      34    37    0.3 ms    1.2 ms
//	xaya     hunt       35.79      36    41   0.02 ms    2.5 ms
//	xaya     random     61.59      62    64
//
// BenchmarkShots measures it; -fleets sets the number of fleets. Over 10,000 fleets a mean of classic is within 0.17 of
// the true one in 19 of 20 measurements. With chances counted nearly exactly density takes 44.12 over 20,000 fleets.
//
// # Why classic takes more than 41 shots
//
// The rules decide it. The same hunt over 10,000 fleets of classic with one rule changed, by BenchmarkRules:
//
//	rules                                               mean  median  95 %
//	classic: ships may touch, sinking is announced     44.81      44    61
//	ships may not touch                                39.09      39    50
//	ships may not touch, sinking is not announced      40.96      41    51
//	ships may touch, sinking is not announced          64.84      64    88
//
// So a median of 42 belongs to rules that reveal more of the water around a ship; where ships touch, a sunk ship
// reveals nothing about its neighbours. The way fleets are drawn makes no measurable difference: ship after ship
// instead of all fleets alike takes 44.60 in place of 44.59 shots where both are counted exactly.
//
// Of some 44 shots 17 hit, 22 miss while no ship is found, and 5 miss beside a hit. The odds are not the limit:
// counted nearly exactly they take 44.59, as the samples do. Other attempts, over 3,000 fleets or more unless another
// number is given:
//
//   - More weight for small ships or for large ones: between 44.56 and 44.64, none better than chance.
//   - A preference for one diagonal in n, n the length of the shortest ship afloat: 44.12, and at most 59 shots in 19
//     of 20 games in place of 62. That is what Density does. As a rule without exception it takes 45.0.
//   - The whole search planned ahead for each of 12 candidates, as if nothing were hit: 44.1 to 44.2.
//   - Up to 4,000 games played to their end for each decision in doubt, 29 ms on average and well above 50 ms at worst:
//     43.7 in place of 44.3 over 300 fleets, about one standard error. With 1,000 games it was lost in chance.
//
// No player below 41 is known, and none has been ruled out.
package bot
