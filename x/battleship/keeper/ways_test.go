package keeper_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"
	"github.com/cosmos/cosmos-sdk/x/authz"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/testutil/accept"
	"github.com/battleship-chain/battleship/testutil/chain"
	"github.com/battleship-chain/battleship/x/battleship/internal/kit"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// All checks are in the handlers, so a message gets the same verdict whether it is sent directly or wrapped in
// others, however deep.
func TestTheSameVerdictByAnyWay(t *testing.T) {
	t.Parallel()
	c := chain.New(t)
	account := c.Account(chain.Alice)
	p := kit.Player{Name: account.Name, Addr: account.Address}
	newEntry := func(nonce uint64) types.Entry {
		binding := commitment.Binding{ChainID: c.ID(), Player: p.Addr, Nonce: nonce, Ruleset: game.Classic()}
		return kit.BoardOf(p, binding, kit.ClassicFleet).Entry()
	}
	c.MustDeliver(account, &types.MsgCreateGame{Sender: p.Text(), RulesetId: 1, Entry: newEntry(0)})
	for name, tried := range map[string]struct {
		msg  func() sdk.Msg
		code uint32
	}{
		"a game is created": {
			func() sdk.Msg {
				record, err := c.App.BattleshipKeeper.Records().Players.Get(c.Context(), p.Addr)
				require.NoError(t, err)
				return &types.MsgCreateGame{Sender: p.Text(), RulesetId: 1, Entry: newEntry(record.BoardNonce)}
			}, 0,
		},
		"wrong nonce": {
			func() sdk.Msg { return &types.MsgCreateGame{Sender: p.Text(), RulesetId: 1, Entry: newEntry(99)} },
			types.ErrNonce.ABCICode(),
		},
		"no board": {
			func() sdk.Msg { return &types.MsgCreateGame{Sender: p.Text(), RulesetId: 1} },
			types.ErrInvalidBoard.ABCICode(),
		},
		"no toss": {
			func() sdk.Msg { return &types.MsgJoinGame{Sender: p.Text(), GameId: 1, Entry: newEntry(1)} },
			types.ErrInvalidToss.ABCICode(),
		},
		"empty move": {
			func() sdk.Msg { return &types.MsgShootAndReveal{Sender: p.Text(), GameId: 1} },
			types.ErrEmptyMove.ABCICode(),
		},
		"shot in an open game": {
			func() sdk.Msg { return &types.MsgShootAndReveal{Sender: p.Text(), GameId: 1, Target: "A1"} },
			types.ErrPhase.ABCICode(),
		},
		"concede in an open game": {
			func() sdk.Msg { return &types.MsgConcede{Sender: p.Text(), GameId: 1} }, types.ErrPhase.ABCICode(),
		},
		"challenge in no game": {
			func() sdk.Msg { return &types.MsgChallenge{Sender: p.Text(), GameId: 1000} },
			types.ErrGameNotFound.ABCICode(),
		},
		"claim without a secret": {
			func() sdk.Msg { return &types.MsgClaimWin{Sender: p.Text(), GameId: 1} }, types.ErrClaim.ABCICode(),
		},
		"match without a board": {
			func() sdk.Msg {
				return &types.MsgMatchGame{Sender: p.Text(), RulesetId: 1, Toss: make([]byte, commitment.TossSize)}
			}, types.ErrInvalidBoard.ABCICode(),
		},
		"declined by its creator": {
			func() sdk.Msg { return &types.MsgDeclineGame{Sender: p.Text(), GameId: 1} },
			types.ErrUnauthorized.ABCICode(),
		},
		"delegate of itself": {
			func() sdk.Msg { return &types.MsgSetDelegate{Sender: p.Text(), GameId: 1, Delegate: p.Text()} },
			types.ErrInvalidDelegate.ABCICode(),
		},
		"nothing to withdraw": {
			func() sdk.Msg { return &types.MsgWithdraw{Sender: p.Text()} }, types.ErrNothingToWithdraw.ABCICode(),
		},
		"a reserved name": {
			func() sdk.Msg { return &types.MsgSetName{Sender: p.Text(), Name: "admin"} }, types.ErrInvalidName.ABCICode(),
		},
		"params changed by a player": {
			func() sdk.Msg { return &types.MsgUpdateParams{Authority: p.Text(), Params: types.DefaultParams()} },
			types.ErrUnauthorized.ABCICode(),
		},
	} {
		t.Run(name, func(t *testing.T) {
			for depth := range 5 {
				msg := accept.Terms(c.Context(), c.App.BattleshipKeeper, tried.msg())
				for range depth {
					wrapped := authz.NewMsgExec(account.Address, []sdk.Msg{msg})
					msg = &wrapped
				}
				res := c.Deliver(account, msg)
				require.Equal(t, tried.code, res.Code, "wrapped %d times: %s", depth, res.Log)
				if tried.code != 0 {
					require.Equal(t, types.ModuleName, res.Codespace)
				}
			}
		})
	}
}

// Two games in one transaction, even in one wrapped message, are two games.
func TestTwoGamesInOneTransaction(t *testing.T) {
	t.Parallel()
	c := chain.New(t)
	account := c.Account(chain.Alice)
	p := kit.Player{Name: account.Name, Addr: account.Address}
	create := func(nonce uint64) sdk.Msg {
		binding := commitment.Binding{ChainID: c.ID(), Player: p.Addr, Nonce: nonce, Ruleset: game.Classic()}
		return accept.Terms(c.Context(), c.App.BattleshipKeeper, kit.CreateMsg(kit.BoardOf(p, binding, kit.ClassicFleet)))
	}
	wrapped := authz.NewMsgExec(account.Address, []sdk.Msg{create(2), create(3)})
	c.MustDeliver(account, create(0), create(1), &wrapped)
	games := 0
	records := c.App.BattleshipKeeper.Records()
	require.NoError(t, records.Games.Walk(c.Context(), nil, func(id uint64, g types.Game) (bool, error) {
		games++
		require.Equal(t, id, g.Id)
		require.Equal(t, id-1, g.Participants[game.Creator].Board.Nonce)
		return false, nil
	}))
	require.Equal(t, 4, games)

	// If one of the messages is refused, none has happened.
	res := c.Deliver(account, create(4), create(4))
	require.Equal(t, types.ErrNonce.ABCICode(), res.Code)
	next, err := c.App.BattleshipKeeper.NextGameID(c.Context())
	require.NoError(t, err)
	require.Equal(t, uint64(5), next)
}
