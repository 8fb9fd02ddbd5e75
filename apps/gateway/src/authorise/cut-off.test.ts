import type { SubAccountFact } from "@turnpike/contract/data-plane.ts";
import { isFull } from "@turnpike/net/testing/full.ts";
import { canonicalAddress } from "@turnpike/rules/ip-address.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { connectTo, eventually, gatewayAt } from "../testing/test-gateway.ts";
import { labExit, noLimits } from "../testing/resources.ts";
import { TestHub } from "../testing/test-hub.ts";
import { pattern, rawOrigin } from "../testing/origin.ts";
import { timeLimit } from "@turnpike/net/testing/time-bar.ts";
import { forEachTest } from "@turnpike/net/testing/for-tests.ts";

let id: string;
const MB = 1_000_000;
const alice = { user: "alice1", password: "secret1" };

const hub = forEachTest(() => new TestHub().listen());
/** Sends endlessly. */
const origin = forEachTest(() =>
  rawOrigin((socket) => {
    const send = () => {
      while (socket.writable && socket.write(pattern(65_536)));
    };
    socket.on("drain", send);
    send();
  }),
);
beforeEach(() => {
  id = hub.addSubAccount("alice1", "secret1", 4_000 * MB);
  for (let count = 0; count < 4; count += 1) hub.upsert(labExit());
});
const gateway = forEachTest(() => gatewayAt(hub, [origin.authority], { workers: 2 }));

describe("traffic that was not bought is not relayed", () => {
  test("100 MiB, 50 downloads, two gateways: everything is relayed, then all are disconnected at once (M5)", async () => {
    const bytes = 100 * 1024 * 1024;
    const bobId = hub.addSubAccount("bobby1", "secret1", bytes);
    const second = await gatewayAt(hub, [origin.authority], {
      gateway: "g2",
      worker: 1,
      workers: 2,
    });
    const user = { user: "bobby1", password: "secret1", authority: origin.authority };
    const opened = await Promise.all(
      Array.from({ length: 50 }, (_, index) => connectTo(index % 2 ? gateway : second, user)),
    );
    const closedAt: number[] = [];
    for (const { client } of opened)
      client.socket.on("close", () => closedAt.push(performance.now()));
    for (const { client } of opened) client.socket.on("end", () => client.socket.end());
    await eventually("all are cut", () => closedAt.length === 50, 20_000);
    expect(Math.max(...closedAt) - Math.min(...closedAt)).toBeLessThan(timeLimit(1_000));
    const carried = opened.reduce((sum, { client }) => sum + client.bytes, 0);
    await eventually("it is settled", () => hub.leases.size === 0, 8_000);
    expect(hub.billed(bobId).down + hub.billed(bobId).up).toBeLessThanOrEqual(bytes);
    expect(hub.billed(bobId).down).toBeGreaterThanOrEqual(carried);
    expect(carried).toBeGreaterThan(99 * 1024 * 1024);
    expect(carried).toBeLessThanOrEqual(bytes);
    expect(hub.unleased).toBe(0);
    hub.left.set(bobId, 0);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect((await connectTo(gateway, user)).head).toMatch(/^HTTP\/1\.1 402/);
    hub.left.set(bobId, MB);
    const toppedUp = performance.now();
    for (let head = ""; !head.includes(" 200 "); ) {
      expect(performance.now() - toppedUp).toBeLessThan(timeLimit(2_000));
      const again = await connectTo(gateway, user);
      head = again.head;
      again.client.socket.destroy();
    }
    await second.stop(0);
  }, 60_000);

  const subAccount = () => {
    const fact = hub.resources.get(`subAccount ${id}`);
    if (fact?.kind !== "subAccount") throw new Error("no fact");
    return fact;
  };
  const limit = (limits: Partial<SubAccountFact["limits"]>) =>
    hub.upsert({ ...subAccount(), limits: { ...noLimits, ...limits } });
  const changes: Record<string, { change: () => void; status: number }> = {
    disabled: { change: () => hub.upsert({ ...subAccount(), enabled: false }), status: 403 },
    "of an account in arrears for a day": {
      change: () => hub.upsert({ ...subAccount(), trafficEndsAt: Date.now() - 1 }),
      status: 402,
    },
    "whose target the operator blocked": {
      change: () =>
        hub.upsert({ kind: "blockedTarget", id: "b1", accountId: null, pattern: "127.0.0.0/8" }),
      status: 403,
    },
    "whose day is used up": {
      change: () => limit({ spent: { why: "dayLimit", until: Date.now() + 60_000 } }),
      status: 402,
    },
    "whose budget for the target is used up": {
      change: () =>
        limit({ targetBudgets: [{ target: "127.0.0.1", spentUntil: Date.now() + 60_000 }] }),
      status: 402,
    },
    deleted: { change: () => hub.delete("subAccount", id), status: 407 },
    "given another password": {
      change: () => hub.upsert({ ...subAccount(), verifier: "00".repeat(32) }),
      status: 407,
    },
  };
  test.each(Object.entries(changes))(
    "A sub-account %s is disconnected within 1 s (M6)",
    async (_, { change, status }) => {
      const { client } = await connectTo(gateway, { ...alice, authority: origin.authority });
      await eventually("bytes flow", () => client.bytes > MB);
      change();
      await eventually("it is cut", () => client.ended || client.closed, 1_000);
      const { head } = await connectTo(gateway, { ...alice, authority: origin.authority });
      expect(Number(head.split(" ")[1])).toBe(status);
      client.socket.destroy();
    },
  );

  test("A whitelisted IP address needs no password until its entry is removed or expires", async () => {
    const ip = canonicalAddress("::ffff:127.0.0.77") ?? "";
    for (const end of ["removed", "expired"]) {
      const expiresAt = end === "expired" ? Date.now() + 1_500 : null;
      hub.upsert({ kind: "whitelist", id: end, ip, subAccountId: id, expiresAt });
      await new Promise((resolve) => setTimeout(resolve, 50));
      const request = { authority: origin.authority, from: ip };
      const { client, head } = await connectTo(gateway, request);
      expect(head).toMatch(/ 200 /);
      await eventually("bytes flow", () => client.bytes > MB);
      if (end === "removed") hub.delete("whitelist", end);
      await eventually("it is cut", () => client.ended || client.closed, 3_000);
      expect((await connectTo(gateway, request)).head).toMatch(/ 407 /);
      client.socket.destroy();
    }
  });

  test.runIf(isFull)(
    "With the hub unreachable only leased traffic is relayed; then the transfer resumes",
    async () => {
      const { client } = await connectTo(gateway, { ...alice, authority: origin.authority });
      await eventually("bytes flow", () => client.bytes > 5 * MB);
      await hub.disconnect();
      let before = -1;
      await eventually(
        "it stands still",
        () => {
          const still = before === client.bytes;
          before = client.bytes;
          return still && client.socket.readableLength === 0;
        },
        20_000,
      );
      expect(client.ended || client.closed).toBe(false);
      expect((await connectTo(gateway, { ...alice, authority: origin.authority })).head).toMatch(
        / 503 /,
      );
      await hub.listen();
      await eventually("bytes flow again", () => client.bytes > before + MB);
      client.socket.destroy();
      await eventually("all is settled", () => hub.leases.size === 0, 20_000);
      expect(hub.billed(id).down).toBeGreaterThanOrEqual(client.bytes);
      expect(hub.unleased).toBe(0);
    },
    40_000,
  );
});
