// A key for one game: it is recovered from the wallet's signature of the board, acts as delegate, and pays from the
// player's allowance. So a wallet that asks is asked twice for a game and never for a move.

import { pack, timestampFromDate } from "../chain/codec.js";
import type { Coin } from "../chain/tx.js";
import { AllowedMsgAllowanceSchema, BasicAllowanceSchema } from "../gen/cosmos/feegrant/v1beta1/feegrant_pb.js";
import { MsgGrantAllowanceSchema, MsgRevokeAllowanceSchema } from "../gen/cosmos/feegrant/v1beta1/tx_pb.js";
import { create, type Message } from "../proto/codec.js";
import { KeyWallet } from "./key.js";

/** Allowance has the messages that a delegate may send at the player's cost, and the limit of their fees. */
export interface Allowance {
  readonly messages: readonly string[];
  readonly fees: Coin;
}

/** For how many days a delegate may. */
const days = 7;

/** sessionKey is the delegate of a game, whose fees the player pays. */
export function sessionKey(delegate: Uint8Array, player: string): KeyWallet {
  return new KeyWallet(delegate, player);
}

/** grant allows a delegate the fees of its game, from the time of the last block: the machine's clock may be wrong. */
export function grant(player: string, delegate: string, blockTime: Date, { messages, fees }: Allowance): Message {
  const basic = create(BasicAllowanceSchema, {
    spendLimit: [{ ...fees }],
    expiration: timestampFromDate(new Date(Math.floor(blockTime.getTime() / 1000) * 1000 + days * 86_400_000)),
  });
  const allowance = create(AllowedMsgAllowanceSchema, { allowance: pack(basic), allowedMessages: [...messages] });
  return create(MsgGrantAllowanceSchema, { granter: player, grantee: delegate, allowance: pack(allowance) });
}

/** revoke ends an allowance, which has to be before there can be another. */
export function revoke(player: string, delegate: string): Message {
  return create(MsgRevokeAllowanceSchema, { granter: player, grantee: delegate });
}
