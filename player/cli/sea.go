package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel"
	"github.com/battleship-chain/battleship/player/relay"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// The flags of games that are played at sea.
const (
	flagChannel  = "channel"
	flagRelay    = "relay"
	flagPatience = "patience"
)

// letterMoment is how long a command that has sent a letter waits for the answer.
const letterMoment = 3 * time.Second

// letterPeek is how long a command that shows a game waits for letters that are on their way.
const letterPeek = time.Second

// addChannelFlag adds what asks for a game at sea.
func addChannelFlag(cmd *cobra.Command) {
	cmd.Flags().Bool(flagChannel, false, "play at sea, by signed letters over a relay, not on chain: three "+
		"transactions in all if nobody cheats or leaves")
}

// addRelayFlag adds what names the relay that letters go over.
func addRelayFlag(cmd *cobra.Command) {
	cmd.Flags().String(flagRelay, "", "URL of the relay for letters of games at sea, such as wss://relay.example "+
		"(default the game's, else "+relay.DefaultURL+")")
}

// addPatienceFlag adds how long an opponent at sea is waited for.
func addPatienceFlag(cmd *cobra.Command, def time.Duration) {
	cmd.Flags().Duration(flagPatience, def, "how long to wait for the opponent at sea before the game is brought ashore")
}

// relayFlag is what --relay says; empty for nothing.
func relayFlag(cmd *cobra.Command) (string, error) {
	f := cmd.Flags().Lookup(flagRelay)
	if f == nil || f.Value.String() == "" {
		return "", nil
	}
	text := f.Value.String()
	if err := relay.CheckURL(text); err != nil {
		return "", fmt.Errorf("--%s: %w", flagRelay, err)
	}
	if len(text) > channel.MaxRelay {
		return "", fmt.Errorf("--%s: expected at most %d bytes, got %d", flagRelay, channel.MaxRelay, len(text))
	}
	return text, nil
}

// patienceFlag is what --patience says; 0 for the default.
func patienceFlag(cmd *cobra.Command) (time.Duration, error) {
	if cmd.Flags().Lookup(flagPatience) == nil {
		return 0, nil
	}
	patience, err := cmd.Flags().GetDuration(flagPatience)
	if err == nil && patience <= 0 {
		err = fmt.Errorf("--%s: expected a time such as 30s, got %s", flagPatience, patience)
	}
	return patience, err
}

// seaFlags are what --channel, --relay and --patience say.
func seaFlags(cmd *cobra.Command) (atSea bool, url string, patience time.Duration, err error) {
	if cmd.Flags().Lookup(flagChannel) != nil {
		if atSea, err = cmd.Flags().GetBool(flagChannel); err != nil {
			return false, "", 0, err
		}
	}
	if url, err = relayFlag(cmd); err == nil {
		patience, err = patienceFlag(cmd)
	}
	return atSea, url, patience, err
}

// channelWish adds to a wish where the game is to be played.
func channelWish(cmd *cobra.Command, w *session.Wish) (err error) {
	f := cmd.Flags()
	if f.Lookup(flagChannel) == nil {
		return nil
	}
	if w.Channel, err = f.GetBool(flagChannel); err != nil {
		return err
	}
	w.Relay, err = relayFlag(cmd)
	return err
}

// checkRelayWish returns an error if a relay was named for a game that is to be played on chain.
func checkRelayWish(cmd *cobra.Command, w session.Wish) error {
	if f := cmd.Flags().Lookup(flagRelay); f != nil && f.Changed && !w.Channel {
		return fmt.Errorf("--%s is for games at sea: add --%s, or leave it out", flagRelay, flagChannel)
	}
	return nil
}

// checkAgainstBot returns an error if a game with the player's own bot was asked for at sea.
func checkAgainstBot(cmd *cobra.Command) error {
	against, err := cmd.Flags().GetString(flagAgainst)
	if err != nil {
		return err
	}
	atSea, err := cmd.Flags().GetBool(flagChannel)
	if err == nil && atSea && strings.EqualFold(against, againstBot) {
		err = fmt.Errorf("--%s is for games against others: games with your own bot are played on chain", flagChannel)
	}
	return err
}

// where says where an act is: in which block, or at sea.
func where(d session.Done) string {
	if d.AtSea {
		return "at sea"
	}
	return fmt.Sprintf("block %d", d.Height)
}

// reportAtSea reports an act that has gone out in a letter, waits a moment for the answer, or as long as --wait says,
// and says what comes next.
func (e *env) reportAtSea(ctx context.Context, done session.Done) error {
	s := e.playing
	if !e.out.json {
		e.tellLetters(s, done.Seat)
		e.out.text("Game %d, at sea, %s: %s.%s", done.GameID, e.me, sentence(done), provenIn(done))
	}
	v, err := e.awaitAtSea(ctx, s)
	var ended *session.EndedError
	a := awaited{view: v}
	switch {
	case errors.As(err, &ended):
		a.result = &ended.Result
	case err != nil:
		return fmt.Errorf("%s is done at sea, but: %w", done.Act, err)
	default:
		a, _ = arrived(v, done)
	}
	if e.out.json {
		r := newReport(done)
		r.AtSea, r.ShotResult = true, a.shot
		if r.Next, err = json.Marshal(teller{players: addresses(v.Game)}.next(v.State)); err != nil {
			return err
		}
		return e.out.object(r)
	}
	e.tellLetters(s, done.Seat)
	if a.result != nil {
		e.out.text("Game %d is over: %s.", done.GameID, outcome(*a.result, e.me))
		return nil
	}
	if text := whyClaim(v, done.Seat); text != "" {
		e.out.text("%s", text)
	}
	e.out.text("Next: %s.", toYou(v.Summary(), e.me))
	if err := s.Trouble(); err != nil && v.AtSea {
		e.out.note("Your letter is written down, and goes out with the next command: %s.", err)
	}
	return nil
}

// tellLetters tells what the opponent's letters have said.
func (e *env) tellLetters(s *session.Session, me game.Seat) {
	for _, event := range s.Events() {
		switch told := event.(type) {
		case game.ShotAnswered:
			if told.By != me {
				e.out.text("your shot at %s: %s", s.Ruleset().TileName(told.Tile),
					session.Verdict(s.Ruleset(), game.Answer{Hit: told.Hit, Sunk: told.Sunk}))
			}
		case game.ShotFired:
			if told.By != me {
				e.out.text("your opponent shoots at %s", s.Ruleset().TileName(told.Tile))
			}
		}
	}
}

// awaitAtSea waits for the opponent's letter.
func (e *env) awaitAtSea(ctx context.Context, s *session.Session) (session.View, error) {
	if !e.waiting() {
		return s.AwaitLetter(ctx, letterMoment)
	}
	e.out.note("Waiting. Ctrl-C ends the waiting, not the game: battleshipd board %d shows it.", s.GameID())
	for {
		v, err := s.AwaitLetter(ctx, time.Minute)
		if err != nil || !v.AtSea || !waitsAtSea(v, e.me) {
			return v, err
		}
	}
}

// waitsAtSea reports whether it is the opponent who moves in a game that goes on.
func waitsAtSea(v session.View, me string) bool {
	playing := v.State.Phase.InPlay()
	actor := int(v.State.Actor)
	return playing && actor < len(v.Game.Participants) && v.Game.Participants[actor].Address != me
}

// addresses are those of a game's players by seat.
func addresses(g types.Game) []string {
	var all []string
	for _, p := range g.Participants {
		all = append(all, p.Address)
	}
	return all
}

// cutOff is what keeps the opponent's letters away, if an error is about whose turn it is, for that may be why.
func (e *env) cutOff(err error) error {
	refused := errors.Is(err, game.ErrTurn) || errors.Is(err, game.ErrPhase) || errors.Is(err, session.ErrTurnAtSea)
	if !refused || e.playing == nil {
		return nil
	}
	trouble := e.playing.Trouble()
	for until := time.Now().Add(letterPeek); errors.Is(trouble, relay.ErrConnecting) && time.Now().Before(until); {
		time.Sleep(letterPeek / 100)
		trouble = e.playing.Trouble()
	}
	return trouble
}

// close gives back what the command's session holds.
func (e *env) close() error {
	if e.playing == nil {
		return nil
	}
	return e.playing.Close()
}

// explainAtSea puts an error about a game at sea into one sentence; nil if it is none.
func explainAtSea(err error, s subject) error {
	var lost *session.LogLostError
	switch {
	case errors.As(err, &lost):
		return say(err, "nothing was sent: %s", lost)
	case errors.Is(err, session.ErrShotToo):
		return say(err, "nothing was sent: at sea an answer goes with your shot: battleshipd shoot %d TILE sends both",
			s.game)
	case errors.Is(err, session.ErrTurnAtSea), errors.Is(err, session.ErrAtSea):
		return say(err, "nothing was sent: %s (battleshipd channel ashore %d)", withoutGame(err, s), s.game)
	case errors.Is(err, session.ErrUnposted):
		return say(err, "nothing was sent: the chain has an older state of game %d than you: battleshipd channel ashore %d "+
			"posts yours first", s.game, s.game)
	case errors.Is(err, channel.ErrUnheard):
		return say(err, "nothing was sent: game %d has come ashore, and your opponent has neither moved nor posted a state "+
			"there: it may know a newer one, so nobody ends the game before", s.game)
	case errors.Is(err, session.ErrNotAtSea):
		return say(err, "nothing was sent: game %d is played on chain, which has nothing older (%s shows it)", s.game,
			s.look())
	}
	return nil
}

// withoutGame is the text of an error without the game that it is about.
func withoutGame(err error, s subject) string {
	return strings.TrimPrefix(err.Error(), fmt.Sprintf("game %d: ", s.game))
}
