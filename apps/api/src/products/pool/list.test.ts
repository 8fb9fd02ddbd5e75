/** Opened IPs: lists of the last five hours, deletion, the chart, the login, the export file. */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import type { OpenedIp } from "@turnpike/contract/pool.ts";
import { parse } from "csv-parse/sync";
import { sql } from "kysely";
import { describe, expect, it, vi } from "vitest";
import { startTraffic } from "../traffic/testing.ts";
import {
  advance,
  lastPortFact,
  lastOpenedIpFact,
  hourMs,
  opener,
  type Opener,
  soon,
  reportOpenedPorts,
} from "./testing.ts";
import { transaction } from "../../platform/db/database.ts";
import { openIps } from "./open.ts";
import { verifierOf } from "../sub-account/resources.ts";
import { assertAccounting } from "../../../testing/verify-accounting.ts";

const HOST = "127.0.81.4";
const api = forTests(() => startTraffic({ HOST, WHITE_PORTS: "10001-10900" }));
const link = forTests(() => api.link({ awaited: false }));

type Asked = Record<string, string | number>;
const listed = async (who: Opener, fields: Asked = {}) =>
  (await who.call("ipHistory", fields)).data.items;
const idsOf = (items: { id: string }[]) => items.map(({ id }) => id);
const del = (who: Opener, ids: string[]) => who.call("ipDel", { ids: ids.join() });
const file = async (who: Opener, fields: Record<string, string> = {}) => {
  const { data } = await who.call("ticket", { what: "export" });
  const query = new URLSearchParams({ ticket: data.ticket, ...fields }).toString();
  return fetch(`${api.url}/v1/ip/export?${query}`);
};

describe("ipHistory", () => {
  it("v1 lists IPs with a password, v2 those without, newest first, in the order of their ports", async () => {
    const ada = await opener(api, 9);
    const older = await ada.open({ num: 2, port: 9_700 });
    const without = await ada.open({ num: 2, auth: "nouser" });
    const newer = await ada.open({ num: 3 });
    expect(idsOf(await listed(ada))).toEqual(idsOf([...newer, ...older]));
    const { data } = await ada.call("ipHistoryNoUser", {});
    expect(idsOf(data.items)).toEqual(idsOf(without));
    expect([data.total, data.page]).toEqual([2, 1]);
    const page = (await ada.call("ipHistory", { page: 2, limit: 2 })).data;
    expect([idsOf(page.items), page.total]).toEqual([idsOf([...newer, ...older].slice(2, 4)), 5]);
    const [first] = await listed(ada);
    // Gateways are connected but have not reported any port yet.
    expect({ ...first, remainingSeconds: 0 }).toEqual({ ...newer[0], remainingSeconds: 0 });
    expect(await listed(await opener(api))).toEqual([]);
  });

  it("searches parts of addresses, host:port and city names; filters by country and ended IPs", async () => {
    const ada = await opener(api, 40);
    const items = await ada.open({ num: 30 });
    const [one] = items;
    if (!one) throw new Error("none");
    const by = async (fields: Asked) => idsOf(await listed(ada, { limit: 100, ...fields })).sort();
    const expected = (fits: (item: OpenedIp) => boolean) => idsOf(items.filter(fits)).sort();
    expect(await by({ search: one.ip })).toEqual(expected(({ ip }) => ip.includes(one.ip)));
    expect(await by({ search: `${HOST}:${one.port}` })).toEqual([one.id]);
    const part = one.cityName.slice(1, 5).toUpperCase();
    expect(await by({ search: part })).toEqual(
      expected(({ cityName }) => cityName.toUpperCase().includes(part)),
    );
    expect(await by({ country: one.country.toLowerCase() })).toEqual(
      expected(({ country }) => country === one.country),
    );
    for (const search of ["%", "_", "\\", "'", "no such"]) expect(await by({ search })).toEqual([]);
    await del(ada, [one.id]);
    expect(await by({ status: "ended" })).toEqual([one.id]);
    expect(await by({ status: "active" })).toHaveLength(29);
    const [ended] = await listed(ada, { status: "ended" });
    expect(ended).toMatchObject({ status: "deleted", remainingSeconds: 0, open: false });
  });

  it("counts down, shows expired IPs, and omits those opened more than five hours ago", async () => {
    const ada = await opener(api, 3);
    const [short] = await ada.open({ hours: 1 });
    const [long] = await ada.open({ hours: 5 });
    if (!short || !long) throw new Error("none");
    await reportOpenedPorts(api.services, [short, long]);
    const now = (await listed(ada)).find(({ id }) => id === short.id);
    expect(now?.open).toBe(true);
    expect(now?.remainingSeconds).toBeGreaterThan(3_300);
    expect(now?.remainingSeconds).toBeLessThanOrEqual(3_600);
    await advance(api, hourMs + 60_000);
    const [running, over] = await listed(ada);
    expect(running).toMatchObject({ id: long.id, status: "active", open: true });
    expect(over).toMatchObject({
      id: short.id,
      status: "expired",
      remainingSeconds: 0,
      open: false,
    });
    await advance(api, 4 * hourMs);
    expect(await listed(ada)).toEqual([]);
    await vi.waitFor(() => expect(lastPortFact(link, long.id)).toBe("gone"));
  });
});

describe("ipDel", () => {
  it("ends active IPs at once, removes ended ones from the list, refunds nothing", async () => {
    const ada = await opener(api, 3);
    const items = await ada.open({ num: 2 });
    const [one, two] = items;
    if (!one || !two) throw new Error("none");
    await reportOpenedPorts(api.services, items);
    expect((await del(ada, [one.id])).data.deleted).toBe(1);
    await vi.waitFor(() => expect(lastPortFact(link, one.id)).toBe("gone"));
    expect((await listed(ada)).map(({ status }) => status)).toEqual(["deleted", "active"]);
    expect((await del(ada, [one.id, two.id, two.id])).data.deleted).toBe(2);
    expect(idsOf(await listed(ada))).toEqual([two.id]);
    await vi.waitFor(() => expect(lastPortFact(link, two.id)).toBe("gone"));
    const again = await del(ada, [one.id]);
    expect([again.code, again.data.reason]).toEqual([404, "openedIpNotFound"]);
    expect(await ada.ips()).toBe(1);
  });

  it("refunds IPs that were never open and carried no traffic", async () => {
    const ada = await opener(api, 3);
    const items = await ada.open({ num: 3 });
    await reportOpenedPorts(api.services, items.slice(0, 1));
    await sql`update opened_ip set requests = 1 where id = ${items[1]?.id}`.execute(api.db);
    await del(ada, idsOf(items));
    expect(await ada.ips()).toBe(1);
    await assertAccounting(api.services);
  });

  it("refuses the entire batch if an id is another account's or unknown, or if it is empty", async () => {
    const ada = await opener(api, 1);
    const eve = await opener(api, 1);
    const [mine] = await ada.open();
    const [theirs] = await eve.open();
    for (const other of [theirs?.id ?? "", api.services.world.id(), "nothing"]) {
      const { code, data } = await del(ada, [mine?.id ?? "", other]);
      expect([code, data.reason, data.field]).toEqual([404, "openedIpNotFound", "ids"]);
    }
    const { msg } = await del(ada, []);
    expect(msg).not.toBe("");
    expect((await listed(ada))[0]?.status).toBe("active");
    expect((await listed(eve))[0]?.status).toBe("active");
  });
});

describe("ipPassInfo", () => {
  it("creates one pair, lists where it is valid, and changes it everywhere at once", async () => {
    const ada = await opener(api, 6);
    const made = (await ada.call("ipPassInfo")).data;
    expect(made.username).toMatch(/^[0-9A-Za-z]{6,22}$/);
    expect(made.endpoints).toEqual([]);
    const items = await ada.open({ num: 3 });
    await ada.open({ num: 1, auth: "nouser" });
    const [gone] = await ada.open({ num: 1 });
    await del(ada, [gone?.id ?? ""]);
    expect(items[0]).toMatchObject({ username: made.username, password: made.password });
    const changed = (await ada.call("ipPassInfo", { password: "anotherPass1" })).data;
    expect(changed).toMatchObject({ username: made.username, password: "anotherPass1" });
    expect(changed.endpoints.map(({ id }) => id).sort()).toEqual(idsOf(items).sort());
    const [endpoint] = changed.endpoints;
    const { id, host, port, ip, country, expiresAt } =
      items.find((one) => one.id === endpoint?.id) ?? items[0] ?? {};
    expect(endpoint).toEqual({ id, host, port, ip, country, expiresAt });
    const verifier = verifierOf(made.username, "anotherPass1");
    // The call returns only after gateways received the change.
    for (const one of items) expect(lastOpenedIpFact(link, one.id)?.login?.verifier).toBe(verifier);
    expect((await listed(ada))[0]?.password).toBe("anotherPass1");
  });

  it("leaves no port with the old password after parallel opening and changing", async () => {
    const ada = await opener(api, 60);
    await ada.open();
    const passwords = Array.from({ length: 12 }, (_, at) => `password${at}`);
    await Promise.all(
      passwords.flatMap((password) => [
        ada.call("ipPassInfo", { password }),
        ada.call("ipOpen", { num: 2, hours: 1, auth: "user" }),
      ]),
    );
    const { username, password, endpoints } = (await ada.call("ipPassInfo")).data;
    expect(endpoints).toHaveLength(25);
    const verifier = verifierOf(username, password);
    await vi.waitFor(() => {
      const known = endpoints.map(({ id }) => lastOpenedIpFact(link, id)?.login?.verifier);
      expect(known).toEqual(endpoints.map(() => verifier));
    }, soon);
  });

  it("waits for IPs that are being opened, and changes them too", async () => {
    const ada = await opener(api, 1);
    const { username } = (await ada.call("ipPassInfo")).data;
    const waiting = async () => {
      const { rows } = await sql`select from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()`.execute(api.db);
      return rows.length;
    };
    let changing: Promise<unknown> | undefined;
    const wanted = { accountId: ada.id, lang: "en", which: { num: 1, filter: {} } } as const;
    const [item] = await transaction(api.db, async (tx) => {
      const opening = { ...wanted, hours: 1, auth: "user", by: "call" } as const;
      const items = await openIps(api.services, tx, opening);
      changing = ada.call("ipPassInfo", { password: "changedNow1" });
      await expect.poll(waiting, { timeout: 10_000 }).toBe(1);
      return items;
    });
    await changing;
    const verifier = verifierOf(username, "changedNow1");
    await vi.waitFor(
      () => expect(lastOpenedIpFact(link, item?.id ?? "")?.login?.verifier).toBe(verifier),
      soon,
    );
  });

  it("refuses passwords that no program could send", async () => {
    const ada = await opener(api);
    for (const password of ["a:b", "sp ace", "x".repeat(201), "short"]) {
      const { code } = await ada.call("ipPassInfo", { password });
      expect([password, code]).toEqual([password, 400]);
    }
  });
});

it("ipLineChart counts by UTC day, including days without any, today last", async () => {
  const ada = await opener(api, 20);
  const first = await ada.open({ num: 3 });
  await reportOpenedPorts(api.services, first);
  await del(ada, idsOf(first));
  await advance(api, 2 * 24 * hourMs);
  await ada.open({ num: 2, auth: "nouser" });
  const { items } = (await ada.call("ipLineChart")).data;
  expect(items.map(({ opened }) => opened)).toEqual([0, 0, 0, 0, 3, 0, 2]);
  expect(items.at(-1)?.day).toBe(new Date(api.services.world.now()).toISOString().slice(0, 10));
  expect((await ada.call("ipLineChart", { days: 30 })).data.items).toHaveLength(30);
  expect((await ada.call("ipLineChart", { days: 8 })).data.reason).toBe("badDays");
  // Days change at midnight UTC.
  const midnight = `${items.at(-1)?.day}T00:00:00Z`;
  await sql`
      update opened_ip set opened_at = ${midnight}::timestamptz - n * interval '1 millisecond'
      from (select id as one, row_number() over (order by position) - 1 as n from opened_ip
        where account_id = ${ada.id} and auth = 'nouser') as them where id = one`.execute(api.db);
  const parted = (await ada.call("ipLineChart")).data.items;
  expect(parted.map(({ opened }) => opened)).toEqual([0, 0, 0, 0, 3, 1, 1]);
});

describe("GET /v1/ip/export", () => {
  it("contains the active IPs, with the pair if they have one", async () => {
    const ada = await opener(api, 6);
    const items = await ada.open({ num: 2 });
    const [bare] = await ada.open({ auth: "nouser" });
    const [over] = await ada.open();
    await del(ada, [over?.id ?? ""]);
    const answer = await file(ada);
    expect(answer.headers.get("content-disposition")).toMatch(/opened-ips-[\d-]{17}\.txt/);
    const lines = items.map((one) => `${HOST}:${one.port}:${one.username}:${one.password}\n`);
    expect(await answer.text()).toBe(`${HOST}:${bare?.port}\n${lines.join("")}`);
    expect(await (await file(ada, { auth: "user" })).text()).toBe(lines.join(""));
    const named = await file(ada, {
      ids: [items[1]?.id, over?.id].join(),
      template: "{port}/{country}",
    });
    const wanted = [items[1], over].map((one) => `${one?.port}/${one?.country}\n`).join("");
    expect(await named.text()).toBe(wanted);
    const csv: unknown = parse(await (await file(ada, { format: "csv" })).text(), {
      columns: true,
    });
    expect(csv).toHaveLength(3);
    const json = (await (await file(ada, { format: "json", auth: "nouser" })).json()) as unknown[];
    expect(json).toMatchObject([{ host: HOST, port: bare?.port, user: "", password: "" }]);
  });

  it("is refused for another account's ids, invalid fields, and without a ticket", async () => {
    const ada = await opener(api, 1);
    const eve = await opener(api, 1);
    const [theirs] = await eve.open();
    const reason = async (answer: Response) => {
      const { data } = (await answer.json()) as { data: { reason: string } };
      return [answer.status, data.reason];
    };
    const asked = await file(ada, { ids: theirs?.id ?? "" });
    expect(await reason(asked)).toEqual([404, "openedIpNotFound"]);
    expect(await reason(await file(ada, { auth: "both" }))).toEqual([400, "badField"]);
    expect(await reason(await file(ada, { template: "{nothing}" }))).toEqual([400, "badTemplate"]);
    expect((await fetch(`${api.url}/v1/ip/export?ticket=nothing`)).status).toBe(403);
  });
});
