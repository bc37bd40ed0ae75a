// A rematch, offered or accepted: which of the two is for the chain to say.

import { NotFound, Refusal, Told } from "../../chain/errors.js";
import type { Coin } from "../../chain/tx.js";
import { type Chain, Ended, type OnStage } from "../../game/chain.js";
import { untrue } from "../../game/records.js";
import type { Result } from "../../gen/battleship/v1/battleship_pb.js";
import { Phase } from "../../gen/battleship/v1/battleship_pb.js";
import { randomFleet } from "../../rules/fleet.js";
import { rulesetById } from "../../rules/rulesets.js";
import type { Wallet } from "../../wallet/wallet.js";
import { acceptedOf, type Entered, enter, type OffChain, type Wish } from "./enter.js";
import { provenView } from "./proven.js";
import { endOf, look } from "./session.js";
import { seatOf, type View } from "./view.js";

/** Again has the terms of the next game, as the player was shown them: those of the ended one, or the offered ones. */
export interface Again {
  readonly casual: boolean;
  readonly stake?: Coin | undefined;
  readonly fee?: Coin | undefined;
  /** deposit is what an offer takes as long as it is open. */
  readonly deposit?: Coin | undefined;
  readonly houseShareBps: number;
  readonly turnBlocks: bigint;
  /** offChain enters it off-chain: a game of the player's own, or one that was offered. Without it the game is played on-chain. */
  readonly offChain?: ((offered?: View) => Promise<OffChain>) | undefined;
}

/** againOf returns the terms of an open game. */
export function againOf({ game, turnBlocks }: View): Again {
  const { casual = false, stake, fee, houseShareBps = 0 } = game.terms ?? {};
  return { casual, stake, fee, houseShareBps, turnBlocks };
}

/** asShown reports whether a game costs no more than the player was shown, for the same stake and by the same clock. The chain
 * lets the other one offer a rematch for anything. */
function asShown(offered: Again, shown: Again): boolean {
  const same = (a: Coin | undefined, b: Coin | undefined) => a?.denom === b?.denom && a?.amount === b?.amount;
  return (
    offered.casual === shown.casual &&
    offered.turnBlocks === shown.turnBlocks &&
    offered.houseShareBps <= shown.houseShareBps &&
    same(offered.stake, shown.stake) &&
    (!offered.fee || same(offered.fee, shown.fee))
  );
}

/** rematchWish is how a player enters the rematch of an ended game; its number, if it is to be looked at: the player is in it, it has
 * begun, or it is for something else than was shown. */
export async function rematchWish(
  chain: Chain,
  me: string,
  result: Result,
  next: bigint,
  again: Again,
): Promise<Wish | bigint> {
  const ruleset = rulesetById(result.rulesetId);
  if (!ruleset) {
    throw new Told("This game has rules that this page does not know. Reload the page.");
  }
  const opponent = result.players.find((player) => player !== me);
  if (!result.players.includes(me) || !opponent) {
    throw new Told("Only its players can play a game again.");
  }
  const { casual, stake, turnBlocks } = again;
  const offer = async (): Promise<Wish> => ({
    kind: "create",
    ruleset,
    opponent,
    rematchOf: result.gameId,
    casual,
    stake,
    turnBlocks,
    shown: again,
    offChain: await again.offChain?.(),
  });
  if (next === 0n) {
    return offer();
  }
  try {
    const view = await provenView(chain, await look(chain, next));
    const { rematchOf, participants } = view.game;
    if (rematchOf !== result.gameId || !result.players.includes(participants[0]?.address ?? "")) {
      throw untrue(); // the node shows another game as the rematch
    }
    // One click accepts the shown terms, and no others that the opponent may have set.
    const same = view.ruleset === ruleset && view.channel === !!again.offChain && asShown(againOf(view), again);
    return view.phase === Phase.OPEN && seatOf(view, me) === undefined && same
      ? { kind: "join", gameId: next, ruleset, terms: acceptedOf(view), offChain: await again.offChain?.(view) }
      : next;
  } catch (error) {
    if (error instanceof Ended) {
      return next;
    }
    if (error instanceof NotFound) {
      return offer(); // that one was just taken back or declined
    }
    throw error;
  }
}

/** playAgain enters the rematch of an ended game with a fleet by chance: the place of the last one may be known. Both
 * players can do that; the second one joins the first one's offer. */
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
    const { result, rematch } = await endOf(chain, gameId);
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
