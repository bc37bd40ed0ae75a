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

	"github.com/cosmos/cosmos-sdk/types/query"

	"github.com/battleship-chain/battleship/player/cli/env"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/notify"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/session/duel"
	meleesession "github.com/battleship-chain/battleship/player/session/melee"
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
	tries := retry{most: math.MaxInt, tell: func(err error) { e.Out.Note(text.NotifyLater, err) }}
	n := notify.Notifier{
		Player: e.Me,
		Chain:  &notifiedChain{Env: e},
		Memory: memory,
		Passes: client.MayPass,
		Trouble: func(err error) {
			if err == nil {
				tries.well()
			} else {
				_ = tries.again(err) // it never gives up
			}
		},
		Deliver: func(ctx context.Context, event notify.Event) error {
			words := notification(e.Voice(), event)
			if command != "" {
				if err := notify.Exec(ctx, command, event, words); err != nil {
					return fmt.Errorf("--%s: %w", flagExec, err)
				}
			}
			if url != "" {
				if err := notify.Post(ctx, url, event, words); err != nil {
					return fmt.Errorf("--%s: %w", flagURL, err)
				}
			}
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
		if ended := (*duel.EndedError)(nil); errors.As(e.Ended, &ended) {
			result = v.Result(ended.Result)
		}
		if ended := (*meleesession.EndedError)(nil); errors.As(e.Ended, &ended) {
			result = v.MeleeResult(ended.Result)
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
}

// Height implements notify.Chain.
func (c *notifiedChain) Height(ctx context.Context) (int64, error) {
	head, err := c.Chain.Head(ctx)
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
	for _, id := range player.Games {
		games.Own = append(games.Own, notify.Game{ID: id, Kind: text.Duel})
	}
	for _, id := range player.Melees {
		games.Own = append(games.Own, notify.Game{ID: id, Kind: text.Melee})
	}
	page := &query.PageRequest{Limit: mostInvitations}
	duels, err := q.OpenGames(ctx, &types.QueryOpenGamesRequest{Opponent: c.Me, Pagination: page})
	if err != nil {
		return games, err
	}
	for _, g := range duels.Games {
		games.Invited = append(games.Invited, notify.Game{ID: g.Id, Kind: text.Duel, Creator: g.Creator})
	}
	melees, err := q.OpenMelees(ctx, &types.QueryOpenMeleesRequest{Invited: c.Me, Pagination: page})
	if err != nil {
		return games, err
	}
	for _, m := range melees.Melees {
		games.Invited = append(games.Invited, notify.Game{ID: m.Id, Kind: text.Melee, Creator: m.Creator})
	}
	return games, nil
}

// mostInvitations is how many invitations of each kind are read.
const mostInvitations = 20

// Look implements notify.Chain.
func (c *notifiedChain) Look(ctx context.Context, g notify.Game) (*types.QueryNextActionResponse, error) {
	p := session.Player{Chain: c.Chain}
	open := session.Game(duel.Open(p, g.ID))
	if g.Kind == text.Melee {
		open = meleesession.Open(p, g.ID)
	}
	s, err := open.Status(ctx)
	if err != nil && env.IsMissing(err) {
		return nil, notify.ErrGone
	}
	if err != nil {
		return nil, err
	}
	s.Next.SecondsLeft = c.params.Seconds(s.Next.BlocksLeft)
	return s.Next, nil
}
