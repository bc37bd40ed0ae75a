// One loop for games of all kinds: it looks at a game, sends the message that is owed, and looks again. It sends at most one
// message in each position, so a refusal is never answered by the same message, unless what was in its way goes by.

import { BadAnswer, NoNode, Refusal } from "../chain/errors.js";

/** Play is the part of the loop that differs between kinds of game, and between a page and a program. */
export interface Play<View> {
  /** look reads the game and shows it. It returns undefined once there is nothing to do in it. */
  look(): Promise<View | undefined>;
  /** position names a view: the name changes with each message that the chain takes. */
  position(view: View): string;
  /** act sends the message that is owed. It returns undefined if none is. */
  act(view: View): Promise<unknown>;
  /** unseen shows why a look failed, and refused why a message failed. */
  unseen(error: unknown): void;
  refused(error: unknown, view: View): void;
}

/** Queue waits for the turn of a loop until the signal, where several could act for one player: the windows of a browser. */
export type Queue = (signal: AbortSignal, turn: (mine: boolean) => void) => void;

export class Loop<View> {
  private view: View | undefined;
  private looking = false;
  private again = false;
  private acting = false;
  private asked = false;
  /** settled is the position in which a message was sent, or refused. */
  private settled = "";
  private stopped = false;
  /** alone means that no other loop acts in the game, until held is aborted. */
  private alone = false;
  private held = new AbortController();
  /** left are the turns that end with the message on its way. */
  private left: AbortController[] = [];
  /** unreached means that the node did not answer, did not prove its answer, or had no room: the next block is a reason to look,
   * whatever is in it. */
  unreached = false;

  constructor(private readonly play: Play<View>) {}

  /** look reads the game and sends the owed message. Calls during a look cause one more look. */
  async look(): Promise<void> {
    this.again = true;
    if (this.looking) {
      return;
    }
    this.looking = true;
    while (this.again && !this.stopped) {
      this.again = false;
      try {
        this.view = await this.play.look();
        this.unreached = false;
        this.move();
      } catch (error) {
        this.unreached = error instanceof NoNode || error instanceof BadAnswer;
        this.play.unseen(error);
      }
    }
    this.looking = false;
  }

  /** ask sends the owed message after the player's choice, also in a position in which another choice was refused. */
  ask(): void {
    this.settled = "";
    this.asked = true;
    this.move();
  }

  /** hold has this loop act once it is its turn: at once, or when `queue` calls `turn` with true. `waits` reports whether
   * another one acts. */
  hold(queue: Queue = (_, turn) => turn(true), waits: (elsewhere: boolean) => void = () => undefined): void {
    this.held = new AbortController();
    queue(this.held.signal, (mine) => {
      this.alone = mine;
      waits(!mine);
      if (mine) {
        this.ask();
      }
    });
  }

  /** release lets another loop act, once no message is on its way any more: the two would write to the same records. */
  release(): void {
    this.alone = false;
    this.left.push(this.held);
    this.leave();
  }

  private leave(): void {
    for (const held of this.acting ? [] : this.left.splice(0)) {
      held.abort();
    }
  }

  stop(): void {
    this.stopped = true;
    this.release();
  }

  private move(): void {
    const { view } = this;
    if (view === undefined || this.acting || this.stopped || !this.alone || this.play.position(view) === this.settled) {
      return;
    }
    void this.act(view);
  }

  private async act(view: View): Promise<void> {
    let stale = false;
    let idle = false;
    let settles = true;
    this.asked = false;
    this.acting = true;
    try {
      idle = (await this.play.act(view)) === undefined;
      stale = !idle;
    } catch (error) {
      const refusal = error instanceof Refusal ? error : undefined;
      idle = error instanceof NoNode || error instanceof BadAnswer || !!refusal?.passes; // it is sent after the next block
      this.unreached ||= idle;
      stale = !!refusal?.overtaken;
      settles = !this.asked;
      this.play.refused(error, view);
    }
    this.acting = false;
    this.leave();
    if (!idle && settles) {
      this.settled = this.play.position(view);
    }
    if (stale && this.view === view) {
      void this.look();
    } else if (!idle || this.asked || this.view !== view) {
      this.move();
    }
  }
}
