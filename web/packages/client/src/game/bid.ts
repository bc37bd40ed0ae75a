// The limit of the fees that a player pays to have an owed message in a block in time.

import type { Coin } from "../chain/tx.js";

/** The transactions for one message may cost one twentieth of the player's payments into the game, within these bounds,
 * in millionths of an ANCHOR. */
const share = 20n;
const least = 10_000n;
const most = 1_000_000n;
/** Where boards are proven a move takes this multiple of the gas. */
const provenTimes = 5n;

/** mostFees returns the limit of the fees for one message of a game with these entry payments. A SHIP counts at its
 * price. */
export function mostFees(entry: readonly Coin[], proven: boolean, rewardPrice: Coin | undefined): bigint {
  let worth = 0n;
  for (const { denom, amount } of entry) {
    if (denom === "uanchor") {
      worth += BigInt(amount);
    } else if (denom === "uship" && rewardPrice?.denom === "uanchor") {
      worth += (BigInt(amount) * BigInt(rewardPrice.amount)) / 1_000_000n;
    }
  }
  const times = proven ? provenTimes : 1n;
  const part = worth / share;
  return part < least * times ? least * times : part > most * times ? most * times : part;
}
