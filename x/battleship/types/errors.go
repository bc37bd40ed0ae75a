package types

import "cosmossdk.io/errors"

// Errors of the module. Their codes start at 2, because 0 means success and 1 an unknown error in ABCI, and are never
// reused. They are wrapped with the fact and its remedy.
var (
	// ErrUnauthorized means that the sender may not do this.
	ErrUnauthorized = errors.Register(ModuleName, 2, "unauthorized")
	// ErrInvalidAddress means that an address is malformed or too long.
	ErrInvalidAddress = errors.Register(ModuleName, 3, "invalid address")
	// ErrInvalidParams means that params, or a clock within them, are out of bounds.
	ErrInvalidParams = errors.Register(ModuleName, 4, "invalid params")
	// ErrInvalidGenesis means that a genesis state contradicts itself.
	ErrInvalidGenesis = errors.Register(ModuleName, 5, "invalid genesis")
	// ErrGameNotFound means that the game was never created, or was cancelled.
	ErrGameNotFound = errors.Register(ModuleName, 6, "game not found")
	// ErrGameEnded means that the game has ended and has a result.
	ErrGameEnded = errors.Register(ModuleName, 7, "game has ended")
	// ErrUnknownRuleset means that the ruleset does not exist.
	ErrUnknownRuleset = errors.Register(ModuleName, 8, "unknown ruleset")
	// ErrInvalidBoard means that a board commitment has the wrong shape or scheme.
	ErrInvalidBoard = errors.Register(ModuleName, 9, "invalid board commitment")
	// ErrNonce means that a board does not have the player's next nonce.
	ErrNonce = errors.Register(ModuleName, 10, "wrong board nonce")
	// ErrEqualBoards means that a hash is in both boards.
	ErrEqualBoards = errors.Register(ModuleName, 11, "equal board commitments")
	// ErrInvalidRecovery means that recovery data are too long.
	ErrInvalidRecovery = errors.Register(ModuleName, 12, "invalid recovery data")
	// ErrInvalidDelegate means that a delegate is a player, or acts for another seat.
	ErrInvalidDelegate = errors.Register(ModuleName, 13, "invalid delegate")
	// ErrBlockedAddress means that the bank does not pay to the player.
	ErrBlockedAddress = errors.Register(ModuleName, 14, "address cannot receive rewards")
	// ErrInvalidToss means that the joiner's toss does not have 32 bytes.
	ErrInvalidToss = errors.Register(ModuleName, 15, "invalid toss")
	// ErrEmptyMove means that a move has neither opening nor target.
	ErrEmptyMove = errors.Register(ModuleName, 16, "empty move")
	// ErrInvalidMove means that the parts of a move do not fit together.
	ErrInvalidMove = errors.Register(ModuleName, 17, "invalid move")
	// ErrWrongOpening means that an opening does not fit the commitment.
	ErrWrongOpening = errors.Register(ModuleName, 18, "wrong opening")
	// ErrPhase means that the game is in another phase or stage.
	ErrPhase = errors.Register(ModuleName, 19, "wrong phase")
	// ErrTurn means that the sender does not owe this.
	ErrTurn = errors.Register(ModuleName, 20, "not owed")
	// ErrLate means that the deadline has passed.
	ErrLate = errors.Register(ModuleName, 21, "too late")
	// ErrTile means that a tile is not on the board, or not a new target.
	ErrTile = errors.Register(ModuleName, 22, "invalid tile")
	// ErrSunk means that the announcement of a sunk ship is wrong.
	ErrSunk = errors.Register(ModuleName, 23, "invalid announcement of a sunk ship")
	// ErrClaim means that a claim does not prove an honest board.
	ErrClaim = errors.Register(ModuleName, 24, "claim not proven")
	// ErrRewardCap means that a mint would exceed the cap.
	ErrRewardCap = errors.Register(ModuleName, 25, "reward cap reached")
	// ErrUncountedMint means that the app did not install the mint restriction.
	ErrUncountedMint = errors.Register(ModuleName, 26, "mint was not counted")
	// ErrCorrupt means that a stored record is not one that the module writes.
	ErrCorrupt = errors.Register(ModuleName, 27, "corrupt record")
	// ErrPanic means that settling an expiry panicked.
	ErrPanic = errors.Register(ModuleName, 28, "panic")
	// ErrInvalidStake means that a stake is not positive, too large or in another coin.
	ErrInvalidStake = errors.Register(ModuleName, 29, "invalid stake")
	// ErrInsufficientFunds means that an account cannot pay for its entry.
	ErrInsufficientFunds = errors.Register(ModuleName, 30, "insufficient funds")
	// ErrInvalidOpponent means that a game is offered to an account that cannot play it.
	ErrInvalidOpponent = errors.Register(ModuleName, 31, "invalid opponent")
	// ErrInvalidRating means that a rating range is inverted or too narrow.
	ErrInvalidRating = errors.Register(ModuleName, 32, "invalid rating range")
	// ErrRatingRange means that the ratings of two players differ too much.
	ErrRatingRange = errors.Register(ModuleName, 33, "rating out of range")
	// ErrTooManyOpenGames means that an account has max_open_games open games.
	ErrTooManyOpenGames = errors.Register(ModuleName, 34, "too many open games")
	// ErrAlreadyWaiting means that the sender waits for the same match.
	ErrAlreadyWaiting = errors.Register(ModuleName, 35, "already waiting")
	// ErrRematch means that a game cannot be played again, or has a rematch.
	ErrRematch = errors.Register(ModuleName, 36, "no rematch")
	// ErrNothingToWithdraw means that the sender has no unpaid coins.
	ErrNothingToWithdraw = errors.Register(ModuleName, 37, "nothing to withdraw")
	// ErrRecipient means that the bank does not pay to the recipient.
	ErrRecipient = errors.Register(ModuleName, 38, "recipient cannot be paid")
	// ErrEscrow means that the escrow has less than its records.
	ErrEscrow = errors.Register(ModuleName, 39, "escrow does not add up")
	// ErrInvalidProof means that a proof is malformed or false.
	ErrInvalidProof = errors.Register(ModuleName, 40, "invalid proof")
	// ErrRulesetClosed means that the ruleset takes no new players.
	ErrRulesetClosed = errors.Register(ModuleName, 41, "ruleset is closed")
	// ErrOffChain means that the game is played off-chain.
	ErrOffChain = errors.Register(ModuleName, 42, "game is off-chain")
	// ErrNotNewer means that a submitted state is not newer than the chain's.
	ErrNotNewer = errors.Register(ModuleName, 43, "not a newer state")
	// ErrNoResponse means that the opponent has not responded on-chain.
	ErrNoResponse = errors.Register(ModuleName, 44, "opponent has not responded on-chain")
	// ErrSignature means that a signature is not of the seat's channel key.
	ErrSignature = errors.Register(ModuleName, 45, "wrong signature of a state")
	// ErrInvalidChannel means that a channel key or relay is malformed, or only one player has a key.
	ErrInvalidChannel = errors.Register(ModuleName, 46, "invalid channel")
	// ErrNotChannel means that the game is not played off-chain.
	ErrNotChannel = errors.Register(ModuleName, 47, "not a channel game")
	// ErrStateProof means that a state proof is malformed, of another game or not endorsed.
	ErrStateProof = errors.Register(ModuleName, 48, "invalid state proof")
	// ErrGameKind means that a game is used as one of another kind.
	ErrGameKind = errors.Register(ModuleName, 49, "game of another kind")
	// ErrInvalidPlayers means that the ruleset does not allow the number of players.
	ErrInvalidPlayers = errors.Register(ModuleName, 50, "invalid number of players")
	// ErrInvalidInvitation means that a list of invited players is invalid or missing.
	ErrInvalidInvitation = errors.Register(ModuleName, 51, "invalid list of invited players")
	// ErrInvalidAim means that an aim does not have 32 bytes.
	ErrInvalidAim = errors.Register(ModuleName, 52, "invalid aim")
	// ErrBegun means that a shot was fired, so that leaving costs more than the sender has agreed to.
	ErrBegun = errors.Register(ModuleName, 53, "a shot was fired")
	// ErrTerms means that a game has other terms than the sender accepts.
	ErrTerms = errors.Register(ModuleName, 54, "other terms than accepted")
	// ErrInvalidName means that a name is malformed or reserved, or the present one.
	ErrInvalidName = errors.Register(ModuleName, 55, "invalid name")
	// ErrNamePeriod means that the sender has changed its name less than name_period_blocks ago.
	ErrNamePeriod = errors.Register(ModuleName, 56, "name changed too recently")
	// ErrNameTaken means that another account has the name.
	ErrNameTaken = errors.Register(ModuleName, 57, "name is taken")
)
