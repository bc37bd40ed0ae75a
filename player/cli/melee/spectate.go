package melee

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/battleship-chain/battleship/game"
	rules "github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/player/cli/env"
	"github.com/battleship-chain/battleship/player/cli/look"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/text/meleetable"
	"github.com/battleship-chain/battleship/player/watch"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// errNoRecord is why a melee is not exported.
var errNoRecord = errors.New("a melee has no record: battleshipd replay ID --output json writes down what happened")

// follow reads a melee from the index of the node.
func follow(ctx context.Context, e *env.Env, id uint64) (*watch.MeleeFollower, error) {
	node, err := e.Client.GetNode()
	if err != nil {
		return nil, err
	}
	return watch.FollowMelee(ctx, node, e.Client.TxConfig.TxDecoder(), id, client.DefaultPoll)
}

// Watch implements look.Kind.
func (Kind) Watch(ctx context.Context, e *env.Env, id uint64) error {
	f, err := follow(ctx, e, id)
	if err != nil {
		return err
	}
	if f.Over() {
		e.Out.Note(text.MeleeReplays, id, id)
	}
	hear := hear(e, id, f)
	return look.Follow(ctx, e, f.Next, hear)
}

// Replay implements look.Kind. It replays a finished melee by the node's events.
func (Kind) Replay(ctx context.Context, e *env.Env, id uint64, path string) error {
	f, err := follow(ctx, e, id)
	switch {
	case err != nil:
		return err
	case path != "":
		return fmt.Errorf("--%s: %w", look.FlagExport, errNoRecord)
	case !f.Over():
		return fmt.Errorf("melee %d: %w: follow it with battleshipd watch %d", id, watch.ErrNotOver, id)
	}
	hear := hear(e, id, f)
	for {
		news, err := f.Next(ctx)
		if err != nil {
			return err
		}
		if over, err := hear(news); over || err != nil {
			return err
		}
		// A round is printed at its end, so the pause for a person is there.
		if began, ok := news.Event.(rules.StageBegan); ok && began.Stage == rules.StageAim && began.Round > 1 {
			if err := look.Wait(ctx, look.Delay(e)); err != nil {
				return err
			}
		}
	}
}

// hear returns the function that prints the news of a melee, and reports whether they were the last.
func hear(e *env.Env, id uint64, f *watch.MeleeFollower) func(watch.MeleeNews) (bool, error) {
	if e.Out.JSON {
		t := teller{out: e.Out, gameID: id, follower: f, fleets: make(map[rules.Seat]game.Fleet)}
		return t.hear
	}
	width, height := env.ScreenSize(e.Out.Out)
	s := show{env: e, id: id, follower: f, height: height}
	s.transcript.Width = width
	return s.hear
}

// show describes a melee to a person.
type show struct {
	env      *env.Env
	id       uint64
	follower *watch.MeleeFollower
	// height is the number of lines of the terminal, or 0 without one.
	height     int
	screen     *watch.Screen
	transcript meleetable.Transcript
	// lines are to be shown with the next boards.
	lines []string
}

func (s *show) hear(news watch.MeleeNews) (bool, error) {
	s.transcript.Names = s.names(s.follower.Players())
	switch {
	case news.Opened:
		s.env.Out.Text("%s", text.MeleeLegend)
		// Boards that do not fit can only scroll by.
		foot := meleetable.Lines(news.State.Ruleset, len(news.State.Players), s.transcript.Width)
		s.screen = watch.NewScreen(s.env.Out.Out, foot < s.height)
		s.lines = append(s.lines, s.transcript.Opened(s.id, news.State, news.Height))
	case news.Event != nil:
		s.lines = append(s.lines, s.transcript.Lines(news.Event, news.State, news.Height)...)
	}
	if proven, ok := news.Event.(rules.Proven); ok {
		s.transcript.Fleets = withFleet(s.transcript.Fleets, proven)
	}
	if began, ok := news.Event.(rules.StageBegan); ok && began.Stage == rules.StageAim && began.Round == 1 {
		for seat, address := range s.follower.Players() {
			if _, own := s.env.Out.Names[address]; address != "" && !own {
				s.lines = append(s.lines, fmt.Sprintf("      %s is %s", s.transcript.Names[seat], address))
			}
		}
	}
	if news.Told && len(s.lines) > 0 {
		s.screen.Print(s.env.Out.Named(strings.Join(s.lines, "\n")), s.transcript.Draw(news.State))
		s.lines = nil
	}
	switch over := news.Message.(type) {
	case *types.EventMeleeOver:
		s.screen.End(s.transcript.Draw(news.State))
		s.env.Out.Text("")
		tellResult(s.env, over.Result, over)
		return true, nil
	case *types.EventMeleeCancelled:
		s.env.Out.Text("\n"+text.MeleeIsOver, s.id, text.MeleeCancelled(rules.CancelCause(over.Cause)))
		return true, nil
	}
	return false, nil
}

// names are the players' names.
func (s *show) names(players []string) []string {
	out := make([]string, len(players))
	for i, address := range players {
		out[i] = look.Call(s.env, address)
	}
	return out
}

// teller prints a melee for a program, one object on each line.
type teller struct {
	out      env.Printer
	gameID   uint64
	follower *watch.MeleeFollower
	fleets   map[rules.Seat]game.Fleet
}

// nextInMelee is the next action, as the query returns it.
type nextInMelee struct {
	Stage    string   `json:"stage"`
	Round    int      `json:"round"`
	Owed     []string `json:"owed"`
	Deadline int64    `json:"deadline,omitempty,string"`
}

func (t *teller) hear(news watch.MeleeNews) (bool, error) {
	if proven, ok := news.Event.(rules.Proven); ok {
		t.fleets[proven.By] = proven.Fleet
	}
	s, players := news.State, t.follower.Players()
	next := nextInMelee{Stage: types.Stage(s.Stage).String(), Round: s.Round, Owed: []string{}, Deadline: s.Deadline}
	for seat := range s.Owes.All() {
		next.Owed = append(next.Owed, players[seat])
	}
	if err := look.PrintEvent(t.out, news.Height, news.Message, next); err != nil || !news.Last {
		return false, err
	}
	last := map[string]any{"game_id": fmt.Sprint(t.gameID), "players": players}
	fleets := make([]string, len(players))
	for _, seat := range slices.Sorted(maps.Keys(t.fleets)) {
		fleets[seat] = s.Ruleset.FleetString(t.fleets[seat])
	}
	last["fleets"] = fleets
	if over, ok := news.Message.(*types.EventMeleeOver); ok {
		result, err := t.out.Raw(&over.Result)
		if err != nil {
			return false, err
		}
		last["result"] = result
	}
	return true, t.out.Object(last)
}
