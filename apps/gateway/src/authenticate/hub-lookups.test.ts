/** A change made a moment ago takes effect on the first try, even before it has arrived here. */
import type { Fact, LookupKeys, SubAccountFact } from "@turnpike/contract/data-plane.ts";
import { GatewayCalls } from "@turnpike/link/gateway-calls.ts";
import { LinkDown } from "@turnpike/link/link.ts";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { Snapshot } from "../link/snapshot.ts";
import { bothEngines } from "../testing/engines.ts";
import { rawOrigin } from "../testing/origin.ts";
import { labExit, noLimits, verifierOf } from "../testing/resources.ts";
import { connectTo, gatewayAt, socksTo } from "../testing/test-gateway.ts";
import { TestHub } from "../testing/test-hub.ts";
import { HubLookups } from "./hub-lookups.ts";

const hub = forTests(() => new TestHub().listen());
const origin = forTests(async () => {
  hub.upsert(labExit());
  return rawOrigin(() => undefined);
});
beforeEach(() => {
  hub.lookups = [];
});

describe.each(bothEngines)(
  "a change that has not arrived yet ($name engine)",
  ({ name: engine, options }) => {
    const gateway = forTests(() => gatewayAt(hub, [origin.authority], options));
    const tunnel = (user: string | undefined, password = "secret1", from = "127.0.0.1") =>
      connectTo(gateway, {
        ...(user ? { user } : {}),
        password,
        from,
        authority: origin.authority,
      });
    /** Changes the database without announcing it. */
    const quietly = (change: () => void) => {
      hub.isQuiet = true;
      change();
      hub.isQuiet = false;
    };

    const change = (user: string, changed: Partial<SubAccountFact>) => {
      const id = `subAccount sub-${user}`;
      const fact = hub.resources.get(id) as SubAccountFact;
      hub.resources.set(id, { ...fact, ...changed });
    };

    test("admits the client with each of several passwords changed within two seconds", async () => {
      const user = `again${engine}`;
      hub.addSubAccount(user, "secret1", 1e9);
      for (const password of ["second2", "third33", "fourth4"]) {
        change(user, { verifier: verifierOf(user, password) });
        const { head } = await tunnel(user, password, "127.0.8.1");
        expect(head).toMatch(/^HTTP\/1.1 200/);
      }
      expect(hub.lookups).toHaveLength(3);
    });

    test("admits a new name, a new password and a re-enabled account, over HTTP and SOCKS5", async () => {
      const port = Number(origin.authority.split(":")[1]);
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

    test("admits a whitelisted IP address; the hub is queried once in 2 s, however many clients try", async () => {
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

    test("is looked up without revealing by the refusal's timing whether a name exists", async () => {
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

/** Creates lookups over a link that answers as `answer` does; `asked` lists the requests. */
function over(answer: (turn: number) => Promise<{ facts: Fact[] }>) {
  const asked: LookupKeys[] = [];
  const ask = (_kind: string, keys: LookupKeys) => {
    asked.push(keys);
    return answer(asked.length);
  };
  const snapshot = new Snapshot();
  const lookups = new HubLookups({ link: { ask } as never, snapshot, changed: () => undefined });
  return { asked, snapshot, lookups, ask: (keys: LookupKeys) => lookups.ask("203.0.113.7", keys) };
}
const nothing = async () => ({ facts: [] });
const fact = (name: string, password: string): SubAccountFact => {
  const verifier = verifierOf(name, password);
  return { ...noRow, id: `sub-${name}`, accountId: "a", name, verifier };
};
const noRow = { kind: "subAccount", enabled: true, limits: noLimits } as const;
const took = async (wait: Promise<void> | null) => {
  const began = performance.now();
  await wait;
  return performance.now() - began;
};

test("At most 20 queries are sent per second, 5 per network, and none about one name twice in 2 s (spec/gateway#asking-before-a-refusal)", async () => {
  const { asked, lookups } = over(nothing);
  const waits: (Promise<void> | null)[] = [];
  // All within the same second, however busy the machine is.
  const clock = vi.spyOn(performance, "now").mockReturnValue(performance.now());
  const flood = (count: number, addressOf: (n: number) => string) => {
    const before = waits.length;
    for (let n = before; n < before + count; n += 1)
      waits.push(lookups.ask(addressOf(n), { name: `n${n}` }));
    return asked.length;
  };
  expect(flood(50, () => "203.0.113.1")).toBe(5);
  expect(flood(50, () => "203.0.113.2")).toBe(10);
  // The same network, and many others.
  expect(flood(10, () => "203.0.113.1")).toBe(10);
  expect(flood(890, (n) => `198.51.100.${n % 250}`)).toBe(20);
  clock.mockRestore();
  // A hundred more wait for a change that may be on its way.
  expect(waits.filter((each) => each !== null)).toHaveLength(120);
  for (const wait of waits) await wait;
  expect(await took(lookups.ask("203.0.113.7", { name: "n0" }))).toBeGreaterThan(200);
  expect(asked).toHaveLength(20);
});

test("A password that is changed twice in a second is queried twice", async () => {
  const { asked, snapshot, lookups, ask } = over(async (turn) => ({
    facts: [fact("twice", `password${turn}`)],
  }));
  const verifier = () => snapshot.subAccountByName("twice")?.verifier;
  await ask({ name: "twice" });
  expect(verifier()).toBe(verifierOf("twice", "password1"));
  // After the client was admitted its keys may be looked up again; a stranger never is admitted.
  lookups.admitted({ name: "twice" });
  await ask({ name: "twice" });
  expect(verifier()).toBe(verifierOf("twice", "password2"));
  await ask({ name: "twice" });
  expect(asked).toHaveLength(2);
});

test("After a query by a client that was not admitted, the next attempt waits for the change itself", async () => {
  const { asked, snapshot, ask } = over(nothing);
  await ask({ name: "late" });
  const wait = ask({ name: "late" });
  expect(wait).toBe(ask({ name: "late" }));
  setTimeout(() => {
    snapshot.applyChange({ puts: [fact("other", "secret1")], drops: [] });
  }, 20);
  setTimeout(() => snapshot.applyChange({ puts: [fact("late", "secret1")], drops: [] }), 60);
  const ms = await took(wait);
  expect([ms > 50, ms < 200]).toEqual([true, true]);
  expect(asked).toHaveLength(1);
});

test("A hub whose database is unavailable is queried again for 2.2 s; a silent hub is not", async () => {
  const back = over(async (turn) => {
    if (turn < 4) throw new Error("the database is away");
    return { facts: [fact("back", "secret1")] };
  });
  const away = over(() => Promise.reject(new Error("the database is away")));
  const silent = over(() => Promise.reject(new LinkDown("No answer within 1000 ms")));
  const [soon = 0, late = 0, once = 0] = await Promise.all(
    [back, away, silent].map(({ ask }) => took(ask({ name: "back" }))),
  );
  expect(back.snapshot.subAccountByName("back")).not.toBeNull();
  expect([soon < 1_500, late > 1_500, late < 2_500, once < 200]).toEqual([true, true, true, true]);
  expect(silent.asked).toHaveLength(1);
});

test("A lookup during which the link is lost waits as long as a lease request does", async () => {
  const calls = new GatewayCalls();
  const snapshot = new Snapshot();
  const lookups = new HubLookups({ link: calls, snapshot, changed: () => undefined });
  calls.connected(() => {});
  const wait = lookups.ask("203.0.113.7", { name: "lost" });
  calls.disconnected();
  // Another replica becomes available only after 1.3 s.
  setTimeout(() => {
    calls.connected((json) => {
      const { id } = JSON.parse(json) as { id: number };
      calls.receive({ id, answer: { facts: [fact("lost", "secret1")] } });
    });
  }, 1_300);
  await wait;
  expect(snapshot.subAccountByName("lost")).not.toBeNull();
});
