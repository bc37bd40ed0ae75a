package cli

import (
	"context"
	"encoding/hex"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/session"
)

// recoverWait is how long recover waits for the opponent's newest letter.
const recoverWait = 10 * time.Second

// ChannelCmd returns the commands for games that are played at sea.
func ChannelCmd() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "channel",
		Short: "Look after a game at sea: show it, bring it ashore, export its proof, recover it, watch over it",
		Long: `A game that was opened with --channel is played at sea: its players send each other signed letters over a
relay, and the chain hears of it when it ends. create, match, join, bot, play, shoot, answer, concede and claim work as
ever. These commands are for the rest.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return fmt.Errorf("channel: expected show, ashore, export, recover or watch, got %q", args[0])
			}
			return cmd.Help()
		},
	}
	cmd.AddCommand(channelShowCmd(), channelAshoreCmd(), channelExportCmd(), channelRecoverCmd(), channelWatchCmd())
	return cmd
}

// shown is what channel show tells about a game.
type shown struct {
	GameID uint64 `json:"game_id,string"`
	// Where is "at sea", "ashore" or "on chain".
	Where string `json:"where"`
	// ChainProgress and Progress are how far the game has come on chain, and by what is written down here.
	ChainProgress int `json:"chain_progress"`
	Progress      int `json:"progress"`
	// Lease is the last block in which the game stays at sea by itself.
	Lease   int64  `json:"lease,omitempty,string"`
	Channel string `json:"channel"`
	Peer    string `json:"peer"`
	Relay   string `json:"relay"`
	Log     string `json:"log"`
	Proof   string `json:"proof"`
	// Signs tells that this program may sign at sea; Refusal says why not.
	Signs   bool   `json:"signs"`
	Refusal string `json:"refusal,omitempty"`
	Next    string `json:"next"`
}

func channelShowCmd() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "show ID",
		Short: "Say where a game is played, how far it is on chain and by your letters, and what is owed",
		Args:  exactly("ID"),
		RunE: run(false, func(ctx context.Context, e *env, args []string) error {
			s, v, a, err := e.afloat(ctx, args[0])
			if err != nil {
				return err
			}
			written := s.AsWritten(v)
			out := shown{
				GameID: s.GameID(), Where: whereIs(v), ChainProgress: v.Stand.State.Progress(), Progress: a.Newest.Progress(),
				Channel: hex.EncodeToString(a.Channel[:]), Peer: hex.EncodeToString(a.Peer), Relay: s.RelayOf(v),
				Log: a.Log, Proof: a.ProofFile, Signs: v.AtSea && !a.Missing && a.Refusal == nil,
				Next: toYou(written.Summary(), e.me),
			}
			switch {
			case a.Missing:
				out.Refusal = "there is no log of this game on this machine"
			case a.Refusal != nil:
				out.Refusal = a.Refusal.Error()
			}
			if v.AtSea {
				out.Lease = v.Stand.State.Deadline
			}
			if e.out.json {
				return e.out.object(out)
			}
			e.showChannel(out)
			return nil
		}),
	}
	addChainFlags(cmd)
	addSeaFlags(cmd)
	return cmd
}

// showChannel tells a person about a game at sea.
func (e *env) showChannel(s shown) {
	row := func(name, format string, args ...any) { e.out.text("%-9s %s", name, fmt.Sprintf(format, args...)) }
	path := func(name, at string) { _, _ = fmt.Fprintf(e.out.out, "%-9s %s\n", name, at) } // with the address as it is
	switch s.Where {
	case "at sea":
		row("game", "%d is at sea, until block %d at the latest", s.GameID, s.Lease)
	default:
		row("game", "%d is ashore, and is played on chain to its end", s.GameID)
	}
	row("progress", "%d on chain, %d written down here", s.ChainProgress, s.Progress)
	row("next", "%s", s.Next)
	row("relay", "%s", s.Relay)
	row("opponent", "%s", s.Peer)
	row("channel", "%s", s.Channel)
	path("log", s.Log)
	path("proof", s.Proof)
	if s.Refusal != "" {
		row("signs", "nothing at sea: %s", s.Refusal)
	}
}

// whereIs says in words where a game is played that was joined with channel keys.
func whereIs(v session.View) string {
	if v.AtSea {
		return "at sea"
	}
	return "ashore"
}

// addSeaFlags adds what every command for a game at sea needs that sends nothing.
func addSeaFlags(cmd *cobra.Command) {
	cmd.Flags().String(flagFrom, "", "name or address of the key that plays (default keyring-default-keyname in "+
		"config/client.toml, else the only key)")
	addRelayFlag(cmd)
}

// afloat looks at a game of the user's, and at what is written down of it at sea.
func (e *env) afloat(ctx context.Context, id string) (s *session.Session, v session.View, a session.Afloat, err error) {
	if s, err = e.session(id, e.readingPlayer); err != nil {
		return nil, v, a, err
	}
	if v, err = s.Look(ctx); err != nil {
		return nil, v, a, err
	}
	if err := hasSailed(v); err != nil {
		return nil, v, a, err
	}
	a, err = s.Afloat(v)
	return s, v, a, err
}

// hasSailed refuses a game that was never played at sea.
func hasSailed(v session.View) error {
	switch {
	case v.State.Phase == game.PhaseOpen:
		return fmt.Errorf("game %d has no opponent yet", v.Game.Id)
	case !v.Game.IsChannel():
		return fmt.Errorf("game %d is played on chain: there is nothing at sea", v.Game.Id)
	default:
		return nil
	}
}

// sailing is a game of the user's that is, or was, played at sea, and how it stands. Nothing is changed by looking.
func (e *env) sailing(ctx context.Context, id string) (*session.Session, session.View, error) {
	s, err := e.session(id, e.player)
	if err != nil {
		return nil, session.View{}, err
	}
	if err := e.holds().look(s.GameID()); err != nil {
		return nil, session.View{}, err
	}
	v, err := s.Look(ctx)
	if err == nil {
		err = hasSailed(v)
	}
	return s, v, err
}

// readingPlayer is the user as a player who sends nothing.
func (e *env) readingPlayer() (session.Player, error) {
	key, err := e.ownKey()
	if err == nil && key.IsZero() {
		err = fmt.Errorf("--%s: expected the key that plays, got none", flagFrom)
	}
	if err != nil {
		return session.Player{}, err
	}
	e.me = key.Address.String()
	url, err := relayFlag(e.cmd)
	return session.Player{Chain: e.chain, Vault: newVault(e.cmd, e.cctx), Principal: key, Relay: url}, err
}

func channelAshoreCmd() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "ashore ID",
		Short: "Bring a game ashore with your newest state: it goes on on chain, under its clock",
		Long: `Posts the newest state that you and your opponent have signed. From then on the game is played on chain, and
never at sea again. It is what to do when your opponent stays away; your bot does it by itself. It also posts your
newest state in place of an older one that your opponent has brought ashore.`,
		Args: exactly("ID"),
		RunE: run(true, func(ctx context.Context, e *env, args []string) error {
			s, _, err := e.sailing(ctx, args[0])
			if err != nil {
				return err
			}
			done, err := s.Ashore(ctx)
			if err != nil {
				return err
			}
			return e.report(ctx, done)
		}),
	}
	addTxFlags(cmd)
	addRelayFlag(cmd)
	return delegable(cmd)
}

func channelExportCmd() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "export ID FILE",
		Short: "Write the newest proof of a game at sea into a file, for a tower that answers in your sleep",
		Long: `Writes the newest state that is written down here into FILE, with the signatures that prove it. There is no
secret in it: whoever has the file can post that state on chain if your opponent posts an older one, and can do nothing
else.`,
		Args: exactly("ID", "FILE"),
		RunE: run(false, func(ctx context.Context, e *env, args []string) error {
			s, _, a, err := e.afloat(ctx, args[0])
			if err != nil {
				return err
			}
			if err := a.Export(args[1]); err != nil {
				return err
			}
			if e.out.json {
				return e.out.object(map[string]any{
					"game_id": fmt.Sprint(s.GameID()), "file": args[1], "progress": a.Newest.Progress(),
				})
			}
			e.out.text("The proof of game %d, progress %d, stands in %s.", s.GameID(), a.Newest.Progress(), args[1])
			return nil
		}),
	}
	addChainFlags(cmd)
	addSeaFlags(cmd)
	return cmd
}

func channelRecoverCmd() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "recover ID [FILE...]",
		Short: "Go on with a game at sea whose log is lost: ask your opponent, then bring it ashore",
		Long: fmt.Sprintf(`For a game at sea whose log is missing, damaged or of another machine: what was signed there is not
known here, so nothing more may be signed. It asks your opponent for %s for the newest letter, takes the newest of the
FILEs that channel export has written, and brings the game ashore with the newest of all. Your opponent may know a newer
state and post that. Then bot, play, shoot and answer go on on chain.`, recoverWait),
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return fmt.Errorf("arguments: expected ID, and files with proofs if there are any, got nothing")
			}
			return nil
		},
		RunE: run(true, func(ctx context.Context, e *env, args []string) error {
			s, v, err := e.sailing(ctx, args[0])
			if err != nil {
				return err
			}
			if a, err := s.Afloat(v); err == nil && !a.Lost() {
				return fmt.Errorf("game %d: %w", s.GameID(), session.ErrNothingLost)
			}
			if v.AtSea {
				e.out.note("Asking your opponent for its newest letter, for %s.", recoverWait)
			}
			done, err := s.Recover(ctx, args[1:], recoverWait)
			if err != nil {
				return err
			}
			if posted, ok := done.Result.(session.Posted); ok && posted.Unheard {
				e.out.note("No letter came in %s.", recoverWait)
			}
			return e.report(ctx, done)
		}),
	}
	addTxFlags(cmd)
	addRelayFlag(cmd)
	return delegable(cmd)
}
