package types

import "cosmossdk.io/errors"

// Errors of the module. Their codes start at 2, for 0 means success and 1 an unknown error in ABCI, and are never
// reused. They are wrapped with what was expected and what came.
var (
	// ErrUnauthorized means that the sender may not do this: not in this game, or not at all.
	ErrUnauthorized = errors.Register(ModuleName, 2, "unauthorized")
	// ErrInvalidAddress means that an address is malformed or too long.
	ErrInvalidAddress = errors.Register(ModuleName, 3, "invalid address")
	// ErrInvalidParams means that params, or a clock that they bound, are out of bounds.
	ErrInvalidParams = errors.Register(ModuleName, 4, "invalid params")
	// ErrInvalidGenesis means that a genesis state contradicts itself.
	ErrInvalidGenesis = errors.Register(ModuleName, 5, "invalid genesis")
	// ErrGameNotFound means that no game of that id was ever created, or that it was cancelled.
	ErrGameNotFound = errors.Register(ModuleName, 6, "game not found")
	// ErrGameEnded means that the game has ended; its result stays.
	ErrGameEnded = errors.Register(ModuleName, 7, "game has ended")
	// ErrUnknownRuleset means that no ruleset has that number.
	ErrUnknownRuleset = errors.Register(ModuleName, 8, "unknown ruleset")
	// ErrInvalidBoard means that a board commitment has the wrong shape or an unknown scheme.
	ErrInvalidBoard = errors.Register(ModuleName, 9, "invalid board commitment")
	// ErrNonce means that a board commitment does not carry the player's next board nonce.
	ErrNonce = errors.Register(ModuleName, 10, "wrong board nonce")
	// ErrEqualBoards means that a hash of a board is already in the opponent's.
	ErrEqualBoards = errors.Register(ModuleName, 11, "equal board commitments")
	// ErrInvalidRecovery means that recovery data are too long.
	ErrInvalidRecovery = errors.Register(ModuleName, 12, "invalid recovery data")
	// ErrInvalidDelegate means that a delegate is a player of the game or serves both.
	ErrInvalidDelegate = errors.Register(ModuleName, 13, "invalid delegate")
	// ErrBlockedAddress means that the bank does not pay to that address, so it cannot play for a reward.
	ErrBlockedAddress = errors.Register(ModuleName, 14, "address cannot receive rewards")
	// ErrInvalidToss means that the joiner's half of the toss has the wrong length.
	ErrInvalidToss = errors.Register(ModuleName, 15, "invalid toss")
	// ErrEmptyMove means that a move neither opens anything nor shoots.
	ErrEmptyMove = errors.Register(ModuleName, 16, "empty move")
	// ErrInvalidMove means that the parts of a move do not belong together, or that one of them is malformed.
	ErrInvalidMove = errors.Register(ModuleName, 17, "invalid move")
	// ErrWrongOpening means that an opening is not the one that the player committed to.
	ErrWrongOpening = errors.Register(ModuleName, 18, "wrong opening")
	// ErrPhase means that the game is not in a phase in which this can be done.
	ErrPhase = errors.Register(ModuleName, 19, "wrong phase")
	// ErrTurn means that somebody else, or something else, is owed.
	ErrTurn = errors.Register(ModuleName, 20, "not owed")
	// ErrLate means that the deadline has passed.
	ErrLate = errors.Register(ModuleName, 21, "too late")
	// ErrTile means that a tile is not on the board, or was shot at before.
	ErrTile = errors.Register(ModuleName, 22, "invalid tile")
	// ErrSunk means that a ship was announced too early, too late, in a wrong shape or against the ruleset.
	ErrSunk = errors.Register(ModuleName, 23, "invalid announcement of a sunk ship")
	// ErrClaim means that a claim does not prove an honest board.
	ErrClaim = errors.Register(ModuleName, 24, "claim not proven")
	// ErrRewardCap means that a mint would bring the uship ever minted above the cap.
	ErrRewardCap = errors.Register(ModuleName, 25, "reward cap reached")
	// ErrUncountedMint means that the app did not install the module's mint restriction in the bank it gave to the
	// module.
	ErrUncountedMint = errors.Register(ModuleName, 26, "mint was not counted")
	// ErrCorrupt means that a stored record cannot be what the module wrote.
	ErrCorrupt = errors.Register(ModuleName, 27, "corrupt record")
	// ErrPanic means that settling an expired game has panicked.
	ErrPanic = errors.Register(ModuleName, 28, "panic")
	// ErrInvalidStake means that a stake is not of an allowed coin, or not positive, or too large.
	ErrInvalidStake = errors.Register(ModuleName, 29, "invalid stake")
	// ErrInsufficientFunds means that an account cannot pay what entering a game takes.
	ErrInsufficientFunds = errors.Register(ModuleName, 30, "insufficient funds")
	// ErrInvalidOpponent means that a game was offered to somebody who cannot play it.
	ErrInvalidOpponent = errors.Register(ModuleName, 31, "invalid opponent")
	// ErrInvalidRating means that a range of ratings is inverted or too narrow.
	ErrInvalidRating = errors.Register(ModuleName, 32, "invalid rating range")
	// ErrRatingRange means that the ratings of two players are further apart than one of them wants.
	ErrRatingRange = errors.Register(ModuleName, 33, "rating out of range")
	// ErrTooManyOpenGames means that an account has as many open games as the params allow.
	ErrTooManyOpenGames = errors.Register(ModuleName, 34, "too many open games")
	// ErrAlreadyWaiting means that the sender waits for the same match already.
	ErrAlreadyWaiting = errors.Register(ModuleName, 35, "already waiting")
	// ErrRematch means that a game cannot be played again, or is being played again already.
	ErrRematch = errors.Register(ModuleName, 36, "no rematch")
	// ErrNothingToWithdraw means that nothing waits for the sender.
	ErrNothingToWithdraw = errors.Register(ModuleName, 37, "nothing to withdraw")
	// ErrRecipient means that the bank does not pay to the recipient of a withdrawal.
	ErrRecipient = errors.Register(ModuleName, 38, "recipient cannot be paid")
	// ErrEscrow means that the module holds less than its records say.
	ErrEscrow = errors.Register(ModuleName, 39, "escrow does not add up")
	// ErrInvalidProof means that the bytes of a proof are none, or that it does not prove what it should.
	ErrInvalidProof = errors.Register(ModuleName, 40, "invalid proof")
	// ErrRulesetClosed means that no game can be opened or joined under the ruleset.
	ErrRulesetClosed = errors.Register(ModuleName, 41, "ruleset is closed")
	// ErrAtSea means that a game is played by letters: nothing can be done on chain before it is ashore.
	ErrAtSea = errors.Register(ModuleName, 42, "game is at sea")
	// ErrNotNewer means that a posted state is not newer than what the chain holds.
	ErrNotNewer = errors.Register(ModuleName, 43, "not a newer state")
	// ErrUnheard means that a player would end a game ashore before its opponent has been heard there.
	ErrUnheard = errors.Register(ModuleName, 44, "opponent has not been heard ashore")
	// ErrSignature means that a signature below a state is not that of the seat's channel key.
	ErrSignature = errors.Register(ModuleName, 45, "wrong signature of a state")
	// ErrInvalidChannel means that a channel key or relay is malformed, or that the two players' do not go together.
	ErrInvalidChannel = errors.Register(ModuleName, 46, "invalid channel")
	// ErrNotChannel means that a game is played on chain from the beginning, so that there is no state to post.
	ErrNotChannel = errors.Register(ModuleName, 47, "not a channel game")
	// ErrStateProof means that a state proof is malformed, shows no state of the game, or lacks an endorsement.
	ErrStateProof = errors.Register(ModuleName, 48, "invalid state proof")
	// ErrGameKind means that a game is a melee where a duel is asked for, or the other way round.
	ErrGameKind = errors.Register(ModuleName, 49, "game of another kind")
	// ErrInvalidPlayers means that a melee is to be for more or fewer players than the ruleset is.
	ErrInvalidPlayers = errors.Register(ModuleName, 50, "invalid number of players")
	// ErrInvalidInvitation means that a list of invited players has the wrong length, names somebody twice or its sender,
	// or names an account that cannot be paid, or that a stake comes without a list.
	ErrInvalidInvitation = errors.Register(ModuleName, 51, "invalid list of invited players")
	// ErrInvalidAim means that an aim has the wrong length.
	ErrInvalidAim = errors.Register(ModuleName, 52, "invalid aim")
)
