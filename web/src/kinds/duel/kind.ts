// Duels, as the page shows them.

import { Phase } from "#client/gen/battleship/v1/battleship_pb";
import type { Kind } from "../kind";
import { finished } from "./finished";
import Home from "./Home.svelte";
import Shots from "./Shots.svelte";

// Loaded together: a game needs most of them, and joining one never waits for the screen to play it.
const screens = () => import("./screens");
const enter = { load: async () => (await screens()).Enter };

export const duel: Kind = {
  name: "duel",
  title: "Game",
  games: {
    g: { load: async () => (await screens()).Page },
    replay: { load: async () => (await screens()).Replay },
  },
  entries: { new: enter, bot: enter, match: enter, join: enter, rematch: enter },
  offline: { practice: { load: async () => (await screens()).Practice } },
  played: (id) => `#/g/${id}`,
  ended: (id) => `#/replay/${id}`,
  owns: ({ phase }) => typeof phase === "string" && phase !== "PHASE_UNSPECIFIED",
  Home,
  Profile: Shots,
  playing: async (node, player) => (await node.games({ player, "pagination.limit": 100 })).games.length,
  due: async (node, player) =>
    (await node.games({ player, "pagination.limit": 100 })).games.flatMap(({ id, actor, phase }) =>
      actor === player && phase !== Phase.OPEN ? id : [],
    ),
  inPlay: ({ games }) => games,
  finished,
};
