/** Problems of many listeners in few log lines: one for each kind of problem, when it changes. */
import type { Log } from "../lib/log.ts";

export interface Problem {
  message: string;
  /** How many listeners have it. */
  count: number;
  fields: object;
}

export class ProblemLog {
  #log: Log;
  /** Each kind as it was logged last. */
  #logged = new Map<string, Problem>();

  constructor(log: Log) {
    this.#log = log;
  }

  /** Logs what differs from the last call: `now` holds all present problems by kind. */
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
