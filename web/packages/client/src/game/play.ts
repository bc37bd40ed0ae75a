// Playing a whole game by a program, without a page.

import { NoNode, Refusal } from "../chain/errors.js";
import { Ended } from "./chain.js";

/** Seen has the fields that all views of games have. */
export interface Seen {
  /** height is the block after which the game was seen. */
  readonly height: bigint;
}

/** Game is one player's game, of any kind. */
export interface Game<View extends Seen, Choice> {
  /** look reads the game. It throws an Ended if that has a result. */
  look(before?: View): Promise<View>;
  /** advance sends the owed message, and returns the height of its block, or undefined if none is owed. */
  advance(view: View, choice: Choice): Promise<bigint | undefined>;
}

export interface PlayOptions {
  /** every is the pause, in milliseconds, before the node is asked again; 250 by default. */
  readonly every?: number;
  /** signal ends playing early, with the reason of the signal. The game continues, and its deadlines pass. */
  readonly signal?: AbortSignal;
}

/**
 * play plays a game to its end, and returns its result. `choose` is asked after each look. A message that comes too late or is
 * refused for a moment, and a node that does not answer, are followed by another look; any other refusal ends playing. A node
 * that has a message in a block may still show the game without it: such a look is not acted on, for the same message would be
 * sent again.
 */
export async function play<View extends Seen, Choice, Result>(
  game: Game<View, Choice>,
  choose: (view: View) => Choice | Promise<Choice>,
  { every = 250, signal }: PlayOptions = {},
): Promise<Result> {
  let view: View | undefined;
  let sent = 0n; // the block of the last message
  for (;;) {
    signal?.throwIfAborted();
    try {
      view = await game.look(view);
      const height = view.height < sent ? undefined : await game.advance(view, await choose(view));
      if (height !== undefined) {
        sent = height;
        continue;
      }
    } catch (error) {
      if (error instanceof Ended) {
        return error.result;
      }
      if (!(error instanceof NoNode || (error instanceof Refusal && (error.overtaken || error.passes)))) {
        throw error;
      }
      if (error instanceof Refusal) {
        sent = error.height ?? sent;
      }
    }
    await new Promise((resolve) => setTimeout(resolve, every));
  }
}
