// A finished game checked again in the page: every opening against the board that its player had committed to, the
// toss, and the winner's fleet and secret. The node provides the transactions; results are computed from them, not
// believed.

import { known, unpack } from "../../chain/codec.js";
import { Told } from "../../chain/errors.js";
import { type GameEvent, history } from "../../chain/history.js";
import { type Chain, proverOf } from "../../game/chain.js";
import {
  CommitmentScheme,
  type Entry,
  type Opening,
  type Participant,
  type Ship,
} from "../../gen/battleship/v1/battleship_pb.js";
import {
  type EventGameCreated,
  EventGameCreatedSchema,
  type EventGameJoined,
  EventGameJoinedSchema,
} from "../../gen/battleship/v1/event_pb.js";
import {
  MsgClaimWinSchema,
  MsgConcedeSchema,
  MsgCreateGameSchema,
  MsgJoinGameSchema,
  MsgMatchGameSchema,
  MsgShootAndRevealSchema,
} from "../../gen/battleship/v1/tx_pb.js";
import { TxBodySchema, TxRawSchema } from "../../gen/cosmos/tx/v1beta1/tx_pb.js";
import { type Any, AnySchema } from "../../gen/google/protobuf/any_pb.js";
import { fromBinary, isMessage, type Message, type Schema } from "../../proto/codec.js";
import { message } from "../../proto/message.js";
import { answered, lie, parseShip, type Side, unseen } from "../../rules/answer.js";
import * as commitment from "../../rules/commitment.js";
import { parseFleet } from "../../rules/fleet.js";
import type { Check } from "../../rules/proven.js";
import { parseTile, type Ruleset, rulesetById, tileName } from "../../rules/rulesets.js";
import { addressBytes } from "../../wallet/keys.js";
import { lost, other, type SeatIndex, seatIndex, shootsNext } from "./view.js";

export interface Verdict {
  /** openings counts the answers that were checked against the boards. */
  readonly openings: number;
  /** proven are the seats whose whole boards were recomputed from fleet and secret. */
  readonly proven: readonly SeatIndex[];
  /** checks are the checks left to the prover, where boards are proven. */
  readonly checks: readonly Check[];
  /** fault describes a failed check; absent if there is none. */
  readonly fault?: string;
}

/** A player of a game and the board that it has committed to. */
export interface Entrant {
  readonly address: string;
  readonly nonce: bigint;
  readonly board: commitment.Board;
  /** commitment is the one to the fleet of a proven board. */
  readonly commitment?: Uint8Array;
}

export interface Played {
  readonly chainId: string;
  readonly gameId: bigint;
  readonly ruleset: Ruleset;
  readonly players: readonly [Entrant, Entrant];
  /** toss is the joiner's half as the chain has mixed it. */
  readonly toss: Uint8Array;
  /** first shoots first in a rematch, whatever the toss is. */
  readonly first?: SeatIndex;
}

export function entrantOf(p: Pick<Participant, "address" | "board">): Entrant | undefined {
  if (!p.board) {
    return undefined;
  }
  const { scheme, nonce, rowRoots, tossLeaf, commitment } = p.board;
  const known = scheme === CommitmentScheme.MERKLE_ROWS || scheme === CommitmentScheme.PLONK;
  return known ? { address: p.address, nonce, board: { rowRoots, tossLeaf }, commitment } : undefined;
}

/** entries are the boards that messages bring into games, with their senders. */
export function entries(messages: readonly Message[]): { sender: string; entry: Entry; toss: Uint8Array }[] {
  return messages.flatMap((m) => {
    if (isMessage(m, MsgMatchGameSchema) || isMessage(m, MsgJoinGameSchema)) {
      return m.entry ? [{ sender: m.sender, entry: m.entry, toss: m.toss }] : [];
    }
    return isMessage(m, MsgCreateGameSchema) && m.entry
      ? [{ sender: m.sender, entry: m.entry, toss: new Uint8Array() }]
      : [];
  });
}

/** Messages of others inside messages of others, as deep as any that is not made to do harm. */
const deepest = 10;

/** MsgExec sends the messages of another account, by x/authz. */
interface MsgExec extends Message<"cosmos.authz.v1beta1.MsgExec"> {
  grantee: string;
  msgs: Any[];
}
const MsgExecSchema: Schema<MsgExec> = message("cosmos.authz.v1beta1.MsgExec", "", "grantee:string msgs:0*", () => [
  AnySchema,
]);

/** messagesIn are those of ours in a transaction, as it was signed, also those that one account has sent for another. */
export function messagesIn(tx: Uint8Array): Message[] {
  return ours(fromBinary(TxBodySchema, fromBinary(TxRawSchema, tx).bodyBytes).messages);
}

function ours(messages: readonly Any[], depth = 0): Message[] {
  return messages.flatMap((any) => {
    const name = any.typeUrl.slice(1);
    if (name === MsgExecSchema.typeName && depth < deepest) {
      return ours(fromBinary(MsgExecSchema, any.value).msgs, depth + 1);
    }
    return known.has(name) ? [unpack(any)] : [];
  });
}

interface State {
  readonly game: Played;
  sides: [Side, Side];
  turn: SeatIndex | undefined;
  pending: number | undefined;
  openings: number;
  proven: SeatIndex[];
  checks: Check[];
  /** entered are the players whose proof of a legal board was seen. */
  entered: Set<SeatIndex>;
}

class Fault extends Error {}

/** verify plays the messages of a game again. Those of other games are passed over. */
export function verify(game: Played, messages: readonly Message[]): Verdict {
  const s: State = {
    game,
    sides: [unseen, unseen],
    turn: undefined,
    pending: undefined,
    openings: 0,
    proven: [],
    checks: [],
    entered: new Set(),
  };
  try {
    for (const message of messages) {
      enter(s, message);
      if (isMessage(message, MsgShootAndRevealSchema) && message.gameId === game.gameId) {
        move(s, message.opening, message.sunk, message.target);
      } else if (isMessage(message, MsgClaimWinSchema) && message.gameId === game.gameId) {
        claim(s, message.fleet, message.boardSecret);
      } else if (isMessage(message, MsgConcedeSchema) && message.gameId === game.gameId) {
        s.pending = undefined;
      }
    }
    if (game.ruleset.proven && s.entered.size < 2) {
      throw new Fault("the proof of a board is not in the history of this node");
    }
  } catch (error) {
    if (error instanceof Fault) {
      return { openings: s.openings, proven: s.proven, checks: s.checks, fault: error.message };
    }
    throw error;
  }
  return { openings: s.openings, proven: s.proven, checks: s.checks };
}

/** check leaves something about a player's board to the prover. */
function check(s: State, seat: SeatIndex, what: Pick<Check, "proof" | "statement">): void {
  s.checks.push({
    binding: binding(s, seat),
    commitment: s.game.players[seat].commitment ?? new Uint8Array(),
    ...what,
  });
}

/** enter finds the proof that a player's board is legal. */
function enter(s: State, message: Message): void {
  for (const { sender, entry } of s.game.ruleset.proven ? entries([message]) : []) {
    const seat = ([0, 1] as const).find((i) => {
      const { address, nonce } = s.game.players[i];
      return address === sender && nonce === entry.board?.nonce;
    });
    if (seat !== undefined) {
      s.entered.add(seat);
      check(s, seat, { proof: entry.proof });
    }
  }
}

function binding(s: State, seat: SeatIndex): commitment.Binding {
  const { address, nonce } = s.game.players[seat];
  const player = addressBytes(address);
  if (!player) {
    throw new Fault("a player's address is none");
  }
  return { chainId: s.game.chainId, player, nonce, ruleset: s.game.ruleset };
}

function move(s: State, opening: Opening | undefined, sunk: Ship | undefined, target: string): void {
  if (opening && s.turn === undefined) {
    if (!commitment.verifyToss(binding(s, 0), s.game.players[0].board, opening)) {
      throw new Fault("the toss is not the one that was committed to");
    }
    s.turn = s.game.first ?? commitment.tossFirst(opening.salt, s.game.toss);
  } else if (opening) {
    answerOf(s, opening, sunk);
  }
  if (target !== "") {
    const tile = parseTile(s.game.ruleset, target);
    if (s.turn === undefined || s.pending !== undefined || tile === undefined) {
      throw new Fault(`a shot at ${tile === undefined ? "no tile" : target} that nobody owed`);
    }
    if (s.sides[other(s.turn)].answered.has(tile)) {
      throw new Fault(`a second shot at ${target}`);
    }
    s.pending = tile;
  }
}

function answerOf(s: State, opening: Opening, sunk: Ship | undefined): void {
  const r = s.game.ruleset;
  if (s.turn === undefined || s.pending === undefined) {
    throw new Fault("an answer to no shot");
  }
  const [by, tile] = [other(s.turn), s.pending];
  const ship = sunk && parseShip(r, sunk.class, sunk.placement);
  const hit = opening.content === commitment.Content.ship;
  const answer = { hit, ...(ship && { sunk: ship }) };
  s.sides[by] = answered(s.sides[by], tile, answer);
  if (sunk && !r.announceSunk) {
    throw new Fault(`a ship was announced at ${tileName(r, tile)}, where none is`);
  }
  if (r.proven) {
    check(s, by, { proof: opening.proof, statement: { tile, hit } });
  } else if (!commitment.verifyOpening(binding(s, by), s.game.players[by].board, tile, opening)) {
    throw new Fault(`the answer to ${tileName(r, tile)} is not what was committed to`);
  }
  s.openings++;
  s.pending = undefined;
  s.turn = lost(r, s.sides[by]) ? undefined : shootsNext(r, by, hit);
}

/** claim finds whose board a fleet and a secret are, and whether all its answers were true. */
function claim(s: State, text: string, secret: Uint8Array): void {
  const fleet = parseFleet(s.game.ruleset, text);
  if (!fleet) {
    throw new Fault("a claim with no fleet");
  }
  const seat = ([0, 1] as const).find((i) => commitment.audit(binding(s, i), s.game.players[i].board, fleet, secret));
  if (seat === undefined) {
    throw new Fault("a claim for a board that nobody committed to");
  }
  const wrong = lie(s.game.ruleset, s.sides[seat], fleet);
  if (wrong) {
    throw new Fault(wrong);
  }
  s.proven.push(seat);
}

/** playedIn reads the data that verify needs from the events of a game. It returns undefined for a game that is not
 * known from its opening on, or whose moves were made off-chain. */
export function playedIn(chainId: string, events: readonly GameEvent[]): Played | undefined {
  const created = events.find(({ event }) => isMessage(event, EventGameCreatedSchema))?.event as
    | EventGameCreated
    | undefined;
  const joined = events.find(({ event }) => isMessage(event, EventGameJoinedSchema))?.event as
    | EventGameJoined
    | undefined;
  const ruleset = created && rulesetById(created.rulesetId);
  const creator = created?.participant && entrantOf(created.participant);
  const joiner = joined?.participant && entrantOf(joined.participant);
  if (!created || !joined || !ruleset || !creator || !joiner || created.channelTimeoutBlocks > 0n) {
    return undefined;
  }
  const first = seatIndex(created.first);
  return {
    chainId,
    gameId: created.gameId,
    ruleset,
    players: [creator, joiner],
    toss: joined.toss,
    ...(first !== undefined && { first }),
  };
}

/**
 * verifyGame checks a game from the signed transactions: that every answer opened its commitment, or was proven, and that the
 * published boards are legal and were answered truthfully. The node has to keep an index of transactions.
 */
export async function verifyGame(chain: Chain, gameId: bigint): Promise<Verdict> {
  const { events, txs } = await history(chain.node, gameId, true);
  const played = playedIn(chain.chainId, events);
  if (!played) {
    throw new Told("This node does not know how this game began, or it was played off-chain.");
  }
  const verdict = verify(played, txs.flatMap(messagesIn));
  const fault =
    verdict.fault ?? (verdict.checks.length > 0 ? await (await proverOf(chain)).fault(verdict.checks) : undefined);
  return { ...verdict, ...(fault && { fault }) };
}
