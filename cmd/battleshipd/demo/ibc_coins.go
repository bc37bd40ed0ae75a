package demo

import (
	"context"
	"fmt"
	"slices"
	"time"

	transfertypes "github.com/cosmos/ibc-go/v11/modules/apps/transfer/types"

	"cosmossdk.io/math"

	sdk "github.com/cosmos/cosmos-sdk/types"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"
	govtypes "github.com/cosmos/cosmos-sdk/x/gov/types"
	govv1 "github.com/cosmos/cosmos-sdk/x/gov/types/v1"

	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/session/duel"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

const (
	// packetTimeout is the timeout of a packet that is to arrive, shortTimeout that of one that is not.
	packetTimeout = 5 * time.Minute
	shortTimeout  = 2 * time.Second
	// voucherStake is each player's stake in a game for vouchers.
	voucherStake = 5_000_000
)

// expect returns an error unless an amount is as expected.
func expect(what string, got, want math.Int) error {
	if !got.Equal(want) {
		return fmt.Errorf("expected %s to be %s, got %s", what, want, got)
	}
	return nil
}

// bring sends a coin to the other chain and waits until its packet is acknowledged.
func (c *ibcDemo) bring(
	ctx context.Context, s *ibcChain, from *client.Client, coin sdk.Coin, to sdk.AccAddress,
) error {
	sequence, err := s.send(ctx, from, coin, to, packetTimeout)
	if err != nil {
		return err
	}
	return s.settled(ctx, transfertypes.PortID, s.channel, sequence)
}

// hold returns an error unless escrow and vouchers of a coin both have that amount.
func (c *ibcDemo) hold(ctx context.Context, home, away *ibcChain, denom string, want math.Int) error {
	escrow, err := home.backed(ctx, away, denom)
	if err != nil {
		return err
	}
	if err := expect("the escrow of "+denom+" on "+home.Name, escrow, want); err != nil {
		return err
	}
	c.say("   escrow on %s %s%s = vouchers on %s %s", home.Name, escrow, denom, away.Name, escrow)
	return nil
}

// propose has A's governance decide whether vouchers of B's coin may be staked, which takes a while.
func (c *ibcDemo) propose(ctx context.Context) error {
	faucet := c.a.faucet
	games, err := types.NewQueryClient(faucet.Conn()).Params(ctx, &types.QueryParamsRequest{})
	if err != nil {
		return fmt.Errorf("params: %w", err)
	}
	rules, err := govv1.NewQueryClient(faucet.Conn()).Params(ctx, &govv1.QueryParamsRequest{ParamsType: "voting"})
	if err != nil {
		return fmt.Errorf("params of governance: %w", err)
	}
	games.Params.StakeDenoms = append(games.Params.StakeDenoms, c.a.voucher(client.GasDenom))
	slices.Sort(games.Params.StakeDenoms)
	authority := authtypes.NewModuleAddress(govtypes.ModuleName).String()
	submit, err := govv1.NewMsgSubmitProposal(
		[]sdk.Msg{&types.MsgUpdateParams{Authority: authority, Params: games.Params}},
		rules.Params.ExpeditedMinDeposit, faucet.Key().Address.String(), "", "Stakes in B's coin",
		text.IBCSummary, true)
	if err != nil {
		return err
	}
	receipt, err := faucet.Send(ctx, submit)
	if err != nil {
		return err
	}
	var submitted govv1.MsgSubmitProposalResponse
	if err := receipt.Response(&submitted); err != nil {
		return err
	}
	c.proposal = submitted.ProposalId
	vote := govv1.NewMsgVote(faucet.Key().Address, c.proposal, govv1.OptionYes, "")
	if _, err := faucet.Send(ctx, vote); err != nil {
		return err
	}
	c.say(text.IBCVotes, c.proposal)
	return nil
}

// accepted waits until the proposal has passed.
func (c *ibcDemo) accepted(ctx context.Context) error {
	for {
		res, err := govv1.NewQueryClient(c.a.faucet.Conn()).Proposal(ctx,
			&govv1.QueryProposalRequest{ProposalId: c.proposal})
		if err != nil {
			return fmt.Errorf("proposal %d: %w", c.proposal, err)
		}
		switch status := res.Proposal.Status; status {
		case govv1.StatusPassed:
			c.say(text.IBCListed, c.proposal, c.a.voucher(client.GasDenom))
			return nil
		case govv1.StatusVotingPeriod:
		default:
			return fmt.Errorf("expected proposal %d to pass, got %s", c.proposal, status)
		}
		if err := c.a.faucet.Sleep(ctx); err != nil {
			return err
		}
	}
}

// sendShipcoin plays a game on A for Shipcoin, sends it to B, and back.
func (c *ibcDemo) sendShipcoin(ctx context.Context) error {
	winner, err := c.duel(ctx, ownPlayer(c.alice), ownPlayer(c.bob), duel.Wish{})
	if err != nil {
		return err
	}
	earned := math.NewInt(promisedWinner)
	if err := c.a.expect(ctx, "the reward of "+winner.name, winner.address, types.RewardDenom, earned); err != nil {
		return err
	}
	c.earner = winner
	c.say(text.IBCWon, winner.name, c.game, text.Coin(types.RewardCoin(earned)))

	began := time.Now()
	there := c.nemo.address
	if err := c.bring(ctx, c.a, winner.player.Chain, types.RewardCoin(earned), there); err != nil {
		return err
	}
	c.figures.TransferSeconds = time.Since(began).Seconds()
	voucher := c.b.voucher(types.RewardDenom)
	if err := c.b.expect(ctx, "what has arrived on B", there, voucher, earned); err != nil {
		return err
	}
	c.say(text.IBCSent, voucher)
	if err := c.hold(ctx, c.a, c.b, types.RewardDenom, earned); err != nil {
		return err
	}

	back := time.Now()
	if err := c.bring(ctx, c.b, c.nemo.player.Chain, sdk.NewCoin(voucher, earned), winner.address); err != nil {
		return err
	}
	c.figures.RoundTripSeconds = c.figures.TransferSeconds + time.Since(back).Seconds()
	if err := c.a.expect(ctx, "what "+winner.name+" has again", winner.address, types.RewardDenom, earned); err != nil {
		return err
	}
	c.say(text.IBCReturned, winner.name)
	return c.hold(ctx, c.a, c.b, types.RewardDenom, math.ZeroInt())
}

// timeOut sends Shipcoin while the relayer is paused, until the packet has timed out.
func (c *ibcDemo) timeOut(ctx context.Context) error {
	c.relayer.pause()
	sender, coin := c.earner, types.RewardCoin(math.NewInt(promisedWinner))
	before, err := c.a.balance(ctx, sender.address, coin.Denom)
	if err != nil {
		return err
	}
	head, err := c.a.faucet.Head(ctx)
	if err != nil {
		return err
	}
	sequence, err := c.a.send(ctx, sender.player.Chain, coin, c.nemo.address, shortTimeout)
	if err != nil {
		return err
	}
	left := before.Sub(coin.Amount)
	if err := c.a.expect(ctx, "what "+sender.name+" has left", sender.address, coin.Denom, left); err != nil {
		return err
	}
	if err := c.b.passes(ctx, head.Time.Add(shortTimeout+ibcBlockTime)); err != nil {
		return err
	}
	c.say(text.IBCAway, sender.name, text.Coin(coin), shortTimeout)
	if err := c.relayer.start(ctx); err != nil {
		return err
	}
	if err := c.a.settled(ctx, transfertypes.PortID, c.a.channel, sequence); err != nil {
		return err
	}
	if err := c.a.expect(ctx, "what "+sender.name+" has again", sender.address, coin.Denom, before); err != nil {
		return err
	}
	c.say(text.IBCRefunded, sender.name)
	return c.hold(ctx, c.a, c.b, coin.Denom, c.away)
}
