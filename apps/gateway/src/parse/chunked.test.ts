import { sized } from "@turnpike/net/testing/full.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { frameChunk, lastChunk, newChunked, type ReadChunks, readChunked } from "./chunked.ts";
import { carelessBodies, malformedBodies } from "./hostile-bodies.ts";

interface Outcome {
  status: ReadChunks["status"];
  body: string;
  consumed: number;
}
/** Parses a body in parts, with sizes from `sizes` in turn. */
function feed(all: Buffer, sizes: readonly number[], tolerant = false): Outcome {
  const state = newChunked(tolerant);
  const pieces: Uint8Array[] = [];
  let consumed = 0;
  let status: ReadChunks["status"] = "more";
  for (let turn = 0; consumed < all.length && status === "more"; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    const read = readChunked(state, all.subarray(consumed, consumed + size));
    consumed += read.consumed;
    status = read.status;
    pieces.push(...read.pieces);
  }
  return { status, body: Buffer.concat(pieces).toString("latin1"), consumed };
}
function bytes(text: string): Buffer {
  return Buffer.from(text, "latin1");
}

test.each([
  ["0\r\n\r\n", ""],
  ["5\r\nhello\r\n0\r\n\r\n", "hello"],
  ['5;a=b;c="d"\r\nhello\r\n0;x\r\n\r\n', "hello"],
  ["A\r\n0123456789\r\n1\r\nx\r\n000\r\n\r\n", "0123456789x"],
  ["a\r\n\r\n\r\n\r\n\r\n\r\n\r\n0\r\n\r\n", "\r\n\r\n\r\n\r\n\r\n"],
  ["0\r\nX-Sum: abc\r\nY:\r\n\r\n", ""],
])("%j is a complete body, and bytes after it are not part of it", (text, body) => {
  const all = bytes(`${text}GET / HTTP/1.1`);
  for (const sizes of [[all.length], [1], [2, 3]]) {
    expect(feed(all, sizes)).toEqual({ status: "done", body, consumed: text.length });
  }
});

test.each([...malformedBodies])("Refused (G1, G3): %s in chunks", (_, text) => {
  expect(feed(bytes(text), [text.length]).status).toBe("bad");
  expect(feed(bytes(text), [1]).status).toBe("bad");
  expect(feed(bytes(text), [1], true).status).toBe("bad");
});

test.each([...carelessBodies])(
  "Accepted from an origin, refused from a client (spec/gateway#answers): %s in chunks",
  (_, text) => {
    expect(feed(bytes(text), [text.length]).status).toBe("bad");
    for (const sizes of [[text.length], [1], [2, 3]]) {
      const wanted = { status: "done", body: "hello", consumed: text.length };
      expect(feed(bytes(`${text}HTTP/1.1`), sizes, true)).toEqual(wanted);
    }
  },
);

test("A body may have any number of chunks", () => {
  const all = bytes(`${"10\r\n0123456789abcdef\r\n".repeat(5000)}0\r\n\r\n`);
  const read = feed(all, [1000]);
  expect(read.status).toBe("done");
  expect(read.body).toHaveLength(80_000);
});

test("Pieces that were read at once are framed as one chunk", () => {
  const { pieces } = readChunked(newChunked(), bytes("1\r\na\r\n2\r\nbc\r\n0\r\n\r\n"));
  expect(Buffer.concat(frameChunk(pieces)).toString()).toBe("3\r\nabc\r\n");
  expect(frameChunk([])).toEqual([]);
});

test("Extensions and trailers are not passed on", () => {
  const { body } = feed(bytes("5;secret=1\r\nhello\r\n0\r\nX-Evil: 1\r\n\r\n"), [3]);
  expect(body).toBe("hello");
});

test("Re-chunked payload, split anywhere, arrives unchanged", () => {
  const payloads = fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 8 });
  const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(payloads, sizes, (parts, each) => {
      const all = Buffer.concat([...parts.flatMap((part) => frameChunk([part])), lastChunk]);
      const body = Buffer.concat(parts).toString("latin1");
      expect(feed(all, each)).toEqual({ status: "done", body, consumed: all.length });
    }),
    { numRuns: sized(500, 2_000) },
  );
});

test("Random bytes cause no exception, and parse the same however they are split", () => {
  const unit = fc.constantFrom("0", "1", "5", "f", "\r\n", "\r", "\n", ";", "a", ":", " ", "\0");
  fc.assert(
    fc.property(fc.array(unit, { maxLength: 30 }), (units) => {
      const all = bytes(units.join(""));
      const whole = feed(all, [Math.max(all.length, 1)]);
      expect(feed(all, [1])).toEqual(whole);
      // What is accepted strictly is read the same tolerantly.
      const tolerant = whole.status === "done" ? feed(all, [2], true) : whole;
      expect(tolerant).toEqual(whole);
    }),
    { numRuns: sized(2_000, 10_000) },
  );
});
