/** Failures of upstreams: each class in turn, and what one customer can do to others (spec/supply#upstream-failures). */
import type { UpstreamFact } from "@turnpike/contract/upstream-facts.ts";
import type { ErrorClass } from "@turnpike/proxy-strings/upstream/errors.ts";
import type { Answer } from "@turnpike/wholesale/front.ts";
import { says, ScriptedWholesaler } from "@turnpike/wholesale/scripted.ts";
import { afterEach, describe, expect, test } from "vitest";
import { forEachTest } from "@turnpike/net/testing/for-tests.ts";
import { realWorld } from "../lib/world.ts";
import { engines } from "../testing/engines.ts";
import {
  connectTo,
  eventually,
  gatewayAt,
  statusOf as tunnelStatus,
} from "../testing/test-gateway.ts";
import { TestHub } from "../testing/test-hub.ts";
import { sized, times } from "../testing/test-sizes.ts";
import { upstreamFact } from "../testing/wholesaler.ts";

const password = "secret1";
const why = (word: string) => says(502, `X-Why: ${word}\r\n`);
const classes = [
  "noExit",
  "sessionLost",
  "quota",
  "auth",
  "concurrency",
  "targetRefused",
  "target",
  "request",
] as const;
/** Each class has a word of its own in a header. */
const errors = classes.map((word) => ({
  header: "x-why",
  contains: word,
  class: word as ErrorClass,
}));

describe.each(engines)("failures of upstreams, $name", ({ options }) => {
  let acme: ScriptedWholesaler;
  let other: ScriptedWholesaler;

  const hub = forEachTest(() => new TestHub().listen());
  const gateway = forEachTest(async () => {
    for (const name of ["alice1", "bob111", "carol1", "dave11"])
      hub.addSubAccount(name, password, 1e9);
    [acme, other] = [
      await new ScriptedWholesaler().listen(),
      await new ScriptedWholesaler().listen(),
    ];
    hub.upsert(upstreamFact(acme, "acme", { errors }));
    const world = { ...realWorld(), lookup: async () => ["93.184.216.34"] };
    return gatewayAt(hub, [], { world, ...options });
  });
  afterEach(async () => {
    await acme.stop();
    await other.stop();
  });
  const sellOther = async (changed: Partial<UpstreamFact> = {}) => {
    hub.upsert(upstreamFact(other, "other", { priority: 2, errors, ...changed }));
    // Changes arrive in order.
    hub.addSubAccount("later1", password, 1e9);
    await eventually("it is known", async () => (await statusOf("later1-region-fr")) !== 407);
    acme.asked.length = 0;
    other.asked.length = 0;
  };
  const statusOf = (user = "alice1-region-de", host = "a.example") =>
    tunnelStatus(gateway, { user, password, authority: `${host}:443` });
  const lastEvent = (upstreamId = "upstream-acme") =>
    hub.supply.events.findLast((event) => event.upstreamId === upstreamId && !event.ok);

  test("An upstream that tells one customer that there are too many takes those of the others", async () => {
    acme.answer = ({ authority }) => (authority === "b.example:443" ? why("concurrency") : null);
    expect(await statusOf("alice1-region-de", "b.example")).toBe(429);
    const asked = { user: "bob111-region-de", password, authority: "a.example:443" };
    const open = await Promise.all([1, 2, 3].map(() => connectTo(gateway, asked)));
    const statuses = open.map(({ head }) => head.split(" ")[1]);
    for (const { client } of open) client.socket.destroy();
    expect(statuses).toEqual(["200", "200", "200"]);
  });

  test("A target that an upstream refuses at one port is asked for at another one", async () => {
    acme.answer = ({ authority }) => (authority === "b.example:8080" ? why("targetRefused") : null);
    const asked = { user: "alice1-region-de", password };
    const { client, head } = await connectTo(gateway, { ...asked, authority: "b.example:8080" });
    client.socket.destroy();
    expect(head).toMatch(/^HTTP\/1.1 403 /);
    expect(await statusOf("bob111-region-de", "b.example")).toBe(200);
  });

  test.each<[what: string, answer: Answer, status: number, found: ErrorClass]>([
    ["noExit", why("noExit"), 503, "noExit"],
    ["quota", why("quota"), 503, "quota"],
    ["auth", why("auth"), 503, "auth"],
    ["concurrency", why("concurrency"), 429, "concurrency"],
    ["request", why("request"), 503, "request"],
    ["sessionLost", why("sessionLost"), 502, "sessionLost"],
    ["an unnamed 503", says(503), 503, "noExit"],
    ["an unnamed 407", says(407), 503, "auth"],
    ["a hang-up", (socket) => void socket.destroy(), 502, "down"],
  ])(
    "After %s the next candidate serves; alone, the customer reads the right reason",
    async (_what, answer, status, found) => {
      acme.answer = () => answer;
      expect(await statusOf()).toBe(status);
      await eventually("the hub heard", () => lastEvent()?.class === found);
      expect(lastEvent()?.sample).not.toMatch(/acme|s3cret/);
      await sellOther();
      expect(await statusOf("bob111-region-de")).toBe(200);
      expect(await statusOf("bob111-region-de-sid-s1")).toBe(200);
      expect(other.asked.length).toBe(2);
    },
  );

  test.each<[ErrorClass, number]>([
    ["target", 502],
    ["targetRefused", 403],
  ])("After %s no other member is tried", async (word, status) => {
    await sellOther();
    acme.answer = ({ authority }) => (authority.startsWith("bad.") ? why(word) : null);
    expect(await statusOf("alice1-region-de", "bad.example")).toBe(status);
    expect([acme.asked.length, other.asked.length]).toEqual([1, 0]);
    expect(await statusOf("alice1-region-de", "good.example")).toBe(200);
  });

  test("A refused target is asked elsewhere from then on, and 403 at once where nobody else has the place", async () => {
    acme.answer = ({ authority }) => (authority.startsWith("bad.") ? why("targetRefused") : null);
    expect(await statusOf("alice1-region-de", "bad.example")).toBe(403);
    expect(await statusOf("bob111-region-de", "bad.example")).toBe(403);
    expect(acme.asked).toHaveLength(1);
    await sellOther();
    expect(await statusOf("bob111-region-de-sid-s1", "good.example")).toBe(200);
    expect(await statusOf("bob111-region-de-sid-s1", "bad.example")).toBe(200);
    expect([acme.asked.length, other.asked.length]).toEqual([1, 1]);
    expect(await statusOf("bob111-region-de-sid-s1", "good.example")).toBe(200);
    expect(acme.asked).toHaveLength(2);
  });

  test("With allowRetryElsewhere the refused request itself goes to the next member", async () => {
    await sellOther();
    hub.upsert(upstreamFact(acme, "acme", { errors, allowRetryElsewhere: true }));
    acme.answer = () => why("targetRefused");
    await eventually(
      "it is allowed",
      async () => (await statusOf("bob111-region-de", `x${Math.random()}.example`)) === 200,
    );
  });

  test("A lost session gets a new token, once, and keeps it", async () => {
    const lost = new Set<string>();
    acme.answer = ({ user }) => (lost.has(user) ? why("sessionLost") : null);
    expect(await statusOf("alice1-region-de-sid-s1-t-30")).toBe(200);
    const [first] = acme.asked;
    lost.add(first?.user ?? "");
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await statusOf("alice1-region-de-sid-s1-t-30")).toBe(200);
    expect(await statusOf("alice1-region-de-sid-s1-t-30")).toBe(200);
    const users = acme.asked.map(({ user }) => user);
    expect(users).toHaveLength(4);
    expect(users[2]).not.toBe(first?.user);
    expect(users[3]).toBe(users[2]);
  });

  test("A killed upstream costs no request; it serves again within seconds of its return, also sessions, and if it refuses at first", async () => {
    await sellOther();
    await acme.stop();
    await times(sized({ short: 40, full: 1_000 }), 8, async () => {
      expect(await statusOf()).toBe(200);
    });
    acme.answer = () => (acme.asked.length > 1 ? null : why("sessionLost"));
    await acme.listen();
    let session = 0;
    await eventually(
      "it is back",
      async () => {
        session += 1;
        expect(await statusOf(`alice1-region-de-sid-s${session}`)).toBe(200);
        return acme.asked.length > 2;
      },
      10_000,
    );
  }, 30_000);

  test("One customer's targets provoke every answer: other customers use the upstream all the time", async () => {
    const statuses = [
      300, 400, 401, 402, 403, 404, 407, 429, 490, 500, 502, 503, 504, 522, 525, 599,
    ];
    acme.answer = ({ authority }) => {
      const status = Number(/^s(\d+)/.exec(authority)?.[1]);
      if (authority.startsWith("silent"))
        return (socket) => void setTimeout(() => socket.destroy(), 20);
      if (authority.startsWith("word")) return why(/^word-(\w+)/.exec(authority)?.[1] ?? "");
      return status > 0 ? says(status) : null;
    };
    const hosts = [
      ...statuses.flatMap((status) => [1, 2, 3, 4].map((at) => `s${status}-${at}.example`)),
      ...["noExit", "quota", "auth", "request"].map((word) => `word-${word}.example`),
      ...Array.from({ length: 12 }, (_, at) => `silent${at}.example`),
    ];
    for (const host of hosts) {
      const seen = await statusOf("alice1-region-de", host);
      expect([host, seen >= 400]).toEqual([host, true]);
      expect([host, await statusOf("bob111-region-de", "good.example")]).toEqual([host, 200]);
    }
  }, 60_000);

  test("Three customers with three targets are believed, also without a row that names the answer", async () => {
    await sellOther();
    acme.answer = () => says(503);
    const users = ["alice1", "bob111", "carol1"];
    for (const [at, user] of users.entries())
      expect(await statusOf(`${user}-region-de`, `t${at}.example`)).toBe(200);
    expect(acme.asked).toHaveLength(3);
    expect(await statusOf("dave11-region-de", "t9.example")).toBe(200);
    expect(acme.asked).toHaveLength(3);
    expect(await statusOf("dave11-region-nl", "t9.example")).toBe(200);
    expect(acme.asked).toHaveLength(4);
  });

  test("No more connections than the hub allows; one account has at most its share of them", async () => {
    hub.upsert(upstreamFact(acme, "acme", { maxConnections: 4 }));
    const open = async (user: string) => {
      const { client, head } = await connectTo(gateway, {
        user,
        password,
        authority: "a.example:443",
      });
      const status = Number(head.split(" ")[1]);
      if (status !== 200) client.socket.destroy();
      return { client, status };
    };
    await eventually("the limit is known", async () => {
      const [one, two] = [await open("alice1"), await open("alice1")];
      for (const { client } of [one, two]) client.socket.destroy();
      await eventually("they are closed", () => acme.open === 0);
      return two.status === 429;
    });
    hub.supply.limits = [{ upstreamId: "upstream-acme", connections: 8 }];
    await eventually(
      "the hub answered",
      async () => {
        const some = [await open("alice1"), await open("alice1"), await open("alice1")];
        for (const { client } of some) client.socket.destroy();
        await eventually("they are closed", () => acme.open === 0);
        return some.map(({ status }) => status).join() === "200,200,429";
      },
      15_000,
    );
  }, 30_000);
});
