/** SOCKS5 according to RFC 1928 and RFC 1929, byte by byte (G16). */
import { sized } from "@turnpike/net/testing/full.ts";
import { timeLimit } from "@turnpike/net/testing/time-bar.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { forEachTest } from "@turnpike/net/testing/for-tests.ts";
import type { RunningGateway } from "../serve.ts";
import { Client, eventually, gatewayAt } from "../testing/test-gateway.ts";
import { engines } from "../testing/engines.ts";
import { TestHub } from "../testing/test-hub.ts";
import { Outside } from "../testing/outside.ts";
import { realWorld } from "../lib/world.ts";

let gateway: RunningGateway;
const headTimeoutMs = 2_000;
const atOnce = 8;

const text = (value: string) => [value.length, ...Buffer.from(value, "latin1")];
const hello = [5, 1, 2];
const login = [1, ...text("alice1"), ...text("secret1")];
const name = (host: string) => [3, ...text(host)];
const https = [1, 187];
const request = (address: number[], port = https) => [5, 1, 0, ...address, ...port];
const good = request(name("a.example"));
const ipv6 = [4, 0x26, 6, 0x47, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x11, 0x11];
const reply = (code: number) => [5, code, 0, 1, 0, 0, 0, 0, 0, 0];
const inside = [5, 2, 1, 0];

/** What a client sends, everything it receives, and whether the connection then ends. */
interface Row {
  title: string;
  sends: number[];
  gets: number[];
  stays?: boolean;
}
const served: Row[] = [
  { title: "user and password offered alone", sends: hello, gets: [5, 2], stays: true },
  { title: "offered among others", sends: [5, 4, 0, 1, 2, 128], gets: [5, 2], stays: true },
  { title: "offered twice", sends: [5, 2, 2, 2], gets: [5, 2], stays: true },
  {
    title: "offered among 255",
    sends: [5, 255, ...Array.from({ length: 254 }, () => 9), 2],
    gets: [5, 2],
    stays: true,
  },
  { title: "right password", sends: [...hello, ...login], gets: inside, stays: true },
  {
    title: "a name",
    sends: [...hello, ...login, ...good],
    gets: [...inside, ...reply(0)],
    stays: true,
  },
  {
    title: "an IPv4 address",
    sends: [...hello, ...login, ...request([1, 8, 8, 8, 8])],
    gets: [...inside, ...reply(0)],
    stays: true,
  },
  {
    title: "an IPv6 address",
    sends: [...hello, ...login, ...request(ipv6)],
    gets: [...inside, ...reply(0)],
    stays: true,
  },
  {
    title: "an address as a name",
    sends: [...hello, ...login, ...request(name("8.8.8.8"))],
    gets: [...inside, ...reply(0)],
    stays: true,
  },
];
const refusedGreetings: Row[] = [
  { title: "none alone", sends: [5, 1, 0], gets: [5, 255] },
  { title: "GSSAPI alone", sends: [5, 1, 1], gets: [5, 255] },
  { title: "private methods", sends: [5, 2, 128, 254], gets: [5, 255] },
  { title: "method 255", sends: [5, 1, 255], gets: [5, 255] },
  { title: "no methods", sends: [5, 0], gets: [] },
  {
    title: "wrong password",
    sends: [...hello, 1, ...text("alice1"), ...text("x")],
    gets: [5, 2, 1, 1],
  },
  {
    title: "unknown user",
    sends: [...hello, 1, ...text("nobody1"), ...text("x")],
    gets: [5, 2, 1, 1],
  },
  { title: "empty user", sends: [...hello, 1, 0, ...text("x")], gets: [5, 2, 1, 1] },
  { title: "empty password", sends: [...hello, 1, ...text("alice1"), 0], gets: [5, 2, 1, 1] },
  {
    title: "user and password of 255",
    sends: [...hello, 1, ...text("a".repeat(255)), ...text("b".repeat(255))],
    gets: [5, 2, 1, 1],
  },
  { title: "login of version 0", sends: [...hello, 0, ...login.slice(1)], gets: [5, 2] },
  { title: "login of version 5", sends: [...hello, 5, ...login.slice(1)], gets: [5, 2] },
  { title: "the request in place of the login", sends: [...hello, ...good], gets: [5, 2] },
];
const inTurn = (title: string, last: number[], code: number): Row => ({
  title,
  sends: [...hello, ...login, ...last],
  gets: [...inside, ...reply(code)],
});
const refusedRequests: Row[] = [
  inTurn("BIND", [5, 2, 0, 1, 8, 8, 8, 8, ...https], 7),
  inTurn("UDP ASSOCIATE", [5, 3, 0, 1, 0, 0, 0, 0, 0, 0], 7),
  inTurn("command 0", [5, 0, 0, 1, 8, 8, 8, 8, ...https], 7),
  inTurn("command 255", [5, 255, 0, ...name("a.example"), ...https], 7),
  inTurn("reserved byte not 0", [5, 1, 1, 1, 8, 8, 8, 8, ...https], 1),
  inTurn("address type 0", [5, 1, 0, 0], 8),
  inTurn("address type 2", [5, 1, 0, 2], 8),
  inTurn("address type 5", [5, 1, 0, 5], 8),
  inTurn("address type 255", [5, 1, 0, 255], 8),
  inTurn("version 4", [4], 1),
  inTurn("version 0", [0], 1),
  inTurn("empty name", request([3, 0]), 1),
  inTurn("port 0", request(name("a.example"), [0, 0]), 1),
  inTurn("port 0 at an address", request([1, 8, 8, 8, 8], [0, 0]), 1),
  inTurn("name with a NUL", request(name("a.example\0.b")), 1),
  inTurn("name with a space", request(name("a example")), 1),
  inTurn("name with a line end", request(name("a.example\r\n")), 1),
  inTurn("name of 255", request(name("a.".repeat(127) + "b")), 1),
  inTurn("label of 64", request(name(`${"a".repeat(64)}.example`)), 1),
  inTurn("bytes that are no UTF-8", request(name("\xff\xfe.example")), 1),
  inTurn("an octal address as a name", request(name("0177.0.0.1")), 1),
  inTurn("loopback", request([1, 127, 0, 0, 1]), 2),
  inTurn("loopback by name", request(name("localhost")), 2),
  inTurn("a mapped address", request([4, ...Array<number>(10).fill(0), 255, 255, 8, 8, 8, 8]), 2),
  inTurn("a name that does not resolve", request(name("nowhere.example")), 4),
];

/** Everything cut in two at each byte, and byte by byte. */
function cuts(sends: number[]): number[][][] {
  const all = [[sends], sends.map((byte) => [byte])];
  for (let at = 1; at < sends.length; at += 1) all.push([sends.slice(0, at), sends.slice(at)]);
  if (sends.length > 200) return all.filter((_, index) => index % 16 === 0);
  return all.filter((_, index) => index < 2 || index % sized(4, 1) === 0);
}

async function converse(pieces: number[][], row: Row, from: string): Promise<string | null> {
  const client = new Client(gateway.port, from);
  for (const piece of pieces) {
    client.socket.write(Buffer.from(piece));
    if (pieces.length > 1) await new Promise((resolve) => setTimeout(resolve, 2));
  }
  const over = () => client.ended || client.closed;
  const wanted = row.gets.length;
  await eventually(row.title, () => over() || (client.bytes >= wanted && row.stays === true), 3_000)
    // If something is missing, the comparison below reports it.
    .catch(() => {});
  const got = { gets: [...client.all()], stays: !over() };
  client.socket.destroy();
  const right = JSON.stringify({ gets: row.gets, stays: row.stays === true });
  return JSON.stringify(got) === right
    ? null
    : `${row.title} in ${pieces.map((piece) => piece.length).join("+")}: ${JSON.stringify(got)}`;
}

describe.each(engines)("SOCKS5 (G16, $name engine)", (engine) => {
  const hub = forEachTest(() => new TestHub().listen());
  const outside = forEachTest(async () => {
    hub.addSubAccount("alice1", "secret1", 1e9);
    return new Outside().listen();
  });
  beforeEach(async () => {
    hub.upsert(outside.exit());
    const lookup = async (host: string) =>
      host === "nowhere.example" ? Promise.reject(new Error("ENOTFOUND")) : ["93.184.216.34"];
    const world = { ...realWorld(), lookup };
    gateway = await gatewayAt(hub, [], { world, headTimeoutMs, ...engine.options });
  });
  afterEach(() => gateway.stop(0));

  const tables: [string, Row[]][] = [
    ["served", served],
    ["refused before the request", refusedGreetings],
    ["refused by their replies", refusedRequests],
  ];
  test.each(tables)(
    "Every handshake that is %s behaves the same however it is split",
    async (_, rows) => {
      for (const [index, row] of rows.entries()) {
        const all = cuts(row.sends);
        const wrong: (string | null)[] = [];
        for (let at = 0; at < all.length; at += atOnce) {
          // Failed logins from a single address would soon be blocked.
          const from = `127.0.${index + 1}.${at / atOnce + 1}`;
          const group = all.slice(at, at + atOnce);
          wrong.push(...(await Promise.all(group.map((pieces) => converse(pieces, row, from)))));
        }
        expect(wrong.filter((each) => each !== null)).toEqual([]);
      }
    },
    60_000,
  );

  test("Bytes sent before the replies reach the target completely and once", async () => {
    const early = "GET / HTTP/1.1\r\n\r\n".repeat(500);
    const ahead = Buffer.concat([Buffer.from([...hello, ...login, ...good]), Buffer.from(early)]);
    for (const cut of [1, 4, 20, 33, 34, 36, 40, 1_000, ahead.length]) {
      const client = new Client(gateway.port);
      client.socket.write(ahead.subarray(0, cut));
      await new Promise((resolve) => setTimeout(resolve, 10));
      client.socket.write(ahead.subarray(cut));
      await client.exactly(14);
      const [reached] = outside.reached.splice(0);
      expect(reached?.authority).toBe("a.example:443");
      await eventually("early bytes", () => (reached?.bytes.length ?? 0) >= early.length);
      expect(reached?.bytes.toString()).toBe(early);
      client.socket.destroy();
    }
  });

  test("A client that stops at any byte of the handshake is closed in time", async () => {
    const all = [...hello, ...login, ...good];
    const began = performance.now();
    const clients = all.map((_, length) => {
      const client = new Client(gateway.port);
      client.socket.write(Buffer.from(all.slice(0, length)));
      return client;
    });
    for (const client of clients) {
      await eventually(
        "the end",
        () => client.ended || client.closed,
        timeLimit(headTimeoutMs + 1_000),
      );
      expect(performance.now() - began).toBeLessThan(timeLimit(headTimeoutMs + 1_000));
      client.socket.destroy();
    }
    expect(outside.reached).toEqual([]);
  });
});
