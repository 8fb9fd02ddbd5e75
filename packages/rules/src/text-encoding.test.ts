import { expect, test } from "vitest";
import { decodeText, eightBit, encodingFault } from "./text-encoding.ts";

const text = "ip,city\r\n192.0.2.1,München – Łódź\r\n";
const wide = (big: boolean, mark: boolean) => {
  const bytes = Buffer.from((mark ? "\ufeff" : "") + text, "utf16le");
  return big ? bytes.swap16() : bytes;
};

test.each([
  ["UTF-8", Buffer.from(text)],
  ["UTF-8 with a byte order mark", Buffer.from(`\ufeff${text}`)],
  ["UTF-16, little-endian, with a mark", wide(false, true)],
  ["UTF-16, big-endian, with a mark", wide(true, true)],
  ["UTF-16, little-endian, without a mark", wide(false, false)],
  ["UTF-16, big-endian, without a mark", wide(true, false)],
])("%s is decoded (spec/operator#exits-import)", (_, bytes) => {
  expect(decodeText(bytes)).toEqual({ text });
});

test("An 8-bit encoding is named, never guessed", () => {
  const bytes = Buffer.from("192.0.2.1,M\xfcnchen", "latin1");
  expect(decodeText(bytes)).toEqual({ encoding: eightBit });
  expect(encodingFault(bytes.toString("utf8"))).toBe(eightBit);
  expect(decodeText(Buffer.from([0xff, 0xfe, 0x00, 0xd8]))).toEqual({ encoding: "damaged UTF-16" });
  expect(encodingFault(Buffer.from(text, "utf16le").toString("latin1"))).toBe("UTF-16");
  expect(encodingFault(text)).toBeNull();
});
