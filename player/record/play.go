package record

import (
	"bytes"
	"fmt"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/game/play"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// seat is one player of the game.
type seat struct {
	address  sdk.AccAddress
	delegate sdk.AccAddress
	board    types.BoardCommitment
	channel  *types.Channel
}

// gameOf returns the game that a message names, and false if it names none.
func gameOf(msg sdk.Msg) (uint64, bool) {
	if m, ok := msg.(interface{ GetGameId() uint64 }); ok {
		return m.GetGameId(), true
	}
	return 0, false
}

// message applies a message.
func (v *verifier) message(msg sdk.Msg) error {
	if v.state.Ruleset == nil {
		return v.open(msg)
	}
	switch m := msg.(type) {
	case *types.MsgJoinGame:
		return v.join(m.Sender, m.Entry, m.Toss, m.Entry.Delegate)
	case *types.MsgMatchGame:
		return v.match(m)
	case *types.MsgSetDelegate:
		return v.setDelegate(m)
	case *types.MsgDeclineGame:
		if v.opponent == "" || m.Sender != v.opponent {
			return fmt.Errorf("expected the invited player to decline, got %s", m.Sender)
		}
		return v.step(game.Decline{})
	case *types.MsgShootAndReveal:
		return v.move(m)
	case *types.MsgConcede:
		return v.giveUp(m.Sender, true, func(by game.Seat) game.Action { return game.Concede{By: by} })
	case *types.MsgChallenge:
		return v.giveUp(m.Sender, false, func(by game.Seat) game.Action { return game.Challenge{By: by} })
	case *types.MsgCancelGame:
		by, err := v.by(m.Sender, false)
		if err != nil {
			return err
		}
		return v.step(game.Cancel{By: by})
	case *types.MsgSubmitState:
		return v.submit(m)
	case *types.MsgClaimWin:
		if err := v.submitForClaim(m); err != nil {
			return err
		}
		return v.claim(m)
	default:
		return fmt.Errorf("expected a message about the game, got %T", msg)
	}
}

// open opens the game.
func (v *verifier) open(msg sdk.Msg) error {
	var (
		sender  string
		entry   types.Entry
		ruleset uint32
		turn    int64
		rematch bool
	)
	switch m := msg.(type) {
	case *types.MsgCreateGame:
		sender, entry, ruleset, turn, rematch = m.Sender, m.Entry, m.RulesetId, m.TurnBlocks, m.RematchOf != 0
		v.opponent = m.Opponent
	case *types.MsgMatchGame:
		sender, entry, ruleset, turn = m.Sender, m.Entry, m.RulesetId, m.TurnBlocks
	default:
		return fmt.Errorf("expected the opening of the game first, got %T", msg)
	}
	r, err := types.RulesetByID(ruleset)
	if err != nil {
		return err
	}
	t := v.record.Terms
	if turn != 0 && turn != t.TurnBlocks {
		return fmt.Errorf("terms: expected %d blocks a turn, as its creator asks, got %d", turn, t.TurnBlocks)
	}
	if _, err := t.First.Parse(); rematch != (err == nil) || !rematch && t.First != types.SEAT_UNSPECIFIED {
		return fmt.Errorf("terms: expected a first player in a rematch alone, 1 or 2, got %d", t.First)
	}
	clock := game.Clock{OpenBlocks: t.OpenBlocks, TurnBlocks: t.TurnBlocks, ClaimBlocks: t.ClaimBlocks}
	state, err := game.NewState(r, clock, v.header.Height)
	if err != nil {
		return fmt.Errorf("terms: %w", err)
	}
	if state.ProvenClaims = t.ProvenClaims; t.ProvenClaims && !r.Proven {
		return fmt.Errorf("terms: expected proven_claims where boards are proven alone, got it in %s", r.Name)
	}
	if offChain := entry.Channel != nil; offChain != (t.ChannelTimeoutBlocks > 0) {
		return fmt.Errorf("terms: expected a channel timeout of a game with channel keys alone, got %d blocks",
			t.ChannelTimeoutBlocks)
	}
	if err := v.sit(r, sender, entry, entry.Delegate); err != nil {
		return err
	}
	v.state, v.out.Ruleset, v.out.Fleets = state, r, make([]game.Fleet, types.PlayersPerGame)
	v.out.Moves = append(v.out.Moves, Move{Height: v.header.Height, Time: v.header.Time, State: state})
	return nil
}

// sit gives a player the next seat.
func (v *verifier) sit(r *game.Ruleset, sender string, entry types.Entry, delegate string) error {
	address, err := sdk.AccAddressFromBech32(sender)
	if err != nil {
		return fmt.Errorf("sender: %w", err)
	}
	if err := entry.Board.Validate(r); err != nil {
		return fmt.Errorf("board of %s: %w", sender, err)
	}
	board, err := entry.Board.Bind(v.record.ChainID, address, r)
	if err != nil {
		return err
	}
	if err := board.VerifyEntry(entry.Proof); err != nil {
		return fmt.Errorf("board of %s: %w", sender, err)
	}
	if err := entry.Channel.Validate(); err != nil {
		return fmt.Errorf("channel of %s: %w", sender, err)
	}
	s := seat{address: address, board: entry.Board, channel: entry.Channel}
	if delegate != "" {
		if s.delegate, err = sdk.AccAddressFromBech32(delegate); err != nil {
			return fmt.Errorf("delegate: %w", err)
		}
	}
	v.seats = append(v.seats, s)
	v.out.Players = append(v.out.Players, address.String())
	return nil
}

// join seats the joiner.
func (v *verifier) join(sender string, entry types.Entry, toss []byte, delegate string) error {
	if v.opponent != "" && sender != v.opponent {
		return fmt.Errorf("expected the invited player %s to join, got %s", v.opponent, sender)
	}
	if err := commitment.ValidateTossBytes(toss); err != nil {
		return err
	}
	if err := v.step(game.Join{}); err != nil {
		return err
	}
	if err := v.sit(v.state.Ruleset, sender, entry, delegate); err != nil {
		return err
	}
	creator, joiner := v.seats[game.Creator], v.seats[game.Joiner]
	if creator.address.Equals(joiner.address) || creator.board.Shares(joiner.board) {
		return fmt.Errorf("expected a joiner with a board of its own, got %s with the creator's", sender)
	}
	v.joined = v.header.Height
	v.toss = commitment.MixToss(toss, commitment.Join{
		BlockHash: v.header.Hash(), GameID: v.record.GameID, Player: joiner.address,
	})
	return v.setOut()
}

// match seats a joiner that was matched: its delegate is left out if it is on the other side.
func (v *verifier) match(m *types.MsgMatchGame) error {
	if m.RulesetId != v.state.Ruleset.ID || m.TurnBlocks != 0 && m.TurnBlocks != v.record.Terms.TurnBlocks {
		return fmt.Errorf("the match is of another ruleset or clock than the game")
	}
	delegate := m.Entry.Delegate
	if creator := v.seats[game.Creator]; delegate != "" {
		address, err := sdk.AccAddressFromBech32(delegate)
		if err != nil {
			return fmt.Errorf("delegate: %w", err)
		}
		if address.Equals(creator.address) || address.Equals(creator.delegate) {
			delegate = ""
		}
	}
	return v.join(m.Sender, m.Entry, m.Toss, delegate)
}

func (v *verifier) setDelegate(m *types.MsgSetDelegate) error {
	by, err := v.by(m.Sender, false)
	if err != nil {
		return err
	}
	v.seats[by].delegate = nil
	if m.Delegate == "" {
		return nil
	}
	if v.seats[by].delegate, err = sdk.AccAddressFromBech32(m.Delegate); err != nil {
		return fmt.Errorf("delegate: %w", err)
	}
	return nil
}

// by returns the seat that a sender acts for.
func (v *verifier) by(sender string, orDelegate bool) (game.Seat, error) {
	address, err := sdk.AccAddressFromBech32(sender)
	if err != nil {
		return 0, fmt.Errorf("sender: %w", err)
	}
	for i, s := range v.seats {
		if s.address.Equals(address) || orDelegate && len(s.delegate) > 0 && bytes.Equal(s.delegate, address) {
			return game.Seat(i), nil
		}
	}
	return 0, fmt.Errorf("expected a player of the game, got %s", sender)
}

// player returns who acts in a seat.
func (v *verifier) player(by game.Seat) (play.Player, error) {
	s := v.seats[by]
	board, err := s.board.Bind(v.record.ChainID, s.address, v.state.Ruleset)
	return play.Player{Seat: by, Board: board}, err
}

// game returns the game as it takes to judge a message.
func (v *verifier) game() play.Game {
	return types.Game{JoinedHeight: v.joined, Toss: v.toss, First: v.record.Terms.First}.Play(v.state)
}

// move opens the toss or answers a shot, shoots, or both.
func (v *verifier) move(m *types.MsgShootAndReveal) error {
	move := m.Move()
	if err := move.Validate(); err != nil {
		return err
	}
	by, err := v.by(m.Sender, true)
	if err != nil {
		return err
	}
	if err := v.chainState.CheckMove(); err != nil {
		return err
	}
	player, err := v.player(by)
	if err != nil {
		return err
	}
	// In two parts, for the game after each of them.
	for _, part := range []play.Move{{Opening: move.Opening, Sunk: move.Sunk}, {Target: move.Target}} {
		if err := v.take(v.game().Move(player, part, v.header.Height, nil)); err != nil {
			return err
		}
	}
	v.chainState = v.chainState.Moved(by, v.state)
	return nil
}

// claim proves a board.
func (v *verifier) claim(m *types.MsgClaimWin) error {
	by, err := v.proven(m)
	if err != nil {
		return err
	}
	fleet, err := v.state.Ruleset.ParseFleet(m.Fleet)
	if err != nil {
		return err
	}
	player, err := v.player(by)
	if err != nil {
		return err
	}
	claim := play.Claim{Fleet: fleet, Secret: m.BoardSecret}
	if err := v.take(v.game().Claim(player, claim, v.header.Height, nil)); err != nil {
		return fmt.Errorf("board of the %s: %w", by, err)
	}
	v.out.Fleets[by] = fleet
	return nil
}

// proven returns the seat whose board a claim proves.
func (v *verifier) proven(m *types.MsgClaimWin) (game.Seat, error) {
	if m.Player != "" {
		return v.by(m.Player, false)
	}
	return v.by(m.Sender, true)
}
