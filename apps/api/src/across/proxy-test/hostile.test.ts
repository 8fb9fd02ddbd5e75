import type { Socket } from "node:net";
import { sampled } from "@turnpike/net/testing/full.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { startHubApi, withSubAccount } from "../request-log/testing.ts";
import { startPeer } from "./testing.ts";
import { freePort } from "@turnpike/net/testing/free-ports.ts";
import { forTests } from "@turnpike/net/testing/for-tests.ts";

let who: Awaited<ReturnType<typeof withSubAccount>>;
/** How the fake gateway handles the next connection. */
let behave: (socket: Socket) => void;

const peer = forTests(() => startPeer((socket) => behave(socket)));
const api = forTests(() => startHubApi({ GATEWAY_PORT: String(peer.port) }));
beforeAll(async () => {
  who = await withSubAccount(api, "TestEve01");
});

const proxyTest = async (protocol: string, at = peer.port, of = api) => {
  const proxy = `127.0.0.1:${at}:TestEve01:secret123`;
  return of.send("proxyTest", { session: who.session, proxy, protocol });
};
/** Sends one text per chunk of data received. */
const saying = (...texts: (string | Buffer)[]) => {
  return (socket: Socket) => {
    let next = 0;
    socket.on("data", () => {
      const text = texts[next++];
      if (text !== undefined) socket.write(text);
    });
  };
};
const tunnel = "HTTP/1.1 200 OK\r\nX-Request-Id: r1\r\n\r\n";
const page = (body: string) => `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
const json = page('{"ip":"198.51.100.9"}');

describe("A server in the gateway's place", () => {
  it.each(
    sampled<[string, string, (socket: Socket) => void, object]>(
      [
        ["closes at once", "http", (socket) => socket.destroy(), { ok: false }],
        ["closes at once", "socks5", (socket) => socket.destroy(), { ok: false }],
        ["speaks no HTTP", "http", saying("SSH-2.0-OpenSSH_9.9\r\n"), { ok: false }],
        ["speaks no SOCKS5", "socks5", saying("HTTP/1.1 400 Bad Request\r\n\r\n"), { ok: false }],
        [
          "refuses without a reason",
          "http",
          saying('HTTP/1.1 502 Bad\r\nProxy-Status: x; details="constructor"\r\n\r\n'),
          { ok: false, status: 502 },
        ],
        [
          "sends a hundred fields",
          "http",
          saying(`HTTP/1.1 200 OK\r\n${"X: y\r\n".repeat(90_000)}\r\n`),
          { ok: false },
        ],
        ["answers the page with nonsense", "http", saying(tunnel, "nonsense"), { ok: false }],
        [
          "answers the page without an address",
          "http",
          saying(tunnel, page('{"ip":"<script>"}')),
          { ok: false, reason: "badAnswer", requestId: "r1" },
        ],
        ["answers null", "http", saying(tunnel, page("null")), { ok: false, reason: "badAnswer" }],
        [
          "answers a page without end",
          "http",
          (socket) => saying(tunnel, `HTTP/1.1 200 OK\r\n\r\n${"x".repeat(100_000)}`)(socket),
          { ok: false, reason: "badAnswer" },
        ],
        ["is honest in JSON", "http", saying(tunnel, json), { ok: true, exitIp: "198.51.100.9" }],
        [
          "is honest in text",
          "http",
          saying(tunnel, page("2001:DB8::1\n")),
          { exitIp: "2001:db8::1" },
        ],
        [
          "sends the page's answer ahead",
          "http",
          saying(tunnel + json),
          { ok: true, country: null },
        ],
        [
          "is honest by SOCKS5, byte by byte",
          "socks5",
          saying(
            Buffer.from([5, 2]),
            Buffer.from([1, 0]),
            Buffer.from([5, 0, 0, 3, 1, 65, 0, 80]),
            json,
          ),
          { ok: true, exitIp: "198.51.100.9", status: 0, requestId: null },
        ],
        [
          "knows no such login",
          "socks5",
          saying(Buffer.from([5, 255])),
          { ok: false, status: 255 },
        ],
        [
          "refuses the login",
          "socks5",
          saying(Buffer.from([5, 2]), Buffer.from([1, 1])),
          { ok: false, reason: "credentials", status: 1 },
        ],
      ],
      2,
    ),
  )("%s (%s): the call returns a result", async (_what, protocol, how, expected) => {
    behave = how;
    const { code, data } = await proxyTest(protocol);
    expect(code).toBe(0);
    expect(data).toMatchObject(expected);
    const { ok, text, fix } = data;
    expect([text !== "", fix !== ""]).toEqual([!ok, !ok]);
  });
});

it("An unreachable gateway is reported as not ready", async () => {
  const nowhere = await freePort();
  const other = await startHubApi({ GATEWAY_PORT: String(nowhere) });
  who = await withSubAccount(other, "TestEve01");
  const { data } = await proxyTest("http", nowhere, other);
  expect(data).toMatchObject({ ok: false, reason: "notReady", status: null, requestId: null });
  await other.stop();
});

it("Outside the lab the operator configures the test page; without one there is no test", async () => {
  const asked: string[] = [];
  const production = { NODE_ENV: "production", GATEWAY_PORT: String(peer.port) };
  const bare = await startHubApi(production);
  who = await withSubAccount(bare, "TestEve01");
  const refused = await proxyTest("http", peer.port, bare);
  expect([refused.code, refused.data.reason]).toEqual([403, "proxyTestUnavailable"]);
  await bare.stop();
  const named = await startHubApi({
    ...production,
    PROXY_TEST_URL: "http://ip.example.net/me?x=1",
  });
  who = await withSubAccount(named, "TestEve01");
  behave = (socket) => {
    socket.on("data", (text) => asked.push(String(text).split("\r\n")[0] ?? ""));
    saying(tunnel, json)(socket);
  };
  expect((await proxyTest("http", peer.port, named)).data.ok).toBe(true);
  expect(asked).toEqual(["CONNECT ip.example.net:80 HTTP/1.1", "GET /me?x=1 HTTP/1.1"]);
  await named.stop();
});
