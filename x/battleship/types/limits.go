package types

// Limits that no params can move. Every list and field that a message or a genesis file brings has one.
const (
	// MaxRecoveryBytes is the longest recovery field of an entry.
	MaxRecoveryBytes = 128
	// MaxAddressBytes is the longest address of a player or delegate: that of a module's derived account.
	MaxAddressBytes = 32
	// MaxErrorBytes is the longest error that a quarantined game keeps.
	MaxErrorBytes = 256
	// MinClockBlocks is the shortest deadline that params can set, in blocks. An obligation is known when a block is
	// committed, and by then the next one may be in the making: with a clock of one block, its proposer could win.
	MinClockBlocks = 2
	// MaxClockBlocks is the longest deadline that params can set, in blocks.
	MaxClockBlocks = 1_000_000
	// MaxExpiriesPerBlock is the most games that params can let one block settle.
	MaxExpiriesPerBlock = 2_000
	// MaxRewardCap is the most uship that there will ever have been: a million SHIP. Params can only lower it.
	MaxRewardCap = 1_000_000_000_000
	// MaxPageItems is the most items that a page of a query holds.
	MaxPageItems = 100
	// MaxPageReads is the most records that a query looks at to fill a page.
	MaxPageReads = 500

	// MaxStakeDenoms is the most coins that params can allow as stakes.
	MaxStakeDenoms = 32
	// MaxStakeBits is the size of the largest stake.
	MaxStakeBits = 128
	// MaxPriceBits is the size of the highest price of a SHIP. A fee that is computed from it fits in a stake's size.
	MaxPriceBits = 64
	// MaxUnpaidBits is the size of the largest unpaid amount in a genesis file: that of more of the largest payments than
	// there can be games. It leaves room for the sum over all accounts.
	MaxUnpaidBits = 192
	// MaxHouseShareBps is the most of a pot that params can give to the network.
	MaxHouseShareBps = 2_500
	// MaxOpenGames is the most open games that params can allow one account.
	MaxOpenGames = 100
	// MaxRewardMinShots is the most shots by each side that params can demand for a reward.
	MaxRewardMinShots = 60
	// EarlyForfeitBps is the ten-thousandths of its fee that a player loses who leaves before the first shot. Less a
	// loser's share it is above the expected loss of the player who shoots second, under every ruleset.
	EarlyForfeitBps = 3_000
	// MaxPlayerRewards and MaxChainRewards are the most rewards in a period to which params can limit a player and the
	// chain. Of a player as many are remembered.
	MaxPlayerRewards = 32
	MaxChainRewards  = 100_000
	// MaxPairRatedGames is the most rated games in a period that params can allow the same two players. A Pair
	// remembers as many.
	MaxPairRatedGames = 20
	// MaxNamePrice is the highest price of a name that params can set, in uship.
	MaxNamePrice = MaxRewardCap
	// MinRatingRange is the smallest distance of ratings that a player can ask for. It bounds how many games can wait
	// for a match without any two of them fitting.
	MinRatingRange = 50
	// RatingBucketSize is how many neighbouring ratings a RatingBucket counts.
	RatingBucketSize = 32
	// MaxMatchReads is the most open games that a match looks at to each side of the sender's rating, among those that
	// did not ask for a match.
	MaxMatchReads = 8
	// MaxNeighbours is the most neighbours to each side that a rank comes with.
	MaxNeighbours = 5
	// MaxBlockMillis is the longest expected time between blocks: an hour.
	MaxBlockMillis = 3_600_000

	// ProofGas is the gas of verifying the zero-knowledge proof of a board, and OpeningGas that of an answer, charged
	// before its first byte is read. The same gas in payments takes more time of a block, so that proofs cannot slow
	// blocks down; see ADR 33.
	ProofGas   = 600_000
	OpeningGas = 260_000

	// PlayersPerGame is how many players a game has, and so how many seats and sides.
	PlayersPerGame = 2

	// PartsPerMillion is the denominator of the params in ppm.
	PartsPerMillion = 1_000_000
	// BasisPoints is the denominator of the params in bps.
	BasisPoints = 10_000
)
