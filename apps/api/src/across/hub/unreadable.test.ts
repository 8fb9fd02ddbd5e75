/** A resource that cannot be read holds up no other one (spec/operator#set-aside). */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import type { Fact, HubMessage } from "@turnpike/contract/data-plane.ts";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { headMiddleLast } from "../../../testing/refusing.ts";
import { protocol } from "@turnpike/link/messages.ts";
import { recordChanges } from "../../platform/changes/changes.ts";
import { transaction } from "../../platform/db/database.ts";
import { listAside } from "../../platform/set-aside/store.ts";
import { startTraffic } from "../../products/traffic/testing.ts";

const api = forTests(startTraffic);
const link = forTests(() => api.link());

const heard = (news: HubMessage[]) =>
  news.flatMap((each) => (each.kind === "change" ? [...each.puts, ...each.drops] : []));

/** The ids of all exits, as a gateway reads them at its start. */
async function exitsAtStart(): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const page: { facts: Fact[]; cursor: string | null } = await link.ask("snapshot", { cursor });
    ids.push(...page.facts.filter(({ kind }) => kind === "exit").map(({ id }) => id));
    cursor = page.cursor;
  } while (cursor !== null);
  return ids.toSorted();
}

test("An exit with a secret of another key is set aside and withdrawn; changes around it and pages with it arrive", async () => {
  const { db } = api.services;
  const { rows } = await sql<{ id: string }>`select id from exit order by id`.execute(db);
  // The first of a page, one amid it, and the last.
  const ids = headMiddleLast(rows.map(({ id }) => id)).toSorted();
  const all = await exitsAtStart();
  const resuming = await api.link({ worker: 2, protocol: protocol.newest });
  const hello = (since?: number) =>
    resuming.ask("hello", {
      gateway: "g1",
      epoch: "e1",
      ...(since === undefined ? {} : { since }),
    });
  // A transaction of any database of this server holds the position back, so also of another test's.
  await expect.poll(async () => (await hello()).position, { timeout: 30_000 }).toBeGreaterThan(0);
  for (const bad of ids) {
    const { position = 0 } = await hello();
    await sql`update exit set sealed_password = 'of another key' where id = ${bad}`.execute(db);
    link.news.length = 0;
    await transaction(db, (tx) =>
      recordChanges(
        tx,
        ids.map((id) => ({ kind: "exit", id })),
      ),
    );
    await expect
      .poll(() => ids.every((id) => heard(link.news).some((each) => each.id === id)), {
        timeout: 5_000,
      })
      .toBe(true);
    const whole = heard(link.news).filter((each) => "ip" in each);
    expect(whole.map(({ id }) => id).sort()).toEqual(ids.filter((id) => id !== bad));
    expect((await listAside(db, 10)).map(({ name }) => name)).toContain(`exit/${bad}`);
    expect(await exitsAtStart()).toEqual(all.filter((id) => id !== bad));
    const { resumed } = await hello(position);
    expect(resumed?.drops.map(({ id }) => id)).toContain(bad);
    await sql`update exit set sealed_password = '' where id = ${bad}`.execute(db);
  }
});
