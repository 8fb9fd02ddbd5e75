/** Strangers of many networks list a large pool: customers' calls find the database free. */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { startTestApi } from "../../../testing/api.ts";
import { callLookup, testLookup } from "./testing.ts";

const exits = 30_000;
const api = forTests(() => startTestApi({}, { TRUSTED_PROXIES: "127.0.0.0/8" }));
const lookup = forTests(() => testLookup(api.services));
beforeAll(async () => {
  await sql`
    insert into exit (id, how, ip, host, port, country, state, state_name, city, city_name, postal,
      isp, isp_name, asn, lab, product, created_at)
    select gen_random_uuid(), how, '11.0.0.0'::inet + n, host, port, country, state, state_name,
      city, city_name, postal, isp, isp_name, asn, lab, product, created_at
    from (select * from exit where product = 'pool' order by id limit 1) one,
      generate_series(1, ${sql.lit(exits)}) n`.execute(api.db);
});

const ask = (network: string, page: number) =>
  callLookup(`${lookup.url}/ipList`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-for": network },
    body: JSON.stringify({ page }),
  });

/** How many lists the database orders at once, at most while `work` runs. */
async function mostAtOnce(work: Promise<unknown>): Promise<number> {
  let most = 0;
  let isDone = false;
  void work.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from pg_stat_activity
      where datname = current_database() and state = 'active'
        and query like '%latency_ms nulls last%' and pid <> pg_backend_pid()`.execute(
      api.services.autocommitDb,
    );
    most = Math.max(most, rows[0]?.n ?? 0);
  }
  return most;
}

test("One page at a time is ordered for strangers, and once for all who ask for the same", async () => {
  const answers = Promise.all(
    Array.from({ length: 24 }, (_, n) => ask(`198.18.0.${n}`, (n % 8) + 1)),
  );
  expect(await mostAtOnce(answers)).toBeLessThanOrEqual(1);
  const pages = await answers;
  for (const { code, data } of pages) {
    expect([code, data.items.length]).toEqual([0, 100]);
    expect(data.total).toBeGreaterThan(exits);
  }
  for (const [n, { data }] of pages.entries()) expect(data.items).toEqual(pages[n % 8]?.data.items);
});
