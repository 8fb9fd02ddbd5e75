import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { setDisabled } from "../../identity/account/store/account.ts";
import { lockDebt, setWalletDebt } from "../../ledger/debt.ts";
import { transaction } from "../../platform/db/database.ts";
import { give } from "../cdkey/testing.ts";
import { openedIpResources } from "../pool/resources.ts";
import { reportOpenedPorts } from "../pool/testing.ts";
import { startHubApi } from "../../across/request-log/testing.ts";
import { testLookup } from "./testing.ts";

const api = forTests(startHubApi);
const lookup = forTests(() => testLookup(api.services));

let made = 0;
async function customer(ips: number) {
  const { session, id, email } = await api.register();
  const scopes = "read,proxies,buy";
  const { key } = (await api.send("apiKeyAdd", { session, name: "holds", scopes })).data;
  if (ips > 0) await give(api.services, id, { asset: "ip", amount: ips });
  return {
    id,
    session,
    email,
    key,
    balance: () => balanceOf(id),
    start: (fields: Record<string, string | number> = {}) =>
      lookup.post("/start", { key, requestId: `hold-${++made}-test`, ...fields }),
    online: async () => (await lookup.get("/online", { key })).data.items,
    stop: (heldId: string) => lookup.post("/stop", { key, id: heldId }),
  };
}
async function balanceOf(id: string): Promise<number> {
  const { rows } = await sql<{ balance: number }>`
    select coalesce(sum(amount), 0)::int as balance from ledger_line
    where owner = ${id} and asset = 'ip'`.execute(api.db);
  return rows[0]?.balance ?? 0;
}
const facts = (id: string) => openedIpResources(api.services, [id]);
const anIp = async (country: string) => {
  const { rows } = await sql<{ ip: string }>`
    select host(ip) as ip from exit where product = 'pool' and country = ${country}
    order by ip limit 1`.execute(api.db);
  return rows[0]?.ip ?? "";
};

describe("/start (spec/lookup#holding, spec/pool#opening)", () => {
  it("opens the exit at an address for one IP of balance, and returns its credentials", async () => {
    const ada = await customer(2);
    const ip = await anIp("IS");
    const { status, code, data } = await ada.start({ ip, hours: 2 });
    expect([status, code]).toEqual([200, 0]);
    expect(data).toMatchObject({ ip, country: "IS", host: "127.0.0.1" });
    expect(data.port).toBeGreaterThan(10_000);
    expect([data.username.length > 5, data.password.length > 5]).toEqual([true, true]);
    const left = Date.parse(data.expiresAt) - api.services.world.now();
    expect(left).toBeGreaterThan(7_100_000);
    expect(left).toBeLessThanOrEqual(7_200_000);
    expect(await ada.balance()).toBe(1);
    expect(await facts(data.id)).toMatchObject([{ port: data.port, accountId: ada.id }]);
    const { data: pair } = await api.send("ipPassInfo", { session: ada.session });
    expect([pair.username, pair.password]).toEqual([data.username, data.password]);
    const { data: history } = await api.send("ipHistory", { session: ada.session });
    expect(history.items).toMatchObject([{ id: data.id, by: "lookup", auth: "user" }]);
  });

  it("opens an exit of the requested place, for an hour by default", async () => {
    const ada = await customer(1);
    const { data } = await ada.start({ country: "jp", city: "Osaka" });
    expect(data.country).toBe("JP");
    expect(data.remainingSeconds).toBeGreaterThan(3_500);
    expect(data.remainingSeconds).toBeLessThanOrEqual(3_600);
    const { data: found } = await lookup.post("/getIp", { ip: data.ip });
    expect([found.city, found.inPool]).toEqual(["osaka", true]);
  });

  it("opens nothing in arrears", async () => {
    const ada = await customer(1);
    const { services } = api;
    const owe = (cents: number) =>
      transaction(services.db, async (tx) => {
        const before = await lockDebt(tx, ada.id, "wallet");
        await setWalletDebt(services, tx, ada.id, { before, cents });
      });
    await owe(500);
    const { code, data, msg } = await ada.start({ country: "JP" });
    expect([code, data.reason, await ada.balance()]).toEqual([403, "inArrears", 1]);
    expect(msg).toContain("Top up your wallet");
    await owe(0);
    expect((await ada.start({ country: "JP" })).code).toBe(0);
  });

  it("refuses invalid requests, and charges nothing for them", async () => {
    const ada = await customer(1);
    const startRefused = async (fields: Record<string, string | number>) => {
      const { status, code, data } = await ada.start(fields);
      return [status, code, data.reason, data.field ?? data.short];
    };
    expect(await startRefused({ hours: 6 })).toEqual([200, 400, "badHours", "hours"]);
    expect(await startRefused({ hours: 0 })).toEqual([200, 400, "badHours", "hours"]);
    expect(await startRefused({ ip: "x" })).toEqual([200, 400, "badIp", "ip"]);
    expect(await startRefused({ requestId: "short" })).toEqual([
      200,
      400,
      "badRequestId",
      "requestId",
    ]);
    expect(await startRefused({ ip: "8.8.8.8" })).toEqual([200, 404, "exitNotFound", "ip"]);
    // The exit of a static IP.
    expect(await startRefused({ ip: "127.1.100.1" })).toEqual([200, 404, "exitNotFound", "ip"]);
    expect(await startRefused({ country: "AQ" })).toEqual([200, 402, "insufficientStock", "stock"]);
    expect(await ada.balance()).toBe(1);
    const poor = await customer(0);
    expect((await poor.start()).data).toMatchObject({ reason: "insufficientIps", short: "ip" });
    expect(await poor.online()).toEqual([]);
  });

  it("takes effect once per requestId, and is refused with other fields", async () => {
    const ada = await customer(5);
    const fields = { country: "SG", hours: 1, requestId: "lookup-once-1" };
    const many = await Promise.all(Array.from({ length: 12 }, () => ada.start(fields)));
    expect(new Set(many.map(({ code }) => code))).toEqual(new Set([0]));
    expect(new Set(many.map(({ data }) => data.id)).size).toBe(1);
    expect(await ada.balance()).toBe(4);
    expect((await ada.start({ ...fields, lang: "de" })).data.id).toBe(many[0]?.data.id);
    expect(await ada.start({ ...fields, hours: 2 })).toMatchObject({ code: 409 });
    expect(await ada.balance()).toBe(4);
  });

  it("in parallel calls opens no more than the balance allows, each a different exit", async () => {
    const ada = await customer(5);
    const all = await Promise.all(Array.from({ length: 15 }, () => ada.start({ country: "SG" })));
    const done = all.filter(({ code }) => code === 0);
    expect(done).toHaveLength(5);
    expect(new Set(done.map(({ data }) => data.ip)).size).toBe(5);
    expect(new Set(all.map(({ code }) => code))).toEqual(new Set([0, 402]));
    expect(await ada.balance()).toBe(0);
  });
});

describe("/online and /stop (spec/lookup#holding)", () => {
  it("list what the lookup service holds, with the remaining time, until it ends", async () => {
    const ada = await customer(3);
    const held = (await ada.start({ country: "FR", hours: 1 })).data;
    const longer = (await ada.start({ country: "FR", hours: 2 })).data;
    // Opened through another call, so not held here.
    await api.send("ipOpen", {
      session: ada.session,
      country: "FR",
      num: 1,
      hours: 1,
      auth: "user",
    });
    const [second, first, none] = await ada.online();
    expect([first?.id, second?.id, none]).toEqual([held.id, longer.id, undefined]);
    expect(first).toMatchObject({ ip: held.ip, password: held.password, port: held.port });
    await api.advance(1_800);
    const [, later] = await ada.online();
    expect(later?.remainingSeconds).toBeLessThanOrEqual(1_800);
    expect(later?.remainingSeconds).toBeGreaterThan(1_600);
    await api.advance(1_800);
    expect((await ada.online()).map(({ id }) => id)).toEqual([longer.id]);
    expect(await facts(held.id)).toEqual([]);
    expect(await ada.stop(held.id)).toMatchObject({ code: 404 });
  });

  it("release a held exit once, without a refund", async () => {
    const ada = await customer(2);
    const held = (await ada.start()).data;
    await reportOpenedPorts(api.services, [held]);
    expect(await ada.stop(held.id.toUpperCase())).toMatchObject({ code: 0, data: { released: 1 } });
    expect(await ada.online()).toEqual([]);
    expect(await facts(held.id)).toEqual([]);
    expect(await ada.balance()).toBe(1);
    expect((await ada.stop(held.id)).data).toMatchObject({
      reason: "openedIpNotFound",
      field: "id",
    });
    const other = (await ada.start()).data;
    await Promise.all(Array.from({ length: 6 }, () => ada.stop(other.id)));
    const { data: history } = await api.send("ipHistory", { session: ada.session });
    expect(history.items).toMatchObject([
      { id: other.id, status: "deleted" },
      { id: held.id, status: "deleted" },
    ]);
  });

  it("do not affect exits of other accounts or exits opened elsewhere", async () => {
    const [ada, eve] = [await customer(2), await customer(0)];
    const held = (await ada.start()).data;
    expect(await eve.online()).toEqual([]);
    for (const id of [held.id, api.services.world.id(), "x"])
      expect([id, (await eve.stop(id)).data.reason]).toEqual([id, "openedIpNotFound"]);
    for (const id of ["", "' or 1=1 --"]) expect((await eve.stop(id)).code).toBe(400);
    const fields = { session: ada.session, num: 1, hours: 1, auth: "user" };
    const { data: elsewhere } = await api.send("ipOpen", fields);
    expect((await ada.stop(elsewhere.items[0]?.id ?? "")).code).toBe(404);
    expect((await ada.online()).map(({ id }) => id)).toEqual([held.id]);
  });
});

describe("keys (spec/api#requests)", () => {
  it("that are unknown, missing, duplicated or of a disabled account return 300, before fields are checked", async () => {
    const ada = await customer(1);
    const keys = ["", "key=", "key=x", `key=${"k".repeat(16)}`, `key=${ada.key}&key=${ada.key}`];
    for (const call of ["/start", "/online", "/stop"])
      for (const key of keys) {
        const headers = { "content-type": "application/x-www-form-urlencoded" };
        const answer =
          call === "/online"
            ? await fetch(`${lookup.url}${call}?${key}`)
            : await fetch(lookup.url + call, { method: "POST", headers, body: `hours=99&${key}` });
        const { code, data } = (await answer.json()) as { code: number; data: { reason: string } };
        expect([call, key, answer.status, code, data.reason]).toEqual([
          call,
          key,
          200,
          300,
          key === "" || key === "key=" || key.includes("&") ? "sessionInvalid" : "keyUnknown",
        ]);
      }
    await transaction(api.db, (tx) => setDisabled(tx, ada.id, new Date()));
    expect((await ada.start()).code).toBe(300);
    expect((await lookup.get("/online", { key: ada.key })).code).toBe(300);
    expect(await ada.balance()).toBe(1);
  });

  it("unmask only their own account's addresses in /ipList", async () => {
    const ada = await customer(1);
    const held = (await ada.start({ country: "IS" })).data;
    const shown = async (key: string) =>
      (await lookup.post("/ipList", { country: "IS", key })).data.items.map(({ ip }) => ip);
    expect((await shown(ada.key)).filter((ip) => !ip.includes("*"))).toEqual([held.ip]);
    expect((await shown("")).filter((ip) => !ip.includes("*"))).toEqual([]);
    expect((await shown((await customer(0)).key)).filter((ip) => !ip.includes("*"))).toEqual([]);
  });
});

it("API keys (spec/accounts#api-keys) need buy and a requestId to open an exit, proxies to release it, read to list", async () => {
  const ada = await customer(2);
  const keyOf = async (scopes: string, more = {}) =>
    (await api.send("apiKeyAdd", { session: ada.session, name: "x", scopes, ...more })).data.key;
  const [read, proxies, buy] = [await keyOf("read"), await keyOf("proxies"), await keyOf("buy")];
  const reasonOf = (answer: { data: { reason?: string } }) => answer.data.reason ?? "done";
  expect(reasonOf(await lookup.post("/start", { key: read }))).toBe("keyScope");
  expect(reasonOf(await lookup.post("/start", { key: buy }))).toBe("missingField");
  const { code, data } = await lookup.post("/start", { key: buy, requestId: "lookup-key-1" });
  expect([code, await ada.balance()]).toEqual([0, 1]);
  expect(reasonOf(await lookup.get("/online", { key: buy }))).toBe("keyScope");
  const header = { headers: { authorization: `Bearer ${read}` } };
  const listed = await (await fetch(`${lookup.url}/online`, header)).json();
  expect(listed).toMatchObject({ code: 0, data: { items: [{ id: data.id }] } });
  expect(reasonOf(await lookup.post("/stop", { key: read, id: data.id }))).toBe("keyScope");
  expect(reasonOf(await lookup.post("/stop", { key: proxies, id: data.id }))).toBe("done");
  const elsewhere = await keyOf("read", { ips: "203.0.113.0/24" });
  expect(reasonOf(await lookup.get("/online", { key: elsewhere }))).toBe("keyNetwork");
});
