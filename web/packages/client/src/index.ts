/**
 * Play Battleship on its chain from a program: connect to a node, hold a key, place a fleet, enter a game, and play it.
 *
 * Most programs need {@link connect}, {@link KeyWallet}, {@link randomFleet} or {@link parseFleet}, `duel.enter`, `duel.Session`
 * and `duel.verifyGame`. The rest is below these: rules, commitments, the vault, messages, transactions and proofs.
 *
 * @packageDocumentation
 */

export { randomBelow, randomBytes } from "./bytes.js";
export { BadAnswer, explain, NoNode, NotFound, Refusal, Told } from "./chain/errors.js";
export { type GameEvent, type History, history } from "./chain/history.js";
export { type Account, type Block, type Filter, Node, type Status } from "./chain/node.js";
export { askFaucet, type Receipt, type SendOptions, type Stage, Submitter, type TxSigner } from "./chain/submit.js";
export {
  aminoBytes,
  aminoDoc,
  type Coin,
  directBytes,
  directDoc,
  type Envelope,
  type Signing,
  signedAmino,
  signedDirect,
} from "./chain/tx.js";
export {
  type Chain,
  type ConnectOptions,
  connect,
  Ended,
  type OnStage,
  type Proofs,
  type Root,
  setName,
  withdraw,
} from "./game/chain.js";
export { type Game, type PlayOptions, play } from "./game/play.js";
export * as duel from "./kinds/duel/index.js";
export * as melee from "./kinds/melee/index.js";
export { LightChain, type LightOptions } from "./light/chain.js";
export { bundled, direct, type Source } from "./light/source.js";
export * as messages from "./messages.js";
export { type Maker, Provers, type StartWorker, type WorkerLine, WorkerMaker } from "./prover/provers.js";
export { type Answer, answered, type Side, trueAnswer, unseen } from "./rules/answer.js";
export { chooseShot, odds } from "./rules/bot.js";
export * as commitment from "./rules/commitment.js";
export {
  type Fault,
  type Fleet,
  faults,
  fleetString,
  isLegal,
  parseFleet,
  randomFleet,
  type Ship,
} from "./rules/fleet.js";
export { generatedName, isName } from "./rules/names.js";
export {
  parseTile,
  type Ruleset,
  rulesetById,
  rulesets,
  type ShipClass,
  shipTiles,
  tileName,
  tiles,
} from "./rules/rulesets.js";
export type { Tiles } from "./rules/tiles.js";
export * as vault from "./rules/vault.js";
export { KeyWallet } from "./wallet/key.js";
export { addressBytes, addressOf, privateKeyFromWords, publicKeyOf, signRaw, verifyRaw } from "./wallet/keys.js";
export type { Remembered, Wallet } from "./wallet/wallet.js";
