// The page's view of a kind of game.

import type { Component } from "svelte";
import type { Node } from "#client/chain/node";
import type { OnStage } from "#client/game/chain";
import type { FinishedGame } from "#client/gen/battleship/v1/history_pb";
import type { QueryPlayerResponse } from "#client/gen/battleship/v1/query_pb";
import type { Finished } from "../play/finished";

/** A Screen is loaded when it is first opened. */
export interface Screen<Props extends Record<string, unknown>> {
  readonly load: () => Promise<Component<Props>>;
}

/** HomeProps are the means of a kind's part of the first page. */
export type HomeProps = {
  /** send sends a message with a label, and shows how far it is, or why it was refused. */
  send: (label: string, what: (onStage: OnStage) => Promise<void>) => Promise<void>;
  /** busy means that a message is on its way. */
  busy: boolean;
  /** onunseen shows why a list cannot be read; "" once it can. */
  onunseen: (why: string) => void;
};

/** A Kind is one kind of game. An id belongs to a game of one kind. */
export interface Kind {
  /** name is that of Ruleset.kind. */
  readonly name: string;
  /** title is in front of a game's number. */
  readonly title: string;
  /** games are the screens of one game, by the first part of their address; the second is the id. */
  readonly games: Readonly<Record<string, Screen<{ id: bigint }>>>;
  /** entries are the screens that lead into a game, by the first part of their address. Some have an id. */
  readonly entries: Readonly<Record<string, Screen<{ name: string; id: bigint | undefined }>>>;
  /** offline are the screens that need no chain. */
  readonly offline: Readonly<Record<string, Screen<Record<string, never>>>>;
  /** played and ended are the addresses of a game in play and of an ended one. */
  played(id: bigint): string;
  ended(id: bigint): string;
  /** owns reports whether a game is of this kind, by the answer of Node.nextAction. */
  owns(action: Readonly<Record<string, unknown>>): boolean;
  /** Home is this kind's part of the first page, Profile of the page of a player. */
  readonly Home: Component<HomeProps>;
  readonly Profile?: Component<{ address: string; games: readonly Finished[] }>;
  /** playing counts the games of a player in play, up to a hundred. */
  playing(node: Node, player: string): Promise<number>;
  /** due are the ids of those in which the player is to act, up to a hundred. */
  due(node: Node, player: string): Promise<readonly bigint[]>;
  /** inPlay are their ids, on the page of a player. */
  inPlay(player: QueryPlayerResponse): readonly bigint[];
  /** finished decodes a finished game of this kind for a player. It returns undefined for one without a part of the
   * player. */
  finished(game: FinishedGame, player: string): Finished | undefined;
}
