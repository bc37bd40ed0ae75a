// The parameters of a chain, and its players, proven where a block is trusted.

import { bech32 } from "../base.js";
import { BadAnswer, Refusal } from "../chain/errors.js";
import type { Coin } from "../chain/tx.js";
import type { NamedAccount } from "../gen/battleship/v1/account_pb.js";
import { NamedAccountSchema, NameSchema, PlayerSchema } from "../gen/battleship/v1/account_pb.js";
import { type Params, ParamsSchema } from "../gen/battleship/v1/battleship_pb.js";
import { create } from "../proto/codec.js";
import { addressBytes, prefix } from "../wallet/keys.js";
import type { Chain } from "./chain.js";
import { keyOf, prefixes, recordOf } from "./records.js";

const bytesOf = (address: string): Uint8Array => addressBytes(address) ?? new Uint8Array();

/** paramsOf are the parameters of the module. */
export async function paramsOf(chain: Chain): Promise<Params | undefined> {
  if (!chain.proofs) {
    return (await chain.node.params()).params;
  }
  const { height } = await chain.node.status();
  const [record] = await (await chain.proofs()).read(height - 1n, [keyOf(prefixes.Params)]);
  return recordOf(ParamsSchema, record);
}

/** boardNonce is the number of the next board of a player. */
export async function boardNonce(chain: Chain, address: string): Promise<bigint> {
  if (!chain.proofs) {
    return (await chain.node.player(address)).player?.boardNonce ?? 0n;
  }
  const { height } = await chain.node.status();
  const [record] = await (await chain.proofs()).read(height, [keyOf(prefixes.Players, bytesOf(address))]);
  return recordOf(PlayerSchema, record)?.boardNonce ?? 0n;
}

/** afford makes sure that a player has some coins, and those of a price, before a wallet is asked for anything and before a refusal
 * costs a fee. */
export async function afford({ node }: Chain, address: string, price: readonly (Coin | undefined)[]): Promise<void> {
  const left = new Map((await node.balances(address)).map(({ denom, amount }) => [denom, BigInt(amount)]));
  let enough = left.size > 0;
  for (const { denom, amount } of price.flatMap((coin) => coin ?? [])) {
    const rest = (left.get(denom) ?? 0n) - BigInt(amount);
    left.set(denom, rest);
    enough &&= rest >= 0n;
  }
  if (!enough) {
    throw new Refusal("sdk", 5);
  }
}

/** namesOf are the records of those players who have ever set a name. */
export async function namesOf(chain: Chain, addresses: readonly string[]): Promise<readonly NamedAccount[]> {
  if (!chain.proofs) {
    return (await chain.node.names(addresses)).names;
  }
  const { height } = await chain.node.status();
  const keys = addresses.map((address) => keyOf(prefixes.Names, bytesOf(address)));
  const records = await (await chain.proofs()).read(height - 1n, keys); // a name may be a block old
  return addresses.flatMap((address, i) => {
    const record = recordOf(NameSchema, records[i]);
    return record ? create(NamedAccountSchema, { ...record, address }) : [];
  });
}

/** ownerOf is the address of the player who has a name. */
export async function ownerOf(chain: Chain, name: string): Promise<string> {
  const owner = await chain.node.nameOwner(name);
  if (chain.proofs) {
    const { height } = await chain.node.status();
    const key = keyOf(prefixes.NameOwners, new TextEncoder().encode(name));
    const [record] = await (await chain.proofs()).read(height - 1n, [key]);
    if (!record || bech32.encode(prefix, record) !== owner) {
      throw new BadAnswer(`The node shows another owner of the name ${name} than its chain has. Ask another node.`);
    }
  }
  return owner;
}
