/** What is wrong with many in few lines: one for each kind of trouble, when it changes. */
import type { Log } from "../lib/log.ts";

export interface Trouble {
  message: string;
  /** How many it concerns. */
  count: number;
  fields: object;
}

export class TroubleLines {
  #log: Log;
  /** As each kind was told last. */
  #told = new Map<string, Trouble>();

  constructor(log: Log) {
    this.#log = log;
  }

  /** All troubles of now, by kind. */
  tell(now: ReadonlyMap<string, Trouble>): void {
    for (const [kind, trouble] of now) {
      if (this.#told.get(kind)?.count === trouble.count) continue;
      this.#log.warn(trouble.fields, trouble.message);
      this.#told.set(kind, trouble);
    }
    for (const [kind, { message }] of this.#told) {
      if (now.has(kind)) continue;
      this.#told.delete(kind);
      this.#log.info({}, `no longer so: ${message}`);
    }
  }
}
