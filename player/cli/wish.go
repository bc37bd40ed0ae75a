package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/session/duel"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/watch"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// noStake is the value of --stake for a game without one.
const noStake = "none"

// wish is the game that the flags ask for, as far as the command has them, without its fleet.
func (e *env) wish(ctx context.Context) (w duel.Wish, err error) {
	f := e.cmd.Flags()
	if w.Stake, err = stakeFlag(e.cmd); err != nil {
		return w, err
	}
	w.Casual, w.Another = valueOf[bool](f, flagCasual), valueOf[bool](f, flagAnother)
	w.RatingRange = valueOf[uint32](f, flagRatingRange)
	if f.Lookup(flagRuleset) != nil {
		if w.Ruleset, err = rulesetFlag(e.cmd); err != nil {
			return w, err
		}
	}
	if w.Opponent, err = e.addressFlag(flagOpponent); err != nil {
		return w, err
	}
	if w.Opponent != "" && w.RatingRange > 0 {
		return w, fmt.Errorf("expected --%s or --%s, got both: whom you name may join at any rating",
			flagOpponent, flagRatingRange)
	}
	if w.Delegate, err = e.addressFlag(flagDelegate); err != nil {
		return w, err
	}
	w.Channel = valueOf[bool](f, flagChannel)
	if w.Relay, err = ownRelay(e.cmd); err != nil {
		return w, err
	}
	w.TurnBlocks, err = e.clockFlag(ctx)
	return w, err
}

// takeOver completes the wish for a rematch by the ended game: stake, kind and clock, unless set by flags.
func (e *env) takeOver(ctx context.Context, gameID uint64, w *duel.Wish) error {
	f := e.cmd.Flags()
	open := func(name string) bool { return !f.Changed(name) }
	if !slices.ContainsFunc(append([]string{flagChannel}, termsFlags...), open) {
		return nil
	}
	res, err := types.NewQueryClient(e.chain.Conn()).Result(ctx, &types.QueryResultRequest{GameId: gameID})
	if err != nil {
		return fmt.Errorf("rematch of game %d: %w", gameID, err)
	}
	if res.Rematch > 0 || !slices.Contains(res.Result.Players, e.me) {
		return nil // it is refused for that
	}
	node, err := e.cctx.GetNode()
	if err != nil {
		return err
	}
	created, err := watch.CreatedOf(ctx, node, res.Result)
	if err != nil {
		return refusal(err, text.TermsPruned(gameID, "--"+strings.Join(termsFlags, ", --")))
	}
	params, err := e.params(ctx)
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
		take(flagChannel, "off-chain", func() { w.Channel = true })
	}
	terms, stake, kind := created.Terms, "no stake", "rated"
	if terms.Stake != nil {
		stake = "stake " + text.Coin(*terms.Stake)
	}
	if terms.Casual {
		kind = "casual"
	}
	take(flagStake, stake, func() { w.Stake = terms.Stake })
	take(flagCasual, kind, func() { w.Casual = terms.Casual })
	take(flagClock, text.Clock(params, created.TurnBlocks)+" a move", func() { w.TurnBlocks = created.TurnBlocks })
	if len(taken) > 0 {
		e.out.note(text.AsInGame, gameID, strings.Join(taken, ", "))
	}
	return nil
}

// clockFlag is what --clock says in blocks, 0 if nothing.
func (e *env) clockFlag(ctx context.Context) (int64, error) {
	if !e.cmd.Flags().Changed(flagClock) {
		return 0, nil
	}
	params, err := e.params(ctx)
	if err != nil {
		return 0, err
	}
	blocks, err := session.ParseClock(valueOf[string](e.cmd.Flags(), flagClock), params)
	if err != nil {
		return 0, fmt.Errorf("--%s: %w", flagClock, err)
	}
	return blocks, nil
}

// stakeFlag is the value of --stake, or nil for no stake.
func stakeFlag(cmd *cobra.Command) (*sdk.Coin, error) {
	text := valueOf[string](cmd.Flags(), flagStake)
	if text == "" || strings.EqualFold(text, noStake) {
		return nil, nil
	}
	stake, err := session.ParseCoin(text)
	if err == nil && stake.IsZero() {
		err = fmt.Errorf("expected more than nothing, or %s, got %q", noStake, text)
	}
	if err != nil {
		return nil, fmt.Errorf("--%s: %w", flagStake, err)
	}
	return &stake, nil
}

// rulesetFlag is the ruleset that --ruleset names.
func rulesetFlag(cmd *cobra.Command) (*game.Ruleset, error) {
	name := valueOf[string](cmd.Flags(), flagRuleset)
	r, err := game.RulesetByName(name)
	if err != nil {
		return nil, fmt.Errorf("--%s: expected %s, got %q", flagRuleset, rulesetNames(), name)
	}
	return r, nil
}
