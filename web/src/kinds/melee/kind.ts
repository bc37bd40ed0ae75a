// Melees, as the page shows them.

import { melees } from "#client/kinds/melee/queries";
import type { Kind } from "../kind";
import { finished } from "./finished";
import Home from "./Home.svelte";

// Loaded together, so that joining a melee never waits for the screen to play it.
const screens = () => import("./screens");

export const melee: Kind = {
  name: "melee",
  title: "Melee",
  games: {
    m: { load: async () => (await screens()).Page },
    "melee-replay": { load: async () => (await import("./Replay.svelte")).default },
  },
  entries: { melee: { load: async () => (await screens()).Enter } },
  offline: {},
  played: (id) => `#/m/${id}`,
  ended: (id) => `#/m/${id}`,
  owns: ({ stage }) => typeof stage === "string" && stage !== "STAGE_UNSPECIFIED",
  Home,
  playing: async (node, player) => (await melees(node, { player, "pagination.limit": 100 })).melees.length,
  due: async (node, player) =>
    (await melees(node, { player, "pagination.limit": 100 })).melees.flatMap(({ id, owed }) =>
      owed.includes(player) ? id : [],
    ),
  inPlay: (player) => player.melees,
  finished,
};
