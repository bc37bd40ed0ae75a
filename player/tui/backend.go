package tui

import (
	"context"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/text"
)

// Backend plays behind the screens: a chain, or a practice game that needs none. Its methods are called from commands,
// each in a goroutine of its own, so they may block and must be safe to call at the same time. A call returns soon
// after its context is done.
//
// Every error is shown to the player unchanged: one sentence with the fact and the remedy, without a full stop and
// without any library's own words.
type Backend interface {
	// Next returns the current snapshot as soon as its Version differs from seen, the version that the screens have, which
	// is 0 at first. A snapshot replaces the one before it whole, so some may be skipped; the last one must come. A
	// temporary failure, such as a node that is away, is a Connection and no error. The screens end on an error.
	Next(ctx context.Context, seen uint64) (Snapshot, error)
	// Focus sets the game that Snapshot.Game shows from now on, running or ended, or 0 for none. It
	// returns at once and brings a new snapshot. Games out of focus continue all the same: the player's obligations in
	// them, except for a shot, an aim and a confirmation, are met automatically.
	Focus(id uint64)
	// Quote returns the cost of entering the game of a wish, without a fleet, or an error if it is not possible.
	Quote(ctx context.Context, w Wish) (Quote, error)
	// RandomFleet draws a fleet of the ruleset.
	RandomFleet(r *game.Ruleset) (game.Fleet, error)
	// List returns a page of a list. Lobby.Lists reports whether the backend has lists.
	List(ctx context.Context, l List) (Page, error)
	// Enter enters the game of a wish with a legal fleet and returns the game's id once it is entered. Until then,
	// Lobby.Sending shows its progress.
	Enter(ctx context.Context, w Wish, fleet game.Fleet) (uint64, error)
	// Do performs an act in a game and returns once it is done, which on a chain is when it is in a block. Until then,
	// Game.Sending shows its progress, and Lobby.Sending for Decline. A Shoot is also accepted while the player still owes
	// an answer or the toss that makes it its turn. A Lock returns at the latest once its tile is fired at or replaced.
	// The error is final for this act; a refusal by the rules or a simulation comes at once. The same act may then be
	// tried again: a second one is never sent while the first can still get into a block with another content.
	Do(ctx context.Context, id uint64, act Act) error
}

// Snapshot is the complete content of the screens at one moment. The screens only read it: its maker never writes to
// memory that it has shared.
type Snapshot struct {
	// Version identifies a snapshot; it grows, from 1.
	Version uint64
	// Connection is how the line to the chain is.
	Connection Connection
	// Lobby lists the games to play.
	Lobby Lobby
	// Game is the game in focus. It is nil if there is none, or while it is being looked up.
	Game Shown
	// NoGame explains why there is no Game to show. It is empty while it is being looked up.
	NoGame string
}

// Shown is a game of some kind as the player sees it, such as a *Game.
type Shown interface {
	// Version returns the game's id and the number of events that it shows.
	Version() (id uint64, events int)
}

// Duel returns the duel in focus. It is nil if there is none.
func (s Snapshot) Duel() *Game {
	g, _ := s.Game.(*Game)
	return g
}

// Line is how a connection is. The zero Line is a practice game's, which has none.
type Line uint8

// The states of a connection.
const (
	// LineNone means that there is no chain.
	LineNone Line = iota
	// LineUp means that the node answers and is at the head of its chain.
	LineUp
	// LineSlow means that the node answers but is behind: the screens may be outdated.
	LineSlow
	// LineDown means that the node does not answer. It is asked again until it does.
	LineDown
)

// Connection is the line to a chain, and its player.
type Connection struct {
	Line Line
	// Why explains in words why the line is slow or down, with the remedy, or another fault, such as this machine's clock.
	// It is empty otherwise.
	Why string
	// Player is the player: the name of its key, or its short address.
	Player string
	// Address is the player's whole address. It is empty without a chain.
	Address string
	// Balance is the player's balance, such as "99.2 ANCHOR, 42 SHIP". It is empty without a chain.
	Balance string
	// Chain is the chain's id. It is empty without a chain.
	Chain string
	// Height is the last block. It is 0 without a chain.
	Height int64
}

// Lobby lists the games to play.
type Lobby struct {
	// Matching reports whether the backend can look for an opponent; else the lobby does not offer it.
	Matching bool
	// Lists reports whether the backend has lists of players and games beside the lobby.
	Lists bool
	// Bot reports whether the player can play against a bot of its own, which WishBot asks for; else the lobby does not
	// offer it.
	Bot bool
	// Opens are the kinds of games beside the duel that can be opened, which the lobby offers.
	Opens []text.Kind
	// Stakes and Clocks are proposals for a wish, such as "none" and "5 SHIP", "1m" and "3d": it may have any other text
	// that Quote accepts. The first is the default. Both are empty if a wish has none.
	Stakes, Clocks []string
	// Fast reports whether live duels can be played off-chain, which the lobby then offers.
	Fast bool
	// Open are the games open to all, without the player's own.
	Open []OpenGame
	// Invitations are the games that only the player may join.
	Invitations []OpenGame
	// Running are the player's own games, those first in which it owes something. Open games wait here too, and games that
	// have ended since the screens began until they are looked at.
	Running []RunningGame
	// Sending is the entering, cancelling or declining that was begun last.
	Sending text.Transaction
	// Notice is a notice to read once, such as the place of a board's secret. It is empty for none.
	Notice string
	// Party is the party that is shown in place of the lists. It is nil for none.
	Party *Party
}

// Party is a party between its games.
type Party struct {
	// Code is its code, with which a player who has left the screens comes back.
	Code string
	// Sentences describe it, the last of them the player's next step. Table has the scores, once all players are there.
	Sentences, Table []string
	// Enter is the game to enter now. It is nil for none.
	Enter *Wish
	// Game is the player's running game, or 0.
	Game uint64
	// Over reports whether all games are over.
	Over bool
}

// OpenGame is a game that waits for an opponent.
type OpenGame struct {
	ID uint64
	// Kind is the kind of game.
	Kind    text.Kind
	Ruleset *game.Ruleset
	// Players counts the players and seats of a table, such as "2/4". It is empty for a duel.
	Players string
	// Creator is its creator: the name of a key, or a short address. CreatorAddress is the whole address.
	Creator, CreatorAddress string
	// Online reports whether the creator's program runs, as far as that is known.
	Online bool
	// Rating is the creator's when it opened the game, such as "1520". It is empty if there is none.
	Rating string
	// Stake, Fee and Clock are its terms: "5 SHIP" or "none", "21.21 ANCHOR" or "none", "1m a move".
	Stake, Fee, Clock string
	// Left is how long it can still be joined, such as "59m".
	Left string
}

// RunningGame is one of the player's games.
type RunningGame struct {
	ID uint64
	// Kind is the kind of game.
	Kind    text.Kind
	Ruleset *game.Ruleset
	// Players counts the players at a table, or those afloat, such as "2 of 4 afloat". It is empty for a duel.
	Players string
	// Opponent is its name, or that of the only player who may join. It is empty if any player may.
	Opponent string
	// OpponentAddress is the address of the opponent who has joined. It is empty if there is none, and for the own bot.
	OpponentAddress string
	// Open reports whether the game has no joiner, so that it can be withdrawn; at a table, whether the player may leave
	// it.
	Open bool
	// OwnBot reports whether the opponent is the player's own bot.
	OwnBot bool
	// Over reports whether it has ended.
	Over bool
	// OffChain reports whether it is played off-chain, where no clock runs.
	OffChain bool
	// Turn reports whether the player has to choose a shot now.
	Turn bool
	// Next is the next action, in words such as "you shoot by block 812 (3m)", or its end.
	Next string
	// Stake is the stake, in words such as "5 SHIP" or "none".
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
)

// Wish is a game to enter.
type Wish struct {
	Kind WishKind
	// Of is the kind of game. A game beside the duel is created or joined.
	Of text.Kind
	// ID is the game to join, or the ended game to play again, or 0.
	ID uint64
	// Code is an invite code, or the number of a game, as typed. It is empty if ID is set, which a quote sets in Instead.
	Code string
	// Ruleset is the ruleset. It is set for every kind, except with a Code.
	Ruleset *game.Ruleset
	// Stake and Clock are one of Lobby's proposals or the player's text, unchanged. They are empty for the default and for
	// a game to join.
	Stake, Clock string
	// Casual games are played without fee, reward and rating.
	Casual bool
	// Fast plays a new duel off-chain if its clock is live.
	Fast bool
	// Players is for how many a table to open is.
	Players int
	// Invited are the only players who may join a new table, as typed: addresses and names of keys with commas between. It
	// is empty if any player may.
	Invited string
	// Opponent is the only player who may join a new game, as typed: an address, the name of a key, or "bot". It is empty
	// if any player may.
	Opponent string
}

// Quote is what entering a game means.
type Quote struct {
	// Title names the game, such as "Create a classic game, 1m a move".
	Title string
	// Payments are the player's payments, in order. It is empty if there are none.
	Payments []Payment
	// Free reports whether it does not even take the fee of a transaction.
	Free bool
	// Notes are sentences that the player must know beside, such as what winning brings.
	Notes []string
	// Instead is the game entered in place of the wish, such as the rematch that the opponent has offered already. It is
	// nil for the wish itself.
	Instead *Wish
}

// Payment is one thing that a player pays.
type Payment struct {
	// What names it, such as "stake", "fee" or "deposit".
	What string
	// Amount is how much, such as "5 SHIP".
	Amount string
	// Fate describes its use, such as "held; the winner takes both".
	Fate string
}

// Game is one game as the player sees it.
type Game struct {
	ID uint64
	// Me is the player's seat; the creator's in a game that is watched.
	Me game.Seat
	// Watching reports whether the player has no seat: two others play, and the player cannot act.
	Watching bool
	// Names are the players' by seat: the name of a key, or a short address. That of a vacant seat is empty.
	Names [2]string
	// Standings are the players' records on the chain by seat, as far as they are known.
	Standings [2]Standing
	// OwnBot reports whether the opponent is the player's own bot.
	OwnBot bool
	// Invited is the name of the only player who may join, if there is one, before the join.
	Invited string
	// Invite is the invite code of the player's own open game. It is empty for another, or without a chain.
	Invite string
	// State is the public state. It is kept when the game has ended.
	State game.State
	// OffChain reports whether it is played off-chain, where no clock runs.
	OffChain bool
	// Online reports whether the opponent's program is connected to the relay of an off-chain game.
	Online bool
	// Heard is the opponent's last phrase, by its number from 1. It is 0 for none, and while the opponent is Muted.
	Heard int
	Muted bool
	// LogLost reports whether it is played off-chain and its moves are not known on this machine, so that State is an old
	// one. Recover brings it on-chain.
	LogLost bool
	// Fleets are the boards by seat as far as the player may see them: its own, and its opponent's once that was proven;
	// nil otherwise.
	Fleets [2]game.Fleet
	// Proven reports by seat whether the board was shown and checked.
	Proven [2]bool
	// Log are the events, in order.
	Log []Entry
	// LogNote describes gaps in the log, such as "moves before block 700 are not known to this node". It is empty for
	// none.
	LogNote string
	// Height is the last block.
	Height int64
	// BlockMillis is the time of a block, in milliseconds. It is 0 if blocks are no time, as in practice.
	BlockMillis int64
	// Stakes describes the terms, such as "stake 5 SHIP each, fee 21.21 ANCHOR". It is empty if there are none.
	Stakes string
	// Risks describe the costs of acts, for the questions before them.
	Risks Risks
	// Sending is the last transaction in this game, automatic ones included.
	Sending text.Transaction
	// Notice is a notice about this game, such as that the player's board cannot be recovered. It is empty for none.
	Notice string
	// Locked is the tile that is fired at as soon as it is the player's turn. It is nil if there is none.
	Locked *game.Tile
	// BotFees is the further allowance that the player's own bot needs, such as "0.06 ANCHOR", because its fees are used
	// up. It is empty as long as they are not. PayBot grants it.
	BotFees string
	// CanRematch reports whether a rematch can be offered, or begun with the player's own bot.
	CanRematch bool
	// Reopened is the game that was opened in place of this one, which no opponent has joined in time. It is 0 for none.
	Reopened uint64
	// Coins are the payments of an ended game. It is nil while it runs, and without terms.
	Coins *Coins
}

// Standing is the record of a player of a duel.
type Standing struct {
	// Rating is the rating, such as "1520"; that of a rated game that has ended is the one after it. It is
	// empty if there is none.
	Rating string
	// Before is the rating before a rated game that has ended. It is empty if that is unknown.
	Before string
	// Streak is the number of games won since the last loss.
	Streak uint64
}

// Version implements Shown.
func (g *Game) Version() (id uint64, events int) { return g.ID, len(g.Log) }

// Risks describe the effects of acts, and whether they are final. They are whole sentences, behind a question that
// names the act. An act without one adds nothing to the question.
type Risks map[Act]string

// Entry is one thing that has happened.
type Entry struct {
	// Height is the block, in practice the number of the move. It is 0 for an event off-chain.
	Height int64
	Event  game.Event
}

// Coins are a player's payments in a game, each in words such as "42 SHIP", or "nothing".
type Coins struct {
	// In are the player's payments into the game, Out those out of it, Net the difference such as "+37 SHIP, -0.1 ANCHOR".
	In, Out, Net string
	// Fees is the cost of its transactions in the game, which Net counts. It is empty if that is unknown.
	Fees string
	// Notes are sentences that explain it, such as why a win brought no reward.
	Notes []string
}

// Act is something that the player does in a game. It is one of the structs below, as a value.
type Act interface{ act() text.Act }

// Shoot fires at a tile.
type Shoot struct{ Tile game.Tile }

// Lock chooses the next target in the opponent's turn, in place of the one that was chosen before. The shot goes with
// the answer that makes it the player's turn.
type Lock struct{ Tile game.Tile }

// Unlock takes a Lock back. It does nothing if the tile was fired at.
type Unlock struct{}

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

// Recover brings an off-chain game on-chain whose moves are lost, with the opponent's newest update.
type Recover struct{}

// Say sends the opponent of an off-chain game a phrase, by its number from 1.
type Say struct{ Phrase int }

// Mute hides the opponent's phrases, or shows them again.
type Mute struct{}

func (Shoot) act() text.Act     { return text.ActMove }
func (Lock) act() text.Act      { return text.ActMove }
func (Unlock) act() text.Act    { return text.ActMove }
func (Concede) act() text.Act   { return text.ActConcede }
func (Challenge) act() text.Act { return text.ActChallenge }
func (Claim) act() text.Act     { return text.ActClaim }
func (Cancel) act() text.Act    { return text.ActCancel }
func (Decline) act() text.Act   { return text.ActDecline }
func (PayBot) act() text.Act    { return text.ActAllowBot }
func (Recover) act() text.Act   { return text.ActSubmit }
func (Say) act() text.Act       { return text.ActTalk }
func (Mute) act() text.Act      { return text.ActTalk }

// Name is the name of an act.
func Name(act Act) text.Act { return act.act() }

// TileOf is the target of an act. It returns false for an act without one.
func TileOf(act Act) (game.Tile, bool) {
	switch act := act.(type) {
	case Shoot:
		return act.Tile, true
	case Lock:
		return act.Tile, true
	case Aim:
		return act.Tile, true
	}
	return 0, false
}
