// Package kit sets up the module for the tests of its packages: the keeper with real accounts, a real bank and real
// stores in memory, and players whose boards the test knows.
//
// A test starts with [New], which takes the params that it needs, and then begins a game:
//
//   - [Fixture.Play] or [Fixture.NewDuel]: a duel of alice and bob, in play or at its toss; [Duel] makes its messages.
//   - [Fixture.OpenChannel]: a duel that is played off-chain; [ChannelGame] makes its proofs.
//   - [Fixture.NewBrawl] or [Fixture.NewInvited]: a melee in its first round, or a table that waits for its players;
//     [Brawl] makes its messages.
//
// Messages go to the handlers by [Fixture.Deliver] if they must be accepted and by [Fixture.Refuse] if not, and
// [Fixture.EndBlock] ends a block. Each of them checks what holds at all times: a refused message has written nothing,
// and every game can be rebuilt from its events.
//
// Tests that need transactions, fees or other modules use testutil/chain, which has the whole application. Packages
// outside the module cannot import its internal packages, so this kit is one of them.
package kit
