/** Targets are free for whoever asks for what is refused: their sums may not hold up everybody's. */
import { sql } from "kysely";
import { expect, test } from "vitest";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { createSubAccount, startTraffic } from "../../products/traffic/testing.ts";
import { foldRecent } from "../../products/usage/store/fold.ts";

const api = forTests(startTraffic);
/** One batch. */
const rows = 2_000;

test("Further targets of a day that has as many as are kept are folded no slower than the first ones", async () => {
  const owner = await api.customer(1);
  const { id } = await createSubAccount(owner, "Refused01", { trafficGb: 1 });
  /** How long a batch with as many targets of their own takes, milliseconds. */
  const fold = async (part: number) => {
    await sql`
      insert into usage_recent (account_id, sub_account_id, product, hour, country, city, domain,
        reason, up_bytes, down_bytes, requests, ok, refused, cut, failed)
      select ${owner.id}::uuid, ${id}::uuid, 'traffic', date_trunc('hour', now()), '-', '-',
        'd' || ${part}::int || '-' || n || '.example', '', 0, 0, 0, 0, 1, 0, 0
      from generate_series(1, ${rows}) n`.execute(api.db);
    const began = performance.now();
    expect(await foldRecent(api.db)).toBe(rows);
    return performance.now() - began;
  };
  const firstMs = await fold(0);
  // The better of two, as others use the machine as well.
  const furtherMs = Math.min(await fold(1), await fold(2));
  expect(furtherMs).toBeLessThan(2 * firstMs);
});
