/** Unlimited ports' bytes are counted exactly as carried (M1). */
import type { UsageRow } from "@turnpike/contract/data-plane.ts";
import type { UnlimitedPortFact } from "@turnpike/contract/port-facts.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { RunningGateway } from "../serve.ts";
import {
  basic,
  Client,
  connectTo,
  eventually,
  gatewayAt,
  socksTo,
} from "../testing/test-gateway.ts";
import { bothEngines } from "../testing/engines.ts";
import { TestHub } from "../testing/test-hub.ts";
import { httpOrigin, type Origin, pattern, rawOrigin, sendPattern } from "../testing/origin.ts";
import { stall } from "../testing/handed-over.ts";
import { dora, unlimitedExit, unlimitedPort, whenOpen } from "../testing/unlimited-ports.ts";
import { seeded } from "../testing/test-sizes.ts";
import { freePorts } from "@turnpike/net/testing/free-ports.ts";

let hub: TestHub;
let gateway: RunningGateway;
let web: Origin & { up(): number; down(): number };
/** Counts bytes received; then responds with as many bytes as the first four bytes said. */
let raw: Origin;
let seen: { up: number; down: number };
let facts: [UnlimitedPortFact, UnlimitedPortFact];

function rawTarget(): Promise<Origin> {
  return rawOrigin((socket) => {
    let head = Buffer.alloc(0);
    socket.on("data", (chunk: Buffer) => {
      seen.up += chunk.length;
      if (head.length >= 4) return;
      head = Buffer.concat([head, chunk.subarray(0, 4 - head.length)]);
      if (head.length < 4) return;
      seen.down += head.readUInt32BE(0);
      sendPattern(socket, head.readUInt32BE(0));
      socket.end();
    });
  });
}

/** Sends `up` bytes and receives `down`; both are compared. */
async function tunnel({ port }: { port: number }, socks: boolean, up: number, down: number) {
  const { client } = socks
    ? await socksTo({ port }, { ...dora, port: raw.port })
    : await connectTo({ port }, { ...dora, authority: raw.authority });
  const head = Buffer.alloc(4);
  head.writeUInt32BE(down);
  client.socket.write(head);
  for (let at = 4; at < up; at += 50_000) client.socket.write(pattern(Math.min(50_000, up - at)));
  client.socket.end();
  await eventually("both ends", () => client.ended || client.closed, 20_000);
  expect(client.all().equals(pattern(down))).toBe(true);
}

/** Absolute-form requests on one connection; returns the number of bytes received. */
async function requests({ port }: { port: number }, sizes: number[]): Promise<number> {
  const client = new Client(port);
  const login = `Proxy-Authorization: ${basic(dora.user, dora.password)}\r\n`;
  let down = 0;
  for (const [at, bytes] of sizes.entries()) {
    const [method, path] = at % 2 ? ["POST", "/sink"] : ["GET", `/bytes/${bytes}`];
    const length = at % 2 ? `Content-Length: ${bytes}\r\n` : "";
    const line = `${method} http://${web.authority}${path} HTTP/1.1`;
    client.socket.write(`${line}\r\nHost: a\r\n${login}${length}\r\n`);
    if (at % 2) client.socket.write(pattern(bytes));
    const head = await client.head();
    const body = await client.exactly(Number(/content-length: (\d+)/i.exec(head)?.[1]));
    expect(body.equals(at % 2 ? Buffer.from(String(bytes)) : pattern(bytes))).toBe(true);
    down += head.length + body.length;
  }
  client.socket.end();
  await eventually("it is closed", () => client.ended || client.closed);
  return down;
}

describe.each(bothEngines)("exact accounting ($name engine)", (engine) => {
  const options = { lastReportsMs: 300, ...engine.options };
  const open = async () => {
    gateway = await gatewayAt(hub, [web.authority, raw.authority], options);
    for (const fact of facts) await whenOpen(hub, fact);
  };
  beforeEach(async () => {
    seen = { up: 0, down: 0 };
    hub = await new TestHub().listen();
    [web, raw] = await Promise.all([httpOrigin(), rawTarget()]);
    for (let count = 0; count < 3; count += 1) hub.upsert(unlimitedExit());
    const [first = 0, second = 0] = await freePorts(2);
    // One port that has to wait for turns, and one that hardly has to.
    facts = [
      unlimitedPort({ port: first, mbps: 100 }),
      unlimitedPort({ port: second, product: "bandwidth", planId: "plan-2" }),
    ];
    for (const fact of facts) hub.upsert(fact);
    await open();
  });
  afterEach(async () => {
    await gateway.stop(100);
    await Promise.all([web.stop(), raw.stop()]);
    await hub.stop();
  });

  test("Two ports at once are counted separately, and together equal what the targets saw", async () => {
    const random = seeded(62);
    const size = () => 4 + Math.floor(random() ** 3 * 1024 * 1024);
    const [slow, fast] = facts;
    const carried = new Map(facts.map(({ id }) => [id, { up: 0, down: 0 }]));
    for (let round = 0; round < 3; round += 1) {
      const each = [slow, fast].flatMap((fact) =>
        [false, true].map((socks) => {
          const [up, down] = [size(), size()];
          const sum = carried.get(fact.id);
          if (sum) Object.assign(sum, { up: sum.up + up, down: sum.down + down });
          return tunnel(fact, socks, up, down);
        }),
      );
      await Promise.all(each);
    }
    const answered = await requests(fast, [size(), size(), 0, size()]);
    await eventually("all is counted", () => hub.billed(fast.id).requests === 10);
    await eventually("all is counted", () => hub.billed(slow.id).requests === 6);
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(hub.billed(slow.id)).toEqual({ ...carried.get(slow.id), requests: 6 });
    const own = carried.get(fast.id) ?? { up: 0, down: 0 };
    expect(hub.billed(fast.id)).toEqual({
      up: own.up + web.up(),
      down: own.down + answered,
      requests: 10,
    });
    expect(seen.up + web.up()).toBe(hub.billed(slow.id).up + hub.billed(fast.id).up);
    const kinds = new Set(hub.rows.map((row: UsageRow) => `${row.product} ${row.leaseId}`));
    expect([...kinds].sort()).toEqual(["bandwidth ", "port "]);
    expect([hub.unleased, hub.leases.size]).toEqual([0, 0]);
  }, 60_000);

  test("Usage while the hub is unreachable is reported once, even after a restart", async () => {
    const [fact] = facts;
    await tunnel(fact, false, 10, 1_000);
    await hub.disconnect();
    await tunnel(fact, true, 20_004, 300_000);
    await new Promise((resolve) => setTimeout(resolve, 400));
    await gateway.stop(0);
    hub.ports.clear();
    await hub.listen();
    await open();
    await eventually("both are counted", () => hub.billed(fact.id).requests === 2);
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(hub.billed(fact.id)).toEqual({ up: 20_014, down: 301_000, requests: 2 });
  }, 20_000);

  test("A reset mid-transfer counts no more than was handed over", async () => {
    const [fact] = facts;
    // More than the kernel's buffers hold.
    const bytes = 40 * 1024 * 1024;
    const { client } = await connectTo({ port: fact.port }, { ...dora, authority: raw.authority });
    const head = Buffer.alloc(4);
    head.writeUInt32BE(bytes);
    client.socket.write(head);
    await eventually("some bytes", () => client.bytes > 300_000);
    const handedOver = await stall(client);
    client.socket.resetAndDestroy();
    expect(handedOver).toBeLessThan(bytes);
    await eventually("it is over", () => gateway.connections.size === 0);
    await eventually("it is counted", () => hub.billed(fact.id).down >= client.bytes);
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(hub.billed(fact.id)).toMatchObject({ up: 4, requests: 1 });
    expect(hub.billed(fact.id).down).toBeLessThanOrEqual(handedOver);
  });
});
