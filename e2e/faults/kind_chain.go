package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	sdk "github.com/cosmos/cosmos-sdk/types"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"
	govtypes "github.com/cosmos/cosmos-sdk/x/gov/types"
	govv1 "github.com/cosmos/cosmos-sdk/x/gov/types/v1"
	slashingtypes "github.com/cosmos/cosmos-sdk/x/slashing/types"
	stakingtypes "github.com/cosmos/cosmos-sdk/x/staking/types"
	upgradetypes "github.com/cosmos/cosmos-sdk/x/upgrade/types"

	"github.com/battleship-chain/battleship/app"
)

// stateSync removes the data of one validator, which gets a snapshot of the state from the others.
func stateSync(ctx context.Context, c *campaign, r *rand.Rand) error {
	v := c.net.nodes[archives+r.IntN(validators-archives)]
	others := c.net.nodes[:archives]
	since := max(c.net.first, c.net.upgraded)
	if err := c.net.await(ctx, since+snapshotInterval+settleBlocks, haltPatience, others...); err != nil {
		return err
	}
	height := max(c.net.top(ctx)-trustDepth, c.net.first)
	block, err := others[0].client.Block(ctx, &height)
	if err != nil {
		return err
	}
	if err := empty(v); err != nil {
		return err
	}
	prefix := app.EnvPrefix + "_STATESYNC_"
	return v.restart(prefix+"ENABLE=true", prefix+"RPC_SERVERS="+others[0].url()+","+others[1].url(),
		prefix+fmt.Sprintf("TRUST_HEIGHT=%d", height), prefix+"TRUST_HASH="+block.BlockID.Hash.String(),
		prefix+"TRUST_PERIOD=24h", prefix+"DISCOVERY_TIME=5s")
}

// settleBlocks is how many blocks after its own a snapshot is there for sure.
const settleBlocks = 5

// archives is the number of validators, the first ones, that never join by a snapshot, so that each block is kept by
// one of them.
const archives = 2

// trustDepth is how many blocks below the last one the block is that a node trusts which joins by a snapshot. It is
// more than the age of the oldest snapshot.
const trustDepth = 200

// validatorOf returns a validator as the chain has it.
func (c *campaign) validatorOf(ctx context.Context, of, over *node) (stakingtypes.Validator, error) {
	chain, err := c.world.operator(ctx, of, over)
	if err != nil {
		return stakingtypes.Validator{}, err
	}
	res, err := stakingtypes.NewQueryClient(chain.Conn()).Validator(ctx, &stakingtypes.QueryValidatorRequest{
		ValidatorAddr: sdk.ValAddress(chain.Key().Address).String(),
	})
	if err != nil {
		return stakingtypes.Validator{}, err
	}
	return res.Validator, nil
}

// jail keeps one validator away until it is jailed, and starts it again. The campaign unjails every validator.
func jail(ctx context.Context, c *campaign, r *rand.Rand) error {
	v := c.any(r)
	over := c.net.without(v)[0]
	if err := v.kill(); err != nil {
		return err
	}
	began := time.Now()
	for {
		own, err := c.validatorOf(ctx, v, over)
		if err != nil {
			return err
		}
		if own.Jailed {
			break
		}
		if time.Since(began) > 2*haltPatience {
			return fmt.Errorf("%s is not jailed after %s", v.name, time.Since(began))
		}
		pause(ctx, time.Second)
	}
	return v.restart()
}

// unjail returns every jailed validator to the others, also one that was away for too long in several faults.
func (c *campaign) unjail(ctx context.Context) error {
	for _, v := range c.net.nodes {
		for began := time.Now(); ; {
			own, err := c.validatorOf(ctx, v, v)
			if err != nil {
				return err
			}
			if !own.Jailed {
				break
			}
			if time.Since(began) > haltPatience {
				return fmt.Errorf("%s is jailed for %s", v.name, haltPatience)
			}
			chain, err := c.world.operator(ctx, v, v)
			if err != nil {
				return err
			}
			_, err = chain.Send(ctx, &slashingtypes.MsgUnjail{ValidatorAddr: own.OperatorAddress})
			if err != nil { // the time in jail is not over
				pause(ctx, time.Second)
			}
		}
	}
	return nil
}

// upgradeNotice is the number of blocks between the end of a vote and the upgrade, at least.
const upgradeNotice = 20

// upgrade stops all validators at an upgrade that they have voted for, and starts the next release in their place,
// which has to apply it.
func upgrade(ctx context.Context, c *campaign, _ *rand.Rand) error {
	over := c.net.nodes[0]
	proposer, err := c.world.operator(ctx, over, over)
	if err != nil {
		return err
	}
	params, err := govv1.NewQueryClient(proposer.Conn()).Params(ctx, &govv1.QueryParamsRequest{})
	if err != nil {
		return err
	}
	height := c.net.top(ctx) + int64(*params.Params.VotingPeriod/c.o.blockTime) + upgradeNotice
	name := fmt.Sprintf("fault-%d", height)
	msg, err := govv1.NewMsgSubmitProposal([]sdk.Msg{&upgradetypes.MsgSoftwareUpgrade{
		Authority: authtypes.NewModuleAddress(govtypes.ModuleName).String(),
		Plan:      upgradetypes.Plan{Name: name, Height: height},
	}}, params.Params.MinDeposit, proposer.Key().Address.String(), "", "upgrade", "a fault", false)
	if err != nil {
		return err
	}
	receipt, err := proposer.Send(ctx, msg)
	if err != nil {
		return err
	}
	var proposed govv1.MsgSubmitProposalResponse
	if err := receipt.Response(&proposed); err != nil {
		return err
	}
	for _, v := range c.net.nodes {
		voter, err := c.world.operator(ctx, v, v)
		if err != nil {
			return err
		}
		vote := govv1.NewMsgVote(voter.Key().Address, proposed.ProposalId, govv1.OptionYes, "")
		if _, err := voter.Send(ctx, vote); err != nil {
			return err
		}
	}
	if err := c.net.await(ctx, height-2, 2*haltPatience, c.net.nodes...); err != nil {
		return err
	}
	pause(ctx, settleTime)
	if top := c.net.top(ctx); top >= height {
		return fmt.Errorf("the upgrade at %d did not stop the network at %d", height, top)
	}
	var errs []error
	for _, v := range c.net.nodes {
		errs = append(errs, v.stop())
		v.binary, v.upgrades = c.variant, append(v.upgrades, name)
	}
	c.net.upgraded = height
	if err := errors.Join(append(errs, c.net.start())...); err != nil {
		return err
	}
	if err := c.net.await(ctx, height, haltPatience, over); err != nil {
		return err
	}
	applied, err := upgradetypes.NewQueryClient(proposer.Conn()).AppliedPlan(ctx,
		&upgradetypes.QueryAppliedPlanRequest{Name: name})
	if err == nil && applied.Height != height {
		err = fmt.Errorf("the upgrade at %d was applied at %d", height, applied.Height)
	}
	return err
}
