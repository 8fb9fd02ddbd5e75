/** The end of unlimited plans: ports close 24 h later; accounts that are closed or disabled. */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sql } from "kysely";
import { isFull } from "@turnpike/net/testing/full.ts";
import { describe, expect, it } from "vitest";
import { keepPartitions } from "../../platform/partitions/keep.ts";
import { transaction } from "../../platform/db/database.ts";
import { modules } from "../../app.ts";
import { type Customer, startTraffic } from "../traffic/testing.ts";
import { eraseUnlimited, releaseEnded } from "./end.ts";
import {
  endPlan,
  givePlan,
  type GivePlanOptions,
  lastUnlimitedPortFact,
  soon,
} from "./give-testing.ts";
import { lockReported } from "../../inventory/listening-port/store/states.ts";
import { unlimitedPortRange } from "./store/port-range.ts";
import { addPortUse } from "./store/usage.ts";

const api = forTests(startTraffic);
const link = forTests(() => api.link());

const dayMs = 86_400_000;
const heardOpen = { kind: "unlimitedPort" as const, open: true, code: "", trouble: "" };
const own = (to: Customer, given?: GivePlanOptions) => givePlan(api.services, to.id, given);
const plansOf = async (accountId: string) => {
  const { rows } = await sql<{ id: string; released_at: Date | null; whitelist: string[] }>`
    select id, released_at, whitelist::text[] as whitelist from unlimited_plan
    where account_id = ${accountId} order by position`.execute(api.db);
  return rows;
};
interface Row {
  id: string;
  released_at: Date | null;
  sealed_password: string;
  verifier: string;
  name: string;
  remark: string;
  format: string;
  open: boolean;
}
const portsOf = async (planId: string) => {
  const { rows } = await sql<Row>`
    select * from unlimited_port where plan_id = ${planId} order by place`.execute(api.db);
  return rows;
};

describe("24 h after a plan's end (spec/unlimited#expiry)", () => {
  it("the ports are closed permanently, credentials and whitelist removed, and gateways drop them", async () => {
    const ada = await api.customer();
    const plan = await own(ada, { quantity: 3 });
    const runs = await own(ada);
    await ada.call("upwhite", { planId: plan.id, ips: "8.8.8.8" });
    await endPlan(api.services, plan.id, -dayMs + 60_000);
    await releaseEnded(api.services);
    expect((await portsOf(plan.id)).map((port) => port.released_at)).toEqual([null, null, null]);
    await endPlan(api.services, plan.id, -dayMs);
    await releaseEnded(api.services);
    const [ended, running] = await plansOf(ada.id);
    expect(ended?.released_at).not.toBeNull();
    expect([ended?.whitelist, running?.released_at]).toEqual([[], null]);
    for (const [at, port] of (await portsOf(plan.id)).entries()) {
      expect(port).toMatchObject({ sealed_password: "", verifier: "0".repeat(64), open: false });
      expect(port.released_at).toEqual(ended?.released_at);
      expect(port.name).toBe(plan.ports[at]?.name);
      await expect.poll(() => lastUnlimitedPortFact(link, port.id), soon).toBe("gone");
    }
    expect((await portsOf(runs.id))[0]?.released_at).toBeNull();
    // A second run changes nothing.
    api.services.world.setOffset(api.services.world.offsetMs() + 60_000);
    await releaseEnded(api.services);
    expect((await plansOf(ada.id))[0]).toEqual(ended);
    // The released port numbers can be used again.
    const { env } = api.services;
    const all = env.UNLIMITED_PORTS;
    env.UNLIMITED_PORTS = plan.ports.map(({ port }) => port);
    const next = await own(ada, { quantity: 3 }).finally(() => (env.UNLIMITED_PORTS = all));
    const inOrder = (one: number, other: number) => one - other;
    expect(next.ports.map(({ port }) => port).sort(inOrder)).toEqual(
      plan.ports.map(({ port }) => port).sort(inOrder),
    );
  });

  it("a job closes the ports each minute, and an error in one plan does not affect others", async () => {
    const [bea, cleo] = [await api.customer(), await api.customer()];
    const bad = await own(bea);
    const good = await own(bea);
    const other = await own(cleo);
    for (const { id } of [bad, good, other]) await endPlan(api.services, id, -dayMs - 1);
    await sql`
      create function refuse_release() returns trigger language plpgsql as $$
      begin raise exception 'a fault'; end $$`.execute(api.db);
    await sql`
      create trigger refuse before update on unlimited_port for each row
      when (new.released_at is not null and old.plan_id = ${sql.lit(bad.id)}::uuid)
      execute function refuse_release()`.execute(api.db);
    const job = modules.jobs.find(({ name }) => name === "release-ended-plans");
    expect(job?.everySeconds).toBe(60);
    await job?.run(api.services);
    expect((await plansOf(bea.id)).map((plan) => plan.released_at !== null)).toEqual([false, true]);
    expect((await plansOf(cleo.id))[0]?.released_at).not.toBeNull();
    expect((await portsOf(bad.id))[0]?.released_at).toBeNull();
    await sql`drop function refuse_release cascade`.execute(api.db);
    await job?.run(api.services);
    expect((await plansOf(bea.id))[0]?.released_at).not.toBeNull();
  });

  it.runIf(isFull)(
    "concurrent edits, moves, renewals and rotations are refused, and the ports are closed once",
    async () => {
      const dora = await api.customer();
      for (let round = 0; round < 6; round++) {
        const plan = await own(dora, { quantity: 4 });
        const ids = plan.portIds.join();
        await endPlan(api.services, plan.id, -dayMs - 1);
        const racing = [
          releaseEnded(api.services),
          releaseEnded(api.services),
          dora.call("upport", { ids, rotationMinutes: 7, password: "secretly9" }),
          dora.call("portRegion", { planId: plan.id, region: "asia" }),
          dora.call("upwhite", { planId: plan.id, ips: "8.8.8.8" }),
          dora.call("rotateUnlimit", { ids }),
          dora.call("renewalUnlimit", { planId: plan.id, days: 30, method: "wallet" }),
        ];
        const said = (await Promise.all(racing)).slice(2) as { code: number }[];
        expect(said.map(({ code }) => code)).toEqual([410, 410, 410, 410, 410]);
        // A plan that a call has locked at this moment is left to the job's next run.
        await releaseEnded(api.services);
        const closed = await portsOf(plan.id);
        await releaseEnded(api.services);
        expect(await portsOf(plan.id)).toEqual(closed);
        const shut = (await portsOf(plan.id)).map((port) => [port.sealed_password, port.open]);
        expect(shut).toEqual(Array.from({ length: 4 }, () => ["", false]));
      }
    },
  );

  it("the job locks ports in the order of their ids, like reports, so that neither deadlocks", async () => {
    const { db } = api.services;
    const plan = await own(await api.customer(), { quantity: 40, open: false });
    const other = await own(await api.customer());
    const found = plan.ports.map(({ id, port }) => ({ ...heardOpen, id, port }));
    await endPlan(api.services, plan.id, -dayMs - 1);
    const first = found.toSorted((one, two) => (one.id < two.id ? -1 : 1)).slice(0, 1);
    // With statistics PostgreSQL reads so few rows in physical order, not by an index.
    await sql`analyze unlimited_port`.execute(db);
    let releasing: Promise<void> | undefined;
    await transaction(db, async (tx) => {
      await lockReported(tx, unlimitedPortRange, { nodeId: null, reports: first });
      releasing = releaseEnded(api.services);
      const waiting = async () => {
        const { rows } = await sql`select from pg_stat_activity where wait_event_type = 'Lock'
          and datname = current_database()`.execute(db);
        return rows.length;
      };
      await expect.poll(waiting, { timeout: 5_000 }).toBe(1);
      // Shorter than PostgreSQL's deadlock timeout.
      await sql`set local lock_timeout = '500ms'`.execute(tx);
      const of = { nodeId: null, reports: found };
      expect(await lockReported(tx, unlimitedPortRange, of)).toHaveLength(40);
    });
    await releasing;
    expect((await portsOf(plan.id)).filter((port) => port.released_at === null)).toEqual([]);
    expect((await portsOf(other.id))[0]?.released_at).toBeNull();
  });

  it("concurrent edits and moves of a running plan leave all its ports consistent", async () => {
    const eve = await api.customer();
    const plan = await own(eve, { quantity: 20, region: "europe" });
    const ids = plan.portIds.join();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        n % 3 === 0
          ? eve.call("portRegion", { planId: plan.id, region: n % 2 === 0 ? "asia" : "europe" })
          : eve.call("upport", { ids, rotationMinutes: n + 1, country: n % 3 === 1 ? "DE" : "JP" }),
      ),
    );
    for (const { code, data } of answers)
      expect([0, "countryNotInRegion"]).toContain(code === 0 ? 0 : data.reason);
    // No port keeps a country outside its region.
    const { plan: shown, items } = (await eve.call("portOrder", { planId: plan.id, limit: 100 }))
      .data;
    const lying = shown.region === "europe" ? ["DE", ""] : ["JP", ""];
    for (const { country } of items) expect(lying).toContain(country);
    expect(new Set(items.map((port) => `${port.country} ${port.rotationMinutes}`)).size).toBe(1);
  });
});

it("closing an account (spec/accounts#closure: irrevocable) shows how many plans would be lost, ends them at once and erases names and remarks", async () => {
  const fay = await api.customer();
  const plan = await own(fay, { quantity: 2 });
  const wide = await own(fay, { kind: "bandwidth" });
  const old = await own(fay, { endsInMs: -2 * dayMs });
  await releaseEnded(api.services);
  const format = "{host}:{port}#of-fay";
  await fay.call("upport", {
    ids: plan.portIds.join(),
    rotationMinutes: 5,
    remark: "of Fay",
    format,
  });
  expect((await fay.call("cancelInfo")).data.unlimitedPlans).toBe(2);
  const close = () => transaction(api.db, (tx) => eraseUnlimited(api.services, tx, [fay.id]));
  await close();
  for (const { id } of [plan, wide, old]) {
    for (const port of await portsOf(id)) {
      expect(port).toMatchObject({
        name: "closed",
        remark: "",
        sealed_password: "",
        format: "{host}:{port}:{user}:{password}",
      });
      expect(port.released_at).not.toBeNull();
    }
  }
  for (const id of [...plan.portIds, ...wide.portIds])
    await expect.poll(() => lastUnlimitedPortFact(link, id), soon).toBe("gone");
  const before = await portsOf(plan.id);
  await close();
  expect(await portsOf(plan.id)).toEqual(before);
});

it("data past its retention is deleted: usage by month after 93 days, a port number's failure once its time is over", async () => {
  const { db, world } = api.services;
  const gil = await api.customer();
  const plan = await own(gil);
  await sql`update unlimited_plan set started_at = started_at - interval '200 days' where id = ${plan.id}`.execute(
    db,
  );
  const use = { portId: plan.portIds[0] ?? "", upBytes: 1, downBytes: 1, requests: 1 };
  await transaction(db, (tx) => addPortUse(tx, [{ ...use, at: world.now() }]));
  const bad = (port: number, ms: number) =>
    sql`insert into unlimited_bad_number (port, until) values (${port}, ${new Date(world.now() + ms)})`.execute(
      db,
    );
  await bad(1, -1);
  await bad(2, 60_000);
  await modules.jobs.find(({ name }) => name === "delete-bad-unlimited-ports")?.run(api.services);
  const daysLeft = async (later: number) => {
    await keepPartitions(api.services, world.now() + later * dayMs);
    const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from unlimited_usage_day where plan_id = ${plan.id}`.execute(db);
    return rows[0]?.n;
  };
  expect([await daysLeft(92), await daysLeft(125)]).toEqual([1, 0]);
  const left = await sql<{ port: number }>`select port from unlimited_bad_number`.execute(db);
  expect(left.rows).toEqual([{ port: 2 }]);
});
