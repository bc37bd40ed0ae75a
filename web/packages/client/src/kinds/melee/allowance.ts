// The messages that the key of a melee may send at the player's cost: three a round, in up to ninety rounds.

import type { Allowance } from "../../wallet/session.js";

export const allowance: Allowance = {
  messages: ["ConfirmMelee", "Aim", "Fire", "Report", "Concede", "ClaimWin"].map((name) => `/battleship.v1.Msg${name}`),
  fees: { denom: "uanchor", amount: "100000" },
};
