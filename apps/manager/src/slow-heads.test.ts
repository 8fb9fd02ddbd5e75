/** A client that sends its request byte by byte is cut off (quality X: slow clients). */
import { createServer, type AddressInfo } from "node:net";
import { once } from "node:events";
import { afterAll, beforeAll, expect, test } from "vitest";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { Listener } from "./listener.ts";
import { Program, startProvider, startSite } from "./testing.ts";

const HEAD_MS = 300;
let listener: Listener;
let port: number;
const provider = forTests(startProvider);
const site = forTests(startSite);
beforeAll(async () => {
  const free = createServer().listen(0, "127.0.0.1");
  await once(free, "listening");
  ({ port } = free.address() as AddressInfo);
  await once(free.close(), "close");
  listener = new Listener({
    protocol: "both",
    initialTraffic: { upBytes: 0, downBytes: 0 },
    headTimeoutMs: HEAD_MS,
    context: {
      upstream: () => ({
        protocol: "http",
        host: "127.0.0.1",
        port: provider.port,
        username: "ada",
        password: "secret",
      }),
      isOwnPort: () => false,
      refusalFor: () => null,
      reportDial: () => {},
    },
  });
  await listener.listen(port);
});
afterAll(() => listener?.close());

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Sends the bytes every 50 ms for at most ten seconds. Returns whether the other side ended. */
async function trickled(program: Program, bytes: string): Promise<boolean> {
  for (let at = 0; at < 200 && !program.ended; at += 1) {
    program.send(bytes);
    await pause(50);
  }
  const { ended } = program;
  program.socket.destroy();
  return ended;
}

test.each([
  ["nothing", "", ""],
  ["a request", "GET http://a.example/ HTTP/1.1\r\nX: ", "a"],
  ["a CONNECT", "CONNECT a.example:80 HTTP/1.1\r\nX: ", "a"],
  ["the methods of SOCKS5", "\u0005\u00ff", "\u0001"],
])("A connection that only begins %s is closed", async (_what, first, then) => {
  const program = new Program(port).send(first);
  expect(await trickled(program, then)).toBe(true);
});

test("A keep-alive connection may idle longer, but not in the middle of its next header", async () => {
  const asked = `GET http://site.example:${site.port}/ HTTP/1.1\r\nHost: a\r\n\r\n`;
  const program = new Program(port);
  for (let round = 0; round < 2; round += 1) {
    program.send(asked);
    while (!program.received.includes("GET /")) await once(program.socket, "data");
    program.received = Buffer.alloc(0);
    await pause(2 * HEAD_MS);
    expect(program.ended).toBe(false);
  }
  program.send("GET http://a.example/ HTTP/1.1\r\nX: ");
  expect(await trickled(program, "a")).toBe(true);
});

test("A rejected client that continues sending is disconnected", async () => {
  const program = new Program(port);
  expect(await program.connect("malformed")).toBe(400);
  program.ended = false;
  program.socket.removeAllListeners("end");
  expect(await trickled(program, "a")).toBe(true);
});

test("An open tunnel is not subject to the header timeout", async () => {
  const program = new Program(port);
  expect(await program.connect(`site.example:${site.port}`)).toBe(200);
  await pause(2 * HEAD_MS);
  program.send("GET /later HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
  expect(await program.rest()).toContain("GET /later");
});
