package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/session/duel"
	"github.com/battleship-chain/battleship/player/session/melee"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/watch"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

func boardCmd() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "board ID",
		Short: "Draw the boards of a game, yours with your ships, and say whose turn it is",
		Long: `Draws both boards of an unfinished game side by side, explains the marks, and shows who owes what until when.
For a player of the game, the key named by --from or the default key, the own board is drawn with its ships, which the
wallet finds again. For everybody else both boards are drawn as publicly known. An ended game is drawn as it was at its
end, with the fleets that were shown, with the winner and the payments. Of a melee it draws all boards, and shows
what you aim at in this round.`,
		Example: `battleshipd board 4 --from alice
battleshipd board 4`,
		Args: exactly("ID"),
		RunE: onGame(false, runBoard),
	}
	addChainFlags(cmd)
	cmd.Flags().String(flagFrom, "", "name or address of the key whose board is drawn with its ships")
	return cmd
}

func runBoard(ctx context.Context, e *env, id uint64, _ []string) error {
	key, err := e.ownKey()
	if err != nil {
		return err
	}
	e.me = key.Address.String()
	if isMelee, err := melee.IsMelee(ctx, e.chain, id); err != nil {
		return err
	} else if isMelee {
		return e.meleeBoard(ctx, id, key)
	}
	s := duel.Open(session.Player{Chain: e.chain, Vault: newVault(e.cmd, e.cctx), Principal: key}, id)
	e.playing = s
	v, err := s.Look(ctx)
	var ended *duel.EndedError
	if errors.As(err, &ended) {
		return e.endedBoard(ctx, ended.Result)
	}
	if err != nil {
		return err
	}
	b := board{View: s.Peek(ctx, v, updatePeek), id: id, me: key, call: e.call, voice: e.voice()}
	if err := e.fillBoard(ctx, s, &b); err != nil {
		return err
	}
	if b.plays {
		b.channelHint = channelHint(s, v)
	}
	if e.out.json {
		return e.boardObject(b)
	}
	for _, line := range b.lines() {
		e.out.text("%s", line)
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

// board is a game for one who looks at it.
type board struct {
	duel.View
	id uint64
	// me is the viewer's key; plays reports whether it is a player's, with that seat and fleet. The fleet is nil if it
	// could not be recovered.
	me    client.Key
	plays bool
	seat  game.Seat
	fleet game.Fleet
	next  *types.QueryNextActionResponse
	// channelHint is the command that resumes an off-chain game, if nothing can be moved before.
	channelHint string
	// call returns a player's short name for tables, voice its name in sentences.
	call  func(address string) string
	voice text.Voice
}

// call returns a player's short name: the name of the user's own key, or the abbreviated address.
func (e *env) call(address string) string {
	const head, tail = 9, 4
	if name, ok := e.out.names[address]; ok {
		return name
	}
	if len(address) <= head+tail {
		return address
	}
	return address[:head] + "..." + address[len(address)-tail:]
}

// fillBoard adds the facts that the public state of a game lacks.
func (e *env) fillBoard(ctx context.Context, s *duel.Session, b *board) (err error) {
	b.next, err = types.NewQueryClient(e.chain.Conn()).NextAction(ctx, &types.QueryNextActionRequest{GameId: b.id})
	if err != nil {
		return err
	}
	if b.me.IsZero() {
		var own []string
		for _, participant := range b.Game.Participants {
			if name, ok := e.out.names[participant.Address]; ok {
				own = append(own, "--"+flagFrom+" "+name)
			}
		}
		if len(own) > 0 {
			e.out.note(text.PublicBoards, strings.Join(own, " or "))
		}
		return nil
	}
	fleet, seat, err := s.Fleet(b.View)
	switch {
	case errors.Is(err, text.ErrNotInGame):
		if e.cmd.Flags().Changed(flagFrom) {
			e.out.note(text.NotAPlayer, b.me.Name, b.id)
		}
		return nil
	case err != nil:
		e.out.note(text.ShipsNotDrawn, err)
	}
	b.plays, b.seat, b.fleet = true, seat, fleet
	return nil
}

// endedBoard shows the end of a game.
func (e *env) endedBoard(ctx context.Context, r types.Result) error {
	if e.out.json {
		return e.out.message(&r)
	}
	e.out.text(text.DuelIsOver, r.GameId, rulesetName(r.RulesetId), e.voice().Result(r))
	for _, line := range e.lastBoards(ctx, r) {
		e.out.text("%s", line)
	}
	for _, line := range e.accounts(ctx, r) {
		e.out.text("%s", line)
	}
	return nil
}

// lastBoards draws the last boards of a game, with the published fleets. It returns nothing if the node has pruned
// blocks of the game.
func (e *env) lastBoards(ctx context.Context, r types.Result) []string {
	node, err := e.cctx.GetNode()
	if err != nil {
		return nil
	}
	_, g, err := watch.RecordOf(ctx, node, e.account, codecOf(e.cctx), e.chain.ChainID(), r.GameId)
	if err != nil || len(g.Fleets) < len(g.Players) {
		return nil
	}
	panels := make([]panel, len(g.Players))
	for seat, player := range g.Players {
		panels[seat] = panel{seat: game.Seat(seat), title: e.call(player), fleet: g.Fleets[seat]}
		if g.Fleets[seat] == nil {
			panels[seat].title += ", never shown"
		}
	}
	if seat, plays := seatIn(r, e.me); plays && seat == game.Joiner {
		slices.Reverse(panels)
	}
	lines := append([]string{""}, drawPanels(g.State(), panels...)...)
	return append(lines, "", legend(true), fmt.Sprintf(text.Replays, r.GameId), "")
}

// boardObject writes a board for a program: the chain's answer, and the own fleet.
func (e *env) boardObject(b board) error {
	object := boardJSON{GameID: b.id, Height: b.Height, State: b.State.String()}
	if b.plays {
		object.Seat = b.seat.String()
	}
	if b.fleet != nil {
		object.Fleet = b.State.Ruleset.FleetString(b.fleet)
	}
	if b.OffChain {
		object.OffChain, object.Next = true, eventPrinter{players: addresses(b.Game)}.next(b.State)
		return e.out.object(object)
	}
	return e.printBoard(object, b.next)
}

// boardJSON is a game, a duel or a melee, for a program.
type boardJSON struct {
	GameID uint64 `json:"game_id,string"`
	Height int64  `json:"height,string"`
	State  string `json:"state"`
	Next   any    `json:"next"`
	// OffChain reports whether a duel is played off-chain.
	OffChain bool `json:"off_chain,omitempty"`
	// Seat is the user's, if it plays: a name in a duel, a number in a melee. Fleet is the user's, if it was recovered,
	// and Target the tile that it aims at in this round of a melee.
	Seat   any    `json:"seat,omitempty"`
	Fleet  string `json:"fleet,omitempty"`
	Target string `json:"target,omitempty"`
}

// printBoard writes a board for a program, with the chain's next action.
func (e *env) printBoard(board boardJSON, next *types.QueryNextActionResponse) (err error) {
	if board.Next, err = e.out.raw(next); err != nil {
		return err
	}
	return e.out.object(board)
}

// lines draws the board with its captions.
func (b board) lines() []string {
	at := fmt.Sprintf("block %d", b.Height)
	if b.OffChain {
		at = "off-chain"
	}
	lines := []string{fmt.Sprintf("Game %d, %s, %s, %s.", b.id, b.State.Ruleset.Name, at, text.Terms(b.Game.Terms))}
	if b.plays {
		opponent := "no opponent yet"
		if len(b.Game.Participants) > int(b.seat.Other()) {
			opponent = b.name(b.seat.Other())
		}
		lines = append(lines, fmt.Sprintf(text.YouAre, b.me.Name, b.seat, opponent))
	}
	lines = append(lines, b.drawing()...)
	for _, p := range b.panels() {
		lines = append(lines, b.name(p.seat)+": "+fleetLine(b.State, p)+".")
	}
	if !b.State.Claims() {
		lines = append(lines, text.NothingToClaim)
	}
	next := b.next
	if b.OffChain && b.plays {
		next = b.Next()
	}
	return append(lines, text.Sentence(b.voice.Next(next))+b.hint())
}

// panels are both boards, the player's own first.
func (b board) panels() []panel {
	panels := make([]panel, len(b.State.Sides))
	for i := range panels {
		seat := game.Seat(i)
		panels[i] = panel{seat: seat, title: b.call(b.name(seat))}
	}
	if b.plays {
		panels[b.seat].fleet, panels[b.seat].title = b.fleet, b.me.Name+", your ships"
		panels[0], panels[1] = panels[b.seat], panels[b.seat.Other()]
	}
	return panels
}

// drawing draws both boards and explains the marks.
func (b board) drawing() []string {
	lines := append([]string{""}, drawPanels(b.State, b.panels()...)...)
	return append(lines, "", legend(b.fleet != nil))
}

// name is the name of the player of a seat.
func (b board) name(seat game.Seat) string {
	if int(seat) < len(b.Game.Participants) {
		return b.Game.Participants[seat].Address
	}
	return "the " + seat.String()
}

// hint names the player's next command, if it is its turn.
func (b board) hint() string {
	s, p := b.State, text.Prompt{Game: b.id}
	switch {
	case b.plays && b.channelHint != "":
		return p.Continue(b.channelHint)
	case !b.plays || s.Actor != b.seat && !s.MayClaim(b.seat):
		return ""
	case s.Owes == game.OwesAnswer && s.Ruleset.HitShootsAgain && tilesOf(s.Ruleset, b.fleet).Has(s.Pending):
		return p.Continue(text.AnswerAlone)
	}
	return p.Continue(text.Commands[s.Owes])
}
