import { forTests } from "@turnpike/net/testing/for-tests.ts";
import type { ListenerHealth } from "@turnpike/contract/gateway-states.ts";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { give } from "../../products/cdkey/testing.ts";
import { startHubApi } from "../../across/request-log/testing.ts";
import { giveStatics } from "../../products/static/give-testing.ts";

const api = forTests(startHubApi);
const link = forTests(() => api.gateway());

const report = (doors: unknown[]) =>
  link.ask("doors", { gateway: "g1", epoch: "e1", doors: doors as ListenerHealth[] });
const exitsOf = async (product: string, limit: number) => {
  const { rows } = await sql<{ id: string }>`
    select id from exit where product = ${product} order by ip limit ${limit}`.execute(api.db);
  return rows.map(({ id }) => id);
};
interface Row {
  exit_id: string;
  ports: number[];
  reachable: boolean;
  detail: string;
  changed_at: Date;
}
const known = async (exitIds: string[]) => {
  const { rows } = await sql<Row>`
    select * from exit_health where exit_id = any(${exitIds}::uuid[])`.execute(api.db);
  return rows;
};
const door = (exitId: string, more: object = {}) => {
  return { exitId, ports: [2024, 443], reachable: true, detail: "", ...more };
};

describe("listeners of static exits, as reported by gateways", () => {
  it("are shown at the static IP: its open ports and whether it is reachable", async () => {
    const { session, id } = await api.register();
    await giveStatics(api.services, id);
    const shown = async () => (await api.send("staticUseList", { session })).data.items[0];
    const { rows } = await sql<{ exit_id: string }>`
      select exit_id from static_ip where account_id = ${id}`.execute(api.db);
    const exitId = rows[0]?.exit_id ?? "";
    expect(await shown()).toMatchObject({ ports: [], reachable: true });
    await report([door(exitId, { ports: [443, 3010] })]);
    expect(await shown()).toMatchObject({ port: 443, ports: [443, 3010], reachable: true });
    await report([door(exitId, { ports: [443], reachable: false, detail: "no answer" })]);
    expect(await shown()).toMatchObject({ ports: [443], reachable: false });
    const [before] = await known([exitId]);
    await report([door(exitId, { ports: [443], reachable: false, detail: "no answer" })]);
    expect(await known([exitId])).toEqual([before]);
  });

  it("are awaited when an IP is taken before the first report, so that its ports are really open", async () => {
    const { session, id } = await api.register();
    await give(api.services, id, { asset: "short1", amount: 2 });
    const place = { session, country: "JP", days: 1, num: 1 };
    const taking = api.send("shortExtract", place);
    await new Promise((resolve) => setTimeout(resolve, 200));
    const { rows } = await sql<{ id: string }>`
      select id from exit where product = 'short' and country = 'JP'`.execute(api.db);
    await report(rows.map((exit) => door(exit.id, { ports: [3010] })));
    const { data } = await taking;
    expect(data.items[0]).toMatchObject({ port: 3010, ports: [3010] });
    const again = await api.send("shortExtract", place);
    expect(again.data.items[0]?.ports).toEqual([3010]);
  });

  it("that name no static exit or no port are dropped without the others; malformed ones are refused", async () => {
    const [good = "", bad = "", twice = "", long = ""] = await exitsOf("short", 4);
    const [pool = ""] = await exitsOf("pool", 1);
    const malformed = [
      door(bad, { ports: [65_536] }),
      door(bad, { ports: [1.5] }),
      door(bad, { ports: ["443"] }),
      door(bad, { ports: Array.from({ length: 101 }, (_, at) => at + 1) }),
      door(bad, { ports: "443" }),
      door(bad, { reachable: "yes" }),
      door(bad, { exitId: 7 }),
      door(bad.toUpperCase()),
      null,
    ];
    for (const entry of malformed)
      await expect(report([door(good), entry])).rejects.toThrow("malformed");
    expect(await known([good, bad])).toEqual([]);
    const hostile = [
      door(pool),
      door(api.services.world.id()),
      door("x' or 1=1 --"),
      door(bad, { ports: [0] }),
      door(good, { ports: [443, 443] }),
      door(twice),
      door(twice, { reachable: false, detail: "the last word" }),
      door(long, { detail: `\u0000${"ä".repeat(199)}\ud83d\ude00` }),
    ];
    expect(await report(hostile)).toEqual({});
    expect(await known([pool, bad])).toEqual([]);
    expect(await known([good])).toMatchObject([{ ports: [443], reachable: true }]);
    expect(await known([twice])).toMatchObject([{ reachable: false, detail: "the last word" }]);
    expect((await known([long]))[0]?.detail).toBe(` ${"ä".repeat(199)}`);
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from exit_health h join exit e on e.id = h.exit_id
      where e.product not in ('static', 'short')`.execute(api.db);
    expect(rows[0]?.n).toBe(0);
  });

  it("are applied in the order in which they were reported: the last one wins", async () => {
    const [held = "", both = ""] = (await exitsOf("static", 2)).toSorted();
    await report([door(held), door(both)]);
    let earlier: Promise<unknown> | undefined;
    let later: Promise<unknown> | undefined;
    await api.db.transaction().execute(async (tx) => {
      // Blocks the earlier report at its first exit, before it locks the second.
      await sql`select 1 from exit_health where exit_id = ${held} for update`.execute(tx);
      const dead = { reachable: false, detail: "earlier" };
      earlier = report([door(held, dead), door(both, dead)]);
      const waits = async () => {
        const { rows } = await sql<{ n: number }>`
          select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock'
            and datname = current_database() and query like '%exit_health%'`.execute(api.db);
        return rows[0]?.n;
      };
      await expect.poll(waits, { timeout: 5_000 }).toBe(1);
      later = report([door(both, { ports: [3_010] })]);
      await Promise.race([later, new Promise((resolve) => setTimeout(resolve, 500))]);
    });
    await Promise.all([earlier, later]);
    expect(await known([both])).toMatchObject([{ ports: [3_010], reachable: true, detail: "" }]);
    expect(await known([held])).toMatchObject([{ reachable: false, detail: "earlier" }]);
  });

  it("are limited to 500 per report", async () => {
    const ids = await exitsOf("static", 600);
    const doors = ids.map((id) => door(id, { ports: [4_430] }));
    await expect(report(doors)).rejects.toThrow("malformed");
    await report(doors.slice(0, 500));
    const kept = await known(ids);
    expect(kept.filter(({ ports }) => ports[0] === 4_430)).toHaveLength(500);
  });
});
