// Off-chain games on this page, with the browser's log and the page's own relay. This file is loaded for such a game alone.

import { Told } from "#client/chain/errors";
import { presentAt, relayUrl, sameRelay } from "#client/channel/line";
import { prepareLog } from "#client/channel/log";
import { ChannelSession } from "#client/kinds/duel/channel";
import type { OffChain, Wish } from "#client/kinds/duel/enter";
import { matchWish, type Search } from "#client/kinds/duel/match";
import type { View } from "#client/kinds/duel/view";
import { logs } from "../../play/logs";
import { app } from "../../ui/app.svelte";

/** How long a relay may take to answer, in milliseconds. */
const answersWithin = 5000;

const dial = (url: string) => new WebSocket(url);

/** sessionOf is the player's session of an off-chain game. */
export function sessionOf(id: bigint, onNews: () => void): ChannelSession {
  return new ChannelSession(app.chain!, app.wallet!, id, {
    store: logs,
    marks: localStorage,
    relay: app.relay && relayUrl(app.relay) ? app.relay : undefined,
    dial,
    poll: () => app.blockMillis,
    onNews,
  });
}

/** answers reports whether a relay greets those who come. */
function answers(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = new WebSocket(url);
    const end = (greeted: boolean) => {
      clearTimeout(timer);
      socket.onmessage = socket.onclose = null;
      socket.close();
      resolve(greeted);
    };
    const timer = setTimeout(() => end(false), answersWithin);
    socket.onmessage = () => end(true);
    socket.onclose = () => end(false);
  });
}

async function prepare(key: Uint8Array): Promise<void> {
  try {
    await prepareLog(logs, localStorage, key);
  } catch {
    throw new Told("This browser keeps no data for this page, so nothing was sent. Play on-chain.");
  }
}

/** entry returns the means to enter a game off-chain: one of the player's own, or an offered one. It throws a Told if
 * the page has no relay for it. */
export async function entry(offered?: View): Promise<OffChain> {
  const at = app.relay && relayUrl(app.relay);
  if (!app.relay || !at) {
    throw new Told("This page has no relay for off-chain games. Play on-chain, or with battleshipd.");
  }
  const theirs = offered?.game.participants[0]?.channel?.relay;
  if (theirs !== undefined && !sameRelay(theirs, app.relay)) {
    throw new Told(
      `This game is played over the relay ${theirs || "of a devnet"}, and this page uses ${app.relay}: join it with battleshipd.`,
    );
  }
  if (!(await answers(at.dial))) {
    const remedy = !offered
      ? "Play on-chain, or try again"
      : offered.game.rematchOf
        ? "Try again, or decline"
        : "Try again";
    throw new Told(`The relay ${app.relay} does not answer. ${remedy}.`);
  }
  return { relay: app.relay, prepare };
}

/** match is how an opponent is found. */
export const match = (me: string, search: Search): Promise<Wish> =>
  matchWish(app.chain!, me, { ...search, present: (keys) => presentAt(search.offChain.relay, keys, dial) });
