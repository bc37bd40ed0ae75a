// Facts in the log of a melee that are not in its state.

import { entries, entriesOf, kindOf, untilComplete } from "#client/chain/history";
import type { Node } from "#client/chain/node";

/** fired returns the bombs of the last round that was fired, with the seat and the tile of each. They are in no state
 * any more. */
export async function fired(node: Node, gameId: bigint): Promise<{ by: number; target: string }[]> {
  const bombs: { by: number; target: string }[] = [];
  // A round of sixteen has some fifty transactions, of the hundred on the page.
  for (const raw of entriesOf(await node.log(gameId, { reverse: true })).flatMap((entry) =>
    [...entry.events].reverse(),
  )) {
    const kind = kindOf(raw);
    if (kind === "Fired" && String(raw.game_id) === String(gameId)) {
      bombs.push({ by: Number(raw.seat), target: String(raw.target) });
    } else if (kind === "Aimed" && bombs.length > 0) {
      return bombs; // the aims of a round precede its bombs, so all were found
    }
  }
  return bombs;
}

/** A MeleeEvent is one of a melee, by the last part of its name. */
export interface MeleeEvent {
  readonly name: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** meleeLog are the events of a melee that has ended, from its beginning. */
export function meleeLog(node: Node, gameId: bigint): Promise<MeleeEvent[]> {
  return untilComplete(
    async () =>
      (await entries(node, gameId, false)).flatMap(({ events }) =>
        events.flatMap((raw) => {
          const name = kindOf(raw);
          return name ? [{ name, fields: raw }] : [];
        }),
      ),
    (told) => told.some(({ name }) => name === "MeleeOver"),
  );
}
