package look

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/cli/env"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/session/duel"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/watch"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// BoardCmd returns the command that draws the boards of a game of one of some kinds.
func BoardCmd[K Kind](all []K) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "board ID",
		Short: "Draw the boards of a game, yours with your ships, and show whose turn it is",
		Long: `Draws both boards of an unfinished game side by side, explains the marks, and shows who owes what until when.
For a player of the game, the key named by --from or the default key, the own board is drawn with its ships, which the
wallet finds again. For everybody else both boards are drawn as publicly known. An ended game is drawn as it was at its
end, with the fleets that were shown, with the winner and the payments.` + env.Help(all, "board"),
		Example: `battleshipd board 4 --from alice
battleshipd board 4`,
		Args: env.Exactly("ID"),
		RunE: env.OnGame(false, func(ctx context.Context, e *env.Env, id uint64, _ []string) error {
			key, err := e.OwnKey()
			if err != nil {
				return err
			}
			e.Me = key.Address.String()
			k, err := env.KindOf(ctx, e, all, id)
			if err != nil {
				return err
			}
			return k.Board(ctx, e, id, key)
		}),
	}
	env.AddChainFlags(cmd)
	cmd.Flags().String(env.FlagFrom, "", "name or address of the key whose board is drawn with its ships")
	return cmd
}

// Board implements Kind.
func (Duels) Board(ctx context.Context, e *env.Env, id uint64, key client.Key) error {
	s := duel.Open(session.Player{Chain: e.Chain, Vault: env.NewVault(e.Cmd, e.Client), Principal: key}, id)
	e.Playing = s
	v, err := s.Look(ctx)
	var ended *duel.EndedError
	if errors.As(err, &ended) {
		return endedBoard(ctx, e, ended.Result)
	}
	if err != nil {
		return err
	}
	b := Board{View: s.Peek(ctx, v, env.UpdatePeek), ID: id, Me: key, Call: Caller(e), voice: e.Voice()}
	if err := fillBoard(ctx, e, s, &b); err != nil {
		return err
	}
	e.Learn(ctx, &v.Game)
	if b.Plays {
		b.channelHint = channelHint(s, v)
	}
	if e.Out.JSON {
		return boardObject(e, b)
	}
	if b.channelHint == text.RecoverChannel {
		e.Out.Note(text.ShotsUnknown)
	}
	for _, line := range b.lines() {
		e.Out.Text("%s", line)
	}
	return nil
}

// channelHint is the command that an off-chain game needs before its player can move. It is empty for none.
func channelHint(s *duel.Session, v duel.View) string {
	a, err := s.ChannelStatus(v)
	switch {
	case err != nil: // it was never played off-chain
		return ""
	case v.OffChain && a.Lost():
		return text.RecoverChannel
	case a.Due(v):
		return text.SubmitChannel
	}
	return ""
}

// Board is a game for one who looks at it.
type Board struct {
	duel.View
	ID uint64
	// Me is the viewer's key; Plays reports whether it is a player's, with that seat and fleet. The fleet is nil if it
	// could not be recovered.
	Me    client.Key
	Plays bool
	Seat  game.Seat
	Fleet game.Fleet
	next  *types.QueryNextActionResponse
	// channelHint is the command that resumes an off-chain game, if nothing can be moved before.
	channelHint string
	// Call returns a player's short name for tables, voice its name in sentences.
	Call  func(address string) string
	voice text.Voice
}

// Caller returns the names of players.
func Caller(e *env.Env) func(address string) string {
	return func(address string) string { return Call(e, address) }
}

// Call returns a player's short name: the name of the user's own key, or the abbreviated address.
func Call(e *env.Env, address string) string {
	const head, tail = 9, 4
	if name, ok := e.Out.Names[address]; ok {
		return name
	}
	if len(address) <= head+tail {
		return address
	}
	return address[:head] + "..." + address[len(address)-tail:]
}

// fillBoard adds the facts that the public state of a game lacks.
func fillBoard(ctx context.Context, e *env.Env, s *duel.Session, b *Board) (err error) {
	b.next, err = types.NewQueryClient(e.Chain.Conn()).NextAction(ctx, &types.QueryNextActionRequest{GameId: b.ID})
	if err != nil {
		return err
	}
	if b.Me.IsZero() {
		var own []string
		for _, participant := range b.Game.Participants {
			if name, ok := e.Out.Names[participant.Address]; ok {
				own = append(own, "--"+env.FlagFrom+" "+name)
			}
		}
		if len(own) > 0 {
			e.Out.Note(text.PublicBoards, strings.Join(own, " or "))
		}
		return nil
	}
	fleet, seat, err := s.Fleet(b.View)
	switch {
	case errors.Is(err, text.ErrNotInGame):
		if e.Cmd.Flags().Changed(env.FlagFrom) {
			e.Out.Note(text.NotAPlayer, b.Me.Name, b.ID)
		}
		return nil
	case err != nil:
		e.Out.Note(text.ShipsNotDrawn, err)
	}
	b.Plays, b.Seat, b.Fleet = true, seat, fleet
	return nil
}

// endedBoard shows the end of a game.
func endedBoard(ctx context.Context, e *env.Env, r types.Result) error {
	if e.Out.JSON {
		return e.Out.Message(&r)
	}
	e.Out.Text(text.DuelIsOver, r.GameId, env.RulesetName(r.RulesetId), e.Voice().Result(r))
	for _, line := range lastBoards(ctx, e, r) {
		e.Out.Text("%s", line)
	}
	for _, line := range Accounts(ctx, e, r) {
		e.Out.Text("%s", line)
	}
	return nil
}

// lastBoards draws the last boards of a game, with the published fleets. It returns nothing if the node has pruned
// blocks of the game.
func lastBoards(ctx context.Context, e *env.Env, r types.Result) []string {
	node, err := e.Client.GetNode()
	if err != nil {
		return nil
	}
	_, g, err := watch.RecordOf(ctx, node, accounter(e), codecOf(e.Client), e.Chain.ChainID(), r.GameId)
	if err != nil || len(g.Fleets) < len(g.Players) {
		return nil
	}
	panels := make([]Panel, len(g.Players))
	for seat, player := range g.Players {
		panels[seat] = Panel{seat: game.Seat(seat), Title: Call(e, player), Fleet: g.Fleets[seat]}
		if g.Fleets[seat] == nil {
			panels[seat].Title += ", not shown"
		}
	}
	if seat, plays := SeatIn(r, e.Me); plays && seat == game.Joiner {
		slices.Reverse(panels)
	}
	lines := append([]string{""}, drawPanels(g.State(), panels...)...)
	return append(lines, "", legend(true), fmt.Sprintf(text.Replays, r.GameId), "")
}

// boardObject writes a board for a program: the chain's answer, and the own fleet.
func boardObject(e *env.Env, b Board) error {
	object := BoardJSON{GameID: b.ID, Height: b.Height, State: b.State.String()}
	if b.Plays {
		object.Seat = b.Seat.String()
	}
	if b.Fleet != nil {
		object.Fleet = b.State.Ruleset.FleetString(b.Fleet)
	}
	if b.OffChain {
		object.OffChain, object.Next = true, EventPrinter{Players: Addresses(b.Game)}.Next(b.State)
		return e.Out.Object(object)
	}
	return PrintBoard(e, object, b.next)
}

// BoardJSON is a game for a program.
type BoardJSON struct {
	GameID uint64 `json:"game_id,string"`
	Height int64  `json:"height,string"`
	State  string `json:"state"`
	Next   any    `json:"next"`
	// OffChain reports whether it is played off-chain.
	OffChain bool `json:"off_chain,omitempty"`
	// Seat is the user's, if it plays: a name or a number. Fleet is the user's, if it was recovered, and Target the tile
	// that it aims at in this round.
	Seat   any    `json:"seat,omitempty"`
	Fleet  string `json:"fleet,omitempty"`
	Target string `json:"target,omitempty"`
}

// PrintBoard writes a board for a program, with the chain's next action.
func PrintBoard(e *env.Env, board BoardJSON, next *types.QueryNextActionResponse) (err error) {
	if board.Next, err = e.Out.Raw(next); err != nil {
		return err
	}
	return e.Out.Object(board)
}

// lines draws the board with its captions.
func (b Board) lines() []string {
	at := fmt.Sprintf("block %d", b.Height)
	if b.OffChain {
		at = "off-chain"
	}
	lines := []string{fmt.Sprintf("Game %d, %s, %s, %s.", b.ID, b.State.Ruleset.Name, at, text.Terms(b.Game.Terms))}
	if b.Plays {
		opponent := "no opponent yet"
		if len(b.Game.Participants) > int(b.Seat.Other()) {
			opponent = b.name(b.Seat.Other())
		}
		lines = append(lines, fmt.Sprintf(text.YouAre, b.Me.Name, b.Seat, opponent))
	}
	lines = append(lines, b.Drawing()...)
	for _, p := range b.panels() {
		lines = append(lines, b.name(p.seat)+": "+fleetLine(b.State, p)+".")
	}
	if !b.State.Claims() {
		lines = append(lines, text.NothingToClaim)
	}
	next := b.next
	if b.OffChain && b.Plays {
		next = b.Next()
	}
	return append(lines, text.Sentence(b.voice.Next(next))+b.hint())
}

// panels are both boards, the player's own first.
func (b Board) panels() []Panel {
	panels := make([]Panel, len(b.State.Sides))
	for i := range panels {
		seat := game.Seat(i)
		panels[i] = Panel{seat: seat, Title: b.Call(b.name(seat))}
	}
	if b.Plays {
		panels[b.Seat].Fleet, panels[b.Seat].Title = b.Fleet, b.Me.Name+", your ships"
		panels[0], panels[1] = panels[b.Seat], panels[b.Seat.Other()]
	}
	return panels
}

// Drawing draws both boards and explains the marks.
func (b Board) Drawing() []string {
	lines := append([]string{""}, drawPanels(b.State, b.panels()...)...)
	return append(lines, "", legend(b.Fleet != nil))
}

// name is the name of the player of a seat.
func (b Board) name(seat game.Seat) string {
	if int(seat) < len(b.Game.Participants) {
		return b.Game.Participants[seat].Address
	}
	return "the " + seat.String()
}

// hint names the player's next command, if it is its turn.
func (b Board) hint() string {
	s, p := b.State, text.Prompt{Game: b.ID}
	switch {
	case b.Plays && b.channelHint != "":
		return p.Continue(b.channelHint)
	case !b.Plays || s.Actor != b.Seat && !s.MayClaim(b.Seat):
		return ""
	case s.Owes == game.OwesAnswer && s.Ruleset.HitShootsAgain && tilesOf(s.Ruleset, b.Fleet).Has(s.Pending):
		return p.Continue(text.AnswerAlone)
	}
	return p.Continue(text.Commands[s.Owes])
}

// SeatIn returns the seat that an address had in an ended game, and whether it had one.
func SeatIn(r types.Result, address string) (game.Seat, bool) {
	seat := slices.Index(r.Players, address)
	return game.Seat(max(seat, 0)), seat >= 0
}

// Accounts lists each player's payments of a game. It is empty if the node has pruned the block of its end.
func Accounts(ctx context.Context, e *env.Env, r types.Result) []string {
	node, err := e.Client.GetNode()
	if err != nil {
		return nil
	}
	over, err := watch.OverOf(ctx, node, r)
	if err != nil {
		return nil
	}
	var lines []string
	for seat, player := range r.Players {
		lines = append(lines, fmt.Sprintf("%s: %s.", player, duel.AccountOf(over, game.Seat(seat))))
	}
	return lines
}
