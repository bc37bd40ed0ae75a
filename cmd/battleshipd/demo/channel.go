package demo

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"golang.org/x/sync/errgroup"

	sdkclient "github.com/cosmos/cosmos-sdk/client"
	"github.com/cosmos/cosmos-sdk/crypto/keyring"
	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/cli/env"
	"github.com/battleship-chain/battleship/player/session/duel"
	"github.com/battleship-chain/battleship/player/watch"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// channelPlayers are the players of the off-chain game, the creator first.
var channelPlayers = [...]string{"carol", "dave"}

// RunOffChain starts a chain with a relay, plays a game on it as Run does, and then the same game off-chain: with the
// same fleets and shots, by two bots in processes of their own. It returns an error as Run does, or if the second game
// took more than three transactions or was not paid as recorded on-chain.
func RunOffChain(
	ctx context.Context, cctx sdkclient.Context, start env.Start, o Options,
) (out ChannelReport, err error) {
	play := func(ctx context.Context, cctx sdkclient.Context, chain env.Chain) (err error) {
		if out.OnChain, err = stage(ctx, cctx, chain, o); err != nil {
			return err
		}
		out.OffChain, err = playChannel(ctx, cctx, chain, o)
		if err != nil {
			return fmt.Errorf("off-chain: %w", err)
		}
		return out.Check()
	}
	err = onChain(ctx, cctx, start, channelLimit, play)
	return out, err
}

// playChannel plays one off-chain game between players whose homes are below a temporary folder.
func playChannel(
	ctx context.Context, cctx sdkclient.Context, chain env.Chain, o Options,
) (_ ChannelGame, err error) {
	home, err := os.MkdirTemp("", "battleship-ch-")
	if err != nil {
		return ChannelGame{}, fmt.Errorf("temporary homes: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(home)) }()
	var crew cast
	for seat, name := range channelPlayers {
		dir := filepath.Join(home, name)
		keys, err := keyring.New(sdk.KeyringServiceName(), keyring.BackendTest, dir, nil, cctx.Codec)
		if err != nil {
			return ChannelGame{}, fmt.Errorf("keyring of %s: %w", name, err)
		}
		m, err := newMember(ctx, cctx.WithKeyring(keys), o, game.Seat(seat), name, dir)
		if err != nil {
			return ChannelGame{}, err
		}
		crew = append(crew, m)
	}
	if _, err := crew.fund(ctx, cctx, chain, allowance); err != nil {
		return ChannelGame{}, err
	}

	creator, joiner := crew[game.Creator], crew[game.Joiner]
	s, created, err := duel.Create(ctx, creator.player, duel.Wish{
		Ruleset: o.Ruleset, Fleet: creator.fleet, Channel: true, Relay: chain.Relay,
	})
	if err != nil {
		return ChannelGame{}, fmt.Errorf("%s: %w", creator.name, err)
	}
	joined := duel.Open(joiner.player, s.GameID())
	if _, err := joined.Join(ctx, "", joiner.choose); err != nil {
		return ChannelGame{}, fmt.Errorf("%s: %w", joiner.name, err)
	}
	if err := errors.Join(s.Close(), joined.Close()); err != nil {
		return ChannelGame{}, err
	}

	log := newShipLog(o.Progress)
	group, groupCtx := errgroup.WithContext(ctx)
	for seat, m := range crew {
		group.Go(func() error {
			if err := log.run(groupCtx, m.robot(groupCtx, chain, o, game.Seat(seat), s.GameID())); err != nil {
				return fmt.Errorf("%s: %w", m.name, err)
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return ChannelGame{}, err
	}
	return settledOnChain(ctx, cctx, crew, created.Height, s.GameID(), log)
}

// settledOnChain sums up an off-chain game that is over, from the blocks.
func settledOnChain(
	ctx context.Context, cctx sdkclient.Context, crew cast, height int64, id uint64, log *shipLog,
) (ChannelGame, error) {
	out := ChannelGame{GameID: id, Updates: log.updates, Seconds: log.took().Seconds()}
	if out.Seconds > 0 {
		out.MovesPerSecond = float64(max(log.updates-1, 0)) / out.Seconds
	}
	count := newTally()
	result, err := tallyUntil(ctx, watch.New(cctx.Client, cctx.TxConfig.TxDecoder(), height, poll), id, count)
	if err != nil {
		return out, err
	}
	out.Txs, out.Failed, out.Bytes, out.Kinds = count.txs, count.failed, count.bytes, count.sorted()
	out.Reason = game.Reason(result.Reason).String()
	winner, _ := result.WinnerAddress()
	for seat, m := range crew {
		balance, err := m.player.Chain.Balance(ctx, m.address.String(), types.RewardDenom)
		if err != nil {
			return out, err
		}
		out.Players = append(out.Players, ChannelPlayer{Name: m.name, Shots: result.Shots[seat], Shipcoin: balance.Amount})
		if m.address.String() == winner {
			out.Winner = m.name
			out.Reward = balance.Amount
		}
	}
	out.Promised = result.Reward
	return out, nil
}

// tallyUntil counts all transactions until the end of a game, and returns its result.
func tallyUntil(ctx context.Context, blocks *watch.Watcher, id uint64, count *tally) (*types.Result, error) {
	for {
		block, err := blocks.Next(ctx)
		if err != nil {
			return nil, fmt.Errorf("watch: %w", err)
		}
		events := block.Events
		for _, tx := range block.Txs {
			count.add(tx)
			events = append(events, tx.Events...)
		}
		for _, event := range events {
			if over, ok := event.(*types.EventGameOver); ok && over.Result.GameId == id {
				return &over.Result, nil
			}
		}
	}
}
