import { sized } from "@turnpike/net/testing/full.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type ParsedResponse, parseResponse, type ResponseHead } from "./http-response.ts";
import { serialiseResponse } from "./serialise.ts";

function bytes(text: string): Buffer {
  return Buffer.from(text, "latin1");
}
function read(text: string, method = "GET"): ResponseHead {
  const parsed = parseResponse(bytes(text), { method });
  if (!("head" in parsed)) throw new Error(JSON.stringify(parsed));
  return parsed.head;
}
function drip(all: Uint8Array): ParsedResponse {
  let last: ParsedResponse = { need: true, scanned: 0 };
  for (let length = 0; length <= all.length; length += 1) {
    const scanned = "need" in last ? last.scanned : 0;
    last = parseResponse(all.subarray(0, length), { method: "GET", scanned });
    if (!("need" in last)) return last;
  }
  return last;
}

const ok = "HTTP/1.1 200 OK\r\n";
/** G3, as far as it concerns heads. */
const hostile: readonly (readonly [string, string])[] = [
  ["length and chunked", `${ok}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n`],
  ["two lengths", `${ok}Content-Length: 5\r\nContent-Length: 6\r\n\r\n`],
  ["two equal lengths", `${ok}Content-Length: 5\r\nContent-Length: 5\r\n\r\n`],
  ["a list of lengths", `${ok}Content-Length: 5, 5\r\n\r\n`],
  ["negative length", `${ok}Content-Length: -1\r\n\r\n`],
  ["unknown coding", `${ok}Transfer-Encoding: gzip\r\n\r\n`],
  ["coding in HTTP/1.0", "HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"],
  ["101 that nobody asked for", "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n"],
  ["64 KiB of header", `${ok}X: ${"a".repeat(65_536)}\r\n\r\n`],
  ["201 fields", `${ok}${"X: y\r\n".repeat(201)}\r\n`],
  ["1,001 lines of one folded field", `${ok}X: y\r\n${" z\r\n".repeat(1_000)}\r\n`],
  ["NUL in a value", `${ok}X: a\0b\r\n\r\n`],
  ["bare LF", "HTTP/1.1 200 OK\nX: y\n\n"],
  ["bare CR", `${ok}X: a\rY: b\r\n\r\n`],
  ["CR in the reason", "HTTP/1.1 200 O\rK\r\n\r\n"],
  ["folded first line", `${ok} X: a\r\n\r\n`],
  ["folded length", `${ok}Content-Length:\r\n 5\r\n\r\n`],
  ["NUL in a name", `${ok}X\0: a\r\n\r\n`],
  ["CR before the line's end", `${ok}X: a\r\r\n\r\n`],
  ["space before the colon", `${ok}Content-Length : 5\r\n\r\n`],
  ["length without a colon", `${ok}Content-Length 5\r\n\r\n`],
  ["coding with a control character", `${ok}Transfer-Encoding: chunked\x01\r\n\r\n`],
  ["coding whose name has one", `${ok}\x7fTransfer-Encoding: chunked\r\n\r\n`],
  ["coding whose name has a blank", `${ok}Transfer Encoding: chunked\r\n\r\n`],
  ["HTTP/2", "HTTP/2 200 OK\r\n\r\n"],
  ["HTTP/0.9", "<html>"],
  ["an SSH banner", "SSH-2.0-OpenSSH_9\r\n"],
  ["ICY", "ICY 200 OK\r\n\r\n"],
  ["empty line first", `\r\n${ok}\r\n`],
  ["status of two digits", "HTTP/1.1 20 OK\r\n\r\n"],
  ["status of four digits", "HTTP/1.1 2000 X\r\n\r\n"],
  ["status with a letter", "HTTP/1.1 2OO OK\r\n\r\n"],
  ["status 099", "HTTP/1.1 099 X\r\n\r\n"],
  ["tab before the status", "HTTP/1.1\t200 OK\r\n\r\n"],
];
test.each(hostile)("An origin's response that becomes 502 (G3): %s", (_, text) => {
  expect(parseResponse(bytes(text), { method: "GET" })).toHaveProperty("bad");
  expect(drip(bytes(text))).toHaveProperty("bad");
});

test.each([
  ["GET", "200 OK", "Content-Length: 5\r\n", { kind: "length", length: 5 }, true],
  ["GET", "200 OK", "Transfer-Encoding: Chunked\r\n", { kind: "chunked" }, true],
  ["GET", "200 OK", "", { kind: "close" }, false],
  ["GET", "200", "Content-Length: 0\r\n", { kind: "length", length: 0 }, true],
  ["HEAD", "200 OK", "Content-Length: 5\r\n", { kind: "none" }, true],
  ["HEAD", "200 OK", "", { kind: "none" }, true],
  ["GET", "304 Not Modified", "Content-Length: 5\r\n", { kind: "none" }, true],
  ["GET", "204 No Content", "", { kind: "none" }, true],
  ["GET", "204 No Content", "Content-Length: 0\r\n", { kind: "none" }, true],
  ["GET", "204 No Content", "Content-Length: 5\r\n", { kind: "none" }, false],
  ["GET", "204 No Content", "Transfer-Encoding: chunked\r\n", { kind: "none" }, false],
  ["GET", "103 Early Hints", "Content-Length: 5\r\n", { kind: "none" }, false],
  [
    "GET",
    "200 OK",
    "Content-Length: 5\r\nConnection: close\r\n",
    { kind: "length", length: 5 },
    false,
  ],
])(
  "A response to %s, %s with %j, has the body %j and keep-alive %s",
  (method, status, field, body, keepAlive) => {
    expect(read(`HTTP/1.1 ${status}\r\n${field}\r\n`, method)).toMatchObject({ body, keepAlive });
  },
);

/** What curl and browsers accept: title, the origin's head, and the head for the client. */
const careless: readonly (readonly [string, string, string])[] = [
  ["status 999", "HTTP/1.1 999 Denied\r\n", "HTTP/1.1 999 Denied\r\n"],
  ["status 600", "HTTP/1.1 600\r\n", "HTTP/1.1 600 \r\n"],
  ["two spaces before the status", "HTTP/1.1  200  OK\r\n", ok],
  ["tab before the reason", "HTTP/1.1 200\tOK\r\n", ok],
  ["reason without a space", "HTTP/1.1 200OK\r\n", ok],
  ["lower-case version", "http/1.1 200 OK\r\n", ok],
  ["control character in the reason", "HTTP/1.1 200 O\x1bK\r\n", "HTTP/1.1 200 O K\r\n"],
  ["control characters in a value", `${ok}X: a\x01b\x0bc\x7f\r\n`, `${ok}X: a b c\r\n`],
  ["control character in a name", `${ok}X\x01Y: a\r\nZ: b\r\n`, `${ok}Z: b\r\n`],
  ["no colon", `${ok}Nonsense here\r\nZ: b\r\n`, `${ok}Z: b\r\n`],
  ["no name", `${ok}: a\r\nZ: b\r\n`, `${ok}Z: b\r\n`],
  ["blank in a name", `${ok}X Y: a\r\nZ: b\r\n`, `${ok}Z: b\r\n`],
  ["parentheses in a name", `${ok}X(1): a\r\nZ: b\r\n`, `${ok}Z: b\r\n`],
  ["letters beyond ASCII in a name", `${ok}X-\xc3\xa9: a\r\nZ: b\r\n`, `${ok}Z: b\r\n`],
  ["space before the colon", `${ok}X : a\r\n`, `${ok}X: a\r\n`],
  ["folded line", `${ok}X: a\r\n b\r\n\tc\r\nZ: d\r\n`, `${ok}X: a b c\r\nZ: d\r\n`],
  ["a dropped line that is folded", `${ok}Non\r\n sense\r\nZ: d\r\n`, `${ok}Z: d\r\n`],
  ["underscore for a dash in a length", `${ok}Content_Length: 9\r\nZ: d\r\n`, `${ok}Z: d\r\n`],
  ["a second status line", `${ok}HTTP/1.1 200 OK\r\nZ: d\r\n`, `${ok}Z: d\r\n`],
];
test.each(careless)("Careless, but passed on clean (spec/gateway#answers): %s", (_, sent, gets) => {
  const text = `${sent}Content-Length: 5\r\n\r\n`;
  const wanted = `${gets}Content-Length: 5\r\n\r\n`;
  expect(written(text, { keepAlive: true, minor: 1 })).toBe(wanted);
  expect(drip(bytes(text))).toEqual(parseResponse(bytes(text), { method: "GET" }));
});
test("An origin whose Connection is garbled gets no second request on it", () => {
  const text = `${ok}Connection: keep-alive; timeout=5, X-Hop\r\nX-Hop: 1\r\nContent-Length: 5\r\n`;
  expect(read(`${text}\r\n`)).toMatchObject({ keepAlive: false, hopFields: ["x-hop"] });
});

test("1xx responses are distinguished from the final one", () => {
  expect(read("HTTP/1.1 100 Continue\r\n\r\n").interim).toBe(true);
  expect(read(`${ok}\r\n`).interim).toBe(false);
});
test("The head ends at its empty line, and the body follows", () => {
  const text = `${ok}Content-Length: 2\r\n\r\n`;
  expect(parseResponse(bytes(`${text}hi`), { method: "GET" })).toMatchObject({
    headBytes: text.length,
  });
});

function written(
  text: string,
  going: { keepAlive: boolean; minor: 0 | 1 },
  method = "GET",
): string {
  return serialiseResponse(read(text, method), going).toString("latin1");
}
test("A response is passed on without hop-by-hop fields and with new framing", () => {
  const hop = "Connection: keep-alive, X-Hop\r\nX-Hop: 1\r\nKeep-Alive: timeout=5\r\n";
  const more = "Proxy-Authenticate: Basic\r\nUpgrade: h2c\r\nTrailer: X\r\n";
  const cookies = "Set-Cookie: a=b\r\nSet-Cookie: c=d\r\n";
  const text = `${ok}${hop}${more}${cookies}content-length: 007\r\n\r\n`;
  expect(written(text, { keepAlive: true, minor: 1 })).toBe(
    `${ok}${cookies}Content-Length: 7\r\n\r\n`,
  );
  expect(written(text, { keepAlive: false, minor: 1 })).toContain("Connection: close\r\n");
});
test("A chunked response stays chunked for HTTP/1.1 and ends the connection for HTTP/1.0", () => {
  const text = `${ok}Transfer-Encoding: chunked\r\n\r\n`;
  expect(written(text, { keepAlive: true, minor: 1 })).toBe(
    `${ok}Transfer-Encoding: chunked\r\n\r\n`,
  );
  expect(written(text, { keepAlive: true, minor: 0 })).toBe(`${ok}Connection: close\r\n\r\n`);
});
test("A response that ends with its connection also ends the client's", () => {
  expect(written(`${ok}\r\n`, { keepAlive: true, minor: 1 })).toContain("Connection: close\r\n");
});
test("HTTP/1.0 clients are sent `Connection: keep-alive` if the connection stays open", () => {
  const text = `${ok}Content-Length: 0\r\n\r\n`;
  expect(written(text, { keepAlive: true, minor: 0 })).toContain("Connection: keep-alive\r\n");
});
test("HEAD and 304 keep their Content-Length; 204 and 1xx have none (RFC 9110 §8.6)", () => {
  const going = { keepAlive: true, minor: 1 } as const;
  const field = "Content-Length: 5\r\n\r\n";
  expect(written(`${ok}${field}`, going, "HEAD")).toContain("Content-Length: 5\r\n");
  expect(written(`HTTP/1.1 304 X\r\n${field}`, going)).toContain("Content-Length: 5\r\n");
  expect(written(`HTTP/1.1 204 X\r\n${field}`, going)).toBe("HTTP/1.1 204 X\r\n\r\n");
  expect(written(`HTTP/1.1 100 X\r\n${field}`, going)).toBe("HTTP/1.1 100 X\r\n\r\n");
});

const piece = fc.constantFrom(
  "HTTP/1.1 200 OK\r\n",
  "HTTP/1.0 204\r\n",
  "Content-Length: 5\r\n",
  "Transfer-Encoding: chunked\r\n",
  "Connection: a,b\r\n",
  "\r\n",
  "\r",
  "\n",
  "X: y",
  " ",
  "\0",
  "\x01",
  "\xff",
);
test("No response causes an exception, and it parses the same wherever it is split", () => {
  const texts = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(""));
  fc.assert(
    fc.property(texts, fc.boolean(), (tail, begins) => {
      const text = begins ? `${ok}${tail}\r\n\r\n` : tail;
      const whole = parseResponse(bytes(text), { method: "GET" });
      const dripped = drip(bytes(text));
      // Different errors may be reported, but there must be an error in both cases.
      const fault = { bad: expect.any(String) };
      expect(dripped).toEqual("bad" in whole ? fault : whole);
    }),
    { numRuns: sized(1_000, 5_000) },
  );
});
