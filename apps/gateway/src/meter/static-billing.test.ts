/** Static IPs' bytes are counted as carried, without disturbing leased traffic. */
import type { ExitFact, UsageRow } from "@turnpike/contract/data-plane.ts";
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
import type { Endpoint } from "../testing/test-gateway.ts";
import { engines } from "../testing/engines.ts";
import { labExit } from "../testing/resources.ts";
import { TestHub } from "../testing/test-hub.ts";
import { httpOrigin, type Origin, pattern, rawOrigin, sendPattern } from "../testing/origin.ts";
import { stall } from "../testing/handed-over.ts";
import { staticListenerOf, freeStaticPort } from "../testing/static-ips.ts";
import { seeded } from "../testing/test-sizes.ts";

let hub: TestHub;
let gateway: RunningGateway;
let web: Origin & { up(): number; down(): number };
/** Counts bytes received; then responds with as many bytes as the first four bytes said. */
let raw: Origin;
/** What the raw target counted, by exit address. */
let seen: Map<string, { up: number; down: number }>;
let port: number;
const password = "secret3";

interface Customer {
  id: string;
  user: string;
  ip: string;
  door: Endpoint;
}

async function customer(user: string, exit: ExitFact): Promise<Customer> {
  hub.upsert(exit);
  const { id } = hub.addStaticIp(exit, user, password);
  return { id, user, ip: exit.ip, door: { port, host: exit.ip } };
}

function rawTarget(): Promise<Origin> {
  return rawOrigin((socket) => {
    const own = seen.get(socket.remoteAddress ?? "") ?? { up: 0, down: 0 };
    seen.set(socket.remoteAddress ?? "", own);
    let head = Buffer.alloc(0);
    socket.on("data", (chunk: Buffer) => {
      own.up += chunk.length;
      if (head.length >= 4) return;
      head = Buffer.concat([head, chunk.subarray(0, 4 - head.length)]);
      if (head.length < 4) return;
      own.down += head.readUInt32BE(0);
      sendPattern(socket, head.readUInt32BE(0));
      socket.end();
    });
  });
}

/** Sends `up` bytes and receives `down`; both are compared. */
async function tunnel(by: Customer, socks: boolean, up: number, down: number): Promise<void> {
  const { client } = socks
    ? await socksTo(by.door, { user: by.user, password, port: raw.port })
    : await connectTo(by.door, { user: by.user, password, authority: raw.authority });
  const head = Buffer.alloc(4);
  head.writeUInt32BE(down);
  client.socket.write(head);
  for (let at = 4; at < up; at += 50_000) client.socket.write(pattern(Math.min(50_000, up - at)));
  client.socket.end();
  await eventually("both ends", () => client.ended || client.closed, 20_000);
  expect(client.all().equals(pattern(down))).toBe(true);
}

/** Absolute-form requests on one connection; returns the number of bytes received. */
async function requests(by: Customer, sizes: number[]): Promise<number> {
  const client = new Client(by.door.port, undefined, by.door.host);
  const login = `Proxy-Authorization: ${basic(by.user, password)}\r\n`;
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

describe.each(engines)("exact accounting (M1, $name engine)", (engine) => {
  beforeEach(async () => {
    seen = new Map();
    hub = await new TestHub().listen();
    [web, raw] = await Promise.all([httpOrigin(), rawTarget()]);
    hub.upsert(labExit());
    port = freeStaticPort();
    const options = { staticPorts: [port], lastReportsMs: 300, ...engine.options };
    gateway = await gatewayAt(hub, [web.authority, raw.authority], options);
  });
  afterEach(async () => {
    await gateway.stop(100);
    await Promise.all([web.stop(), raw.stop()]);
    await hub.stop();
  });

  test("Two static IPs and a plan at once are each counted separately", async () => {
    const random = seeded(61);
    const size = () => 4 + Math.floor(random() ** 3 * 2 * 1024 * 1024);
    const exits = [labExit({ product: "static" }), labExit({ product: "short" })] as const;
    const long = await customer("carol1", exits[0]);
    const short = await customer("shorty1", exits[1]);
    for (const exit of exits) await staticListenerOf(hub, exit, port);
    const planId = hub.addSubAccount("alice1", password, 1e9);
    const plan = { id: planId, user: "alice1", ip: "", door: { port: gateway.port } };
    const answered = new Map<string, number>();
    let planTunnels = 0;
    for (let round = 0; round < 4; round += 1) {
      const each = [long, short, plan].flatMap((by) => [
        tunnel(by, false, size(), size()),
        tunnel(by, true, size(), size()),
      ]);
      planTunnels += 2;
      const absolute = [long, short].map(async (by) => {
        const down = await requests(by, [size(), size(), 0, size()]);
        answered.set(by.id, (answered.get(by.id) ?? 0) + down);
      });
      await Promise.all([...each, ...absolute]);
    }
    const at = (ip: string) => seen.get(ip) ?? { up: 0, down: 0 };
    await eventually("all is counted", () =>
      [long, short].every(({ id }) => hub.billed(id).requests === 4 * 6),
    );
    await eventually("the targets have all", () => raw.sockets.size === 0);
    await new Promise((resolve) => setTimeout(resolve, 600));
    for (const by of [long, short]) {
      expect(hub.billed(by.id).down).toBe(at(by.ip).down + (answered.get(by.id) ?? 0));
    }
    const rawUp = at(long.ip).up + at(short.ip).up;
    expect(hub.billed(long.id).up + hub.billed(short.id).up).toBe(rawUp + web.up());
    const planSeen = [...seen].filter(([ip]) => ip !== long.ip && ip !== short.ip);
    expect(planSeen).toEqual([
      [expect.any(String), { up: hub.billed(planId).up, down: hub.billed(planId).down }],
    ]);
    expect(hub.billed(planId).requests).toBe(planTunnels);
    judgeRows({ long: long.id, short: short.id, plan: planId });
    expect(hub.unleased).toBe(0);
    await eventually("the plan's leases are settled", () => hub.leases.size === 0, 20_000);
    const { up, down } = hub.billed(planId);
    expect(hub.left.get(planId)).toBe(1e9 - up - down);
  }, 60_000);

  test("A reset mid-transfer counts no more than was handed over", async () => {
    const exit = labExit({ product: "static" });
    const by = await customer("carol1", exit);
    await staticListenerOf(hub, exit, port);
    // More than the kernel's buffers hold.
    const bytes = 40 * 1024 * 1024;
    const request = { user: by.user, password, authority: raw.authority };
    const { client } = await connectTo(by.door, request);
    const head = Buffer.alloc(4);
    head.writeUInt32BE(bytes);
    client.socket.write(head);
    await eventually("some bytes", () => client.bytes > 300_000);
    const handedOver = await stall(client);
    client.socket.resetAndDestroy();
    expect(handedOver).toBeLessThan(bytes);
    await eventually("it is over", () => gateway.connections.size === 0);
    await eventually("it is counted", () => hub.billed(by.id).down >= client.bytes);
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(hub.billed(by.id)).toMatchObject({ up: 4, requests: 1 });
    expect(hub.billed(by.id).down).toBeLessThanOrEqual(handedOver);
  });

  test("Usage while the hub is unreachable is reported once, even after a restart (M7)", async () => {
    const exit = labExit({ product: "static" });
    const by = await customer("carol1", exit);
    await staticListenerOf(hub, exit, port);
    await tunnel(by, false, 10, 1_000);
    await hub.disconnect();
    await tunnel(by, true, 20_004, 300_000);
    await new Promise((resolve) => setTimeout(resolve, 400));
    await gateway.stop(0);
    await hub.listen();
    const options = { staticPorts: [port], lastReportsMs: 300, ...engine.options };
    gateway = await gatewayAt(hub, [web.authority, raw.authority], options);
    await eventually("both are counted", () => hub.billed(by.id).requests === 2);
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(hub.billed(by.id)).toEqual({ up: 20_014, down: 301_000, requests: 2 });
  }, 20_000);
});

/** Static IPs' rows have no lease, the plan's rows have one. */
function judgeRows({ long, short, plan }: Record<"long" | "short" | "plan", string>): void {
  const kinds = new Set(
    hub.rows.map((row: UsageRow) => `${row.subAccountId} ${row.product} ${row.leaseId !== ""}`),
  );
  expect([...kinds].sort()).toEqual(
    [`${long} static false`, `${plan} traffic true`, `${short} short false`].sort(),
  );
}
