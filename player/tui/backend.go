package tui

import (
	"context"

	"github.com/battleship-chain/battleship/game"
)

// Backend is what plays behind the screens: a chain, or a practice game that needs none. Its methods are called from
// commands, each in a goroutine of its own, so they may block and must be safe to call at the same time. A context that
// is done ends a call soon.
//
// Every error is shown to the player as it is: one sentence that says what happened and what can be done about it,
// without a full stop and without any library's own words.
type Backend interface {
	// Next returns the snapshot of this moment as soon as its Version is not seen, the version that the screens have:
	// 0 at first. A snapshot replaces the one before it whole, so none need follow each change; the last one must come.
	// What passes, such as a node that is away, is a Connection and no error. The screens end on an error.
	Next(ctx context.Context, seen uint64) (Snapshot, error)
	// Focus names the game that Snapshot.Game or Snapshot.Melee is to show from now on, running or ended; 0 for none. It
	// returns at once and brings a new snapshot. Games that nobody looks at go on all the same: what the player owes in
	// them, but for a shot, an aim and a confirmation, is done by itself.
	Focus(id uint64)
	// Quote says what entering the game of a wish means, without a fleet. The error says why the wish cannot be had.
	Quote(ctx context.Context, w Wish) (Quote, error)
	// RandomFleet draws a fleet of the ruleset.
	RandomFleet(r *game.Ruleset) (game.Fleet, error)
	// Enter enters the game of a wish with a legal fleet and returns the game's id once it is entered. Until then,
	// Lobby.Sending tells how far it has come.
	Enter(ctx context.Context, w Wish, fleet game.Fleet) (uint64, error)
	// Do does something in a game and returns once it is done, which on a chain is when it is in a block. Until then,
	// Game.Sending tells how far it has come, and Lobby.Sending for Decline. A Shoot is also taken while the
	// player still owes an answer or the toss that makes it its turn. The error is the last word on this act; what the
	// rules or a simulation refuse is refused at once. The same act may then be tried again: never does a second one
	// go out while the first can still come into a block with another content.
	Do(ctx context.Context, id uint64, act Act) error
}

// Snapshot is all that there is to show at one moment. The screens only read it: whoever makes it shares no memory of
// it that is written later.
type Snapshot struct {
	// Version tells snapshots apart; it grows, from 1.
	Version uint64
	// Connection is how the line to the chain is.
	Connection Connection
	// Lobby is what can be played.
	Lobby Lobby
	// Game is the duel that Focus has named, Melee the melee; nil if it has named none, or while it is being looked up.
	Game  *Game
	Melee *Melee
	// NoGame says in words why there is no Game to show yet, or will be none; empty while it is only being looked up.
	NoGame string
}

// Line is how a connection is. The zero Line is a practice game's, which has none.
type Line uint8

// The states of a connection.
const (
	// LineNone means that there is no chain.
	LineNone Line = iota
	// LineUp means that the node answers and is at the head of its chain.
	LineUp
	// LineSlow means that the node answers but is behind: what is shown may be old.
	LineSlow
	// LineDown means that the node does not answer. It is asked again until it does.
	LineDown
)

// Connection is the line to a chain, and who plays over it.
type Connection struct {
	Line Line
	// Why says in words why the line is slow or down and what is being done about it, or what else is wrong, such as
	// this machine's clock; empty otherwise.
	Why string
	// Player is who plays: the name of its key, or its short address.
	Player string
	// Balance is what it has, such as "99.2 ANCHOR, 42 SHIP"; empty without a chain.
	Balance string
	// Chain is the chain's id; empty without a chain.
	Chain string
	// Height is the last block; 0 without a chain.
	Height int64
}

// Lobby is what can be played.
type Lobby struct {
	// Matching reports whether the backend can look for an opponent; else the lobby does not offer it.
	Matching bool
	// Bot reports whether the player can play against a bot of its own, which WishBot asks for; else the lobby does not
	// offer it.
	Bot bool
	// Melees reports whether melees can be opened; else the lobby does not offer it.
	Melees bool
	// Stakes and Clocks are what a wish may name, such as "none" and "5 SHIP", "1m" and "3d", as proposals: any other text
	// that Quote accepts will do. The first is the default. Both are empty where a wish takes none.
	Stakes, Clocks []string
	// Open are the games that anybody may join, not counting the player's own.
	Open []OpenGame
	// Invitations are the games that only the player may join.
	Invitations []OpenGame
	// Running are the player's own games, those first in which it owes something. Open games wait here too, and games that
	// have ended since the screens began until they are looked at.
	Running []RunningGame
	// Sending is the entering, cancelling or declining that was begun last.
	Sending Transaction
	// Notice is what the player must read once, such as where a board's secret is kept; empty for nothing.
	Notice string
}

// OpenGame is a game that waits for an opponent.
type OpenGame struct {
	ID      uint64
	Ruleset *game.Ruleset
	// Players are how many sit at a melee of how many, such as "2/4"; empty for a duel.
	Players string
	// Creator is who opened it: the name of a key, or a short address.
	Creator string
	// Rating is the creator's when it opened the game, such as "1520" or "1200?"; empty if there is none.
	Rating string
	// Stake, Fee and Clock are its terms: "5 SHIP" or "none", "21.21 ANCHOR" or "none", "1m a move".
	Stake, Fee, Clock string
	// Left is how long it can still be joined, such as "59m".
	Left string
}

// RunningGame is one of the player's games.
type RunningGame struct {
	ID      uint64
	Ruleset *game.Ruleset
	// Players are how many sit at a melee, or are afloat, of how many, such as "2 of 4 afloat"; empty for a duel.
	Players string
	// Opponent is its name, or that of the only player who may join; empty while anybody may.
	Opponent string
	// Open tells that nobody has joined yet, so that it can be taken back; in a melee that the player may leave it.
	Open bool
	// OwnBot tells that the opponent is a bot of the player's own.
	OwnBot bool
	// Over tells that it has ended.
	Over bool
	// AtSea tells that it is played at sea, where no clock runs.
	AtSea bool
	// Turn tells that it is the player who decides now: a shot is to be chosen.
	Turn bool
	// Next is what happens next, in words such as "you shoot by block 812 (3m)", or how it has ended.
	Next string
	// Stake is what is played for, in words such as "5 SHIP" or "none".
	Stake string
}

// WishKind is how a game is entered.
type WishKind uint8

// The ways to enter a game.
const (
	// WishMatch enters the open game that fits best, or opens one for the next who fits.
	WishMatch WishKind = iota
	// WishCreate opens a game.
	WishCreate
	// WishJoin joins an open game or takes an invitation.
	WishJoin
	// WishRematch offers the opponent of an ended game another one of the same terms.
	WishRematch
	// WishBot begins a game against a bot of the player's own, for nothing.
	WishBot
	// WishMelee opens a melee.
	WishMelee
	// WishJoinMelee takes a seat at an open one.
	WishJoinMelee
)

// Melee reports whether a wish of the kind is for a melee.
func (k WishKind) Melee() bool { return k == WishMelee || k == WishJoinMelee }

// Wish is a game to enter.
type Wish struct {
	Kind WishKind
	// ID is the game to join, or the ended game to play again; 0 otherwise.
	ID uint64
	// Ruleset is what is played. It is set for every kind.
	Ruleset *game.Ruleset
	// Stake and Clock are one of Lobby's proposals or what the player has typed, as it is; empty for the default and for
	// a game to join.
	Stake, Clock string
	// Casual games are played without fee, reward and rating.
	Casual bool
	// Players is for how many a melee to open is.
	Players int
	// Invited are those who alone may join a melee to open, as the player has typed them: addresses and names of keys with
	// commas between; empty for anybody.
	Invited string
	// Opponent is the only player who may join a game to create, as the player has typed it: an address, the name of a
	// key, or "bot"; empty for anybody.
	Opponent string
}

// Quote is what entering a game means.
type Quote struct {
	// Title names the game, such as "Create a classic game, 1m a move".
	Title string
	// Payments are what the player pays by it, in order; empty if it pays nothing.
	Payments []Payment
	// Free tells that it does not even take the fee of a transaction.
	Free bool
	// Notes are sentences that the player must know beside, such as what winning brings.
	Notes []string
	// Instead is what is entered in place of the wish, such as the rematch that the opponent has offered already; nil for
	// the wish itself.
	Instead *Wish
}

// Payment is one thing that a player pays.
type Payment struct {
	// What it is, such as "stake", "fee" or "deposit".
	What string
	// Amount is how much, such as "5 SHIP".
	Amount string
	// Fate is what becomes of it in plain words, such as "held; the winner takes both".
	Fate string
}

// Game is one game as the player sees it.
type Game struct {
	ID uint64
	// Me is the player's seat; the creator's in a game that is watched.
	Me game.Seat
	// Watching tells that the player has no seat: the game is of two others, and there is nothing to do in it.
	Watching bool
	// Names are the players' by seat: the name of a key, or a short address; empty while nobody sits there.
	Names [2]string
	// OwnBot tells that the opponent is a bot of the player's own.
	OwnBot bool
	// Invited is the name of the only player who may join, if there is one, while nobody has joined.
	Invited string
	// State is what everybody knows. It is kept when the game has ended.
	State game.State
	// AtSea tells that it is played at sea, by letters: no clock runs, and an answer goes with the shot that follows it.
	AtSea bool
	// Fleets are the boards by seat as far as the player may see them: its own, and its opponent's once that was proven;
	// nil otherwise.
	Fleets [2]game.Fleet
	// Proven tells by seat whose board was shown and checked.
	Proven [2]bool
	// Log is what has happened, in order.
	Log []Entry
	// LogNote says in words what the log lacks, such as "moves before block 700 are not known to this node"; empty for
	// nothing.
	LogNote string
	// Height is the last block.
	Height int64
	// BlockMillis is how long a block takes, in milliseconds; 0 where blocks are no time, as in practice.
	BlockMillis int64
	// Stakes is what is played for, in words such as "stake 5 SHIP each, fee 21.21 ANCHOR"; empty for nothing.
	Stakes string
	// Risks say what an act costs, for the question before it.
	Risks Risks
	// Sending is the transaction that was begun last in this game, also of what is done by itself.
	Sending Transaction
	// Notice is what the player must know in this game, such as that its own board cannot be recovered; empty for nothing.
	Notice string
	// BotFees is what the player's own bot asks for before it moves on, such as "0.06 ANCHOR", since the fees that it was
	// allowed are used up; empty as long as they are not. PayBot allows it.
	BotFees string
	// CanRematch reports whether a rematch can be offered, or begun with the player's own bot.
	CanRematch bool
	// Coins is what an ended game has brought; nil while it runs, and where nothing was played for.
	Coins *Coins
}

// Risks say in words what happens by an act, and that it cannot be taken back if so. They are whole sentences, behind a
// question that names the act; empty where that says all.
type Risks struct {
	Concede, Challenge, Claim, Cancel string
}

// Entry is one thing that has happened.
type Entry struct {
	// Height is the block; in practice the number of the move.
	Height int64
	Event  game.Event
}

// Coins is what a game has brought a player, each in words such as "42 SHIP", and "nothing".
type Coins struct {
	// In is what the player has paid into the game, Out what it got, Net the difference such as "+37 SHIP, -0.1 ANCHOR".
	In, Out, Net string
	// Fees is what its transactions in the game have cost, which Net counts; empty if that is not known.
	Fees string
	// Notes are sentences that explain it, such as why a win brought no reward.
	Notes []string
}

// Stage is how far a transaction has come.
type Stage uint8

// The stages of a transaction.
const (
	// StageNone means that there was none yet.
	StageNone Stage = iota
	// StageSigning means that it is being checked, simulated and signed.
	StageSigning
	// StageSent means that it was handed to the node.
	StageSent
	// StageBidding means that a dearer one was sent for the same, since no block has taken it.
	StageBidding
	// StageRetrying means that it could not be sent, or cannot be found, and is tried again by itself.
	StageRetrying
	// StageIncluded means that it is in a block.
	StageIncluded
	// StageFailed means that it was refused, or given up.
	StageFailed
)

// Transaction is something on its way into a block.
type Transaction struct {
	Stage Stage
	// What is what it does, such as "shot at C7" or "answer at B2, by itself".
	What string
	// Height is the block of an included one, or the block in which it failed; 0 otherwise.
	Height int64
	// Bids is how many dearer ones were sent.
	Bids int
	// Fee is what it has cost so far, in words; empty if that is not known.
	Fee string
	// Proof is what was proven for it, in words such as "proven in 0.17 s"; empty if nothing was.
	Proof string
	// Why says why it is retried or failed: a sentence for the player without a full stop. Empty otherwise.
	Why string
}

// Act is something that the player does in a game. It is one of the structs below, as a value.
type Act interface{ isAct() }

// Shoot fires at a tile.
type Shoot struct{ Tile game.Tile }

// Concede gives up.
type Concede struct{}

// Challenge ends play and demands the opponent's proof.
type Challenge struct{}

// Claim shows the player's board to win. A backend does it by itself as soon as it is due; a player who does not want
// to wait for that may.
type Claim struct{}

// Cancel takes an open game back.
type Cancel struct{}

// Decline refuses an invitation.
type Decline struct{}

// PayBot allows the player's own bot Game.BotFees, in place of the fees that are used up.
type PayBot struct{}

func (Shoot) isAct()     {}
func (Concede) isAct()   {}
func (Challenge) isAct() {}
func (Claim) isAct()     {}
func (Cancel) isAct()    {}
func (Decline) isAct()   {}
func (PayBot) isAct()    {}

// TileOf is the tile that an act shoots at, or aims at; false for another act.
func TileOf(act Act) (game.Tile, bool) {
	switch act := act.(type) {
	case Shoot:
		return act.Tile, true
	case Aim:
		return act.Tile, true
	}
	return 0, false
}
