// The chain's rule for a submitted state, for the chain of these tests: the recorded verdicts of game/channel hold it.

import { Refusal } from "../../src/chain/errors.js";
import type { Channel } from "../../src/channel/channel.js";
import type { ChainState } from "../../src/channel/policy.js";
import { inPlay, progress, restart, type Seat } from "../../src/channel/state.js";
import { signaturesOf } from "../../src/channel/update.js";
import { Reason, type StateProof } from "../../src/gen/battleship/v1/battleship_pb.js";

const refuse = (code: number) => new Refusal("battleship", code);

/** submit returns the chain's state after a proof was submitted at a height, by a player or a third party. */
export async function submit(
  channel: Channel,
  { state, offChain, responded }: ChainState,
  sender: Seat | undefined,
  proof: StateProof,
  height: bigint,
): Promise<ChainState> {
  if (offChain && sender === undefined) {
    throw refuse(2);
  }
  if (height < channel.initial.deadline - channel.initial.turnBlocks + 1n) {
    throw refuse(20); // the block of the join
  }
  if (!inPlay(state)) {
    throw refuse(19);
  }
  if (!offChain && height > state.deadline) {
    throw refuse(21);
  }
  const base = channel.decode(proof.state);
  const said = proof.move ? channel.said(base, proof.move) : base;
  if (!offChain && progress(said) <= progress(state)) {
    throw refuse(43);
  }
  const winner = said.actor;
  const mover = proof.move && base.actor;
  const agreed = winner === sender || (mover !== winner && !proof.move && signaturesOf(proof)[winner].length > 0);
  if (said.reason === Reason.CONCEDED && !agreed && !responded.includes(winner)) {
    await channel.judge(proof, sender); // an incomplete proof is refused for that
    throw refuse(44);
  }
  const judged = (await channel.judge(proof, sender)).state;
  const next = sender === undefined ? responded : [...new Set([...responded, sender])].sort();
  return { state: restart(judged, height), offChain: false, responded: next };
}
