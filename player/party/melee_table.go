package party

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/battleship-chain/battleship/game"
	rules "github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/session/melee"
	"github.com/battleship-chain/battleship/player/text"
)

// CheckSize returns an error unless a party can have this number of players.
func CheckSize(players int) error {
	if players < MinPlayers || players > MaxPlayers {
		return fmt.Errorf(text.PartySize, MinPlayers, MaxPlayers, players)
	}
	return nil
}

// Enter joins the party with that table, or opens one for a number of players if id is zero. It returns the id of the
// table.
func Enter(ctx context.Context, p session.Player, id uint64, players int) (uint64, error) {
	if id == 0 {
		return Open(ctx, p, players)
	}
	return id, Join(ctx, p, id)
}

// Open opens a party for a number of players, takes the first seat, and returns the id of its table.
func Open(ctx context.Context, p session.Player, players int) (uint64, error) {
	if err := CheckSize(players); err != nil {
		return 0, err
	}
	params, err := p.Params(ctx)
	if err != nil {
		return 0, err
	}
	r := rules.Ruleset()
	fleet, err := anyFleet(r)
	if err != nil {
		return 0, err
	}
	p.OwnDelegate = false // which would get an allowance for moves that are never made
	m, _, err := melee.Create(ctx, p, melee.Wish{
		Ruleset: r, Players: players, Fleet: fleet, TurnBlocks: melee.PartyClock(params),
	})
	if err != nil {
		return 0, err
	}
	return m.ID, nil
}

// anyFleet draws a fleet that no player ever shoots at.
func anyFleet(r *game.Ruleset) (game.Fleet, error) {
	return game.RandomFleet(r, rand.IntN)
}

// Join takes a seat of the party with that table, unless the player has one.
func Join(ctx context.Context, p session.Player, id uint64) error {
	now, err := Look(ctx, p.Chain, Party{ID: id})
	switch {
	case err != nil:
		return err
	case slices.Contains(now.Players, p.Key().Address.String()):
		return nil
	case now.Complete():
		return fmt.Errorf(text.PartyComplete, now.Seats)
	}
	p.OwnDelegate = false
	m := melee.Open(p, id)
	m.Party = true
	_, err = m.Join(ctx, "", anyFleet)
	return err
}

// Leave gives up the player's seat. In a complete party that changes neither its players nor its games: it removes the
// table from the lists of the players, and the host gets its deposit back once all but one have left.
func Leave(ctx context.Context, p session.Player, id uint64) error {
	m := melee.Open(p, id)
	v, err := m.Look(ctx)
	if status.Code(err) == codes.NotFound {
		return nil
	}
	if err != nil {
		return err
	}
	if seat, ok := v.Melee.SeatOf(p.Key().Address.String()); !ok || v.State.Players[seat].Standing != rules.Afloat {
		return nil
	}
	if _, err = m.Leave(ctx); err == nil {
		return nil
	}
	if _, gone := m.Look(ctx); status.Code(gone) == codes.NotFound { // the others were faster
		return nil
	}
	return err
}

// lookAtTable reads the players from the table.
func (p *Party) lookAtTable(ctx context.Context, c *client.Client) error {
	m := melee.Open(session.Player{Chain: c}, p.ID)
	v, err := m.Look(ctx)
	switch {
	case status.Code(err) == codes.NotFound, errors.Is(err, session.ErrEnded):
		return fmt.Errorf(text.NoParty, p.ID)
	case err != nil:
		return err
	}
	params, err := m.ChainParams(ctx)
	if err != nil {
		return err
	}
	if v.Melee.TurnBlocks != melee.PartyClock(params) {
		return fmt.Errorf(text.NoParty, p.ID)
	}
	p.Seats, p.Players = len(v.Melee.Players), nil
	for _, player := range v.Melee.Players {
		if player.Address != "" {
			p.Players = append(p.Players, player.Address)
		}
	}
	p.TurnBlocks = params.TurnBlocksDefault
	p.Clock.Wait = params.OfferBlocks(p.TurnBlocks)
	p.Clock.Start = v.State.Deadline - max(v.Melee.TurnBlocks, v.Melee.ClaimBlocks) // once it is complete
	return nil
}
