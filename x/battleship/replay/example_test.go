package replay_test

import (
	"fmt"

	"github.com/cosmos/gogoproto/proto"

	"github.com/battleship-chain/battleship/x/battleship/replay"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// The events of a game rebuild it, block by block, without a query of the chain's state.
func ExampleDuel() {
	const alice, bob = "ship1alice", "ship1bob"
	duel, err := replay.NewDuel(&types.EventGameCreated{
		GameId: 7, Creator: alice, RulesetId: 1, TurnBlocks: 600, ClaimBlocks: 1200, Deadline: 500,
		Participant: types.Participant{Address: alice},
	}, 100)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, e := range []struct {
		height int64
		event  proto.Message
	}{
		{110, &types.EventGameJoined{GameId: 7, Creator: alice, Joiner: bob, Participant: types.Participant{Address: bob}}},
		{111, &types.EventTossOpened{GameId: 7, First: types.SEAT_JOINER}},
		{112, &types.EventShotFired{GameId: 7, Player: bob, Target: "B7"}},
		{115, &types.EventShotAnswered{GameId: 7, Player: alice, Target: "B7", Hit: true}},
	} {
		if err := duel.Apply(e.event, e.height); err != nil {
			fmt.Println(err)
			return
		}
	}
	state := duel.State()
	fmt.Println(duel.Players()[state.Actor], "owes", state.Owes, "by block", state.Deadline)
	fmt.Println("hits on the creator's board:", state.Sides[0].Hits.Len())
	// Output:
	// ship1alice owes shot by block 715
	// hits on the creator's board: 1
}
