/** Concurrent openings: nothing is opened unpaid, and no port number is assigned twice. */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { isFull, sized } from "@turnpike/net/testing/full.ts";
import { sql } from "kysely";
import fc from "fast-check";
import { expect, it } from "vitest";
import { leasedPorts } from "../../inventory/listening-port/store/leased-ports.ts";
import { startTraffic } from "../traffic/testing.ts";
import { advance, hourMs, opener, reportOpenedPorts } from "./testing.ts";
import { assertAccounting } from "../../../testing/verify-accounting.ts";

const HOST = "127.0.81.2";
const api = forTests(() => startTraffic({ HOST, WHITE_PORTS: "10001-11000" }));

const many = (count: number) => Array.from({ length: count }, (_, at) => at);
const livePorts = async () => {
  const { rows } = await sql<{ port: number; account_id: string }>`
    select port, account_id from ${leasedPorts} g where released_at is null`.execute(api.db);
  return rows;
};

it("parallel calls open exactly what the balance pays for, each with its own port and exit", async () => {
  const [asked, paid] = sized([40, 28], [100, 70]) as [number, number];
  const ada = await opener(api, paid);
  const fields = { num: 1, hours: 1, auth: "user" };
  const answers = await Promise.all(many(asked).map(() => ada.call("ipOpen", fields)));
  const codes = answers.map(({ code }) => code);
  expect(codes.filter((code) => code === 0)).toHaveLength(paid);
  expect(codes.filter((code) => code === 402)).toHaveLength(asked - paid);
  const items = answers.flatMap(({ code, data }) => (code === 0 ? data.items : []));
  expect(new Set(items.map(({ port }) => port)).size).toBe(paid);
  expect(new Set(items.map(({ exitId }) => exitId)).size).toBe(paid);
  expect(new Set(items.map(({ password }) => password)).size).toBe(1);
  expect(await ada.ips()).toBe(0);
  await assertAccounting(api.services);
}, 60_000);

it("50 parallel calls with one requestId open IPs only once", async () => {
  const ada = await opener(api, 50);
  const fields = { num: 2, hours: 1, auth: "nouser", requestId: "opened-once" };
  const results = await Promise.all(many(50).map(() => ada.call("ipOpen", fields)));
  const answers = new Set(
    results.map(({ data }) => data.items.map(({ id, port }) => `${id}:${port}`).join()),
  );
  expect(answers.size).toBe(1);
  expect(await ada.ips()).toBe(48);
  const other = await ada.call("ipOpen", { ...fields, num: 3 });
  expect([other.code, other.data.reason]).toEqual([409, "requestIdReused"]);
}, 60_000);

it("of callers that request the same ports, one gets all of them, the others pay nothing", async () => {
  const who = await Promise.all(many(8).map(() => opener(api, 5)));
  const answers = await Promise.all(
    who.map((one, at) =>
      one.call("ipOpen", { num: 5, hours: 1, auth: "user", port: 9400 + (at % 2) }),
    ),
  );
  expect(answers.filter(({ code }) => code === 0)).toHaveLength(1);
  expect(answers.filter(({ code }) => code === 409)).toHaveLength(7);
  const balances = await Promise.all(who.map((one) => one.ips()));
  expect(balances.toSorted((a, b) => a - b)).toEqual([0, 5, 5, 5, 5, 5, 5, 5]);
}, 60_000);

it("parallel deletions end an IP once, and do not disturb concurrent openings", async () => {
  const ada = await opener(api, 40);
  const items = await ada.open({ num: 20 });
  await reportOpenedPorts(api.services, items);
  const ids = items.map(({ id }) => id).join();
  const answers = await Promise.all([
    ...many(6).map(() => ada.call("ipDel", { ids })),
    ...many(10).map(() => ada.call("ipOpen", { num: 2, hours: 1, auth: "user" })),
  ]);
  // A deletion that begins after another has ended finds nothing.
  const codes = answers.map(({ code }, at) => (at < 6 && code === 404 ? 0 : code));
  expect(codes).toEqual(answers.map(() => 0));
  expect(answers.slice(0, 6).map(({ code }) => code)).toContain(0);
  const mine = (await livePorts()).filter((row) => row.account_id === ada.id);
  expect(mine).toHaveLength(20);
  expect(await ada.ips()).toBe(0);
}, 60_000);

/** A random next step for an account that opens IPs. */
const step = fc.oneof(
  fc.record({ what: fc.constant("open"), num: fc.integer({ min: 1, max: 6 }), asks: fc.boolean() }),
  fc.record({ what: fc.constant("del"), part: fc.double({ min: 0, max: 1, noNaN: true }) }),
  fc.record({
    what: fc.constant("fails"),
    code: fc.constantFrom("EADDRINUSE", "EACCES", "EMFILE"),
  }),
  fc.record({ what: fc.constant("opens") }),
  fc.record({ what: fc.constant("time"), hours: fc.constantFrom(0.2, 1, 3) }),
);

it.runIf(isFull)(
  "after any openings, deletions, failures and expiries the balance is the grant minus the opened IPs",
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
        const given = 25;
        const ada = await opener(api, given);
        for (const one of steps) await run(ada, one);
        const { rows } = await sql<{ paid: number; wrong: number }>`
        select count(*) filter (where o.returned_at is null)::int as paid,
          count(*) filter (where o.deleted_at is null and g.released_at is not null
            and o.expires_at > ${new Date(api.services.world.now())})::int as wrong
        from opened_ip o join ${leasedPorts} g on g.id = o.id
        where o.account_id = ${ada.id}`.execute(api.db);
        expect(rows[0]).toEqual({ paid: given - (await ada.ips()), wrong: 0 });
        await assertAccounting(api.services);
      }),
      { numRuns: sized(3, 12) },
    );
  },
  120_000,
);

async function run(
  ada: Awaited<ReturnType<typeof opener>>,
  one: { what: string; num?: number; asks?: boolean; part?: number; code?: string; hours?: number },
): Promise<void> {
  const { data } = await ada.call("ipHistory", { limit: 100 });
  const never = data.items.filter(({ open, status }) => status === "active" && !open);
  if (one.what === "open") {
    const port = one.asks === true ? { port: 9_000 + Math.floor(Math.random() * 300) } : {};
    const fields = { num: one.num ?? 1, hours: 1, auth: "user", ...port };
    const { code } = await ada.call("ipOpen", fields);
    if (![0, 402, 409].includes(code)) throw new Error(`opening: ${code}`);
  }
  if (one.what === "del") {
    const some = data.items.filter((_, at) => at / data.items.length < (one.part ?? 0));
    if (some.length > 0) await ada.call("ipDel", { ids: some.map(({ id }) => id).join() });
  }
  if (one.what === "fails")
    await reportOpenedPorts(api.services, never, { open: false, code: one.code ?? "" });
  if (one.what === "opens") await reportOpenedPorts(api.services, never);
  if (one.what === "time") await advance(api, (one.hours ?? 1) * hourMs);
}
