/** The longest heads take a worker no longer than other bytes do, whatever they repeat (spec/quality#n3). */
import { expect, test } from "vitest";
import { type ParsedHead, parseHead } from "./http-head.ts";
import { type ParsedResponse, parseResponse } from "./http-response.ts";
import { serialiseRequest } from "./serialise.ts";

const requestOf = (fields: string) => `GET http://a.example/ HTTP/1.1\r\nHost: a\r\n${fields}\r\n`;
const filled = (before: string, piece: string, most: number) =>
  before + piece.repeat(Math.floor((most - before.length - 100) / piece.length));

const requests: [string, string][] = [
  [
    "elements of Connection",
    `${filled("Connection: x", ",z", 15_500)}\r\n${"zz: b\r\n".repeat(90)}`,
  ],
  ["commas", `${filled("Connection: x", ",", 16_384)}\r\n`],
  ["blanks", `${filled("X: a", " ", 16_384)}b\r\n`],
  ["blanks in Connection", `${filled("Connection: a", " ", 16_384)}b\r\n`],
  ["look-alikes", "content_x: y\r\n".repeat(99)],
];
const responses: [string, string][] = [
  ["folded lines", `X: a\r\n${" b\r\n".repeat(7_000)}`],
  ["1,000 folded lines", `X: a\r\n${filled("", ` ${"b".repeat(28)}\r\n`, 31_000)}`],
  ["lines without a colon", "bb\r\n".repeat(7_000)],
  ["elements of Connection", `${filled("Connection: x", ",z", 32_000)}\r\n`],
  ["control characters", `${filled("X: a", "\x01", 32_000)}\r\n`],
];

/** The least CPU time of some tries, in milliseconds: other programs of the machine do not count. */
function leastMs(work: () => unknown): number {
  const times = Array.from({ length: 12 }, () => {
    const before = process.threadCpuUsage();
    for (let each = 0; each < 5; each += 1) work();
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 5_000;
  });
  return Math.min(...times);
}
const mostMs = 1.5;

test.each(requests)("A request full of %s", (_, fields) => {
  const bytes = Buffer.from(requestOf(fields), "latin1");
  const parse = () => {
    const parsed: ParsedHead = parseHead(bytes);
    if ("head" in parsed) serialiseRequest(parsed.head, { keepAlive: true });
  };
  expect(leastMs(parse)).toBeLessThan(mostMs);
});

test.each(responses)("A response full of %s", (_, fields) => {
  const bytes = Buffer.from(`HTTP/1.1 200 OK\r\n${fields}\r\n`, "latin1");
  const parse = (): ParsedResponse => parseResponse(bytes, { method: "GET" });
  expect(leastMs(parse)).toBeLessThan(mostMs);
});
