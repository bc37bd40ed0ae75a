// The gas limits of transactions: those of docs/clients.md, which are measured by the keeper's tests and which
// test/gas.test.ts compares. Nothing is simulated: a simulation is a round trip, and returns no codespace when it
// fails.

import type { Message } from "../proto/codec.js";
import { pack, typeUrl } from "./codec.js";
import { Told } from "./errors.js";
import type { Coin } from "./tx.js";

/** limits are by the last part of the message's name: `proven` with a proof, `offChain` in a game that is played off-chain. */
export const limits: Readonly<
  Record<string, { readonly usual: number; readonly proven?: number; readonly offChain?: number }>
> = {
  MsgCreateGame: { usual: 190_000, proven: 890_000, offChain: 250_000 },
  MsgJoinGame: { usual: 200_000, proven: 920_000, offChain: 250_000 },
  MsgMatchGame: { usual: 260_000, proven: 920_000 },
  MsgShootAndReveal: { usual: 100_000, proven: 570_000 },
  MsgSetDelegate: { usual: 150_000 },
  MsgConcede: { usual: 100_000, proven: 250_000 },
  MsgChallenge: { usual: 100_000 },
  MsgClaimWin: { usual: 240_000, offChain: 260_000 },
  MsgSubmitState: { usual: 130_000, proven: 600_000 },
  MsgDeclineGame: { usual: 110_000 },
  MsgCancelGame: { usual: 80_000 },
  MsgWithdraw: { usual: 90_000 },
  MsgSetName: { usual: 120_000 },
  MsgCreateMelee: { usual: 450_000 },
  MsgJoinMelee: { usual: 430_000 },
  MsgLeaveMelee: { usual: 210_000 },
  MsgConfirmMelee: { usual: 180_000 },
  MsgAim: { usual: 130_000 },
  MsgFire: { usual: 130_000 },
  MsgReport: { usual: 240_000 },
  MsgGrantAllowance: { usual: 60_000 },
  MsgRevokeAllowance: { usual: 60_000 },
  MsgSend: { usual: 120_000 },
};

/** firstOfAccount is the gas for the key that the first transaction of an account stores, and granted the gas for the
 * grant of a transaction that a granter pays. */
const firstOfAccount = 5_000;
const granted = 20_000;

export interface GasOptions {
  readonly proven?: boolean;
  readonly granted?: boolean;
  readonly offChain?: boolean;
  /** claim is the limit of a claim, of a kind of game in which it takes more than in a duel. */
  readonly claim?: number | undefined;
}

export function gasFor(messages: readonly Message[], options: GasOptions = {}): bigint {
  let gas = firstOfAccount + (options.granted ? granted : 0);
  for (const message of messages) {
    const name = typeUrl(message).split(".").at(-1)!;
    const limit = limits[name];
    if (!limit) {
      throw new Error(`no limit of gas is known for ${name}`);
    }
    gas +=
      (name === "MsgClaimWin" && options.claim) ||
      (options.proven && limit.proven) ||
      (options.offChain && limit.offChain) ||
      limit.usual;
    // Larger than those that were measured: bytes take gas, and names of accounts and coins vary.
    gas += Math.max(0, pack(message).value.length - 1000) * 10;
  }
  return BigInt(gas);
}

/** A price is of one unit of gas, in millionths of the smallest coin, so that it can be multiplied exactly. */
export interface GasPrice {
  readonly denom: string;
  readonly micro: bigint;
}

export const defaultPrice: GasPrice = { denom: "uanchor", micro: 1_000n };

/** The most that is paid without the player's word; a node could ask for anything. */
const mostMicro = 100_000n;

/** parsePrices parses a node's gas prices, such as "0.001uanchor,0.001uship". */
export function parsePrices(text: string): GasPrice[] {
  return text.split(",").flatMap((part) => {
    const match = /^(\d+)(?:\.(\d{1,18}))?([a-z][a-z0-9/]*)$/i.exec(part.trim());
    if (!match) {
      return [];
    }
    const fraction = (match[2] ?? "").padEnd(18, "0");
    const exact = BigInt(match[1]!) * 10n ** 18n + BigInt(fraction);
    return [{ denom: match[3]!, micro: (exact + 10n ** 12n - 1n) / 10n ** 12n }];
  });
}

/** feeFor returns the fee for an amount of gas, rounded up. */
export function feeFor(gas: bigint, price: GasPrice, times = 1n): Coin[] {
  if (price.micro > mostMicro) {
    throw new Told("The node asks too much for a transaction, so nothing was signed. Ask another node.");
  }
  const amount = (gas * price.micro * times + 999_999n) / 1_000_000n;
  return amount === 0n ? [] : [{ denom: price.denom, amount: String(amount) }];
}
