import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sized } from "@turnpike/net/testing/full.ts";
import type { RequestRow } from "@turnpike/contract/request-log.ts";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { modules } from "../../app.ts";
import { runDueJobs } from "../../platform/jobs.ts";
import { bucketsOf, operatorHas } from "../../ledger/testing.ts";
import { verifyAccounting } from "../../../testing/verify-accounting.ts";
import {
  type Customer,
  createSubAccount,
  startTraffic,
  usageRow,
} from "../../products/traffic/testing.ts";
import { requestRow } from "../request-log/testing.ts";

const api = forTests(startTraffic);
const link = forTests(() => api.link());

const who = { gateway: "g1", epoch: "e1" };
const lease = async (subAccountId: string, wantedBytes: number) => {
  const answer = await link.ask("lease", { ...who, subAccountId, wantedBytes });
  if (!("lease" in answer)) throw new Error(answer.refused);
  return answer.lease;
};
let sequence = 0;
const report = (customer: Customer, subAccountId: string, leaseId: string, downBytes: number) => {
  const row = usageRow({ accountId: customer.id, subAccountId, leaseId, downBytes });
  sequence += 1;
  const domain = "secret-hobby.example";
  return link.ask("report", { reports: [{ ...who, sequence, rows: [{ ...row, domain }] }] });
};
/** Logs a refused request and one that used an exit; the trace keeps the latter. */
const log = (customer: Customer, subAccountId: string, id: string) => {
  const of = { id, accountId: customer.id, subAccountId, at: api.services.world.now() };
  const had = requestRow({ ...of, client: "203.0.113.9", target: "secret-hobby.example:443" });
  const rows: RequestRow[] = [had, { ...had, id: `${id}-refused`, exitIp: "", outcome: "refused" }];
  return link.ask("requests", { ...who, rows, dropped: 0 });
};

async function close(customer: Customer) {
  await customer.call("mailCode", { scene: "cancel" });
  const { data } = await customer.call("member");
  const page = await fetch(`${api.url}/lab/mails?to=${encodeURIComponent(data.email)}`);
  const [mail] = (await page.json()) as { text: string }[];
  const code = /^\d{6}$/m.exec(mail?.text ?? "")?.[0] ?? "";
  const password = "Passw0rd!x";
  expect(await customer.call("cancel", { password, code, confirm: 1 })).toMatchObject({ code: 0 });
}
/** Counts an account's usage records. */
async function records(customer: Customer) {
  const { rows } = await sql<{
    requests: number;
    traced: number;
    domains: string[];
    hours: number;
  }>`
    select (select count(*)::int from request_log where account_id = ${customer.id}) as requests,
      (select count(*)::int from connection_trace where account_id = ${customer.id}) as traced,
      array(select distinct domain from usage_domain_day where account_id = ${customer.id})
        as domains,
      (select coalesce(sum(up_bytes + down_bytes), 0)::bigint from usage_hour
        where account_id = ${customer.id}
          and sub_account_id = '00000000-0000-0000-0000-000000000000') as hours`.execute(api.db);
  return rows[0];
}
const ok = async () => expect(await verifyAccounting(api.db)).toMatchObject({ ok: true });

describe("Traffic of an account that is closed (spec/accounts#closure)", () => {
  it("ends at once, is billed as used, and its remainder is forfeited", async () => {
    const customer = await api.customer(3);
    const one = await createSubAccount(customer, "Closed01", { trafficGb: 1 });
    const main = await createSubAccount(customer, "Closed02", { main: 1 });
    const white = { ips: "8.8.7.1", account: "Closed01" };
    const entry = (await customer.call("addTrafficWhite", white)).data.added[0];
    const ofOne = await lease(one.id, 10_000_000);
    const ofMain = await lease(main.id, 10_000_000);
    await report(customer, one.id, ofOne.id, 1_000_000);
    await log(customer, one.id, "closed-1");
    expect(await records(customer)).toMatchObject({ requests: 1, hours: 1_000_000 });
    const forfeited = await operatorHas(api.services, "traffic", "forfeited");

    await close(customer);
    const dropped = () =>
      link.news.flatMap((news) => (news.kind === "change" ? news.drops.map(({ id }) => id) : []));
    const ids = [one.id, main.id, entry?.id];
    await expect
      .poll(() => ids.every((id) => dropped().some((gone) => gone === id)), { timeout: 1_000 })
      .toBe(true);
    const answer = await link.ask("lease", { ...who, subAccountId: one.id, wantedBytes: 1 });
    expect(answer).toEqual({ refused: "accountDisabled" });
    expect(await records(customer)).toEqual({
      requests: 0,
      traced: 1,
      domains: ["(other)"],
      hours: 1_000_000,
    });
    expect(await bucketsOf(api.services, customer.id)).toEqual({
      [`traffic sub:${one.id} reserved`]: ofOne.bytes,
      "traffic main reserved": ofMain.bytes,
    });
    await ok();

    // Traffic carried before the connection was cut is reported after the closure.
    await report(customer, one.id, ofOne.id, 2_000_000);
    await report(customer, main.id, ofMain.id, 500_000);
    await log(customer, main.id, "closed-2");
    await link.ask("settle", { ...who, leaseIds: [ofOne.id, ofMain.id] });
    await runDueJobs(api.services, modules.jobs);
    // More than was leased cannot be billed.
    await report(customer, one.id, ofOne.id, 9_000_000);
    await runDueJobs(api.services, modules.jobs);
    expect(await bucketsOf(api.services, customer.id)).toEqual({});
    expect(await records(customer)).toEqual({
      requests: 0,
      traced: 2,
      domains: ["(other)"],
      hours: 3_500_000,
    });
    const now = await operatorHas(api.services, "traffic", "forfeited");
    expect(now - forfeited).toBe(3_000_000_000 - 3_500_000);
    await ok();
  });

  it("is forfeited even if the gateway never returns its lease", async () => {
    const customer = await api.customer(1);
    const sub = await createSubAccount(customer, "Closed03", { trafficGb: 0.5 });
    await lease(sub.id, 10_000_000);
    await close(customer);
    api.services.world.setOffset(api.services.world.offsetMs() + 3_600_000);
    await runDueJobs(api.services, modules.jobs);
    expect(await bucketsOf(api.services, customer.id)).toEqual({});
    await ok();
  });

  it("is forfeited and cleared even if the gateway was unreachable for a month", async () => {
    const customer = await api.customer(1);
    const sub = await createSubAccount(customer, "Closed04", { trafficGb: 0.5 });
    const { id } = await lease(sub.id, 10_000_000);
    await close(customer);
    const month = 30 * 86_400_000;
    api.services.world.setOffset(api.services.world.offsetMs() + month);
    await report(customer, sub.id, id, 1_000_000);
    await link.ask("settle", { ...who, leaseIds: [id] });
    expect(await bucketsOf(api.services, customer.id)).not.toEqual({});
    await runDueJobs(api.services, modules.jobs);
    expect(await bucketsOf(api.services, customer.id)).toEqual({});
    expect(await records(customer)).toMatchObject({ domains: ["(other)"] });
    api.services.world.setOffset(api.services.world.offsetMs() - month);
    await ok();
  });

  it("is forfeited from thousands of sub-accounts within 10 s", async () => {
    const customer = await api.customer(20);
    const many = sized(500, 10_000);
    await sql`
      insert into sub_account (id, account_id, name, sealed_password, verifier, created_at,
        allotted_bytes)
      select gen_random_uuid(), ${customer.id}, 'Bulk' || lpad(n::text, 8, '0'), 'x',
        repeat('a', 64), now(), 1000000
      from generate_series(1, ${many}) n`.execute(api.db);
    await sql`
      select ledger_post('bulk:' || part, 'allot', 'bulk', now(), jsonb_agg(lines))
      from (
        select n / 500 as part, jsonb_build_object('owner', ${customer.id}::text, 'asset',
          'traffic', 'bucket', bucket, 'amount', amount) as lines
        from (select id, row_number() over (order by id) as n from sub_account
            where account_id = ${customer.id}) s,
          lateral (values ('main', -1000000), ('sub:' || id, 1000000)) as line (bucket, amount)
      ) each group by part order by part`.execute(api.db);
    const began = performance.now();
    await close(customer);
    const seconds = (performance.now() - began) / 1_000;
    process.stdout.write(`closing with ${many} sub-accounts: ${seconds.toFixed(1)} s\n`);
    expect(seconds).toBeLessThan(10);
    expect(await bucketsOf(api.services, customer.id)).toEqual({});
    await ok();
  }, 120_000);
});
