package text

import (
	"fmt"
	"slices"

	"cosmossdk.io/errors"

	sdk "github.com/cosmos/cosmos-sdk/types"
	sdkerrors "github.com/cosmos/cosmos-sdk/types/errors"

	"github.com/battleship-chain/battleship/x/battleship/types"
)

// remedies are the refusals of a chain that a player can meet, each with its meaning and its remedy.
var remedies = []struct {
	kind *errors.Error
	text string
}{
	{types.ErrUnauthorized, "this account may not do that in this game"},
	{types.ErrInvalidAddress, "one of the addresses is not valid: check it"},
	{types.ErrInvalidParams, "this clock or setting is out of bounds: battleshipd query battleship params shows them"},
	{types.ErrInvalidGenesis, "the genesis file contradicts itself: use another one"},
	{types.ErrGameNotFound, "there is no such game: it was cancelled, or never existed"},
	{types.ErrGameEnded, "the game is over"},
	{types.ErrUnknownRuleset, "the chain does not know this ruleset: choose another"},
	{types.ErrInvalidBoard, "the chain does not accept this board: enter again with another fleet"},
	{types.ErrNonce, "another program with your key has entered a game at the same moment: try again"},
	{types.ErrEqualBoards, "this board copies a part of your opponent's: enter again"},
	{types.ErrInvalidRecovery, "the sealed fleet is too long: update this program"},
	{types.ErrInvalidDelegate, "this delegate plays here, or acts for the other side: name another"},
	{types.ErrBlockedAddress, "this account cannot be paid: play with another"},
	{types.ErrInvalidToss, "the coin toss is not valid: update this program"},
	{types.ErrEmptyMove, "the move is empty: choose a tile"},
	{types.ErrInvalidMove, "the move is not valid: update this program"},
	{types.ErrWrongOpening, "the answer is not the one committed to: was the game entered by another program?"},
	{types.ErrPhase, "the game is at another stage now: look at it again"},
	{types.ErrTurn, "it is not your turn: look at the game again"},
	{types.ErrLate, "time is up"},
	{types.ErrTile, "this tile was shot at before, or is off the board: choose another"},
	{types.ErrSunk, "a ship was announced wrongly: was the game entered by another program?"},
	{types.ErrClaim, "the board does not prove the win"},
	{types.ErrRewardCap, "the supply cap is reached"},
	{types.ErrUncountedMint, "the chain is not set up to mint rewards: tell its operator"},
	{types.ErrCorrupt, "the chain cannot read one of its records: tell its operator"},
	{types.ErrPanic, "the chain failed to settle the game: tell its operator"},
	{types.ErrInvalidStake, "the chain does not allow this stake: choose another"},
	{types.ErrInsufficientFunds, "there are too few coins on this account"},
	{types.ErrInvalidOpponent, "this opponent cannot play: invite another"},
	{types.ErrInvalidRating, "the rating range is not valid: choose a wider one"},
	{types.ErrRatingRange, "your rating is outside of the range of this game: choose another game"},
	{types.ErrTooManyOpenGames, "you have as many open games as the chain allows: cancel one first"},
	{types.ErrAlreadyWaiting, "you are waiting for such a game already: battleshipd games lists it"},
	{types.ErrRematch, "this game has a rematch already, or cannot have one"},
	{types.ErrNothingToWithdraw, "there is nothing to withdraw"},
	{types.ErrRecipient, "this account cannot be paid: name another"},
	{types.ErrEscrow, "the chain's escrow does not add up: tell its operator"},
	{types.ErrInvalidProof, "the chain does not accept the proof: update this program"},
	{types.ErrRulesetClosed, "no new games of this ruleset: choose another"},
	{types.ErrOffChain, "the game is played off-chain: bring it on-chain first"},
	{types.ErrNotNewer, "the chain knows a state as new as this one"},
	{types.ErrNoResponse, "your opponent has not responded on-chain yet: wait until it does or its time is up"},
	{types.ErrSignature, "a signature of the state is not valid: was it signed with another key?"},
	{types.ErrInvalidChannel, "the chain does not accept this relay or key: name another relay"},
	{types.ErrNotChannel, "the game is played on-chain, so there is no state to submit"},
	{types.ErrStateProof, "the file holds no state of this game: name another"},
	{types.ErrGameKind, otherKind},
	{types.ErrInvalidPlayers, wrongNumber},
	{types.ErrInvalidInvitation, "the list of invited players is not valid: name each once, and not yourself"},
	{types.ErrBegun, "a shot was fired meanwhile, so leaving costs more: look at the game, then decide again"},
	{types.ErrTerms, "it costs or is something else than you were shown, and nothing was paid: look again"},
	{types.ErrInvalidName, "the name is not valid, reserved or yours already: 3 to 20 of a-z, 0-9 and single hyphens"},
	{types.ErrNamePeriod, "you have changed your name not long ago: wait before you change it again"},
	{types.ErrNameTaken, "another player has this name: choose another"},
	{types.ErrInvalidAim, "the aim is not valid: update this program"},

	{sdkerrors.ErrInsufficientFee, "the node asks for a higher fee: leave out --fees and --gas-prices to pay it"},
	{sdkerrors.ErrInsufficientFunds, "there are too few coins on this account"},
	{sdkerrors.ErrWrongSequence, "another program sends with your key at the same moment: end one, or try again"},
	{sdkerrors.ErrInvalidGasLimit, "the gas limit does not fit: leave out --gas to have it found"},
	{sdkerrors.ErrOutOfGas, "the gas limit is too low: leave out --gas to have it found"},
	{sdkerrors.ErrTxTooLarge, "the transaction is too large for this chain"},
	{sdkerrors.ErrTxTimeoutHeight, "no block took the transaction in time: try again"},
	{sdkerrors.ErrTxTimeout, "no block took the transaction in time: try again"},
	{sdkerrors.ErrUnauthorized, "the signature does not fit the account: check --from and --chain-id"},
	{sdkerrors.ErrMempoolIsFull, "the node has no room for transactions now: try again"},
	{sdkerrors.ErrInvalidHeight, "the node has just started and waits for a block: try again"},
	{sdkerrors.ErrUnknownAddress, "the chain does not know this account yet: send it some coins first"},
	{sdkerrors.ErrTxInMempoolCache, "the node has this transaction already: wait for a block"},
	{sdkerrors.ErrInvalidChainID, "the transaction is for another chain: check --chain-id"},
}

// Refusal returns the meaning of a chain's refusal and its remedy, or "" for a kind that players do not meet.
func Refusal(codespace string, code uint32) string {
	known := slices.IndexFunc(remedies, func(r struct {
		kind *errors.Error
		text string
	},
	) bool {
		return r.kind.Codespace() == codespace && r.kind.ABCICode() == code
	})
	if known < 0 {
		return ""
	}
	return remedies[known].text
}

// Kinds returns the refusals that Refusal knows.
func Kinds() []*errors.Error {
	kinds := make([]*errors.Error, len(remedies))
	for i, r := range remedies {
		kinds[i] = r.kind
	}
	return kinds
}

// MovedOn is the problem of an act that was right by the game that the node has shown.
const MovedOn = "the game has moved on: your opponent acted, or another program with your key"

// NoCoins writes that an account has never had any coins.
func NoCoins(name, chainID string) string {
	return fmt.Sprintf("%s has no coins on %s yet: %s", name, chainID, Faucet(name))
}

// TooPoor writes that an account cannot pay a fee.
func TooPoor(name string, balance sdk.Coin) string {
	return fmt.Sprintf("%s has only %s, which does not pay the fee: %s", name, Coin(balance), Faucet(name))
}

// TooFew writes that an account cannot pay what entering a game takes. GasDenom is the coin that faucets give.
func TooFew(name string, need, have sdk.Coin) string {
	remedy := "choose a game for less"
	if need.Denom == "uanchor" {
		remedy = Faucet(name)
	}
	return fmt.Sprintf("entering this game takes %s, and %s has %s: %s", Coin(need), name, Coin(have), remedy)
}

// Faucet writes how an account comes by coins for fees.
func Faucet(name string) string {
	return fmt.Sprintf("on a devnet battleshipd devnet fund %s gives some, elsewhere ask the faucet or another player",
		name)
}
