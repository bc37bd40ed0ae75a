package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os/signal"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/bot"
	"github.com/battleship-chain/battleship/player/cli/env"
	"github.com/battleship-chain/battleship/player/cli/look"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/session/duel"
	"github.com/battleship-chain/battleship/player/session/melee"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

const flagGames = "games"

// maxBotGames is how many games a bot plays at most at a time: each asks the node several times a second.
const maxBotGames = 50

// BotCmd returns the command that lets a bot play for the user.
func BotCmd() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "bot [ID]",
		Short: "Let a bot play for you: the rest of a game, or as many games as you say",
		Long: fmt.Sprintf(`Plays the rest of game ID for the key named by --from: opens, answers, shoots, and proves the board
if that wins. Without an ID it continues your unfinished games of that ruleset, or else finds games as match does and
waits for opponents if need be, until it has played --games of them to the end, as many at a time as there are
opponents (at most %d). It tries until the deadline whatever keeps it from moving, pays the fees of its moves and asks
nothing; --yes is accepted and changes nothing. Only one bot plays a game for a player, and no other program moves in
it.

If game ID is a melee in which you have a seat, it confirms, aims, fires, reports, and proves the board. There the
strategies are %s.`,
			maxBotGames, strings.Join(bot.MeleeNames(), " and ")),
		Example: `battleshipd bot 1 --from alice
battleshipd bot --from alice --ruleset xaya --games 5 --delay 1s`,
		Args: env.Between(0, 1, "ID or nothing"),
		RunE: env.Run(true, runBot),
	}
	env.AddSendFlags(cmd)
	env.AddForFlag(cmd)
	cmd.Flags().Bool(env.FlagMatch, false, "find an opponent, as without an ID")
	addMatchFlags(cmd)
	env.AddRelayFlag(cmd)
	env.AddPatienceFlag(cmd, duel.DefaultPatience)
	cmd.Flags().String(env.FlagStrategy, bot.DensityName, "strategy: "+strings.Join(bot.Names(), " or "))
	cmd.Flags().Int(flagGames, 1, "how many games to play to the end")
	cmd.Flags().Uint64(env.FlagSeed, 0, "repeat the shots of an earlier game")
	cmd.Flags().Lookup(env.FlagSeed).Hidden = true // whoever knows it can foresee them
	cmd.Flags().Duration(look.FlagDelay, 0, "pause before each shot, such as 200ms")
	return cmd
}

// robot is the user's bot.
type robot struct {
	*env.Env
	strategy string
	delay    time.Duration
	games    int
	// many reports whether several games are played at a time, with one key.
	many bool
	// over receives the results of games.
	over chan played
	// held are the games that are played or were, by id.
	held map[uint64]bool
}

// played is how a game has gone.
type played struct {
	id     uint64
	result types.Result
	err    error
}

func runBot(ctx context.Context, e *env.Env, args []string) error {
	ctx, stop := signal.NotifyContext(ctx, syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	b, id, err := newRobot(e, args)
	if err != nil {
		return err
	}
	p, err := e.UnaskedPlayer() // it says whose games these are
	if err != nil {
		return err
	}
	defer func() {
		stop() // a second Ctrl-C ends the program at once
		withdrawOffers(e.Cmd, e.Out.Note, func(ctx context.Context) ([]uint64, error) {
			return duel.WithdrawOffers(ctx, p, slices.Sorted(maps.Keys(b.held)))
		})
	}()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if id != 0 {
		if isMelee, err := melee.IsMelee(ctx, e.Chain, id); err != nil {
			return err
		} else if isMelee {
			return b.playMelee(ctx, id)
		}
		if err := b.begin(ctx, id); err != nil {
			return err
		}
		return b.finish(ctx, 1)
	}
	lobbyHold, err := e.Locks().Take(env.Lobby)
	if err != nil {
		return err
	}
	defer lobbyHold.Release()
	begun, err := b.beginAll(ctx)
	switch {
	case ctx.Err() != nil:
		return errStopped
	case err != nil && begun == 0:
		return err
	case err != nil:
		b.Out.Note(text.NoMoreGames, begun, err)
	}
	return errors.Join(err, b.finish(ctx, begun))
}

// newRobot reads the flags. The id is 0 if no game is named.
func newRobot(e *env.Env, args []string) (*robot, uint64, error) {
	f := e.Cmd.Flags()
	b := &robot{Env: e, held: make(map[uint64]bool)}
	var err error
	b.strategy = env.ValueOf[string](f, env.FlagStrategy)
	if _, err := bot.New(b.strategy, nil); err != nil {
		return nil, 0, fmt.Errorf("--%s: %w", env.FlagStrategy, err)
	}
	b.delay = env.ValueOf[time.Duration](f, look.FlagDelay)
	b.games = env.ValueOf[int](f, flagGames)
	switch {
	case b.delay < 0:
		return nil, 0, fmt.Errorf("--%s: expected a pause such as 200ms, got %s", look.FlagDelay, b.delay)
	case b.games < 1 || b.games > maxBotGames:
		return nil, 0, fmt.Errorf("--%s: expected 1 to %d, got %d", flagGames, maxBotGames, b.games)
	case b.games > 1 && !e.Chain.Key().SignsByItself():
		return nil, 0, fmt.Errorf("--%s: %s asks you for each move, and a bot needs a key that signs by itself: play 1 "+
			"game with it", flagGames, e.Chain.Key().Name)
	}
	if b.many = b.games > 1; b.many {
		b.Out.Out, b.Out.Err = &lockedWriter{to: b.Out.Out}, &lockedWriter{to: b.Out.Err}
		b.Client.Keyring = client.Locked(b.Client.Keyring)
	}
	b.over = make(chan played, b.games)
	if len(args) == 0 {
		return b, 0, nil
	}
	for _, name := range append([]string{env.FlagMatch, flagGames}, matchFlags...) {
		if f.Changed(name) {
			return nil, 0, fmt.Errorf("--%s is for games that the bot finds: leave out the flag, or game %s", name, args[0])
		}
	}
	id, err := env.ParseGameID(args[0])
	return b, id, err
}

// lockedWriter takes one text at a time.
type lockedWriter struct {
	mu sync.Mutex
	to io.Writer
}

// Write implements io.Writer.
func (w *lockedWriter) Write(text []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.to.Write(text)
}

// player is the user as a player of one game: with a client of its own, for games wait for each other's transactions.
func (b *robot) player(ctx context.Context) (session.Player, error) {
	p, err := b.UnaskedPlayer()
	if err != nil || !b.many {
		return p, err
	}
	o, err := env.SendOptions(b.Cmd, b.Client)
	if err != nil {
		return p, err
	}
	o.From, o.Unordered = b.Chain.Key().Name, true
	o.Notify = func(what string) { b.Out.Note("%s", what) }
	o.Say = env.Passing
	link := b.Link
	link.Keyring = b.Client.Keyring
	p.Chain, err = client.New(ctx, link, o)
	return p, err
}

// begin begins to play a game.
func (b *robot) begin(ctx context.Context, id uint64) error {
	p, err := b.player(ctx)
	if err != nil {
		return err
	}
	_, err = b.beginWith(ctx, duel.Open(p, id))
	return err
}

// beginWith begins to play a session's game. The channel is closed when that is over, however it ends.
func (b *robot) beginWith(ctx context.Context, s *duel.Session) (<-chan struct{}, error) {
	strategy, err := strategyFlag(b.Cmd)
	if err != nil {
		return nil, err
	}
	h, err := b.Locks().Take(s.GameID())
	if err != nil {
		return nil, err
	}
	b.held[s.GameID()] = true
	over := make(chan struct{})
	go func() {
		defer h.Release()
		defer close(over)
		result, err := s.Run(ctx, &paced{ctx: ctx, strategy: strategy, delay: b.delay}, b.observer(text.Duel, s.GameID()))
		b.over <- played{id: s.GameID(), result: result, err: err}
	}()
	return over, nil
}

// observer reports on a game, with the names of player and game in each line.
func (b *robot) observer(kind text.Kind, id uint64) session.Observer {
	who := b.Out.Named(b.Me)
	var waited bool
	return session.Observer{
		Acted: func(d session.Done) {
			b.Out.Note("%s, %s %d, %s: %s.%s%s", who, kind, id, text.Place(d.Height), doneText(b.Env, d), provenIn(d),
				paidFor(d))
		},
		Waiting: func(next *types.QueryNextActionResponse) {
			if !waited { // later on, each act tells that the next is awaited
				b.Out.Note(text.BotPlays, who, kind, id, b.Voice().Next(next), id)
			}
			waited = true
		},
		Trouble: func(err error) {
			b.Out.Note("%s, %s %d: %s.", who, kind, id, trouble(err, text.Prompt{Command: "bot", Me: b.Me, Game: id}))
		},
	}
}

// trouble explains in one sentence the failure of a bot's move, and the time of the next try.
func trouble(err error, p text.Prompt) string {
	var (
		paused *session.PausedError
		cutOff *duel.CutOffError
	)
	switch {
	case errors.Is(err, session.ErrOtherProgram), errors.As(err, &cutOff):
		return err.Error()
	case errors.As(err, &paused):
		said := *paused
		said.Err = env.Explain(paused.Err, p)
		return said.Error()
	}
	return fmt.Sprintf(text.NotDone, env.Explain(err, p))
}

// errStopped means that the user has stopped a bot.
var errStopped = errors.New("stopped; a running game continues with the same command, before its deadline")

// finish waits for the end of a number of games, and reports it.
func (b *robot) finish(ctx context.Context, begun int) error {
	var failures []error
	won := 0
	for range begun {
		p := <-b.over
		if p.err != nil {
			failures = append(failures, session.InGame(p.id, p.err))
			if begun > 1 && ctx.Err() == nil {
				b.Out.Note(text.BotGaveUp, b.Out.Named(b.Me), p.id,
					env.Explain(p.err, text.Prompt{Command: b.Cmd.Name(), Me: b.Me, Game: p.id}))
			}
			continue
		}
		if seat, plays := look.SeatIn(p.result, b.Me); plays && p.result.Won(seat) {
			won++
		}
		if err := b.tellResult(p); err != nil {
			return err
		}
	}
	if len(failures) > 0 {
		if ctx.Err() != nil {
			return errStopped
		}
		if begun == 1 {
			return errors.Unwrap(failures[0])
		}
		return fmt.Errorf("%d of %d games not played to the end, the first of them: %w", len(failures), begun, failures[0])
	}
	if begun > 1 && !b.Out.JSON {
		b.Out.Text(text.BotScore, b.Out.Named(b.Me), begun, won)
	}
	return nil
}

// tellResult reports the end of a game.
func (b *robot) tellResult(p played) error {
	if b.Out.JSON {
		return b.Out.Message(&p.result)
	}
	b.Out.Text(text.GameIsOver, p.id, b.Voice().Result(p.result))
	for _, line := range look.Accounts(b.Cmd.Context(), b.Env, p.result) {
		b.Out.Text("%s", line)
	}
	return nil
}

// paced is a strategy that lets time go by before it chooses.
type paced struct {
	ctx      context.Context // a strategy takes none
	strategy bot.Strategy
	delay    time.Duration
}

// Next implements bot.Strategy.
func (p *paced) Next(s game.State, me game.Seat) (game.Tile, error) {
	if err := look.Wait(p.ctx, p.delay); err != nil {
		return 0, err
	}
	return p.strategy.Next(s, me)
}

// strategyFlag is the strategy for duels that --strategy names.
func strategyFlag(cmd *cobra.Command) (bot.Strategy, error) { return strategyOf(cmd, bot.New) }

// strategyOf is the strategy that --strategy names, as the function makes it.
func strategyOf[S any](cmd *cobra.Command, of func(string, bot.Intn) (S, error)) (none S, err error) {
	name := env.ValueOf[string](cmd.Flags(), env.FlagStrategy)
	intn, err := env.NewIntn()
	if cmd.Flags().Changed(env.FlagSeed) {
		intn = bot.Seeded(env.ValueOf[uint64](cmd.Flags(), env.FlagSeed))
	}
	if err != nil {
		return none, err
	}
	strategy, err := of(name, intn)
	if err != nil {
		return none, fmt.Errorf("--%s: %w", env.FlagStrategy, err)
	}
	return strategy, nil
}
