/** Reports that could not be applied: kept for the operator, applied once or dropped for good. */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import type { UsageReport } from "@turnpike/contract/data-plane.ts";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { verifyAccounting } from "../../../testing/verify-accounting.ts";
import { usageCommands } from "../../across/operator/usage.ts";
import { createSubAccount, startTraffic, usageRow } from "./testing.ts";
import { operate } from "../../across/operator/testing.ts";

const api = forTests(startTraffic);
const link = forTests(() => api.link());
let subAccountId: string;
const owner = forTests(() => api.customer(1));
beforeAll(async () => {
  subAccountId = (await createSubAccount(owner, "Asideall", { trafficGb: 0.5 })).id;
});

const reportOf = (sequence: number, downBytes: number, epoch = "e1"): UsageReport => {
  const rows = [usageRow({ leaseId: "", accountId: owner.id, subAccountId, downBytes })];
  return { gateway: "aside-1", epoch, sequence, rows };
};
const aside = (report: UsageReport, why = "Error: invalid\nbyte sequence") =>
  link.ask("aside", { asides: [{ report, why, at: 1_700_000_000_000 }] });
const used = async () => (await owner.call("trafficInfo")).data.usedBytes;

/** Runs the command line as an operator does. */
const operator = (...args: string[]) => operate(api.services, "usage", ...args);
/** Runs the same command in this process, since starting the program takes a second each time. */
async function run(name: string, ...args: string[]) {
  const command = usageCommands.find((each) => each.name === `usage ${name}`);
  if (command === undefined) throw new Error(`there is no usage ${name}`);
  const options = Object.fromEntries(
    args.filter((arg) => arg.startsWith("--")).map((arg) => [arg.slice(2), true]),
  );
  const positional = args.filter((arg) => !arg.startsWith("--"));
  return command.run({ services: api.services, args: positional, options });
}
type Json = { id: number; outcome: string; setAsideAt: Date }[];
const json = async (name: string, ...args: string[]) => (await run(name, ...args)).json as Json;

test("The operator sees quarantined reports with the reason and applies them once", async () => {
  const before = await used();
  await aside(reportOf(1, 1_000));
  await aside(reportOf(1, 1_000));
  await aside(reportOf(2, 20_000));
  const told = await operator("list", "--json");
  const listed = JSON.parse(told.out);
  expect(listed).toMatchObject([
    { gateway: "aside-1", epoch: "e1", sequence: 1, bytes: 1_000, doubtful: false },
    { sequence: 2, bytes: 20_000, why: "Error: invalid byte sequence" },
  ]);
  expect(listed[0].setAsideAt).toBe("2023-11-14T22:13:20.000Z");
  const id = String(listed[0].id);
  expect(await json("apply", id)).toMatchObject([{ outcome: "applied", billedBytes: 1_000 }]);
  expect((await run("apply", id)).ok).toBe(false);
  // The gateway sends it again in both ways; it is not counted again.
  await link.ask("report", { reports: [reportOf(1, 1_000)] });
  await aside(reportOf(1, 1_000));
  expect(await used()).toBe(before + 1_000);
  expect(await json("apply", "--all")).toMatchObject([{ outcome: "applied", bytes: 20_000 }]);
  expect([await used(), await json("list")]).toEqual([before + 21_000, []]);
  expect((await verifyAccounting(api.db)).difference).toBeNull();
}, 60_000);

test("A dropped report is never counted, even if its gateway sends it again", async () => {
  const before = await used();
  await aside(reportOf(11, 5_000));
  const [{ id } = { id: 0 }] = await json("list");
  expect(await json("drop", String(id))).toMatchObject([{ outcome: "dropped", bytes: 5_000 }]);
  const again = { reports: [reportOf(10, 1), reportOf(11, 5_000)] };
  expect(await link.ask("report", again)).toEqual({ applied: [10, 11] });
  expect(await used()).toBe(before + 1);
  expect((await run("drop", "--all")).text).toBe("There are no usage reports to decide.");
  expect(await operator("apply")).toMatchObject({ code: 2 });
}, 60_000);

test("A quarantined report that the hub received after all is not billed again when applied", async () => {
  const before = await used();
  await aside(reportOf(21, 3_000));
  await link.ask("report", { reports: [reportOf(21, 3_000)] });
  expect(await json("apply", "--all")).toMatchObject([{ outcome: "wasApplied", billedBytes: 0 }]);
  await aside(reportOf(21, 3_000));
  expect([await used(), await json("list")]).toEqual([before + 3_000, []]);
}, 60_000);

test("A report applied twice at once is billed once; one that cannot be read stays in quarantine", async () => {
  const before = await used();
  await aside(reportOf(31, 4_000));
  const [{ id } = { id: 0 }] = await json("list");
  const both = await Promise.all([json("apply", String(id)), json("apply", String(id))]);
  expect(
    both
      .flat()
      .map(({ outcome }) => outcome)
      .sort(),
  ).toEqual(["applied", "unknown"]);
  expect(await used()).toBe(before + 4_000);
  await aside({
    ...reportOf(32, 0),
    rows: [{ ...reportOf(32, 1).rows[0], domain: "\0" } as never],
  });
  expect(await json("apply", "--all")).toMatchObject([{ outcome: "failed" }]);
  expect(await json("list")).toHaveLength(1);
  expect((await run("drop", "--all")).ok).toBe(true);
}, 60_000);

test("Reports sent over two links at once are applied once each, even years later", async () => {
  const before = await used();
  const second = await api.link();
  const reports = Array.from({ length: 30 }, (_, at) => reportOf(at + 1, 100, "twin"));
  for (let round = 0; round < 3; round += 1) {
    await Promise.all(
      [link, second, link, second].map((each, at) =>
        each.ask("report", { reports: at % 2 ? reports : [...reports].reverse() }, 30_000),
      ),
    );
    const years = new URLSearchParams({ advanceSeconds: String(400 * 86_400) });
    await fetch(`${api.url}/lab/clock`, { method: "POST", body: years });
  }
  expect(await used()).toBe(before + 3_000);
  const { rows } = await sql<{ applied: string }>`
    select applied::text as applied from usage_mark where epoch = 'twin'`.execute(api.db);
  expect(rows).toEqual([{ applied: "{[1,31)}" }]);
  await expect(link.ask("report", { reports: [reportOf(0, 1)] })).rejects.toThrow("malformed");
}, 60_000);
