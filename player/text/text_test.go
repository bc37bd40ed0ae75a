package text_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cosmossdk.io/errors"

	sdk "github.com/cosmos/cosmos-sdk/types"
	sdkerrors "github.com/cosmos/cosmos-sdk/types/errors"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

const (
	alice = "ship1alicealicealicealicealicealicealiceaaaa"
	bob   = "ship1bobbobbobbobbobbobbobbobbobbobbobbbbbbb"
	carol = "ship1carolcarolcarolcarolcarolcarolcarolcccc"
)

var names = map[string]string{alice: "alice", bob: "bob", carol: "carol"}

// voices are the readers that each text is made for.
func voices() map[string]text.Voice {
	return map[string]text.Voice{
		"alice at the prompt":     {You: alice, Names: names},
		"bob on screens":          {You: bob, Names: names, Short: true},
		"a spectator":             {Names: names},
		"a spectator on a screen": {Names: names, Short: true},
	}
}

// requireText fails unless a text is one for players: not empty, without an address whose name is known, and without
// the words of libraries.
func requireText(t *testing.T, words, of string) {
	t.Helper()
	require.NotEmpty(t, words, of)
	for _, foreign := range []string{
		"ship1", "codespace", "rpc error", "failed to execute message", "UNSPECIFIED", "_", "%!", "  ", "<nil>", "uanchor",
		"at sea", "ashore",
	} {
		require.NotContains(t, words, foreign, of)
	}
	require.Equal(t, strings.TrimSpace(words), words, of)
}

// stake and fee are what the games of these tests are played for.
var (
	stake = sdk.NewInt64Coin("uanchor", 5_000_000)
	fee   = sdk.NewInt64Coin("uanchor", 21_210_000)
	paid  = types.Terms{Stake: &stake, Fee: &fee, HouseShareBps: 250}
)

// TestEveryObligationHasWords walks all that a duel can wait for, for each reader.
func TestEveryObligationHasWords(t *testing.T) {
	for who, v := range voices() {
		for phase, name := range types.Phase_name {
			for owed := range types.Obligation_name {
				for second := range types.SecondClaim_name {
					for _, offChain := range []bool{false, true} {
						for left := range int64(2) {
							n := &types.QueryNextActionResponse{
								Phase: types.Phase(phase), Obligation: types.Obligation(owed), Second: types.SecondClaim(second),
								Player: alice, Players: []string{alice, bob}, Target: "B7", Deadline: 90, BlocksLeft: left,
								SecondsLeft: left, OffChain: offChain,
							}
							requireText(t, v.Next(n), fmt.Sprint(who, ", ", name, ", ", n.Obligation, ", ", n.Second))
							n.Invited = []string{bob}
							requireText(t, v.Next(n), name)
							n.Withdrawn = true
							requireText(t, v.Next(n), name)
						}
					}
				}
			}
		}
		for number, name := range types.Obligation_name {
			requireText(t, text.Owed(game.Obligation(number), ""), name)
		}
	}
}

// TestEveryStageOfAMeleeHasWords walks all that a melee can wait for, for each reader.
func TestEveryStageOfAMeleeHasWords(t *testing.T) {
	for who, v := range voices() {
		for stage, name := range types.Stage_name {
			if types.Stage(stage) == types.STAGE_UNSPECIFIED {
				continue
			}
			for _, owed := range [][]types.Owed{{{Player: alice}}, {{Player: bob}, {Seat: 1, Player: alice}, {Player: carol}}} {
				n := &types.QueryNextActionResponse{
					Stage: types.Stage(stage), Round: 3, Owed: owed, Players: []string{alice, bob}, Deadline: 90, BlocksLeft: 3,
					SecondsLeft: 9, Vacant: 1, Volley: 2, Proven: true,
				}
				requireText(t, v.Next(n), who+", "+name)
				n.Invited, n.Vacant = []string{carol, alice}, 2
				requireText(t, v.Next(n), who+", "+name)
				n.Withdrawn = true
				requireText(t, v.Next(n), who+", "+name)
			}
		}
	}
}

// TestEveryEndingHasWords walks all ways in which games end, for each reader.
func TestEveryEndingHasWords(t *testing.T) {
	for who, v := range voices() {
		for reason, name := range types.Reason_name {
			requireText(t, text.Reason(game.Reason(reason)), name)
			require.Equal(t, game.Reason(reason) == game.ReasonNone,
				text.Reason(game.Reason(reason)) == text.Reason(game.ReasonNone), name)
			requireText(t, v.EndOfPlay(game.Reason(reason), alice, bob), name)
			for winner := range types.Seat_name {
				for _, reward := range []uint64{0, 42_000_000} {
					requireText(t, v.Result(types.Result{
						GameId: 4, Players: []string{alice, bob}, Winner: types.Seat(winner), Reason: types.Reason(reason),
						Reward: reward,
					}), who+", "+name)
				}
			}
		}
		for standing, name := range types.SeatStanding_name {
			requireText(t, v.Lost(alice, melee.Standing(standing), 3), name)
			requireText(t, text.Standing(melee.Standing(standing)), name)
		}
		for cause, name := range types.CancelCause_name {
			requireText(t, text.Cancelled(game.CancelCause(cause)), name)
			if cause != 0 {
				duel := game.CancelCause(cause) <= game.CancelDeclined
				require.Equal(t, duel, text.Cancelled(0) != text.Cancelled(game.CancelCause(cause)), name)
				require.NotEqual(t, text.MeleeCancelled(0), text.MeleeCancelled(melee.CancelCause(cause)), name)
			}
			requireText(t, text.MeleeCancelled(melee.CancelCause(cause)), name)
		}
		for winners := range uint32(8) {
			requireText(t, v.MeleeResult(types.MeleeResult{Rounds: winners, Winners: winners, Places: []types.MeleePlace{
				{Player: alice, Rank: 1}, {Player: bob, Rank: 2}, {Player: carol, Rank: 3},
			}}), who)
		}
	}
}

// TestEveryReasonToWithholdARewardHasWords walks the reasons, of which no two have the same words.
func TestEveryReasonToWithholdARewardHasWords(t *testing.T) {
	said := make(map[string]types.Withheld)
	for number, name := range types.Withheld_name {
		why := types.Withheld(number)
		words := text.Withheld(why)
		require.Equal(t, why == types.WITHHELD_NONE, words == "", name)
		require.NotContains(t, said, words, name)
		said[words] = why
	}
}

// TestEveryActHasWords walks all acts before they are signed and after they are done, for each reader.
func TestEveryActHasWords(t *testing.T) {
	r, tile, first := game.Classic(), game.Tile(16), game.Creator
	account := &text.Account{Terms: paid, Share: types.Share{Pot: &stake, FeeBurned: &fee, Reward: 42_000_000}}
	coins := sdk.NewCoins(stake)
	results := []text.Result{
		nil,
		text.Entered{Paid: coins, Joined: true, Opponent: bob, Rating: 1200, Dropped: carol},
		text.Entered{},
		text.Moved{First: &first, Answer: &game.Answer{Hit: true}, Shot: &tile},
		text.Moved{NotFired: &tile},
		text.Claimed{Account: account, LoserReward: stake},
		text.Claimed{Until: 9},
		text.Returned{Back: coins, Creator: bob},
		text.Returned{Until: 9},
		text.Submitted{WasOffChain: true, AsJoined: true},
		text.Submitted{WasOffChain: true},
		text.Submitted{NoResponse: true},
		text.Delegated{Delegate: carol},
		text.Delegated{},
		text.Seated{Seats: 4, Paid: coins, Dropped: carol},
		text.Aimed{Round: 1, OwnShip: true},
		text.Fired{Round: 1},
		text.Reported{Round: 1, Volley: game.Set{}.With(3), Hits: game.Set{}.With(3), Sunk: true},
		text.Reported{Volley: game.Set{}.With(3)},
		text.MeleeClaimed{Until: 9},
		text.MeleeClaimed{Account: account},
		text.MeleeLeft{Until: 9},
		text.MeleeLeft{Back: coins},
		text.MeleeLeft{},
	}
	for who, v := range voices() {
		for _, act := range text.Acts() {
			for _, result := range results {
				requireText(t, v.Done(act, r, first, result), fmt.Sprintf("%s, %s, %T", who, act, result))
			}
			for _, terms := range []types.Terms{{}, paid, {Casual: true}} {
				for _, kind := range []text.Kind{text.Duel, text.Melee} {
					i := text.Intent{
						Act: act, GameID: 4, Ruleset: r, Kind: kind, Players: []string{bob}, Terms: terms,
						Params: types.DefaultParams(), TurnBlocks: 60, ClaimBlocks: 90, Deposit: coins,
						Move: text.Moved{Shot: &tile}, Target: "B7", Round: 2, Tiles: 3,
						Coins: coins, Delegate: carol, Claims: kind == text.Melee,
					}
					if kind == text.Melee {
						i.Seats, i.Fees, i.AllowedUntil = 4, coins, time.Unix(1e9, 0)
					}
					requireText(t, v.Label(i), string(act))
					require.NotContains(t, v.Label(i), "-", string(act))
					requireText(t, v.Question(i), string(act))
				}
			}
		}
	}
}

// TestEveryRefusalHasARemedy walks the registered errors of the module, and those of the SDK that a player can meet.
func TestEveryRefusalHasARemedy(t *testing.T) {
	said := make(map[string]*errors.Error)
	refusal := func(kind *errors.Error) {
		words := text.Refusal(kind.Codespace(), kind.ABCICode())
		requireText(t, words, kind.Error())
		require.NotContains(t, words, kind.Codespace(), kind.Error())
		said[words] = kind
	}
	require.GreaterOrEqual(t, lastCode(), types.ErrBegun.ABCICode())
	for code := uint32(2); code <= lastCode(); code++ {
		kind := errors.ABCIError(types.ModuleName, code, "")
		require.Error(t, kind)
		words := text.Refusal(types.ModuleName, code)
		requireText(t, words, fmt.Sprint("code ", code))
	}
	for _, kind := range []*errors.Error{
		sdkerrors.ErrInsufficientFunds, sdkerrors.ErrInsufficientFee, sdkerrors.ErrWrongSequence, sdkerrors.ErrOutOfGas,
		sdkerrors.ErrTxTooLarge, sdkerrors.ErrTxTimeoutHeight, sdkerrors.ErrTxTimeout, sdkerrors.ErrUnauthorized,
		sdkerrors.ErrMempoolIsFull, sdkerrors.ErrUnknownAddress, sdkerrors.ErrInvalidGasLimit,
	} {
		refusal(kind)
	}
	require.Empty(t, text.Refusal("another", 2))
}

// lastCode returns the last code that the module has registered. Its codes have no gap.
func lastCode() uint32 {
	last := uint32(1)
	for isRegistered(last + 1) {
		last++
	}
	return last
}

// isRegistered reports whether the module has registered a code. Of such a code there is one error; of another code
// each error is new.
func isRegistered(code uint32) bool {
	kind := func() error {
		err := errors.ABCIError(types.ModuleName, code, "log")
		for {
			wrapped, ok := err.(interface{ Unwrap() error })
			if !ok || wrapped.Unwrap() == nil {
				return err
			}
			err = wrapped.Unwrap()
		}
	}
	first, second := reflect.ValueOf(kind()), reflect.ValueOf(kind())
	return first.Pointer() == second.Pointer()
}

// TestAnotherReaderAnotherWord gives the same value to three readers.
func TestAnotherReaderAnotherWord(t *testing.T) {
	n := &types.QueryNextActionResponse{
		Phase: types.PHASE_TOSS, Obligation: types.OBLIGATION_TOSS_REVEAL, Player: alice, Players: []string{alice, bob},
		Deadline: 120, BlocksLeft: 60, SecondsLeft: 60,
	}
	for want, v := range map[string]text.Voice{
		"your turn: the coin toss, by block 120 (1m left)":       {You: alice, Names: names},
		"alice's turn: the coin toss, by block 120 (1m left)":    {You: bob, Names: names},
		"alice's turn: the coin toss (1m left)":                  {Names: names, Short: true},
		"ship1alic..aaaa's turn: the coin toss (1m left)":        {Short: true},
		alice + "'s turn: the coin toss, by block 120 (1m left)": {},
	} {
		require.Equal(t, want, v.Next(n))
	}
	short := text.Voice{Names: names, Short: true}
	require.Equal(t, "Alice's turn: the coin toss (1m left).", text.Sentence(short.Next(n)))
	require.Equal(t, alice+" waits.", text.Sentence(alice+" waits"))
}

// TestTheWordsOfSecondClaims has each player read what the other one's board decides.
func TestTheWordsOfSecondClaims(t *testing.T) {
	n := &types.QueryNextActionResponse{
		Phase: types.PHASE_CLAIM, Obligation: types.OBLIGATION_CLAIM, Player: alice, Players: []string{alice, bob},
		Deadline: 9, BlocksLeft: 1, Second: types.SECOND_CLAIM_OPEN,
	}
	const owed = "alice's turn: the proof of the board, by block 9"
	toBob := text.Voice{You: bob, Names: names}
	require.Equal(t, owed+"; you can still prove your board, which comes first", toBob.Next(n))
	n.Second = types.SECOND_CLAIM_PROVEN
	require.Equal(t, owed+"; else bob wins by the board already proven", text.Voice{Names: names}.Next(n))
}

// The lobby cut "you and bob play off-chain; unless a state is submitted by ..." in the middle of a word.
func TestRegressionAnOffChainGameIsShortInTheLobby(t *testing.T) {
	n := &types.QueryNextActionResponse{Phase: types.PHASE_TOSS, OffChain: true, Players: []string{bob, alice}}
	require.Equal(t, "played off-chain", text.Voice{Short: true}.Next(n))
}

// TestAGameInALine writes lines of a list of games.
func TestAGameInALine(t *testing.T) {
	for want, g := range map[string]types.GameSummary{
		"waiting for an opponent until block 90": {Phase: types.PHASE_OPEN},
		"you and bob play off-chain; unless a state is submitted by block 90, the game starts again on-chain": {
			Phase: types.PHASE_TOSS, Channel: true, OffChain: true, Players: []string{bob, alice},
		},
		"your turn: the shot, by block 90": {Phase: types.PHASE_PLAY, Owes: types.OBLIGATION_SHOT, Actor: alice},
	} {
		g.Id, g.RulesetId, g.Deadline = 4, 2, 90
		require.Equal(t, "game 4 (xaya, no stake, no fee): "+want, text.Voice{You: alice, Names: names}.Unfinished(g))
	}
}

// TestNothingOfOthersReachesATerminalUnfiltered cleans sequences for terminals and reversed text.
func TestNothingOfOthersReachesATerminalUnfiltered(t *testing.T) {
	for dirty, clean := range map[string]string{
		"alice":                           "alice",
		"two\nlines":                      "two\nlines",
		"\x1b]0;owned\x07":                "\uFFFD]0;owned\uFFFD",
		"\x1b[2Jcleared":                  "\uFFFD[2Jcleared",
		"c1 \u009b31m":                    "c1 \uFFFD31m",
		"del \x7f, bell \a, return \r":    "del \uFFFD, bell \uFFFD, return \uFFFD",
		"reversed \u202egpj.exe":          "reversed \uFFFDgpj.exe",
		"isolated \u2066x\u2069":          "isolated \uFFFDx\uFFFD",
		"no text \xff\x9b":                "no text \uFFFD\uFFFD",
		"names in other writings: Аня, 愛": "names in other writings: Аня, 愛",
	} {
		require.Equal(t, clean, text.Clean(dirty))
	}
	require.Equal(t, "a; b", text.OneLine("a\nb."))
}
