package duel

import (
	"context"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/cli/act"
	"github.com/battleship-chain/battleship/player/party"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/text"
)

// PlayParty plays a party to its end: the one with that table, or a new one for a number of players.
func PlayParty(ctx context.Context, b *act.Robot, id uint64, players int) error {
	p, err := b.Player(ctx)
	if err != nil {
		return err
	}
	strategy, err := StrategyFlag(b.Cmd)
	if err != nil {
		return err
	}
	w, err := wish(ctx, b.Env)
	if err == nil {
		err = playFast(ctx, b.Env, &w)
	}
	if err != nil {
		return err
	}
	if id, err = party.Enter(ctx, p, id, players); err != nil {
		return err
	}
	lock, err := b.Locks().Take(id)
	if err != nil {
		return err
	}
	defer lock.Release()
	ended, err := party.Run(ctx, p, id, party.Options{
		Channel: w.Channel, Relay: w.Relay, Strategy: &paced{ctx: ctx, strategy: strategy, robot: b},
		Fleet: func(r *game.Ruleset) (game.Fleet, error) { return act.ChooseFleet(b.Cmd, r) },
		Observer: func(id uint64) session.Observer {
			b.Held[id] = true
			return b.Observer(text.Duel, id)
		},
		Changed: func(now party.Party, _ party.Step) {
			b.LearnPlayers(ctx, now.Players)
			for _, line := range now.Sentences(b.Voice(), p.Chain.InviteTo(id)) {
				b.Out.Note("%s", line)
			}
		},
		Trouble: func(err error) {
			b.Out.Note("%s.", act.Trouble(err, text.Prompt{Command: b.Cmd.Name(), Me: b.Me}))
		},
	})
	switch {
	case ctx.Err() != nil:
		return act.ErrStopped
	case err != nil:
		return err
	}
	if b.Out.JSON {
		return b.Out.Object(ended.Table(text.Voice{}))
	}
	v := b.Voice()
	v.Short = true
	for _, line := range text.PartyTable(ended.Table(v)) {
		b.Out.Text("%s", line)
	}
	return nil
}
