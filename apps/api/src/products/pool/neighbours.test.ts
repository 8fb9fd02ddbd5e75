/** Opened IPs across features: usage, request log, account closure, disabling, the proxy test. */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sql } from "kysely";
import { describe, expect, it, vi } from "vitest";
import { findContact } from "../../identity/account/store/contacts.ts";
import { transaction } from "../../platform/db/database.ts";
import { startPeer } from "../../across/proxy-test/testing.ts";
import { requestRow } from "../../across/request-log/testing.ts";
import { startTraffic, usageRow } from "../traffic/testing.ts";
import { moveTo, portRow } from "../../inventory/listening-port/testing.ts";
import { eraseOpenedIps } from "./erase.ts";
import { lastPortFact, lastOpenedIpFact, opener, soon, reportOpenedPorts } from "./testing.ts";
import { operate } from "../../across/operator/testing.ts";
import { assertAccounting } from "../../../testing/verify-accounting.ts";

const HOST = "127.0.0.1";
const api = forTests(() => startTraffic({ HOST, WHITE_PORTS: "10001-10900" }));
const link = forTests(() => api.link({ awaited: false }));

describe("usage (traffic/ingest)", () => {
  it("is counted for its opened IP and never billed; invalid rows are ignored", async () => {
    const ada = await opener(api, 2);
    await api.grant(ada.id, 1_000_000);
    const [one, two] = await ada.open({ num: 2 });
    if (!one || !two) throw new Error("none");
    const row = (subAccountId: string, more: object = {}) =>
      usageRow({
        leaseId: "",
        accountId: ada.id,
        subAccountId,
        product: "ip",
        upBytes: 70,
        downBytes: 3_000,
        ...more,
      });
    const rows = [
      row(one.id),
      row(one.id, { domain: "other.example" }),
      row(two.id, { upBytes: 5, downBytes: 6 }),
      row(two.id, { upBytes: -5 }),
      row(two.id, { downBytes: Number.NaN }),
      row(api.services.world.id()),
      row("nothing"),
    ];
    const report = { gateway: "g1", epoch: "e1", sequence: 1, rows };
    await link.ask("report", { reports: [report] });
    await link.ask("report", { reports: [report] });
    const { items } = (await ada.call("ipHistory", {})).data;
    const bytes = new Map(items.map(({ id, upBytes, downBytes }) => [id, [upBytes, downBytes]]));
    expect(bytes.get(one.id)).toEqual([140, 6_000]);
    expect(bytes.get(two.id)).toEqual([5, 6]);
    const { rows: used } = await sql`
      select from usage_hour where account_id = ${ada.id}`.execute(api.db);
    expect(used).toEqual([]);
    await assertAccounting(api.services);
  });

  it("is capped, whatever a gateway reports", async () => {
    const ada = await opener(api, 1);
    const [one] = await ada.open();
    const most = { upBytes: Number.MAX_SAFE_INTEGER, downBytes: Number.MAX_SAFE_INTEGER };
    const row = usageRow({
      leaseId: "",
      accountId: ada.id,
      subAccountId: one?.id ?? "",
      product: "ip",
      ...most,
    });
    for (const sequence of [10, 11]) {
      const report = { gateway: "g1", epoch: "e1", sequence, rows: [row, row] };
      await link.ask("report", { reports: [report] });
    }
    const [shown] = (await ada.call("ipHistory", {})).data.items;
    expect(shown?.upBytes).toBe(200_000_000_000_000);
  });
});

it("the request log shows opened IPs by the pair's name or the port, and can be filtered by it", async () => {
  const ada = await opener(api, 3);
  const [pair] = await ada.open();
  const [bare] = await ada.open({ auth: "nouser" });
  if (!pair || !bare) throw new Error("none");
  const rows = [pair, bare].map(({ id }) =>
    requestRow({ accountId: ada.id, subAccountId: id, at: api.services.world.now() }),
  );
  await link.ask("requests", { gateway: "g1", epoch: "e1", rows, dropped: 0 });
  const names = [pair.username ?? "", `:${bare.port}`];
  const shown = async (fields: Record<string, string> = {}) =>
    (await ada.call("requestLog", fields)).data.items;
  await vi.waitFor(async () => expect(await shown()).toHaveLength(2), soon);
  const items = await shown();
  expect(items.map(({ account }) => account).sort()).toEqual(names.toSorted());
  expect(new Set(items.map(({ product }) => product))).toEqual(new Set(["ip"]));
  for (const account of names) {
    const found = await shown({ account: account.toUpperCase() });
    expect(found.map((one) => one.account)).toEqual([account]);
  }
  const eve = await opener(api);
  const { data } = await eve.call("requestLog", { account: names[0] ?? "" });
  expect(data.reason).toBe("subAccountNotFound");
});

describe("accounts", () => {
  it("that close have their ports closed at once and their pair deleted; the accounting matches", async () => {
    const ada = await opener(api, 3);
    const [one] = await ada.open({ num: 2 });
    if (!one) throw new Error("none");
    await vi.waitFor(() => expect(lastOpenedIpFact(link, one.id)).toBeDefined(), soon);
    const erase = () => transaction(api.db, (tx) => eraseOpenedIps(api.services, tx, [ada.id]));
    await erase();
    await erase();
    await vi.waitFor(() => expect(lastPortFact(link, one.id)).toBe("gone"), soon);
    expect((await portRow(api.services, one.id))?.released_at).not.toBeNull();
    const { rows } = await sql`
      select from ip_login where account_id = ${ada.id}`.execute(api.db);
    expect(rows).toEqual([]);
    expect(await ada.ips()).toBe(1);
    // A late port report causes no refund.
    await reportOpenedPorts(api.services, [one], { open: false, code: "EADDRINUSE" });
    expect(await ada.ips()).toBe(1);
    await assertAccounting(api.services);
  });

  it("that are disabled and enabled again are reported to gateways as such", async () => {
    const ada = await opener(api, 2);
    const [one] = await ada.open();
    const [bare] = await ada.open({ auth: "nouser" });
    if (!one || !bare) throw new Error("none");
    const { email } = await findContact(api.db, ada.id);
    for (const [command, enabled] of [["disable", false] as const, ["enable", true] as const]) {
      expect(await operate(api.services, "account", command, email)).toMatchObject({ code: 0 });
      for (const { id } of [one, bare])
        await vi.waitFor(() => expect(lastOpenedIpFact(link, id)?.enabled).toBe(enabled), soon);
    }
  }, 60_000);

  it("a snapshot lists all active opened IPs, and no ended ones", async () => {
    const ada = await opener(api, 3);
    const items = await ada.open({ num: 3 });
    await ada.call("ipDel", { ids: items[0]?.id ?? "" });
    const { facts } = await link.ask("snapshot", { cursor: "openedIp/" });
    const own = facts.filter((fact) => fact.kind === "openedIp" && fact.accountId === ada.id);
    expect(own.map(({ id }) => id).sort()).toEqual(
      items
        .slice(1)
        .map(({ id }) => id)
        .sort(),
    );
  });
});

it("/v1/proxyTest tests only the account's own open ports, with their pair", async () => {
  let reached = 0;
  const peer = await startPeer((socket) => {
    reached += 1;
    const page = '{"ip":"198.51.100.9"}';
    socket.once("data", () => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      socket.once("data", () =>
        socket.end(`HTTP/1.1 200 OK\r\nContent-Length: ${page.length}\r\n\r\n${page}`),
      );
    });
  });
  const ada = await opener(api, 2);
  const eve = await opener(api, 1);
  const items = await ada.open();
  const bare = await ada.open({ auth: "nouser" });
  const { id = "", username = "", password = "" } = items[0] ?? {};
  await moveTo(api.services, id, peer.port);
  const proxy = `${HOST}:${peer.port}:${username}:${password}`;
  const reason = async (who: typeof ada, text: string) =>
    (await who.call("proxyTest", { proxy: text, protocol: "http" })).data.reason;
  // No gateway has reported it as open.
  expect(await reason(ada, proxy)).toBe("proxyNotOurs");
  await reportOpenedPorts(api.services, [{ id, port: peer.port }]);
  expect(await reason(eve, proxy)).toBe("proxyNotOurs");
  expect(await reason(ada, `${HOST}:${peer.port}`)).toBe("proxyNeedsCredentials");
  const other = `${HOST}:${peer.port}:somebody:${password}`;
  expect(await reason(ada, other)).toBe("openedIpNotFound");
  expect(await reason(ada, `127.0.0.2:${peer.port}:a:b`)).toBe("proxyNotOurs");
  await reportOpenedPorts(api.services, bare);
  const withoutPair = `${HOST}:${bare[0]?.port}`;
  expect(await reason(ada, withoutPair)).toBe("proxyNeedsCredentials");
  expect(reached).toBe(0);
  const { data } = await ada.call("proxyTest", { proxy, protocol: "http" });
  expect(data).toMatchObject({ ok: true, exitIp: "198.51.100.9" });
  expect(reached).toBe(1);
  await peer.stop();
});
