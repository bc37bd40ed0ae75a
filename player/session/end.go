package session

import (
	"context"
	"fmt"
	"strings"

	"cosmossdk.io/math"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/play"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/watch"
	"github.com/battleship-chain/battleship/x/battleship/eventindex"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Concede gives the game up: the opponent may claim it, or has won where there is nothing to claim.
func (s *Session) Concede(ctx context.Context) (Done, error) {
	v, seat, err := s.mayAct(ctx, ActConcede, func(seat game.Seat) game.Action { return game.Concede{By: seat} })
	if err != nil {
		return Done{}, err
	}
	return s.line().concede(ctx, v, seat)
}

// Challenge ends play and demands the opponent's proof. An opponent that shows an honest board wins, and the player
// loses stake and fee.
func (s *Session) Challenge(ctx context.Context) (Done, error) {
	return s.act(ctx, ActChallenge,
		func(seat game.Seat) game.Action { return game.Challenge{By: seat} },
		&types.MsgChallenge{Sender: s.sender(), GameId: s.gameID})
}

// Cancel takes back a game that nobody has joined. It stays open for some blocks, for a join that is on its way;
// Done.Until says until when.
func (s *Session) Cancel(ctx context.Context) (Done, error) {
	return s.act(ctx, ActCancel,
		func(seat game.Seat) game.Action { return game.Cancel{By: seat} },
		&types.MsgCancelGame{Sender: s.sender(), GameId: s.gameID})
}

// Consequence returns in words what the player of a seat does by an act: what it puts at stake and what happens next.
func (s *Session) Consequence(ctx context.Context, act Act, v View, seat game.Seat) string {
	what := strings.TrimSuffix(string(act), "-game") + fmt.Sprintf(" game %d", s.gameID)
	if act == ActClaim {
		return what + " and show everybody your fleet"
	}
	return what + s.consequence(ctx, act, v, seat)
}

// consequence returns in words what an act puts at stake, and what happens next.
func (s *Session) consequence(ctx context.Context, act Act, v View, seat game.Seat) string {
	opponent, terms := v.player(seat.Other()), v.Game.Terms
	lose, back := "you lose the game", ""
	if !terms.Entry().IsZero() {
		lose += " and what you have paid into it, " + Terms(terms)
		back = " and brings back what you have paid"
	}
	if terms.Fee != nil {
		lose += " (or a part of the fee, if the win brings no reward)"
	}
	window := fmt.Sprintf("%d blocks", v.Game.ClaimBlocks)
	if params, err := s.chainParams(ctx); err == nil {
		window = Clock(params, v.Game.ClaimBlocks)
	}
	switch {
	case act == ActConcede && !v.State.Claims():
		return fmt.Sprintf(": %s, and %s wins at once; this cannot be taken back", lose, opponent)
	case act == ActConcede:
		return fmt.Sprintf(": %s; if %s does not prove its board in %s, you can prove yours, which wins the game%s; "+
			"this cannot be taken back", lose, opponent, window, back)
	case act == ActChallenge:
		return fmt.Sprintf(" and end it here: %s has %s to prove its board, which every honest player can; if it does, %s; "+
			"if it does not, you can claim the win by proving yours; this cannot be taken back", opponent, window, lose)
	default:
		return ""
	}
}

// act sends a message once the rules have accepted what it means.
func (s *Session) act(ctx context.Context, act Act, action func(game.Seat) game.Action, msg sdk.Msg) (Done, error) {
	v, seat, err := s.mayAct(ctx, act, action)
	if err != nil {
		return Done{}, err
	}
	return s.sendAct(ctx, act, v, seat, msg)
}

// mayAct looks at the game and makes sure that the rules accept an act of the player's there.
func (s *Session) mayAct(
	ctx context.Context, act Act, action func(game.Seat) game.Action,
) (View, game.Seat, error) {
	v, seat, err := s.read(ctx)
	if err != nil {
		return v, seat, err
	}
	if act == ActConcede && v.AtSea && s.sea.begun() && s.gaveUp(seat) { // the letter that says so may not have left
		if v, err = s.awaitLetter(ctx, v, seat, syncFor); err != nil {
			return v, seat, err
		}
	}
	if err := v.fits(act, s.address()); err != nil {
		return v, seat, InGame(s.gameID, err)
	}
	if err := v.mayEnd(act, seat); err != nil {
		return v, seat, InGame(s.gameID, err)
	}
	if _, _, err := game.Step(v.State, action(seat), v.next()); err != nil {
		return v, seat, InGame(s.gameID, err)
	}
	return v, seat, nil
}

// mayEnd refuses what ends a game for which it is too early: at sea nobody accuses, and ashore the opponent has its say
// first.
func (v View) mayEnd(act Act, seat game.Seat) error {
	switch {
	case !v.Game.IsChannel() || v.State.Phase == game.PhaseOpen || act != ActChallenge && act != ActConcede:
		return nil
	case v.AtSea && act == ActConcede:
		return nil
	case v.AtSea:
		return ErrAtSea
	default:
		return v.Stand.CheckGiveUp(seat)
	}
}

// sendAct sends the message of an act.
func (s *Session) sendAct(ctx context.Context, act Act, v View, seat game.Seat, msg sdk.Msg) (Done, error) {
	what := s.Consequence(ctx, act, v, seat)
	receipt, err := s.player.send(ctx, what, delivery{}, msg)
	if err != nil {
		return Done{}, fmt.Errorf("%s game %d: %w", strings.TrimSuffix(string(act), "-game"), s.gameID, err)
	}
	done := Done{Receipt: receipt, GameID: s.gameID, Act: act, Ruleset: v.State.Ruleset, Seat: seat}
	if act == ActCancel {
		done.Result = Returned{Back: v.Game.Hold(), Until: withdrawnUntil(receipt)}
	}
	return done, nil
}

// withdrawnUntil is the last height at which a game can be joined that its creator has taken back; 0 if it has ended.
func withdrawnUntil(r client.Receipt) int64 {
	events, err := eventindex.Typed(r.Events)
	if err != nil {
		return 0
	}
	for _, event := range events {
		if withdrawn, ok := event.(*types.EventGameWithdrawn); ok {
			return withdrawn.Deadline
		}
	}
	return 0
}

// Claim proves the player's board, ends the game and is paid.
func (s *Session) Claim(ctx context.Context) (Done, error) {
	v, seat, err := s.read(ctx)
	if err != nil {
		return Done{}, err
	}
	switch st := v.State; {
	case !st.Claims():
		_, _, err := game.Step(st, game.Claim{By: seat}, v.next())
		return Done{}, InGame(s.gameID, err)
	case st.Phase != game.PhaseClaim:
		return Done{}, fmt.Errorf("game %d: %w: there is nothing to claim yet: %s", s.gameID, game.ErrPhase, v.owed())
	case !st.MayClaim(seat):
		return Done{}, fmt.Errorf("game %d: %w by you: %s", s.gameID, game.ErrTurn, v.owed())
	}
	return s.claim(ctx, v, seat)
}

func (s *Session) claim(ctx context.Context, v View, seat game.Seat) (Done, error) {
	own, err := s.recover(v, seat)
	if err != nil {
		return Done{}, err
	}
	// The secret must not be shown for a claim that fails.
	player, err := own.player(seat)
	if err != nil {
		return Done{}, err
	}
	claim := play.Claim{Fleet: own.fleet, Secret: own.secret}
	if _, _, err := v.Game.Play(v.State).Claim(player, claim, v.next(), nil); err != nil {
		return Done{}, fmt.Errorf("claim game %d: %w", s.gameID, err)
	}
	what := s.Consequence(ctx, ActClaim, v, seat)
	msg := &types.MsgClaimWin{
		Sender:      s.sender(),
		GameId:      s.gameID,
		Fleet:       v.State.Ruleset.FleetString(own.fleet),
		BoardSecret: own.secret,
	}
	if v.frozen {
		if msg.Proof, err = s.closing(seat); err != nil {
			return Done{}, err
		}
	}
	receipt, err := s.player.send(ctx, what, s.deliveryOf(ctx, v, msg), msg)
	if err != nil {
		return Done{}, fmt.Errorf("claim game %d: %w", s.gameID, err)
	}
	var paid types.MsgClaimWinResponse
	if err := receipt.Response(&paid); err != nil {
		return Done{}, err
	}
	claimed := Claimed{
		Reward: types.RewardCoin(math.ZeroInt()), LoserReward: types.RewardCoin(math.ZeroInt()), Withheld: paid.Withheld,
		Until: paid.Deadline,
	}
	if ended := paid.Shares; len(ended) == types.PlayersPerGame {
		claimed.Back = ended[seat].FromEscrow()
		claimed.Reward = types.RewardCoin(math.NewIntFromUint64(ended[seat].Reward))
		claimed.LoserReward = types.RewardCoin(math.NewIntFromUint64(ended[seat.Other()].Reward))
	}
	events, err := eventindex.Typed(receipt.Events)
	if err != nil {
		return Done{}, fmt.Errorf("claim game %d: %w", s.gameID, err)
	}
	if over := watch.OverIn(events, s.gameID); over != nil {
		account := AccountOf(over, seat)
		claimed.Account = &account
	}
	return Done{
		Receipt: receipt, GameID: s.gameID, Act: ActClaim, Ruleset: v.State.Ruleset, Seat: seat, Result: claimed,
	}, nil
}
