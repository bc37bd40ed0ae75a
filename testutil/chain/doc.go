// Package chain runs the real application in one process, for tests and benchmarks: one validator, a database in
// memory, no network, and no clock but the blocks that the test makes.
//
//	c := chain.New(t)
//	alice, bob := c.Account(chain.Alice), c.Account(chain.Bob)
//	res := c.Deliver(alice, banktypes.NewMsgSend(alice.Address, bob.Address, coins))
//	require.NoError(t, res.Err())
//
// Deliver signs a transaction, puts it into a block of its own and commits. A refused transaction is a result like any
// other; a fault of the chain itself, such as a failure to commit a block, ends the test.
package chain
