// A player's account of a game, as the chain has divided it.

import type { Coin } from "#client/chain/tx";
import { Withheld } from "#client/gen/battleship/v1/battleship_pb";
import type { EventGameOver } from "#client/gen/battleship/v1/event_pb";
import type { SeatIndex } from "#client/kinds/duel/view";

/** A Part is a line of an account: its text and its coin. */
export interface Part {
  readonly text: string;
  readonly coin: Coin;
}

export interface Account {
  readonly parts: readonly Part[];
  /** net is the gain or, with a minus, the loss in all, by coin. */
  readonly net: readonly Coin[];
  /** rating is the player's after the game, or 0 if that was not rated. */
  readonly rating: number;
  /** withheld is the reason why the winner's reward was not paid; empty if it was, or for the loser. */
  readonly withheld: string;
}

/** withheldText has the reasons why a win brought no reward. */
export const withheldText: Readonly<Record<Withheld, string>> = {
  [Withheld.NONE]: "",
  [Withheld.CASUAL]: "the game was casual",
  [Withheld.SHOTS]: "one side had fired too few shots",
  [Withheld.PAIR]: "you two had a rewarded game a short time ago",
  [Withheld.PLAYER]: "the winner has had its rewarded wins of the period",
  [Withheld.CHAIN]: "the chain has had its rewarded wins of the period",
  [Withheld.CAP]: "the supply cap is reached",
  [Withheld.UNBACKED]: "the fees no longer cover one",
  [Withheld.PARAMS]: "the chain pays none for such a win",
  [Withheld.SECOND]: "a second claim returns only what was paid",
};

/** accountOf derives the account of a seat's player from the end of a game. */
export function accountOf(over: EventGameOver, seat: SeatIndex): Account {
  const share = over.shares[seat];
  const { stake, fee } = over.terms ?? {};
  const parts: Part[] = [];
  const sums = new Map<string, bigint>();
  const add = (text: string, coin: Coin | undefined, sign: bigint) => {
    if (coin && BigInt(coin.amount) > 0n) {
      sums.set(coin.denom, (sums.get(coin.denom) ?? 0n) + sign * BigInt(coin.amount));
      if (text) {
        parts.push({ text, coin });
      }
    }
  };
  add("", stake, -1n);
  add("", fee, -1n);
  const lost = share && !share.pot && !share.stakeBack && !share.stakePooled;
  add("the pot, your own stake in it", share?.pot, 1n);
  add("your stake back", share?.stakeBack, 1n);
  add("your stake lost", lost ? stake : undefined, 0n);
  add("your stake lost to the community pool", share?.stakePooled, 0n);
  add("reward", share && { denom: "uship", amount: String(share.reward) }, 1n);
  add("your fee back", share?.feeBack, 1n);
  add("of your fee burned for the reward", share?.feeBurned, 0n);
  add("of your fee to the opponent", share?.forfeitLost, 0n);
  add("of the opponent’s fee to you", share?.forfeitWon, 1n);
  return {
    parts,
    net: [...sums].flatMap(([denom, sum]) => (sum === 0n ? [] : { denom, amount: String(sum) })),
    rating: over.ratings[seat] ?? 0,
    withheld: over.result?.winner === seat + 1 ? withheldText[over.withheld] : "",
  };
}
