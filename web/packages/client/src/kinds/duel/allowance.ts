// The messages that the key of a duel may send at the player's cost.

import type { Allowance } from "../../wallet/session.js";

const messages = ["ShootAndReveal", "Concede", "ClaimWin", "SubmitState"].map((name) => `/battleship.v1.Msg${name}`);

export const allowance: Allowance = { messages, fees: { denom: "uanchor", amount: "50000" } };

/** provenAllowance is for a game in which a move has a proof and takes five times as much gas. */
export const provenAllowance: Allowance = { messages, fees: { denom: "uanchor", amount: "250000" } };
