package cli_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	errorsmod "cosmossdk.io/errors"

	sdk "github.com/cosmos/cosmos-sdk/types"
	sdkerrors "github.com/cosmos/cosmos-sdk/types/errors"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/cli"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/session/duel"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// The words of the libraries underneath came through to the player, and did not say what to do.
func TestErrorsHaveFactAndRemedy(t *testing.T) {
	refused := func(kind *errorsmod.Error, height int64) error {
		return &client.RefusedError{
			Height: height, Hash: "AB", Codespace: kind.Codespace(), Code: kind.ABCICode(),
			Log: "failed to execute message; message index: 0: raw text: " + kind.Error(),
		}
	}
	simulated := func(kind *errorsmod.Error) error { return &client.RefusedError{Log: "raw text: " + kind.Error()} }
	result := types.Result{
		GameId: 4, Players: []string{"ship1alice", "ship1bob"}, Winner: 2, Reason: types.REASON_SUNK, Reward: 42_000_000,
	}
	tests := map[string]struct {
		err     error
		command string
		says    string
	}{
		"nothing": {},
		"the game is over, and lost": {
			err:  &duel.EndedError{Result: result},
			says: "game 4 is over: you lost (fleet sunk): ship1bob won, reward 42 SHIP; nothing was sent",
		},
		"a delegate that does not say for whom": {
			err: &session.DelegateError{GameID: 4, Player: "ship1bob", Delegate: "ship1carol"},
			says: "nothing was sent: ship1carol is the delegate of ship1bob in game 4 and no player of it: name the player " +
				"with --for",
		},
		"an account that nobody has funded": {
			err: &client.NoAccountError{Name: "dave", Address: "ship1dave", ChainID: "chain-1"},
			says: "nothing was sent: dave has no coins on chain-1 yet: on a devnet battleshipd devnet fund dave gives some, " +
				"elsewhere ask the faucet or another player, or let another account pay with --fee-granter",
		},
		"an account with too little": {
			err: &client.PoorError{
				Name: "dave", Address: "ship1dave", Balance: sdk.NewInt64Coin("uanchor", 5),
				Err: refused(sdkerrors.ErrInsufficientFunds, 0),
			},
			says: "nothing was sent: dave has only 0.000005 ANCHOR, which does not pay the fee: on a devnet battleshipd " +
				"devnet fund dave gives some, elsewhere ask the faucet or another player, or let another account pay with " +
				"--fee-granter",
		},
		"a game that is too dear": {
			err: fmt.Errorf("create a game: %w", &session.FundsError{
				Name: "dave", Need: sdk.NewInt64Coin("uanchor", 10_000), Have: sdk.NewInt64Coin("uanchor", 5),
			}),
			says: "nothing was sent: entering this game takes 0.01 ANCHOR, and dave has 0.000005 ANCHOR: on a devnet " +
				"battleshipd devnet fund dave gives some, elsewhere ask the faucet or another player",
		},
		"a move in the wrong phase": {
			err: &session.NotNowError{
				GameID: 4, Kind: game.ErrPhase, Why: "no opponent has joined yet: cancel it instead",
				Next: &types.QueryNextActionResponse{Phase: types.PHASE_OPEN, Deadline: 7, BlocksLeft: 2},
			},
			says: "nothing was sent: no opponent has joined yet: cancel it instead; waiting for an opponent until " +
				"block 7 (battleshipd board 4 shows it)",
		},
		"a move out of turn": {
			err: fmt.Errorf("shoot: %w", &session.NotNowError{
				GameID: 4, Kind: game.ErrTurn, Next: &types.QueryNextActionResponse{
					Phase: types.PHASE_PLAY, Player: "ship1bob", Obligation: types.OBLIGATION_ANSWER, Target: "B5", Deadline: 7,
					BlocksLeft: 2,
				},
			}),
			says: "nothing was sent: ship1bob's turn: the answer to B5, by block 7 (battleshipd board 4 shows it)",
		},
		"a game of two others": {
			err: fmt.Errorf("game 4: %w: expected ship1bob, got ship1alice", text.ErrNotInGame),
			says: "nothing was sent: ship1alice is not a player of game 4: name the player's key with --from, or watch it " +
				"with battleshipd watch 4",
		},
		"a delegate that is none": {
			err: fmt.Errorf("game 4: %w: expected nobody, got ship1carol", text.ErrNotDelegate),
			says: "nothing was sent: this key may not act for that player in game 4: the player names its delegate with " +
				"battleshipd set-delegate",
		},
		"a game that is offered to another": {
			err: fmt.Errorf("join game 4: %w: expected ship1bob", text.ErrNotInvited), command: "join",
			says: "nothing was sent: game 4 is offered to another player alone, not to ship1alice: battleshipd lobby lists " +
				"those that you can join",
		},
		"a game that cannot be declined": {
			err: fmt.Errorf("decline game 4: %w: expected nobody", text.ErrNotInvited), command: "decline",
			says: "nothing was sent: game 4 is not offered to you alone: battleshipd cancel 4 takes back a game of your own",
		},
		"a board without its wallet": {
			err: fmt.Errorf("%w: expected the key of x in the keyring", text.ErrNoWallet),
			says: "nothing was sent: this takes the board, whose secret is in the wallet of its player: its key must be in " +
				"this keyring",
		},
		"a board of another program": {
			err: text.ErrWrongBoard,
			says: "nothing was sent: the board that this key finds in game 4 is not the one that it was entered with: it was " +
				"entered by another program, or the node shows a false game (ask another with --node)",
		},
		"the own clock has run out": {
			err: fmt.Errorf("game 4: %w: expected 9, got 10", game.ErrLate), command: "shoot",
			says: "nothing was sent: your clock has run out; battleshipd board 4 shows how the game continues",
		},
		"a shot at a tile that is answered": {
			err:  fmt.Errorf("%w: expected a tile without an answer, got G1", game.ErrTileTaken),
			says: "nothing was sent: you have shot at that tile before: choose another (battleshipd board 4)",
		},
		"a game that has waited too long": {
			err: fmt.Errorf("game 4: %w: expected 9, got 10", game.ErrLate), command: "join",
			says: "nothing was sent: game 4 has waited too long for an opponent and is about to end",
		},
		"the time to claim is over": {
			err: fmt.Errorf("game 4: %w: expected 9, got 10", game.ErrLate), command: "claim",
			says: "nothing was sent: the time to prove the board is over; battleshipd board 4 shows what follows",
		},
		"another program has moved, found in simulation": {
			err:  fmt.Errorf("game 4: %w", simulated(types.ErrTurn)),
			says: "nothing was sent: " + text.MovedOn + " (battleshipd board 4 shows it)",
		},
		"another program has moved, found in a block": {
			err:  refused(types.ErrPhase, 12),
			says: "refused in block 12, the fee is paid: " + text.MovedOn + " (battleshipd board 4 shows it)",
		},
		"two bots of one player enter games": {
			err:  refused(types.ErrNonce, 0),
			says: "nothing was sent: another program with your key has entered a game at the same moment: try again",
		},
		"two programs with one key": {
			err: refused(sdkerrors.ErrWrongSequence, 0),
			says: "nothing was sent: another program sends with your key at the same moment: end one, or try " +
				"again",
		},
		"a fee that the node does not take": {
			err:  refused(sdkerrors.ErrInsufficientFee, 0),
			says: "nothing was sent: the node asks for a higher fee: leave out --fees and --gas-prices to pay it",
		},
		"a gas limit that is too low": {
			err:  refused(sdkerrors.ErrOutOfGas, 12),
			says: "refused in block 12, the fee is paid: the gas limit is too low: leave out --gas to have it found",
		},
		"a gas limit that the node does not even try": {
			err:  refused(sdkerrors.ErrInvalidGasLimit, 0),
			says: "nothing was sent: the gas limit does not fit: leave out --gas to have it found",
		},
		"a node that is away": {
			err: fmt.Errorf("ask the node for its chain id: %w", &client.NoNodeError{Address: "tcp://x:1"}),
			says: "no node answers at tcp://x:1: start one with battleshipd devnet, or name another with " +
				"--node",
		},
		"another server": {
			err: fmt.Errorf("ask: %w", &client.WrongPortError{Address: "http://x:1", What: "the node's REST server"}),
			says: "the node's REST server answers at http://x:1, not a node's RPC: name the RPC address with --node, usually " +
				"port 26657",
		},
		"sent, and the node is away": {
			err: fmt.Errorf("game 4: %w", &client.NotIncludedError{Hash: "AB", Err: &client.NoNodeError{Address: "tcp://x:1"}}),
			says: "transaction AB was sent and is in no block yet, but may still get into one: check with battleshipd board " +
				"4 before you send anything else (no node answers at tcp://x:1: start one with battleshipd devnet, or name " +
				"another with --node)",
		},
		"no such game": {
			err:  status.Error(codes.NotFound, "expected an unfinished game, got 4"),
			says: "there is no game 4: it was cancelled or never existed; battleshipd games lists those in play",
		},
		"no result": {
			err: status.Error(codes.NotFound, "expected a game that was joined and has ended, got 4"), command: "result",
			says: "game 4 has not ended, was cancelled, or never existed: battleshipd board 4 shows it if it continues",
		},
		"another error": {err: errors.New("as it is"), says: "as it is"},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			err := cli.Explain(tc.err, tc.command, "ship1alice", 4)
			require.ErrorIs(t, err, tc.err)
			if tc.err == nil {
				return
			}
			require.EqualError(t, err, tc.says)
			require.NotContains(t, err.Error(), "raw text")
		})
	}
}

// A wrong clock, of this machine or of a chain that stands still, explained itself by nothing.
func TestAClockThatIsWrongIsSpokenOf(t *testing.T) {
	now := time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	at := func(d time.Duration) client.Block { return client.Block{Height: 9, Time: now.Add(d)} }
	require.Empty(t, cli.ClockNote(client.Block{}, now))
	require.Empty(t, cli.ClockNote(at(-time.Minute), now))
	require.Empty(t, cli.ClockNote(at(time.Minute), now))
	require.Equal(t, "The node's last block, 9, is 3h old: the chain has halted, the node is behind, or the clock of "+
		"this machine is ahead.", cli.ClockNote(at(-3*time.Hour), now))
	require.Equal(t, "This machine's clock is 10m behind the chain's: set it, or bids may fail.",
		cli.ClockNote(at(10*time.Minute), now))
}

// A bot at the prompt gave up after five failures in blocks, and printed what the chain's libraries say of them.
func TestAPausingBotReportsOneLine(t *testing.T) {
	failed := &client.RefusedError{
		Height: 7, Hash: "AB", Codespace: sdkerrors.ErrOutOfGas.Codespace(), Code: sdkerrors.ErrOutOfGas.ABCICode(),
		Log: "out of gas in location: ReadFlat; gasWanted: 1, gasUsed: 2: out of gas",
	}
	const why = "refused in block 7, the fee is paid: the gas limit is too low: leave out --gas to have it found"
	require.Equal(t, "not done yet, and tried again: "+why, cli.Trouble(failed, 4))
	require.Equal(t, "it failed 3 times in a block and paid a fee each time; the next attempt is after block 9: "+why,
		cli.Trouble(&session.PausedError{Failures: 3, Until: 9, Err: failed}, 4))
	require.Equal(t, session.ErrOtherProgram.Error(), cli.Trouble(session.ErrOtherProgram, 4))
}

// Two programs with one key once told each other's moves in the words of the rules and of the account.
func TestTwoProgramsWithOneKeyAreReported(t *testing.T) {
	moved := &client.RefusedError{
		Log: "not owed: not owed: expected answer by creator, got answer by joiner: " + types.ErrTurn.Error(),
	}
	require.Equal(t, "the node is a block late, or "+text.MovedOn, cli.Passing(moved))
	sequence := &client.RefusedError{
		Codespace: sdkerrors.ErrWrongSequence.Codespace(), Code: sdkerrors.ErrWrongSequence.ABCICode(),
		Log: "account sequence mismatch, expected 7, got 6: incorrect account sequence",
	}
	require.Equal(t, "another program sends with your key at the same moment: end one, or try again",
		cli.Passing(sequence))
	poor := &client.PoorError{
		Name: "eve", Address: "ship1eve", Balance: sdk.NewInt64Coin("uanchor", 0),
		Err: &client.RefusedError{Log: "spendable balance 0uanchor is smaller than 1uanchor: insufficient funds"},
	}
	require.Equal(t, "eve has only 0 ANCHOR, which does not pay the fee: on a devnet battleshipd devnet fund eve gives "+
		"some, elsewhere ask the faucet or another player, or let another account pay with --fee-granter", cli.Passing(poor))
	require.Equal(t, "no room", cli.Passing(errors.New("no room")))
}
