/** L11: API and database are killed under load, 50 times. */
import { type ChildProcess, fork } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { connect } from "./platform/db/database.ts";
import { type Embedded, startEmbedded } from "./platform/db/embedded.ts";
import { transaction } from "./platform/db/database.ts";
import { post } from "./ledger/post.ts";
import { verifyAccounting } from "../testing/verify-accounting.ts";
import { freePort } from "@turnpike/net/testing/free-ports.ts";
import { limitHere } from "@turnpike/net/testing/machine-speed.ts";

const ROUNDS = 50;
const READY_MS = 5_000;
const BUYERS = 8;
let dataDir: string;
let server: Embedded;
let api: ChildProcess;
let url: string;

/** Starts the API's process, as the product does. */
function startProcess(port: number): Promise<void> {
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: server.url, LOG_LEVEL: "silent" };
  api = fork(path.join(import.meta.dirname, "main.ts"), { env: { ...env, PORT: String(port) } });
  return new Promise((resolve, reject) => {
    api.once("message", () => resolve());
    api.once("exit", (code) => reject(new Error(`the API ended with ${code}`)));
  });
}

async function call(route: string, fields: Record<string, string>) {
  const body = new URLSearchParams(fields);
  const answer = await fetch(url + route, { method: "POST", body });
  return (await answer.json()) as { code: number; data: Record<string, never> };
}

beforeAll(async () => {
  dataDir = mkdtempSync(path.join(os.tmpdir(), "turnpike-crash-"));
  server = await startEmbedded(dataDir);
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  await startProcess(port);
});
afterAll(async () => {
  api?.kill("SIGKILL");
  await server?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Kills the API and restarts it, or kills the database, which its guard restarts. */
async function killOne(round: number): Promise<void> {
  if (round % 2 === 1) {
    const found = await startEmbedded(dataDir, { guard: false });
    process.kill(found.pid, "SIGKILL");
    return;
  }
  api.removeAllListeners("exit");
  const ended = new Promise((resolve) => api.once("exit", resolve));
  api.kill("SIGKILL");
  await ended;
  await startProcess(Number(new URL(url).port));
}

it(`API and database killed under load (L11) lose no acknowledged order in ${ROUNDS} rounds, and recover within 5 s`, async () => {
  const account = { email: "crash@example.com", password: "Passw0rd!x", agree: "1" };
  const signed = await call("/v1/signup", account);
  const { session, user } = signed.data as unknown as { session: string; user: { id: string } };
  const db = connect(server.url, { pool: 2 });
  const amount = 100_000_000;
  const lines = [
    { owner: user.id, asset: "wallet" as const, bucket: "main", amount },
    { owner: null, asset: "wallet" as const, bucket: "payments", amount: -amount },
  ];
  const head = { key: "crash", kind: "recharge", ref: "test", at: Date.now() } as const;
  await transaction(db, (tx) => post(tx, { ...head, lines }));

  const acknowledged: string[] = [];
  let goOn = true;
  const order = { session, sku: "traffic-standard", quantity: "1", method: "wallet" };
  const buyer = async () => {
    while (goOn) {
      const answer = await call("/v1/order", order).catch(() => null);
      if (answer?.code !== 0) await sleep(20);
      else acknowledged.push((answer.data.order as unknown as { id: string }).id);
    }
  };
  const buyers = Array.from({ length: BUYERS }, buyer);
  let slowestMs = 0;
  for (let round = 0; round < ROUNDS; round++) {
    await sleep(200 + Math.random() * 600);
    const began = performance.now();
    await killOne(round);
    const before = acknowledged.length;
    while (acknowledged.length <= before + BUYERS) await sleep(10);
    slowestMs = Math.max(slowestMs, performance.now() - began);
  }
  goOn = false;
  await Promise.all(buyers);
  process.stdout.write(
    `L11: ${acknowledged.length} orders over ${ROUNDS} kills, slowest return ${Math.round(slowestMs)} ms\n`,
  );
  const verified = await verifyAccounting(db);
  const kept = await sql<{ id: string }>`
    select id from shop_order where status = 'paid'`.execute(db);
  await db.destroy();
  const paid = new Set(kept.rows.map(({ id }) => id));
  expect(acknowledged.filter((id) => !paid.has(id))).toEqual([]);
  expect(acknowledged.length).toBeGreaterThan(ROUNDS * BUYERS);
  expect(verified.difference).toBeNull();
  expect(slowestMs).toBeLessThan(await limitHere(READY_MS));
}, 600_000);
