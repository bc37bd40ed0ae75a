// The sounds of a game between two looks at it. A sound is never the only sign: all of it is drawn and written, too.

import { Phase } from "#client/gen/battleship/v1/battleship_pb";
import { other, owedBy, type SeatIndex, type View } from "#client/kinds/duel/view";
import type { Cue } from "../../ui/sound";

/** cues are in the order in which they are heard. `mine` is the listener's seat; a spectator hears no turn. */
export function cues(before: View, after: View, mine: SeatIndex | undefined): Cue[] {
  const heard: Cue[] = [];
  for (const seat of [0, 1] as const) {
    const [was, is] = [before.sides[seat], after.sides[seat]];
    if (is.sunk.length > was.sunk.length) heard.push("sunk");
    else if (is.hits.size > was.hits.size) heard.push("hit");
    else if (is.answered.size > was.answered.size) heard.push("miss");
  }
  const fired = after.pending !== undefined && after.actor !== undefined;
  if (fired && after.pending !== before.pending && other(after.actor) !== mine) {
    heard.push("shot");
  }
  if (before.phase !== Phase.CLAIM && after.phase === Phase.CLAIM) {
    heard.push("end");
  } else if (mine !== undefined && owedBy(after, mine) === "shot" && owedBy(before, mine) !== "shot") {
    heard.push("turn");
  }
  return heard;
}
