import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sized } from "@turnpike/net/testing/full.ts";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { createSubAccount, startTraffic } from "../traffic/testing.ts";
import { stickySessions } from "./sticky-sessions.ts";

const api = forTests(startTraffic);

const exitId = "00000000-0000-4000-8000-000000000001";
const other = "00000000-0000-4000-8000-000000000002";
let made = 0;
async function holder() {
  const who = await api.customer(1);
  const { id } = await createSubAccount(who, `Holds${++made}xx`, { trafficGb: 0 });
  const link = await api.link();
  const ask = (key: string, proposedExitId = exitId) =>
    link.ask("hold", {
      subAccountId: id,
      key,
      minutes: 60,
      proposedExitId,
      deadExitId: null,
    });
  return { id, ask };
}
async function count(id: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from session_hold where sub_account_id = ${id}`.execute(api.db);
  return rows[0]?.count ?? 0;
}
/** Inserts holds made earlier, one second apart. */
const insert = (id: string, holds: number) =>
  sql`
  insert into session_hold (sub_account_id, key, exit_id, minutes, until, changed_at)
  select ${id}::uuid, 'old' || n, ${exitId}::uuid, 60, now() + interval '1 hour',
    now() - interval '1 hour' + n * interval '1 second'
  from generate_series(1, ${holds}::int) n`.execute(api.db);

test("A sub-account has at most 1,000 holds; one more ends the oldest", async () => {
  const { id, ask } = await holder();
  await insert(id, 998);
  // Gateways are notified when it is full and then no longer trust the sessions they cached.
  expect((await ask("a")).full).toBeUndefined();
  for (const key of ["b", "c", "d"]) expect((await ask(key)).full).toBe(true);
  expect(await count(id)).toBe(1_000);
  // The two oldest are gone and their keys get the proposed exit. The third is still held.
  expect((await ask("old3", other)).exitId).toBe(exitId);
  expect((await ask("a", other)).exitId).toBe(exitId);
  expect((await ask("old1", other)).exitId).toBe(other);
  expect((await ask("old1", exitId)).exitId).toBe(other);
  expect(await count(id)).toBe(1_000);
});

test("Concurrent holds stay within the cap, even if another process created more before", async () => {
  const { id, ask } = await holder();
  await insert(id, 1_200);
  await Promise.all(Array.from({ length: 300 }, (_, n) => ask(`new${n}`)));
  expect(await count(id)).toBeLessThanOrEqual(1_000);
  const second = stickySessions(api.services);
  const fields = { subAccountId: id, minutes: 60, proposedExitId: exitId, deadExitId: null };
  for (let n = 0; n < 5; n++) await second({ ...fields, key: `second${n}` });
  expect(await count(id)).toBeLessThanOrEqual(1_000);
  // The newest hold is still there.
  expect((await ask("new299", other)).exitId).toBe(exitId);
});

test("A new hold takes about as long at the cap as below it", async () => {
  const [few, full] = [await holder(), await holder()];
  await insert(full.id, 1_000);
  const took = async (ask: typeof few.ask) => {
    const begun = performance.now();
    for (let n = 0; n < sized(80, 300); n++) await ask(`timed${++made}`);
    return performance.now() - begun;
  };
  const times = { few: Infinity, full: Infinity };
  for (let round = 0; round < 3; round++) {
    times.few = Math.min(times.few, await took(few.ask));
    times.full = Math.min(times.full, await took(full.ask));
  }
  expect(times.full).toBeLessThan(times.few * 4);
});
