/**
 * The open connections of sub-accounts with a limit: rows, so that the limit holds over all gateways
 * and API processes.
 *
 *     gateway ─ slots {open, wanted} ─▶ limit − what others have ─▶ allowed
 *
 * A row ends when nobody renews it. On one machine a worker whose connection ends is gone, and its
 * rows with it; a far gateway may be alive behind a cut link, and its rows count until they end.
 */
import type { Questions } from "@turnpike/contract/data-plane.ts";
import type { Peer } from "@turnpike/link/link.ts";
import { slotRenewMs } from "@turnpike/rules/sub-account-limits.ts";
import type { Db } from "../../platform/db/database.ts";
import { isUuid } from "../../platform/db/uuid.ts";
import {
  dropEarlierSlots,
  dropSlots,
  renewSlots,
  type SlotsAsked,
  takeSlots,
  type WorkerRun,
} from "../../products/sub-account/store/connection-slots.ts";

/** Questions that one statement answers. */
const mostAtOnce = 500;
const mostConnections = 1_000_000;

interface Waiting {
  question: SlotsAsked;
  resolve: (allowed: number) => void;
  reject: (error: unknown) => void;
}

export class Slots {
  #db: Db;
  /** The run of each connected worker. */
  #runs = new Map<Peer, WorkerRun>();
  /** Runs that have rows, as far as is known here: the others need no renewal. */
  #holders = new Set<string>();
  #waiting: Waiting[] = [];
  #working: Promise<void> | null = null;
  #renewal: NodeJS.Timeout;

  constructor(db: Db) {
    this.#db = db;
    this.#renewal = setInterval(() => void this.#renew(), slotRenewMs);
  }

  /** A worker connected; with a new epoch it starts with no open connection. */
  async hello({ gateway, epoch }: WorkerRun, peer: Peer): Promise<void> {
    this.#runs.set(peer, { gateway, epoch });
    // It may have rows that another API process, or an earlier start of this one, wrote.
    this.#holders.add(nameOf({ gateway, epoch }));
    await dropEarlierSlots(this.#db, { gateway, epoch });
  }

  /** A connection was lost; `ended`: the worker's process is gone with it. */
  disconnected(peer: Peer, ended: boolean): void {
    const run = this.#runs.get(peer);
    this.#runs.delete(peer);
    if (run === undefined || [...this.#runs.values()].some((other) => isSame(other, run))) return;
    const hadRows = this.#holders.delete(nameOf(run));
    // Where the database is away the rows end by themselves.
    if (ended && hadRows) void this.#inTurn(() => dropSlots(this.#db, run)).catch(() => undefined);
  }

  /** How many connections the gateway may have. Rejects where the database is away. */
  async take(request: Questions["slots"]["question"]): Promise<Questions["slots"]["answer"]> {
    const { gateway, epoch, subAccountId } = request;
    const [open, wanted] = [count(request.open), count(request.wanted)];
    if (!isUuid(subAccountId)) return { allowed: open };
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    const question = { gateway, epoch, subAccountId, open, wanted };
    this.#waiting.push({ question, resolve, reject });
    this.#holders.add(nameOf(request));
    // What comes while a statement runs is answered by the next one, together.
    if (this.#waiting.length === 1) void this.#inTurn(() => this.#answer());
    return { allowed: await promise };
  }

  async stop(): Promise<void> {
    clearInterval(this.#renewal);
    this.#runs.clear();
    await this.#working;
  }

  async #answer(): Promise<void> {
    const asked = this.#waiting.splice(0, mostAtOnce);
    if (this.#waiting.length > 0) void this.#inTurn(() => this.#answer());
    try {
      const questions = asked.map(({ question }) => question);
      const allowed = await takeSlots(this.#db, questions);
      for (const [index, each] of asked.entries()) each.resolve(allowed[index] ?? 0);
    } catch (error) {
      for (const each of asked) each.reject(error);
    }
  }

  /** One statement at a time: a row that a lost worker's last question wrote is deleted after it. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    const mine = (this.#working ?? Promise.resolve()).then(work);
    const settled = mine.catch(() => undefined);
    this.#working = settled;
    return mine;
  }

  async #renew(): Promise<void> {
    const runs = [...this.#runs.values()].filter((run) => this.#holders.has(nameOf(run)));
    if (runs.length > 0) await renewSlots(this.#db, runs).catch(() => undefined);
  }
}

const nameOf = ({ gateway, epoch }: WorkerRun) => `${gateway} ${epoch}`;
const isSame = (one: WorkerRun, other: WorkerRun) => nameOf(one) === nameOf(other);

const count = (value: number) =>
  Number.isSafeInteger(value) && value > 0 ? Math.min(value, mostConnections) : 0;
