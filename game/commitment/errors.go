package commitment

import "errors"

// Errors of this package, for errors.Is. They are wrapped with the mismatch. A tile off the board is game.ErrTile, and
// a fleet that the ruleset does not allow is an error of game.Ruleset.CheckFleet.
var (
	// ErrBinding means that a Binding does not name a board: no ruleset, or a chain id or address that is empty or
	// too long.
	ErrBinding = errors.New("invalid binding")
	// ErrSecret means that a board secret has the wrong length.
	ErrSecret = errors.New("invalid board secret")
	// ErrBoard means that a Board has the wrong number of hashes or a hash of the wrong length.
	ErrBoard = errors.New("invalid board commitment")
	// ErrEqualRoots means that a hash occurs twice in one board or in both boards of a game.
	ErrEqualRoots = errors.New("equal roots")
	// ErrContent means that an opening's content is not one that its leaf can have.
	ErrContent = errors.New("invalid content")
	// ErrSalt means that an opening's salt has the wrong length.
	ErrSalt = errors.New("invalid salt")
	// ErrPath means that an opening's path has the wrong number of hashes or a hash of the wrong length.
	ErrPath = errors.New("invalid path")
	// ErrOpening means that an opening is well formed and is not the one that the player committed to.
	ErrOpening = errors.New("opening does not fit the commitment")
	// ErrAudit means that a fleet and a secret are well formed and are not those that the player committed to.
	ErrAudit = errors.New("board does not fit the commitment")
	// ErrAim means that an aim has the wrong length.
	ErrAim = errors.New("invalid aim")
	// ErrTossBytes means that the joiner's half of the toss has the wrong length.
	ErrTossBytes = errors.New("invalid toss bytes")
)
