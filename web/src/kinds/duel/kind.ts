// Duels, as the page shows them.

import type { Kind } from "../kind";
import Enter from "./Enter.svelte";
import { finished } from "./finished";
import Home from "./Home.svelte";
import Page from "./Page.svelte";
import Shots from "./Shots.svelte";

const enter = { now: Enter };

export const duel: Kind = {
  name: "duel",
  title: "Game",
  games: { g: { now: Page }, replay: { load: async () => (await import("./Replay.svelte")).default } },
  entries: { new: enter, bot: enter, match: enter, join: enter, rematch: enter },
  offline: { practice: { load: async () => (await import("./Practice.svelte")).default } },
  played: (id) => `#/g/${id}`,
  ended: (id) => `#/replay/${id}`,
  owns: ({ phase }) => typeof phase === "string" && phase !== "PHASE_UNSPECIFIED",
  Home,
  Profile: Shots,
  playing: async (node, player) => (await node.games({ player, "pagination.limit": 100 })).games.length,
  inPlay: ({ games }) => games,
  finished,
};
