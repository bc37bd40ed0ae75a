package melee

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	rules "github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/player/cli/act"
	"github.com/battleship-chain/battleship/player/cli/env"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/session/melee"
)

// The flags of melees.
const (
	flagOwnShip = "own-ship"
	flagPlayers = "players"
)

// Commands implements act.Kind.
func (Kind) Commands() []*cobra.Command {
	return []*cobra.Command{
		createMeleeCmd(),
		joinMeleeCmd(),
		env.Described(meleeCmd("leave-melee ID", "Give your seat of a melee up before the first round", true,
			(*melee.Session).Leave),
			`Gives your seat up, and your stake comes back. Once the table is full you can leave until you have confirmed;
after the first round has begun, concede gives a melee up. The last player at a table stays there for a few blocks, for
a join that is on its way.`),
		env.Delegable(env.Described(meleeCmd("confirm-melee ID", "Confirm that you play, once the table of a melee is full",
			false,
			(*melee.Session).Confirm),
			`Confirms that you play. It binds: from then on a missed deadline eliminates you. The first round begins once all
have confirmed. It does not ask before it sends: --yes is accepted and changes nothing.`)),
		aimCmd(),
		env.Delegable(env.Described(meleeCmd("fire ID", "Open your aim: the bomb falls on that tile of every board", false,
			(*melee.Session).Fire),
			`Opens your aim once everybody has aimed. What you have aimed at is found again with your wallet. It does not ask
before it sends: --yes is accepted and changes nothing.`)),
		env.Delegable(env.Described(meleeCmd("report ID", "Report what the bombs of the round have hit on your board", false,
			(*melee.Session).Report),
			`Opens each tile of your board that was fired at in this round, and no other. What there is on them is found again
with your wallet. It does not ask before it sends: --yes is accepted and changes nothing.`)),
	}
}

// meleeCmd is a command whose only argument is a melee.
func meleeCmd(
	use, short string, asks bool, do func(*melee.Session, context.Context) (session.Done, error),
) *cobra.Command {
	cmd := &cobra.Command{
		Use:   use,
		Short: short,
		Args:  env.Exactly("ID"),
		RunE: act.Run(Kind{}, func(ctx context.Context, e *env.Env, id uint64, _ []string) (session.Done, error) {
			m, err := meleeOf(e, id, asks)
			if err != nil {
				return session.Done{}, err
			}
			return do(m, ctx)
		}),
	}
	env.AddTxFlags(cmd)
	if !asks {
		act.AddWaitFlag(cmd, waitInMelee)
	}
	return cmd
}

// meleeOf is the user's session of a melee. Unconfirmed messages are refused beside a bot of the user's.
func meleeOf(e *env.Env, id uint64, asks bool) (*melee.Session, error) {
	as := e.UnaskedPlayer
	if asks {
		as = e.Player
	}
	p, err := as()
	if err != nil {
		return nil, err
	}
	if !asks {
		if err := e.Locks().Look(id); err != nil {
			return nil, err
		}
	}
	return melee.Open(p, id), nil
}

func createMeleeCmd() *cobra.Command {
	r := rules.Ruleset()
	cmd := &cobra.Command{
		Use:   "create-melee",
		Short: "Open a melee for 2 to 16 players, who all shoot at once",
		Long: `Opens a melee, in which you take the first seat. In each round everybody aims at a hidden tile, then all aims
are opened and fall on every board, also on that of the player who fires, and everybody reports what was hit. The last
fleet afloat wins; those that sink together as the last draw.

With --invite only those whom you name may join, and each of them may decline. A stake needs such a list, since the
chain cannot tell whether other players share what they know, or are one person with several seats, and such players
beat honest ones: play for a stake only with people you trust. There is no reward and no rating.`,
		Example: `battleshipd create-melee --players 4 --from alice
battleshipd create-melee --invite bob,carol --stake 5anchor --clock 10m --from alice`,
		Args: env.NoArgs,
		RunE: env.Run(true, func(ctx context.Context, e *env.Env, _ []string) error {
			w, err := meleeWish(ctx, e)
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
				_, done, err = melee.Create(ctx, n.Player, w)
				return done, err
			})
			if err != nil {
				return err
			}
			return Kind{}.Tell(ctx, e, done)
		}),
	}
	env.AddTxFlags(cmd)
	act.AddWaitFlag(cmd, waitInMelee)
	env.AddFleetFlag(cmd, r)
	f := cmd.Flags()
	f.Int(flagPlayers, rules.DefaultPlayers, fmt.Sprintf("for how many the table is, %d to %d; with --%s it is for you "+
		"and all who are invited", r.MinPlayers, r.MaxPlayers, env.FlagInvite))
	f.StringSlice(env.FlagInvite, nil, "addresses, or names of keys, that alone may join, such as bob,carol")
	f.String(env.FlagStake, env.NoStake,
		`what each player puts into the pot, such as "5anchor" or "5000000uanchor", or "none"; `+
			"it takes a list of invited players")
	f.String(env.FlagClock, session.ClockLive, "how long each stage of a round may take: "+session.ClockForms)
	env.AddDelegateFlag(cmd)
	return cmd
}

// meleeWish is the melee that the flags ask for, without its fleet.
func meleeWish(ctx context.Context, e *env.Env) (w melee.Wish, err error) {
	f := e.Cmd.Flags()
	w.Ruleset = rules.Ruleset()
	w.Players = env.ValueOf[int](f, flagPlayers)
	invited := env.ValueOf[[]string](f, env.FlagInvite)
	if f.Changed(env.FlagInvite) && len(invited) == 0 {
		return w, fmt.Errorf("--%s: expected players to invite, such as bob,carol, got none", env.FlagInvite)
	}
	for _, name := range invited {
		address, err := e.PlayerAddress(strings.TrimSpace(name))
		if err != nil {
			return w, fmt.Errorf("--%s: %w", env.FlagInvite, err)
		}
		w.Invited = append(w.Invited, address)
	}
	if len(invited) > 0 && !f.Changed(flagPlayers) {
		w.Players = len(invited) + 1
	}
	if w.Stake, err = env.StakeFlag(e.Cmd); err != nil {
		return w, err
	}
	if w.Delegate, err = e.AddressFlag(env.FlagDelegate); err != nil {
		return w, err
	}
	w.TurnBlocks, err = e.ClockFlag(ctx)
	return w, err
}

func joinMeleeCmd() *cobra.Command {
	cmd := act.Joining(Kind{}, "join-melee", "Take a seat of an open melee",
		func(ctx context.Context, n *act.Entrant, id uint64, delegate string) (session.Done, error) {
			return melee.Open(n.Player, id).Join(ctx, delegate, n.Choose)
		})
	act.AddWaitFlag(cmd, waitInMelee)
	env.AddFleetFlag(cmd, rules.Ruleset())
	return env.Described(cmd, `Takes a seat. It first shows the cost, and a caution about stakes.
Once the table is full, confirm-melee confirms that you are there.`)
}

func aimCmd() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "aim ID TILE",
		Short: "Aim at a tile of every board; it stays hidden until all have aimed",
		Long: `Commits to the target of this round. The bomb falls on that tile of every board, yours too, so a tile of one of
your own ships is refused without --own-ship. What you aim at is written down on this machine and
found again with your wallet on every other one. It does not ask before it sends: --yes is accepted and changes
nothing.`,
		Example: `battleshipd aim 4 E5 --from alice`,
		Args:    env.Exactly("ID", "TILE"),
		RunE: act.Run(Kind{}, func(ctx context.Context, e *env.Env, id uint64, args []string) (session.Done, error) {
			m, err := meleeOf(e, id, false)
			if err != nil {
				return session.Done{}, err
			}
			tile := env.CanonicalTile(args[0])
			done, err := m.Aim(ctx, tile, env.ValueOf[bool](e.Cmd.Flags(), flagOwnShip))
			return done, env.AsTyped(args[0], tile, err)
		}),
	}
	env.AddTxFlags(cmd)
	act.AddWaitFlag(cmd, waitInMelee)
	cmd.Flags().Bool(flagOwnShip, false, "aim at the tile even if one of your own ships lies there")
	return env.Delegable(cmd)
}
