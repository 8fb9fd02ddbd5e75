import { randomBytes } from "node:crypto";
import { sized } from "@turnpike/net/testing/full.ts";
import { expect, test } from "vitest";
import { readProxyHeader } from "./proxy-protocol.ts";

const v1 = (line: string, rest = "") =>
  readProxyHeader(Buffer.from(`${line}\r\n${rest}`, "latin1"));
const signature = Buffer.from("\r\n\r\n\0\r\nQUIT\n", "latin1");
/** Builds a version 2 header from its parts. */
function v2(command: number, family: number, body: number[], announced = body.length): Buffer {
  const fixed = Buffer.from([command, family, announced >> 8, announced & 255]);
  return Buffer.concat([signature, fixed, Buffer.from(body)]);
}
const ipv4 = [203, 0, 113, 7, 10, 0, 0, 1, 0x10, 0x92, 0x1b, 0x58];
const ipv6 = [
  0x20,
  1,
  0xd,
  0xb8,
  ...Array<number>(11).fill(0),
  7,
  ...Array<number>(16).fill(1),
  1,
  2,
  3,
  4,
];

test.each<[string, string | null]>([
  ["PROXY TCP4 203.0.113.7 10.0.0.1 4242 7000", "203.0.113.7"],
  ["PROXY TCP6 2001:DB8:0::7 ::1 65535 0", "2001:db8::7"],
  ["PROXY TCP6 ::ffff:203.0.113.7 ::1 1 2", "203.0.113.7"],
  ["PROXY UNKNOWN", null],
  ["PROXY UNKNOWN ffff::1 ffff::2 65535 65535", null],
])("version 1: %s (spec/gateway#proxies)", (line, address) => {
  expect(v1(line, "\x05")).toEqual({ length: line.length + 2, address });
});

test.each([
  "PROXY TCP4 203.0.113.7 10.0.0.1 4242",
  "PROXY TCP4 203.0.113.7 10.0.0.1 4242 7000 1",
  "PROXY TCP4  203.0.113.7 10.0.0.1 4242 7000",
  "PROXY TCP4 203.0.113.07 10.0.0.1 4242 7000",
  "PROXY TCP4 2001:db8::7 ::1 1 2",
  "PROXY TCP6 203.0.113.7 10.0.0.1 1 2",
  "PROXY TCP4 203.0.113.7 10.0.0.1 4242 70000",
  "PROXY TCP4 203.0.113.7 10.0.0.1 04242 7000",
  "PROXY TCP4 203.0.113.7 localhost 1 2",
  "PROXY UDP4 203.0.113.7 10.0.0.1 4242 7000",
  "PROXY ",
  "proxy TCP4 203.0.113.7 10.0.0.1 4242 7000",
  "GET / HTTP/1.1",
  "CONNECT a:1 HTTP/1.1",
  `PROXY UNKNOWN ${"x".repeat(100)}`,
])("version 1 refuses %j", (line) => {
  expect(v1(line)).toBe("bad");
});

test.each<[string, Buffer, string | null]>([
  ["TCP4", v2(0x21, 0x11, ipv4), "203.0.113.7"],
  ["TCP4 with TLVs", v2(0x21, 0x11, [...ipv4, 0x04, 0, 3, 1, 2, 3]), "203.0.113.7"],
  ["TCP6", v2(0x21, 0x21, ipv6), "2001:db8::7"],
  ["LOCAL", v2(0x20, 0x00, []), null],
  ["LOCAL with addresses", v2(0x20, 0x11, ipv4), null],
  ["UNSPEC", v2(0x21, 0x00, [1, 2, 3]), null],
])("version 2: %s", (_name, bytes, address) => {
  const read = readProxyHeader(Buffer.concat([bytes, Buffer.from([0x16, 3, 1])]));
  expect(read).toEqual({ length: bytes.length, address });
  // Any part of it needs more bytes.
  for (let cut = 0; cut < bytes.length; cut += 1)
    expect(readProxyHeader(bytes.subarray(0, cut))).toBe("more");
});

test.each<[string, Buffer]>([
  ["another version", v2(0x11, 0x11, ipv4)],
  ["another command", v2(0x22, 0x11, ipv4)],
  ["UDP", v2(0x21, 0x12, ipv4)],
  ["a unix socket", v2(0x21, 0x31, Array<number>(216).fill(0))],
  ["too short for its addresses", v2(0x21, 0x11, ipv4.slice(0, 11))],
  ["longer than any", v2(0x21, 0x11, ipv4, 5_000)],
  ["another signature", Buffer.from("\r\n\r\n\0\r\nQUIX\n!\x11\0\0", "latin1")],
])("version 2 refuses %s", (_name, bytes) => {
  expect(readProxyHeader(bytes)).toBe("bad");
});

test("Thousands of mutated and random headers never throw or give an invalid address", () => {
  const seeds = [
    v2(0x21, 0x11, ipv4),
    v2(0x21, 0x21, ipv6),
    Buffer.from("PROXY TCP4 1.2.3.4 5.6.7.8 1 2\r\nx"),
  ];
  for (let round = 0; round < sized(6_000, 50_000); round += 1) {
    const noise = randomBytes(8);
    const bytes = Buffer.concat([seeds[round % 3] ?? noise, noise]);
    for (let at = 0; at < 1 + ((noise[0] ?? 0) % 3); at += 1)
      bytes[(noise[at + 1] ?? 0) % bytes.length] = noise[at + 4] ?? 0;
    const read = readProxyHeader(bytes.subarray(0, (noise[7] ?? 0) % (bytes.length + 1)));
    const { length, address } = typeof read === "string" ? { length: 0, address: null } : read;
    expect(length).toBeLessThanOrEqual(bytes.length);
    expect(address ?? "::").toMatch(/^[0-9a-f.:]+$/);
  }
});
