// The clock of a game counts blocks. People think in minutes, so it is shown in these.

export type ClockLevel = "calm" | "soon" | "late";

export interface ClockText {
  readonly level: ClockLevel;
  readonly text: string;
  readonly blocks: bigint;
  /** share is the rest of the whole turn, from 1 to 0. */
  readonly share: number;
}

/** blocksLeft counts the blocks that can still hold the message; the next block is the first of them. */
export function blocksLeft(deadline: bigint, height: bigint): bigint {
  return deadline > height ? deadline - height : 0n;
}

/** duration writes a time as people do: 0:43, 12:05, 3 h 20 min, 2 d 4 h. */
export function duration(seconds: number): string {
  const s = Math.max(0, Math.round(seconds));
  if (s < 3600) {
    return `${Math.floor(s / 60)}:${String(s % 60).padStart(2, "0")}`;
  }
  if (s < 86_400) {
    return `${Math.floor(s / 3600)} h ${Math.floor((s % 3600) / 60)} min`;
  }
  return `${Math.floor(s / 86_400)} d ${Math.floor((s % 86_400) / 3600)} h`;
}

/**
 * clockText describes the time left to a player. It subtracts the time since the last block, and marks the last quarter
 * of the whole turn.
 */
export function clockText(
  deadline: bigint,
  height: bigint,
  blockMillis: number,
  sinceBlockMillis: number,
  turnBlocks: bigint,
): ClockText {
  const blocks = blocksLeft(deadline, height);
  if (blocks === 0n) {
    return { level: "late", text: "too late: the chain settles it", blocks, share: 0 };
  }
  const millis = Number(blocks) * blockMillis - Math.min(sinceBlockMillis, blockMillis);
  const level = turnBlocks > 0n && blocks * 4n <= turnBlocks ? "soon" : "calm";
  const share = turnBlocks > 0n ? Math.min(1, millis / (Number(turnBlocks) * blockMillis)) : 1;
  return { level, text: duration(millis / 1000), blocks, share };
}
