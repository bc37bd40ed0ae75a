package duel

import (
	"context"
	"fmt"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/vault"
)

// OwnBot returns the session of the bot that the player's own program lets play against it in this game. It returns nil
// if the opponent is another player. vaultOf makes a vault over a keyring that holds the private key by that name.
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
	if seat != game.Creator || opponent != own.BotAddress().String() {
		return nil, nil
	}
	keys, err := vaultOf(session.BotName, own.Bot)
	if err != nil {
		return nil, err
	}
	p := session.Player{
		Chain: s.Player.Chain.As(session.BotName, own.Bot, s.Address()).Quiet(), Vault: keys, Random: s.Player.Random,
		MaxFee: s.Player.MaxFee, Provers: s.Player.Provers,
	}
	return Open(p, s.ID), nil
}

// BotFees is what AllowBot allows the player's own bot.
func (s *Session) BotFees(ctx context.Context, v View) (sdk.Coins, error) {
	params, err := s.ChainParams(ctx)
	if err != nil {
		return nil, err
	}
	q := session.Quote{Params: params, TurnBlocks: v.Game.TurnBlocks, Terms: v.Game.Terms}
	return MostFees(ctx, s.Player, v.State.Ruleset, q)
}

// AllowBot gives the player's own bot another allowance for the fees of its moves, in place of the one that is used up
// or over. It is no act in the game.
func (s *Session) AllowBot(ctx context.Context) (session.Done, error) {
	v, seat, own, err := s.ownIn(ctx)
	if err != nil {
		return session.Done{}, err
	}
	a, grants, err := s.grantAgain(ctx, v, own.BotAddress(), botMessages)
	if err != nil {
		return session.Done{}, err
	}
	i := text.Intent{Act: text.ActAllowBot, GameID: s.ID, Fees: a.Limit}
	receipt, err := s.Player.Send(ctx, i, session.Delivery{}, grants...)
	if err != nil {
		return session.Done{}, fmt.Errorf("allow your bot its fees in game %d: %w", s.ID, err)
	}
	return session.Done{Receipt: receipt, GameID: s.ID, Ruleset: v.State.Ruleset, Seat: seat}, nil
}
