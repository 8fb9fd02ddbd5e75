/** What tests of traffic share: an API on a database of its own, customers, a gateway's link. */
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { News, UsageRow } from "@turnpike/contract/data-plane.ts";
import { readEnvironment } from "@turnpike/contract/environment.ts";
import { connectIpc } from "@turnpike/link/ipc.ts";
import type { GatewayLink } from "@turnpike/link/link.ts";
import { sql } from "kysely";
import pino from "pino";
import { transaction } from "../db/database.ts";
import { testDatabase } from "../db/testing.ts";
import { post } from "../ledger/post.ts";
import { type Api, startApi } from "../serve.ts";
import type { Services } from "../services.ts";

export const GB = 1_000_000_000;

export interface Said {
  code: number;
  msg: string;
  // What a call answers is judged by the test that made it.
  // biome-ignore lint/suspicious/noExplicitAny: an answer of any call
  data: any;
}

export interface Customer {
  id: string;
  /** Makes a call as this customer; lists and numbers are sent as text. */
  call(path: string, fields?: Record<string, string | number | undefined>): Promise<Said>;
}

export interface TestApi {
  services: Services;
  url: string;
  linkPath: string;
  customer(gb?: number): Promise<Customer>;
  /** Grants traffic out of the house's stock. */
  grant(accountId: string, bytes: number): Promise<void>;
  link(): Promise<GatewayLink & { news: News[] }>;
  stop(): Promise<void>;
}

/** Starts the API with a hub and without jobs by the clock. */
export async function startTestApi(more: Record<string, string> = {}): Promise<TestApi> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "traffic-test-"));
  const database = await testDatabase();
  const linkPath = path.join(folder, "hub.sock");
  const env = readEnvironment({ PORT: "0", DATA_DIR: folder, LOG_LEVEL: "silent", ...more });
  const log = pino({ level: "silent" });
  const options = { env, log, databaseUrl: database.url, linkPath, jobs: false };
  const api: Api = await startApi(options);
  const links: GatewayLink[] = [];
  const grant = async (accountId: string, bytes: number) => {
    const { world, db } = api.services;
    const asset = "traffic";
    const lines = [
      { owner: accountId, asset, bucket: "main", amount: bytes } as const,
      { owner: null, asset, bucket: "stock", amount: -bytes } as const,
    ];
    const [key, at] = [`grant:${world.id()}`, world.now()];
    await transaction(db, (tx) => post(tx, { key, kind: "order", ref: "test", at, lines }));
  };
  return {
    services: api.services,
    url: api.url,
    linkPath,
    grant,
    customer: async (gb = 0) => {
      const customer = await signUp(api.url);
      if (gb > 0) await grant(customer.id, gb * GB);
      return customer;
    },
    link: async () => {
      const link = connectIpc(linkPath);
      links.push(link);
      const news: News[] = [];
      link.onNews((each) => news.push(each));
      await new Promise<void>((resolve) => link.onConnection((up) => up && resolve()));
      return Object.assign(link, { news });
    },
    stop: async () => {
      for (const link of links) await link.stop();
      await api.stop();
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

let customers = 0;
/** A fresh customer, who signs in again by itself when its session has run out. */
async function signUp(url: string): Promise<Customer> {
  customers += 1;
  const email = `customer${customers}.${process.pid}@example.com`;
  const secrets = { email, password: "Tollgate7plain", agree: 1 };
  const said = await ask(url, "/v1/signup", secrets);
  if (said.code !== 0) throw new Error(said.msg);
  let { session } = said.data;
  return {
    id: said.data.user.id,
    call: async (path, fields = {}) => {
      const answer = await ask(url, path, { ...fields, session });
      if (answer.code !== 300) return answer;
      session = (await ask(url, "/v1/signin", secrets)).data.session;
      return ask(url, path, { ...fields, session });
    },
  };
}

async function ask(url: string, path: string, fields: object): Promise<Said> {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  const body = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  const answer = await fetch(url + path, { method: "POST", body });
  return (await answer.json()) as Said;
}

/** A sub-account of the customer's, made through the API. */
export async function makeSub(
  customer: Customer,
  account: string,
  fields: Record<string, string | number>,
): Promise<{ id: string; account: string }> {
  const said = await customer.call("/v1/addSubUser", { account, password: "secret77", ...fields });
  if (said.code !== 0) throw new Error(JSON.stringify(said));
  return said.data;
}

/** A row of usage; what a test does not name is the same for all. */
export function usageRow(
  given: Pick<UsageRow, "leaseId" | "accountId" | "subAccountId"> & Partial<UsageRow>,
): UsageRow {
  return {
    product: "traffic",
    hour: Date.now() - (Date.now() % 3_600_000),
    domain: "example.com",
    country: "DE",
    city: "berlin",
    upBytes: 0,
    downBytes: 0,
    requests: 1,
    ...given,
  };
}

/** The account's ledger as it stands: bytes by bucket, and what was billed in all. */
export async function books(services: Services, accountId: string) {
  const { rows } = await sql<{ used: number; allotted: number; open: number }>`
    select coalesce(sum(used_bytes), 0)::bigint as used,
      coalesce(sum(allotted_bytes), 0)::bigint as allotted,
      (select coalesce(sum(leased_bytes - used_bytes), 0)::bigint from lease
        where account_id = ${accountId} and settled_at is null) as open
    from sub_account where account_id = ${accountId}`.execute(services.db);
  const stats = await sql<{ hours: number; domains: number; places: number; subs: number }>`
    select
      (select coalesce(sum(up_bytes + down_bytes), 0)::bigint from usage_hour
        where account_id = ${accountId} and sub_account_id = ${nil}) as hours,
      (select coalesce(sum(up_bytes + down_bytes), 0)::bigint from usage_hour
        where account_id = ${accountId} and sub_account_id <> ${nil}) as subs,
      (select coalesce(sum(bytes), 0)::bigint from usage_domain_day
        where account_id = ${accountId} and sub_account_id = ${nil}) as domains,
      (select coalesce(sum(bytes), 0)::bigint from usage_place_day
        where account_id = ${accountId}) as places`.execute(services.db);
  return { ...rows[0], ...stats.rows[0] };
}
const nil = "00000000-0000-0000-0000-000000000000";
