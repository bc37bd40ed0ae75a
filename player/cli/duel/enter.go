package duel

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/cli/act"
	"github.com/battleship-chain/battleship/player/cli/env"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/session/duel"
)

func createCmd() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "create-game",
		Short: "Open a game and wait for an opponent",
		Example: `battleshipd create --from alice
battleshipd create --stake 5anchor --clock 3d --opponent bob --from alice
battleshipd create --ruleset xaya --fleet "A1h,F1h,A3h,E3h,A5h,D5h,G5h" --from alice --yes`,
		Args: env.NoArgs,
		RunE: env.Run(true, func(ctx context.Context, e *env.Env, _ []string) error {
			return enter(ctx, e, duel.Create)
		}),
	}
	env.AddTxFlags(cmd)
	act.AddWaitFlag(cmd, "wait for the opponent, until it is your turn")
	env.AddRulesetFlag(cmd)
	env.AddFleetFlag(cmd, game.Classic())
	env.AddTermsFlags(cmd)
	env.AddRatingRangeFlag(cmd)
	cmd.Flags().String(env.FlagOpponent, "", "address, or name of a key, that alone may join, and may decline")
	env.AddDelegateFlag(cmd)
	env.AddChannelFlag(cmd)
	env.AddRelayFlag(cmd)
	return cmd
}

func matchCmd() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "match",
		Short: "Join the open game that fits best, or open one and wait",
		Long: `Looks for an opponent. The chain decides in one transaction: it joins you to the open game of the same
ruleset, stake, clock and kind whose creator's rating is nearest to yours, or opens one for the next player who asks
for such a match. If you have an unfinished game of that kind, nothing is sent: a match whose receipt was
lost is found so.

Without --channel a match with a live clock first joins an open game off-chain over your relay, then
one on-chain, and opens one off-chain.`,
		Example: `battleshipd match --from alice
battleshipd match --ruleset xaya --stake 5anchor --rating-range 200 --from alice`,
		Args: env.NoArgs,
		RunE: env.Run(true, func(ctx context.Context, e *env.Env, _ []string) error {
			if err := tellUnfinished(ctx, e); err != nil {
				return err
			}
			return enter(ctx, e, duel.Match)
		}),
	}
	env.AddTxFlags(cmd)
	act.AddWaitFlag(cmd, "wait for the opponent, until it is your turn")
	AddMatchFlags(cmd)
	env.AddRelayFlag(cmd)
	return cmd
}

// MatchFlags are the flags of a match.
var MatchFlags = []string{
	env.FlagRuleset, env.FlagFleet, env.FlagStake, env.FlagClock, env.FlagCasual, env.FlagRatingRange,
	env.FlagDelegate, env.FlagAnother, env.FlagChannel,
}

// AddMatchFlags adds MatchFlags.
func AddMatchFlags(cmd *cobra.Command) {
	env.AddRulesetFlag(cmd)
	env.AddFleetFlag(cmd, game.Classic())
	env.AddTermsFlags(cmd)
	env.AddRatingRangeFlag(cmd)
	env.AddDelegateFlag(cmd)
	env.AddChannelFlag(cmd)
	cmd.Flags().Bool(env.FlagAnother, false, "ask for a match even if you have an unfinished game of that kind")
}

// tellUnfinished describes the user's unfinished game or match.
func tellUnfinished(ctx context.Context, e *env.Env) error {
	games, err := duel.Unfinished(ctx, session.Player{Chain: e.Chain})
	for _, g := range games {
		e.Out.Note("Unfinished: %s.", e.Voice().Unfinished(g))
	}
	return err
}

// enter enters the game that the flags ask for, and reports it.
func enter(
	ctx context.Context, e *env.Env,
	by func(context.Context, session.Player, duel.Wish) (*duel.Session, session.Done, error),
) error {
	w, err := wish(ctx, e)
	if err == nil {
		err = playFast(ctx, e, &w)
	}
	if err == nil {
		err = env.CheckRelayWish(e.Cmd, w)
	}
	if err != nil {
		return err
	}
	n, err := act.NewEntrant(e)
	if err != nil {
		return err
	}
	done, err := n.Enter(func() (done session.Done, err error) {
		if w.Fleet, err = n.Choose(w.Ruleset); err != nil {
			return done, err
		}
		_, done, err = by(ctx, n.Player, w)
		return done, err
	})
	if err != nil {
		return err
	}
	return Kind{}.Tell(ctx, e, done)
}

func rematchCmd() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "rematch ID",
		Short: "Offer your opponent of an ended game another one, in which the other of you shoots first",
		Long: `Opens a game of the same ruleset that your opponent of an ended game alone may join, or decline. The
player who shot second shoots first this time. Stake, kind and clock are those of the ended game, as far as --stake,
--casual and --clock do not say otherwise.`,
		Example: `battleshipd rematch 4 --from alice
battleshipd rematch 4 --stake none --casual=false --clock 3d --from alice`,
		Args: env.Exactly("ID"),
		RunE: act.Run(Kind{}, func(ctx context.Context, e *env.Env, id uint64, _ []string) (session.Done, error) {
			w, err := wish(ctx, e)
			if err != nil {
				return session.Done{}, err
			}
			n, err := act.NewEntrant(e)
			if err == nil {
				err = takeOver(ctx, e, id, &w)
			}
			if err == nil {
				err = unlessSilent(ctx, e, &w)
			}
			if err == nil {
				err = env.CheckRelayWish(e.Cmd, w)
			}
			if err != nil {
				return session.Done{}, err
			}
			return n.Enter(func() (session.Done, error) {
				_, done, err := duel.Rematch(ctx, n.Player, id, w, n.Choose)
				return done, err
			})
		}),
	}
	env.AddTxFlags(cmd)
	act.AddWaitFlag(cmd, "wait for the opponent, until it is your turn")
	env.AddFleetFlag(cmd, game.Classic())
	env.AddTermsFlags(cmd)
	for _, name := range env.TermsFlags {
		f := cmd.Flags().Lookup(name)
		f.Usage, f.DefValue = f.Usage+" (default that of the ended game)", ""
	}
	env.AddDelegateFlag(cmd)
	env.AddChannelFlag(cmd)
	env.AddRelayFlag(cmd)
	return cmd
}

func joinCmd() *cobra.Command {
	cmd := act.Joining(Kind{}, "join-game", "Join an open game",
		func(ctx context.Context, n *act.Entrant, id uint64, delegate string) (session.Done, error) {
			return duel.Open(n.Player, id).Join(ctx, delegate, n.Choose)
		})
	act.AddWaitFlag(cmd, "wait for the opponent, until it is your turn")
	env.AddFleetFlag(cmd, game.Classic())
	return cmd
}
