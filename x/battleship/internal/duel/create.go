package duel

import (
	"context"

	"cosmossdk.io/errors"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/internal/account"
	"github.com/battleship-chain/battleship/x/battleship/internal/core"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// CreateGame opens a game with a committed board and returns its id. The game waits for an opponent, any or a named
// one, until its deadline.
func (k *Keeper) CreateGame(ctx context.Context, msg *types.MsgCreateGame) (uint64, error) {
	var id uint64
	err := core.ChargeAtLeast(ctx, entryGas(msg.Entry), "settlement", func() (err error) {
		id, err = k.create(ctx, msg)
		return err
	})
	return id, err
}

// create is CreateGame without its least gas.
func (k *Keeper) create(ctx context.Context, msg *types.MsgCreateGame) (uint64, error) {
	creator, err := k.Addresses.Parse(msg.Sender)
	if err != nil {
		return 0, errors.Wrap(err, "sender")
	}
	w, err := k.newRequest(ctx, msg.RulesetId, msg.TurnBlocks, msg.Stake, msg.Casual, msg.RatingRange)
	if err != nil {
		return 0, err
	}
	if err := w.terms.CheckLimits(msg.MaxFee, msg.MaxHouseShareBps); err != nil {
		return 0, err
	}
	if w.rematch, err = k.rematch(ctx, creator, msg); err != nil {
		return 0, err
	}
	if w.opponent, err = k.invited(ctx, creator, msg.Opponent, w.rematch); err != nil {
		return 0, err
	}
	entrant, err := k.Admit(ctx, creator, msg.Entry, w.rules)
	if err != nil {
		return 0, err
	}
	return k.open(ctx, w, entrant)
}

// gameRequest is a request for a game.
type gameRequest struct {
	rules *game.Ruleset
	clock game.Clock
	terms types.Terms
	// channelTimeoutBlocks is the channel timeout of the game, if it is played off-chain.
	channelTimeoutBlocks int64
	ratingRange          uint32
	deposit              *sdk.Coin
	maxOpen              uint32
	// opponent is the only player who may join. It is nil if any player may.
	opponent *account.Account
	// rematch is the game that is to be played again, if there is one.
	rematch rematch
	// matching reports whether the player has asked for a match.
	matching bool
}

// newRequest checks the request of a player, except for its opponent, and completes it from the params.
func (k *Keeper) newRequest(
	ctx context.Context, rulesetID uint32, turnBlocks int64, stake *sdk.Coin, casual bool, ratingRange uint32,
) (gameRequest, error) {
	rules, err := types.RulesetByID(rulesetID)
	if err != nil {
		return gameRequest{}, err
	}
	params, err := k.Params(ctx)
	if err != nil {
		return gameRequest{}, err
	}
	if err := params.CheckOpen(rules); err != nil {
		return gameRequest{}, err
	}
	clock, err := params.Clock(turnBlocks)
	if err != nil {
		return gameRequest{}, err
	}
	clock.OpenBlocks = params.OfferBlocks(clock.TurnBlocks)
	if err := types.CheckRatingRange(ratingRange); err != nil {
		return gameRequest{}, err
	}
	rewards, err := k.Rewards(ctx)
	if err != nil {
		return gameRequest{}, err
	}
	terms, err := types.NewTerms(params, rewards, rules, stake, casual)
	if err != nil {
		return gameRequest{}, err
	}
	w := gameRequest{
		rules:                rules,
		clock:                clock,
		terms:                terms,
		channelTimeoutBlocks: max(params.ChannelTimeoutBlocks, clock.TurnBlocks),
		ratingRange:          ratingRange,
		maxOpen:              params.MaxOpenGames,
	}
	if params.OpenDeposit.IsPositive() {
		w.deposit = &params.OpenDeposit
	}
	return w, nil
}

// invited returns the only player who may join a game: the one named by the creator, or the opponent of the game
// before. It returns nil if any player may.
func (k *Keeper) invited(
	ctx context.Context, creator account.Account, text string, again rematch,
) (*account.Account, error) {
	if text == "" && again.opponent == nil {
		return nil, nil
	}
	opponent := again.opponent
	if text != "" {
		named, err := k.Addresses.Parse(text)
		if err != nil {
			return nil, errors.Wrap(err, "opponent")
		}
		if opponent != nil && opponent.Text != named.Text {
			return nil, errors.Wrapf(types.ErrInvalidOpponent, "rematch of game %d: expected %s, got %s",
				again.of, opponent.Text, named.Text)
		}
		opponent = &named
	}
	if why := k.InvitationError(ctx, creator, *opponent); why != "" {
		return nil, errors.Wrap(types.ErrInvalidOpponent, why)
	}
	return opponent, nil
}

// open charges the creator and writes a new game.
func (k *Keeper) open(ctx context.Context, w gameRequest, creator core.Entrant) (uint64, error) {
	if open := creator.Player.OpenGames; open >= w.maxOpen {
		return 0, errors.Wrapf(types.ErrTooManyOpenGames, "expected less than %d open games of %s, got %d",
			w.maxOpen, creator.Account.Text, open)
	}
	g := w.game(creator)
	if err := g.CheckOffer(); err != nil {
		return 0, err
	}
	cost := g.Hold()
	if err := k.Escrow.Check(ctx, creator.Account, cost); err != nil {
		return 0, err
	}
	g.CreatedHeight = sdk.UnwrapSDKContext(ctx).BlockHeight()
	s, err := game.NewState(w.rules, w.clock, g.CreatedHeight)
	if err != nil {
		return 0, types.RuleError(err)
	}
	s.ProvenClaims = g.Terms.ProvenClaims
	if err := k.CheckProof(sdk.UnwrapSDKContext(ctx), creator); err != nil {
		return 0, err
	}
	if err := k.Escrow.Hold(ctx, creator.Account, cost); err != nil {
		return 0, err
	}
	if g.Id, err = k.NextID(ctx); err != nil {
		return 0, err
	}
	creator.Player.OpenGames++
	if err := k.write(ctx, g, s, creator); err != nil {
		return 0, err
	}
	if err := k.list(ctx, g, s.Deadline); err != nil {
		return 0, err
	}
	return g.Id, core.Emit(ctx, gameCreated(g, s))
}

// game returns the record of the game, without its id and height.
func (w gameRequest) game(creator core.Entrant) types.Game {
	g := types.Game{
		RulesetId:    w.rules.ID,
		Participants: []types.Participant{creator.Participant},
		TurnBlocks:   w.clock.TurnBlocks,
		ClaimBlocks:  w.clock.ClaimBlocks,
		Terms:        w.terms,
		Offer: &types.Offer{
			Deposit:     w.deposit,
			Rating:      creator.Player.Standing().Rating,
			RatingRange: w.ratingRange,
			Matching:    w.matching,
		},
		RematchOf: w.rematch.of,
		First:     w.rematch.first,
	}
	if w.opponent != nil {
		g.Offer.Opponent = w.opponent.Text
	}
	if g.IsChannel() {
		g.ChannelTimeoutBlocks = w.channelTimeoutBlocks
	}
	return g
}

// write writes a new game.
func (k *Keeper) write(ctx context.Context, g types.Game, s game.State, creator core.Entrant) error {
	if err := k.games.Set(ctx, g.Id, g); err != nil {
		return err
	}
	if err := k.progress.Set(ctx, g.Id, types.ProgressOf(s)); err != nil {
		return err
	}
	if err := k.Queue.Put(ctx, g.Id, s.Deadline); err != nil {
		return err
	}
	if g.RematchOf > 0 {
		if err := k.rematches.Set(ctx, g.RematchOf, g.Id); err != nil {
			return err
		}
	}
	return k.Enter(ctx, g.Id, int(game.Creator), creator)
}
