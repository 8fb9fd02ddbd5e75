/** The API for tests: over HTTP, on its own database, with a clock that can be moved. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { CallResponse } from "@turnpike/contract/call.ts";
import { type CallName, type Calls, calls } from "@turnpike/contract/calls.ts";
import { readEnvironment } from "@turnpike/contract/environment.ts";
import pino from "pino";
import { verifyEmail } from "../src/identity/session/testing.ts";
import type { Db } from "../src/platform/db/database.ts";
import { type TestDatabase, testDatabase } from "../src/platform/db/testing.ts";
import type { ConnectionLimits } from "../src/platform/http/max-connections.ts";
import { checkRefusalsDocumented } from "./refusals.ts";
import { type Api, type ApiOptions, startApi } from "../src/app.ts";

export interface Envelope<T> {
  code: number;
  msg: string;
  data: T & { reason?: string; field?: string; short?: string };
}
export interface TestApi extends Api {
  /** Makes a call, form-encoded. */
  send<K extends CallName>(
    name: K,
    fields?: Record<string, string | number>,
  ): Promise<Envelope<CallResponse<Calls[K]>>>;
  /** Registers an account and returns its session. */
  register(): Promise<{ session: string; email: string; id: string }>;
  /** Pays an amount into a wallet through the sandbox. */
  topUp(session: string, amountCents: number): Promise<void>;
  db: Db;
  databaseUrl: string;
  /** Starts another API on the same database, with the same key; stop it before this one. */
  startAnother(changed?: Partial<ApiOptions>): Promise<Api>;
}

let counter = 0;

/**
 * Starts the API; `linkPath` opens the hub for gateways, `more` are environment variables. It ends
 * with its database, also with one that was given.
 */
export async function startTestApi(
  {
    database: given,
    ...options
  }: Partial<Pick<ApiOptions, "linkPath" | "nodes" | "console" | "log">> & {
    database?: TestDatabase;
  } = {},
  more: Record<string, string> = {},
  connectionLimits?: ConnectionLimits,
): Promise<TestApi> {
  const dataDir = mkdtempSync(path.join(tmpdir(), "turnpike-api-"));
  const own = { NODE_ENV: "test", PORT: "0", LOOKUP_PORT: "0", DATA_DIR: dataDir };
  const env = readEnvironment({ ...own, ...more });
  const database = given ?? (await testDatabase({ seeded: env.lab }));
  const log = pino({ level: process.env.LOG_LEVEL ?? "fatal" });
  const input = { ...options, ...(connectionLimits ? { connectionLimits } : {}) };
  const start = { env, log, databaseUrl: database.url, jobs: false, ...input };
  const api = await startApi(start);
  const send: TestApi["send"] = async (name, fields = {}) => {
    const body = new URLSearchParams(
      Object.entries(fields).map(([key, value]) => [key, String(value)]),
    );
    const answer = await fetch(api.url + calls[name].path, { method: "POST", body });
    return (await answer.json()) as never;
  };
  return {
    ...api,
    db: api.services.db,
    databaseUrl: database.url,
    startAnother: (changed) =>
      startApi({ ...start, env: readEnvironment({ ...own, ...more }), ...changed }),
    send,
    register: async () => {
      const email = `test${process.pid}x${counter++}@example.com`;
      const { code, data, msg } = await send("signup", { email, password: "Passw0rd!x", agree: 1 });
      if (code !== 0) throw new Error(`signup: ${code} ${msg}`);
      const { session, user } = data;
      if (!env.lab) return { session, email, id: user.id };
      await verifyEmail(api.services, user.id);
      return { session, email, id: user.id };
    },
    topUp: async (session, amountCents) => {
      const { data } = await send("recharge", { session, amountCents, method: "crypto" });
      const payUrl = new URL(data.payUrl);
      const done = await fetch(`${api.url}${payUrl.pathname}/complete`, {
        method: "POST",
        body: new URLSearchParams({ outcome: "paid" }),
      });
      if (!done.ok) throw new Error(`payment: ${done.status}`);
    },
    stop: async () => {
      await api.stop();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
      await checkRefusalsDocumented(api.services.metrics);
    },
  };
}
