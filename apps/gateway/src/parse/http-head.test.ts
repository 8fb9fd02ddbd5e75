import { sized } from "@turnpike/net/testing/full.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { mustReject, normalises } from "./hostile-requests.ts";
import { type ParsedHead, parseHead, type RequestHead } from "./http-head.ts";
import { serialiseRequest } from "./serialise.ts";

function bytes(text: string): Buffer {
  return Buffer.from(text, "latin1");
}
function read(text: string): RequestHead {
  const parsed = parseHead(bytes(text));
  if (!("head" in parsed)) throw new Error(JSON.stringify(parsed));
  return parsed.head;
}
/** Parses byte by byte, like a slow client; returns the first result that needs no more. */
function drip(all: Uint8Array): ParsedHead {
  let last: ParsedHead = { need: true, scanned: 0 };
  for (let length = 0; length <= all.length; length += 1) {
    last = parseHead(all.subarray(0, length), "need" in last ? last.scanned : 0);
    if (!("need" in last)) return last;
  }
  return last;
}

test.each(mustReject)("Refused (G1): %s", (_, text) => {
  expect(parseHead(bytes(text))).toHaveProperty("bad");
  expect(drip(bytes(text))).toHaveProperty("bad");
});

test.each(normalises)("Normalised (G1): $title", ({ sent, has, hasNot }) => {
  const written = serialiseRequest(read(sent), { keepAlive: true }).toString("latin1");
  for (const part of has) expect(written).toContain(part);
  for (const part of hasNot) expect(written.toLowerCase()).not.toContain(part.toLowerCase());
  expect(drip(bytes(sent))).toEqual(parseHead(bytes(sent)));
});

test("A CONNECT head is parsed completely", () => {
  const text =
    "CONNECT A.example:443 HTTP/1.1\r\nHost: a.example:443\r\n" +
    "Proxy-Authorization: Basic eDp5\r\n\r\n";
  const parsed = parseHead(bytes(`${text}tunnel bytes`));
  expect(parsed).toMatchObject({
    headBytes: text.length,
    head: {
      method: "CONNECT",
      minor: 1,
      form: "connect",
      target: { kind: "name", host: "a.example", port: 443 },
      path: "",
      proxyAuthorization: "Basic eDp5",
      body: { kind: "none" },
      keepAlive: true,
      expectContinue: false,
    },
  });
});
test.each([0, 1] as const)("CONNECT in HTTP/1.%i without Host is accepted", (minor) => {
  const head = read(`CONNECT a.example:443 HTTP/1.${minor}\r\n\r\n`);
  expect(head).toMatchObject({ form: "connect", minor, keepAlive: minor === 1 });
  expect(head.target).toMatchObject({ host: "a.example", port: 443 });
});
test("CONNECT may declare an empty body", () => {
  const text = "CONNECT a.example:443 HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n";
  expect(read(text).form).toBe("connect");
});
test("An absolute-form head is parsed completely", () => {
  const head = read(
    "POST http://[2A00::0:1]:8080/a?b=c HTTP/1.1\r\nHost: x\r\n" +
      "Content-Length: 3\r\nExpect: 100-Continue\r\n\r\n",
  );
  expect(head).toMatchObject({
    method: "POST",
    form: "absolute",
    target: { kind: "ipv6", host: "2a00::1", port: 8080, authority: "[2a00::1]:8080" },
    path: "/a?b=c",
    body: { kind: "length", length: 3 },
    expectContinue: true,
  });
});
test.each([
  ["HTTP/1.1", "", true],
  ["HTTP/1.1", "Connection: close\r\n", false],
  ["HTTP/1.1", "Proxy-Connection: Close\r\n", false],
  ["HTTP/1.0", "", false],
  ["HTTP/1.0", "Connection: keep-alive\r\n", true],
  ["HTTP/1.0", "Proxy-Connection: Keep-Alive\r\n", true],
])("%s with %j stays open: %s (RFC 9112 §9.3)", (version, field, stays) => {
  expect(read(`GET http://a.example/ ${version}\r\nHost: a\r\n${field}\r\n`).keepAlive).toBe(stays);
});
test("One empty line before a request is skipped, two are refused (RFC 9112 §2.2)", () => {
  const text = "GET http://a.example/ HTTP/1.1\r\nHost: a\r\n\r\n";
  expect(parseHead(bytes(`\r\n${text}`))).toMatchObject({ headBytes: text.length + 2 });
  expect(parseHead(bytes(`\r\n\r\n${text}`))).toHaveProperty("bad");
});
test("100 fields and 16 KiB are accepted, one more is refused (spec/gateway#request-heads)", () => {
  const line = "GET http://a.example/ HTTP/1.1\r\nHost: a\r\n";
  expect(read(`${line}${"X: y\r\n".repeat(99)}\r\n`).fields).toHaveLength(100);
  expect(parseHead(bytes(`${line}${"X: y\r\n".repeat(100)}\r\n`))).toHaveProperty("bad");
  const room = 16_384 - line.length - "X: \r\n\r\n".length;
  expect(parseHead(bytes(`${line}X: ${"a".repeat(room)}\r\n\r\n`))).toHaveProperty("head");
  expect(parseHead(bytes(`${line}X: ${"a".repeat(room + 1)}\r\n\r\n`))).toHaveProperty("bad");
});
test("An HTTP/1.0 request is forwarded as HTTP/1.0, so that its response is not chunked", () => {
  const head = read("GET http://a.example/ HTTP/1.0\r\nExpect: 100-continue\r\n\r\n");
  const written = serialiseRequest(head, { keepAlive: false }).toString();
  expect(written).toBe("GET / HTTP/1.0\r\nHost: a.example\r\nConnection: close\r\n\r\n");
});
test("Values are passed on byte for byte, even a no-break space at their end", () => {
  const head = read("GET http://a.example/ HTTP/1.1\r\nHost: a\r\nX-Y:\t caf\xe9\xa0 \r\n\r\n");
  const written = serialiseRequest(head, { keepAlive: true }).toString("latin1");
  expect(written).toContain("X-Y: caf\xe9\xa0\r\n");
});

const piece = fc.constantFrom(
  "GET ",
  "CONNECT ",
  "http://a.example",
  "a.example:443",
  "/",
  " ",
  " HTTP/1.1",
  "\r\n",
  "\r\n\r\n",
  "\r",
  "\n",
  "Host: a\r\n",
  "Content-Length: 5\r\n",
  "Transfer-Encoding: chunked\r\n",
  "Connection: x\r\n",
  ":",
  "\0",
  "\xff",
);
const heads = fc.oneof(
  fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join("")),
  fc
    .array(piece, { maxLength: 4 })
    .map((pieces) => `GET http://a.example/ HTTP/1.1\r\nHost: a\r\n${pieces.join("")}\r\n\r\n`),
  fc.uint8Array({ maxLength: 60 }).map((raw) => Buffer.from(raw).toString("latin1")),
);
test("No input causes an exception, and it parses the same wherever it is split", () => {
  let good = 0;
  fc.assert(
    fc.property(heads, (text) => {
      const whole = parseHead(bytes(text));
      const dripped = drip(bytes(text));
      // Different errors may be reported, but there must be an error in both cases.
      const fault = { bad: expect.any(String) };
      expect(dripped).toEqual("bad" in whole ? fault : whole);
      if ("head" in whole) good += 1;
    }),
    { numRuns: sized(2_000, 10_000) },
  );
  expect(good).toBeGreaterThan(sized(100, 500));
});
test("A rewritten request parses as the same request, and in no other way", () => {
  const value = fc.string({ unit: fc.constantFrom(...'ab,;= \t"é'), maxLength: 12 });
  const name = fc.constantFrom("X-A", "Cookie", "Connection", "TE", "Proxy-X", "Accept");
  const fields = fc.array(fc.tuple(name, value), { maxLength: 6 });
  fc.assert(
    fc.property(
      fields,
      fc.constantFrom("", "Content-Length: 3\r\n", "Transfer-Encoding: chunked\r\n"),
      (list, framing) => {
        const lines = list.map(([key, text]) => `${key}: ${text}\r\n`).join("");
        const parsed = parseHead(
          bytes(`POST http://a.example:81/p HTTP/1.1\r\nHost: b\r\n${framing}${lines}\r\n`),
        );
        if (!("head" in parsed)) return;
        const written = serialiseRequest(parsed.head, { keepAlive: true }).toString("latin1");
        // Parses it as a proxy request again, to apply our own strictness to it.
        const again = read(written.replace(" /p ", " http://a.example:81/p "));
        expect(again.body).toEqual(parsed.head.body);
        expect(again.hopFields).toEqual([]);
        expect(written.match(/\r\nhost:/gi)).toHaveLength(1);
        expect(written).not.toMatch(/proxy-/i);
      },
    ),
    { numRuns: sized(600, 3_000) },
  );
});
