import { readEnvironment } from "@turnpike/contract/environment.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { connect, type Db } from "../../platform/db/database.ts";
import { testDatabase } from "../../platform/db/testing.ts";
import { realWorld } from "../../platform/world.ts";
import { countActivity } from "../abuse/count.ts";
import { countedHours } from "./store/activity.ts";
import { sumExitUsage } from "./store/exit-usage.ts";

const hour = 3_600_000;
const day = 24 * hour;
const world = realWorld();
const now = world.now();
const iso = (at: number) => new Date(at).toISOString().slice(0, 10);

let db: Db;
let statements = 0;
const database = forTests(testDatabase);
beforeAll(() => {
  db = connect(database.url, {
    pool: 1,
    onPoolCreated: (pool) =>
      pool.on("connect", (client) => {
        const query = client.query.bind(client) as (...args: unknown[]) => unknown;
        const counted = (...args: unknown[]) => ((statements += 1), query(...args));
        Object.assign(client, { query: counted });
      }),
  });
});
afterAll(() => db?.destroy());

const carried = (at: number) => sql`
  insert into connection_trace (id, at, account_id, sub_account_id, product, target, protocol,
    exit_ip, country, up_bytes, down_bytes, ms, outcome, reason, detail, gateway)
  values (${`c-${at}`}, ${new Date(at)}, ${world.id()}, gen_random_uuid(), 'traffic', 'example.com:443',
    'connect', '203.0.113.7', 'FR', 40, 60, 5, 'ok', '', '', 'local-1')`;

async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  const before = statements;
  await work();
  return statements - before;
}

describe("An installation without traffic for 400 days", () => {
  const summed = async () => {
    const { rows } = await sql<{ day: string; bytes: number }>`
      select day::text as day, bytes from exit_usage_day order by day`.execute(db);
    return rows;
  };
  const sum = () => sumExitUsage({ db, world, env: readEnvironment({ NODE_ENV: "test" }) });

  it("sums exit usage in a few statements and misses no day that has rows", async () => {
    await sql`insert into exit_usage_day (day, exit_ip, product, bytes, connections)
      values (${iso(now - 400 * day)}::date, '203.0.113.7', 'traffic', 1, 1)`.execute(db);
    expect(await statementsOf(sum)).toBeLessThan(8);
    for (const ago of [100, 5, 0]) await carried(now - ago * day).execute(db);
    expect(await statementsOf(sum)).toBeLessThan(8);
    expect(await summed()).toEqual([
      { day: iso(now - 400 * day), bytes: 1 },
      ...[100, 5, 0].map((ago) => ({ day: iso(now - ago * day), bytes: 100 })),
    ]);
  });

  it("counts account activity in a few statements and misses no hour that has rows", async () => {
    const first = Math.floor(now / hour) * hour - 72 * hour;
    await carried(first + 3 * hour).execute(db);
    const count = () =>
      countActivity({ db, world }, { from: first, maxAgeMs: hour, timeoutMs: 9_000 });
    const [busy, quiet] = [await statementsOf(count), await statementsOf(count)];
    expect(busy).toBeLessThan(40);
    expect(quiet).toBeLessThan(3);
    expect(await countedHours(db, first)).toHaveLength(73);
    const { rows } = await sql<{
      hour: Date;
    }>`select hour from activity_hour order by hour`.execute(db);
    expect(rows.map((row) => row.hour.getTime())).toEqual([
      first + 3 * hour,
      Math.floor(now / hour) * hour,
    ]);
  });
});
