package text

// Lines about the boards and the end of a game. Each constant is a format of package fmt, whose values vet checks.
const (
	PublicBoards    = "This is the public view; your ships are drawn with %s."
	NotAPlayer      = "%s does not play game %d: this is the public view."
	ShipsNotDrawn   = "Your ships are not drawn: %s."
	DuelIsOver      = "Game %d (%s) is over: %s."
	GameIsOver      = "Game %d is over: %s."
	Replays         = "battleshipd replay %d plays it back."
	YouAre          = "You are %s, the %s, against %s."
	NothingToClaim  = "Boards are proven: there is nothing to claim."
	DuelLegend      = "o miss   x hit   # sunk   ? shot that waits for its answer   . not shot at"
	SinkingsUnknown = "; this ruleset does not announce what is sunk"
)

// Lines of bots that play by themselves.
const (
	NoMoreGames  = "No more games than %d: %s."
	BotPlays     = "%s, %s %d: %s. Stop with Ctrl-C, continue with battleshipd bot %d."
	NotDone      = "not done yet, and tried again: %s"
	BotGaveUp    = "%s, game %d: given up: %s."
	BotScore     = "%s has played %d games and won %d."
	BotContinues = "%s continues %s; --%s leaves it alone and asks for one more."
	NoMatch      = "No match yet, and tried again: %s."
	BotHasToWait = "%s waits in %s, and the chain lets no player wait twice: the next match is asked for after " +
		"that."
	NoneJoined = "%s: no opponent joined game %d in time, so another match is asked for."
	BotWaits   = "%s, game %d: still waiting: %s."
)

// Lines about off-chain games.
const (
	ShotsUnknown    = "This game's log is missing or damaged: shots off-chain are not known here, and are left out."
	NoLog           = "there is no log of this game on this machine"
	IsOffChain      = "%d is off-chain, until block %d at the latest"
	WasOffChain     = "%d was brought on-chain, and is played there to its end"
	NeverOffChain   = "%d is played on-chain, and never was off-chain"
	ProofWritten    = "The proof of game %d, progress %d, is in %s."
	AskingForUpdate = "Asking your opponent for its newest update, for %s."
	NoUpdate        = "No update came in %s."
	PlayedOnChain   = "Played on-chain: %s."
	UpdateKept      = "Your update is written down, and goes out with the next command: %s."
	NotOnDisk       = "The game continues, but not all of it is on the disk: %s."
)

// Lines around a command: its node, its key, its locks.
const (
	Withdrawn      = "Block %d: %s withdrawn."
	NameSet        = "Block %d: your name is %s."
	NameGivenUp    = "Block %d: you have no name any more, and are shown as %s."
	NameIsOf       = "The player called %s is %s."
	StartingDuel   = "Starting a chain for a %s game, seed %d."
	StartingChain  = "Starting a chain of its own."
	WaitingForNode = "Waiting for the node at %s."
	// WaitingForRelay is about the relay of a game that is to be opened.
	WaitingForRelay = "Waiting for the relay at %s."
	PlayingAs       = "Playing as %s (%s), %s."
	BlockLate       = "the node is a block late, or "
	ATime           = "a time such as \"200ms\" or \"10s\""
	AsInGame        = "As in game %d: %s."
	AboutTo         = "About to %s."
	SentAlready     = "A transaction is signed and may still get into a block: battleshipd games shows yours."
)

// Errors of a game that another program plays.
const (
	BotSearches = "a bot of %s looks for games already on this machine (process %s): end it first, or let it " +
		"continue"
	ScreensOpen = "the screens of battleshipd play have game %d of %s open on this machine, and answer by " +
		"themselves: close them first"
	BotRuns = "a bot of %s plays game %d already on this machine (process %s): end it first, or let it continue"
)

// Lines about proofs of results, and the remedies for one that fails.
const (
	ProvenMissing = "Game %d has no result as of block %d: the file proves that."
	BlockHash     = "Block %d of %s has the hash %s, by the node at %s."
	HadNoResult   = "Game %d had no result: it was not over, was never joined, or never existed."
	ProofVerified = "Verified: this is what %s held after block %d."
	ProofFalse    = "do not believe the one who gave you the file"
	HeaderOfChain = "take a trusted header of the chain that the proof is of"
	OlderHeader   = "take an older trusted header, or have the result proven again, which is possible at any time"
	WholeHeader   = "take the whole trusted header, or that of the proof's own block"
	NewerHeader   = "take a newer trusted header, or that of the proof's own block, which never expires"
	NearerHeader  = "take a trusted header that is nearer to the proof's block"
	SetClock      = "set the clock of this machine"
)

// Lines of lists and queries.
const (
	MovesAndClaims  = "about %s a move, %s to claim, %s left now"
	OnlyGamesOf     = "Only games of %s, by --%s."
	RematchIs       = "Its rematch is game %d."
	NoGames         = "No games."
	NoFinishedGames = "No finished games."
	NoOpenGames     = "No open games that fit."
	JoinOrDecline   = "battleshipd join takes an invitation of %s, battleshipd decline refuses it."
	MoreInvitations = "There are more: battleshipd lobby --%s %s lists them all."
	NoneRated       = "No player is rated yet."
	LocalNetwork    = "local: rewards may be free"
	BoardsShown     = "are shown at the end all the same"
	RewardLimits    = "%s a player, the coins of %s in all"
)

// Lines of recovery, records and reports.
const (
	NoUnfinished = "You have no unfinished games on %s."
	BoardLost    = "  Your board cannot be recovered: %s."
	BoardFound   = "  Your board is recovered, and is the one that you committed to: %s."
	NotAllSent   = "%s: not all that you owe was sent: %s."
	NotDoneIn    = "%s: not done yet, and tried again: %s."
	Recorded     = "Game %d is on record in %s: %d transactions in %d blocks, verified. Check it anywhere with " +
		"battleshipd replay %s."
	RecordOf    = "Game %d of %s, %s."
	NoNodeAsked = "No node was asked. Ask a node that you trust whether these are blocks of %s: block %d has " +
		"the hash %s."
	TableGone = "It is gone."
	AndMore   = ", and %s more if the others get into a block too"
)

// Lines of a command that follows a game or waits.
const (
	ReadsProven     = "Games are read with proofs from block %d on; this home remembers it."
	StillWaiting    = "Still waiting: %s."
	Waiting         = "Waiting. Ctrl-C ends the waiting, not the %s: battleshipd board %d shows it."
	ReplaysVerified = "Game %d is over: battleshipd replay %d plays it back, and verifies it."
	WatchOffChain   = "The game is off-chain, until block %d at the latest: its moves are not in blocks, and not shown."
	NodeAsked       = "The node does not answer (%s); asked again."
	WatchedToEnd    = "\nGame %d is over: %s. battleshipd replay %d plays it back, and verifies it."
)

// Lines of a watchtower.
const (
	TowerWatches   = "Watching %s for disputes, as %s. Ctrl-C ends it."
	TowerStopped   = "Stopped. Disputes about %s are not answered now."
	ProofHeld      = "Game %d: a proof of progress %d is held, from %s."
	ProofUseless   = "Game %d: %s holds no proof of this game: %s."
	BroughtOnChain = "Game %d was brought on-chain, with progress %d."
	ProofAnswered  = "Block %d: game %d was at progress %d, and is at %d by the proof that was held."
	ProofWaits     = "Game %d: the proof of progress %d is not submitted: %s. It is tried again while it is of use."
	WatchedNoMore  = "Game %d is watched no more: %s."
	NodeAskedAgain = "The chain does not answer (%s); asked again."
	NodeAnswers    = "The chain answers again."
)
