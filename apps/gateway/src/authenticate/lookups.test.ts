/** What was changed a moment ago works at the first try, though the change has not come yet. */
import type { LookupKeys, SubAccountFact } from "@turnpike/contract/data-plane.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { RunningGateway } from "../serve.ts";
import { Snapshot } from "../link/snapshot.ts";
import { bothEngines } from "../testing/engines.ts";
import { type Origin, rawOrigin } from "../testing/origin.ts";
import { labExit, verifierOf } from "../testing/resources.ts";
import { connectTo, gatewayAt, socksTo } from "../testing/test-gateway.ts";
import { TestHub } from "../testing/test-hub.ts";
import { Lookups } from "./lookups.ts";

let hub: TestHub;
let origin: Origin;
beforeAll(async () => {
  hub = await new TestHub().listen();
  hub.upsert(labExit());
  origin = await rawOrigin(() => undefined);
});
afterAll(async () => {
  await origin.stop();
  await hub.stop();
});
beforeEach(() => {
  hub.lookups = [];
});

describe.each(bothEngines)(
  "a change that has not come yet ($name engine)",
  ({ name: engine, options }) => {
    let gateway: RunningGateway;
    beforeAll(async () => {
      gateway = await gatewayAt(hub, [origin.authority], options);
    });
    afterAll(() => gateway.stop(0));
    const tunnel = (user: string | undefined, password = "secret1", from = "127.0.0.1") =>
      connectTo(gateway, {
        ...(user ? { user } : {}),
        password,
        from,
        authority: origin.authority,
      });
    /** Changes the database alone. */
    const quietly = (change: () => void) => {
      hub.isQuiet = true;
      change();
      hub.isQuiet = false;
    };

    test("lets in a new name, a new password and one that was enabled, over HTTP and SOCKS5", async () => {
      const port = Number(origin.authority.split(":")[1]);
      const change = (user: string, changed: Partial<SubAccountFact>) => {
        const id = `subAccount sub-${user}`;
        const fact = hub.resources.get(id) as SubAccountFact;
        hub.resources.set(id, { ...fact, ...changed });
      };
      const [fresh, other, off] = [`fresh${engine}`, `other${engine}`, `switched${engine}`];
      quietly(() => hub.addSubAccount(fresh, "secret1", 1e9));
      expect((await tunnel(fresh)).head).toMatch(/^HTTP\/1.1 200/);
      hub.addSubAccount(other, "secret1", 1e9);
      change(other, { verifier: verifierOf(other, "another2") });
      expect((await socksTo(gateway, { user: other, password: "another2", port })).code).toBe(0);
      quietly(() => hub.addSubAccount(off, "secret1", 1e9));
      change(off, { enabled: false });
      hub.upsert(hub.resources.get(`subAccount sub-${off}`) as SubAccountFact);
      change(off, { enabled: true });
      expect((await socksTo(gateway, { user: off, password: "secret1", port })).code).toBe(0);
      expect(hub.lookups).toHaveLength(3);
    });

    test("lets in an address, and the hub is asked once in 2 s, whoever asks how often", async () => {
      const from = engine === "native" ? "127.0.9.1" : "127.0.9.2";
      const subAccountId = hub.addSubAccount(`white${engine}`, "secret1", 1e9);
      expect((await tunnel(undefined, "", "127.0.9.9")).head).toMatch(/^HTTP\/1.1 407/);
      const entry = { kind: "whitelist", id: `entry${engine}`, ip: from, expiresAt: null } as const;
      hub.resources.set(`whitelist ${entry.id}`, { ...entry, subAccountId });
      expect((await tunnel(undefined, "", from)).head).toMatch(/^HTTP\/1.1 200/);
      hub.lookups = [];
      const heads = await Promise.all(Array.from({ length: 9 }, () => tunnel(`nobody${engine}`)));
      expect(heads.every(({ head }) => head.startsWith("HTTP/1.1 407"))).toBe(true);
      expect(hub.lookups).toEqual([{ name: `nobody${engine}` }]);
    });

    test("says nothing about a name by the time of its refusal", async () => {
      const user = `known${engine}`;
      hub.addSubAccount(user, "secret1", 1e9);
      const took = async (asked: string) => {
        const began = performance.now();
        expect((await tunnel(asked, "wrong", "127.0.9.3")).head).toMatch(/^HTTP\/1.1 407/);
        return performance.now() - began;
      };
      expect(await took(user)).toBeGreaterThan(49);
      expect(await took(`unknown${engine}`)).toBeGreaterThan(49);
    });
  },
);

test("20 questions a second at most, 5 of one network, and none about one name twice in 2 s", async () => {
  const asked: LookupKeys[] = [];
  const ask = (_kind: string, keys: LookupKeys) => {
    asked.push(keys);
    return Promise.resolve({ facts: [] });
  };
  const options = { link: { ask } as never, snapshot: new Snapshot(), changed: () => undefined };
  const lookups = new Lookups(options);
  const waits: (Promise<void> | null)[] = [];
  for (let n = 0; n < 1_000; n += 1) {
    const address = n % 2 ? "203.0.113.1" : `203.0.113.${n % 250}`;
    waits.push(lookups.ask(address, { name: `n${n}` }));
  }
  expect(waits.filter((each) => each !== null)).toHaveLength(20);
  for (const wait of waits) await wait;
  expect(lookups.ask("203.0.113.7", { name: "n0" })).toBeNull();
  expect(asked).toHaveLength(20);
});
