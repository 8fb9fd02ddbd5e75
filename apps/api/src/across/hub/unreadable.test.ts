/** A resource that cannot be read holds up no other change (spec/operator#set-aside). */
import type { HubMessage } from "@turnpike/contract/data-plane.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { recordChanges } from "../../platform/changes/changes.ts";
import { transaction } from "../../platform/db/database.ts";
import { listAside } from "../../platform/set-aside/store.ts";
import { startTraffic, type TestTraffic } from "../../products/traffic/testing.ts";

let api: TestTraffic;
let link: Awaited<ReturnType<TestTraffic["link"]>>;
beforeAll(async () => {
  api = await startTraffic();
  link = await api.link();
}, 60_000);
afterAll(() => api.stop());

const heard = (news: HubMessage[]) =>
  news.flatMap((each) => (each.kind === "change" ? [...each.puts, ...each.drops] : []));

test("An exit with a secret of another key is set aside and withdrawn; changes around it arrive", async () => {
  const { db } = api.services;
  const { rows } = await sql<{ id: string }>`select id from exit order by id limit 3`.execute(db);
  const ids = rows.map(({ id }) => id);
  for (const bad of ids) {
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
    await sql`update exit set sealed_password = '' where id = ${bad}`.execute(db);
  }
});
