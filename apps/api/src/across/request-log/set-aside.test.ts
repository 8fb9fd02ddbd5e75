/**
 * A row that the database refuses is set aside; the rows before and after it are stored
 * (spec/operator#set-aside).
 */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import type { RequestRow } from "@turnpike/contract/request-log.ts";
import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { setAsideChecks } from "../operator/doctor/set-aside.ts";
import { usageCommands } from "../operator/usage.ts";
import { reportConnections, requestRow, startHubApi, withSubAccount } from "./testing.ts";

const api = forTests(startHubApi);
const link = forTests(() => api.gateway());
const ada = forTests(() => withSubAccount(api, "AdaAlpha1"));

const run = (statement: string) => sql.raw(statement).execute(api.db);
const tables = ["connection_trace", "request_log"];
/** Makes the tables refuse rows named `bad…` with an error. */
async function refuse(sqlState: string): Promise<void> {
  await run(`create or replace function refuse_row() returns trigger language plpgsql as $$ begin
    if new.id like 'bad%' then raise exception 'refused: %', new.id using errcode = '${sqlState}';
    end if; return new; end $$`);
  for (const table of tables)
    await run(`create or replace trigger refuse_row before insert on ${table}
      for each row execute function refuse_row()`);
}
const accept = () => Promise.all(tables.map((table) => run(`drop trigger refuse_row on ${table}`)));

async function operator(name: string, ...args: string[]) {
  const command = usageCommands.find((each) => each.name === `usage ${name}`);
  if (command === undefined) throw new Error(name);
  const options = Object.fromEntries(
    args.filter((arg) => arg.startsWith("--")).map((arg) => [arg.slice(2), true]),
  );
  const { services } = api;
  const positional = args.filter((arg) => !arg.startsWith("--"));
  return command.run({ services, args: positional, options });
}
const aside = async () =>
  ((await operator("list")).json as { id: string; kind: string; name: string; why: string }[]).map(
    ({ kind, name, why }) => `${kind} ${name}: ${why}`,
  );
const stored = async () => {
  const { rows } = await sql<{ id: string }>`
    select id from connection_trace union all select id from request_log order by id`.execute(
    api.db,
  );
  return rows.map(({ id }) => id);
};

beforeEach(() => run("truncate connection_trace, request_log, item_aside"));

const who = { gateway: "g1", epoch: "e1" };
/** Sends rows as a gateway does: those with an exit for the trace, the others for the log. */
const send = {
  connections: (rows: RequestRow[]) => reportConnections(link, rows),
  requests: (rows: RequestRow[]) =>
    link.ask("requests", { ...who, rows: rows.map((row) => ({ ...row, exitIp: "" })), dropped: 0 }),
};
const rowsOf = (ids: string[]) =>
  ids.map((id) => requestRow({ id, accountId: ada.id, subAccountId: ada.sub }));

describe.each(["connections", "requests"] as const)("A refused row among %s", (kind) => {
  const one = kind === "connections" ? "connection" : "request";
  it.each([
    ["head", ["bad1", "row1", "row2", "row3", "row4"]],
    ["middle", ["row1", "row2", "bad1", "row3", "row4"]],
    ["last", ["row1", "row2", "row3", "row4", "bad1"]],
  ])("at the %s is set aside with its reason; the others are stored", async (_where, ids) => {
    await refuse("23514");
    expect(await send[kind](rowsOf(ids))).toEqual({ kept: 4 });
    expect(await stored()).toEqual(["row1", "row2", "row3", "row4"]);
    expect(await aside()).toEqual([`${one} bad1: error: refused: bad1`]);
    await accept();
  });

  it("is sent again as a whole while the database is unavailable, and nothing is set aside", async () => {
    await refuse("53100");
    await expect(send[kind](rowsOf(["row1", "bad1"]))).rejects.toThrow(/^failed #\d+$/);
    expect(await aside()).toEqual([]);
    await accept();
    expect(await send[kind](rowsOf(["row1", "bad1"]))).toEqual({ kept: 2 });
  });

  it("is named by the operator's commands, and stored or dropped by them", async () => {
    await refuse("P0001");
    await send[kind](rowsOf(["bad1", "bad2"]));
    await send[kind](rowsOf(["bad2"]));
    const checks = await setAsideChecks(api.services);
    expect(checks).toMatchObject([
      { name: `records: ${one}`, state: "wrong", detail: "2 refused and set aside" },
    ]);
    const [first, second] = (await operator("list")).json as { id: string }[];
    expect((await operator("show", first?.id ?? "")).text).toContain(ada.sub);
    expect((await operator("apply", "--all")).ok).toBe(false);
    await accept();
    expect((await operator("apply", first?.id ?? "")).ok).toBe(true);
    expect((await operator("drop", second?.id ?? "")).ok).toBe(true);
    expect([await stored(), await aside()]).toEqual([["bad1"], []]);
    expect((await operator("apply", first?.id ?? "")).ok).toBe(false);
  });
});

it("Rows with unknown words, and what is no row at all, stop no other row", async () => {
  const [good, odd] = rowsOf(["row1", "odd1"]) as [RequestRow, RequestRow];
  const rows = [null, { ...odd, protocol: "quic" }, "text", good, { ...odd, id: "" }] as never[];
  const asked = link.ask("requests", { gateway: "g1", epoch: "e1", rows, dropped: 0 });
  expect(await asked).toEqual({ kept: 1 });
  expect(await stored()).toEqual(["row1"]);
  expect((await aside()).some((line) => line.includes("odd1: its protocol is unknown"))).toBe(true);
});

it("One machine's refused records have a bound, and those of another are kept all the same", async () => {
  const item = (at: number) => ({
    kind: "port" as const,
    name: `p${at}`,
    item: {},
    why: "",
    at: 1,
  });
  const items = Array.from({ length: 400 }, (_, at) => item(at));
  for (const from of [0, 400, 800, 1_200]) {
    const more = items.map((each) => ({ ...each, name: `${each.name}-${from}` }));
    expect(await link.ask("aside", { asides: [], items: more }, 30_000)).toMatchObject({
      items: 400,
    });
  }
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from item_aside`.execute(api.db);
  expect(rows[0]?.count).toBe(1_000);
}, 40_000);
