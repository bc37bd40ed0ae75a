package duel

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/battleship-chain/battleship/player/cli/env"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/session/duel"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/watch"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// wish is the game that the flags ask for, as far as the command has them, without its fleet.
func wish(ctx context.Context, e *env.Env) (w duel.Wish, err error) {
	f := e.Cmd.Flags()
	if w.Stake, err = env.StakeFlag(e.Cmd); err != nil {
		return w, err
	}
	w.Casual, w.Another = env.ValueOf[bool](f, env.FlagCasual), env.ValueOf[bool](f, env.FlagAnother)
	w.RatingRange = env.ValueOf[uint32](f, env.FlagRatingRange)
	if f.Lookup(env.FlagRuleset) != nil {
		if w.Ruleset, err = env.RulesetFlag(e.Cmd); err != nil {
			return w, err
		}
	}
	if w.Opponent, err = e.PlayerFlag(env.FlagOpponent); err != nil {
		return w, err
	}
	if w.Opponent != "" && w.RatingRange > 0 {
		return w, fmt.Errorf("expected --%s or --%s, got both: whom you name may join at any rating",
			env.FlagOpponent, env.FlagRatingRange)
	}
	if w.Delegate, err = e.AddressFlag(env.FlagDelegate); err != nil {
		return w, err
	}
	w.Channel = env.ValueOf[bool](f, env.FlagChannel)
	if w.Relay, err = env.OwnRelay(e.Cmd); err != nil {
		return w, err
	}
	w.TurnBlocks, err = e.ClockFlag(ctx)
	return w, err
}

// playFast lets a fast game be played off-chain, unless --channel decides it and if the player's relay answers. A match
// may then also be one on-chain.
func playFast(ctx context.Context, e *env.Env, w *duel.Wish) error {
	f := e.Cmd.Flags()
	if f.Changed(env.FlagChannel) || w.Relay == "" {
		return nil
	}
	params, err := e.Params(ctx)
	if err != nil || !duel.IsFast(params, w.TurnBlocks) {
		return err
	}
	w.Channel, w.OrOnChain = true, true
	return unlessSilent(ctx, e, w)
}

// unlessSilent puts a game on-chain whose relay does not answer, and notes that. The error is the relay's silence if
// --relay names it.
func unlessSilent(ctx context.Context, e *env.Env, w *duel.Wish) error {
	if e.Cmd.Flags().Changed(env.FlagChannel) {
		return nil
	}
	stop := e.Out.NoteSlow(text.WaitingForRelay, w.Relay)
	err := w.Probe(ctx, session.Player{})
	stop()
	if err == nil || e.Cmd.Flags().Changed(env.FlagRelay) {
		return err
	}
	w.Channel, w.OrOnChain = false, false
	e.Out.Note(text.PlayedOnChain, err)
	return nil
}

// takeOver completes the wish for a rematch by the ended game: stake, kind and clock, unless set by flags.
func takeOver(ctx context.Context, e *env.Env, gameID uint64, w *duel.Wish) error {
	f := e.Cmd.Flags()
	open := func(name string) bool { return !f.Changed(name) }
	if !slices.ContainsFunc(append([]string{env.FlagChannel}, env.TermsFlags...), open) {
		return nil
	}
	res, err := types.NewQueryClient(e.Chain.Conn()).Result(ctx, &types.QueryResultRequest{GameId: gameID})
	if err != nil {
		return fmt.Errorf("rematch of game %d: %w", gameID, err)
	}
	if res.Rematch > 0 || !slices.Contains(res.Result.Players, e.Me) {
		return nil // it is refused for that
	}
	node, err := e.Client.GetNode()
	if err != nil {
		return err
	}
	created, err := watch.CreatedOf(ctx, node, res.Result)
	if err != nil {
		return env.Refusal(err, text.TermsPruned(gameID, "--"+strings.Join(env.TermsFlags, ", --")))
	}
	params, err := e.Params(ctx)
	if err != nil {
		return err
	}
	var taken []string
	take := func(flag, what string, use func()) {
		if !f.Changed(flag) {
			use()
			taken = append(taken, what)
		}
	}
	if created.ChannelTimeoutBlocks > 0 {
		take(env.FlagChannel, "off-chain", func() { w.Channel = true })
	}
	terms, stake, kind := created.Terms, "no stake", "rated"
	if terms.Stake != nil {
		stake = "stake " + text.Coin(*terms.Stake)
	}
	if terms.Casual {
		kind = "casual"
	}
	take(env.FlagStake, stake, func() { w.Stake = terms.Stake })
	take(env.FlagCasual, kind, func() { w.Casual = terms.Casual })
	take(env.FlagClock, text.Clock(params, created.TurnBlocks)+" a move", func() { w.TurnBlocks = created.TurnBlocks })
	if len(taken) > 0 {
		e.Out.Note(text.AsInGame, gameID, strings.Join(taken, ", "))
	}
	return nil
}
