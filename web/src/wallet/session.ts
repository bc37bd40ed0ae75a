// A key for one game: it is found again from the wallet's signature of the board, acts as delegate, and pays with what the
// player has allowed it. So a wallet that asks is asked twice for a game and never for a move.

import { pack, timestampFromDate } from "../chain/codec";
import { AllowedMsgAllowanceSchema, BasicAllowanceSchema } from "../gen/cosmos/feegrant/v1beta1/feegrant_pb";
import { MsgGrantAllowanceSchema, MsgRevokeAllowanceSchema } from "../gen/cosmos/feegrant/v1beta1/tx_pb";
import { create, type Message } from "../proto/codec";
import { KeyWallet } from "./browser";

/** What a delegate may send at the player's cost, how much of it, and for how long. */
export const allowedMessages = [
  "/battleship.v1.MsgShootAndReveal",
  "/battleship.v1.MsgConcede",
  "/battleship.v1.MsgClaimWin",
];
export const allowedFees = { denom: "uanchor", amount: "50000" };
/** In a melee there are three messages a round, and up to ninety rounds. */
export const allowedInMelee = ["ConfirmMelee", "Aim", "Fire", "Report", "Concede", "ClaimWin"].map(
  (name) => `/battleship.v1.Msg${name}`,
);
export const meleeFees = { denom: "uanchor", amount: "100000" };
/** A move with a proof takes nine times as much gas as one without. */
export const provenFees = { denom: "uanchor", amount: "450000" };
const days = 7;

/** sessionKey is the delegate of a game, whose fees the player pays. */
export function sessionKey(delegate: Uint8Array, player: string): KeyWallet {
  return new KeyWallet(delegate, player);
}

/** grant allows a delegate the fees of its game, from the time of the last block: the machine's clock may be wrong. */
export function grant(
  player: string,
  delegate: string,
  blockTime: Date,
  game: "duel" | "proven" | "melee" = "duel",
): Message {
  const basic = create(BasicAllowanceSchema, {
    spendLimit: [{ duel: allowedFees, proven: provenFees, melee: meleeFees }[game]],
    expiration: timestampFromDate(new Date(Math.floor(blockTime.getTime() / 1000) * 1000 + days * 86_400_000)),
  });
  const allowance = create(AllowedMsgAllowanceSchema, {
    allowance: pack(basic),
    allowedMessages: game === "melee" ? allowedInMelee : allowedMessages,
  });
  return create(MsgGrantAllowanceSchema, { granter: player, grantee: delegate, allowance: pack(allowance) });
}

/** revoke ends an allowance, which has to be before there can be another. */
export function revoke(player: string, delegate: string): Message {
  return create(MsgRevokeAllowanceSchema, { granter: player, grantee: delegate });
}
