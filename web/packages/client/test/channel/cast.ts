// The games of the vectors of game/channel, with their players.

import { hexToBytes } from "../../src/bytes.js";
import { Channel } from "../../src/channel/channel.js";
import type { Seat } from "../../src/channel/state.js";
import { bothOf, proofOf } from "../../src/channel/update.js";
import {
  type ChannelMove,
  ChannelMoveSchema,
  type Content,
  type StateProof,
} from "../../src/gen/battleship/v1/battleship_pb.js";
import { create } from "../../src/proto/codec.js";
import { type Ruleset, rulesets } from "../../src/rules/rulesets.js";
import { json } from "../files.js";

export interface MoveVector {
  opening?: { content?: number; salt?: string; path?: string[]; proof?: string };
  sunk?: { class: string; placement: string };
  target?: string;
  concede?: boolean;
}

export interface GameVector {
  name: string;
  game_id: number;
  chain_id: string;
  ruleset: string;
  proven_claims: boolean;
  joined_height: number;
  turn_blocks: number;
  claim_blocks: number;
  first: "" | "creator" | "joiner";
  toss: string;
  seats: { player: string; secret_key: string; key: string; fleet: string; public: string }[];
  id: string;
  initial: string;
  updates: { mover: string; move: MoveVector; state: string; progress: number; message?: string; signature: string }[];
}

export interface ProofVector {
  name: string;
  game: string;
  sender: string;
  state: string;
  move?: MoveVector;
  creator_signature?: string;
  joiner_signature?: string;
  proven?: string;
  error?: string;
}

interface ChainVector {
  state: string;
  off_chain: boolean;
  responded: string[];
}

export interface PostingVector extends Omit<ProofVector, "proven"> {
  height: number;
  chain: ChainVector;
  next?: ChainVector;
  code?: number;
}

export const vectors = json<{
  games: GameVector[];
  proofs: ProofVector[];
  postings: PostingVector[];
  codes: { error: string; code: number }[];
}>("game/channel/testdata/vectors.json");

export const hex = (text = "") => hexToBytes(text);

export function seatNamed(name: string): Seat | undefined {
  return name === "creator" ? 0 : name === "joiner" ? 1 : undefined;
}

export const rulesetNamed = (name: string): Ruleset => rulesets.find((r) => r.name === name)!;

/** channelOf is the channel of a game of the vectors, whose seats are read from their public bytes. */
export function channelOf(g: GameVector): Channel {
  const ruleset = rulesetNamed(g.ruleset);
  const seat = (i: number) => {
    const { key, player, public: known } = g.seats[i]!;
    const bytes = hex(known);
    const chainId = g.chain_id;
    const address = Uint8Array.from(player, (c) => c.charCodeAt(0));
    let at = 2 + chainId.length + 2 + address.length;
    const nonce = new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(at);
    at += 12;
    const tossLeaf = bytes.slice(-32);
    const middle = bytes.slice(at, -32);
    const rowRoots = ruleset.proven
      ? []
      : Array.from({ length: ruleset.height }, (_, row) => middle.slice(32 * row, 32 * row + 32));
    return {
      key: hex(key),
      binding: { chainId, player: address, nonce, ruleset },
      board: { rowRoots, tossLeaf },
      fleetHash: ruleset.proven ? middle : undefined,
    };
  };
  return new Channel({
    gameId: BigInt(g.game_id),
    ruleset,
    joinedHeight: BigInt(g.joined_height),
    turnBlocks: BigInt(g.turn_blocks),
    claimBlocks: BigInt(g.claim_blocks),
    provenClaims: g.proven_claims,
    first: seatNamed(g.first),
    toss: hex(g.toss),
    seats: [seat(0), seat(1)],
  });
}

export function moveOf({ opening, ...rest }: MoveVector): ChannelMove {
  return create(ChannelMoveSchema, {
    ...rest,
    ...(opening && {
      opening: {
        content: (opening.content ?? 0) as Content,
        salt: hex(opening.salt),
        path: (opening.path ?? []).map(hex),
        proof: hex(opening.proof),
      },
    }),
  });
}

/** updatesOf are the state updates of a game as they are sent. */
export function updatesOf(g: GameVector): StateProof[] {
  return g.updates.map(({ mover, move, signature }, i) => {
    const by = seatNamed(mover)!;
    const before = g.updates[i - 1];
    if (before && before.mover === mover) {
      throw new Error("the vectors have no two moves of one player in a row");
    }
    const signatures = bothOf(by, hex(signature), hex(before?.signature));
    return proofOf(hex(before?.state), moveOf(move), signatures);
  });
}

export const proofNamed = (p: Omit<ProofVector, "proven">): StateProof =>
  proofOf(hex(p.state), p.move && moveOf(p.move), [hex(p.creator_signature), hex(p.joiner_signature)]);

export const gameNamed = (name: string): GameVector => vectors.games.find((g) => g.name === name)!;
