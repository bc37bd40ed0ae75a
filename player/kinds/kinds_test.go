package kinds_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/player/kinds"
	"github.com/battleship-chain/battleship/player/playertest"
	"github.com/battleship-chain/battleship/player/session"
	meleesession "github.com/battleship-chain/battleship/player/session/melee"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/testutil/chain"
)

// A game is of the same kind before and after its end, and an unknown id is taken for the first kind.
func TestOfFindsGamesBeforeAndAfterTheirEnd(t *testing.T) {
	t.Parallel()
	w := playertest.NewWithShortClaims(t)
	running, ended := w.Created(game.Classic()), w.Ended(1)[0]
	won, fought := w.MeleeInRound(chain.Alice, chain.Bob), w.FullMelee(chain.Alice, chain.Bob)
	_, err := meleesession.Open(w.Player(chain.Bob), won).Concede(t.Context())
	require.NoError(t, err)
	_, err = meleesession.Open(w.Player(chain.Alice), won).Claim(t.Context())
	require.NoError(t, err)
	for id, want := range map[uint64]text.Kind{
		running: text.Duel, ended: text.Duel, fought: text.Melee, won: text.Melee, 99: text.Duel,
	} {
		k, err := kinds.Of(t.Context(), w.Client(chain.Alice), id)
		require.NoError(t, err)
		require.Equal(t, want, k.Kind, "game %d", id)
		require.Equal(t, id, k.Open(w.Player(chain.Alice), id).Shared().GameID())
	}
	duels := kinds.All[text.Duel]
	found, err := duels.Find(t.Context(), w.Client(chain.Alice), ended)
	require.NoError(t, err)
	require.Equal(t, session.EndedGame, found)
	found, err = kinds.All[text.Melee].Find(t.Context(), w.Client(chain.Alice), ended)
	require.NoError(t, err)
	require.Equal(t, session.NoGame, found, "a duel is no melee")
}

func TestRulesetsAreOfOneKindAlone(t *testing.T) {
	for _, want := range append(game.Rulesets(), melee.Ruleset()) {
		r, err := kinds.RulesetByID(want.ID)
		require.NoError(t, err)
		require.Equal(t, want.Name, r.Name)
	}
	for i, k := range kinds.All {
		require.EqualValues(t, i, k.Kind, "its place in the list")
	}
	r, err := kinds.RulesetByID(99)
	require.ErrorIs(t, err, game.ErrRuleset)
	require.Nil(t, r)
}
