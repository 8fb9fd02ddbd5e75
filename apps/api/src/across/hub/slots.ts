/**
 * The open connections of sub-accounts with a limit, as rows in the database, so that the limit
 * holds across all gateways and API processes.
 *
 *     gateway ─ slots {open, wanted} ─▶ limit − slots of others ─▶ allowed
 *
 * Rows expire unless renewed. Those of a machine without a lease for the sub-account are not renewed. A local worker whose connection ends has exited, and its rows are
 * deleted; a remote one may still run behind a broken link, so its rows count until they expire.
 */
import type { Questions } from "@turnpike/contract/data-plane.ts";
import type { Peer } from "@turnpike/link/link.ts";
import { slotRenewMs, slotTermMs } from "@turnpike/rules/sub-account-limits.ts";
import type { Db } from "../../platform/db/database.ts";
import { isUuid } from "../../platform/db/uuid.ts";
import {
  dropEarlierSlots,
  dropSlots,
  renewSlots,
  type SlotRequest,
  takeSlots,
  type WorkerRun,
  type WorkerSlots,
} from "../../products/sub-account/store/connection-slots.ts";

/** How many questions one statement answers. */
const maxAtOnce = 500;
const maxConnectionLimit = 1_000_000;

/** A trial lasts until the next renewal, which leaves it out unless a lease has followed. */
const trialTermMs = slotRenewMs + 5_000;

interface PendingRequest {
  question: SlotRequest;
  isTrial: boolean;
  resolve: (allowed: number) => void;
  reject: (error: unknown) => void;
}

export class Slots {
  #db: Db;
  /** The current run of each connected worker. */
  #runs = new Map<Peer, WorkerRun>();
  /** Runs that may have rows, as far as this process knows; only these are renewed. */
  #holders = new Set<string>();
  #waiting: PendingRequest[] = [];
  #working: Promise<void> | null = null;
  #renewal: NodeJS.Timeout;

  #trials: () => WorkerSlots[];

  /** `trials`: slots that are not renewed, as no lease has followed them. */
  constructor(db: Db, trials: () => WorkerSlots[] = () => []) {
    this.#db = db;
    this.#trials = trials;
    this.#renewal = setInterval(() => void this.#renew(), slotRenewMs);
  }

  /** Registers a worker; a new epoch starts without open connections. */
  async registerWorker({ gateway, epoch }: WorkerRun, peer: Peer): Promise<void> {
    this.#runs.set(peer, { gateway, epoch });
    // Another API process, or this one before a restart, may have written rows for it.
    this.#holders.add(nameOf({ gateway, epoch }));
    await dropEarlierSlots(this.#db, { gateway, epoch });
  }

  /** Handles the end of a connection; `ended` means the worker's process has exited. */
  disconnected(peer: Peer, ended: boolean): void {
    const run = this.#runs.get(peer);
    this.#runs.delete(peer);
    if (run === undefined || [...this.#runs.values()].some((other) => isSame(other, run))) return;
    const hadRows = this.#holders.delete(nameOf(run));
    // If the database is unavailable, the rows expire by themselves.
    if (ended && hadRows) void this.#inTurn(() => dropSlots(this.#db, run)).catch(() => undefined);
  }

  /**
   * How many connections the gateway may have. `isTrial`: it has no lease for them yet.
   * @throws Error if the database is unavailable
   */
  async take(
    request: Questions["slots"]["question"],
    isTrial = false,
  ): Promise<Questions["slots"]["answer"]> {
    const { gateway, epoch, subAccountId } = request;
    const [open, wanted] = [count(request.open), count(request.wanted)];
    if (!isUuid(subAccountId)) return { allowed: open };
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    const question = { gateway, epoch, subAccountId, open, wanted };
    this.#waiting.push({ question, isTrial, resolve, reject });
    this.#holders.add(nameOf(request));
    // Questions that arrive during a statement are batched into the next one.
    if (this.#waiting.length === 1) void this.#inTurn(() => this.#answer());
    return { allowed: await promise };
  }

  async stop(): Promise<void> {
    clearInterval(this.#renewal);
    this.#runs.clear();
    await this.#working;
  }

  async #answer(): Promise<void> {
    const isTrial = this.#waiting[0]?.isTrial ?? false;
    const differs = this.#waiting.findIndex((each) => each.isTrial !== isTrial);
    const batch = this.#waiting.splice(
      0,
      Math.min(maxAtOnce, differs === -1 ? maxAtOnce : differs),
    );
    if (this.#waiting.length > 0) void this.#inTurn(() => this.#answer());
    try {
      const questions = batch.map(({ question }) => question);
      const allowed = await takeSlots(this.#db, questions, isTrial ? trialTermMs : slotTermMs);
      for (const [index, each] of batch.entries()) each.resolve(allowed[index] ?? 0);
    } catch (error) {
      for (const each of batch) each.reject(error);
    }
  }

  /** One statement at a time: rows of a lost worker's last question are deleted after it. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    const mine = (this.#working ?? Promise.resolve()).then(work);
    const settled = mine.catch(() => undefined);
    this.#working = settled;
    return mine;
  }

  async #renew(): Promise<void> {
    const runs = [...this.#runs.values()].filter((run) => this.#holders.has(nameOf(run)));
    if (runs.length === 0) return;
    await renewSlots(this.#db, runs, this.#trials()).catch(() => undefined);
  }
}

const nameOf = ({ gateway, epoch }: WorkerRun) => `${gateway} ${epoch}`;
const isSame = (one: WorkerRun, other: WorkerRun) => nameOf(one) === nameOf(other);

const count = (value: number) =>
  Number.isSafeInteger(value) && value > 0 ? Math.min(value, maxConnectionLimit) : 0;
