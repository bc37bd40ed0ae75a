// One window of a browser plays a game, so that no two of them sign different messages in one position.

/** playsElsewhere is shown in a window that waits. */
export const playsElsewhere =
  "You play this game in another window of this browser. This one takes over when that is closed.";

/**
 * playAlone holds a name among the windows of this browser until the signal. It calls `turn` with true once this window has
 * the name, and with false if another one has it first. Where a browser has no locks, every window has it.
 */
export function playAlone(
  name: string,
  signal: AbortSignal,
  turn: (mine: boolean) => void,
  locks: Pick<LockManager, "request"> | undefined = globalThis.navigator?.locks,
): void {
  if (!locks) {
    turn(true);
    return;
  }
  const hold = () => {
    if (signal.aborted) {
      return undefined;
    }
    turn(true);
    return new Promise<void>((release) => signal.addEventListener("abort", () => release()));
  };
  const queue = async () => {
    const free = await locks.request(name, { ifAvailable: true }, async (lock) => {
      await (lock && hold());
      return lock !== null;
    });
    if (!free && !signal.aborted) {
      turn(false);
      await locks.request(name, { signal }, hold);
    }
  };
  queue().catch(() => undefined); // the window was left while it waited
}
