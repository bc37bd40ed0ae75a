package duel

import (
	"context"
	"fmt"

	"cosmossdk.io/math"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/play"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Concede gives the game up: the opponent may claim it, or has won where there is nothing to claim.
func (s *Session) Concede(ctx context.Context) (session.Done, error) {
	v, seat, err := s.mayAct(ctx, text.ActConcede, func(seat game.Seat) game.Action { return game.Concede{By: seat} })
	if err != nil {
		return session.Done{}, err
	}
	return s.line().concede(ctx, v, seat)
}

// Challenge ends play and demands the opponent's proof. An opponent that shows an honest board wins, and the player
// loses stake and fee.
func (s *Session) Challenge(ctx context.Context) (session.Done, error) {
	v, seat, err := s.mayAct(ctx, text.ActChallenge, func(seat game.Seat) game.Action { return game.Challenge{By: seat} })
	if err != nil {
		return session.Done{}, err
	}
	msg := &types.MsgChallenge{Sender: s.Sender(), GameId: s.ID, BeforeFirstShot: !v.State.Begun()}
	return s.sendAct(ctx, text.ActChallenge, v, seat, msg)
}

// Cancel withdraws a game without a joiner. It stays open for some blocks, for a pending join, until the height of
// Done.Until.
func (s *Session) Cancel(ctx context.Context) (session.Done, error) {
	return s.act(ctx, text.ActCancel,
		func(seat game.Seat) game.Action { return game.Cancel{By: seat} },
		&types.MsgCancelGame{Sender: s.Sender(), GameId: s.ID})
}

// Intent returns an act of the player of a seat, with the stake at risk.
func (s *Session) Intent(ctx context.Context, act text.Act, v View, seat game.Seat) text.Intent {
	i := text.Intent{
		Act: act, GameID: s.ID, Ruleset: v.State.Ruleset, Terms: v.Game.Terms, ClaimBlocks: v.Game.ClaimBlocks,
		Claims: v.State.Claims(),
	}
	if other := int(seat.Other()); other < len(v.Game.Participants) {
		i.Players = []string{v.Game.Participants[other].Address}
	}
	if params, err := s.ChainParams(ctx); err == nil {
		i.Params = params
	}
	return i
}

// act sends a message once the rules have accepted what it means.
func (s *Session) act(
	ctx context.Context, act text.Act, action func(game.Seat) game.Action, msg sdk.Msg,
) (session.Done, error) {
	v, seat, err := s.mayAct(ctx, act, action)
	if err != nil {
		return session.Done{}, err
	}
	return s.sendAct(ctx, act, v, seat, msg)
}

// mayAct looks at the game and makes sure that the rules accept an act of the player's there.
func (s *Session) mayAct(
	ctx context.Context, act text.Act, action func(game.Seat) game.Action,
) (View, game.Seat, error) {
	v, seat, err := s.read(ctx)
	if err != nil {
		return v, seat, err
	}
	if act == text.ActConcede && v.OffChain && s.channel.begun() && s.channel.table.Newest().Pending(seat) {
		// The update may not have left.
		if v, err = s.awaitUpdate(ctx, v, seat, syncFor); err != nil {
			return v, seat, err
		}
	}
	if err := v.fits(act, s.Address()); err != nil {
		return v, seat, err
	}
	if err := v.mayEnd(act, seat); err != nil {
		return v, seat, session.InGame(s.ID, err)
	}
	if _, _, err := game.Step(v.State, action(seat), v.next()); err != nil {
		return v, seat, session.InGame(s.ID, err)
	}
	return v, seat, nil
}

// mayEnd refuses an act that would end a game too early: off-chain there is no challenge, and on-chain the opponent
// responds first.
func (v View) mayEnd(act text.Act, seat game.Seat) error {
	switch {
	case !v.Game.IsChannel() || v.State.Phase == game.PhaseOpen || act != text.ActChallenge && act != text.ActConcede:
		return nil
	case v.OffChain && act == text.ActConcede:
		return nil
	case v.OffChain:
		return text.ErrOffChain
	default:
		return v.ChainState.CheckGiveUp(seat)
	}
}

// sendAct sends the message of an act.
func (s *Session) sendAct(
	ctx context.Context, act text.Act, v View, seat game.Seat, msg sdk.Msg,
) (session.Done, error) {
	receipt, err := s.Player.Send(ctx, s.Intent(ctx, act, v, seat), session.Delivery{}, msg)
	if err != nil {
		return session.Done{}, fmt.Errorf("%s in game %d: %w", act, s.ID, err)
	}
	done := session.Done{Receipt: receipt, GameID: s.ID, Act: act, Ruleset: v.State.Ruleset, Seat: seat}
	if act == text.ActCancel {
		done.Result = text.Returned{Back: v.Game.Hold(), Until: withdrawnUntil(receipt)}
	}
	return done, nil
}

// withdrawnUntil is the last height at which a withdrawn game can be joined. It is 0 if it has ended.
func withdrawnUntil(r client.Receipt) int64 {
	withdrawn, _ := session.EventOf[*types.EventGameWithdrawn](r)
	return withdrawn.GetDeadline()
}

// Claim proves the player's board, ends the game and is paid.
func (s *Session) Claim(ctx context.Context) (session.Done, error) {
	v, seat, err := s.read(ctx)
	if err != nil {
		return session.Done{}, err
	}
	switch st := v.State; {
	case !st.Claims():
		return session.Done{}, v.notNow(game.ErrPhase,
			fmt.Sprintf(text.NoClaims, st.Ruleset.Name))
	case st.Phase != game.PhaseClaim:
		return session.Done{}, v.notNow(game.ErrPhase, text.NoClaimYet)
	case !st.MayClaim(seat):
		return session.Done{}, v.notNow(game.ErrTurn, "")
	}
	return s.claim(ctx, v, seat)
}

func (s *Session) claim(ctx context.Context, v View, seat game.Seat) (session.Done, error) {
	own, err := s.recover(v, seat)
	if err != nil {
		return session.Done{}, err
	}
	// The secret must not be shown for a claim that fails.
	player, err := player(own, seat)
	if err != nil {
		return session.Done{}, err
	}
	claim := play.Claim{Fleet: own.Fleet, Secret: own.Secret}
	if _, _, err := v.Game.Play(v.State).Claim(player, claim, v.next(), nil); err != nil {
		return session.Done{}, fmt.Errorf("claim game %d: %w", s.ID, err)
	}
	msg := &types.MsgClaimWin{
		Sender:      s.Sender(),
		GameId:      s.ID,
		Fleet:       v.State.Ruleset.FleetString(own.Fleet),
		BoardSecret: own.Secret,
	}
	i := s.Intent(ctx, text.ActClaim, v, seat)
	asked, err := s.Player.Asked(i)
	if err != nil {
		return session.Done{}, err
	}
	if v.frozen {
		if msg.Proof, err = s.closingProof(seat); err != nil {
			return session.Done{}, err
		}
	}
	receipt, err := asked.Send(ctx, i, s.deliveryOf(ctx, v, msg), msg)
	if err != nil {
		return session.Done{}, fmt.Errorf("claim game %d: %w", s.ID, err)
	}
	var paid types.MsgClaimWinResponse
	if err := receipt.Response(&paid); err != nil {
		return session.Done{}, err
	}
	claimed := text.Claimed{
		Reward: types.RewardCoin(math.ZeroInt()), LoserReward: types.RewardCoin(math.ZeroInt()), Withheld: paid.Withheld,
		Until: paid.Deadline,
	}
	if ended := paid.Shares; len(ended) == types.PlayersPerGame {
		claimed.Back = ended[seat].FromEscrow()
		claimed.Reward = types.RewardCoin(math.NewIntFromUint64(ended[seat].Reward))
		claimed.LoserReward = types.RewardCoin(math.NewIntFromUint64(ended[seat.Other()].Reward))
	}
	if over, ended := session.EventOf[*types.EventGameOver](receipt); ended {
		account := AccountOf(over, seat)
		claimed.Account = &account
	}
	return s.Done(receipt, text.ActClaim, v.State.Ruleset, seat, claimed), nil
}
