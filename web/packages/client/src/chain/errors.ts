// Sentences for the chain's refusals, one for each code. The raw log is never shown: it is for operators and can hold
// any bytes.

/** A refusal is the chain's no to a transaction, before a block or in one. */
export class Refusal extends Error {
  override readonly name = "Refusal";

  constructor(
    readonly codespace: string,
    readonly code: number,
    /** height is the block in which it failed; absent if it never got into one, and then nothing was paid. */
    readonly height?: bigint,
  ) {
    super(sentence(codespace, code));
  }

  is(codespace: string, ...codes: number[]): boolean {
    return this.codespace === codespace && codes.includes(this.code);
  }

  /** overtaken means that the game has moved on meanwhile: look again, nothing is lost. */
  get overtaken(): boolean {
    return this.is("battleship", 6, 7, 19, 20, 22);
  }

  /** feesNeeded means that the player has to allow the key of the game its fees again. */
  get feesNeeded(): boolean {
    return this.is("feegrant", 2, 3, 4, 5);
  }

  /** passes means that the same can be sent again after the next block: it is in none, and what was in its way goes by. */
  get passes(): boolean {
    return this.height === undefined && this.is("sdk", 20, 26, 32);
  }

  /** retry means that the same can be signed and sent again at once. */
  get retry(): boolean {
    return this.is("sdk", 32);
  }
}

/** NoNode means that no server answers, so the effect of a request is not known. */
export class NoNode extends Error {
  override readonly name = "NoNode";

  constructor() {
    super("The node does not answer. Your move is not lost: it is sent as soon as the node is back.");
  }
}

/** NotFound means that the node knows no such thing. */
export class NotFound extends Error {
  override readonly name = "NotFound";

  constructor(readonly ended = false) {
    super(ended ? "This game has ended." : "There is nothing of that name or number on this chain.");
  }
}

/** BadAnswer means that the server is not a node of this chain, or one that cannot serve this page. */
export class BadAnswer extends Error {
  override readonly name = "BadAnswer";
}

/** notLoaded is for a prover that a page cannot start. */
export const notLoaded =
  "The prover of this page cannot be loaded. Nothing is lost: reload the page in this browser, or continue an on-chain game with battleshipd from this wallet.";

const again = "Look at the game again.";

/** sentences are by codespace and code. Those of the module cover every error that x/battleship/types/errors.go
 * registers. */
export const sentences: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  battleship: {
    2: "This account may not do that in this game.",
    3: "That is not an address of this chain.",
    4: "The clock, or a setting, is outside of what this chain allows.",
    5: "The beginning of this chain contradicts itself. Tell its operator.",
    6: "There is no such game, or it was cancelled.",
    7: "The game has ended. Its result stays.",
    8: "This chain does not know that ruleset.",
    9: "The board has the wrong form. Place your fleet again.",
    10: "Another game of yours has begun meanwhile. Place your fleet again.",
    11: "This board shares a hash with the other one. Place your fleet again.",
    12: "The sealed fleet is too long. Place your fleet again.",
    13: "This key cannot act for you here: it already plays or acts in this game.",
    14: "This account cannot be paid, so it cannot play.",
    15: "The toss has the wrong length. Join again.",
    16: "The move was empty. Choose a tile.",
    17: `The parts of this move do not belong together. ${again}`,
    18: "This is not what was committed to. The browser may hold another board: take the game over with your wallet.",
    19: `The game is no longer at that point. ${again}`,
    20: `That is not owed now: your opponent was first, or it has happened already. ${again}`,
    21: "Too late: the deadline has passed, and the chain settles it.",
    22: "That tile is not on the board, or was shot at before. Choose another.",
    23: "This ship cannot be announced as sunk now.",
    24: "This fleet and secret do not prove the board.",
    25: "All Shipcoin has been minted; there is none left for a reward.",
    26: "This node was built wrongly: it does not count what it mints. Tell its operator.",
    27: "The chain found a record that it cannot have written. Tell its operator.",
    28: "The chain could not settle this game and will try again. Tell its operator.",
    29: "This stake is not allowed here: another coin, or an amount that is too large or not positive.",
    30: "You do not have the coins that this game takes.",
    31: "That opponent cannot play this game.",
    32: "The range of ratings is too narrow.",
    33: "Your ratings are further apart than one of you wants.",
    34: "You have as many open games as this chain allows. Cancel one, or wait until somebody joins.",
    35: "You already wait for such a game.",
    36: "This game cannot be played again, or already is.",
    37: "Nothing waits for you to be paid out.",
    38: "That account cannot be paid. Name another.",
    39: "The chain holds less than its books say. Tell its operator.",
    40: "The proof does not show what it should. It is made again.",
    41: "No new games are played under this ruleset.",
    42: "This game is played by updates, off the chain.",
    43: "The chain already knows a newer state of this game.",
    44: "Your opponent has its say first: it has not moved since the game came on-chain.",
    45: "A signature below the state is not that of its player.",
    46: "The key for playing off the chain is missing, malformed, or does not fit the other one.",
    47: "This game is played on the chain from the beginning.",
    48: "This shows no state of the game, or an endorsement is missing.",
    49: "This is a melee where a duel is meant, or the other way round.",
    50: "A melee cannot be for that many players.",
    51: "The list of invited players has the wrong length or a name that cannot be on it.",
    52: "The aim has the wrong form. Choose a tile again.",
    53: "A shot was fired meanwhile, so leaving costs more. Look at the game, then decide again.",
    54: "This costs or is something else than the page has shown. Nothing was paid. Look at it again.",
    55: "This name is not valid, reserved or yours already. Use 3 to 20 of a-z, 0-9 and single hyphens.",
    56: "You have changed your name not long ago. Wait before you change it again.",
    57: "Another player has this name. Choose another one.",
  },
  sdk: {
    4: "The signature is not accepted. Is the wallet on the right chain and account?",
    5: "No coins for this: the account does not have enough.",
    9: "This account is not on the chain yet. It needs some coins first.",
    10: "The transaction is malformed.",
    11: "More gas was needed than was asked for. The fee is gone; try again.",
    13: "The fee is below what the node asks.",
    18: "The transaction is malformed.",
    19: "The node has this already and works on it.",
    20: "The chain is busy. It is sent again in a moment.",
    21: "The transaction is too large.",
    26: "The node has just started. It is sent again after its first block.",
    30: "It did not get into a block in time, and now it cannot. Nothing happened.",
    32: "This account has sent something else meanwhile. It is signed and sent again.",
    41: "The transaction asks for more than one may.",
  },
  feegrant: {
    2: "What you allowed for fees of this game is used up. Allow it again.",
    3: "What you allowed for fees has run out of time. Allow it again.",
    4: "What you allowed for fees is invalid. Allow it again.",
    5: "No fees were allowed for the key of this game. Allow them.",
    7: "The key of this game may not pay for that. Use your wallet.",
  },
};

/** sentence returns the sentence for a refusal. */
export function sentence(codespace: string, code: number): string {
  return (
    sentences[codespace]?.[code] ??
    `The chain refused this (${/^[a-z0-9-]{1,32}$/.test(codespace) ? codespace : "unknown"} ${Math.trunc(code)}).`
  );
}

/** explain returns a sentence about a failure that a player can act on. */
export function explain(error: unknown): string {
  if (error instanceof Refusal || error instanceof NoNode || error instanceof NotFound || error instanceof BadAnswer) {
    return error.message;
  }
  return error instanceof Error && error.name === "Told"
    ? error.message
    : "Something went wrong in this page. Reload it.";
}

/** Told is a failure whose message is meant for the player. */
export class Told extends Error {
  override readonly name = "Told";
}
