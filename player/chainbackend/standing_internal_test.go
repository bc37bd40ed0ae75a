package chainbackend

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/x/battleship/types"
)

func TestTheRatingBeforeAGameIsThatOfTheLastRatedOne(t *testing.T) {
	ended := func(ratings ...uint32) types.FinishedGame {
		return types.FinishedGame{Duel: &types.EventGameOver{
			Ratings: ratings, Result: types.Result{Players: []string{"bob", "alice"}},
		}}
	}
	melee, casual := types.FinishedGame{Melee: &types.EventMeleeOver{}}, ended()
	for name, tc := range map[string]struct {
		earlier types.QueryFinishedResponse
		want    string
	}{
		"the last rated game": {types.QueryFinishedResponse{
			Games: []types.FinishedGame{melee, casual, ended(1300, 1250), ended(1290, 1260)}, NextKey: []byte{1},
		}, "1250"},
		"none before":          {types.QueryFinishedResponse{Games: []types.FinishedGame{melee, casual}}, "1200"},
		"not among those read": {types.QueryFinishedResponse{Games: []types.FinishedGame{casual}, NextKey: []byte{1}}, ""},
	} {
		require.Equal(t, tc.want, ratingIn(&tc.earlier, "alice"), name)
	}
}
