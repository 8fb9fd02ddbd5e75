/** The margin by pool: sales by asset, costs by what each pool carried (spec/console#margin). */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { beforeAll, expect, test } from "vitest";
import { sql } from "kysely";
import { startPools } from "../../products/traffic/pool-testing.ts";
import { type Customer, createSubAccount, GB } from "../../products/traffic/testing.ts";

const MB = 1_000_000;
const shop = forTests(startPools);
const today = () => new Date(shop.services.world.now()).toISOString().slice(0, 10);
beforeAll(async () => {
  for (const name of ["phones", "both"]) {
    const file = {
      name,
      preset: "oxylabs",
      hosts: ["127.0.0.1:7777"],
      login: { login: "acme" },
      secret: "s",
      countries: ["DE"],
      perGbMicros: 1_000_000,
      provenance: "test",
    };
    await done("upstreams", "add", shop.fileOf(file));
    await done("pools", "set", "mobile", name, "--weight", "1");
    await done("pools", "remove", "residential", name);
  }
  await done("pools", "set", "budget", "both", "--weight", "1");
}, 60_000);

const done = async (...words: string[]) =>
  expect([words, await shop.operate(...words)]).toMatchObject([words, { code: 0 }]);

/** Bytes at an upstream, as a gateway reports them. */
async function atUpstream(name: string, accountId: string, bytes: number): Promise<void> {
  await sql`
    with used as (insert into upstream_day (upstream_id, day, account_id, country, sent_bytes,
        received_bytes, connections, failures)
      select id, ${today()}::date, ${accountId}::uuid, 'DE', 0, ${bytes}, 1, 0 from upstream
      where name = ${name})
    insert into upstream_total_day as t (upstream_id, day, bytes)
    select id, ${today()}::date, ${bytes} from upstream where name = ${name}
    on conflict (upstream_id, day) do update set bytes = t.bytes + excluded.bytes`.execute(shop.db);
}

/** A customer who bought 5 GB of each pool and used what is said. */
async function whoUsed(name: string, used: Record<string, number>): Promise<Customer> {
  const customer = await shop.buyer();
  for (const [pool, bytes] of Object.entries(used)) {
    const sku = pool === "residential" ? "traffic-standard" : `sold-${pool}`;
    await shop.buy(customer, sku, 5);
    const { id } = await createSubAccount(customer, `${name}${pool}`, { main: 1, pool });
    expect(await shop.carry(customer.id, id, bytes)).toBe(bytes);
  }
  return customer;
}

test("Sales are those of the pool's products; what two pools share is split by what each customer used", async () => {
  const one = await whoUsed("One", { mobile: 2 * MB, budget: MB, residential: MB });
  const other = await whoUsed("Other", { budget: 3 * MB });
  await atUpstream("phones", one.id, GB);
  // A third of it is of the second pool; all that the other customer had is.
  await atUpstream("both", one.id, 1.5 * GB);
  await atUpstream("both", other.id, 2 * GB);
  const { said } = await shop.operate("margin", "--from", today(), "--to", today(), "--by", "pool");
  const lines = said as unknown as {
    items: { group: string; bytes: number; revenueCents: number; costCents: number }[];
    total: { revenueCents: number; costCents: number };
  };
  const line = (pool: string) => lines.items.find(({ group }) => group === pool);
  expect(line("mobile")).toMatchObject({ bytes: 2 * GB, revenueCents: 1_000, costCents: 200 });
  expect(line("budget")).toMatchObject({
    bytes: 2.5 * GB,
    revenueCents: 2_000,
    costCents: 250,
    marginCents: 1_750,
  });
  expect(line("residential")).toMatchObject({ revenueCents: 1_750, costCents: 0 });
  const whole = await shop.operate("margin", "--from", today(), "--to", today());
  const { revenueCents, costCents } = (whole.said as unknown as typeof lines).total;
  expect(lines.total).toMatchObject({ revenueCents, costCents });
});
