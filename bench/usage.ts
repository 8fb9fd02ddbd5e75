/**
 * Usage rows per second (README.md): two gateway workers send their reports over the link to an API
 * with the embedded database, as fast as they are acknowledged.
 */
import { randomUUID } from "node:crypto";
import path from "node:path";
import type { UsageReport } from "@turnpike/contract/data-plane.ts";
import { connectIpc } from "@turnpike/link/ipc.ts";
import type { GatewayLink } from "@turnpike/link/link.ts";
import { type RunningApi, startApi } from "./api-process.ts";
import { type Carrier, ledgerSize, seedCarriers } from "./api-seed.ts";
import { aligned } from "./report.ts";

const customers = 100;
const workers = 2;
const seconds = 10;
const warmSeconds = 2;
/** Number of reports a gateway sends concurrently when it is behind. */
const reportsAtOnce = 20;
const domains = 20;
const rowBytes = 1_000;
const goal = 5_000;
const timeoutMs = 30_000;

export interface UsageFigures {
  rows: number;
  rowsPerSecond: number;
  /** Ledger entries created by the run. */
  entries: number;
  /** Growth of the database in bytes per row. */
  bytesPerRow: number;
  apiCpuMsPerRow: number;
}

/** Connects a worker and takes a lease for each customer. */
async function startWorker(socket: string, worker: number, carriers: Carrier[]) {
  const by = { gateway: `local-${worker}`, epoch: randomUUID() };
  const link = connectIpc(socket, { worker, epoch: by.epoch });
  await new Promise<void>((resolve) => link.onConnection((up) => up && resolve()));
  const leases = new Map<string, string>();
  for (const { subAccountId } of carriers) {
    const question = { ...by, subAccountId, wantedBytes: 2 ** 28 };
    const answer = await link.ask("lease", question, timeoutMs);
    if ("refused" in answer) throw new Error(`no lease: ${answer.refused}`);
    leases.set(subAccountId, answer.lease.id);
  }
  return { link, by, leases };
}

/** Sends batches until the time is over; returns how many rows were acknowledged. */
async function send(
  worker: {
    link: GatewayLink;
    by: { gateway: string; epoch: string };
    leases: Map<string, string>;
  },
  carriers: Carrier[],
  given: { from: number; seconds: number },
): Promise<{ rows: number; sequence: number }> {
  const end = performance.now() + given.seconds * 1_000;
  let sequence = given.from;
  let rows = 0;
  while (performance.now() < end) {
    const reports: UsageReport[] = [];
    for (let each = 0; each < reportsAtOnce; each += 1) {
      sequence += 1;
      reports.push({ ...worker.by, sequence, rows: rowsOf(worker.leases, carriers, sequence) });
    }
    const { applied } = await worker.link.ask("report", { reports }, timeoutMs);
    rows += applied.length * carriers.length;
  }
  return { rows, sequence };
}

function rowsOf(leases: Map<string, string>, carriers: Carrier[], sequence: number) {
  const hour = Math.floor(Date.now() / 3_600_000) * 3_600_000;
  return carriers.map(({ accountId, subAccountId }, index) => ({
    leaseId: leases.get(subAccountId) ?? "",
    accountId,
    subAccountId,
    product: "traffic" as const,
    hour,
    domain: `host${(index + sequence) % domains}.example.com`,
    country: "DE",
    city: "berlin",
    upBytes: 100,
    downBytes: rowBytes - 100,
    requests: 1,
  }));
}

async function measure(api: RunningApi, socket: string): Promise<UsageFigures> {
  const carriers = await seedCarriers(api.databaseUrl, customers);
  const numbers = Array.from({ length: workers }, (_, index) => index + 1);
  const all = await Promise.all(numbers.map((worker) => startWorker(socket, worker, carriers)));
  const run = (given: { from: number; seconds: number }) =>
    Promise.all(all.map((worker) => send(worker, carriers, given)));
  const warm = await run({ from: 0, seconds: warmSeconds });
  const before = { ...(await ledgerSize(api.databaseUrl)), cpuMs: api.cpuMs() };
  const began = performance.now();
  const done = await run({ from: Math.max(...warm.map(({ sequence }) => sequence)), seconds });
  const tookSeconds = (performance.now() - began) / 1_000;
  const after = await ledgerSize(api.databaseUrl);
  for (const { link } of all) await link.stop();
  const rows = done.reduce((sum, each) => sum + each.rows, 0);
  return {
    rows,
    rowsPerSecond: rows / tookSeconds,
    entries: after.entries - before.entries,
    bytesPerRow: (after.bytes - before.bytes) / rows,
    apiCpuMsPerRow: (api.cpuMs() - before.cpuMs) / rows,
  };
}

/** Runs everything, about 30 s; prints a table and returns the figures. */
export async function benchUsage(): Promise<UsageFigures> {
  const api = await startApi((folder) => ({ TURNPIKE_LINK: path.join(folder, "hub.sock") }));
  try {
    const figures = await measure(api, path.join(api.folder, "hub.sock"));
    const { rowsPerSecond, entries, bytesPerRow, apiCpuMsPerRow, rows } = figures;
    console.log(
      `\n${workers} workers, ${customers} busy customers, as fast as it is acknowledged.`,
    );
    console.log(
      aligned([
        ["usage", "rows", "rows/s", "entries", "bytes/row", "API CPU µs/row", "goal"],
        [
          "reports",
          String(rows),
          rowsPerSecond.toFixed(0),
          String(entries),
          bytesPerRow.toFixed(0),
          (apiCpuMsPerRow * 1_000).toFixed(0),
          `rows/s ≥ ${goal}: ${rowsPerSecond >= goal ? "yes" : "no"}`,
        ],
      ]),
    );
    return figures;
  } finally {
    await api.stop();
  }
}
