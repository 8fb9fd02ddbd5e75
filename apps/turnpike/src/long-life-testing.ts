/**
 * Shared by tests that span many days: the API with its hub and database, and gateway workers that
 * report from a real journal over a real link, with a clock that the tests advance.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll } from "vitest";
import { verifyAccounting } from "../../api/testing/verify-accounting.ts";
import {
  type Customer,
  createSubAccount,
  startTraffic,
  type TestTraffic,
  usageRow,
} from "../../api/src/products/traffic/testing.ts";
import { Reporter } from "../../gateway/src/report/reporter.ts";

/** Full sizes (`npm run test:full`). */
export const full = process.env["TURNPIKE_FULL"] === "1";
export const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

export let api: TestTraffic;
export let link: Awaited<ReturnType<TestTraffic["link"]>>;
export let folder: string;
let gateways = 0;

/** Call at the top of a test file: starts `api`, `link` and `folder` before its tests. */
export function setUpLongLife(): void {
  beforeAll(async () => {
    api = await startTraffic();
    link = await api.link();
    folder = mkdtempSync(path.join(tmpdir(), "long-life-"));
  }, 60_000);
  afterAll(async () => {
    await api.stop();
    rmSync(folder, { recursive: true, force: true });
  });
}

/** Advances the product's clock; every job runs once, as in the lab. */
export async function advanceDays(days: number): Promise<void> {
  const body = new URLSearchParams({ advanceSeconds: String(days * 86_400) });
  const answer = await fetch(`${api.url}/lab/clock`, { method: "POST", body });
  if (!answer.ok) throw new Error(`/lab/clock: ${answer.status}`);
}

/** A worker that carries small requests, each under a lease and in its own report. */
export class Worker {
  readonly name: string;
  carried = 0;
  #epochs = 0;
  #openLeases = new Set<string>();
  #link: typeof link = link;
  #lease: { id: string; endsAt: number } | null = null;
  reporter: Reporter;
  #sub: { id: string; accountId: string };
  #folder = mkdtempSync(path.join(folder, "worker-"));

  constructor(sub: { id: string; accountId: string }) {
    gateways += 1;
    this.name = `long-life-${gateways}`;
    this.#sub = sub;
    this.reporter = this.#open();
  }

  get epoch(): string {
    return `epoch${this.#epochs}`;
  }

  #open(): Reporter {
    this.#epochs += 1;
    const own: Pick<typeof link, "ask"> = { ask: (...given) => this.#link.ask(...given) };
    return new Reporter({
      gateway: this.name,
      epoch: this.epoch,
      folder: this.#folder,
      link: own as typeof link,
      log,
      now: () => api.services.world.now(),
      leasesOut: () => [...this.#openLeases],
      settled: (ids) => {
        for (const id of ids) this.#openLeases.delete(id);
      },
    });
  }

  /** Carries one request and journals it, as the gateway does every 250 ms; a lease lasts a day. */
  async carry(bytes: number): Promise<void> {
    const { id: subAccountId, accountId } = this.#sub;
    const now = api.services.world.now();
    const drained: string[] = [];
    if (this.#lease === null || this.#lease.endsAt < now) {
      if (this.#lease) drained.push(this.#lease.id);
      const by = { gateway: this.name, epoch: this.epoch };
      const answer = await link.ask("lease", { ...by, subAccountId, wantedBytes: 1_048_576 });
      if ("refused" in answer) throw new Error(`no lease: ${answer.refused}`);
      const { id } = answer.lease;
      this.#lease = { id, endsAt: now + 43_200_000 };
      this.reporter.recordLease(id);
      this.#openLeases.add(id);
    }
    this.carried += bytes;
    const leaseId = this.#lease.id;
    const hour = now - (now % 3_600_000);
    const row = usageRow({ leaseId, accountId, subAccountId, hour, upBytes: 0, downBytes: bytes });
    this.reporter.flush([row], drained);
  }

  /** Disconnects from the hub, or reconnects. */
  async setOffline(offline: boolean): Promise<void> {
    if (offline) {
      this.#link = await api.link();
      await this.#link.stop();
      return;
    }
    this.#link = link;
    this.reporter.wake();
  }

  /** Waits until the hub has received everything; returns whether it did within the timeout. */
  async waitUntilReported(withinMs = 5_000): Promise<boolean> {
    const end = performance.now() + withinMs;
    const done = () => this.reporter.waiting === 0 && this.reporter.segments === 0;
    while (!done() && performance.now() < end) {
      await this.reporter.pump();
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    return done();
  }

  /** Starts another run of the gateway, after the previous one was killed or has ended. */
  restart(): void {
    this.#openLeases.clear();
    this.#lease = null;
    this.reporter = this.#open();
  }
}

export interface PlayedCustomer {
  owner: Customer;
  worker: Worker;
  subId: string;
}
export async function openCustomer(name: string, trafficGb: number): Promise<PlayedCustomer> {
  const owner = await api.customer(1);
  const { id } = await createSubAccount(owner, name, { trafficGb });
  return { owner, worker: new Worker({ id, accountId: owner.id }), subId: id };
}

/** Bytes in the statistics and in the ledger, and the first difference between all books. */
export async function usageTotals({ owner }: PlayedCustomer, verify = true) {
  const { rows } = await sql<{ statistics: number; billed: number }>`select
    (select coalesce(sum(up_bytes + down_bytes), 0)::bigint from usage_hour
      where account_id = ${owner.id}
        and sub_account_id = '00000000-0000-0000-0000-000000000000') as statistics,
    (select coalesce(-sum(p.amount), 0)::bigint from ledger_entry e
      join ledger_posting p on p.entry_id = e.id join ledger_account a on a.id = p.account_id
      where e.kind = 'usage' and a.owner = ${owner.id})
    + (select coalesce(sum(pending), 0)::bigint from ledger_holding
      where owner = ${owner.id} and asset = 'traffic') as billed`.execute(api.services.db);
  const difference = verify ? (await verifyAccounting(api.services.db)).difference : null;
  return { ...rows[0], difference };
}
export const expectedTotals = ({ carried }: Worker) => ({
  statistics: carried,
  billed: carried,
  difference: null,
});

/** Number of usage rows set aside for the operator. */
export async function quarantinedUsageRows(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from usage_aside`.execute(api.services.db);
  return rows[0]?.count ?? Number.NaN;
}

/**
 * Carries `requests` requests and waits for each one (every eighth unless full); returns whether
 * all were counted in time.
 */
export async function carryRequests(worker: Worker, requests: number): Promise<boolean> {
  for (let request = 0; request < requests; request += 1) {
    await worker.carry(10_000 + request);
    if ((full || request % 8 === 7) && !(await worker.waitUntilReported())) return false;
  }
  return worker.waitUntilReported();
}
