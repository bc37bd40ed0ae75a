// The duties of an honest player of an off-chain game: the table of docs/channels.md, which player/channelpolicy has as
// code. It is a pure function; the vectors of that package hold it.

import { Phase, Reason, SecondClaim } from "../gen/battleship/v1/battleship_pb.js";
import { claims, inPlay, otherSeat, progress, type Seat, type State } from "./state.js";

/** ChainState is the chain's state of an off-chain game. */
export interface ChainState {
  readonly state: State;
  readonly offChain: boolean;
  /** responded are the players who have submitted a state or moved since the game came on-chain. */
  readonly responded: readonly Seat[];
}

/** Newest is the newest state that a player can prove. */
export interface Newest {
  readonly state: State;
  /** base is the state before it. It counts only if the state is the player's own surrender. */
  readonly base: State;
  /** agreed means that both players have signed the state itself. */
  readonly agreed: boolean;
  /** unsure means that the player may have signed states that it does not know. */
  readonly unsure: boolean;
}

export type Duty =
  | "wait"
  | "play"
  | "resend"
  | "submit"
  | "submit base"
  | "submit move"
  | "move"
  | "claim"
  | "claim with proof";

/** pending reports whether the newest state is the player's own surrender, which the opponent has not agreed to. */
export const pending = ({ state, agreed }: Newest, me: Seat): boolean =>
  !inPlay(state) && state.reason === Reason.CONCEDED && state.actor !== me && !agreed;

const wonBy = ({ state }: Newest, me: Seat): boolean => !inPlay(state) && state.actor === me;

/** close ends a game that is won. An unsure player shows no board before play has ended on-chain. */
const close = ({ state, unsure }: Newest): Duty => (claims(state) && !unsure ? "claim with proof" : "submit");

/** decide returns the next act of a player. A mute one must sign nothing off-chain any more. */
export function decide(x: ChainState, n: Newest, me: Seat, outOfPatience: boolean, mute: boolean): Duty {
  if (x.offChain) {
    return offChain(n, me, outOfPatience, mute);
  }
  const { phase, actor, second } = x.state;
  if (phase === Phase.CLAIM && (actor === me || second === SecondClaim.OPEN)) {
    return "claim";
  }
  if (!inPlay(x.state)) {
    return "wait";
  }
  if (counts(x, n, me)) {
    return onChain(x, n, me);
  }
  return actor === me ? "move" : "wait";
}

function offChain(n: Newest, me: Seat, outOfPatience: boolean, mute: boolean): Duty {
  if (wonBy(n, me)) {
    return close(n);
  }
  if (inPlay(n.state) && n.state.actor === me) {
    return n.unsure ? "submit" : mute ? "submit move" : "play";
  }
  if (!outOfPatience && !mute && !n.unsure) {
    return "resend";
  }
  return pending(n, me) ? "submit base" : "submit";
}

/** countsBase reports whether the state before the newest one counts in its place: that is the player's own surrender, which the
 * opponent has not agreed to, and the opponent has not responded on-chain. */
export const countsBase = (x: Pick<ChainState, "responded">, n: Newest, me: Seat): boolean =>
  pending(n, me) && !x.responded.includes(otherSeat(me));

/** counts reports whether the newest state counts in place of the chain's: the game is off-chain, or the newest state has made more
 * progress. The player's own surrender counts no more once the state before it is on-chain, unless the opponent has responded there:
 * then the player moves on-chain. */
export function counts(x: ChainState, n: Newest, me: Seat): boolean {
  const newest = countsBase(x, n, me) ? n.base : n.state;
  return x.offChain || progress(newest) > progress(x.state);
}

/** onChain returns the duty about a state that is newer than the chain's and counts. */
function onChain(x: ChainState, n: Newest, me: Seat): Duty {
  if (wonBy(n, me)) {
    return close(n);
  }
  if (countsBase(x, n, me)) {
    return "submit base";
  }
  return inPlay(n.state) && n.state.actor === me && !n.unsure ? "submit move" : "submit";
}
