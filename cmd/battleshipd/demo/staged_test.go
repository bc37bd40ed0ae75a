package demo_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cosmossdk.io/math"

	"github.com/battleship-chain/battleship/cmd/battleshipd/demo"
)

func TestAStagedGameCountsOnlyIfItWasPaidAsPromised(t *testing.T) {
	t.Parallel()
	standing := func(name string, uship int64) demo.Standing {
		return demo.Standing{Name: name, Shipcoin: math.NewInt(uship)}
	}
	ended := func(winner, reason string, players ...demo.Standing) demo.Summary {
		return demo.Summary{Ruleset: "classic", Winner: winner, Reason: reason, Players: players}
	}
	proven := func(boards, answers, verified int, kinds ...demo.Kind) demo.Summary {
		s := ended(bob, "sunk", standing(alice, 420_000), standing(bob, 42_000_000))
		s.Players[0].Shots, s.Players[1].Shots = 40, 41
		s.Ruleset, s.Kinds = "classic-zk", kinds
		s.Proofs = &demo.Proofs{Boards: boards, Answers: answers, Verified: verified}
		return s
	}
	unproven := ended(bob, "sunk", standing(alice, 420_000), standing(bob, 42_000_000))
	unproven.Ruleset = "classic-zk"
	needless := ended(bob, "sunk", standing(alice, 420_000), standing(bob, 42_000_000))
	needless.Proofs = &demo.Proofs{Verified: 1}
	loser, winner := standing(alice, 420_000), standing(bob, 42_000_000)
	tests := map[string]struct {
		summary demo.Summary
		says    string // empty if all is well
	}{
		"paid as promised": {
			summary: ended(bob, "sunk", loser, winner),
		},
		"proven to its end": {
			summary: proven(2, 81, 83),
		},
		"a board that was not proven": {
			summary: proven(1, 81, 82),
			says:    "expected proofs of 2 boards and 81 answers, all of them verified, got 1, 81 and 82",
		},
		"an answer that was not proven": {
			summary: proven(2, 80, 82),
			says:    "got 2, 80 and 82",
		},
		"a proof that is in no block": {
			summary: proven(2, 81, 82),
			says:    "got 2, 81 and 82",
		},
		"nothing proven": {
			summary: unproven,
			says:    "expected proofs of both boards and of 0 answers, got none",
		},
		"a claim where there is nothing to claim": {
			summary: proven(2, 81, 83, demo.Kind{Name: "MsgClaimWin", Txs: 1}),
			says:    "expected no claim in classic-zk, got 1",
		},
		"proofs where nothing is proven": {
			summary: needless,
			says:    "expected no proofs in classic, got 1",
		},
		"ended by a timeout": {
			summary: ended(bob, "timeout", loser, winner),
			says:    "expected a winner by sunk, got bob by timeout",
		},
		"nobody won": {
			summary: ended("nobody", "sunk", loser, winner),
			says:    "expected bob to hold 420000uship",
		},
		"the winner got less": {
			summary: ended(bob, "sunk", loser, standing(bob, 41_999_999)),
			says:    "expected bob to hold 42000000uship, but the bank says 41999999uship",
		},
		"the loser got nothing": {
			summary: ended(bob, "sunk", standing(alice, 0), winner),
			says:    "expected alice to hold 420000uship, but the bank says 0uship",
		},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			err := tc.summary.Check()
			if tc.says == "" {
				require.NoError(t, err)
				return
			}
			require.ErrorContains(t, err, tc.says)
		})
	}
}
