package text

import (
	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Duelist returns the word that takes the place of the address of a duel's player where only its seat is known. It is
// also the name of a player whose name is unknown.
func Duelist(seat game.Seat) string { return "the " + seat.String() }

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
