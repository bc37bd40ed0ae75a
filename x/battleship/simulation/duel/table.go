package duel

import (
	"math/rand"

	"cosmossdk.io/core/address"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/game/commitment/commitmenttest"
	"github.com/battleship-chain/battleship/game/play"
	"github.com/battleship-chain/battleship/x/battleship/simulation/core"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// table is a game with the hidden boards of all its players.
type table struct {
	game   types.Game
	state  game.State
	boards []commitmenttest.Board
	// responded are the seats that have responded on-chain, if the game was off-chain.
	responded [types.PlayersPerGame]bool
	// prover proves answers where the ruleset requires it. It is nil if the answers are not checked.
	prover core.Prover
}

// sit returns the table of a stored game.
func sit(ac address.Codec, chainID string, g types.Game, m types.Progress) (*table, error) {
	x, err := g.ChainState(m)
	if err != nil {
		return nil, err
	}
	state := x.State
	t := &table{game: g, state: state, responded: x.Responded}
	for _, participant := range g.Participants {
		player, err := ac.StringToBytes(participant.Address)
		if err != nil {
			return nil, err
		}
		board, err := core.NewBoard(chainID, player, participant.Board.Nonce, state.Ruleset)
		if err != nil {
			return nil, err
		}
		t.boards = append(t.boards, board)
	}
	return t, nil
}

// gagged returns the error with which the chain must refuse that a player gives up or challenges now, nil for none.
func (t *table) gagged(by game.Seat) error {
	if t.game.IsChannel() && !t.responded[by.Other()] {
		return types.ErrNoResponse
	}
	return nil
}

// insiders returns the addresses that may act in the game.
func (t *table) insiders() []string {
	var addresses []string
	for _, participant := range t.game.Participants {
		addresses = append(addresses, participant.Address, participant.Delegate)
	}
	return addresses
}

// players returns the addresses of the players.
func (t *table) players() []string {
	var addresses []string
	for _, participant := range t.game.Participants {
		addresses = append(addresses, participant.Address)
	}
	return addresses
}

// step makes something happen at the table.
func (t *table) step(a game.Action, height int64) error {
	next, _, err := game.Step(t.state, a, height)
	if err != nil {
		return err
	}
	t.state = next
	return nil
}

// move plays the actor's obligation in Toss or Play: its opening, its shot, or both if it still has the turn after the
// opening and the dice say so. It returns the move as a message without a sender.
func (t *table) move(dice *rand.Rand, height int64) (*types.MsgShootAndReveal, error) {
	by := t.state.Actor
	msg := &types.MsgShootAndReveal{GameId: t.game.Id}
	if t.state.Owes != game.OwesShot {
		if err := t.reveal(msg, height); err != nil {
			return nil, err
		}
		if waits := dice.Intn(8) == 0; waits || t.state.Owes != game.OwesShot || t.state.Actor != by {
			return msg, nil
		}
	}
	target := t.aim(dice)
	msg.Target = t.state.Ruleset.TileName(target)
	return msg, t.step(game.Shoot{By: by, Tile: target}, height)
}

// beforeTheEnd reports whether the next message can end the game, which a game of a genesis state has not.
func (t *table) beforeTheEnd() bool {
	side := t.state.Sides[t.state.Actor]
	return !t.state.Claims() && t.state.Owes == game.OwesAnswer && side.Hits.Len() == t.state.Ruleset.ShipTiles()-1
}

// reveal plays the opening that the actor owes and puts it into the message.
func (t *table) reveal(msg *types.MsgShootAndReveal, height int64) error {
	by := t.state.Actor
	board := t.boards[by]
	if t.state.Owes == game.OwesTossReveal {
		opening := board.OpenToss()
		msg.Opening = types.NewOpening(opening)
		first := t.game.Play(t.state).FirstSeat(commitment.TossFirst(opening.Salt, t.game.Toss))
		return t.step(game.RevealToss{By: by, First: first}, height)
	}

	answer := board.Answer(t.state)
	answer.By = by
	msg.Opening = types.NewOpening(board.Open(t.state.Pending))
	if t.prover != nil && t.state.Ruleset.Proven {
		proof, err := proveAnswer(t.prover, board, t.state, answer)
		if err != nil {
			return err
		}
		msg.Opening = types.NewProvenOpening(answer.Hit, proof)
	}
	if answer.Sunk != nil {
		msg.Sunk = types.NewShip(t.state.Ruleset, *answer.Sunk)
	}
	return t.step(answer, height)
}

// aim returns a tile of the opponent's board that was not shot at: most often one that holds a ship, so that games
// come to an end.
func (t *table) aim(dice *rand.Rand) game.Tile {
	target := t.state.Actor.Other()
	answered := t.state.Sides[target].Answered
	if ships := t.boards[target].Ships.Minus(answered); !ships.IsEmpty() && dice.Intn(core.AimOdds) > 0 {
		return core.AnyTile(dice, ships)
	}
	var all game.Set
	for tile := range t.state.Ruleset.Tiles() {
		all = all.With(game.Tile(tile))
	}
	return core.AnyTile(dice, all.Minus(answered))
}

// proveAnswer returns the proof of a player's answer to the pending shot.
func proveAnswer(p core.Prover, b commitmenttest.Board, s game.State, a game.Answer) ([]byte, error) {
	c, err := p.Commit(b.Binding, b.Fleet, b.Secret)
	if err != nil {
		return nil, err
	}
	board := play.ProvenBoard{Binding: b.Binding, Commitment: c}
	return p.ProveAnswer(board.Statement(s.Pending, a.Hit), b.Fleet, b.Secret)
}
