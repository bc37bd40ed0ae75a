// Coins and names as people read them.

import { Told } from "#client/chain/errors";
import type { Coin } from "#client/chain/tx";
import type { PlayerSummary } from "#client/gen/battleship/v1/query_pb";

const known: Readonly<Record<string, string>> = { uanchor: "ANCHOR", uship: "SHIP" };

/** cut shortens a denomination that is unknown here; its end distinguishes it from others. One that is spelled like the
 * name of a known coin is quoted. */
const cut = (denom: string) => {
  const short = denom.length > 24 ? `${denom.slice(0, 16)}…${denom.slice(-8)}` : denom;
  return Object.values(known).includes(denom) ? `“${short}”` : short;
};

/** coinName returns the usual name of a coin, or a shortened denomination for an unknown one. */
export function coinName(denom: string): string {
  return known[denom] ?? cut(denom);
}

/** parseCoin parses an amount of a coin as people write it. It returns undefined for any other text, and for zero. */
export function parseCoin(text: string, denom: string): Coin | undefined {
  const [, whole, fraction = ""] = /^(\d{1,30})(?:\.(\d{1,6}))?$/.exec(text.trim()) ?? [];
  if (whole === undefined || (fraction && !known[denom])) {
    return undefined;
  }
  const amount = BigInt(whole + (known[denom] ? fraction.padEnd(6, "0") : ""));
  return amount > 0n ? { denom, amount: String(amount) } : undefined;
}

/** stakeOf parses a stake as people write it. It returns undefined for an empty text. */
export function stakeOf(text: string, denom: string): Coin | undefined {
  if (text.trim() === "") return undefined;
  const coin = parseCoin(text, denom);
  if (!coin) throw new Told("The stake is no amount: write it as 5 or 0.25.");
  return coin;
}

/** coinText writes millionths as whole coins, without zeros at the end: 12.5 SHIP. */
export function coinText({ denom, amount }: Coin): string {
  const name = known[denom];
  if (!name || !/^\d+$/.test(amount)) {
    return `${amount} ${cut(denom)}`;
  }
  const digits = amount.padStart(7, "0");
  const whole = digits.slice(0, -6).replace(/\B(?=(\d{3})+$)/g, ",");
  const fraction = digits.slice(-6).replace(/0+$/, "");
  return `${whole}${fraction && `.${fraction}`} ${name}`;
}

/** coinsText writes coins together, each denomination once. */
export function coinsText(...coins: (Coin | undefined)[]): string {
  const sums = new Map<string, bigint>();
  for (const { denom, amount } of coins.flatMap((coin) => coin ?? [])) {
    if (/^\d+$/.test(amount) && amount !== "0") {
      sums.set(denom, (sums.get(denom) ?? 0n) + BigInt(amount));
    }
  }
  return [...sums].map(([denom, sum]) => coinText({ denom, amount: String(sum) })).join(" and ");
}

/** depositText is a sentence about the deposit for opening a game, empty if there is none. */
export function depositText(deposit: Coin | undefined): string {
  const coins = coinsText(deposit);
  return coins && `A game that you open holds a deposit of ${coins}, which comes back when it begins or is gone. `;
}

/** shortName shortens an address to its beginning and its end, which distinguish it from others. */
export function shortName(address: string): string {
  return address.length > 14 ? `${address.slice(0, 8)}…${address.slice(-4)}` : address;
}

/** ratingOf is a rating; a question mark is for one of few games. */
export function ratingOf(p: PlayerSummary | undefined): string {
  return p && p.rating > 0 ? `${p.rating}${p.provisional ? "?" : ""}` : "no rating";
}

/** standing is the rating of a player with its games won and lost. */
export function standing(p: PlayerSummary | undefined): string {
  return `${ratingOf(p)}, ${p?.won ?? 0n} won, ${p?.lost ?? 0n} lost`;
}

/** count writes a number with its noun: 1 round, 2 rounds. */
export function count(n: number, what: string): string {
  return `${n} ${what}${n === 1 ? "" : "s"}`;
}
