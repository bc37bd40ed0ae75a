package session

import (
	"context"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/vault"
)

// OwnBot returns the session of the bot that the player's own program lets play against it in this game; nil if the
// opponent is somebody else. vaultOf makes a vault over a keyring that holds the private key by that name.
func (s *Session) OwnBot(
	ctx context.Context, vaultOf func(name string, private []byte) (*vault.Vault, error),
) (*Session, error) {
	v, seat, own, err := s.ownIn(ctx)
	if err != nil {
		return nil, err
	}
	opponent := v.invited()
	if len(v.Game.Participants) > int(seat.Other()) {
		opponent = v.Game.Participants[seat.Other()].Address
	}
	if seat != game.Creator || opponent != own.botAddress().String() {
		return nil, nil
	}
	keys, err := vaultOf(BotName, own.bot)
	if err != nil {
		return nil, err
	}
	p := Player{
		Chain: s.player.Chain.As(BotName, own.bot, s.address()).Quiet(), Vault: keys, Random: s.player.Random,
		MaxFee: s.player.MaxFee,
	}
	return Open(p, s.gameID), nil
}
