import { forTests } from "@turnpike/net/testing/for-tests.ts";
import type { RequestRow } from "@turnpike/contract/request-log.ts";
import { langs } from "@turnpike/contract/refusals.ts";
import { sql } from "kysely";
import { describe, expect, it, test } from "vitest";
import { keepPartitions } from "../../platform/partitions/keep.ts";
import { trimRequests } from "./store/requests.ts";
import { requestRow, startHubApi, withSubAccount } from "./testing.ts";
import { timeLimit } from "@turnpike/net/testing/time-bar.ts";

const api = forTests(startHubApi);
const link = forTests(() => api.gateway());
const ada = forTests(() => withSubAccount(api, "AdaAlpha1"));
const bob = forTests(() => withSubAccount(api, "BobAlpha1"));

const send = async (rows: RequestRow[], dropped = 0) => {
  const fields = { gateway: "g1", epoch: "e1", rows, dropped };
  return (await link.ask("requests", fields)).kept;
};
const rowOf = (who: { id: string; sub: string }, changed: Partial<RequestRow> = {}) =>
  requestRow({ accountId: who.id, subAccountId: who.sub, ...changed });
const ask = (who: { session: string }, fields: Record<string, string | number> = {}) =>
  api.send("requestLog", { session: who.session, ...fields });
const ids = async (who: { session: string }, fields: Record<string, string | number> = {}) =>
  (await ask(who, { limit: 100, ...fields })).data.items.map(({ id }) => id);

describe("/v1/requestLog (spec/traffic-plan#request-log)", () => {
  it("returns rows from gateways, newest first, with the account name; repeats add nothing", async () => {
    const at = Date.now() - 5_000;
    const first = rowOf(ada, { id: "first", at });
    const second = rowOf(ada, {
      id: "second",
      at: at + 1_000,
      protocol: "udp",
      outcome: "refused",
      reason: "targetNotAllowed",
      detail: "private network",
      exitIp: "",
      country: "",
      upBytes: 0,
      downBytes: 0,
    });
    expect(await send([first, second], 3)).toBe(2);
    expect(await send([first, second])).toBe(0);
    const { data } = await ask(ada, { lang: "en" });
    expect(data).toMatchObject({ total: 2, page: 1, limit: 10 });
    expect(data.items).toEqual([
      {
        id: "second",
        at: new Date(at + 1_000).toISOString(),
        account: "AdaAlpha1",
        product: "traffic",
        client: "203.0.113.7",
        target: "example.com:443",
        exit: "",
        place: "",
        country: "",
        protocol: "udp",
        upBytes: 0,
        downBytes: 0,
        ms: 30,
        outcome: "refused",
        reason: "targetNotAllowed",
        detail: "private network",
        text: expect.stringContaining("not allowed"),
        fix: expect.stringContaining("public"),
      },
      expect.objectContaining({ id: "first", exit: "127.1.0.1", reason: "", text: "", fix: "" }),
    ]);
  });

  it("uses the reader's language", async () => {
    const answers = await Promise.all(langs.map((lang) => ask(ada, { lang, outcome: "refused" })));
    const words = answers.flatMap(({ data }) =>
      data.items.map(({ text, fix }) => `${text} ${fix}`),
    );
    expect(new Set(words).size).toBe(langs.length);
  });

  it("returns only the customer's own rows, and requires a session or the access key", async () => {
    await send([rowOf(bob, { id: "bobs" })]);
    expect(await ids(bob)).toEqual(["bobs"]);
    expect(await ids(ada)).not.toContain("bobs");
    expect(await ids(ada, { search: "bobs" })).toEqual([]);
    const foreign = await ask(ada, { account: "BobAlpha1" });
    expect(foreign).toMatchObject({
      code: 404,
      data: { reason: "subAccountNotFound", field: "account" },
    });
    expect(await api.send("requestLog")).toMatchObject({ code: 300 });
    const { data } = await api.send("member", { session: bob.session });
    const byKey = await api.send("requestLog", { key: data.accessKey });
    expect(byKey.data.items.map(({ id }) => id)).toEqual(["bobs"]);
  });

  it("filters by account, outcome, time and part of an id, target or client", async () => {
    const carl = await withSubAccount(api, "CarlAlpha1");
    const other = { session: carl.session, account: "CarlBeta2", password: "secret123" };
    const beta = await api.send("addSubUser", { ...other, trafficGb: 0 });
    const at = Date.now() - 60_000;
    const own = (id: string, changed: Partial<RequestRow>) => rowOf(carl, { id, at, ...changed });
    await send([
      own("a1", { target: "shop.example.org:443" }),
      own("b2", { at: at + 10_000, outcome: "cut", reason: "insufficientTraffic" }),
      own("c3", { at: at + 20_000, client: "2001:db8::5", subAccountId: beta.data.id }),
      own("d4", { at: at + 30_000, outcome: "failed", target: "100%_sure.example:80" }),
    ]);
    expect(await ids(carl)).toEqual(["d4", "c3", "b2", "a1"]);
    expect(await ids(carl, { account: "carlbeta2" })).toEqual(["c3"]);
    expect(await ids(carl, { outcome: "cut" })).toEqual(["b2"]);
    expect(await ids(carl, { outcome: "errors" })).toEqual(["d4", "b2"]);
    expect(await ids(carl, { search: "SHOP.ex" })).toEqual(["a1"]);
    expect(await ids(carl, { search: "db8::5" })).toEqual(["c3"]);
    expect(await ids(carl, { search: "D4" })).toEqual(["d4"]);
    expect(await ids(carl, { search: "%_" })).toEqual(["d4"]);
    expect(await ids(carl, { search: "\\" })).toEqual([]);
    const from = new Date(at + 10_000).toISOString();
    const to = new Date(at + 30_000).toISOString();
    expect(await ids(carl, { from, to })).toEqual(["c3", "b2"]);
    // A date without a time includes that whole day (UTC).
    const day = (instant: number) => new Date(instant).toISOString().slice(0, 10);
    const [first, last] = [day(at), day(at + 30_000)];
    expect(await ids(carl, { from: first, to: last })).toHaveLength(4);
    expect(await ids(carl, { to: day(at - 86_400_000) })).toEqual([]);
    await send([own("e5", { at: Date.parse(first) - 1 })]);
    expect(await ids(carl, { to: day(at - 86_400_000) })).toEqual(["e5"]);
  });

  it("returns pages of at most 100 rows (spec/api#lists)", async () => {
    const dora = await withSubAccount(api, "DoraAlpha1");
    const at = Date.now() - 10_000;
    await send(Array.from({ length: 230 }, (_, index) => rowOf(dora, { at: at + index })));
    const pages = [];
    for (const page of [1, 2, 3, 4]) pages.push((await ask(dora, { page, limit: 999 })).data);
    expect(pages.map(({ items, total, limit }) => [items.length, total, limit])).toEqual([
      [100, 230, 100],
      [100, 230, 100],
      [30, 230, 100],
      [0, 230, 100],
    ]);
    const seen = pages.flatMap(({ items }) => items.map((item) => item.at));
    expect(seen).toEqual([...seen].sort().reverse());
  });

  it.each([
    [{ outcome: "great" }, "outcome"],
    [{ from: "yesterday" }, "from"],
    [{ from: "2026-11-21T00:00:00Z", to: "2026-11-20T00:00:00Z" }, "from"],
    [{ from: "2026-11-21", to: "2026-11-20" }, "from"],
    [{ to: "2026-02-30" }, "to"],
    [{ page: 0 }, "page"],
    [{ search: "x".repeat(101) }, "search"],
    [{ search: "a\u0000b" }, "search"],
  ])("refuses %j", async (fields, field) => {
    const { code, data } = await ask(ada, fields as Record<string, string | number>);
    expect([code, data.field]).toEqual([400, field]);
  });

  it("treats quotes and SQL in a search as plain text", async () => {
    for (const search of ["' or 1=1 --", "'; drop table request_log; --", "${1}", "second' --"])
      expect(await ids(ada, { search })).toEqual([]);
    expect(await ids(ada, { search: "second" })).toEqual(["second"]);
  });
});

describe("the log's limits", () => {
  it("are one day: older rows are not shown", async () => {
    const emil = await withSubAccount(api, "EmilAlpha1");
    const { session } = emil;
    const dayMs = 24 * 3_600_000;
    await send([
      rowOf(emil, { id: "old", at: Date.now() - dayMs - 1_000 }),
      rowOf(emil, { id: "aging", at: Date.now() - dayMs + 5_000 }),
      rowOf(emil, { id: "young" }),
    ]);
    expect(await ids({ session })).toEqual(["young", "aging"]);
  });

  it("are a number of rows per account: its newest rows and other accounts' rows remain", async () => {
    const fred = await withSubAccount(api, "FredAlpha1");
    const at = Date.now() - 10_000;
    const rows = Array.from({ length: 50 }, (_, index) =>
      rowOf(fred, { at: at + index, exitIp: "" }),
    );
    await send(rows);
    await trimRequests(api.db, fred.id, 20);
    expect(await ids(fred)).toEqual(
      rows
        .map(({ id }) => id)
        .reverse()
        .slice(0, 20),
    );
    await trimRequests(api.db, fred.id, 20);
    expect(await ids(fred)).toHaveLength(20);
    expect(await ids(bob)).toEqual(["bobs"]);
  });
});

test("An invalid row is corrected or dropped, and does not affect its batch", async () => {
  const gina = await withSubAccount(api, "GinaAlpha1");
  const odd = [
    rowOf(gina, { id: "nul", target: "a\u0000b:1", detail: "x".repeat(9_999) }),
    rowOf(gina, { id: "ahead", at: Date.now() + 9_999_999 }),
    rowOf(gina, { id: "less", upBytes: -5, downBytes: Number.NaN, ms: 1.6 }),
    rowOf(gina, { id: "nobody", accountId: "x' or 1=1" }),
    rowOf(gina, { id: "never", at: Number.NaN }),
    rowOf(gina, { id: "strange", outcome: "great" as "ok" }),
    rowOf(gina, { id: "" }),
    rowOf(gina, { id: "sound" }),
  ];
  expect(await send(odd)).toBe(4);
  const { data } = await ask(gina);
  const byId = new Map(data.items.map((item) => [item.id, item]));
  expect([...byId.keys()].sort()).toEqual(["ahead", "less", "nul", "sound"]);
  expect(byId.get("nul")).toMatchObject({ target: "a b:1", detail: "x".repeat(400) });
  expect(byId.get("less")).toMatchObject({ upBytes: 0, downBytes: 0, ms: 2 });
  expect(Date.parse(byId.get("ahead")?.at ?? "")).toBeLessThanOrEqual(Date.now());
});

test("A log that hangs delays no report and no lease, and refuses batches beyond its capacity", async () => {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const locked = Promise.withResolvers<void>();
  const holding = api.db.transaction().execute(async (tx) => {
    await sql`lock table connection_trace, request_log in access exclusive mode`.execute(tx);
    locked.resolve();
    await held;
  });
  await locked.promise;
  const batches = Array.from({ length: 30 }, () => send([rowOf(ada)]).catch(() => "refused"));
  const began = performance.now();
  const fields = { gateway: "g1", epoch: "e1", subAccountId: ada.sub, wantedBytes: 1_000 };
  expect(await link.ask("lease", fields)).toEqual({ refused: "insufficientTraffic" });
  const report = { gateway: "g1", epoch: "e1", sequence: 1, rows: [] };
  expect(await link.ask("report", { reports: [report] })).toEqual({ applied: [1] });
  expect(performance.now() - began).toBeLessThan(timeLimit(1_000));
  letGo();
  await holding;
  const kept = await Promise.all(batches);
  expect(kept.filter((each) => each === "refused")).toHaveLength(14);
  expect(kept.filter((each) => each === 1)).toHaveLength(16);
});

test("Rows are dropped by quarter days, once a whole quarter is older than a day", async () => {
  const count = async () => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from request_log`.execute(
      api.db,
    );
    return rows[0]?.n ?? 0;
  };
  expect(await send([rowOf(ada, { id: "before", exitIp: "" })])).toBe(1);
  const before = await count();
  await keepPartitions(api.services, Date.now() + 23 * 3_600_000);
  expect(await count()).toBe(before);
  await keepPartitions(api.services, Date.now() + 31 * 3_600_000);
  expect(await count()).toBe(0);
  expect(await send([rowOf(ada, { id: "after", exitIp: "" })])).toBe(1);
});
