package text

import (
	"fmt"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Duelist returns the word that takes the place of the address of a duel's player where only its seat is known. It is
// also the name of a player whose name is unknown.
func Duelist(seat game.Seat) string { return "the " + seat.String() }

// Player is Duelist for the players of a melee.
func Player(seat melee.Seat) string { return fmt.Sprintf("player %d", seat+1) }

// Players returns the words for the players of a melee.
func Players(seats melee.Seats) []string {
	var players []string
	for seat := range seats.All() {
		players = append(players, Player(seat))
	}
	return players
}

// Next returns the next step of a duel whose players are known by their seats. Invited is the name of the only player
// who may join, or "". Params without a block time give no time.
func Next(s game.State, offChain bool, invited string, p types.Params, height int64) *types.QueryNextActionResponse {
	n := types.NextAction(types.Game{
		Participants: []types.Participant{{Address: Duelist(game.Creator)}, {Address: Duelist(game.Joiner)}},
		Offer:        &types.Offer{Opponent: invited},
	}, channel.ChainState{State: s}, p, height)
	n.OffChain = offChain
	return n
}

// MeleeNext is Next for a melee. Invited are the names of those who alone may join.
func MeleeNext(s melee.State, invited []string, p types.Params, height int64) *types.QueryNextActionResponse {
	m := types.Melee{Invited: invited}
	for seat := range s.Players {
		m.Players = append(m.Players, types.MeleePlayer{Address: Player(melee.Seat(seat))})
	}
	return types.NextMeleeAction(m, s, p, height)
}

// AtDuel returns the voice of a screen for a player of a duel, or a spectator, with the players' names by seat.
func AtDuel(names [2]string, me game.Seat, watching, ownBot bool) Voice {
	v := Voice{Names: make(map[string]string), Short: true, Automatic: true}
	other := "your opponent"
	if ownBot {
		other = "your bot"
	}
	for i, name := range names {
		seat := game.Seat(i)
		switch {
		case seat == me && !watching:
			v.You = Duelist(seat)
		case !watching && (name == "" || ownBot):
			name = other
		}
		if name != "" {
			v.Names[Duelist(seat)] = name
		}
	}
	return v
}
