package text

import (
	"errors"
	"fmt"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
)

// Problems of players of melees that have a remedy at the prompt.
var (
	// ErrSeated means that the player has a seat of the melee already.
	ErrSeated = errors.New("you have a seat of this melee already")
	// ErrNotSeated means that a player would act in a melee that it can join, and has not joined.
	ErrNotSeated = fmt.Errorf("%w yet: you can join it", ErrNotInGame)
	// ErrNoPlace means that the player would decline a place of a melee that is not offered to it.
	ErrNoPlace = errors.New("no place of this melee is offered to you")
	// ErrOwnShip means that a player would aim at a tile that holds one of its own ships.
	ErrOwnShip = errors.New("one of your own ships lies there, and a bomb hits every board")
	// ErrForeignAim means that the aim which the chain has of a player is at no tile of its board: it is not the one that
	// this wallet makes, or the node shows a false one.
	ErrForeignAim = errors.New(
		"the aim is not one of your wallet's: another program made it, or the node shows a false one")
	// ErrInvited means that a list of invited players is not one that a melee can have.
	ErrInvited = errors.New("invalid list of invited players")
)

// AimAgain is the remedy at the prompt of a player who owes another aim.
func (p Prompt) AimAgain() string { return p.fill(" with battleshipd aim {game} TILE") }

// OtherAim writes that another aim was signed for the round.
func OtherAim(signed string, round int, id uint64) string {
	return fmt.Sprintf("an aim at %s was signed for round %d before and may still get into a block, so it is that one or "+
		"none: battleshipd aim %d %s", signed, round, id, signed)
}

// OtherReport writes that a report of other tiles was signed for the round.
func OtherReport(signed, shown string, round int) string {
	return fmt.Sprintf("a report of %s was signed for round %d before, and this node shows %s as the tiles of the round: "+
		"one of the two is false, so have it proven with --trust-height and --trust-hash", signed, round, shown)
}

// LateAim writes that an aim came after its round. Again is whether the player owes another one.
func LateAim(target string, round, now int, again bool) string {
	text := fmt.Sprintf("the aim at %s was signed for round %d, and round %d is on", target, round, now)
	if again {
		text += ": aim again"
	}
	return text
}

// meleeProblems are problems of melees in the words of the prompt.
var meleeProblems = []problemAt{
	{ErrNotSeated, nil, "{me} has no seat of melee {game} yet: battleshipd join-melee {game} takes one"},
	{ErrOwnShip, nil, "one of your own ships lies there, and a bomb hits every board: aim elsewhere, or confirm it with " +
		"--own-ship"},
	{ErrSeated, []string{"decline"}, "you have a seat of melee {game}: leave-melee gives it up before the first round, " +
		"concede after that"},
	{ErrNoPlace, nil, "no place of melee {game} is offered to {me}, or you have declined it"},
	{ErrSeated, nil, "you have a seat of melee {game} already: {look} shows it"},
	{ErrForeignAim, nil, "the aim that the chain has of you in melee {game} is not one of this wallet's: another " +
		"program made it, or the node shows a false one (ask another with --node)"},
	{ErrInvited, nil, "{error}: name them with --invite"},
	{ErrNotInvited, meleeCommands, "melee {game} is for invited players alone, and {me} is not one: battleshipd lobby " +
		"lists those that you can join"},
	{game.ErrTileTaken, []string{"aim"}, "that tile was bombed in an earlier round: choose another ({look})"},
	{game.ErrLate, meleeCommands, "it is too late for that: {look} shows what follows"},
}

// MeleeCommands meet an obligation in a stage of a melee. {game} is the id of the game.
var MeleeCommands = map[melee.Stage]string{
	melee.StageOpen:      "",
	melee.StageReady:     "confirm-melee {game}",
	melee.StageAim:       "aim {game} TILE",
	melee.StageFire:      "fire {game}",
	melee.StageReport:    "report {game}",
	melee.StageClaim:     "claim {game}",
	melee.StageSecond:    "claim {game}",
	melee.StageOver:      "",
	melee.StageCancelled: "",
}
