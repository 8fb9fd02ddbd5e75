import fc from "fast-check";
import { expect, test } from "vitest";
import {
  associateReply,
  chooseMethod,
  datagramHeader,
  methodReply,
  type Read,
  readDatagram,
  readGreeting,
  readRequest,
  readUserPass,
  requestReply,
  userPassReply,
} from "./socks5.ts";

/** Parses byte by byte; returns the first result that needs no more bytes. */
function drip<T>(reader: (bytes: Uint8Array) => Read<T>, all: Uint8Array): Read<T> {
  for (let length = 0; length < all.length; length += 1) {
    const read = reader(all.subarray(0, length));
    if (!isNeed(read)) return read;
  }
  return reader(all);
}
function isNeed(read: unknown): boolean {
  return typeof read === "object" && read !== null && "need" in read;
}
const of = (...bytes: number[]) => Uint8Array.from(bytes);
const name = [...Buffer.from("a.example")];
const need = { need: true };

test("A greeting is read byte by byte (RFC 1928 §3)", () => {
  expect(readGreeting(of())).toEqual(need);
  expect(readGreeting(of(5))).toEqual(need);
  expect(readGreeting(of(5, 2))).toEqual(need);
  expect(readGreeting(of(5, 2, 0))).toEqual(need);
  expect(readGreeting(of(5, 2, 0, 2, 9))).toEqual({ methods: [0, 2], consumed: 4 });
  const all = Array.from({ length: 255 }, (_, at) => at);
  expect(readGreeting(of(5, 255, ...all))).toEqual({ methods: all, consumed: 257 });
});
test.each([[of(4)], [of(0x47)], [of(0)], [of(5, 0)]])("%j is not a greeting", (bytes) => {
  expect(drip(readGreeting, bytes)).toHaveProperty("bad");
});

test.each([
  [[2], false, 2],
  [[0, 2], false, 2],
  [[0, 2], true, 2],
  [[0], true, 0],
  [[0], false, 255],
  [[1], true, 255],
  [[3, 128, 254], true, 255],
])("For methods %j and known address %s, %s is chosen (RFC 1928 §3)", (methods, known, chosen) => {
  expect(chooseMethod(methods, { addressKnown: known })).toBe(chosen);
});

test("User and password are read byte by byte (RFC 1929 §2)", () => {
  const all = of(1, 2, 0x61, 0x62, 3, 0x63, 0x64, 0x65, 5);
  for (let length = 0; length < 8; length += 1) {
    expect(readUserPass(all.subarray(0, length))).toEqual(need);
  }
  expect(readUserPass(all)).toEqual({ username: "ab", password: "cde", consumed: 8 });
});
test("An empty user or password is read, so that it can be refused with status 1", () => {
  expect(readUserPass(of(1, 0, 0))).toEqual({ username: "", password: "", consumed: 3 });
  expect(readUserPass(of(1, 0, 1, 0x61))).toMatchObject({ username: "", password: "a" });
});
test("User and password may be up to 255 bytes each", () => {
  const long = Array<number>(255).fill(0x61);
  expect(readUserPass(of(1, 255, ...long, 255, ...long))).toMatchObject({
    username: "a".repeat(255),
    password: "a".repeat(255),
    consumed: 513,
  });
});
test.each([[of(5)], [of(0)], [of(2, 1, 0x61, 1, 0x61)]])(
  "%j is not a user and password message",
  (bytes) => {
    expect(drip(readUserPass, bytes)).toHaveProperty("bad");
  },
);

test.each([
  [of(5, 1, 0, 1, 8, 8, 4, 4, 0x1f, 0x90), "8.8.4.4:8080"],
  [of(5, 1, 0, 3, 9, ...name, 1, 0xbb), "a.example:443"],
  [of(5, 1, 0, 3, 7, ...Buffer.from("8.8.8.8"), 0, 80), "8.8.8.8:80"],
  [of(5, 1, 0, 4, 0x2a, ...Array<number>(14).fill(0), 1, 0, 80), "[2a00::1]:80"],
])("A request of each address type is read byte by byte (RFC 1928 §4): %#", (bytes, authority) => {
  for (let length = 0; length < bytes.length; length += 1) {
    expect(readRequest(bytes.subarray(0, length))).toEqual(need);
  }
  const more = Buffer.concat([bytes, Buffer.from("early data")]);
  expect(readRequest(more)).toMatchObject({ target: { authority }, consumed: bytes.length });
});

const v4 = [1, 8, 8, 8, 8, 0, 80];
test.each([
  ["version 4", of(4, 1, 0, ...v4), 1],
  ["BIND", of(5, 2, 0, ...v4), 7],
  ["UDP ASSOCIATE with a bad address type", of(5, 3, 0, 2, 1, 2), 8],
  ["command 0", of(5, 0, 0, ...v4), 7],
  ["command 255", of(5, 255, 0, ...v4), 7],
  ["BIND to a name", of(5, 2, 0, 3, 9, ...name, 0, 80), 7],
  ["address type 0", of(5, 1, 0, 0), 8],
  ["address type 2", of(5, 1, 0, 2, 1, 2), 8],
  ["address type 255", of(5, 1, 0, 255), 8],
  ["reserved byte 1", of(5, 1, 1, ...v4), 1],
  ["port 0", of(5, 1, 0, 1, 8, 8, 8, 8, 0, 0), 1],
  ["empty name", of(5, 1, 0, 3, 0, 0, 80), 1],
  ["name with NUL", of(5, 1, 0, 3, 3, 0x61, 0, 0x62, 0, 80), 1],
  ["name with a space", of(5, 1, 0, 3, 3, 0x61, 0x20, 0x62, 0, 80), 1],
  ["name with CRLF", of(5, 1, 0, 3, 4, 0x61, 13, 10, 0x62, 0, 80), 1],
  ["name with an @", of(5, 1, 0, 3, 3, 0x61, 0x40, 0x62, 0, 80), 1],
  ["name of 255 letters", of(5, 1, 0, 3, 255, ...Array<number>(255).fill(0x61), 0, 80), 1],
  ["name with a port", of(5, 1, 0, 3, 4, 0x61, 0x3a, 0x38, 0x30, 0, 80), 1],
])("Refused with its reply code (RFC 1928 §6): %s", (_, bytes, reply) => {
  expect(readRequest(bytes)).toMatchObject({ reply });
  expect(drip(readRequest, bytes)).toMatchObject({ reply });
});

test.each([
  ["no address", of(5, 3, 0, 1, 0, 0, 0, 0, 0, 0), null, 0],
  ["an address", of(5, 3, 0, 1, 127, 0, 0, 9, 2, 1), "127.0.0.9", 513],
  ["IPv6", of(5, 3, 0, 4, ...Array<number>(15).fill(0), 1, 0, 53), "::1", 53],
  ["a name", of(5, 3, 0, 3, 1, 0x61, 0, 0), null, 0],
])("UDP ASSOCIATE is accepted from any address (RFC 1928 §6): %s", (_, bytes, host, port) => {
  for (let length = 0; length < bytes.length; length += 1) {
    expect(readRequest(bytes.subarray(0, length))).toEqual(need);
  }
  expect(readRequest(bytes)).toEqual({ associate: { host, port }, consumed: bytes.length });
});

test("A datagram's header is read and written in each address type (RFC 1928 §7)", () => {
  for (const [address, authority] of [
    ["8.8.4.4", "8.8.4.4:53"],
    ["2a00::1", "[2a00::1]:53"],
  ] as const) {
    const datagram = Buffer.concat([datagramHeader(address, 53), Buffer.from("payload")]);
    const read = readDatagram(datagram);
    expect(read).toMatchObject({ target: { authority }, payload: Buffer.from("payload") });
    expect(associateReply(address, 53).subarray(3)).toEqual(
      datagramHeader(address, 53).subarray(3),
    );
  }
  const named = of(0, 0, 0, 3, 9, ...name, 0, 53, 1, 2);
  expect(readDatagram(named)).toMatchObject({ target: { kind: "name", port: 53 } });
  for (let length = 0; length < named.length - 2; length += 1) {
    expect(readDatagram(named.subarray(0, length))).toHaveProperty("bad");
  }
  // A fragment, non-zero reserved bytes, port 0.
  for (const wrong of [of(0, 0, 1, ...v4), of(1, 0, 0, ...v4), of(0, 0, 0, 1, 8, 8, 8, 8, 0, 0)]) {
    expect(readDatagram(wrong)).toHaveProperty("bad");
  }
});

test("Replies follow RFC 1928 and reveal no address of the gateway", () => {
  expect([...methodReply(2)]).toEqual([5, 2]);
  expect([...methodReply(255)]).toEqual([5, 255]);
  expect([...userPassReply(true)]).toEqual([1, 0]);
  expect([...userPassReply(false)]).toEqual([1, 1]);
  expect([...requestReply(2)]).toEqual([5, 2, 0, 1, 0, 0, 0, 0, 0, 0]);
});

test("Random bytes cause no exception, parse the same byte by byte, and need a bounded length", () => {
  const readers = [readGreeting, readUserPass, readRequest] as const;
  const starts = fc.constantFrom([], [5], [1], [5, 1, 0, 1], [5, 1, 0, 3], [5, 1, 0, 4]);
  fc.assert(
    fc.property(starts, fc.uint8Array({ maxLength: 520 }), (start, rest) => {
      const all = of(...start, ...rest);
      for (const reader of readers) {
        const whole = reader(all);
        expect(drip<object>(reader, all)).toEqual(whole);
        expect(isNeed(whole) && all.length >= 513).toBe(false);
      }
      expect(() => readDatagram(all)).not.toThrow();
    }),
    { numRuns: 500 },
  );
});
