import { forTests } from "@turnpike/net/testing/for-tests.ts";
import type { ExitLatency } from "@turnpike/contract/gateway-states.ts";
import fc from "fast-check";
import { sql } from "kysely";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startHubApi } from "../../across/request-log/testing.ts";
import { recordLatencies } from "./latency.ts";

const api = forTests(startHubApi);
const ids: string[] = [];
beforeAll(async () => {
  const { rows } = await sql<{ id: string }>`
    select id from exit where product = 'pool' order by id limit 12`.execute(api.db);
  ids.push(...rows.map(({ id }) => id));
}, 60_000);
beforeEach(async () => {
  await sql`update exit set latency_ms = null, measured_at = null, failures = 0,
    offline_since = null, retired_at = null`.execute(api.db);
});

interface Row {
  latency_ms: number | null;
  measured_at: Date | null;
  failures: number;
  offline_since: Date | null;
  /** The transaction that last wrote the row. */
  written: string;
}
async function row(id = ids[0]): Promise<Row> {
  const { rows } = await sql<Row>`
    select latency_ms, measured_at, failures, offline_since, xmin::text as written
    from exit where id = ${id}`.execute(api.db);
  return rows[0] as Row;
}
const note = (...ms: (number | null)[]) =>
  ms.reduce<Promise<void>>(
    (before, one) =>
      before.then(() => recordLatencies(api.services, [{ exitId: ids[0] ?? "", ms: one }])),
    Promise.resolve(),
  );
/** Runs `what` with the world's clock moved forward by `ms`. */
async function later(ms: number, what: () => Promise<void>): Promise<void> {
  const { world } = api.services;
  const now = world.now.bind(world);
  world.now = () => now() + ms;
  try {
    await what();
  } finally {
    world.now = now;
  }
}

describe("latencies of the pool's exits, as measured by gateways", () => {
  it("are received over the link and stored as the exit's latency", async () => {
    const link = await api.gateway();
    const exits = [
      { exitId: ids[0] ?? "", ms: 17 },
      { exitId: ids[1] ?? "", ms: 0 },
    ];
    await link.ask("latencies", { gateway: "g1", epoch: "e1", exits });
    expect(await row()).toMatchObject({ latency_ms: 17, failures: 0, offline_since: null });
    expect(await row(ids[1])).toMatchObject({ latency_ms: 0 });
    expect(await row(ids[2])).toMatchObject({ latency_ms: null, measured_at: null });
  });

  it("mark an exit as offline after three failures in a row, until one success", async () => {
    await note(20, null, null);
    expect(await row()).toMatchObject({ failures: 2, offline_since: null, latency_ms: 20 });
    await note(20, null, null);
    expect((await row()).offline_since).toBeNull();
    await note(null);
    expect(await row()).toMatchObject({ failures: 3, offline_since: expect.any(Date) });
    await note(21);
    expect(await row()).toMatchObject({ failures: 0, offline_since: null, latency_ms: 21 });
  });

  it("keep the time since when an exit is offline, however often it fails after that", async () => {
    await note(null, null, null);
    const { offline_since: since, written } = await row();
    await later(60_000, () => note(null, null));
    expect(await row()).toMatchObject({ offline_since: since, failures: 3, written });
  });

  it("are not rewritten if they hardly changed, until ten minutes have passed", async () => {
    await note(100);
    const first = await row();
    await note(100, 119, 81, 120, 80);
    expect(await row()).toEqual(first);
    await note(121);
    expect((await row()).latency_ms).toBe(121);
    await note(3);
    const quick = await row();
    await note(8);
    expect(await row()).toEqual(quick);
    await note(9);
    expect((await row()).latency_ms).toBe(9);
    await later(601_000, () => note(9));
    expect((await row()).measured_at?.getTime()).toBeGreaterThan(
      (quick.measured_at?.getTime() ?? 0) + 600_000,
    );
  });

  it("apply only to pool exits that are not retired", async () => {
    const { rows } = await sql<{ id: string }>`
      select id from exit where product = 'static' limit 1`.execute(api.db);
    const other = rows[0]?.id ?? "";
    await sql`update exit set retired_at = now() where id = ${ids[1]}`.execute(api.db);
    await recordLatencies(api.services, [
      { exitId: other, ms: 5 },
      { exitId: ids[1] ?? "", ms: 5 },
    ]);
    expect([(await row(other)).latency_ms, (await row(ids[1])).latency_ms]).toEqual([null, null]);
  });

  it("count the last value per exit, and at most 500 exits in one report", async () => {
    const [one = "", other = ""] = ids;
    const strangers = Array.from({ length: 500 }, () => ({
      exitId: api.services.world.id(),
      ms: 1,
    }));
    await recordLatencies(api.services, [
      { exitId: one.toUpperCase(), ms: 30 },
      { exitId: one, ms: 40 },
    ]);
    expect((await row()).latency_ms).toBe(40);
    await recordLatencies(api.services, [...strangers, { exitId: other, ms: 5 }]);
    expect((await row(other)).latency_ms).toBeNull();
  });

  it("are skipped if they are invalid in any way", async () => {
    const [exitId = "", sound = ""] = ids;
    const odd = fc.oneof(
      fc.record({
        exitId: fc.constant(exitId),
        ms: fc.oneof(
          fc.constantFrom(
            -1,
            1.5,
            60_001,
            2 ** 40,
            Number.NaN,
            Infinity,
            "5",
            undefined,
            {},
            [],
            true,
          ),
          fc.string(),
        ),
      }),
      fc.record({ exitId: fc.oneof(fc.string(), fc.constant(null), fc.integer()), ms: fc.nat(9) }),
      fc.constantFrom(null, undefined, 1, "x", [], {}),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(odd, { maxLength: 5 }), async (given) => {
        const told = [...given, { exitId: sound, ms: 50 }] as ExitLatency[];
        await recordLatencies(api.services, told);
        expect((await row()).latency_ms).toBeNull();
        expect((await row(sound)).latency_ms).toBe(50);
      }),
      { numRuns: 60 },
    );
    for (const nothing of [null, undefined, "x", 5, {}])
      await recordLatencies(api.services, nothing as unknown as ExitLatency[]);
  });

  it("from many concurrent gateways, in any order, are recorded without deadlocks", async () => {
    const rounds = Array.from({ length: 24 }, (_, round) =>
      recordLatencies(
        api.services,
        (round % 2 === 0 ? ids : ids.toReversed()).map((exitId) => ({ exitId, ms: null })),
      ),
    );
    await Promise.all(rounds);
    for (const id of ids)
      expect(await row(id)).toMatchObject({ failures: 3, offline_since: expect.any(Date) });
  });
});
