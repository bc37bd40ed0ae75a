package types

// Limits that no params can move. Every list and field that a message or a genesis file brings has one.
const (
	// MaxRecoveryBytes is the longest recovery field of an entry.
	MaxRecoveryBytes = 128
	// MaxAddressBytes is the longest address of a player or delegate: that of a module's derived account.
	MaxAddressBytes = 32
	// MaxErrorBytes is the longest error that a quarantined game keeps.
	MaxErrorBytes = 256
	// MinClockBlocks is the shortest deadline that params can set, in blocks. What is owed is known when a block is
	// committed, and by then the next one may be in the making: with a clock of one block, whoever makes that block
	// could win.
	MinClockBlocks = 2
	// MaxClockBlocks is the longest deadline that params can set, in blocks.
	MaxClockBlocks = 1_000_000
	// MaxExpiriesPerBlock is the most expiry entries that params can let one block handle.
	MaxExpiriesPerBlock = 1_000
	// MaxRewardCap is the most uship that there will ever have been: a million SHIP. Params can only lower it.
	MaxRewardCap = 1_000_000_000_000
	// MaxPageItems is the most items that a page of a query holds.
	MaxPageItems = 100
	// MaxPageReads is the most records that a query looks at to fill a page.
	MaxPageReads = 500

	// PlayersPerGame is how many players a game has, and so how many seats and sides.
	PlayersPerGame = 2

	// PartsPerMillion is the denominator of the params in ppm.
	PartsPerMillion = 1_000_000
	// BasisPoints is the denominator of the params in bps.
	BasisPoints = 10_000
)
