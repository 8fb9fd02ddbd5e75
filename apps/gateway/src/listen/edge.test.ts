/** The gateway's edge: PROXY headers, TLS, several addresses (spec/gateway#proxies). */
import { execFile } from "node:child_process";
import { connect as connectTls, type TLSSocket } from "node:tls";
import { promisify } from "node:util";
import { makeCertificate } from "@turnpike/net/testing/certificate.ts";
import { watchCertificate } from "@turnpike/net/certificate.ts";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { folderForTests, forEachTest, forTests } from "@turnpike/net/testing/for-tests.ts";
import type { RunningGateway } from "../serve.ts";
import { bothEngines } from "../testing/engines.ts";
import { httpOrigin, pattern, rawOrigin } from "../testing/origin.ts";
import { basic, Client, eventually, gatewayAt } from "../testing/test-gateway.ts";
import { labExit } from "../testing/resources.ts";
import { TestHub } from "../testing/test-hub.ts";

const folder = folderForTests();
const files = makeCertificate(folder);
const log = { info: () => undefined, error: () => undefined };
const certificate = watchCertificate({ name: "GATEWAY_TLS_CERT", ...files, log });
const run = promisify(execFile);
const listed = "203.0.113.9";
const line = (client = listed) => `PROXY TCP4 ${client} 127.0.0.1 4242 7000\r\n`;
const streamBytes = 2_000_000;
let gateway: RunningGateway;

const origin = forTests(httpOrigin);
afterAll(() => certificate.stop());

/** Sends bytes from an address; returns the response's first line, empty if just closed. */
async function answerTo(bytes: string | Buffer, from: string): Promise<string> {
  const client = new Client(gateway.port, from);
  client.socket.on("end", () => client.socket.end());
  client.socket.write(bytes);
  const head = await client.head();
  client.socket.destroy();
  return head.split("\r\n")[0] ?? "";
}
const get = (login = "") =>
  `GET http://${origin.authority}/ip HTTP/1.1\r\nHost: ${origin.authority}\r\n${login}\r\n`;
const login = `Proxy-Authorization: ${basic("alice1", "secret1")}\r\n`;

describe.each(bothEngines)("the gateway's edge ($name engine)", (engine) => {
  const hub = forEachTest(() => new TestHub().listen());
  beforeEach(async () => {
    hub.upsert(labExit());
    const subAccountId = hub.addSubAccount("alice1", "secret1", 1e9);
    hub.upsert({ kind: "whitelist", id: "listed", ip: listed, subAccountId, expiresAt: null });
    gateway = await gatewayAt(hub, [origin.authority], {
      hosts: ["127.0.0.1", "::1"],
      proxies: ["127.0.0.8/31"],
      tls: () => certificate.context(),
      ...engine.options,
    });
  });
  afterEach(() => gateway.stop(0));

  test("a listed proxy's header gives the client's address, whatever follows and however it is split", async () => {
    expect(await answerTo(line() + get(), "127.0.0.8")).toMatch(/^HTTP\/1\.1 200/);
    expect(await answerTo(line("203.0.113.10") + get(), "127.0.0.8")).toMatch(/^HTTP\/1\.1 407/);
    expect(await answerTo(`PROXY UNKNOWN\r\n${get(login)}`, "127.0.0.9")).toMatch(/ 200 /);
    const client = new Client(gateway.port, "127.0.0.8");
    for (const byte of line() + get()) {
      client.socket.write(byte);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await client.head()).toMatch(/^HTTP\/1\.1 200/);
    client.socket.destroy();
    const v2 = Buffer.concat([
      Buffer.from("\r\n\r\n\0\r\nQUIT\n\x21\x11\0\x0c", "latin1"),
      Buffer.from([203, 0, 113, 9, 127, 0, 0, 1, 16, 146, 27, 88]),
    ]);
    const socks = new Client(gateway.port, "127.0.0.9");
    socks.socket.write(Buffer.concat([v2, Buffer.from([5, 1, 0])]));
    expect([...(await socks.exactly(2))]).toEqual([5, 0]);
    socks.socket.destroy();
  });

  test("a listed proxy without a header gets no response, and a header from anyone else is refused", async () => {
    const cases: [string, string][] = [
      [get(login), "127.0.0.8"],
      [line().replace("TCP4", "TCP5") + get(login), "127.0.0.8"],
      [`${"x".repeat(200)}`, "127.0.0.9"],
    ];
    for (const [bytes, from] of cases) expect(await answerTo(bytes, from)).toBe("");
    expect(await answerTo(line() + get(login), "127.0.0.1")).toMatch(/^HTTP\/1\.1 400/);
  });

  test("TLS downloads side by side, whose readers pause and some of whom leave, get no other's bytes", async () => {
    const streams = await rawOrigin((socket) => {
      socket.once("data", (from) => socket.end(pattern(streamBytes, Number(from))));
    });
    await gateway.stop(0);
    const allowed = [streams.authority];
    gateway = await gatewayAt(hub, allowed, {
      tls: () => certificate.context(),
      ...engine.options,
    });
    /** Downloads from a place of its own; returns how many bytes were right before it left. */
    const download = async (place: number) => {
      const options = { port: gateway.port, host: "127.0.0.1", ca: files.ca };
      const socket = connectTls(options, () => {
        socket.write(`CONNECT ${streams.authority} HTTP/1.1\r\nHost: x\r\n${login}\r\n`);
      });
      const leavesAt = place % 4 === 3 ? streamBytes / 2 : streamBytes;
      let read = 0;
      for await (const chunk of socket as AsyncIterable<Buffer>) {
        const isHead = read === 0 && chunk.toString("latin1", 0, 8) === "HTTP/1.1";
        if (isHead) socket.write(String(place * 1_009));
        else {
          if (!chunk.equals(pattern(chunk.length, place * 1_009 + read))) return -1;
          read += chunk.length;
        }
        if (read >= leavesAt) break;
        if (read % 7 === place % 7) await new Promise((resolve) => setTimeout(resolve, 2));
      }
      socket.destroy();
      return Math.min(read, leavesAt);
    };
    const places = Array.from({ length: 12 }, (_, place) => place);
    const read = await Promise.all(places.map(download));
    expect(read).toEqual(places.map((place) => streamBytes / (place % 4 === 3 ? 2 : 1)));
    await streams.stop();
  });

  test("TLS relays CONNECT and GET downloads to the byte; CONNECT is billed exactly", async () => {
    const proxy = `https://alice1:secret1@127.0.0.1:${gateway.port}`;
    const curl = (url: string, ...more: string[]) =>
      run(
        "curl",
        ["-sS", "--max-time", "10", "--proxy-cacert", files.certFile, "-x", proxy, ...more, url],
        {
          encoding: "buffer",
          maxBuffer: 8e6,
        },
      );
    const size = 3_000_000;
    const url = `http://${origin.authority}`;
    const before = origin.down();
    const tunnelled = await curl(`${url}/bytes/${size}`, "--proxytunnel");
    expect(tunnelled.stdout.equals(pattern(size))).toBe(true);
    await eventually("all is billed", () => {
      const down = hub.rows.reduce((sum, row) => sum + row.downBytes, 0);
      return down === origin.down() - before;
    });
    const plain = await curl(`${url}/bytes/${size}`);
    expect(plain.stdout.equals(pattern(size))).toBe(true);
  });

  test("a client that offers HTTP/2 as well agrees on HTTP/1.1; one without ALPN is served", async () => {
    const agreed: (string | false | null)[] = [];
    for (const offered of [["h2", "http/1.1"], ["http/1.1"], []]) {
      const ALPNProtocols = offered;
      const secured = connectTls({
        port: gateway.port,
        ca: files.ca,
        host: "127.0.0.1",
        ALPNProtocols,
      });
      const answer = new Promise<string>((resolve) =>
        secured.once("data", (part) => resolve(String(part))),
      );
      secured.write(get(login));
      expect(await answer).toMatch(/^HTTP\/1\.1 200/);
      agreed.push(secured.alpnProtocol);
      secured.destroy();
    }
    expect(agreed).toEqual(["http/1.1", "http/1.1", false]);
  });

  test("a PROXY header comes before TLS; after a broken TLS handshake plain requests are still served", async () => {
    const raw = new Client(gateway.port, "127.0.0.8");
    raw.socket.removeAllListeners("data");
    raw.socket.write(line());
    const secured: TLSSocket = connectTls({ socket: raw.socket, ca: files.ca, host: "127.0.0.1" });
    const answer = new Promise<string>((resolve) =>
      secured.once("data", (part) => resolve(String(part))),
    );
    secured.write(get());
    expect(await answer).toMatch(/^HTTP\/1\.1 200/);
    secured.destroy();
    const broken = new Client(gateway.port);
    broken.socket.write(Buffer.concat([Buffer.from([0x16, 3, 1, 0, 5]), Buffer.alloc(50, 7)]));
    await eventually("it is closed", () => broken.closed || broken.ended);
    expect(await answerTo(get(login), "127.0.0.1")).toMatch(/^HTTP\/1\.1 200/);
    await eventually("nobody is counted", () => gateway.connections.size === 0);
  });

  test("it listens on one port at each of its addresses", async () => {
    const client = new Client(gateway.port, undefined, "::1");
    client.socket.write(get(login));
    expect(await client.head()).toMatch(/^HTTP\/1\.1 200/);
    client.socket.destroy();
  });
});
