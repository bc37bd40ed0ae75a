// An opponent for a game off-chain: an open game over the player's own relay is joined, or one is opened.

import { base64 } from "../../base.js";
import { bytesToHex } from "../../bytes.js";
import { NotFound } from "../../chain/errors.js";
import { sameRelay } from "../../channel/line.js";
import { type Chain, Ended } from "../../game/chain.js";
import { type Channel, Phase, type Terms } from "../../gen/battleship/v1/battleship_pb.js";
import type { OpenGame } from "../../gen/battleship/v1/query_pb.js";
import type { Ruleset } from "../../rules/rulesets.js";
import { acceptedOf, type OffChain, type Shown, type Wish } from "./enter.js";
import { provenView } from "./proven.js";
import { look } from "./session.js";
import type { View } from "./view.js";

/** Search describes the game that a player looks for, which has no stake. */
export interface Search {
  readonly ruleset: Ruleset;
  readonly casual: boolean;
  readonly shown: Shown;
  /** turnBlocks is the default clock, by which a match is played. */
  readonly turnBlocks: bigint;
  /** provenClaims is whether a match of these rules asks for claims, as its terms have it. */
  readonly provenClaims: boolean;
  readonly offChain: OffChain;
  /** present asks the player's relay which of those keys are connected, in hexadecimal. */
  readonly present?: (keys: readonly Uint8Array[]) => Promise<ReadonlySet<string>>;
}

/** most is the number of open games that are read before one is opened, mostPages that of the pages of the list. */
const most = 3;
const mostPages = 10;

/**
 * matchWish returns the way into a game off-chain: an open game over the player's own relay, of a creator who is present if
 * possible, or a new one. Relays of others are not dialled, because the player has not seen their URLs. If games over those are open,
 * the new one is created, since the chain would match the player with one of them.
 */
export async function matchWish(chain: Chain, me: string, search: Search): Promise<Wish> {
  const { ruleset, casual, shown, turnBlocks, provenClaims, offChain, present } = search;
  const agrees = (terms: Terms | undefined, clock: bigint): boolean =>
    !terms?.stake &&
    (terms?.casual ?? false) === casual &&
    (terms?.provenClaims ?? false) === provenClaims &&
    clock === turnBlocks &&
    (!terms?.fee || (terms.fee.denom === shown.fee?.denom && BigInt(terms.fee.amount) <= BigInt(shown.fee.amount)));
  const isNear = (channel: Channel | undefined) => channel !== undefined && sameRelay(channel.relay, offChain.relay);
  const fits = (await openGames(chain, ruleset, turnBlocks)).filter(
    ({ creator, channel, ...game }) => channel && creator !== me && agrees(game.terms, game.turnBlocks),
  );
  const far = fits.some(({ channel }) => !isNear(channel));
  const listed = fits.filter(({ channel, offer }) => isNear(channel) && !offer?.ratingRange);
  const there = listed.length < 2 ? undefined : await present?.(listed.map(({ channel }) => channel!.key));
  const away = ({ channel }: OpenGame) => (there?.has(bytesToHex(channel!.key)) ? 0 : 1);
  const near = listed.toSorted((a, b) => away(a) - away(b));
  for (const { id } of near.slice(0, most)) {
    const view = await openGame(chain, id);
    const [creator, joiner] = view?.game.participants ?? [];
    if (
      view?.phase === Phase.OPEN &&
      view.ruleset === ruleset &&
      agrees(view.game.terms, view.turnBlocks) &&
      creator?.address !== me &&
      !joiner &&
      isNear(creator?.channel)
    ) {
      return { kind: "join", gameId: id, ruleset, terms: acceptedOf(view), offChain };
    }
  }
  return { kind: far ? "create" : "match", ruleset, casual, shown, offChain };
}

/** openGames reads the list of open games of a ruleset and clock without a stake. */
async function openGames(chain: Chain, ruleset: Ruleset, turnBlocks: bigint): Promise<OpenGame[]> {
  const found: OpenGame[] = [];
  let key: string | undefined;
  for (let page = 0; page < mostPages && key !== ""; page++) {
    const { games, pagination } = await chain.node.openGames({
      ruleset_id: ruleset.id,
      stake: "none",
      turn_blocks: turnBlocks,
      "pagination.limit": 100,
      "pagination.key": key,
    });
    found.push(...games);
    key = base64.encode(pagination?.nextKey ?? new Uint8Array());
  }
  return found;
}

/** openGame reads a game of the list. It returns undefined if another player was faster. */
async function openGame(chain: Chain, id: bigint): Promise<View | undefined> {
  try {
    return await provenView(chain, await look(chain, id));
  } catch (error) {
    if (error instanceof NotFound || error instanceof Ended) {
      return undefined;
    }
    throw error;
  }
}
