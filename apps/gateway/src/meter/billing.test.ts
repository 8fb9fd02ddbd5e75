import { isFull } from "@turnpike/net/testing/full.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { forEachTest } from "@turnpike/net/testing/for-tests.ts";
import type { RunningGateway } from "../serve.ts";
import {
  basic,
  Client,
  connectTo,
  eventually,
  gatewayAt,
  socksTo,
} from "../testing/test-gateway.ts";
import { labExit } from "../testing/resources.ts";
import { TestHub } from "../testing/test-hub.ts";
import { seeded } from "../testing/test-sizes.ts";
import { httpOrigin, pattern, rawOrigin, sendPattern } from "../testing/origin.ts";
import { stall } from "../testing/handed-over.ts";

let gateway: RunningGateway;
const rawSeen = { up: 0, down: 0, wrong: 0 };
let id: string;
const MB = 1_000_000;
const alice = { user: "alice1", password: "secret1" };

const hub = forEachTest(() => new TestHub().listen());
const web = forEachTest(httpOrigin);
/** The first 8 bytes say how many to expect and how many to send; half-closes do the rest. */
const raw = forEachTest(async () => {
  Object.assign(rawSeen, { up: 0, down: 0, wrong: 0 });
  return rawOrigin((socket) => {
    let head = Buffer.alloc(0);
    let seen = 0;
    socket.on("data", (chunk: Buffer) => {
      rawSeen.up += chunk.length;
      const body = head.length < 8 ? chunk.subarray(8 - head.length) : chunk;
      head = Buffer.concat([head, chunk.subarray(0, Math.max(8 - head.length, 0))]);
      if (!body.equals(pattern(body.length, seen))) rawSeen.wrong += 1;
      if (seen === 0 && head.length === 8) {
        const send = pattern(head.readUInt32BE(4));
        rawSeen.down += send.length;
        socket.end(send);
      }
      seen += body.length;
    });
  });
});
beforeEach(async () => {
  id = hub.addSubAccount("alice1", "secret1", 4_000 * MB);
  for (let count = 0; count < 4; count += 1) hub.upsert(labExit());
  gateway = await gatewayAt(hub, [web.authority, raw.authority]);
});
afterEach(() => gateway.stop(100));

async function rawTransfer(client: Client, up: number, down: number): Promise<void> {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(up, 0);
  head.writeUInt32BE(down, 4);
  client.socket.write(head);
  for (let at = 0; at < up; at += 50_000) {
    client.socket.write(pattern(Math.min(50_000, up - at), at));
  }
  client.socket.end();
  await eventually("both ends", () => client.ended || client.closed, 55_000);
  expect(client.all().equals(pattern(down))).toBe(true);
}

describe("billed bytes equal relayed bytes (M1)", () => {
  test("CONNECT, SOCKS5, absolute GET and POST, keep-alive, both directions at once, half-close", async () => {
    const random = seeded(20_261_121);
    const carried = { up: 0, down: 0, requests: 0 };
    const size = () => Math.floor(random() ** 4 * 4 * 1024 * 1024);
    const tunnel = async (socks: boolean) => {
      const [up, down] = [size(), size()];
      const { client } = socks
        ? await socksTo(gateway, { ...alice, port: raw.port })
        : await connectTo(gateway, { ...alice, authority: raw.authority });
      await rawTransfer(client, up, down);
      carried.up += up + 8;
      carried.down += down;
      carried.requests += 1;
    };
    const requests = async () => {
      const client = new Client(gateway.port);
      const login = `Proxy-Authorization: ${basic("alice1-sid-k1", "secret1")}\r\n`;
      for (let count = Math.ceil(random() * 4); count > 0; count -= 1) {
        const bytes = size();
        const post = random() < 0.5;
        const [method, path] = post ? ["POST", "/sink"] : ["GET", `/bytes/${bytes}`];
        const length = post ? `Content-Length: ${bytes}\r\n` : "";
        client.socket.write(
          `${method} http://${web.authority}${path} HTTP/1.1\r\nHost: a\r\n${login}${length}\r\n`,
        );
        if (post) client.socket.write(pattern(bytes));
        const head = await client.head();
        expect(head).toMatch(/^HTTP\/1\.1 200/);
        const body = Number(/content-length: (\d+)/i.exec(head)?.[1]);
        const answer = await client.exactly(body);
        expect(answer.equals(post ? Buffer.from(String(bytes)) : pattern(bytes))).toBe(true);
        carried.down += head.length + body;
        carried.requests += 1;
      }
      client.socket.end();
    };
    for (let round = 0; round < 12; round += 1) {
      await Promise.all([
        tunnel(false),
        tunnel(true),
        requests(),
        requests(),
        tunnel(random() < 0.5),
      ]);
    }
    await eventually("origins are done", () => raw.sockets.size === 0);
    await eventually(
      "the reports are in",
      () => hub.billed(id).requests >= carried.requests && hub.billed(id).down >= carried.down,
    );
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(rawSeen.wrong).toBe(0);
    expect(hub.billed(id)).toEqual({ ...carried, up: rawSeen.up + web.up() });
    expect(carried.up).toBe(rawSeen.up);
    expect(hub.unleased).toBe(0);
    expect(hub.duplicates).toBe(0);
  }, 60_000);

  test("A reset mid-transfer bills no more than was handed over, and is passed on", async () => {
    let reset = 0;
    // More than the kernel's buffers hold.
    const size = 40 * 1024 * 1024;
    const origin = await rawOrigin((socket) => {
      socket.on("error", (error: NodeJS.ErrnoException) => {
        if (error.code === "ECONNRESET" || error.code === "EPIPE") reset += 1;
      });
      sendPattern(socket, size);
    });
    await gateway.stop(0);
    gateway = await gatewayAt(hub, [origin.authority]);
    const { client } = await connectTo(gateway, { ...alice, authority: origin.authority });
    await eventually("some bytes", () => client.bytes > 500_000);
    const handedOver = await stall(client);
    client.socket.resetAndDestroy();
    expect(handedOver).toBeLessThan(size);
    await eventually("the origin sees it", () => reset === 1);
    // A gateway that stops reports everything and returns its leases.
    await gateway.stop(0);
    expect([hub.leases.size, hub.settledLeases > 0]).toEqual([0, true]);
    expect(hub.billed(id).down).toBeGreaterThanOrEqual(client.bytes);
    expect(hub.billed(id).down).toBeLessThanOrEqual(handedOver);
    await origin.stop();
  });

  test("Every byte is correct in 40 concurrent tunnels, slow readers among them", async () => {
    const size = 3 * 1024 * 1024;
    await Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        const { client } = await connectTo(gateway, { ...alice, authority: raw.authority });
        const pace =
          index % 3 > 0
            ? undefined
            : setInterval(() => {
                client.socket.pause();
                setTimeout(() => client.socket.resume(), 15);
              }, 25);
        await rawTransfer(client, size - index * 1_111, size - index * 777);
        clearInterval(pace);
      }),
    );
    await eventually("origins are done", () => raw.sockets.size === 0);
    expect(rawSeen.wrong).toBe(0);
    const all = rawSeen.up + rawSeen.down;
    const billed = () => hub.billed(id).up + hub.billed(id).down;
    await eventually("the reports are in", () => billed() >= all, 20_000);
    expect(hub.billed(id)).toMatchObject({ up: rawSeen.up, down: rawSeen.down });
  }, 60_000);

  test.runIf(isFull)(
    "An idle lease is returned, so that the balance is exact",
    async () => {
      const { client } = await connectTo(gateway, { ...alice, authority: raw.authority });
      await rawTransfer(client, 1_000, 2_000);
      await eventually(
        "it is settled",
        () => hub.leases.size === 0 && hub.settledLeases > 0,
        14_000,
      );
      expect(hub.left.get(id)).toBe(4_000 * MB - 3_008);
    },
    20_000,
  );
});
