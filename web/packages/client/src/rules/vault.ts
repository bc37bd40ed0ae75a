// Board secrets that the wallet can find again, and the sealed fleet that the chain carries for its owner. The layout is
// that of player/vault, whose vectors hold this file.

import { xchacha20poly1305 } from "@noble/ciphers/chacha.js";
import { hkdf } from "@noble/hashes/hkdf.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { base64 } from "../base.js";
import { ascii, bytesToHex, concatBytes, equal, randomBytes, u16 } from "../bytes.js";
import { type Binding, bindingBytes } from "./commitment.js";
import { type Fleet, isLegal, shipCode, shipFromCode } from "./fleet.js";
import { ships } from "./rulesets.js";

/** fromWallet is a secret that the wallet alone finds again; fromFile needs a key file, which a page does not have. */
export const Source = { fromWallet: 1, fromFile: 2 } as const;

const seedSize = 24;
const headerSize = 1 + seedSize;
const tagSize = 16;

/** OwnBoard is a player's own side of a commitment. All of it but the recovery field is secret. */
export interface OwnBoard {
  readonly fleet: Fleet;
  readonly secret: Uint8Array;
  /** delegate is a private key for a delegate in this game, found again with the board. */
  readonly delegate: Uint8Array;
  /** channel is a private key that signs states of this game off-chain, found again with the board. It does not follow from the
   * secret, which a claim publishes. */
  readonly channel: Uint8Array;
  readonly recovery: Uint8Array;
}

/** boardText returns the text that the wallet shows and signs for one board. */
export function boardText(chainId: string, player: string, nonce: bigint): string {
  return [
    "battleship/board/v1",
    `chain: ${chainId}`,
    `player: ${player}`,
    `board: ${nonce}`,
    "Whoever has this signature sees this board. Sign only in a program that plays for you.",
  ].join("\n");
}

/** signDocument is the ADR-036 document around a text: the very bytes that are hashed and signed. */
export function signDocument(player: string, text: string): Uint8Array {
  const data = base64.encode(ascii(text));
  return ascii(
    `{"account_number":"0","chain_id":"","fee":{"amount":[],"gas":"0"},"memo":"","msgs":[{"type":"sign/MsgSignData",` +
      `"value":{"data":"${data}","signer":"${player}"}}],"sequence":"0"}`,
  );
}

const derive = (signature: Uint8Array, seed: Uint8Array, tag: string) => hkdf(sha256, signature, seed, ascii(tag), 32);

export function deriveSecret(signature: Uint8Array, seed: Uint8Array): Uint8Array {
  return derive(signature, seed, "battleship/board-secret/v1");
}

export function deriveDelegate(signature: Uint8Array, seed: Uint8Array): Uint8Array {
  return derive(signature, seed, "battleship/delegate-key/v1");
}

export function deriveChannel(signature: Uint8Array, seed: Uint8Array): Uint8Array {
  return derive(signature, seed, "battleship/channel-key/v1");
}

export function sealKey(secret: Uint8Array): Uint8Array {
  return hkdf(sha256, secret, undefined, ascii("battleship/recovery/v1"), 32);
}

function cipher(b: Binding, source: number, seed: Uint8Array, secret: Uint8Array) {
  const context = concatBytes(ascii("battleship/recovery/v1"), Uint8Array.of(source), bindingBytes(b));
  return xchacha20poly1305(sealKey(secret), seed, context);
}

/** seal makes the secret of a new board from the wallet's signature of its text. */
export function seal(b: Binding, signature: Uint8Array, fleet: Fleet, seed = randomBytes(seedSize)): OwnBoard {
  if (!isLegal(b.ruleset, fleet)) {
    throw new Error(`the fleet is not one of ruleset ${b.ruleset.name}`);
  }
  const secret = deriveSecret(signature, seed);
  const plain = concatBytes(...fleet.map((ship) => u16(shipCode(ship))));
  const sealed = cipher(b, Source.fromWallet, seed, secret).encrypt(plain);
  const recovery = concatBytes(Uint8Array.of(Source.fromWallet), seed, sealed);
  const again = unseal(b, signature, recovery);
  if (!again || !equal(again.secret, secret)) {
    throw new Error("the sealed fleet does not open again");
  }
  return again;
}

/** boardName names a board for its stored records, by the seed of its secret. A chain that is started anew has the same
 * name, games and numbers of boards, and a node may show any of them; it cannot show another seed for the same secret.
 * */
export function boardName({ recovery }: OwnBoard): string {
  return bytesToHex(recovery.slice(1, headerSize));
}

/** recoverySource returns the source of the secret by a recovery field, or undefined if the field is none of this
 * ruleset. */
export function recoverySource(b: Binding, recovery: Uint8Array): number | undefined {
  const size = headerSize + 2 * ships(b.ruleset) + tagSize;
  const source = recovery[0];
  if (recovery.length !== size || (source !== Source.fromWallet && source !== Source.fromFile)) {
    return undefined;
  }
  return source;
}

/**
 * unseal recovers a board from its recovery field and the wallet's signature. It returns undefined if the field was
 * sealed by another wallet, for another board, or by a program that sealed otherwise. Whether fleet and secret match
 * the chain's commitment is for commitment.audit to decide.
 */
export function unseal(b: Binding, signature: Uint8Array, recovery: Uint8Array): OwnBoard | undefined {
  const source = recoverySource(b, recovery);
  if (source === undefined) {
    return undefined;
  }
  const seed = recovery.slice(1, headerSize);
  const secret = deriveSecret(signature, seed);
  let plain: Uint8Array;
  try {
    plain = cipher(b, source, seed, secret).decrypt(recovery.slice(headerSize));
  } catch {
    return undefined;
  }
  const fleet = Array.from({ length: plain.length / 2 }, (_, i) =>
    shipFromCode((plain[2 * i]! << 8) | plain[2 * i + 1]!),
  );
  return isLegal(b.ruleset, fleet)
    ? {
        fleet,
        secret,
        delegate: deriveDelegate(signature, seed),
        channel: deriveChannel(signature, seed),
        recovery,
      }
    : undefined;
}
