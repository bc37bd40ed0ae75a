// A rematch, offered or accepted: which of the two is for the chain to say.

import { NotFound, Refusal, Told } from "../chain/errors";
import type { Coin } from "../chain/tx";
import type { Result } from "../gen/battleship/v1/battleship_pb";
import { Phase } from "../gen/battleship/v1/battleship_pb";
import { randomFleet } from "../rules/fleet";
import type { Wallet } from "../wallet/wallet";
import { type Entered, enter, type Wish } from "./enter";
import { type Chain, Ended, look, type OnStage, rulesetOf } from "./session";
import { seatOf } from "./view";

/** Again is what the ended game was played for, and so is the next one. */
export interface Again {
  readonly casual: boolean;
  readonly stake?: Coin | undefined;
}

function sameCoin(a: Coin | undefined, b: Coin | undefined): boolean {
  return a?.denom === b?.denom && a?.amount === b?.amount;
}

/** rematchWish is how a player enters the rematch of an ended game; its number, if it is to be looked at: the player is in it, it has
 * begun, or it is for another stake. */
export async function rematchWish(
  chain: Chain,
  me: string,
  result: Result,
  next: bigint,
  again: Again,
): Promise<Wish | bigint> {
  const ruleset = rulesetOf(result.rulesetId);
  const opponent = result.players.find((player) => player !== me);
  if (!result.players.includes(me) || !opponent) {
    throw new Told("Only its players can play a game again.");
  }
  const offer: Wish = { kind: "create", ruleset, opponent, rematchOf: result.gameId, ...again };
  if (next === 0n) {
    return offer;
  }
  try {
    const view = await look(chain, next);
    const { stake, casual } = view.game.terms ?? {};
    // One click is a yes to what was played for before, and to nothing else that the other one may have asked for.
    const same = (casual ?? false) === again.casual && sameCoin(stake, again.stake);
    return view.phase === Phase.OPEN && seatOf(view, me) === undefined && same
      ? { kind: "join", gameId: next, ruleset }
      : next;
  } catch (error) {
    if (error instanceof Ended) {
      return next;
    }
    if (error instanceof NotFound) {
      return offer; // that one was just taken back or declined
    }
    throw error;
  }
}

/** playAgain enters the rematch of an ended game with a fleet by chance: where the last one stood may be known. Both players can
 * do that; the second one joins what the first has offered. */
export async function playAgain(
  chain: Chain,
  wallet: Wallet,
  gameId: bigint,
  again: Again,
  below: (n: number) => number,
  random: (n: number) => Uint8Array,
  onStage?: OnStage,
): Promise<Entered> {
  for (let tries = 0; ; tries++) {
    const { result, rematch } = await chain.node.result(gameId);
    if (!result) {
      throw new NotFound();
    }
    const wish = await rematchWish(chain, wallet.address, result, rematch, again);
    if (typeof wish === "bigint") {
      return { gameId: wish, joined: true };
    }
    try {
      return await enter(chain, wallet, randomFleet(wish.ruleset, below), wish, random, onStage);
    } catch (error) {
      // The other one was first: to offer it, to join, or to take it back.
      if (!(error instanceof Refusal && error.is("battleship", 6, 10, 19, 36)) || tries === 2) {
        throw error;
      }
    }
  }
}
