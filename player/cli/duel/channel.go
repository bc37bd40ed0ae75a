package duel

import (
	"context"
	"encoding/hex"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/cli/act"
	"github.com/battleship-chain/battleship/player/cli/env"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/session/duel"
	"github.com/battleship-chain/battleship/player/text"
)

// recoverWait is how long recover waits for the opponent's newest update.
const recoverWait = 10 * time.Second

// ChannelCmd returns the commands for games that are played off-chain.
func ChannelCmd() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "channel",
		Short: "Look after an off-chain game: show it, bring it on-chain, export its proof, recover it, watch over it",
		Long: `A game that was opened with --channel is played off-chain: its players send each other signed updates over a
relay, and the chain hears of it when it ends. create, match, join, bot, play, shoot, answer, concede and claim work as
ever. These commands are for the rest.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return fmt.Errorf("channel: expected show, submit, export, recover or watch, got %q", args[0])
			}
			return cmd.Help()
		},
	}
	cmd.AddCommand(channelShowCmd(), channelSubmitCmd(), channelExportCmd(), channelRecoverCmd(), channelWatchCmd())
	return cmd
}

// channelStatus is the output of channel show about a game.
type channelStatus struct {
	GameID uint64 `json:"game_id,string"`
	// Where is one of the constants below.
	Where string `json:"where"`
	// ChainProgress and Progress are the progress on-chain, and that of the newest state on this machine.
	ChainProgress int `json:"chain_progress"`
	Progress      int `json:"progress"`
	// ChannelTimeout is the last block in which the game stays off-chain by itself.
	ChannelTimeout int64  `json:"timeout,omitempty,string"`
	Channel        string `json:"channel,omitempty"`
	Peer           string `json:"peer,omitempty"`
	Relay          string `json:"relay,omitempty"`
	Log            string `json:"log,omitempty"`
	Proof          string `json:"proof,omitempty"`
	// Signs reports whether this program may sign off-chain; Refusal is the reason if not.
	Signs   bool   `json:"signs"`
	Refusal string `json:"refusal,omitempty"`
	Next    string `json:"next"`
}

// The values of channelStatus.Where: off-chain, brought on-chain, and never off-chain.
const (
	whereOffChain  = "off-chain"
	whereSubmitted = "submitted"
	whereOnChain   = "on-chain"
)

func channelShowCmd() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "show ID",
		Short: "Show where a game is played, its progress on-chain and by your updates, and the next step",
		Args:  env.Exactly("ID"),
		RunE: env.OnGame(false, func(ctx context.Context, e *env.Env, id uint64, _ []string) error {
			s, v, err := readGame(ctx, e, id)
			if err != nil {
				return err
			}
			out, err := statusOf(e, s, v)
			if err != nil {
				return err
			}
			if e.Out.JSON {
				return e.Out.Object(out)
			}
			showChannel(e, out)
			return nil
		}),
	}
	env.AddChainFlags(cmd)
	addChannelFlags(cmd)
	return cmd
}

// statusOf returns the output of channel show about a game that was joined.
func statusOf(e *env.Env, s *duel.Session, v duel.View) (channelStatus, error) {
	progress := v.ChainState.State.Progress()
	out := channelStatus{
		GameID: s.GameID(), Where: whereOnChain, ChainProgress: progress, Progress: progress,
		Next: e.Voice().Next(s.AsWritten(v).Next()),
	}
	if !v.Game.IsChannel() {
		return out, nil
	}
	a, err := s.ChannelStatus(v)
	if err != nil {
		return out, err
	}
	out.Where, out.Progress, out.Relay = whereSubmitted, a.Newest.State.Progress(), s.RelayOf(v)
	out.Channel, out.Peer = hex.EncodeToString(a.Channel[:]), hex.EncodeToString(a.Peer)
	out.Log, out.Proof, out.Signs = a.Log, a.ProofFile, v.OffChain && !a.Missing && a.Refusal == nil
	switch {
	case a.Missing:
		out.Refusal = text.NoLog
	case a.Refusal != nil:
		out.Refusal = a.Refusal.Error()
	}
	if v.OffChain {
		out.Where, out.ChannelTimeout = whereOffChain, v.ChainState.State.Deadline
	}
	return out, nil
}

// showChannel describes an off-chain game to a person.
func showChannel(e *env.Env, s channelStatus) {
	row := func(name, format string, args ...any) { e.Out.Text("%-9s %s", name, fmt.Sprintf(format, args...)) }
	path := func(name, at string) { e.Out.Line(fmt.Sprintf("%-9s %s", name, at)) } // with the address as it is
	switch s.Where {
	case whereOffChain:
		row("game", text.IsOffChain, s.GameID, s.ChannelTimeout)
	case whereSubmitted:
		row("game", text.WasOffChain, s.GameID)
	default:
		row("game", text.NeverOffChain, s.GameID)
		row("progress", "%d", s.ChainProgress)
		row("next", "%s", s.Next)
		return
	}
	row("progress", "%d on-chain, %d written down here", s.ChainProgress, s.Progress)
	row("next", "%s", s.Next)
	row("relay", "%s", s.Relay)
	row("opponent", "%s", s.Peer)
	row("channel", "%s", s.Channel)
	path("log", s.Log)
	path("proof", s.Proof)
	if s.Refusal != "" {
		row("signs", "nothing off-chain: %s", s.Refusal)
	}
}

// addChannelFlags adds what every command for an off-chain game needs that sends nothing.
func addChannelFlags(cmd *cobra.Command) {
	cmd.Flags().String(env.FlagFrom, "", "name or address of the key that plays (default keyring-default-keyname in "+
		"config/client.toml, else the only key)")
	env.AddRelayFlag(cmd)
}

// readGame opens a joined game of the user's for reading.
func readGame(ctx context.Context, e *env.Env, id uint64) (*duel.Session, duel.View, error) {
	s, err := duelOf(e, id, func() (session.Player, error) { return readingPlayer(e) })
	if err != nil {
		return nil, duel.View{}, err
	}
	v, err := s.Look(ctx)
	if err == nil && v.State.Phase == game.PhaseOpen {
		err = errNoOpponent(v)
	}
	return s, v, err
}

// errNoOpponent means that nobody has joined a game yet.
func errNoOpponent(v duel.View) error { return fmt.Errorf("game %d has no opponent yet", v.Game.Id) }

// checkChannel returns an error for a game that was never played off-chain.
func checkChannel(v duel.View) error {
	switch {
	case v.State.Phase == game.PhaseOpen:
		return errNoOpponent(v)
	case !v.Game.IsChannel():
		return fmt.Errorf("game %d is played on-chain: there is nothing off-chain", v.Game.Id)
	default:
		return nil
	}
}

// channelGame is a game of the user's that is, or was, played off-chain, and its state. It changes nothing.
func channelGame(ctx context.Context, e *env.Env, id uint64) (*duel.Session, duel.View, error) {
	s, err := duelOf(e, id, e.Player)
	if err != nil {
		return nil, duel.View{}, err
	}
	if err := e.Locks().Look(s.GameID()); err != nil {
		return nil, duel.View{}, err
	}
	v, err := s.Look(ctx)
	if err == nil {
		err = checkChannel(v)
	}
	return s, v, err
}

// readingPlayer is the user as a player who sends nothing.
func readingPlayer(e *env.Env) (session.Player, error) {
	key, err := e.OwnKey()
	if err == nil && key.IsZero() {
		err = fmt.Errorf("--%s: expected the key that plays, got none", env.FlagFrom)
	}
	if err != nil {
		return session.Player{}, err
	}
	e.Me = key.Address.String()
	url, err := env.RelayFlag(e.Cmd)
	return session.Player{Chain: e.Chain, Vault: env.NewVault(e.Cmd, e.Client), Principal: key, Relay: url}, err
}

func channelSubmitCmd() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "submit ID",
		Short: "Bring a game on-chain with your newest state: it continues there, under the chain's clock",
		Long: `Submits the newest state that you and your opponent have signed. From then on the game is played on-chain, and
never off-chain again. It is what to do when your opponent stays away; your bot does it by itself. It also submits your
newest state in place of an older one that your opponent has brought on-chain.`,
		Args: env.Exactly("ID"),
		RunE: act.Run(Kind{}, func(ctx context.Context, e *env.Env, id uint64, _ []string) (session.Done, error) {
			s, _, err := channelGame(ctx, e, id)
			if err != nil {
				return session.Done{}, err
			}
			return s.Submit(ctx)
		}),
	}
	env.AddTxFlags(cmd)
	env.AddRelayFlag(cmd)
	return env.Delegable(cmd)
}

func channelExportCmd() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "export ID FILE",
		Short: "Write the newest proof of an off-chain game into a file, for a watchtower",
		Long: `Writes the newest state that is written down here into FILE, with the signatures that prove it. There is no
secret in it: its holder can submit that state if your opponent submits an older one, and can do nothing else.`,
		Args: env.Exactly("ID", "FILE"),
		RunE: env.OnGame(false, func(ctx context.Context, e *env.Env, id uint64, args []string) error {
			s, v, err := readGame(ctx, e, id)
			if err == nil {
				err = checkChannel(v)
			}
			if err != nil {
				return err
			}
			a, err := s.ChannelStatus(v)
			if err == nil {
				err = a.Export(args[0])
			}
			if err != nil {
				return err
			}
			if e.Out.JSON {
				return e.Out.Object(map[string]any{
					"game_id": fmt.Sprint(s.GameID()), "file": args[0], "progress": a.Newest.State.Progress(),
				})
			}
			e.Out.Text(text.ProofWritten, s.GameID(), a.Newest.State.Progress(), args[0])
			return nil
		}),
	}
	env.AddChainFlags(cmd)
	addChannelFlags(cmd)
	return cmd
}

func channelRecoverCmd() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "recover ID [FILE...]",
		Short: "Continue an off-chain game whose log is lost: ask your opponent, then bring it on-chain",
		Long: fmt.Sprintf(`For an off-chain game whose log is missing, damaged or of another machine: what was signed there
is not known here, so nothing more may be signed. It asks your opponent for %s for the newest update, takes the
newest of the FILEs that channel export has written, and submits the newest of all. Your opponent may know a newer state
and submit that. Then bot, play, shoot and answer continue on-chain.`, recoverWait),
		Args: env.OneOrMore("ID, and files with proofs if there are any"),
		RunE: act.Run(Kind{}, func(ctx context.Context, e *env.Env, id uint64, files []string) (session.Done, error) {
			s, v, err := channelGame(ctx, e, id)
			if err != nil {
				return session.Done{}, err
			}
			if a, err := s.ChannelStatus(v); err == nil && !a.Lost() {
				return session.Done{}, fmt.Errorf("game %d: %w", s.GameID(), duel.ErrNothingLost)
			}
			if v.OffChain {
				e.Out.Note(text.AskingForUpdate, recoverWait)
			}
			done, err := s.Recover(ctx, files, recoverWait)
			if session.ResultOf[text.Submitted](done).NoResponse {
				e.Out.Note(text.NoUpdate, recoverWait)
			}
			return done, err
		}),
	}
	env.AddTxFlags(cmd)
	env.AddRelayFlag(cmd)
	return env.Delegable(cmd)
}
