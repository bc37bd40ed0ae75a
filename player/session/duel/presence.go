package duel

import (
	"context"

	"github.com/cosmos/cosmos-sdk/crypto/keys/secp256k1"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/relay"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// attend shows the player as present in its own open game, if that is to be played off-chain. Presence is worth no
// question to the owner of a device, and no error.
func (s *Session) attend(ctx context.Context, v View, seat game.Seat) {
	if v.State.Phase != game.PhaseOpen || !v.Game.IsChannel() || s.Player.Hidden || s.channel.line != nil ||
		s.Own == nil && s.AsksOwner() {
		return
	}
	if own, err := s.recover(v, seat); err == nil {
		s.dial(ctx, v, channelKey(own))
	}
}

// dial opens the line to the game's relay, unless there is one.
func (s *Session) dial(ctx context.Context, v View, key *secp256k1.PrivKey) {
	ch := s.channel
	if ch.line != nil && ch.line.Err() == nil {
		return
	}
	ch.line, ch.url = nil, s.RelayOf(v)
	line, err := relay.Dial(context.WithoutCancel(ctx), ch.url, key.PubKey().Bytes(), key.Sign)
	if err != nil {
		ch.refused = err
		return
	}
	if ch.line = line; !s.Player.Hidden {
		line.Announce()
	}
}

// CreatorKeys returns the channel keys of the creators of open games that are off-chain, but for one player's own.
func CreatorKeys(games []types.OpenGame, but string) (keys [][]byte) {
	for _, g := range games {
		if g.Channel != nil && g.Creator != but {
			keys = append(keys, g.Channel.Key)
		}
	}
	return keys
}

// OpponentPresent reports whether the opponent's program is connected to the relay of an off-chain game.
func (s *Session) OpponentPresent() bool {
	return s.channel.line != nil && s.channel.line.Present(s.channel.peer)
}
