import type { DestinationPolicy, Target } from "@turnpike/rules/destination.ts";
import { judgeTarget } from "@turnpike/rules/destination.ts";
import { expect, test } from "vitest";
import { internalHosts, socksHost } from "./hostile-targets.ts";
import { parseHead } from "./http-head.ts";
import { readRequest } from "./socks5.ts";

const policy: DestinationPolicy = {
  allow: new Set(["127.0.0.1:7999"]),
  ownAddresses: new Set(),
  ownNames: new Set(),
};
/** "malformed" if parsing fails (400), otherwise the verdict: a refusal (403) or to be dialled. */
function fate(read: { target: Target } | null): string {
  return read === null ? "malformed" : judgeTarget(read.target, policy).verdict;
}
function asHttp(line: string): { target: Target } | null {
  const parsed = parseHead(Buffer.from(`${line} HTTP/1.1\r\nHost: a\r\n\r\n`));
  return "head" in parsed ? parsed.head : null;
}
function asSocks(host: Buffer, port: number): { target: Target } | null {
  const start = Buffer.from([5, 1, 0, 3, host.length]);
  const parsed = readRequest(Buffer.concat([start, host, Buffer.from([port >> 8, port & 255])]));
  return "target" in parsed ? parsed : null;
}

test("The list has at least the 38 spellings of the criterion", () => {
  expect(new Set(internalHosts).size).toBeGreaterThanOrEqual(38);
});

// Includes the lab's port: only the first spelling in the list is allowed, and only there.
test.each(internalHosts)("%s is not reachable by any protocol on any port (G4, G5)", (host) => {
  for (const port of [80, 3000, 7000, 7999]) {
    const fates = [
      fate(asHttp(`CONNECT ${host}:${port}`)),
      fate(asHttp(`GET http://${host}:${port}/`)),
      fate(asSocks(socksHost(host), port)),
      fate(asSocks(Buffer.from(host), port)),
    ];
    const lab = host === "127.0.0.1" && port === 7999;
    for (const one of fates) expect(one).toMatch(lab ? /^dial$/ : /^(malformed|refuse)$/);
  }
});

test("SOCKS5's binary addresses are judged like their text form", () => {
  const v4 = readRequest(Uint8Array.of(5, 1, 0, 1, 127, 0, 0, 1, 0, 80));
  expect(fate("target" in v4 ? v4 : null)).toBe("refuse");
  const lab = readRequest(Uint8Array.of(5, 1, 0, 1, 127, 0, 0, 1, 0x1f, 0x3f));
  expect(fate("target" in lab ? lab : null)).toBe("dial");
  const zeros = Array<number>(10).fill(0);
  const mapped = [...zeros, 255, 255, 127, 0, 0, 1];
  const v6 = readRequest(Uint8Array.of(5, 1, 0, 4, ...mapped, 0x1f, 0x3f));
  expect(fate("target" in v6 ? v6 : null)).toBe("refuse");
});
