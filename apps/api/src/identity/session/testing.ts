/** Shared by tests of accounts and shop: the API with a separate database, and customers. */
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { json } from "node:stream/consumers";
import type { CallResponse } from "@turnpike/contract/call.ts";
import { type CallName, type Calls, calls } from "@turnpike/contract/calls.ts";
import { readEnvironment } from "@turnpike/contract/environment.ts";
import pino from "pino";
import { type Db, transaction } from "../../platform/db/database.ts";
import { testDatabase } from "../../platform/db/testing.ts";
import { checkRefusalsDocumented } from "../../../testing/refusals.ts";
import { addOffset } from "../../across/lab/store.ts";
import { markEmailVerified } from "../account/verified-email.ts";
import { post } from "../../ledger/post.ts";
import { startApi } from "../../app.ts";
import type { Services } from "../../platform/services.ts";

export type Fields = Record<string, string | number | boolean | undefined>;
export interface Refused {
  reason: string;
  field?: string;
  short?: string;
  retryAfterSeconds?: number;
  limit?: number;
  mailCode?: boolean;
}
export interface CallResult<K extends CallName> {
  status: number;
  code: number;
  msg: string;
  data: CallResponse<Calls[K]>;
  /** The same data, if the call was refused. */
  refused: Refused;
}

export interface Customer {
  id: string;
  email: string;
  password: string;
  session: string;
  ask: <K extends CallName>(name: K, fields?: Fields) => Promise<CallResult<K>>;
  /** Like `ask`, for calls that must succeed. */
  get: <K extends CallName>(name: K, fields?: Fields) => Promise<CallResponse<Calls[K]>>;
}

export interface TestShop {
  url: string;
  services: Services;
  db: Db;
  databaseUrl: string;
  dataDir: string;
  ask: <K extends CallName>(name: K, fields?: Fields) => Promise<CallResult<K>>;
  /** Registers a customer whose e-mail is not verified yet. */
  newcomer: (fields?: Fields) => Promise<Customer>;
  /**
   * Registers a customer and verifies the e-mail, as the mailed code does. The wallet has `cents`,
   * and a `lasting` session does not expire when the clock is moved.
   */
  customer: (fields?: Fields & { cents?: number; lasting?: boolean }) => Promise<Customer>;
  /** Adds money to a wallet without a payment. */
  fund: (accountId: string, cents: number) => Promise<void>;
  /** Completes a sandbox payment with an outcome; returns its status. */
  complete: (payUrl: string, outcome: string) => Promise<string>;
  refund: (payUrl: string) => Promise<string>;
  /** Moves the lab's clock and runs every job. */
  advance: (seconds: number) => Promise<void>;
  /** Only moves the clock, without jobs, for tests that let many minutes pass. */
  pass: (seconds: number) => Promise<void>;
  stop: () => Promise<void>;
}

function form(fields: Fields): URLSearchParams {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
}

function caller(url: string) {
  return async <K extends CallName>(name: K, fields: Fields = {}): Promise<CallResult<K>> => {
    const answer = await fetch(url + calls[name].path, { method: "POST", body: form(fields) });
    const { code, msg, data } = (await answer.json()) as CallResult<K>;
    return { status: answer.status, code, msg, data, refused: data as unknown as Refused };
  };
}

/**
 * Makes calls from another loopback address (127.0.0.0/8) and device, over a separate connection.
 */
export function askFrom(url: string, { ip, agent = "node" }: { ip: string; agent?: string }) {
  return async <K extends CallName>(name: K, fields: Fields = {}): Promise<CallResult<K>> => {
    const headers = {
      "user-agent": agent,
      "content-type": "application/x-www-form-urlencoded",
    };
    const call = url + calls[name].path;
    const request = http.request(call, { method: "POST", localAddress: ip, agent: false, headers });
    request.end(form(fields).toString());
    const [answer] = (await once(request, "response")) as [http.IncomingMessage];
    const { code, msg, data } = (await json(answer)) as CallResult<K>;
    const status = answer.statusCode ?? 0;
    return { status, code, msg, data, refused: data as unknown as Refused };
  };
}

async function tell(url: string, fields: Fields = {}): Promise<string> {
  const answer = await fetch(url, { method: "POST", body: form(fields) });
  const { status } = (await answer.json()) as { status: string };
  return status;
}

/** The six digits in the lab's newest mail to an address; empty if there are none. */
export async function codeMailedTo(url: string, address: string): Promise<string> {
  const answer = await fetch(`${url}/lab/mails?to=${encodeURIComponent(address)}`);
  const [mail] = (await answer.json()) as { text: string }[];
  return /^\d{6}$/m.exec(mail?.text ?? "")?.[0] ?? "";
}

/** Does what `verifyMail` does after the mailed code is proved; the call has its own tests. */
export const verifyEmail = (services: Services, accountId: string): Promise<void> =>
  transaction(services.db, (tx) => markEmailVerified(services, tx, accountId));

/** Calls that customers send the password with, as a fresh proof. */
const needsProof = new Set<CallName>(["gBind", "secureMail"]);

let made = 0;

/** Starts the API without scheduled jobs; `more` are environment variables. */
export async function startShop(more: Record<string, string> = {}): Promise<TestShop> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), "shop-test-"));
  const own = { PORT: "0", LOOKUP_PORT: "0", DATA_DIR: dataDir, LOG_LEVEL: "silent" };
  const env = readEnvironment({ ...own, ...more });
  const database = await testDatabase({ seeded: env.lab });
  const log = pino({ level: "silent" });
  const api = await startApi({ env, databaseUrl: database.url, log, jobs: false });
  const ask = caller(api.url);
  // The links were made before the port was known.
  const here = (payUrl: string) => api.url + new URL(payUrl).pathname;

  const newcomer = async (fields: Fields = {}): Promise<Customer> => {
    const email = `customer${++made}@example.com`;
    const password = "h7Kqorchard";
    const input = { email, password, agree: 1, ...fields };
    const { code, msg, data } = await ask("signup", input);
    if (code !== 0) throw new Error(`sign-up: ${code} ${msg}`);
    const { session, user } = data;
    const own: Customer["ask"] = (name, more = {}) =>
      ask(name, { session, ...(needsProof.has(name) ? { password } : {}), ...more });
    const get: Customer["get"] = async (name, more) => {
      const result = await own(name, more);
      if (result.code !== 0) throw new Error(`${name}: ${result.code} ${result.msg}`);
      return result.data;
    };
    return { id: user.id, email: String(input.email), password, session, ask: own, get };
  };
  const customer: TestShop["customer"] = async ({ cents = 0, lasting, ...fields } = {}) => {
    const one = await newcomer(fields);
    await verifyEmail(api.services, one.id);
    if (cents > 0) await fund(api.services, one.id, cents);
    if (lasting) await one.get("upTokenCache", { minutes: 0 });
    return one;
  };

  return {
    url: api.url,
    services: api.services,
    db: api.services.db,
    databaseUrl: database.url,
    dataDir,
    ask,
    newcomer,
    customer,
    fund: (owner, cents) => fund(api.services, owner, cents),
    complete: (payUrl, outcome) => tell(`${here(payUrl)}/complete`, { outcome }),
    refund: (payUrl) => tell(`${here(payUrl)}/refund`),
    advance: async (advanceSeconds) => {
      await fetch(`${api.url}/lab/clock`, { method: "POST", body: form({ advanceSeconds }) });
    },
    pass: async (seconds) =>
      api.services.world.setOffset(await addOffset(api.services.db, seconds * 1_000)),
    stop: async () => {
      await api.stop();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
      await checkRefusalsDocumented(api.services.metrics);
    },
  };
}

async function fund(services: Services, owner: string, cents: number): Promise<void> {
  const line = (who: string | null, bucket: string, amount: number) =>
    ({ owner: who, asset: "wallet", bucket, amount }) as const;
  await transaction(services.db, (tx) =>
    post(tx, {
      key: `test:${services.world.id()}`,
      kind: "recharge",
      ref: "test",
      at: services.world.now(),
      lines: [line(owner, "main", cents), line(null, "payments", -cents)],
    }),
  );
}
