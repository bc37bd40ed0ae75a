// The position of an off-chain game: by the chain, and by the newest state that a player can prove.

import { BadAnswer } from "../../chain/errors.js";
import { Channel } from "../../channel/channel.js";
import { type ChainState, counts, type Newest } from "../../channel/policy.js";
import type { State } from "../../channel/state.js";
import { type Chain, proverOf } from "../../game/chain.js";
import { bindingOf } from "../../game/hand.js";
import { SecondClaim } from "../../gen/battleship/v1/battleship_pb.js";
import { boardOf, inPlay, owedNames, type SeatIndex, seatIndex, type View } from "./view.js";

/** channelOf is the off-chain game of a view, which is proven. */
export function channelOf(chain: Chain, view: View): Channel {
  const { game, ruleset } = view;
  const seat = (index: SeatIndex) => {
    const { address, channel, board } = game.participants[index] ?? {};
    if (!address || !channel || !board) {
      throw new BadAnswer("The node does not show the keys of this off-chain game. Ask another node.");
    }
    const binding = bindingOf(chain, address, board.nonce, ruleset);
    return { key: channel.key, binding, board: boardOf(view, index), fleetHash: board.commitment };
  };
  return new Channel({
    gameId: view.id,
    ruleset: view.ruleset,
    joinedHeight: game.joinedHeight,
    turnBlocks: game.turnBlocks,
    claimBlocks: game.claimBlocks,
    provenClaims: game.terms?.provenClaims ?? false,
    first: seatIndex(game.first),
    toss: game.toss,
    seats: [seat(0), seat(1)],
    proves: async (check) => (await (await proverOf(chain)).fault([check])) === undefined,
  });
}

/** chainState is the chain's state of a game, as the table of duties has it. */
export function chainState({ ruleset, game, progress: p, ...view }: View): ChainState {
  const state: State = {
    ruleset,
    turnBlocks: game.turnBlocks,
    claimBlocks: game.claimBlocks,
    provenClaims: game.terms?.provenClaims ?? false,
    phase: view.phase,
    owes: p.owes,
    actor: view.actor ?? 0,
    first: seatIndex(p.first) ?? 0,
    deadline: view.deadline,
    pending: view.pending,
    reason: view.reason,
    second: view.secondClaim,
    sides: view.sides,
  };
  return { state, offChain: view.offChain, responded: view.responded };
}

/** overlaid is a game by the newest state that the player of a seat can prove, if that counts in place of the chain's. */
export function overlaid(chain: View, newest: Newest, me: SeatIndex): View {
  const view = { ...chain, under: chain };
  if (!inPlay(chain) || !counts(chainState(chain), newest, me)) {
    return view;
  }
  const { phase, owes, actor, pending, reason, sides } = newest.state;
  const shown = { phase, owes: owedNames[owes], actor, pending, reason, sides };
  return { ...view, ...shown, secondClaim: SecondClaim.NONE };
}
