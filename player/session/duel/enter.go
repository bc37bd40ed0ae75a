package duel

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Create opens a new game and returns its session.
func Create(ctx context.Context, p session.Player, w Wish) (*Session, session.Done, error) {
	s, w := Open(p, 0), w.withRelay(p)
	q, err := QuoteOf(ctx, p, w)
	if err == nil {
		err = p.Afford(ctx, q.Opening())
	}
	if err == nil && w.Opponent == s.Address().String() {
		err = fmt.Errorf("%w: expected another player, got %s", ErrOwnGame, w.Opponent)
	}
	if err != nil {
		return nil, session.Done{}, fmt.Errorf("create a game: %w", err)
	}
	if w.OwnBot && !q.Terms.Entry().IsZero() {
		return nil, session.Done{}, fmt.Errorf("%w: expected a casual game without a stake, got %s", ErrBotTerms,
			text.Terms(q.Terms))
	}
	i := w.intent(text.ActCreate, q)
	i.Deposit, i.OwnBot, i.RematchOf = q.Deposit, w.OwnBot, w.RematchOf
	if w.RematchOf > 0 {
		i.Act = text.ActRematch
	}
	if w.Opponent != "" {
		i.Players = []string{w.Opponent}
	}
	e, err := s.enter(ctx, w, q, i)
	if err != nil {
		return nil, session.Done{}, err
	}
	receipt, err := e.Send(ctx, &types.MsgCreateGame{
		Sender:      s.Sender(),
		RulesetId:   w.Ruleset.ID,
		Entry:       e.Entry,
		TurnBlocks:  q.TurnBlocks,
		Stake:       w.Stake,
		Casual:      w.Casual,
		RatingRange: w.RatingRange,
		Opponent:    e.Opponent,
		RematchOf:   w.RematchOf,
		MaxFee:      q.MaxFee(),

		MaxHouseShareBps: q.Terms.HouseShareBps,
	})
	if err != nil {
		return nil, session.Done{}, fmt.Errorf("create a game: %w", err)
	}
	var created types.MsgCreateGameResponse
	if err := receipt.Response(&created); err != nil {
		return nil, session.Done{}, err
	}
	s.ID, s.Own = created.GameId, e.Own
	done := s.Done(receipt, i.Act, w.Ruleset, game.Creator,
		text.Entered{Paid: q.Opening(), Delegate: e.Delegate, Notice: e.Notice})
	done.Proof = e.BoardProof
	return s, done, nil
}

// Rematch offers the opponent of an ended game another one, in which the other player shoots first. The wish's ruleset
// is that of the ended game, its opponent the other player of it; choose is asked for the fleet.
func Rematch(
	ctx context.Context, p session.Player, gameID uint64, w Wish, choose func(*game.Ruleset) (game.Fleet, error),
) (*Session, session.Done, error) {
	s := Open(p, gameID)
	res, err := s.Query().Result(ctx, &types.QueryResultRequest{GameId: gameID})
	if err != nil {
		return nil, session.Done{}, fmt.Errorf("rematch of game %d: %w", gameID, err)
	}
	if res.Rematch > 0 {
		return nil, session.Done{}, fmt.Errorf("%w: game %d: its rematch is game %d", ErrRematch, gameID, res.Rematch)
	}
	if w.Ruleset, err = types.RulesetByID(res.Result.RulesetId); err != nil {
		return nil, session.Done{}, fmt.Errorf("rematch of game %d: %w", gameID, session.Untraced(err))
	}
	if w.Opponent, err = opponentIn(res.Result, s.Address().String()); err != nil {
		return nil, session.Done{}, err
	}
	if w.Fleet, err = choose(w.Ruleset); err != nil {
		return nil, session.Done{}, err
	}
	w.RematchOf = gameID
	return Create(ctx, p, w)
}

// opponentIn is the other player of an ended game.
func opponentIn(r types.Result, player string) (string, error) {
	if len(r.Players) == types.PlayersPerGame {
		switch player {
		case r.Players[game.Creator]:
			return r.Players[game.Joiner], nil
		case r.Players[game.Joiner]:
			return r.Players[game.Creator], nil
		}
	}
	return "", fmt.Errorf("game %d: %w: expected %s, got %s", r.GameId, text.ErrNotInGame,
		strings.Join(r.Players, " or "), player)
}

// Match joins the open game that fits a wish best or, if none does, opens one that the next who fits will join. The
// chain decides it in one transaction. Which of the two it was is in Entered.Joined. The error is an *UnfinishedError
// if the player has such a game already. A wish that is OrOnChain decides here where the game is played.
func Match(ctx context.Context, p session.Player, w Wish) (*Session, session.Done, error) {
	w = w.withRelay(p)
	if w.Channel {
		p.Relay = w.Relay // the chain can match the player with a creator of another relay, which it has not agreed to dial
	}
	q, err := QuoteOf(ctx, p, w)
	if err == nil && !w.Another {
		err = unfinished(ctx, p, w, q)
	}
	if err == nil {
		err = p.Afford(ctx, q.Terms.Entry()) // a deposit is due only if no game is open
	}
	if err != nil {
		return nil, session.Done{}, fmt.Errorf("match: %w", err)
	}
	if w.OrOnChain {
		return matchEither(ctx, p, w, q)
	}
	return matchOrOpen(ctx, p, w, q)
}

// matchOrOpen is Match for a wish whose terms are known, and that says where the game is played.
func matchOrOpen(ctx context.Context, p session.Player, w Wish, q session.Quote) (*Session, session.Done, error) {
	s := Open(p, 0)
	i := w.intent(text.ActMatch, q)
	i.Deposit = q.Deposit
	e, err := s.enter(ctx, w, q, i)
	if err != nil {
		return nil, session.Done{}, err
	}
	toss, err := toss(p)
	if err != nil {
		return nil, session.Done{}, err
	}
	receipt, err := e.Send(ctx, &types.MsgMatchGame{
		Sender:      s.Sender(),
		RulesetId:   w.Ruleset.ID,
		Entry:       e.Entry,
		Toss:        toss,
		TurnBlocks:  q.TurnBlocks,
		Stake:       w.Stake,
		Casual:      w.Casual,
		RatingRange: w.RatingRange,
		MaxFee:      q.MaxFee(),

		MaxHouseShareBps: q.Terms.HouseShareBps,
	})
	if err != nil {
		return nil, session.Done{}, fmt.Errorf("match: %w", err)
	}
	var matched types.MsgMatchGameResponse
	if err := receipt.Response(&matched); err != nil {
		return nil, session.Done{}, err
	}
	s.ID, s.Own = matched.GameId, e.Own
	seat := game.Creator
	entered := text.Entered{
		Paid: q.Opening(), Joined: matched.Joined, Delegate: matched.Delegate, Notice: e.Notice,
	}
	if matched.Delegate == "" {
		entered.Dropped = e.Delegate
	}
	if matched.Joined {
		seat, entered.Rating = game.Joiner, matched.Rating
		s.meet(ctx, q, &entered)
	}
	return s, session.Done{
		Receipt: receipt, GameID: s.ID, Act: text.ActMatch, Ruleset: w.Ruleset, Seat: seat, Result: entered,
		Proof: e.BoardProof,
	}, nil
}

// meet records the opponent of a match, and its cost: the game may have been opened at a lower fee. The match is made,
// so a failure of the node here is ignored.
func (s *Session) meet(ctx context.Context, q session.Quote, entered *text.Entered) {
	entered.Paid = q.Terms.Entry()
	v, err := s.Look(ctx)
	if err != nil {
		return
	}
	entered.Opponent, entered.Paid = v.player(game.Creator), v.Game.Terms.Entry()
}

// CheckJoin returns an error unless the player may join the game as the chain showed it. Whether it can pay for it is
// not asked.
func (s *Session) CheckJoin(ctx context.Context, v View) error {
	if _, err := v.SeatOf(s.Address()); err == nil && v.State.Phase == game.PhaseOpen {
		return fmt.Errorf("%w: game %d waits for somebody else", ErrOwnGame, s.ID)
	}
	if err := v.fits(text.ActJoin, s.Address()); err != nil {
		return fmt.Errorf("join game %d: %w", s.ID, err)
	}
	if _, _, err := game.Step(v.State, game.Join{}, v.next()); err != nil {
		return fmt.Errorf("join game %d: %w", s.ID, err)
	}
	if only := v.invited(); only != "" && only != s.Address().String() {
		return fmt.Errorf("join game %d: %w: expected %s, got %s", s.ID, text.ErrNotInvited, only, s.Address())
	}
	params, err := s.ChainParams(ctx)
	if err != nil {
		return err
	}
	if err := params.CheckJoin(v.State.Ruleset, v.Game.Terms); err != nil {
		return fmt.Errorf("join game %d: %w", s.ID, session.Untraced(err))
	}
	if v.Game.Offer == nil || v.Game.Offer.RatingRange == 0 {
		return nil
	}
	res, err := s.Query().Player(ctx, &types.QueryPlayerRequest{Address: s.Address().String()})
	if err != nil {
		return fmt.Errorf("join game %d: look up your rating: %w", s.ID, err)
	}
	theirs, most := v.Game.Offer.Rating, v.Game.Offer.RatingRange
	if mine := res.Player.Standing().Rating; max(mine, theirs)-min(mine, theirs) > most {
		return fmt.Errorf("join game %d: %w: expected %d to %d, got yours of %d", s.ID, types.ErrRatingRange,
			theirs-min(most, theirs), theirs+most, mine)
	}
	return nil
}

// Join enters the open game with a fleet of its ruleset, which choose is asked for. The delegate may be empty.
func (s *Session) Join(
	ctx context.Context, delegate string, choose func(*game.Ruleset) (game.Fleet, error),
) (session.Done, error) {
	v, err := s.Look(ctx)
	if err != nil {
		return session.Done{}, err
	}
	if err := s.CheckJoin(ctx, v); err != nil {
		return session.Done{}, err
	}
	if err := s.Player.Afford(ctx, v.Game.Terms.Entry()); err != nil {
		return session.Done{}, fmt.Errorf("join game %d: %w", s.ID, err)
	}
	r := v.State.Ruleset
	fleet, err := choose(r)
	if err != nil {
		return session.Done{}, err
	}
	params, err := s.Player.Params(ctx)
	if err != nil {
		return session.Done{}, err
	}
	q := session.Quote{Params: params, TurnBlocks: v.Game.TurnBlocks, Terms: v.Game.Terms}
	w := Wish{Ruleset: r, Fleet: fleet, Delegate: delegate, Channel: v.Game.IsChannel(), Relay: s.RelayOf(v)}
	i := w.intent(text.ActJoin, q)
	i.GameID, i.Players, i.First, i.MaxFee = s.ID, []string{v.player(game.Creator)}, v.Game.First, nil
	e, err := s.enter(ctx, w, q, i)
	if err != nil {
		return session.Done{}, err
	}
	toss, err := toss(s.Player)
	if err != nil {
		return session.Done{}, err
	}
	receipt, err := e.Send(ctx, &types.MsgJoinGame{
		Sender: s.Sender(),
		GameId: s.ID,
		Entry:  e.Entry,
		Toss:   toss,
		Terms:  v.Game.Accepted(), // those of the intent, which the player has confirmed
	})
	if err != nil {
		return session.Done{}, fmt.Errorf("join game %d: %w", s.ID, err)
	}
	s.Own = e.Own
	entered := text.Entered{
		Paid: v.Game.Terms.Entry(), Joined: true, Opponent: v.player(game.Creator), Delegate: e.Delegate,
		Notice: e.Notice,
	}
	if v.Game.Offer != nil {
		entered.Rating = v.Game.Offer.Rating
	}
	return session.Done{
		Receipt: receipt, GameID: s.ID, Act: text.ActJoin, Ruleset: r, Seat: game.Joiner, Result: entered,
		Proof: e.BoardProof,
	}, nil
}

// toss draws the player's half of the coin toss.
func toss(p session.Player) ([]byte, error) {
	toss := make([]byte, commitment.TossSize)
	if _, err := io.ReadFull(p.Random, toss); err != nil {
		return nil, fmt.Errorf("toss: %w", err)
	}
	return toss, nil
}

// enter asks for confirmation, before the wallet is asked for anything, and makes what a game of those terms is entered
// with: a new board, and what the board's own delegate is given.
func (s *Session) enter(ctx context.Context, w Wish, q session.Quote, i text.Intent) (session.Entering, error) {
	if w.Channel && w.OwnBot {
		return session.Entering{}, ErrBotOffChain
	}
	joins := i.Act == text.ActJoin // over a relay of the creator's, which is not dialled before the player agrees
	if !joins {
		if err := w.Probe(ctx, s.Player); err != nil {
			return session.Entering{}, err
		}
	}
	e, allowed, err := s.ConfirmEntry(ctx, i, w.Fleet, w.Delegate, w.OwnBot, needsOf(w.Ruleset, q))
	if err == nil && joins {
		err = w.Probe(ctx, s.Player)
	}
	if err != nil {
		return e, err
	}
	e.Opponent = w.Opponent
	if w.Channel {
		if e.Channel, err = s.openChannel(e.Own, w.Relay); err != nil {
			return session.Entering{}, err
		}
	}
	if s.Player.WithDelegate(w.Delegate) {
		if err := e.NameDelegate(allowed, messagesOf(w.Channel)); err != nil {
			return session.Entering{}, err
		}
	}
	if w.OwnBot {
		e.Opponent = e.Own.BotAddress().String()
		err = e.Grant(allowed, e.Own.BotAddress(), botMessages)
	}
	return e, err
}
