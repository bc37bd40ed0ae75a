package types

import "cosmossdk.io/collections"

const (
	// ModuleName is the name of the module, of its account and of its routes.
	ModuleName = "battleship"
	// StoreKey is the name of the module's store.
	StoreKey = ModuleName
)

// Prefixes of the store. Each is one byte, followed by the key that is named beside it; numbers in keys are
// big-endian and of fixed width, addresses that are followed by more carry their length. ResultsPrefix and
// MeleeResultsPrefix are read by light clients of other chains: a result stands at 0x08 || game id for ever, that of a
// melee at 0x1c || game id. No prefix is ever used for something else.
var (
	// ParamsPrefix holds the Params.
	ParamsPrefix = collections.NewPrefix(0)
	// NextGameIDPrefix holds the id of the next game.
	NextGameIDPrefix = collections.NewPrefix(1)
	// GamesPrefix holds the fixed part of each unfinished game by id.
	GamesPrefix = collections.NewPrefix(2)
	// ProgressPrefix holds the moving part of each unfinished game by id.
	ProgressPrefix = collections.NewPrefix(3)
	// RecoveriesPrefix holds the sealed fleets by game id and seat; in a melee by its id and the seat's number plus one.
	RecoveriesPrefix = collections.NewPrefix(4)
	// ExpiriesPrefix holds the expiry queue: height and game id.
	ExpiriesPrefix = collections.NewPrefix(5)
	// OpenGamesPrefix holds the open games that anybody may join: OpenKey.
	OpenGamesPrefix = collections.NewPrefix(6)
	// PlayerGamesPrefix holds each player's unfinished games and melees: address and id.
	PlayerGamesPrefix = collections.NewPrefix(7)
	// ResultsPrefix holds the finished games by id.
	ResultsPrefix = collections.NewPrefix(8)
	// PlayersPrefix holds the players by address.
	PlayersPrefix = collections.NewPrefix(9)
	// RewardsPrefix holds the state of the Shipcoin mint.
	RewardsPrefix = collections.NewPrefix(10)
	// QuarantinedPrefix holds the games whose expiry has failed by id.
	QuarantinedPrefix = collections.NewPrefix(11)
	// WaitingPrefix holds those of the open games whose creators have asked for a match: OpenKey.
	WaitingPrefix = collections.NewPrefix(12)
	// InvitationsPrefix holds the open games that only one player may join, and the open melees to which a player is
	// invited: its address and game id.
	InvitationsPrefix = collections.NewPrefix(13)
	// PairsPrefix holds the pairs of players by addresses, the lower one first.
	PairsPrefix = collections.NewPrefix(14)
	// LeaderboardPrefix holds the rated players: rating and address.
	LeaderboardPrefix = collections.NewPrefix(15)
	// RatingBucketsPrefix holds how many players have which rating, by rating divided by 32.
	RatingBucketsPrefix = collections.NewPrefix(16)
	// EscrowPrefix holds how much the module holds for others by denom.
	EscrowPrefix = collections.NewPrefix(17)
	// UnpaidPrefix holds what waits for accounts that could not be paid, by address.
	UnpaidPrefix = collections.NewPrefix(18)
	// PlacesPrefix holds the heights at which the last rewards were promised to each player by address and number.
	PlacesPrefix = collections.NewPrefix(19)
	// PromisedPrefix holds how many uship had ever been promised after a block by height.
	PromisedPrefix = collections.NewPrefix(20)
	// RematchesPrefix holds the rematch of an ended game by the id of the ended game.
	RematchesPrefix = collections.NewPrefix(21)
	// ExpiryHeightsPrefix holds the height of each unfinished game's entry in the expiry queue by id.
	ExpiryHeightsPrefix = collections.NewPrefix(22)
	// AwardsPrefix holds what the games that wait for a proof bring, by id.
	AwardsPrefix = collections.NewPrefix(23)
	// MeleesPrefix holds the fixed part of each unfinished melee by id.
	MeleesPrefix = collections.NewPrefix(24)
	// MeleeBoardsPrefix holds the boards of unfinished melees by id and seat.
	MeleeBoardsPrefix = collections.NewPrefix(25)
	// MeleeProgressPrefix holds the moving part of each unfinished melee by id, in its canonical bytes.
	MeleeProgressPrefix = collections.NewPrefix(26)
	// AimsPrefix holds the aims of a round that were not opened yet by melee id and seat.
	AimsPrefix = collections.NewPrefix(27)
	// MeleeResultsPrefix holds the finished melees by id.
	MeleeResultsPrefix = collections.NewPrefix(28)
	// OpenMeleesPrefix holds the open melees that anybody may join by id.
	OpenMeleesPrefix = collections.NewPrefix(29)
)
