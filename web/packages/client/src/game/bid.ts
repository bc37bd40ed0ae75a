// What a player pays at most so that an owed message is in a block in time.

import type { Coin } from "../chain/tx.js";

/** Of what somebody has paid into a game, the part that the transactions for one message may cost: one twentieth; and what that
 * is at least and at most, in millionths of an ANCHOR. */
const share = 20n;
const least = 10_000n;
const most = 1_000_000n;
/** Where boards are proven a move wants that many times the gas. */
const provenTimes = 5n;

/** mostFees is what a player pays for one message of a game that has cost those coins, a SHIP at its price. */
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
