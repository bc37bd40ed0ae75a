package battleship

import (
	autocliv1 "cosmossdk.io/api/cosmos/autocli/v1"

	"github.com/battleship-chain/battleship/x/battleship/types"
)

// AutoCLIOptions describes the queries that the command line makes by itself. The queries that draw or put something
// in words for people, and all transactions, which need the player's secrets, are written by hand; params are changed
// by governance.
func (AppModule) AutoCLIOptions() *autocliv1.ModuleOptions {
	return &autocliv1.ModuleOptions{
		Query: &autocliv1.ServiceCommandDescriptor{
			Service:              types.Query_serviceDesc.ServiceName,
			Short:                "Query games of Battleship",
			EnhanceCustomCommand: true,
			RpcCommandOptions: []*autocliv1.RpcCommandOptions{
				{RpcMethod: "Game", Skip: true},
				{RpcMethod: "NextAction", Skip: true},
				{
					RpcMethod: "Games",
					Use:       "games",
					Short:     "List unfinished games, of one phase or one player if asked",
					Example:   "battleshipd query battleship games --phase open",
				},
				{
					RpcMethod:      "Player",
					Use:            "player ADDRESS",
					Short:          "Show what the chain keeps of a player, and its unfinished games",
					PositionalArgs: []*autocliv1.PositionalArgDescriptor{{ProtoField: "address"}},
				},
				{
					RpcMethod: "Rewards",
					Use:       "rewards",
					Short:     "Show how much Shipcoin was minted, what is left and what the next game pays",
				},
				{
					RpcMethod:      "Result",
					Use:            "result ID",
					Short:          "Show how a game has ended",
					PositionalArgs: []*autocliv1.PositionalArgDescriptor{{ProtoField: "game_id"}},
				},
				{
					RpcMethod: "Results",
					Use:       "results",
					Short:     "List finished games",
				},
				{
					RpcMethod: "Params",
					Use:       "params",
					Short:     "Show the params",
				},
			},
		},
	}
}
