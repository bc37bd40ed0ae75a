// The kinds of game, in the order in which the page shows them.

import { duel } from "./duel/kind";
import type { Kind } from "./kind";
import { melee } from "./melee/kind";

export const kinds: readonly [Kind, ...Kind[]] = [duel, melee];

/** kindNamed is the kind of a finished game or of a ruleset. */
export function kindNamed(name: string): Kind {
  return kinds.find((kind) => kind.name === name) ?? kinds[0];
}
