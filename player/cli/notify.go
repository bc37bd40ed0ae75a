package cli

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os/signal"
	"path/filepath"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/battleship-chain/battleship/player/cli/act"
	"github.com/battleship-chain/battleship/player/cli/env"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/kinds"
	"github.com/battleship-chain/battleship/player/names"
	"github.com/battleship-chain/battleship/player/notify"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// The flags of notify.
const (
	flagExec = "exec"
	flagURL  = "url"
)

// NotifyCmd returns the command that calls a player whose game needs it.
func NotifyCmd() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "notify [ADDR|NAME]",
		Short: "Be called when it is your turn, when a game begins or ends, and when you are invited",
		Long: `Follows the games of a player, and prints a line when it is the player's turn, when a game has begun, when the
player is invited, and when a game is over. It needs no key, signs nothing, and runs beside any other program.

--exec runs a command of the shell for each line, with the line in BATTLESHIP_TEXT, the id of the game in
BATTLESHIP_GAME and turn, begun, invited or ended in BATTLESHIP_EVENT. --url sends the line to a webhook by POST, as
ntfy takes it. A failed delivery is tried again every 15 seconds.

No line comes twice, also after a restart: the folder notify of --home holds the delivered ones. It outlasts a node
that is away. With --trust-height and --trust-hash it reads games with proofs.`,
		Example: `battleshipd notify --from alice
battleshipd notify alice --exec 'notify-send Battleship "$BATTLESHIP_TEXT"'
battleshipd notify alice --url https://ntfy.sh/my-battleship`,
		Args: env.Between(0, 1, "[ADDR|NAME]"),
		RunE: env.Run(false, func(ctx context.Context, e *env.Env, args []string) error {
			ctx, stop := signal.NotifyContext(ctx, syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
			defer stop()
			return runNotify(ctx, e, args)
		}),
	}
	env.AddQueryFlags(cmd)
	cmd.Flags().String(flagExec, "", "command of the shell to run for each notification")
	cmd.Flags().String(flagURL, "", "webhook to which each notification is sent")
	return cmd
}

func runNotify(ctx context.Context, e *env.Env, args []string) error {
	command, url := env.ValueOf[string](e.Cmd.Flags(), flagExec), env.ValueOf[string](e.Cmd.Flags(), flagURL)
	if command != "" {
		if err := notify.CheckCommand(ctx, command); err != nil {
			return fmt.Errorf("--%s: %w", flagExec, err)
		}
	}
	if url != "" {
		if err := notify.CheckURL(url); err != nil {
			return fmt.Errorf("--%s: %w", flagURL, err)
		}
	}
	var err error
	if e.Me, err = e.AddressArg(args); err != nil {
		return err
	}
	name := fmt.Sprintf("%s-%s.json", e.Chain.ChainID(), e.Me)
	memory, err := notify.OpenMemory(filepath.Join(e.Client.HomeDir, "notify", name))
	if err != nil {
		return err
	}
	book := names.NewBook(e.Out.Names)
	voice, chain := e.Voice(), &notifiedChain{Env: e}
	if !e.ShowsAddresses() {
		voice = text.Voice{You: e.Me, Unnamed: book.Called}
	}
	tries := act.Retry{Most: math.MaxInt, Tell: func(err error) { e.Out.Note(text.NotifyLater, err) }}
	var ran notify.Event // whose command has run, and whose webhook has failed
	n := notify.Notifier{
		Player: e.Me,
		Chain:  chain,
		Memory: memory,
		Passes: client.MayPass,
		Trouble: func(err error) {
			if err == nil {
				tries.Well()
			} else {
				_ = tries.Again(err) // it never gives up
			}
		},
		Deliver: func(ctx context.Context, event notify.Event) error {
			words := notification(voice, event)
			if asked, err := book.Learn(ctx, e.Chain.Conn(), chain.height); asked && err == nil {
				words = notification(voice, event) // with the names that it wanted
			}
			if command != "" && !ran.Same(event) {
				if err := notify.Exec(ctx, command, event, words); err != nil {
					return fmt.Errorf("--%s: %w", flagExec, err)
				}
				ran = event
			}
			if url != "" {
				if err := notify.Post(ctx, url, event, words); err != nil {
					return fmt.Errorf("--%s: %w", flagURL, err)
				}
			}
			ran = notify.Event{}
			if e.Out.JSON {
				return e.Out.Object(notificationObject{event.Kind.String(), event.Game.ID, words})
			}
			e.Out.Text("%s", words)
			return nil
		},
	}
	e.Out.Note(text.NotifiesOf, e.Voice().Called(e.Me))
	err = n.Run(ctx)
	if ctx.Err() != nil && e.Cmd.Context().Err() == nil {
		return nil // it was interrupted, which is its only end
	}
	return err
}

// notificationObject is a notification for a program.
type notificationObject struct {
	Event  string `json:"event"`
	GameID uint64 `json:"game_id,string"`
	Text   string `json:"text"`
}

// notification writes an event.
func notification(v text.Voice, e notify.Event) string {
	id, kind := e.Game.ID, e.Game.Kind
	switch e.Kind {
	case text.Invited:
		return v.NotifyInvited(kind, id, e.Game.Creator)
	case text.Ended:
		result := ""
		if ended := session.Ended(nil); errors.As(e.Ended, &ended) {
			_, _, result = ended.How(v)
		}
		return kind.NotifyEnded(id, result)
	case text.Turn, text.Begun:
	}
	return v.Notify(e.Kind, kind, id, e.Next)
}

// notifiedChain reads the games of the command's player.
type notifiedChain struct {
	*env.Env

	params types.Params // of the last round
	height int64
}

// Height implements notify.Chain.
func (c *notifiedChain) Height(ctx context.Context) (int64, error) {
	head, err := c.Chain.Head(ctx)
	c.height = head.Height
	return head.Height, err
}

// Sleep implements notify.Chain.
func (c *notifiedChain) Sleep(ctx context.Context) error { return c.Chain.Sleep(ctx) }

// Games implements notify.Chain.
func (c *notifiedChain) Games(ctx context.Context) (games notify.Games, err error) {
	if c.params, err = c.Params(ctx); err != nil {
		return games, err
	}
	q := types.NewQueryClient(c.Chain.Conn())
	player, err := q.Player(ctx, &types.QueryPlayerRequest{Address: c.Me})
	if err != nil {
		return games, err
	}
	for _, k := range Kinds() {
		own, invited, err := k.Notified(ctx, c.Env, player)
		if err != nil {
			return games, err
		}
		games.Own, games.Invited = append(games.Own, own...), append(games.Invited, invited...)
	}
	return games, nil
}

// Look implements notify.Chain.
func (c *notifiedChain) Look(ctx context.Context, g notify.Game) (*types.QueryNextActionResponse, error) {
	s, err := kinds.All[g.Kind].Open(session.Player{Chain: c.Chain}, g.ID).Status(ctx)
	if err != nil && env.IsMissing(err) {
		return nil, notify.ErrGone
	}
	if err != nil {
		return nil, err
	}
	s.Next.SecondsLeft = c.params.Seconds(s.Next.BlocksLeft)
	return s.Next, nil
}
