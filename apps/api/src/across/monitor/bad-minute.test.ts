/** Minutes of which the database refuses one row (spec/operator#set-aside). */
import { sql } from "kysely";
import pino from "pino";
import { expect, test } from "vitest";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { headMiddleLast, refusing } from "../../../testing/refusing.ts";
import { testDatabase } from "../../platform/db/testing.ts";
import { newMetrics } from "../../platform/metrics/metrics.ts";
import type { Services } from "../../platform/services.ts";
import { realWorld } from "../../platform/world.ts";
import { applyItem, itemId } from "../operator/set-aside.ts";
import { monitorOf } from "./load.ts";
import { writeMinutes } from "./write.ts";

const database = forTests(testDatabase);

const plans = [1, 2, 3].map((n) => `0a000000-0000-4000-8000-00000000000${n}`);

test("A plan's minute that is refused is set aside; all others are written, and it can be applied later", async () => {
  const { db } = database;
  let now = Date.parse("2026-11-22T10:00:00.000Z");
  const world = { ...realWorld(), now: () => now };
  const log = pino({ level: "silent" });
  const services = {
    db,
    world,
    log,
    memory: new Map(),
    metrics: newMetrics(),
  } as unknown as Services;
  const stored = async () =>
    (
      await sql<{ id: string; bytes: number }>`
        select plan_id::text as id, down_bytes::int as bytes from plan_minute order by 1`.execute(
        db,
      )
    ).rows.map(({ id, bytes }) => `${id} ${bytes}`);
  for (const bad of headMiddleLast(plans)) {
    await sql`truncate worker_minute, plan_minute, item_aside`.execute(db);
    for (let second = 0; second < 60; second += 1) {
      now += 1_000;
      const loads = plans.map((planId) => ({ planId, upBytes: 0, downBytes: 10, connections: 1 }));
      for (const gateway of ["w1", "w2"])
        monitorOf(services).sample(
          gateway,
          { spanMs: 1_000, cpuPercent: 20, memoryPercent: 2, plans: loads },
          now,
        );
    }
    now += 60_000;
    const row = { table: "plan_minute", event: "insert", when: `new.plan_id = '${bad}'` } as const;
    await refusing(db, row, () => writeMinutes(services));
    const others = plans.filter((id) => id !== bad);
    expect(await stored()).toEqual(others.flatMap((id) => Array(2).fill(`${id} 600`)));
    const { rows: workers } = await sql`select gateway from worker_minute order by 1`.execute(db);
    expect(workers).toEqual([{ gateway: "w1" }, { gateway: "w2" }]);
    await writeMinutes(services);
    const { rows: waiting } = await sql<{ id: number }>`
      select id from item_aside where kind = 'monitorMinute' and state = 'waiting'`.execute(db);
    expect(waiting).toHaveLength(2);
    for (const each of waiting) await applyItem(services, itemId(each));
    expect(await stored()).toEqual(plans.flatMap((id) => Array(2).fill(`${id} 600`)));
  }
});
