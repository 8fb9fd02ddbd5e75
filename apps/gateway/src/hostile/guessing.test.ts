/** Guessed and malformed credentials (G9, G12). */
import { isFull } from "@turnpike/net/testing/full.ts";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { forEachTest } from "@turnpike/net/testing/for-tests.ts";
import { Passwords } from "../authenticate/passwords.ts";
import type { RunningGateway } from "../serve.ts";
import { Client, eventually, gatewayAt, statusOf } from "../testing/test-gateway.ts";
import { engines } from "../testing/engines.ts";
import { TestHub } from "../testing/test-hub.ts";
import { messageOf, Outside } from "../testing/outside.ts";
import { seeded, sized, times } from "../testing/test-sizes.ts";
import { realWorld } from "../lib/world.ts";
import { keptErrors } from "../testing/hostile-clients.ts";

let gateway: RunningGateway;
const { errors, log } = keptErrors();
const authority = "a.example:443";

/** The reply to user and password over SOCKS5: 0 accepted, 1 refused, -1 closed. */
async function socksLogin(user: Buffer, password: Buffer, from?: string): Promise<number> {
  const client = new Client(gateway.port, from);
  client.socket.write(Buffer.from([5, 1, 2]));
  const texts = [user, password].flatMap((text) => [text.length, ...text]);
  client.socket.write(Buffer.from([1, ...texts]));
  await eventually("a reply", () => client.bytes >= 4 || client.ended || client.closed);
  client.socket.destroy();
  return client.all()[3] ?? -1;
}

const connectStatus = (user: string, password: string, from: string) =>
  statusOf(gateway, { user, password, authority, from });

describe.each(engines)("credentials ($name engine)", (engine) => {
  const hub = forEachTest(() => new TestHub().listen());
  const outside = forEachTest(async () => {
    errors.length = 0;
    hub.addSubAccount("alice1", "secret1", 1e9);
    return new Outside((reached) => {
      if (messageOf(reached)) reached.socket.end("HTTP/1.1 204 Here\r\n\r\n");
    }).listen();
  });
  beforeEach(async () => {
    hub.upsert(outside.exit());
    const world = { ...realWorld(), lookup: async () => ["93.184.216.34"] };
    gateway = await gatewayAt(hub, [], { world, log, ...engine.options });
  });
  afterEach(() => gateway.stop(0));

  test("Of many guesses, ten are checked, while the owner is served from elsewhere (G9)", async () => {
    const guesses = sized({ short: 600, full: 10_000 });
    const seen = new Map<number, number>();
    let guessing = true;
    const owner = (async () => {
      const statuses: number[] = [];
      while (guessing) statuses.push(await connectStatus("alice1", "secret1", "127.0.0.9"));
      return statuses;
    })();
    await times(guesses, 32, async (index) => {
      const user = index % 3 === 0 ? "ALICE1" : `user-alice1-sid-s${index}`;
      const status = await connectStatus(user, `guess${index}`, "127.0.0.8");
      seen.set(status, (seen.get(status) ?? 0) + 1);
    });
    guessing = false;
    const owned = await owner;
    expect(seen.get(407)).toBe(10);
    expect(seen.get(429)).toBe(guesses - 10);
    expect(owned.length).toBeGreaterThan(10);
    expect(owned.filter((status) => status !== 200)).toEqual([]);
    // Guesses stay blocked over SOCKS5 too; the right password passes within a turn, then at once.
    const [user, password] = [Buffer.from("alice1"), Buffer.from("secret1")];
    const blockedBefore = outside.reached.length;
    expect(await socksLogin(user, Buffer.from("guess1"), "127.0.0.8")).toBe(1);
    expect(outside.reached).toHaveLength(blockedBefore);
    expect(await connectStatus("alice1", "secret1", "127.0.0.8")).toBe(200);
    expect(await socksLogin(user, password, "127.0.0.8")).toBe(0);
    expect(await connectStatus("alice1", "another9", "127.0.0.8")).toBe(429);
    expect(await socksLogin(user, password, "127.0.0.10")).toBe(0);
  }, 120_000);

  test("A program with an old password behind the same address does not lock out the right one", async () => {
    const from = "127.0.0.18";
    const stale: number[] = [];
    const right: number[] = [];
    await times(sized({ short: 80, full: 2_000 }), 16, async () => {
      stale.push(await connectStatus("alice1", "outdated1", from));
      right.push(await connectStatus("alice1", "secret1", from));
    });
    expect(right.filter((status) => status !== 200)).toEqual([]);
    // Nor does a client that repeats its request get another status.
    expect(new Set(stale)).toEqual(new Set([407]));
  }, 60_000);

  test("The right password passes while others behind its address guess; each guess is refused", async () => {
    const from = "127.0.0.19";
    expect(await connectStatus("alice1", "secret1", from)).toBe(200);
    const seen = new Map<number, number>();
    const right: number[] = [];
    await times(sized({ short: 60, full: 900 }), 16, async (index) => {
      const status = await connectStatus("alice1", `guess${index}`, from);
      seen.set(status, (seen.get(status) ?? 0) + 1);
      right.push(await connectStatus("alice1", "secret1", from));
    });
    expect(right.filter((status) => status !== 200)).toEqual([]);
    expect(seen.get(407)).toBe(10);
    expect([...seen.keys()].sort((one, other) => one - other)).toEqual([407, 429]);
  }, 60_000);

  test("Of guesses that arrive at the same time no more are compared", async () => {
    const compared = vi.spyOn(Passwords.prototype, "compare");
    const statuses = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        connectStatus("alice1", `guess${index}`, "127.0.0.20"),
      ),
    );
    const tags = new Set(compared.mock.calls.map(([, { tag }]) => tag));
    compared.mockRestore();
    expect(statuses.filter((status) => status === 407)).toHaveLength(10);
    // Ten, and those whose turn came.
    expect(tags.size).toBeLessThan(14);
  });

  test.runIf(isFull)("Guesses over SOCKS5 and over HTTP count together", async () => {
    for (let index = 0; index < 5; index += 1) {
      expect(await connectStatus("alice1", `wrong${index}`, "127.0.0.11")).toBe(407);
      const other = Buffer.from(`no${index}`);
      expect(await socksLogin(Buffer.from("alice1"), other, "127.0.0.11")).toBe(1);
    }
    expect(await connectStatus("alice1", "wrong0", "127.0.0.11")).toBe(429);
  });

  test("Malformed names and passwords cause no error and are not passed on (G12)", async () => {
    const random = seeded(12);
    const words = [
      "alice1",
      "user-",
      "-region-",
      "-sid-",
      "-t-",
      "DE",
      "9",
      "-strict-1",
      "secret1",
    ];
    const odd = [
      "\r\n",
      "\0",
      ":",
      "-",
      "%0d%0a",
      "é",
      "\u{1f600}",
      "X-Evil: 1",
      " ",
      '"',
      "__proto__",
    ];
    const garble = (): Buffer => {
      const parts: Buffer[] = [];
      for (let count = Math.floor(random() * 6); count >= 0; count -= 1) {
        const from = random() < 0.6 ? words : odd;
        const text = from[Math.floor(random() * from.length)] ?? "";
        const bytes = Array.from({ length: 1 + random() * 8 }, () => Math.floor(random() * 256));
        parts.push(random() < 0.85 ? Buffer.from(text) : Buffer.from(bytes));
      }
      return Buffer.concat(parts).subarray(0, 255);
    };
    const statuses = new Set<number>();
    const kinds = ["CONNECT a.example:443", "GET http://a.example/"];
    // Unknown names wait up to 300 ms for a change, at most 100 at a time: the others go on.
    const atOnce = sized({ short: 32, full: 256 });
    await times(sized({ short: 500, full: 100_000 }), atOnce, async (index) => {
      const head = random() < 0.3 ? Buffer.from("alice1") : Buffer.alloc(0);
      const user = Buffer.concat([head, garble()]).subarray(0, 255);
      const password = random() < 0.5 ? Buffer.from("secret1") : garble();
      const from = `127.0.${Math.floor(index / 250) % 250}.${(index % 250) + 1}`;
      if (index % 3 === 0) return void statuses.add(await socksLogin(user, password, from));
      const login = Buffer.concat([user, Buffer.from(":"), password]).toString("base64");
      const client = new Client(gateway.port, from);
      const field = `Proxy-Authorization: Basic ${login}`;
      client.socket.write(`${kinds[index % 2]} HTTP/1.1\r\nHost: a.example\r\n${field}\r\n\r\n`);
      statuses.add(Number((await client.head()).split(" ")[1] ?? 0));
      client.socket.destroy();
    });
    for (const status of statuses)
      expect([-1, 0, 1, 200, 204, 400, 407, 429, 503]).toContain(status);
    expect(statuses).toContain(407);
    expect(statuses).toContain(400);
    expect(errors).toEqual([]);
    expect(outside.reached.length).toBeGreaterThan(0);
    for (const reached of outside.reached) {
      expect(reached.connect).toMatch(upstreamHead);
      const told = reached.authority.endsWith(":80") ? originHead : /^$/;
      expect(reached.bytes.toString("latin1")).toMatch(told);
    }
    expect(await connectStatus("alice1", "secret1", "127.0.0.1")).toBe(200);
  }, 600_000);
});

/** All that an upstream and an origin receive: nothing about the client. */
const upstreamLogin = Buffer.from("up:p").toString("base64");
const upstreamHead = new RegExp(
  "^CONNECT a\\.example:(80|443) HTTP/1\\.1\r\nHost: a\\.example:(80|443)\r\n" +
    `Proxy-Authorization: Basic ${upstreamLogin}\r\n\r\n$`,
);
const originHead = /^(GET \/ HTTP\/1\.1\r\nHost: a\.example\r\n(Connection: close\r\n)?\r\n)?$/;
