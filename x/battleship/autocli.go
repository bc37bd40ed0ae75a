package battleship

import (
	autocliv1 "cosmossdk.io/api/cosmos/autocli/v1"

	"github.com/battleship-chain/battleship/x/battleship/types"
)

// AutoCLIOptions describes the queries for clients that derive commands from a chain's own description: a node serves
// it under cosmos.autocli.v1.Query. The program's own commands are written by hand, and override derived ones of the
// same name. There are no transactions, for they need the player's secrets.
func (AppModule) AutoCLIOptions() *autocliv1.ModuleOptions {
	return &autocliv1.ModuleOptions{
		Query: &autocliv1.ServiceCommandDescriptor{
			Service:              types.Query_serviceDesc.ServiceName,
			Short:                "Query games of Battleship",
			EnhanceCustomCommand: true,
			RpcCommandOptions: []*autocliv1.RpcCommandOptions{
				{
					RpcMethod:      "Game",
					Use:            "game ID",
					Short:          "Show an unfinished game",
					PositionalArgs: []*autocliv1.PositionalArgDescriptor{{ProtoField: "game_id"}},
				},
				{
					RpcMethod:      "NextAction",
					Use:            "next-action ID",
					Short:          "Show who owes what in a game, and until when",
					PositionalArgs: []*autocliv1.PositionalArgDescriptor{{ProtoField: "game_id"}},
				},
				{
					RpcMethod: "Games",
					Use:       "games",
					Short:     "List unfinished games, of one phase or one player if asked",
					Example:   "battleshipd query battleship games --phase open",
				},
				{
					RpcMethod: "OpenGames",
					Use:       "open-games",
					Short:     "List games that wait for an opponent, of one ruleset, stake, clock and range of ratings if asked",
					Example:   "battleshipd query battleship open-games --stake 5000000uship",
				},
				{
					RpcMethod: "Leaderboard",
					Use:       "leaderboard",
					Short:     "List the rated players, best first",
				},
				{
					RpcMethod:      "Rank",
					Use:            "rank ADDRESS",
					Short:          "Show where a player stands on the leaderboard, among its neighbours",
					PositionalArgs: []*autocliv1.PositionalArgDescriptor{{ProtoField: "address"}},
				},
				{
					RpcMethod:      "Unpaid",
					Use:            "unpaid ADDRESS",
					Short:          "Show what an account can withdraw, because it could not be paid when it was due",
					PositionalArgs: []*autocliv1.PositionalArgDescriptor{{ProtoField: "address"}},
				},
				{
					RpcMethod: "Escrow",
					Use:       "escrow",
					Short:     "Show what the module holds for others",
				},
				{
					RpcMethod:      "Player",
					Use:            "player ADDRESS",
					Short:          "Show what the chain keeps of a player, and its unfinished games",
					PositionalArgs: []*autocliv1.PositionalArgDescriptor{{ProtoField: "address"}},
				},
				{
					RpcMethod:      "Names",
					Use:            "names ADDRESS...",
					Short:          "Show the names of accounts",
					PositionalArgs: []*autocliv1.PositionalArgDescriptor{{ProtoField: "addresses", Varargs: true}},
				},
				{
					RpcMethod:      "NameOwner",
					Use:            "name-owner NAME",
					Short:          "Show the account that has a name",
					PositionalArgs: []*autocliv1.PositionalArgDescriptor{{ProtoField: "name"}},
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
					RpcMethod:      "Melee",
					Use:            "melee ID",
					Short:          "Show an unfinished melee with all boards as publicly known",
					PositionalArgs: []*autocliv1.PositionalArgDescriptor{{ProtoField: "game_id"}},
				},
				{
					RpcMethod: "Melees",
					Use:       "melees",
					Short:     "List unfinished melees, of one stage or one player if asked",
				},
				{
					RpcMethod: "OpenMelees",
					Use:       "open-melees",
					Short:     "List melees that anybody may join, or to which --opponent is invited",
				},
				{
					RpcMethod:      "MeleeResult",
					Use:            "melee-result ID",
					Short:          "Show how a melee has ended",
					PositionalArgs: []*autocliv1.PositionalArgDescriptor{{ProtoField: "game_id"}},
				},
				{
					RpcMethod: "MeleeResults",
					Use:       "melee-results",
					Short:     "List finished melees",
				},
				{
					RpcMethod: "ProofKeys",
					Use:       "proof-keys",
					Short:     "Show the hashes of the keys with which the node verifies proofs",
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
