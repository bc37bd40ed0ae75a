package demo

import (
	"context"
	"fmt"
	"time"

	"golang.org/x/sync/errgroup"

	sdkclient "github.com/cosmos/cosmos-sdk/client"
	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/player/bot"
	"github.com/battleship-chain/battleship/player/cli/env"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/session"
	meleesession "github.com/battleship-chain/battleship/player/session/melee"
)

// captains are the names of the players of a melee, by seat.
var captains = [game.MaxPlayers]string{
	"alice", "bob", "carol", "dave", "erin", "frank", "grace", "heidi",
	"ivan", "judy", "kim", "leo", "mallory", "nina", "oscar", "peggy",
}

// meleeStake is each player's stake in a melee, in client.GasDenom.
const meleeStake = allowance

// RunTable starts a chain, has bots play a melee on it for a stake, and cleans up, also when ctx ends early. It returns
// an error if the melee has no winner or the coins do not add up.
func RunTable(ctx context.Context, cctx sdkclient.Context, start env.Start, o Options) (battle Battle, err error) {
	err = onChain(ctx, cctx, start, limit, func(ctx context.Context, cctx sdkclient.Context, chain env.Chain) error {
		battle, err = stageMelee(ctx, cctx, chain, o)
		return err
	})
	return battle, err
}

// stageMelee plays one melee on a running chain.
func stageMelee(ctx context.Context, cctx sdkclient.Context, chain env.Chain, o Options) (Battle, error) {
	o.Ruleset = melee.Ruleset()
	players, err := newCast(ctx, cctx, o, captains[:o.Players])
	if err != nil {
		return Battle{}, err
	}
	sendGas, err := players.fund(ctx, cctx, chain, allowance+meleeStake)
	if err != nil {
		return Battle{}, err
	}
	before, err := players.balances(ctx)
	if err != nil {
		return Battle{}, err
	}
	started := time.Now()
	view, err := players.fight(ctx, cctx, o)
	if err != nil {
		return Battle{}, err
	}
	out, err := view.summarise(ctx)
	if err != nil {
		return out, err
	}
	after, err := players.balances(ctx)
	if err != nil {
		return out, err
	}
	for i := range out.Players {
		p := &out.Players[i]
		p.Before, p.After = before[p.Address], after[p.Address]
	}
	out.BankSendGas, out.Seconds = sendGas, time.Since(started).Seconds()
	return out, out.Check()
}

// fight plays a melee to its end before a spectator.
func (c cast) fight(ctx context.Context, cctx sdkclient.Context, o Options) (*battleView, error) {
	stake := sdk.NewInt64Coin(client.GasDenom, meleeStake)
	wish := meleesession.Wish{Ruleset: o.Ruleset, Players: len(c), Fleet: c[0].fleet, Stake: &stake}
	for _, m := range c[1:] {
		wish.Invited = append(wish.Invited, m.address.String())
	}
	opened, created, err := meleesession.Create(ctx, c[0].player, wish)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c[0].name, err)
	}
	id := opened.GameID()
	view := newBattleView(cctx, created.Height, id, c, o)
	group, groupCtx := errgroup.WithContext(ctx)
	group.Go(func() error { return view.watch(groupCtx) })
	for seat, m := range c {
		group.Go(func() error {
			s := opened
			if seat > 0 {
				s = meleesession.Open(m.player, id)
				if _, err := s.Join(groupCtx, "", m.choose); err != nil {
					return fmt.Errorf("%s: %w", m.name, err)
				}
			}
			strategy, err := bot.NewMelee(o.Strategy, bot.Seeded(shotSeed(o, game.Seat(seat))))
			if err == nil {
				_, err = s.Run(groupCtx, strategy, session.Observer{})
			}
			if err != nil {
				return fmt.Errorf("%s: %w", m.name, err)
			}
			return nil
		})
	}
	return view, group.Wait()
}
