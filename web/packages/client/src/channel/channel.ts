// One duel that is played off-chain: which messages its players sign, the proofs of its states, and their verdicts. These are the
// rules of game/channel, by which the chain judges too.

import { sha256 } from "@noble/hashes/sha2.js";
import { ascii, concatBytes, equal, u32, u64 } from "../bytes.js";
import { Refusal } from "../chain/errors.js";
import { type ChannelMove, Obligation, Phase, type StateProof } from "../gen/battleship/v1/battleship_pb.js";
import { parseShip } from "../rules/answer.js";
import * as commitment from "../rules/commitment.js";
import type { Check } from "../rules/proven.js";
import { parseTile, type Ruleset } from "../rules/rulesets.js";
import { verifyRaw } from "../wallet/keys.js";
import * as rules from "./state.js";
import { otherSeat, type Seat, type State } from "./state.js";
import { bothOf, proofOf, type Signatures, signaturesOf } from "./update.js";

/** ChannelSeat is the public part of one player. */
export interface ChannelSeat {
  /** key is the player's channel key: a compressed public key of this game alone. */
  readonly key: Uint8Array;
  readonly binding: commitment.Binding;
  readonly board: commitment.Board;
  /** fleetHash is the commitment of a proven board. */
  readonly fleetHash?: Uint8Array | undefined;
}

/** ChannelParams are those of a game once it is joined, as the chain has them. */
export interface ChannelParams {
  readonly gameId: bigint;
  readonly ruleset: Ruleset;
  readonly joinedHeight: bigint;
  readonly turnBlocks: bigint;
  readonly claimBlocks: bigint;
  readonly provenClaims: boolean;
  /** first is the player to shoot first in a rematch; otherwise the toss decides. */
  readonly first: Seat | undefined;
  readonly toss: Uint8Array;
  readonly seats: readonly [ChannelSeat, ChannelSeat];
  /** proves reports whether the proof of an answer is valid, and throws a Told if there is no prover. Without it none is. */
  readonly proves?: ((check: Check) => Promise<boolean>) | undefined;
}

/** Judged is the verified content of a proof. */
export interface Judged {
  readonly state: State;
  /** base is the state before the move. */
  readonly base: State;
}

const none = new Uint8Array();
const keySize = 33;
const signatureSize = 64;

const errProof = () => new Refusal("battleship", 48);
const errSignature = () => new Refusal("battleship", 45);
const errOpening = () => new Refusal("battleship", 18);

export class Channel {
  readonly id: Uint8Array;
  /** initial is the state that the join has left. It needs no signature. */
  readonly initial: State;
  /** height is that of every off-chain move. */
  private readonly height: bigint;

  constructor(private readonly params: ChannelParams) {
    const { seats, joinedHeight } = params;
    const keys = seats.map(({ key }) => key);
    if (keys.some((key) => key.length !== keySize) || equal(keys[0]!, keys[1]!) || params.toss.length !== 32) {
      throw new Refusal("battleship", 46);
    }
    this.initial = rules.joined(params, joinedHeight);
    this.height = joinedHeight + 1n;
    this.id = idOf(params);
  }

  key(seat: Seat): Uint8Array {
    return this.params.seats[seat].key;
  }

  /** decode decodes the bytes of an off-chain state of this game. For no bytes it returns the state after the join. */
  decode(bytes: Uint8Array): State {
    if (bytes.length === 0) {
      return this.initial;
    }
    const s = rules.decodeState(this.params.ruleset, bytes);
    const { turnBlocks, claimBlocks, provenClaims } = this.initial;
    const terms = s.turnBlocks === turnBlocks && s.claimBlocks === claimBlocks && s.provenClaims === provenClaims;
    if (!terms || s.deadline !== this.deadline(s)) {
      throw rules.errState();
    }
    return s;
  }

  /** deadline is that of an off-chain state, in which the clock does not run. */
  private deadline(s: State): bigint {
    return s.phase === Phase.TOSS
      ? this.initial.deadline
      : s.phase === Phase.OVER
        ? 0n
        : rules.restart(s, this.height).deadline;
  }

  /** message returns the bytes that a player signs to endorse a state. */
  message(state: Uint8Array): Uint8Array {
    return concatBytes(ascii("battleship/channel-state/v1"), this.id, state);
  }

  /** signedBy reports whether a signature is a player's under a state. */
  signedBy(seat: Seat, state: State, signature: Uint8Array): boolean {
    return (
      signature.length === signatureSize && verifyRaw(this.key(seat), this.message(rules.encodeState(state)), signature)
    );
  }

  /** move returns the state after an off-chain move, with all openings of the move verified. */
  async move(s: State, by: Seat, m: ChannelMove): Promise<State> {
    const next = this.apply(s, by, m, true);
    await this.checkProof(s, m);
    return next;
  }

  /** said returns the state after a move if all its openings are true: by the rules alone. */
  said(s: State, m: ChannelMove): State {
    return this.apply(s, s.actor, m, false);
  }

  /** checkProof verifies the proof of an answer, which takes the longest of all checks. */
  private async checkProof(s: State, { opening }: ChannelMove): Promise<void> {
    if (!s.ruleset.proven || !opening || s.pending === undefined) {
      return;
    }
    const { binding, fleetHash = none } = this.params.seats[s.actor];
    const statement = { tile: s.pending, hit: opening.content === commitment.Content.ship };
    if (!(await this.params.proves?.({ binding, commitment: fleetHash, proof: opening.proof, statement }))) {
      throw new Refusal("battleship", 40);
    }
  }

  /** apply is move without the proof of an answer; `verified` has it check every other opening. */
  private apply(s: State, by: Seat, m: ChannelMove, verified: boolean): State {
    checkForm(m);
    if (!rules.inPlay(s)) {
      throw rules.errPhase();
    }
    if (s.actor !== by) {
      throw rules.errTurn();
    }
    if ((s.owes !== Obligation.SHOT) !== (m.opening !== undefined)) {
      throw rules.errMove();
    }
    const next = m.opening === undefined ? s : this.open(s, by, m, verified);
    if (m.concede) {
      return rules.concede(next, by, this.height);
    }
    return m.target ? rules.shoot(next, by, parseTile(s.ruleset, m.target), this.height) : next;
  }

  private open(s: State, by: Seat, m: ChannelMove, verified: boolean): State {
    const { board, binding } = this.params.seats[by];
    const opening = m.opening!;
    if (s.owes === Obligation.TOSS_REVEAL) {
      if (m.sunk) {
        throw rules.errMove();
      }
      const toss = commitment.tossFirst(opening.salt, this.params.toss);
      // By the rules alone, the toss has chosen according to the rest of the move.
      const first = verified ? (this.params.first ?? toss) : (this.params.first ?? (m.target ? 0 : 1));
      const next = rules.openToss(s, by, first, this.height);
      if (verified && (opening.proof.length > 0 || !commitment.verifyToss(binding, board, opening))) {
        throw errOpening();
      }
      return next;
    }
    const sunk = m.sunk && parseShip(s.ruleset, m.sunk.class, m.sunk.placement);
    if (m.sunk && !sunk) {
      throw rules.errSunk();
    }
    const hit = opening.content === commitment.Content.ship;
    const next = rules.answer(s, by, { hit, ...(sunk && { sunk }) }, this.height);
    if (s.ruleset.proven) {
      const { content, salt, path } = opening;
      if ((!hit && content !== commitment.Content.water) || salt.length > 0 || path.length > 0) {
        throw rules.errMove();
      }
    } else if (
      verified &&
      (opening.proof.length > 0 || !commitment.verifyOpening(binding, board, s.pending!, opening))
    ) {
      throw errOpening();
    }
    return next;
  }

  /** judge verifies a proof sent by a player, or by a third party. The sender endorses its state, and needs no signature. `known`
   * leaves out the proof of an answer, which was verified before. */
  async judge(p: StateProof, sender?: Seat, known = false): Promise<Judged> {
    const base = this.decode(p.state);
    const { move } = p;
    if (move) {
      this.said(base, move);
    }
    const signatures = signaturesOf(p);
    // The state that the join has left is the only one in its phase.
    const joined = base.phase === Phase.TOSS;
    for (const seat of [0, 1] as const) {
      const { length } = signatures[seat];
      if (length > 0 && length !== signatureSize) {
        throw errSignature();
      }
      const mover = move !== undefined && seat === base.actor;
      if (length === 0 && sender !== seat && (mover || !joined)) {
        throw errProof();
      }
    }
    if (!move) {
      this.check(signatures, 0, base);
      this.check(signatures, 1, base);
      return { state: base, base };
    }
    this.check(signatures, otherSeat(base.actor), base);
    const state = this.apply(base, base.actor, move, true);
    this.check(signatures, base.actor, state);
    if (!known) {
      await this.checkProof(base, move);
    }
    return { state, base };
  }

  private check(signatures: Signatures, seat: Seat, state: State): void {
    if (signatures[seat].length > 0 && !this.signedBy(seat, state, signatures[seat])) {
      throw errSignature();
    }
  }

  /** brief returns the shortest proof of the same state that a player can send itself, given one that judge accepts. */
  brief(p: StateProof, sender: Seat): StateProof {
    const base = this.decode(p.state);
    const state = p.move ? this.apply(base, base.actor, p.move, true) : base;
    const signatures = bothOf(otherSeat(sender), signaturesOf(p)[otherSeat(sender)]);
    return p.move && base.actor !== sender
      ? proofOf(rules.encodeState(state), undefined, signatures)
      : proofOf(p.state, p.move, signatures);
  }
}

/** checkForm throws for a move that is wrong in every game. */
function checkForm(m: ChannelMove): void {
  if (!m.concede && !m.opening && !m.target) {
    throw new Refusal("battleship", 16);
  }
  if ((m.concede && m.target) || (m.sunk && !m.opening)) {
    throw rules.errMove();
  }
}

function idOf(p: ChannelParams): Uint8Array {
  const seat = ({ key, binding, board, fleetHash }: ChannelSeat) => {
    const parts = p.ruleset.proven ? [fleetHash ?? none] : board.rowRoots;
    const known = concatBytes(commitment.bindingBytes(binding), ...parts, board.tossLeaf);
    return concatBytes(key, u32(known.length), known);
  };
  return sha256(
    concatBytes(
      ascii("battleship/channel/v1"),
      u64(p.gameId),
      u64(p.joinedHeight),
      u64(p.turnBlocks),
      u64(p.claimBlocks),
      u32(p.ruleset.id),
      Uint8Array.of(p.provenClaims ? 1 : 0, p.first === undefined ? 0 : 1 + p.first),
      p.toss,
      ...p.seats.map(seat),
    ),
  );
}
