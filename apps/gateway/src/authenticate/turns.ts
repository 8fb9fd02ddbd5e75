/**
 * Turns of those that are blocked: while a block lasts, one password in some seconds is still
 * compared, so that the right one passes although somebody else behind the same address guesses.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { turnEveryMs } from "@turnpike/rules/admission.ts";

const maxKeys = 20_000;
const fewerKeys = 15_000;

interface Turn {
  /** When the turn begins. */
  at: number;
  /** The password that has the turn (`Credentials.tag`). */
  tag: string;
  begun: Promise<void>;
}

export class Turns {
  #turns = new Map<string, Turn>();
  #everyMs: number;

  constructor(everyMs = turnEveryMs) {
    this.#everyMs = everyMs;
  }

  /**
   * Resolves when a password of this key may be compared, at most `everyMs` later; null if another
   * password waits already. All connections with the same password share a turn.
   */
  next(key: string, tag: string): Promise<void> | null {
    const now = performance.now();
    const last = this.#turns.get(key);
    if (last !== undefined && last.at > now) return last.tag === tag ? last.begun : null;
    const at = last === undefined ? now : Math.max(now, last.at + this.#everyMs);
    const begun = at === now ? Promise.resolve() : sleep(at - now);
    this.#turns.delete(key);
    this.#turns.set(key, { at, tag, begun });
    if (this.#turns.size > maxKeys) this.#forget();
    return begun;
  }

  /** The keys whose turns are the oldest; a Map iterates in the order in which keys were set. */
  #forget(): void {
    for (const key of this.#turns.keys()) {
      if (this.#turns.size <= fewerKeys) return;
      this.#turns.delete(key);
    }
  }
}
