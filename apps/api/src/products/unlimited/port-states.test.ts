/** Ports of unlimited plans as gateways report them (the `ports` question). */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import type { PortState } from "@turnpike/contract/gateway-states.ts";
import { sql } from "kysely";
import { isFull } from "@turnpike/net/testing/full.ts";
import { describe, expect, it } from "vitest";
import { modules } from "../../app.ts";
import { startTraffic } from "../traffic/testing.ts";
import {
  endPlan,
  givePlan,
  type GivePlanOptions,
  lastUnlimitedPortFact,
  type PlanWithPorts,
  soon,
} from "./give-testing.ts";
import { releaseEnded } from "./end.ts";
import { timeLimit } from "@turnpike/net/testing/time-bar.ts";

const api = forTests(startTraffic);
const link = forTests(() => api.link());
const second = forTests(() => api.link({ worker: 2 }));

const hourMs = 3_600_000;
const reportPorts = (ports: unknown[], by = link) =>
  by.ask("ports", { gateway: "", epoch: "", ports: ports as PortState[] });
/** The hub refuses the whole question: nothing of it is applied. */
const refused = async (ports: unknown[]) => {
  await expect(reportPorts(ports)).rejects.toThrow("malformed");
};
const closed = async (given: GivePlanOptions = {}): Promise<PlanWithPorts> => {
  const customer = await api.customer();
  return givePlan(api.services, customer.id, { open: false, ...given });
};
interface Row {
  id: string;
  port: number;
  gateway: string | null;
  open: boolean;
  opened_at: Date | null;
  trouble: string;
}
/** Runs the job that replaces unusable port numbers. */
const useless = () =>
  modules.jobs.find(({ name }) => name === "retry-unlimited-ports")?.run(api.services);
/** A worker's report of a port that it cannot open. */
const shut = (code: string, detail = code) => ({ open: false, code, detail });
const rows = async (planId: string) => {
  const found = await sql<Row & { xmin: string }>`
    select id, port, gateway, open, opened_at, trouble, xmin::text from unlimited_port
    where plan_id = ${planId} order by place`.execute(api.db);
  return found.rows;
};
const badPorts = async () => {
  const found = await sql<{ port: number; until: Date; detail: string }>`
    select * from unlimited_bad_number`.execute(api.db);
  return found.rows;
};
const state = ({ ports }: PlanWithPorts, at = 0, more: object = {}) => {
  const { id, port } = ports[at] ?? { id: "", port: 0 };
  return { kind: "unlimitedPort", portId: id, port, open: true, code: "", detail: "", ...more };
};

describe("ports: the port states that a worker reports", () => {
  it("stores a port's gateway, opening time and failure reason, and leaves unchanged rows alone", async () => {
    const plan = await closed({ quantity: 2 });
    await reportPorts([state(plan), state(plan, 1)]);
    const [first] = await rows(plan.id);
    expect(first).toMatchObject({ gateway: "local-1", open: true, trouble: "" });
    expect(Math.abs((first?.opened_at?.getTime() ?? 0) - api.services.world.now())).toBeLessThan(
      5_000,
    );
    const before = await rows(plan.id);
    await reportPorts([state(plan), state(plan, 1)]);
    expect(await rows(plan.id)).toEqual(before);
    await reportPorts([state(plan, 0, { open: false, detail: "the worker left" })]);
    const [fallen, other] = await rows(plan.id);
    expect(fallen).toMatchObject({ open: false, trouble: "the worker left", port: first?.port });
    expect(fallen?.opened_at).toEqual(first?.opened_at);
    expect(other).toEqual(before[1]);
    api.services.world.setOffset(api.services.world.offsetMs() + hourMs);
    await reportPorts([state(plan)], second);
    const [again] = await rows(plan.id);
    expect(again).toMatchObject({ gateway: "local-2", open: true, trouble: "" });
    expect(again?.opened_at).toEqual(first?.opened_at);
  });

  it("assigns a new number at once to a port that was never open, and notifies gateways", async () => {
    const plan = await closed({ quantity: 3 });
    const old = plan.ports.map(({ port }) => port);
    await reportPorts([
      state(plan, 0, shut("EADDRINUSE")),
      state(plan, 1),
      state(plan, 2, shut("EACCES")),
    ]);
    const now = await rows(plan.id);
    expect(now[1]?.port).toBe(old[1]);
    for (const at of [0, 2]) {
      const row = now[at];
      expect(old).not.toContain(row?.port);
      expect(row).toMatchObject({ open: false, trouble: "", gateway: null, opened_at: null });
      await expect
        .poll(() => lastUnlimitedPortFact(link, row?.id ?? ""), soon)
        .toMatchObject({ port: row?.port });
    }
    expect(new Set(now.map(({ port }) => port)).size).toBe(3);
    const bad = await badPorts();
    const detail = bad.find(({ port }) => port === old[0])?.detail;
    expect(detail).toBe("EADDRINUSE");
    const until = bad.find(({ port }) => port === old[2])?.until.getTime() ?? 0;
    expect(Math.abs(until - api.services.world.now() - hourMs)).toBeLessThan(5_000);
    // Bad numbers are not assigned to other plans.
    const other = await closed({ quantity: 5 });
    for (const { port } of other.ports) expect([old[0], old[2]]).not.toContain(port);
    // A late report about the old number is ignored.
    await reportPorts([state(plan, 0, { open: true })]);
    await reportPorts([state(plan, 0, shut("EADDRINUSE", "late"))]);
    expect((await rows(plan.id))[0]).toEqual(now[0]);
  });

  it("tries one number after another, and keeps the last if none is free", async () => {
    const plan = await closed();
    const { env } = api.services;
    const all = env.UNLIMITED_PORTS;
    const taken = await sql<{ port: number }>`
      select port from unlimited_port where released_at is null
      union select port from unlimited_bad_number`.execute(api.db);
    const used = new Set(taken.rows.map(({ port }) => port));
    const free = all.filter((port) => !used.has(port)).slice(0, 2);
    env.UNLIMITED_PORTS = free;
    try {
      const numbers = [];
      for (let n = 0; n < 4; n++) {
        const [row] = await rows(plan.id);
        numbers.push(row?.port);
        await reportPorts([
          {
            kind: "unlimitedPort",
            portId: row?.id,
            port: row?.port,
            ...shut("EADDRINUSE", "taken"),
          },
        ]);
      }
      expect(numbers).toEqual([plan.ports[0]?.port, free[0], free[1], free[1]]);
      expect((await rows(plan.id))[0]).toMatchObject({ port: free[1], trouble: "taken" });
    } finally {
      env.UNLIMITED_PORTS = all;
    }
  });

  it("keeps the numbers if a quarter of all were unusable, since the cause is elsewhere", async () => {
    const { db, env } = api.services;
    const until = new Date(api.services.world.now() + hourMs);
    await sql`
      insert into unlimited_bad_number (port, until)
      select n, ${until} from generate_series(40000, 40000 + ${env.UNLIMITED_PORTS.length / 4}::int) n`.execute(
      db,
    );
    const plan = await closed();
    await reportPorts([state(plan, 0, shut("EACCES"))]);
    const [row] = await rows(plan.id);
    expect(row).toMatchObject({ port: plan.ports[0]?.port, trouble: "EACCES" });
    await sql`delete from unlimited_bad_number where port >= 40000`.execute(db);
    await reportPorts([state(plan, 0, shut("EACCES"))]);
    expect((await rows(plan.id))[0]?.port).not.toBe(plan.ports[0]?.port);
  });

  it.each([
    ["EMFILE", "open file limit reached"],
    ["ENOBUFS", "ENOBUFS"],
    ["EADDRNOTAVAIL", "EADDRNOTAVAIL"],
    ["", "taken"],
  ])("keeps the number if it did not cause the failure: %s, %s", async (code, detail) => {
    await useless();
    const plan = await closed();
    const before = await badPorts();
    for (let n = 0; n < 3; n++) await reportPorts([state(plan, 0, { open: false, code, detail })]);
    await useless();
    const [row] = await rows(plan.id);
    expect(row).toMatchObject({ port: plan.ports[0]?.port, open: false, trouble: detail });
    expect(await badPorts()).toEqual(before);
  });

  it("retries each minute a port that found no number, until a number is free", async () => {
    const { env } = api.services;
    const all = env.UNLIMITED_PORTS;
    const plan = await closed({ quantity: 2 });
    const runs = await closed();
    await reportPorts([state(runs)]);
    await reportPorts([state(runs, 0, shut("EADDRINUSE"))]);
    env.UNLIMITED_PORTS = [];
    try {
      await reportPorts([state(plan, 0, shut("EADDRINUSE")), state(plan, 1, shut("EMFILE"))]);
      await useless();
      expect((await rows(plan.id))[0]).toMatchObject({ trouble: "EADDRINUSE" });
    } finally {
      env.UNLIMITED_PORTS = all;
    }
    expect((await rows(plan.id)).map(({ port }) => port)).toEqual(plan.ports.map((o) => o.port));
    await useless();
    const [row, other] = await rows(plan.id);
    expect(row?.port).not.toBe(plan.ports[0]?.port);
    expect(row).toMatchObject({ open: false, trouble: "", gateway: null });
    expect(other).toMatchObject({ port: plan.ports[1]?.port });
    expect((await badPorts()).map(({ port }) => port)).toContain(plan.ports[0]?.port);
    await expect
      .poll(() => lastUnlimitedPortFact(link, row?.id ?? ""), soon)
      .toMatchObject({ port: row?.port });
    // A port that is or was open keeps its number, as does a new number without a report.
    await useless();
    expect((await rows(plan.id))[0]).toEqual(row);
    expect((await rows(runs.id))[0]).toMatchObject({ port: runs.ports[0]?.port });
  });

  it.runIf(isFull)("handles concurrent reports without assigning a number twice", async () => {
    const plans = [];
    for (let n = 0; n < 8; n++) plans.push(await closed({ quantity: 5 }));
    await Promise.all(
      plans.map((plan) =>
        reportPorts(plan.ports.map((_, at) => state(plan, at, shut("EADDRINUSE")))),
      ),
    );
    const numbers = (await Promise.all(plans.map(({ id }) => rows(id)))).flat();
    expect(new Set(numbers.map(({ port }) => port)).size).toBe(40);
    const old = new Set(plans.flatMap(({ ports }) => ports.map(({ port }) => port)));
    for (const { port } of numbers) expect(old.has(port)).toBe(false);
  });

  it("uses the last state of a port, ignores unknown and closed ports, and refuses invalid ones", async () => {
    const plan = await closed({ quantity: 4 });
    const gone = await closed();
    await reportPorts([state(gone)]);
    await endPlan(api.services, gone.id, -25 * hourMs);
    await releaseEnded(api.services);
    const before = [await rows(gone.id), await badPorts()];
    await reportPorts([
      state(plan, 0, shut("EADDRINUSE", "first")),
      state(plan, 0),
      state(plan, 1, { port: 0 }),
      state(gone, 0, { open: false }),
      state(plan, 1, { portId: api.services.world.id() }),
      state(plan, 1, { portId: "nothing" }),
    ]);
    for (const more of [
      { port: "26001" },
      { open: "yes" },
      { port: 70_000 },
      { port: 1.5 },
      { portId: 7 },
      { portId: plan.portIds[1]?.toUpperCase() },
      { code: 7 },
    ])
      await refused([state(plan, 1, more)]);
    const [one, two] = await rows(plan.id);
    expect(one).toMatchObject({ open: true, gateway: "local-1", port: plan.ports[0]?.port });
    expect(two).toMatchObject({ open: false, gateway: null, port: plan.ports[1]?.port });
    expect([await rows(gone.id), await badPorts()]).toEqual(before);
  });

  it("sanitises and truncates hostile failure texts", async () => {
    const plan = await closed();
    await reportPorts([state(plan)]);
    const detail = `a\u0000b\n${"x".repeat(500)}`;
    await reportPorts([state(plan, 0, { open: false, detail })]);
    const [row] = await rows(plan.id);
    expect(row?.trouble).toBe(`a b ${"x".repeat(196)}`);
    await reportPorts([state(plan, 0, { open: false, detail: `${"z".repeat(199)}😀` })]);
    expect((await rows(plan.id))[0]?.trouble).toBe(`${"z".repeat(199)}\ufffd`);
    const before = await rows(plan.id);
    await refused([state(plan, 0, { open: false, detail: { a: 1 } })]);
    await refused("ports" as unknown as unknown[]);
    await refused(null as unknown as unknown[]);
    expect(await rows(plan.id)).toEqual(before);
  });

  it("refuses a report with entries that are not ports", async () => {
    const plan = await closed();
    for (const entry of [0, false, "", null, 5, "port", [], {}])
      await refused([entry, state(plan)]);
    expect((await rows(plan.id))[0]).toMatchObject({ open: false, gateway: null });
  });

  it("processes at most 500 ports of one report, and refuses more", async () => {
    const plan = await closed({ quantity: 501 });
    const states = plan.ports.map((_, at) => state(plan, at));
    await refused(states);
    const began = performance.now();
    await reportPorts(states.slice(0, 500));
    expect(performance.now() - began).toBeLessThan(timeLimit(2_000));
    const open = (await rows(plan.id)).filter((row) => row.open);
    expect(open).toHaveLength(500);
  });
});
