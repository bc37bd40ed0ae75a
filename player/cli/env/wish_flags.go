package env

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/session"
)

// NoStake is the value of --stake for a game without one.
const NoStake = "none"

// ClockFlag is what --clock says in blocks, 0 if nothing.
func (e *Env) ClockFlag(ctx context.Context) (int64, error) {
	if !e.Cmd.Flags().Changed(FlagClock) {
		return 0, nil
	}
	params, err := e.Params(ctx)
	if err != nil {
		return 0, err
	}
	blocks, err := session.ParseClock(ValueOf[string](e.Cmd.Flags(), FlagClock), params)
	if err != nil {
		return 0, fmt.Errorf("--%s: %w", FlagClock, err)
	}
	return blocks, nil
}

// StakeFlag is the value of --stake, or nil for no stake.
func StakeFlag(cmd *cobra.Command) (*sdk.Coin, error) {
	text := ValueOf[string](cmd.Flags(), FlagStake)
	if text == "" || strings.EqualFold(text, NoStake) {
		return nil, nil
	}
	stake, err := session.ParseCoin(text)
	if err == nil && stake.IsZero() {
		err = fmt.Errorf("expected more than nothing, or %s, got %q", NoStake, text)
	}
	if err != nil {
		return nil, fmt.Errorf("--%s: %w", FlagStake, err)
	}
	return &stake, nil
}

// RulesetFlag is the ruleset that --ruleset names.
func RulesetFlag(cmd *cobra.Command) (*game.Ruleset, error) {
	name := ValueOf[string](cmd.Flags(), FlagRuleset)
	r, err := game.RulesetByName(name)
	if err != nil {
		return nil, fmt.Errorf("--%s: expected %s, got %q", FlagRuleset, RulesetNames(), name)
	}
	return r, nil
}
