// A game against the bot without any chain, by the same rules.

import { lost, other, type SeatIndex, shootsNext } from "#client/kinds/duel/view";
import { type Answer, answered, type Side, trueAnswer, unseen } from "#client/rules/answer";
import { chooseShot } from "#client/rules/bot";
import { type Fleet, randomFleet } from "#client/rules/fleet";
import { type Ruleset, tileName } from "#client/rules/rulesets";

/** The person has seat 0, the bot seat 1. */
export interface PracticeShot {
  readonly by: SeatIndex;
  readonly tile: number;
  readonly answer: Answer;
}

export interface Practice {
  readonly ruleset: Ruleset;
  readonly fleets: readonly [Fleet, Fleet];
  readonly sides: readonly [Side, Side];
  readonly turn: SeatIndex;
  readonly winner: SeatIndex | undefined;
  readonly shots: readonly PracticeShot[];
}

/** begin starts a game; a coin decides who shoots first. */
export function begin(ruleset: Ruleset, fleet: Fleet, below: (n: number) => number): Practice {
  return {
    ruleset,
    fleets: [fleet, randomFleet(ruleset, below)],
    sides: [unseen, unseen],
    turn: below(2) as SeatIndex,
    winner: undefined,
    shots: [],
  };
}

/** shoot has the player whose turn it is shoot at a tile. */
export function shoot(game: Practice, tile: number): Practice {
  const { ruleset: r, turn: by } = game;
  const target = other(by);
  if (game.winner !== undefined || game.sides[target].answered.has(tile)) {
    throw new Error(`nobody shoots at ${tileName(r, tile)} now`);
  }
  const answer = trueAnswer(r, game.fleets[target], game.sides[target], tile);
  const side = answered(game.sides[target], tile, answer);
  return {
    ...game,
    sides: target === 0 ? [side, game.sides[1]] : [game.sides[0], side],
    turn: shootsNext(r, target, answer.hit),
    winner: lost(r, side) ? by : undefined,
    shots: [...game.shots, { by, tile, answer }],
  };
}

/** botShoots has the bot shoot once, if it is its turn. */
export function botShoots(game: Practice, below: (n: number) => number): Practice {
  return game.winner === undefined && game.turn === 1
    ? shoot(game, chooseShot(game.ruleset, game.sides[0], below))
    : game;
}
