/** Opening IPs of the pool (spec/pool#opening): what it costs, what it answers, what it refuses. */
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { transaction } from "../../platform/db/database.ts";
import { startTraffic, type TestTraffic } from "../traffic/testing.ts";
import { openIps } from "./open.ts";
import {
  advance,
  heardIp,
  hourMs,
  inOrder,
  occupy,
  type Opener,
  opener,
  soon,
  tell,
  vacate,
} from "./testing.ts";

const HOST = "127.0.81.1";
let api: TestTraffic;
let link: Awaited<ReturnType<TestTraffic["link"]>>;
beforeAll(async () => {
  api = await startTraffic({ HOST, WHITE_PORTS: "10001-10400", UNLIMITED_PORTS: "9400-9409" });
  link = await api.link();
}, 60_000);
afterAll(() => api?.stop());

const refused = async (
  who: Opener,
  fields: Record<string, string | number>,
): Promise<(string | number | undefined)[]> => {
  const question = { num: 1, hours: 1, auth: "user", ...fields };
  const { code, data } = await who.call("ipOpen", question);
  return [code, data.reason, data.field, data.short];
};
const poolIds = async (count: number) => {
  const { rows } = await sql<{ id: string }>`
    select id from exit where product = 'pool' order by id limit ${count}`.execute(api.services.db);
  return rows.map(({ id }) => id);
};

describe("opening", () => {
  it("opens exits by id, in that order, with the account's one pair; each costs one IP", async () => {
    const ada = await opener(api, 5);
    const ids = (await poolIds(3)).toReversed();
    const items = await ada.open({ ids: ids.join(), hours: 3 });
    expect(items.map(({ exitId }) => exitId)).toEqual(ids);
    expect(await ada.ips()).toBe(2);
    const [first] = items;
    expect(first).toMatchObject({ host: HOST, auth: "user", status: "active", by: "call" });
    expect(first?.ip).toMatch(/^127\.1\.\d+\.\d+$/);
    const [begun, ends] = [first?.openedAt, first?.expiresAt].map((at) => Date.parse(at ?? ""));
    expect((ends ?? 0) - (begun ?? 0)).toBe(3 * hourMs);
    const pairs = new Set(items.map(({ username, password }) => `${username}:${password}`));
    expect(pairs.size).toBe(1);
    const { data } = await ada.call("ipPassInfo");
    expect([...pairs]).toEqual([`${data.username}:${data.password}`]);
    await inOrder(api.services);
  });

  it("gateways hear of each: its exit, its end, and who is let in", async () => {
    const ada = await opener(api, 2);
    const [withPair] = await ada.open();
    const [without] = await ada.open({ auth: "nouser" });
    await vi.waitFor(() => expect(heardIp(link, without?.id ?? "")).toBeDefined(), soon);
    const of = { accountId: ada.id, product: "ip", enabled: true };
    expect(heardIp(link, withPair?.id ?? "")).toMatchObject({
      ...of,
      port: withPair?.port,
      exitId: withPair?.exitId,
      expiresAt: Date.parse(withPair?.expiresAt ?? ""),
      login: {
        name: withPair?.username?.toLowerCase(),
        verifier: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      },
    });
    expect(heardIp(link, without?.id ?? "")).toMatchObject({ ...of, login: null });
    expect(without?.username).toBeUndefined();
    expect(without?.password).toBeUndefined();
  });

  it("draws by lot where a place is asked for, never what the account has open", async () => {
    const ada = await opener(api, 1_000);
    const { data } = await ada.call("countrys");
    const least = data.items.toSorted((a, b) => a.online - b.online)[0];
    const { code: country = "", online = 0 } = least ?? {};
    expect(online).toBeGreaterThan(1);
    const half = Math.ceil(online / 2);
    const items = await ada.open({ num: half, country });
    expect(new Set(items.map((one) => one.country))).toEqual(new Set([country]));
    const rest = await ada.open({ num: online - half, country });
    expect(new Set([...items, ...rest].map(({ exitId }) => exitId)).size).toBe(online);
    expect(await refused(ada, { country })).toEqual([402, "insufficientStock", undefined, "stock"]);
    // By its id it may be opened twice, and others may open it.
    await ada.open({ ids: items[0]?.exitId ?? "" });
    const eve = await opener(api, 1);
    await eve.open({ country });
    await advance(api, hourMs + 1);
    expect(await ada.open({ country })).toHaveLength(1);
  });

  it("ports are consecutive from the one that was asked for", async () => {
    const ada = await opener(api, 4);
    const items = await ada.open({ num: 3, port: 9310 });
    expect(items.map(({ port }) => port)).toEqual([9310, 9311, 9312]);
    expect(await refused(ada, { port: 9311 })).toEqual([409, "portUnavailable", "port", undefined]);
    expect(await ada.ips()).toBe(1);
  });
});

describe("refusals, before anything is paid", () => {
  it("no balance", async () => {
    const ada = await opener(api);
    const { code, msg, data } = await ada.call("ipOpen", { num: 1, hours: 1, auth: "user" });
    expect([code, data.reason, data.short]).toEqual([402, "insufficientIps", "ip"]);
    expect(msg).toBe("No balance, please purchase first");
  });

  it("a port that is not there comes before no balance", async () => {
    const ada = await opener(api);
    const other = await occupy(HOST, 9350);
    expect((await refused(ada, { port: 9350 })).slice(0, 2)).toEqual([409, "portUnavailable"]);
    await vacate(other);
    expect((await refused(ada, { port: 9350 })).slice(0, 2)).toEqual([402, "insufficientIps"]);
  });

  it.each([
    [{ num: "" }, 400, "enterQuantity", "num"],
    [{ num: 0 }, 400, "badQuantity", "num"],
    [{ num: 501 }, 400, "badQuantity", "num"],
    [{ hours: 0 }, 400, "badHours", "hours"],
    [{ hours: 6 }, 400, "badHours", "hours"],
    [{ auth: "both" }, 400, "badField", "auth"],
    [{ port: 79 }, 400, "badApiPort", "port"],
    [{ port: 10_001 }, 400, "badApiPort", "port"],
    [{ port: 9_999, num: 3 }, 400, "badApiPort", "port"],
    [{ ids: "", num: "" }, 400, "enterQuantity", "num"],
    [{ ids: "nothing" }, 404, "exitNotFound", "ids"],
    [{ ids: "00000000-0000-0000-0000-000000000000" }, 404, "exitNotFound", "ids"],
  ])("%j", async (fields, code, reason, field) => {
    const ada = await opener(api, 2);
    expect((await refused(ada, fields as never)).slice(0, 3)).toEqual([code, reason, field]);
    expect(await ada.ips()).toBe(2);
  });

  it("an exit that is retired, or that gateways find offline", async () => {
    const ada = await opener(api, 2);
    const ids = (await poolIds(1_000)).slice(-2);
    await sql`update exit set offline_since = now() where id = ${ids[0]}`.execute(api.services.db);
    await sql`update exit set retired_at = now() where id = ${ids[1]}`.execute(api.services.db);
    for (const id of ids) expect((await refused(ada, { ids: id }))[1]).toBe("exitNotFound");
    expect(await ada.ips()).toBe(2);
  });

  it("a port that somebody listens at, that is ours, or that belongs to unlimited plans", async () => {
    const ada = await opener(api, 3);
    const other = await occupy(HOST, 9321);
    expect((await refused(ada, { num: 3, port: 9320 }))[1]).toBe("portUnavailable");
    await vacate(other);
    const { GATEWAY_PORT, MANAGER_PORT, LAB_TARGET_PORT, METRICS_PORT } = api.services.env;
    for (const port of [GATEWAY_PORT, MANAGER_PORT, LAB_TARGET_PORT, METRICS_PORT, 9405])
      expect([port, (await refused(ada, { port }))[1]]).toEqual([port, "portUnavailable"]);
    expect(await ada.open({ num: 3, port: 9320 })).toHaveLength(3);
  });

  it("no number is free: none is opened", async () => {
    const ada = await opener(api, 500);
    expect(await refused(ada, { num: 450 })).toEqual([
      402,
      "insufficientStock",
      undefined,
      "stock",
    ]);
    expect(await ada.ips()).toBe(500);
    await inOrder(api.services);
  });

  it("an account that was closed or disabled since the call came in", async () => {
    const ada = await opener(api, 1);
    await sql`update account set disabled_at = now() where id = ${ada.id}`.execute(api.services.db);
    const wanted = { accountId: ada.id, lang: "en", which: { num: 1, filter: {} } } as const;
    const opening = transaction(api.services.db, (tx) =>
      openIps(api.services, tx, { ...wanted, hours: 1, auth: "user", by: "link" }),
    );
    await expect(opening).rejects.toMatchObject({ reason: "sessionInvalid" });
  });

  it("a key may look, and open nothing", async () => {
    const ada = await opener(api, 1);
    const { data } = await ada.call("upAccessKey");
    const key = data.accessKey;
    const ask = async (path: string, fields: Record<string, string>) => {
      const body = new URLSearchParams({ key, ...fields });
      return (await (await fetch(api.url + path, { method: "POST", body })).json()) as {
        code: number;
      };
    };
    const opening = { num: "1", hours: "1", auth: "user" };
    expect(await ask("/v1/ip/open", opening)).toMatchObject({ code: 403 });
    expect(await ask("/v1/ip/del", { ids: "x" })).toMatchObject({ code: 403 });
    const { data: pair } = await ada.call("ipPassInfo");
    expect(await ask("/v1/ipPassInfo", {})).toMatchObject({ code: 0, data: pair });
    expect(await ask("/v1/ipPassInfo", { password: "another123" })).toMatchObject({
      code: 403,
      data: { reason: "keyReadOnly" },
    });
    expect((await ada.call("ipPassInfo")).data).toEqual(pair);
    for (const path of ["/v1/ipHistory", "/v2/ipHistory", "/v1/ipLineChart"])
      expect(await ask(path, {})).toMatchObject({ code: 0 });
    expect(await ada.ips()).toBe(1);
  });
});

describe("the answer waits for gateways", () => {
  it("until they have opened what was opened, a second at most", async () => {
    const ada = await opener(api, 2);
    const [quiet] = await ada.open();
    expect(quiet?.open).toBe(false);
    const stop = openingGateway(0);
    const [open] = await ada.open();
    stop();
    expect(open?.open).toBe(true);
  });

  it("with the number that took the place of one that nobody could open", async () => {
    const ada = await opener(api, 1);
    const taken = new Set<number>();
    const stop = openingGateway(1, taken);
    const [item] = await ada.open();
    stop();
    expect(taken.size).toBe(1);
    expect(taken.has(item?.port ?? 0)).toBe(false);
    expect(item?.open).toBe(true);
  });

  it("a port that was asked for and nobody could open: ended, its IP is given back", async () => {
    const ada = await opener(api, 3);
    const stop = openingGateway(1);
    const items = await ada.open({ num: 2, port: 9330 });
    stop();
    // A gateway hears of them in either order.
    expect(items.map(({ status, open }) => `${status} ${open}`).toSorted()).toEqual([
      "active true",
      "deleted false",
    ]);
    expect(await ada.ips()).toBe(2);
    await inOrder(api.services);
    const { data } = await ada.call("ledger", { asset: "ip" });
    expect(data.items.map(({ kind, amount }) => [kind, amount])).toEqual([
      ["ipReturn", 1],
      ["ipOpen", -2],
      ["grant", 3],
    ]);
  });

  it("ports that were asked for and nobody could open: refused, for the same requestId too", async () => {
    const ada = await opener(api, 2);
    const fields = { num: 2, port: 9340, requestId: "nobody-could" };
    const stop = openingGateway(2);
    const refusal = [409, "portUnavailable", "port", undefined];
    expect(await refused(ada, fields)).toEqual(refusal);
    stop();
    expect(await refused(ada, fields)).toEqual(refusal);
    expect(await ada.ips()).toBe(2);
    await inOrder(api.services);
  });

  /** Opens what it hears of, but cannot open the first so many. */
  function openingGateway(failures: number, failed = new Set<number>()): () => void {
    let on = true;
    let left = failures;
    const done = link.news.length;
    let seen = done;
    const timer = setInterval(() => {
      for (const news of link.news.slice(seen)) {
        seen += 1;
        if (!on || news.kind !== "change") continue;
        for (const fact of news.puts) {
          if (fact.kind !== "openedIp") continue;
          const code = left-- > 0 ? "EADDRINUSE" : "";
          if (code !== "") failed.add(fact.port);
          void tell(api.services, [fact], { open: code === "", code });
        }
      }
    }, 10);
    return () => {
      on = false;
      clearInterval(timer);
    };
  }
});
