/** Concurrent acts on two APIs (spec/console#audit-log). TURNPIKE_FULL=1: 1,000, real processes. */
import { sql } from "kysely";
import { afterAll, expect, it } from "vitest";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { ApiProcesses } from "../../../testing/processes.ts";
import type { Api } from "../../app.ts";
import { verifyAudit } from "../../platform/audit/audit.ts";
import { startTestConsole } from "./testing.ts";

const full = process.env.TURNPIKE_FULL === "1";
const acts = full ? 1_000 : 60;
const atOnce = 24;

let beside: Api | null = null;
const processes = new ApiProcesses();
const api = forTests(startTestConsole);
afterAll(async () => {
  processes.stop();
  await beside?.stop();
});

async function twoConsoles(): Promise<string[]> {
  if (full) {
    const { databaseUrl, services } = api;
    const place = { databaseUrl, dataDir: services.env.DATA_DIR };
    const both = [await processes.start(place), await processes.start(place)];
    return both.map(({ consoleUrl }) => consoleUrl);
  }
  beside = await api.startAnother({ console: { host: "127.0.0.1", port: 0 } });
  return [api.consoleUrl, beside.consoleUrl];
}

/** Grants IPs. The same request id sent to both processes must count once. */
async function grant(url: string, cookie: string, fields: object): Promise<number> {
  const answer = await fetch(`${url}/console/v1/customerGrant`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: url, cookie },
    body: JSON.stringify({ asset: "ip", reason: "at once", ...fields }),
  });
  return ((await answer.json()) as { code: number }).code;
}

it(
  "Concurrent acts sent twice are performed once each and keep the audit chain unbroken",
  async () => {
    const urls = await twoConsoles();
    const owners = [
      await api.person("owner"),
      await api.person("finance"),
      await api.person("owner"),
    ];
    const { id: account } = await api.register();
    const { entries: before } = await verifyAudit(api.services);
    const codes: number[] = [];
    let next = 0;
    let given = 0;
    const work = async () => {
      while (next < acts) {
        const at = next++;
        const { cookie = "" } = owners[at % owners.length] ?? {};
        // Two of the staff who give the same are taken for one request that both answer.
        const amount = 1 + (at % owners.length);
        given += amount;
        const fields = { account, amount, requestId: `at-once-${String(at).padStart(5, "0")}` };
        const both = urls.map((url) => grant(url, cookie, fields));
        codes.push(...(await Promise.all(both)));
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    expect(codes.filter((code) => code !== 0)).toEqual([]);
    expect(codes).toHaveLength(2 * acts);
    expect(await verifyAudit(api.services)).toEqual({
      ok: true,
      entries: before + acts,
      difference: null,
    });
    const { rows } = await sql<{ whole: number; held: number; actors: number }>`
    select count(*)::int as whole, count(distinct actor)::int as actors,
      (select balance::int from ledger_holding where owner = ${account} and asset = 'ip') as held
    from audit_log where action = 'account.grant' and account_id = ${account}`.execute(api.db);
    expect(rows).toEqual([{ whole: acts, held: given, actors: owners.length }]);
  },
  full ? 600_000 : 120_000,
);
