// The names of players, drawn again once they are known.

import { Told } from "#client/chain/errors";
import { namesOf, ownerOf } from "#client/game/accounts";
import { isName } from "#client/rules/names";
import { addressBytes } from "#client/wallet/keys";
import { Names } from "../play/names";
import { app } from "./app.svelte";
import { shortName } from "./words";

let learned = $state(0);
const names = new Names(
  (addresses) => namesOf(app.chain!, addresses),
  () => learned++,
);

/** called returns the displayed name of a player. A text that is no address is shown shortened. */
export function called(address: string): string {
  void learned;
  return addressBytes(address) ? names.called(address) : shortName(address);
}

/** addressOf finds a player by its name or address. The address is to be shown before anything is signed for it. */
export async function addressOf(text: string): Promise<string> {
  const address = isName(text) ? await ownerOf(app.chain!, text) : text;
  if (!addressBytes(address)) throw new Told(`${text.slice(0, 60)} is neither a name nor an address of this chain.`);
  return address;
}

/** renamed has the name of an address asked for again. */
export const renamed = (address: string) => names.forget(address);
