// Coins and names as people read them.

import type { Coin } from "../chain/tx";

const known: Readonly<Record<string, string>> = { uanchor: "ANCHOR", uship: "SHIP" };

/** coinText writes millionths as whole coins, without zeros at the end: 12.5 SHIP. */
export function coinText({ denom, amount }: Coin): string {
  const name = known[denom];
  if (!name || !/^\d+$/.test(amount)) {
    return `${amount} ${denom.length > 24 ? `${denom.slice(0, 24)}…` : denom}`;
  }
  const digits = amount.padStart(7, "0");
  const whole = digits.slice(0, -6).replace(/\B(?=(\d{3})+$)/g, ",");
  const fraction = digits.slice(-6).replace(/0+$/, "");
  return `${whole}${fraction && `.${fraction}`} ${name}`;
}

/** shortName shows enough of an address to tell it from others. */
export function shortName(address: string): string {
  return address.length > 14 ? `${address.slice(0, 8)}…${address.slice(-4)}` : address;
}
