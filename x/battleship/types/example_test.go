package types_test

import (
	"fmt"

	"github.com/cosmos/gogoproto/proto"

	"github.com/battleship-chain/battleship/x/battleship/types"
)

// The events of a game rebuild it, block by block, without a query of the chain's state.
func ExampleReplay() {
	const alice, bob = "ship1alice", "ship1bob"
	replay, err := types.NewReplay(&types.EventGameCreated{
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
		if err := replay.Apply(e.event, e.height); err != nil {
			fmt.Println(err)
			return
		}
	}
	state := replay.State()
	fmt.Println(replay.Players()[state.Actor], "owes", state.Owes, "by block", state.Deadline)
	fmt.Println("hits on the creator's board:", state.Sides[0].Hits.Len())
	// Output:
	// ship1alice owes shot by block 715
	// hits on the creator's board: 1
}
