package text

// Reasons why an act is not possible now, and problems of package session.
const (
	LogLost = "%s: what was signed off-chain is not known here, so nothing more is signed: battleshipd channel " +
		"recover %d brings the game on-chain"
	NoClaims        = "boards are proven in %s: there is nothing to claim"
	NoClaimYet      = "there is nothing to claim yet"
	ActsForPlayer   = "game %d: %s is the delegate of %s and must act for it"
	NoRelay         = "no relay answers at %s (%s): start one with battleshipd relay, or name another with --relay"
	NotARelay       = "the server at %s is no relay (HTTP %d): name another with --relay"
	OpenToAll       = "no one, as it is open to all"
	NothingToAnswer = "there is nothing to answer"
	NoShot          = "game %d: no shot at %s: a shot at %s was signed for this turn before and may still get into a " +
		"block, so it is that one or none: shoot at %s again"
	HasBegun            = "the game has begun"
	ConcedeGivesUp      = ", and concede gives it up"
	CancelInstead       = "no opponent has joined yet: cancel it instead"
	NotJoined           = "no opponent has joined yet"
	KeyNotDeterministic = "This key cannot sign deterministically, so your boards depend on the file %s and its " +
		"passphrase. Back it up: without it you cannot answer shots, and a game that continues without you is lost."
)
