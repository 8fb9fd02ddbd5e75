/** Opening IPs of the pool (spec/pool#opening): cost, results. Refusals: open-refused.test.ts. */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { describe, expect, it, vi } from "vitest";
import { timeLimit } from "@turnpike/net/testing/time-bar.ts";
import { startTraffic } from "../traffic/testing.ts";
import {
  refusedOpening,
  somePoolIds,
  advance,
  lastOpenedIpFact,
  hourMs,
  opener,
  soon,
  reportOpenedPorts,
} from "./testing.ts";
import { assertAccounting } from "../../../testing/verify-accounting.ts";

const HOST = "127.0.81.1";
const api = forTests(() =>
  startTraffic({ HOST, WHITE_PORTS: "10001-10400", UNLIMITED_PORTS: "9400-9409" }),
);
const link = forTests(() => api.link());

const poolIds = (count: number) => somePoolIds(api.services, count);

describe("opening", () => {
  it("uses the exits of the given ids, in that order, with the account's one pair; each costs one IP", async () => {
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
    await assertAccounting(api.services);
  });

  it("sends gateways the exit, the expiry and the login of each IP", async () => {
    const ada = await opener(api, 2);
    const [withPair] = await ada.open();
    const [without] = await ada.open({ auth: "nouser" });
    await vi.waitFor(() => expect(lastOpenedIpFact(link, without?.id ?? "")).toBeDefined(), soon);
    const of = { accountId: ada.id, product: "ip", enabled: true };
    expect(lastOpenedIpFact(link, withPair?.id ?? "")).toMatchObject({
      ...of,
      port: withPair?.port,
      exitId: withPair?.exitId,
      expiresAt: Date.parse(withPair?.expiresAt ?? ""),
      login: {
        name: withPair?.username?.toLowerCase(),
        verifier: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      },
    });
    expect(lastOpenedIpFact(link, without?.id ?? "")).toMatchObject({ ...of, login: null });
    expect(without?.username).toBeUndefined();
    expect(without?.password).toBeUndefined();
  });

  it("chooses exits of the requested place, never one that the account has open", async () => {
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
    expect(await refusedOpening(ada, { country })).toEqual([
      402,
      "insufficientStock",
      undefined,
      "stock",
    ]);
    // By its id, an exit can be opened again, and another account can open it too.
    await ada.open({ ids: items[0]?.exitId ?? "" });
    const eve = await opener(api, 1);
    await eve.open({ country });
    await advance(api, hourMs + 1);
    expect(await ada.open({ country })).toHaveLength(1);
  });

  it("uses consecutive ports from the requested one", async () => {
    const ada = await opener(api, 4);
    const items = await ada.open({ num: 3, port: 9310 });
    expect(items.map(({ port }) => port)).toEqual([9310, 9311, 9312]);
    expect(await refusedOpening(ada, { port: 9311 })).toEqual([
      409,
      "portUnavailable",
      "port",
      undefined,
    ]);
    expect(await ada.ips()).toBe(1);
  });
});

describe("the response", () => {
  it("waits about a second at most until gateways have opened the ports; the IP is opened anyway", async () => {
    const ada = await opener(api, 2);
    const began = performance.now();
    const [quiet] = await ada.open();
    expect(performance.now() - began).toBeGreaterThan(900);
    expect(performance.now() - began).toBeLessThan(timeLimit(3_000));
    expect(quiet).toMatchObject({ status: "active", open: false });
    expect(await ada.ips()).toBe(1);
    const stop = openingGateway(0);
    const [open] = await ada.open();
    stop();
    expect(open?.open).toBe(true);
  });

  it("contains the number that replaced one that no gateway could open", async () => {
    const ada = await opener(api, 1);
    const taken = new Set<number>();
    const stop = openingGateway(1, taken);
    const [item] = await ada.open();
    stop();
    expect(taken.size).toBe(1);
    expect(taken.has(item?.port ?? 0)).toBe(false);
    expect(item?.open).toBe(true);
  });

  it("shows a requested port that no gateway could open as ended, and its IP is refunded", async () => {
    const ada = await opener(api, 3);
    const stop = openingGateway(1);
    const items = await ada.open({ num: 2, port: 9330 });
    stop();
    // Gateways may receive the two in either order.
    expect(items.map(({ status, open }) => `${status} ${open}`).toSorted()).toEqual([
      "active true",
      "deleted false",
    ]);
    expect(await ada.ips()).toBe(2);
    await assertAccounting(api.services);
    const { data } = await ada.call("ledger", { asset: "ip" });
    expect(data.items.map(({ kind, amount }) => [kind, amount])).toEqual([
      ["ipReturn", 1],
      ["ipOpen", -2],
      ["grant", 3],
    ]);
  });

  it("is a refusal if no requested port could be opened, for the same requestId too", async () => {
    const ada = await opener(api, 2);
    const fields = { num: 2, port: 9340, requestId: "nobody-could" };
    const stop = openingGateway(2);
    const refusal = [409, "portUnavailable", "port", undefined];
    expect(await refusedOpening(ada, fields)).toEqual(refusal);
    stop();
    expect(await refusedOpening(ada, fields)).toEqual(refusal);
    expect(await ada.ips()).toBe(2);
    await assertAccounting(api.services);
  });

  /** Simulates a gateway that opens new ports except for the first `failures`. */
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
          void reportOpenedPorts(api.services, [fact], { open: code === "", code });
        }
      }
    }, 10);
    return () => {
      on = false;
      clearInterval(timer);
    };
  }
});
