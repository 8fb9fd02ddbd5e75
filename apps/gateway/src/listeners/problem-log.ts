/** Logs problems of many listeners in few lines: one per kind of problem, whenever it changes. */
import type { Log } from "../lib/log.ts";

export interface Problem {
  message: string;
  /** The number of listeners with this problem. */
  count: number;
  fields: object;
}

export class ProblemLog {
  #log: Log;
  /** By kind, what was last logged. */
  #logged = new Map<string, Problem>();

  constructor(log: Log) {
    this.#log = log;
  }

  /** Logs what changed since the last call; `now` holds all current problems by kind. */
  report(now: ReadonlyMap<string, Problem>): void {
    for (const [kind, problem] of now) {
      if (this.#logged.get(kind)?.count === problem.count) continue;
      this.#log.warn(problem.fields, problem.message);
      this.#logged.set(kind, problem);
    }
    for (const [kind, { message }] of this.#logged) {
      if (now.has(kind)) continue;
      this.#logged.delete(kind);
      this.#log.info({}, `resolved: ${message}`);
    }
  }
}
