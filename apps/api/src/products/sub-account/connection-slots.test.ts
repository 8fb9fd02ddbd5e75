/** The database decides how many connections of a limited sub-account a worker may have. */
import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { testDatabase } from "../../platform/db/testing.ts";
import { takeSlots } from "./store/connection-slots.ts";

const database = forTests(() => testDatabase({ pool: 1 }));
beforeAll(async () => {
  // Only the sub-account's limit matters.
  await sql`set session_replication_role = replica`.execute(database.db);
});

/** A sub-account of a limit, and workers that ask for its slots. */
async function limited(limit: number | null) {
  const id = randomUUID();
  await sql`
    insert into sub_account (id, account_id, name, sealed_password, verifier, created_at, max_connections)
    values (${id}, ${randomUUID()}, ${id.slice(0, 8)}, '', repeat('0', 64), now(), ${limit})`.execute(
    database.db,
  );
  const run = (worker: number) => ({ gateway: `w${worker}`, epoch: "e", subAccountId: id });
  return async (worker: number, open: number, wanted: number) => {
    const [allowed = 0] = await takeSlots(database.db, [{ ...run(worker), open, wanted }]);
    return allowed;
  };
}

test("Workers that request slots in any order never exceed the limit together", async () => {
  const step = fc.record({
    worker: fc.integer({ min: 0, max: 3 }),
    change: fc.integer({ min: -4, max: 4 }),
  });
  const cases = fc.asyncProperty(
    fc.integer({ min: 1, max: 12 }),
    fc.array(step, { maxLength: 12 }),
    async (limit, steps) => {
      const take = await limited(limit);
      const has = [0, 0, 0, 0];
      for (const { worker, change } of steps) {
        const own = has[worker] ?? 0;
        const open = Math.max(0, own + Math.min(0, change));
        const wanted = Math.max(0, own + change);
        const elsewhere = has.reduce((sum, each) => sum + each, 0) - own;
        const allowed = await take(worker, open, wanted);
        expect(allowed >= open && allowed <= Math.max(open, wanted)).toBe(true);
        // It is only refused what exceeds the limit.
        expect(allowed >= wanted || allowed + elsewhere === limit).toBe(true);
        has[worker] = allowed;
        expect(has.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(limit);
      }
    },
  );
  await fc.assert(cases, { numRuns: 40 });
});

test("Open connections remain counted when the limit is lowered below them", async () => {
  const take = await limited(3);
  expect(await take(1, 2, 2)).toBe(2);
  expect(await take(0, 5, 6)).toBe(5);
  expect(await take(0, 4, 4)).toBe(4);
  const unlimited = await limited(null);
  expect(await unlimited(0, 5, 60)).toBe(60);
});
