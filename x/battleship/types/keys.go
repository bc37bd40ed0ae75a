package types

import "cosmossdk.io/collections"

const (
	// ModuleName is the name of the module, of its account and of its routes.
	ModuleName = "battleship"
	// StoreKey is the name of the module's store.
	StoreKey = ModuleName
)

// Prefixes of the store. Each is one byte, followed by the key that its comment names. Ids are u64, heights i64 with
// the sign bit flipped, and all numbers big-endian, so that they sort. An address that is followed by more has its
// length in one byte before it. Light clients of other chains read ResultsPrefix and MeleeResultsPrefix. No prefix is
// reused.
var (
	// ParamsPrefix holds the `Params`, written by genesis and governance.
	ParamsPrefix = collections.NewPrefix(0)
	// NextGameIDPrefix holds the id of the next game, big-endian u64.
	NextGameIDPrefix = collections.NewPrefix(1)
	// GamesPrefix maps game id to `Game`, from creation to the end.
	GamesPrefix = collections.NewPrefix(2)
	// ProgressPrefix maps game id to `Progress`, written by every message of a game and pruned at the end.
	ProgressPrefix = collections.NewPrefix(3)
	// RecoveriesPrefix maps game id and seat (u32, in a melee plus one) to recovery data, if any, until the end.
	RecoveriesPrefix = collections.NewPrefix(4)
	// ExpiriesPrefix holds height and game id: the expiry queue.
	ExpiriesPrefix = collections.NewPrefix(5)
	// OpenGamesPrefix maps the open key to the `Listing` of a game that any account may join.
	OpenGamesPrefix = collections.NewPrefix(6)
	// PlayerGamesPrefix holds address and game id: a player's unfinished games and melees.
	PlayerGamesPrefix = collections.NewPrefix(7)
	// ResultsPrefix maps game id to `Result`, forever.
	ResultsPrefix = collections.NewPrefix(8)
	// PlayersPrefix maps address to `Player`.
	PlayersPrefix = collections.NewPrefix(9)
	// RewardsPrefix holds the `Rewards`, the state of the mint.
	RewardsPrefix = collections.NewPrefix(10)
	// QuarantinedPrefix maps game id to `Quarantine`, until the expiry succeeds.
	QuarantinedPrefix = collections.NewPrefix(11)
	// WaitingPrefix maps the open key to the `Listing` of a game opened by a match.
	WaitingPrefix = collections.NewPrefix(12)
	// InvitationsPrefix holds address and game id: open games offered to that address alone, and open melees to which
	// it is invited.
	InvitationsPrefix = collections.NewPrefix(13)
	// PairsPrefix maps lower and higher address to `Pair`.
	PairsPrefix = collections.NewPrefix(14)
	// LeaderboardPrefix holds rating (u32) and address of each rated player.
	LeaderboardPrefix = collections.NewPrefix(15)
	// RatingBucketsPrefix maps rating / 32 (u32) to `RatingBucket`.
	RatingBucketsPrefix = collections.NewPrefix(16)
	// EscrowPrefix maps denom to the amount in escrow, in decimal digits.
	EscrowPrefix = collections.NewPrefix(17)
	// UnpaidPrefix maps address to `Unpaid`, until it is withdrawn.
	UnpaidPrefix = collections.NewPrefix(18)
	// PlacesPrefix maps address and number (u64) to the height of a promised reward (i64), for the last 32.
	PlacesPrefix = collections.NewPrefix(19)
	// PromisedPrefix maps height to the uship ever promised up to it (u64), as far back as a period reaches.
	PromisedPrefix = collections.NewPrefix(20)
	// RematchesPrefix maps id of an ended game to id of its rematch (u64).
	RematchesPrefix = collections.NewPrefix(21)
	// ExpiryHeightsPrefix maps game id to the height of its entry in the expiry queue (i64).
	ExpiryHeightsPrefix = collections.NewPrefix(22)
	// AwardsPrefix maps game id to `Award`, from the end of play to the end of the game.
	AwardsPrefix = collections.NewPrefix(23)
	// MeleesPrefix maps melee id to `Melee`, from creation to the end.
	MeleesPrefix = collections.NewPrefix(24)
	// MeleeBoardsPrefix maps melee id and seat (u32) to `BoardCommitment`, until the end.
	MeleeBoardsPrefix = collections.NewPrefix(25)
	// MeleeProgressPrefix maps melee id to the canonical bytes of package melee, written by every message of a melee
	// and pruned at the end.
	MeleeProgressPrefix = collections.NewPrefix(26)
	// AimsPrefix maps melee id and seat (u32) to an unopened aim of 32 bytes.
	AimsPrefix = collections.NewPrefix(27)
	// MeleeResultsPrefix maps melee id to `MeleeResult`, forever.
	MeleeResultsPrefix = collections.NewPrefix(28)
	// OpenMeleesPrefix maps melee id to 0x01 for an open melee that any account may join.
	OpenMeleesPrefix = collections.NewPrefix(29)
	// NamesPrefix maps address to `Name`, from the first name on.
	NamesPrefix = collections.NewPrefix(30)
	// NameOwnersPrefix maps name to the address of the account that has it.
	NameOwnersPrefix = collections.NewPrefix(31)
)
