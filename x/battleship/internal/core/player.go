package core

import (
	"context"

	"cosmossdk.io/errors"

	"github.com/battleship-chain/battleship/x/battleship/internal/account"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// UpdatePlayer changes a player's record and returns its account.
func (k *Core) UpdatePlayer(
	ctx context.Context, address string, change func(*types.Player),
) (account.Account, error) {
	who, err := k.Addresses.Parse(address)
	if err != nil {
		return account.Account{}, err
	}
	player, err := k.Player(ctx, who.Address)
	if err != nil {
		return account.Account{}, err
	}
	change(&player)
	return who, k.SetPlayer(ctx, who.Address, player)
}

// CountClosed counts one open game less of a player, makes another change of its record, and returns its account.
func (k *Core) CountClosed(ctx context.Context, creator string, change func(*types.Player)) (account.Account, error) {
	counted := false
	who, err := k.UpdatePlayer(ctx, creator, func(p *types.Player) {
		if counted = p.OpenGames > 0; counted {
			p.OpenGames--
		}
		change(p)
	})
	if err != nil {
		return account.Account{}, err
	}
	if !counted {
		return account.Account{}, errors.Wrapf(types.ErrCorrupt, "open games of %s: expected at least 1, got 0", who.Text)
	}
	return who, nil
}
